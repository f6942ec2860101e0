import DecodingExplainer
import Foundation
import Testing

@testable import Lesson09
// On a Mac, Foundation has a Style too.
@testable import enum Lesson09.Style

@Suite("Lesson 09 · Error handling")
struct Lesson09Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson09.self)
    }

    @Test("The compiler does not warn of a case that an earlier one hides")
    func theFirstCaseThatFits() throws {
        let program = try SwiftProgram(
            """
            func hasty(_ error: any Error) -> Int {
                switch error {
                case is DecodingError: 0
                case DecodingError.keyNotFound: 1
                default: 2
                }
            }
            """)
        #expect(program.errors == 0 && program.warnings == 0)
    }

    @Test("any Error finds errorDescription, and no property with the name localizedDescription")
    func wordsForPeople() {
        struct NoMenu: LocalizedError {
            var errorDescription: String? { "Please ask at the bar." }
        }
        func shown(_ error: any Error) -> String { error.localizedDescription }
        #expect(shown(MenuUnavailable()) != MenuUnavailable().localizedDescription)
        #expect(shown(NoMenu()) == "Please ask at the bar.")
    }

    @Test(
        "A key that looks like a number, or like an index, stays a name in the line for the log",
        .swift63OnLinux)
    func aLineForTheLog() {
        for (key, place) in [
            ("77", "77[0].abv"), ("05", "05[0].abv"), ("Index 5", "Index 5[0].abv"),
            ("[5]", "[5][0].abv"), ("", "[0].abv"),
        ] {
            let document = #"{"\#(key)":[{"abv":null}]}"#
            let error = thrown { try decode([String: [Pour]].self, document) }
            #expect((error as? DecodingError).map { readable($0.path) } == place)
        }
        let unnamed = thrown { try decode([String: [String: Int]].self, #"{"":{"a":"x"}}"#) }
        #expect((unnamed as? DecodingError).map { readable($0.path) } == ".a")
    }

    // MARK: - What the toolchain does

    @Test(
        "localizedDescription has two texts for the four cases, and no key in them",
        .swift63OnLinux)
    func localizedDescriptions() {
        let documents = ["{}", #"{"taps":null}"#, #"{"taps":4}"#, "<html>"]
        let texts = documents.compactMap { document in
            thrown { try decode(Menu.self, document) }?.localizedDescription
        }
        #expect(texts.count == 4)
        #expect(Set(texts).count == 2)
        #expect(texts.allSatisfy { !$0.contains("taps") })
    }

    @Test(
        "A document that is not JSON, and a fraction for an integer, are dataCorrupted without a path",
        .swift63OnLinux)
    func refusals() {
        for document in ["", " \n", "<html>", #"{"ipa":"#, "[1,,2]", #"{"ipa":4.5}"#] {
            let error = thrown { try decode([String: Int].self, document) }
            guard case .dataCorrupted(let context)? = error as? DecodingError else {
                Issue.record("\(document) gave \(String(describing: error))")
                continue
            }
            #expect(context.codingPath.isEmpty)
        }
    }

    @Test("A switch over a DecodingError needs @unknown default")
    func unknownDefault() throws {
        let cases = "case .typeMismatch, .valueNotFound: 0; case .keyNotFound, .dataCorrupted: 1"
        let without = try SwiftProgram(
            "func name(_ error: DecodingError) -> Int { switch error { \(cases) } }")
        let with = try SwiftProgram(
            "func name(_ error: DecodingError) -> Int { switch error { \(cases); @unknown default: 2 } }"
        )
        #expect(without.errors == 1)
        #expect(with.errors == 0 && with.warnings == 0)
    }

    @Test("try! ends the program")
    func tryBang() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            FileHandle.standardOutput.write(Data(("before" + "hand").utf8))
            let numbers = try! JSONDecoder().decode([Int].self, from: Data("<html>".utf8))
            print("after" + "wards", numbers)
            """)
        let printed = try program.run()
        #expect(printed.contains("beforehand"))
        #expect(!printed.contains("afterwards"))
    }

    @Test("decodeIfPresent takes null and absent alike")
    func decodeIfPresent() throws {
        struct Hops: Decodable {
            let hops: [String]?
            enum CodingKeys: CodingKey { case hops }
            init(from decoder: any Decoder) throws {
                hops = try decoder.container(keyedBy: CodingKeys.self)
                    .decodeIfPresent([String].self, forKey: .hops)
            }
        }
        #expect(try decode(Hops.self, "{}").hops == nil)
        #expect(try decode(Hops.self, #"{"hops":null}"#).hops == nil)
        #expect(failure { try decode(Hops.self, #"{"hops":1}"#) }?.kind == .typeMismatch)
    }

    @Test("A context carries an error from elsewhere along")
    func underlyingError() {
        struct Elsewhere: Error {}
        struct Carrier: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath, debugDescription: "",
                        underlyingError: Elsewhere()))
            }
        }
        let error = thrown { try decode([Carrier].self, "[1]") }
        guard case .dataCorrupted(let context)? = error as? DecodingError else {
            Issue.record("It should be dataCorrupted")
            return
        }
        #expect(context.underlyingError is Elsewhere)
        #expect(context.codingPath.map(\.intValue) == [0])
    }

    // MARK: - The finished model

    @Test("A beer takes the old key, the number in quotes and a style that nobody knows")
    func finishedModel() throws {
        let list = Data(
            #"""
            [{"name":"Endeavor","alcohol_by_volume":8.9,"style":"ipa","hops":["Columbus"]},
             {"name":"Lawnmower","abv":"4.9","style":"gose","hops":null}]
            """#.utf8)
        let beers = try #require(try Lesson09.decode(list) as? [Beer])
        #expect(
            beers == [
                Beer(name: "Endeavor", abv: 8.9, style: .ipa, hops: ["Columbus"]),
                Beer(name: "Lawnmower", abv: 4.9, style: .other("gose"), hops: []),
            ])
        let written = try JSONEncoder().encode(beers)
        #expect(try JSONDecoder().decode([Beer].self, from: written) == beers)
        let styles = try [Style.ipa, .stout, .kolsch, .other("gose")].map { style in
            try JSONDecoder().decode([Style].self, from: JSONEncoder().encode([style])) == [style]
        }
        #expect(styles == [true, true, true, true])
    }

    @Test(
        "A beer with a value that is missing, null or impossible is refused at its place",
        arguments: [
            (#"{"name":"A","abv":null,"style":"ipa"}"#, Explanation.Kind.valueNotFound, "abv"),
            (#"{"name":"A","style":"ipa"}"#, .keyNotFound, ""),
            (#"{"name":"A","abv":"strong","style":"ipa"}"#, .dataCorrupted, "abv"),
            (
                #"{"name":"A","alcohol_by_volume":89,"style":"ipa"}"#, .dataCorrupted,
                "alcohol_by_volume"
            ),
            (#"{"name":"A","abv":true,"style":"ipa"}"#, .typeMismatch, "abv"),
            (#"{"name":"A","abv":4,"style":null}"#, .valueNotFound, "style"),
        ])
    func refusedBeers(_ document: String, kind: Explanation.Kind, codingPath: String) {
        let failure = failure { try Lesson09.decode(Data(document.utf8)) }
        #expect(failure?.kind == kind)
        #expect(failure?.codingPath.description == codingPath)
    }

    @Test("The line for the log names each of the five cases, and keeps other errors")
    func logLines() {
        let errors: [(any Error)?] = [
            thrown { try decode(Menu.self, "{}") },
            thrown { try decode(Menu.self, #"{"taps":null}"#) },
            thrown { try decode(Menu.self, #"{"taps":1}"#) }, thrown { try decode(Menu.self, "<") },
            thrown { _ = try JSONEncoder().encode([Double.nan]) },
        ]
        let lines = errors.compactMap { $0.map(logLine) }
        let cases = [
            "keyNotFound", "valueNotFound", "typeMismatch", "dataCorrupted", "invalidValue",
        ]
        #expect(lines.count == 5)
        #expect(zip(lines, cases).allSatisfy { $0.contains(": \($1)") })
        struct Elsewhere: Error, CustomStringConvertible { let description = "some\r\nwhere" }
        #expect(logLine(for: Elsewhere()) == "some where")
        let key = thrown { try decode([String: Int].self, #"{"a\nb":"x"}"#) }
        #expect(key.map(logLine) == "a b: typeMismatch, expected Int")
    }

    @Test("valueNotFound is also the end of an array, and a key that superDecoder() misses")
    func valueNotFoundElsewhere() {
        struct Two: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = try container.decode(Int.self)
                _ = try container.decode(Int.self)
            }
        }
        struct Nested: Decodable {
            enum CodingKeys: CodingKey { case name }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                _ = try String(from: container.superDecoder())
            }
        }
        #expect(failure { try decode(Two.self, "[1]") }?.kind == .valueNotFound)
        #expect(failure { try decode(Nested.self, "{}") }?.kind == .valueNotFound)
    }

    @Test("Null for a Bool is a typeMismatch", .swift63OnLinux)
    func nullForABool() {
        let null = Data(#"{"a":null}"#.utf8)
        #expect(
            failure { try JSONDecoder().decode([String: Bool].self, from: null) }?.kind
                == .typeMismatch)
        #expect(
            failure { try JSONDecoder().decode([String: Double].self, from: null) }?.kind
                == .valueNotFound)
    }

    @Test("Good JSON that is more than 512 deep is not valid JSON for the decoder", .swift63OnLinux)
    func deepDocuments() throws {
        struct Whatever: Decodable {
            init(from decoder: any Decoder) {}
        }
        func isRefused(_ depth: Int) -> Bool {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let document = Data(text.utf8)
            return failure { try JSONDecoder().decode(Whatever.self, from: document) }?.kind
                == .dataCorrupted
        }
        #expect(!isRefused(512))
        #expect(isRefused(513))
    }

    @Test("The error of an .iso8601 date ends at the object around it", .swift63OnLinux)
    func pathOfADate() {
        struct Delivery: Decodable { let day: Date }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let wrong = Data(#"[{"day": "tomorrow"}]"#.utf8)
        let failure = failure { try decoder.decode([Delivery].self, from: wrong) }
        #expect(failure?.codingPath.description == "[0]")
    }

    @Test("An integer takes no fraction, and a Float takes the nearest number that it has")
    func roundedNumbers() throws {
        let half = Data("[12.5]".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Int].self, from: half) }
        let large = Data("[16777217]".utf8)
        #expect(try JSONDecoder().decode([Float].self, from: large) == [16_777_216])
    }

    @Test("What nobody reads is not checked", .swift63OnLinux)
    func lazyParsing() throws {
        struct One: Decodable { let a: Int }
        #expect(try decode(One.self, #"{"a":1,"b":01}"#).a == 1)
        #expect(try decode(One.self, #"{"a":1,"b":"\q"}"#).a == 1)
    }

    // MARK: - Helpers

    private func thrown(by body: () throws -> some Any) -> (any Error)? {
        do {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }
}

extension DecodingError {
    fileprivate var path: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}
