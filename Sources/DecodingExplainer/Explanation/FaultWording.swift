/// The words for a break of the rules of JSON.
struct FaultWording {
    /// What is wrong, for the headline.
    let title: String
    /// What is said beside the marker.
    let label: String?
    /// What to do about it.
    let advice: String?

    private init(_ title: String, label: String?, advice: String?) {
        self.title = title
        self.label = label
        self.advice = advice
    }

    /// Words a fault of the document that `scanner` has read.
    init(of fault: DocumentFault, _ scanner: DocumentScanner, in bytes: DocumentBytes) {
        switch fault.problem {
        case .empty:
            self.init(
                bytes.isEmpty ? "the document is empty" : "the document is only white space",
                label: nil,
                advice: "Check that the request or the file has given any bytes.")
        case .endsTooEarly:
            self.init(
                "the document ends too early", label: "the document ends here",
                advice: Self.adviceForEnd(scanner, in: bytes))
        case .mismatchedBracket(let bracket):
            self.init(mismatched: bracket, scanner, in: bytes)
        case .markup:
            self.init(
                "this is HTML or XML", label: "no JSON value begins with <",
                advice: "The server may have sent an error page or a sign-in page. Check the "
                    + "address and the status code of the response before decoding.")
        case .propertyList:
            self.init(
                "this is a property list", label: "no JSON value begins like this",
                advice: "Decode it with PropertyListDecoder.")
        case .yaml:
            self.init(
                "this is YAML", label: "no JSON value begins like this",
                advice: "JSONDecoder reads JSON alone. Convert the document, or decode it with a "
                    + "package that reads YAML.")
        case .missingBraces:
            self.init(
                "an object without its braces", label: "an opening brace expected",
                advice: "Put braces around the keys and values, or set the decoder's "
                    + "assumesTopLevelDictionary to true.")
        case .tooDeep:
            let limit = DocumentScanner.deepestNesting
            self.init(
                "nested deeper than \(limit) levels", label: "level \(limit + 1) begins here",
                advice: "JSONDecoder reads at most \(limit) levels. Ask for a flatter document, or "
                    + "read this one with another parser.")
        case .secondValue:
            self.init(
                "the document goes on after its end", label: "a second value",
                advice: "A document holds one value. If there is one value on each line, split "
                    + "the text into lines and decode each; otherwise put the values in an array.")
        case .extraBracket(let bracket):
            self.init(
                "one \(bracket) too many", label: "nothing is open here",
                advice: "Remove the bracket, or look for one that is missing further up."
                    + Self.remark(onIndentationIn: scanner, in: bytes))
        case .earlyBracket(let bracket):
            self.init(
                "a \(bracket) comes too early", label: "a value follows this bracket",
                advice: "If the bracket belongs there, put the comma behind it. Otherwise remove "
                    + "the bracket.")
        case .missingComma:
            self.init(
                "a comma is missing", label: "a comma before this",
                advice: "Put a comma between two elements, and between two keys of an object.")
        case .missingClosingBrace:
            let container = scanner.openContainers.last
            let origin = container.map { Self.origin(of: $0.place, in: bytes) } ?? "here"
            self.init(
                "an object is not closed", label: "the object before this has no }",
                advice: "The object from \(origin) needs a closing brace before the comma.")
        case .missingClosingQuote:
            self.init(
                "a closing quote is missing", label: "a closing quote before this",
                advice: "Close the string that begins before this place. What comes after it was "
                    + "read as a part of it, up to the next quote.")
        case .missingOpeningQuote(let word):
            self.init(
                "\(word) has no opening quote", label: "an opening quote before this",
                advice: "A key or a string is written in double quotes on both sides.")
        case .colonInsteadOfComma:
            self.init(
                "a colon in an array", label: "a comma or a ] expected",
                advice: "Only an object has keys and colons. Is an opening brace missing before "
                    + "the key, or the closing bracket of the array?")
        case .semicolon:
            self.init(
                "a semicolon", label: "a comma expected",
                advice: "JSON separates values by commas.")
        case .missingColon:
            self.init(
                "a colon is missing", label: "a colon before this",
                advice: "Between a key and its value there is a colon: \"name\": \"value\".")
        case .missingKey:
            self.init(
                "a key is missing", label: "a key in double quotes expected",
                advice: "An object holds keys with values: {\"name\": \"value\"}.")
        case .missingValue:
            self.init(
                "a value is missing", label: "a value expected",
                advice: "Write the value, or null, or remove what leads to it.")
        case .trailingComma:
            self.init(
                "a trailing comma", label: "nothing follows this comma",
                advice: DecoderTraits.acceptsTrailingComma
                    ? "Strict JSON has no trailing comma; this decoder lets it pass. Remove it."
                    : "Remove the comma before the closing bracket.")
        case .comment:
            self.init(
                "a comment", label: "JSON has no comments",
                advice: "Remove the comment.")
        case .unexpectedCharacter(let character):
            let isInvisible = DocumentCharacter.isInvisible(character)
            self.init(
                "\(DocumentCharacter.description(of: character)) is not expected here",
                label: "not expected here",
                advice: isInvisible
                    ? "Remove it. White space in JSON is spaces, tabs and line breaks, and no other."
                    : "Outside of strings there are only brackets, commas, colons, numbers, "
                        + "true, false, null and white space.")
        case .stringNotClosed:
            self.init(
                "a string has no closing quote on its line", label: "this string is not closed",
                advice: "Close the string with a double quote. A line break inside a string is "
                    + "written \\n.")
        case .unescapedQuote:
            self.init(
                "the string ends before this word", label: "text after the closing quote",
                advice: "A double quote inside a string is written \\\".")
        case .singleQuote:
            self.init(
                "single quotes", label: "double quotes expected",
                advice: "JSON puts keys and strings in double quotes. Python prints a dictionary "
                    + "with single quotes: there, write it with json.dumps.")
        case .curlyQuote:
            self.init(
                "a typographic quotation mark", label: "a straight \" expected",
                advice: "A word processor may have changed the quotes. Use straight double quotes.")
        case .controlCharacter(let byte):
            let name =
                switch byte {
                case 0x09: "tab"
                case 0x0A, 0x0D: "line break"
                default: "control character"
                }
            let escape =
                switch byte {
                case 0x09: "\\t"
                case 0x0A: "\\n"
                case 0x0D: "\\r"
                default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
                }
            self.init(
                "a raw \(name) in a string", label: "\(name) here",
                advice: "Inside a string it is written \(escape).")
        case .invalidEscape(let text):
            let name =
                text.unicodeScalars.last.map { scalar in
                    DocumentCharacter.isInvisible(scalar)
                        ? "a backslash before \(DocumentCharacter.name(of: scalar))"
                        : "the escape \(text)"
                } ?? "this escape"
            self.init(
                "\(name) does not exist", label: "no such escape",
                advice: "A backslash itself is written \\\\. The escapes are \\\" \\\\ \\/ \\b \\f "
                    + "\\n \\r \\t and \\u with four hexadecimal digits.")
        case .invalidUTF8:
            self.init(
                "a byte that is not UTF-8" + Self.hexadecimal(of: fault.place, in: bytes),
                label: "not UTF-8",
                advice: "The text may be in another encoding, such as Latin-1, or cut within a "
                    + "character. Convert it to UTF-8.")
        case .loneSurrogate(let text):
            self.init(
                "\(text) is half of a character", label: "half of a surrogate pair",
                advice: "A character beyond U+FFFF is written as two escapes, as in "
                    + "\\ud83c\\udf7a. The other half is missing.")
        case .unquotedKey(let word):
            self.init(
                "the key \(word) has no quotes", label: "a key in double quotes expected",
                advice: "Write \"\(word)\".")
        case .unquotedText(let word):
            self.init(
                "\(word) is not a JSON value", label: "a value expected",
                advice: "A string is written in double quotes: \"\(word)\".")
        case .incompleteLiteral(let word, let whole):
            self.init(
                "\(word) is not a JSON value", label: "\(whole) expected",
                advice: "Is this to be \(whole)? A string is written in double quotes: "
                    + "\"\(word)\".")
        case .foreignLiteral(let word, let replacement):
            self.init(
                "\(word) is not a JSON value", label: "\(replacement) in JSON",
                advice: "JSON knows true, false and null, all in lowercase. In Python, write the "
                    + "document with json.dumps.")
        case .notANumber(let word):
            self.init(
                "JSON has no \(word)", label: "not a JSON number",
                advice: "If the document is yours, write null or a string. With a string, the "
                    + "decoder's nonConformingFloatDecodingStrategy can make it a number.")
        case .malformedNumber(let text):
            self.init(
                text == "-"
                    ? "a minus sign without a number" : "\(text) is not a JSON number",
                label: text == "-" ? "a digit expected after it" : "not a JSON number",
                advice: "A number has digits on both sides of its point, after its minus sign and "
                    + "after its e, and no plus sign before it: 0.5, -1, 2e3.")
        case .leadingZero(let text):
            self.init(
                "the number \(text) has a leading zero", label: "a leading zero",
                advice: "Remove the zero. If it matters, as in a postal code, the value is a "
                    + "string and is written in double quotes.")
        }
    }

    private init(
        mismatched bracket: Character, _ scanner: DocumentScanner, in bytes: DocumentBytes
    ) {
        let expected = bracket == "]" ? "}" : "]"
        let opened = scanner.openContainers.last.map { container in
            let name = container.isObject ? "object" : "array"
            return
                "The \(name) that began at \(Self.origin(of: container.place, in: bytes)) is still "
                + "open. "
        }
        self.init(
            "a \(bracket) is where a \(expected) is needed",
            label: "\(expected) expected",
            advice: (opened ?? "") + "Close it first, or correct the bracket."
                + Self.remark(onIndentationIn: scanner, in: bytes))
    }

    private static func origin(of place: DocumentPlace, in bytes: DocumentBytes) -> String {
        "line \(place.line), column \(place.column(in: bytes))"
    }

    private static func hexadecimal(of place: DocumentPlace, in bytes: DocumentBytes) -> String {
        guard place.offset < bytes.count else { return "" }
        return ": 0x" + String(bytes[place.offset], radix: 16, uppercase: true)
    }

    /// Names the key whose place on its line says that a brace is missing before it.
    private static func remark(
        onIndentationIn scanner: DocumentScanner, in bytes: DocumentBytes
    ) -> String {
        guard let place = scanner.misindentedKey else { return "" }
        return " The key at \(origin(of: place, in: bytes)) is indented like the keys of an object "
            + "further out: a closing brace may be missing before it."
    }

    /// Says what is still open at the end of a document, the innermost first.
    private static func adviceForEnd(
        _ scanner: DocumentScanner, in bytes: DocumentBytes
    ) -> String {
        var open: [String] = []
        let token = scanner.tokenPlace
        if token.offset < bytes.count, bytes[token.offset] == UInt8(ascii: "\"") {
            open.append("the string from \(origin(of: token, in: bytes))")
        }
        for container in scanner.openContainers.reversed().prefix(3) {
            let name = container.isObject ? "object" : "array"
            open.append("the \(name) from \(origin(of: container.place, in: bytes))")
        }
        let rest = scanner.openContainers.count - 3
        if rest > 0 { open.append("\(rest) more") }
        let cause =
            "The document may have been cut short on its way: check that all of it arrived."
            + remark(onIndentationIn: scanner, in: bytes)
        return open.isEmpty ? cause : "Still open: \(DisplayText.list(open)). \(cause)"
    }
}
