import DecodingExplainer
import ExerciseConventions
import Foundation
import Judging
import Synchronization
import Walkthrough

/// The work of `maintain verify`: it checks exercises before a learner sees them.
///
/// It looks at the files first: do all of them exist, do they agree, do they keep the rules? Then
/// it builds the stub, the solution and every known answer, and judges each of them with the checks
/// that judge the learner. At last it tries the demos of the teacher's guide. An exercise that has
/// not changed since it was found to be right is not judged again (``VerificationStamp``).
struct Verification {
    let workbook: WorkbookFolder
    /// A function that returns the titles of a lesson's steps that messages may name.
    var stepTitles = LessonStep.titles(ofLesson:)
    /// A Boolean value that indicates whether unchanged exercises are judged too.
    var judgesAll = false

    /// Verifies exercises and prints a report.
    ///
    /// - Parameter number: The number of the exercise, or `nil` for all. The exercise need not
    ///   exist. Then the report lists the files that it needs.
    /// - Returns: True if there is no problem.
    func run(only number: String?) async throws -> Bool {
        let all = Set(workbook.lessons + workbook.exercises).sorted()
        let numbers = number.map { [$0] } ?? all
        // The build of one exercise hardly uses two cores, so several exercises are verified at the
        // same time. A single exercise has all cores for its answers. While the tool waits for an
        // answer that never ends, the cores have time for one more.
        let most = mostAtOnce + 1
        let atOnce = numbers.count == 1 ? most : 1
        let isGood = try await Progress.during("Verifying \(numbers.joined(separator: ", "))") {
            try await numbers.concurrentMap(atMost: most) { number in
                let result = await result(of: number, atOnce: atOnce)
                Progress.say(report(result, of: number).joined(separator: "\n"))
                return result.isGood
            }
        }
        return isGood.allSatisfy(\.self)
    }

    /// The result of an exercise's verification.
    enum Result: Equatable {
        /// Everything is right. The values are the numbers of right and wrong answers and of demos.
        case good(right: Int, wrong: Int, demos: Int)
        /// Everything was right at the last verification, and nothing has changed since then.
        case unchanged
        /// There are problems, and at least one.
        case problems([String])

        var isGood: Bool { problems.isEmpty }

        var problems: [String] { if case .problems(let problems) = self { problems } else { [] } }
    }

    /// Returns the lines of the report on an exercise.
    func report(_ result: Result, of number: String) -> [String] {
        switch result {
        case .good(let right, let wrong, let demos):
            [
                "✔ \(number)  stub open, solution and \(right) other answers right, \(wrong) wrong "
                    + "answers refused, \(demos) demos as promised"
            ]
        case .unchanged:
            ["✔ \(number)  unchanged since it was verified; --all judges it again"]
        case .problems(let problems):
            ["✘ \(number)"] + problems.flatMap(Self.lines)
        }
    }

    /// Returns a problem in lines for a terminal. Lines of a file keep their form.
    private static func lines(of problem: String) -> [String] {
        let lines = problem.split(separator: "\n").enumerated().flatMap { index, line in
            line.hasPrefix("│")
                ? DisplayText.cut(line, width: 96)
                : DisplayText.wrapped(String(line), width: 96)
        }
        return zip(["  - "] + Array(repeating: "    ", count: lines.count), lines).map(+)
    }

    // MARK: - One exercise

    /// Verifies one exercise.
    ///
    /// - Parameters:
    ///   - number: The number of the exercise.
    ///   - atOnce: The number of answers that are judged at the same time.
    func result(of number: String, atOnce: Int = 1) async -> Result {
        let files = FileVerification(number, in: workbook, stepTitles: stepTitles)
        let missing = files.missing
        guard missing.isEmpty else {
            let isNew = missing.count > LessonFile.allCases.count
            let advice = "swift run maintain new \(number) NameOfIt writes all of them."
            return .problems(missing + (isNew ? [advice] : []))
        }
        do {
            let pages = ExercisePages(number, in: workbook)
            let problems = await files.problems + files.lint() + pages.problems
            let stamp = try await VerificationStamp(of: number, in: workbook)
            if problems.isEmpty, !judgesAll, stamp.isCurrent { return .unchanged }
            let judgedProblems = try await judgedProblems(pages, atOnce: atOnce)
            guard problems.isEmpty, judgedProblems.isEmpty else {
                return .problems(problems + judgedProblems)
            }
            try stamp.put()
            let wrong = pages.answers.count { $0.refusal != nil }
            return .good(
                right: pages.answers.count - wrong, wrong: wrong, demos: pages.guide.demos.count)
        } catch {
            return .problems(files.problems + ["The checks could not be run: \(error)"])
        }
    }

    private func judgedProblems(_ pages: ExercisePages, atOnce: Int) async throws -> [String] {
        let number = pages.number
        return try await AnswerVerification(
            number: number, workbook: workbook, answers: pages.answers, atOnce: atOnce
        ).problems()
            + DemoVerification(
                number: number, workbook: workbook, guide: pages.guide, atOnce: atOnce
            ).problems()
    }
}
