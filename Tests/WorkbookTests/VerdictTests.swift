import Foundation
import Testing

@testable import Workbook

/// Builds and judges real answers, as a learner's `check` does, in a build folder of its own.
@Suite("What a learner reads after a check", .serialized)
struct VerdictTests {
    let workbook: WorkbookFolder
    let program: ChecksProgram

    init() throws {
        workbook = try WorkbookFolder.find()
        program = ChecksProgram(
            workbook: workbook, numbers: ["01"], answers: ".build/verdict-tests/answers",
            buildFolder: ".build/verdict-tests")
    }

    /// Puts an answer in place: the solution with the body of task 4 replaced.
    private func answer(task4 body: String) throws {
        let solution = try #require(workbook.text(workbook.solutionPath("01")))
        let right = "    try JSONDecoder().decode([Departure].self, from: document)\n"
        #expect(
            solution.contains(right), "Task 4 of the solution has changed: change this test too")
        try write(solution.replacing(right, with: body + "\n"))
    }

    /// A wrong answer of exercise 01's catalogue.
    private func wrongAnswer(_ heading: String) throws -> String {
        let page = try #require(workbook.text(workbook.wrongAnswersPath("01")))
        let entry = try #require(
            WrongAnswerCatalogue(page).entries.first { $0.heading == heading })
        return try entry.change.applied(
            to: try #require(workbook.text(workbook.solutionPath("01"))))
    }

    private func write(_ text: String) throws {
        let file = workbook.url(".build/verdict-tests/answers/Exercise01.swift")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func report() throws -> String {
        try program.build()
        return VerdictReport(in: workbook).lines(for: try program.run("01")).joined(separator: "\n")
    }

    @Test("The stub: every task is open, and the first one is next")
    func stub() throws {
        try write(try #require(workbook.text(workbook.exercisePath("01"))))
        try program.build()
        let verdict = try program.run("01")
        #expect(verdict.isUntouched)
        #expect(verdict.tasks.map(\.number) == Array(1...7))
        let lines = VerdictReport(in: workbook).lines(for: verdict)
        #expect(lines.contains { $0.hasPrefix("Next: task 1") })
    }

    @Test("The solution: every task is right")
    func solution() throws {
        try write(try #require(workbook.text(workbook.solutionPath("01"))))
        try program.build()
        #expect(try program.run("01").isRight)
    }

    @Test("A wrong answer: the misconception, before anything else, and the check's place")
    func wrong() throws {
        try write(
            try wrongAnswer("Delay of minus one"))
        try program.build()
        let verdict = try program.run("01")
        let task = try #require(verdict.tasks.first { $0.isWrong })
        #expect(task.number == 4)
        #expect(task.problems.first?.message.hasPrefix("No delay given is nil") == true)
        #expect(
            task.problems.first?.place.hasPrefix("Tests/ExerciseTests/Exercise01Tests.swift:")
                == true)
    }

    @Test("A crash: what it was, in which task, on which line of the learner's file")
    func crash() throws {
        try answer(task4: "    let departures: [Departure] = []\n    return [departures[2]]")
        let text = try report()
        #expect(text.contains("✘ Task 4"))
        #expect(text.contains("It crashed: Index out of range"))
        #expect(text.contains("/Exercise01.swift:"))
        #expect(!text.contains("0x"), "No addresses and no registers")
    }

    @Test("A function that calls itself for ever is a crash with a reason")
    func recursion() throws {
        try answer(task4: "    try decodeDepartures(from: document)")
        #expect(try report().contains("a function called itself until the stack was full"))
    }

    @Test("A hang: ended, and named, with no process left behind")
    func hang() throws {
        try answer(task4: "    while document.count > 0 { }\n    return []")
        let start = Date()
        try program.build()
        let built = Date()
        let verdict = try program.run("01")
        #expect(verdict.ending == .hung)
        #expect(
            Date().timeIntervalSince(built) < 15,
            "The build took \(built.timeIntervalSince(start)) s")
        let text = VerdictReport(in: workbook).lines(for: verdict).joined(separator: "\n")
        #expect(text.contains("✘ Task 4") && text.contains("did not come to an end"))
        #expect(text.contains("✔ Task 3") && text.contains("not run"))
    }

    @Test("A wrong task goes first, also where a later one crashes")
    func wrongThenCrash() throws {
        let right = "    try JSONDecoder().decode([Departure].self, from: document)\n"
        let text = try wrongAnswer("Broken list is empty")
        try write(
            text.replacing(right, with: "    let none: [Departure] = []\n    return [none[2]]\n"))
        let lines = try report()
        #expect(lines.contains("The second train's cars"))
        #expect(lines.contains("Next: mend task 2"))
        #expect(!lines.contains("It crashed"), "One thing at a time")
    }

    @Test("A warning of the compiler stands beside a wrong task: often it knows the reason")
    func warning() throws {
        try write(try wrongAnswer("Constant with a value"))
        let warnings = try program.build().filter { $0.path.hasSuffix("/Exercise01.swift") }
        let lines = VerdictReport(in: workbook)
            .lines(for: try program.run("01"), warnings: warnings)
        #expect(lines.contains("The compiler warns:"))
        #expect(lines.contains { $0.contains("immutable property will not be decoded") })
    }

    @Test("Code that ends the program is told from a pass")
    func exit() throws {
        try answer(task4: "    exit(0)")
        let text = try report()
        #expect(text.contains("✘ Task 4") && text.contains("exit()"))
    }

    @Test("What the learner prints is shown, the first lines of it")
    func prints() throws {
        try answer(task4: "    for line in 1...1000 { print(\"line \\(line)\") }\n    return []")
        let text = try report()
        #expect(
            text.contains("line 1\n") && text.contains("lines more") && !text.contains("line 900\n")
        )
    }

    @Test("A compile error: the learner's own lines and no others")
    func compileError() throws {
        try answer(task4: "    try JSONDecoder().decoded([Departure].self, from: document)")
        let failure = try #require(throws: ChecksProgram.BuildFailure.self) {
            _ = try program.build()
        }
        let text = VerdictReport(in: workbook).lines(for: failure, of: "01").joined(separator: "\n")
        #expect(text.contains("Exercise01.swift:") && text.contains("decoded"))
        #expect(!text.contains("Exercise01Tests.swift") && !text.contains("swift-frontend"))
    }

    @Test("A name that the checks miss: sent back to the stub, not into the checks")
    func renamed() throws {
        let solution = try #require(workbook.text(workbook.solutionPath("01")))
        try write(solution.replacing("func decodeBoard", with: "func decodeTheBoard"))
        let failure = try #require(throws: ChecksProgram.BuildFailure.self) {
            _ = try program.build()
        }
        let text = VerdictReport(in: workbook).lines(for: failure, of: "01").joined(separator: "\n")
        #expect(text.contains("decodeBoard") && text.contains("git diff"))
        #expect(!text.contains("Exercise01Tests.swift"))
    }
}

@Suite("What the tool answers to what is typed")
struct CommandTests {
    @Test("A number may be short, and one that is not there is answered with those that are")
    func numbers() throws {
        let workbook = try WorkbookFolder.find()
        #expect(try workbook.exerciseNumber("1") == "01")
        for text in ["99", "abc", "", "-1", "0", "../01", "٠١", "1️⃣"] {
            let error = #expect(throws: UsageError.self) { try workbook.exerciseNumber(text) }
            #expect(error?.description.contains("01") == true)
        }
    }

    @Test("An unknown command, or too many words, is a usage error")
    func commands() {
        for arguments in [["chek"], ["check", "01", "02"], ["verify", "01", "x"], [""]] {
            #expect(throws: UsageError.self) { try Command(arguments) }
        }
    }
}
