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
///     The number is in quotes. Decode a String and convert it in an init(from:), or …
///
/// A program that wants a form of its own takes the parts: ``code``, ``codingPath``, ``line``,
/// ``column``, ``found``, ``expected`` and ``advice``. All of them can hold values of the document.
///
/// The document is JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark; JSON5 is
/// read too. It need not be valid, and it may even be another document than the one of the error:
/// whatever the bytes are, nothing traps, and a place that is not there is left out.
///
/// Time and memory have a bound, whatever the bytes are. The document is read from front to back,
/// once for most errors and never more than four times. Nesting is followed as deep as `JSONDecoder`
/// goes, 512 levels. Of a document in UTF-8 nothing is copied but the lines around the place, up to
/// 4 KB each; one in UTF-16 or UTF-32 is copied into UTF-8 once.
public struct Explanation: Sendable, Equatable, CustomStringConvertible {
    /// The kind of an error, by the name of its case in `DecodingError` or `EncodingError`.
    public enum Kind: String, Sendable, CaseIterable {
        case typeMismatch
        case valueNotFound
        case keyNotFound
        case dataCorrupted
        case invalidValue
        /// Any other error.
        case other
    }

    /// A kind of value that JSON has.
    public enum ValueKind: String, Sendable, CaseIterable {
        case object
        case array
        case string
        case number
        case boolean
        case null
    }

    /// The kind of the error.
    public let kind: Kind
    /// What is wrong, by a name that stays the same: finer than ``kind``.
    public let code: Code
    /// The path that the error names or, where it names none, the path of the place that was found;
    /// empty at the root.
    public let codingPath: Path
    /// What went wrong, in one line that begins with the kind.
    public let headline: String
    /// What is in the document, such as `the string "12"`, `null` or `a comment`; `nil` where that
    /// is not known.
    public let found: String?
    /// The kind of the value that is in the document, or `nil` where there is none.
    public let foundKind: ValueKind?
    /// What should be there, such as `Int`, `an array` or `the key "name"`; `nil` where that is
    /// not known.
    public let expected: String?
    /// The name of the document, if it was given: a file, an address, `line 7 of the log`.
    public let source: String?
    /// The number of the line of the document, from 1 unless told otherwise, or `nil` if there is no
    /// such place.
    public let line: Int?
    /// The place in the line, in characters, from 1, or `nil` if there is no such place. What is more
    /// than 64 KB before the place on its line is counted in Unicode scalars.
    public let column: Int?
    /// The bytes of the document that are to blame, by their offsets in the bytes that were given, or
    /// `nil` if there is no such place. Empty where something is missing.
    public let byteRange: Range<Int>?
    /// The lines of the document around the place, or `nil` if there is no such place.
    public let excerpt: Excerpt?
    /// The likely cause and what to do about it, if there is anything to say. What does not hold
    /// in every case is worded as a condition.
    public let advice: String?

    package init(
        kind: Kind, code: Code, codingPath: Path, headline: String, found: String? = nil,
        foundKind: ValueKind? = nil, expected: String? = nil, source: String? = nil,
        line: Int? = nil, column: Int? = nil, byteRange: Range<Int>? = nil,
        excerpt: Excerpt? = nil, advice: String? = nil
    ) {
        self.kind = kind
        self.code = code
        self.codingPath = codingPath
        self.headline = headline
        self.found = found
        self.foundKind = foundKind
        self.expected = expected
        self.source = source
        self.line = line
        self.column = column
        self.byteRange = byteRange
        self.excerpt = excerpt
        self.advice = advice
    }

    /// Creates an explanation of an error.
    ///
    /// With more to go by, it knows more. Given the decoder, it spells keys as the strategy wants them,
    /// and advises nothing that this decoder refuses. Given a closure that decodes again, it finds the
    /// one number that does not fit its type, of which the error says nothing:
    ///
    ///     Explanation(of: error, in: document, decodedBy: decoder) {
    ///         _ = try decoder.decode([Beer].self, from: $0)
    ///     }
    ///
    /// - Parameters:
    ///   - error: A `DecodingError`, an `EncodingError`, an ``ExplainableError``, an error that wraps one
    ///     of these, or any other error.
    ///   - document: The bytes that were decoded, if they are known. Without them there is no
    ///     excerpt, and less is found. Of a property list only the error is explained.
    ///   - source: What to call the document, for ``diagnostic``.
    ///   - firstLine: The number of the first line, for a record out of a longer document.
    ///   - decoder: The decoder that was used, if it is known.
    ///   - decodeAgain: Decodes bytes as the document was decoded. It is called only if the decoder has
    ///     refused a document without a word that any parser can read to its end, about log *n* times for
    ///     *n* numbers: leave it out where strangers send documents and time is short. Numbers are
    ///     replaced by 0 in what it gets, so it must not divide by what it decodes.
    /// - Complexity: O(*n*), where *n* is the number of bytes, beside the calls of `decodeAgain`. Each of
    ///   these gets one more copy of the document.
    public init(
        of error: any Error,
        in document: Data? = nil,
        named source: String? = nil,
        firstLine: Int = 1,
        decodedBy decoder: JSONDecoder? = nil,
        decodeAgain: ((Data) throws -> Void)? = nil
    ) {
        let error = WrappedError.explainable(in: error)
        let (kind, codingPath) = Self.kindAndPath(of: error)
        // Positions are stored for as long as the call takes, and the closure no longer.
        let details = DocumentText.withUTF8(of: document) { document in
            document?.firstLine = firstLine
            document?.decoder = decoder
            document?.decodeAgain = decodeAgain
            return Details(of: error, in: document).located(in: document)
        }
        self.init(
            kind: kind, code: details.code, codingPath: details.codingPath ?? Path(codingPath),
            headline: DisplayText.escapedLine("\(kind.rawValue)\(details.headline)"),
            found: details.found.map(DisplayText.escapedLine), foundKind: details.foundKind,
            expected: details.expected.map(DisplayText.escapedLine), source: source,
            line: details.excerpt?.line, column: details.excerpt?.column,
            byteRange: details.byteRange, excerpt: details.excerpt,
            advice: details.advice.map(DisplayText.escapedLine))
    }

    /// Creates an explanation of an error that a decoder has thrown for a type.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - document: The bytes that were decoded.
    ///   - source: What to call the document, for ``diagnostic``.
    ///   - firstLine: The number of the first line, for a record out of a longer document.
    ///   - type: The type that was decoded. If the decoder has refused the document without a word, it
    ///     is decoded again, about log *n* times for *n* numbers.
    ///   - decoder: The decoder that was used.
    public init<Value: Decodable>(
        of error: any Error,
        in document: Data,
        named source: String? = nil,
        firstLine: Int = 1,
        decodedAs type: Value.Type,
        by decoder: JSONDecoder = JSONDecoder()
    ) {
        self.init(
            of: error, in: document, named: source, firstLine: firstLine, decodedBy: decoder
        ) { _ = try decoder.decode(type, from: $0) }
    }

    /// The explanation as lines to print: the headline, the excerpt and the advice.
    ///
    /// - Parameters:
    ///   - width: The number of columns that a line may take; at least 24 are used.
    ///   - includesAdvice: Whether the advice is there: not where the document is known to be wrong.
    /// - Complexity: O(*n*), where *n* is the length of the explanation.
    public func lines(width: Int = 80, includesAdvice: Bool = true) -> [String] {
        let width = max(width, 24)
        var lines = DisplayText.wrapped(headline, width: width)
        if let excerpt { lines += excerpt.rendered(width: width) }
        if includesAdvice, let advice { lines += DisplayText.wrapped(advice, width: width) }
        return lines
    }

    /// The explanation in one line, as compilers write them: `beers.json:3:27: typeMismatch at …`.
    ///
    /// Without a ``source`` it begins with the line, and without a place with the source.
    public var diagnostic: String {
        var parts = source.map { [DisplayText.escapedLine($0)] } ?? []
        if let line, let column { parts += ["\(line)", "\(column)"] }
        return parts.isEmpty ? headline : parts.joined(separator: ":") + ": " + headline
    }

    /// The lines for a width of 80 columns, joined by line breaks.
    public var description: String {
        lines().joined(separator: "\n")
    }

    private static func kindAndPath(of error: any Error) -> (Kind, [any CodingKey]) {
        switch error {
        case DecodingError.typeMismatch(_, let context): (.typeMismatch, context.codingPath)
        case DecodingError.valueNotFound(_, let context): (.valueNotFound, context.codingPath)
        case DecodingError.keyNotFound(_, let context): (.keyNotFound, context.codingPath)
        case DecodingError.dataCorrupted(let context): (.dataCorrupted, context.codingPath)
        case EncodingError.invalidValue(_, let context): (.invalidValue, context.codingPath)
        case let error as any ExplainableError: (.other, error.codingPath)
        default: (.other, [])
        }
    }
}
