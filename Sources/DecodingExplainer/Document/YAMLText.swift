/// What tells YAML from JSON that somebody has got wrong.
enum YAMLText {
    /// Whether a document is surely YAML: it begins with `---` on a line of its own, with an element
    /// behind `- `, or with a key whose line has no comma and is followed by one more such line.
    ///
    /// - Complexity: O(1), as only the first bytes are looked at.
    static func isYAML(_ document: DocumentBytes.SubSequence) -> Bool {
        // Nearly every document begins with a bracket, and no YAML that is no JSON does.
        guard let byte = document.first,
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: "#") || isLetter(byte)
        else { return false }
        let start = document.prefix(2000)
        let lines = start.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .filter { line in
                line.first { !isBlank($0) }.map { $0 != UInt8(ascii: "#") } ?? false
            }
        guard let first = lines.first else { return false }
        if first.starts(with: "---".utf8), first.dropFirst(3).allSatisfy(isBlank) { return true }
        guard lines.count > 1 else { return false }
        return isEntry(first) && isEntry(lines[1])
    }

    /// Whether a line is `- element` or `key: value`, and nothing that JSON5 could be.
    private static func isEntry(_ line: DocumentBytes.SubSequence) -> Bool {
        let text = line.drop(while: isBlank)
        if text.starts(with: "- ".utf8) { return text.dropFirst(2).first.map(isLetter) ?? false }
        let key = text.prefix { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
        guard let letter = key.first, isLetter(letter) else { return false }
        let rest = text[key.endIndex...]
        guard rest.first == UInt8(ascii: ":"), rest.dropFirst().first.map(isBlank) ?? true
        else { return false }
        // In JSON5 a comma follows, or a bracket is open.
        return !rest.contains { ",{}[]".utf8.contains($0) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        let lowercase = byte | 0x20
        return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
            || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
