import DecodingExplainer
import Foundation
import TestSupport
import Testing

@testable import Lesson12

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Lesson 12 · Beyond JSON")
struct Lesson12Tests {
    fileprivate static let languageKey = CodingUserInfoKey(rawValue: "language")!

    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        // The encoder of property lists and the parser of XML are the system's own.
        try await checkPages(of: Lesson12.self, stepsThatDiffer: [1, 2, 3, 5])
    }

    // MARK: - Property lists and JSON5

    @Test("A property list is binary if nothing is chosen; the decoder reads both forms")
    func propertyListForms() throws {
        #expect(PropertyListEncoder().outputFormat == .binary)
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            let data = ["bytes": Data([1, 2, 3])]
            let list = try encoder.encode(data)
            #expect(try PropertyListDecoder().decode([String: Data].self, from: list) == data)
            let absent = try encoder.encode(Payload(name: "Telstar", orbit: nil))
            let names = try PropertyListDecoder().decode([String: String].self, from: absent)
            #expect(names == ["name": "Telstar"])
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        let xml = String(decoding: try encoder.encode(["a": Data([1, 2, 3])]), as: UTF8.self)
        #expect(xml.contains("<data>"))
    }

    @Test("The parser of XML gives a text in three pieces where a sign like &amp; is in it")
    func piecesOfXML() {
        final class Pieces: NSObject, XMLParserDelegate {
            var pieces: [String] = []
            func parser(_: XMLParser, foundCharacters piece: String) { pieces.append(piece) }
        }
        let parser = XMLParser(data: Data("<mission>Telstar &amp; friends</mission>".utf8))
        let pieces = Pieces()
        parser.delegate = pieces
        #expect(parser.parse())
        #expect(pieces.pieces == ["Telstar ", "&", " friends"])
    }

    @Test("A string is not a date in a property list, and not a URL")
    func propertyListTypes() {
        let strings = Data("<plist><array><string>https://a.example</string></array></plist>".utf8)
        for type in [[URL].self, [Date].self] as [any Decodable.Type] {
            let failure = failure { try PropertyListDecoder().decode(type, from: strings) }
            #expect(failure?.kind == .typeMismatch)
        }
    }

    @Test(
        "JSON5 has what step 4 lists, and only with the option",
        arguments: [
            "[5, // comment\n]", "['a']", "{a: 1}", "[+1]", "[.5]", "[0xFF]", "[Infinity]", "[NaN]",
        ])
    func json5(_ document: String) throws {
        let type: any Decodable.Type =
            if document.hasPrefix("{") {
                [String: Int].self
            } else if document.contains("'") {
                [String].self
            } else {
                [Double].self
            }
        let decoder = JSONDecoder()
        #expect(failure { try decoder.decode(type, from: Data(document.utf8)) } != nil)
        decoder.allowsJSON5 = true
        #expect(failure { try decoder.decode(type, from: Data(document.utf8)) } == nil)
    }

    @Test("A comma at the end of an array or an object is read without the option", .swift63OnLinux)
    func commaAtTheEnd() throws {
        let decoder = JSONDecoder()
        #expect(try decoder.decode([Int].self, from: Data("[5,]".utf8)) == [5])
        let object = Data(#"{"a": 5,}"#.utf8)
        #expect(try decoder.decode([String: Int].self, from: object) == ["a": 5])
    }

    @Test("With JSON5, an exponent without digits ends the program", .swift63OnLinux)
    func exponentWithoutDigits() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = CommandLine.arguments.count == 1
            print("before")
            let document = Data("{a:1e+}".utf8)
            print((try? decoder.decode([String: Double].self, from: document)) as Any)
            print("after")
            """)
        #expect(program.errors == 0)
        let printed = try program.run()
        #expect(!printed.contains("after"))
    }

    @Test("The option for a root without braces reads one with braces too")
    func topLevelDictionary() throws {
        let decoder = JSONDecoder()
        decoder.assumesTopLevelDictionary = true
        for document in [#""a": 1"#, #"{"a": 1}"#] {
            let value = try decoder.decode([String: Int].self, from: Data(document.utf8))
            #expect(value == ["a": 1])
        }
    }

    // MARK: - The decoder

    @Test(
        "Names and values with escapes, spaces and dots are read as they are meant",
        arguments: [
            ("", [:] as [String: String]),
            ("a=b", ["a": "b"]),
            ("a=b+c%20d%2Be", ["a": "b c d+e"]),
            ("a=b=c", ["a": "b=c"]),
            (".=empty", ["": "empty"]),
            ("a%5C.b=1&%5C%5B%5C%5D=2&%5C%5C=3", ["a.b": "1", "[]": "2", #"\"#: "3"]),
            ("&&a=1&", ["a": "1"]),
            (".a=1", ["a": "1"]),
            ("%C3%A9=1", ["é": "1"]),
            ("5=a&05=b", ["5": "a", "05": "b"]),
        ])
    func paths(_ text: String, value: [String: String]) throws {
        #expect(try query([String: String].self, text) == value)
    }

    @Test(
        "A broken query is dataCorrupted",
        arguments: [
            ("a=%", "a"), ("a=%zz", "a"), ("a=%FF", "a"), ("%=1", ""), ("a[=1", ""), ("a]=1", ""),
            ("a[x]=1", ""), ("a[-1]=1", ""), ("a[01]=1", ""), ("a[+1]=1", ""), ("a[0]b=1", ""),
            ("a%5C=1", ""), ("a[][0]=1", ""), ("a[]=1", "a"), ("a[0]=1&a.b=2", "a"),
            ("a=1&a=1", "a"), ("a&a=1", "a"), ("a[]&a[0]=1", "a"), ("a[1]=1", "a"),
            ("a[0]=1&a[2]=1", "a"), ("a[9223372036854775807]=1", "a"),
            ("a[9223372036854775808]=1", ""),
        ])
    func brokenQueries(_ text: String, codingPath: String) {
        let failure = failure { try query([String: [String]].self, text) }
        #expect(failure?.kind == .dataCorrupted)
        #expect(failure?.codingPath.description == codingPath)
    }

    @Test("A number is read as Swift reads it, and one that does not fit is dataCorrupted")
    func numbers() throws {
        #expect(try query([Double].self, "[0]=-inf&[1]=8.9&[2]=1e3") == [-.infinity, 8.9, 1000])
        #expect(try query(Double.self, "=nan").isNaN)
        #expect(try query(Decimal.self, "=8.9") == Decimal(string: "8.9"))
        #expect(try query(Bool.self, "=true") && !query(Bool.self, "=false"))
        let corrupted: [(any Decodable.Type, String)] = [
            (Int8.self, "=300"), (UInt.self, "=-1"), (Int.self, "=1.5"),
            (Int.self, "=9223372036854775808"), (Double.self, "=1e400"), (Float.self, "=1e39"),
            (URL.self, "="), (Data.self, "=%21"),
        ]
        for (type, text) in corrupted {
            #expect(failure { try query(type, text) }?.kind == .dataCorrupted, "\(type) \(text)")
        }
        let mismatched: [(any Decodable.Type, String)] = [
            (Int.self, "="), (Int.self, "=x"), (Double.self, "=8,9"), (Bool.self, "=1"),
            (Decimal.self, "=8.9%20%25"), (Int.self, "=+1"), (Int.self, "a=1"), (Int.self, ""),
            (String.self, "[0]=a"), ([Int].self, "=1"), ([Int].self, "a=1"),
            ([String: Int].self, "[0]=1"), ([String: Int].self, "=1"),
        ]
        for (type, text) in mismatched {
            #expect(failure { try query(type, text) }?.kind == .typeMismatch, "\(type) \(text)")
        }
    }

    @Test("The integers of 128 bits go through every container")
    func wideIntegers() throws {
        struct Wide: Codable, Equatable {
            var keyed = Int128.min, positive = UInt128.max
            var list = [Int128.max], positives = [UInt128.max]
        }
        #expect(try roundTrip(Wide()) == Wide())
        #expect(try roundTrip(Int128.min) == .min)
        #expect(try roundTrip(UInt128.max) == .max)
    }

    @Test(
        "The errors are those of JSONDecoder for the same mistake, at the same path",
        arguments: [
            (#"{}"#, ""), (#"{"payloads": null}"#, "payloads"),
            (#"{"payloads": "x"}"#, "payloads=x"),
            (#"{"payloads": {"name": "x"}}"#, "payloads.name=x"),
            (
                #"{"payloads": [{"name": "x"}, {"orbit": "y"}]}"#,
                "payloads[0].name=x&payloads[1].orbit=y"
            ),
            (#"{"payloads": [{"name": null}]}"#, "payloads[0].name"),
            (#"{"payloads": [{"name": ["x"]}]}"#, "payloads[0].name[0]=x"),
            (#"{"payloads": [null]}"#, "payloads[0]"),
            (
                #"{"payloads": [{"name": "x", "orbit": {"a": "b"}}]}"#,
                "payloads[0].name=x&payloads[0].orbit.a=b"
            ),
        ])
    func sameErrors(_ json: String, text: String) {
        struct Flight: Decodable { let payloads: [Payload] }
        let expected = failure { try JSONDecoder().decode(Flight.self, from: Data(json.utf8)) }
        let found = failure { try query(Flight.self, text) }
        #expect(expected != nil)
        #expect(found?.kind == expected?.kind)
        #expect(found?.codingPath.description == expected?.codingPath.description)
    }

    @Test("An optional property asks contains, then decodeNil, then decode")
    func questionsOfOptionals() throws {
        struct Spare: Decodable { let patch: String? }
        struct Needed: Decodable { let patch: String }
        func questions(_ type: any Decodable.Type, answers: [Bool]) -> [String] {
            let asked = Asked(answers)
            _ = try? type.init(from: asked)
            return asked.questions
        }
        #expect(questions(Spare.self, answers: [false]) == ["contains"])
        #expect(questions(Spare.self, answers: [true, true]) == ["contains", "decodeNil"])
        #expect(
            questions(Spare.self, answers: [true, false]) == ["contains", "decodeNil", "decode"])
        #expect(questions(Needed.self, answers: []) == ["decode"])
    }

    @Test("The types that step 8 calls special do not decode themselves, and other types do")
    func specialTypes() throws {
        #expect(try query(Float.self, "=8.9") == 8.9)
        #expect(try query(URL.self, "=a").absoluteString == "a")
        #expect(try query(Data.self, "=AQI=") == Data([1, 2]))
        #expect(try query(Decimal.self, "=8.9") == Decimal(string: "8.9"))
        let asks: [(any Decodable.Type, ContainerRequest)] = [
            (URL.self, .keyed), (Decimal.self, .keyed), (Data.self, .unkeyed),
            (Date.self, .singleValue), (UUID.self, .singleValue),
        ]
        for (type, request) in asks {
            #expect(throws: request) { _ = try type.init(from: EmptyDecoder()) }
        }
        let noon = "=2018-07-22T12:00:00Z"
        #expect(failure { try query(Date.self, noon) }?.kind == .typeMismatch)
        var decoder = QueryDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let date = Date(timeIntervalSince1970: 1_532_260_800)
        #expect(try decoder.decode(Date.self, from: noon) == date)
    }

    @Test("The containers do what those of JSONDecoder do")
    func containers() throws {
        for (json, text) in [
            ("[null]", "[0]"),
            (
                #"["a", null, ["b"], {"a": "c"}]"#,
                "[0]=a&[1]&[2][0]=b&[3].a=c"
            ),
            (#"{"a": null}"#, "a"), (#"{"a": "x", "b": ["y"]}"#, "a=x&b[0]=y"),
            (#"{"a": {"a": "x"}}"#, "a.a=x"),
            (#""a""#, "=a"),
        ] {
            let expected = try JSONDecoder().decode(Protocol.self, from: Data(json.utf8))
            let found = try query(Protocol.self, text).lines
            #expect(
                found == expected.lines,
                "\(text): \(Set(found).symmetricDifference(expected.lines).sorted())")
        }
    }

    @Test("userInfo reaches the decoders and encoders of nested values")
    func userInfo() throws {
        let text = "list[0].a[]&nested.super[]&named.a[]&array[0][]"
        var decoder = QueryDecoder()
        decoder.userInfo[Self.languageKey] = "de"
        #expect(try decoder.decode(Languages.self, from: text).found == ["de", "de", "de", "de"])
        var encoder = QueryEncoder()
        encoder.userInfo[Self.languageKey] = "de"
        #expect(try encoder.encode(Languages(found: [])) == "all%5B0%5D=de&all%5B1%5D=de&super=de")
    }

    // MARK: - The encoder

    @Test("A later value replaces an earlier one; what throws leaves nothing")
    func replaced() throws {
        struct Twice: Encodable {
            enum CodingKeys: CodingKey { case a, b }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .a)
                try container.encodeNil(forKey: .a)
                try container.encode(2, forKey: .a)
                try? container.encode(Failing(), forKey: .b)
                var again = encoder.container(keyedBy: CodingKeys.self)
                var nested = again.nestedUnkeyedContainer(forKey: .b)
                try? nested.encode(Failing())
                try nested.encode(3)
                #expect(nested.count == 1)
            }
        }
        #expect(try QueryEncoder().encode(Twice()) == "a=2&b%5B0%5D=3")
    }

    @Test("Two containers in one place, and nothing at all, are invalidValue, never a trap")
    func contradictions() throws {
        struct Contradiction: Encodable {
            func encode(to encoder: any Encoder) throws {
                _ = encoder.unkeyedContainer()
                var container = encoder.container(keyedBy: QueryKey.self)
                try container.encode(1, forKey: QueryKey(stringValue: "name"))
            }
        }
        struct TwoValues: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(1)
                try container.encode(2)
            }
        }
        struct Nothing: Encodable { func encode(to encoder: any Encoder) throws {} }
        let values: [any Encodable] = [
            Contradiction(), [TwoValues()], Nothing(),
        ]
        for value in values {
            #expect(failure { try QueryEncoder().encode(value) }?.kind == .invalidValue)
        }
        let tooDeep = try onDeepStack {
            failure { try QueryEncoder().encode(Nest(depth: 600)) }?.kind
        }
        #expect(tooDeep == .invalidValue)
        #expect((try? QueryEncoder().encode([Nothing()])) == "%5B0%5D%5B%5D")
    }

    @Test("A query goes through a URL; with brackets as they are, it is encoded twice")
    func inURLs() throws {
        let value = ["to": ["a b&c=d+e", "[é]%"]]
        let text = try QueryEncoder().encode(value)
        let url = try #require(URL(string: "https://api.example/launches?\(text)"))
        #expect(url.query() == text)
        #expect(try query([String: [String]].self, try #require(url.query())) == value)
        var components = try #require(URLComponents(string: "https://api.example"))
        components.percentEncodedQuery = text
        #expect(components.url?.query() == text)
        #expect(try query([String: [String]].self, "to[0]=a") == ["to": ["a"]])
        let raw = try #require(URL(string: "https://api.example/?to[0]=a%20b"))
        #expect(raw.query() == "to%5B0%5D=a%2520b")
    }

    @Test("A date is written as it is read; ISO 8601 has whole seconds")
    func dates() throws {
        let date = Date(timeIntervalSince1970: 1_532_238_600.25)
        #expect(try roundTrip(date) == date)
        var encoder = QueryEncoder()
        encoder.dateEncodingStrategy = .iso8601
        #expect(try encoder.encode(date) == "=2018-07-22T05:50:00Z")
    }

    // MARK: - Both ways

    @Test("A tree that is read and written is the same tree, and nothing traps")
    func fuzz() throws {
        var random = SeededNumbers(seed: 12)
        let pieces = [
            "a", "b", ".", "..", "[", "]", "[0]", "[1]", "[]", "[99999999999]", "=", "=", "&", "&",
            "%", "%2", "%5B", "%5D", "%5C", "%00", "%FF", "%C3%A9", "+", "\\", "é", "e\u{301}",
            "\u{301}", "\r\n", "0", "-1", "1e999", "nan", "true", "super", "👩‍🚀", "\u{0}",
        ]
        var read = 0
        for _ in 0..<4_000 {
            let count = Int.random(in: 0...12, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let value = try? QueryValue(parsing: text) else { continue }
            read += 1
            #expect(try QueryValue(parsing: value.query) == value, "\(text)")
            _ = try? query([String: [Double?]].self, text)
            _ = try? query([Int: [String: Bool]].self, text)
            _ = try? query(Protocol.self, text)
            _ = try? query(Flight.self, text)
        }
        #expect(read > 400)
        for _ in 0..<500 {
            let bytes = (0..<30).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = try? QueryValue(parsing: String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("Deep nesting and long queries are read or refused", .timeLimit(.minutes(1)))
    func deepAndLong() throws {
        for piece in ["[", "[0]", ".", ".a", "[0].a", "%5B0%5D"] {
            let text = "a" + String(repeating: piece, count: 200_000)
            let kind = try onDeepStack { failure { try query(Nest.self, text) }?.kind }
            #expect(kind == .dataCorrupted)
        }
        #expect(try onDeepStack { try roundTrip(Nest(depth: 511)).depth } == 511)
        let many = (0..<20_000).reversed().map { "[\($0)]=\($0)" }.joined(separator: "&")
        #expect(try query([Int].self, many) == Array(0..<20_000))
    }

    @Test("What Swift's own types write comes back")
    func roundTrips() throws {
        #expect(try roundTrip([nil, 1, nil] as [Int?]) == [nil, 1, nil])
        #expect(try roundTrip(["": ["": [""]]]) == ["": ["": [""]]])
        #expect(try roundTrip([[[Int]]]()) == [])
        #expect(try roundTrip([[], [[]], [[1], []]] as [[[Int]]]) == [[], [[]], [[1], []]])
        #expect(try roundTrip([1: "a", -2: "b"]) == [1: "a", -2: "b"])
        #expect(try roundTrip(["a": nil, "b": 1] as [String: Int?]) == ["a": nil, "b": 1])
        #expect(try roundTrip(-0.0).sign == .minus)
        #expect(try roundTrip(Float.pi) == .pi)
        #expect(try roundTrip(0.1 + 0.2) == 0.1 + 0.2)
        #expect(try roundTrip(Data([0, 255])) == Data([0, 255]))
        #expect(try roundTrip(Data()) == Data())
        let decimal = try #require(Decimal(string: "-12345678901234567890.12345"))
        #expect(try roundTrip(decimal) == decimal)
        let range: ClosedRange<Int> = 1...5
        #expect(try roundTrip(range) == range)
        let id = UUID()
        #expect(try roundTrip(id) == id)
        enum Orbit: Codable, Equatable {
            case none
            case named(String)
            case at(km: Int, tilt: Double?)
        }
        let orbits: [Orbit] = [.none, .named("GTO"), .at(km: 408, tilt: nil), .at(km: 1, tilt: 2)]
        #expect(try roundTrip(orbits) == orbits)
    }

    // MARK: - The finished model

    @Test("One flight comes out the same from five formats")
    func finishedModel() throws {
        let flight = Flight(
            mission: "Telstar 19V", number: 65, date: Date(timeIntervalSince1970: 1_532_238_600),
            success: true,
            patch: Link(try #require(URL(string: "https://images.example/5jklZkPz_o.png"))),
            payloads: [Payload(name: "Telstar 19V", orbit: "GTO"), Payload(name: "B", orbit: nil)],
            timeline: ["liftoff": 0, "meco": 150])
        let json = JSONEncoder()
        json.dateEncodingStrategy = .iso8601
        var query = QueryEncoder()
        query.dateEncodingStrategy = .iso8601
        let xml = PropertyListEncoder()
        xml.outputFormat = .xml
        let json5 = """
            // By hand
            {mission: 'Telstar 19V', number: 65, date: '2018-07-22T05:50:00Z', success: true,
             patch: 'https://images.example/5jklZkPz_o.png', timeline: {liftoff: 0, meco: 150},
             payloads: [{name: 'Telstar 19V', orbit: 'GTO'}, {name: 'B', orbit: null},],}
            """
        let byHand = """
            mission=Telstar+19V&number=65&date=2018-07-22T05:50:00Z&success=true&payloads[1].name=B&\
            payloads[0].name=Telstar+19V&payloads[0].orbit=GTO&timeline.liftoff=0&timeline.meco=150&\
            patch=https://images.example/5jklZkPz_o.png

            """
        let documents = [
            try json.encode(flight), Data(json5.utf8), try xml.encode(flight),
            try PropertyListEncoder().encode(flight), Data(try query.encode(flight).utf8),
            Data(byHand.utf8),
        ]
        for document in documents {
            #expect(try Lesson12.decode(document) as? Flight == flight)
        }
        let lists = [try json.encode([flight]), try xml.encode([flight])]
        for document in lists {
            #expect(try Lesson12.decode(document) as? [Flight] == [flight])
        }
        for broken in ["", "<plist>", "{", "mission=%", "\u{0}"] {
            #expect(failure { try Lesson12.decode(Data(broken.utf8)) } != nil)
        }
    }

    @Test("A link is a string in every format, and junk is refused at its place")
    func links() throws {
        let xml = Data("<plist><array><string>https://a.example</string></array></plist>".utf8)
        let links = try PropertyListDecoder().decode([Link].self, from: xml)
        #expect(links.map(\.url.absoluteString) == ["https://a.example"])
        let failure = failure { try query([Link].self, "[0]=") }
        #expect(failure?.kind == .dataCorrupted)
        #expect(failure?.codingPath.description == "[0]")
    }

    // MARK: - Helpers

    private func query<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try QueryDecoder().decode(type, from: text)
    }

    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try QueryDecoder().decode(Value.self, from: QueryEncoder().encode(value))
    }
}

private struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        throw CancellationError()
    }
}

/// A decoder that writes down what its container is asked, and gives the answers in their order.
private final class Asked: Decoder {
    private(set) var questions: [String] = []
    private var answers: [Bool]

    init(_ answers: [Bool]) { self.answers = answers }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    fileprivate func answer(_ question: String) -> Bool {
        questions.append(question)
        return answers.isEmpty ? false : answers.removeFirst()
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Container<Key>(asked: self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw CancellationError() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw CancellationError()
    }

    private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let asked: Asked
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }
        func contains(_ key: Key) -> Bool { asked.answer("contains") }
        func decodeNil(forKey key: Key) -> Bool { asked.answer("decodeNil") }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            _ = asked.answer("decode")
            throw CancellationError()
        }
        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> { throw CancellationError() }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw CancellationError()
        }
        func superDecoder() throws -> any Decoder { throw CancellationError() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw CancellationError() }
    }
}

/// Arrays in arrays.
private struct Nest: Codable {
    let depth: Int

    init(depth: Int) { self.depth = depth }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        depth = container.isAtEnd ? 0 : try container.decode(Nest.self).depth + 1
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if depth > 0 { try container.encode(Nest(depth: depth - 1)) }
    }
}

/// Collects what is in `userInfo` in decoders and encoders of all kinds.
private struct Languages: Codable {
    let found: [String]

    enum CodingKeys: CodingKey { case list, nested, named, array, all }

    init(found: [String]) { self.found = found }

    init(from decoder: any Decoder) throws {
        func language(_ decoder: any Decoder) -> String {
            decoder.userInfo[Lesson12Tests.languageKey] as? String ?? "none"
        }
        struct One: Decodable {
            let language: String
            init(from decoder: any Decoder) {
                language = decoder.userInfo[Lesson12Tests.languageKey] as? String ?? "none"
            }
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let list = try container.decode([[String: One]].self, forKey: .list)
        let nested = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .nested)
        var array = try container.nestedUnkeyedContainer(forKey: .array)
        found =
            list.flatMap { $0.values.map(\.language) } + [
                language(try nested.superDecoder()),
                language(try container.superDecoder(forKey: .named)),
                language(try array.superDecoder()),
            ]
    }

    func encode(to encoder: any Encoder) throws {
        struct One: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                let language = encoder.userInfo[Lesson12Tests.languageKey] as? String
                try container.encode(language ?? "none")
            }
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try One().encode(to: container.superEncoder())
        var all = container.nestedUnkeyedContainer(forKey: .all)
        try all.encode(One())
        try One().encode(to: all.superEncoder())
    }
}

/// Writes down what the containers of a decoder answer to every question.
private struct Protocol: Decodable {
    var lines: [String] = []

    enum CodingKeys: CodingKey { case a, b, missing }

    init(from decoder: any Decoder) throws {
        func note(_ question: String, _ answer: () throws -> Any) {
            do {
                lines.append("\(question): \(try answer())")
            } catch {
                let explanation = Explanation(of: error)
                lines.append("\(question): \(explanation.kind) \(explanation.codingPath)")
            }
        }
        note("nil") { try decoder.singleValueContainer().decodeNil() }
        note("text") { try decoder.singleValueContainer().decode(String.self) }
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            note("keys") { container.allKeys.map(\.stringValue).sorted() }
            for key in [CodingKeys.a, .b, .missing] {
                note("contains") { container.contains(key) }
                note("nil") { try container.decodeNil(forKey: key) }
                note("text") { try container.decode(String.self, forKey: key) }
                note("optional") { try container.decodeIfPresent(String.self, forKey: key) as Any }
                note("object") {
                    try container.nestedContainer(keyedBy: CodingKeys.self, forKey: key).codingPath
                        .map(\.stringValue)
                }
                note("array") {
                    try container.nestedUnkeyedContainer(forKey: key).codingPath.map(\.stringValue)
                }
                note("super") {
                    try container.superDecoder(forKey: key).codingPath.map(\.stringValue)
                }
                note("super text") { try String(from: container.superDecoder(forKey: key)) }
            }
            note("super") { try container.superDecoder().codingPath.map(\.stringValue) }
            note("super text") { try String(from: container.superDecoder()) }
        }
        guard var container = try? decoder.unkeyedContainer() else { return }
        note("count") { container.count ?? -1 }
        for _ in 0..<6 {
            note("index") { "\(container.currentIndex) \(container.isAtEnd)" }
            note("number") { try container.decode(Int.self) }
            // At its end, the container of JSONDecoder goes on counting here.
            if !container.isAtEnd {
                note("optional") { try container.decodeIfPresent(Int.self) as Any }
            }
            note("object") {
                try container.nestedContainer(keyedBy: CodingKeys.self).codingPath
                    .map(\.stringValue)
            }
            note("array") { try container.nestedUnkeyedContainer().codingPath.map(\.stringValue) }
            note("nil") { try container.decodeNil() }
            note("super") { try container.superDecoder().codingPath.map(\.stringValue) }
        }
    }
}

/// Numbers that are the same in each run (SplitMix64, by Steele, Lea and Flood).
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
