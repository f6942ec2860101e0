import DecodingExplainer

/// Rows in a terminal, below a head that stays and above a foot line that names the keys. If there is no
/// room for all rows, they scroll.
package struct TerminalScreen {
    private(set) var terminal: Terminal
    private var head: [String] = []
    /// The rows that scroll.
    package private(set) var rows: [String] = []
    /// The first row that is shown.
    private var top = 0
    /// The number of letters above the row to which the reader has scrolled, or nil at the end. In a window
    /// of another width, lines break at other places, but their letters stay the same.
    private var place: Int? = 0
    private let keepsEnd: Bool

    /// Creates a screen without rows.
    ///
    /// - Parameters:
    ///   - terminal: The terminal as it is now.
    ///   - keepsEnd: True if the end stays visible when the window changes its size.
    package init(on terminal: Terminal, keepsEnd: Bool = false) {
        self.terminal = terminal
        self.keepsEnd = keepsEnd
    }

    /// The number of rows above the foot line. If the height of a terminal is not known, it is 24 rows.
    private var height: Int { (terminal.height ?? 24) - 1 }
    private var room: Int { max(height - head.count, 1) }
    /// The number of rows in half a screen.
    var half: Int { max(min((height + 1) / 2, room), 1) }
    /// The number of rows above those that are shown.
    var above: Int { top }
    /// The number of rows below those that are shown.
    var below: Int { max(rows.count - top - room, 0) }

    /// The numbers of the rows that are not shown, such as `↑ 12 ↓ 3 more lines`, or nil if all are shown.
    package var hidden: String? {
        let parts = [top > 0 ? "↑ \(top)" : nil, below > 0 ? "↓ \(below)" : nil].compactMap(\.self)
        let noun = (below > 0 ? below : top) == 1 ? "line" : "lines"
        return parts.isEmpty ? nil : "\(parts.joined(separator: " ")) more \(noun)"
    }

    /// Replaces the rows and the head. The screen stays at its row or, if the window has changed its size,
    /// at the letters to which the reader has scrolled.
    ///
    /// - Parameters:
    ///   - rows: The rows that scroll, each no wider than the terminal.
    ///   - head: The rows above them that stay.
    ///   - terminal: The terminal as it is now.
    package mutating func show(
        _ rows: [String], under head: [String] = [], on terminal: Terminal
    ) {
        let isResized = !terminal.hasSize(of: self.terminal)
        (self.rows, self.head, self.terminal) = (rows, head, terminal)
        top = clamped(isResized ? row(at: place) : top)
    }

    private func clamped(_ top: Int) -> Int { min(max(top, 0), max(rows.count - room, 0)) }

    private func row(at place: Int?) -> Int {
        guard var remaining = place, remaining > 0 else { return place ?? rows.count }
        let row = rows.firstIndex { row in
            remaining -= Self.letters(in: row)
            return remaining < 0
        }
        return row ?? rows.count
    }

    /// Returns the number of letters and digits in a row, without those of its colors.
    private static func letters(in row: String) -> Int {
        row.replacing(#/\x{1B}\[[\d;]*m/#, with: "").count { $0.isLetter || $0.isNumber }
    }

    // MARK: - Scrolling

    /// Scrolls until a row is the first one that is shown. If there is room for more than the rows below it,
    /// the first one is an earlier row.
    package mutating func scroll(to row: Int) {
        top = clamped(row)
        place = keepsEnd && below == 0 ? nil : rows[..<top].reduce(0) { $0 + Self.letters(in: $1) }
    }

    /// Scrolls with an arrow by some rows, or with space or a page key by a page less one row.
    package mutating func scroll(with key: Key, step: Int = 1) {
        switch key {
        case .up: scroll(to: top - step)
        case .down: scroll(to: top + step)
        case .back: scroll(to: top - max(room - 1, 1))
        case .onward: scroll(to: top + max(room - 1, 1))
        default: break
        }
    }

    /// Scrolls as little as possible until some rows are visible. If there is no room for all of them, the
    /// first ones are visible.
    package mutating func reveal(_ range: Range<Int>) {
        scroll(to: min(max(top, range.upperBound - room), range.lowerBound))
    }

    // MARK: - Showing

    /// Returns a foot line with as many notes as there is room for.
    ///
    /// - Parameters:
    ///   - notes: The notes in their order, such as `q: quit`.
    ///   - needed: Those of them that get room first. One that is too long is cut.
    ///   - indent: The number of blanks before the line.
    package func foot(_ notes: [String?], needed: [String?] = [], indent: Int = 0) -> String {
        let gap = terminal.width < 60 ? "  " : " · "
        var shown: [String: String] = [:]
        var room = terminal.width - 1 - indent
        for note in (needed + notes).compactMap(\.self) where shown[note] == nil {
            let width = DisplayText.width(of: note)
            if width > room, room < 9 || !needed.contains(note) { continue }
            shown[note] =
                width > room ? DisplayText.prefix(of: note, width: room - 2) + " …" : note
            room -= width + gap.count
        }
        let line = notes.compactMap { $0.flatMap { shown[$0] } }.joined(separator: gap)
        return String(repeating: " ", count: indent) + line
    }

    /// Returns the output that draws the screen from its top on. A very low terminal has no room for the
    /// head.
    package func text(foot: String) -> String {
        let shown = (head + rows.dropFirst(top).prefix(room)).suffix(max(height, 0))
        let line = DisplayText.prefix(of: foot, width: terminal.width - 1)
        return "\u{1B}[H" + shown.map { "\u{1B}[2K\($0)\n" }.joined() + "\u{1B}[J"
            + terminal.paint(line, .faint)
    }

    /// Shows the rows and waits for a key.
    ///
    /// - Parameters:
    ///   - keyboard: The keyboard.
    ///   - foot: The foot line.
    ///   - pause: The milliseconds after which `hasChanged` is called again.
    ///   - hasChanged: Returns true if there is something new to show.
    /// - Returns: The key, or nil if something has changed, such as the size of the window.
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
