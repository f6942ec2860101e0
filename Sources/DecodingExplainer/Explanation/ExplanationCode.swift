extension Explanation {
    /// A stable name for what is wrong, for programs: to count, to group and to test for.
    ///
    /// The raw values do not change from one version to the next; new ones can be added, so a `switch` has
    /// a `default`. The article <doc:Codes> has all of them, each with an example.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable {
        public let rawValue: String
        /// The meaning of the code, in a few words that are the same for every document.
        public let summary: String

        init(_ rawValue: String, _ summary: String) {
            self.rawValue = rawValue
            self.summary = summary
        }

        /// The code with a name, or a new one: a program can read what a later version has written.
        public init(rawValue: String) {
            self = Self.all.first { $0.rawValue == rawValue } ?? Self(rawValue, rawValue)
        }
    }
}

extension Explanation.Code {

    // MARK: A value that does not fit

    /// The value has another type than the one that was asked for.
    public static let wrongType = Self("wrong-type", "a value of another type")
    /// There is null where a value was asked for.
    public static let null = Self("null", "null")
    /// The array has no more elements.
    public static let arrayEnded = Self("array-ended", "the array has ended")
    /// The object has no such key.
    public static let missingKey = Self("missing-key", "a key is missing")
    /// The type has no case, or no value, of this name or raw value.
    public static let unknownRawValue = Self(
        "unknown-raw-value", "no case or value of the type has this name")
    /// The string is no date of the form that the strategy reads.
    public static let invalidDate = Self("invalid-date", "a date of another form")
    /// The string is no URL.
    public static let invalidURL = Self("invalid-url", "not a URL")
    /// The string is not base64.
    public static let invalidBase64 = Self("invalid-base64", "not base64")
    /// The string is no UUID.
    public static let invalidUUID = Self("invalid-uuid", "not a UUID")
    /// The type has no room for the number.
    public static let numberDoesNotFit = Self(
        "number-does-not-fit", "a number that does not fit its type")
    /// A type has refused the value for a reason of its own.
    public static let refusedValue = Self("refused-value", "a value that its type refuses")
    /// A `DecodingError` that the `init(from:)` of a type has thrown, and not the decoder.
    public static let ownError = Self("own-error", "an error of the type's own")
    /// A value cannot be written.
    public static let cannotEncode = Self("cannot-encode", "a value that cannot be encoded")

    // MARK: A document that nobody reads

    /// There are no bytes, or only white space.
    public static let emptyDocument = Self("empty-document", "the document is empty")
    /// The document is HTML or XML.
    public static let markup = Self("markup", "HTML or XML")
    /// The document is a property list.
    public static let propertyList = Self("property-list", "a property list")
    /// The document is text in no form that a decoder knows, or begins with such text.
    public static let plainText = Self("plain-text", "text that is not JSON")
    /// The document is a block of Markdown, as language models write it.
    public static let fence = Self("fence", "JSON in a Markdown fence")
    /// The document is a stream of server-sent events.
    public static let eventStream = Self("event-stream", "a stream of server-sent events")
    /// The bytes are compressed, or a picture, or another form that is not text.
    public static let binaryData = Self("binary-data", "compressed or binary data")
    /// The document is not in an encoding that the decoder reads.
    public static let wrongEncoding = Self("wrong-encoding", "text that is not in UTF-8")
    /// A byte is no part of UTF-8.
    public static let invalidUTF8 = Self("invalid-utf-8", "a byte that is not UTF-8")
    /// The document is nested deeper than the decoder reads.
    public static let tooDeep = Self("too-deep", "nested too deep")
    /// The decoder has refused the document, and nothing is found that explains it.
    public static let refusedDocument = Self(
        "refused-document", "the decoder has refused the document")

    // MARK: A break of the rules of JSON

    /// The document ends before its last bracket.
    public static let endsTooEarly = Self("ends-too-early", "the document ends too early")
    /// There is a second value after the end.
    public static let secondValue = Self("second-value", "the document goes on after its end")
    /// The object at the top has no braces.
    public static let missingBraces = Self("missing-braces", "an object without its braces")
    /// There is a closing bracket too many.
    public static let extraBracket = Self("extra-bracket", "a closing bracket too many")
    /// A closing bracket is of the other kind than the opening one.
    public static let mismatchedBracket = Self(
        "mismatched-bracket", "a closing bracket of the other kind")
    /// An object has no closing brace.
    public static let missingClosingBrace = Self(
        "missing-closing-brace", "an object that is not closed")
    /// Two values have no comma between them.
    public static let missingComma = Self("missing-comma", "a comma is missing")
    /// A comma stands before a closing bracket.
    public static let trailingComma = Self("trailing-comma", "a trailing comma")
    /// There is a colon or a semicolon where a comma belongs.
    public static let wrongSeparator = Self(
        "wrong-separator", "a colon or semicolon where a comma belongs")
    /// A key and its value have no colon between them.
    public static let missingColon = Self("missing-colon", "a colon is missing")
    /// There is no key where one belongs.
    public static let noKey = Self("no-key", "a key is missing before its value")
    /// There is no value where one belongs.
    public static let noValue = Self("no-value", "a value is missing")
    /// A key or a string has no quotes.
    public static let noQuotes = Self("no-quotes", "text without quotes")
    /// A string has only one quote.
    public static let missingQuote = Self("missing-quote", "a quote is missing")
    /// A quote inside a string is not escaped.
    public static let unescapedQuote = Self("unescaped-quote", "a quote in a string is not escaped")
    /// There are single quotes or typographic ones.
    public static let wrongQuotes = Self("wrong-quotes", "quotes that JSON does not have")
    /// There is a word that only another language, or another spelling, has.
    public static let unknownWord = Self("unknown-word", "a word that JSON does not have")
    /// There is NaN or an infinity.
    public static let notANumber = Self("not-a-number", "NaN or an infinity")
    /// A number is not written as JSON writes numbers.
    public static let malformedNumber = Self("malformed-number", "a malformed number")
    /// There is a comment.
    public static let comment = Self("comment", "a comment")
    /// A control character stands in a string.
    public static let controlCharacter = Self(
        "control-character", "a control character in a string")
    /// An escape does not exist.
    public static let invalidEscape = Self("invalid-escape", "an escape that does not exist")
    /// An escape is one half of a character.
    public static let halfCharacter = Self("half-character", "half of a character")
    /// A character stands outside of a string.
    public static let strayCharacter = Self("stray-character", "a character that is not expected")

    // MARK: -

    /// An error that is neither a decoder's nor an encoder's.
    public static let otherError = Self("other-error", "an error of another kind")

    /// All codes.
    public static let all: [Self] = [
        .wrongType, .null, .arrayEnded, .missingKey, .unknownRawValue, .invalidDate, .invalidURL,
        .invalidBase64, .invalidUUID, .numberDoesNotFit, .refusedValue, .ownError, .cannotEncode,
        .emptyDocument, .markup, .propertyList, .plainText, .fence, .eventStream, .binaryData,
        .wrongEncoding, .invalidUTF8, .tooDeep, .refusedDocument, .endsTooEarly, .secondValue,
        .missingBraces, .extraBracket, .mismatchedBracket, .missingClosingBrace, .missingComma,
        .trailingComma, .wrongSeparator, .missingColon, .noKey, .noValue, .noQuotes,
        .missingQuote, .unescapedQuote, .wrongQuotes, .unknownWord, .notANumber, .malformedNumber,
        .comment, .controlCharacter, .invalidEscape, .halfCharacter, .strayCharacter, .otherError,
    ]
}
