import DecodingExplainer
import Foundation
import Testing

@testable import Lesson15

@Suite("Lesson 15 · Types of every shape")
struct Lesson15Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson15.self)
    }

    // MARK: - Enums with values

    @Test("A value's enum of keys has the name of its case, and another name is not looked at")
    func namesOfEnumsOfKeys() throws {
        enum Named: Codable {
            case moved(to: String)

            enum MovedCodingKeys: String, CodingKey {
                case to = "_0"
            }
        }
        enum Misnamed: Codable {
            case moved(to: String)

            enum MovedKeys: String, CodingKey {
                case to = "_0"
            }
        }
        let document = #"{"moved":{"_0":"LC-39A"}}"#
        guard case .moved("LC-39A") = try decode(Named.self, document) else {
            Issue.record("The name in the document should be _0")
            return
        }
        #expect(failure { try decode(Misnamed.self, document) }?.kind == .keyNotFound)
    }

    // MARK: - What the compiler accepts

    @Test("A struct may hold an array of itself, and an enum itself if it is indirect")
    func typesThatHoldThemselves() throws {
        #expect(try compiles("struct Comment: Codable { let replies: [Comment] }"))
        #expect(try !compiles("struct Comment: Codable { let reply: Comment? }"))
        #expect(try !compiles("enum Cause: Codable { case wind, hold(after: Cause) }"))
        #expect(try compiles("indirect enum Cause: Codable { case wind, hold(after: Cause) }"))
    }

    @Test("Ids of two owners are two types")
    func identifiers() throws {
        let id = "struct ID<Owner>: Hashable { let rawValue: String }"
        let program = "enum Beer {}; enum Brewery {}; func pour(_ id: ID<Beer>) {}"
        #expect(try compiles(id + "\n" + program + "; pour(ID<Beer>(rawValue: \"\"))"))
        #expect(try !compiles(id + "\n" + program + "; pour(ID<Brewery>(rawValue: \"\"))"))
    }

    @Test("A page of what cannot be decoded cannot be decoded")
    func genericTypes() throws {
        let page = "struct Page<Item> { let items: [Item] }"
        let decodable = page + "\nextension Page: Decodable where Item: Decodable {}\n"
        #expect(try compiles(decodable + "_ = Page<Int>.self as any Decodable.Type"))
        #expect(try !compiles(decodable + "_ = Page<Any>.self as any Decodable.Type"))
        #expect(try !compiles("struct Page<Item>: Decodable { let items: [Item] }"))
        let bound = "struct Page<Item: Codable>: Codable { let items: [Item] }\n"
        #expect(try !compiles(bound + "struct Row {}; _ = Page<Row>(items: [])"))
        #expect(
            try !compiles(bound + "struct Beer: Decodable {}; _ = Page<Beer>(items: [])"))
    }

    @Test("Neither tuples nor arrays of any kind of thing can be decoded")
    func whatIsNeverCodable() throws {
        #expect(try !compiles("struct Place: Codable { let place: (Double, Double) }"))
        #expect(
            try !compiles(
                "protocol Part: Codable {}\nstruct Rocket: Decodable { let parts: [any Part] }"))
    }

    @Test("For a type and a protocol of others, the compiler warns without @retroactive")
    func retroactive() throws {
        let body = "{ public init(from decoder: any Decoder) throws { self = \"a\" } }"
        let without = try SwiftProgram("extension Character: Decodable \(body)")
        let with = try SwiftProgram("extension Character: @retroactive Decodable \(body)")
        #expect(without.errors == 0 && without.warnings == 1)
        #expect(with.errors == 0 && with.warnings == 0)
    }

    @Test("Two modules with the same conformance build without a warning, and one of them is used")
    func twoModules() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("lesson-15-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func compile(_ name: String, _ text: String, _ options: [String]) throws -> String {
            let file = folder.appendingPathComponent("\(name).swift")
            try Data(text.utf8).write(to: file)
            let swiftc = ["swiftc", "-swift-version", "6", "-I.", "-module-name", name]
            return try SwiftProgram.output(of: swiftc + options + [file.path], in: folder)
        }
        for name in ["One", "Two"] {
            let said = try compile(
                name,
                """
                extension Character: @retroactive Encodable {
                    public func encode(to encoder: any Encoder) throws {
                        var container = encoder.singleValueContainer()
                        try container.encode("\(name)")
                    }
                }
                """, ["-parse-as-library", "-emit-module", "-emit-object", "-o", "\(name).o"])
            #expect(said == "")
        }
        let said = try compile(
            "Both",
            """
            import Foundation
            import One
            import Two
            let letters: [Character] = ["a"]
            print(String(decoding: try JSONEncoder().encode(letters), as: UTF8.self))
            """, ["One.o", "Two.o", "-o", "both"])
        #expect(said == "")
        let printed = try SwiftProgram.output(
            of: [folder.appendingPathComponent("both").path], in: folder)
        #expect([#"["One"]"#, #"["Two"]"#].contains { printed.hasPrefix($0) })
    }

    // MARK: - Any JSON

    @Test(
        "Any JSON comes back worth the same",
        arguments: [
            "null", "true", "[]", "{}", #""Ü\u0000\n""#, "9007199254740993", "0.1",
            "123456789012345678901234567890", "-12345678901234567890123456789012345678",
            "18446744073709551616", "1e100", "1e-100",
            #"{"":[null,{"a_b":{"c":[1,true,"1"]}}]}"#,
        ])
    func anyJSON(_ document: String) throws {
        let value = try decode(JSONValue.self, document)
        let again = try decode(JSONValue.self, String(decoding: try written(value), as: UTF8.self))
        #expect(again == value)
        if case .number(let number) = value {
            #expect(number == Decimal(string: document, locale: Locale(identifier: "en_US_POSIX")))
        }
    }

    @Test("How a number was written cannot be kept", arguments: ["1.0", "1e0", "1", "10e-1"])
    func formsOfNumbers(_ document: String) throws {
        let text = String(decoding: try written(decode(JSONValue.self, document)), as: UTF8.self)
        #expect(text == "1")
    }

    @Test("A Decimal has 38 digits, and a number beyond its exponents is an error")
    func edgesOfDecimal() throws {
        let digits = String(repeating: "7", count: 45)
        let value = try decode(JSONValue.self, digits)
        #expect(String(decoding: try written(value), as: UTF8.self) != digits)
        for document in ["1e400", "[1e200]", #"{"a":[1e-400]}"#] {
            #expect(failure { try decode(JSONValue.self, document) } != nil)
        }
    }

    @Test("An Int makes 0 of a number that is too small, and a Decimal refuses it", .swift63OnLinux)
    func orderOfTheTries() throws {
        #expect(try decode(Int.self, "1e-400") == 0)
        #expect(failure { try decode(Decimal.self, "1e-400") }?.kind == .dataCorrupted)
    }

    // MARK: - Levels

    @Test("JSONDecoder reads 512 levels", .swift63OnLinux)
    func levels() throws {
        // Each document is closed: one that ends at its last opening bracket can end the program.
        func isRead(_ levels: Int) -> Bool {
            let document =
                String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            return (try? decode(Anything.self, document)) != nil
        }
        #expect(isRead(512))
        #expect(!isRead(513))
    }

    // MARK: - What is left out

    @Test(
        "FoundationEssentials is enough for JSONDecoder, and a new Codable is not there yet",
        .swift63OnLinux)
    func otherLibraries() throws {
        #expect(
            try compiles(
                """
                import FoundationEssentials
                print(try JSONDecoder().decode(Int.self, from: Data("7".utf8)))
                """))
        #expect(try !compiles("import Foundation; let value: (any JSONDecodable)? = nil"))
    }

    // MARK: - The finished model

    @Test("A report comes back with all that this program does not know")
    func finishedModel() throws {
        let document = Data(
            #"""
            [{"id":"65","outcome":{"kind":"delayed","minutes":5},"comments":[],"price":0.1},
             {"id":"66","outcome":{"kind":"towed","by":["tug",9007199254740993]},
              "comments":[{"text":"a","replies":[{"text":"b","replies":[]}]}]}]
            """#.utf8)
        let reports = try #require(try Lesson15.decode(document) as? [Report])
        #expect(reports[0].ending == .delayed(minutes: 5))
        #expect(reports[0].others == ["price": .number(Decimal(1) / 10)])
        #expect(reports[1].comments[0].replies[0].text == "b")
        let before = try JSONDecoder().decode(JSONValue.self, from: document)
        #expect(try JSONDecoder().decode(JSONValue.self, from: written(reports)) == before)
    }

    @Test(
        "A report with a mistake is refused, and a known kind with one is not an unknown kind",
        arguments: [
            (#"{"outcome":{"kind":"landed"},"comments":[]}"#, Explanation.Kind.keyNotFound, ""),
            (#"{"id":7,"outcome":{"kind":"landed"},"comments":[]}"#, .typeMismatch, "id"),
            (#"{"id":"7","outcome":{"kind":"delayed"},"comments":[]}"#, .keyNotFound, "outcome"),
            (#"{"id":"7","outcome":{"kind":7},"comments":[]}"#, .typeMismatch, "outcome.kind"),
        ])
    func refusedReports(_ document: String, kind: Explanation.Kind, codingPath: String) {
        let failure = failure { try Lesson15.decode(Data(document.utf8)) }
        #expect(failure?.kind == kind)
        #expect(failure?.codingPath.description == codingPath)
    }

    @Test("Eight comments may be one inside the other, and nine may not")
    func depthOfComments() throws {
        func report(_ comments: Int) -> Data {
            let thread = String(decoding: thread(comments), as: UTF8.self)
            return Data(#"{"id":"7","outcome":{"kind":"landed"},"comments":[\#(thread)]}"#.utf8)
        }
        #expect(throws: Never.self) { try Lesson15.decode(report(8)) }
        let failure = failure { try Lesson15.decode(report(9)) }
        #expect(failure?.kind == .dataCorrupted)
        let replies = String(repeating: "[0].replies", count: 8)
        #expect(failure?.codingPath.description == "comments\(replies)[0]")
    }

    // MARK: - Raw values and standard types

    @Test("A raw value is written alone if it is a string, a number or a Bool")
    func rawValues() throws {
        struct Name: Codable, RawRepresentable { let rawValue: String }
        struct Count: Codable, RawRepresentable { let rawValue: Int64 }
        struct Share: Codable, RawRepresentable { let rawValue: Double }
        struct Flag: Codable, RawRepresentable { let rawValue: Bool }
        struct Link: Codable, RawRepresentable { let rawValue: URL }
        struct Moment: Codable, RawRepresentable { let rawValue: Date }
        struct Sizes: Codable, RawRepresentable { let rawValue: [Int] }
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try written(value), as: UTF8.self)
        }
        #expect(try text(Name(rawValue: "b7")) == #""b7""#)
        #expect(try text(Count(rawValue: 7)) == "7")
        #expect(try text(Share(rawValue: 1.5)) == "1.5")
        #expect(try text(Flag(rawValue: true)) == "true")
        let link = try #require(URL(string: "b7"))
        #expect(try text(Link(rawValue: link)) == #"{"rawValue":"b7"}"#)
        let moment = Moment(rawValue: Date(timeIntervalSinceReferenceDate: 7))
        #expect(try text(moment) == #"{"rawValue":7}"#)
        #expect(try text(Sizes(rawValue: [7])) == #"{"rawValue":[7]}"#)
    }

    @Test("An identifier that is a UUID is written with capital letters, and reads small ones")
    func uniqueIdentifiers() throws {
        let small = #""6e2d5a3c-8f0b-4c1d-9a7e-2b3c4d5e6f70""#
        let id = try decode(UniqueID<Report>.self, small)
        #expect(String(decoding: try written(id), as: UTF8.self) == small.uppercased())
        #expect(try decode(UniqueID<Report>.self, small.uppercased()) == id)
    }

    @Test("What the guide says of standard types")
    func standardTypes() throws {
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try written(value), as: UTF8.self)
        }
        #expect(try text(Duration.seconds(20)) == "[1,1553255926290448384]")
        #expect(try text([Int??.some(nil), nil, 5]) == "[null,null,5]")
        let mass = Measurement(value: 5, unit: UnitMass.grams)
        #expect(try text(mass).contains("converter"))
    }
}

/// A type that can be decoded from any document.
private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
}
