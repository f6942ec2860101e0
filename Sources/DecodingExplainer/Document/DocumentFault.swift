/// The bytes of a document in UTF-8.
typealias DocumentBytes = UnsafeBufferPointer<UInt8>

/// A place in a document: a byte, and the line that the byte is on.
struct DocumentPlace: Equatable, Sendable {
    /// The offset of the byte; the length of the document stands for its end.
    var offset: Int
    /// The number of the line, from 1.
    var line: Int
    /// The offset of the first byte of the line.
    var lineStart: Int
}

extension DocumentPlace {
    /// Finds the line of a byte.
    ///
    /// - Complexity: O(*n*), where *n* is the offset.
    init(offset: Int, in bytes: DocumentBytes) {
        let start = bytes.prefix(offset)
        self.offset = start.count
        line = 1 + start.count { $0 == UInt8(ascii: "\n") }
        lineStart = start.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }
}

/// A break of the rules of JSON, and where it is.
struct DocumentFault: Error {
    enum Problem: Equatable {
        case empty
        case markup
        case propertyList
        case missingBraces
        case endsTooEarly
        case stringNotClosed
        case trailingComma
        case secondValue
        case extraBracket(Character)
        case mismatchedBracket(Character)
        case missingComma
        case missingColon
        case missingKey
        case missingValue
        case unescapedQuote
        case singleQuote
        case curlyQuote
        case unquotedKey(String)
        case unquotedText(String)
        case foreignLiteral(String, replacement: String)
        case notANumber(String)
        case comment
        case malformedNumber(String)
        case leadingZero(String)
        case controlCharacter(UInt8)
        case invalidEscape(String)
        case invalidUTF8
        case loneSurrogate(String)
        case unexpectedByte(UInt8)
    }

    let problem: Problem
    let place: DocumentPlace
}
