import Foundation
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Judging
@testable import Workbook

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
        #expect(both[1].output.split(separator: "\n").allSatisfy { $0.count <= 80 })
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
    }

    @Test("One file that cannot be used does not hide how the others are doing")
    func overview() async throws {
        try fixture.write(
            FixtureWorkbook.stub("02") + "enum Testing {}\n", to: "Exercises/Exercise02.swift")
        try fixture.write("let x: Itn = 1\n", to: "Exercises/Exercise03.swift")
        try FileManager.default.removeItem(at: fixture.folder.url("Exercises/Exercise04.swift"))
        let status = Status(workbook: fixture.folder, terminal: Terminal(width: 80))
        let text = try await status.lines().joined(separator: "\n")
        #expect(text.contains("Exercise 01 · One, two  ✔✔✔✔✔✔  6 right"))
        #expect(text.contains("Exercise 02 · One, two  the checks cannot use it"))
        #expect(text.contains(#/Exercise 03 +does not compile yet/#))
        #expect(text.contains("Exercise 04 · One, two  the file is not there"))
        #expect(text.contains("Next: swift run workbook check 02"))
        let plain = Terminal(width: 80, isPlain: true)
        let told = try await Status(workbook: fixture.folder, terminal: plain).lines()
        #expect(told.contains { $0.hasSuffix("Exercise 01: One, two  6 right") })
        #expect(told.contains { $0 == "In all: 6 of 24 tasks" && !$0.contains("█") })
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
        #expect(all.code == 1 && all.output.contains("✔✔✔✔✔✔  6 right"))
        #expect(all.output.contains("does not compile yet"))
        #expect(all.output.contains("Exercise 04") && all.output.contains("6 of 24 tasks"))
        #expect(try run("chek").code == 64)
    }

    @Test("hint without a task: the first one that is not right")
    func hintAtHand() throws {
        ExerciseMemory(number: "01", workbook: fixture.folder).forget()
        ExerciseMemory(number: "02", workbook: fixture.folder).forget()
        #expect(try run("hint", "2").output.hasPrefix("Exercise 02, task 1, hint 1 of 3"))
        try fixture.write(
            FixtureWorkbook.stub("02").replacing(
                "throw TODO(\"Task 1: count to one\")", with: "1"),
            to: "Exercises/Exercise02.swift")
        #expect(try run("hint", "02").output.hasPrefix("Exercise 02, task 2, hint 1 of 2"))
        #expect(try run("hint", "02", "1").output.hasPrefix("Exercise 02, task 1, hint 2 of 3"))
        #expect(try run("hint", "01").output.hasPrefix("Each task of exercise 01 is right."))
        try fixture.write("let x: Itn = 1\n", to: "Exercises/Exercise02.swift")
        let unknown = try run("hint", "02")
        #expect(unknown.code == 64 && unknown.errors.contains("workbook hint 02 1"))
    }
}
