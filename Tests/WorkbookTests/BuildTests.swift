import Foundation
import Synchronization
import Testing
import Walkthrough

@testable import Workbook

@Suite("What is built for a verdict, and what is said where it fails", .serialized, .slow)
struct BuildTests {
    let fixture: FixtureWorkbook
    private let path = "Exercises/Exercise01.swift"
    private var right: String { fixture.answer("01") }

    init() throws {
        fixture = try FixtureWorkbook("building, a: b")
    }

    private func judgment(of text: String) throws -> Judgment {
        try Judge(in: fixture.folder).judgment(
            of: Answer("01", Data(text.utf8), path: path), for: "a test")
    }

    private func report(_ judgment: Judgment) -> String {
        VerdictReport(in: fixture.folder, terminal: Terminal(width: 80))
            .lines(for: judgment, of: "01").joined(separator: "\n")
    }

    @Test("A warning is said each time, also of a file that was judged before")
    func warnings() throws {
        for _ in 1...2 {
            let judgment = try judgment(of: right + "func warn() { let unused = 1 }\n")
            guard case .judged(_, let warnings) = judgment else {
                Issue.record("There is no verdict")
                return
            }
            #expect(warnings.map(\.path) == [path])
            let text = report(judgment)
            #expect(text.contains("The compiler warns:"))
            #expect(text.contains("'unused' was never used"))
        }
    }

    @Test("A file that equals its stub is open without a build, and a build says the same")
    func stub() throws {
        let stub = FixtureWorkbook.stub("01")
        let folder = fixture.folder.url(SharedBuild.path)
        try? FileManager.default.removeItem(at: folder)
        let known = try judgment(of: stub)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        let built = try judgment(of: stub + "// Something\n")
        #expect(known.verdict?.tasks == built.verdict?.tasks)
        #expect(report(known) == report(built))
    }

    @Test("Checks and support that have changed are built again")
    func otherChecks() throws {
        #expect(try judgment(of: right).isRight)
        let checks = fixture.folder.checksPath("01")
        let text = try #require(fixture.folder.text(checks))
        try fixture.write(text.replacing("counted == 1", with: "counted == 10"), to: checks)
        #expect(try judgment(of: right).verdict?.finding?.task?.number == 1)
        try fixture.write(text, to: checks)
        let todo = "Sources/ExerciseSupport/TODO.swift"
        let support = try #require(fixture.folder.text(todo))
        try fixture.write(
            support.replacing("is still to do", with: "is to be done"), to: todo)
        let open = try judgment(of: FixtureWorkbook.stub("01") + "// Something\n")
        #expect(report(open).contains("is to be done, at") || open.verdict?.isUntouched == true)
        try fixture.write(support, to: todo)
        #expect(try judgment(of: right).isRight)
    }

    @Test("What fails: an error in the learner's lines, a name that is gone")
    func failures() throws {
        let texts = try [
            right.replacing("let none: [Int]", with: "let none: [Itn]"),
            right.replacing("func three()", with: "func tree()"),
        ].map { report(try judgment(of: $0)) }
        #expect(texts[0].contains("It does not compile yet:"))
        #expect(texts[0].contains("Exercises/Exercise01.swift:") && texts[0].contains("Itn"))
        #expect(texts[1].contains("Your file compiles, but the checks can no longer use it"))
        #expect(texts[1].contains("three") && !texts[1].contains("Exercise01Tests.swift"))
        for text in texts {
            #expect(!text.contains("git diff") && !text.contains("BuildFailure"))
            #expect(!text.contains(".build"), "The file is called as the learner calls it")
        }
    }

    @Test("Where the commands of the build are others than known, it is built the ordinary way")
    func unknownCommands() throws {
        #expect(try judgment(of: right).isRight)
        let folder = fixture.folder.url(SharedBuild.path)
        let commands = folder.appendingPathComponent("debug.yaml")
        try FileManager.default.removeItem(at: folder.appendingPathComponent("commands"))
        try Data("client:\n  name: another\n".utf8).write(to: commands)
        let wrong = right.replacing("return task\n", with: "return 0\n")
        for (text, isRight) in [(right, true), (wrong, false)] {
            #expect(try judgment(of: text).isRight == isRight)
        }
        let broken = report(try judgment(of: right + "let x: Itn = 1\n"))
        #expect(broken.contains("It does not compile yet:"))
        #expect(!broken.contains("judging/"), "\(broken)")
        try FileManager.default.removeItem(at: folder)
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
        let folder = fixture.folder.url(".build/moved")
        let compiler = try Toolchain.find().compiler()
        let owner = BuildFolderOwner(root: URL(fileURLWithPath: "/another"), compiler: compiler)
        try owner.clear(folder)
        try fixture.write("stale", to: ".build/moved/stale")
        try owner.clear(folder)
        #expect(fixture.folder.exists(".build/moved/stale"))
        try BuildFolderOwner(root: fixture.folder.root, compiler: compiler).clear(folder)
        #expect(!fixture.folder.exists(".build/moved/stale"))
        try FileManager.default.removeItem(at: folder)
    }
}

@Suite("The whole tool", .serialized, .slow)
struct ToolTests {
    let fixture: FixtureWorkbook

    init() throws {
        fixture = try FixtureWorkbook("tool")
        try fixture.write(fixture.answer("01"), to: "Exercises/Exercise01.swift")
        try fixture.write(FixtureWorkbook.stub("02"), to: "Exercises/Exercise02.swift")
        try fixture.write(FixtureWorkbook.stub("03"), to: "Exercises/Exercise03.swift")
        try fixture.write(FixtureWorkbook.stub("04"), to: "Exercises/Exercise04.swift")
    }

    private func run(_ arguments: String..., answers: String? = nil) throws
        -> (code: Int32, output: String, errors: String)
    {
        try fixture.start(arguments, answers: answers).end()
    }

    @Test("check and the overview at once: both are right")
    func atOnce() throws {
        let both = try [["check", "1"], []].map { try fixture.start($0) }.map { $0.end() }
        #expect(both[0].code == 0 && both[1].code == 0)
        #expect(both[0].output.contains("All 6 tasks are right."))
        #expect(both[1].output.contains("✔✔✔✔✔✔  6 right"))
        #expect(both[1].output.contains("○○○○○○  6 open"))
        #expect(both[1].output.contains("Next: swift run lesson-02"))
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
            fixture.answer("01") + "// \(UUID())\n", to: "Exercises/Exercise01.swift")
        let process = try fixture.start(["check", "01"])
        while !fixture.folder.exists(".build/judging/0"), process.isRunning { usleep(5_000) }
        usleep(100_000)
        kill(process.processIdentifier, number)
        #expect(process.end().code == 128 + number)
        #expect(!fixture.folder.exists(".build/judging/0"))
        #expect(!fixture.folder.exists(SharedBuild.path + ".tmp"))
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
