import Foundation
import Synchronization
import Testing
import Walkthrough

@testable import Workbook

@Suite("Whether a build is up to date, and what is said where it fails", .serialized, .slow)
struct BuildTests {
    let fixture: FixtureWorkbook
    let program: ChecksProgram
    private let answer = "Exercises/Exercise01.swift"
    private let warned = FixtureWorkbook.answer("01") + "func warn() { let unused = 1 }\n"

    init() throws {
        fixture = try FixtureWorkbook("building, a: b")
        program = ChecksProgram(workbook: fixture.folder, numbers: ["01"])
    }

    private func verdict() throws -> ExerciseVerdict {
        try program.build()
        return try program.run("01")
    }

    @Test("A warning is said by every build, also by one that compiles nothing")
    func warnings() throws {
        try fixture.write(warned, to: answer)
        for _ in 1...2 {
            let warnings = try program.build().filter { $0.path == answer }
            #expect(warnings.count == 1)
            let lines = VerdictReport(in: fixture.folder)
                .lines(for: try program.run("01"), warnings: warnings)
            #expect(lines.contains("The compiler warns:"))
            #expect(lines.contains { $0.contains("'unused' was never used") })
        }
    }

    @Test("Contents decide: the same size and time stamp, in the future too, change nothing")
    func contents() throws {
        let (future, past) = (Date(timeIntervalSinceNow: 86_400), Date(timeIntervalSince1970: 9))
        for (result, date) in [("task", future), ("-999", future), ("task", past)] {
            // In place, so that the file keeps its number too.
            let handle = try FileHandle(forWritingTo: fixture.folder.url(answer))
            try handle.truncate(atOffset: 0)
            try handle.write(
                contentsOf: Data(
                    FixtureWorkbook.answer("01")
                        .replacing("return task\n", with: "return \(result)\n").utf8))
            try handle.close()
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: fixture.folder.url(answer).path)
            #expect(try verdict().isRight == (result == "task"))
        }
    }

    @Test("A file that is saved while it is built is built again")
    func savedMeanwhile() throws {
        try fixture.write(warned + "// 1\n", to: answer)
        let isOver = DispatchSemaphore(value: 0)
        let fixture = fixture
        let wrong = FixtureWorkbook.answer("01").replacing("return task\n", with: "return 0\n")
        Thread.detachNewThread {
            // As soon as the build has begun.
            while !fixture.folder.exists(".build/workbook.tmp") { usleep(2_000) }
            usleep(100_000)
            try? fixture.write(wrong, to: "Exercises/Exercise01.swift")
            isOver.signal()
        }
        let verdict = try verdict()
        isOver.wait()
        #expect(verdict.tasks.allSatisfy { $0.isWrong })
    }

    @Test("What fails: an error in the learner's lines, a name that is gone")
    func failures() throws {
        let right = FixtureWorkbook.answer("01")
        let texts = try [
            right.replacing("let none: [Int]", with: "let none: [Itn]"),
            right.replacing("func three()", with: "func tree()"),
        ].map { text in
            try fixture.write(text, to: answer)
            let failure = try #require(throws: ChecksProgram.BuildFailure.self) {
                try program.build()
            }
            return VerdictReport(in: fixture.folder, terminal: Terminal(width: 80))
                .lines(for: failure, of: "01").joined(separator: "\n")
        }
        #expect(texts[0].contains("It does not compile yet:"))
        #expect(texts[0].contains("Exercises/Exercise01.swift:") && texts[0].contains("Itn"))
        #expect(texts[1].contains("Your file compiles, but the checks can no longer use it"))
        #expect(texts[1].contains("three") && !texts[1].contains("Exercise01Tests.swift"))
        for text in texts {
            #expect(!text.contains("git diff") && !text.contains("BuildFailure"))
        }
    }

    @Test("The program of the checks looks for libraries in the folders that RPATHS names")
    func runPaths() throws {
        struct Package: Decodable {
            let targets: [Target]
            struct Target: Decodable {
                let name: String
                let settings: [Setting]
            }
            struct Setting: Decodable {
                let tool: String
                let kind: [String: [String: [String]]]
            }
        }
        func linkerOptions(_ folders: String) throws -> [String] {
            let result = try Interruption.withFolder(fixture.folder.url(".build/dump")) {
                try ChildProcess(
                    executable: Toolchain.find().swift,
                    arguments: ["package", "--scratch-path", ".build/dump", "dump-package"],
                    environment: ChildProcess.environment(adding: [
                        "CHECKS": "program", "EXERCISE": "01", "RPATHS": folders,
                    ]), folder: fixture.folder.root
                ).run()
            }
            return try JSONDecoder().decode(Package.self, from: Data(result.standardOutput.utf8))
                .targets.filter { $0.name == "checks" }.flatMap(\.settings)
                .filter { $0.tool == "linker" }.flatMap { $0.kind.values.flatMap(\.values) }
                .flatMap(\.self)
        }
        #expect(try linkerOptions("").isEmpty)
        #expect(
            try linkerOptions("/Mac OS/Frameworks:/Mac OS/lib") == [
                "-Xlinker", "-rpath", "-Xlinker", "/Mac OS/Frameworks",
                "-Xlinker", "-rpath", "-Xlinker", "/Mac OS/lib",
            ])
    }

    @Test("A build folder that was made for another place is made anew")
    func movedFolder() throws {
        let fixture = try FixtureWorkbook("moved")
        try fixture.write(FixtureWorkbook.stub("01"), to: answer)
        let program = ChecksProgram(workbook: fixture.folder, numbers: ["01"])
        let compiler = try Toolchain.find().compiler()
        let owner = BuildFolderOwner(
            root: URL(fileURLWithPath: "/another/place"), compiler: compiler)
        try owner.clear(fixture.folder.url(program.buildFolder))
        try fixture.write("stale", to: ".build/workbook/stale")
        try owner.clear(fixture.folder.url(program.buildFolder))
        #expect(fixture.folder.exists(".build/workbook/stale"))
        let here = BuildFolderOwner(root: fixture.folder.root, compiler: compiler)
        try here.clear(fixture.folder.url(program.buildFolder))
        #expect(!fixture.folder.exists(".build/workbook/stale"))
    }
}

@Suite("The whole tool", .serialized, .slow)
struct ToolTests {
    let fixture: FixtureWorkbook

    init() throws {
        fixture = try FixtureWorkbook("tool")
        try fixture.write(FixtureWorkbook.answer("01"), to: "Exercises/Exercise01.swift")
        try fixture.write(FixtureWorkbook.stub("02"), to: "Exercises/Exercise02.swift")
        try fixture.write(FixtureWorkbook.stub("03"), to: "Exercises/Exercise03.swift")
        try fixture.write(FixtureWorkbook.stub("04"), to: "Exercises/Exercise04.swift")
    }

    private func run(_ arguments: String..., answers: String? = nil) throws
        -> (code: Int32, output: String, errors: String)
    {
        try fixture.start(arguments, answers: answers).end()
    }

    @Test("check and the overview at once: one waits, and both are right")
    func atOnce() throws {
        let both = try [["check", "1"], []].map { try fixture.start($0) }.map { $0.end() }
        #expect(both[0].code == 0 && both[1].code == 0)
        #expect(both[0].output.contains("All 6 tasks are right."))
        #expect(both[1].output.contains("✔✔✔✔✔✔  6 right"))
        #expect(both[1].output.contains("○○○○○○  6 open"))
        #expect(both[1].output.contains("Next: swift run lesson-02"))
        #expect(
            both.contains { $0.errors.contains("Waiting for another workbook (") })
    }

    @Test("ANSWERS: said first; a folder that is not there or lies outside is named")
    func answers() throws {
        let judged = try run("check", "02", answers: "Solutions")
        #expect(judged.code == 0)
        #expect(judged.output.hasPrefix("These are the answers in Solutions, and not yours"))
        for (name, words) in [("Nowhere", "not there"), ("../..", "outside"), ("/", "outside")] {
            for arguments in [["check", "01"], []] {
                let refused = try fixture.start(arguments, answers: name).end()
                #expect(refused.code == 64 && refused.output.isEmpty)
                #expect(refused.errors.contains("ANSWERS=\(name)"))
                #expect(refused.errors.contains(words))
                #expect(refused.errors.split(separator: "\n").count == 1)
            }
        }
        let missing = try run("check", "01", answers: "Lessons")
        #expect(missing.code == 64 && missing.errors.contains("Lessons/Exercise01.swift"))
    }

    @Test("A signal leaves no folder and no process", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(_ number: Int32) throws {
        try fixture.write(
            FixtureWorkbook.answer("01") + "// \(UUID())\n", to: "Exercises/Exercise01.swift")
        let process = try fixture.start(["check", "01"])
        while !fixture.folder.exists(".build/workbook.tmp"), process.isRunning { usleep(5_000) }
        usleep(200_000)
        kill(process.processIdentifier, number)
        #expect(process.end().code == 128 + number)
        #expect(!fixture.folder.exists(".build/workbook.tmp"))
        #expect(!fixture.folder.exists(".build/workbook.run"))
    }

    @Test("One file that cannot be used does not hide how the others are doing")
    func overview() throws {
        try fixture.write(
            FixtureWorkbook.stub("02") + "enum Testing {}\n", to: "Exercises/Exercise02.swift")
        try fixture.write("let x: Itn = 1\n", to: "Exercises/Exercise03.swift")
        try FileManager.default.removeItem(at: fixture.folder.url("Exercises/Exercise04.swift"))
        let status = Status(of: fixture.folder, terminal: Terminal(width: 80))
        let text = try status.lines().joined(separator: "\n")
        #expect(text.contains("Exercise 01 · One, two  ✔✔✔✔✔✔  6 right"))
        #expect(text.contains("Exercise 02 · One, two  the checks cannot use it"))
        #expect(text.contains(#/Exercise 03 +does not compile yet/#))
        #expect(text.contains("Exercise 04 · One, two  the file is not there"))
        #expect(text.contains("Next: swift run workbook check 02"))
    }

    @Test("check without a number judges the first exercise that is not right")
    func current() throws {
        let run = try run("check")
        #expect(run.code == 1)
        #expect(run.output.hasPrefix("Exercise 02") && run.output.contains("○ Task 1"))
    }

    @Test("check judges several exercises, each with its own verdict")
    func several() throws {
        let both = try run("check", "Exercises/Exercise01.swift", "2", "Exercise01")
        #expect(both.code == 1)
        #expect(both.output.hasPrefix("Exercise 01") && both.output.contains("\n\nExercise 02"))
        #expect(both.output.ranges(of: "Exercise 01 ·").count == 1)
        try fixture.write("let x: Itn = 1\n", to: "Exercises/Exercise02.swift")
        let all = try run("check", "--all")
        #expect(all.code == 1 && all.output.contains("All 6 tasks are right."))
        #expect(all.output.contains("It does not compile yet:"))
        #expect(all.output.contains("Exercise 04"))
        #expect(try run("chek").code == 64)
    }

    @Test("hint without a task: the first one that is not right")
    func hintAtHand() throws {
        HintMemory(number: "01", workbook: fixture.folder).forget()
        HintMemory(number: "02", workbook: fixture.folder).forget()
        #expect(try run("hint", "2").output.hasPrefix("Task 1, hint 1 of 3"))
        try fixture.write(
            FixtureWorkbook.stub("02").replacing(
                "throw TODO(\"Task 1: count to one\")", with: "1"),
            to: "Exercises/Exercise02.swift")
        #expect(try run("hint", "02").output.hasPrefix("Task 2, hint 1 of 2"))
        #expect(try run("hint", "02", "1").output.hasPrefix("Task 1, hint 2 of 3"))
        #expect(try run("hint", "01").output.hasPrefix("Each task of exercise 01 is right."))
        try fixture.write("let x: Itn = 1\n", to: "Exercises/Exercise02.swift")
        let unknown = try run("hint", "02")
        #expect(unknown.code == 64 && unknown.errors.contains("workbook hint 02 1"))
    }
}
