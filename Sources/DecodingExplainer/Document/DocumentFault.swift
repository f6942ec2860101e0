/// A fault that keeps a document from being read, with its place.
final class DocumentFault: Error {
    // It is a class because a scanner has several of them.
    let wording: FaultWording
    let offset: Int
    /// The bytes that are to blame.
    var range: Range<Int> { offset..<offset + wording.length }

    init(wording: FaultWording, offset: Int) {
        self.wording = wording
        self.offset = offset
    }

    /// A Boolean value that indicates whether it breaks a rule of JSON. Half of a character breaks none, but
    /// no string can hold it, and the depth is a limit of the decoder.
    var isBreakOfRules: Bool {
        wording.code != .halfCharacter && wording.code != .tooDeep
    }
}

/// The words for something that keeps a document from being read.
struct FaultWording {
    let code: Explanation.Code
    /// The words for the headline.
    let title: String
    /// The words beside the marker.
    let label: String?
    /// The advice.
    let advice: String?
    /// The number of bytes that are to blame. It is 0 if something is missing.
    let length: Int

    private init(
        _ code: Explanation.Code, _ title: String, label: String?, advice: String?,
        length: Int = 1, of text: String? = nil
    ) {
        self.code = code
        self.title = title
        self.label = label
        self.advice = advice
        self.length = text?.utf8.count ?? length
    }
}

// MARK: - Other forms

extension FaultWording {
    static func empty(isBlank: Bool) -> Self {
        Self(
            .emptyDocument,
            isBlank ? "the document is only white space" : "the document is empty", label: nil,
            advice: "Check that the request or the file has given any bytes.", length: 0)
    }

    static let markup = Self(
        .markup, "this is HTML or XML", label: "no JSON value begins with <",
        advice:
            "The server may have sent an error page or a sign-in page. Check the address and the "
            + "status code of the response before decoding.")

    static let propertyList = Self(
        .propertyList, "this is a property list", label: "no JSON value begins like this",
        advice: "Decode it with PropertyListDecoder.")

    static let plainText = Self(
        .plainText, "the document begins with text that is not JSON",
        label: "no JSON value begins like this",
        advice:
            "A server may have sent a message in place of an answer: check the status code of the "
            + "response before decoding. If JSON comes further on, decode that part alone.")

    static let fence = Self(
        .fence, "this is a block of Markdown", label: "a fence, and no JSON yet",
        advice:
            "A language model writes its answer like this. Decode what is between the line that "
            + "begins with ``` and the line with ``` after it.",
        length: 3)

    static let eventStream = Self(
        .eventStream, "this is a stream of server-sent events", label: "a field of an event",
        advice:
            "Read it line by line. Decode what comes after each \"data:\" as a document of its own."
    )

    static func binaryData(_ name: String) -> Self {
        Self(
            .binaryData, "this is \(name), and no text", label: nil,
            advice: "Decode the JSON that is inside, or check that this is the file you meant.",
            length: 2)
    }

    static let missingBraces = Self(
        .missingBraces, "an object without its braces", label: "an opening brace expected",
        advice: "Put braces around the keys and values, or set the decoder's "
            + "assumesTopLevelDictionary to true.",
        length: 0)

    static let tooDeep = Self(
        .tooDeep, "nested deeper than \(DocumentScanner.deepestNesting) levels",
        label: "level \(DocumentScanner.deepestNesting + 1) begins here",
        advice:
            "JSONDecoder reads at most \(DocumentScanner.deepestNesting) levels. Ask for a flatter "
            + "document, or read this one with another parser.")

    static let secondValue = Self(
        .secondValue, "the document goes on after its end", label: "a second value",
        advice:
            "A document holds one value. If there is one value on each line, split the text into "
            + "lines and decode each; otherwise put the values in an array.")
}

// MARK: - Brackets, commas and colons

extension FaultWording {
    /// Returns the words for a document that ends too early.
    ///
    /// - Parameter open: The open containers in words, the innermost first.
    static func endsTooEarly(open: [String], remark: String) -> Self {
        let cause =
            "The document may have been cut short on its way: check that all of it arrived."
            + remark
        return Self(
            .endsTooEarly, "the document ends too early", label: "the document ends here",
            advice: open.isEmpty ? cause : "Still open: \(DisplayText.list(open)). \(cause)",
            length: 0)
    }

    static func mismatchedBracket(_ bracket: Character, opened: String, remark: String) -> Self {
        let expected = bracket == "]" ? "}" : "]"
        return Self(
            .mismatchedBracket, "a \(bracket) is where a \(expected) is needed",
            label: "\(expected) expected",
            advice: "\(opened) is still open. Close it first, or correct the bracket." + remark)
    }

    static func extraBracket(_ bracket: Character, remark: String) -> Self {
        Self(
            .extraBracket, "one \(bracket) too many", label: "nothing is open here",
            advice: "Remove the bracket, or look for one that is missing further up." + remark)
    }

    static func earlyBracket(_ bracket: Character) -> Self {
        Self(
            .extraBracket, "a \(bracket) comes too early", label: "a value follows this bracket",
            advice: "If the bracket belongs there, put the comma behind it. Otherwise remove the "
                + "bracket.")
    }

    static func missingClosingBrace(of opened: String) -> Self {
        Self(
            .missingClosingBrace, "an object is not closed",
            label: "the object before this has no }",
            advice: "\(opened) needs a closing brace before the comma.")
    }

    static let missingComma = Self(
        .missingComma, "a comma is missing", label: "a comma before this",
        advice: "Put a comma between two elements, and between two keys of an object.", length: 0)

    static let trailingComma = Self(
        .trailingComma, "a trailing comma", label: "nothing follows this comma",
        advice: DecoderTraits.acceptsTrailingComma
            ? "Strict JSON has no trailing comma; this decoder lets it pass. Remove it."
            : "Remove the comma before the closing bracket.")

    static let commaAfterEnd = Self(
        .strayCharacter, "a comma after the end of the document", label: "not expected here",
        advice: "Remove it. If more values were to follow, put all of them in an array.")

    static let colonInsteadOfComma = Self(
        .wrongSeparator, "a colon in an array", label: "a comma or a ] expected",
        advice:
            "Only an object has keys and colons. Is an opening brace missing before the key, or the "
            + "closing bracket of the array?")

    static let semicolon = Self(
        .wrongSeparator, "a semicolon", label: "a comma expected",
        advice: "JSON separates values by commas.")

    static let missingColon = Self(
        .missingColon, "a colon is missing", label: "a colon before this",
        advice: "Between a key and its value there is a colon: \"name\": \"value\".", length: 0)

    static let missingKey = Self(
        .noKey, "a key is missing", label: "a key in double quotes expected",
        advice:
            "An object holds keys with values: {\"name\": \"value\"}. If this is an element of an "
            + "array, the bracket before the first element is missing.")

    static let missingValue = Self(
        .noValue, "a value is missing", label: "a value expected",
        advice: "Write the value, or null, or remove what leads to it.")
}

// MARK: - Quotes

extension FaultWording {
    static let missingClosingQuote = Self(
        .missingQuote, "a closing quote is missing", label: "a closing quote before this",
        advice:
            "Close the string that begins before this place. What comes after it was read as a part "
            + "of it, up to the next quote.",
        length: 0)

    static func missingOpeningQuote(_ word: String) -> Self {
        Self(
            .missingQuote, "\(word) has no opening quote", label: "an opening quote before this",
            advice: "A key or a string is written in double quotes on both sides.", length: 0)
    }

    static let stringNotClosed = Self(
        .missingQuote, "a string has no closing quote on its line",
        label: "this string is not closed",
        advice: "Close the string with a double quote. A line break inside a string is written \\n."
    )

    static let unescapedQuote = Self(
        .unescapedQuote, "the string ends before this word", label: "text after the closing quote",
        advice: "A double quote inside a string is written \\\".")

    static let singleQuote = Self(
        .wrongQuotes, "single quotes", label: "double quotes expected",
        advice:
            "JSON puts keys and strings in double quotes. Python prints a dictionary with single "
            + "quotes: there, write it with json.dumps.")

    static let curlyQuote = Self(
        .wrongQuotes, "a typographic quotation mark", label: "a straight \" expected",
        advice: "A word processor may have changed the quotes. Use straight double quotes.",
        length: 3)

    static func unquotedKey(_ word: String) -> Self {
        Self(
            .noQuotes, "the key \(word) has no quotes", label: "a key in double quotes expected",
            advice: "Write \"\(word)\".", of: word)
    }
}

// MARK: - Words and numbers

extension FaultWording {
    static func unquotedText(_ word: String) -> Self {
        Self(
            .noQuotes, "\(word) is not a JSON value", label: "a value expected",
            advice: "A string is written in double quotes: \"\(word)\".", of: word)
    }

    static func incompleteLiteral(_ word: String, whole: String) -> Self {
        Self(
            .unknownWord, "\(word) is not a JSON value", label: "\(whole) expected",
            advice: "Is this to be \(whole)? A string is written in double quotes: \"\(word)\".",
            of: word)
    }

    static func foreignLiteral(_ word: String, replacement: String) -> Self {
        Self(
            .unknownWord, "\(word) is not a JSON value", label: "\(replacement) in JSON",
            advice:
                "JSON knows true, false and null, all in lowercase. In Python, write the document "
                + "with json.dumps.",
            of: word)
    }

    static func notANumber(_ word: String) -> Self {
        Self(
            .notANumber, "JSON has no \(word)", label: "not a JSON number",
            advice:
                "If the document is yours, write null or a string. With a string, the decoder's "
                + "nonConformingFloatDecodingStrategy can make it a number.",
            of: word)
    }

    static func malformedNumber(_ text: String) -> Self {
        let isSign = text == "-"
        return Self(
            .malformedNumber,
            isSign ? "a minus sign without a number" : "\(text) is not a JSON number",
            label: isSign ? "a digit expected after it" : "not a JSON number",
            advice:
                "A number has digits on both sides of its point, after its minus sign and after its "
                + "e, and no plus sign before it: 0.5, -1, 2e3.",
            of: text)
    }

    static func decimalComma(_ text: String) -> Self {
        Self(
            .malformedNumber, "\(text) is not a JSON number", label: "a comma in a number",
            advice: "JSON writes a point where some languages write a comma.", of: text)
    }

    static func leadingZero(_ text: String) -> Self {
        Self(
            .malformedNumber, "the number \(text) has a leading zero", label: "a leading zero",
            advice:
                "Remove the zero. If it matters, as in a postal code, the value is a string and is "
                + "written in double quotes.",
            of: text)
    }
}

// MARK: - Characters

extension FaultWording {
    static let comment = Self(
        .comment, "a comment", label: "JSON has no comments", advice: "Remove the comment.")

    static func controlCharacter(_ byte: UInt8) -> Self {
        let (name, escape) =
            switch byte {
            case 0x09: ("tab", "\\t")
            case 0x0A: ("line break", "\\n")
            case 0x0D: ("line break", "\\r")
            default:
                ("control character", "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
            }
        return Self(
            .controlCharacter, "a raw \(name) in a string", label: "\(name) here",
            advice: "Inside a string it is written \(escape).")
    }

    static func invalidEscape(_ text: String) -> Self {
        var name = "this escape"
        if let scalar = text.unicodeScalars.last {
            name =
                DocumentCharacter.isInvisible(scalar)
                ? "a backslash before \(DocumentCharacter.name(of: scalar))" : "the escape \(text)"
        }
        return Self(
            .invalidEscape, "\(name) does not exist", label: "no such escape",
            advice:
                "A backslash itself is written \\\\. The escapes are \\\" \\\\ \\/ \\b \\f \\n \\r "
                + "\\t and \\u with four hexadecimal digits.",
            of: text)
    }

    static func invalidUTF8(_ byte: UInt8) -> Self {
        let hexadecimal = String(byte, radix: 16, uppercase: true)
        return Self(
            .invalidUTF8, "a byte that is not UTF-8: 0x\(hexadecimal)", label: "not UTF-8",
            advice:
                "The text may be in another encoding, such as Latin-1, or cut within a character. "
                + "Convert it to UTF-8.")
    }

    static func halfCharacter(_ text: String) -> Self {
        Self(
            .halfCharacter, "\(text) is half of a character", label: "half of a surrogate pair",
            advice:
                "A character beyond U+FFFF is written as two escapes, as in \\ud83c\\udf7a. The "
                + "other half is missing.",
            of: text)
    }

    static func unexpectedCharacter(_ character: Character) -> Self {
        Self(
            .strayCharacter,
            "\(DocumentCharacter.description(of: character)) is not expected here",
            label: "not expected here",
            advice: DocumentCharacter.isInvisible(character)
                ? "Remove it. White space in JSON is spaces, tabs and line breaks, and no other."
                : "Outside of strings there are only brackets, commas, colons, numbers, true, false, "
                    + "null and white space.",
            of: String(character))
    }
}
