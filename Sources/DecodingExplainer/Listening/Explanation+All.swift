import Foundation

extension Explanation {
    /// Decodes a document, and explains all that is wrong in it where that can be known at once: each element
    /// of an array and each value of a dictionary with keys of type `String` is decoded by itself. Of a type
    /// with properties, the first one that is wrong ends its decoding, and the others are not known.
    ///
    /// - Parameters:
    ///   - document: The bytes of the document.
    ///   - source: The name of the document, for ``diagnostic``.
    ///   - firstLine: The number of the first line.
    ///   - type: The type to decode.
    ///   - decoder: The decoder to use.
    ///   - limit: The greatest number of explanations.
    /// - Returns: The explanations in the order of decoding; none if the document can be decoded.
    /// - Complexity: O(*n*) for each explanation, where *n* is the number of bytes, beside the decoding.
    public static func all<Value: Decodable>(
        in document: Data, named source: String? = nil, firstLine: Int = 1,
        decodedAs type: Value.Type, by decoder: JSONDecoder = JSONDecoder(), limit: Int = 10
    ) -> [Explanation] {
        let (errors, last) = Listener.errors(
            decoding: type, by: decoder, from: document, limit: limit)
        guard let last else { return [] }
        guard !errors.isEmpty else {
            return [
                Explanation(
                    of: last, in: document, named: source, firstLine: firstLine, decodedAs: type,
                    by: decoder)
            ]
        }
        return errors.prefix(max(limit, 0)).map { error in
            Explanation(
                of: DecoderTraits.translated(error.error, from: error.origin), from: error.origin,
                in: document, named: source, firstLine: firstLine, by: decoder)
        }
    }
}

/// An element of an array or a value of a dictionary that is decoded by itself: while errors are collected,
/// its error is kept, and decoding goes on.
struct Part<Value: Decodable>: Decodable {
    let result: Result<Value, any Error>

    init(from decoder: any Decoder) throws {
        let start = Listener.current?.noted
        result = Result { try Listening<Value>(from: decoder).value }
        guard case .failure(let error) = result, let listener = Listener.current, let start
        else { return }
        guard listener.isCollecting else { throw error }
        try listener.collect(error, since: start)
    }
}

/// A list or a dictionary whose parts can be decoded by themselves.
protocol SeparatelyDecodable {
    /// Decodes all parts, and then throws the first error.
    static func decodeParts(from decoder: any Decoder) throws -> Any
}

extension Array: SeparatelyDecodable where Element: Decodable {
    static func decodeParts(from decoder: any Decoder) throws -> Any {
        try decoder.singleValueContainer().decode([Part<Element>].self)
            .map { try $0.result.get() }
    }
}

/// A dictionary whose keys are the keys of an object, which no strategy changes.
protocol StringKeyedDictionary: SeparatelyDecodable {}

extension Dictionary: StringKeyedDictionary, SeparatelyDecodable
where Key == String, Value: Decodable {
    static func decodeParts(from decoder: any Decoder) throws -> Any {
        // As a whole: a decoder knows by the type that these are no coding keys.
        try decoder.singleValueContainer().decode([String: Part<Value>].self)
            .mapValues { try $0.result.get() }
    }
}
