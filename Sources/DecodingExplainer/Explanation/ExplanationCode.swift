extension Explanation {
    /// A stable name for what is wrong, for programs: to count, to group and to test for.
    ///
    /// The raw values do not change from one version to the next; new ones can be added. The article
    /// <doc:Codes> has all of them, each with an example.
    public enum Code: String, Sendable, CaseIterable {
        // MARK: A value that does not fit

        /// The value has another type than the one that was asked for.
        case wrongType = "wrong-type"
        /// There is null where a value was asked for.
        case null = "null"
        /// The array has no more elements.
        case arrayEnded = "array-ended"
        /// The object has no such key.
        case missingKey = "missing-key"
        /// The type has no value for this raw value: an enum has no such case.
        case unknownRawValue = "unknown-raw-value"
        /// The string is no date of the form that the strategy reads.
        case invalidDate = "invalid-date"
        /// The string is no URL.
        case invalidURL = "invalid-url"
        /// The string is not base64.
        case invalidBase64 = "invalid-base64"
        /// The string is no UUID.
        case invalidUUID = "invalid-uuid"
        /// The type has no room for the number.
        case numberDoesNotFit = "number-does-not-fit"
        /// A type has refused the value for a reason of its own.
        case refusedValue = "refused-value"
        /// A value cannot be written.
        case cannotEncode = "cannot-encode"

        // MARK: A document that nobody reads

        /// There are no bytes, or only white space.
        case emptyDocument = "empty-document"
        /// The document is HTML or XML.
        case markup = "markup"
        /// The document is a property list.
        case propertyList = "property-list"
        /// The document is YAML.
        case yaml = "yaml"
        /// The document is not in an encoding that the decoder reads.
        case wrongEncoding = "wrong-encoding"
        /// A byte is no part of UTF-8.
        case invalidUTF8 = "invalid-utf-8"
        /// The document is nested deeper than the decoder reads.
        case tooDeep = "too-deep"
        /// The decoder has refused the document, and nothing is found that explains it.
        case refusedDocument = "refused-document"

        // MARK: A break of the rules of JSON

        /// The document ends before its last bracket.
        case endsTooEarly = "ends-too-early"
        /// There is a second value after the end.
        case secondValue = "second-value"
        /// The object at the top has no braces.
        case missingBraces = "missing-braces"
        /// There is a closing bracket too many.
        case extraBracket = "extra-bracket"
        /// A closing bracket is of the other kind than the opening one.
        case mismatchedBracket = "mismatched-bracket"
        /// An object has no closing brace.
        case missingClosingBrace = "missing-closing-brace"
        /// Two values have no comma between them.
        case missingComma = "missing-comma"
        /// A comma stands before a closing bracket.
        case trailingComma = "trailing-comma"
        /// There is a colon or a semicolon where a comma belongs.
        case wrongSeparator = "wrong-separator"
        /// A key and its value have no colon between them.
        case missingColon = "missing-colon"
        /// There is no key where one belongs.
        case noKey = "no-key"
        /// There is no value where one belongs.
        case noValue = "no-value"
        /// A key or a string has no quotes.
        case noQuotes = "no-quotes"
        /// A string has only one quote.
        case missingQuote = "missing-quote"
        /// A quote inside a string is not escaped.
        case unescapedQuote = "unescaped-quote"
        /// There are single quotes or typographic ones.
        case wrongQuotes = "wrong-quotes"
        /// There is a word that only another language, or another spelling, has.
        case unknownWord = "unknown-word"
        /// There is NaN or an infinity.
        case notANumber = "not-a-number"
        /// A number is not written as JSON writes numbers.
        case malformedNumber = "malformed-number"
        /// There is a comment.
        case comment = "comment"
        /// A control character stands in a string.
        case controlCharacter = "control-character"
        /// An escape does not exist.
        case invalidEscape = "invalid-escape"
        /// An escape is one half of a character.
        case halfCharacter = "half-character"
        /// A character stands outside of a string.
        case strayCharacter = "stray-character"

        // MARK: -

        /// An error that is neither a decoder's nor an encoder's.
        case otherError = "other-error"
    }
}

extension DocumentFault.Problem {
    var code: Explanation.Code {
        switch self {
        case .empty: .emptyDocument
        case .markup: .markup
        case .propertyList: .propertyList
        case .yaml: .yaml
        case .missingBraces: .missingBraces
        case .endsTooEarly: .endsTooEarly
        case .stringNotClosed, .missingClosingQuote, .missingOpeningQuote: .missingQuote
        case .trailingComma: .trailingComma
        case .secondValue: .secondValue
        case .extraBracket, .earlyBracket: .extraBracket
        case .mismatchedBracket: .mismatchedBracket
        case .missingComma: .missingComma
        case .missingColon: .missingColon
        case .missingKey: .noKey
        case .missingValue: .noValue
        case .missingClosingBrace: .missingClosingBrace
        case .colonInsteadOfComma, .semicolon: .wrongSeparator
        case .unescapedQuote: .unescapedQuote
        case .singleQuote, .curlyQuote: .wrongQuotes
        case .unquotedKey, .unquotedText: .noQuotes
        case .foreignLiteral, .incompleteLiteral: .unknownWord
        case .notANumber: .notANumber
        case .comment: .comment
        case .malformedNumber, .leadingZero: .malformedNumber
        case .controlCharacter: .controlCharacter
        case .invalidEscape: .invalidEscape
        case .invalidUTF8: .invalidUTF8
        case .loneSurrogate: .halfCharacter
        case .unexpectedCharacter: .strayCharacter
        case .tooDeep: .tooDeep
        }
    }
}
