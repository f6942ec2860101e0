/// The words for a character of a document.
enum DocumentCharacter {
    /// Returns a Boolean value that indicates whether a character is invisible, or looks like a space.
    static func isInvisible(_ character: Character) -> Bool {
        character.unicodeScalars.count == 1 && character.unicodeScalars.allSatisfy(isInvisible)
    }

    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: scalar != " "
        default: false
        }
    }

    /// Returns the character with its article: `the character é`, or `an invisible no-break space (U+00A0)`.
    static func description(of character: Character) -> String {
        guard isInvisible(character), let scalar = character.unicodeScalars.first else {
            return "the character \(character)"
        }
        let kind =
            scalar.properties.generalCategory == .control
            ? "a control character" : "an invisible character"
        return "\(kind), \(name(of: scalar)),"
    }

    /// Returns the name that Unicode gives to a character, and its number: `zero width space (U+200B)`.
    static func name(of scalar: Unicode.Scalar) -> String {
        let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: max(4 - hexadecimal.count, 0))
        let number = "U+\(zeros)\(hexadecimal)"
        let name = controlNames[scalar.value] ?? scalar.properties.name?.lowercased()
        return name.map { "\($0) (\(number))" } ?? number
    }

    /// The names of control characters, to which Unicode gives none.
    private static let controlNames: [UInt32: String] = [
        0x00: "null", 0x08: "backspace", 0x0B: "vertical tab", 0x0C: "form feed", 0x1B: "escape",
        0x7F: "delete", 0x85: "next line",
    ]

    /// Returns the names of the invisible characters of a text, each once.
    static func invisibleNames(in text: String) -> [String] {
        Set(text.unicodeScalars.filter { isInvisible($0) }).map { name(of: $0) }.sorted()
    }
}
