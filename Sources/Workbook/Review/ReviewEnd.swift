import DecodingExplainer
import ExerciseConventions
import Judging
import Walkthrough

/// The screen at the end of a review: the result, and the steps, each of which a key opens.
struct ReviewEnd {
    private let workbook: WorkbookFolder
    /// The result, in a sentence or two.
    private let result: String
    private let steps: [LessonStep]
    private var chosen = 0
    private var note: String?
    private var screen = TerminalScreen(on: .current)

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - steps: The steps to choose from. There is at least one.
    ///   - result: The result of the review.
    ///   - workbook: The folder of the lessons.
    init(_ steps: [LessonStep], saying result: String, in workbook: WorkbookFolder) {
        (self.steps, self.result, self.workbook) = (steps, result, workbook)
    }

    /// Shows the screen until the reader leaves it.
    mutating func show(_ keyboard: Keyboard) throws {
        RawMode.begin(handlesSignals: false)
        defer { RawMode.end() }
        while true {
            draw(on: .current)
            let foot = screen.foot(
                ["Return: open the step", "q: end", "↑ ↓: choose"], needed: ["q: end"])
            switch screen.key(from: keyboard, foot: foot, unless: { false }) {
            case .character("q"), .end:
                try Console.write("\u{1B}[H\u{1B}[J")
                return
            case .up, .back: chosen = max(chosen - 1, 0)
            case .down, .onward: chosen = min(chosen + 1, steps.count - 1)
            case .enter, .character("l"):
                let step = steps[chosen]
                note = try LessonOnScreen.show(step.lesson, at: step, in: workbook, keyboard)
            default: break
            }
        }
    }

    private mutating func draw(on terminal: Terminal) {
        func fitting(_ line: String) -> [String] {
            Terminal.rows(of: line, width: max(terminal.width, 1))
        }
        let heading = fitting(result) + [""]
        let items = zip(0..., steps).map { index, step in
            let mark = index == chosen ? terminal.paint("▸", .question) : " "
            return fitting("\(mark) Lesson \(step.lesson), step \(step.number): \(step.title)")
        }
        let end = note.map { [""] + fitting($0) } ?? []
        screen.show(heading + items.joined() + end, on: terminal)
        let row = heading.count + items[..<chosen].joined().count
        screen.reveal((chosen == 0 ? 0 : row)..<(row + items[chosen].count))
    }
}
