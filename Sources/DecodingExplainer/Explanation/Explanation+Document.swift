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

    /// Whether the decoder itself has refused a document without a word about the place.
    static func isRefusal(_ error: (any Error)?) -> Bool {
        guard case DecodingError.dataCorrupted(let context)? = error else { return false }
        return isRefusal(context)
    }

    /// The place that Foundation names, for a fault that only it finds.
    static func place(of error: (any Error)?, in document: DocumentReading) -> DocumentPlace? {
        let bytes = document.bytes
        if let offset = (error as NSError?)?.userInfo["NSJSONSerializationErrorIndex"] as? Int,
            (0...bytes.count).contains(offset)
        {
            return DocumentPlace(offset: offset, in: document)
        }
        let words = (detail(of: error) ?? "").split { !$0.isLetter && !$0.isNumber }
        guard words.count >= 4, case let ending = words.suffix(4).map(String.init),
            ending[0] == "line", ending[2] == "column",
            let line = Int(ending[1]), let column = Int(ending[3]), line > 0, column >= 0
        else { return nil }
        var lineStart = 0
        for _ in 1..<line {
            guard let newline = bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n"))
            else { return nil }
            lineStart = newline + 1
        }
        let length = bytes[lineStart...].prefix { $0 != UInt8(ascii: "\n") }.count
        return DocumentPlace(
            offset: lineStart + min(column, length), line: document.firstLine + line - 1,
            lineStart: lineStart)
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
    init(ofRefusedDocument document: DocumentReading, _ context: DecodingError.Context) {
        let number = DecoderTraits.number(
            inDetail: DecoderTraits.detail(of: context.underlyingError))
        let survey = DocumentSurvey(document, wantedNumber: number)
        let settings = document.decoder
        let isStrict = !DecoderTraits.acceptsTrailingComma
        let faults = [
            settings?.assumesTopLevelDictionary == true ? nil : survey.scanner.bracesFault,
            settings?.allowsJSON5 == true ? nil : survey.scanner.json5Fault,
            survey.fault, survey.scanner.toleratedFault,
            isStrict && settings?.allowsJSON5 != true ? survey.comma : nil,
        ]
        .compactMap(\.self).sorted { $0.place.offset < $1.place.offset }
        let numbers = Self.locatedNumbers(at: survey.numbers.likelyOffsets, in: document)
        if number != nil, let first = numbers.first {
            self.init(ofKnownNumber: survey, numbers, first, in: document)
        } else if survey.fault == nil, let details = Self.foundByDecoding(document, survey) {
            self = details
        } else if let fault = faults.first ?? survey.scanner.loneSurrogate {
            self.init(of: fault, survey.scanner, in: document)
            noteOtherCauses(
                than: fault, faults.dropFirst().first, numbers.first, survey.scanner, in: document)
        } else if let first = numbers.first {
            self.init(ofNumbersIn: survey, numbers, first, in: document)
        } else if let comma = survey.comma {
            self.init(of: comma, survey.scanner, in: document)
        } else if let place = DecoderTraits.place(of: context.underlyingError, in: document) {
            let detail = DecoderTraits.detail(of: context.underlyingError) ?? ""
            self.init(code: .refusedDocument, headline: ": not valid JSON." + Self.sentence(detail))
            mark(place, length: 0, label: "here or near", in: document)
        } else {
            self.init(ofCorruptedValue: context, in: document)
            code = .refusedDocument
            advice =
                "As text the document is valid JSON, and its numbers fit every type. Its "
                + "encoding may be the cause: convert the document to UTF-8."
        }
    }

    /// Explains why the encoding of a document is to blame.
    init(ofEncoding title: String, at offset: Int?, in document: DocumentReading) {
        self.init(
            code: .wrongEncoding, headline: ": \(title)", found: title,
            advice: "Convert the document to UTF-8.")
        guard let offset else { return }
        mark(
            DocumentPlace(offset: offset, in: document), length: 3, label: "from here", in: document
        )
    }

    /// Explains the value that decoding again has found.
    private static func foundByDecoding(
        _ document: DocumentReading, _ survey: DocumentSurvey
    ) -> Self? {
        guard let culprit = DocumentBisection(document)?.culprit() else { return nil }
        // What JSON5 alone has is a number in the document, and none to this decoder.
        let json5Fault = document.decoder?.allowsJSON5 == true ? nil : survey.scanner.json5Fault
        let itsFault = json5Fault.flatMap { $0.place.offset == culprit.offset ? $0 : nil }
        if let fault = culprit.fault ?? itsFault {
            return Self(of: fault, survey.scanner, in: document)
        }
        guard let number = locatedNumbers(at: [culprit.offset], in: document).first
        else { return nil }
        return Self(ofRefusedNumber: number, as: culprit.type, survey, in: document)
    }

    private init(
        of fault: DocumentFault, _ scanner: DocumentScanner, in document: DocumentReading
    ) {
        let wording = FaultWording(of: fault, scanner, in: document.bytes)
        self.init(
            code: fault.problem.code, headline: ": not valid JSON: \(wording.title)",
            found: wording.title, advice: wording.advice)
        if case .empty = fault.problem { return }
        let length = fault.length(in: document.bytes)
        mark(fault.place, length: length, label: wording.label, in: document)
        let text = Self.place(of: fault, wording, in: document.bytes)
        headline = fault.isBreakOfRules ? ": not valid JSON at \(text)" : ": at \(text)"
    }

    private static func place(
        of fault: DocumentFault, _ wording: FaultWording, in bytes: DocumentBytes
    ) -> String {
        "line \(fault.place.line), column \(fault.place.column(in: bytes)): \(wording.title)"
    }

    /// Says what else may be the cause: if the decoder was told to read what the first fault is, or if
    /// nothing reads the value that has it.
    private mutating func noteOtherCauses(
        than fault: DocumentFault, _ other: DocumentFault?, _ number: LocatedNumber?,
        _ scanner: DocumentScanner, in document: DocumentReading
    ) {
        let setting: String? =
            if document.decoder != nil {
                nil
            } else if fault.place == scanner.bracesFault?.place {
                "assumesTopLevelDictionary"
            } else if fault.place == scanner.json5Fault?.place {
                "allowsJSON5"
            } else {
                nil
            }
        var remark: String?
        if let other {
            let wording = FaultWording(of: other, scanner, in: document.bytes)
            let text = Self.place(of: other, wording, in: document.bytes)
            remark =
                setting.map { "If \($0) is set, the cause is at \(text)." }
                ?? (other.place == fault.place ? nil : "There is another fault at \(text).")
        } else if let number {
            let cause = "the cause is a number that does not fit its type, such as \(number)."
            remark =
                setting.map { "If \($0) is set, \(cause)" }
                ?? (fault.place == scanner.toleratedFault?.place
                    || fault.place == scanner.loneSurrogate?.place
                    ? "If nothing reads that value, \(cause)" : nil)
        }
        guard let remark else { return }
        advice = (advice.map { $0 + " " } ?? "") + remark
    }

    /// Says of a document that a type has refused that it breaks the rules of JSON too, if it does: a
    /// type that tries one thing after the other sees no more than that nothing fits.
    ///
    /// - Parameter isMarked: Whether the fault is marked if it is in the value that was refused.
    mutating func note(
        _ fault: DocumentFault?, isMarked: Bool, in document: DocumentReading
    ) {
        guard let fault else { return }
        let wording = FaultWording(
            of: fault, DocumentScanner(document.bytes), in: document.bytes)
        let text = Self.place(of: fault, wording, in: document.bytes)
        let isInside = isMarked && byteRange.map { $0.contains(fault.place.offset) } ?? true
        if isInside {
            mark(
                fault.place, length: fault.length(in: document.bytes), label: wording.label,
                in: document)
        }
        let remark =
            fault.isBreakOfRules
            ? "The document is not valid JSON at \(text)." : "See \(text)."
        advice =
            isInside
            ? [remark, wording.advice].compactMap(\.self).joined(separator: " ")
            : [advice, remark].compactMap(\.self).joined(separator: " ")
    }
}

extension DocumentFault {
    /// Whether JSON does not allow it: half of a character is allowed, and no string can hold it; the
    /// depth is the decoder's own limit.
    var isBreakOfRules: Bool {
        switch problem {
        case .loneSurrogate, .tooDeep: false
        default: true
        }
    }

    /// How many bytes are to blame.
    func length(in bytes: DocumentBytes) -> Int {
        switch problem {
        case .empty, .endsTooEarly, .missingComma, .missingColon, .missingClosingQuote,
            .missingOpeningQuote, .missingClosingBrace, .missingBraces:
            0
        case .unquotedKey(let text), .unquotedText(let text), .notANumber(let text),
            .malformedNumber(let text), .leadingZero(let text), .invalidEscape(let text),
            .loneSurrogate(let text), .foreignLiteral(let text, _),
            .incompleteLiteral(let text, _):
            text.utf8.count
        case .unexpectedCharacter(let character):
            String(character).utf8.count
        case .curlyQuote: 3
        default: 1
        }
    }
}
