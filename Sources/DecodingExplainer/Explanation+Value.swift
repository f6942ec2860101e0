import Foundation

extension Explanation.Account {
    init(
        ofMissingKey key: String,
        _ context: DecodingError.Context,
        in bytes: UnsafeBufferPointer<UInt8>?
    ) {
        let path = context.codingPath
        let container = path.isEmpty ? "at the top level" : "in \(path.readablePath)"
        headline = ": no key \(DisplayText.quoted(key)) \(container)"
        advice = Self.advice(forMissingKey: key, neighbors: nil)
        guard let bytes,
            let found = DocumentSearch.value(at: path, missingKey: key, in: bytes)
        else { return }
        guard found.depth == path.count else {
            noteBrokenPath(path, found, in: bytes)
            return
        }
        excerpt = Excerpt(of: bytes, at: found.place, note: found.content)
        guard case .object = found.shape else { return }
        advice = Self.advice(forMissingKey: key, neighbors: found.neighbors)
    }

    init(
        ofTypeMismatch type: any Any.Type,
        _ context: DecodingError.Context,
        in bytes: UnsafeBufferPointer<UInt8>?
    ) {
        let path = context.codingPath
        let place = Self.place(path)
        let expected = Self.name(of: type)
        let isPlain = context.debugDescription.hasPrefix("Expected to decode ")
        let message =
            isPlain
            ? context.debugDescription
                .replacing("Dictionary<String, Any>", with: "an object")
                .replacing("Array<Any>", with: "an array")
                .replacing("found a dictionary", with: "found an object")
            : context.debugDescription
        headline = "\(place): \(message)"
        guard let bytes, let found = DocumentSearch.value(at: path, in: bytes) else { return }
        guard found.depth == path.count else {
            noteBrokenPath(path, found, in: bytes)
            return
        }
        if isPlain {
            headline = "\(place): expected \(expected), found \(found.summary(in: bytes))"
            advice = Self.advice(forMismatch: type, found, in: bytes)
        }
        excerpt = Excerpt(of: bytes, at: found.place, note: found.content)
    }

    init(
        ofMissingValue type: any Any.Type,
        _ context: DecodingError.Context,
        in bytes: UnsafeBufferPointer<UInt8>?
    ) {
        let path = context.codingPath
        let expected = Self.name(of: type)
        let endsByMessage = context.debugDescription.lowercased().contains("at end")
        headline =
            "\(Self.place(path)): expected \(expected), found "
            + (endsByMessage ? "the end of the array" : "null")
        advice =
            endsByMessage
            ? "Ask isAtEnd before you decode the next element, or decode it with decodeIfPresent."
            : "If the value may be null, make the property optional."
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
            excerpt = Excerpt(of: bytes, at: found.place, note: "this array has \(elements)")
        } else if found.depth == path.count - 1, case .object = found.shape {
            excerpt = Excerpt(of: bytes, at: found.place, note: found.content)
            advice =
                "The key is not there. A decoder from superDecoder(forKey:) holds null where its key "
                + "is missing: was the document written by superEncoder(forKey:) with the same key?"
        } else {
            noteBrokenPath(path, found, in: bytes)
        }
    }

    init(ofCorruptedValue context: DecodingError.Context, in bytes: UnsafeBufferPointer<UInt8>?) {
        let path = context.codingPath
        // Some errors of this kind have an empty path wherever they come from, a malformed date
        // for one, so the empty path is no claim about the top level.
        let place = path.isEmpty ? "" : Self.place(path)
        headline = "\(place):\(Self.sentence(context.debugDescription))"
        advice = Self.advice(forCorruption: context, hasDocument: bytes != nil)
        guard let bytes, let found = DocumentSearch.value(at: path, in: bytes) else { return }
        guard found.depth == path.count else {
            noteBrokenPath(path, found, in: bytes)
            return
        }
        switch found.shape {
        case .object where path.isEmpty, .array where path.isEmpty:
            return
        case .object, .array:
            break
        case .string, .number, .literal:
            headline =
                "\(Self.place(path)): found \(found.summary(in: bytes))."
                + Self.sentence(context.debugDescription)
        }
        excerpt = Excerpt(of: bytes, at: found.place, note: found.content)
    }

    /// Marks the deepest value on the way, since the document does not have the whole path.
    private mutating func noteBrokenPath(
        _ path: [any CodingKey],
        _ found: FoundValue,
        in bytes: UnsafeBufferPointer<UInt8>
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

extension Explanation.Account {
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
        return String(describing: type)
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
    func summary(in bytes: UnsafeBufferPointer<UInt8>) -> String {
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
            let keys = neighbors.keys.map(Explanation.Account.listed)
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
    func text(in range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> String {
        KeyText.unescaped(bytes[range].prefix(400))
    }
}
