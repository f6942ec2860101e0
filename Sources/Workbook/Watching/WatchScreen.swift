import DecodingExplainer
import Judging
import Walkthrough

/// Lines on a terminal, as many as there is room for, above a row that says what the keys do. What there
/// is no room for is scrolled to.
struct WatchScreen {
    let terminal: Terminal
    /// Each fits into a row.
    let lines: [String]
    /// The first line that is shown.
    private(set) var top = 0

    init(_ lines: [String], on terminal: Terminal) {
        self.lines = lines
        self.terminal = terminal
    }

    /// How many lines there is room for.
    private var room: Int { max((terminal.height ?? 24) - 1, 0) }
    private var lastTop: Int { max(lines.count - room, 0) }

    /// How many lines another page is further on: one line stays, to go on from.
    var page: Int { max(room - 1, 1) }

    /// Begins with a line, or with a later one where there is room for the end.
    mutating func scroll(to line: Int) {
        top = min(max(line, 0), lastTop)
    }

    /// Scrolls no further than it has to until some lines are seen, the first of them in any case.
    mutating func reveal(_ wanted: Range<Int>) {
        scroll(to: min(max(top, wanted.upperBound - room), wanted.lowerBound))
    }

    /// The screen as the terminal wants it, from its top on.
    ///
    /// - Parameters:
    ///   - activity: What is being done.
    ///   - first: What the keys do that have to be known here.
    ///   - keys: What others do, the most useful ones first. As many are shown as there is room for.
    func text(activity: String?, first: [String] = [], keys: [String]) -> String {
        let rows = lines.dropFirst(top).prefix(room).map { "\u{1B}[2K\($0)\n" }.joined()
        return "\u{1B}[H\(rows)\u{1B}[J" + terminal.paint(status(activity, first, keys), .faint)
    }

    private func status(
        _ activity: String?, _ first: [String], _ keys: [String]
    ) -> String {
        let below = lines.count - top - room
        let hidden = [top > 0 ? "↑ \(top)" : nil, below > 0 ? "↓ \(below)" : nil]
            .compactMap(\.self).joined(separator: " ")
        let more = hidden.isEmpty ? [] : ["\(hidden) of \(lines.count) lines more"]
        let gap = terminal.width < 60 ? "  " : " · "
        // The way out is always there, and what goes on, as far as there is room.
        let kept = first + keys.filter { $0.hasPrefix("q: ") }
        let room = terminal.width - 1 - kept.reduce(0) { $0 + DisplayText.width(of: $1 + gap) }
        let busy = activity.map {
            [DisplayText.cut($0, width: max(room - 2, 1))[0] + " …"]
        }
        let words = first + (busy ?? []) + more + keys
        let needed = Set(kept + (busy ?? []))
        let inOrder = words.filter(needed.contains) + words.filter { !needed.contains($0) }
        let shown = inOrder.reduce(into: Set<String>()) { shown, word in
            let line = words.filter { shown.contains($0) || $0 == word }.joined(separator: gap)
            if DisplayText.width(of: line) < terminal.width { shown.insert(word) }
        }
        return words.filter(shown.contains).joined(separator: gap)
    }
}
