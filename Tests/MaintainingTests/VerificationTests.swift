import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

/// Tests that judge answers with real builds, in a workbook of their own.
@Suite("The problems that verify and refuse find by judging", .serialized, .slow)
struct VerificationTests {
    let workbook: MaintainedWorkbook
    private let answerPath = "answer.swift"

    init() throws {
        workbook = try MaintainedWorkbook.buildable("verifying")
    }

    // MARK: - verify

    private static let decode = "-    try JSONDecoder().decode(Train.self, from: document)"
    private static let lost = #"Task 1: "The name of the train is lost. Is it read?""#

    private func problems(ofKnown answers: [String]) async throws -> [String] {
        try workbook.write(
            MaintainedWorkbook.pageHeading + answers.joined(),
            to: workbook.folder.knownAnswersPath("01"))
        return await workbook.verification.problems(of: "01")
    }

    private func wrong(
        _ heading: String, _ line: String = Self.lost, by body: String...
    ) -> String {
        let added = body.map { "+    \($0)" }.joined(separator: "\n")
        return MaintainedWorkbook.wrong(heading, refusedBy: line, diff: Self.decode, added)
    }

    @Test("Every wrong answer is judged, and each one with another verdict is named")
    func wrongAnswers() async throws {
        let problems = try await problems(ofKnown: [
            wrong("Good", by: #"Train(name: "", cars: 7)"#),
            wrong("A crash", #"Task 1: "It crashed""#, by: "[Train]()[3]"),
            wrong(
                "Passes", by: "let decoder = JSONDecoder()",
                "return try decoder.decode(Train.self, from: document)"),
            MaintainedWorkbook.wrong(
                "Stale", refusedBy: Self.lost,
                diff: "-    try JSONDecoder().decode(Tram.self, from: document)", "+x"
            ),
            wrong("Other words", #"Task 1: "The weather""#, by: #"Train(name: "x", cars: 7)"#),
            wrong("No Swift", by: "nonsense")
                .replacing(MaintainedWorkbook.broken, with: "what the stub does not say"),
            wrong("No Swift either", by: "(nonsense)"),
            wrong(
                "Another task", #"Task 2: "The second train is lost""#,
                by: #"Train(name: "z", cars: 7)"#),
            wrong("Two tasks", #"Tasks 1, 2: "The name""#, by: #"Train(name: "y", cars: 7)"#),
        ])
        func problem(_ heading: String) -> String? {
            problems.first { $0.contains("\"\(heading)\"") }
        }
        #expect(problem("Good") == nil && problem("A crash") == nil)
        #expect(problem("Passes")?.contains("passes. Add a check to task 1") == true)
        #expect(problem("Stale")?.contains("no longer fits Solutions/Exercise01.swift") == true)
        #expect(
            problem("Stale")?.contains("decode(Tram.self") == true, "The line that does not fit")
        #expect(problem("Other words")?.contains("A learner reads: The name") == true)
        #expect(
            problems.contains { $0.contains("\"No Swift\" breaks nothing that the stub says") })
        #expect(problem("Another task")?.contains("by task 1 first, and says task 2") == true)
        #expect(problem("Two tasks")?.contains("by these tasks: 1.") == true)
        let errors = problems.filter { $0.contains("cannot find 'nonsense' in scope") }
        #expect(errors.count == 1, "One error, once")
        #expect(errors.first?.contains("\"No Swift\", \"No Swift either\"") == true)
        let ofGuide = problems.filter {
            $0.contains("Teacher.md: The catalogue of the exercise has no")
        }
        #expect(ofGuide.count == 3, "The guide's headings are no longer on the page")
        #expect(problems.count == 7 + ofGuide.count, "\(problems)")
    }

    @Test("A right answer that is refused, warned about or stale is named")
    func rightAnswers() async throws {
        func right(_ heading: String, _ lines: String...) -> String {
            MaintainedWorkbook.right(
                heading, Self.decode, lines.map { "+    \($0)" }.joined(separator: "\n"))
        }
        let problems = try await problems(ofKnown: [
            right(
                "Right", "let decoder = JSONDecoder()",
                "return try decoder.decode(Train.self, from: document)"),
            right("Wrong", #"Train(name: "", cars: 7)"#),
            right("Open", #"throw TODO("Task 1: later")"#),
            right(
                "Warned", "let unused = 1",
                "return try JSONDecoder().decode(Train.self, from: document)"),
            MaintainedWorkbook.right("Stale", "-    nothing of it", "+    x"),
            MaintainedWorkbook.right("Stale too", "-    nothing at all", "+    x"),
            right("No Swift", "["),
        ])
        func problem(_ heading: String) -> String? {
            problems.first { $0.contains("\"\(heading)\"") }
        }
        #expect(problem("Right") == nil)
        #expect(problem("Wrong")?.contains("is refused by task 1: The name of the train") == true)
        #expect(problem("Open")?.contains("leaves task 1 open") == true)
        #expect(problem("Warned")?.contains("gives a warning") == true)
        #expect(problem("Stale")?.contains("2 known answers no longer fit") == true, "Said once")
        #expect(problem("No Swift")?.contains("does not compile with the checks") == true)
        #expect(problems.contains { $0.contains("It has no wrong answer") })
    }

    @Test("Answers to different tasks are judged together, or alone if one affects the others")
    func groups() async throws {
        let list = "-    try JSONDecoder().decode([Train].self, from: document)"
        let answers = [
            wrong("Lost", by: #"Train(name: "", cars: 7)"#),
            MaintainedWorkbook.wrong(
                "Empty", refusedBy: #"Task 2: "The second train""#, diff: list, "+    []"),
            MaintainedWorkbook.right(
                "Right", list, "+    (try JSONDecoder().decode([Train].self, from: document))"),
            MaintainedWorkbook.right("No Swift", list, "+    ]"),
        ]
        let page = KnownAnswers(MaintainedWorkbook.pageHeading + answers.joined())
        let members = try page.answers.map {
            try AnswerGroup.Member($0, of: MaintainedWorkbook.solution)
        }
        let groups = AnswerGroup.groups(of: members)
        #expect(groups.map(\.members.count) == [2, 1, 1])
        let problems = try await problems(ofKnown: answers)
        #expect(problems.filter { $0.contains("\"Right\"") || $0.contains("\"Lost\"") } == [])
        #expect(problems.contains { $0.contains("\"No Swift\" does not compile") })
    }

    @Test("An unchanged exercise that was right is only judged again with judgesAll")
    func stamp() async throws {
        var verification = workbook.verification
        try? FileManager.default.removeItem(at: workbook.folder.url(".build/verified"))
        guard case .good(let right, let wrong, _) = await verification.result(of: "01") else {
            Issue.record("\(await verification.problems(of: "01"))")
            return
        }
        #expect(right == 4 && wrong == 3, "Three ways and one more; the wrong ones")
        #expect(await verification.result(of: "01") == .unchanged)
        verification.judgesAll = true
        #expect(await verification.result(of: "01").isGood)
        #expect(await verification.result(of: "01") != .unchanged)
        verification.judgesAll = false
        let path = workbook.folder.solutionPath("01")
        try workbook.replace("let name: String", with: "let name: String ", in: path)
        #expect(await verification.result(of: "01") != .unchanged)
    }

    @Test("accept adds a right answer to the page, and refuses a wrong one")
    func accept() async throws {
        let page = workbook.folder.knownAnswersPath("01")
        let before = try #require(workbook.folder.text(page))
        func addition(_ heading: String, _ answer: String) throws -> KnownAnswerAddition {
            try workbook.write(answer, to: answerPath)
            return KnownAnswerAddition(
                number: "01", heading: heading, isRight: true,
                file: workbook.folder.url(answerPath).path, workbook: workbook.folder)
        }
        let decode = "try JSONDecoder().decode(Train.self, from: document)"
        for wrong in [decode + "\n// no change", "Train(name: \"\", cars: 7)", "nonsense"] {
            let answer =
                wrong == decode + "\n// no change"
                ? MaintainedWorkbook.solution
                : MaintainedWorkbook.solution.replacing(decode, with: wrong)
            let addition = try addition("Wrong", answer)
            await #expect(throws: CommandFailure.self) { try await addition.run() }
        }
        #expect(workbook.folder.text(page) == before)
        let right = MaintainedWorkbook.solution.replacing(
            decode,
            with: "let decoder = JSONDecoder()\n"
                + "    return try decoder.decode(Train.self, from: document)")
        #expect(try await addition("A decoder with a name", right).run())
        let newPage = KnownAnswers(try #require(workbook.folder.text(page)))
        #expect(newPage.problems.isEmpty && newPage.answers.count == 5)
        #expect(try newPage.answers.last?.change.applied(to: MaintainedWorkbook.solution) == right)
        #expect(newPage.answers.last?.refusal == nil)
    }

    @Test("A stub that is not open, a wrong solution and a warning of the compiler are named")
    func models() async throws {
        try workbook.replace(
            "throw TODO(\"Task 2: decode a list\")",
            with: "if true { return [] }\n    throw TODO(\"Task 2: decode a list\")",
            in: workbook.folder.exercisePath("01"))
        try workbook.replace(
            "try JSONDecoder().decode([Train].self, from: document)",
            with: "let unused = 1\n    return []", in: workbook.folder.solutionPath("01"))
        let verification = workbook.verification
        #expect(try await !verification.run(only: nil))
        let problems = await verification.problems(of: "01")
        #expect(problems.contains { $0.contains("Task 2 of the stub is not open") })
        #expect(!problems.contains { $0.contains("solution") }, "The first cause and no other")
        try workbook.write(MaintainedWorkbook.stub, to: workbook.folder.exercisePath("01"))
        let problemsOfSolution = await verification.problems(of: "01")
        #expect(problemsOfSolution.contains { $0.contains("The solution fails task 2") })
        #expect(
            problemsOfSolution.contains {
                $0.contains("The solution gives a warning: ") && $0.contains("unused")
            })
        #expect(!problemsOfSolution.contains { $0.contains("no longer") }, "Only the cause")
    }

    // MARK: - refuse

    private func refuse(
        _ heading: String, _ answer: String?, reason: String? = nil
    ) async throws -> KnownAnswer? {
        let path = workbook.folder.knownAnswersPath("01")
        let page = workbook.folder.text(path)
        var addition = KnownAnswerAddition(
            number: "01", heading: heading, isRight: false, reason: reason,
            workbook: workbook.folder)
        if let answer {
            try workbook.write(answer, to: answerPath)
            addition.file = workbook.folder.url(answerPath).path
        }
        let stub = workbook.folder.text(workbook.folder.exercisePath("01"))
        defer { #expect(workbook.folder.text(workbook.folder.exercisePath("01")) == stub) }
        do {
            _ = try await addition.run()
        } catch {
            #expect(workbook.folder.text(path) == page)
            throw error
        }
        let newPage = try #require(workbook.folder.text(path))
        return KnownAnswers(newPage).answers.first { $0.heading == heading }
    }

    /// Returns the message about an answer that is not added to the page.
    private func refusal(_ heading: String, _ answer: String?) async -> String {
        let error = await #expect(throws: CommandFailure.self) {
            try await refuse(heading, answer)
        }
        #expect(error?.description.contains("\n") == false, "One line")
        return error?.description ?? ""
    }

    private func wrongList(_ body: String) -> String {
        MaintainedWorkbook.solution.replacing(
            "try JSONDecoder().decode([Train].self, from: document)", with: body)
    }

    @Test("A wrong answer gets its task and its message from the verdict")
    func refuse() async throws {
        let entry = try #require(
            try await refuse(
                "The list is empty", wrongList("[]"), reason: "An empty list is no error."))
        #expect(entry.refusal?.task == 2 && entry.refusal?.quotation == "The second train is lost")
        #expect(entry.note == "An empty list is no error.")
        #expect(try entry.change.applied(to: MaintainedWorkbook.solution) == wrongList("[]"))
        #expect(entry.refusal?.broken == KnownAnswer.Refusal.sentenceToBeFound)
        let unfounded = KnownAnswerAddition(
            number: "01", heading: "Unfounded", isRight: false, broken: "Nobody says this",
            workbook: workbook.folder)
        await #expect(throws: CommandFailure.self) { try await unfounded.run() }
        #expect(
            await refusal("The list is empty", wrongList("[ ]")).contains("Choose another heading"))
        #expect(await refusal("Once more", wrongList("[]")).contains("\"The list is empty\""))
    }

    @Test("An answer that the checks do not refuse is not written")
    func notRefused() async throws {
        #expect(await refusal("Untouched", nil).contains("untouched"))
        #expect(await refusal("The stub", MaintainedWorkbook.stub).contains("stub"))
        #expect(
            await refusal("The solution", MaintainedWorkbook.solution).contains("is the solution"))
        let same = wrongList(
            "let list = try JSONDecoder().decode([Train].self, from: document)\n    return list"
        )
        #expect(await refusal("The same", same).contains("passes every task"))
        #expect(await refusal("No Swift", wrongList("nonsense")).contains("does not compile"))
        let open = wrongList("throw TODO(\"Task 2: decode a list\")")
        #expect(await refusal("Half", open).contains("task 2 is still open"))
        #expect(await refusal(" ", wrongList("[]")).contains("a heading of one line"))
    }

    @Test("refuse takes a number, a heading, and options")
    func arguments() throws {
        let addition = try KnownAnswerAddition(
            ["1", "--because", "why", "A heading", "--file", "a.swift"], in: workbook.folder)
        #expect(addition.number == "01" && addition.heading == "A heading")
        #expect(addition.file == "a.swift" && addition.reason == "why")
        for arguments in [
            [], ["01"], ["01", "A", "B"], ["01", "A", "--file"], ["01", "A", "--x", "y"],
            ["99", "A"],
        ] {
            #expect(throws: UsageError.self) {
                try KnownAnswerAddition(arguments, in: workbook.folder)
            }
        }
    }
}
