extension Explanation.Details {
    /// A number with its path, written as `1.5 at a.b`.
    struct LocatedNumber: CustomStringConvertible {
        let text: String
        let path: Explanation.Path
        let place: DocumentPlace

        var description: String {
            path.isEmpty ? "\(text) at the top level" : "\(text) at \(path)"
        }
    }

    static func locatedNumbers(
        at offsets: [Int], in document: DocumentReading
    ) -> [LocatedNumber] {
        let found = DocumentSearch.paths(toOffsets: offsets.sorted(), in: document)
        let numbers = found.map { path, place in
            let text = DocumentScanner.word(at: place.offset, in: document.bytes)
            return LocatedNumber(text: text, path: path, place: place)
        }
        return offsets.compactMap { offset in numbers.first { $0.place.offset == offset } }
    }

    /// Explains the numbers that may not fit their types.
    init(
        ofNumbersIn survey: DocumentSurvey, _ numbers: [LocatedNumber], _ first: LocatedNumber,
        in document: DocumentReading
    ) {
        let kinds = survey.numbers.counts
        let misfit: String
        var sentences: [String] = []
        if kinds[.noDouble] != nil {
            let isZero = Double(first.text) == 0 && first.text.hasPrefix("0")
            headline = ": the number \(first) fits no Double"
            misfit =
                isZero
                ? "a zero that this decoder does not read as a Double"
                : "too large or too close to zero for Double"
            sentences.append(Self.cure(forNotDouble: isZero))
        } else if kinds[.noInteger] != nil {
            let isWhole = Self.isWhole(first.text)
            misfit = isWhole ? "fits no integer type of 64 bits" : "fits no integer type"
            headline = ": the number \(first) \(misfit)"
            sentences.append(Self.cure(forNotInteger: first.text, isWhole: isWhole))
        } else {
            let isNegative = first.text.first == "-"
            let magnitude = Double(first.text)?.magnitude ?? 0
            let whole = UInt64(first.text) ?? UInt64(exactly: magnitude) ?? 0
            let room = NumberRoom(.integer(isNegative: isNegative, magnitude: whole))
            headline = ": the number \(first) may not fit its type"
            misfit = "fits no \(room.tooNarrowTypes)"
            sentences.append(
                isNegative
                    ? "A negative number needs a signed type that is wide enough, such as Int."
                    : "If its property has such a type, choose a wider one, such as "
                        + (magnitude < 0x1p63 ? "Int." : "UInt64."))
        }
        mark(first, label: misfit, in: document)

        let intro =
            "JSONDecoder gives the same error for a number that does not fit its type, and does "
            + "not say which."
        let isStrict = survey.scanner.trailingComma == nil
        sentences.insert((isStrict ? "The document is valid JSON. " : "") + intro, at: 0)
        let count = kinds[.noDouble] ?? kinds[.noInteger] ?? 0
        var others: [String] = numbers.dropFirst().prefix(3).map(\.description)
        if count > numbers.count { others.append("\(count - numbers.count) more") }
        if !others.isEmpty { sentences.append("Other candidates: \(DisplayText.list(others)).") }
        if count > 0, let wide = survey.numbers.widestOffset,
            let number = Self.locatedNumbers(at: [wide], in: document).first
        {
            sentences.append("If their types are right, see whether \(number) fits its own.")
        }
        sentences += Self.remark(onCommaIn: survey)
        advice = sentences.joined(separator: " ")
    }

    /// Explains the one number that the decoder refuses.
    ///
    /// - Parameter type: The type that has no room for it, where that is known.
    init(
        ofRefusedNumber number: LocatedNumber, as type: (any Any.Type)?, _ survey: DocumentSurvey,
        in document: DocumentReading
    ) {
        let name = type.map(Self.name) ?? "its type"
        headline = ": the number \(number) does not fit \(name)"
        expected = type.map(Self.name)
        mark(number, label: "does not fit \(name)", in: document)
        var sentences = ["The document is valid JSON."]
        let isFloat = type == Double.self || type == Float.self
        if isFloat {
            let isZero = Double(number.text) == 0 && number.text.hasPrefix("0")
            sentences.append(Self.cure(forNotDouble: isZero))
        } else if number.text.first == "-", Self.isWhole(number.text) {
            sentences.append("It needs a signed type that is wide enough, such as Int.")
        } else if Self.isWhole(number.text), let magnitude = UInt64(number.text) {
            sentences.append(
                "It needs a wider type, such as \(magnitude > Int64.max ? "UInt64" : "Int").")
        } else {
            sentences.append(
                "Declare \(Holder(number.path).plural) as Double or Decimal, or have the value sent "
                    + "as a whole number.")
        }
        sentences += Self.remark(onCommaIn: survey)
        advice = sentences.joined(separator: " ")
    }

    private mutating func mark(
        _ number: LocatedNumber, label: String, in document: DocumentReading
    ) {
        code = .numberDoesNotFit
        codingPath = number.path
        found = "the number \(number.text)"
        foundKind = .number
        let length = document.bytes[number.place.offset...].prefix(
            while: DocumentScanner.isInNumber
        ).count
        mark(number.place, length: max(length, 1), label: label, in: document)
    }

    private static func remark(onCommaIn survey: DocumentSurvey) -> [String] {
        guard let comma = survey.scanner.trailingComma else { return [] }
        return [
            "The trailing comma on line \(comma.line) is not strict JSON, but "
                + "this decoder lets it pass."
        ]
    }

    private static func isWhole(_ text: String) -> Bool {
        text.allSatisfy { $0.isNumber || $0 == "-" }
    }

    private static func cure(forNotDouble isZero: Bool) -> String {
        isZero
            ? "Have it sent as 0." : "Leave that property out, or have the value sent as a string."
    }

    private static func cure(forNotInteger text: String, isWhole: Bool) -> String {
        let magnitude = Double(text)?.magnitude ?? 0
        if magnitude >= 1e127 { return "Of the types of numbers, only Double holds it." }
        if magnitude > Double(Float.greatestFiniteMagnitude) {
            return "If its property is an integer or a Float, declare it as Double or Decimal."
        }
        // Int128 holds whole numbers up to 38 digits.
        let wider = isWhole && text.count < 39 ? "Int128, " : ""
        return "If its property is an integer, declare it as \(wider)Double or Decimal."
    }

    /// Explains a number that the error has named, with all its places.
    init(
        ofKnownNumber survey: DocumentSurvey, _ numbers: [LocatedNumber], _ first: LocatedNumber,
        in document: DocumentReading
    ) {
        headline = ": the number \(first) does not fit its type"
        mark(first, label: "does not fit its type", in: document)
        var others: [String] = numbers.dropFirst().map(\.path.description)
        let rest = (survey.numbers.counts[.noInteger] ?? 0) - numbers.count
        if rest > 0 { others.append("\(rest) more places") }
        advice =
            "The document is valid JSON. Declare the property as a type that holds the number."
            + (others.isEmpty ? "" : " The same number is at \(DisplayText.list(others)).")
    }
}
