/// An error of a program's own that says what an ``Explanation`` of it is to say.
///
///     struct NotForSale: ExplainableError {
///         let codingPath: [any CodingKey]
///         var problem: String { "this beer is not for sale" }
///         var advice: String? { "Leave out what has no price." }
///     }
///
/// The place that the path leads to is marked in the document. An error without this protocol is
/// explained too: by its own words, or by those of the `DecodingError` that it wraps.
public protocol ExplainableError: Error {
    /// The path of the value that is to blame; empty where that is not known.
    var codingPath: [any CodingKey] { get }

    /// What is wrong, in words that follow a colon.
    var problem: String { get }

    /// What to do about it, in a sentence.
    var advice: String? { get }
}

extension ExplainableError {
    public var codingPath: [any CodingKey] { [] }
    public var advice: String? { nil }
}
