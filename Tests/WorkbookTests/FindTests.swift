import Foundation
import Judging
import Testing

@testable import Workbook

@Suite("From words and errors to the steps that teach them")
struct FindTests {
    private static let index = (try? WorkbookFolder.find()).map(SearchIndex.init(of:))

    /// What people ask for, and parts of the titles of the steps that they look for.
    private static let queries: KeyValuePairs = [
        "null vs absent": "Absent, null",
        "enum with associated values": "Enums with values",
        "polymorphism": "Mixed elements",
        "camelCase": "Convert from snake case",
        "Codabel": "Before Codable",
        "array of different types": "Mixed elements",
        "heterogeneous array": "Mixed elements",
        "number too large": "A number that does not fit",
        "iso8601 milliseconds": "Fractions of a second",
        "timestamp": "JSON has no dates",
        "optional default value": "A default value",
        "dynamic keys": "Keys that are data",
        "dictionary with enum keys": "The keys of a dictionary",
        "unknown enum case": "A case that nobody knows",
        "base64": "Bytes travel as base64",
        "NaN": "JSON has no word for infinity",
        "money": "Money is not a Double",
        "url with spaces": "A URL takes almost anything",
        "pretty print": "Back to JSON",
        "snake_case": "Convert from snake case",
        "subclass": "What a subclass inherits",
        "superDecoder": "Under a key of its own",
        "userInfo": "A key and a value",
        "skip bad elements": "Elements that fail",
        "coding path": "A line for the log",
        "rename key": "Names that say what you mean",
        "ignore property": "Choose and leave out",
        "unit test": "Test what you decode",
        "infinite loop": "Elements that fail",
        "custom date": "A strategy of your own",
        "flatten nested object": "Two levels down",
        "convertFromSnakeCase": "Convert from snake case",
        "singleValueContainer": "One value, both ways",
        "CodingKeys": "Names that say what you mean",
        "date is wrong by 31 years": "JSON has no dates",
        "class inheritance super": "What a subclass inherits",
        "decode top level array": "Arrays and wrappers at the root",
        "missing key default value": "A default value",
        "ISO 8601 fractional seconds": "Fractions of a second",
        "[String: Any]": "Any JSON",
        "async network": "Where the bytes come from",
        "property wrapper": "A wrapper for defaults",
        "generic": "Generic types",
        "plist": "A URL in a property list",
        "URL invalid": "A URL takes almost anything",
        "dateDecodingStrategy": "A strategy of your own",
        "JSON lines": "A reader of lines",
        // What decoders, encoders and the compiler say.
        "Expected to decode Int but found a string instead": "Wrong type or wrong value",
        "The given data was not valid JSON": "Not JSON at all",
        "Unkeyed container is at end.": "Too few and too many",
        "Parsed JSON number <12.5> does not fit in Int.": "A number that does not fit",
        "Unable to encode Double.infinity directly in JSON.": "JSON has no word for infinity",
        "The data couldn’t be read because it is missing.": "Absent, null",
        "Type 'Beer' does not conform to protocol 'Decodable'": "What the compiler writes for you",
        "'required' initializer 'init(from:)' must be provided by subclass of 'Person'":
            "What the compiler demands",
        "Main actor-isolated conformance of 'Note' to 'Decodable' cannot be used":
            "Isolated by default",
    ]

    @Test("Nine of ten queries find their step among the first three")
    func firstThree() throws {
        let index = try #require(Self.index)
        let missed = Self.queries.filter { query, title in
            !index.entries(for: query).prefix(3).contains { $0.title.contains(title) }
        }
        #expect(missed.count * 10 <= Self.queries.count, "\(missed.map(\.key))")
    }

    @Test(
        "A pasted error finds what it means",
        arguments: [
            (
                """
                keyNotFound(CodingKeys(stringValue: "imageURL", intValue: nil), Swift.DecodingError\
                .Context(codingPath: [], debugDescription: "No value associated with key.", \
                underlyingError: nil))
                """, "Missing or null"
            ),
            (
                """
                keyNotFound(CodingKeys(stringValue: "imageURL", intValue: nil), Swift.DecodingError\
                .Context(codingPath: [], debugDescription: "No value associated with key \
                CodingKeys(stringValue: \\"imageURL\\", intValue: nil) (\\"imageURL\\"), converted \
                to image_url.", underlyingError: nil))
                """, "Where the conversion ends"
            ),
            (
                """
                keyNotFound(CodingKeys(stringValue: "id", intValue: nil), Swift.DecodingError\
                .Context(codingPath: [], debugDescription: "No value associated with key \
                CodingKeys(stringValue: \\"id\\", intValue: nil) (\\"id\\").", \
                underlyingError: nil))
                """, "Missing or null"
            ),
            (
                """
                typeMismatch(Swift.Double, Swift.DecodingError.Context(codingPath: [], \
                debugDescription: "Expected to decode Double but found a string instead.", \
                underlyingError: nil))
                """, "Wrong type or wrong value"
            ),
            (
                "The data couldn’t be read because it isn’t in the correct format.",
                "Words for people"
            ),
        ])
    func pastedError(error: String, title: String) throws {
        let titles = try #require(Self.index).entries(for: error).prefix(3).map(\.title)
        #expect(titles.contains(title), "\(titles)")
    }

    @Test(
        "Words that no step has, or that say nothing, find nothing",
        arguments: [
            "zebra crossing 4711", "how do I use it", "\u{1b}[0m\u{7}\0", "→ 🙂",
            String(repeating: "xQ", count: 5_000),
        ])
    func nothing(query: String) throws {
        #expect(try #require(Self.index).entries(for: query).isEmpty)
    }
}
