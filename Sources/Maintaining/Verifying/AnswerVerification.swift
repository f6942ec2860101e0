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
        let problemsOfStub = try await problemsOfStub()
        guard problemsOfStub.isEmpty else { return problemsOfStub }
        let problemsOfSolution = try await problemsOfSolution()
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

    // MARK: - The stub

    private func problemsOfStub() async throws -> [String] {
        let path = workbook.exercisePath(number)
        let stub = Answer(number, in: .learners, of: workbook)
        let judgment = try await judgment(of: stub)
        guard case .judged(let verdict, let warnings) = judgment else {
            return ["\(path) \(judgment.reasonAgainst ?? "")"]
        }
        return warnings.map {
            "The stub gives a warning, so repair it: \(path):\($0.line): \($0.message)"
        }
            + verdict.tasks.filter { !$0.isOpen }.map {
                "Task \($0.number) of the stub is not open. Make it throw TODO(\"Task "
                    + "\($0.number): …\")."
            }
            + ending(of: verdict, path)
            + difference(
                of: verdict, fromUnbuilt: ExerciseVerdict(ofStub: stub, in: workbook))
    }

    /// Returns the problem if the verdict without a build, which a file gets that equals its stub,
    /// differs from that of the checks.
    private func difference(
        of verdict: ExerciseVerdict, fromUnbuilt unbuilt: ExerciseVerdict?
    ) -> [String] {
        if verdict.tasks.map(\.title) == unbuilt?.tasks.map(\.title) { return [] }
        return [
            "The checks and \(workbook.hintsPath(number)) name different tasks, so a stub has to be "
                + "built to know that it is open. Give them the same titles, in the same order."
        ]
    }

    // MARK: - The solution

    private func problemsOfSolution() async throws -> [String] {
        let path = workbook.solutionPath(number)
        let judgment = try await judgment(of: Answer(number, Data(solution.utf8), path: path))
        guard case .judged(let verdict, let warnings) = judgment else {
            return ["\(path) \(judgment.reasonAgainst ?? "")"]
        }
        return warnings.map {
            "The solution gives a warning: \(path):\($0.line): \($0.message)"
        }
            + verdict.tasks.filter { !$0.isRight }.map { task in
                let message = task.problems.first?.message ?? "it is still open"
                return "The solution fails task \(task.number). Repair one of the two: \(message)"
            }
            + ending(of: verdict, path)
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

    private func ending(of verdict: ExerciseVerdict, _ path: String) -> [String] {
        if verdict.tasks.isEmpty {
            return ["No task was judged. Do the checks have tests titled \"Task 1 · …\"?"]
        }
        return verdict.outside.map { ["\(path) did not run to its end: \($0.message)"] } ?? []
    }
}
