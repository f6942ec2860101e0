import Foundation
import Judging
import Walkthrough

/// The number of tasks of the whole workbook that are right, as the last verdicts said.
struct TaskCount {
    private static let cells = 12
    private let right: Int
    private let all: Int

    /// Counts the learner's tasks, which all have hints. The result is nil if there are none.
    init?(in workbook: WorkbookFolder) {
        let exercises = workbook.exercises
        right = exercises.map { ExerciseMemory(number: $0, workbook: workbook).right }
            .reduce(0, +)
        all = exercises.map { Hints(workbook.text(workbook.hintsPath($0)) ?? "").titles.count }
            .reduce(0, +)
        if all == 0 { return nil }
    }

    private var numbers: String { "\(right) of \(all) tasks" }

    /// The number of columns of the line.
    var width: Int { Self.cells + 2 + numbers.count }

    /// Returns a bar and the numbers: `██████······  55 of 110 tasks`. A plain terminal has no bar.
    func line(on terminal: Terminal) -> String {
        let full = right == 0 ? 0 : max(right * Self.cells / all, 1)
        return terminal.bar(full, of: Self.cells) + numbers
    }
}

extension Terminal {
    /// Returns a bar with two blanks behind it. A plain terminal has none.
    func bar(_ full: Int, of cells: Int) -> String {
        if isPlain { return "" }
        let bar = String(repeating: "█", count: min(full, cells))
            .padding(toLength: cells, withPad: "·", startingAt: 0)
        return paint(bar, .good) + "  "
    }
}
