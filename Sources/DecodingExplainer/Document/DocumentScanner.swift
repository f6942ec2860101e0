/// A scanner that reads the tokens of a JSON document from front to back.
///
/// It stops at a fault that no parser can pass, and at a nesting that is deeper than `JSONDecoder` reads.
/// A fault inside a string or a number does not stop it, nor does a trailing comma, because `JSONDecoder`
/// passes these as well: it looks only into the strings and numbers that it decodes. JSON5 and an object
/// without braces at the top level, which a `JSONDecoder` reads on demand, are noted and read. Whatever the
/// bytes are, the deepest nesting is the bound of the memory.
struct DocumentScanner {
    enum Token {
        case key
        /// A value that is no number, or the beginning of an object or array.
        case value(Explanation.ValueKind)
        case number(fitsEveryType: Bool)
        case end(of: OpenContainer)
    }

    /// An object or array whose end has not been read.
    struct OpenContainer {
        let isObject: Bool
        /// The offset of its bracket.
        let start: Int
        /// The bytes between the quotes of the latest key.
        var key: Range<Int> = 0..<0
        /// The number of keys or elements that have begun.
        var count = 0
        /// The indentation of the first key that begins a line.
        var indentation: Int?
    }

    /// A key or a string: the bytes between its quotes, and whether a line break is in it.
    private typealias Text = (contents: Range<Int>, isBroken: Bool)

    private enum Expectation {
        case value
        case firstElement
        case nextElement
        case firstKey
        case nextKey
        case colon
        case commaOrEnd
        case nothing
    }

    /// The deepest nesting that `JSONDecoder` reads.
    static let deepestNesting = 512

    let document: DocumentReading
    private let bytes: DocumentBytes
    /// A Boolean value that indicates whether the decoder is known to read JSON5.
    private let allowsJSON5: Bool
    /// A Boolean value that indicates whether the decoder is known to read an object without its braces.
    private let assumesBraces: Bool
    private(set) var position: Int
    private(set) var openContainers: [OpenContainer] = []
    /// The offset at which the latest token begins.
    private(set) var tokenStart: Int
    /// The first fault in a string or number.
    private(set) var toleratedFault: DocumentFault?
    /// The first escape of one half of a character: JSON allows it, and no string of Swift holds it.
    private(set) var loneSurrogate: DocumentFault?
    /// The first thing that only a decoder with `allowsJSON5` reads.
    private(set) var json5Fault: DocumentFault?
    /// The missing braces that only a decoder with `assumesTopLevelDictionary` passes.
    private(set) var bracesFault: DocumentFault?
    /// The first comma before a closing bracket.
    private(set) var trailingComma: Int?
    /// The first key that is indented like those of an object further out.
    private var misindentedKey: Int?

    private var expectation = Expectation.value
    /// The offset of the latest comma.
    private var comma: Int
    /// The offset after the latest token: the end of the document without trailing white space.
    private var lastEnd: Int
    /// The latest token, if that is a closing bracket behind a comma.
    private var bracketBehindComma: Int?
    /// The latest token, if that is a key or a string.
    private var latestString: Text?
    /// The fault of the latest token, if that is a number.
    private var latestNumberFault: DocumentFault?
    /// A Boolean value that indicates whether the object at the top level has no braces.
    private var hasNoBraces = false

    /// Creates a scanner at the beginning of a document.
    init(_ document: DocumentReading) {
        self.document = document
        bytes = document.bytes
        allowsJSON5 = document.decoder?.allowsJSON5 == true
        assumesBraces = document.decoder?.assumesTopLevelDictionary == true
        position = document.start
        tokenStart = position
        comma = position
        lastEnd = position
    }

    /// Returns the first fault in the string or number that begins at `offset`, if it has one.
    static func fault(inValueAt offset: Int, of document: DocumentReading) -> DocumentFault? {
        var scanner = DocumentScanner(document)
        scanner.position = offset
        scanner.expectation = .firstElement
        scanner.openContainers = [OpenContainer(isObject: false, start: offset)]
        _ = try? scanner.next()
        return scanner.toleratedFault ?? scanner.loneSurrogate
    }

    /// Returns the byte at `offset`, or zero beyond the end.
    private func byte(at offset: Int) -> UInt8 {
        offset >= 0 && offset < bytes.count ? bytes[offset] : 0
    }

    /// Reads the next token, or returns `nil` after the last one.
    ///
    /// - Throws: The fault that keeps any parser from reading on.
    /// - Complexity: O(*n*) for all tokens of a document of *n* bytes.
    mutating func next() throws(DocumentFault) -> Token? {
        while true {
            skipWhitespace()
            tokenStart = position
            guard position < bytes.count else {
                try checkEnd()
                return nil
            }
            let byte = bytes[position]
            if byte == UInt8(ascii: "/"), skipComment() { continue }
            switch expectation {
            case .value:
                if openContainers.isEmpty, let foreign = ForeignText.wording(of: bytes[position...])
                {
                    throw fault(foreign)
                }
                if openContainers.isEmpty, beginsKeyWithColon(byte) {
                    bracesFault = fault(.missingBraces)
                    hasNoBraces = true
                    openContainers.append(OpenContainer(isObject: true, start: tokenStart))
                    expectation = .firstKey
                    return .value(.object)
                }
                return try readValue(byte)
            case .firstElement, .nextElement:
                return byte == UInt8(ascii: "]") ? closeContainer() : try readValue(byte)
            case .firstKey, .nextKey:
                return byte == UInt8(ascii: "}") ? closeContainer() : try readKey(byte)
            case .colon:
                guard byte == UInt8(ascii: ":") else { throw faultInsteadOfColon(byte) }
                position += 1
                lastEnd = position
                expectation = .value
            case .commaOrEnd:
                let isObject = openContainers.last?.isObject == true
                if byte == UInt8(ascii: ",") {
                    comma = tokenStart
                    position += 1
                    lastEnd = position
                    latestString = nil
                    expectation = isObject ? .nextKey : .nextElement
                } else if byte == UInt8(ascii: isObject ? "}" : "]"),
                    !(hasNoBraces && openContainers.count == 1)
                {
                    return closeContainer()
                } else {
                    throw faultInsteadOfComma(byte)
                }
            case .nothing:
                throw faultAfterEnd(byte)
            }
        }
    }

    // MARK: - Tokens

    private mutating func skipWhitespace() {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }

    /// Skips a comment of JSON5, and returns whether there was one.
    private mutating func skipComment() -> Bool {
        let end: Int?
        switch Unicode.Scalar(byte(at: position + 1)) {
        case "/": end = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
        case "*": end = bytes[(position + 2)...].firstRange(of: "*/".utf8)?.upperBound
        default: return false
        }
        note(\.json5Fault) { _ in .comment }
        position = end ?? bytes.count
        return true
    }

    /// Returns a Boolean value that indicates whether the document begins with a key and a colon: `"a": 1`.
    private func beginsKeyWithColon(_ byte: UInt8) -> Bool {
        // A word and a colon begin many other texts.
        guard Self.isQuote(byte) || assumesBraces && beginsIdentifier(byte) else { return false }
        let start = UnsafeBufferPointer(rebasing: bytes.prefix(position + 1000))
        var ahead = DocumentScanner(DocumentReading(bytes: start, firstLine: 1, decoder: nil))
        ahead.position = position
        ahead.openContainers.append(OpenContainer(isObject: true, start: tokenStart))
        guard (try? ahead.readKey(byte)) != nil else { return false }
        ahead.skipWhitespace()
        return ahead.byte(at: ahead.position) == UInt8(ascii: ":")
    }

    private mutating func readValue(_ byte: UInt8) throws(DocumentFault) -> Token {
        switch Unicode.Scalar(byte) {
        case "\"", "'":
            countElement()
            let string = try readString(quote: byte)
            endValue()
            latestString = string
            return .value(.string)
        case "{", "[":
            countElement()
            return try openContainer(isObject: byte == UInt8(ascii: "{"))
        case "0"..."9", "-":
            return try readNumber()
        case "t":
            return try readLiteral("true", .boolean)
        case "f":
            return try readLiteral("false", .boolean)
        case "n":
            return try readLiteral("null", .null)
        default:
            return try readForeignNumber(otherwise: faultInsteadOfValue(byte))
        }
    }

    private mutating func readKey(_ byte: UInt8) throws(DocumentFault) -> Token {
        noteIndentation()
        let key: Text
        if Self.isQuote(byte) {
            key = try readString(quote: byte)
        } else if beginsIdentifier(byte) {
            key = try readIdentifier()
        } else {
            throw faultInsteadOfKey(byte)
        }
        openContainers[openContainers.count - 1].key = key.contents
        openContainers[openContainers.count - 1].count += 1
        lastEnd = position
        latestString = key
        expectation = .colon
        return .key
    }

    /// Notes a key that begins a line and whose indentation says that the object around it should have ended
    /// before it.
    private mutating func noteIndentation() {
        guard let newline = bytes[lastEnd..<tokenStart].lastIndex(of: UInt8(ascii: "\n"))
        else { return }
        let last = openContainers.count - 1
        let indentation = tokenStart - newline - 1
        let expected = openContainers[last].indentation
        if expected == nil { openContainers[last].indentation = indentation }
        // If the first key is on the line of the brace, only the second one tells the indentation.
        guard misindentedKey == nil,
            expected.map({ indentation < $0 })
                ?? (indentation > 0 && openContainers[last].count > 0)
        else { return }
        let isOuter = openContainers.dropLast().contains { $0.indentation == indentation }
        if isOuter { misindentedKey = tokenStart }
    }

    private mutating func countElement() {
        guard let last = openContainers.indices.last, !openContainers[last].isObject else { return }
        openContainers[last].count += 1
    }

    private mutating func endValue() {
        lastEnd = position
        if latestNumberFault != nil { latestNumberFault = nil }
        if bracketBehindComma != nil { bracketBehindComma = nil }
        latestString = nil
        expectation = openContainers.isEmpty ? .nothing : .commaOrEnd
    }

    private mutating func openContainer(isObject: Bool) throws(DocumentFault) -> Token {
        guard openContainers.count < Self.deepestNesting else { throw fault(.tooDeep) }
        openContainers.append(OpenContainer(isObject: isObject, start: tokenStart))
        position += 1
        lastEnd = position
        latestString = nil
        expectation = isObject ? .firstKey : .firstElement
        return .value(isObject ? .object : .array)
    }

    private mutating func closeContainer() -> Token {
        let isBehindComma = expectation == .nextElement || expectation == .nextKey
        let closed = openContainers.removeLast()
        position += 1
        endValue()
        if isBehindComma {
            if trailingComma == nil { trailingComma = comma }
            bracketBehindComma = tokenStart
        }
        return .end(of: closed)
    }

    /// Notes the first fault of a kind, at the latest token unless another offset is given.
    private mutating func note(
        _ kind: WritableKeyPath<Self, DocumentFault?>, at offset: Int? = nil,
        _ wording: (Self) -> FaultWording
    ) {
        guard self[keyPath: kind] == nil else { return }
        self[keyPath: kind] = fault(wording(self), at: offset)
    }

    private mutating func readLiteral(
        _ literal: String, _ kind: Explanation.ValueKind
    ) throws(DocumentFault) -> Token {
        let word = literal.utf8
        let rest = bytes[position...]
        if rest.count < word.count, word.starts(with: rest) {
            position = bytes.count
            throw endsTooEarly(at: position)
        }
        guard rest.starts(with: word), !Self.isWord(byte(at: position + word.count))
        else { throw faultInsteadOfValue(bytes[position]) }
        countElement()
        position += word.count
        endValue()
        return .value(kind)
    }

    // MARK: - JSON5

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private func beginsIdentifier(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): false
        case 0x80...: commonFault(byte) == nil && !DocumentCharacter.isInvisible(character)
        default: Self.isWord(byte)
        }
    }

    private mutating func readIdentifier() throws(DocumentFault) -> Text {
        let start = position
        var end = start
        while end < bytes.count, Self.isWord(bytes[end]) || bytes[end] >= 0x80 { end += 1 }
        if byte(at: end) == UInt8(ascii: "\"") {
            throw fault(.missingOpeningQuote(text(in: start..<end)))
        }
        note(\.json5Fault) { .unquotedKey($0.text(in: start..<end)) }
        position = end
        return (start..<end, isBroken: false)
    }

    /// Reads a number that JSON5 has and JSON has not: `+1`, `.5`, `0x1F` or `NaN`.
    private mutating func readForeignNumber(
        otherwise fault: DocumentFault
    ) throws(DocumentFault) -> Token {
        let word = word(at: position)
        let magnitude = word.first == "+" || word.first == "-" ? word.dropFirst() : word[...]
        let isNamed = magnitude == "NaN" || magnitude == "Infinity"
        let hasLeadingZero =
            magnitude.first == "0" && magnitude.dropFirst().first?.isNumber == true
        guard isNamed || magnitude.first == "." || magnitude.first?.isNumber == true,
            !hasLeadingZero, Double(word) != nil
        else { throw fault }
        countElement()
        note(\.json5Fault) { _ in fault.wording }
        position += word.utf8.count
        endValue()
        return .number(fitsEveryType: false)
    }

    // MARK: - Numbers

    private mutating func readNumber() throws(DocumentFault) -> Token {
        let digits = bytes[position...].prefix(while: Self.isInNumber)
        if Self.isWord(byte(at: digits.endIndex)) {
            let word = word(at: position)
            let isInfinity = word.hasPrefix("-I") || word.hasPrefix("-i")
            return try readForeignNumber(
                otherwise: fault(isInfinity ? .notANumber(word) : .malformedNumber(word)))
        }
        position = digits.endIndex
        countElement()
        endValue()
        let number = JSONNumber(digits)
        if let fits = number.fitsEveryType { return .number(fitsEveryType: fits) }
        let text = text(in: digits.indices)
        let hasLeadingZero = number.hasLeadingZero
        if allowsJSON5, !hasLeadingZero, Double(text) != nil {
            return .number(fitsEveryType: false)
        }
        let fault = fault(hasLeadingZero ? .leadingZero(text) : .malformedNumber(text))
        note(\.toleratedFault) { _ in fault.wording }
        latestNumberFault = fault
        return .number(fitsEveryType: true)
    }

    static func isInNumber(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "0"..."9", ".", "e", "E", "+", "-":
            true
        default:
            false
        }
    }

    // MARK: - Strings

    private mutating func readString(quote: UInt8) throws(DocumentFault) -> Text {
        if quote != UInt8(ascii: "\"") { note(\.json5Fault) { _ in .singleQuote } }
        var isBroken = false
        position += 1
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quote {
                position += 1
                return (start..<(position - 1), isBroken)
            } else if byte == UInt8(ascii: "\\") {
                readEscape(isJSON5: allowsJSON5 || quote != UInt8(ascii: "\""))
            } else if byte < 0x20 {
                note(\.toleratedFault, at: position) { _ in .controlCharacter(byte) }
                if byte == UInt8(ascii: "\n") { isBroken = true }
                position += 1
            } else {
                let length = byte < 0x80 ? 1 : validScalarLength(at: position)
                if length == 0 { note(\.toleratedFault, at: position) { _ in .invalidUTF8(byte) } }
                position += max(length, 1)
            }
        }
        position = bytes.count
        throw isBroken ? fault(.stringNotClosed) : endsTooEarly(at: position)
    }

    /// Reads an escape.
    ///
    /// - Parameter isJSON5: True if the escapes are those of JSON5, which also has a quote, a byte in two
    ///   digits and a line break.
    private mutating func readEscape(isJSON5: Bool) {
        switch Unicode.Scalar(byte(at: position + 1)) {
        case "\"", "\\", "/", "b", "f", "n", "r", "t":
            position += 2
        case "u":
            readUnicodeEscape()
        case "'" where isJSON5, "\n" where isJSON5:
            position += 2
        case "x"
        where isJSON5 && Self.isHexadecimal(byte(at: position + 2))
            && Self.isHexadecimal(byte(at: position + 3)):
            position += 4
        default:
            if position + 1 < bytes.count {
                noteEscape(length: 1 + max(validScalarLength(at: position + 1), 1))
            }
            // A line break or another control character after the backslash is a fault by itself.
            position += byte(at: position + 1) < 0x20 ? 1 : 2
        }
    }

    private mutating func readUnicodeEscape() {
        let start = position
        guard let unit = codeUnit(at: position) else {
            let digits = bytes[(position + 2)...].prefix(4).prefix(while: Self.isHexadecimal)
            if digits.count < 4, digits.endIndex == bytes.count {
                // The document has been cut within the escape.
                position = bytes.count
                return
            }
            noteEscape(length: 6)
            position += 2
            return
        }
        position += 6
        if UTF16.isLeadSurrogate(unit), let trail = codeUnit(at: position),
            UTF16.isTrailSurrogate(trail)
        {
            position += 6
        } else if UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) {
            note(\.loneSurrogate, at: start) { .halfCharacter($0.text(in: start..<start + 6)) }
        }
    }

    /// Notes the escape at the position, which does not exist.
    private mutating func noteEscape(length: Int) {
        note(\.toleratedFault, at: position) {
            .invalidEscape($0.text(in: $0.position..<$0.position + length))
        }
    }

    /// Returns the UTF-16 code unit of the escape `\uXXXX` at `offset`, if there is one.
    private func codeUnit(at offset: Int) -> UInt16? {
        guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        let digits = bytes[offset + 2..<offset + 6]
        guard digits.allSatisfy(Self.isHexadecimal) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    /// Returns the length of the scalar at `offset` if it is well-formed UTF-8, otherwise zero.
    private func validScalarLength(at offset: Int) -> Int {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes[offset...].makeIterator()
        guard case .valid(let scalar) = parser.parseScalar(from: &iterator) else { return 0 }
        return scalar.count
    }

    /// The character at the position, as people count characters.
    private var character: Character {
        let text = String(decoding: bytes[position...].prefix(32), as: UTF8.self)
        return text.first ?? "\u{FFFD}"
    }

    // MARK: - Faults

    private func checkEnd() throws(DocumentFault) {
        switch expectation {
        case .nothing:
            return
        case .value where openContainers.isEmpty:
            throw fault(.empty(isBlank: !bytes.isEmpty), at: lastEnd)
        case .commaOrEnd where hasNoBraces && openContainers.count == 1:
            return
        default:
            throw endsTooEarly(at: lastEnd)
        }
    }

    private func fault(_ wording: FaultWording, at offset: Int? = nil) -> DocumentFault {
        DocumentFault(wording: wording, offset: offset ?? tokenStart)
    }

    /// Returns the fault of a document that ends too early, with the open containers, the innermost first.
    private func endsTooEarly(at offset: Int) -> DocumentFault {
        var open: [String] = []
        if byte(at: tokenStart) == UInt8(ascii: "\"") {
            open.append("the string from \(DocumentPlace(tokenStart, in: document))")
        }
        open += openContainers.reversed().prefix(3).map { "the \(name(of: $0))" }
        let rest = openContainers.count - 3
        if rest > 0 { open.append("\(rest) more") }
        return fault(.endsTooEarly(open: open, remark: remarkOnIndentation), at: offset)
    }

    private func name(of container: OpenContainer) -> String {
        let place = DocumentPlace(container.start, in: document)
        return "\(container.isObject ? "object" : "array") from \(place)"
    }

    /// A sentence that names the key whose indentation says that a brace is missing before it.
    private var remarkOnIndentation: String {
        guard let misindentedKey else { return "" }
        let place = DocumentPlace(misindentedKey, in: document)
        return " The key at \(place) is indented like the keys of an object further out: "
            + "a closing brace may be missing before it."
    }

    private func faultInsteadOfValue(_ byte: UInt8) -> DocumentFault {
        if let fault = commonFault(byte) { return fault }
        switch Unicode.Scalar(byte) {
        case ",", ":":
            return fault(.missingValue)
        case "}", "]":
            return closingFault(byte, otherwise: .missingValue)
        case "+", ".":
            return fault(.malformedNumber(word(at: position)))
        case _ where Self.isWord(byte):
            return fault(wording(ofWord: word(at: position)))
        default:
            return fault(.unexpectedCharacter(character))
        }
    }

    private func wording(ofWord word: String) -> FaultWording {
        switch word.lowercased() {
        case "nan", "infinity", "inf": .notANumber(word)
        case "true": .foreignLiteral(word, replacement: "true")
        case "false": .foreignLiteral(word, replacement: "false")
        case "null", "none", "nil", "undefined": .foreignLiteral(word, replacement: "null")
        case "t", "tr", "tru": .incompleteLiteral(word, whole: "true")
        case "f", "fa", "fal", "fals": .incompleteLiteral(word, whole: "false")
        case "n", "nu", "nul": .incompleteLiteral(word, whole: "null")
        case _ where endsInQuote(at: position): .missingOpeningQuote(word)
        case _ where openContainers.isEmpty: .plainText
        default: .unquotedText(word)
        }
    }

    /// Returns a Boolean value that indicates whether the text at `offset` goes on to a quote, and nothing
    /// separates values before that quote.
    private func endsInQuote(at offset: Int) -> Bool {
        let separators = Array(",:{}[]\r\n".utf8)
        let end = bytes[offset...].prefix(1000).first {
            $0 == UInt8(ascii: "\"") || separators.contains($0)
        }
        return end == UInt8(ascii: "\"")
    }

    private func faultInsteadOfKey(_ byte: UInt8) -> DocumentFault {
        if let fault = commonFault(byte) { return fault }
        switch Unicode.Scalar(byte) {
        case "]":
            return closingFault(byte, otherwise: .missingKey)
        case "0"..."9":
            return decimalCommaFault ?? fault(.missingKey)
        case _ where Self.isWord(byte):
            return fault(.unquotedKey(word(at: position)))
        case "{" where expectation == .nextKey && isInsideArray:
            let opened = openContainers.last.map { "The \(name(of: $0))" } ?? "It"
            return fault(.missingClosingBrace(of: opened))
        case ",", ":", "{", "[", "-":
            return fault(.missingKey)
        default:
            return fault(.unexpectedCharacter(character))
        }
    }

    /// The fault of a number with a comma in place of its point. It is known in an object, where no number
    /// can follow a comma.
    private var decimalCommaFault: DocumentFault? {
        guard expectation == .nextKey, comma == position - 1 else { return nil }
        let start = start(ofText: Self.isInNumber, before: comma)
        guard start < comma else { return nil }
        let number = text(in: start..<comma) + "," + word(at: position)
        return fault(.decimalComma(number), at: start)
    }

    /// A Boolean value that indicates whether the innermost container is an element of an array.
    private var isInsideArray: Bool {
        openContainers.count > 1 && !openContainers[openContainers.count - 2].isObject
    }

    private func faultInsteadOfColon(_ byte: UInt8) -> DocumentFault {
        if let fault = brokenStringFault ?? foreignFault(byte) { return fault }
        if lastEnd == position, let end = missingQuoteOffset(isKey: true) {
            return fault(.missingClosingQuote, at: end)
        }
        return fault(.missingColon)
    }

    private func faultInsteadOfComma(_ byte: UInt8) -> DocumentFault {
        if let fault = brokenStringFault ?? latestNumberFault ?? foreignFault(byte) { return fault }
        let follows = latestString != nil && lastEnd == position
        switch Unicode.Scalar(byte) {
        case "}", "]":
            return closingFault(byte, otherwise: .missingComma)
        case ":":
            return fault(.colonInsteadOfComma)
        case ";":
            return fault(.semicolon)
        case _ where follows && (Self.isWord(byte) || byte >= 0x80):
            return missingQuoteOffset(isKey: false).map { fault(.missingClosingQuote, at: $0) }
                ?? fault(.unescapedQuote)
        case "\"" where endsWord:
            return missingOpeningQuoteFault
        case _ where Self.beginsValue(byte), "'":
            return earlyBracketFault ?? fault(.missingComma)
        default:
            return fault(.unexpectedCharacter(character))
        }
    }

    /// The fault of a closing bracket after a comma and before a value. Bracket and comma have changed places,
    /// or the bracket is one too many.
    private var earlyBracketFault: DocumentFault? {
        bracketBehindComma.map { offset in
            fault(.earlyBracket(Character(Unicode.Scalar(bytes[offset]))), at: offset)
        }
    }

    /// A Boolean value that indicates whether the quote at the position ends a number or a word, and so the
    /// value.
    private var endsWord: Bool {
        guard lastEnd == position, latestString == nil,
            Self.isWord(byte(at: position - 1))
        else { return false }
        let next = bytes[(position + 1)...].prefix(1000).first { !Self.isBlank($0) }
        return next.map { ",]}".utf8.contains($0) } ?? false
    }

    private var missingOpeningQuoteFault: DocumentFault {
        let isInWord = { Self.isWord($0) || Self.isInNumber($0) }
        let start = start(ofText: isInWord, before: tokenStart)
        return fault(.missingOpeningQuote(text(in: start..<position)), at: start)
    }

    /// Returns the offset at which the bytes of a kind begin that end before `end`.
    private func start(ofText isInText: (UInt8) -> Bool, before end: Int) -> Int {
        bytes[..<end].lastIndex { !isInText($0) }.map { $0 + 1 } ?? 0
    }

    /// Returns the place of the missing closing quote of the latest string, if that string goes on to the
    /// opening quote of the next one.
    ///
    /// - Parameter isKey: True if the string was read as a key, so that its colon is a part of it.
    private func missingQuoteOffset(isKey: Bool) -> Int? {
        guard let contents = latestString?.contents else { return nil }
        // What follows has to read as the rest of a string.
        let rest = bytes[position...].prefix(1000)
        guard let quote = rest.firstIndex(of: UInt8(ascii: "\"")),
            let next = rest[(quote + 1)...].first(where: { !Self.isBlank($0) })
        else { return nil }
        let isObject = openContainers.last?.isObject == true
        var end = contents.upperBound
        func skipBack(_ skipped: (UInt8) -> Bool) {
            while end > contents.lowerBound, skipped(bytes[end - 1]) { end -= 1 }
        }
        if isKey {
            guard let colon = bytes[contents].prefix(1000).firstIndex(of: UInt8(ascii: ":"))
            else { return nil }
            end = colon
        } else {
            skipBack { Self.isBlank($0) || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
            guard end > contents.lowerBound, bytes[end - 1] == UInt8(ascii: ","),
                next == UInt8(ascii: ":")
                    || !isObject
                        && (next == UInt8(ascii: ",") || next == UInt8(ascii: "]"))
            else { return nil }
            end -= 1
            skipBack { Self.isBlank($0) || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }
        }
        // The quote may be there, with a backslash that makes it a part of the string.
        if bytes[contents.lowerBound..<end].suffix(2).elementsEqual("\\\"".utf8) { end -= 2 }
        return end
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }

    private func faultAfterEnd(_ byte: UInt8) -> DocumentFault {
        if let fault = brokenStringFault ?? latestNumberFault ?? foreignFault(byte) { return fault }
        switch Unicode.Scalar(byte) {
        case "}", "]":
            let bracket = Character(Unicode.Scalar(byte))
            return fault(.extraBracket(bracket, remark: remarkOnIndentation))
        case _ where Self.beginsValue(byte), "<":
            return earlyBracketFault ?? fault(.secondValue)
        case ",":
            return fault(.commaAfterEnd)
        default:
            return fault(.unexpectedCharacter(character))
        }
    }

    /// The fault of a string without a closing quote. It goes on over the line break to the opening quote of a
    /// later string, and the text after that quote makes no sense.
    private var brokenStringFault: DocumentFault? {
        guard let latestString, latestString.isBroken else { return nil }
        return fault(.stringNotClosed, at: latestString.contents.lowerBound - 1)
    }

    /// Returns the fault of a byte that is no part of UTF-8, or of a comment as shells and Python write it.
    /// Those of JSON5 are skipped.
    private func foreignFault(_ byte: UInt8) -> DocumentFault? {
        if byte == UInt8(ascii: "#") { return fault(.comment) }
        let isBroken = byte >= 0x80 && validScalarLength(at: position) == 0
        return isBroken ? fault(.invalidUTF8(byte)) : nil
    }

    /// Returns a fault that is the same in place of a key and in place of a value.
    private func commonFault(_ byte: UInt8) -> DocumentFault? {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "`"):
            return fault(.singleQuote)
        case 0xE2
        where self.byte(at: position + 1) == 0x80
            && (0x98...0x9F).contains(self.byte(at: position + 2)):
            return fault(.curlyQuote)
        default:
            return foreignFault(byte)
        }
    }

    private func closingFault(
        _ byte: UInt8, otherwise wording: FaultWording
    ) -> DocumentFault {
        let bracket = Character(Unicode.Scalar(byte))
        guard let container = openContainers.last, !hasNoBraces || openContainers.count > 1
        else { return fault(.extraBracket(bracket, remark: remarkOnIndentation)) }
        guard container.isObject != (bracket == "}") else { return fault(wording) }
        return fault(
            .mismatchedBracket(
                bracket, opened: "The \(name(of: container))", remark: remarkOnIndentation))
    }

    // MARK: - Text

    private static func beginsValue(_ byte: UInt8) -> Bool {
        isWord(byte) || "\"{[-".utf8.contains(byte)
    }

    static func isWord(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$":
            true
        default:
            false
        }
    }

    /// Returns the word at `offset`, with its signs and points, cut to a length that fits a message.
    private func word(at offset: Int) -> String {
        let word = bytes[offset...].prefix(40).prefix { Self.isWord($0) || Self.isInNumber($0) }
        return String(decoding: word, as: UTF8.self)
    }

    /// Returns the text of at most 40 bytes in `range`, which may reach beyond the end.
    private func text(in range: Range<Int>) -> String {
        var upper = min(range.upperBound, bytes.count, range.lowerBound + 40)
        // No character is cut in two.
        while upper < bytes.count, upper > range.lowerBound, bytes[upper] & 0xC0 == 0x80 {
            upper -= 1
        }
        return String(decoding: bytes[range.lowerBound..<upper], as: UTF8.self)
    }
}
