import DecodingExplainer
import Foundation
import Testing

private struct Value<Wrapped: Decodable>: Decodable {
    let a: Wrapped
}

private let decoderAcceptsTrailingComma =
    (try? JSONDecoder().decode([Int].self, from: Data("[1,]".utf8))) != nil

@Suite struct ExplainSyntax {
    @Test(arguments: [
        ("{\"a\": 1,\n \"b\": [1, {\"c\": 2", 2, 18, "ends too early"),
        ("{\"a\": tru", 1, 10, "ends too early"),
        ("{\"a\": 1} {\"a\": 2}", 1, 10, "goes on after its end"),
        ("{\"a\": 1}}", 1, 9, "one } too many"),
        ("{\"a\": 1 \"b\": 2}", 1, 9, "a comma is missing"),
        ("{\"a\" 1}", 1, 6, "a colon is missing"),
        ("{\"a\": }", 1, 7, "a value is missing"),
        ("{\"a\": 1,, \"b\": 2}", 1, 9, "a key is missing"),
        ("{'a': 1}", 1, 2, "single quotes"),
        ("{\u{201C}a\u{201D}: 1}", 1, 2, "typographic"),
        ("{a: 1}", 1, 2, "the key a has no quotes"),
        ("{\"a\": 1, // one\n \"b\": 2}", 1, 10, "a comment"),
        ("{\"a\": NaN}", 1, 7, "JSON has no NaN"),
        ("{\"a\": -Infinity}", 1, 7, "JSON has no -Infinity"),
        ("{\"a\": True}", 1, 7, "True is not a JSON value"),
        ("{\"a\": None}", 1, 7, "None is not a JSON value"),
        ("{\"a\": seven}", 1, 7, "seven is not a JSON value"),
        ("{\"a\": 01}", 1, 7, "leading zero"),
        ("{\"a\": 1.}", 1, 7, "1. is not a JSON number"),
        ("{\"a\": +1}", 1, 7, "+1 is not a JSON number"),
        ("{\"a\": 0x1F}", 1, 7, "0x1F is not a JSON number"),
        ("{\"a\": [1, 2}", 1, 12, "a } is where a ] is needed"),
        ("<!DOCTYPE html>", 1, 1, "HTML or XML"),
        ("{\"a\": \"one,\n \"b\": 2}", 1, 7, "no closing quote"),
        ("{\"a\": \"say \"hi\" now\"}", 1, 13, "the string ends before this word"),
    ])
    func namedFaults(json: String, line: Int, column: Int, title: String) throws {
        let explanation = try explain(Value<Int>.self, json)
        #expect(explanation.kind == .dataCorrupted)
        #expect(explanation.headline.contains(title))
        #expect(explanation.headline.contains("line \(line), column \(column)"))
        #expect(explanation.excerpt?.line == line)
        #expect(explanation.excerpt?.column == column)
        #expect(explanation.advice != nil)
    }

    @Test(arguments: [
        ("{\"a\": \"\\q\"}", 8, "the escape \\q does not exist"),
        ("{\"a\": \"\\u00zz\"}", 8, "does not exist"),
        ("{\"a\": \"x\\ud83c\"}", 9, "half of a character"),
        ("{\"a\": \"x\ny\"}", 9, "a raw line break"),
        ("{\"a\": \"x\ty\"}", 9, "a raw tab"),
    ])
    func faultsInsideAString(json: String, column: Int, title: String) throws {
        let explanation = try explain(Value<String>.self, json)
        #expect(explanation.headline.contains(title))
        #expect(explanation.excerpt?.column == column)
    }

    @Test(arguments: ["", " \n\t "])
    func emptyDocument(json: String) throws {
        let explanation = try explain(Value<Int>.self, json)
        #expect(explanation.headline.contains(json.isEmpty ? "is empty" : "only white space"))
        #expect(explanation.excerpt == nil)
    }

    @Test func bytesThatAreNotUTF8() throws {
        let document = Data("{\"a\": \"caf".utf8) + [0xE9] + Data("\"}".utf8)
        let explanation = try explain(Value<String>.self, document)
        #expect(explanation.headline.contains("column 11: a byte that is not UTF-8"))
        #expect(explanation.markedText() == "\u{FFFD}\"}")
    }

    @Test func endOfATruncatedDocumentNamesWhatIsOpen() throws {
        let advice = try explain(Value<Int>.self, "{\"b\": [\n  {\"c\": \"hel").advice
        #expect(
            advice?.hasPrefix(
                "Still open: the string from line 2, column 9, the object from "
                    + "line 2, column 3, the array from line 1, column 7 and the object from line 1, "
                    + "column 1.") == true)
    }

    @Test func wideEncodingsAndTheByteOrderMark() throws {
        let json = "{\n\"é\": 1, \"a\": \"🍺\"}"
        for encoding in [
            String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian,
            .utf32LittleEndian, .utf32BigEndian,
        ] {
            let document = try #require(json.data(using: encoding))
            let explanation = try explain(Value<Int>.self, document)
            #expect(explanation.excerpt?.line == 2)
            #expect(explanation.excerpt?.column == 14)
            #expect(explanation.markedText() == "\"🍺\"}")
        }
        let marked = try explain(Value<Int>.self, "\u{FEFF}{\"a\": [}")
        #expect(marked.excerpt?.column == 8)
        #expect(marked.markedText() == "}")
        let number = try explainAll(Value<Int>.self, "\u{FEFF}{\"a\": 01}")
        #expect(number.column == 7)
        #expect(number.markedText() == "01}")
    }

    @Test func encodingThatTheDecoderRefuses() throws {
        let document = try #require("[1]".data(using: .utf32))
        let explanation = try explain([Int].self, document)
        #expect(explanation.advice?.contains("Convert the document to UTF-8") == true)
    }

    @Test func dataSliceKeepsItsPlaces() throws {
        let document = Data("junk{\"a\": \"x\"}".utf8).dropFirst(4)
        #expect(document.startIndex == 4)
        let explanation = try explain(Value<Int>.self, document)
        #expect(explanation.excerpt?.column == 7)
        #expect(explanation.markedText() == "\"x\"}")
    }
}

@Suite struct ExplainNumbers {
    @Test(arguments: ["1.5", "15e-1", "1e40"])
    func numberThatNoIntegerHolds(number: String) throws {
        let explanation = try explain(
            Value<[[String: Int]]>.self, "{\"a\": [\n{\"b\": 1.0}, {\"b\": \(number)}]}")
        #expect(
            explanation.headline
                == "dataCorrupted at a[1].b: the number \(number) may not fit its type")
        #expect(explanation.excerpt?.line == 2)
        #expect(explanation.excerpt?.column == 19)
        #expect(explanation.markedText() == "\(number)}]}")
        #expect(explanation.advice?.contains("valid JSON") == true)
    }

    @Test func severalCandidates() throws {
        let explanation = try explain([Int].self, "[1e3, 1.5, 2.5, 3.0, 3.5, 4.5, 5.5]")
        #expect(explanation.excerpt == nil)
        #expect(explanation.advice?.contains("6 of them may not fit") == true)
        #expect(explanation.advice?.contains("the first is 1e3 at [0], on line 1") == true)
    }

    @Test func numberOutOfTheRangeOfANarrowType() throws {
        let small = try explain(Value<Int8>.self, #"{"b": 100, "a": 300}"#)
        #expect(small.headline == "dataCorrupted at a: the number 300 may not fit its type")
        #expect(small.markedText() == "300}")
    }

    @Test("A fault that a decoder passes may not be the cause")
    func faultThatNobodyReads() throws {
        let explanation = try explain(Value<Int>.self, #"{"b": "\q", "a": 1.5}"#)
        #expect(explanation.code == .invalidEscape)
        #expect(explanation.advice?.contains("If nothing reads that value, a number") == true)
    }

    @Test func trailingCommaWithoutAnotherCause() throws {
        // Another decoder has refused the document: this one may let the comma pass.
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([Int].self, from: Data("[".utf8))
        }
        let explanation = Explanation(of: error, in: Data("[1,\n 2,\n]".utf8))
        #expect(
            explanation.headline
                == "dataCorrupted: not valid JSON at line 2, column 3: a trailing comma")
        #expect(explanation.markedText() == ",")
    }

    @Test func deepNesting() throws {
        let document = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let explanation = try explain(Value<Int>.self, document)
        #expect(
            explanation.headline
                == "dataCorrupted: at line 1, column 513: nested deeper than 512 levels")
        #expect(explanation.excerpt?.column == 513)
    }

    @Test func refusalWithoutADocument() throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(Int.self, from: Data("1.5".utf8))
        }
        let explanation = Explanation(of: error)
        #expect(explanation.excerpt == nil)
        #expect(explanation.advice?.contains("Pass the bytes") == true)
    }
}

@Suite struct ExplainLayout {
    @Test func wideCharactersAndTabsKeepTheMarkerInPlace() throws {
        let explanation = try explain(
            Value<Int>.self, "{\"name\":\t\"日本語 🍺 e\u{301}\", \"a\": \"12\"}")
        #expect(explanation.excerpt?.column == 26)
        #expect(explanation.markedText() == "\"12\"}")
    }

    @Test(arguments: [24, 40, 80, 200])
    func longLinesAreClippedAroundTheMarker(width: Int) throws {
        let many = (0..<400).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let json = "{\"name\":{\(many)},\"a\":\"no\",\"more\":{\(many)}}"
        let explanation = try explain(Value<Int>.self, json)
        let lines = explanation.lines(width: width)
        #expect(lines.allSatisfy { ExplainFixtures.columns(of: $0[...]) <= width })
        #expect(explanation.markedText(width: width)?.hasPrefix("\"no\",") == true)
        let shown = try #require(lines.first { $0.contains("│") })
        #expect(shown.contains("│ …"))
        #expect(shown.hasSuffix("…"))
    }

    @Test func noteStandsOnTheLeftWhereTheRightIsTooNarrow() throws {
        let json = "{\"name\": \"\(String(repeating: "x", count: 45))\", \"a\": true}"
        let explanation = try explain(Value<Int>.self, json)
        let marker = try #require(explanation.lines(width: 76).first { $0.contains("▲") })
        #expect(marker.hasSuffix("  true ▲"))
        #expect(explanation.markedText(width: 76) == "true}")
    }

    @Test func linesAreNumberedAndSafeToPrint() throws {
        let json = String(repeating: "\n", count: 98) + "[1,\r\n\"\u{202E}\u{7F}\",\r\n3]"
        let explanation = try explain([Int].self, json)
        #expect(explanation.excerpt?.line == 100)
        #expect(explanation.lines().contains("  100 │ \"\u{FFFD}\u{FFFD}\","))
        #expect(explanation.lines().contains("   99 │ [1,"))
        #expect(explanation.lines().contains("  101 │ 3]"))
    }
}

@Suite("What is sent in place of JSON")
struct ExplainForeignDocuments {
    @Test(
        "It is called what it is",
        arguments: [
            ("Internal Server Error", Explanation.Code.plainText),
            ("Here it is:\n{\"a\": 1}", .plainText),
            ("mission: Telstar\nnumber: 1\n", .plainText),
            ("```json\n{}\n```", .fence), ("data: {}\n\n", .eventStream),
            ("event: ping\ndata: {}\n", .eventStream), (": comment\ndata: [DONE]", .eventStream),
            ("<html></html>", .markup), ("{}, {}", .strayCharacter), ("{}\n{}", .secondValue),
            ("\u{1E}{}\n\u{1E}{}\n", .strayCharacter), ("Ошибка\u{3}", .binaryData),
            (#"{"a": 46,5586}"#, .malformedNumber), (#"{"a": -1.5, 46.5}"#, .noKey),
        ])
    func text(document: String, code: Explanation.Code) throws {
        #expect(try explain([String: [Int]].self, document).code == code)
    }

    @Test(
        "Files that are no text have their name",
        arguments: [
            ([0x1F, 0x8B, 8, 0], "gzip"), ([0x89, 0x50, 0x4E, 0x47, 13], "PNG"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "JPEG"), (Array("%PDF-1.7".utf8), "PDF"),
            ([0x50, 0x4B, 3, 4], "ZIP"), ([10, 13, 10, 3, 0x32, 0x2E, 0x30, 16, 0, 24], "binary"),
            ([0x81, 0xA1, 0x61, 1], "binary"),
        ] as [([UInt8], String)])
    func binary(document: [UInt8], name: String) throws {
        let explanation = try explain(Int.self, Data(document))
        #expect(explanation.code == .binaryData)
        #expect(explanation.headline.contains(name))
        #expect(explanation.advice?.contains("Latin-1") == false)
    }

    @Test("A server's error is told from an answer that lacks a key")
    func errorReply() throws {
        struct Order: Decodable { let total: Int }
        let reply = #"{"error": {"code": 429}}"#
        #expect(
            try explain(Order.self, reply).advice?.contains("the server's error") == true)
        #expect(
            try explain([Order].self, reply).advice?.contains("the server's error") == true)
        #expect(
            try explain(Order.self, #"{"sum": 1}"#).advice?.contains("the server's error") == false)
        let message = #"{"message": "You are being rate limited.", "retry_after": 64}"#
        #expect(
            try explain([Order].self, message).advice?.contains("the server's error") == true)
        #expect(
            try explain(Order.self, message).advice?.contains("the server's error") == false)
    }

    @Test("JSON in a string is called so, and is not taken for an address")
    func inAString() throws {
        struct Call: Decodable { let arguments: [String: Int] }
        let explanation = try explain(Call.self, #"{"arguments": "{\"a\": 1}"}"#)
        #expect(explanation.advice?.contains("The string may hold JSON") == true)
    }
}
