import ExerciseConventions
import ExerciseSupport
import Foundation
import Testing

@testable import ExerciseChecks

/// The probe, asked about answers of every kind of leniency.
@Suite("A probe finds whoever takes a document that is wrong")
struct ProbeTests {
    private let board = """
        { "station": "Köln Hbf", "trains": [
          { "number": "NT 61", "cars": 7, "delay": 5 }, { "number": "NT 7", "cars": 9, "delay": 0 } ] }
        """

    private func findings<Value>(
        notEmpty: [String] = [], whole: [String] = [], rules: [ProbeRule] = [],
        _ answer: (Data) throws -> Value
    ) throws -> [String] {
        try ExerciseChecksTests.findings {
            try $0.probe(
                board, optional: ["trains[].delay"], notEmpty: notEmpty, whole: whole, rules: rules,
                "The comment", wrongType: "The type", refused: "The refusal", with: answer)
        }
    }

    @Test("The decoder itself is right")
    func right() throws {
        let findings = try findings { try JSONDecoder().decode(Board.self, from: $0) }
        #expect(findings == [])
    }

    @Test("A key that has a default, at any depth and also in the last element only")
    func defaults() throws {
        let found = try findings { document in
            var board = try JSONDecoder().decode(Lenient.self, from: document)
            if board.trains.dropLast().contains(where: { $0.cars == nil }) {
                throw keyNotFound("cars", ["trains", 0])
            }
            board.trains = []
            return board
        }
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix(
                "The comment\nWithout `trains[1].cars`, your code still returned Lenient(") == true)
        #expect(found.first?.contains("▲ no \"cars\" here") == true)
    }

    @Test("A value of another type that is converted, with the sentence for it")
    func converted() throws {
        struct Converted: Decodable {
            let station: String
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Board.CodingKeys.self)
                do {
                    station = try container.decode(String.self, forKey: .station)
                } catch DecodingError.typeMismatch {
                    station = "\(try container.decode(Int.self, forKey: .station))"
                }
                _ = try container.decode([Train].self, forKey: .trains)
            }
        }
        let found = try findings { try JSONDecoder().decode(Converted.self, from: $0) }
        #expect(
            found.first?.hasPrefix("The type\nWith `station` as a number, your code still returned")
                == true
        )
    }

    @Test("A list whose null elements are passed over")
    func nullElements() throws {
        struct Skipping: Decodable {
            let station: String
            let trains: [Train?]
        }
        let found = try findings { try JSONDecoder().decode(Skipping.self, from: $0) }
        #expect(
            found.first?.hasPrefix("The comment\nWith `trains[0]` null, your code still returned")
                == true)
    }

    @Test("What may be absent or null has to be taken")
    func refused() throws {
        struct Strict: Decodable {
            let station: String
            let trains: [Train]
            struct Train: Decodable { let number: String, cars: Int, delay: Int }
        }
        let found = try findings { try JSONDecoder().decode(Strict.self, from: $0) }
        #expect(
            found.first?.hasPrefix(
                "The refusal\nWithout `trains[0].delay`, it threw, and this document is right:\nkeyNotFound"
            )
                == true)
    }

    @Test(
        "An error that is not the decoder's has a sentence of its own, and the check's stays away")
    func foreignError() throws {
        struct Odd: Error {}
        let found = try findings { document in
            do { return try JSONDecoder().decode(Board.self, from: document) } catch { throw Odd() }
        }
        #expect(found.first?.hasPrefix("It did throw, but not the decoder's error: Odd") == true)
        #expect(found.first?.contains("keyNotFound at the top level") == true)
        #expect(found.first?.contains("The comment") == false)
    }

    @Test("The right error at another place names both")
    func elsewhere() throws {
        let found = try findings { document in
            do {
                return try JSONDecoder().decode(Board.self, from: document)
            } catch DecodingError.keyNotFound(let key, _) where key.stringValue == "number" {
                throw keyNotFound(key.stringValue, ["elsewhere"])
            }
        }
        #expect(
            found.first?.hasPrefix(#"The error is about a key that is missing, "number", but"#)
                == true)
        #expect(found.first?.contains("expected was keyNotFound at trains[0]\n") == true)
        #expect(found.first?.contains("keyNotFound at elsewhere") == true)
    }

    @Test("A key in another spelling is an absent key")
    func otherSpelling() throws {
        struct Car: Decodable { let hasBeds: Bool }
        let found = try ExerciseChecksTests.findings { checks in
            try checks.probe(#"{ "hasBeds": true }"#, "The comment") { document in
                let decoder = JSONDecoder()
                decoder.keyDecodingStrategy = .convertFromSnakeCase
                return try decoder.decode(Car.self, from: document)
            }
        }
        #expect(
            found.first?.contains(
                "Without `hasBeds`, but with `has_beds`, your code still returned Car(hasBeds: true)"
            )
                == true)
    }

    @Test("Empty strings and fractions are asked about where they are errors, and nowhere else")
    func emptyAndFraction() throws {
        struct Loose: Decodable {
            let station: String
            let trains: [Train]
            struct Train: Decodable { let number: String, cars: Double, delay: Double? }
        }
        let loose = { try JSONDecoder().decode(Loose.self, from: $0 as Data) }
        #expect(try findings(loose) == [])
        #expect(
            try findings(whole: ["trains[].cars"], loose).first?.contains(
                "With a fraction in `trains[0].cars`, your code still returned") == true)
        #expect(
            try findings(notEmpty: ["station"], loose).first?.contains(
                "With `station` an empty string, your code still returned") == true)
    }

    @Test("A rule goes before what is expected by itself")
    func rules() throws {
        let anything = { try JSONDecoder().decode(Lenient.self, from: $0 as Data) }
        #expect(try findings(rules: [.everywhere(expect: .notProbed)], anything) == [])
        #expect(
            try findings(
                rules: [
                    .at("trains[].cars", .absent, .null, expect: .success),
                    .at("trains[].delay", expect: .notProbed),
                ],
                anything) == [])
    }

    @Test("An open task stays open")
    func open() {
        #expect(throws: TODO.self) {
            try findings { _ -> Int in throw TODO("Task 1: decode") }
        }
    }

    private func keyNotFound(_ key: String, _ path: [Any]) -> DecodingError {
        let keys = path.map { step in
            (step as? Int).map { Key(intValue: $0) } ?? Key(stringValue: "\(step)")
        }
        return .keyNotFound(
            Key(stringValue: key), .init(codingPath: keys, debugDescription: "no such key"))
    }
}

struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?
    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
}

struct Train: Decodable, Equatable { let number: String, cars: Int, delay: Int? }
struct Board: Decodable {
    let station: String
    let trains: [Train]
    enum CodingKeys: CodingKey { case station, trains }
}

/// A board of trains whose cars may be missing.
struct Lenient: Decodable {
    let station: String
    var trains: [Train]
    struct Train: Decodable { let number: String, cars: Int?, delay: Int? }
}

/// Checks whose findings are kept in place of failing the test.
final class Findings: ExerciseSuite {
    private(set) var texts: [String] = []
    private(set) var steps: [LessonStep?] = []

    func record(_ finding: CheckFinding, sourceLocation: SourceLocation) {
        texts.append(finding.message)
        steps.append(finding.step)
    }
}

/// The findings of a check: the first one ends it.
func findings(of check: (Findings) throws -> Void) throws -> [String] {
    let findings = Findings()
    do { try check(findings) } catch is AlreadyReported {}
    return findings.texts
}
