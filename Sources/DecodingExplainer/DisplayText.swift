/// Text for a terminal: measured in columns, safe to print, wrapped and clipped.
package enum DisplayText {
    package static let ellipsis: Character = "…"

    /// The number of terminal columns that `text` takes.
    package static func width(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// The number of terminal columns that `character` takes: 0, 1 or 2.
    package static func width(of character: Character) -> Int {
        if character.isASCII { return 1 }
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        let isWide =
            first.properties.isEmojiPresentation
            || character.unicodeScalars.contains("\u{FE0F}")
            || isEastAsianWide(first)
        return isWide ? 2 : 1
    }

    private static func isEastAsianWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
            0x20000...0x3FFFD:
            true
        default:
            false
        }
    }

    /// `text` on one line and safe to print: a tab or line break becomes a space, any other
    /// control or formatting character a visible stand-in of one column.
    package static func printable(_ text: some StringProtocol) -> String {
        String(text.map(printable))
    }

    private static func printable(_ character: Character) -> Character {
        if character.isASCII, let value = character.asciiValue, value >= 0x20, value != 0x7F {
            return character
        }
        guard let first = character.unicodeScalars.first else { return character }
        switch first.properties.generalCategory {
        case .control:
            if character.isNewline || character == "\t" { return " " }
            guard first.value < 0x20, let picture = Unicode.Scalar(0x2400 + first.value) else {
                return "\u{FFFD}"
            }
            return Character(picture)
        case .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate, .privateUse:
            return "\u{FFFD}"
        default:
            return character
        }
    }

    /// `text` in double quotes, on one line, cut to `limit` characters.
    package static func quoted(_ text: some StringProtocol, limit: Int = 40) -> String {
        var quoted = "\""
        var count = 0
        for character in text {
            guard count < limit else {
                quoted.append(ellipsis)
                break
            }
            switch character {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\t": quoted += "\\t"
            case "\n", "\r\n": quoted += "\\n"
            default: quoted.append(printable(character))
            }
            count += 1
        }
        return quoted + "\""
    }

    /// `text` broken between words into lines of at most `width` columns.
    ///
    /// A word that is wider than a line is broken where the line ends. Every line but the first
    /// begins with `indent`.
    package static func wrapped(_ text: String, width: Int, indent: String = "") -> [String] {
        let indentWidth = Self.width(of: indent)
        let width = max(width, indentWidth + 2)
        var lines: [String] = []
        var line = ""
        var lineWidth = 0
        var hasWord = false
        func breakLine() {
            lines.append(line)
            line = indent
            lineWidth = indentWidth
            hasWord = false
        }
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            let wordWidth = Self.width(of: word)
            if hasWord, lineWidth + 1 + wordWidth > width { breakLine() }
            if hasWord {
                line += " "
                lineWidth += 1
            }
            for character in word {
                let characterWidth = Self.width(of: character)
                if lineWidth + characterWidth > width { breakLine() }
                line.append(character)
                lineWidth += characterWidth
            }
            hasWord = true
        }
        if hasWord { lines.append(line) }
        return lines
    }

    /// The longest beginning of `text` that is at most `width` columns wide.
    package static func prefix(of text: some StringProtocol, width: Int) -> String {
        var total = 0
        return String(
            text.prefix {
                total += Self.width(of: $0)
                return total <= width
            })
    }

    /// The longest end of `text` that is at most `width` columns wide.
    package static func suffix(of text: some StringProtocol, width: Int) -> String {
        String(prefix(of: String(text.reversed()), width: width).reversed())
    }

    /// `words` as a list in a sentence: `a, b and c`.
    package static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
