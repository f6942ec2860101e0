import ExerciseChecks
import Foundation
import Testing

@testable import Exercise12

@Suite("Exercise 12 · A format of your own", .serialized, .exercise)
struct Exercise12Tests: ExerciseSuite {
    // MARK: - Texts

    /// The text that the answer decoded last, for the findings about it. A probe shows its document
    /// itself, and when it records its finding, it has decoded others since.
    private final class Shown { var text: String? }

    private let shown = Shown()

    func record(_ finding: String, sourceLocation: SourceLocation) {
        var lines = [finding]
        if let text = shown.text, !text.isEmpty, text.utf8.count < 1_000 {
            lines.append("The text:")
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
            {
                let number = String(index + 1)
                lines.append(String(repeating: " ", count: 5 - number.count) + number + " │ " + line)
            }
        }
        Issue.record(
            Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: sourceLocation)
    }

    private func decode<T: Decodable>(
        _ type: T.Type, _ text: String, _ userInfo: [CodingUserInfoKey: Any] = [:]
    ) throws -> T {
        shown.text = text
        var decoder = TimetableDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(type, from: text)
    }

    /// Decodes texts in their order and then in the reverse order, and compares the values.
    private func decodeEach<T: Decodable & Equatable>(
        _ rows: KeyValuePairs<String, T>, _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try decodeEach(T.self, rows, comment, sourceLocation: sourceLocation) { $0 }
    }

    /// Decodes texts in their order and then in the reverse order, and compares parts of the values.
    private func decodeEach<T: Decodable, Part: Equatable>(
        _ type: T.Type, _ rows: KeyValuePairs<String, Part>, _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation, part: (T) throws -> Part
    ) throws {
        for (text, expected) in Array(rows) + rows.reversed() {
            let found = try value(comment, sourceLocation: sourceLocation) {
                try part(decode(T.self, text))
            }
            guard expectEqual(found, expected, comment, sourceLocation: sourceLocation) else {
                throw Finding.isRecorded
            }
        }
    }

    /// Wants the same error for each of the texts.
    private func refuseEach<T: Decodable>(
        _ type: T.Type, _ texts: [String], _ expected: DecodingErrorCase, at codingPath: String,
        _ comment: Comment, otherError: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for text in texts {
            let isRefused = try expect(
                expected, at: codingPath, comment, otherError: otherError,
                sourceLocation: sourceLocation
            ) { try decode(type, text) }
            guard isRefused else { throw Finding.isRecorded }
        }
    }

    /// Ends a test after its first finding.
    private enum Finding: Error { case isRecorded }

    /// Runs the checks of a task up to the first finding.
    private func judge(_ checks: () throws -> Void) throws {
        do { try checks() } catch Finding.isRecorded {}
    }

    /// Decodes the value that a JSON document has, from a text in the format of the exercise.
    private func decode<T: Decodable>(_ type: T.Type, fromJSON document: Data) throws -> T {
        shown.text = nil
        let parts = try JSONDecoder().decode(Parts.self, from: document)
        let text = parts.lines.joined(separator: "\n")
        return try TimetableDecoder().decode(type, from: text)
    }

    private enum Parts: Decodable {
        case nothing
        case flag(Bool)
        case number(Decimal)
        case string(String)
        case list([Parts])
        case object([String: Parts])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Decimal.self) {
                self = .number(number)
            } else if let string = try? container.decode(String.self) {
                self = .string(string)
            } else if let elements = try? container.decode([Parts].self) {
                self = .list(elements)
            } else {
                self = .object(try container.decode([String: Parts].self))
            }
        }

        /// The value in the format of the exercise.
        var lines: [String] {
            switch self {
            case .nothing: [""]
            case .flag(let flag): [flag ? "yes" : "no"]
            case .number(let number): ["\(number)"]
            case .string(let string): [quoted(string)]
            case .list(let elements) where elements.isEmpty: ["[]"]
            case .object(let members) where members.isEmpty: ["{}"]
            case .list(let elements): elements.flatMap { $0.lines(after: "-") }
            case .object(let members):
                members.sorted { $0.key < $1.key }.flatMap { $1.lines(after: quoted($0) + ":") }
            }
        }

        private func lines(after start: String) -> [String] {
            let lines = lines
            switch self {
            case .list(let elements) where !elements.isEmpty: break
            case .object(let members) where !members.isEmpty: break
            default: return ["\(start) \(lines[0])"]
            }
            return [start] + lines.map { "  " + $0 }
        }

        private func quoted(_ string: String) -> String {
            let escaped = string.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\"" + escaped.replacing("\n", with: "\\n") + "\""
        }
    }

    // MARK: - Task 1

    private enum Service: String, Decodable { case express, local = "local train" }

    @Test("Task 1 · Single values")
    func singleValues() throws {
        try judge {
            try decodeEach(
                [
                    "NT 40": "NT 40", "21:10": "21:10", "007": "007", "Yes": "Yes", "true": "true",
                    "Ústí nad Labem": "Ústí nad Labem", "\"12\"": "12", "\"yes\"": "yes",
                    "\"\"": "", #"" \"Donau\" \\ ""#: #" "Donau" \ "#, #""a\nb""#: "a\nb",
                ],
                """
                A string is what the parser has put into .string, letter by letter (lesson 12, \
                Every value is a string)
                """)
            try refuseEach(
                String.self, ["12", "-0.5", "yes", "no", "[]", "{}", "- NT 40", "name: NT 40"],
                .typeMismatch, at: "",
                """
                Here a text without quotation marks can be a number or a flag, and then it is not a \
                string (lesson 12, Every value is a string)
                """,
                otherError: """
                    A value of another type than the wanted one is typeMismatch: that is what \
                    mismatch makes (lesson 12, Every value is a string)
                    """)
            try refuseEach(
                String.self, ["", "# nothing"], .valueNotFound, at: "",
                """
                Where the text has nothing there is no string, not even an empty one: an empty \
                string is written "" (lesson 12, Absent, empty or null)
                """,
                otherError: """
                    mismatch makes two errors: valueNotFound if the value is nothing, and \
                    typeMismatch if it is anything else (lesson 12, Absent, empty or null)
                    """)
            try decodeEach(
                ["yes": true, "no": false],
                "A flag is what the parser has put into .flag (lesson 12, Every value is a string)")
            try refuseEach(
                Bool.self, ["\"yes\"", "\"no\"", "1", "0", "true", "NO", "[]", "{}"], .typeMismatch,
                at: "",
                """
                A flag is yes or no, without quotation marks, and nothing else is read as one \
                (lesson 12, Every value is a string)
                """)
            try refuseEach(
                Bool.self, [""], .valueNotFound, at: "",
                "Nothing is not a no (lesson 12, Absent, empty or null)")
            try wholeNumbers()
            try fractions()
            try decodeEach(
                ["express": Service.express, "local train": .local],
                """
                A type that is not a string, a flag or a number decodes itself: leave that function \
                as it is (lesson 12, Who asks for a container)
                """)
            try refuseEach(
                Service.self, ["Local train"], .dataCorrupted, at: "",
                "An enum decodes itself from its string (lesson 12, Who asks for a container)")
        }
    }

    private func wholeNumbers() throws {
        try decodeEach(
            ["12": 12, "0": 0, "-2": -2, "9007199254740993": 9_007_199_254_740_993],
            """
            A whole number is made of the digits themselves: on the way through a Double, it loses \
            some of them (lesson 12, Every value is a string)
            """)
        try bounds(Int.self)
        try bounds(Int8.self)
        try bounds(Int16.self)
        try bounds(Int32.self)
        try bounds(Int64.self)
        try bounds(UInt.self)
        try bounds(UInt8.self)
        try bounds(UInt16.self)
        try bounds(UInt32.self)
        try bounds(UInt64.self)
        try refuseEach(
            Int.self, ["12.5", "12.0", "-0.5", "1e3", "1E3"], .dataCorrupted, at: "",
            """
            A whole number is written with digits alone, and nothing is cut off or rounded: 12.5, \
            12.0 and 1e3 are not whole numbers here (lesson 12, Every value is a string)
            """,
            otherError: """
                12.5 is a number, and it does not fit: dataCorrupted, and not typeMismatch (lesson \
                12, Every value is a string)
                """)
        try refuseEach(
            Int.self, ["\"12\"", "twelve", "yes", "no", "[]", "{}", "- 12"], .typeMismatch, at: "",
            """
            A number in quotation marks is a string, and a flag is not 1 or 0 (lesson 12, Every \
            value is a string)
            """,
            otherError: """
                What is not a number at all is the error of mismatch: only a number can be one that \
                does not fit (lesson 12, Every value is a string)
                """)
        try refuseEach(
            UInt8.self, [""], .valueNotFound, at: "",
            "Nothing is not 0 (lesson 12, Absent, empty or null)")
        try namesType(Int8.self, in: "\"12\"")
        try namesType(UInt64.self, in: "")
        try namesType(String.self, in: "12")
    }

    /// Wants the smallest and the largest number, and an error one step beyond each.
    private func bounds<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws {
        try decodeEach(
            ["\(T.min)": T.min, "\(T.max)": T.max],
            """
            One generic function is for all whole numbers, from Int8 to UInt64: it makes a T and \
            nothing else (lesson 12, Every value is a string)
            """)
        let beyond = [(T.min, Decimal(-1)), (T.max, 1)].map { bound, step in
            "\((Decimal(string: "\(bound)") ?? 0) + step)"
        }
        try refuseEach(
            T.self, beyond, .dataCorrupted, at: "",
            """
            A number that is too large or too small for its type is an error, and not the nearest \
            number that fits (lesson 12, Every value is a string)
            """,
            otherError: """
                A number that does not fit is dataCorrupted: it is there, and it is a number (lesson \
                12, Every value is a string)
                """)
    }

    private func fractions() throws {
        let comment: Comment = """
            Double and Float have a function of their own, for numbers with a point or an exponent \
            and for those without. Each has all the digits of its type (lesson 12, Every value is a \
            string)
            """
        try decodeEach(
            [
                "12": 12.0, "-2.5": -2.5, "0.1": 0.1, "48.185": 48.185, "1e3": 1000, "2E-2": 0.02,
                "1.7976931348623157e308": Double.greatestFiniteMagnitude,
            ], comment)
        try decodeEach(["12": Float(12), "0.1": 0.1, "-16.376": -16.376], comment)
        let tooLarge: Comment = """
            A number that is too large for its type is dataCorrupted. Swift makes an infinity of it \
            and says nothing: ask isFinite (lesson 12, Every value is a string)
            """
        try refuseEach(Double.self, ["1e999", "-1e999"], .dataCorrupted, at: "", tooLarge)
        try refuseEach(Float.self, ["1e39", "-1e39"], .dataCorrupted, at: "", tooLarge)
        try refuseEach(
            Double.self, ["\"2.5\"", "nan", "inf", "yes", "[]", "{}"], .typeMismatch, at: "",
            """
            A fraction is a number of the text, and never a string that looks like one (lesson 12, \
            Every value is a string)
            """)
        try refuseEach(
            Float.self, [""], .valueNotFound, at: "",
            "Nothing is not 0.0 (lesson 12, Absent, empty or null)")
        try namesType(Float.self, in: "\"12\"")
    }

    /// Wants the error to have the type that was asked for.
    private func namesType<T: Decodable>(_ type: T.Type, in text: String) throws {
        do {
            _ = try decode(type, text)
        } catch DecodingError.typeMismatch(let named, _) where named == type {
        } catch DecodingError.valueNotFound(let named, _) where named == type {
        } catch DecodingError.typeMismatch(let named, _), DecodingError.valueNotFound(let named, _) {
            fail(
                """
                An error has the type that was asked for, so that a reader knows what was expected \
                (lesson 12, Every value is a string)
                """, ["It has \(named), and expected was \(type)."])
            throw Finding.isRecorded
        }
    }

    // MARK: - Task 2

    private struct Wagon: Decodable, Equatable {
        let name: String
        let seats: Int8
        let weight: Double
        let height: Float
        let isHeated: Bool
        let serial: UInt64
        let service: Service

        enum CodingKeys: String, CodingKey {
            case name, weight, height, service
            case seats = "number of seats"
            case isHeated = "heated?"
            case serial = "7"
        }
    }

    /// What a container says of its keys.
    private struct Keys: Decodable, Equatable {
        let all: [String]
        let contained: [String]

        enum CodingKeys: String, CodingKey, CaseIterable { case train, delay, cars, late = "is late" }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            all = container.allKeys.map(\.stringValue).sorted()
            contained = CodingKeys.allCases.filter(container.contains).map(\.stringValue).sorted()
        }

        init(_ both: [String]) { (all, contained) = (both, both) }
    }

    private let train = """
        number: NT 40
        destination: Wien Hbf
        cars: 12
        hasSleepingCars: yes
        """

    @Test("Task 2 · Keys")
    func keys() throws {
        let keyed: Comment = """
            The value of a key decodes itself, from a decoder that has this value (lesson 12, \
            Absent, empty or null)
            """
        try isStillOpen { try decode(Train.self, train) }
        _ = try fromTask(1) { try decode(String.self, "NT 40") }
        try judge {
            try decodeEach(
                [
                    train: Train(
                        number: "NT 40", destination: "Wien Hbf", cars: 12, hasSleepingCars: true),
                    """
                    hasSleepingCars: no
                    # The number is only digits.
                    number: "295"
                    loco: 1216

                    cars: -1
                    destination: ""
                    """: Train(
                        number: "295", destination: "", cars: -1, hasSleepingCars: false),
                ], keyed)
            try decodeEach(
                [
                    """
                    7: 18446744073709551615
                    name: WLAB 72
                    number of seats: -128
                    weight: 54.125
                    height: 4.05
                    heated?: yes
                    service: local train
                    """: Wagon(
                        name: "WLAB 72", seats: -128, weight: 54.125, height: 4.05, isHeated: true,
                        serial: .max, service: .local)
                ],
                """
                A member is under the key's stringValue, which need not be the name of a case \
                (lesson 12, Absent, empty or null)
                """)
            try decodeEach(
                [
                    "train: NT 40\ndelay:\nis late: no": Keys(["delay", "is late", "train"]),
                    "train: NT 40\nplatform: 3\nLate: no": Keys(["train"]), "{}": Keys([]),
                ],
                """
                allKeys has the keys of the object that the type knows, and contains asks for one \
                of them. A key with nothing after it is there (lesson 12, Absent, empty or null)
                """)
            try decodeEach(
                [
                    "lift: 4\n\"\": 0\n\"a: b\": -1\n7: 7\nsuper: 2": [
                        "lift": 4, "": 0, "a: b": -1, "7": 7, "super": 2,
                    ], "{}": [:], "lift: 5": ["lift": 5],
                ],
                """
                A dictionary asks for allKeys, and for the value of each: any string can be a key \
                (lesson 12, Absent, empty or null)
                """)
            try refuseEach(
                Train.self, [train.replacing("12", with: "\"12\"")], .typeMismatch, at: "cars",
                "A number in quotation marks is a string (lesson 12, Every value is a string)",
                otherError: """
                    An error at the value of a key has that key in its path: the key comes from the \
                    new decoder, and the error of task 1 has the coding path of its decoder (lesson \
                    12, Absent, empty or null)
                    """)
            try absentKeys()
            try refuseEach(
                Train.self, [train.replacing("cars: 12", with: "cars:")], .valueNotFound, at: "cars",
                """
                A key with nothing after it is there, and nothing is not a number (lesson 12, \
                Absent, empty or null)
                """)
            try refuseEach(
                Train.self, ["NT 40", "- number: NT 40", "[]", "12", "yes", "\"\""], .typeMismatch,
                at: "",
                """
                Only an object has keys. Anything else is the error of mismatch, and not an object \
                without members (lesson 12, Who asks for a container)
                """)
            try refuseEach(
                Train.self, [""], .valueNotFound, at: "",
                """
                Nothing is not an object without members: it is the error of mismatch (lesson 12, \
                Who asks for a container)
                """)
        }
        try probe(
            """
            { "number": "295", "destination": "Roma \\"T\\"", "cars": 12, "hasSleepingCars": true }
            """, whole: ["cars"],
            """
            A key that is absent is keyNotFound, and nothing in its place is valueNotFound (lesson \
            12, Absent, empty or null)
            """,
            wrongType: "Every value has its own type (lesson 12, Every value is a string)"
        ) { try decode(Train.self, fromJSON: $0) }
        try probe(
            """
            { "name": "A", "number of seats": 120, "weight": 54.125, "height": 4,
              "heated?": false, "7": 18446744073709551615, "service": "express" }
            """, whole: ["number of seats", "7"],
            rules: [.at("service", .absent), .at("service", .null)],
            """
            A key that is absent is keyNotFound, and nothing in its place is valueNotFound (lesson \
            12, Absent, empty or null)
            """,
            wrongType: "Every value has its own type (lesson 12, Every value is a string)"
        ) { try decode(Wagon.self, fromJSON: $0) }
    }

    private func absentKeys() throws {
        let named: Comment = """
            A key that is absent is keyNotFound, with that key. Its path is the one of the object, \
            because the key is not there (lesson 12, Absent, empty or null)
            """
        for key in ["number", "destination", "cars", "hasSleepingCars"] {
            let text = train.split(separator: "\n").filter { !$0.hasPrefix(key) }
                .joined(separator: "\n")
            try refuseEach(Train.self, [text], .keyNotFound, at: "", named, otherError: named)
            do {
                _ = try decode(Train.self, text)
            } catch DecodingError.keyNotFound(let missed, _) {
                guard expectEqual(missed.stringValue, key, named) else {
                    throw Finding.isRecorded
                }
            }
        }
    }

    // MARK: - Task 3

    /// An object in an object, and so on, as deep as the text is.
    private final class Tunnel: Decodable {
        let next: Tunnel?
        let length: Int

        enum CodingKeys: CodingKey { case next, length }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            length = try container.decode(Int.self, forKey: .length)
            next =
                container.contains(.next)
                ? try container.decode(Tunnel.self, forKey: .next) : nil
        }

        var depth: Int { 1 + (next?.depth ?? 0) }

        /// A text with so many objects, the last of which has its own length.
        static func text(depth: Int, last: String) -> String {
            (1...depth).map { level in
                let blanks = String(repeating: " ", count: level - 1)
                return level == depth
                    ? "\(blanks)length: \(last)" : "\(blanks)length: \(level)\n\(blanks)next:"
            }.joined(separator: "\n")
        }
    }

    /// The coding paths that decoders and containers have.
    private struct Paths: Decodable {
        let all: [String]

        enum CodingKeys: CodingKey { case crew, cook, name }

        struct Name: Decodable {
            let path: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                path =
                    Paths.text(of: decoder.codingPath) + " = "
                    + Paths.text(of: container.codingPath)
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let crew = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .crew)
            let cook = try crew.nestedContainer(keyedBy: CodingKeys.self, forKey: .cook)
            let name = try cook.decode(Name.self, forKey: .name)
            all =
                [decoder.codingPath, container.codingPath, crew.codingPath, cook.codingPath]
                .map(Paths.text) + [name.path]
        }

        static func text(of codingPath: [any CodingKey]) -> String {
            codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        }
    }

    private struct Leg: Decodable, Equatable {
        let from: Halt
        let to: Halt

        struct Halt: Decodable, Equatable {
            let station: Station
            let minutes: Int
        }

        struct Station: Decodable, Equatable {
            let code: String
            let platforms: [String: Int]
        }
    }

    private let place = """
        name: Wien Hbf
        address:
          city: Wien
          position:
            latitude: 48.185
            longitude: 16.376
        """

    private let pathComment: Comment = """
        A coding path has every key on the way, from the top level on: the path of the decoder that \
        you have, and then the key (lesson 12, Every model of the lessons before)
        """

    @Test("Task 3 · Objects in objects")
    func objectsInObjects() throws {
        try isStillOpen { try decode(Place.self, place) }
        _ = try fromTask(2) { try decode(Train.self, train) }
        try judge {
            try decodeEach(
                Place.self,
                [
                    place: ["Wien Hbf", "Wien", "48.185", "16.376"],
                    """
                    address:
                        position:
                                longitude: -0.125
                                latitude: 0
                        city: ""
                    name: "007"
                    """: ["007", "", "0.0", "-0.125"],
                ],
                """
                A nested container has the members of the object under the key (lesson 12, Every \
                model of the lessons before)
                """
            ) { [$0.name, $0.city, "\($0.latitude)", "\($0.longitude)"] }
            try refuseEach(
                Place.self,
                [
                    "name: A\naddress: B", "name: A\naddress: []", "name: A\naddress: 7",
                    "name: A\naddress:\n  - city: B",
                ], .typeMismatch, at: "address",
                """
                A nested container wants an object, as the container at the top level does (lesson \
                12, Every model of the lessons before)
                """)
            try refuseEach(
                Place.self, ["name: A\naddress:"], .valueNotFound, at: "address",
                """
                Nothing is not an object: a nested container throws valueNotFound, at the key \
                (lesson 12, Absent, empty or null)
                """)
            try refuseEach(
                Place.self, ["name: A"], .keyNotFound, at: "",
                """
                A nested container under a key that is absent is keyNotFound (lesson 12, Every \
                model of the lessons before)
                """)
            try refuseEach(
                Place.self,
                [place.replacing("48.185", with: "north")], .typeMismatch,
                at: "address.position.latitude", "A string is not a latitude", otherError: pathComment)
            let crew = "crew:\n  cook:\n    name: Ana\n    length: 7"
            let paths = try value(pathComment) { try decode(Paths.self, crew).all }
            expectEqual(
                paths, ["", "", "crew", "crew.cook", "crew.cook.name = crew.cook.name"], pathComment)
            let depth = try value(
                """
                Objects can be in each other a hundred times, and more (lesson 12, Every model of \
                the lessons before)
                """
            ) { try decode(Tunnel.self, Tunnel.text(depth: 100, last: "100")).depth }
            guard expectEqual(depth, 100, pathComment) else { return }
            try refuseEach(
                Tunnel.self, [Tunnel.text(depth: 100, last: "long")], .typeMismatch,
                at: String(repeating: "next.", count: 99) + "length", "A string is not a length",
                otherError: pathComment)
        }
        try probe(
            """
            {
              "name": "Wien Hbf",
              "address": { "city": "Wien", "position": { "latitude": 48.185, "longitude": 16 } }
            }
            """,
            """
            In an object in an object, every key has to be there too (lesson 12, Every model of the \
            lessons before)
            """,
            wrongType: "Every value has its own type (lesson 12, Every value is a string)"
        ) { try decode(Place.self, fromJSON: $0) }
        try probe(
            """
            {
              "from": { "station": { "code": "VIE", "platforms": { "lift": 2 } }, "minutes": 0 },
              "to": { "station": { "code": "12", "platforms": { "a b": 1, "7": 9 } }, "minutes": 5 }
            }
            """, whole: ["*.minutes", "*.station.platforms.*"],
            rules: [
                .at("*.station.platforms.*", .absent, expect: .success),
                .at("*.station.platforms", .unknownKey, expect: .notProbed),
            ],
            """
            In an object in an object, every key has to be there too (lesson 12, Every model of the \
            lessons before)
            """,
            wrongType: "Every value has its own type (lesson 12, Every value is a string)"
        ) { try decode(Leg.self, fromJSON: $0) }
    }
}
