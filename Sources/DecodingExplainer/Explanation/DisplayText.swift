/// Functions that prepare text for a terminal: they measure it in columns, make it safe to print, wrap it
/// and clip it.
package enum DisplayText {
    package static let ellipsis: Character = "…"

    /// Returns the number of terminal columns that a text takes.
    package static func width(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// Returns the number of terminal columns that a character takes: 0, 1 or 2.
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

    /// Returns a text on one line and safe to print. A line break or tab becomes a space, and a character
    /// that a terminal would act on is escaped as in a Swift literal.
    package static func escapedLine(_ text: String) -> String {
        String(escaped(text, keepsLines: true).map { $0 == "\n" || $0 == "\t" ? " " : $0 })
    }

    /// Returns a text on one line and safe to print. A tab or line break becomes a space, any other control
    /// or formatting character a visible replacement of one column.
    package static func printable(_ text: some StringProtocol) -> String {
        String(text.map(printable))
    }

    private static func printable(_ character: Character) -> Character {
        if isPrintable(character) { return character }
        if ["\n", "\r", "\r\n", "\t"].contains(character) { return " " }
        // Others that end a line have a sign, because a reader has to see that they are there.
        if character.isNewline, !character.isASCII { return "\u{2424}" }
        guard let value = character.asciiValue, value < 0x20 else { return "\u{FFFD}" }
        return Character(Unicode.Scalar(0x2400 + UInt32(value)) ?? "\u{FFFD}")
    }

    /// Returns a Boolean value that indicates whether a terminal shows a character and does nothing else.
    private static func isPrintable(_ character: Character) -> Bool {
        if let value = character.asciiValue {
            return (0x20..<0x7F).contains(value) && character != "\r\n"
        }
        switch character.unicodeScalars.first?.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate,
            .privateUse:
            return false
        default:
            return true
        }
    }

    /// Returns a text, or its first `limit` characters with an ellipsis. A key, a value or a message can be
    /// as long as the document, so it is cut before anything else is done with it.
    package static func clipped(_ text: String, limit: Int = 200) -> String {
        // To count the characters takes time for all of them.
        guard text.utf8.count > limit else { return text }
        let start = text.prefix(limit)
        return start.endIndex == text.endIndex ? text : start + String(ellipsis)
    }

    /// Returns a text in double quotes as in a Swift literal, on one line, cut to `limit` characters.
    package static func quoted(_ text: some StringProtocol, limit: Int = 40) -> String {
        let start = text.prefix(limit)
        let isCut = start.endIndex < text.endIndex
        return "\"" + escaped(start) + (isCut ? String(ellipsis) : "") + "\""
    }

    /// Returns a text as in a Swift literal. Characters that a terminal would act on are escaped.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - keepsLines: True to keep line breaks, tabs, quotes and backslashes as they are. A text
    ///     without quotes around it reads better so.
    package static func escaped(_ text: some StringProtocol, keepsLines: Bool = false) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case _ where keepsLines && "\n\t\"\\".contains(character): escaped.append(character)
            case "\r\n" where keepsLines: escaped += "\n"
            case _ where isPrintable(character) && escapes[character] == nil:
                escaped.append(character)
            default:
                for scalar in character.unicodeScalars {
                    let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
                    escaped += escapes[Character(scalar)] ?? "\\u{\(hexadecimal)}"
                }
            }
        }
        return escaped
    }

    private static let escapes: [Character: String] = [
        "\0": "\\0", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\"": "\\\"", "\\": "\\\\",
    ]

    /// Returns a text that is broken between words into lines of at most `width` columns. Within a line,
    /// all blanks between two words stay, because a string may be in the text.
    ///
    /// A word that is wider than a line is broken at the end of the line. Every line but the first begins
    /// with `indent`.
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
        var blanks = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            defer { blanks = word.isEmpty ? blanks + 1 : 1 }
            if word.isEmpty { continue }
            let wordWidth = Self.width(of: word)
            if hasWord, lineWidth + blanks + wordWidth > width { breakLine() }
            if hasWord {
                line += String(repeating: " ", count: blanks)
                lineWidth += blanks
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

    /// Returns the longest beginning of a text that is at most `width` columns wide.
    package static func prefix(of text: some StringProtocol, width: Int) -> String {
        var total = 0
        return String(
            text.prefix {
                total += Self.width(of: $0)
                return total <= width
            })
    }

    /// Returns the longest end of a text that is at most `width` columns wide.
    package static func suffix(of text: some StringProtocol, width: Int) -> String {
        String(prefix(of: String(text.reversed()), width: width).reversed())
    }

    /// Returns words as a list in a sentence: `a, b and c`.
    package static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
