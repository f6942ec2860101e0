import Foundation

/// What went wrong in decoding, where, and what to do about it.
///
///     do {
///         beers = try JSONDecoder().decode([Beer].self, from: document)
///     } catch {
///         print(Explanation(of: error, in: document))
///     }
///
/// prints for a wrong type:
///
///     typeMismatch at [1].abv: expected Double, found the string "8.9"
///         2 │   {"name": "Lawnmower", "abv": 4.9},
///         3 │   {"name": "Endeavor", "abv": "8.9"}
///           │                               ▲ a string
///         4 │ ]
///     The number is in quotes. …
///
/// A program that wants a form of its own takes the parts: ``kind``, ``codingPath``, ``line``,
/// ``column``, ``found``, ``expected`` and ``advice``.
///
/// The document is JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark; JSON5 is
/// read too. It need not be valid, nor the document that the error is about: whatever the bytes
/// are, nothing traps, and a place that is not there is left out. The document is read from front
/// to back, once for most errors and never more than three times, and only positions are kept.
public struct Explanation: Sendable, CustomStringConvertible {
    /// The kind of an error, by the name of its case in `DecodingError` or `EncodingError`.
    public enum Kind: String, Sendable {
        case typeMismatch
        case valueNotFound
        case keyNotFound
        case dataCorrupted
        case invalidValue
        /// Any other error.
        case other
    }

    /// The kind of the error.
    public let kind: Kind
    /// The path that the error names, such as `launches[3].rocket.name`; `""` at the root.
    public let codingPath: String
    /// What went wrong, in one line that begins with the kind.
    public let headline: String
    /// What is in the document, such as `the string "12"`, `null` or `a comment`; `nil` where that
    /// is not known.
    public let found: String?
    /// What should be there, such as `Int`, `an array` or `the key "name"`; `nil` where that is
    /// not known.
    public let expected: String?
    /// The lines of the document around the place, or `nil` if there is no such place.
    public let excerpt: Excerpt?
    /// The likely cause and what to do about it, if there is anything to say. What does not hold
    /// in every case is worded as a condition.
    public let advice: String?

    /// The number of the line of the document, from 1, or `nil` if there is no such place.
    public var line: Int? { excerpt?.line }
    /// The place in the line, in characters, from 1, or `nil` if there is no such place.
    public var column: Int? { excerpt?.column }

    /// Creates an explanation of an error.
    ///
    /// - Parameters:
    ///   - error: A `DecodingError`, an `EncodingError` or any other error.
    ///   - document: The bytes that were decoded, if they are known. Without them there is no
    ///     excerpt, and less is found. Of a property list only the error is explained.
    /// - Complexity: O(*n*), where *n* is the number of bytes. Beyond a copy of a document in
    ///   UTF-16 or UTF-32, memory grows with the depth of the nesting only.
    public init(of error: any Error, in document: Data? = nil) {
        let details: Details
        switch error {
        case let error as DecodingError:
            let context: DecodingError.Context
            (kind, context) = Self.kindAndContext(of: error)
            codingPath = context.codingPath.readablePath
            details = DocumentText.withUTF8(of: document) {
                Details(of: error, context, in: $0, document)
            }
        case EncodingError.invalidValue(let value, let context):
            kind = .invalidValue
            codingPath = context.codingPath.readablePath
            details = Details(ofInvalidValue: value, context)
        default:
            kind = .other
            codingPath = ""
            details = Details(headline: ": " + Details.text(of: error))
        }
        headline = DisplayText.escapedLine("\(kind.rawValue)\(details.headline)")
        found = details.found.map(DisplayText.escapedLine)
        expected = details.expected.map(DisplayText.escapedLine)
        excerpt = details.excerpt
        advice = details.advice.map(DisplayText.escapedLine)
    }

    /// The explanation as lines to print: the headline, the excerpt and the advice.
    ///
    /// - Parameters:
    ///   - width: The number of columns that a line may take; at least 24 are used.
    ///   - isAdvised: Whether the advice is there: not where the document is known to be wrong.
    /// - Complexity: O(*n*), where *n* is the length of the explanation.
    public func lines(width: Int = 80, isAdvised: Bool = true) -> [String] {
        let width = max(width, 24)
        var lines = DisplayText.wrapped(headline, width: width)
        if let excerpt { lines += excerpt.rendered(width: width) }
        if isAdvised, let advice { lines += DisplayText.wrapped(advice, width: width) }
        return lines
    }

    /// The lines for a width of 80 columns, joined by line breaks.
    public var description: String {
        lines().joined(separator: "\n")
    }

    private static func kindAndContext(of error: DecodingError) -> (Kind, DecodingError.Context) {
        switch error {
        case .typeMismatch(_, let context): (.typeMismatch, context)
        case .valueNotFound(_, let context): (.valueNotFound, context)
        case .keyNotFound(_, let context): (.keyNotFound, context)
        case .dataCorrupted(let context): (.dataCorrupted, context)
        @unknown default:
            (.other, DecodingError.Context(codingPath: [], debugDescription: "\(error)"))
        }
    }
}

extension Explanation {
    /// The parts of an explanation that depend on the error.
    struct Details {
        /// The headline from the end of the kind on.
        var headline: String
        var found: String?
        var expected: String?
        var excerpt: Excerpt?
        var advice: String?
    }
}

extension Explanation.Details {
    init(
        of error: DecodingError, _ context: DecodingError.Context,
        in bytes: DocumentBytes?, _ document: Data?
    ) {
        switch error {
        case .typeMismatch(let type, _):
            self.init(ofTypeMismatch: type, context, in: bytes)
        case .valueNotFound(let type, _):
            self.init(ofMissingValue: type, context, in: bytes)
        case .keyNotFound(let key, _):
            self.init(ofMissingKey: key.stringValue, context, in: bytes)
        case .dataCorrupted:
            // Only the decoder's own refusal says that the bytes are to blame.
            if let bytes, let document, DecoderTraits.isRefusal(context) {
                if let encoding = WideEncoding(of: document),
                    let fault = encoding.fault(of: document)
                {
                    self.init(ofEncoding: fault.title, at: fault.offset, in: bytes)
                } else {
                    self.init(ofRefusedDocument: bytes, context)
                }
                if excerpt != nil { return }
            } else {
                self.init(ofCorruptedValue: context, in: bytes)
            }
        @unknown default:
            self.init(headline: Self.sentence(context.debugDescription))
        }
        if let cause = context.underlyingError {
            headline += Self.sentence(DecoderTraits.detail(of: cause) ?? Self.text(of: cause))
        }
    }

    init(ofInvalidValue value: Any, _ context: EncodingError.Context) {
        let text = String(describing: value)
        let shown = text.prefix(60) + (text.count > 60 ? "…" : "")
        headline =
            "\(Self.place(context.codingPath)): cannot encode \(shown)."
            + Self.sentence(context.debugDescription)
        found = String(shown)
        if let number = value as? any FloatingPoint, !number.isFinite {
            advice =
                "JSON has no NaN and no infinity. Encode nil or leave the value out, or "
                + "choose strings for them: encoder.nonConformingFloatEncodingStrategy = "
                + ".convertToString(positiveInfinity: \"inf\", negativeInfinity: \"-inf\", "
                + "nan: \"nan\")."
        }
    }

    /// An error of another kind in words.
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
