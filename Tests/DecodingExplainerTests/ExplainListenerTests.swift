import DecodingExplainer
import Foundation
import Testing

private struct Box<Value: Decodable>: Decodable { let a: Value }

private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private enum Kind: String, Decodable, CodingKeyRepresentable { case ale, lager }
private enum Payload: Decodable {
    case label(String)
    case size(count: Int)
}

/// An error of the tests' own.
private struct NotForSale: Error {}

private struct Priced: Decodable {
    init(from decoder: any Decoder) throws {
        let price = try decoder.singleValueContainer().decode(Int.self)
        if price == 0 { throw NotForSale() }
    }
}

@Suite("The place is where the decoder's own container threw")
struct ExplainListening {
    private static let iso8601: @Sendable (JSONDecoder) -> Void = {
        $0.dateDecodingStrategy = .iso8601
    }
    private static let snakeCase: @Sendable (JSONDecoder) -> Void = {
        $0.keyDecodingStrategy = .convertFromSnakeCase
    }

    @Test("Every primitive, in a keyed, an unkeyed and a single-value container")
    func primitives() throws {
        let types: [any (Decodable & Sendable).Type] = [
            Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self,
            Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self, UInt128.self,
        ]
        func check<Value: Decodable>(_ type: Value.Type) throws {
            let explanation = try explainAll(Box<Value>.self, #"{"a": {}}"#)
            #expect(explanation.headline.contains("expected \(type), found an object"))
            #expect(explanation.codingPath.description == "a")
            #expect(try explainAll([Value].self, "[[]]").codingPath.description == "[0]")
            #expect(try explainAll(Value.self, "{}").expected == "\(type)")
            #expect(
                try explainAll([String: Value].self, #"{"b": {}}"#).codingPath.description == "b")
        }
        for type in types { try check(type) }
    }

    @Test("Root types are as the decoder has them")
    func roots() throws {
        #expect(try explainAll(Date.self, #""x""#, configure: Self.iso8601).code == .invalidDate)
        #expect(try explainAll(URL.self, #""""#).code == .invalidURL)
        #expect(try explainAll(Data.self, #""?""#).code == .invalidBase64)
        #expect(try explainAll(Decimal.self, "1e200").expected == "Decimal")
        let dictionary = try explainAll(
            [String: Int].self, #"{"a_b": "x"}"#, configure: Self.snakeCase)
        #expect(dictionary.codingPath.description == "a_b")
        #expect(try explainAll(Int?.self, "1.5").code == .numberDoesNotFit)
    }

    @Test(
        "Dates, numbers and strings that the error does not place",
        arguments: [
            (#"{"a": ["2025-05-31T14:30:00Z", "q"]}"#, "a[1]"),
            (#"{"a": ["2025-05-31T14:30:00Z", ""]}"#, "a[1]"),
        ])
    func dates(document: String, path: String) throws {
        let explanation = try explainAll(Box<[Date]>.self, document, configure: Self.iso8601)
        #expect(explanation.code == .invalidDate)
        #expect(explanation.codingPath.description == path)
    }

    @Test func numbers() throws {
        #expect(
            try explainAll(Box<Int>.self, #"{"b": 1.5, "a": 1.5}"#).column == 17)
        #expect(
            try explainAll(Box<Double?>.self, #"{"b": 1.5, "a": 1e999}"#).codingPath.description
                == "a")
        let nested = try explainAll(
            Box<[String: [String: Box<Int>]]>.self, #"{"a": {"x_y": {"m": {"a": 1.5}}, "b": 2.5}}"#,
            configure: Self.snakeCase)
        #expect(nested.codingPath.description == "a.x_y.m.a")
        let payload = try explainAll(
            Box<Payload>.self, #"{"b": 1.5, "a": {"size": {"count": 2.5}}}"#,
            configure: Self.snakeCase)
        #expect(payload.codingPath.description == "a.size.count")
        let string = try explainAll(Box<String>.self, #"{"b": "\q", "a": "x\q"}"#)
        #expect(string.code == .invalidEscape)
        #expect(string.column == 20)
    }

    @Test("Dictionaries whose keys are an enum, or numbers")
    func dictionaries() throws {
        #expect(
            try explainAll([Kind: Int].self, #"{"ale": 1, "lager": 1.5}"#).codingPath.description
                == "lager")
        #expect(
            try explainAll([Int: Int].self, #"{"1": 300, "2": 1.5}"#).codingPath.description
                == #"["2"]"#)
        let key = try explainAll([Kind: Int].self, #"{"stout": 1}"#)
        #expect(key.code == .unknownRawValue)
        #expect(key.found == nil)
        #expect(try explainAll([Int: Int].self, #"{"x": 1}"#).code == .unknownRawValue)
    }

    @Test("Through superDecoder and nested containers")
    func containers() throws {
        struct Nested: Decodable {
            init(from decoder: any Decoder) throws {
                let outer = try decoder.container(keyedBy: Key.self)
                let inner = try outer.nestedContainer(
                    keyedBy: Key.self, forKey: Key(stringValue: "in"))
                var list = try inner.nestedUnkeyedContainer(forKey: Key(stringValue: "list"))
                var pair = try list.nestedUnkeyedContainer()
                _ = try pair.decode(UInt8.self)
                _ = try Box<UInt8>(from: list.superDecoder())
                _ = try Box<UInt8>(from: outer.superDecoder())
            }
        }
        func document(_ first: String, _ second: String, _ third: String) -> String {
            #"{"x": 999, "in": {"list": [[\#(first)], {"a": \#(second)}]}, "super": {"a": \#(third)}}"#
        }
        for (json, path) in [
            (document("300", "1", "1"), "in.list[0][0]"),
            (document("1", "300", "1"), "in.list[1].a"),
            (document("1", "1", "300"), "super.a"),
        ] {
            #expect(try explainAll(Nested.self, json).codingPath.description == path)
        }
    }

    @Test("An error that was kept is the one that is explained, and not the last one")
    func keptError() throws {
        struct Either: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                do {
                    _ = try container.decode(Date.self, forKey: Key(stringValue: "a"))
                } catch {
                    _ = try? container.decode(Date.self, forKey: Key(stringValue: "b"))
                    throw error
                }
            }
        }
        let explanation = try explainAll(
            Either.self, #"{"a": "x", "b": "y"}"#, configure: Self.iso8601)
        #expect(explanation.codingPath.description == "a")
    }

    @Test("A .custom strategy has the decoder that it has without a listener")
    func customDates() throws {
        let explanation = try explainAll(Box<Box<Date>>.self, #"{"a": {"a": "x"}}"#) {
            $0.dateDecodingStrategy = .custom { decoder in
                let path = decoder.codingPath.map(\.stringValue).joined(separator: ".")
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "No date at \(path)."))
            }
        }
        #expect(explanation.headline.contains("No date at a.a."))
        #expect(explanation.codingPath.description == "a.a")
        let own = try explainAll([Box<Date>].self, #"[{"a": "x"}]"#) {
            $0.dateDecodingStrategy = .custom { _ in throw NotForSale() }
        }
        #expect(own.codingPath.description == "[0].a")
    }

    @Test("An own error has the place of the value that its type was made from")
    func ownErrors() throws {
        let explanation = try explainAll(Box<[Priced]>.self, #"{"a": [1, 0]}"#)
        #expect(explanation.code == .otherError)
        #expect(explanation.headline.hasPrefix("other at a[1]: NotForSale"))
        #expect(explanation.column == 11)
    }

    @Test("An own error that is thrown anew has the place of the type that throws it")
    func twoPlaces() throws {
        struct Lossy: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = try? container.decode(Priced.self)
                _ = try container.superDecoder()
                _ = try? container.decode(Priced.self)
                throw NotForSale()
            }
        }
        #expect(try explainAll(Box<Lossy>.self, #"{"a": [0, 0]}"#).codingPath.description == "a")
    }

    @Test("Nothing is written into the caller's decoder, and what it holds is there")
    func userInfo() throws {
        struct Reader: Decodable {
            init(from decoder: any Decoder) throws {
                let key = try #require(CodingUserInfoKey(rawValue: "k"))
                let value = decoder.userInfo[key] as? String
                let text = "\(value ?? "none") and \(decoder.userInfo.count)"
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: text))
            }
        }
        let explanation = try explainAll([Reader].self, "[1]") {
            $0.userInfo[CodingUserInfoKey(rawValue: "k")!] = "v"
        }
        #expect(explanation.headline.contains("v and 1"))
        #expect(explanation.codingPath.description == "[0]")
    }

    @Test("As deep as the decoder goes, on a stack as a Mac's threads have it")
    func deepDocuments() async throws {
        struct Tree: Decodable {
            let a: [Tree]?
            let n: Int?
        }
        // In a debug build, the decoder itself does not come further than this on such a stack.
        let depth = 240
        let document = Data(
            (String(repeating: #"{"a":["#, count: depth / 2) + #"{"n":1.5}"#
                + String(repeating: "]}", count: depth / 2)).utf8)
        let code: Explanation.Code? = await withCheckedContinuation {
            (continuation: CheckedContinuation<Explanation.Code?, Never>) in
            let thread = Thread {
                do throws(Explanation) {
                    _ = try JSONDecoder().decode(Tree.self, explaining: document)
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error.code)
                }
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(code == .numberDoesNotFit)
    }
}

@Suite("Whose words they are")
struct ExplainWords {
    private struct Texts: Decodable {
        let kind: String
        init(from decoder: any Decoder) throws {
            kind = try decoder.singleValueContainer().decode(String.self)
            let path = decoder.codingPath
            let text = String(kind.drop { $0 != " " }.dropFirst())
            let context = DecodingError.Context(codingPath: path, debugDescription: text)
            switch kind.prefix(1) {
            case "m": throw DecodingError.typeMismatch(Int.self, context)
            case "v": throw DecodingError.valueNotFound(Int.self, context)
            case "k": throw DecodingError.keyNotFound(Key(stringValue: "x"), context)
            default: throw DecodingError.dataCorrupted(context)
            }
        }
    }

    @Test(
        "An author's text is shown, whatever it begins with, and the code is known to be their own",
        arguments: [
            ("v", "The list must not be empty", Explanation.Code.null),
            ("k", "This order has no total", .missingKey),
            ("m", "Expected to decode the engine", .wrongType),
            ("d", "Cannot initialize the engine", .refusedValue),
            ("d", "The UUID of the car is not registered", .refusedValue),
            ("d", "Invalid URL scheme", .refusedValue),
            ("d", "Expected date string to be short", .refusedValue),
        ])
    func authors(kind: String, text: String, code: Explanation.Code) throws {
        let document = "[\"\(kind) \(text)\"]"
        let explanation = try explainAll([Texts].self, document)
        #expect(explanation.headline.contains(text))
        #expect(explanation.code == .ownError)
        let alone = try explain([Texts].self, document)
        #expect(alone.headline.contains(text))
        #expect(alone.code == code)
        #expect(alone.advice == nil)
    }

    @Test("Without the type, the decoder is known by its very words, as this toolchain has them")
    func decoders() throws {
        let cases: [(Explanation, Explanation.Code)] = [
            (try explain(Int.self, #""x""#), .wrongType), (try explain(Int.self, "{}"), .wrongType),
            (try explain(Int.self, "true"), .wrongType),
            (try explain(String.self, "1"), .wrongType),
            (try explain([Int].self, "1"), .wrongType),
            (try explain(Decimal.self, #""x""#), .wrongType),
            (try explain(Bool.self, "null"), .null), (try explain(Int.self, "null"), .null),
            (try explain([Int].self, "null"), .null), (try explain(Box<Int>.self, "null"), .null),
            (try explain(Box<Int>.self, "{}"), .missingKey),
            (try explain(URL.self, #""""#), .invalidURL),
            (try explain(Data.self, #""?""#), .invalidBase64),
            (try explain(UUID.self, #""1""#), .invalidUUID),
            (try explain(Kind.self, #""x""#), .unknownRawValue),
            (try explain(Payload.self, "{}"), .unknownRawValue),
            (try explain([Kind: Int].self, #"{"x": 1}"#), .unknownRawValue),
            (try explain([Int: Int].self, #"{"x": 1}"#), .unknownRawValue),
            (try explain(Date.self, #""x""#) { $0.dateDecodingStrategy = .iso8601 }, .invalidDate),
            (
                try explain(Date.self, #""x""#) {
                    let formatter = DateFormatter()
                    formatter.dateFormat = "yyyy"
                    $0.dateDecodingStrategy = .formatted(formatter)
                }, .invalidDate
            ),
        ]
        for (explanation, code) in cases {
            #expect(explanation.code == code, "\(explanation)")
            #expect(explanation.advice != nil, "\(explanation)")
        }
    }

    @Test("What is shown of a key, a value or a message is cut where it is made")
    func longTexts() throws {
        let long = String(repeating: "x", count: 1_000_000)
        for explanation in [
            try explain(Kind.self, "\"\(long)\""),
            try explain([String: Int].self, "{\"\(long)\": \"\"}"),
            try explain(Box<Int>.self, "{\"\(long)\": 1}"),
        ] {
            #expect(explanation.headline.count < 500)
            #expect((explanation.advice ?? "").count < 700)
            #expect(explanation.codingPath.description.count < 300)
        }
    }
}

@Suite("All that is wrong at once")
struct ExplainAll {
    private struct Beer: Decodable {
        let abv: Int
        let name: String
    }

    private func all<Value: Decodable>(
        _ type: Value.Type, _ json: String, limit: Int = 10
    ) -> [String] {
        Explanation.all(in: Data(json.utf8), decodedAs: type, limit: limit).map {
            "\($0.code.rawValue) \($0.codingPath)"
        }
    }

    @Test("Each element of an array and each value of a dictionary")
    func parts() {
        let beers = #"[{"abv": 1.5, "name": ""}, {"abv": 1, "name": ""}, {"abv": ""}, 3, null]"#
        #expect(
            all([Beer].self, beers) == [
                "number-does-not-fit [0].abv", "wrong-type [2].abv", "wrong-type [3]", "null [4]",
            ])
        #expect(
            all(Box<[[Int]]>.self, #"{"a": [[1, 2.5], [""], 3]}"#) == [
                "number-does-not-fit a[0][1]", "wrong-type a[1][0]", "wrong-type a[2]",
            ])
        #expect(all([String: Int].self, #"{"x": ""}"#) == ["wrong-type x"])
        #expect(all([Priced].self, "[0, 1, 0]") == ["other-error [0]", "other-error [2]"])
    }

    @Test("No more than the limit, none where nothing is wrong, and one where the JSON is broken")
    func limits() {
        #expect(all([Int].self, #"["", "", ""]"#, limit: 2).count == 2)
        #expect(all([Int].self, #"["", ""]"#, limit: -1).isEmpty)
        #expect(all([Int].self, "[1]").isEmpty)
        #expect(all([Int].self, "[1,") == ["ends-too-early "])
        #expect(all([Int].self, "{}") == ["wrong-type "])
    }
}
