import Foundation

extension Explanation.Details {
    init(
        ofMissingKey key: String, _ context: DecodingError.Context, in document: DocumentReading?
    ) {
        let path = context.codingPath
        let container = path.isEmpty ? "at the top level" : "in \(path.readablePath)"
        let quoted = DisplayText.quoted(key)
        self.init(
            code: .missingKey, headline: ": no key \(quoted) \(container)",
            expected: "the key \(quoted)")
        advice = Self.advice(forMissingKey: key, in: path, nil, document)
        guard let found = mark(path, missingKey: key, in: document), case .object = found.shape
        else { return }
        advice = Self.advice(forMissingKey: key, in: path, found, document)
        note(found.duplicate, in: document)
    }

    init(
        ofTypeMismatch type: any Any.Type,
        _ context: DecodingError.Context,
        in document: DocumentReading?
    ) {
        let place = Self.place(context.codingPath)
        let expected = Self.name(of: type)
        let message = context.debugDescription
        // Of a Decimal the decoder says nothing.
        let isPlain = message.isEmpty || message.hasPrefix("Expected to decode ")
        self.init(
            code: .wrongType,
            headline: message.isEmpty
                ? "\(place): expected \(expected)."
                : !isPlain
                    ? "\(place): \(message)"
                    : "\(place): "
                        + message
                        .replacing("Dictionary<String, Any>", with: "an object")
                        .replacing("Array<Any>", with: "an array")
                        .replacing("found a dictionary", with: "found an object"),
            expected: expected)
        guard let found = mark(context.codingPath, in: document), let document, isPlain
        else { return }
        headline = "\(place): expected \(expected), found \(found.summary(in: document.bytes))"
        advice = Self.advice(forMismatch: type, found, Holder(context.codingPath), in: document)
        if case .literal(.null) = found.shape { code = .null }
        note(found.duplicate, in: document)
        note(found.documentFault, isMarked: false, in: document)
    }

    init(
        ofMissingValue type: any Any.Type,
        _ context: DecodingError.Context,
        in document: DocumentReading?
    ) {
        let path = context.codingPath
        let expected = Self.name(of: type)
        let endsByMessage = context.debugDescription.lowercased().contains("at end")
        let what = endsByMessage ? "the end of the array" : "null"
        self.init(
            code: endsByMessage ? .arrayEnded : .null,
            headline: "\(Self.place(path)): expected \(expected), found \(what)",
            found: what, foundKind: endsByMessage ? nil : .null, expected: expected,
            advice: endsByMessage
                ? "Ask isAtEnd before you decode the next element, or decode it with decodeIfPresent."
                : Self.advice(forNullAt: path, expected, hasDocument: document != nil))
        guard let document, let found = DocumentSearch.value(at: path, in: document) else { return }
        if found.depth == path.count {
            mark(found, label: found.content, in: document)
            note(found.duplicate, in: document)
        } else if found.depth == path.count - 1, case .array = found.shape,
            let index = path.last?.arrayIndex, index >= found.count
        {
            let elements = found.count == 1 ? "1 element" : "\(found.count) elements"
            code = .arrayEnded
            headline =
                "\(Self.place(path)): expected \(expected), but the array has ended "
                + "after \(elements)"
            self.found = "the end of the array"
            foundKind = nil
            mark(found, label: "this array has \(elements)", in: document)
        } else if found.depth == path.count - 1, case .object = found.shape {
            mark(found, label: found.content, in: document)
            code = .missingKey
            self.found = "no such key"
            foundKind = nil
            advice =
                "The key is not there. A decoder from superDecoder(forKey:) holds null where its key "
                + "is missing: was the document written by superEncoder(forKey:) with the same key?"
        } else {
            noteBrokenPath(path, found, in: document)
        }
    }

    init(ofCorruptedValue context: DecodingError.Context, in document: DocumentReading?) {
        let path = context.codingPath
        // Some errors of this kind have an empty path wherever they come from, a malformed date
        // for one, so the empty path is not a claim about the top level.
        let place = path.isEmpty ? "" : Self.place(path)
        let message = Self.sentence(context.debugDescription)
        self.init(
            code: Self.code(forCorruption: context), headline: "\(place):\(message)",
            advice: Self.advice(forCorruption: context, document))
        guard let found = mark(path, in: document), let document else { return }
        switch found.shape {
        case .object, .array:
            if code == .invalidDate, markDate(in: found, path, message, document) { break }
            guard path.isEmpty else { break }
            excerpt = nil
            byteRange = nil
            self.found = nil
            foundKind = nil
        case .string, .number, .literal:
            let summary = found.summary(in: document.bytes)
            headline = "\(Self.place(path)): found \(summary).\(message)"
            note(found.duplicate, in: document)
        }
        note(found.documentFault, isMarked: true, in: document)
    }

    private static func code(forCorruption context: DecodingError.Context) -> Explanation.Code {
        let message = context.debugDescription
        return if message.hasPrefix("Cannot initialize ") {
            .unknownRawValue
        } else if message.contains("ISO8601") || message.hasPrefix("Date string") {
            .invalidDate
        } else if message.hasPrefix("Invalid URL") {
            .invalidURL
        } else if message.contains("Base64") {
            .invalidBase64
        } else if message.contains("UUID") {
            .invalidUUID
        } else if message.hasPrefix("Parsed "), message.contains("does not fit in") {
            .numberDoesNotFit
        } else if DecoderTraits.isRefusal(context) || message.contains("property list") {
            .refusedDocument
        } else {
            .refusedValue
        }
    }

    /// Marks the date that has the wrong form: the error for it names no more than the object or array
    /// that it is in.
    ///
    /// - Returns: Whether there is a string that must be it, or that is the only one to look like it.
    private mutating func markDate(
        in container: FoundValue, _ path: [any CodingKey], _ message: String,
        _ document: DocumentReading
    ) -> Bool {
        let wrong = container.strings.filter { string in
            let text = KeyText.unescaped(document.bytes[string.contents].prefix(400))
            return !DateText.isISO8601(text)
        }
        let candidates = wrong.filter { string in
            let text = KeyText.unescaped(document.bytes[string.contents].prefix(400))
            return DateText.mayBeDate(text, under: string.step)
        }
        let isArray = if case .array = container.shape { true } else { false }
        let dates = isArray ? Array(wrong.prefix(1)) : candidates
        guard let date = dates.first, isArray || dates.count == 1 else { return false }
        let steps = Explanation.Path(path).components + [date.step]
        codingPath = Explanation.Path(steps)
        foundKind = .string
        let text = KeyText.unescaped(document.bytes[date.contents].prefix(400))
        found = "the string \(DisplayText.quoted(text))"
        headline =
            " at \(Explanation.Path(steps)): found the string \(DisplayText.quoted(text)).\(message)"
        mark(date.place, length: date.contents.count + 2, label: "a string", in: document)
        advice = Self.adviceForDate
        return true
    }

    /// Marks the value that a path leads to.
    ///
    /// - Returns: The value, or `nil` where there is none. Then the deepest value on the way is
    ///   marked, since the document does not have the whole path.
    mutating func mark(
        _ path: [any CodingKey], missingKey: String? = nil, in document: DocumentReading?
    ) -> FoundValue? {
        guard let document,
            let found = DocumentSearch.value(at: path, missingKey: missingKey, in: document)
        else { return nil }
        guard found.depth == path.count else {
            noteBrokenPath(path, found, in: document)
            return nil
        }
        self.found = found.summary(in: document.bytes)
        foundKind = found.kind
        mark(found, label: found.content, in: document)
        return found
    }

    private mutating func mark(_ found: FoundValue, label: String, in document: DocumentReading) {
        mark(found.place, length: found.end - found.place.offset, label: label, in: document)
    }

    private mutating func noteBrokenPath(
        _ path: [any CodingKey], _ found: FoundValue, in document: DocumentReading
    ) {
        let missing = path.prefix(found.depth + 1).readablePath
        mark(found, label: "the document has no \(missing)", in: document)
        advice =
            "The path of the error goes on to \(path.readablePath), which this document does "
            + "not have. A keyDecodingStrategy or an init(from:) may have named the keys anew, or "
            + "this is not the document that was decoded."
    }

    /// Says that an object has a key of the path twice.
    private mutating func note(_ duplicate: DuplicateKey?, in document: DocumentReading?) {
        guard let duplicate, let document else { return }
        func origin(_ place: DocumentPlace) -> String {
            "line \(place.line), column \(place.column(in: document.bytes))"
        }
        let remark =
            "The key \(DisplayText.quoted(duplicate.key)) is there twice, at \(origin(duplicate.first)) "
            + "and at \(origin(duplicate.second)). JSONDecoder reads the first: remove the one that is "
            + "wrong."
        advice = [remark, advice].compactMap(\.self).joined(separator: " ")
    }
}

/// What a date looks like.
enum DateText {
    /// Whether the strategy `.iso8601` reads a text.
    static func isISO8601(_ text: String) -> Bool {
        (try? Date(text, strategy: .iso8601)) != nil
    }

    /// Whether a string is a date, by its text or by its key.
    static func mayBeDate(_ text: String, under step: Explanation.Path.Component) -> Bool {
        if case .key(let key) = step {
            let endings = ["date", "time", "_at", "_on", "day", "timestamp"]
            let name = key.lowercased()
            if endings.contains(where: name.hasSuffix) || key.hasSuffix("At") || key.hasSuffix("On")
            {
                return true
            }
            if name.hasPrefix("date") { return true }
        }
        let digits = text.count { $0.isASCII && $0.isNumber }
        let separators = text.count { "-/.: ".contains($0) }
        return text.count <= 40 && digits >= 4 && separators >= 2
            && text.allSatisfy { $0.isASCII }
    }
}

// MARK: - Wording

extension Explanation.Details {
    static func place(_ path: some Sequence<any CodingKey>) -> String {
        let path = path.readablePath
        return path.isEmpty ? " at the top level" : " at \(path)"
    }

    /// `text` as a further sentence.
    static func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return last.isPunctuation ? " \(text)" : " \(text)."
    }

    static func name(of type: any Any.Type) -> String {
        if type == [String: Any].self { return "an object" }
        if type == [Any].self { return "an array" }
        let name = String(describing: type)
        // At the end of an array the decoder names what it was asked to make.
        switch name {
        case "Decoder": return "a value"
        case "UnkeyedDecodingContainer": return "an array"
        case _ where name.hasPrefix("KeyedDecodingContainer<"): return "an object"
        default: return name
        }
    }

    /// The key as it stands in a list of keys: in quotes unless it is a plain word.
    static func listed(_ key: String) -> String {
        let isPlain =
            !key.isEmpty && key.count <= 40
            && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "$" }
        return isPlain ? key : DisplayText.quoted(key)
    }
}

extension FoundValue {
    var kind: Explanation.ValueKind {
        switch shape {
        case .object: .object
        case .array: .array
        case .string: .string
        case .number: .number
        case .literal(.null): .null
        case .literal: .boolean
        }
    }

    /// The value in words for a headline: `the string "12"`.
    func summary(in bytes: DocumentBytes) -> String {
        switch shape {
        case .object: "an object"
        case .array: "an array"
        case .string(let range): "the string \(DisplayText.quoted(text(in: range, of: bytes)))"
        case .number(let range):
            "the number " + String(decoding: bytes[range].prefix(40), as: UTF8.self)
        case .literal(let literal): literal.rawValue
        }
    }

    /// What is said beside the marker.
    var content: String {
        switch shape {
        case .object where neighbors.count == 0:
            return "this object is empty"
        case .object:
            let keys = neighbors.keys.map(Explanation.Details.listed)
            let rest = neighbors.count - keys.count
            return "this object has: " + keys.joined(separator: ", ")
                + (rest > 0 ? " and \(rest) more" : "")
        case .array:
            return count == 1 ? "this array has 1 element" : "this array has \(count) elements"
        case .string: return "a string"
        case .number: return "a number"
        case .literal(let literal): return literal.rawValue
        }
    }

    /// The text of a string, as far as a message needs it.
    func text(in range: Range<Int>, of bytes: DocumentBytes) -> String {
        KeyText.unescaped(bytes[range].prefix(400))
    }
}
