import Foundation
import TestSupport
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Judging
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
        for text in ["99", "abc", "", "-1", "0", "٠١", "1️⃣"] {
            let error = #expect(throws: UsageError.self) { try workbook.exerciseNumber(text) }
            #expect(error?.description.hasSuffix("There are: 01 to 04.") == true)
        }
        for text in ["../03", "Lessons/03-Dates/Lesson03.swift", "Exercise03.swift.bak"] {
            let error = #expect(throws: UsageError.self) { try workbook.exerciseNumber(text) }
            #expect(error?.description.contains("such as Exercises/Exercise03.swift") == true)
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

    @Test("A lesson in place of an exercise is called one")
    func lesson() throws {
        for name in ["lesson-01", "Lesson01", "lesson1"] {
            let error = #expect(throws: UsageError.self) { try folder().exerciseNumber(name) }
            let words = "\(name) is a lesson: swift run lesson-01. Its exercise is 01."
            #expect(error?.description == words)
        }
    }

    private let program = WorkbookProgram.program

    private func refusal(of typed: String) -> String? {
        let words = typed.split(separator: " ").map(String.init)
        return #expect(throws: UsageError.self) { try program.command(in: words) }?.description
    }

    @Test(
        "Words that no command takes are a usage error",
        arguments: [
            ["chek"], ["check", "--x"], ["check", "--al"], ["check", "--all", "01"], [""],
            ["watch", "01", "02"], ["watch", "--fast"], ["hint", "--all"], ["hint", "01", "x"],
            ["check", "--format", "json"], ["check", "--format"],
            ["check", "01", "--format=html"], ["review", "--count", "--all"],
            ["hint", "01", "0"], ["hint", "01", "1", "2"], ["reset"], ["reset", "01", "02"],
        ])
    func words(_ typed: [String]) async {
        #expect(await program.run(typed) == 64)
    }

    @Test(
        "A word that was mistyped finds the command that was meant: by spelling, and by sense",
        arguments: [
            ("chek", "workbook check"), ("wacth 3", "workbook watch 3"), ("rest", "workbook reset"),
            ("Check", "workbook check"), ("hnit 01 2", "workbook hint 01 2"),
            ("tets", "workbook check"), ("verfiy", "maintain verify"), ("hlep", "workbook help"),
            ("res", "workbook reset"),
            ("test", "workbook check"), ("test 1", "workbook check 01"),
            ("run 07", "workbook check 07"), ("next", "workbook"), ("list", "workbook"),
            ("solve", "workbook hint"), ("solve 3", "workbook hint 03"),
            ("lesson 3", "lesson-03"), ("lesson-07", "lesson-07"), ("read", "lesson-01"),
            ("undo 2", "workbook reset 02"), ("quiz 4", "workbook review 04"),
            ("check07", "workbook check 07"), ("run lesson-02", "lesson-02"),
            ("open Lesson3", "lesson-03"),
            ("--all", "workbook check --all"), ("--lsit", "workbook"),
        ])
    func meant(_ typed: String, _ command: String) {
        #expect(refusal(of: typed)?.hasSuffix("Do you mean: swift run \(command)") == true)
    }

    @Test("A number alone is an exercise", arguments: ["01", "7", "Exercise07", "exercise-7"])
    func numberAlone(_ typed: String) {
        let number = typed.hasSuffix("1") ? "01" : "07"
        let words = "Do you mean: swift run workbook check \(number), or watch \(number)"
        #expect(refusal(of: typed)?.contains(words) == true)
    }

    @Test("A command that is added gets its suggestion, and an option is refused everywhere alike")
    func added() async throws {
        var program = program
        let stats = Usage(
            "workbook stats", help: "count", options: ["--since DAY": "from a day on"])
        program.commands.append(Command(stats) { _, _ in true })
        for (typed, command) in [("stast", "stats"), ("sats 3", "stats 3"), ("status", nil)] {
            let words = typed.split(separator: " ").map(String.init)
            let error = #expect(throws: UsageError.self) { try program.command(in: words) }
            let meant = "swift run workbook" + (command.map { " \($0)" } ?? "")
            #expect(error?.description.hasSuffix("Do you mean: \(meant)") == true)
        }
        await checkOptions(of: program)
    }

    @Test(
        "A word that is like no command gets no guess",
        arguments: ["xylophone", "--zzz", "é", "--version"])
    func noGuess(_ typed: String) {
        #expect(refusal(of: typed)?.contains("Do you mean") == false)
    }

    @Test(
        "A command that another program has now is named there",
        arguments: [
            ("class", "classroom judge"), ("site", "classroom site"),
            ("verify", "maintain verify"), ("record", "maintain record"),
            ("refuse", "maintain refuse"), ("new", "maintain new"),
        ])
    func formerNames(_ word: String, _ now: String) async {
        #expect(refusal(of: word) == "\(word) is swift run \(now) now.")
        #expect(await program.run([word]) == 64)
    }

    @Test("Each command has its help")
    func help() async throws {
        for command in program.commands {
            #expect(command.usage.text.hasPrefix("swift run workbook \(command.name) "))
            for words in [
                [command.name, "--help"], [command.name, "-h"], ["help", command.name],
            ] {
                #expect(await program.run(words) == 0)
            }
        }
        #expect(await program.run(["--help"]) == 0)
    }

    @Test("No swift on the PATH is said in a sentence")
    func toolchain() throws {
        let error = #expect(throws: CommandFailure.self) {
            try Toolchain.find(in: "/nowhere:/dev")
        }
        #expect(error?.description.hasPrefix("There is no swift on your PATH") == true)
        #expect(try Toolchain.find().swift.hasSuffix("/swift"))
    }

    @Test("The compiler is the one that is started, and not the program that starts it")
    func compilerBehindAnother() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("toolchain-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let swift = try Toolchain.find()
        let program = folder.appendingPathComponent("swift")
        let other = Toolchain(swift: program.path)
        try writeProgram("exec '\(swift.swift)' \"$@\"", to: program)
        #expect(try await other.compiler() == swift.compiler())
        try writeProgram(
            #"echo '{"compilerVersion": "7", "target": {"unversionedTriple": "x"}, "#
                + #""paths": {"runtimeResourcePath": "/7/lib/swift"}}'"#, to: program)
        let none = await #expect(throws: CommandFailure.self) { try await other.compiler() }
        #expect(none?.description == "There is no swiftc in /7/bin.")
        try writeProgram("echo 'You have not agreed to the license' >&2; exit 69", to: program)
        let error = await #expect(throws: CommandFailure.self) { try await other.compiler() }
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
}
