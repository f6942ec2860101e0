import DecodingExplainer
import ExerciseConventions
import Foundation
import Judging
import Synchronization
import Walkthrough

/// `maintain verify`: what a maintainer wants to know of an exercise before anybody sees it.
///
/// It looks at the files first: are they all there, do they agree, do they keep the rules? Then it builds
/// the stub, the solution and every known answer, and judges each with the same checks that judge the
/// learner. At last it tries the demos of the teacher's guide. What has not changed since it was found to
/// be right is not judged again (``VerificationStamp``).
struct Verification {
    let workbook: WorkbookFolder
    /// The titles of the steps that messages may name, by lesson.
    var stepTitles = LessonStep.titles(ofLesson:)
    /// Whether everything is judged, changed or not.
    var judgesAll = false

    init(of workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// - Parameter number: The exercise, or nil for all. It need not exist: then the report lists the
    ///   files that it needs.
    /// - Returns: Whether everything holds.
    func run(only number: String?) throws -> Bool {
        let numbers = number.map { [$0] } ?? workbook.numbers
        // A build of one exercise can hardly use two cores, so several exercises go on at once. A single
        // one has all of them for its answers. While an answer that never ends is waited for, the cores
        // have time for one more.
        let most = mostAtOnce + 1
        let atOnce = numbers.count == 1 ? most : 1
        let isGood = try Progress.during("Verifying \(numbers.joined(separator: ", "))") {
            try numbers.concurrentMap(atMost: most) { number in
                let result = result(of: number, atOnce: atOnce)
                Progress.say(report(result, of: number).joined(separator: "\n"))
                return result.isGood
            }
        }
        return isGood.allSatisfy(\.self)
    }

    /// What came of an exercise.
    enum Result: Equatable {
        /// How many answers and demos there are, which are all as they should be.
        case good(right: Int, wrong: Int, demos: Int)
        /// It was good, and nothing has changed since then.
        case unchanged
        /// What is wrong with it, never empty.
        case problems([String])

        var isGood: Bool { problems.isEmpty }

        var problems: [String] { if case .problems(let problems) = self { problems } else { [] } }
    }

    /// The lines that a maintainer reads of an exercise.
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

    /// A problem in lines of a terminal. Lines of a file keep their form.
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
    /// - Parameter atOnce: How many answers are judged at once.
    func result(of number: String, atOnce: Int = 1) -> Result {
        let files = FileVerification(number, in: workbook, stepTitles: stepTitles)
        let missing = files.missing
        guard missing.isEmpty else {
            let isNew = missing.count > LessonFile.allCases.count
            let advice = "swift run maintain new \(number) NameOfIt writes all of them."
            return .problems(missing + (isNew ? [advice] : []))
        }
        do {
            let pages = ExercisePages(number, in: workbook)
            let problems = files.problems + files.lint + pages.problems
            let stamp = try VerificationStamp(of: number, in: workbook)
            if problems.isEmpty, !judgesAll, stamp.isCurrent { return .unchanged }
            let others = try judgedProblems(pages, atOnce: atOnce)
            guard problems.isEmpty, others.isEmpty else { return .problems(problems + others) }
            try stamp.put()
            let wrong = pages.answers.count { $0.refusal != nil }
            return .good(
                right: pages.answers.count - wrong, wrong: wrong, demos: pages.guide.demos.count)
        } catch {
            return .problems(files.problems + ["The checks could not be run: \(error)"])
        }
    }

    /// What is wrong with an exercise.
    func problems(of number: String) -> [String] { result(of: number).problems }

    private func judgedProblems(_ pages: ExercisePages, atOnce: Int) throws -> [String] {
        let number = pages.number
        return try AnswerVerification(
            number: number, workbook: workbook, answers: pages.answers, atOnce: atOnce
        ).problems()
            + DemoVerification(
                number: number, workbook: workbook, guide: pages.guide, atOnce: atOnce
            ).problems()
    }
}
