import DecodingExplainer
import Foundation
import Testing

private struct Value<Wrapped: Decodable>: Decodable {
    let a: Wrapped
}

/// An error of a program's own, as it may be given as the cause of a `DecodingError`.
private enum Delay: Error { case strike }

/// Throws an error of its own from `init(from:)`, with a cause.
private struct Strict: Decodable {
    init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: decoder.codingPath, debugDescription: "The week has 8 days.",
                underlyingError: Delay.strike))
    }
}

private func error<Value: Decodable>(
    _ type: Value.Type, _ document: Data, configure: (JSONDecoder) -> Void = { _ in }
) throws -> any Error {
    let decoder = JSONDecoder()
    configure(decoder)
    return try #require(throws: (any Error).self) { try decoder.decode(type, from: document) }
}

@Suite("Errors that a type throws itself")
struct ExplainOwnErrors {
    @Test(
        "The document is not blamed, whatever is in it",
        arguments: [
            #"{"a": 1.5,}"#, "{a: 1, /* no JSON */}", #"{"a": 300}"#, "[1e400]", #""a": 1"#,
        ])
    func atTheRoot(document: String) throws {
        let data = Data(document.utf8)
        let error = try error(Strict.self, data) {
            $0.allowsJSON5 = true
            $0.assumesTopLevelDictionary = document.first == "\""
        }
        for explanation in [Explanation(of: error), Explanation(of: error, in: data)] {
            #expect(
                explanation.headline == "dataCorrupted: The week has 8 days. Delay: strike.")
            #expect(explanation.excerpt == nil)
            #expect(explanation.advice == nil)
        }
    }

    @Test func furtherIn() throws {
        let data = Data(#"{"a": [1, 2]}"#.utf8)
        let explanation = Explanation(of: try error(Value<Strict>.self, data), in: data)
        #expect(
            explanation.headline == "dataCorrupted at a: The week has 8 days. Delay: strike.")
        #expect(explanation.column == 7)
        #expect(explanation.found == "an array")
    }

    @Test func withADecodingErrorAsItsCause() throws {
        let cause = try error([Int].self, Data(#"["x"]"#.utf8))
        let own = DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: "A page is broken.", underlyingError: cause))
        #expect(
            Explanation(of: own).headline
                == "dataCorrupted: A page is broken. typeMismatch at [0]: "
                + "Expected to decode Int but found a string instead.")
    }

    @Test func ofAnyOtherType() throws {
        struct NoContext: LocalizedError { var errorDescription: String? { "No API is set." } }
        struct Versioned: Decodable {
            init(from decoder: any Decoder) throws {
                let key = try #require(CodingUserInfoKey(rawValue: "api"))
                guard decoder.userInfo[key] != nil else { throw NoContext() }
            }
        }
        let data = Data("{}".utf8)
        for document in [nil, data] {
            let explanation = Explanation(of: try error(Versioned.self, data), in: document)
            #expect(explanation.headline == "other: NoContext: No API is set.")
            #expect(explanation.excerpt == nil)
        }
        #expect(
            Explanation(of: NSError(domain: "Shop", code: 7)).headline.hasPrefix("other: Shop 7: "))
    }
}

@Suite("Documents that a JSONDecoder reads on demand")
struct ExplainExtensions {
    private static let json5: @Sendable (JSONDecoder) -> Void = { $0.allowsJSON5 = true }

    @Test("In JSON5 the path is followed", arguments: [true, false])
    func json5(isGiven: Bool) throws {
        let document = Data(
            "// a list\n{'b': +1, c: .5, /* \n */ $d: 0x1F, e: [NaN, 'it\\'s'],\n a: 'x',}".utf8)
        let error = try error(Value<Int>.self, document, configure: Self.json5)
        let explanation = Explanation(of: error, in: isGiven ? document : nil)
        #expect(explanation.kind == .typeMismatch)
        #expect(explanation.line == (isGiven ? 4 : nil))
        #expect(explanation.column == (isGiven ? 5 : nil))
    }

    @Test(
        "What JSON5 alone has is named, and what is the cause if it is allowed",
        arguments: [
            ("{a: 300}", 2, "the key a has no quotes", "such as 300 at a"),
            ("{'a': 300}", 2, "single quotes", "such as 300 at a"),
            (#"{"a": 0x1FF}"#, 7, "0x1FF is not a JSON number", "such as 0x1FF at a"),
            (#"{"a": NaN}"#, 7, "JSON has no NaN", "such as NaN at a"),
            (#"{"a": .5}"#, 7, ".5 is not a JSON number", "such as .5 at a"),
            ("{a: }", 2, "the key a has no quotes", "line 1, column 5: a value is missing"),
            ("{a: True}", 2, "the key a has no quotes", "column 5: True is not a JSON value"),
            ("// c\n{\"a\": [1}", 1, "a comment", "line 2, column 9: a } is where"),
        ])
    func json5Refused(document: String, column: Int, title: String, cause: String) throws {
        let explanation = try explain(Value<Int8>.self, document, configure: Self.json5)
        #expect(explanation.column == column)
        #expect(explanation.headline.contains(title))
        let advice = try #require(explanation.advice)
        #expect(advice.contains("If allowsJSON5 is set, the cause is"))
        #expect(advice.contains(cause))
    }

    @Test func topLevelDictionary() throws {
        let assume: (JSONDecoder) -> Void = { $0.assumesTopLevelDictionary = true }
        let mismatch = try explain(Value<Int>.self, #""b": {}, "a": "x""#, configure: assume)
        #expect(mismatch.column == 15)
        let missing = try explain(Value<Int>.self, #""b": 1"#, configure: assume)
        #expect(missing.excerpt?.label == "this object has: b")
        let refused = try explain(Value<Int8>.self, #""a": 300"#, configure: assume)
        #expect(refused.headline.contains("an object without its braces"))
        #expect(refused.advice?.contains("assumesTopLevelDictionary is set") == true)
        #expect(refused.advice?.contains("300 at a") == true)
    }

    @Test("Braces that are missing hide no other fault, and a comment does not hide them")
    func missingBraces() throws {
        let quotes = try explainAll(Value<Int>.self, "'a': 1") {
            $0.assumesTopLevelDictionary = true
        }
        #expect(quotes.code == .wrongQuotes)
        let comment = try explain(Value<Int>.self, "// c\n\"a\": 1")
        #expect(
            comment.advice?.contains("line 2, column 1: an object without its braces") == true)
    }

    @Test("A key without quotes is not taken for the string before it")
    func keyWithoutQuotes() throws {
        let explanation = try explain([String: Int].self, #"{"a": "b:c", d;e": 1}"#)
        #expect(explanation.code == .noQuotes)
        #expect(explanation.column == 14)
    }
}

@Suite("Property lists")
struct ExplainPropertyLists {
    private func list(_ content: String) -> Data {
        let head = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>"#
        return Data((head + content + "</dict></plist>").utf8)
    }

    private func binary(_ value: Any) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
    }

    private func explanations(of document: Data) throws -> [Explanation] {
        let error = try #require(throws: DecodingError.self) {
            try PropertyListDecoder().decode(Value<Int>.self, from: document)
        }
        return [Explanation(of: error), Explanation(of: error, in: document)]
    }

    @Test("The error is explained, with the document and without; nothing is marked")
    func values() throws {
        let mismatch = "<key>a</key><string>x</string>"
        let documents = [
            (list(mismatch), "typeMismatch at a: Expected to decode Int but found a string"),
            (
                try binary(["a": "x"]),
                "typeMismatch at a: Expected to decode Int but found a string"
            ),
            (list("<key>b</key><true/>"), #"keyNotFound: no key "a" at the top level"#),
            (try binary(["b": 1]), #"keyNotFound: no key "a" at the top level"#),
            (list("<key>a</key><real>1.5</real>"), "<1.5> does not fit in Int."),
            (list("<key>a</key><string>x</string"), "not a valid property list."),
        ]
        for (document, headline) in documents {
            for explanation in try explanations(of: document) {
                #expect(explanation.headline.contains(headline))
                #expect(!explanation.description.contains("JSON"))
                #expect(explanation.excerpt == nil)
            }
        }
    }

    @Test func theCauseThatFoundationGivesIsSaid() throws {
        for explanation in try explanations(of: list("<key>a</key><string>x</string")) {
            #expect(explanation.headline.contains("close tag"))
        }
    }

    @Test func decodedAsJSON() throws {
        for document in [list(""), try binary(["a": 1])] {
            let explanation = try explain(Value<Int>.self, document)
            #expect(explanation.headline.contains("this is a property list"))
            #expect(explanation.advice?.contains("PropertyListDecoder") == true)
        }
    }
}

@Suite("Fragments, strategies and containers")
struct ExplainContainers {
    @Test(arguments: [
        (#""x""#, Explanation.Kind.typeMismatch, #"found the string "x""#, 1),
        (" true", .typeMismatch, "found true", 2),
        ("null", .valueNotFound, "found null", 1),
        ("\n3.5", .dataCorrupted, "the number 3.5 may not fit its type", 1),
        ("\"x", .dataCorrupted, "the document ends too early", 3),
        ("[1] 2", .dataCorrupted, "goes on after its end", 5),
    ])
    func fragments(document: String, kind: Explanation.Kind, headline: String, column: Int) throws {
        let explanation = try explain(Int.self, document)
        #expect(explanation.kind == kind)
        #expect(explanation.headline.contains(headline))
        #expect(explanation.column == column)
    }

    /// Reads its value with the containers that a class and a wrapper use.
    private struct Ladder: Decodable {
        enum Keys: CodingKey { case base }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let base = try container.superDecoder(forKey: .base)
            var list = try base.unkeyedContainer()
            let element = try list.superDecoder()
            _ = try element.singleValueContainer().decode(Bool.self)
        }
    }

    @Test func superAndSingleValueContainers() throws {
        let mismatch = try explain([String: Ladder].self, #"{"x": {"base": ["no"]}}"#)
        #expect(mismatch.codingPath.description == "x.base[0]")
        #expect(mismatch.column == 17)
        #expect(mismatch.found == #"the string "no""#)
        #expect(mismatch.expected == "Bool")
        let end = try explain([String: Ladder].self, #"{"x": {"base": []}}"#)
        #expect(
            end.headline
                == "valueNotFound at x.base[0]: expected a value, but the array has ended "
                + "after 0 elements")
        let absent = try explain([String: Ladder].self, #"{"x": {}}"#)
        #expect(absent.excerpt?.label == "this object is empty")
        #expect(absent.advice?.contains("superDecoder(forKey:)") == true)
    }

    @Test func aKeyStrategyOfYourOwn() throws {
        struct Mine: Decodable { let mydata: [Value<Int>] }
        let explanation = try explain(Mine.self, #"{"data": [{"a": "x"}]}"#) {
            $0.keyDecodingStrategy = .custom { path in
                let key = path[path.count - 1]
                return key.stringValue == "data" ? AnyKey(stringValue: "mydata") : key
            }
        }
        #expect(explanation.codingPath.description == "mydata[0].a")
        // No such key is in the document: the explanation says so, and guesses at no place.
        #expect(explanation.excerpt?.label == "the document has no mydata")
        #expect(explanation.advice?.contains("keyDecodingStrategy") == true)
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    @Test func anIndexBeyondEveryArray() {
        struct Far: CodingKey {
            var stringValue: String { "Index \(Int.max)" }
            var intValue: Int? { Int.max }
            init() {}
            init?(stringValue: String) { return nil }
            init?(intValue: Int) { return nil }
        }
        let error = DecodingError.valueNotFound(
            Int.self, .init(codingPath: [Far()], debugDescription: ""))
        let explanation = Explanation(of: error, in: Data("[1]".utf8))
        #expect(explanation.headline.hasSuffix("but the array has ended after 1 element"))
    }
}

@Suite("Advice that cannot be known to hold is a condition")
struct ExplainAdvice {
    @Test func nothingIsMadeOptionalWithoutCondition() throws {
        for json in ["{}", #"{"a": null}"#] {
            let data = Data(json.utf8)
            let error = try error(Value<Value<Int>>.self, data)
            for document in [nil, data] {
                let advice = try #require(Explanation(of: error, in: document).advice)
                #expect(!advice.contains("make the property optional"))
                #expect(advice.hasPrefix("If the "))
                #expect(advice.contains("decodeIfPresent"))
            }
        }
    }

    @Test(arguments: ["NaN", "inf", "-Infinity"])
    func numbersThatJSONHasNot(text: String) throws {
        for strategy in [false, true] {
            let explanation = try explain(Value<Double>.self, "{\"a\": \"\(text)\"}") {
                guard strategy else { return }
                $0.nonConformingFloatDecodingStrategy = .convertFromString(
                    positiveInfinity: "+", negativeInfinity: "-", nan: "?")
            }
            let advice = try #require(explanation.advice)
            #expect(advice.contains("nonConformingFloatDecodingStrategy"))
            #expect(advice.contains("If it is set"))
            #expect(!advice.contains("init(from:)"))
        }
    }

    @Test func theStrategyMayBeSet() throws {
        struct Picture: Decodable { let imageURL: String }
        let advice = try explain(Picture.self, #"{"image_url": "x"}"#).advice
        #expect(advice?.contains("If the strategy .convertFromSnakeCase is set") == true)
    }

    @Test func aNumberWhereADateIsAString() throws {
        let explanation = try explain(Value<Date>.self, #"{"a": 5}"#) {
            $0.dateDecodingStrategy = .iso8601
        }
        #expect(explanation.advice?.contains("If it is a Date") == true)
    }

    @Test func aKeywordIsNotOfferedAsACase() throws {
        struct Item: Decodable { let `default`: Int }
        let advice = try explain(Item.self, #"{"Default": 1}"#).advice
        #expect(advice?.contains("a CodingKeys case with the raw value") == true)
    }
}

@Suite("Numbers that do not fit their types")
struct ExplainNumberTypes {
    private func check<Number: Decodable>(_ type: Number.Type, _ number: String) throws {
        let document = Data("{\"b\": 1, \"a\": \(number)}".utf8)
        let error = try error(Value<Number>.self, document)
        let alone = Explanation(of: error, in: document)
        #expect(alone.column == 15, "\(type) \(number)")
        #expect(alone.excerpt?.label == "may not fit its type")
        #expect(alone.found == "the number \(number)")
        let explanation = Explanation(of: error, in: document, decodedAs: Value<Number>.self)
        #expect(explanation.column == 15, "\(type) \(number)")
        #expect(explanation.excerpt?.label == "does not fit \(type)")
        #expect(explanation.expected == "\(type)")
        #expect(Explanation(of: error).advice?.hasPrefix("Pass the bytes and the type too") == true)
    }

    @Test func integers() throws {
        try check(Int8.self, "128")
        try check(Int8.self, "-129")
        try check(UInt8.self, "256")
        try check(Int16.self, "32768")
        try check(UInt16.self, "65536")
        try check(UInt16.self, "-1")
        try check(Int32.self, "2147483648")
        try check(Int32.self, "-2147483649")
        try check(UInt32.self, "4294967296")
        try check(UInt32.self, "1e10")
        try check(Int.self, "9223372036854775808")
        try check(Int.self, "9223372036854775807.0")
        try check(UInt64.self, "18446744073709551616")
        try check(Int64.self, "-9223372036854775809")
        try check(Int128.self, "170141183460469231731687303715884105728")
    }

    @Test func fractionsAndExponents() throws {
        for type in [Int8.self, UInt64.self, Int128.self] as [any Decodable.Type] {
            for number in ["1.5", "-0.5", "15e-1", "1.0000000001"] {
                try check(type, number)
            }
        }
        try check(Float.self, "1e40")
        try check(Decimal.self, "1e200")
        for type in [Float.self, Double.self, Decimal.self] as [any Decodable.Type] {
            try check(type, "1e400")
            try check(type, "1e-400")
        }
    }

    @Test func aZeroThatTheDecoderDoesNotRead() throws {
        let document = Data("[0e2]".utf8)
        guard (try? JSONDecoder().decode([Double].self, from: document)) == nil else { return }
        let error = try error([Double].self, document)
        let explanation = Explanation(of: error, in: document, decodedAs: [Double].self)
        #expect(explanation.headline == "dataCorrupted: the number 0e2 at [0] does not fit Double")
        #expect(explanation.advice?.contains("Have it sent as 0.") == true)
    }

    @Test("What the decoder rounds can be the one too, and so it is counted")
    func candidates() throws {
        let explanation = try explain(
            [String: Int8].self, #"{"c": 70000, "a": 93931019959009519.1, "b": 300, "d": 1}"#)
        #expect(explanation.advice?.contains("3 of them may not fit") == true)
    }
}

@Suite("What Apple's systems add to the error is used")
struct ExplainUnderlyingErrors {
    private func refusal(_ detail: String, index: Int? = nil) throws -> DecodingError {
        var userInfo: [String: Any] = ["NSDebugDescription": detail]
        userInfo["NSJSONSerializationErrorIndex"] = index
        let message = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(Int.self, from: Data("[".utf8))
        }
        guard case .dataCorrupted(let context) = message else { return message }
        return DecodingError.dataCorrupted(
            .init(
                codingPath: [], debugDescription: context.debugDescription,
                underlyingError: NSError(
                    domain: "NSCocoaErrorDomain", code: 3840, userInfo: userInfo)))
    }

    @Test func itsWordsAreShown() throws {
        let error = try refusal("Number 15.9 is not representable in Swift.")
        let document = Data(#"{"w": 15.95, "x": 2.5, "y": [15.9], "z": {"s": 15.9}}"#.utf8)
        for explanation in [Explanation(of: error, in: document), Explanation(of: error)] {
            #expect(
                explanation.headline.hasSuffix(". Number 15.9 is not representable in Swift."))
        }
    }

    @Test func theDocumentIsReadAsWell() throws {
        let error = try refusal("Unexpected character.", index: 10)
        #expect(Explanation(of: error).headline.hasSuffix("Unexpected character."))
        // Its own reading is more exact where it does find something.
        let missing = Explanation(of: error, in: Data("[\n 1,\n 2 3]".utf8))
        #expect(missing.headline.contains("line 3, column 4: a comma is missing"))
    }
}

@Suite("Encodings")
struct ExplainEncodings {
    @Test func anEncodingThatTheDecoderDoesNotReadIsBlamed() throws {
        let document = try #require("[300, 1.5]".data(using: .utf32))
        let explanation = try explain([Int8].self, document)
        #expect(explanation.headline.contains("does not read UTF-32 little-endian"))
        #expect(explanation.advice == "Convert the document to UTF-8.")
    }

    @Test func halfOfACharacterInUTF16() throws {
        var units = Array("[\n\"日".utf16)
        units.append(0xD83C)
        units += Array("\", 300]".utf16)
        let document = Data(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let explanation = try explain([String].self, document)
        #expect(explanation.headline == "dataCorrupted: the text is not well-formed UTF-16")
        #expect(explanation.line == 2)
        #expect(explanation.column == 3)
    }

    @Test func onDemandPartsSayTheSameAsTheText() throws {
        let explanation = try explain([String: Int].self, "{\n \"b\": \"\u{1B}[31m\u{202E}\"}")
        #expect(explanation.line == 2)
        #expect(explanation.column == 7)
        #expect(explanation.codingPath.description == "b")
        #expect(explanation.expected == "Int")
        #expect(explanation.found == #"the string "\u{1B}[31m\u{202E}""#)
        #expect(
            explanation.lines().joined().allSatisfy { $0.isASCII || "│▲\u{FFFD}␛".contains($0) })
    }
}
