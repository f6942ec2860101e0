import DecodingExplainer
import Foundation
import Testing

@testable import Lesson06

@Suite("Lesson 06 · Unkeyed arrays")
struct Lesson06Tests {
    @Test("An array under a key is opened by nestedUnkeyedContainer(forKey:), both ways")
    func arrayUnderAKey() throws {
        struct Case: Codable, Equatable {
            var sizes: [Double] = []
            enum CodingKeys: CodingKey { case sizes }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                var list = try container.nestedUnkeyedContainer(forKey: .sizes)
                while !list.isAtEnd { sizes.append(try list.decode(Double.self)) }
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                var list = container.nestedUnkeyedContainer(forKey: .sizes)
                for size in sizes { try list.encode(size) }
            }
        }
        let document = Data(#"{"sizes": [12.2, 15.9]}"#.utf8)
        let bottles = try JSONDecoder().decode(Case.self, from: document)
        #expect(bottles.sizes == [12.2, 15.9])
        let written = try JSONEncoder().encode(bottles)
        #expect(
            try JSONDecoder().decode([String: [Double]].self, from: written) == [
                "sizes": [12.2, 15.9]
            ])
    }

    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson06.self)
    }

    @Test("An entry is written with its tag beside its value")
    func entryWithTag() throws {
        let written = try JSONEncoder().encode([Entry.note("Liftoff")])
        #expect(
            try JSONDecoder().decode([[String: String]].self, from: written) == [
                ["kind": "note", "text": "Liftoff"]
            ])
    }

    @Test("A maker is read from each of the three shapes")
    func threeShapes() throws {
        #expect(
            try decode([Makers].self, #"[{"name": "Both", "born": 1622}, ["A"], "B"]"#)
                == [.person(Person(name: "Both", born: 1622)), .names(["A"]), .name("B")])
    }

    // MARK: - The place in the list

    @Test("Nothing that fails moves on; superDecoder moves on whatever the element is")
    func movingOn() throws {
        var container = try unkeyedContainer(of: Data(#"["x", null, {"kind": 1}, [1]]"#.utf8))
        #expect(container.count == 4)
        #expect(throws: DecodingError.self) { try container.decode(Int.self) }
        #expect(throws: DecodingError.self) {
            try container.nestedContainer(keyedBy: Entry.CodingKeys.self)
        }
        #expect(throws: DecodingError.self) { try container.nestedUnkeyedContainer() }
        #expect(try container.decodeNil() == false)
        #expect(container.currentIndex == 0)

        _ = try container.superDecoder()
        #expect(container.currentIndex == 1)
        #expect(throws: DecodingError.self) { try container.decode(String.self) }
        #expect(container.currentIndex == 1)
        _ = try container.superDecoder()
        #expect(container.currentIndex == 2, "A null too")
        _ = try container.nestedContainer(keyedBy: Entry.CodingKeys.self)
        #expect(container.currentIndex == 3)
        #expect(!container.isAtEnd)
        _ = try container.nestedUnkeyedContainer()
        #expect(container.isAtEnd)
    }

    @Test("Read past its end, a container throws valueNotFound at the index, superDecoder too")
    func pastTheEnd() throws {
        var container = try unkeyedContainer(of: Data("[1]".utf8))
        _ = try container.decode(Int.self)
        let decoding = failure { try container.decode(Int.self) }
        #expect(decoding?.kind == .valueNotFound)
        #expect(decoding?.codingPath.description == "[1]")
        let opening = failure { try container.superDecoder() }
        #expect(opening?.kind == .valueNotFound)
        #expect(opening?.codingPath.description == "[1]")
    }

    @Test("An unkeyed container has to be a var to be read, a keyed one need not")
    func containersAreVariables() throws {
        func reading(_ introducer: String, _ container: String, _ value: String) -> String {
            """
            struct Sizes: Decodable {
                enum Keys: CodingKey { case first }
                let first: Int
                init(from decoder: any Decoder) throws {
                    \(introducer) container = try decoder.\(container)
                    first = try container.\(value)
                }
            }
            """
        }
        let read = "decode(Int.self)"
        #expect(try compiles(reading("var", "unkeyedContainer()", read)))
        #expect(try !compiles(reading("let", "unkeyedContainer()", read)))
        #expect(
            try compiles(
                reading("let", "container(keyedBy: Keys.self)", "decode(Int.self, forKey: .first)"))
        )
    }

    @Test("An array that is read past its end ends the program")
    func indexPastTheEnd() throws {
        let program = try SwiftProgram(
            """
            let pair = [-80.577, 28.562]
            print("before")
            print(pair[CommandLine.arguments.count + 1])
            print("after")
            """)
        #expect(program.errors == 0)
        let printed = try program.run()
        #expect(!printed.contains("after"))
    }

    // MARK: - The types of the lesson

    @Test(
        "A position without two numbers is refused at the place of what is missing",
        arguments: [
            ("[]", Explanation.Kind.valueNotFound, "[0]"),
            ("[1]", .valueNotFound, "[1]"),
            ("[1, null]", .valueNotFound, "[1]"),
            (#"[1, "2"]"#, .typeMismatch, "[1]"),
            (#"{"latitude": 1, "longitude": 2}"#, .typeMismatch, ""),
        ])
    func positions(_ document: String, kind: Explanation.Kind, codingPath: String) {
        let failure = failure { try decode(Position.self, document) }
        #expect(failure?.kind == kind)
        #expect(failure?.codingPath.description == codingPath)
    }

    @Test(
        "An entry without a tag, with an unknown one or without its value is refused at its place",
        arguments: [
            (#"[{"seconds": 1}]"#, Explanation.Kind.keyNotFound, "[0]"),
            (#"[{"kind": "hold"}]"#, .dataCorrupted, "[0].kind"),
            (#"[{"kind": "burn", "text": "x"}]"#, .keyNotFound, "[0]"),
            (#"[{"kind": "burn", "seconds": "x"}]"#, .typeMismatch, "[0].seconds"),
        ])
    func entries(_ document: String, kind: Explanation.Kind, codingPath: String) {
        let failure = failure { try decode([Entry].self, document) }
        #expect(failure?.kind == kind)
        #expect(failure?.codingPath.description == codingPath)
    }

    @Test("Entries and makers come back as they were written")
    func roundTrips() throws {
        let entries: [Entry] = [.note("burn"), .burn(seconds: 0)]
        #expect(
            try JSONDecoder().decode([Entry].self, from: JSONEncoder().encode(entries)) == entries)
        let makers: [Makers] = [
            .names([]), .name(""), .person(Person(name: "Jan Both", born: 1622)),
        ]
        #expect(
            try JSONDecoder().decode([Makers].self, from: JSONEncoder().encode(makers)) == makers)
    }

    @Test(
        "A maker's fault is reported inside its shape",
        arguments: [
            (#"["A", 2]"#, Explanation.Kind.typeMismatch, "[1]"),
            (#"{"name": "A"}"#, .keyNotFound, ""),
            ("null", .valueNotFound, ""),
            ("7", .typeMismatch, ""),
        ])
    func makers(_ document: String, kind: Explanation.Kind, codingPath: String) {
        let failure = failure { try decode(Makers.self, document) }
        #expect(failure?.kind == kind)
        #expect(failure?.codingPath.description == codingPath)
    }

    @Test("The compiler's enum wants one key that names a case, and passes over the others")
    func keysOfAnEnum() throws {
        enum Automatic: Codable, Equatable {
            case burn(seconds: Int)
            case note(text: String)
        }
        let one = #"{"by": "Ada", "burn": {"seconds": 150}}"#
        #expect(try decode(Automatic.self, one) == .burn(seconds: 150))
        let two = #"{"burn": {"seconds": 150}, "note": {"text": "Go"}}"#
        #expect(failure { try decode(Automatic.self, two) }?.kind == .typeMismatch)
        #expect(failure { try decode(Automatic.self, #"{"by": "Ada"}"#) }?.kind == .typeMismatch)
    }

    @Test("A joined text can be taken apart only where no element has the separator")
    func joining() {
        let names = ["GRACE-FO", "Iridium 51, 52"]
        #expect(names.joined(separator: ", ").components(separatedBy: ", ") != names)
        #expect(names.joined(separator: "\n").components(separatedBy: "\n") == names)
    }

    @Test("An array is written in the same way by an unkeyed container and by a Swift array")
    func waysToWriteAnArray() throws {
        struct Sizes: Encodable {
            let ounces: [Double]
            func encode(to encoder: any Encoder) throws { try ounces.encode(to: encoder) }
        }
        struct ByHand: Encodable {
            let ounces: [Double]
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                for size in ounces { try container.encode(size) }
            }
        }
        let encoder = JSONEncoder()
        #expect(
            try encoder.encode(Sizes(ounces: [12.2, 15.9]))
                == encoder.encode(ByHand(ounces: [12.2, 15.9])))
    }

    @Test("[Beer?] takes null")
    func optionalElements() throws {
        let beers = try decode([Beer?].self, #"[{"name": "A"}, null]"#)
        #expect(beers == [Beer(name: "A"), nil])
    }

    @Test("The lossy list keeps the index of what it drops, also side by side and at both ends")
    func lossy() throws {
        let list = try decode(
            LossyList<Beer>.self, #"[null, {"name": "A"}, {}, 7, [], {"name": "B"}, {"name": 1}]"#)
        #expect(list.elements.map(\.name) == ["A", "B"])
        #expect(list.dropped.map(\.index) == [0, 2, 3, 4, 6])
        let explained = list.dropped.map { Explanation(of: $0.error) }
        #expect(
            explained.map(\.kind) == [
                .valueNotFound, .keyNotFound, .typeMismatch, .typeMismatch, .typeMismatch,
            ])
        #expect(explained.last?.codingPath.description == "[6].name")
        #expect(failure { try decode(LossyList<Beer>.self, "{}") }?.kind == .typeMismatch)
    }

    @Test("A container of the element keeps the decoder's strategies, its initializer does not")
    func strategies() throws {
        struct Dates: Decodable {
            let direct: Date
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                direct = try Date(from: container.superDecoder())
            }
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let document = Data("[1532238600]".utf8)
        let liftoff = Date(timeIntervalSince1970: 1_532_238_600)
        #expect(try decoder.decode(LossyList<Date>.self, from: document).elements == [liftoff])
        #expect(try decoder.decode(Dates.self, from: document).direct != liftoff)
    }

    @Test("Paintings decode alone and in a list, and come back as they were")
    func finishedModel() throws {
        let skaters = """
            { "objectNumber": "SK-A-1718", "title": "Winter Landscape with Ice Skaters",
              "principalOrFirstMaker": "Hendrick Avercamp",
              "normalizedColors": [ { "percentage": 37, "hex": "#D2B48C" },
                { "percentage": 20, "hex": " #696969" } ] }
            """
        let one = try #require(try Lesson06.decode(Data(skaters.utf8)) as? Painting)
        #expect(one.objectNumber == "SK-A-1718")
        #expect(one.title == "Winter Landscape with Ice Skaters")
        #expect(one.makers == .name("Hendrick Avercamp"))
        #expect(one.palette.shares.map(\.hex) == ["#D2B48C", "#696969"])
        #expect(one.palette.shares.map(\.percentage) == [37, 20])
        let list = try #require(
            try Lesson06.decode(Data("[\(skaters), \(skaters)]".utf8)) as? [Painting])
        #expect(list.count == 2)

        let written = try sorted.encode(one)
        let read = try JSONDecoder().decode(Painting.self, from: written)
        #expect(try sorted.encode(read) == written)
        #expect(read.palette.shares.map(\.hex) == one.palette.shares.map(\.hex))
    }

    // MARK: - Helpers

    private var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }

    /// The array at the root of a document, to look at from outside.
    private func unkeyedContainer(of document: Data) throws -> any UnkeyedDecodingContainer {
        struct Opened: Decodable {
            let container: any UnkeyedDecodingContainer
            init(from decoder: any Decoder) throws {
                container = try decoder.unkeyedContainer()
            }
        }
        return try JSONDecoder().decode(Opened.self, from: document).container
    }
}
