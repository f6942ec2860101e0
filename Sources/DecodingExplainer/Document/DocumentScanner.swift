/// A scanner that reads the tokens of a JSON document from front to back.
///
/// It stops at a fault that no parser can pass, and at a nesting that is deeper than `JSONDecoder` reads.
/// A fault inside a string or a number does not stop it, nor does a trailing comma, because `JSONDecoder`
/// passes these as well: it looks only into the strings and numbers that it decodes. JSON5 and an object
/// without braces at the top level, which a `JSONDecoder` reads on demand, are noted and read. Whatever the
/// bytes are, the deepest nesting is the bound of the memory.
struct DocumentScanner {
    enum Token {
        case beginObject
        case beginArray
        case end(of: OpenContainer)
        case key
        case string
        case number(fitsEveryType: Bool)
        case literal(JSONLiteral)
    }

    enum JSONLiteral: String {
        case `true`
        case `false`
        case null
    }

    /// An object or array whose end has not been read.
    struct OpenContainer {
        let isObject: Bool
        let place: DocumentPlace
        /// The bytes between the quotes of the latest key.
        var key: Range<Int> = 0..<0
        /// The number of keys or elements that have begun.
        var count = 0
        /// The indentation of the first key that begins a line.
        var indentation: Int?
    }

    /// A key or a string: where it begins, the bytes between its quotes, and whether a line break is in it.
    private typealias Text = (place: DocumentPlace, contents: Range<Int>, isBroken: Bool)

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

    let bytes: DocumentBytes
    /// A Boolean value that indicates whether the decoder is known to read JSON5, which is then no fault.
    private let allowsJSON5: Bool
    /// A Boolean value that indicates whether the decoder is known to read an object without its braces.
    private let assumesBraces: Bool
    private(set) var position: Int
    private(set) var openContainers: [OpenContainer] = []
    /// The place at which the latest token begins.
    private(set) var tokenPlace: DocumentPlace
    /// The first fault in a string or number.
    private(set) var toleratedFault: DocumentFault?
    /// The first escape of one half of a character: JSON allows it, and no string of Swift holds it.
    private(set) var loneSurrogate: DocumentFault?
    /// The first thing that only a decoder with `allowsJSON5` reads.
    private(set) var json5Fault: DocumentFault?
    /// The missing braces that only a decoder with `assumesTopLevelDictionary` passes.
    private(set) var bracesFault: DocumentFault?
    private(set) var trailingComma: DocumentPlace?
    /// The first key that is indented like those of an object further out.
    private(set) var misindentedKey: DocumentPlace?

    private var line: Int
    private var lineStart: Int
    private var expectation = Expectation.value
    private var commaPlace: DocumentPlace
    /// The place after the latest token: the end of the document without trailing white space.
    private var lastEnd: DocumentPlace
    /// The latest token, if that is a closing bracket behind a comma.
    private var bracketBehindComma: DocumentPlace?
    /// The latest token, if that is a key or a string.
    private var latestString: Text?
    /// The fault of the latest token, if that is a number.
    private var latestNumberFault: DocumentFault?
    /// A Boolean value that indicates whether the object at the top level has no braces.
    private var hasNoBraces = false

    /// Creates a scanner at the beginning of a document.
    init(_ document: DocumentReading) {
        bytes = document.bytes
        allowsJSON5 = document.decoder?.allowsJSON5 == true
        assumesBraces = document.decoder?.assumesTopLevelDictionary == true
        line = document.firstLine
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        position = start
        lineStart = start
        tokenPlace = DocumentPlace(offset: start, line: line, lineStart: start)
        commaPlace = tokenPlace
        lastEnd = tokenPlace
    }

    /// Returns the first fault in the string or number that begins at `offset`, if it has one.
    static func fault(inValueAt offset: Int, of document: DocumentReading) -> DocumentFault? {
        var scanner = DocumentScanner(document)
        let place = DocumentPlace(offset: offset, in: document)
        scanner.position = offset
        scanner.line = place.line
        scanner.lineStart = place.lineStart
        scanner.expectation = .firstElement
        scanner.openContainers = [OpenContainer(isObject: false, place: place)]
        _ = try? scanner.next()
        return scanner.toleratedFault ?? scanner.loneSurrogate
    }

    private var place: DocumentPlace {
        DocumentPlace(offset: position, line: line, lineStart: lineStart)
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
            tokenPlace = place
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
                    if !assumesBraces { bracesFault = fault(.missingBraces) }
                    hasNoBraces = true
                    openContainers.append(OpenContainer(isObject: true, place: tokenPlace))
                    expectation = .firstKey
                    return .beginObject
                }
                return try readValue(byte)
            case .firstElement, .nextElement:
                return byte == UInt8(ascii: "]") ? closeContainer() : try readValue(byte)
            case .firstKey, .nextKey:
                return byte == UInt8(ascii: "}") ? closeContainer() : try readKey(byte)
            case .colon:
                guard byte == UInt8(ascii: ":") else { throw faultInsteadOfColon(byte) }
                position += 1
                lastEnd = place
                expectation = .value
            case .commaOrEnd:
                let isObject = openContainers.last?.isObject == true
                if byte == UInt8(ascii: ",") {
                    commaPlace = tokenPlace
                    position += 1
                    lastEnd = place
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
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                position += 1
                beginLine()
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
            default:
                return
            }
        }
    }

    /// Notes that a line begins at the position.
    private mutating func beginLine() {
        line += 1
        lineStart = position
    }

    /// Skips a comment of JSON5, and returns whether there was one.
    private mutating func skipComment() -> Bool {
        let isBlock = byte(at: position + 1) == UInt8(ascii: "*")
        guard isBlock || byte(at: position + 1) == UInt8(ascii: "/") else { return false }
        noteExtension(.comment)
        position += 2
        while position < bytes.count {
            let byte = bytes[position]
            if !isBlock, byte == UInt8(ascii: "\n") { return true }
            position += 1
            if byte == UInt8(ascii: "\n") {
                beginLine()
            } else if isBlock, byte == UInt8(ascii: "*"),
                self.byte(at: position) == UInt8(ascii: "/")
            {
                position += 1
                return true
            }
        }
        return true
    }

    /// Returns a Boolean value that indicates whether the document begins with a key and a colon: `"a": 1`.
    private func beginsKeyWithColon(_ byte: UInt8) -> Bool {
        // A word and a colon begin many other texts.
        guard Self.isQuote(byte) || assumesBraces && beginsIdentifier(byte) else { return false }
        let start = UnsafeBufferPointer(rebasing: bytes.prefix(position + 1000))
        var ahead = DocumentScanner(DocumentReading(bytes: start, firstLine: 1, decoder: nil))
        ahead.position = position
        ahead.openContainers.append(OpenContainer(isObject: true, place: tokenPlace))
        guard (try? ahead.readKey(byte)) != nil else { return false }
        ahead.skipWhitespace()
        return ahead.byte(at: ahead.position) == UInt8(ascii: ":")
    }

    private mutating func readValue(_ byte: UInt8) throws(DocumentFault) -> Token {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            countElement()
            let string = try readString(quote: byte)
            endValue()
            latestString = string
            return .string
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            countElement()
            return try openContainer(isObject: byte == UInt8(ascii: "{"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            do throws(DocumentFault) {
                let (fitsEveryType, fault) = try readNumber()
                countElement()
                endValue()
                if let fault {
                    tolerate(fault.wording, at: fault.place)
                    latestNumberFault = fault
                }
                return .number(fitsEveryType: fitsEveryType)
            } catch {
                position = tokenPlace.offset
                return try readForeignNumber(otherwise: error)
            }
        case UInt8(ascii: "t"):
            return try readLiteral(.true)
        case UInt8(ascii: "f"):
            return try readLiteral(.false)
        case UInt8(ascii: "n"):
            return try readLiteral(.null)
        default:
            return try readForeignNumber(otherwise: faultInsteadOfValue(byte))
        }
    }

    private mutating func readKey(_ byte: UInt8) throws(DocumentFault) -> Token {
        if lastEnd.line != line { noteIndentation() }
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
        lastEnd = place
        latestString = key
        expectation = .colon
        return .key
    }

    /// Notes a key that begins a line and whose indentation says that the object around it should have ended
    /// before it.
    private mutating func noteIndentation() {
        let last = openContainers.count - 1
        let indentation = tokenPlace.offset - tokenPlace.lineStart
        let expected = openContainers[last].indentation
        if expected == nil { openContainers[last].indentation = indentation }
        // If the first key is on the line of the brace, only the second one tells the indentation.
        guard misindentedKey == nil,
            expected.map({ indentation < $0 })
                ?? (indentation > 0 && openContainers[last].count > 0)
        else { return }
        let isOuter = openContainers.dropLast().contains { $0.indentation == indentation }
        if isOuter { misindentedKey = tokenPlace }
    }

    private mutating func countElement() {
        guard let last = openContainers.indices.last, !openContainers[last].isObject else { return }
        openContainers[last].count += 1
    }

    private mutating func endValue() {
        lastEnd = place
        if latestNumberFault != nil { latestNumberFault = nil }
        if bracketBehindComma != nil { bracketBehindComma = nil }
        latestString = nil
        expectation = openContainers.isEmpty ? .nothing : .commaOrEnd
    }

    private mutating func openContainer(isObject: Bool) throws(DocumentFault) -> Token {
        guard openContainers.count < Self.deepestNesting else { throw fault(.tooDeep) }
        openContainers.append(OpenContainer(isObject: isObject, place: tokenPlace))
        position += 1
        lastEnd = place
        latestString = nil
        expectation = isObject ? .firstKey : .firstElement
        return isObject ? .beginObject : .beginArray
    }

    private mutating func closeContainer() -> Token {
        let isBehindComma = expectation == .nextElement || expectation == .nextKey
        let closed = openContainers.removeLast()
        position += 1
        endValue()
        if isBehindComma {
            if trailingComma == nil { trailingComma = commaPlace }
            bracketBehindComma = tokenPlace
        }
        return .end(of: closed)
    }

    private mutating func noteExtension(_ wording: @autoclosure () -> FaultWording) {
        guard !allowsJSON5, json5Fault == nil else { return }
        json5Fault = fault(wording())
    }

    private mutating func tolerate(
        _ wording: @autoclosure () -> FaultWording, at place: DocumentPlace
    ) {
        guard toleratedFault == nil else { return }
        toleratedFault = DocumentFault(wording: wording(), place: place)
    }

    private mutating func readLiteral(_ literal: JSONLiteral) throws(DocumentFault) -> Token {
        let word = literal.rawValue.utf8
        let rest = bytes[position...]
        if rest.count < word.count, word.starts(with: rest) {
            position = bytes.count
            throw endsTooEarly(at: place)
        }
        guard rest.starts(with: word), !Self.isWord(byte(at: position + word.count))
        else { throw faultInsteadOfValue(bytes[position]) }
        countElement()
        position += word.count
        endValue()
        return .literal(literal)
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
        if json5Fault == nil {
            let key = text(in: start..<end)
            noteExtension(.unquotedKey(key))
        }
        position = end
        return (tokenPlace, start..<end, isBroken: false)
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
        noteExtension(fault.wording)
        position += word.utf8.count
        endValue()
        return .number(fitsEveryType: false)
    }

    // MARK: - Numbers

    private mutating func readNumber() throws(DocumentFault) -> (Bool, DocumentFault?) {
        let start = position
        while position < bytes.count, Self.isInNumber(bytes[position]) { position += 1 }
        if position < bytes.count, Self.isWord(bytes[position]) {
            let word = word(at: start)
            let isInfinity = word.hasPrefix("-I") || word.hasPrefix("-i")
            throw fault(isInfinity ? .notANumber(word) : .malformedNumber(word))
        }
        let number = JSONNumber(bytes[start..<position])
        if let fits = number.fitsEveryType { return (fits, nil) }
        let text = text(in: start..<position)
        let hasLeadingZero = number.hasLeadingZero
        if allowsJSON5, !hasLeadingZero, Double(text) != nil { return (false, nil) }
        return (true, fault(hasLeadingZero ? .leadingZero(text) : .malformedNumber(text)))
    }

    static func isInNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }

    // MARK: - Strings

    private mutating func readString(quote: UInt8) throws(DocumentFault) -> Text {
        if quote != UInt8(ascii: "\"") { noteExtension(.singleQuote) }
        var isBroken = false
        position += 1
        let start = position
        while position < bytes.count {
            position = plainEnd(from: position, quote: quote)
            guard position < bytes.count else { break }
            let byte = bytes[position]
            if byte == quote {
                position += 1
                return (tokenPlace, start..<(position - 1), isBroken)
            } else if byte == UInt8(ascii: "\\") {
                readEscape(isJSON5: allowsJSON5 || quote != UInt8(ascii: "\""))
            } else if byte >= 0x80 {
                tolerate(.invalidUTF8(byte), at: place)
                position += 1
            } else {
                tolerate(.controlCharacter(byte), at: place)
                position += 1
                if byte == UInt8(ascii: "\n") {
                    isBroken = true
                    beginLine()
                }
            }
        }
        position = bytes.count
        throw isBroken ? fault(.stringNotClosed) : endsTooEarly(at: place)
    }

    /// Returns the first offset from `start` on that is a quote, a backslash, a control character, or no part
    /// of UTF-8. The bytes before it need no closer look.
    private func plainEnd(from start: Int, quote: UInt8) -> Int {
        let bytes = bytes
        let count = bytes.count
        var index = start
        while index < count {
            let byte = bytes[index]
            if byte >= 0x80 {
                let length = commonScalarLength(at: index) ?? validScalarLength(at: index)
                if length == 0 { return index }
                index += length
                continue
            }
            if byte == quote || byte == UInt8(ascii: "\\") || byte < 0x20 { return index }
            index += 1
            // Two characters of ASCII come in a longer row of them.
            guard index < count, bytes[index] < 0x80 else { continue }
            while index + 8 <= count, isPlainWord(at: index, quote: quote) { index += 8 }
        }
        return index
    }

    /// Returns the length of a scalar of two or three bytes without a special case, as most letters are.
    private func commonScalarLength(at offset: Int) -> Int? {
        guard offset + 2 < bytes.count, bytes[offset + 1] & 0xC0 == 0x80 else { return nil }
        switch bytes[offset] {
        case 0xC2..<0xE0: return 2
        case 0xE1..<0xED where bytes[offset + 2] & 0xC0 == 0x80: return 3
        default: return nil
        }
    }

    /// Returns a Boolean value that indicates whether the eight bytes at `offset` are ASCII, and none of them
    /// is a quote, a backslash or a control character.
    private func isPlainWord(at offset: Int, quote: UInt8) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(
            fromByteOffset: offset, as: UInt64.self)
        // The highest bit of a byte is set where one less than it needs to borrow: for a byte of zero.
        let quotes = (word ^ ones &* UInt64(quote)) &- ones
        let backslashes = (word ^ ones &* UInt64(UInt8(ascii: "\\"))) &- ones
        let controls = word &- ones &* 0x20
        return (word | quotes | backslashes | controls) & (ones &* 0x80) == 0
    }

    /// Reads an escape.
    ///
    /// - Parameter isJSON5: True if the escapes are those of JSON5, which also has a quote, a byte in two
    ///   digits and a line break.
    private mutating func readEscape(isJSON5: Bool) {
        let escapePlace = place
        switch byte(at: position + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"):
            readUnicodeEscape(at: escapePlace)
        case UInt8(ascii: "'") where isJSON5:
            position += 2
        case UInt8(ascii: "x")
        where isJSON5 && Self.isHexadecimal(byte(at: position + 2))
            && Self.isHexadecimal(byte(at: position + 3)):
            position += 4
        case UInt8(ascii: "\n") where isJSON5:
            position += 2
            beginLine()
        default:
            if position + 1 < bytes.count {
                let length = max(validScalarLength(at: position + 1), 1)
                tolerateEscape(in: position..<position + 1 + length, at: escapePlace)
            }
            // A line break after the backslash is read as any other, so that lines stay counted.
            position += byte(at: position + 1) < 0x20 ? 1 : 2
        }
    }

    private mutating func readUnicodeEscape(at escapePlace: DocumentPlace) {
        guard let unit = codeUnit(at: position) else {
            let digits = bytes[(position + 2)...].prefix(4).prefix(while: Self.isHexadecimal)
            if digits.count < 4, digits.endIndex == bytes.count {
                // The document has been cut within the escape.
                position = bytes.count
                return
            }
            tolerateEscape(in: position..<position + 6, at: escapePlace)
            position += 2
            return
        }
        position += 6
        if UTF16.isLeadSurrogate(unit), let trail = codeUnit(at: position),
            UTF16.isTrailSurrogate(trail)
        {
            position += 6
        } else if UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit),
            loneSurrogate == nil
        {
            let text = text(in: escapePlace.offset..<escapePlace.offset + 6)
            loneSurrogate = DocumentFault(wording: .halfCharacter(text), place: escapePlace)
        }
    }

    private mutating func tolerateEscape(in range: Range<Int>, at place: DocumentPlace) {
        guard toleratedFault == nil else { return }
        let escape = text(in: range)
        tolerate(.invalidEscape(escape), at: place)
    }

    /// Returns the UTF-16 code unit of the escape `\uXXXX` at `offset`, if there is one.
    private func codeUnit(at offset: Int) -> UInt16? {
        guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for index in offset + 2..<offset + 6 {
            let byte = bytes[index]
            guard Self.isHexadecimal(byte) else { return nil }
            let digit = byte <= UInt8(ascii: "9") ? byte & 0xF : byte & 0xF + 9
            unit = unit << 4 | UInt16(digit)
        }
        return unit
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
            throw DocumentFault(wording: .empty(isBlank: !bytes.isEmpty), place: lastEnd)
        case .commaOrEnd where hasNoBraces && openContainers.count == 1:
            return
        default:
            throw endsTooEarly(at: lastEnd)
        }
    }

    private func fault(_ wording: FaultWording) -> DocumentFault {
        DocumentFault(wording: wording, place: tokenPlace)
    }

    /// Returns the fault of a document that ends too early, with the open containers, the innermost first.
    private func endsTooEarly(at place: DocumentPlace) -> DocumentFault {
        var open: [String] = []
        if byte(at: tokenPlace.offset) == UInt8(ascii: "\"") {
            open.append("the string from \(tokenPlace.description(in: bytes))")
        }
        open += openContainers.reversed().prefix(3).map { "the \(name(of: $0))" }
        let rest = openContainers.count - 3
        if rest > 0 { open.append("\(rest) more") }
        let wording = FaultWording.endsTooEarly(open: open, remark: remarkOnIndentation)
        return DocumentFault(wording: wording, place: place)
    }

    private func name(of container: OpenContainer) -> String {
        "\(container.isObject ? "object" : "array") from \(container.place.description(in: bytes))"
    }

    /// A sentence that names the key whose indentation says that a brace is missing before it.
    private var remarkOnIndentation: String {
        guard let misindentedKey else { return "" }
        let place = misindentedKey.description(in: bytes)
        return " The key at \(place) is indented like the keys of an object further out: a closing "
            + "brace may be missing before it."
    }

    private func faultInsteadOfValue(_ byte: UInt8) -> DocumentFault {
        if let fault = commonFault(byte) { return fault }
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"):
            return fault(.missingValue)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            return closingFault(byte, otherwise: .missingValue)
        case UInt8(ascii: "+"), UInt8(ascii: "."):
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
        switch byte {
        case UInt8(ascii: "]"):
            return closingFault(byte, otherwise: .missingKey)
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            return decimalCommaFault ?? fault(.missingKey)
        case _ where Self.isWord(byte):
            return fault(.unquotedKey(word(at: position)))
        case UInt8(ascii: "{") where expectation == .nextKey && isInsideArray:
            let opened = openContainers.last.map { "The \(name(of: $0))" } ?? "It"
            return fault(.missingClosingBrace(of: opened))
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "["),
            UInt8(ascii: "-"):
            return fault(.missingKey)
        default:
            return fault(.unexpectedCharacter(character))
        }
    }

    /// The fault of a number with a comma in place of its point. It is known in an object, where no number
    /// can follow a comma.
    private var decimalCommaFault: DocumentFault? {
        guard expectation == .nextKey, commaPlace.offset == position - 1 else { return nil }
        var start = commaPlace
        while start.offset > start.lineStart, Self.isInNumber(bytes[start.offset - 1]) {
            start.offset -= 1
        }
        guard start.offset < commaPlace.offset else { return nil }
        let number = text(in: start.offset..<commaPlace.offset) + "," + word(at: position)
        return DocumentFault(wording: .decimalComma(number), place: start)
    }

    /// A Boolean value that indicates whether the innermost container is an element of an array.
    private var isInsideArray: Bool {
        openContainers.count > 1 && !openContainers[openContainers.count - 2].isObject
    }

    private func faultInsteadOfColon(_ byte: UInt8) -> DocumentFault {
        if let fault = brokenStringFault ?? utf8Fault(byte) ?? commentFault(byte) { return fault }
        if lastEnd.offset == position, let place = missingQuotePlace(isKey: true) {
            return DocumentFault(wording: .missingClosingQuote, place: place)
        }
        return fault(.missingColon)
    }

    private func faultInsteadOfComma(_ byte: UInt8) -> DocumentFault {
        if let fault = brokenStringFault ?? latestNumberFault ?? utf8Fault(byte)
            ?? commentFault(byte)
        {
            return fault
        }
        let follows = latestString != nil && lastEnd.offset == position
        switch byte {
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            return closingFault(byte, otherwise: .missingComma)
        case UInt8(ascii: ":"):
            return fault(.colonInsteadOfComma)
        case UInt8(ascii: ";"):
            return fault(.semicolon)
        case _ where follows && (Self.isWord(byte) || byte >= 0x80):
            if let place = missingQuotePlace(isKey: false) {
                return DocumentFault(wording: .missingClosingQuote, place: place)
            }
            return fault(.unescapedQuote)
        case UInt8(ascii: "\"") where endsWord:
            return missingOpeningQuoteFault
        case _ where Self.beginsValue(byte), UInt8(ascii: "'"):
            return earlyBracketFault ?? fault(.missingComma)
        default:
            return fault(.unexpectedCharacter(character))
        }
    }

    /// The fault of a closing bracket after a comma and before a value. Bracket and comma have changed places,
    /// or the bracket is one too many.
    private var earlyBracketFault: DocumentFault? {
        guard let place = bracketBehindComma else { return nil }
        let bracket = Character(Unicode.Scalar(bytes[place.offset]))
        return DocumentFault(wording: .earlyBracket(bracket), place: place)
    }

    /// A Boolean value that indicates whether the quote at the position ends a number or a word, and so the
    /// value.
    private var endsWord: Bool {
        guard lastEnd.offset == position, latestString == nil,
            Self.isWord(byte(at: position - 1))
        else { return false }
        let next = bytes[(position + 1)...].prefix(1000).first { !Self.isBlank($0) }
        return next.map { ",]}".utf8.contains($0) } ?? false
    }

    private var missingOpeningQuoteFault: DocumentFault {
        var start = tokenPlace
        while start.offset > start.lineStart,
            Self.isWord(bytes[start.offset - 1]) || Self.isInNumber(bytes[start.offset - 1])
        {
            start.offset -= 1
        }
        let word = text(in: start.offset..<position)
        return DocumentFault(wording: .missingOpeningQuote(word), place: start)
    }

    /// Returns the place of the missing closing quote of the latest string, if that string goes on to the
    /// opening quote of the next one.
    ///
    /// - Parameter isKey: True if the string was read as a key, so that its colon is a part of it.
    private func missingQuotePlace(isKey: Bool) -> DocumentPlace? {
        guard let (start, contents, _) = latestString else { return nil }
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
        var place = start
        place.offset = end
        return place
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        " \t\n\r".utf8.contains(byte)
    }

    /// Returns the fault of a byte that is no part of UTF-8.
    private func utf8Fault(_ byte: UInt8) -> DocumentFault? {
        byte >= 0x80 && validScalarLength(at: position) == 0 ? fault(.invalidUTF8(byte)) : nil
    }

    private func faultAfterEnd(_ byte: UInt8) -> DocumentFault {
        if let fault = brokenStringFault ?? latestNumberFault ?? utf8Fault(byte)
            ?? commentFault(byte)
        {
            return fault
        }
        switch byte {
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            let bracket = Character(Unicode.Scalar(byte))
            return fault(.extraBracket(bracket, remark: remarkOnIndentation))
        case _ where Self.beginsValue(byte), UInt8(ascii: "<"):
            return earlyBracketFault ?? fault(.secondValue)
        case UInt8(ascii: ","):
            return fault(.commaAfterEnd)
        default:
            return fault(.unexpectedCharacter(character))
        }
    }

    /// The fault of a string without a closing quote. It goes on over the line break to the opening quote of a
    /// later string, and the text after that quote makes no sense.
    private var brokenStringFault: DocumentFault? {
        guard let latestString, latestString.isBroken else { return nil }
        return DocumentFault(wording: .stringNotClosed, place: latestString.place)
    }

    /// Returns the fault of a comment as shells and Python write it. Those of JSON5 are skipped.
    private func commentFault(_ byte: UInt8) -> DocumentFault? {
        byte == UInt8(ascii: "#") ? fault(.comment) : nil
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
            return utf8Fault(byte) ?? commentFault(byte)
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
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
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
