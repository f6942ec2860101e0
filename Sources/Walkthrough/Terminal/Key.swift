/// A key that the reader of a lesson presses, or something else that the terminal sends.
package enum Key: Equatable, Sendable {
    case enter
    /// The space bar, page down, or the arrow to the right; a clicker has one of them.
    case onward
    /// Page up, or the arrow to the left.
    case back
    /// The arrows that show what is above and below.
    case up, down
    /// A printable character of ASCII, in lower case.
    case character(Character)
    case delete
    /// The input has ended.
    case end
    /// An answer of the terminal, without the bytes that frame it.
    case report(String)
    /// Anything else.
    case other
}

extension Key {
    /// Removes the first key from the bytes that the terminal sent, and returns it. Keys with a name
    /// come as sequences that begin with Escape
    /// (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
    ///
    /// - Parameters:
    ///   - bytes: The bytes from the terminal. Those of the key are removed.
    ///   - isAll: True if no more bytes follow, so that a lone Escape is the key of that name.
    /// - Returns: The key, or nil if more bytes have to come first.
    static func take(from bytes: inout ArraySlice<UInt8>, isAll: Bool) -> Key? {
        guard let first = bytes.first else { return nil }
        if first == escape {
            if let key = sequence(&bytes) { return key }
            if isAll { bytes = [] }
            return isAll ? .other : nil
        }
        bytes.removeFirst()
        switch first {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .enter
        case UInt8(ascii: " "): return .onward
        case 0x7F, 0x08: return .delete
        case 0x04: return .end
        case 0x21...0x7E:
            return .character(Character(Character(Unicode.Scalar(first)).lowercased()))
        default: return .other
        }
    }

    private static let escape: UInt8 = 0x1B
    /// The arrows, by the letter that ends their sequences.
    private static let arrows: [Substring: Key] = [
        "A": .up, "B": .down, "C": .onward, "D": .back,
    ]

    /// Removes a sequence that begins with Escape and returns its key, or nil if its end has not come.
    private static func sequence(_ bytes: inout ArraySlice<UInt8>) -> Key? {
        // The console of Linux sends "[[" and a letter for some keys. Escape and another character
        // are that character with another key held down. A second Escape begins something else.
        let form =
            #/
            \e (?: \[ (?<parameters> [^@-~]* ) (?<end> \[. | [@-Z\\-~] )
                | O (?<letter> . )
                | \] (?<report> [^\a\e]* ) (?: \a | \e. )
                | [^\[O\]\e]
                | (?= \e ) )
            /#
        // Each byte is a character of its own.
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        guard let match = text.prefixMatch(of: form.matchingSemantics(.unicodeScalar)) else {
            return nil
        }
        bytes = bytes.dropFirst(match.0.unicodeScalars.count)
        if let report = match.report { return .report(String(report)) }
        let parameters = match.parameters ?? ""
        switch (match.end ?? match.letter ?? "", parameters.prefix { $0 != ";" }) {
        case ("~", "6"): return .onward
        case ("~", "5"): return .back
        case ("c", _): return .report(String(parameters))
        case ("M", _) where match.letter != nil: return .enter
        case (let letter, _): return arrows[letter] ?? .other
        }
    }
}
