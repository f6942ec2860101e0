import DecodingExplainer
import Foundation
import Judging
import Synchronization
import Walkthrough

/// The list that the key `e` of `watch` shows: every exercise with its bar, to go to one of them.
///
/// The exercises are judged only while the list is on the screen.
@MainActor
final class ExerciseList {
    private let workbook: WorkbookFolder
    private let answers: AnswersFolder
    private let numbers: [String]
    /// The judgments that are known by now.
    private nonisolated let judgments = Mutex<[String: Judgment]>([:])
    private var chosen: Int
    /// The number that is being typed.
    private var typed = ""
    private var screen = TerminalScreen(on: .current)

    init(of answers: AnswersFolder, in workbook: WorkbookFolder, current: String) {
        self.answers = answers
        self.workbook = workbook
        numbers = workbook.exercises
        chosen = numbers.firstIndex(of: current) ?? 0
    }

    /// Shows the list until the learner chooses or goes back.
    ///
    /// - Returns: The number of an exercise, or nil for back.
    func choose(with keyboard: Keyboard) async -> String? {
        let checks = numbers.map { number in
            Check(number: number, answers: answers, workbook: workbook, hasKeys: true)
        }
        let task = Task.detached { await self.judge(checks) }
        let chosen = chosenNumber(with: keyboard)
        task.cancel()
        await task.value
        return chosen
    }

    /// Judges exercises until the task is canceled. Those that take no time come first.
    private nonisolated func judge(_ checks: [Check]) async {
        let inOrder =
            checks.filter { !$0.needsBuild($0.read()) } + checks.filter { $0.needsBuild($0.read()) }
        let silence: @Sendable (String) -> Void = { _ in }
        await Progress.$listener.withValue(silence) {
            for check in inOrder {
                guard let judgment = await WatchJudge.judgment(of: check.read(), with: check) else {
                    return
                }
                judgments.withLock { $0[check.number] = judgment }
            }
        }
    }

    private func chosenNumber(with keyboard: Keyboard) -> String? {
        while true {
            let known = judgments.withLock(\.self)
            show(known, on: .current)
            let key = screen.key(from: keyboard, foot: foot(known)) {
                judgments.withLock(\.count) != known.count
            }
            switch key {
            case .enter: return numbers.isEmpty ? nil : numbers[chosen]
            case .character("q"), .character("e"), .end: return nil
            case .down, .onward: choose(chosen + 1)
            case .up, .back: choose(chosen - 1)
            case .delete: type(String(typed.dropLast()))
            case .character(let digit) where "0"..."9" ~= digit:
                type(String((typed + String(digit)).suffix(2)))
            default: break
            }
        }
    }

    private func choose(_ index: Int) {
        chosen = min(max(index, 0), max(numbers.count - 1, 0))
        typed = ""
    }

    private func type(_ digits: String) {
        typed = digits
        if let index = numbers.firstIndex(where: { Int($0) == Int(digits) }) { chosen = index }
    }

    private func show(_ known: [String: Judgment], on terminal: Terminal) {
        let report = VerdictReport(workbook: workbook, answers: answers, terminal: terminal)
        // Each exercise has one row, so that there is room for all of them.
        let titles = numbers.map { workbook.exerciseTitle($0).trimmingPrefix("Exercise ") }
        let width = titles.map { DisplayText.width(of: $0) }.max() ?? 0
        let heading = report.fitting([terminal.paint("The exercises", .title), ""])
        let items = zip(numbers, titles).map { number, title in
            let judged = known[number].map { report.line(for: $0, of: number) } ?? "…"
            let mark = number == numbers[chosen] ? terminal.paint("▸", .question) : " "
            let padded = DisplayText.padded(String(title), width: width)
            return report.fitting(["\(mark) \(padded)  \(judged)"])[0]
        }
        screen.show(heading + items, on: terminal)
        let row = heading.count + chosen
        screen.reveal((chosen == 0 ? 0 : row)..<(row + 1))
    }

    private func foot(_ known: [String: Judgment]) -> String {
        let first = ["Return: watch \(numbers.isEmpty ? "" : numbers[chosen])", "q: back"]
        let activity =
            known.count < numbers.count ? "Judging \(known.count) of \(numbers.count) …" : nil
        let hidden = screen.hidden
        return screen.foot(
            first + [activity, hidden, "↑ ↓ or a number: choose"], needed: first + [activity])
    }
}
