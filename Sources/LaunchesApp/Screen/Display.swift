/// Where text goes: how wide it is, and whether it has colors.
public struct Display: Sendable {
    public let width: Int
    public let hasColors: Bool

    /// - Parameter width: How many columns there are. Below 20, lines become longer than that.
    public init(width: Int, hasColors: Bool = false) {
        self.width = max(width, 20)
        self.hasColors = hasColors
    }

    enum Role: Int {
        case bold = 1
        case faint = 2
        case bad = 31
        case good = 32
        case open = 33
    }

    func paint(_ text: String, _ role: Role) -> String {
        hasColors ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Two columns of a color and a blank, or nothing where there are no colors.
    func swatch(_ color: Color) -> String {
        hasColors ? "\u{1B}[48;2;\(color.red);\(color.green);\(color.blue)m  \u{1B}[0m " : ""
    }

    /// A label in a column of its own and a text beside it, in as many lines as it takes.
    func field(_ label: String, _ text: String, _ role: Role? = nil) -> [String] {
        let isNarrow = width < 40
        let indentation = String(repeating: " ", count: isNarrow ? 2 : 10)
        let lines = text.printable.wrapped(to: width - indentation.count).map { line in
            indentation + (role.map { paint(line, $0) } ?? line)
        }
        let name = paint(label, .faint)
        guard !isNarrow, let first = lines.first else { return [name] + lines }
        let gap = String(repeating: " ", count: max(10 - label.columns, 1))
        return [name + gap + first.dropFirst(10)] + lines.dropFirst()
    }
}

extension String {
    /// Without the characters that a terminal obeys, whatever the server has sent.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter {
                    ![.control, .format, .lineSeparator, .paragraphSeparator]
                        .contains($0.properties.generalCategory) || $0 == "\u{200D}"
                }))
    }

    /// How many columns it takes.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// With blanks behind it, or cut with a sign that it was longer.
    func fitted(to width: Int) -> String {
        guard columns > width else { return self + String(repeating: " ", count: width - columns) }
        return prefix(columns: width - 1) + "…"
            + (columns(before: width - 1) < width - 1 ? " " : "")
    }

    /// Lines of whole words; a word that is too long for a line is cut.
    func wrapped(to width: Int) -> [String] {
        var lines = [""]
        for word in split(separator: " ").map(String.init) {
            let line = lines[lines.count - 1]
            if line.isEmpty || line.columns + 1 + word.columns <= width {
                lines[lines.count - 1] = line.isEmpty ? word : line + " " + word
            } else {
                lines.append(word)
            }
            while let last = lines.last, last.columns > width {
                let piece = last.prefix(columns: width)
                lines[lines.count - 1] = piece
                lines.append(String(last.dropFirst(piece.count)))
            }
        }
        return lines
    }

    private func prefix(columns width: Int) -> String {
        var result = ""
        for character in self where result.columns + character.columns <= width {
            result.append(character)
            if result.columns == width { break }
        }
        return result
    }

    private func columns(before width: Int) -> Int { prefix(columns: width).columns }
}

extension Character {
    /// East Asian letters and emoji take two columns.
    fileprivate var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            return unicodeScalars.contains("\u{FE0F}") ? 2 : 1
        }
    }
}
