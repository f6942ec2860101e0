import Foundation

extension Explanation {
    /// Creates the explanation of an error, without the parts that are the same for every error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - origin: The origin of the error, if it is known.
    ///   - document: The document, if it is known.
    init(of error: any Error, from origin: Listener.Origin?, in document: DocumentReading?) {
        switch error {
        case let error as DecodingError:
            self.init(of: error, from: origin, in: document)
        case EncodingError.invalidValue(let value, let context):
            self.init(ofInvalidValue: value, context)
        default:
            let path = origin?.heard?.codingPath
            let place = path.map(Self.place) ?? ""
            let text = DisplayText.clipped(Self.text(of: error))
            self.init(.other, .otherError, at: Path(path ?? []), "\(place): \(text)")
            if let path { _ = mark(path, in: document) }
            advice = (error as? any LocalizedError)?.recoverySuggestion
        }
    }

    private init(
        of error: DecodingError, from origin: Listener.Origin?, in document: DocumentReading?
    ) {
        let meaning = DecoderMessage(of: error, from: origin, in: document)
        let path = meaning.codingPath
        self.init(error.kind, Self.code(of: error), at: Path(path))
        switch meaning.kind {
        case .wrongType(let type):
            explainMismatch(type, meaning, in: document)
        case .null(let type):
            explainNull(type, meaning, in: document)
        case .arrayEnded(let type):
            explainEnd(type, meaning, in: document)
        case .missingKey(let key):
            explainMissingKey(key, path, as: meaning.type, in: document)
        case .refusal:
            explainRefusal(meaning, origin, in: document)
        case .number(let type):
            explainNumber(type, path, in: document)
        case .value(let code, let advice):
            self.code = code
            explainRefusedValue(meaning, in: document)
            add(advice)
        case .key:
            code = .unknownRawValue
            headline = "\(Self.place(path)):" + Self.sentence(meaning.text)
            _ = mark(path, in: document)
            (found, foundKind) = (nil, nil)
            advice = DecoderMessage.Advice.dictionaryKey
        case .text:
            if origin?.heard?.thrower == .type { code = .ownError }
            // An error of the decoder's that names no path can come from anywhere.
            let isAnywhere = path.isEmpty && error.kind == .dataCorrupted && origin == nil
            if isAnywhere {
                headline = ":" + Self.sentence(meaning.text)
            } else {
                explainWords(of: meaning, at: Self.place(path), in: document)
            }
        }
        if let cause = meaning.underlyingError, excerpt == nil || foundKind != nil {
            if headline.last?.isPunctuation == false { headline += "." }
            let text = DecoderTraits.detail(of: cause) ?? Self.text(of: cause)
            headline += Self.sentence(DisplayText.clipped(text))
        }
    }

    /// The code of an error that the decoder itself may not have thrown: the one of its case.
    private static func code(of error: DecodingError) -> Code {
        switch error.kind {
        case .typeMismatch: .wrongType
        case .valueNotFound: .null
        case .keyNotFound: .missingKey
        default: .refusedValue
        }
    }

    private init(ofInvalidValue value: Any, _ context: EncodingError.Context) {
        let text = String(describing: value)
        let shown = DisplayText.clipped(text, limit: 60)
        self.init(
            .invalidValue, .cannotEncode, at: Path(context.codingPath),
            "\(Self.place(context.codingPath)): cannot encode \(shown)."
                + Self.sentence(DisplayText.clipped(context.debugDescription)))
        found = shown
        if let number = value as? any FloatingPoint, !number.isFinite {
            advice =
                "JSON has no NaN and no infinity. Encode nil or leave the value out, or choose strings "
                + "for them: encoder.nonConformingFloatEncodingStrategy = .convertToString("
                + "positiveInfinity: \"inf\", negativeInfinity: \"-inf\", nan: \"nan\")."
        }
    }

    /// Returns the explanation with its place in the bytes of the document, in whatever encoding they are.
    func located(in document: DocumentReading?) -> Self {
        guard let document, let encoding = document.wideEncoding, let byteRange else { return self }
        var explanation = self
        let start = encoding.offset(of: byteRange.lowerBound, in: document.bytes)
        let end = encoding.offset(of: byteRange.upperBound, in: document.bytes)
        explanation.byteRange = start..<end
        return explanation
    }
}

// MARK: - Marking

extension Explanation {
    /// Marks the bytes of the document that are to blame.
    mutating func mark(_ range: Range<Int>, label: String?, in document: DocumentReading) {
        let place = DocumentPlace(range.lowerBound, in: document)
        (line, column) = (place.line, place.column)
        excerpt = Excerpt(of: document, at: place, label: label)
        byteRange = range.clamped(to: 0..<document.bytes.count)
    }

    /// - Parameter label: The words beside the marker, or `nil` for what is in the value.
    mutating func mark(
        _ found: FoundValue, label: String? = nil, in document: DocumentReading
    ) {
        mark(found.range, label: label ?? found.content(in: document.bytes), in: document)
    }

    /// Marks the value that a path leads to.
    ///
    /// - Parameter isRefused: True if a type has refused the value. A fault in the value is then marked.
    /// - Returns: The value, or `nil` if the document does not have the whole path. Then the deepest value
    ///   on the way is marked.
    mutating func mark(
        _ path: [any CodingKey], missingKey: String? = nil, isRefused: Bool = false,
        in document: DocumentReading?
    ) -> FoundValue? {
        guard let document,
            let value = DocumentSearch.value(at: path, missingKey: missingKey, in: document)
        else { return nil }
        guard value.depth == path.count else {
            noteBrokenPath(path, value, in: document)
            return nil
        }
        found = value.summary(in: document.bytes)
        foundKind = value.kind
        mark(value, in: document)
        note(value.duplicate, in: document)
        note(value.documentFault, isRefused: isRefused, in: document)
        return value
    }

    mutating func noteBrokenPath(
        _ path: [any CodingKey], _ value: FoundValue, in document: DocumentReading
    ) {
        if value.depth == path.count - 1, value.kind == .array,
            let index = path.last?.arrayIndex, index == value.count
        {
            let content = value.content(in: document.bytes)
            mark(value, label: "\(content), and no [\(index)]", in: document)
            advice =
                "The error names the element after the last one. An error that is made with "
                + "dataCorruptedError(in:debugDescription:) names the element that is next."
            return
        }
        let missing = path.prefix(value.depth + 1).readablePath
        mark(value, label: "the document has no \(missing)", in: document)
        advice =
            "The path of the error goes on to \(path.readablePath), which this document does not have. "
            + "A keyDecodingStrategy or an init(from:) may have named the keys anew, or this is not the "
            + "document that was decoded."
    }

    /// Adds to the advice that an object has a key of the path twice.
    mutating func note(_ duplicate: DuplicateKey?, in document: DocumentReading) {
        guard let duplicate else { return }
        let first = DocumentPlace(duplicate.first, in: document)
        let second = DocumentPlace(duplicate.second, in: document)
        remark(
            "The key \(DisplayText.quoted(duplicate.key)) is there twice, at \(first) and at \(second). "
                + "JSONDecoder reads the first: remove the one that is wrong.")
    }

    /// Adds a sentence to the end of the advice.
    mutating func add(_ sentence: String) {
        advice = [advice, sentence].compactMap(\.self).joined(separator: " ")
    }

    /// Puts a sentence before the advice.
    mutating func remark(_ sentence: String) {
        advice = [sentence, advice].compactMap(\.self).joined(separator: " ")
    }

    /// Adds to the advice that the document breaks a rule of JSON, if it does. A type that tries one thing
    /// after the other cannot tell that from a value that does not fit.
    private mutating func note(
        _ fault: DocumentFault?, isRefused: Bool, in document: DocumentReading
    ) {
        guard let fault else { return }
        let isInside = byteRange.map { $0.contains(fault.offset) } ?? true
        let place = Self.place(of: fault, in: document)
        let sentence = fault.isBreakOfRules ? "Not valid JSON at \(place)." : "See \(place)."
        guard isInside, isRefused else {
            remark(sentence)
            return
        }
        mark(fault.range, label: fault.wording.label, in: document)
        remark([sentence, fault.wording.advice].compactMap(\.self).joined(separator: " "))
    }
}

// MARK: - Wording

extension Explanation {
    static func place(_ path: some Sequence<any CodingKey>) -> String {
        let path = path.readablePath
        return path.isEmpty ? " at the top level" : " at \(path)"
    }

    /// Returns a text as a further sentence.
    static func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return last.isPunctuation ? " \(text)" : " \(text)."
    }

    static func name(of type: any Any.Type) -> String {
        if type == [String: Any].self { return "an object" }
        if type == [Any].self { return "an array" }
        // At the end of an array the decoder names what it was asked to make.
        let name = String(describing: type)
        switch name {
        case "Decoder": return "a value"
        case "UnkeyedDecodingContainer": return "an array"
        case _ where name.hasPrefix("KeyedDecodingContainer<"): return "an object"
        default: return DisplayText.clipped(name)
        }
    }

    /// Returns an error of another kind in words.
    static func text(of error: any Error) -> String {
        let type = String(describing: Swift.type(of: error))
        let detail = DecoderTraits.detail(of: error).map { " \($0)" } ?? ""
        switch error {
        case is DecodingError, is EncodingError:
            return Explanation(of: error).headline
        // On Linux every NSError can be cast to CocoaError.
        case let error as CocoaError where (error as NSError).domain == CocoaError.errorDomain:
            let file = error.filePath.map { " (\($0))" } ?? ""
            let code = error.code.rawValue
            return "CocoaError \(code): \(error.localizedDescription)\(detail)\(file)"
        case let error as any LocalizedError:
            return "\(type): \(error.errorDescription ?? String(describing: error))"
        // On Apple's systems every error can be cast to NSError.
        case let error as NSError where Swift.type(of: error as any Error) is NSError.Type:
            return "\(error.domain) \(error.code): \(error.localizedDescription)\(detail)"
        default:
            return "\(type): \(String(describing: error))"
        }
    }
}

extension Explanation.ValueKind {
    var isScalar: Bool { self != .object && self != .array }
}
