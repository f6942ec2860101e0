import Foundation

/// The text of the keys and strings of a document.
enum KeyText {
    /// Returns as much of a key as is kept and shown.
    static func kept(_ key: DocumentBytes.SubSequence) -> String {
        unescaped(key.prefix(240))
    }

    /// Returns the key that the strategy `.convertFromSnakeCase` makes of a key.
    static func convertedFromSnakeCase(_ key: String) -> String {
        let start = key.prefix { $0 == "_" }
        guard start.count < key.count else { return key }
        let end = String(key.reversed().prefix { $0 == "_" })
        let words = key.dropFirst(start.count).dropLast(end.count).split(separator: "_")
        guard let first = words.first, words.count > 1 else { return key }
        return start + first.lowercased() + words.dropFirst().map(\.capitalized).joined() + end
    }

    /// Returns a byte in lowercase, or `nil` for an underscore or hyphen.
    static func foldedASCII(_ byte: UInt8) -> UInt8? {
        switch Unicode.Scalar(byte) {
        case "A"..."Z": byte | 0x20
        case "_", "-": nil
        default: byte
        }
    }

    /// Returns the text for the bytes between the quotes of a string.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    static func unescaped(_ contents: DocumentBytes.SubSequence) -> String {
        guard contents.contains(UInt8(ascii: "\\")) else {
            return String(decoding: contents, as: UTF8.self)
        }
        var units: [UInt16] = []
        var rest = contents
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            units.append(contentsOf: String(decoding: rest[..<backslash], as: UTF8.self).utf16)
            rest = rest[(backslash + 1)...]
            guard let escape = rest.popFirst() else { break }
            switch Unicode.Scalar(escape) {
            case "b": units.append(0x08)
            case "f": units.append(0x0C)
            case "n": units.append(0x0A)
            case "r": units.append(0x0D)
            case "t": units.append(0x09)
            case "u", "x":
                let count = escape == UInt8(ascii: "u") ? 4 : 2
                let digits = String(decoding: rest.prefix(count), as: UTF8.self)
                units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(count)
            case "\n": break
            default: units.append(UInt16(escape))
            }
        }
        units.append(contentsOf: String(decoding: rest, as: UTF8.self).utf16)
        return String(decoding: units, as: UTF16.self)
    }
}
