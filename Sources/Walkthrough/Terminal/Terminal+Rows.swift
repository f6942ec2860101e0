import DecodingExplainer

extension Terminal {
    /// Returns a line in rows that are at most `width` columns wide, broken between words if possible.
    /// Each row but the first is indented as the line is, and keeps its colors.
    ///
    ///     Terminal.rows(of: "  one two three", width: 9)
    ///     // ["  one two", "  three"]
    package static func rows(of line: String, width: Int) -> [String] {
        var scalars = colored(line)[...]
        let plain = String(String.UnicodeScalarView(scalars.map { $0.scalar }))
        guard DisplayText.width(of: plain) > width else { return [line] }
        let blanks = plain.prefix { $0 == " " }
        let indent = blanks.count * 2 < width ? String(blanks) : ""
        let rows = DisplayText.wrapped(plain, width: width - indent.count).map { row in
            let painted = row.unicodeScalars.compactMap { scalar in
                // The blanks between two rows are in neither of them.
                scalars = scalars.drop { $0.scalar != scalar }
                return scalars.popFirst()
            }
            return indent + self.row(of: painted)
        }
        return rows.isEmpty ? [""] : rows
    }

    /// A character, or a part of one, with the escape sequence of its color.
    private typealias ColoredScalar = (scalar: Unicode.Scalar, color: Substring)

    private static func colored(_ line: String) -> [ColoredScalar] {
        var scalars: [ColoredScalar] = []
        var color: Substring = ""
        var remaining = line[...]
        while let character = remaining.first {
            if let code = remaining.prefixMatch(of: #/\x{1B}\[[\d;]*m/#) {
                color = code.output == "\u{1B}[0m" ? "" : color + code.output
                remaining = remaining[code.range.upperBound...]
            } else {
                scalars += character.unicodeScalars.map { ($0, color) }
                remaining = remaining.dropFirst()
            }
        }
        return scalars
    }

    private static func row(of scalars: [ColoredScalar]) -> String {
        var row = ""
        var color: Substring = ""
        for scalar in scalars {
            if scalar.color != color {
                if !color.isEmpty { row += "\u{1B}[0m" }
                row += scalar.color
                color = scalar.color
            }
            row.unicodeScalars.append(scalar.scalar)
        }
        return row + (color.isEmpty ? "" : "\u{1B}[0m")
    }
}
