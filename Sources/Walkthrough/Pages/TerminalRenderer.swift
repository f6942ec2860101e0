import DecodingExplainer
import Foundation

/// A renderer that writes pages for a terminal: about one screen each.
package struct TerminalRenderer: Sendable {
    /// The greatest width of a page. Longer lines of prose are hard to read.
    package static let widest = 100

    let terminal: Terminal
    var width: Int { min(terminal.width, Self.widest) }

    /// Creates a renderer.
    ///
    /// - Parameter terminal: The terminal for which pages are written, with its width and colors.
    package init(for terminal: Terminal) {
        self.terminal = terminal
    }

    /// Returns the whole page.
    package func text(of page: Page) -> String { parts(of: page).joined() }

    /// Returns the page in parts. Each part but the first begins with the answer to a question.
    package func parts(of page: Page) -> [String] {
        let (rows, _, answers) = rows(of: page)
        var parts = zip([0] + answers, answers + [rows.count]).map { Array(rows[$0..<$1]) }
        parts[0] = heading(of: page) + parts[0]
        return parts.map { part in part.map { $0 + "\n" }.joined() }
    }

    /// Returns the rows below the heading, and the numbers of those rows at which a question or an answer
    /// begins.
    func rows(of page: Page) -> (all: [String], questions: [Int], answers: [Int]) {
        var (rows, questions, answers) = (prose(page.prose), [Int](), [Int]())
        // The heading ends with a blank row.
        func addGap() { if !rows.isEmpty { rows.append("") } }
        if page.location != nil || !page.elements.isEmpty { addGap() }
        if let location = page.location { rows += self.rows(ofPlace: location) }
        var isAsked = false
        var isExplained = false
        var highlighting = CodeHighlighting(.swift)
        for element in page.elements {
            if isAsked, element.isResult {
                answers.append(rows.count)
                isAsked = false
            }
            if isExplained || element.isExplanation || element.isPlace { addGap() }
            if element.isPlace { highlighting = CodeHighlighting(.swift) }
            if element.question != nil {
                questions.append(rows.count)
                isAsked = true
            }
            isExplained = element.isExplanation
            rows += self.rows(of: element, &highlighting)
        }
        return (rows, questions, answers)
    }

    /// Returns the rows that stand at the top of each screen of a page.
    func heading(of page: Page) -> [String] {
        let lesson = DisplayText.width(of: page.lesson)
        let gap = width - lesson - DisplayText.width(of: page.position)
        var rows: [String]
        if gap >= 2 {
            let blanks = String(repeating: " ", count: gap)
            let position = terminal.paint(page.position, .faint)
            rows = [terminal.paint(page.lesson, .title) + blanks + position]
        } else {
            rows = [page.lesson, page.position].flatMap { DisplayText.wrapped($0, width: width) }
        }
        rows.append(terminal.paint(String(repeating: "─", count: width), .faint))
        for row in DisplayText.wrapped(page.title, width: width) {
            rows.append(terminal.paint(row, .title))
        }
        return rows + [""]
    }

    // MARK: Prose

    /// Returns the rows of paragraphs, with a blank row between two of them. A list follows the words that
    /// introduce it without one.
    private func prose(_ paragraphs: [String]) -> [String] {
        var rows: [String] = []
        var introduction: String?
        for group in Prose.groups(of: paragraphs) {
            let isIntroduced = Prose.isItem(group[0]) && introduction?.hasSuffix(":") == true
            if introduction != nil, !isIntroduced { rows.append("") }
            rows += group.flatMap(self.rows(ofParagraph:))
            introduction = group[0]
        }
        return rows
    }

    private func rows(ofParagraph paragraph: String) -> [String] {
        if paragraph.hasPrefix("|") {
            return table(paragraph)
        }
        if let picture = try? Picture(paragraph) {
            return picture.rows.flatMap { row in
                Terminal.rows(
                    of: terminal.paint(row.branches, .faint) + row.text
                        + terminal.paint(row.mark, .good), width: width)
            }
        }
        if paragraph.hasPrefix("    ") || Picture.isBlock(paragraph) {
            return paragraph.split(separator: "\n", omittingEmptySubsequences: false)
                .flatMap(rows(ofExample:))
        }
        let indent = Prose.isItem(paragraph) ? "  " : ""
        return paintTerms(in: DisplayText.wrapped(paragraph, width: width, indent: indent))
    }

    /// Returns the rows of a line of code in prose.
    private func rows(ofExample line: Substring) -> [String] {
        if DisplayText.width(of: line) <= width { return [terminal.paint(String(line), .term)] }
        // Each row has room for the mark, so that all of them are equally wide.
        return DisplayText.cut(line, width: width - 3).enumerated().map { index, piece in
            (index == 0 ? "" : terminal.paint(Self.continued, .faint))
                + terminal.paint(piece, .term)
        }
    }

    /// Returns the lines with the terms between backticks in color. The backticks stay, because some
    /// people do not see the color. A term may go on in the next line.
    private func paintTerms(in lines: [String]) -> [String] {
        guard terminal.isColored else { return lines }
        let painted = lines.joined(separator: "\n").replacing(#/`[^`]*`?/#) { term in
            term.0.split(separator: "\n").map { terminal.paint(String($0), .term) }
                .joined(separator: "\n")
        }
        return painted.split(separator: "\n").map(String.init)
    }

    // MARK: Tables

    /// Returns the rows of a table in columns. A row that does not fit goes on under its last column.
    private func table(_ source: String) -> [String] {
        let rows = source.split(separator: "\n").map(Self.cells(of:))
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.filter { $0.count > column && !Self.isRule($0) }
                .map { DisplayText.width(of: $0[column]) }.max() ?? 0
        }
        return rows.flatMap { row in
            Self.isRule(row) ? [rule(widths)] : tableRow(row, widths)
        }
    }

    static func cells(of row: Substring) -> [String] {
        row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    static func isRule(_ row: [String]) -> Bool {
        row.allSatisfy { cell in cell.allSatisfy { "-: ".contains($0) } }
    }

    private func rule(_ widths: [Int]) -> String {
        let lines: [String] = widths.map { String(repeating: "─", count: $0) }
        return terminal.paint(String(lines.joined(separator: "  ").prefix(width)), .faint)
    }

    private func tableRow(_ row: [String], _ widths: [Int]) -> [String] {
        var leading = ""
        for (cell, width) in zip(row.dropLast(), widths) {
            leading += DisplayText.padded(cell, width: width) + "  "
        }
        let indent = String(repeating: " ", count: DisplayText.width(of: leading))
        let room = width - indent.count
        // A last column of prose may wrap, if there is room to read it.
        guard room >= min(16, widths.last ?? 0) else {
            let line = row.joined(separator: "  ")
            return paintTerms(in: DisplayText.wrapped(line, width: width, indent: "  "))
        }
        let last = DisplayText.wrapped(row.last ?? "", width: room)
        let lines = last.enumerated().map { ($0.offset == 0 ? leading : indent) + $0.element }
        return paintTerms(in: lines)
    }

    // MARK: Code and results

    private func rows(
        of element: Page.Element, _ highlighting: inout CodeHighlighting
    ) -> [String] {
        switch element {
        case .code(let code):
            return rows(ofCode: code, &highlighting)
        case .place(let place):
            return rows(ofPlace: place)
        case .notRun(let code):
            return pieces(of: code).enumerated().map { index, piece in
                terminal.paint((index == 0 ? " ╎ " : Self.continued) + piece, .faint)
            }
        case .remark(let remark):
            let rows = DisplayText.wrapped(remark, width: width - 3)
            return rows.map { terminal.paint("   \($0)", .faint) }
        case .prediction(let question):
            let rows = DisplayText.wrapped("? Predict: \(question)", width: width, indent: "  ")
            return rows.map { terminal.paint($0, .question) }
        case .explanation(let paragraphs):
            return prose(paragraphs)
        case .result(let result):
            return rows(of: result)
        case .change(let lines):
            return lines.flatMap { line in
                let role = ["-": Terminal.Role.bad, "+": .good, "@": .faint][line.prefix(1)]
                return besideGutter(
                    pieces(of: line).map { piece in role.map { terminal.paint(piece, $0) } ?? piece
                    })
            }
        }
    }

    private func rows(ofPlace place: String) -> [String] {
        DisplayText.cut(place, width: width).map { terminal.paint($0, .faint) }
    }

    /// Returns a line of code in pieces that fit beside the gutter.
    private func pieces(of code: String) -> [String] {
        DisplayText.cut(code, width: width - 3)
    }

    /// Returns the rows of a line of code beside the gutter, in color.
    func rows(ofCode code: String, _ highlighting: inout CodeHighlighting) -> [String] {
        var pieces = pieces(of: code)
        if terminal.isColored { pieces = paint(pieces, highlighting.spans(of: code)) }
        return besideGutter(pieces)
    }

    /// The gutter of a row in which a line of code goes on, because the window is too narrow for it.
    static let continued = " ↳ "

    private func besideGutter(_ pieces: [String]) -> [String] {
        pieces.enumerated().map { index, piece in
            if index > 0 { return terminal.paint(Self.continued, .faint) + piece }
            return terminal.paint(" │", .faint) + (piece.isEmpty ? "" : " \(piece)")
        }
    }

    /// Returns the pieces of a line in the colors of its spans.
    private func paint(_ pieces: [String], _ spans: [CodeHighlighting.Span]) -> [String] {
        var spans = spans[...]
        var paintedCount = 0
        return pieces.map { piece in
            var remaining = piece[...]
            var painted = ""
            while !remaining.isEmpty, let span = spans.first {
                let part = remaining.prefix(span.text.count - paintedCount)
                painted +=
                    role(of: span.kind).map { terminal.paint(String(part), $0) } ?? String(part)
                remaining = remaining.dropFirst(part.count)
                paintedCount += part.count
                if paintedCount == span.text.count {
                    (spans, paintedCount) = (spans.dropFirst(), 0)
                }
            }
            return painted + remaining
        }
    }

    private func role(of kind: CodeHighlighting.Kind) -> Terminal.Role? {
        switch kind {
        case .plain: nil
        case .keyword: .keyword
        case .type: .type
        case .string, .key, .number: .literal
        case .comment: .faint
        }
    }

    /// Returns the rows of a result, the first one with a mark for a value or an error.
    func rows(of result: StepResult) -> [String] {
        result.lines(widthOfErrors: width - 3).flatMap { form, lines in
            switch form {
            case .value: values(lines, with: result.swatches)
            case .error: failure(lines.flatMap(rows(ofError:)))
            case .printed: printed(lines)
            }
        }
    }

    /// Returns the rows of a line of an error. A recorded one is wrapped for this terminal.
    private func rows(ofError line: String) -> [String] {
        line.hasPrefix(" ")
            ? DisplayText.cut(line, width: width - 3) : DisplayText.wrapped(line, width: width - 3)
    }

    private func printed(_ lines: [String]) -> [String] {
        lines.flatMap {
            DisplayText.cut(DisplayText.escaped($0, keepsLines: true), width: width - 3)
        }
        .map { terminal.paint("   \($0)", .good) }
    }

    private func values(_ lines: [String], with swatches: [String: any Swatch]) -> [String] {
        let rows = lines.flatMap { line in
            let patches = places(of: swatches, in: line).count
            return DisplayText.cut(line, width: width - 3 - patches * Terminal.patchWidth)
        }
        return rows.enumerated().map { index, row in
            paint((index == 0 ? " → " : "   ") + row, with: swatches)
        }
    }

    func failure(_ lines: [String]) -> [String] {
        lines.enumerated().map { index, line in
            index == 0 ? terminal.paint(" ✘ \(line)", .bad) : "   \(line)"
        }
    }

    /// Returns a line of a value, with a patch before each text that stands for a color.
    private func paint(_ line: String, with swatches: [String: any Swatch]) -> String {
        var painted = ""
        var start = line.startIndex
        for (place, color) in places(of: swatches, in: line) {
            painted += terminal.paint(String(line[start..<place]), .good)
            painted += terminal.patch(of: color)
            start = place
        }
        return painted + terminal.paint(String(line[start...]), .good)
    }

    /// Returns the places in a line where texts that stand for a color begin, each with its color. For
    /// a terminal without colors there are none.
    private func places(
        of swatches: [String: any Swatch], in line: String
    ) -> [(String.Index, any Swatch)] {
        guard terminal.isColored else { return [] }
        return swatches.flatMap { text, color in
            line.ranges(of: text).map { ($0.lowerBound, color) }
        }
        .sorted { $0.0 < $1.0 }
    }
}
