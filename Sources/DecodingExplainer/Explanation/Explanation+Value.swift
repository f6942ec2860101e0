import Foundation

extension Explanation.Details {
    init(ofMissingKey key: String, _ context: DecodingError.Context, in bytes: DocumentBytes?) {
        let path = context.codingPath
        let container = path.isEmpty ? "at the top level" : "in \(path.readablePath)"
        headline = ": no key \(DisplayText.quoted(key)) \(container)"
        expected = "the key \(DisplayText.quoted(key))"
        advice = Self.advice(forMissingKey: key, neighbors: nil)
        guard let found = mark(path, missingKey: key, in: bytes), case .object = found.shape
        else { return }
        advice = Self.advice(forMissingKey: key, neighbors: found.neighbors)
    }

    init(
        ofTypeMismatch type: any Any.Type,
        _ context: DecodingError.Context,
        in bytes: DocumentBytes?
    ) {
        let place = Self.place(context.codingPath)
        let expected = Self.name(of: type)
        self.expected = expected
        let message = context.debugDescription
        // Of a Decimal the decoder says nothing.
        let isPlain = message.isEmpty || message.hasPrefix("Expected to decode ")
        headline =
            message.isEmpty
            ? "\(place): expected \(expected)."
            : !isPlain
                ? "\(place): \(message)"
                : "\(place): "
                    + message
                    .replacing("Dictionary<String, Any>", with: "an object")
                    .replacing("Array<Any>", with: "an array")
                    .replacing("found a dictionary", with: "found an object")
        guard let found = mark(context.codingPath, in: bytes), let bytes, isPlain else { return }
        headline = "\(place): expected \(expected), found \(found.summary(in: bytes))"
        advice = Self.advice(forMismatch: type, found, in: bytes)
    }

    init(
        ofMissingValue type: any Any.Type,
        _ context: DecodingError.Context,
        in bytes: DocumentBytes?
    ) {
        let path = context.codingPath
        let expected = Self.name(of: type)
        let endsByMessage = context.debugDescription.lowercased().contains("at end")
        self.expected = expected
        self.found = endsByMessage ? "the end of the array" : "null"
        headline = "\(Self.place(path)): expected \(expected), found \(self.found ?? "null")"
        advice =
            endsByMessage
            ? "Ask isAtEnd before you decode the next element, or decode it with decodeIfPresent."
            : Self.advice(forNullAt: path, hasDocument: bytes != nil)
        guard let bytes, let found = DocumentSearch.value(at: path, in: bytes) else { return }
        if found.depth == path.count {
            excerpt = Excerpt(of: bytes, at: found.place, note: found.content)
        } else if found.depth == path.count - 1, case .array = found.shape,
            let index = path.last?.arrayIndex, index >= found.count
        {
            let elements = found.count == 1 ? "1 element" : "\(found.count) elements"
            headline =
                "\(Self.place(path)): expected \(expected), but the array has ended "
                + "after \(elements)"
            self.found = "the end of the array"
            excerpt = Excerpt(of: bytes, at: found.place, note: "this array has \(elements)")
        } else if found.depth == path.count - 1, case .object = found.shape {
            excerpt = Excerpt(of: bytes, at: found.place, note: found.content)
            self.found = "no such key"
            advice =
                "The key is not there. A decoder from superDecoder(forKey:) holds null where its key "
                + "is missing: was the document written by superEncoder(forKey:) with the same key?"
        } else {
            noteBrokenPath(path, found, in: bytes)
        }
    }

    init(ofCorruptedValue context: DecodingError.Context, in bytes: DocumentBytes?) {
        let path = context.codingPath
        // Some errors of this kind have an empty path wherever they come from, a malformed date
        // for one, so the empty path is not a claim about the top level.
        let place = path.isEmpty ? "" : Self.place(path)
        let message = Self.sentence(context.debugDescription)
        headline = "\(place):\(message)"
        advice = Self.advice(forCorruption: context, bytes)
        guard let found = mark(path, in: bytes), let bytes else { return }
        switch found.shape {
        case .object where path.isEmpty, .array where path.isEmpty:
            excerpt = nil
            self.found = nil
        case .object, .array:
            break
        case .string, .number, .literal:
            headline = "\(Self.place(path)): found \(found.summary(in: bytes)).\(message)"
        }
    }

    /// Marks the value that a path leads to.
    ///
    /// - Returns: The value, or `nil` where there is none. Then the deepest value on the way is
    ///   marked, since the document does not have the whole path.
    private mutating func mark(
        _ path: [any CodingKey], missingKey: String? = nil, in bytes: DocumentBytes?
    ) -> FoundValue? {
        guard let bytes,
            let found = DocumentSearch.value(at: path, missingKey: missingKey, in: bytes)
        else { return nil }
        guard found.depth == path.count else {
            noteBrokenPath(path, found, in: bytes)
            return nil
        }
        self.found = found.summary(in: bytes)
        excerpt = Excerpt(of: bytes, at: found.place, note: found.content)
        return found
    }

    private mutating func noteBrokenPath(
        _ path: [any CodingKey], _ found: FoundValue, in bytes: DocumentBytes
    ) {
        let missing = path.prefix(found.depth + 1).readablePath
        excerpt = Excerpt(of: bytes, at: found.place, note: "the document has no \(missing)")
        advice =
            "The path of the error goes on to \(path.readablePath), which this document does "
            + "not have. A keyDecodingStrategy or an init(from:) may have named the keys anew, or "
            + "this is not the document that was decoded."
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
