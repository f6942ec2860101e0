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
    @Test("It goes through JSON and comes back equal")
    func codable() throws {
        let documents = [menu, "[1,", #"[{"name": null, "abv": 1}]"#, "[{}]", "", "[[]]"]
        for document in documents {
            let explanation = try explain([Beer].self, document)
            let encoded = try JSONEncoder().encode(explanation)
            let decoded = try JSONDecoder().decode(Explanation.self, from: encoded)
            #expect(decoded == explanation)
            #expect(decoded.description == explanation.description)
        }
        #expect(try explain([Beer].self, menu) != explain([Beer].self, "[{}]"))
    }

    @Test("In JSON the path is a list of keys and indexes, and the code its name")
    func json() throws {
        struct Parts: Decodable {
            let code: String
            let kind: String
            let line: Int
        }
        let encoded = try JSONEncoder().encode(try explain([Beer].self, menu))
        let parts = try JSONDecoder().decode(Parts.self, from: encoded)
        #expect(parts.code == "wrong-type")
        #expect(parts.kind == "typeMismatch")
        #expect(parts.line == 3)
        #expect(String(decoding: encoded, as: UTF8.self).contains(#""codingPath":[1,"abv"]"#))
    }

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

    @Test("Text and bytes of any kind are documents too")
    func documents() throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([Beer].self, from: Data(menu.utf8))
        }
        let expected = Explanation(of: error, in: Data(menu.utf8))
        #expect(Explanation(of: error, in: menu) == expected)
        #expect(Explanation(of: error, in: Array(menu.utf8)) == expected)
        #expect(Array(menu.utf8).withUnsafeBytes { Explanation(of: error, in: $0) } == expected)
        #expect(Explanation(of: error, in: [UInt8]()).excerpt == nil)
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
    private struct NotForSale: ExplainableError {
        let codingPath: [any CodingKey]
        var problem: String { "this beer is not for sale" }
        var advice: String? { "Leave it out." }
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
        ]
        for wrapper in wrapping {
            #expect(Explanation(of: wrapper, in: document) == expected, "\(wrapper)")
        }
        #expect(Explanation(of: Loading.offline, in: document).kind == .other)
        #expect(Explanation(of: Failed(cause: nil), in: document).kind == .other)
    }

    @Test("An error can say itself what there is to say, and where")
    func explainable() throws {
        struct Sold: Decodable {
            init(from decoder: any Decoder) throws {
                throw NotForSale(codingPath: decoder.codingPath)
            }
        }
        let document = Data(#"{"a": [1, 2]}"#.utf8)
        let error = try #require(throws: NotForSale.self) {
            try JSONDecoder().decode([String: [Sold]].self, from: document)
        }
        let explanation = Explanation(of: error, in: document)
        #expect(explanation.headline == "other at a[0]: this beer is not for sale")
        #expect(explanation.column == 8)
        #expect(explanation.advice == "Leave it out.")
        #expect(
            Explanation(of: NotForSale(codingPath: [])).headline.hasSuffix(
                ": this beer is not for sale"))
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
            let encoded = String(decoding: try JSONEncoder().encode(redacted), as: UTF8.self)
            #expect(!encoded.contains(Self.secret) && !encoded.contains("1.53"), "\(encoded)")
            #expect(!redacted.description.contains(Self.secret))
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

@Suite("Several documents")
struct ExplanationsOfRecords {
    private static let log = """
        {"name": "A", "abv": 1}
        {"name": "B"}

        {"name": "C", "abv": "3"}
        {"name":
        {"name": "D", "abv": 4}

        """

    @Test("Each line that is wrong is explained, in order, with its place in the whole")
    func lines() throws {
        var names: [String] = []
        let explanations = Explanation.ofDecoding(linesOf: Data(Self.log.utf8), named: "beers") {
            names.append(try JSONDecoder().decode(Beer.self, from: $0).name)
        }
        #expect(names == ["A", "D"])
        #expect(explanations.map(\.line) == [2, 4, 5])
        #expect(explanations.map(\.code) == [.missingKey, .wrongType, .endsTooEarly])
        #expect(explanations[1].diagnostic.hasPrefix("beers:4:22: typeMismatch at abv"))
        let range = try #require(explanations[1].byteRange)
        #expect(String(decoding: Array(Self.log.utf8)[range], as: UTF8.self) == "\"3\"")
    }

    @Test("Decoding goes on beyond the limit")
    func limit() {
        var count = 0
        let explanations = Explanation.ofDecoding(linesOf: Data(Self.log.utf8), limit: 1) {
            count += 1
            _ = try JSONDecoder().decode(Beer.self, from: $0)
        }
        #expect(explanations.count == 1)
        #expect(count == 5)
    }
}
