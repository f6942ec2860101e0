import DecodingExplainer
import Foundation
import Judging
import Synchronization
import Walkthrough

/// `e` in `watch`: every exercise with its bar, to go to one of them.
///
/// The exercises are judged while the list is on the screen, and only then: who does not ask for the
/// list does not wait for it.
final class ExerciseList {
    private let workbook: WorkbookFolder
    private let answers: AnswersFolder
    private let numbers: [String]
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
    func choose(with keyboard: Keyboard) -> String? {
        let judging = ListJudging(numbers, of: answers, in: workbook)
        defer { judging.stop() }
        while true {
            let known = judging.known
            show(known, on: .current)
            let key = screen.key(from: keyboard, foot: foot(known)) {
                judging.known.count != known.count
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
        let report = VerdictReport(in: workbook, answers: answers, terminal: terminal)
        let titles = numbers.map(workbook.exerciseTitle)
        let width = titles.map { DisplayText.width(of: $0) }.max() ?? 0
        var lines = report.fitting([terminal.paint("The exercises", .title), ""])
        var wanted = 0..<0
        // A title, its marks and some counts; in a narrower window the marks stand below the title.
        let hasColumns = terminal.width >= width + 45
        for (index, number) in numbers.enumerated() {
            let judged = known[number].map { report.line(for: $0, of: number) } ?? "…"
            let mark = index == chosen ? terminal.paint("▸", .question) : " "
            let rows = report.fitting(
                hasColumns
                    ? ["\(mark) \(DisplayText.padded(titles[index], width: width))  \(judged)"]
                    : ["\(mark) \(titles[index])", "    \(judged)"])
            if index == chosen { wanted = lines.count..<(lines.count + rows.count) }
            lines += rows
        }
        screen.show(lines, on: terminal)
        screen.reveal(chosen == 0 ? 0..<wanted.upperBound : wanted)
    }

    private func foot(_ known: [String: Judgment]) -> String {
        let first = ["Return: watch \(numbers.isEmpty ? "" : numbers[chosen])", "q: back"]
        let activity =
            known.count < numbers.count ? "Judging \(known.count) of \(numbers.count) …" : nil
        let hidden = screen.hidden.map { "\($0) of \(screen.rows.count) lines more" }
        return screen.foot(
            first + [activity, hidden, "↑ ↓ or a number: choose"], needed: first + [activity])
    }
}

/// Judges exercises one after the other, beside the screen.
private final class ListJudging: Sendable {
    private let judgments = Mutex<[String: Judgment]>([:])
    private let cancellation = Cancellation()
    private let isOver = DispatchSemaphore(value: 0)

    /// Those that are known by now.
    var known: [String: Judgment] { judgments.withLock(\.self) }

    init(_ numbers: [String], of answers: AnswersFolder, in workbook: WorkbookFolder) {
        let checks = numbers.map { number in
            var check = Check(number, of: answers, in: workbook)
            check.hasScreen = true
            return check
        }
        let judge = Judge(in: workbook)
        let answered = checks.map { ($0, Answer($0.number, in: answers, of: workbook)) }
        Thread.detachNewThread { [self] in
            // What takes no time comes first.
            let inOrder =
                answered.filter { !judge.builds($0.1) } + answered.filter { judge.builds($0.1) }
            Cancellation.$current.withValue(cancellation) {
                Progress.$listener.withValue({ _ in }) {
                    for (check, answer) in inOrder {
                        guard let judgment = WatchJudge.judgment(of: answer, with: check) else {
                            break
                        }
                        judgments.withLock { $0[check.number] = judgment }
                    }
                }
            }
            isOver.signal()
        }
    }

    /// Ends it, and waits until it has ended. Call it once.
    func stop() {
        cancellation.cancel()
        isOver.wait()
    }
}
