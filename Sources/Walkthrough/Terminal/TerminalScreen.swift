import DecodingExplainer

/// Rows in a terminal, below a head that stays and above a foot line that says what the keys do. The
/// rows that there is no room for are scrolled to.
package struct TerminalScreen {
    private(set) var terminal: Terminal
    private var head: [String] = []
    /// The rows that scroll.
    package private(set) var rows: [String] = []
    /// The first row that is shown.
    private var top = 0
    /// The number of letters above the row to which somebody has scrolled, or nil at the end. In a window
    /// of another width, lines break elsewhere, and their letters stay.
    private var place: Int? = 0
    private let keepsEnd: Bool

    /// Creates a screen without rows.
    ///
    /// - Parameters:
    ///   - terminal: The terminal as it is now.
    ///   - keepsEnd: True where the end stays in sight, whatever size the window gets.
    package init(on terminal: Terminal, keepsEnd: Bool = false) {
        self.terminal = terminal
        self.keepsEnd = keepsEnd
    }

    /// The number of rows above the foot line. A terminal that does not tell its height has 24 rows.
    private var height: Int { (terminal.height ?? 24) - 1 }
    private var room: Int { max(height - head.count, 1) }
    /// The number of rows in half a screen.
    var half: Int { max(min((height + 1) / 2, room), 1) }
    /// The number of rows below those that are shown.
    var below: Int { max(rows.count - top - room, 0) }

    /// The numbers of the rows that are not shown, such as `↑ 12 ↓ 3`; nil where all are shown.
    package var hidden: String? {
        let parts = [top > 0 ? "↑ \(top)" : nil, below > 0 ? "↓ \(below)" : nil].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Takes other rows, each no wider than the terminal, to scroll below a head. The screen stays at its
    /// row; in a window of another size, at the letters to which somebody has scrolled.
    package mutating func show(
        _ rows: [String], under head: [String] = [], on terminal: Terminal
    ) {
        let isResized = !terminal.hasSize(of: self.terminal)
        (self.rows, self.head, self.terminal) = (rows, head, terminal)
        top = clamped(isResized ? row(at: place) : top)
    }

    private func clamped(_ top: Int) -> Int { min(max(top, 0), max(rows.count - room, 0)) }

    private func row(at place: Int?) -> Int {
        guard var rest = place, rest > 0 else { return place ?? rows.count }
        let row = rows.firstIndex { row in
            rest -= Self.letters(in: row)
            return rest < 0
        }
        return row ?? rows.count
    }

    /// The number of letters and digits in a row, without those of its colors.
    private static func letters(in row: String) -> Int {
        row.replacing(#/\x{1B}\[[\d;]*m/#, with: "").count { $0.isLetter || $0.isNumber }
    }

    // MARK: - Scrolling

    /// Makes a row the first one that is shown, or an earlier one where there is room for all below it.
    package mutating func scroll(to row: Int) {
        top = clamped(row)
        place = keepsEnd && below == 0 ? nil : rows[..<top].reduce(0) { $0 + Self.letters(in: $1) }
    }

    /// Scrolls with an arrow by some rows, and with space or a page key by a page, of which one row stays.
    package mutating func scroll(with key: Key, step: Int = 1) {
        switch key {
        case .up: scroll(to: top - step)
        case .down: scroll(to: top + step)
        case .back: scroll(to: top - max(room - 1, 1))
        case .onward: scroll(to: top + max(room - 1, 1))
        default: break
        }
    }

    /// Scrolls no further than it has to until some rows are seen, the first of them in any case.
    package mutating func reveal(_ wanted: Range<Int>) {
        scroll(to: min(max(top, wanted.upperBound - room), wanted.lowerBound))
    }

    // MARK: - Showing

    /// A foot line of as many words as there is room for. Needed words come before the others, and their
    /// beginning is better than nothing.
    package func foot(_ words: [String?], needed: [String?] = [], indent: Int = 0) -> String {
        let gap = terminal.width < 60 ? "  " : " · "
        var shown: [String: String] = [:]
        var room = terminal.width - 1 - indent
        for word in (needed + words).compactMap(\.self) where shown[word] == nil {
            let width = DisplayText.width(of: word)
            if width > room, room < 9 || !needed.contains(word) { continue }
            shown[word] =
                width > room ? DisplayText.prefix(of: word, width: room - 2) + " …" : word
            room -= width + gap.count
        }
        let line = words.compactMap { $0.flatMap { shown[$0] } }.joined(separator: gap)
        return String(repeating: " ", count: indent) + line
    }

    /// The screen as the terminal wants it, from its top on. A very low one has no room for the head.
    package func text(foot: String) -> String {
        let shown = (head + rows.dropFirst(top).prefix(room)).suffix(max(height, 0))
        let line = DisplayText.prefix(of: foot, width: terminal.width - 1)
        return "\u{1B}[H" + shown.map { "\u{1B}[2K\($0)\n" }.joined() + "\u{1B}[J"
            + terminal.paint(line, .faint)
    }

    /// Shows the rows and waits for a key. Every `pause` milliseconds, it looks for something else to show.
    ///
    /// - Returns: The key, or nil where something else has changed, such as the size of the window.
    package func key(
        from keyboard: Keyboard, foot: String, within pause: Int32 = 200,
        unless hasChanged: () -> Bool
    ) -> Key? {
        terminal.write(text(foot: foot))
        return keyboard.next(within: pause) {
            hasChanged() || RawMode.takeResumed() || !Terminal.current.hasSize(of: terminal)
        }
    }
}
