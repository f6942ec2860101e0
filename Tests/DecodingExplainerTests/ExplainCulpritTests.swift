import DecodingExplainer
import Foundation
import Testing

private struct Named: Decodable {
    let id: Int
    let tags: [String]?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        id = try container.decode(Int.self, forKey: .id)
        tags = try container.decodeIfPresent([String].self, forKey: .tags)
    }
    enum Keys: CodingKey { case id, tags }
}

private struct Tagged: Decodable { let tags: [String] }

@Suite("A key that is not where it should be")
struct ExplainKeysElsewhere {
    @Test(
        "It is in another object of the document",
        arguments: [
            (#"{"data": {"id": 1}}"#, "one level further in, in data"),
            (#"{"data": {"item": {"id": 1}}}"#, "2 levels further in, in data.item"),
            (#"{"data": [{"id": 1}]}"#, "2 levels further in, in data[0]"),
            (#"{"other": 1, "data": {"\u0069d": 1}}"#, "one level further in, in data"),
        ])
    func furtherIn(document: String, place: String) throws {
        let explanation = try explain(Named.self, document)
        #expect(explanation.advice?.contains(#"There is a key "id" \#(place)"#) == true)
    }

    @Test(
        "It is in an object around it",
        arguments: [
            (#"{"id": 1, "item": {"name": "x"}}"#, "one level further out, at the top level"),
            (#"{"item": {"name": "x"}, "id": 1}"#, "one level further out, at the top level"),
        ])
    func furtherOut(document: String, place: String) throws {
        struct Outer: Decodable { let item: Named }
        let explanation = try explain(Outer.self, document)
        #expect(explanation.advice?.contains(#"There is a key "id" \#(place)"#) == true)
    }

    @Test("A slip of a letter is likelier than the same key further out")
    func slip() throws {
        struct Weather: Decodable {
            let main: String
            let list: [Item]
            struct Item: Decodable { let main: String }
        }
        let explanation = try explain(
            Weather.self, #"{"main": "Rain", "list": [{"mian": "Mist", "id": 1}]}"#)
        #expect(explanation.advice?.contains(#"The nearest key is "mian""#) == true)
    }

    @Test("With the type, a value near by that can be decoded as the missing one is named")
    func renamed() throws {
        struct Order: Decodable { let customer: Customer }
        struct Customer: Decodable { let name: String }
        let other = #"{"id": 7, "buyer": {"name": "Ada"}, "shop": {"id": 1}}"#
        let explanation = try explainAll(Order.self, other)
        #expect(
            explanation.advice?.hasPrefix(
                #"The value under "buyer" can be decoded as Customer. If that is the one, add the "#
                    + #"CodingKeys case `case customer = "buyer"`."#) == true)
        let converted = try explainAll(Order.self, #"{"the_buyer": {"name": "Ada"}}"#) {
            $0.keyDecodingStrategy = .convertFromSnakeCase
        }
        #expect(converted.advice?.contains(#"`case customer = "theBuyer"`"#) == true)

        let two = #"{"buyer": {"name": "Ada"}, "seller": {"name": "Eve"}}"#
        #expect(try explainAll(Order.self, two).advice?.contains("can be decoded") == false)
        #expect(try explain(Order.self, other).advice?.contains("can be decoded") == false)
    }

    @Test("A key of another element is no hint")
    func otherElement() throws {
        let explanation = try explain([Named].self, #"[{"name": "x"}, {"id": 2}]"#)
        #expect(explanation.advice?.contains("There is a key") == false)
    }

    @Test("Letters that changed places")
    func swapped() throws {
        let explanation = try explain(Tagged.self, #"{"atgs": []}"#)
        #expect(explanation.advice?.hasPrefix(#"The nearest key is "atgs""#) == true)
    }

    @Test(
        "A character that nobody sees is named",
        arguments: [
            ("ta\u{200B}gs", "zero width space (U+200B)"),
            ("tags\u{A0}", "no-break space (U+00A0)"),
            ("\u{FEFF}tags", "zero width no-break space (U+FEFF)"),
            ("tags\u{AD}", "soft hyphen (U+00AD)"),
        ])
    func invisible(key: String, name: String) throws {
        let explanation = try explain(Tagged.self, "{\"\(key)\": []}")
        #expect(explanation.advice?.contains(name) == true)
    }
}

@Suite("A key that is there twice")
struct ExplainDoubleKeys {
    @Test(
        "The one that is read is marked, and both are named",
        arguments: [
            (#"{"id": "x", "id": 7}"#, Explanation.Kind.typeMismatch, 2, 13),
            (#"{"id": null, "id": 7}"#, .valueNotFound, 2, 14),
        ])
    func values(document: String, kind: Explanation.Kind, first: Int, second: Int) throws {
        let explanation = try explain(Named.self, document)
        #expect(explanation.kind == kind)
        #expect(explanation.column == 8)
        #expect(
            explanation.advice?.hasPrefix(
                #"The key "id" is there twice, at line 1, column \#(first) and at line 1, column "#
                    + "\(second).") == true)
    }

    @Test("An object that is there twice has the missing key the second time")
    func objects() throws {
        let explanation = try explain(
            [String: Named].self, "{\"a\": {},\n \"b\": {\"id\": 1},\n \"a\": {\"id\": 2}}")
        #expect(explanation.kind == .keyNotFound)
        #expect(explanation.line == 1)
        #expect(explanation.advice?.contains(#"The key "a" is there twice, at line 1"#) == true)
        #expect(explanation.advice?.contains("at line 3, column 2") == true)
    }
}

@Suite("What is advised for an element, a dictionary's value, and a property")
struct ExplainHolders {
    private struct Flag: Decodable { let on: Bool }

    @Test func null() throws {
        #expect(try explain([Int].self, "[null]").advice?.contains("[Int?]") == true)
        #expect(
            try explain([String: Int].self, #"{"a": null}"#).advice?.contains("[String: Int?]")
                == true)
        #expect(
            try explain(Flag.self, #"{"on": null}"#).advice?.contains("optional property") == true)
        #expect(try explain(Int.self, "null").advice?.contains("Int?.self") == true)
    }

    @Test func otherTypes() throws {
        #expect(
            try explain([Int].self, "[true]").advice
                == "The value is true or false. Declare the elements as Bool, as in [Bool].")
        #expect(
            try explain([String: Int].self, #"{"a": true}"#).advice?
                .contains("Declare the values as Bool, as in [String: Bool].") == true)
        #expect(
            try explain([String: Int].self, #"{"a": "b"}"#).advice?
                .contains("Declare the values as String") == true)
    }
}

@Suite("A date of another form")
struct ExplainDates {
    private struct Event: Decodable {
        let id: String
        let startsAt: Date
    }

    @Test(
        "With the type, the date is marked, and not the object around it",
        arguments: [
            (#"{"id": "a", "startsAt": "31 May"}"#, 25),
            (#"{"startsAt": "2025-05-31", "id": "7-8"}"#, 14),
            (#"{"id": "7c9e-4b", "startsAt": ""}"#, 31),
        ])
    func marked(document: String, column: Int) throws {
        let explanation = try explainAll(Event.self, document) {
            $0.dateDecodingStrategy = .iso8601
        }
        #expect(explanation.code == .invalidDate)
        #expect(explanation.codingPath.description == "startsAt")
        #expect(explanation.column == column)
        #expect(explanation.foundKind == .string)
    }

    @Test("Without the type, it is not said which")
    func alone() throws {
        struct Two: Decodable {
            let startsAt: Date
            let endsAt: Date
        }
        let either = try explain(Two.self, #"{"startsAt": "a", "endsAt": "b"}"#) {
            $0.dateDecodingStrategy = .iso8601
        }
        #expect(either.excerpt == nil && either.codingPath.isEmpty)
        #expect(either.advice?.contains("does not name the date") == true)
    }
}

@Suite("A brace or a quote that is missing")
struct ExplainMissingMarks {
    @Test("A closing brace before the next element")
    func braceInAList() throws {
        let explanation = try explain([Named].self, "[{\"id\": 1,\n {\"id\": 2}]")
        #expect(explanation.code == .missingClosingBrace)
        #expect(explanation.line == 2)
        #expect(explanation.advice?.contains("The object from line 1, column 2") == true)
    }

    @Test("A closing brace that only the indentation tells")
    func braceByIndentation() throws {
        let document = """
            {
              "meta": {
                "page": 1,
                "size": 2,
              "id": 7
            }
            """
        let explanation = try explain(Named.self, document)
        #expect(explanation.code == .endsTooEarly)
        #expect(explanation.advice?.contains("The key at line 5, column 3 is indented") == true)
        let beside = try explain(Named.self, "{\n  \"meta\": {\"page\": 1,\n  \"id\": 7\n}")
        #expect(beside.advice?.contains("The key at line 3, column 3 is indented") == true)
    }

    @Test(
        "A closing quote on a long line is missed where it belongs",
        arguments: [
            (#"{"a": "one, "b": "two", "c": 3}"#, 11),
            (#"{"a": "one, two, "b": 2}"#, 16),
            (#"["one, "two", "three"]"#, 6),
            (#"[{"a": "one}, {"b": 2}]"#, 12),
            (#"{"a": {"b": "x"}, "c: 1, "d": 2}"#, 21),
            (#"{"a": "Zürich, "b": 2}"#, 14),
        ])
    func closingQuote(document: String, column: Int) throws {
        let explanation = try explain([String: String].self, document)
        #expect(explanation.code == .missingQuote)
        #expect(explanation.column == column)
        #expect(explanation.headline.contains("a closing quote is missing"))
    }

    @Test(
        "An opening quote",
        arguments: [
            (#"{"a": one", "b": 2}"#, 7, "one has no opening quote"),
            (#"{"a": 1, b": 2}"#, 10, "b has no opening quote"),
        ])
    func openingQuote(document: String, column: Int, title: String) throws {
        let explanation = try explain([String: String].self, document)
        #expect(explanation.code == .missingQuote)
        #expect(explanation.column == column)
        #expect(explanation.headline.contains(title))
    }

    @Test(
        "A quote in a text is still a quote in a text",
        arguments: [
            #"{"a": "say "hi" now"}"#, #"{"a": "He said, "yes", and left"}"#,
        ])
    func quoteInAText(document: String) throws {
        #expect(try explain([String: String].self, document).code == .unescapedQuote)
    }
}

@Suite("A type that tries one thing after the other")
struct ExplainPermissiveTypes {
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if (try? container.decode(String.self)) != nil { return }
            if (try? container.decode(Int.self)) != nil { return }
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "No type fits."))
        }
    }

    @Test(
        "The syntax error is named, although the error does not speak of it",
        arguments: [
            (#"["a\q"]"#, "line 1, column 4: the escape \\q does not exist"),
            ("[01]", "line 1, column 2: the number 01 has a leading zero"),
            ("[\"a\u{0B}\"]", "line 1, column 4: a raw control character in a string"),
            (#"["\ud800"]"#, "line 1, column 3: \\ud800 is half of a character"),
        ])
    func fault(document: String, place: String) throws {
        let explanation = try explain([Anything].self, document)
        #expect(explanation.headline.contains("No type fits."))
        #expect(explanation.advice?.contains(place) == true)
        #expect(explanation.line == 1)
    }

    @Test func aValidDocumentIsNotBlamed() throws {
        let explanation = try explain([Anything].self, "[true]")
        #expect(explanation.advice?.contains("not valid JSON") != true)
    }
}
