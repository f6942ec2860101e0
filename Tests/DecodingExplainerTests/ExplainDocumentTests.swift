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

    @Test func theFirstFaultComesFirstAndTheNextIsNamed() throws {
        let explanation = try explain(Value<Int>.self, #"{"a": 1.5, "b": "\q", "c": 2"#)
        #expect(explanation.code == .invalidEscape)
        #expect(explanation.column == 18)
        #expect(explanation.advice?.contains("column 29: the document ends too early") == true)
    }
}

@Suite struct ExplainNumbers {
    @Test(arguments: ["1.5", "15e-1", "1e40"])
    func numberThatNoIntegerHolds(number: String) throws {
        let explanation = try explain(
            Value<[[String: Int]]>.self, "{\"a\": [\n{\"b\": 1.0}, {\"b\": \(number)}]}")
        #expect(
            explanation.headline
                == "dataCorrupted: the number \(number) at a[1].b fits no integer type")
        #expect(explanation.excerpt?.line == 2)
        #expect(explanation.excerpt?.column == 19)
        #expect(explanation.markedText() == "\(number)}]}")
        #expect(explanation.advice?.contains("valid JSON") == true)
    }

    @Test func severalCandidates() throws {
        let explanation = try explain([Int].self, "[1e3, 1.5, 2.5, 3.0, 3.5, 4.5, 5.5]")
        #expect(explanation.headline.contains("1.5 at [1]"))
        #expect(explanation.advice?.contains("2.5 at [2], 3.5 at [4] and 2 more") == true)
    }

    @Test func numberOutOfTheRangeOfANarrowType() throws {
        let small = try explain(Value<Int8>.self, #"{"b": 100, "a": 300}"#)
        #expect(small.headline == "dataCorrupted: the number 300 at a may not fit its type")
        #expect(small.markedText() == "300}")
        let unsigned = try explain(Value<UInt>.self, #"{"b": 100, "a": -1}"#)
        #expect(unsigned.headline == "dataCorrupted: the number -1 at a may not fit its type")
        #expect(unsigned.excerpt?.label == "fits no unsigned type")
        let beyondInt = try explain(Value<Int>.self, #"{"a": 9223372036854775808}"#)
        #expect(beyondInt.excerpt?.label == "fits no Int or Int64")
    }

    @Test(arguments: ["1e400", "1e-400"])
    func numberThatNoDoubleHolds(number: String) throws {
        let explanation = try explain(Value<Double>.self, #"{"b": 1.5, "a": \#(number)}"#)
        #expect(explanation.headline == "dataCorrupted: the number \(number) at a fits no Double")
    }

    @Test(.enabled(if: decoderAcceptsTrailingComma))
    func trailingCommaIsNotToBlame() throws {
        let explanation = try explain(Value<Int>.self, #"{"a": 1.5,}"#)
        #expect(explanation.headline.contains("1.5 at a"))
        #expect(explanation.advice?.contains("trailing comma") == true)
        #expect(explanation.advice?.contains("valid JSON") == false)
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

@Suite("Documents in YAML")
struct ExplainYAML {
    @Test(
        "What is surely YAML is called so",
        arguments: [
            "---\nlaunches: []\n", "mission: Telstar\nnumber: 1\n",
            "# A launch\nmission:\n  name: Telstar\n",
            "launches:\n  - mission: Telstar\n", "- Telstar\n- Ariane\n",
        ])
    func yaml(document: String) throws {
        let explanation = try explain([Int].self, document)
        #expect(explanation.code == .yaml)
        #expect(explanation.headline.contains("this is YAML"))
    }

    @Test(
        "What may be JSON with a mistake is not",
        arguments: [
            "a: 1", "a: 1,\nb: 2\n", "a: {\nb: 2\n}", "- 1", "-1\n-2", "--1", "true\nfalse",
            "// a: 1\nb: 2",
        ])
    func notYAML(document: String) throws {
        #expect(try explain([Int].self, document).code != .yaml)
    }
}
