import Foundation

extension Explanation {
    /// Explains why the decoder has refused a whole document.
    ///
    /// The error names no place, and on Linux it says the same of a fault in the JSON and of a number that
    /// does not fit its type.
    ///
    /// - Parameter origin: The origin of the error, if it is known. If it is not, the cause is a fault of the
    ///   JSON or, without such a fault, one of the numbers.
    mutating func explainRefusal(
        _ message: DecoderMessage, _ origin: Listener.Origin?, in document: DocumentReading?
    ) {
        code = .refusedDocument
        codingPath = Path([Path.Component]())
        headline = ":\(Self.sentence(message.text))"
        guard let document else {
            advice =
                "Pass the bytes and the type too, and the explanation names the place. JSONDecoder says "
                + "this of a document that is not JSON and also of a number that does not fit its type."
            return
        }
        if let encoding = document.wideEncoding, let refusal = encoding.refusal {
            explainEncoding(refusal, at: nil, in: document)
            return
        }
        if let encoding = document.wideEncoding, let offset = document.malformedOffset {
            explainEncoding(
                "the text is not well-formed \(encoding.name)", at: offset, in: document)
            return
        }
        let isDocument = if case .document? = origin { true } else { false }
        let survey = DocumentSurvey(document)
        if let (fault, setting) = survey.firstFault {
            explain(fault, in: document)
            if survey.isPassed(fault), survey.numberCount > 0, !isDocument {
                add("If nothing reads that value, a number does not fit its type.")
            }
            if let setting, let cause = survey.cause(otherThan: fault, in: document) {
                add("If \(setting) is set, the cause is \(cause).")
            }
        } else if let number = survey.firstNumber, !isDocument {
            explain(number, of: survey.numberCount, in: document)
        } else if let comma = survey.trailingComma {
            explain(comma, in: document)
        } else {
            advice =
                "As text the document is valid JSON, and its numbers fit every type. Its encoding may be "
                + "the cause: convert the document to UTF-8."
        }
    }

    /// Explains why the encoding of a document is to blame.
    private mutating func explainEncoding(
        _ title: String, at offset: Int?, in document: DocumentReading
    ) {
        code = .wrongEncoding
        headline = ": \(title)"
        found = title
        advice = "Convert the document to UTF-8."
        guard let offset else { return }
        mark(offset..<offset + 3, label: "from here", in: document)
    }

    mutating func explain(_ fault: DocumentFault, in document: DocumentReading) {
        code = fault.wording.code
        found = fault.wording.title
        advice = fault.wording.advice
        guard code != .emptyDocument else {
            headline = ": not valid JSON: \(fault.wording.title)"
            return
        }
        mark(fault.range, label: fault.wording.label, in: document)
        let place = Self.place(of: fault, in: document)
        headline = fault.isBreakOfRules ? ": not valid JSON at \(place)" : ": at \(place)"
    }

    static func place(of fault: DocumentFault, in document: DocumentReading) -> String {
        "\(DocumentPlace(fault.offset, in: document)): \(fault.wording.title)"
    }

    /// Says of a document without a fault that a number may not fit its type, and which it is if there is
    /// only one that can be meant.
    private mutating func explain(
        _ number: DocumentSurvey.Number, of count: Int, in document: DocumentReading
    ) {
        let place = number.path.isEmpty ? "at the top level" : "at \(number.path)"
        let whichOne = "give the explanation the type and the decoder: decodedAs: and by:."
        guard count == 1 else {
            let line = DocumentPlace(number.range.lowerBound, in: document).line
            headline = ": the document is valid JSON, and a number in it may not fit its type"
            advice =
                "The decoder does not say which number it is. \(count) of them may not fit; the "
                + "first is \(number.text) \(place), on line \(line). To know which one it is, \(whichOne)"
            return
        }
        code = .numberDoesNotFit
        codingPath = number.path
        found = "the number \(number.text)"
        foundKind = .number
        headline = " \(place): the number \(number.text) may not fit its type"
        mark(number.range, label: "may not fit its type", in: document)
        advice =
            "The document is valid JSON, and any type has room for every other number in it. Declare the "
            + "property as a type that holds the number. To be sure, \(whichOne)"
    }
}

/// A survey of a document, made in one pass, of the reasons why `JSONDecoder` may refuse it.
struct DocumentSurvey {
    /// A number that does not fit every type of numbers.
    struct Number {
        let text: String
        let range: Range<Int>
        let path: Explanation.Path
    }

    private(set) var firstNumber: Number?
    private(set) var numberCount = 0
    private let scanner: DocumentScanner
    /// The fault that no parser can pass.
    private var fault: DocumentFault?

    /// Reads all of a document.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    init(_ document: DocumentReading) {
        var scanner = DocumentScanner(document)
        do throws(DocumentFault) {
            while let token = try scanner.next() {
                guard case .number(fitsEveryType: false) = token else { continue }
                numberCount += 1
                guard firstNumber == nil else { continue }
                let range = scanner.tokenStart..<scanner.position
                firstNumber = Number(
                    text: String(decoding: document.bytes[range].prefix(40), as: UTF8.self),
                    range: range,
                    path: DocumentSearch.path(of: scanner.openContainers, in: document.bytes))
            }
        } catch {
            fault = error
        }
        self.scanner = scanner
    }

    /// The first trailing comma, which a decoder may let pass.
    var trailingComma: DocumentFault? {
        scanner.trailingComma.map { DocumentFault(wording: .trailingComma, offset: $0) }
    }

    private var decoder: JSONDecoder? { scanner.document.decoder }

    /// All faults, in the order of the document.
    private var faults: [DocumentFault] {
        [
            decoder?.assumesTopLevelDictionary == true ? nil : scanner.bracesFault,
            decoder?.allowsJSON5 == true ? nil : scanner.json5Fault,
            fault, scanner.toleratedFault,
            DecoderTraits.acceptsTrailingComma ? nil : trailingComma,
        ].compactMap(\.self).sorted { $0.offset < $1.offset }
    }

    /// The first fault. If the decoder is not known, it comes with the setting with which it would be no
    /// fault.
    var firstFault: (fault: DocumentFault, setting: String?)? {
        guard let first = faults.first else { return scanner.loneSurrogate.map { ($0, nil) } }
        guard decoder == nil else { return (first, nil) }
        if first === scanner.bracesFault { return (first, "assumesTopLevelDictionary") }
        return (first, first === scanner.json5Fault ? "allowsJSON5" : nil)
    }

    /// Returns a Boolean value that indicates whether a decoder passes a fault as long as nothing asks for
    /// the value that has it.
    func isPassed(_ fault: DocumentFault) -> Bool {
        self.fault == nil
            && (fault === scanner.toleratedFault || fault === scanner.loneSurrogate)
    }

    /// Returns another possible cause, in words: a fault, or a number.
    func cause(otherThan first: DocumentFault, in document: DocumentReading) -> String? {
        if let fault = faults.first(where: { $0.offset != first.offset }) {
            return "at \(Explanation.place(of: fault, in: document))"
        }
        return firstNumber.map {
            "a number that does not fit its type, such as \($0.text) at \($0.path)"
        }
    }
}
