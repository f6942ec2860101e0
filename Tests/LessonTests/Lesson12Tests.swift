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
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        // The encoder of property lists and the parser of XML are the system's own.
        try await checkPages(of: Lesson12.self, stepsThatDiffer: [1, 2, 3, 4])
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

    @Test("A property list has an array, a dictionary or data at its root when it is written")
    func propertyListRoots() throws {
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            let roots: [any Encodable] = [[1], ["a": 1], Data([1, 2])]
            for root in roots { #expect(throws: Never.self) { try encoder.encode(root) } }
            let others: [any Encodable] = ["a", 1, 1.5, true, Date()]
            for other in others {
                #expect(failure { try encoder.encode(other) }?.kind == .invalidValue)
            }
        }
    }

    @Test("The decoder of property lists reads the oldest form, and no other XML")
    func otherForms() throws {
        let decoder = PropertyListDecoder()
        let old = Data(#"{ mission = "CRS-15"; }"#.utf8)
        #expect(try decoder.decode([String: String].self, from: old) == ["mission": "CRS-15"])
        let other = Data("<launch><mission>CRS-15</mission></launch>".utf8)
        let failure = failure { try decoder.decode([String: String].self, from: other) }
        #expect(failure?.kind == .dataCorrupted)
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
        "JSON5 has what step 5 lists, and only with the option",
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

    #if os(Linux)
        @Test("One comma at the end of an array is read without the option")
        func commaAtTheEnd() throws {
            let decoder = JSONDecoder()
            #expect(try decoder.decode([Int].self, from: Data("[5,]".utf8)) == [5])
            #expect(failure { try decoder.decode([Int].self, from: Data("[5,,]".utf8)) } != nil)
        }
    #endif

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

    @Test("An error of a value ends at its key, and one of an absent key at the object")
    func endsOfPaths() {
        struct Badge: Decodable { let number: Int }
        let many = failure { try query([Badge].self, "[0].number=many") }
        #expect(many?.kind == .typeMismatch)
        #expect(many?.codingPath.description == "[0].number")
        let absent = failure { try query([Badge].self, "[0].name=Joe") }
        #expect(absent?.kind == .keyNotFound)
        #expect(absent?.codingPath.description == "[0]")
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

    @Test("The types that step 9 calls special do not decode themselves, and other types do")
    func specialTypes() throws {
        #expect(try query(Float.self, "=8.9") == 8.9)
        #expect(try query(URL.self, "=a").absoluteString == "a")
        #expect(try query(Data.self, "=AQI=") == Data([1, 2]))
        #expect(try query(Decimal.self, "=8.9") == Decimal(string: "8.9"))
        let asks: [(any Decodable.Type, Question)] = [
            (URL.self, .keyed), (Decimal.self, .keyed), (Data.self, .unkeyed),
            (Date.self, .singleValue), (UUID.self, .singleValue),
        ]
        for (type, question) in asks { #expect(whatAsks(type) as? Question == question) }
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
        decoder.userInfo[languageKey] = "de"
        #expect(try decoder.decode(Languages.self, from: text).found == ["de", "de", "de", "de"])
        var encoder = QueryEncoder()
        encoder.userInfo[languageKey] = "de"
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
            _ = try? query(Launch.self, text)
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

    /// Eleven programs are compiled for it.
    @Test(
        "Every model of the exercises before goes through a query",
        .enabled(if: ProcessInfo.processInfo.environment["TESTS"] == "all"),
        arguments: Models.all)
    func models(_ models: Models) throws {
        let lesson = packageFolder.appendingPathComponent("Lessons/12-BeyondJSON")
        let paths =
            ["QueryValue", "QueryDecoder", "QueryEncoder"].map {
                lesson.appendingPathComponent("\($0).swift")
            } + [packageFolder.appendingPathComponent("Solutions/Exercise\(models.exercise).swift")]
        let files = try paths.map { path in
            try String(contentsOf: path, encoding: .utf8)
                .replacing("import ExerciseSupport\n", with: "")
        }
        let program = try SwiftProgram(
            files: [
                "for _ in 0..<200 { values() }\nprint(count, \"values\")", Models.start,
                "import Foundation\nfunc values() {\n\(models.program)\n}",
            ] + files, module: "Exercise\(models.exercise)")
        #expect(program.errors == 0)
        #expect(try program.run() == "\(models.count * 200) values\n")
    }

    // MARK: - The finished model

    @Test("One launch comes out the same from five formats")
    func finishedModel() throws {
        let launch = Launch(
            mission: "Telstar 19V", flight: 65, date: Date(timeIntervalSince1970: 1_532_238_600),
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
            {mission: 'Telstar 19V', flight: 65, date: '2018-07-22T05:50:00Z', success: true,
             patch: 'https://images.example/5jklZkPz_o.png', timeline: {liftoff: 0, meco: 150},
             payloads: [{name: 'Telstar 19V', orbit: 'GTO'}, {name: 'B', orbit: null},],}
            """
        let byHand = """
            mission=Telstar+19V&flight=65&date=2018-07-22T05:50:00Z&success=true&payloads[1].name=B&\
            payloads[0].name=Telstar+19V&payloads[0].orbit=GTO&timeline.liftoff=0&timeline.meco=150&\
            patch=https://images.example/5jklZkPz_o.png

            """
        let documents = [
            try json.encode(launch), Data(json5.utf8), try xml.encode(launch),
            try PropertyListEncoder().encode(launch), Data(try query.encode(launch).utf8),
            Data(byHand.utf8),
        ]
        for document in documents {
            #expect(try Lesson12.decode(document) as? Launch == launch)
        }
        let lists = [try json.encode([launch]), try xml.encode([launch])]
        for document in lists {
            #expect(try Lesson12.decode(document) as? [Launch] == [launch])
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
            decoder.userInfo[languageKey] as? String ?? "none"
        }
        struct One: Decodable {
            let language: String
            init(from decoder: any Decoder) {
                language = decoder.userInfo[languageKey] as? String ?? "none"
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
                try container.encode(encoder.userInfo[languageKey] as? String ?? "none")
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

/// A program that sends random values of an exercise's models through a query. It is compiled
/// together with the exercise's solution, so no model is copied here.
struct Models: CustomTestStringConvertible {
    let exercise: String
    /// How many models there are.
    let count: Int
    /// The lines that send one value of each.
    let program: String

    var testDescription: String { "exercise \(exercise)" }
}

extension Models {
    static let all = [
        Models(
            exercise: "01", count: 5,
            program: """
                var train: [String: Any] {
                    ["number": text, "destination": text, "cars": int, "hasSleepingCars": bool]
                }
                roundTrip(Train.self, train)
                reads(Board.self, ["station": text, "trains": list { train }])
                reads(Departure.self, ["train": text, "delay": optional(int)])
                reads(
                    Compartment.self,
                    ["car": int, "berths": optional(int), "breakfast": optional(bool)])
                reads(Announcement.self, ["train": text, "status": one("on time", "departed")])
                """),
        Models(
            exercise: "02", count: 5,
            program: """
                roundTrip(Booking.self, ["bookingNumber": text, "passengerName": text, "ticketUrl": url])
                reads(
                    Reservation.self,
                    ["berth": int, "payment_received": bool, "window_side": bool, "remark": optional(text)])
                roundTrip(Passenger.self, ["name": text, "language": text])
                roundTrip(
                    Offer.self,
                    ["trainNumber": text, "freeBerths": list { ["carNumber": int, "priceInCents": int] }])
                roundTrip(Assignment.self, ["passenger": text, one("berth", "bed") as! String: int])
                """),
        Models(
            exercise: "03", count: 6,
            program: """
                reads(Departure.self, ["train": text, "departs": double])
                reads(Arrival.self, ["train": text, "arrives": double])
                roundTrip(Passage.self, ["signal": text, "passed": double])
                reads(Ticket.self, ["ticket": text, "sold": double])
                let days = ["2026-11-22", "2026-03-29", "1999-12-31"]
                roundTrip(Service.self, ["train": text, "serviceDay": one(days)])
                reads(Disruption.self, ["line": text, "until": one(days)])
                """),
        Models(
            exercise: "04", count: 7,
            program: """
                let price = Decimal(Int.random(in: -999_999...999_999, using: &random)) / 100
                reads(Fare.self, ["place": text, "price": price])
                roundTrip(Car.self, ["number": int, "occupancy": double])
                sends(Car(number: 1, occupancy: one(.nan, .infinity, -.infinity)))
                reads(Ticket.self, ["passenger": text, "barcode": data])
                let berth = one([int, "7"] as [Any])
                reads(Reservation.self, ["car": int, "berth": berth])
                roundTrip(Payment.self, ["train": text, "amount": price])
                reads(DiningCar.self, ["menu": optional(url)])
                """),
        Models(
            exercise: "05", count: 5,
            program: """
                roundTrip(Station.self, ["name": text, "operatedBy": text])
                roundTrip(
                    Place.self,
                    [
                        "name": text,
                        "address": ["city": text, "position": ["latitude": double, "longitude": double]],
                    ])
                let lounge: Any = optional(["seats": int])
                let station: [String: Any] = ["station": text]
                reads(Comfort.self, bool ? station : station.merging(["lounge": lounge]) { $1 })
                roundTrip(
                    Equipment.self,
                    ["station": text, "facilities": bool ? [:] as [String: Int] : ["lift": int, "bike stand": int]])
                roundTrip(
                    Directory.self,
                    [text: ["name": text, "platforms": int], "X.[1]": ["name": text, "platforms": int]])
                """),
        Models(
            exercise: "06", count: 5,
            program: """
                reads(
                    Route.self, ["train": text, "stops": list { ["station": ["name": text]] }])
                roundTrip(Stop.self, [text, text])
                roundTrip(Marker.self, ["station": text, "coordinates": [double, double]])
                roundTrip(
                    [Announcement].self,
                    list {
                        one([
                            ["type": "delay", "minutes": int], ["type": "platform", "platform": text],
                            ["type": "message", "text": text],
                        ])
                    })
                let stops = list { one([[text, text], [text], text] as [Any]) }
                let table = try! JSONDecoder().decode(Timetable.self, from: Data(json(stops).utf8))
                let query = tree(stops).query
                let other = try! QueryDecoder().decode(Timetable.self, from: query)
                check(table.stops, other.stops, query)
                check(table.dropped.map { $0.index }, other.dropped.map { $0.index }, query)
                count += 1
                """),
        Models(
            exercise: "07", count: 6,
            program: """
                let car = ["number": text, "maxSpeed": int] as [String: Any]
                roundTrip(SleepingCar.self, car.merging(["berths": int]) { $1 })
                roundTrip(CouchetteCar.self, ["compartments": int, "super": car])
                roundTrip(DiningCar.self, ["number": text, "tables": int, "car": car])
                roundTrip(
                    Wheelset.self, ["inventoryNumber": text, "boughtIn": int, "diameter": int])
                roundTrip(SeatingCar.self, car.merging(["seats": int]) { $1 })
                let cars: [[String: Any]] = [
                    ["type": "van"], ["type": "seating", "seats": int], ["type": "sleeping", "berths": int],
                ]
                roundTrip(
                    Train.self, ["name": text, "cars": list { one(cars).merging(car) { $1 } }])
                """),
        Models(
            exercise: "08", count: 3,
            program: """
                let times = DateFormatter()
                times.locale = Locale(identifier: "en_US_POSIX")
                times.timeZone = TimeZone(identifier: "UTC")
                times.dateFormat = "yyyy-MM-dd HH:mm"
                let version = one(Feed.Version.v1, .v2)
                userInfo[.feed] = Feed(
                    version: version, times: times, site: URL(string: "https://nighttrain.example")!)
                let number = version == .v1 ? "train" : "number"
                let departure: [String: Any] = [number: text, "departs": "2026-11-22 21:10"]
                roundTrip(Departure.self, departure)
                roundTrip(Notice.self, ["title": text, "page": url])
                roundTrip(
                    Timetable.self, ["station": text, "map": url, "departures": list { departure }])
                """),
        Models(
            exercise: "09", count: 4,
            program: """
                roundTrip(Report.self, ["train": text, "status": one(["delayed", "cancelled", text])])
                reads(Delay.self, ["train": text, one("minutes", "delay") as! String: int])
                reads(Delay.self, ["train": text, "minutes": "12"])
                reads(Closure.self, ["line": text, "firstKilometer": 3, "lastKilometer": 7])
                """),
        Models(
            exercise: "10", count: 6,
            program: """
                let failure: [String: Any] = ["error": ["code": int, "message": text]]
                let payload: [String: Any] = ["data": list { int }]
                reads(Reply<[Int]>.self, one(payload, failure))
                roundTrip(
                    Settings.self,
                    ["language": text, "sound": optional(bool), "reminder": int, "favorites": list { text }])
                roundTrip(Patch.self, ["booking": text, "berth": optional(int), "note": optional(text)])
                let trip: [String: Any] = ["number": text, "from": text, "to": text]
                func trips(_ more: [String: Any]) -> [String: Any] {
                    ["user": text, "trips": list { trip.merging(more) { $1 } }]
                }
                roundTrip(SavedTrips.self, trips(["cents": int]))
                reads(FileV1.self, trips(["train": text, "route": "Wien > Roma", "price": double]))
                reads(FileV2.self, trips(["price": double]))
                """),
        Models(
            exercise: "11", count: 4,
            program: """
                var departure: [String: Any] {
                    ["train": text, "to": text, "time": double, "platform": optional(int)]
                }
                reads(Station.self, ["code": text, "name": text])
                reads(Departure.self, departure)
                reads(Board.self, ["departures": list { departure }])
                reads(Train.self, ["id": text, "name": text, "cars": int])
                """),
    ]

    /// What all these programs need: random values, and what is done with them.
    static let start = #"""
        import Foundation

        struct Numbers: RandomNumberGenerator {
            var state: UInt64
            mutating func next() -> UInt64 {
                state = state &* 6364136223846793005 &+ 1442695040888963407
                return (state >> 33) | (state << 31)
            }
        }
        nonisolated(unsafe) var random = Numbers(state: 12)
        nonisolated(unsafe) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        nonisolated(unsafe) var count = 0

        func one<T>(_ values: T...) -> T { one(values) }
        func one<T>(_ values: [T]) -> T { values.randomElement(using: &random)! }
        func optional(_ value: Any) -> Any { one([value, NSNull()]) }
        func list(_ element: () -> Any) -> [Any] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in element() }
        }
        var bool: Bool { Bool.random(using: &random) }
        var int: Int { one(0, -1, 7, .max, .min, Int.random(in: -999...999, using: &random)) }
        var double: Double { one(0, -0.5, 8.9, 1e-7, 1e15, Double.random(in: -1e6...1e6, using: &random)) }
        var url: String { one("https://nighttrain.example/a?b=c&d=e%20f#g", "https://a.example") }
        var data: String { Data("ABC\u{0}".utf8.prefix(int == 0 ? 0 : 4)).base64EncodedString() }
        var text: String {
            list { one("a", "Wien", " ", "&", "=", "+", "%", ".", "[", "]", "\\", "é", "e\u{301}",
                "\u{301}", "\n", "\u{0}", "👩‍🚀", "40", "true", "null", "super", ";", "#", "\"") }
                .map { "\($0)" }.joined()
        }

        /// The query of a JSON document.
        func tree(_ value: Any) -> QueryValue {
            switch value {
            case is NSNull: .null
            case let text as String: .text(text)
            case let object as [String: Any]: object.isEmpty ? .empty : .object(object.mapValues(tree))
            case let array as [Any]: array.isEmpty ? .empty : .array(array.map(tree))
            default: .text("\(value)")
            }
        }
        func json(_ value: Any) -> String {
            switch value {
            case is NSNull: "null"
            case let text as String: String(decoding: try! JSONEncoder().encode(text), as: UTF8.self)
            case let object as [String: Any]:
                "{" + object.map { "\(json($0)):\(json($1))" }.joined(separator: ",") + "}"
            case let array as [Any]: "[" + array.map(json).joined(separator: ",") + "]"
            default: "\(value)"
            }
        }
        /// Everything in a value, sorted: dictionaries have no order.
        func described(_ value: Any) -> [Substring] {
            var text = ""
            dump(value, to: &text)
            return text.split(separator: "\n").sorted()
        }
        func check(_ value: Any, _ other: Any, _ query: String) {
            if described(value) != described(other) { print(query, value, other) }
        }
        /// Decodes the document as JSON and as a query.
        @discardableResult
        func reads<T: Decodable>(_ type: T.Type, _ document: Any, counts: Bool = true) -> T {
            let decoder = JSONDecoder()
            decoder.userInfo = userInfo
            let value = try! decoder.decode(type, from: Data(json(document).utf8))
            let query = tree(document).query
            check(value, try! QueryDecoder(userInfo: userInfo).decode(type, from: query), query)
            if counts { count += 1 }
            return value
        }
        /// Encodes the value as a query, and decodes that.
        func sends<T: Codable>(_ value: T) {
            let query = try! QueryEncoder(userInfo: userInfo).encode(value)
            check(value, try! QueryDecoder(userInfo: userInfo).decode(T.self, from: query), query)
            count += 1
        }
        func roundTrip<T: Codable>(_ type: T.Type, _ document: Any) {
            sends(reads(type, document, counts: false))
        }
        """#
}
