import DecodingExplainer
import Foundation
import Synchronization
import Walkthrough

/// `workbook verify`: what a maintainer wants to know of an exercise before anybody sees it.
///
/// It looks at the files first (do numbers, titles, tasks and hints agree, does each comment name a
/// step that exists?), then builds the stub, the solution and every wrong answer, and judges each
/// with the same checks that judge the learner.
struct Verification {
    let workbook: WorkbookFolder

    init(of workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// - Parameter number: The exercise, or nil for all.
    /// - Returns: Whether everything holds.
    func run(only number: String?) throws -> Bool {
        let numbers = number.map { [$0] } ?? workbook.numbers
        let waiting = Mutex(numbers[...])
        let isGood = Mutex(true)
        // One lane a core: a build of one exercise can hardly use two. Each lane has a build folder
        // and an answers folder of its own.
        let lanes = min(numbers.count, ProcessInfo.processInfo.activeProcessorCount, 4)
        Progress.during("Verifying \(numbers.joined(separator: ", "))") {
            DispatchQueue.concurrentPerform(iterations: lanes) { lane in
                while let number = waiting.withLock({ $0.popFirst() }) {
                    let problems = problems(of: number, lane: lane)
                    isGood.withLock { isGood in
                        report(problems, of: number)
                        isGood = isGood && problems.isEmpty
                    }
                }
            }
        }
        return isGood.withLock(\.self)
    }

    private func report(_ problems: [String], of number: String) {
        let wrongAnswers = catalogue(number).entries.count
        guard problems.isEmpty else {
            print("✘ \(number)")
            for problem in problems {
                print(
                    DisplayText.wrapped("  - \(problem)", width: 100, indent: "    ").joined(
                        separator: "\n"))
            }
            return
        }
        print("✔ \(number)  stub open, solution right, \(wrongAnswers) wrong answers refused")
    }

    private func problems(of number: String, lane: Int) -> [String] {
        let files = FileVerification(number, in: workbook)
        let missing = files.missing
        guard missing.isEmpty else { return missing }
        do {
            let catalogue = catalogue(number)
            return try files.problems + catalogue.problems
                + AnswerVerification(number, catalogue, in: workbook, lane: lane).problems()
        } catch {
            return files.problems + ["The checks could not be run: \(error)"]
        }
    }

    private func catalogue(_ number: String) -> WrongAnswerCatalogue {
        WrongAnswerCatalogue(workbook.text(workbook.wrongAnswersPath(number)) ?? "")
    }
}
