/// The words for a break of the rules of JSON.
struct FaultWording {
    /// What is wrong, for the headline.
    let title: String
    /// What is said beside the marker.
    let note: String
    /// What to do about it.
    let advice: String?

    private init(_ title: String, note: String, advice: String?) {
        self.title = title
        self.note = note
        self.advice = advice
    }

    /// Words a fault of the document that `scanner` has read.
    init(of fault: DocumentFault, _ scanner: DocumentScanner, in bytes: DocumentBytes) {
        switch fault.problem {
        case .empty:
            self.init(
                bytes.isEmpty ? "the document is empty" : "the document is only white space",
                note: "",
                advice: "Check that the request or the file has given any bytes.")
        case .endsTooEarly:
            self.init(
                "the document ends too early", note: "the document ends here",
                advice: Self.adviceForEnd(scanner, in: bytes))
        case .mismatchedBracket(let bracket):
            self.init(mismatched: bracket, scanner, in: bytes)
        case .markup:
            self.init(
                "this is HTML or XML", note: "no JSON value begins with <",
                advice: "The server may have sent an error page or a sign-in page. Check the "
                    + "address and the status code of the response before decoding.")
        case .propertyList:
            self.init(
                "this is a property list", note: "no JSON value begins like this",
                advice: "Decode it with PropertyListDecoder.")
        case .missingBraces:
            self.init(
                "an object without its braces", note: "an opening brace expected",
                advice: "Put braces around the keys and values, or set the decoder's "
                    + "assumesTopLevelDictionary to true.")
        case .secondValue:
            self.init(
                "the document goes on after its end", note: "a second value",
                advice: "A document holds one value. If there is one value on each line, split "
                    + "the text into lines and decode each; otherwise put the values in an array.")
        case .extraBracket(let bracket):
            self.init(
                "one \(bracket) too many", note: "nothing is open here",
                advice: "Remove the bracket, or look for one that is missing further up.")
        case .missingComma:
            self.init(
                "a comma is missing", note: "a comma before this",
                advice: "Put a comma between two elements, and between two keys of an object.")
        case .missingColon:
            self.init(
                "a colon is missing", note: "a colon before this",
                advice: "Between a key and its value there is a colon: \"name\": \"value\".")
        case .missingKey:
            self.init(
                "a key is missing", note: "a key in double quotes expected",
                advice: "An object holds keys with values: {\"name\": \"value\"}.")
        case .missingValue:
            self.init(
                "a value is missing", note: "a value expected",
                advice: "Write the value, or null, or remove what leads to it.")
        case .trailingComma:
            self.init(
                "a trailing comma", note: "nothing follows this comma",
                advice: DecoderTraits.acceptsTrailingComma
                    ? "Strict JSON has no trailing comma; this decoder lets it pass. Remove it."
                    : "Remove the comma before the closing bracket.")
        case .comment:
            self.init(
                "a comment", note: "JSON has no comments",
                advice: bytes[fault.place.offset] == UInt8(ascii: "#")
                    ? "Remove the comment."
                    : "Remove the comment, or set the decoder's allowsJSON5 to true.")
        case .unexpectedByte(let byte):
            let name =
                byte > 0x20 && byte < 0x7F
                ? "the character \(Character(Unicode.Scalar(byte)))"
                : byte < 0x80 ? "the control character \(byte)" : "a character beyond ASCII"
            self.init(
                "\(name) is not expected here", note: "not expected here",
                advice: "Outside of strings there are only brackets, commas, colons, numbers, "
                    + "true, false, null and white space.")
        case .stringNotClosed:
            self.init(
                "a string has no closing quote on its line", note: "this string is not closed",
                advice: "Close the string with a double quote. A line break inside a string is "
                    + "written \\n.")
        case .unescapedQuote:
            self.init(
                "the string ends before this word", note: "text after the closing quote",
                advice: "A double quote inside a string is written \\\".")
        case .singleQuote:
            self.init(
                "single quotes", note: "double quotes expected",
                advice: "JSON puts keys and strings in double quotes. Python prints a dictionary "
                    + "with single quotes: there, write it with json.dumps. A decoder whose "
                    + "allowsJSON5 is true reads them.")
        case .curlyQuote:
            self.init(
                "a typographic quotation mark", note: "a straight \" expected",
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
                "a raw \(name) in a string", note: "\(name) here",
                advice: "Inside a string it is written \(escape).")
        case .invalidEscape(let text):
            self.init(
                "the escape \(text) does not exist", note: "no such escape",
                advice: "A backslash itself is written \\\\. The escapes are \\\" \\\\ \\/ \\b \\f "
                    + "\\n \\r \\t and \\u with four hexadecimal digits.")
        case .invalidUTF8:
            self.init(
                "a byte that is not UTF-8", note: "not UTF-8",
                advice: "The text may be in another encoding, such as Latin-1, or cut within a "
                    + "character. Convert it to UTF-8.")
        case .loneSurrogate(let text):
            self.init(
                "\(text) is half of a character", note: "half of a surrogate pair",
                advice: "A character beyond U+FFFF is written as two escapes, as in "
                    + "\\ud83c\\udf7a. The other half is missing.")
        case .unquotedKey(let word):
            self.init(
                "the key \(word) has no quotes", note: "a key in double quotes expected",
                advice: "Write \"\(word)\", or set the decoder's allowsJSON5 to true.")
        case .unquotedText(let word):
            self.init(
                "\(word) is not a JSON value", note: "a value expected",
                advice: "A string is written in double quotes: \"\(word)\".")
        case .foreignLiteral(let word, let replacement):
            self.init(
                "\(word) is not a JSON value", note: "\(replacement) in JSON",
                advice: "JSON knows true, false and null, all in lowercase. In Python, write the "
                    + "document with json.dumps.")
        case .notANumber(let word):
            self.init(
                "JSON has no \(word)", note: "not a JSON number",
                advice: "If the document is yours, write null or a string. With a string, the "
                    + "decoder's nonConformingFloatDecodingStrategy can make it a number."
                    + (word.hasSuffix("NaN") || word.hasSuffix("Infinity")
                        ? " JSON5 has it: set allowsJSON5 to true." : ""))
        case .malformedNumber(let text):
            self.init(
                "\(text) is not a JSON number", note: "not a JSON number",
                advice: "A number has digits on both sides of its point and no plus sign before "
                    + "it: 0.5, -1, 2e3."
                    + (Double(text) == nil
                        ? "" : " JSON5 has such numbers: set allowsJSON5 to true."))
        case .leadingZero(let text):
            self.init(
                "the number \(text) has a leading zero", note: "a leading zero",
                advice: "Remove the zero. If it matters, as in a postal code, the value is a "
                    + "string and is written in double quotes.")
        }
    }

    private init(
        mismatched bracket: Character, _ scanner: DocumentScanner, in bytes: DocumentBytes
    ) {
        let expected = bracket == "]" ? "}" : "]"
        let opened = scanner.openContainers.last.map { container in
            let column = Excerpt.column(of: container.place, in: bytes)
            let name = container.isObject ? "object" : "array"
            return "The \(name) that began at line \(container.place.line), column \(column) "
                + "is still open. "
        }
        self.init(
            "a \(bracket) is where a \(expected) is needed",
            note: "\(expected) expected",
            advice: (opened ?? "") + "Close it first, or correct the bracket.")
    }

    /// Says what is still open at the end of a document, the innermost first.
    private static func adviceForEnd(
        _ scanner: DocumentScanner, in bytes: DocumentBytes
    ) -> String {
        func origin(_ place: DocumentPlace) -> String {
            "line \(place.line), column \(Excerpt.column(of: place, in: bytes))"
        }
        var open: [String] = []
        let token = scanner.tokenPlace
        if token.offset < bytes.count, bytes[token.offset] == UInt8(ascii: "\"") {
            open.append("the string from \(origin(token))")
        }
        for container in scanner.openContainers.reversed().prefix(3) {
            let name = container.isObject ? "object" : "array"
            open.append("the \(name) from \(origin(container.place))")
        }
        let rest = scanner.openContainers.count - 3
        if rest > 0 { open.append("\(rest) more") }
        let cause = "The document may have been cut short on its way: check that all of it arrived."
        return open.isEmpty ? cause : "Still open: \(DisplayText.list(open)). \(cause)"
    }
}
