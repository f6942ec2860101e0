import DecodingExplainer
import Foundation
import Testing

private struct Frame: Decodable {
    struct Layer: Decodable {
        let ip: Int
        let scale: Double
    }
    let fr: Double
    let layers: [Layer]

    static func document(ip: (Int) -> String) -> String {
        let layers = (0..<20).map { #"{"ip": \#(ip($0)), "scale": \#($0).5}"# }
        return #"{"v": 5.75, "fr": 29.97, "layers": [\#(layers.joined(separator: ",\n"))]}"#
    }
}

@Suite("The number that does not fit")
struct ExplainRefusedNumbers {
    @Test("Decoding again finds it, in a part that no other number tells apart")
    func byDecoding() throws {
        let document = Frame.document { $0 == 16 ? "40.5" : "\($0)" }
        let explanation = try explainAll(Frame.self, document)
        #expect(
            explanation.headline
                == "dataCorrupted: the number 40.5 at layers[16].ip does not fit Int")
        #expect(explanation.code == .numberDoesNotFit)
        #expect(explanation.expected == "Int")
        #expect(explanation.codingPath.description == "layers[16].ip")
        #expect(explanation.line == 17)
    }

    @Test("Each of many numbers is found", arguments: 0..<20)
    func each(index: Int) throws {
        let document = Frame.document { $0 == index ? "1e30" : "\($0 + 200)" }
        #expect(
            try explainAll(Frame.self, document).codingPath.description == "layers[\(index)].ip")
    }

    @Test(
        "The range of the type decides",
        arguments: [
            ("[1, 200, 300, -1]", 8, "300 at [2] does not fit UInt8"),
            ("[1, -129, 3]", -8, "-129 at [1] does not fit Int8"),
            ("[1, 70000]", 16, "70000 at [1] does not fit UInt16"),
            ("[1, -1]", 64, "-1 at [1] does not fit UInt"),
        ])
    func ranges(document: String, bits: Int, headline: String) throws {
        let explanation =
            switch bits {
            case 8: try explainAll([UInt8].self, document)
            case -8: try explainAll([Int8].self, document)
            case 16: try explainAll([UInt16].self, document)
            default: try explainAll([UInt].self, document)
            }
        #expect(explanation.headline.contains(headline))
    }

    @Test("A string that breaks a rule is found among numbers that fit, and the other way round")
    func strings() throws {
        struct Ticket: Decodable {
            let count: Int?
            let name: String?
        }
        let name = try explainAll(Ticket.self, #"{"size": 1.5, "count": 400, "name": "\q"}"#)
        #expect(name.code == .invalidEscape)
        let count = try explainAll(Ticket.self, #"{"title": "\q", "size": 2.5, "count": 1.5}"#)
        #expect(count.codingPath.description == "count")
    }

    @Test("Without the type, it is not said which, but how many it can be, and where the first is")
    func withoutType() throws {
        let document = Frame.document { $0 == 16 ? "40.5" : "\($0)" }
        let explanation = try explain(Frame.self, document)
        #expect(explanation.code == .refusedDocument)
        #expect(explanation.codingPath.isEmpty && explanation.line == nil)
        #expect(explanation.advice?.contains("23 of them may not fit") == true)
        #expect(explanation.advice?.contains("the first is 5.75 at v, on line 1.") == true)
        #expect(explanation.advice?.contains("decodedAs:") == true)
    }

    @Test("Without the type, a number is named where no other can be meant")
    func onlyOne() throws {
        let explanation = try explain([String: [Int]].self, #"{"a": [1, 2, 3.5]}"#)
        #expect(explanation.code == .numberDoesNotFit)
        #expect(
            explanation.headline == "dataCorrupted at a[2]: the number 3.5 may not fit its type")
        #expect(explanation.column == 14)
    }

    @Test("A decode of another type, that throws another error, says nothing of this one")
    func otherType() throws {
        let document = Data("[1.5, 2.5]".utf8)
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([Int].self, from: document)
        }
        let explanation = Explanation(of: error, in: document, decodedAs: [String].self)
        #expect(explanation.code == .refusedDocument)
        #expect(explanation.codingPath.isEmpty)
    }

    @Test(
        "The advice names a type that holds the number",
        arguments: [
            ("[1e300]", "Float", "Double"), ("[1e200]", "Decimal", "Double"),
            ("[1e400]", "Double", "as a string"), ("[300]", "Int8", "Int."),
            ("[18446744073709551615]", "Int", "UInt64"), ("[-1]", "UInt", "Int."),
            ("[1.5]", "Int", "Double"), ("[1e30]", "Int", "Double"),
        ])
    func advice(document: String, type: String, named: String) throws {
        let types: [String: any (Decodable & Sendable).Type] = [
            "Float": [Float].self, "Decimal": [Decimal].self, "Double": [Double].self,
            "Int8": [Int8].self, "Int": [Int].self, "UInt": [UInt].self,
        ]
        let decoded = try #require(types[type])
        let explanation = try explainAll(decoded, document)
        #expect(explanation.code == .numberDoesNotFit)
        #expect(explanation.expected == type)
        #expect(explanation.advice?.contains(named) == true, "\(explanation.advice ?? "")")
    }

    @Test("In UTF-16 too")
    func wide() throws {
        let document = try #require("[1, 2.5]".data(using: .utf16LittleEndian))
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([Int].self, from: document)
        }
        let explanation = Explanation(of: error, in: document, decodedAs: [Int].self)
        #expect(explanation.headline.contains("2.5 at [1] does not fit Int"))
        #expect(explanation.byteRange == 8..<14)
    }
}

@Suite("What the decoder is told")
struct ExplainStrategies {
    private struct Push: Decodable { let pushedAt: String }

    @Test("The nearest key is spelled as the strategy makes it")
    func snakeCase() throws {
        let explanation = try explainAll(Push.self, #"{"pushe_at": "x"}"#) {
            $0.keyDecodingStrategy = .convertFromSnakeCase
        }
        let advice = try #require(explanation.advice)
        #expect(advice.contains(#"makes "pusheAt""#))
        #expect(advice.contains(#"`case pushedAt = "pusheAt"`"#))
    }

    @Test("Following the advice works")
    func followed() throws {
        struct Followed: Decodable {
            let pushedAt: String
            enum CodingKeys: String, CodingKey { case pushedAt = "pusheAt" }
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let value = try decoder.decode(Followed.self, from: Data(#"{"pushe_at": "x"}"#.utf8))
        #expect(value.pushedAt == "x")
    }

    @Test("Without the decoder the advice names the strategy as a condition")
    func unknownStrategy() throws {
        let explanation = try explain(Push.self, #"{"pushe_at": "x"}"#) {
            $0.keyDecodingStrategy = .convertFromSnakeCase
        }
        #expect(
            explanation.advice?.contains(#"(with .convertFromSnakeCase, "pusheAt" in place of it)"#)
                == true)
    }

    @Test("Where the keys stay as they are, no strategy is blamed")
    func defaultKeys() throws {
        let explanation = try explainAll(Push.self, #"{"pushed_at": "x"}"#)
        let advice = try #require(explanation.advice)
        #expect(advice.contains("set the decoder's keyDecodingStrategy to .convertFromSnakeCase"))
        #expect(!advice.contains("If the strategy"))
    }

    @Test("A strategy of one's own is asked")
    func custom() throws {
        let strip: (JSONDecoder) -> Void = {
            $0.keyDecodingStrategy = .custom { path in
                struct Key: CodingKey {
                    var stringValue: String
                    var intValue: Int? { nil }
                    init(stringValue: String) { self.stringValue = stringValue }
                    init?(intValue: Int) { nil }
                }
                return Key(stringValue: String(path.last?.stringValue.dropFirst(2) ?? ""))
            }
        }
        struct Item: Decodable { let inner: [String: Int] }
        let found = try explainAll(
            Item.self, #"{"inner": 0, "x_inner": {"x_a": "b"}}"#, configure: strip)
        #expect(found.codingPath.description == "inner.x_a")
        #expect(found.column == 33)
        let missing = try explainAll(Push.self, #"{"x_pushdAt": ""}"#, configure: strip)
        #expect(missing.advice?.contains(#"makes "pushdAt""#) == true)
    }

    @Test("JSON5 that the decoder reads is not a fault, and what is one is named at once")
    func json5() throws {
        let allow: (JSONDecoder) -> Void = { $0.allowsJSON5 = true }
        let number = try explainAll([String: Int8].self, "{a: 1, /* c */ b: 300}", configure: allow)
        #expect(number.headline.contains("300 at b does not fit Int8"))
        let fault = try explainAll([String: Int8].self, "{a: True}", configure: allow)
        #expect(fault.headline.contains("column 5: True is not a JSON value"))
        #expect(fault.advice?.contains("allowsJSON5") == false)
    }

    @Test(
        "Nobody is told to let a stranger's document be JSON5",
        arguments: [
            "{a: 1}", "{'a': 1}", "[+1]", "[.5]", "[+Inf]", "{1:1}", "[NaN]", "[1, // c\n2]",
            "[0x1F]",
            "[1e+]",
        ])
    func noJSON5(document: String) throws {
        let data = Data(document.utf8)
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([Int].self, from: Data("[".utf8))
        }
        for explanation in [
            Explanation(of: error, in: data),
            Explanation(of: error, in: data, by: JSONDecoder()),
        ] {
            let advice = explanation.advice ?? ""
            #expect(!advice.contains("set allowsJSON5") && !advice.contains("allowsJSON5 to true"))
        }
    }

    @Test("What only JSON5 has is no number to a decoder that does not read it")
    func notANumber() throws {
        let explanation = try explainAll([Double].self, "[1.5, NaN]")
        #expect(explanation.code == .notANumber)
        #expect(explanation.column == 7)
    }

    @Test("A date is explained by the strategy that is set")
    func dates() throws {
        let explanation = try explainAll([Date].self, #"["31 May"]"#)
        #expect(explanation.advice?.contains("set dateDecodingStrategy") == true)
        let other = try explainAll([Double].self, #"["31 May"]"#) {
            $0.dateDecodingStrategy = .iso8601
        }
        #expect(other.advice?.contains("dateDecodingStrategy") == false)
    }
}
