import DecodingExplainer
import ExplanationReports
import Foundation
import Testing

private struct Beer: Decodable {
    let name: String
    let abv: Double
}

private let menu = """
    [
      {"name": "Lawnmower", "abv": 4.9},
      {"name": "Endeavor", "abv": "8.9"}
    ]
    """

@Suite("An explanation as a value")
struct ExplanationValues {
    @Test(
        "The bytes that are to blame",
        arguments: [
            (menu, "\"8.9\""), (#"[{"name": "a", "abv": {"x": [1]}}]"#, #"{"x": [1]}"#),
            (#"[{"name": "a", "abv": True}]"#, "True"), (#"[{"name": 12}]"#, "12"),
            ("[{}, 1]", "{}"),
        ])
    func byteRange(document: String, blamed: String) throws {
        let range = try #require(try explain([Beer].self, document).byteRange)
        #expect(String(decoding: Array(document.utf8)[range], as: UTF8.self) == blamed)
    }

    @Test("Text is a document too")
    func documents() throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([Beer].self, from: Data(menu.utf8))
        }
        let expected = Explanation(of: error, in: Data(menu.utf8))
        #expect(Explanation(of: error, in: menu) == expected)
        #expect(Explanation(of: error, in: Data()).excerpt == nil)
    }

    @Test("One line, with the name of the document and the number of its first line")
    func diagnostic() throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([Beer].self, from: Data(menu.utf8))
        }
        let said = #"typeMismatch at [1].abv: expected Double, found the string "8.9""#
        let named = Explanation(of: error, in: menu, named: "beers.json", firstLine: 11)
        #expect(named.diagnostic == "beers.json:13:31: \(said)")
        #expect(named.lines().contains { $0.hasPrefix("   13 │") })
        #expect(Explanation(of: error, in: menu).diagnostic == "3:31: \(said)")
        #expect(
            Explanation(of: error, named: "beers.json").diagnostic.hasPrefix("beers.json: typeMism")
        )
    }

    @Test("The lines that a text speaks of are counted from the first line too")
    func firstLine() throws {
        let document = "{\"a\": [1,\n \"b\""
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([String: Int].self, from: Data(document.utf8))
        }
        let explanation = Explanation(of: error, in: document, firstLine: 40)
        #expect(explanation.line == 41)
        #expect(explanation.headline.contains("line 41"))
        #expect(explanation.advice?.contains("the array from line 40, column 7") == true)
    }
}

@Suite("A path in other forms")
struct ExplanationPathForms {
    private func path(_ components: Explanation.Path.Component...) -> Explanation.Path {
        Explanation.Path(components)
    }

    @Test func pointer() {
        #expect(path().pointer == "")
        #expect(path(.key("a"), .index(3), .key("b")).pointer == "/a/3/b")
        #expect(path(.key("a/b~c"), .key("")).pointer == "/a~1b~0c/")
    }

    @Test func withoutIndexes() {
        #expect(path().withoutIndexes == "")
        #expect(path(.key("a"), .index(3), .key("b")).withoutIndexes == "a[].b")
        #expect(path(.index(1), .index(2)).withoutIndexes == "[][]")
        #expect(path(.index(1), .key("pale ale")).withoutIndexes == #"[]["pale ale"]"#)
    }
}

@Suite("Errors of one's own, and those that wrap one")
struct ExplanationsOfWrappedErrors {
    private enum Loading: Error {
        case decoding(any Error)
        case page(number: Int, cause: DecodingError)
        case offline
    }
    private struct Failed: Error {
        let url = "https://beers.example"
        let cause: (any Error)?
    }
    private struct AllFailed: Error {
        let errors: [any Error]
    }
    private struct NotForSale: LocalizedError {
        var errorDescription: String? { "this beer is not for sale" }
        var recoverySuggestion: String? { "Leave it out." }
    }

    @Test("The decoder's error is explained, wherever it is")
    func wrapped() throws {
        let document = Data(menu.utf8)
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([Beer].self, from: document)
        }
        let expected = Explanation(of: error, in: document)
        let wrapping: [any Error] = [
            Loading.decoding(error), Loading.page(number: 2, cause: error),
            Failed(cause: error), Failed(cause: Loading.decoding(error)),
            NSError(domain: "Shop", code: 1, userInfo: [NSUnderlyingErrorKey: error]),
            AllFailed(errors: [Loading.offline, Loading.decoding(error)]),
        ]
        for wrapper in wrapping {
            #expect(Explanation(of: wrapper, in: document) == expected, "\(wrapper)")
        }
        #expect(Explanation(of: Loading.offline, in: document).kind == .other)
        #expect(Explanation(of: Failed(cause: nil), in: document).kind == .other)
    }

    @Test("An error says itself what is wrong and what to do, and with the type it has a place")
    func localized() throws {
        struct Sold: Decodable {
            init(from decoder: any Decoder) throws { throw NotForSale() }
        }
        let document = Data(#"{"a": [1, 2]}"#.utf8)
        let explanation = try #require(throws: Explanation.self) {
            try JSONDecoder().decode([String: [Sold]].self, explaining: document)
        }
        #expect(explanation.headline == "other at a[0]: NotForSale: this beer is not for sale")
        #expect(explanation.column == 8)
        #expect(explanation.advice == "Leave it out.")
        #expect(Explanation(of: NotForSale(), in: document).line == nil)
    }
}

@Suite("For logs")
struct RedactedExplanations {
    private struct Person: Decodable {
        let born: Int
        let home: URL?
        let style: Style?
        enum Style: String, Decodable { case plain }
    }
    private static let secret = "s3cret"

    @Test(
        "Nothing of the document is in it",
        arguments: [
            #"{"born": "s3cret"}"#, #"{"s3cret": 1, "bor": 2}"#,
            #"{"born": 1, "home": ["s3cret"]}"#,
            #"{"born": 1, "style": "s3cret"}"#, #"{"born": s3cret}"#, "{s3cret: 1}",
            #"{"born": 1.53}"#,
            #"{"born": "s3cret\q"}"#, #"{"born": "s3cret, "x": 1}"#, #"{"s3cret": {"born": "x"}}"#,
        ])
    func values(document: String) throws {
        for type in [Person.self, [String: Person].self] as [any Decodable.Type] {
            let data = Data(document.utf8)
            let error = try #require(throws: (any Error).self) {
                try JSONDecoder().decode(type, from: data)
            }
            let redacted = Explanation(of: error, in: data).redacted
            var parts = ""
            dump(redacted, to: &parts)
            #expect(!parts.contains(Self.secret) && !parts.contains("1.53"), "\(parts)")
        }
    }

    @Test("Places and types are in it")
    func places() throws {
        let redacted = try explain([Beer].self, menu).redacted
        #expect(redacted.description == "typeMismatch at [1].abv: expected Double, found a string")
        #expect(redacted.line == 3)
        #expect(redacted.byteRange != nil)
        #expect(redacted.code == .wrongType)
        let missing = try explain(Person.self, "{}").redacted
        #expect(missing.headline == #"keyNotFound: the key "born" is missing"#)
        let syntax = try explain(Person.self, "{\n,}").redacted
        #expect(syntax.diagnostic == "2:1: dataCorrupted: a key is missing before its value")
    }

    @Test("The key of a dictionary is somebody's, and the key of a type is not")
    func keys() throws {
        let document = #"{"ada@example.org": {"born": "x"}}"#
        let redacted = try explain([String: Person].self, document).redacted
        #expect(redacted.codingPath == Explanation.Path([.key("*"), .key("born")]))
    }

    @Test("The words of another author are not in it")
    func messages() throws {
        let error = DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: "no such user: ada@example.org"))
        let redacted = Explanation(of: error).redacted
        #expect(redacted.description == "dataCorrupted: a value that its type refuses")
    }
}
