import Foundation

/// What the `JSONDecoder` of this toolchain does, found out by trying.
enum DecoderTraits {
    /// Whether a comma may stand before a closing bracket.
    static let acceptsTrailingComma =
        (try? JSONDecoder().decode([Int].self, from: Data("[1,]".utf8))) != nil

    /// The message of the decoder for a document that is no JSON.
    static let refusal: String? = {
        do {
            _ = try JSONDecoder().decode([Int].self, from: Data("[".utf8))
        } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch {}
        return nil
    }()
}

extension Explanation.Account {
    /// Explains why the decoder has refused a whole document.
    ///
    /// The error names no place, and on this toolchain it says the same of a fault in the JSON and
    /// of a number that does not fit its type. So the bytes decide, the surest cause first.
    init(ofRefusedDocument bytes: UnsafeBufferPointer<UInt8>, _ context: DecodingError.Context) {
        let survey = DocumentSurvey(bytes)
        let strictComma = DecoderTraits.acceptsTrailingComma ? nil : survey.trailingCommaFault
        let faults = [survey.fault, strictComma].compactMap(\.self)
        if let fault = faults.min(by: { $0.place.offset < $1.place.offset }) {
            self.init(of: fault, survey, in: bytes)
            return
        }
        let isRefusal =
            context.underlyingError != nil
            || context.debugDescription == DecoderTraits.refusal
        guard isRefusal else {
            self.init(ofCorruptedValue: context, in: bytes)
            return
        }
        if let place = survey.scanner.tooDeepPlace {
            self.init(ofNestingAt: place, survey, in: bytes)
            return
        }
        let numbers = survey.likelyNumbers(in: bytes)
        if let fault = survey.scanner.toleratedFault {
            self.init(of: fault, survey, in: bytes)
            guard let number = numbers.first else { return }
            advice =
                (advice.map { $0 + " " } ?? "")
                + "If nothing reads that value, the cause is a number that does not fit its type, "
                + "such as \(number)."
        } else if let first = numbers.first {
            self.init(ofNumbersIn: survey, numbers, first, in: bytes)
        } else if let comma = survey.trailingCommaFault {
            self.init(of: comma, survey, in: bytes)
        } else {
            self.init(ofCorruptedValue: context, in: bytes)
            advice =
                "As text the document is valid JSON, and its numbers fit every type. Its "
                + "encoding may be the cause: convert the document to UTF-8."
        }
    }

    private init(
        of fault: DocumentFault,
        _ survey: DocumentSurvey,
        in bytes: UnsafeBufferPointer<UInt8>
    ) {
        let wording = FaultWording(of: fault, survey.scanner, in: bytes)
        advice = wording.advice
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

    private init(
        ofNestingAt place: DocumentPlace,
        _ survey: DocumentSurvey,
        in bytes: UnsafeBufferPointer<UInt8>
    ) {
        let limit = DocumentScanner.deepestNesting
        headline = ": valid JSON, but nested \(survey.scanner.greatestDepth) levels deep"
        excerpt = Excerpt(of: bytes, at: place, note: "level \(limit + 1) begins here")
        advice =
            "JSONDecoder reads at most \(limit) levels. Ask for a flatter document, or read "
            + "this one with another parser."
    }

    /// Explains the numbers that may not fit their types.
    private init(
        ofNumbersIn survey: DocumentSurvey,
        _ numbers: [DocumentSurvey.LocatedNumber],
        _ first: DocumentSurvey.LocatedNumber,
        in bytes: UnsafeBufferPointer<UInt8>
    ) {
        let isStrict = survey.scanner.trailingComma == nil
        let intro =
            (isStrict ? "The document is valid JSON. " : "")
            + "JSONDecoder gives the same error for a number that does not fit its type, and does "
            + "not say which."
        let note: String
        let cure: String
        if survey.notDouble.count > 0 {
            headline = ": the number \(first) fits no Double"
            note = "too large or too close to zero for Double"
            cure = "Leave that property out, or have the value sent as a string."
        } else if survey.notInteger.count > 0 {
            headline = ": the number \(first) fits no integer type"
            note = "fits no integer type"
            cure = "If its property is an integer, declare it as Double or Decimal."
        } else {
            headline = ": the number \(first) may not fit its type"
            note =
                first.isNegative
                ? "fits no unsigned type" : "fits no \(Self.tooNarrowTypes(for: first.text))"
            cure =
                first.isNegative
                ? "A negative number needs a signed type, such as Int."
                : "Choose a wider type, such as \(first.fitsInt ? "Int" : "UInt64")."
        }
        excerpt = Excerpt(of: bytes, at: first.place, note: note)
        var sentences = [intro, cure]
        let count = survey.notDouble.count > 0 ? survey.notDouble.count : survey.notInteger.count
        var others = numbers.dropFirst().map(String.init(describing:))
        if count > numbers.count { others.append("\(count - numbers.count) more") }
        if !others.isEmpty { sentences.append("Other candidates: \(DisplayText.list(others)).") }
        if count > 0, let extreme = survey.extremeNumbers(in: bytes).first {
            sentences.append("If their types are right, see whether \(extreme) fits its own.")
        }
        if let comma = survey.scanner.trailingComma {
            sentences.append(
                "The trailing comma on line \(comma.line) is not strict JSON, but "
                    + "this decoder lets it pass.")
        }
        advice = sentences.joined(separator: " ")
    }

    private static func tooNarrowTypes(for text: String) -> String {
        guard let magnitude = UInt64(text) else { return "narrow type" }
        switch magnitude {
        case ...UInt64(UInt8.max): return "Int8"
        case ...UInt64(Int16.max): return "Int8 or UInt8"
        case ...UInt64(UInt16.max): return "Int16"
        case ...UInt64(Int32.max): return "Int16 or UInt16"
        case ...UInt64(UInt32.max): return "Int32"
        case ...UInt64(Int64.max): return "Int32 or UInt32"
        default: return "Int or Int64"
        }
    }
}

extension DocumentSurvey {
    /// A number with its path, written as `1.5 at a.b`.
    struct LocatedNumber: CustomStringConvertible {
        let text: String
        let path: String
        let place: DocumentPlace

        var isNegative: Bool { text.first == "-" }

        /// Whether the number is no larger than `Int.max`, as far as its text tells.
        var fitsInt: Bool { (UInt64(text) ?? 0) <= UInt64(Int.max) }

        var description: String {
            path.isEmpty ? "\(text) at the top level" : "\(text) at \(path)"
        }
    }

    var trailingCommaFault: DocumentFault? {
        scanner.trailingComma.map { DocumentFault(problem: .trailingComma, place: $0) }
    }

    /// The numbers that are the likeliest not to fit their types, the likeliest first.
    func likelyNumbers(in bytes: UnsafeBufferPointer<UInt8>) -> [LocatedNumber] {
        if notDouble.count > 0 { return locatedNumbers(at: notDouble.offsets, in: bytes) }
        if notInteger.count > 0 { return locatedNumbers(at: notInteger.offsets, in: bytes) }
        return extremeNumbers(in: bytes)
    }

    /// The largest whole number and the most negative one, the one farther from zero first.
    func extremeNumbers(in bytes: UnsafeBufferPointer<UInt8>) -> [LocatedNumber] {
        let extremes = [largest, mostNegative].compactMap(\.self)
        let offsets = extremes.sorted { $0.magnitude > $1.magnitude }.map(\.offset)
        return locatedNumbers(at: offsets, in: bytes)
    }

    private func locatedNumbers(
        at offsets: [Int],
        in bytes: UnsafeBufferPointer<UInt8>
    ) -> [LocatedNumber] {
        let ascending = offsets.sorted()
        let found = DocumentSearch.paths(toOffsets: ascending, in: bytes)
        let numbers = zip(ascending, found).map { offset, found in
            let text = bytes[offset...].prefix(40).prefix(while: DocumentScanner.isInNumber)
            return LocatedNumber(
                text: String(decoding: text, as: UTF8.self), path: found.path, place: found.place)
        }
        return offsets.compactMap { offset in numbers.first { $0.place.offset == offset } }
    }
}
