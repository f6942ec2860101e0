import Foundation

/// An explanation of an error in decoding: the error, its place in the document, and advice.
///
///     do {
///         beers = try JSONDecoder().decode([Beer].self, explaining: document)
///     } catch {
///         print(error)
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
/// Time and memory have a bound, whatever the bytes are. The document is read from front to back at most
/// three times, its lines are counted for each place that is named, and where the type is known, it is
/// decoded once more. Nesting is followed as deep as
/// `JSONDecoder` goes, 512 levels. Of a document in UTF-8 nothing is copied but the lines around the place,
/// up to 4 KB each; one in UTF-16 or UTF-32 is copied into UTF-8 once. Of a key, a value or a message of
/// the decoder, 200 characters are kept.
public struct Explanation: Error, Sendable, Hashable, CustomStringConvertible {
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
    /// A stable name for the error, which is finer than ``kind``.
    public package(set) var code: Code
    /// The path of the value that is to blame. It is empty at the root, and if no place is known.
    public package(set) var codingPath: Path
    /// A description of the error in one line, which begins with the kind.
    public package(set) var headline: String
    /// A description of what is in the document, such as `the string "12"`, `null` or `a comment`, or `nil`
    /// if that is not known.
    public package(set) var found: String?
    /// The kind of the value that is in the document, or `nil` if there is no value.
    public package(set) var foundKind: ValueKind?
    /// A description of what should be there, such as `Int`, `an array` or `the key "name"`, or `nil` if
    /// that is not known.
    public package(set) var expected: String?
    /// A Boolean value that indicates whether ``expected`` is a word of the program, and not of a document.
    package var isExpectedDeclared = true
    /// The name of the document, if it was given: a file, an address, `line 7 of the log`.
    public package(set) var source: String?
    /// The number of the line of the document, from 1 unless told otherwise, or `nil` if there is no
    /// such place.
    public package(set) var line: Int?
    /// The place in the line, in characters, from 1, or `nil` if there is no such place. What is more
    /// than 64 KB before the place on its line is counted in Unicode scalars.
    public package(set) var column: Int?
    /// The bytes of the document that are to blame, by their offsets in the bytes that were given, or
    /// `nil` if there is no such place. Empty where something is missing.
    public package(set) var byteRange: Range<Int>?
    /// The lines of the document around the place, or `nil` if there is no such place.
    public package(set) var excerpt: Excerpt?
    /// The likely cause and what to do about it, if there is anything to say. What does not hold
    /// in every case is worded as a condition.
    public package(set) var advice: String?

    /// - Parameter headline: The headline from the end of the kind on.
    init(_ kind: Kind, _ code: Code, at codingPath: Path, _ headline: String = "") {
        self.kind = kind
        self.code = code
        self.codingPath = codingPath
        self.headline = headline
    }

    /// Creates an explanation of an error.
    ///
    /// With the type and the decoder it knows more, because the document is decoded once more by a decoder
    /// that notes which value was asked for when the error was thrown, and by which code. Without them it
    /// states what the error and the document say, and no more.
    ///
    /// - Parameters:
    ///   - error: A `DecodingError`, an `EncodingError`, an error that wraps one of these, or any other
    ///     error. An explanation stays as it is.
    ///   - document: The bytes that were decoded, if they are known. Without them there is no
    ///     excerpt, and less is found. Of a property list only the error is explained.
    ///   - source: The name of the document, for ``diagnostic``.
    ///   - firstLine: The number of the first line, for a record out of a longer document.
    ///   - type: The type that was decoded, if it is known.
    ///   - decoder: The decoder that was used, if it is known. With a type, a new one is used otherwise.
    /// - Complexity: O(*n*), where *n* is the number of bytes, and with a type one more decode.
    public init(
        of error: any Error,
        in document: Data? = nil,
        named source: String? = nil,
        firstLine: Int = 1,
        decodedAs type: (any Decodable.Type)? = nil,
        by decoder: JSONDecoder? = nil
    ) {
        if let explanation = error as? Explanation {
            self = explanation
            return
        }
        let error = WrappedError.explainable(in: error)
        var origin: Listener.Origin?
        if let type, let document {
            origin = Listener.origin(
                of: error, decoding: type, by: decoder ?? JSONDecoder(), from: document)
        }
        self.init(
            of: error, from: origin, in: document, named: source, firstLine: firstLine, by: decoder)
    }

    /// Creates an explanation of an error that wraps no other.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - origin: The origin of the error, if it is known.
    init(
        of error: any Error, from origin: Listener.Origin?, in document: Data?,
        named source: String?, firstLine: Int, by decoder: JSONDecoder?
    ) {
        self = DocumentText.withUTF8(of: document, firstLine: firstLine, decoder: decoder) {
            Self(of: error, from: origin, in: $0).located(in: $0)
        }
        self.source = source
        headline = DisplayText.escapedLine(kind.rawValue + headline)
        found = found.map(DisplayText.escapedLine)
        expected = expected.map(DisplayText.escapedLine)
        advice = advice.map(DisplayText.escapedLine)
    }

    /// Creates an explanation of an error for a document that is text.
    ///
    /// ``byteRange`` counts the bytes of the text in UTF-8. The other parameters are those of
    /// ``init(of:in:named:firstLine:decodedAs:by:)``.
    public init(
        of error: any Error,
        in document: String,
        named source: String? = nil,
        firstLine: Int = 1,
        decodedAs type: (any Decodable.Type)? = nil,
        by decoder: JSONDecoder? = nil
    ) {
        self.init(
            of: error, in: Data(document.utf8), named: source, firstLine: firstLine,
            decodedAs: type, by: decoder)
    }

    /// Returns the explanation as lines to print: the headline, the excerpt and the advice.
    ///
    /// - Parameters:
    ///   - width: The number of columns that a line may take; at least 24 are used.
    ///   - includesAdvice: True to include the advice. It is of no use if the document is known to be wrong.
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
}

extension Explanation: LocalizedError {
    /// The ``headline``.
    public var errorDescription: String? { headline }
    /// The ``advice``.
    public var recoverySuggestion: String? { advice }
}

extension JSONDecoder {
    /// Decodes a document, or throws an explanation of what is wrong in it.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - document: The bytes of the document.
    ///   - source: The name of the document, for ``Explanation/diagnostic``.
    ///   - firstLine: The number of the first line, for a record out of a longer document.
    /// - Throws: An ``Explanation``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, explaining document: Data, named source: String? = nil,
        firstLine: Int = 1
    ) throws(Explanation) -> Value {
        do {
            return try decode(type, from: document)
        } catch {
            throw Explanation(
                of: error, in: document, named: source, firstLine: firstLine, decodedAs: type,
                by: self)
        }
    }
}
