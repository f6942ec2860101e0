import Foundation
import Judging

/// Whether the checks say of each answer what they should: of the stub, of the solution, and of
/// every wrong answer.
struct AnswerVerification {
    let number: String
    let workbook: WorkbookFolder
    let catalogue: WrongAnswerCatalogue
    /// How many answers are judged at once.
    let atOnce: Int

    init(
        _ number: String, _ catalogue: WrongAnswerCatalogue, in workbook: WorkbookFolder,
        atOnce: Int
    ) {
        self.number = number
        self.workbook = workbook
        self.catalogue = catalogue
        self.atOnce = atOnce
    }

    private func judgment(of answer: Answer) throws -> Judgment {
        var judge = Judge(in: workbook)
        judge.trustsStubs = false
        judge.asksForMessages = true
        return try judge.judgment(of: answer, for: "verify \(number)")
    }

    /// - Returns: What is wrong, and the messages of the checks that no wrong answer has heard.
    func findings() throws -> (problems: [String], unheard: [String]) {
        var messages = CheckMessages()
        let problems = try problemsOfAnswers(&messages)
        return (problems, messages.unheard)
    }

    private func problemsOfAnswers(_ messages: inout CheckMessages) throws -> [String] {
        let solution = workbook.text(workbook.solutionPath(number)) ?? ""
        let ofTheModels = try problemsOfStub() + problems(ofSolution: solution, &messages)
        return try ofTheModels + problemsOfNames(solution) + problemsOfOtherWays(beside: solution)
            + WrongAnswerVerification(
                number: number, workbook: workbook, catalogue: catalogue, atOnce: atOnce,
                solution: solution, judgment: { try judgment(of: $0) }
            ).problems(&messages)
    }

    private func problemsOfStub() throws -> [String] {
        let path = workbook.exercisePath(number)
        let stub = Answer(number, in: .learners, of: workbook)
        let judgment = try judgment(of: stub)
        guard case .judged(let verdict, let warnings) = judgment else {
            return [doesNotCompile(path, judgment)]
        }
        return warnings.map {
            "The stub gives a warning, so repair it: \(path):\($0.line): \($0.message)"
        }
            + verdict.tasks.filter { !$0.isOpen }.map {
                "Task \($0.number) of the stub is not open. Make it throw TODO(\"Task "
                    + "\($0.number): …\")."
            }
            + ending(of: verdict, path)
            + difference(of: verdict, fromKnown: ExerciseVerdict(ofStub: stub, in: workbook))
    }

    /// A file that equals its stub is not built: what is said of it then should be what the checks say.
    private func difference(
        of verdict: ExerciseVerdict, fromKnown known: ExerciseVerdict?
    ) -> [String] {
        if verdict.tasks.map(\.title) == known?.tasks.map(\.title) { return [] }
        return [
            "The checks and \(workbook.hintsPath(number)) name different tasks, so a stub has to be "
                + "built to know that it is open. Give them the same titles, in the same order."
        ]
    }

    private func problems(
        ofSolution text: String, _ messages: inout CheckMessages
    ) throws -> [String] {
        let path = workbook.solutionPath(number)
        let judgment = try judgment(of: Answer(number, Data(text.utf8), path: path))
        guard case .judged(let verdict, let warnings) = judgment else {
            return [doesNotCompile(path, judgment)]
        }
        return warnings.map {
            "The solution gives a warning: \(path):\($0.line): \($0.message)"
        }
            + verdict.tasks.filter { !$0.isRight }.map { task in
                let said = task.problems.first?.message ?? "it is still open"
                return "The solution fails task \(task.number). Repair the one or the other: \(said)"
            }
            + ending(of: verdict, path)
    }

    private func problemsOfNames(_ solution: String) throws -> [String] {
        let judgment = try judgment(
            of: Answer(
                number, Data(LearnersNames.added(to: solution).utf8),
                path: workbook.exercisePath(number)))
        return judgment.reasonAgainst.map {
            [
                "A learner's own type or function breaks the checks by its name. The solution with "
                    + "LearnersNames \($0)"
            ]
        } ?? []
    }

    private func ending(of verdict: ExerciseVerdict, _ path: String) -> [String] {
        if verdict.tasks.isEmpty {
            return ["No task was judged. Do the checks have tests titled \"Task 1 · …\"?"]
        }
        return verdict.outside.map { ["\(path) did not run to its end: \($0.message)"] } ?? []
    }

    private func doesNotCompile(_ path: String, _ judgment: Judgment) -> String {
        "\(path) does not compile with the checks. \(Self.reason(judgment) ?? "")"
    }

    /// Why there is no verdict, with the place where the compiler names one.
    static func reason(_ judgment: Judgment) -> String? {
        switch judgment {
        case .judged: nil
        case .missing: "The file is not there."
        case .notJudged(let reason): reason
        case .notCompiled(let failure):
            failure.diagnostics.first.map { "\($0.path):\($0.line): \($0.message)" }
                ?? failure.reasons[0]
        }
    }

    // MARK: - Other ways

    /// How many other right answers an exercise should show.
    static let fewestWays = 10

    /// Each of them is right, and the compiler has nothing to say about it: to be right and refused is the
    /// worst that can happen to a learner.
    private func problemsOfOtherWays(beside solution: String) throws -> [String] {
        let path = workbook.path(.otherWays, number)
        let page = OtherWays(workbook.text(path) ?? "")
        let few =
            page.ways.count < Self.fewestWays
            ? [
                "\(path) has \(page.ways.count) other ways, and \(Self.fewestWays) are the least. Add "
                    + "them with swift run maintain accept \(number) \"Heading\"."
            ] : []
        let found = try page.ways.concurrentMap(atMost: atOnce) { way -> String? in
            do {
                let stub = workbook.text(workbook.stubPath(number)) ?? ""
                let text =
                    try (try? way.change.applied(to: stub)) ?? way.change.applied(to: solution)
                let judgment = try judgment(
                    of: Answer(number, Data(text.utf8), path: workbook.exercisePath(number)))
                return judgment.reasonAgainst.map { "The other way \"\(way.heading)\" \($0)" }
            } catch let stale as WrittenChange.Stale {
                return "The other way \"\(way.heading)\" no longer fits the solution. "
                    + stale.description
            }
        }
        return page.problems.map { "\(path): \($0)" } + few + found.compactMap(\.self)
    }
}
