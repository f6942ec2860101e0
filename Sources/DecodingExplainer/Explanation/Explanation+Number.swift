/// The ends of the ranges of the integer types.
enum IntegerLimits {
    static let maxima: [UInt64] = [
        0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF,
    ]
    static let minima: [UInt64] = [0, 0x80, 0x8000, 0x8000_0000]

    /// The widest types that do not hold a whole number: `Int8 or UInt8`.
    static func tooNarrowTypes(for magnitude: UInt64, isNegative: Bool) -> String {
        let positive: [String] = [
            "Int8", "Int8 or UInt8", "Int16", "Int16 or UInt16", "Int32", "Int32 or UInt32",
            "Int or Int64",
        ]
        let negative: [String] = ["unsigned type", "unsigned type or Int8", "Int16", "Int32"]
        let limits = isNegative ? minima : maxima
        let index = limits.lastIndex { $0 < magnitude } ?? 0
        return isNegative ? negative[index] : positive[index]
    }
}

extension DocumentSurvey {
    /// A number with its path, written as `1.5 at a.b`.
    struct LocatedNumber: CustomStringConvertible {
        let text: String
        let path: String
        let place: DocumentPlace

        var description: String {
            path.isEmpty ? "\(text) at the top level" : "\(text) at \(path)"
        }
    }

    /// The numbers that are the likeliest not to fit their types, the likeliest first.
    func likelyNumbers(in bytes: DocumentBytes) -> [LocatedNumber] {
        if notDouble.count > 0 { return locatedNumbers(at: notDouble.offsets, in: bytes) }
        if notInteger.count > 0 { return locatedNumbers(at: notInteger.offsets, in: bytes) }
        return locatedNumbers(at: wideOffsets, in: bytes)
    }

    func locatedNumbers(at offsets: [Int], in bytes: DocumentBytes) -> [LocatedNumber] {
        let ascending = offsets.sorted()
        let found = DocumentSearch.paths(toOffsets: ascending, in: bytes)
        let numbers = found.map { path, place in
            let text = DocumentScanner.word(at: place.offset, in: bytes)
            return LocatedNumber(text: text, path: path, place: place)
        }
        return offsets.compactMap { offset in numbers.first { $0.place.offset == offset } }
    }
}

extension Explanation.Details {
    /// Explains the numbers that may not fit their types.
    init(
        ofNumbersIn survey: DocumentSurvey, _ numbers: [DocumentSurvey.LocatedNumber],
        _ first: DocumentSurvey.LocatedNumber, in bytes: DocumentBytes
    ) {
        let misfit: String
        var sentences: [String] = []
        if survey.notDouble.count > 0 {
            let isZero = Double(first.text) == 0 && first.text.hasPrefix("0")
            headline = ": the number \(first) fits no Double"
            misfit =
                isZero
                ? "a zero that this decoder does not read as a Double"
                : "too large or too close to zero for Double"
            sentences.append(
                isZero
                    ? "Have it sent as 0."
                    : "Leave that property out, or have the value sent as a string.")
        } else if survey.notInteger.count > 0 {
            let isWhole = first.text.allSatisfy { $0.isNumber || $0 == "-" }
            misfit = isWhole ? "fits no integer type of 64 bits" : "fits no integer type"
            headline = ": the number \(first) \(misfit)"
            sentences.append(Self.cure(forNotInteger: first.text, isWhole: isWhole))
        } else {
            let isNegative = first.text.first == "-"
            let magnitude = Double(first.text)?.magnitude ?? 0
            let types = IntegerLimits.tooNarrowTypes(
                for: UInt64(first.text) ?? UInt64(exactly: magnitude) ?? 0, isNegative: isNegative)
            headline = ": the number \(first) may not fit its type"
            misfit = "fits no \(types)"
            sentences.append(
                isNegative
                    ? "A negative number needs a signed type that is wide enough, such as Int."
                    : "If its property has such a type, choose a wider one, such as "
                        + (magnitude < 0x1p63 ? "Int." : "UInt64."))
        }
        found = "the number \(first.text)"
        excerpt = Excerpt(of: bytes, at: first.place, note: misfit)

        let intro =
            "JSONDecoder gives the same error for a number that does not fit its type, and does "
            + "not say which."
        let isStrict = survey.scanner.trailingComma == nil
        sentences.insert((isStrict ? "The document is valid JSON. " : "") + intro, at: 0)
        let count = survey.notDouble.count > 0 ? survey.notDouble.count : survey.notInteger.count
        var others: [String] = numbers.dropFirst().prefix(3).map(\.description)
        if count > numbers.count { others.append("\(count - numbers.count) more") }
        if !others.isEmpty { sentences.append("Other candidates: \(DisplayText.list(others)).") }
        if count > 0, let wide = survey.wideOffsets.first,
            let number = survey.locatedNumbers(at: [wide], in: bytes).first
        {
            sentences.append("If their types are right, see whether \(number) fits its own.")
        }
        if let comma = survey.scanner.trailingComma {
            sentences.append(
                "The trailing comma on line \(comma.line) is not strict JSON, but "
                    + "this decoder lets it pass.")
        }
        advice = sentences.joined(separator: " ")
    }

    private static func cure(forNotInteger text: String, isWhole: Bool) -> String {
        let magnitude = Double(text)?.magnitude ?? 0
        if magnitude >= 1e127 { return "Of the types of numbers, only Double holds it." }
        if magnitude > Double(Float.greatestFiniteMagnitude) {
            return "If its property is an integer or a Float, declare it as Double or Decimal."
        }
        let wider = isWhole && UInt128(text.drop { $0 == "-" }) != nil ? "Int128, " : ""
        return "If its property is an integer, declare it as \(wider)Double or Decimal."
    }

    /// Explains a number that the error has named, with all its places.
    init(
        ofKnownNumber survey: DocumentSurvey,
        _ numbers: [DocumentSurvey.LocatedNumber],
        _ first: DocumentSurvey.LocatedNumber,
        in bytes: DocumentBytes
    ) {
        headline = ": the number \(first) does not fit its type"
        found = "the number \(first.text)"
        excerpt = Excerpt(of: bytes, at: first.place, note: "does not fit its type")
        var others: [String] = numbers.dropFirst().map(\.path)
        let rest = survey.notInteger.count - numbers.count
        if rest > 0 { others.append("\(rest) more places") }
        advice =
            "The document is valid JSON. Declare the property as a type that holds the number."
            + (others.isEmpty ? "" : " The same number is at \(DisplayText.list(others)).")
    }
}
