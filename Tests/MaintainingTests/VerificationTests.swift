import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

/// What is judged with real builds, in a workbook of the tests' own.
@Suite("What verify and refuse find out by judging", .serialized, .slow)
struct VerificationTests {
    let workbook: MaintainedWorkbook
    private let answerPath = "answer.swift"

    init() throws {
        workbook = try MaintainedWorkbook.buildable("verifying")
    }

    // MARK: - verify

    @Test("Every wrong answer is judged, and each that is not as the catalogue says is named")
    func verify() throws {
        let decode = "-    try JSONDecoder().decode(Train.self, from: document)"
        let lost = #"Task 1: "The name of the train is lost. Is it read?""#
        try workbook.write(
            MaintainedWorkbook.pageHeading
                + MaintainedWorkbook.entry(
                    "Good", lost, decode, #"+    Train(name: "", cars: 7)"#)
                + MaintainedWorkbook.entry(
                    "A crash", #"Task 1: "It crashed""#, decode, "+    [Train]()[3]")
                + MaintainedWorkbook.entry(
                    "Passes", lost, decode,
                    "+    let decoder = JSONDecoder()",
                    "+    return try decoder.decode(Train.self, from: document)")
                + MaintainedWorkbook.entry(
                    "Stale", lost, "-    try JSONDecoder().decode(Tram.self, from: document)", "+x")
                + MaintainedWorkbook.entry(
                    "Other words", #"Task 1: "The weather""#, decode,
                    #"+    Train(name: "x", cars: 7)"#)
                + MaintainedWorkbook.entry(
                    "Vague words", #"Task 1: "train is lost""#, decode,
                    #"+    Train(name: "y", cars: 7)"#)
                + MaintainedWorkbook.entry("No Swift", lost, decode, "+    nonsense")
                .replacing(MaintainedWorkbook.broken, with: "what the stub does not say")
                + MaintainedWorkbook.entry("No Swift either", lost, decode, "+    (nonsense)")
                + MaintainedWorkbook.entry(
                    "Another task", #"Task 2: "The second train is lost""#, decode,
                    #"+    Train(name: "z", cars: 7)"#),
            to: workbook.folder.wrongAnswersPath("01"))
        let (problems, unheard) = workbook.verification.findings(of: "01")
        #expect(
            unheard == ["The number of cars is lost", "The second train is lost"],
            "What no entry meets")
        func said(_ heading: String) -> String? { problems.first { $0.contains("\"\(heading)\"") } }
        #expect(said("Good") == nil && said("A crash") == nil)
        #expect(said("Passes")?.contains("passes. Add a check to task 1") == true)
        #expect(said("Stale")?.contains("no longer fits Solutions/Exercise01.swift") == true)
        #expect(said("Stale")?.contains("decode(Tram.self") == true, "The line that does not fit")
        #expect(said("Other words")?.contains("A learner reads: The name") == true)
        #expect(said("Vague words")?.contains("The second train is lost") == true)
        #expect(
            problems.contains { $0.contains("\"No Swift\" breaks nothing that the stub says") })
        #expect(said("Another task")?.contains("by task 1 first, and says task 2") == true)
        let errors = problems.filter { $0.contains("cannot find 'nonsense' in scope") }
        #expect(errors.count == 1, "One error, once")
        #expect(errors.first?.contains("\"No Swift\", \"No Swift either\"") == true)
        #expect(problems.contains { $0.contains("has 9 wrong answers. 10 are the least") })
        let ofGuide = problems.filter {
            $0.contains("Teacher.md: The catalogue of the exercise has no")
        }
        #expect(ofGuide.count == 3, "The guide's headings are no longer on the page")
        #expect(problems.count == 8 + ofGuide.count, "\(problems)")
    }

    @Test("Another way that is refused, warned about or stale is named, and so are too few")
    func otherWays() throws {
        let decode = "-    try JSONDecoder().decode(Train.self, from: document)"
        func way(_ heading: String, _ lines: String...) -> String {
            "## \(heading)\n\nIt gains and costs.\n\n```diff\n"
                + "\(lines.joined(separator: "\n"))\n```\n\n"
        }
        try workbook.write(
            "# Other ways\n\n"
                + way(
                    "Right", decode, "+    let decoder = JSONDecoder()",
                    "+    return try decoder.decode(Train.self, from: document)")
                + way("Wrong", decode, #"+    Train(name: "", cars: 7)"#)
                + way("Open", decode, #"+    throw TODO("Task 1: later")"#)
                + way(
                    "Warned", decode, "+    let unused = 1",
                    "+    return try JSONDecoder().decode(Train.self, from: document)")
                + way("Stale", "-    nothing of it", "+    x") + way("No Swift", decode, "+    ["),
            to: workbook.folder.path(.otherWays, "01"))
        let problems = workbook.verification.problems(of: "01")
        func said(_ heading: String) -> String? { problems.first { $0.contains("\"\(heading)\"") } }
        #expect(said("Right") == nil)
        #expect(said("Wrong")?.contains("is refused by task 1: The name of the train") == true)
        #expect(said("Open")?.contains("leaves task 1 open") == true)
        #expect(said("Warned")?.contains("gives a warning") == true)
        #expect(said("Stale")?.contains("no longer fits the solution") == true)
        #expect(said("No Swift")?.contains("does not compile with the checks") == true)
        #expect(problems.contains { $0.contains("has 6 other ways, and 10 are the least") })
        #expect(problems.count == 6)
    }

    @Test("accept adds a right answer to the page, and no other one")
    func accept() throws {
        let page = workbook.folder.path(.otherWays, "01")
        let before = try #require(workbook.folder.text(page))
        func addition(_ heading: String, _ text: String) throws -> WayAddition {
            try workbook.write(text, to: answerPath)
            return WayAddition(
                arguments: try RefuseArguments([
                    "01", heading, "--file", workbook.folder.url(answerPath).path,
                    "--because", "It is short. It costs nothing.",
                ]), workbook: workbook.folder)
        }
        let decode = "try JSONDecoder().decode(Train.self, from: document)"
        for wrong in [decode + "\n// no change", "Train(name: \"\", cars: 7)", "nonsense"] {
            let text =
                wrong == decode + "\n// no change"
                ? MaintainedWorkbook.solution
                : MaintainedWorkbook.solution.replacing(decode, with: wrong)
            let addition = try addition("Wrong", text)
            #expect(throws: CommandFailure.self) { try addition.run() }
        }
        #expect(workbook.folder.text(page) == before)
        let right = MaintainedWorkbook.solution.replacing(
            decode,
            with: "let decoder = JSONDecoder()\n"
                + "    return try decoder.decode(Train.self, from: document)")
        #expect(try addition("A decoder with a name", right).run())
        let ways = OtherWays(try #require(workbook.folder.text(page)))
        #expect(ways.problems.isEmpty && ways.ways.count == 11)
        #expect(try ways.ways.last?.change.applied(to: MaintainedWorkbook.solution) == right)
    }

    @Test("A stub that is not open, a solution that is wrong, and a warning of the compiler")
    func models() throws {
        try workbook.replace(
            "throw TODO(\"Task 2: decode a list\")",
            with: "if true { return [] }\n    throw TODO(\"Task 2: decode a list\")",
            in: workbook.folder.exercisePath("01"))
        try workbook.replace(
            "try JSONDecoder().decode([Train].self, from: document)",
            with: "let unused = 1\n    return []", in: workbook.folder.solutionPath("01"))
        try workbook.write("", to: workbook.folder.wrongAnswersPath("01"))
        let verification = workbook.verification
        #expect(try !verification.run(only: nil))
        let problems = verification.problems(of: "01")
        #expect(problems.contains { $0.contains("Task 2 of the stub is not open") })
        #expect(problems.contains { $0.contains("The solution fails task 2") })
        #expect(
            problems.contains {
                $0.contains("The solution gives a warning: ") && $0.contains("unused")
            })
    }

    // MARK: - refuse

    private func refuse(
        _ heading: String, _ answer: String?, reason: String? = nil
    ) throws -> WrongAnswerCatalogue.Entry? {
        let page = workbook.folder.text(workbook.folder.wrongAnswersPath("01"))
        var addition = CatalogueAddition(
            number: "01", heading: heading, reason: reason, workbook: workbook.folder)
        if let answer {
            try workbook.write(answer, to: answerPath)
            addition.file = workbook.folder.url(answerPath).path
        }
        let stub = workbook.folder.text(workbook.folder.exercisePath("01"))
        defer { #expect(workbook.folder.text(workbook.folder.exercisePath("01")) == stub) }
        do {
            _ = try addition.run()
        } catch {
            #expect(workbook.folder.text(workbook.folder.wrongAnswersPath("01")) == page)
            throw error
        }
        let new = try #require(workbook.folder.text(workbook.folder.wrongAnswersPath("01")))
        return WrongAnswerCatalogue(new).entries.first { $0.heading == heading }
    }

    /// What is said of an answer that does not become an entry.
    private func refusal(_ heading: String, _ answer: String?) -> String {
        let error = #expect(throws: CommandFailure.self) {
            try refuse(heading, answer)
        }
        #expect(error?.description.contains("\n") == false, "One line")
        return error?.description ?? ""
    }

    private func wrong(_ body: String) -> String {
        MaintainedWorkbook.solution.replacing(
            "try JSONDecoder().decode([Train].self, from: document)", with: body)
    }

    @Test("An entry takes its task and its words from the verdict, and stands at its task")
    func refuse() throws {
        let entry = try #require(
            try refuse("The list is empty", wrong("[]"), reason: "An empty list is no error."))
        #expect(entry.task == 2 && entry.words == "The second train is lost")
        #expect(entry.reason == "An empty list is no error.")
        #expect(try entry.change.applied(to: MaintainedWorkbook.solution) == wrong("[]"))

        let first = MaintainedWorkbook.solution.replacing(
            "try JSONDecoder().decode(Train.self, from: document)",
            with: #"Train(name: "", cars: 0)"#)
        let other = try #require(try refuse("The name is lost", first))
        #expect(other.task == 1 && other.words == "The name of the train is lost")
        #expect(other.reason == WrongAnswerCatalogue.reasonToBeWritten)
        let page = try #require(workbook.folder.text(workbook.folder.wrongAnswersPath("01")))
        let catalogue = WrongAnswerCatalogue(page)
        #expect(
            catalogue.entries.suffix(2).map(\.heading) == ["The name is lost", "The list is empty"])
        #expect(catalogue.problems.count == 1, "Only the reason is to be written")
        #expect(other.broken == WrongAnswerCatalogue.sentenceToBeFound)
        let unfounded = CatalogueAddition(
            number: "01", heading: "Unfounded", broken: "Nobody says this",
            workbook: workbook.folder)
        #expect(throws: CommandFailure.self) { try unfounded.run() }

        #expect(refusal("The list is empty", wrong("[ ]")).contains("Choose another heading"))
        #expect(refusal("Once more", wrong("[]")).contains("\"The list is empty\""))
    }

    @Test("What is not refused by the checks is not written down")
    func notRefused() throws {
        #expect(refusal("Untouched", nil).contains("untouched"))
        #expect(refusal("The stub", MaintainedWorkbook.stub).contains("stub"))
        #expect(refusal("The solution", MaintainedWorkbook.solution).contains("is the solution"))
        let same = wrong(
            "let trains = try JSONDecoder().decode([Train].self, from: document)\n    return trains"
        )
        #expect(refusal("The same", same).contains("passes every task"))
        #expect(refusal("No Swift", wrong("nonsense")).contains("does not compile"))
        let open = wrong("throw TODO(\"Task 2: decode a list\")")
        #expect(refusal("Half", open).contains("task 2 is still open"))
        #expect(refusal(" ", wrong("[]")).contains("a heading of one line"))
    }

    @Test("What is typed: a number, a heading, and options")
    func arguments() throws {
        let typed = try RefuseArguments(["1", "--because", "why", "A heading", "--file", "a.swift"])
        let addition = try typed.addition(in: workbook.folder)
        #expect(addition.number == "01" && addition.heading == "A heading")
        #expect(addition.file == "a.swift" && addition.reason == "why")
        for arguments in [
            [], ["01"], ["01", "A", "B"], ["01", "A", "--file"], ["01", "A", "--x", "y"],
        ] {
            #expect(throws: UsageError.self) { try RefuseArguments(arguments) }
        }
        #expect(throws: UsageError.self) {
            try RefuseArguments(["99", "A"]).addition(in: workbook.folder)
        }
    }
}
