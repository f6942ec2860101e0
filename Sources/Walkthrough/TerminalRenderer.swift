import DecodingExplainer

/// Writes pages for a terminal: about one screen each.
package struct TerminalRenderer: Sendable {
    /// The widest that a page becomes. Longer lines of prose are hard to read.
    package static let widest = 100

    let terminal: Terminal
    private var width: Int { min(terminal.width, Self.widest) }

    /// - Parameter terminal: What the page is for: its width, and whether it has colors.
    package init(for terminal: Terminal) {
        self.terminal = terminal
    }

    /// A page, cut before each result, so that a class can be asked before it is shown.
    ///
    /// - Parameter page: What to write.
    /// - Returns: Parts that make the whole page when they are put one after the other. Each but
    ///   the
    ///   first begins with a result.
    package func parts(of page: Page) -> [String] {
        var parts = [heading(of: page)]
        for line in page.lines {
            if case .outcome = line {
                parts.append(text(of: line))
            } else {
                parts[parts.count - 1] += text(of: line)
            }
        }
        return parts
    }

    /// The whole page.
    package func text(of page: Page) -> String {
        parts(of: page).joined()
    }

    private func heading(of page: Page) -> String {
        let gap = width - page.lesson.count - page.position.count
        let first =
            gap >= 2
            ? [
                terminal.paint(page.lesson, .title) + String(repeating: " ", count: gap)
                    + terminal.paint(page.position, .faint)
            ]
            : [page.lesson, page.position].flatMap { DisplayText.wrapped($0, width: width) }
        var lines = first
        lines.append(terminal.paint(String(repeating: "─", count: width), .faint))
        lines += DisplayText.wrapped(page.title, width: width).map { terminal.paint($0, .title) }
        lines.append("")
        for (index, paragraph) in page.prose.enumerated() {
            let isNextItem =
                paragraph.hasPrefix("- ") && index > 0 && page.prose[index - 1].hasPrefix("- ")
            if index > 0, !isNextItem { lines.append("") }
            lines += text(ofParagraph: paragraph)
        }
        if !page.prose.isEmpty { lines.append("") }
        if let location = page.location {
            lines += DisplayText.cut(location, width: width).map { terminal.paint($0, .faint) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func text(ofParagraph paragraph: String) -> [String] {
        if paragraph.hasPrefix("|") {
            return table(paragraph)
        }
        if paragraph.hasPrefix("    ") {
            return paragraph.split(separator: "\n", omittingEmptySubsequences: false)
                .flatMap { DisplayText.cut(String($0), width: width) }
                .map { terminal.paint($0, .term) }
        }
        let indent = paragraph.hasPrefix("- ") ? "  " : ""
        return paintTerms(in: DisplayText.wrapped(paragraph, width: width, indent: indent))
    }

    /// Colors what stands between backticks and leaves the backticks out; without colors they stay.
    /// A term may go on in the next line.
    private func paintTerms(in lines: [String]) -> [String] {
        guard terminal.isColored else { return lines }
        var isTerm = false
        return lines.map { line in
            let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
            return pieces.enumerated().map { index, piece in
                if index > 0 { isTerm.toggle() }
                return isTerm ? terminal.paint(String(piece), .term) : String(piece)
            }
            .joined()
        }
    }

    /// Sets a table in columns. A row that does not fit goes on under its last column.
    private func table(_ text: String) -> [String] {
        let rows = text.split(separator: "\n").map { row in
            row.split(separator: "|").map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
        let isRule = { (row: [String]) in row.allSatisfy { $0.allSatisfy { "-: ".contains($0) } } }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.filter { !isRule($0) }.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.flatMap { row -> [String] in
            if isRule(row) {
                let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
                return [terminal.paint(String(rule.prefix(width)), .faint)]
            }
            let leading = zip(row.dropLast(), widths).map { cell, width in
                cell + String(repeating: " ", count: max(width - cell.count, 0) + 2)
            }
            .joined()
            let room = width - leading.count
            guard room >= 16 else {
                return paintTerms(
                    in: DisplayText.wrapped(row.joined(separator: "  "), width: width, indent: "  ")
                )
            }
            let indent = String(repeating: " ", count: leading.count)
            let last = DisplayText.wrapped(row.last ?? "", width: room)
            return paintTerms(
                in: last.enumerated().map { ($0.offset == 0 ? leading : indent) + $0.element })
        }
    }

    private func text(of line: Page.Line) -> String {
        let lines: [String]
        switch line {
        case .code(let code):
            let gutter = terminal.paint(" │", .faint)
            lines = DisplayText.cut(code, width: width - 3).map {
                $0.isEmpty ? gutter : "\(gutter) \($0)"
            }
        case .prediction(let question):
            lines = DisplayText.wrapped("? Predict: \(question)", width: width, indent: "  ")
                .map { terminal.paint($0, .question) }
        case .outcome(let outcome):
            lines = text(of: outcome)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func text(of outcome: Outcome) -> [String] {
        switch outcome.content {
        case .value(let value):
            return value.split(separator: "\n", omittingEmptySubsequences: false)
                .flatMap { line in
                    let patches = places(of: outcome.swatches, in: line).count
                    return DisplayText.cut(
                        String(line), width: width - 3 - patches * Terminal.patchWidth)
                }
                .enumerated()
                .map { ($0.offset == 0 ? " → " : "   ") + $0.element }
                .map { paint($0, with: outcome.swatches) }
        case .failure(let explanation):
            return explanation.lines(width: width - 3).enumerated().map { index, line in
                let marked = (index == 0 ? " ✘ " : "   ") + line
                return index == 0 ? terminal.paint(marked, .bad) : marked
            }
        }
    }

    /// A line of a value, with a patch before each text that stands for a color.
    private func paint(_ line: String, with swatches: [String: any Swatch]) -> String {
        var painted = ""
        var start = line.startIndex
        for (place, color) in places(of: swatches, in: line[...]) {
            painted += terminal.paint(String(line[start..<place]), .good)
            painted += terminal.patch(of: color)
            start = place
        }
        return painted + terminal.paint(String(line[start...]), .good)
    }

    /// Where the texts that stand for a color begin, and the colors; nowhere without colors.
    private func places(
        of swatches: [String: any Swatch], in line: Substring
    ) -> [(String.Index, any Swatch)] {
        guard terminal.isColored else { return [] }
        var places: [(String.Index, any Swatch)] = []
        for (text, color) in swatches {
            places += line.ranges(of: text).map { ($0.lowerBound, color) }
        }
        return places.sorted { $0.0 < $1.0 }
    }
}
