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
    private static let arrows: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .onward,
        UInt8(ascii: "D"): .back,
    ]

    /// Removes a sequence that begins with Escape and returns its key, or nil if its end has not come.
    private static func sequence(_ bytes: inout ArraySlice<UInt8>) -> Key? {
        let remaining = bytes.dropFirst(2)
        guard let kind = bytes.dropFirst().first else { return nil }
        switch kind {
        case UInt8(ascii: "["):
            guard let end = remaining.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                return nil
            }
            // The console of Linux sends one letter more for some keys.
            let isLong = end == remaining.startIndex && remaining[end] == UInt8(ascii: "[")
            defer { bytes = remaining[end...].dropFirst(isLong ? 2 : 1) }
            let parameters = String(decoding: remaining[..<end], as: UTF8.self)
            switch (remaining[end], parameters.split(separator: ";").first) {
            case (UInt8(ascii: "~"), "6"): return .onward
            case (UInt8(ascii: "~"), "5"): return .back
            case (UInt8(ascii: "c"), _): return .report(parameters)
            case (let letter, _): return arrows[letter] ?? .other
            }
        case UInt8(ascii: "O"):
            guard let letter = remaining.first else { return nil }
            bytes = remaining.dropFirst()
            return letter == UInt8(ascii: "M") ? .enter : arrows[letter] ?? .other
        case UInt8(ascii: "]"):
            guard let end = remaining.firstIndex(where: { $0 == 0x07 || $0 == escape }) else {
                return nil
            }
            bytes = remaining[end...].dropFirst(remaining[end] == escape ? 2 : 1)
            return .report(String(decoding: remaining[..<end], as: UTF8.self))
        default:
            // Escape and a letter: the letter with another key held down.
            bytes = kind == escape ? bytes.dropFirst() : remaining
            return .other
        }
    }
}
