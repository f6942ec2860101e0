import Foundation

/// What the `JSONDecoder` of this toolchain does, found out by trying.
enum DecoderTraits {
    /// Whether a comma may stand before a closing bracket.
    static let acceptsTrailingComma = reads([Int].self, Data("[1,]".utf8))

    /// Whether a zero with an exponent cannot be read as a `Double`.
    static let refusesZeroWithExponent = !reads([Double].self, Data("[0e2]".utf8))

    static func reads<Value: Decodable>(_ type: Value.Type, _ document: Data) -> Bool {
        (try? JSONDecoder().decode(type, from: document)) != nil
    }

    /// The message of the decoder for a document that is not JSON.
    private static let refusal: String? = {
        do {
            _ = try JSONDecoder().decode([Int].self, from: Data("[".utf8))
        } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch {}
        return nil
    }()

    /// Whether the decoder itself, and not a type's `init(from:)`, has refused a document.
    static func isRefusal(_ context: DecodingError.Context) -> Bool {
        context.codingPath.isEmpty && context.debugDescription == refusal
    }

    /// What Foundation adds to its errors: Apple's systems name the place or the number there,
    /// `Unexpected character 'x' around line 3, column 5.`
    static func detail(of error: (any Error)?) -> String? {
        (error as NSError?)?.userInfo["NSDebugDescription"] as? String
    }

    /// The place that Foundation names, for a fault that only it finds.
    static func place(of error: (any Error)?, in bytes: DocumentBytes) -> DocumentPlace? {
        if let offset = (error as NSError?)?.userInfo["NSJSONSerializationErrorIndex"] as? Int,
            (0...bytes.count).contains(offset)
        {
            return DocumentPlace(offset: offset, in: bytes)
        }
        let words = (detail(of: error) ?? "").split { !$0.isLetter && !$0.isNumber }
        guard words.count >= 4, case let ending = words.suffix(4).map(String.init),
            ending[0] == "line", ending[2] == "column",
            let line = Int(ending[1]), let column = Int(ending[3]), line > 0, column >= 0
        else { return nil }
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: line - 1, omittingEmptySubsequences: false)
        guard lines.count == line, let last = lines.last else { return nil }
        let length = last.prefix { $0 != UInt8(ascii: "\n") }.count
        return DocumentPlace(
            offset: last.startIndex + min(column, length), line: line, lineStart: last.startIndex)
    }

    /// The number in `Number 15.9 is not representable in Swift.`
    static func number(inDetail detail: String?) -> String? {
        guard let detail, detail.hasPrefix("Number "), detail.contains("not representable")
        else { return nil }
        return detail.split(separator: " ").dropFirst().first.map(String.init)
    }
}

extension Explanation.Details {
    /// Explains why the decoder has refused a whole document.
    ///
    /// The error names no place, and on Linux it says the same of a fault in the JSON and of a
    /// number that does not fit its type. So the bytes decide, the surest cause first.
    init(ofRefusedDocument bytes: DocumentBytes, _ context: DecodingError.Context) {
        let number = DecoderTraits.number(
            inDetail: DecoderTraits.detail(of: context.underlyingError))
        let survey = DocumentSurvey(bytes, wantedNumber: number)
        let isStrict = !DecoderTraits.acceptsTrailingComma
        let faults = [survey.scanner.extensionFault, survey.fault, isStrict ? survey.comma : nil]
            .compactMap(\.self).sorted { $0.place.offset < $1.place.offset }
        let numbers = survey.likelyNumbers(in: bytes)
        if number != nil, let first = numbers.first {
            self.init(ofKnownNumber: survey, numbers, first, in: bytes)
        } else if let fault = faults.first {
            self.init(of: fault, survey, in: bytes)
            let others = faults.dropFirst() + [survey.scanner.toleratedFault].compactMap(\.self)
            noteOtherCauses(than: fault, others.first, numbers.first, survey, in: bytes)
        } else if let place = survey.scanner.tooDeepPlace {
            self.init(ofNestingAt: place, survey, in: bytes)
        } else if let fault = survey.scanner.toleratedFault {
            self.init(of: fault, survey, in: bytes)
            guard let number = numbers.first else { return }
            advice =
                (advice.map { $0 + " " } ?? "")
                + "If nothing reads that value, the cause is a number that does not fit its type, "
                + "such as \(number)."
        } else if let first = numbers.first {
            self.init(ofNumbersIn: survey, numbers, first, in: bytes)
        } else if let comma = survey.comma {
            self.init(of: comma, survey, in: bytes)
        } else if let place = DecoderTraits.place(of: context.underlyingError, in: bytes) {
            let detail = DecoderTraits.detail(of: context.underlyingError) ?? ""
            self.init(
                headline: ": not valid JSON." + Self.sentence(detail),
                excerpt: Excerpt(of: bytes, at: place, note: "here or near"))
        } else {
            self.init(ofCorruptedValue: context, in: bytes)
            advice =
                "As text the document is valid JSON, and its numbers fit every type. Its "
                + "encoding may be the cause: convert the document to UTF-8."
        }
    }

    /// Explains why the encoding of a document is to blame.
    init(ofEncoding title: String, at offset: Int?, in bytes: DocumentBytes) {
        headline = ": \(title)"
        found = title
        advice = "Convert the document to UTF-8."
        guard let offset else { return }
        excerpt = Excerpt(
            of: bytes, at: DocumentPlace(offset: offset, in: bytes), note: "from here")
    }

    private init(of fault: DocumentFault, _ survey: DocumentSurvey, in bytes: DocumentBytes) {
        let wording = FaultWording(of: fault, survey.scanner, in: bytes)
        advice = wording.advice
        found = wording.title
        guard fault.problem != .empty else {
            headline = ": not valid JSON: \(wording.title)"
            return
        }
        let excerpt = Excerpt(of: bytes, at: fault.place, note: wording.note)
        headline =
            ": not valid JSON at line \(excerpt.line), column \(excerpt.column): "
            + wording.title
        self.excerpt = excerpt
    }

    /// Says what else may be the cause if the decoder was told to read what the first fault is.
    private mutating func noteOtherCauses(
        than fault: DocumentFault,
        _ other: DocumentFault?,
        _ number: DocumentSurvey.LocatedNumber?,
        _ survey: DocumentSurvey,
        in bytes: DocumentBytes
    ) {
        guard fault.place == survey.scanner.extensionFault?.place else { return }
        let setting = fault.problem == .missingBraces ? "assumesTopLevelDictionary" : "allowsJSON5"
        let cause: String
        if let other {
            let title = FaultWording(of: other, survey.scanner, in: bytes).title
            let column = Excerpt.column(of: other.place, in: bytes)
            cause = "at line \(other.place.line), column \(column): \(title)"
        } else if let number {
            cause = "a number that does not fit its type, such as \(number)"
        } else {
            return
        }
        advice = (advice.map { $0 + " " } ?? "") + "If \(setting) is set, the cause is \(cause)."
    }

    private init(
        ofNestingAt place: DocumentPlace, _ survey: DocumentSurvey, in bytes: DocumentBytes
    ) {
        let limit = DocumentScanner.deepestNesting
        found = "\(survey.scanner.greatestDepth) levels"
        headline = ": valid JSON, but nested \(survey.scanner.greatestDepth) levels deep"
        excerpt = Excerpt(of: bytes, at: place, note: "level \(limit + 1) begins here")
        advice =
            "JSONDecoder reads at most \(limit) levels. Ask for a flatter document, or read "
            + "this one with another parser."
    }
}
