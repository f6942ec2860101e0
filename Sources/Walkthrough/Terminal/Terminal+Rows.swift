import DecodingExplainer

extension Terminal {
    /// A line in rows that are at most `width` columns wide, broken between words where it has any.
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
        var rest = cells[...]
        while !rest.isEmpty {
            let first = rows.isEmpty
            let room = max(first ? width : width - indent, 1)
            var end = rest.startIndex
            var used = 0
            while end < rest.endIndex, used + rest[end].width <= room || end == rest.startIndex {
                used += rest[end].width
                end += 1
            }
            if end < rest.endIndex, rest[end].character != " " {
                let words = rest[..<end].dropFirst(first ? blanks : 0)
                end = words.lastIndex { $0.character == " " }.map { $0 + 1 } ?? end
            }
            let row = rest[..<end].reversed().drop { $0.character == " " }.reversed()
            rows.append((first ? "" : String(repeating: " ", count: indent)) + text(of: row))
            rest = rest[end...].drop { $0.character == " " }
        }
        return rows
    }

    /// A character of a line, with the color that is on where it stands.
    private struct Cell {
        let character: Character
        let width: Int
        let color: Substring
    }

    private static func cells(of line: String) -> [Cell] {
        var cells: [Cell] = []
        var color: Substring = ""
        var rest = line[...]
        while let character = rest.first {
            if let code = rest.prefixMatch(of: #/\x{1B}\[[\d;]*m/#) {
                color = code.output == "\u{1B}[0m" ? "" : color + code.output
                rest = rest[code.range.upperBound...]
            } else {
                let width = DisplayText.width(of: character)
                cells.append(Cell(character: character, width: width, color: color))
                rest = rest.dropFirst()
            }
        }
        return cells
    }

    private static func text(of cells: some Sequence<Cell>) -> String {
        var text = ""
        var color: Substring = ""
        for cell in cells {
            if cell.color != color {
                if !color.isEmpty { text += "\u{1B}[0m" }
                text += cell.color
                color = cell.color
            }
            text.append(cell.character)
        }
        return text + (color.isEmpty ? "" : "\u{1B}[0m")
    }
}
