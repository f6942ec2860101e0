import Foundation
import Judging

/// The verification that the verdict of the checks is the expected one for the stub, the solution,
/// and every other known answer.
struct AnswerVerification {
    let number: String
    let workbook: WorkbookFolder
    /// The known answers of both pages.
    let answers: [KnownAnswer]
    /// The number of answers that are judged at the same time.
    let atOnce: Int

    /// Judges the answers.
    ///
    /// - Returns: The problems, a line for each. If the stub or the solution has a problem, it
    ///   causes all others, so nothing else is judged.
    /// - Throws: An error if nothing can be judged on this system.
    func problems() async throws -> [String] {
        let problemsOfStub = try await problems(
            of: "stub", at: workbook.exercisePath(number)
        ) { task in
            task.isOpen
                ? nil
                : "Task \(task.number) of the stub is not open. Make it throw TODO(\"Task "
                    + "\(task.number): …\")."
        }
        guard problemsOfStub.isEmpty else { return problemsOfStub }
        let problemsOfSolution = try await problems(
            of: "solution", at: workbook.solutionPath(number)
        ) { task in
            let message = task.problems.first?.message ?? "it is still open"
            return task.isRight
                ? nil : "The solution fails task \(task.number). Repair one of the two: \(message)"
        }
        guard problemsOfSolution.isEmpty else { return problemsOfSolution }
        return try await problemsOfNames() + problemsOfKnownAnswers()
    }

    var solution: String { workbook.text(workbook.solutionPath(number)) ?? "" }

    /// Builds an answer and runs the checks.
    func judgment(of answer: Answer) async throws -> Judgment {
        var judge = Judge(in: workbook)
        judge.trustsStubs = false
        return try await judge.judgment(of: answer, for: "verify \(number)")
    }

    /// Judges the stub or the solution.
    ///
    /// - Parameters:
    ///   - name: Its name: `stub`.
    ///   - path: The path of its file.
    ///   - problem: A function that returns the problem of a task with another verdict than the
    ///     expected one.
    private func problems(
        of name: String, at path: String, _ problem: (TaskVerdict) -> String?
    ) async throws -> [String] {
        let contents = try? Data(contentsOf: workbook.url(path))
        let judgment = try await judgment(of: Answer(number, contents, path: path))
        guard case .judged(let verdict, let warnings) = judgment else {
            return ["\(path) \(judgment.reasonAgainst ?? "")"]
        }
        if verdict.tasks.isEmpty {
            return ["No task was judged. Do the checks have tests titled \"Task 1 · …\"?"]
        }
        return warnings.map { "The \(name) gives a warning: \(path):\($0.line): \($0.message)" }
            + verdict.tasks.compactMap(problem)
            + (verdict.outside.map { ["\(path) did not run to its end: \($0.message)"] } ?? [])
    }

    private func problemsOfNames() async throws -> [String] {
        let checks = workbook.text(workbook.checksPath(number)) ?? ""
        let judgment = try await judgment(
            of: Answer(
                number, Data(LearnersNames.added(to: solution, checks: checks).utf8),
                path: workbook.exercisePath(number)))
        return judgment.reasonAgainst.map {
            [
                "A learner's own type or function breaks the checks by its name. The solution with "
                    + "LearnersNames \($0)"
            ]
        } ?? []
    }
}
