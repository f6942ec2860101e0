import Foundation
import Testing
import Walkthrough

@testable import Workbook

@Suite("What the tool answers to what is typed")
struct CommandTests {
    /// Made once: tests that run at the same time would make it under each other's hands.
    private static let fixture = Result { try FixtureWorkbook("typed").folder }
    private func folder() throws -> WorkbookFolder { try Self.fixture.get() }

    @Test("A number may be short, and one that is not there is answered with those that are")
    func numbers() throws {
        let workbook = try folder()
        #expect(try workbook.exerciseNumber("1") == "01")
        for text in ["99", "abc", "", "-1", "0", "../01", "٠١", "1️⃣"] {
            let error = #expect(throws: UsageError.self) { try workbook.exerciseNumber(text) }
            #expect(error?.description.contains("01, 02, 03, 04") == true)
        }
    }

    @Test("An exercise may be named by its module and by the path of its file")
    func paths() throws {
        let workbook = try folder()
        let root = workbook.root.path
        let typed = [
            ("Exercise02", root), ("exercise2", root), ("Exercise02.swift", root),
            ("Exercises/Exercise02.swift", root), ("./Exercises/Exercise02.swift", root),
            ("./Exercise02.swift", root + "/Exercises"),
            ("../Exercises/Exercise02.swift", root + "/Lessons"),
            ("Exercises/Exercise02.swift", root + "/Lessons"),
            (root + "/Exercises/Exercise02.swift", "/"),
        ]
        for (text, current) in typed {
            #expect(try workbook.exerciseNumber(text, in: current) == "02", "\(text)")
        }
        for text in [
            "Solutions/Exercise02.swift", "/tmp/Exercise02.swift", "Exercises/Exercise77.swift",
        ] {
            #expect(throws: UsageError.self) { try workbook.exerciseNumber(text, in: root) }
        }
    }

    @Test("check takes several exercises, or all of them")
    func several() throws {
        #expect(try Command(["check", "1", "02"]) == .check(["1", "02"]))
        #expect(try Command(["check", "--all"]) == .checkAll)
        for words in [["--al"], ["--all", "01"], ["01", "--all"]] {
            #expect(throws: UsageError.self) { try Command(["check"] + words) }
        }
    }

    @Test("An unknown command, or too many words, is a usage error")
    func commands() {
        for arguments in [["chek"], ["check", "--x"], ["verify", "01", "x"], [""]] {
            #expect(throws: UsageError.self) { try Command(arguments) }
            #expect(Workbook.run(arguments) == 64)
        }
    }

    @Test(
        "A typing error is answered with the nearest command",
        arguments: [
            ("chek", "check"), ("verfiy", "verify"), ("recrod", "record"), ("Check", "check"),
        ])
    func nearest(_ typed: String, _ meant: String) {
        let error = #expect(throws: UsageError.self) { try Command([typed]) }
        #expect(error?.description.contains("Is it \(meant)?") == true)
    }

    @Test("A word that is like no command gets no guess")
    func noGuess() {
        let error = #expect(throws: UsageError.self) { try Command(["xylophone"]) }
        #expect(error?.description.contains("Is it") == false)
    }

    @Test(
        "Each command has its help",
        arguments: ["check", "watch", "hint", "reset", "class", "verify", "record"])
    func help(_ name: String) throws {
        for arguments in [[name, "--help"], [name, "-h"], ["help", name]] {
            #expect(try Command(arguments) == .help(name))
        }
        #expect(Command.manual(of: name).count == 1)
        #expect(Command.manual(of: name).first?.contains("workbook \(name)") == true)
        #expect(Command.manual(of: nil).contains { $0.contains("workbook \(name)") })
    }

    @Test("No swift on the PATH is said in a sentence")
    func toolchain() throws {
        let error = #expect(throws: Toolchain.Missing.self) {
            try Toolchain.find(in: "/nowhere:/dev")
        }
        #expect(error?.description.hasPrefix("There is no swift on your PATH") == true)
        #expect(try Toolchain.find().swift.hasSuffix("/swift"))
    }

    @Test("The compiler is the one that is started, and not the program that starts it")
    func compilerBehindAnother() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("toolchain-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let swift = try Toolchain.find()
        let other = Toolchain(swift: folder.appendingPathComponent("swift").path)
        func write(_ script: String) {
            _ = FileManager.default.createFile(
                atPath: other.swift, contents: Data("#!/bin/sh\n\(script)\n".utf8),
                attributes: [.posixPermissions: 0o755])
        }
        write("exec '\(swift.swift)' \"$@\"")
        #expect(try other.compiler() == swift.compiler())
        write(#"echo '{"compilerVersion": "7", "paths": {"runtimeResourcePath": "/7"}}'"#)
        #expect(try other.compiler() != swift.compiler())
        write("echo 'You have not agreed to the license' >&2; exit 69")
        let error = #expect(throws: Toolchain.Unusable.self) { try other.compiler() }
        #expect(error?.description.contains("You have not agreed to the license") == true)
    }

    @Test("Output that cannot be written is an error")
    func fullDevice() {
        #if os(Linux)
            let full = open("/dev/full", O_WRONLY)
            defer { close(full) }
            #expect(Console.write("text", to: full) == ENOSPC)
        #endif
        #expect(Console.write("text", to: -1) == EBADF)
    }

    @Test(
        "A title keeps its commas and ends with its line",
        arguments: [
            "// Exercise 08 · Two APIs, one timetable\r\n//\r\n// More\r\n",
            "// Exercise 08 · Two APIs, one timetable\n",
            "@Suite(\"Exercise 08 · Two APIs, one timetable\", .serialized)",
        ])
    func titles(_ text: String) {
        #expect(
            WorkbookFolder.exerciseTitle(in: text, "08")
                == "Exercise 08 · Two APIs, one timetable")
    }

    @Test("record refuses a lesson that throws, and leaves its README as it was")
    func record() throws {
        let workbook = try folder()
        let readme = "Lessons/01-Counting/README.md"
        let result: @Sendable (Int32) -> ChildProcess.Result = { code in
            ChildProcess.Result(
                ending: .exited(code), standardOutput: "# New\n", standardError: "",
                events: Data(), leftAProcess: false)
        }
        let throwing = Recording(of: workbook) { arguments in
            result(arguments.contains("--markdown") ? 0 : 1)
        }
        let error = #expect(throws: Recording.Failure.self) { try throwing.run(only: "01") }
        #expect(error?.description.contains("swift run lesson-01 shows why") == true)
        #expect(workbook.text(readme) == "# As it was\n")
        let right = Recording(of: workbook) { _ in result(0) }
        #expect(try right.run(only: nil))
        #expect(workbook.text(readme) == "# New\n")
    }
}

@Suite("Verdicts in words")
struct VerdictReportTests {
    private let workbook = WorkbookFolder(root: URL(fileURLWithPath: "/nowhere"))

    private func text(_ failure: BuildFailure) -> String {
        VerdictReport(in: workbook, terminal: Terminal(width: 80))
            .lines(for: .notCompiled(failure), of: "01").joined(separator: "\n")
    }

    @Test("A build that fails for another reason says the reason, with or without an error")
    func otherReasons() {
        let said = text(.init(diagnostics: [], output: "a\nerror: no such module 'X'\nb\n"))
        #expect(said.contains("not because of your file") && said.contains("no such module 'X'"))
        let silent = text(.init(diagnostics: [], output: "one\n\ntwo\n"))
        #expect(silent.contains("two"))
        #expect(text(.init(diagnostics: [], output: "")).contains("without a word"))
        let full = text(.init(diagnostics: [], output: "write: No space left on device\n"))
        #expect(full.contains("make room on the disk"))
    }

    @Test("A name of the learner's own that the checks use too is not somebody else's fault")
    func clash() {
        let said = text(
            .init(
                diagnostics: [],
                output: "macro expansion @Suite:2:90: error: 'Test' is not a member type of enum "
                    + "'Exercise01.Testing'\n"))
        #expect(said.contains("or a name of your own is one that"))
        #expect(said.contains("✘ 'Test' is not a member type of enum 'Exercise01.Testing'"))
    }

    @Test("A path with a colon does not hide the learner's error")
    func colon() {
        let root = WorkbookFolder(root: URL(fileURLWithPath: "/a: b/c"))
        let output = """
            /a: b/c/Exercises/Exercise01.swift:3:5: error: cannot find 'x' in scope: error
             1 | x
               | `- error: cannot find 'x'
            other
            """
        let found = Diagnostic.all(in: output + "\n" + output, root)
        #expect(found.map(\.path) == ["Exercises/Exercise01.swift"])
        #expect(found.map(\.line) == [3])
        #expect(found.first?.message == "cannot find 'x' in scope: error")
        #expect(found.first?.text.split(separator: "\n").count == 3)
    }

    @Test("A document in a message keeps its columns; prose is wrapped")
    func documents() {
        let message =
            "A sentence that is long enough to be wrapped at the width of this page.\n"
            + "    1 │ {\"a\": 1}\n      │       ▲ here"
        let task = TaskVerdict(
            number: 1, title: "Task 1 · A",
            state: .wrong([.init(kind: .refused, message: message, place: "Checks.swift:1")]))
        let lines = VerdictReport(in: workbook, terminal: Terminal(width: 50))
            .lines(
                for: .judged(ExerciseVerdict(number: "01", tasks: [task]), warnings: []), of: "01")
        #expect(lines.contains("      1 │ {\"a\": 1}"))
        #expect(lines.contains("        │       ▲ here"))
        #expect(lines.allSatisfy { $0.count <= 50 })
    }

    @Test("A task without a record is said, and is not right")
    func notRun() {
        let task = TaskVerdict(number: 1, title: "Task 1 · A", state: .notRun)
        let lines = VerdictReport(in: workbook, terminal: Terminal(width: 80))
            .lines(
                for: .judged(ExerciseVerdict(number: "01", tasks: [task]), warnings: []), of: "01")
        #expect(lines.contains { $0.contains("not run") })
        #expect(lines.contains { $0.hasPrefix("Not every task was judged.") })
        #expect(lines.last == "Exercise 01: 0 of 1 task right, 1 not judged.")
    }
}
