/// The output for text, with its width and its colors.
public struct Display: Sendable {
    public let width: Int
    public let hasColors: Bool

    /// Creates a description of an output.
    ///
    /// - Parameters:
    ///   - width: The number of columns. If there are fewer than 20, lines are still 20 columns long.
    ///   - hasColors: True if text may be colored.
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

    /// Returns two columns of a color and a blank, or an empty text for an output without colors.
    func swatch(_ color: Color) -> String {
        hasColors ? "\u{1B}[48;2;\(color.red);\(color.green);\(color.blue)m  \u{1B}[0m " : ""
    }

    /// Returns a label in one column and a value beside it, in as many lines as needed.
    func field(_ label: String, _ value: String, role: Role? = nil) -> [String] {
        let isNarrow = width < 40
        let indentation = String(repeating: " ", count: isNarrow ? 2 : 10)
        let lines = value.printable.wrapped(to: width - indentation.count).map { line in
            indentation + (role.map { paint(line, $0) } ?? line)
        }
        let name = paint(label, .faint)
        guard !isNarrow, let first = lines.first else { return [name] + lines }
        let gap = String(repeating: " ", count: max(10 - label.columns, 1))
        return [name + gap + first.dropFirst(10)] + lines.dropFirst()
    }
}

extension String {
    /// The text without the characters that a terminal would obey. The server may send any characters.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter {
                    ![.control, .format, .lineSeparator, .paragraphSeparator]
                        .contains($0.properties.generalCategory) || $0 == "\u{200D}"
                }))
    }

    /// The number of columns that the text takes.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Returns the text with blanks behind it, or cut, with a sign that it was longer.
    func fitted(to width: Int) -> String {
        guard columns > width else { return self + String(repeating: " ", count: width - columns) }
        let start = prefix(columns: width - 1) + "…"
        return start + String(repeating: " ", count: width - start.columns)
    }

    /// Returns the text in lines of whole words. A word that is too long for a line is cut.
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
}

extension Character {
    /// The number of columns of the character: two for East Asian letters and emoji.
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
