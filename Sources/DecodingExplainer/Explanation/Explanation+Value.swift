import Foundation

extension Explanation {
    mutating func explainMissingKey(
        _ key: any CodingKey, _ path: [any CodingKey], as type: (any Any.Type)?,
        in document: DocumentReading?
    ) {
        let container = path.isEmpty ? "at the top level" : "in \(path.readablePath)"
        let name = DisplayText.clipped(key.stringValue)
        let quoted = DisplayText.quoted(name)
        headline = ": no key \(quoted) \(container)"
        expected = "the key \(quoted)"
        isExpectedDeclared = Path([key]).isDeclared == [true]
        let value = mark(path, missingKey: key.stringValue, in: document)
        if document != nil, value == nil { return }
        add(Self.advice(forMissingKey: name, in: path, value, as: type, document))
    }

    mutating func explainMismatch(
        _ type: any Any.Type, _ message: DecoderMessage, in document: DocumentReading?
    ) {
        let name = Self.name(of: type)
        expected = name
        headline = "\(Self.place(message.codingPath)): expected \(name)"
        guard let value = mark(message.codingPath, in: document), let document, let found else {
            guard !message.text.isEmpty else { return }
            let text = message.text.replacing("Dictionary<String, Any>", with: "an object")
                .replacing("Array<Any>", with: "an array")
                .replacing("found a dictionary", with: "found an object")
            headline = "\(Self.place(message.codingPath)): \(text)"
            return
        }
        if value.kind == .null { code = .null }
        headline += ", found \(found)"
        add(
            Self.advice(
                forMismatch: type, asked: message.type, value, message.codingPath, in: document))
    }

    mutating func explainNull(
        _ type: any Any.Type, _ message: DecoderMessage, in document: DocumentReading?
    ) {
        let path = message.codingPath
        let name = Self.name(of: type)
        expected = name
        found = "null"
        foundKind = .null
        headline = "\(Self.place(path)): expected \(name), found null"
        advice = Holder(path).optional(name)
        guard let document, let value = DocumentSearch.value(at: path, in: document) else { return }
        if value.depth == path.count {
            mark(value, in: document)
            note(value.duplicate, in: document)
        } else if value.depth == path.count - 1, value.kind == .object {
            mark(value, in: document)
            code = .missingKey
            found = "no such key"
            foundKind = nil
            advice =
                "The key is not there. A decoder from superDecoder(forKey:) holds null where its key is "
                + "missing: was the document written by superEncoder(forKey:) with the same key?"
        } else if value.depth == path.count - 1, let index = path.last?.arrayIndex,
            index >= value.count
        {
            explainEnd(type, message, in: document)
        } else {
            noteBrokenPath(path, value, in: document)
        }
    }

    mutating func explainEnd(
        _ type: any Any.Type, _ message: DecoderMessage, in document: DocumentReading?
    ) {
        let path = message.codingPath
        let name = Self.name(of: type)
        code = .arrayEnded
        expected = name
        found = "the end of the array"
        foundKind = nil
        headline = "\(Self.place(path)): expected \(name), found the end of the array"
        advice =
            "Ask isAtEnd before you decode the next element, or decode it with decodeIfPresent."
        guard let document, let value = DocumentSearch.value(at: path, in: document),
            value.depth == path.count - 1, value.kind == .array
        else { return }
        let elements = value.count == 1 ? "1 element" : "\(value.count) elements"
        headline =
            "\(Self.place(path)): expected \(name), but the array has ended after \(elements)"
        mark(value, in: document)
    }

    /// Explains a value that a type does not have, in a way that is known.
    mutating func explainRefusedValue(_ message: DecoderMessage, in document: DocumentReading?) {
        let path = message.codingPath
        let place = path.isEmpty ? "" : Self.place(path)
        // Of a date, some versions of the decoder name no more than what it is in.
        if code == .invalidDate, let document,
            DocumentSearch.value(at: path, in: document)?.kind.isScalar == false
        {
            headline = "\(place):" + Self.sentence(message.text)
            advice =
                "The error does not name the date itself. To know which one it is, give the explanation "
                + "the type and the decoder: decodedAs: and by:."
            return
        }
        explainWords(of: message, at: place, in: document)
    }

    /// Repeats the words of an error, after the value that is there if that is not an object or array.
    mutating func explainWords(
        of message: DecoderMessage, at place: String, in document: DocumentReading?
    ) {
        let words = Self.sentence(message.text)
        headline = "\(place):\(words)"
        guard mark(message.codingPath, isRefused: true, in: document) != nil, let found,
            foundKind?.isScalar == true
        else { return }
        headline = "\(Self.place(message.codingPath)): found \(found).\(words)"
    }
}

// MARK: - Numbers

extension Explanation {
    /// Explains the number that the decoder was asked for a type that has no room for it.
    mutating func explainNumber(
        _ type: any Any.Type, _ path: [any CodingKey], in document: DocumentReading?
    ) {
        let name = Self.name(of: type)
        code = .numberDoesNotFit
        expected = name
        headline = "\(Self.place(path)): the decoder cannot make \(name) of the value there"
        guard let value = mark(path, in: document), let document else { return }
        if let fault = DocumentScanner.fault(inValueAt: value.range.lowerBound, of: document) {
            explain(fault, in: document)
            return
        }
        guard value.kind == .number else {
            code = .refusedValue
            return
        }
        let text = value.text(in: document.bytes, limit: 400)
        let shown = DisplayText.clipped(text, limit: 40)
        headline = ": the number \(shown)\(Self.place(path)) does not fit \(name)"
        mark(value, label: "does not fit \(name)", in: document)
        remark(Self.advice(forNumber: text, as: type, Holder(path)))
    }

    private static func advice(
        forNumber text: String, as type: any Any.Type, _ holder: Holder
    ) -> String {
        let number = Double(text) ?? .infinity
        let isWhole = text.allSatisfy { $0.isNumber || $0 == "-" }
        if type == Float.self, number.isFinite, number.magnitude > 1 {
            return holder.declaration("Double")
        }
        if type == Decimal.self, number.isFinite {
            return holder.declaration("Double")
        }
        if type == Double.self || type == Float.self || type == Decimal.self || type == Date.self {
            return number == 0 && text.hasPrefix("0")
                ? "This decoder does not read a zero with an exponent. Have it sent as 0."
                : "Have the value sent as a string, or leave the property out."
        }
        if isWhole, text.first == "-", Int64(text) != nil {
            return "It needs a signed type that is wide enough, such as Int."
        }
        if isWhole, let magnitude = UInt64(text) {
            return "It needs a wider type, such as \(magnitude > Int64.max ? "UInt64" : "Int")."
        }
        guard number.isFinite else { return "Have the value sent as a string." }
        let declaration = holder.declaration("Double")
        return isWhole
            ? "No integer type of 64 bits holds it. \(declaration) Decimal keeps 38 digits of it."
            : "\(declaration) Or have the value sent as a whole number."
    }
}

// MARK: - Values in words

extension FoundValue {
    /// The value in words for a headline: `the string "12"`.
    func summary(in bytes: DocumentBytes) -> String {
        switch kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "the string \(DisplayText.quoted(string(in: bytes)))"
        case .number: "the number \(text(in: bytes, limit: 40))"
        case .boolean, .null: text(in: bytes, limit: 40)
        }
    }

    /// The words beside the marker.
    func content(in bytes: DocumentBytes) -> String {
        switch kind {
        case .object where neighbors.count == 0:
            return "this object is empty"
        case .object:
            let keys = neighbors.keys.map(Self.listed)
            let rest = neighbors.count - keys.count
            return "this object has: " + keys.joined(separator: ", ")
                + (rest > 0 ? " and \(rest) more" : "")
        case .array:
            return count == 1 ? "this array has 1 element" : "this array has \(count) elements"
        case .string: return "a string"
        case .number: return "a number"
        case .boolean, .null: return text(in: bytes, limit: 40)
        }
    }

    /// The key as it stands in a list of keys: in quotes unless it is a plain word.
    private static func listed(_ key: String) -> String {
        let isPlain =
            !key.isEmpty && key.utf8.count <= 40
            && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "$" }
        return isPlain ? key : DisplayText.quoted(key)
    }

    /// The first bytes of the value as text.
    func text(in bytes: DocumentBytes, limit: Int) -> String {
        String(decoding: bytes[range].prefix(limit), as: UTF8.self)
    }

    /// The text of a string, as far as a message needs it.
    func string(in bytes: DocumentBytes) -> String {
        KeyText.unescaped(bytes[range].dropFirst().dropLast().prefix(400))
    }
}
