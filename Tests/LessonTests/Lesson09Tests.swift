import DecodingExplainer
import Foundation
import Testing
import Walkthrough

@testable import Lesson09

@Suite("Lesson 09 · Error handling")
struct Lesson09Tests {
    @Test("The pages are in order, fit a screen and are recorded")
    func pages() async throws {
        try await checkPages(of: Lesson09.self)
    }

    // MARK: - The pages

    @Test("An absent key is reported at the object around it, a null at the value")
    func missingOrNull() async {
        let failures = await outcomes(ofStep: 1).map(\.failure)
        #expect(failures.map(\.?.kind) == [.valueNotFound, .keyNotFound])
        #expect(failures.map(\.?.codingPath) == ["taps[0].abv", "taps[0]"])
        #expect(failures.allSatisfy { $0?.excerpt != nil })
    }

    @Test("A wrong type and a wrong value are reported at the value, on the way out too")
    func wrongTypeOrWrongValue() async {
        let failures = await outcomes(ofStep: 2).map(\.failure)
        #expect(failures.map(\.?.kind) == [.typeMismatch, .dataCorrupted, .invalidValue])
        #expect(
            failures.map(\.?.codingPath) == ["[0].abv", "[0].style", "taps[0].abv"])
    }

    @Test(
        "The text no longer begins with the case; the case is still the same",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func matchCases() async {
        let outcomes = await outcomes(ofStep: 3)
        #expect(outcomes.count == 3)
        #expect(outcomes[0].value == "false")
        #expect(outcomes[1].value == "no abv")
        #expect(outcomes[2].value?.isEmpty == false)
    }

    @Test("The first case that fits is taken, and the compiler does not warn of the order")
    func theFirstCaseThatFits() async throws {
        let outcomes = await outcomes(ofStep: 4)
        #expect(outcomes.map(\.value) == [#"["some error", "no abv"]"#])
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

    @Test(
        "HTML, nothing and half a document are one error without a path and with one text",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func notJSONAtAll() async {
        let outcomes = await outcomes(ofStep: 5)
        #expect(outcomes.count == 4)
        #expect(Set(outcomes.prefix(3).map(\.value)).count == 1)
        #expect(outcomes.first?.value?.hasPrefix("dataCorrupted, 0 keys") == true)
        #expect(outcomes.last?.failure?.headline.contains("HTML") == true)
    }

    @Test(
        "A number that does not fit is the same error, and the bytes tell where it is",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func goodJSONRefused() async {
        let outcomes = await outcomes(ofStep: 6)
        #expect(outcomes.count == 3)
        #expect(
            outcomes[1].value == "dataCorrupted, 0 keys: The given data was not valid JSON.")
        let failures = [outcomes[0], outcomes[2]].map(\.failure)
        #expect(failures.map(\.?.kind) == [.dataCorrupted, .dataCorrupted])
        #expect(failures.map(\.?.codingPath) == ["", ""])
        #expect(failures.first??.headline.contains("12.5") == true)
        #expect(failures.last??.headline.contains("1e400") == true)
        #expect(failure { try decode([Int8].self, "[300]") }?.kind == .dataCorrupted)
    }

    @Test("An error of another type has no path; dataCorruptedError has it, down to the key")
    func anErrorOfYourOwn() async {
        let failures = await outcomes(ofStep: 7).map(\.failure)
        #expect(failures.map(\.?.kind) == [.other, .dataCorrupted])
        #expect(failures.map(\.?.codingPath) == ["", "[1].abv"])
    }

    @Test("An optional treats null as absent; a catch for one case does not")
    func anotherKeyOrType() async {
        let outcomes = await outcomes(ofStep: 8)
        #expect(outcomes.count == 3)
        #expect(outcomes[0].value == "8.9")
        #expect(outcomes[1].failure?.kind == .valueNotFound)
        #expect(outcomes[1].failure?.codingPath == "abv")
        #expect(outcomes[2].value == "Careful(abv: 8.9)")
    }

    @Test("An unknown style spoils the list, or is kept; a number is an error")
    func aCaseThatNobodyKnows() async {
        let outcomes = await outcomes(ofStep: 9)
        #expect(outcomes.count == 3)
        #expect(outcomes[0].failure?.kind == .dataCorrupted)
        #expect(outcomes[0].failure?.codingPath == "[1]")
        #expect(outcomes[1].value == #"[.stout, .other("gose")]"#)
        #expect(outcomes[2].failure?.kind == .typeMismatch)
        #expect(outcomes[2].failure?.codingPath == "[1]")
    }

    @Test("try? makes nil of an error, and a person has a message for each thing to do")
    func letItRise() async {
        let outcomes = await outcomes(ofStep: 10)
        #expect(outcomes.count == 3)
        #expect(outcomes[1].value == message(for: URLError(.notConnectedToInternet)))
        #expect(outcomes[1].value != message(for: CancellationError()))
        #expect(outcomes[2].value == "nil")
    }

    @Test(
        "The name of an index is in no document; a key that looks like a number stays a name",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func aLineForTheLog() async throws {
        let values = await outcomes(ofStep: 11).map(\.value)
        #expect(values == ["taps.Index 0", "keyNotFound at taps[0].abv"])
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

    @Test("Elements that cannot throw let the list go on, and every error is reported")
    func goOnAfterAnError() async {
        let outcomes = await outcomes(ofStep: 12)
        #expect(outcomes.first?.failure?.codingPath == "[0]")
        #expect(
            outcomes.dropFirst().map(\.value) == [
                "keyNotFound at [0].abv", "typeMismatch at [2].abv, expected Double",
            ])
    }

    // MARK: - What the toolchain does

    @Test(
        "localizedDescription has two texts for the four cases, and no key in them",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
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
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
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

    @Test("The compiler's own encode(to:) makes an object of a case with a value")
    func compilersEncode() throws {
        enum Kept: Encodable { case other(String) }
        let written = try JSONEncoder().encode([Kept.other("gose")])
        let json = try JSONSerialization.jsonObject(with: written)
        #expect(json is [[String: Any]])
    }

    @Test("An optional enum refuses an unknown raw value all the same")
    func optionalEnum() {
        let failure = failure { try decode([Tap.Style?].self, #"["gose"]"#) }
        #expect(failure?.kind == .dataCorrupted)
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
        "A beer refuses what it cannot be",
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
        #expect(failure?.codingPath == codingPath)
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
        #expect(zip(lines, cases).allSatisfy { $0.hasPrefix($1) })
        struct Elsewhere: Error, CustomStringConvertible { let description = "some\r\nwhere" }
        #expect(logLine(for: Elsewhere()) == "some where")
        let key = thrown { try decode([String: Int].self, #"{"a\nb":"x"}"#) }
        #expect(key.map(logLine) == "typeMismatch at a b, expected Int")
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

    @Test(
        "What nobody reads is not checked",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func lazyParsing() throws {
        struct One: Decodable { let a: Int }
        #expect(try decode(One.self, #"{"a":1,"b":01}"#).a == 1)
        #expect(try decode(One.self, #"{"a":1,"b":"\q"}"#).a == 1)
    }

    // MARK: - Helpers

    private func outcomes(ofStep step: Int) async -> [StepResult] {
        await LessonDescription(Lesson09.self).outcomes(ofStep: step)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ document: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(document.utf8))
    }

    private func thrown(by body: () throws -> some Any) -> (any Error)? {
        do {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    private func failure(of body: () throws -> some Any) -> Explanation? {
        thrown(by: body).map { Explanation(of: $0) }
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
