import ExerciseChecks
import Foundation
import Testing

import typealias ExerciseChecks.CheckFinding
// By name: a learner's own type of the same name is not meant.
import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception
import struct Testing.SourceLocation

@testable import Exercise12

@Suite("Exercise 12 · A format of your own", .serialized, .exercise)
struct Exercise12Tests: ExerciseSuite {
    // MARK: - Texts

    /// The text that the answer decoded last, for the findings about it. A probe shows its document
    /// itself, and when it records its finding, it has decoded others since.
    private final class Shown { var text: String? }

    private let shown = Shown()

    func record(_ finding: CheckFinding, sourceLocation: SourceLocation) {
        var finding = finding
        if let text = shown.text, text.isEmpty {
            finding.details.append("The text is empty.")
        } else if let text = shown.text, text.utf8.count < 1_000 {
            finding.details.append("The text:")
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                let number = "    \(index + 1)".suffix(5)
                finding.details.append("\(number) │ \(line)")
            }
        }
        report(finding, sourceLocation: sourceLocation)
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
        _ rows: KeyValuePairs<String, T>, _ comment: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try decodeEach(T.self, rows, comment, sourceLocation: sourceLocation) { $0 }
    }

    /// Decodes texts in their order and then in the reverse order, and compares parts of the values.
    private func decodeEach<T: Decodable, Part: Equatable>(
        _ type: T.Type, _ rows: KeyValuePairs<String, Part>, _ comment: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation, part: (T) throws -> Part
    ) throws {
        for (text, expected) in Array(rows) + rows.reversed() {
            let found = try value(comment, sourceLocation: sourceLocation) {
                try part(decode(T.self, text))
            }
            try expectEqual(found, expected, comment, sourceLocation: sourceLocation)
        }
    }

    /// Wants the same error for each of the texts.
    private func refuseEach<T: Decodable>(
        _ type: T.Type, _ texts: [String], _ expected: DecodingErrorCase, at codingPath: String,
        _ comment: Misconception, otherError: Misconception? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for text in texts {
            try expect(
                expected, at: codingPath, comment, otherError: otherError,
                sourceLocation: sourceLocation
            ) { try decode(type, text) }
        }
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

    /// Any key. Made of digits, it has a number too, as the keys of a dictionary have.
    private struct Step: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) {
            self.stringValue = stringValue
            intValue = Int(stringValue)
        }

        init(stringValue: String, intValue: Int) {
            self.stringValue = stringValue
            self.intValue = intValue
        }

        init(stringLiteral: String) { self.init(stringValue: stringLiteral) }

        init(intValue: Int) {
            stringValue = "Index \(intValue)"
            self.intValue = intValue
        }
    }

    /// A coding path as it is written in the notes of a type.
    private static func text(of codingPath: [any CodingKey]) -> String {
        codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    /// The error that a container throws, as a note; for valueNotFound also with its type, if asked.
    private static func error(
        hasType: Bool = false, of work: () throws -> Void
    ) throws -> String {
        do {
            try work()
            return "no error"
        } catch DecodingError.valueNotFound(let type, _) where hasType {
            return "\(type)"
        } catch let error as DecodingError {
            return
                "\(DecodingErrorCase(error)?.rawValue ?? "other") at \(text(of: error.codingPath))"
        }
    }

    // MARK: - Task 1

    private enum Service: String, Decodable {
        case express
        case local = "local train"
    }

    @Test("Task 1 · Single values")
    func singleValues() throws {
        try decodeEach(
            [
                "NT 40": "NT 40", "21:10": "21:10", "007": "007", "Yes": "Yes", "true": "true",
                "Ústí nad Labem": "Ústí nad Labem", "\"12\"": "12", "\"yes\"": "yes",
                "\"\"": "", #"" \"Donau\" \\ ""#: #" "Donau" \ "#, #""a\nb""#: "a\nb",
                #""C:\\neu""#: #"C:\neu"#, #""\\""#: #"\"#,
            ],
            """
            A string is what the parser has put into .string, letter by letter \
            \(.everyValueIsAString)
            """)
        try refuseEach(
            String.self, ["12", "-0.5", "yes", "no", "[]", "{}", "- NT 40", "name: NT 40"],
            .typeMismatch, at: "",
            """
            Here a text without quotation marks can be a number or a flag, and then it is not \
            a string \(.everyValueIsAString)
            """,
            otherError: """
                A value of another type than the wanted one is typeMismatch: that is what \
                mismatch makes \(.everyValueIsAString)
                """)
        try refuseEach(
            String.self, ["", "# nothing"], .valueNotFound, at: "",
            """
            Where the text has nothing there is no string, not even an empty one: an empty \
            string is written "" \(.absentEmptyOrNull)
            """,
            otherError: """
                mismatch makes two errors: valueNotFound if the value is nothing, and \
                typeMismatch if it is anything else \(.absentEmptyOrNull)
                """)
        let flag: Misconception = """
            A flag is yes or no, without quotation marks, and nothing else is read as one \
            \(.everyValueIsAString)
            """
        try decodeEach(["yes": true, "no": false], flag)
        try refuseEach(
            Bool.self, ["\"yes\"", "\"no\"", "1", "0", "true", "NO", "[]", "{}"], .typeMismatch,
            at: "", flag)
        try refuseEach(Bool.self, [""], .valueNotFound, at: "", nothingIsNoValue)
        try wholeNumbers()
        try fractions()
    }

    private let nothingIsNoValue: Misconception =
        "Nothing is not a value: neither a 0 nor a no \(.absentEmptyOrNull)"

    private func wholeNumbers() throws {
        try decodeEach(
            ["12": 12, "0": 0, "-2": -2, "9007199254740993": 9_007_199_254_740_993],
            """
            A whole number is made of the digits themselves: on the way through a Double, it loses \
            some of them \(.everyValueIsAString)
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
            A whole number has only digits, and maybe a minus in front. Nothing is cut off or \
            rounded: 12.5, 12.0 and 1e3 are not whole numbers here \(.everyValueIsAString)
            """,
            otherError: """
                12.5 is a number, and it does not fit: dataCorrupted, and not typeMismatch \
                \(.everyValueIsAString)
                """)
        try refuseEach(
            Int.self, ["\"12\"", "twelve", "yes", "no", "[]", "{}", "- 12"], .typeMismatch, at: "",
            """
            A number in quotation marks is a string, and a flag is not 1 or 0 \
            \(.everyValueIsAString)
            """,
            otherError: """
                What is not a number at all is the error of mismatch: only a number can be one \
                that does not fit \(.everyValueIsAString)
                """)
        try refuseEach(UInt8.self, [""], .valueNotFound, at: "", nothingIsNoValue)
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
            nothing else \(.everyValueIsAString)
            """)
        let beyond = [(T.min, Decimal(-1)), (T.max, 1)].map { bound, step in
            "\((Decimal(string: "\(bound)") ?? 0) + step)"
        }
        try refuseEach(
            T.self, beyond, .dataCorrupted, at: "",
            """
            A number that is too large or too small for its type is an error, and not the nearest \
            number that fits \(.everyValueIsAString)
            """,
            otherError: """
                A number that does not fit is dataCorrupted: it is there, and it is a number \
                \(.everyValueIsAString)
                """)
    }

    private func fractions() throws {
        let comment: Misconception = """
            Double and Float have a function of their own, for numbers with a point or an exponent \
            and for those without. Each has all the digits of its type \(.everyValueIsAString)
            """
        try decodeEach(
            [
                "12": 12.0, "-2.5": -2.5, "0.1": 0.1, "48.185": 48.185, "1e3": 1000, "2E-2": 0.02,
                "1.7976931348623157e308": Double.greatestFiniteMagnitude,
            ], comment)
        try decodeEach(["12": Float(12), "0.1": 0.1, "-16.376": -16.376], comment)
        let small: Misconception = """
            A number can be as small as it likes: it is the nearest one that the type has, and \
            that may be 0. Only an infinity does not fit \(.everyValueIsAString)
            """
        try decodeEach(
            [
                "5e-324": Double.leastNonzeroMagnitude, "-0": 0, "1e-999": 0,
                "1.1125369292536007e-308": Double.leastNormalMagnitude / 2,
            ], small)
        try decodeEach(
            ["-1e-45": -Float.leastNonzeroMagnitude, "0": 0, "1e-99": 0], small)
        // A little less than half of the way between two neighbors, and for a Double exactly half.
        let halfway = "1.00000017881393432617187499"
        try decodeEach(
            [halfway: Float(1).nextUp, "-\(halfway)": -Float(1).nextUp],
            """
            A Float is the nearest one to the text: make a T of the text itself, because on the \
            way through a Double a Float is rounded twice \(.everyValueIsAString)
            """)
        let tooLarge: Misconception = """
            A number that is too large for its type, or too far below zero, is dataCorrupted. \
            Swift makes an infinity of it and says nothing: ask isFinite \(.everyValueIsAString)
            """
        try refuseEach(Double.self, ["1e999", "-1e999"], .dataCorrupted, at: "", tooLarge)
        try refuseEach(Float.self, ["1e39", "-1e39"], .dataCorrupted, at: "", tooLarge)
        try refuseEach(
            Double.self, ["\"2.5\"", "nan", "inf", "yes", "[]", "{}"], .typeMismatch, at: "",
            """
            A fraction is a number of the text, and never a string that looks like one \
            \(.everyValueIsAString)
            """)
        try refuseEach(Float.self, [""], .valueNotFound, at: "", nothingIsNoValue)
        try namesType(Float.self, in: "\"12\"")
    }

    /// Wants the error to have the type that was asked for, or the one of a container.
    private func namesType<T: Decodable>(
        _ type: T.Type, _ container: Any.Type? = nil, in text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let wanted = container ?? type
        do {
            _ = try decode(type, text)
        } catch DecodingError.typeMismatch(let named, _) where named == wanted {
        } catch DecodingError.valueNotFound(let named, _) where named == wanted {
        } catch DecodingError.typeMismatch(let named, _), DecodingError.valueNotFound(let named, _)
        {
            try fail(
                container == nil
                    ? """
                    An error has the type that was asked for, so that a reader knows what was \
                    expected \(.everyValueIsAString)
                    """
                    : """
                    Where a container is refused, the error has the type [String: Any].self for an \
                    object, and [Any].self for a list \(.whoAsksForAContainer)
                    """, ["It has \(named), and expected was \(wanted)."],
                sourceLocation: sourceLocation)
        }
    }

    // MARK: - Task 2

    /// A value of each type, by keys of all kinds.
    private struct Wagon: Decodable {
        let all: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Step.self)
            let seats = try container.decode(Int8.self, forKey: "number of seats")
            let height = try container.decode(Float.self, forKey: "height")
            let isHeated = try container.decode(Bool.self, forKey: "heated?")
            let serial = try container.decode(UInt64.self, forKey: "7")
            let service = try container.decode(Service.self, forKey: "service")
            all = ["\(seats)", "\(height)", "\(isHeated)", "\(serial)", service.rawValue]
        }
    }

    /// What a container says of its keys.
    private struct Keys: Decodable, Equatable {
        let all: [String]
        let contained: [String]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case train, delay, cars
            case late = "is late"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            all = container.allKeys.map(\.stringValue).sorted()
            contained = CodingKeys.allCases.filter(container.contains).map(\.stringValue).sorted()
        }

        init(_ both: [String]) { (all, contained) = (both, both) }
    }

    /// Keys that have a number too.
    private enum BerthKeys: Int, CodingKey {
        case upper = 7
        case lower
    }

    private struct Berths: Decodable {
        let all: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: BerthKeys.self)
            all = [
                "\(container.contains(.upper))", "\(container.contains(.lower))",
                try container.decode(String.self, forKey: .upper),
            ]
        }
    }

    /// A key that is made in the program only, and never of a string that is in a text.
    private struct OwnKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ string: String) { stringValue = string }
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }

    private struct Owned: Decodable {
        let notes: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: OwnKey.self)
            notes = [
                "\(container.contains(OwnKey("a")))", "\(container.contains(OwnKey("b")))",
                try container.decode(String.self, forKey: OwnKey("a")),
            ]
        }
    }

    /// A type that throws an error under a key: one of its own, or one that has no path.
    private struct Thrower: Decodable {
        struct ItsOwn: Error {}

        init(from decoder: any Decoder) throws {
            if try decoder.singleValueContainer().decode(Bool.self) { throw ItsOwn() }
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "nowhere"))
        }
    }

    /// The last key of a coding path, with its number.
    private static func lastKey(of codingPath: [any CodingKey]) -> String {
        guard let key = codingPath.last else { return "none" }
        return key.stringValue + (key.intValue.map { " = \($0)" } ?? "")
    }

    /// The key that the decoder of a value has.
    private struct Upper: Decodable {
        let key: String

        init(from decoder: any Decoder) throws {
            key = try decoder.container(keyedBy: BerthKeys.self)
                .decode(Asked.self, forKey: .upper).key
        }

        struct Asked: Decodable {
            let key: String

            init(from decoder: any Decoder) { key = lastKey(of: decoder.codingPath) }
        }
    }

    /// Nothing, where an answer throws another error than valueNotFound.
    private let nothingIsNotFound: Misconception = """
        Nothing is valueNotFound: throw the error of mismatch, which knows this \
        \(.absentEmptyOrNull)
        """

    private let train = """
        number: NT 40
        destination: Wien Hbf
        cars: 12
        hasSleepingCars: yes
        """

    @Test("Task 2 · Keys")
    func keys() throws {
        let keyed: Misconception = """
            The value of a key decodes itself, from a decoder that has this value \
            \(.theMembersOfAnObject)
            """
        try endIfOpen { try decode(Train.self, train) }
        _ = try fromTask(1) { try decode(String.self, "NT 40") }
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
            Wagon.self,
            [
                """
                7: 18446744073709551615
                number of seats: -128
                height: 4.05
                heated?: yes
                service: local train
                """: ["-128", "4.05", "true", "18446744073709551615", "local train"]
            ],
            """
            A member is under the key's stringValue, which need not be the name of a case \
            \(.theMembersOfAnObject)
            """
        ) { $0.all }
        let allKeys: Misconception = """
            allKeys has the keys of the object that the type knows, and contains asks for one of \
            them. A key with nothing after it is there \(.theMembersOfAnObject)
            """
        try decodeEach(
            [
                "train: NT 40\ndelay:\nis late: no": Keys(["delay", "is late", "train"]),
                "train: NT 40\nplatform: 3\nLate: no": Keys(["train"]), "{}": Keys([]),
            ],
            allKeys)
        try decodeEach(
            [
                "lift: 4\n\"\": 0\n\"a: b\": -1\n7: 7\nsuper: 2": [
                    "lift": 4, "": 0, "a: b": -1, "7": 7, "super": 2,
                ], "{}": [:], "lift: 5": ["lift": 5],
            ],
            allKeys)
        try keysOfTheirOwn()
        try refuseOtherObjects()
        try probeObjects()
    }

    private func keysOfTheirOwn() throws {
        try numberedKeys()
        try refuseEach(
            Train.self, [train.replacing("12", with: "\"12\"")], .typeMismatch, at: "cars",
            "A number in quotation marks is a string \(.everyValueIsAString)",
            otherError: """
                An error at the value of a key has that key in its path: the key comes from \
                the new decoder, and the error of task 1 has the coding path of its decoder \
                \(.theDecoderForAPart)
                """)
        try decodeEach(
            Owned.self, ["a: A\nc: C": ["true", "false", "A"]],
            """
            contains and decode look for the string of the key among the members. Whether a \
            Key can be made of a member's string matters to allKeys only \(.theMembersOfAnObject)
            """
        ) { $0.notes }
        try errorsOfTypes([String: Thrower].self, "a: yes")
        let unfit: Misconception = """
            A number that does not fit is dataCorrupted at the coding path of its decoder, so \
            with the key: look at the errors of task 1 again \(.everyValueIsAString)
            """
        try refuseEach(
            [String: Double].self, ["a: 1e999"], .dataCorrupted, at: "a", unfit,
            otherError: unfit)
        try refuseEach(
            [String: Float].self, ["a: -1e39"], .dataCorrupted, at: "a", unfit,
            otherError: unfit)
        for number in ["128", "1.0"] {
            try refuseEach(
                [String: Int8].self, ["a: \(number)"], .dataCorrupted, at: "a", unfit,
                otherError: unfit)
        }
    }

    private func refuseOtherObjects() throws {
        try absentKeys()
        try refuseEach(
            Train.self, [train.replacing("cars: 12", with: "cars:")], .valueNotFound,
            at: "cars",
            """
            A key with nothing after it is there, and nothing is not a number \
            \(.absentEmptyOrNull)
            """)
        try refuseEach(
            Train.self, ["NT 40", "- number: NT 40", "[]", "12", "yes", "\"\""], .typeMismatch,
            at: "",
            """
            Only an object has keys. Anything else is the error of mismatch, and not an object \
            without members \(.whoAsksForAContainer)
            """)
        try refuseEach(
            [String: Int].self, [""], .valueNotFound, at: "",
            """
            Nothing is not an object without members: it is the error of mismatch \
            \(.whoAsksForAContainer)
            """, otherError: nothingIsNotFound)
        try namesType(Train.self, [String: Any].self, in: "- 12")
    }

    private func probeObjects() throws {
        try probe(
            """
            { "number": "295", "destination": "Roma \\"T\\"", "cars": 12, "hasSleepingCars": true }
            """, whole: ["cars"],
            """
            A key that is absent is keyNotFound, and nothing in its place is valueNotFound \
            \(.absentEmptyOrNull)
            """,
            wrongType: "Every value has its own type \(.everyValueIsAString)"
        ) { try decode(Train.self, fromJSON: $0) }
        try probe(
            """
            {
              "number of seats": 120, "height": 4, "heated?": false, "7": 18446744073709551615,
              "service": "express"
            }
            """, whole: ["number of seats", "7"],
            """
            A key that is absent is keyNotFound, and nothing in its place is valueNotFound \
            \(.absentEmptyOrNull)
            """,
            wrongType: "Every value has its own type \(.everyValueIsAString)"
        ) { try decode(Wagon.self, fromJSON: $0) }
    }

    private func numberedKeys() throws {
        let numbered: Misconception = """
            A member is under the string of its key, also where the key has a number: the \
            stringValue decides, and never the intValue \(.theMembersOfAnObject)
            """
        try decodeEach(
            Berths.self, ["upper: A\n8: B": ["true", "false", "A"]], numbered
        ) { $0.all }
        try decodeEach(["007: a": [7: "a"], "-3: b": [-3: "b"]], numbered)
        try decodeEach(Upper.self, ["upper: A\n7: B": "upper = 7"], theKeyItself) { $0.key }
    }

    /// Whether what a type throws reaches the caller as it is, whoever has asked for the value.
    private func errorsOfTypes<T: Decodable>(_ type: T.Type, _ text: String) throws {
        let asItIs: Misconception = """
            What T(from:) throws reaches the caller as it is: an error of the type's own, and an \
            empty path too. Catch nothing here \(.theMembersOfAnObject)
            """
        try refuseEach(
            type, [text.replacing("yes", with: "no")], .dataCorrupted, at: "", asItIs,
            otherError: asItIs)
        do {
            _ = try decode(type, text)
        } catch is Thrower.ItsOwn {
            return
        } catch {
            try fail(asItIs, ["A type threw \(Thrower.ItsOwn()), and this came out: \(error)"])
        }
    }

    /// A key that was made anew from its string.
    private let theKeyItself: Misconception = """
        The coding path ends with the key itself, as it was given, and not with another one that \
        has the same string: a key can have a number too, its intValue \(.theDecoderForAPart)
        """

    private let named: Misconception = """
        A key that is absent is keyNotFound, with that key. Its path is the one of the object, \
        because the key is not there \(.theMembersOfAnObject)
        """

    /// Wants keyNotFound for each of the texts, with this key.
    private func refuseAbsent<T: Decodable>(
        _ type: T.Type, _ texts: [String], _ key: String, at codingPath: String = "",
        _ comment: Misconception, otherError: Misconception? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try refuseEach(
            type, texts, .keyNotFound, at: codingPath, comment, otherError: otherError,
            sourceLocation: sourceLocation)
        for text in texts {
            do {
                _ = try decode(type, text)
            } catch DecodingError.keyNotFound(let missed, _) {
                try expectEqual(missed.stringValue, key, named, sourceLocation: sourceLocation)
            } catch let error as DecodingError {
                // This decoder is the learner's own: nothing but keyNotFound is as the stub says.
                try fail(named, ["It threw: \(error)"], sourceLocation: sourceLocation)
            }
        }
    }

    private func absentKeys() throws {
        for key in ["number", "destination", "cars", "hasSleepingCars"] {
            let text = train.split(separator: "\n").filter { !$0.hasPrefix(key) }
                .joined(separator: "\n")
            try refuseAbsent(Train.self, [text], key, named, otherError: named)
        }
    }

    // MARK: - Task 3

    /// An object in an object, and so on, as deep as the text is.
    private final class Tunnel: Decodable {
        let next: Tunnel?
        let length: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Step.self)
            length = try container.decode(Int.self, forKey: "length")
            next =
                container.contains("next")
                ? try container.decode(Tunnel.self, forKey: "next") : nil
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

        struct Name: Decodable {
            let path: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let paths = [decoder.codingPath, container.codingPath]
                path = paths.map(Exercise12Tests.text).joined(separator: " = ")
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Step.self)
            let crew = try container.nestedContainer(keyedBy: Step.self, forKey: "crew")
            let cook = try crew.nestedContainer(keyedBy: Step.self, forKey: "cook")
            let name = try cook.decode(Name.self, forKey: "name")
            let paths = [
                decoder.codingPath, container.codingPath, crew.codingPath, cook.codingPath,
            ]
            all = paths.map(Exercise12Tests.text) + [name.path]
        }
    }

    /// Opens an object under a key that has a number.
    private struct UpperObject: Decodable {
        let notes: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: BerthKeys.self)
            let upper = try container.nestedContainer(keyedBy: Step.self, forKey: .upper)
            notes = [
                Exercise12Tests.lastKey(of: upper.codingPath),
                try upper.decode(String.self, forKey: "name"),
            ]
        }
    }

    /// How many members the object under a key has.
    private struct Hollow: Decodable {
        let count: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Step.self)
            count = try container.nestedContainer(keyedBy: Step.self, forKey: "a").allKeys.count
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

    private let absentPath: Misconception = """
        An absent key is keyNotFound, and its path is the object's: the absent key is in the \
        error, not at the end of the path \(.theMembersOfAnObject)
        """

    private let ownMismatch: Misconception = """
        A nested container throws the mismatch of the value's own decoder, for an empty list too: \
        its path ends with the key (`address`), and the path of the object does not \
        \(.theDecoderForAPart)
        """

    private let pathComment: Misconception = """
        A coding path has every key on the way, from the top level on: the path of the decoder \
        that you have, and then the key \(.theDecoderForAPart)
        """

    @Test("Task 3 · Objects in objects")
    func objectsInObjects() throws {
        try endIfOpen { try decode(Place.self, place) }
        _ = try fromTask(2) { try decode(Train.self, train) }
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
            A nested container has the members of the object under the key \
            \(.everyModelOfTheLessonsBefore)
            """
        ) { [$0.name, $0.city, "\($0.latitude)", "\($0.longitude)"] }
        try refuseEach(
            Place.self,
            [
                "name: A\naddress: B", "name: A\naddress: []", "name: A\naddress: 7",
                "name: A\naddress:\n  - city: B",
            ], .typeMismatch, at: "address", ownMismatch, otherError: ownMismatch)
        try refuseEach(
            Place.self, ["name: A\naddress:"], .valueNotFound, at: "address", nothingIsNotFound,
            otherError: nothingIsNotFound)
        try refuseAbsent(Place.self, ["name: A"], "address", absentPath, otherError: absentPath)
        try namesType(Place.self, [String: Any].self, in: "name: A\naddress: B")
        try refuseEach(
            Place.self,
            [place.replacing("48.185", with: "north")], .typeMismatch,
            at: "address.position.latitude", pathComment, otherError: pathComment)
        try refuseAbsent(
            Place.self, ["name: A\naddress:\n  city: B"], "position", at: "address", absentPath,
            otherError: absentPath)
        try objectsAtDepth()
        try probeObjectsInObjects()
    }

    private func objectsAtDepth() throws {
        try decodeEach(
            Hollow.self, ["a: {}": 0, "a:\n  b: 1\n  c:": 2],
            """
            {} is an object without members, and a nested container gives it too \
            \(.everyModelOfTheLessonsBefore)
            """
        ) { $0.count }
        try decodeEach(
            UpperObject.self, ["upper:\n  name: A\n7:\n  name: B": ["upper = 7", "A"]],
            theKeyItself
        ) { $0.notes }
        let crew = "crew:\n  cook:\n    name: Ana\n    length: 7"
        let paths = try value(pathComment) { try decode(Paths.self, crew).all }
        try expectEqual(
            paths, ["", "", "crew", "crew.cook", "crew.cook.name = crew.cook.name"], pathComment
        )
        let depth = try value(pathComment) {
            try decode(Tunnel.self, Tunnel.text(depth: 100, last: "100")).depth
        }
        try expectEqual(depth, 100, pathComment)
        try refuseEach(
            Tunnel.self, [Tunnel.text(depth: 100, last: "long")], .typeMismatch,
            at: String(repeating: "next.", count: 99) + "length", pathComment,
            otherError: pathComment)
    }

    private func probeObjectsInObjects() throws {
        try probe(
            """
            {
              "name": "Wien Hbf",
              "address": { "city": "Wien", "position": { "latitude": 48.185, "longitude": 16 } }
            }
            """,
            """
            In an object in an object, every key has to be there too \
            \(.everyModelOfTheLessonsBefore)
            """,
            wrongType: "Every value has its own type \(.everyValueIsAString)"
        ) { try decode(Place.self, fromJSON: $0) }
        try probe(
            """
            { "from": { "lift": { "a b": 2, "7": 1 } }, "to": { "12": { "": 0, "stairs": 9 } } }
            """, whole: ["*.*.*"],
            rules: [
                .everywhere(.absent, expect: .success),
                .everywhere(.unknownKey, expect: .notProbed),
            ],
            """
            In an object in an object, every value has its type too \(.everyModelOfTheLessonsBefore)
            """
        ) { try decode([String: [String: [String: Int]]].self, fromJSON: $0) }
    }

    // MARK: - Task 4

    /// What an unkeyed container says of itself while numbers are read: before each of them, at the
    /// index, whether it is at the end. A string in place of a number is an error first.
    private struct Reading: Decodable {
        let notes: [String]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var notes: [String] = []
            func note(_ word: String) {
                let count = container.count.map(String.init) ?? "nil"
                let end = container.isAtEnd ? ", end" : ""
                notes.append("\(word): \(container.currentIndex) of \(count)\(end)")
            }
            note("begin")
            // An isAtEnd that is never true should end too.
            for _ in 0..<6 where !container.isAtEnd {
                do {
                    note("got \(try container.decode(Int.self))")
                } catch let error as DecodingError {
                    note("\(DecodingErrorCase(error)?.rawValue ?? "another error")")
                    note("then got \(try container.decode(String.self))")
                }
            }
            self.notes = notes
        }
    }

    /// Objects and lists in a list, opened by hand; what fails is tried in another way.
    private struct Mixed: Decodable {
        let notes: [String]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var notes: [String] = []
            for _ in 0..<6 where !container.isAtEnd {
                if let object = try? container.nestedContainer(keyedBy: Step.self) {
                    notes.append(try object.decode(String.self, forKey: "name"))
                    let stops = try object.nestedUnkeyedContainer(forKey: "stops")
                    notes.append(Exercise12Tests.text(of: stops.codingPath))
                    notes.append("\(stops.count ?? -1) stops")
                } else if var list = try? container.nestedUnkeyedContainer() {
                    notes.append(Exercise12Tests.text(of: list.codingPath))
                    notes.append("\(list.count ?? -1) numbers")
                    if !list.isAtEnd { notes.append("\(try list.decode(Int.self))") }
                } else {
                    notes.append(try container.decode(String.self))
                }
                notes.append("then \(container.currentIndex)")
            }
            self.notes = notes
        }
    }

    /// Opens a list under a key that has a number.
    private struct UpperList: Decodable {
        let notes: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: BerthKeys.self)
            var upper = try container.nestedUnkeyedContainer(forKey: .upper)
            notes = [
                Exercise12Tests.lastKey(of: upper.codingPath), try upper.decode(String.self),
            ]
        }
    }

    /// Tries to decode each string as a type that throws an error of its own.
    private struct Choosy: Decodable {
        let notes: [String]

        struct Never: Decodable {
            struct NotThisOne: Error {}

            init(from decoder: any Decoder) throws { throw NotThisOne() }
        }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var notes: [String] = []
            for _ in 0..<4 where !container.isAtEnd {
                do {
                    _ = try container.decode(Never.self)
                } catch is Never.NotThisOne {
                    notes.append("refused: \(container.currentIndex)")
                }
                notes.append("\(try container.decode(String.self)): \(container.currentIndex)")
            }
            self.notes = notes
        }
    }

    /// Reads behind the end, after two strings.
    private struct TooFar: Decodable {
        let errors: [String]
        let types: [String]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            _ = try (container.decode(String.self), container.decode(String.self))
            func note(_ hasType: Bool, _ work: () throws -> Void) throws -> String {
                try Exercise12Tests.error(hasType: hasType, of: work)
            }
            func notes(haveTypes: Bool) throws -> [String] {
                [
                    try note(haveTypes) { _ = try container.decode(String.self) },
                    try note(haveTypes) { _ = try container.nestedContainer(keyedBy: Step.self) },
                    try note(haveTypes) { _ = try container.nestedUnkeyedContainer() },
                ]
            }
            errors = try notes(haveTypes: false) + ["then \(container.currentIndex)"]
            types = try notes(haveTypes: true)
        }
    }

    private let board = """
        station: Hamburg-Altona
        trains:
          - number: NT 40
            destination: Wien Hbf
            cars: 12
            hasSleepingCars: yes
          -
            number: "295"
            destination: Roma Termini
            cars: 9
            hasSleepingCars: no
        """

    private let route = """
        train: NT 40
        stops:
          - platform: 4
            station:
              name: Hamburg-Altona
          - station:
              name: "Wien: Hbf"
        """

    private let tooFar: Misconception = """
        Behind the last element there is none: that is valueNotFound, and its path ends with the \
        index that the next element would have \(.oneElementAfterTheOther)
        """

    @Test("Task 4 · Lists")
    func lists() throws {
        try endIfOpen { try decode(Reading.self, "- 7") }
        _ = try fromTask(1) { try decode(String.self, "NT 40") }
        try readingTests()
        try errorsOfTypes([Thrower].self, "- yes")
        try nestedLists()
        try listProbes()
    }

    /// Makes sure that a list comes to its end, before a type reads one until it is there.
    private func listsEnd() throws {
        struct ItStays: Error {}
        try fromTask(4) {
            let notes = try decode(Reading.self, "- 7\n- 8").notes
            guard let last = notes.last, last.hasPrefix("got 8: 2 "), last.hasSuffix("end") else {
                throw ItStays()
            }
        }
    }

    private func readingTests() throws {
        try decodeEach(
            Reading.self,
            [
                "- 7\n- 8\n- 9": [
                    "begin: 0 of 3", "got 7: 1 of 3", "got 8: 2 of 3", "got 9: 3 of 3, end",
                ],
                "[]": ["begin: 0 of 0, end"],
            ],
            """
            count is the number of all elements, currentIndex is the index of the next one, and \
            isAtEnd says that there is no next one. Tasks 5 to 7 are not judged before \
            currentIndex and isAtEnd are right \(.oneElementAfterTheOther)
            """
        ) { $0.notes }
        try decodeEach(
            Reading.self,
            [
                "- seven\n- 8\n- nine": [
                    "begin: 0 of 3", "typeMismatch: 0 of 3", "then got seven: 1 of 3",
                    "got 8: 2 of 3", "typeMismatch: 2 of 3", "then got nine: 3 of 3, end",
                ]
            ],
            """
            After an error the container is at the same element as before, so that somebody can \
            decode it as another type: move on last \(.oneElementAfterTheOther)
            """
        ) { $0.notes }
        try decodeEach(
            Choosy.self, ["- a\n- b": ["refused: 0", "a: 1", "refused: 1", "b: 2"]],
            """
            An error of the type's own is an error too, whichever it is: the container is at the \
            same element as before. Move on last, behind T(from:) \(.oneElementAfterTheOther)
            """
        ) { $0.notes }
        for text in ["- wien-hbf", "[]"] {
            let length = text == "[]" ? 0 : 1
            try refuseEach(
                Stop.self, [text], .valueNotFound, at: "[\(length)]", tooFar, otherError: tooFar)
        }
        try refuseEach(
            Stop.self, ["NT 40", "12", "station: A\ntime: B", "{}"], .typeMismatch, at: "",
            """
            Only a list has elements: anything else is the error of mismatch, and not a list with \
            one element \(.whoAsksForAContainer)
            """)
        try refuseEach(
            [Int].self, [""], .valueNotFound, at: "",
            """
            Nothing is not a list without elements: it is the error of mismatch \
            \(.whoAsksForAContainer)
            """, otherError: nothingIsNotFound)
        try namesType(Stop.self, [Any].self, in: "station: A\ntime: B")
    }

    private func nestedLists() throws {
        let mixed = """
            - name: NT 40
              stops:
                - wien-hbf
                - linz-hbf
            - message
            - - 7
              - 8
              - 9
            - []
            - name: NT 61
              stops:
                - graz-hbf
            """
        let nested: Misconception = """
            The nested containers of a list are those of its next element: they move on when they \
            succeed, and stay when they throw. Their paths have its index \
            \(.everyModelOfTheLessonsBefore)
            """
        try decodeEach(
            Mixed.self,
            [
                mixed: [
                    "NT 40", "0.stops", "2 stops", "then 1", "message", "then 2",
                    "2", "3 numbers", "7", "then 3", "3", "0 numbers", "then 4",
                    "NT 61", "4.stops", "1 stops", "then 5",
                ]
            ], nested
        ) { $0.notes }
        let none = "valueNotFound at 2"
        try decodeEach(TooFar.self, ["- a\n- b": [none, none, none, "then 2"]], tooFar) {
            $0.errors
        }
        try decodeEach(
            TooFar.self, ["- a\n- b": ["String", "Dictionary<String, Any>", "Array<Any>"]],
            """
            Behind the last element, the error has the type that was wanted: the one of decode, \
            [String: Any].self for an object and [Any].self for a list \(.oneElementAfterTheOther)
            """
        ) { $0.types }
        try decodeEach(
            Route.self, [route: ["Hamburg-Altona", "Wien: Hbf"], "train: A\nstops: []": []], nested
        ) { $0.stations }
        try decodeEach(
            UpperList.self, ["upper:\n  - A\n7:\n  - B": ["upper = 7", "A"]], theKeyItself
        ) { $0.notes }
        try refuseAbsent(
            Route.self, ["train: NT 40"], "stops", absentPath, otherError: absentPath)
        try namesType(Route.self, [Any].self, in: "train: A\nstops: B")
        try namesType(Route.self, [String: Any].self, in: "train: A\nstops:\n  - 7")
        try listsUnderKeys(nested)
    }

    private func listsUnderKeys(_ nested: Misconception) throws {
        try decodeEach(
            Board.self, [board: ["NT 40", "295"], "station: Linz\ntrains: []": []], nested
        ) { $0.trains.map(\.number) }
        let stop = try value(nested) { try decode(Stop.self, "- a\n- b") }
        let read = try value(nested) { try decode(Route.self, route) }
        try expectTypes(
            ("time", stop.time, String.self), ("station", stop.station, String.self),
            ("train", read.train, String.self))
        try pathsOfElements()
    }

    private func pathsOfElements() throws {
        let path: Misconception = """
            A path has the key of the list and then the index of the element \
            \(.oneElementAfterTheOther)
            """
        try refuseEach(
            Board.self, [board.replacing("cars: 9", with: "cars: nine")], .typeMismatch,
            at: "trains[1].cars", path, otherError: path)
        try refuseAbsent(
            Board.self, [board.replacing("    cars: 9\n", with: "")], "cars", at: "trains[1]", path,
            otherError: path)
    }

    private func listProbes() throws {
        let comment: Misconception = """
            In a list in an object, and in an object in a list, everything is needed too \
            \(.everyModelOfTheLessonsBefore)
            """
        let wrongType: Misconception =
            "Every value has its own type \(.everyValueIsAString)"
        try probe(
            """
            {
              "station": "Hamburg-Altona",
              "trains": [
                { "number": "NT 40", "destination": "A", "cars": 12, "hasSleepingCars": true },
                { "number": "NT 61", "destination": "", "cars": 0, "hasSleepingCars": false },
                { "number": "295", "destination": "B", "cars": -9, "hasSleepingCars": true }
              ]
            }
            """, whole: ["trains[].cars"], comment, wrongType: wrongType
        ) { try decode(Board.self, fromJSON: $0) }
        try probe(
            """
            {
              "train": "NT 40",
              "stops": [
                { "station": { "name": "Hamburg-Altona" } }, { "station": { "name": "Wien Hbf" } }
              ]
            }
            """, comment, wrongType: wrongType
        ) { try decode(Route.self, fromJSON: $0) }
        try probe(
            "[[1, 2, 3], [], [4]]", whole: ["[][]"], comment, wrongType: wrongType
        ) { try decode([[Int]].self, fromJSON: $0) }
        try probe(#"["wien-hbf", "21:10"]"#, comment, wrongType: wrongType) {
            try decode(Stop.self, fromJSON: $0)
        }
    }

    // MARK: - Task 5

    /// What decodeNil says, and where the container is afterwards.
    private struct Gaps: Decodable {
        let notes: [String]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var notes: [String] = []
            for _ in 0..<8 where !container.isAtEnd {
                let isNil = try container.decodeNil()
                notes.append("\(isNil), then \(container.currentIndex)")
                if !isNil, (try? container.decode(Kept.self)) == nil {
                    notes.append("nothing is left to decode")
                }
            }
            notes.append(try Exercise12Tests.error { _ = try container.decodeNil() })
            self.notes = notes
        }

        /// Takes whatever is there.
        struct Kept: Decodable { init(from decoder: any Decoder) {} }
    }

    private struct Crew: Decodable {
        let chief: String?
        let phones: [String?]
        let berths: [String: Int?]
        let isOnTime: Bool?
        let backup: Departure?
    }

    /// Asks for nil under a key, whether or not it is there.
    private struct Silence: Decodable {
        let isNil: Bool

        init(from decoder: any Decoder) throws {
            isNil = try decoder.container(keyedBy: Step.self).decodeNil(forKey: "remark")
        }
    }

    /// Asks for an optional as for any other value.
    private struct Demand: Decodable {
        let value: Int?

        init(from decoder: any Decoder) throws {
            value = try decoder.container(keyedBy: Step.self).decode(Int?.self, forKey: "value")
        }
    }

    /// Is content with nothing, and no optional.
    private struct Modest: Decodable, Equatable {
        let isNil: Bool

        init(isNil: Bool) { self.isNil = isNil }

        init(from decoder: any Decoder) throws {
            isNil = try decoder.singleValueContainer().decodeNil()
        }
    }

    /// Asks for nil under a key that has a number.
    private struct UpperSilence: Decodable {
        let isNil: Bool

        init(from decoder: any Decoder) throws {
            isNil = try decoder.container(keyedBy: BerthKeys.self).decodeNil(forKey: .upper)
        }
    }

    @Test("Task 5 · Nothing and absent")
    func nothingAndAbsent() throws {
        let late = "train: NT 40\ndelay: 25"
        try endIfOpen { try decode(Departure.self, late) }
        _ = try fromTask(3) { try decode(Place.self, place) }
        try listsEnd()
        let optional: Misconception = """
            An optional is nil where its key is absent, and where the key has nothing. \
            Anything else is its value \(.absentEmptyOrNull)
            """
        try decodeEach(
            Departure.self,
            [
                late: [25], "train: NT 295\ndelay:": [nil], "train: NT 61": [nil],
                "delay: 0\ntrain: NT 7": [0], "delay: -3\ntrain: NT 7": [-3],
            ], optional
        ) { [$0.delay] as [Int?] }
        try refuseEach(
            Departure.self,
            ["soon", "\"\"", "\"25\"", "no", "[]", "{}"].map {
                "train: NT 40\ndelay: \($0)"
            }, .typeMismatch, at: "delay",
            """
            An optional does not excuse a wrong type: only nothing is nil. An empty string, an \
            empty list and a no are something \(.absentEmptyOrNull)
            """)
        try decodeEach(
            Comfort.self,
            [
                "station: Graz\nlounge:\n  seats: 24": Lounge.open(seats: 24),
                "station: Graz\nlounge:": .missing, "station: Graz": .unknown,
            ], optional
        ) { $0.lounge }
        try decodeNil()
        try nothingIsHandedOn()
        try optionalsOfEveryKind(optional)
        try probeOptionals()
    }

    private func decodeNil() throws {
        try decodeEach(
            Silence.self,
            [
                "remark:": true, "remark: \"\"": false, "remark: no": false, "remark: 0": false,
                "remark: []": false, "remark: {}": false, "remark:\n  # none": true,
                "remark: null": false, "remark: nil": false, "remark: ~": false,
            ],
            """
            decodeNil(forKey:) is true for a key with nothing after it, and for no other value \
            \(.absentEmptyOrNull)
            """
        ) { $0.isNil }
        try refuseAbsent(
            Silence.self, ["{}", "remarks: 1"], "remark",
            """
            A key that is absent does not have nothing: decodeNil(forKey:) throws keyNotFound \
            \(.absentEmptyOrNull)
            """, otherError: absentPath)
        try decodeEach(
            UpperSilence.self, ["upper:\n7: B": true, "upper: A\n7:": false],
            """
            decodeNil(forKey:) asks for the string of the key, also where the key has a number \
            \(.absentEmptyOrNull)
            """
        ) { $0.isNil }
    }

    private func nothingIsHandedOn() throws {
        try gaps()
        let itself: Misconception = """
            decode hands nothing on to T(from:), as any other value. The type, here an \
            Optional, knows what to do with it \(.absentEmptyOrNull)
            """
        try decodeEach(["lower:\nupper: 4": ["lower": Int?.none, "upper": 4]], itself)
        try decodeEach(["- A\n-": ["A", String?.none]], itself)
        let modest: Misconception = """
            decode hands nothing on to T(from:), whatever the type is: it may be happy with \
            nothing and yet be no Optional \(.absentEmptyOrNull)
            """
        try decodeEach(
            ["a:\nb: 4": ["a": Modest(isNil: true), "b": Modest(isNil: false)]], modest)
        try decodeEach(["-\n- 4": [Modest(isNil: true), Modest(isNil: false)]], modest)
        try decodeEach(Demand.self, ["value: 4": [4], "value:": [nil]], itself) {
            [$0.value] as [Int?]
        }
        try refuseAbsent(
            Demand.self, ["{}", "values: 4"], "value",
            """
            decode of an optional throws keyNotFound too, where its key is absent: only \
            decodeIfPresent asks contains first \(.absentEmptyOrNull)
            """, otherError: absentPath)
    }

    private func optionalsOfEveryKind(_ optional: Misconception) throws {
        try decodeEach(
            Crew.self,
            [
                """
                chief: Ana
                phones:
                  - "650"
                  -
                  - ""
                berths:
                  lower:
                isOnTime: no
                backup:
                  train: NT 7
                """: [
                    #"Optional("Ana")"#, #"[Optional("650"), nil, Optional("")]"#,
                    #"["lower": nil]"#, "Optional(false)", #"Optional("NT 7")"#,
                ],
                "phones: []\nberths: {}\nbackup:\nisOnTime:": [
                    "nil", "[]", "[:]", "nil", "nil",
                ],
            ], optional
        ) {
            let parts: [Any] = [
                $0.chief as Any, $0.phones, $0.berths, $0.isOnTime as Any,
                $0.backup?.train as Any,
            ]
            return parts.map { "\($0)" }
        }
        let comesOut: Misconception = """
            An error in the value of an optional comes out: only absent and nothing are nil. \
            Is there a `try?` in your code \(.absentEmptyOrNull)
            """
        try refuseEach(
            Crew.self, ["phones: []\nberths: {}\nbackup:\n  train: 7"], .typeMismatch,
            at: "backup.train", comesOut)
    }

    private func probeOptionals() throws {
        let comment: Misconception = """
            Only what is optional may be absent or nothing \(.absentEmptyOrNull)
            """
        let wrongType: Misconception =
            "An optional does not excuse a wrong type \(.absentEmptyOrNull)"
        try probe(
            #"[{ "train": "NT 40", "delay": 25 }, { "train": "A", "delay": 0 }]"#,
            optional: ["[].delay"], whole: ["[].delay"], comment, wrongType: wrongType,
            refused: comment
        ) { try decode([Departure].self, fromJSON: $0) }
        try probe(
            #"{ "station": "Graz Hbf", "lounge": { "seats": 24 } }"#,
            optional: ["lounge"], whole: ["lounge.seats"], comment, wrongType: wrongType
        ) { try decode(Comfort.self, fromJSON: $0) }
        try probe(
            """
            {
              "chief": "Ana", "phones": ["650", "1"], "berths": { "upper": 11, "a": 7 },
              "backup": { "train": "NT 7", "delay": 5 }, "isOnTime": false
            }
            """,
            optional: ["chief", "backup", "isOnTime", "backup.delay"],
            mayBeNull: ["phones[]", "berths.*"],
            whole: ["berths.*", "backup.delay"],
            rules: [
                .at("berths.*", .absent, expect: .success),
                .at("berths", .unknownKey, expect: .notProbed),
            ], comment, wrongType: wrongType
        ) { try decode(Crew.self, fromJSON: $0) }
    }

    private func gaps() throws {
        try decodeEach(
            Gaps.self,
            [
                "- 7\n-\n- \"\"\n- []\n-\n- no": [
                    "false, then 0", "true, then 2", "false, then 2", "false, then 3",
                    "true, then 5", "false, then 5", "valueNotFound at 6",
                ],
                "-": ["true, then 1", "valueNotFound at 1"], "[]": ["valueNotFound at 0"],
                "-\n-\n- 7": [
                    "true, then 1", "true, then 2", "false, then 2", "valueNotFound at 3",
                ],
            ],
            """
            In a list, decodeNil moves on where the next element is nothing, and stays where it is \
            something. Behind the last element it throws valueNotFound, with the index of the next \
            element at the end of its path \(.oneElementAfterTheOther)
            """
        ) { $0.notes }
    }

    // MARK: - Task 6

    private final class Sleeper: Decodable {
        let type: String
        let car: Car
        let spare: Car?
        let note: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Step.self)
            type = try container.decode(String.self, forKey: "type")
            let carDecoder = try container.superDecoder(forKey: "car")
            car = try Car(from: carDecoder)
            spare =
                container.contains("spare")
                ? try Car(from: container.superDecoder(forKey: "spare")) : nil
            note = Exercise12Tests.text(of: carDecoder.codingPath)
        }
    }

    /// Takes a decoder for a key that has a number.
    private struct UpperSuper: Decodable {
        let notes: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: BerthKeys.self)
            let upper = try container.superDecoder(forKey: .upper)
            notes = [
                Exercise12Tests.lastKey(of: upper.codingPath), try String(from: upper),
            ]
        }
    }

    /// Takes a decoder for each element, and tries to decode a stop from it.
    private struct Trial: Decodable {
        let notes: [String]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var notes: [String] = []
            for _ in 0..<8 where !container.isAtEnd {
                let element = try container.superDecoder()
                let path = Exercise12Tests.text(of: element.codingPath)
                let stop = (try? Stop(from: element))?.station ?? "broken"
                notes.append("\(path): \(stop), then \(container.currentIndex)")
            }
            notes.append(try Exercise12Tests.error { _ = try container.superDecoder() })
            self.notes = notes
        }
    }

    /// Everything through which `userInfo` has to get.
    private struct Everywhere: Decodable {
        let found: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Step.self)
            var found = [try container.decode(Link.self, forKey: "link").address]
            let nested = try container.nestedContainer(keyedBy: Step.self, forKey: "nested")
            found.append(try nested.decode(Link.self, forKey: "link").address)
            found += try nested.decode([Link].self, forKey: "links").map(\.address)
            found += try container.decode([String: Link].self, forKey: "map").map(\.value.address)
            found.append(try Link(from: container.superDecoder()).address)
            found.append(try Link(from: container.superDecoder(forKey: "car")).address)
            var lists = try container.nestedUnkeyedContainer(forKey: "lists")
            found.append(try Link(from: lists.superDecoder()).address)
            var inner = try lists.nestedUnkeyedContainer()
            found.append(try inner.decode(Link.self).address)
            let object = try lists.nestedContainer(keyedBy: Step.self)
            found.append(try object.decode(Link?.self, forKey: "link")?.address ?? "nil")
            self.found = found
        }
    }

    /// All that `userInfo` has, in a list in an object.
    private struct HandedOn: Decodable {
        let text: String

        init(from decoder: any Decoder) {
            text = decoder.userInfo.map { "\($0.key.rawValue): \($0.value)" }.sorted()
                .joined(separator: ", ")
        }
    }

    private let couchette = "compartments: 10\nsuper:\n  number: \"262\"\n  maxSpeed: 200"

    @Test("Task 6 · Superclasses and userInfo")
    func superclassesAndUserInfo() throws {
        try endIfOpen { try decode(CouchetteCar.self, couchette) }
        _ = try fromTask(2) { try decode(Train.self, train) }
        try decodeEach(
            CouchetteCar.self,
            [
                couchette: ["262", "200", "10"],
                "number: outside\nsuper:\n  maxSpeed: 0\n  number: A\ncompartments: 9": [
                    "A", "0", "9",
                ],
            ],
            """
            superDecoder() is a decoder for the value under the key super \
            \(.everyModelOfTheLessonsBefore)
            """
        ) { [$0.number, "\($0.maxSpeed)", "\($0.compartments)"] }
        try decodeEach(
            Sleeper.self,
            [
                """
                type: WLAB
                number: no
                car:
                  number: "72"
                  maxSpeed: 230
                spare:
                  number: "61"
                  maxSpeed: 160
                super:
                  number: no
                """: ["WLAB", "72", "230", "61", "car"],
                "type: A\ncar:\n  number: B\n  maxSpeed: 0": ["A", "B", "0", "none", "car"],
            ],
            """
            superDecoder(forKey:) is a decoder for the value of that key, with the key in its \
            coding path \(.everyModelOfTheLessonsBefore)
            """
        ) {
            [$0.type, $0.car.number, "\($0.car.maxSpeed)", $0.spare?.number ?? "none", $0.note]
        }
        try pathsOfSuperclasses()
        try superclassesInLists()
    }

    private func pathsOfSuperclasses() throws {
        let path: Misconception = """
            The decoder for a superclass has super, or the other key, at the end of its coding \
            path \(.everyModelOfTheLessonsBefore)
            """
        try refuseEach(
            CouchetteCar.self, [couchette.replacing("\"262\"", with: "262")], .typeMismatch,
            at: "super.number", path, otherError: path)
        try decodeEach(
            UpperSuper.self, ["upper: A\n7: B": ["upper = 7", "A"]], theKeyItself
        ) { $0.notes }
        try absentSuper(
            CouchetteCar.self, "compartments: 9\nnumber: A\nmaxSpeed: 0", key: "super")
        try absentSuper(Sleeper.self, "type: A\nnumber: A\nmaxSpeed: 0", key: "car")
        try absentSuper(
            Sleeper.self, "type: A\nsuper:\n  number: B\n  maxSpeed: 0", key: "car")
        try refuseEach(
            CouchetteCar.self, ["compartments: 9\nnumber: A\nsuper:\n  maxSpeed: 0"],
            .keyNotFound, at: "super",
            """
            A superclass sees what is under super and nothing else: a key of the object around \
            it does not count \(.everyModelOfTheLessonsBefore)
            """, otherError: path)
    }

    private func superclassesInLists() throws {
        try listsEnd()
        try superDecodersInLists()
        try contexts()
        let comment: Misconception = """
            What belongs to a superclass is as much needed as the rest \
            \(.everyModelOfTheLessonsBefore)
            """
        try probe(
            """
            { "compartments": 10, "super": { "number": "262", "maxSpeed": 200 } }
            """, whole: ["compartments", "super.maxSpeed"],
            rules: [.at("super", .absent, expect: .anyDecodingError)], comment
        ) { try decode(CouchetteCar.self, fromJSON: $0) }
        try probe(
            """
            {
              "type": "WLAB", "car": { "number": "72", "maxSpeed": 230 },
              "spare": { "number": "61", "maxSpeed": 160 }
            }
            """, mayBeAbsent: ["spare"], whole: ["*.maxSpeed"],
            rules: [.at("car", .absent, expect: .anyDecodingError)], comment
        ) { try decode(Sleeper.self, fromJSON: $0) }
    }

    /// Wants an error for a flat text, in which the key of a super decoder is absent: keyNotFound with
    /// the key and the path of the object, or valueNotFound at the key.
    private func absentSuper<T: Decodable>(
        _ type: T.Type, _ text: String, key: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found: String
        do {
            _ = try decode(type, text)
            found = "It returned a value."
        } catch DecodingError.keyNotFound(let absent, let context)
            where absent.stringValue == key && context.codingPath.isEmpty
        {
            return
        } catch DecodingError.valueNotFound(_, let context)
            where context.codingPath.map(\.stringValue) == [key]
        {
            return
        } catch let error as DecodingError {
            found = "It threw: \(error)"
        }
        try fail(
            """
            Where the key of a super decoder is absent, the object itself does not take its place: \
            throw keyNotFound with this key, and with the path of the object \
            \(.everyModelOfTheLessonsBefore)
            """,
            [found, "Expected was keyNotFound for the key \(key), or valueNotFound at it."],
            sourceLocation: sourceLocation)
    }

    private func superDecodersInLists() throws {
        let night = "-\n  - a\n  - 21:10\n- - b\n-\n- 7\n- - c\n  - 0:28"
        let stays: Misconception = """
            superDecoder() of a list moves on to the next element, whatever this one is, and \
            throws behind the last one. The decoder's coding path has the index of the element \
            \(.everyModelOfTheLessonsBefore)
            """
        try decodeEach(
            Trial.self,
            [
                night: [
                    "0: a, then 1", "1: broken, then 2", "2: broken, then 3", "3: broken, then 4",
                    "4: c, then 5", "valueNotFound at 5",
                ], "[]": ["valueNotFound at 0"],
            ], stays
        ) { $0.notes }
        try decodeEach(Night.self, [night: [1, 2, 3], "[]": []], stays) { $0.dropped }
    }

    private func contexts() throws {
        let everywhere = """
            link: 1
            nested:
              link: 2
              links:
                - 3
                - 4
            map:
              a: 5
            super: 6
            car: 7
            lists:
              - 8
              - - 9
              - link: 10
            """.replacing(#/[0-9]+/#) { "n\($0.output)" }
        let context: Misconception = """
            Every decoder that you make hands on userInfo, with all that is in it: for a key, for \
            an element, for a nested container, for super \(.theDecoderForAPart)
            """
        let ofThisCall: Misconception = """
            userInfo is that of this call. Keep none from an earlier one \
            \(.theDecoderForAPart)
            """
        for (round, site) in ["a/", "b/", "a/"].enumerated() {
            let context = round == 0 ? context : ofThisCall
            let notice = try value(context) {
                try decode(Notice.self, "title: New\npage: berths", [.site: site]).page.address
            }
            try expectEqual(notice, site + "berths", context)
            let found = try value(context) {
                try decode(Everywhere.self, everywhere, [.site: site]).found
            }
            try expectEqual(found, (1...10).map { "\(site)n\($0)" }, context)
        }
        try refuseEach(
            Notice.self, ["title: New\npage: berths"], .dataCorrupted, at: "page", ofThisCall)
        let things = ["count": 7, "days": ["Mon", "Tue"], "isLate": true] as [String: Any]
        var userInfo: [CodingUserInfoKey: Any] = [:]
        for (name, thing) in things {
            if let key = CodingUserInfoKey(rawValue: name) { userInfo[key] = thing }
        }
        let handedOn = try value(context) {
            try decode([String: [HandedOn]].self, "a:\n  - 1", userInfo)["a"]?.first?.text
        }
        try expectEqual(
            handedOn, #"count: 7, days: ["Mon", "Tue"], isLate: true"#, context)
    }

    // MARK: - Task 7

    private let night = """
        # Tonight, with a comment in front

        station: Hamburg-Altona
        trains:
          - number: NT 40
            cars: twelve

            stops:
              - - wien-hbf
                - 21:10
              # Not confirmed
              - - linz-hbf
          -
            number: NT 295
            stops: []
        delay:
        """

    @Test("Task 7 · The line of an error")
    func lineOfAnError() throws {
        let anError = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
        try endIfOpen { try lineNumber(of: anError, in: "NT 40") }
        let way: Misconception = """
            Each key of the coding path leads to a member or to an element, and the value at \
            the end knows its line. The key in keyNotFound is not a part of the path, and \
            lines that do not count have numbers too \(.namesBecomeATree)
            """
        let ofThisText: Misconception = """
            Another text has other lines: read the text of this call, and keep none from an earlier \
            one \(.namesBecomeATree)
            """
        for (text, row) in [("a: 1", "a=1"), ("# b\na: 1", "a=2"), ("a: 1", "a=1")] {
            try lines(row, in: text, text == "a: 1" ? way : ofThisText)
        }
        try lines(
            """
            station=3 trains=4 trains.0=5 trains.0.cars=6 trains.0.stops=8 \
            trains.0.stops.0=9 trains.0.stops.0.0=9 trains.0.stops.0.1=10 \
            trains.0.stops.1.0=12 trains.1=13 trains.1.number=14 trains.1.stops=15 delay=16
            """, way)
        try lines(
            "=3",
            """
            An empty coding path leads to the value of the whole text, and its line is the \
            first one that counts \(.namesBecomeATree)
            """)
        try lines(
            "7=2 7.0=3 7.number=4", in: "station: Linz\n7:\n  \"0\": \"Index 1\"\n  number: x",
            """
            In an object, the string of a key decides, also where the key has a number: the \
            keys of a dictionary do \(.namesBecomeATree)
            """
        ) { Step(stringValue: "\($0)", intValue: $0 + 1) }
        try lines(
            "trains.0=5 trains.0.stops.1=12 trains.1.number=14",
            """
            In a list, the intValue of a key is the index. The string can be anything: the key \
            need not be a PathKey \(.namesBecomeATree)
            """
        ) { Step(stringValue: "element", intValue: $0) }
        try lines(
            """
            delays=3 station.name=3 delay.0=16 trains.number=4 trains.1.super.number=13
            """,
            """
            Where the text does not have the value, the line is the one of the last value on \
            the way that is there: do not go on with the keys behind it \(.namesBecomeATree)
            """)
        try lines(
            "trains.2=4 trains.2.cars=4 trains.-1=4 trains.1.stops.0=15 trains.0.stops.1.1=12",
            """
            An index behind the last element: the line is the list's, not the last element's. \
            The same is true of an index below 0 \(.namesBecomeATree)
            """)
        try lines(
            "trains.0=4 trains.1.stops=4",
            """
            In a list, only the intValue of a key leads to an element. A key that has none, \
            only a string, leads nowhere, and the line is the list's \(.namesBecomeATree)
            """
        ) { PathKey(stringValue: "\($0)") }
        try linesOfOtherTexts()
        try linesOfRealErrors(way)
    }

    private func linesOfOtherTexts() throws {
        let parser: Misconception = """
            The parser counts the lines, and it is finished: give the line of the value as it is \
            \(.namesBecomeATree)
            """
        try lines("=1", in: "", parser)
        try lines("=1 a=1", in: "# nothing", parser)
        try lines("=3 0=3", in: "\n\n7", parser)
        try lines("=1 a=1 b=3", in: "a: 1\r\n\r\nb: 2", parser)
        try lines("=1 0=1 0.0.0=1 0.0.1=2 1=4 1.a=6", in: "- - - 1\n    - 2\n\n-\n\n  a: 1", parser)
        let anError = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
        let brokenTexts = [
            "a: 1\na: 2", "a:\n\tb: 1", "a: 1\n  b: 2", "a:\n    b: 1\n  c: 2", " a: 1\nb: 2",
            "- 1\nb: 2", "b: 2\n- 1", "1\n2", "\"open", #""\q""#, #"a: "b" c"#,
            String(repeating: "- ", count: 2_000) + "1",
            String(repeating: " ", count: 2_000) + "1",
        ]
        for text in brokenTexts {
            shown.text = text
            try expect(
                .dataCorrupted, at: "",
                """
                A text that breaks the rules of the format has no values with lines: let the \
                parser's error reach the caller \(.namesBecomeATree)
                """
            ) { try lineNumber(of: anError, in: text) }
        }
    }

    /// Asks for the line of each path in a text, with each of the four errors.
    ///
    /// - Parameters:
    ///   - rows: Paths and lines: `trains.0.cars=6`.
    ///   - text: The text; the one above unless it is given.
    ///   - key: Makes the key of a number in a path.
    private func lines(
        _ rows: String, in text: String? = nil, _ comment: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation,
        key: (Int) -> any CodingKey = Step.init(intValue:)
    ) throws {
        for row in rows.split(separator: " ") {
            let sides = row.split(separator: "=", omittingEmptySubsequences: false)
            let path = sides[0].split(separator: ".").map { name -> any CodingKey in
                Int(name).map(key) ?? Step(stringValue: String(name))
            }
            let context = DecodingError.Context(codingPath: path, debugDescription: "trains")
            let errors: [DecodingError] = [
                .typeMismatch(Int.self, context), .valueNotFound(Int.self, context),
                .keyNotFound(Step(stringValue: "cars"), context), .dataCorrupted(context),
            ]
            for error in errors {
                shown.text = nil
                let line = try value(comment, sourceLocation: sourceLocation) {
                    try lineNumber(of: error, in: text ?? night)
                }
                shown.text = Int(sides[1]) == line ? nil : text ?? night
                let name = DecodingErrorCase(error)?.rawValue ?? "an error"
                try expect(
                    Int(sides[1]) == line, comment,
                    [
                        "For \(name) \(sides[0].isEmpty ? "with an empty path" : "at \(sides[0])") "
                            + "it gave \(line), and expected was \(sides[1])."
                    ], sourceLocation: sourceLocation)
            }
        }
    }

    private func linesOfRealErrors(_ way: Misconception) throws {
        try listsEnd()
        let text = "# Two stops\n- - a\n  - 21:10\n\n- - b\n  - 0:28\n  - extra"
        let error: DecodingError? = try fromTask(4) {
            do { _ = try decode([Stop].self, text) } catch let error as DecodingError {
                return error
            }
            return nil
        }
        guard let error else { return }
        try expectEqual(
            try lineNumber(of: error, in: text), 7, way)
    }
}
