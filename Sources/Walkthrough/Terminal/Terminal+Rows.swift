import DecodingExplainer

extension Terminal {
    /// Returns a line in rows that are at most `width` columns wide, broken between words if possible.
    /// Each row but the first is indented as the line is, and keeps its colors.
    ///
    ///     Terminal.rows(of: "  one two three", width: 9)
    ///     // ["  one two", "  three"]
    package static func rows(of line: String, width: Int) -> [String] {
        let cells = cells(of: line)
        guard cells.reduce(0, { $0 + $1.width }) > width else { return [line] }
        let blanks = cells.prefix { $0.character == " " }.count
        let indent = blanks * 2 < width ? blanks : 0
        var rows: [String] = []
        var remaining = cells[...]
        while !remaining.isEmpty {
            let first = rows.isEmpty
            let room = max(first ? width : width - indent, 1)
            var end = remaining.startIndex
            var used = 0
            while end < remaining.endIndex,
                used + remaining[end].width <= room || end == remaining.startIndex
            {
                used += remaining[end].width
                end += 1
            }
            if end < remaining.endIndex, remaining[end].character != " " {
                let content = remaining[..<end].dropFirst(first ? blanks : 0)
                end = content.lastIndex { $0.character == " " }.map { $0 + 1 } ?? end
            }
            let row = remaining[..<end].reversed().drop { $0.character == " " }.reversed()
            rows.append((first ? "" : String(repeating: " ", count: indent)) + Self.row(of: row))
            remaining = remaining[end...].drop { $0.character == " " }
        }
        return rows
    }

    /// A character of a line, with its width and the escape sequence of its color.
    private struct Cell {
        let character: Character
        let width: Int
        let color: Substring
    }

    private static func cells(of line: String) -> [Cell] {
        var cells: [Cell] = []
        var color: Substring = ""
        var remaining = line[...]
        while let character = remaining.first {
            if let code = remaining.prefixMatch(of: #/\x{1B}\[[\d;]*m/#) {
                color = code.output == "\u{1B}[0m" ? "" : color + code.output
                remaining = remaining[code.range.upperBound...]
            } else {
                let width = DisplayText.width(of: character)
                cells.append(Cell(character: character, width: width, color: color))
                remaining = remaining.dropFirst()
            }
        }
        return cells
    }

    private static func row(of cells: some Sequence<Cell>) -> String {
        var row = ""
        var color: Substring = ""
        for cell in cells {
            if cell.color != color {
                if !color.isEmpty { row += "\u{1B}[0m" }
                row += cell.color
                color = cell.color
            }
            row.append(cell.character)
        }
        return row + (color.isEmpty ? "" : "\u{1B}[0m")
    }
}
