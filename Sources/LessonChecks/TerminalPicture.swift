import DecodingExplainer
import Walkthrough

/// A picture of a terminal as SVG, for readers who do not run anything.
///
/// Its text can be selected. It follows the reader's choice of a light or a dark screen, with the colors
/// that the terminal has for each. It needs no script and no special font.
package struct TerminalPicture {
    /// The terminal for which rows are painted. It is as wide as most windows are at first, and some rows
    /// higher.
    package static let terminal = Terminal(
        width: 80, height: 30, isColored: true, palette: painted)

    /// The colors of the painted rows. Each belongs to one role, so the role can be found by its color.
    private static let painted = Terminal.Palette.light

    /// A sentence for readers who cannot see the picture.
    let title: String
    /// The rows, painted for ``terminal``.
    let rows: [String]

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - title: A sentence that describes the picture for readers who cannot see it.
    ///   - output: The text that was written for ``terminal``. Sequences that move the cursor are left
    ///     out.
    package init(_ title: String, of output: String) {
        self.title = title
        let lines = output.replacing(#/\x{1B}\[[\d;?]*[A-Za-ln-z]/#, with: "")
            .split(separator: "\n", omittingEmptySubsequences: false)
        rows = lines.reversed().drop(while: \.isEmpty).reversed().map(String.init)
    }

    /// Creates a picture of a page.
    package init(of page: Page) {
        let output = TerminalRenderer(for: Self.terminal).text(of: page)
        self.init("\(page.lesson), \(page.position): \(page.title)", of: output)
    }

    // MARK: - SVG

    private static let margin = 16.0
    /// The height of a row. With this height, lines that are drawn with characters have no gaps.
    private static let rowHeight = 17.0
    /// The width of a column. Fonts differ a little, and `textLength` stretches them to it.
    private static let columnWidth = 8.4

    /// The whole file.
    package var svg: String {
        let width = Self.columnWidth * Double(Self.terminal.width) + 2 * Self.margin
        let height = Self.rowHeight * Double(rows.count) + 2 * Self.margin
        let lines = rows.enumerated().map { element(for: $0.element, at: $0.offset) }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)">
            <title>\(Self.escaped(title))</title>
            <style>
            \(Self.style)
            </style>
            <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="8"/>
            \(lines.filter { !$0.isEmpty }.joined(separator: "\n"))
            </svg>

            """
    }

    private static var style: String {
        """
        text { font: 14px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
        .title, .question { font-weight: bold; }
        \(fills(.light).joined(separator: "\n"))
        @media (prefers-color-scheme: dark) {
        \(fills(.dark).joined(separator: "\n"))
        }
        """
    }

    private static func fills(_ palette: Terminal.Palette) -> [String] {
        let (text, background) = palette.window
        let roles = Terminal.Role.allCases.compactMap { role in
            palette.color(of: role).map { ".\(role) { fill: \(hexadecimal($0)); }" }
        }
        let edge = palette.color(of: .faint) ?? text
        return [
            "rect { fill: \(hexadecimal(background)); stroke: \(hexadecimal(edge)); }",
            "text { fill: \(hexadecimal(text)); }",
        ] + roles
    }

    private static func hexadecimal(_ color: Int) -> String {
        "#"
            + Terminal.shares(ofColor: color).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            .joined()
    }

    /// Returns a row as an element of SVG, with an element inside it for each run of one role.
    private func element(for row: String, at index: Int) -> String {
        let runs = "\u{1B}[0m\(row)".matches(of: #/\x{1B}\[([\d;]*)m([^\x{1B}]+)/#)
        let columns = runs.reduce(0) { $0 + DisplayText.width(of: String($1.2)) }
        guard columns > 0 else { return "" }
        let spans = runs.map { run in
            let content = Self.escaped(String(run.2))
            return Self.role(ofCode: run.1).map { "<tspan class=\"\($0)\">\(content)</tspan>" }
                ?? content
        }
        let place =
            "x=\"\(Self.margin)\" y=\"\(Self.margin + Self.rowHeight * (Double(index) + 0.75))\""
        let width = (Self.columnWidth * Double(columns) * 10).rounded() / 10
        return
            "<text xml:space=\"preserve\" \(place) textLength=\"\(width)\">\(spans.joined())</text>"
    }

    private static func role(ofCode code: Substring) -> Terminal.Role? {
        Terminal.Role.allCases.first { painted.code(of: $0) == code }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
