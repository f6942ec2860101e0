import DecodingExplainer
import Foundation
import Testing

/// Documents of JSONTestSuite that once were explained by a wrong place or with wrong words, by the names
/// that they have there.
@Suite("Documents of JSONTestSuite")
struct ExplainTestSuiteFiles {
    struct File: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        let column: Int
        let code: Explanation.Code
        let words: String
        var testDescription: String { name }

        init(
            _ name: String, _ text: String, _ column: Int, _ code: Explanation.Code, _ words: String
        ) {
            self.init(name, Array(text.utf8), column, code, words)
        }
        init(
            _ name: String, _ bytes: [UInt8], _ column: Int, _ code: Explanation.Code,
            _ words: String
        ) {
            self.name = name
            self.bytes = bytes
            self.column = column
            self.code = code
            self.words = words
        }
    }

    private static func bytes(_ text: String, _ byte: UInt8, _ rest: String = "]") -> [UInt8] {
        Array(text.utf8) + [byte] + Array(rest.utf8)
    }

    static let files: [File] = [
        File(
            "n_number_minus_space_1", "[- 1]", 2, .malformedNumber, "a minus sign without a number"),
        File(
            "n_array_spaces_vertical_tab_formfeed", "[\"\u{0B}a\"\\f]", 3, .controlCharacter,
            "a raw control character"),
        File("n_structure_open_open", #"["\{["\{["\{["\{"#, 3, .invalidEscape, #"the escape \{"#),
        File("n_string_1_surrogate_then_escape_u", #"["\uD800\u"]"#, 9, .invalidEscape, #"\u"]"#),
        File(
            "n_string_1_surrogate_then_escape_u1", #"["\uD800\u1"]"#, 9, .invalidEscape, #"\u1"]"#),
        File(
            "n_string_1_surrogate_then_escape_u1x", #"["\uD800\u1x"]"#, 9, .invalidEscape,
            #"\u1x"]"#),
        File("n_string_incomplete_surrogate", #"["\uD834\uDd"]"#, 9, .invalidEscape, #"\uDd"]"#),
        File(
            "n_string_incomplete_surrogate_escape_invalid", #"["\uD800\uD800\x"]"#, 15,
            .invalidEscape,
            #"the escape \x"#),
        File("a cut surrogate", #"["\uD800\uD"#, 12, .endsTooEarly, "the document ends too early"),
        File(
            "bracket and comma swapped", #"[["a",] "b"]"#, 7, .extraBracket, "a ] comes too early"),
        File(
            "a brace after a comma", #"[{"a":"b",} "c"]"#, 11, .extraBracket, "a } comes too early"),
        File("an escaped closing quote", #"{"a\":"b"}"#, 4, .missingQuote, "a closing quote"),
        File(
            "a number's opening quote", #"["a",12"]"#, 6, .missingQuote, "12 has no opening quote"),
        File("a missing comma", #"["a",12"b"]"#, 8, .missingComma, "a comma is missing"),
        File("n_object_emoji", "{🇨🇭}", 2, .noQuotes, "the key 🇨🇭 has no quotes"),
        File("é as a key", "{é:1}", 2, .noQuotes, "the key é has no quotes"),
        File("n_array_invalid_utf8", bytes("[", 0xFF), 2, .invalidUTF8, "not UTF-8: 0xFF"),
        File(
            "n_number_invalid-utf-8-in-bigger-int", bytes("[123", 0xE5), 5, .invalidUTF8,
            "not UTF-8: 0xE5"),
        File(
            "n_number_invalid-utf-8-in-int", bytes("[0", 0xE5), 3, .invalidUTF8, "not UTF-8: 0xE5"),
        File(
            "n_number_invalid-utf-8-in-exponent", bytes("[1e1", 0xE5), 5, .invalidUTF8,
            "not UTF-8: 0xE5"),
        File(
            "n_structure_lone-invalid-utf-8", bytes("", 0xE5, ""), 1, .invalidUTF8,
            "not UTF-8: 0xE5"),
        File(
            "n_array_colon_instead_of_comma", #"["": 1]"#, 4, .wrongSeparator, "a colon in an array"
        ),
        File(
            "n_array_items_separated_by_semicolon", "[1:2]", 3, .wrongSeparator,
            "a colon in an array"),
        File("a semicolon", "[1;2]", 3, .wrongSeparator, "a semicolon"),
        File("n_incomplete_true", "[tru]", 2, .unknownWord, "tru is not a JSON value"),
        File("n_incomplete_false", "[fals]", 2, .unknownWord, "fals is not a JSON value"),
        File("n_incomplete_null", "[nul]", 2, .unknownWord, "nul is not a JSON value"),
        File("n_string_escaped_emoji", #"["\🌀"]"#, 3, .invalidEscape, #"the escape \🌀"#),
        File(
            "n_string_backslash_00", "[\"\\\0\"]", 3, .invalidEscape,
            "a backslash before null (U+0000)"),
        File(
            "n_structure_no-break_space", "[\u{A0}]", 2, .strayCharacter,
            "an invisible character, no-break space (U+00A0), is not expected here"),
        File(
            "n_structure_whitespace_formfeed", "[\u{0C}]", 2, .strayCharacter,
            "a control character, form feed (U+000C), is not expected here"),
        File(
            "n_structure_U+2060_word_joined", "[\u{2060}]", 2, .strayCharacter,
            "word joiner (U+2060)"),
    ]

    @Test(arguments: files)
    func file(file: File) throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([String].self, from: Data(file.bytes))
        }
        let explanation = Explanation(of: error, in: Data(file.bytes))
        #expect(explanation.code == file.code, "\(explanation)")
        #expect(explanation.line == 1)
        #expect(explanation.column == file.column, "\(explanation)")
        #expect(explanation.headline.contains(file.words), "\(explanation)")
    }

    @Test(
        "Half of a character is allowed in JSON, and is not called invalid",
        arguments: [
            #"["\uDADA"]"#, #"["\ud800abc"]"#, #"["\uDd1e\uD834"]"#, #"["\uDFAA"]"#,
            #"["\uD888\u1234"]"#,
        ])
    func loneSurrogates(document: String) throws {
        let explanation = try explain([String].self, document)
        #expect(explanation.code == .halfCharacter)
        #expect(!explanation.description.contains("not valid JSON"))
        #expect(explanation.column == 3)
    }
}
