import ExerciseChecks
import ExerciseSupport
import Foundation
import Testing

import typealias ExerciseChecks.CheckFinding
import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception
import struct ExerciseSupport.PathKey
import enum ExerciseSupport.TimetableValue
import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Swift.Array
import protocol Swift.CaseIterable
import typealias Swift.Codable
import protocol Swift.CustomStringConvertible
import protocol Swift.Equatable
import protocol Swift.Error
import protocol Swift.ExpressibleByStringLiteral
import struct Swift.Int16
import struct Swift.Int32
import struct Swift.Int64
import struct Swift.Int8
import struct Swift.KeyValuePairs
import protocol Swift.LosslessStringConvertible
import protocol Swift.RawRepresentable
import struct Swift.UInt
import struct Swift.UInt16
import struct Swift.UInt32
import struct Swift.UInt64
import struct Swift.UInt8
import struct Testing.SourceLocation

@testable import Exercise12

// By name: a learner's own type of the same name is not meant.

@Suite("Exercise 12 · A format of your own", .serialized, .exercise)
struct Exercise12Tests: ExerciseSuite {
    // MARK: - Reading and writing

    /// The timetable that the answer has read last, for the findings about it.
    private final class Shown {
        var timetable: String?
    }

    private let shown = Shown()

    func record(_ finding: CheckFinding, sourceLocation: SourceLocation) {
        var finding = finding
        if let timetable = shown.timetable {
            finding.details += lines("The timetable:", timetable)
        }
        report(finding, sourceLocation: sourceLocation)
    }

    private func lines(_ title: String, _ timetable: String) -> [String] {
        if timetable.isEmpty { return ["\(title) it is empty."] }
        let lines = timetable.split(separator: "\n", omittingEmptySubsequences: false)
        return [title] + lines.prefix(30).map { "    │ \($0)" }
    }

    private func decode<T: Decodable>(
        _ type: T.Type, _ timetable: String, _ userInfo: [CodingUserInfoKey: Any] = [:]
    ) throws -> T {
        shown.timetable = timetable
        return try TimetableDecoder(userInfo: userInfo).decode(type, from: timetable)
    }

    /// Reads timetables in their order and then in the reverse order, and compares the values.
    private func reads<T: Decodable & Equatable>(
        _ rows: KeyValuePairs<String, T>, _ misconception: Misconception,
        _ userInfo: [CodingUserInfoKey: Any] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for (timetable, expected) in Array(rows) + rows.reversed() {
            let found = try value(misconception, sourceLocation: sourceLocation) {
                try decode(T.self, timetable, userInfo)
            }
            try expectEqual(found, expected, misconception, sourceLocation: sourceLocation)
        }
    }

    /// Wants the same error for each of the timetables.
    private func refuses<T: Decodable>(
        _ type: T.Type, _ timetables: [String], _ expected: DecodingErrorCase,
        at codingPath: String, _ misconception: Misconception, otherError: Misconception? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for timetable in timetables {
            try expect(
                expected, at: codingPath, misconception, otherError: otherError ?? misconception,
                sourceLocation: sourceLocation
            ) { try decode(type, timetable) }
        }
    }

    /// Writes a value and compares it with a timetable.
    private func writes(
        _ value: some Encodable, _ expected: String, _ misconception: Misconception,
        _ userInfo: [CodingUserInfoKey: Any] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        shown.timetable = nil
        let written = try self.value(misconception, sourceLocation: sourceLocation) {
            try TimetableEncoder(userInfo: userInfo).encode(value)
        }
        let trees = try? [written, expected].map(TimetableValue.init(parsing:))
        try expect(
            trees?[0] == trees?[1] && trees != nil, misconception,
            ["For \(type(of: value)) \(described(value))"] + lines("It wrote:", written)
                + lines("Expected:", expected),
            sourceLocation: sourceLocation)
    }

    /// Wants invalidValue at a place.
    private func refusesToWrite(
        _ value: some Encodable, at codingPath: String, _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        shown.timetable = nil
        do {
            let written = try TimetableEncoder().encode(value)
            try fail(
                misconception,
                ["For \(type(of: value)) \(described(value))"] + lines("It wrote:", written),
                sourceLocation: sourceLocation)
        } catch EncodingError.invalidValue(_, let context) {
            try expectEqual(
                Self.readable(context.codingPath), codingPath,
                """
                The path of an EncodingError is the coding path of the encoder: the keys on the way \
                to the value \(.aPartThatThrows)
                """, sourceLocation: sourceLocation)
        } catch let error as EncodingError {
            try fail(misconception, ["It threw: \(error)"], sourceLocation: sourceLocation)
        }
    }

    /// A path in the one way in which the messages write it: `trains[0].cars`.
    private static func readable(_ codingPath: [any CodingKey]) -> String {
        codingPath.reduce("") { path, key in
            if let index = key.intValue { return path + "[\(index)]" }
            return path + (path.isEmpty ? "" : ".") + key.stringValue
        }
    }

    /// Any key.
    private struct Name: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(stringLiteral: String) { stringValue = stringLiteral }
    }

    /// Keys that have a number too.
    private enum BerthKeys: Int, CodingKey {
        case upper = 7
        case lower
    }

    // MARK: - Task 1

    private enum Service: String, Codable {
        case express
        case local = "local train"
    }

    /// A type that tries one type after another, as in exercise 04.
    private enum Berth: Codable, Equatable {
        case number(Int)
        case name(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .name(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .name(let name): try container.encode(name)
            }
        }
    }

    /// A type that can be made of a text, and is more than that in a document.
    private struct Track: Codable, CustomStringConvertible, Equatable, LosslessStringConvertible {
        let number: Int
        var description: String { "track \(number)" }

        init(number: Int) { self.number = number }

        init?(_ description: String) {
            guard let number = Int(description.dropFirst(6)) else { return nil }
            self.number = number
        }

        init(from decoder: any Decoder) throws {
            number = try decoder.singleValueContainer().decode(Int.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(number)
        }
    }

    /// A type with a raw value that is not what it writes.
    private struct Platform: RawRepresentable, Encodable {
        let rawValue: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("platform \(rawValue)")
        }
    }

    /// Writes a part that does not come to its end, and then nothing in its place.
    private struct Withdrawn: Encodable {
        private struct Half: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode("half")
                throw Thrower.ItsOwn()
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            _ = try? container.encode(Half())
            try container.encodeNil()
        }
    }

    /// A type that throws an error of its own.
    private struct Thrower: Codable {
        struct ItsOwn: Error {}

        init() {}
        init(from decoder: any Decoder) throws { throw ItsOwn() }
        func encode(to encoder: any Encoder) throws { throw ItsOwn() }
    }

    @Test("Task 1 · Read single values")
    func readSingleValues() throws {
        try endIfOpen { try decode(String.self, "NT 40") }
        try reads(
            [
                "NT 40": "NT 40", "21:10": "21:10", "007": "007", "true": "true", "12": "12",
                "\"\"": "", "\" a \"": " a ", "Ústí nad Labem": "Ústí nad Labem",
                #""a\nb""#: "a\nb",
            ],
            "A string is the text as it is, whatever it looks like \(.everyValueIsAString)")
        try reads(
            ["true": true, "false": false],
            "A flag is what Bool makes of the text \(.everyValueIsAString)")
        try readNumbers()
        try refuseTexts()
        try refuseOtherValues()
        try otherTypes()
    }

    private func readNumbers() throws {
        let digits: Misconception = """
            A whole number is made of the text itself, and has all its digits. On the way through a \
            Double, or another type, it loses some of them \(.everyValueIsAString)
            """
        try reads(
            ["12": 12, "-2": -2, "+5": 5, "007": 7, "9007199254740993": 9_007_199_254_740_993],
            digits)
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
        let fractions: Misconception = """
            Double and Float are read too, with a point or an exponent and without, and each has all \
            the digits of its type \(.everyValueIsAString)
            """
        try reads(
            [
                "12": 12.0, "-2.5": -2.5, "0.1": 0.1, "1e3": 1000,
                "1.7976931348623157e308": Double.greatestFiniteMagnitude,
                "5e-324": Double.leastNonzeroMagnitude,
            ], fractions)
        try reads(["12": Float(12), "0.1": 0.1, "-16.376": -16.376], fractions)
        // A little less than half of the way between two neighbors, and for a Double exactly half.
        try reads(
            ["1.00000017881393432617187499": Float(1).nextUp],
            """
            A Float is made of the text itself: on the way through a Double, it is rounded twice \
            \(.everyValueIsAString)
            """)
    }

    /// Wants the smallest and the largest number, and an error one step beyond each.
    private func bounds<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws {
        try reads(
            ["\(T.min)": T.min, "\(T.max)": T.max],
            """
            Each type of whole numbers is read, from the smallest to the largest number that it has \
            \(.everyValueIsAString)
            """)
        let beyond = [(T.min, Decimal(-1)), (T.max, 1)].map { bound, step in
            "\((Decimal(string: "\(bound)") ?? 0) + step)"
        }
        try refuses(
            T.self, beyond, .dataCorrupted, at: "",
            """
            A number that is too large or too small for its type is dataCorrupted, and not the \
            nearest number that fits \(.everyValueIsAString)
            """,
            otherError: """
                A text of which Swift makes no value of the type is dataCorrupted at its place: there \
                is a text, and it does not fit \(.everyValueIsAString)
                """)
    }

    private func refuseTexts() throws {
        try refuses(
            Int.self, ["12.5", "12.0", "1e3", "twelve", "1 2", "\"\"", "\" 12\"", "true"],
            .dataCorrupted, at: "",
            """
            A text of which Swift makes no whole number is dataCorrupted. Nothing is cut off or \
            rounded \(.everyValueIsAString)
            """)
        try refuses(
            Bool.self, ["yes", "1", "0", "True", "\"\""], .dataCorrupted, at: "",
            "A flag is what Bool makes of the text, and nothing else \(.everyValueIsAString)")
        try refuses(
            Double.self, ["2,5", "NT 40", "\"\""], .dataCorrupted, at: "",
            "A text of which Swift makes no number is dataCorrupted \(.everyValueIsAString)")
        let finite: Misconception = """
            A number that is not finite is dataCorrupted. Swift makes an infinity of 1e999 and \
            says nothing, so you have to ask \(.everyValueIsAString)
            """
        let texts = ["1e999", "-1e999", "inf", "-inf", "nan"]
        try refuses(Double.self, texts, .dataCorrupted, at: "", finite)
        try refuses(Float.self, texts + ["1e39", "-1e39"], .dataCorrupted, at: "", finite)
    }

    private func refuseOtherValues() throws {
        try refuseNoText(String.self)
        try refuseNoText(Bool.self)
        try refuseNoText(Int.self)
        try refuseNoText(UInt8.self)
        try refuseNoText(Double.self)
        try refuseNoText(Float.self)
    }

    private func refuseNoText<T: Decodable>(_ type: T.Type) throws {
        try refuses(
            type, [""], .valueNotFound, at: "",
            """
            Where there is nothing, there is no value: neither an empty string, nor a 0, nor a false \
            \(.absentEmptyOrNull)
            """,
            otherError: "Nothing in place of a text is valueNotFound \(.absentEmptyOrNull)")
        try refuses(
            type, ["[]", "{}", "- 12", "a: 12"], .typeMismatch, at: "",
            """
            A list or an object is not a text, and is not one text in it either \
            \(.everyValueIsAString)
            """,
            otherError:
                "A list or an object in place of a text is typeMismatch \(.everyValueIsAString)")
        for timetable in ["", "- 12"] {
            do {
                _ = try decode(type, timetable)
            } catch DecodingError.typeMismatch(let named, _) where named == type {
            } catch DecodingError.valueNotFound(let named, _) where named == type {
            } catch {
                try fail(
                    """
                    The error has the type that was asked for, so that a reader knows what was \
                    expected \(.everyValueIsAString)
                    """, ["Expected was \(type). It threw: \(error)"])
            }
        }
    }

    private func otherTypes() throws {
        let itself: Misconception = """
            Every type that is none of these decodes itself, from this decoder \
            \(.everyValueIsAString)
            """
        try reads(["local train": Service.local], itself)
        try reads(["7": Berth.number(7), "39A": .name("39A")], itself)
        try reads(
            ["7": Track(number: 7)],
            """
            This type is none of those that you read, although it can be made of a text: it decodes \
            itself \(.everyValueIsAString)
            """)
        try reads(["5": 5, "": nil] as KeyValuePairs<String, Int?>, itself)
        try reads(["0.25": Date(timeIntervalSinceReferenceDate: 0.25)], itself)
        let asItIs: Misconception = """
            What a type throws reaches the caller as it is. Catch nothing here \
            \(.everyValueIsAString)
            """
        do {
            _ = try decode(Thrower.self, "12")
        } catch is Thrower.ItsOwn {
        } catch {
            try fail(asItIs, ["The type threw \(Thrower.ItsOwn()), and this came out: \(error)"])
        }
        try refuses(Service.self, ["slow"], .dataCorrupted, at: "", asItIs)
    }

    // MARK: - Task 2

    /// A train, from exercise 01.
    private struct Train: Codable, Equatable {
        var number = "NT 40"
        var cars = 12
        var hasSleepingCars = true
        var delay: Int?
    }

    /// A place, from exercise 05.
    private struct Place: Codable, Equatable {
        let name: String
        let latitude: Double

        init(name: String, latitude: Double) {
            self.name = name
            self.latitude = latitude
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            name = try container.decode(String.self, forKey: "name")
            let address = try container.nestedContainer(keyedBy: Name.self, forKey: "address")
            let position = try address.nestedContainer(keyedBy: Name.self, forKey: "position")
            latitude = try position.decode(Double.self, forKey: "latitude")
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            try container.encode(name, forKey: "name")
            var address = container.nestedContainer(keyedBy: Name.self, forKey: "address")
            var position = address.nestedContainer(keyedBy: Name.self, forKey: "position")
            try position.encode(latitude, forKey: "latitude")
        }
    }

    /// A note, from exercise 05: absent and nothing are not the same.
    private struct Note: Codable, Equatable {
        let text: String??

        init(_ text: String??) { self.text = text }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            guard container.contains("text") else {
                text = .none
                return
            }
            text = .some(
                try container.decodeNil(forKey: "text")
                    ? nil : container.decode(String.self, forKey: "text"))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            guard let text else { return }
            if let text {
                try container.encode(text, forKey: "text")
            } else {
                try container.encodeNil(forKey: "text")
            }
        }
    }

    /// Cars, from exercise 07: what belongs to every car is under `super`.
    private class Car: Codable {
        let number: String

        init(number: String) { self.number = number }
    }

    private final class SleepingCar: Car {
        let berths: Int

        init(number: String, berths: Int) {
            self.berths = berths
            super.init(number: number)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            berths = try container.decode(Int.self, forKey: "berths")
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            try container.encode(berths, forKey: "berths")
            try super.encode(to: container.superEncoder())
        }
    }

    /// What a decoder or an encoder knows: its path and what `userInfo` has.
    private struct Where: Codable, Equatable {
        var path = ""
        var site = ""

        init(path: String, site: String) {
            self.path = path
            self.site = site
        }

        init(from decoder: any Decoder) throws {
            path = readable(decoder.codingPath)
            site = decoder.userInfo[.site] as? String ?? "none"
        }

        init() {}

        func encode(to encoder: any Encoder) throws {
            let site = encoder.userInfo[.site] as? String ?? "none"
            var container = encoder.singleValueContainer()
            try container.encode("\(readable(encoder.codingPath)) \(site)")
        }
    }

    private let train = "number: NT 40\ncars: 12\nhasSleepingCars: true"

    private let userInfoIsLost: Misconception = """
        Every decoder below the first has the userInfo of the one that it comes from. Look at each \
        place where you make one \(.aDecoderForEachValue)
        """
    private let pathIsLost: Misconception = """
        The path of a part is the path of its container and one key more, at every depth: the very \
        key that was given, or PathKey(intValue:) for an element \(.aDecoderForEachValue)
        """

    @Test("Task 2 · Read keys")
    func readKeys() throws {
        try endIfOpen { try decode(Train.self, train) }
        _ = try fromTask(1) { try decode(String.self, "NT 40") }
        try reads(
            [
                train: Train(),
                "# digits\nnumber: 295\n\ncars: -1\nloco: 12\nhasSleepingCars: false\ndelay: 5":
                    Train(number: "295", cars: -1, hasSleepingCars: false, delay: 5),
                train + "\ndelay:": Train(),
            ],
            """
            A type reads the values of its keys, each from a decoder that has this value. Other keys \
            do not matter \(.absentEmptyOrNull)
            """)
        try keysOfAnObject()
        try reads(
            [
                "name: Wien\naddress:\n  position:\n    latitude: 48.185": Place(
                    name: "Wien", latitude: 48.185)
            ],
            "A nested container is a container of the part's decoder \(.aDecoderForEachValue)")
        try reads(
            ["text: a": Note("a"), "text:": Note(.some(nil)), "{}": Note(.none)],
            """
            A key with nothing after it is there, and an absent key is not. A text is not nothing \
            \(.absentEmptyOrNull)
            """)
        let car = try value(
            "The super decoder is the one for the key super \(.aDecoderForEachValue)"
        ) {
            try decode(SleepingCar.self, "berths: 12\nnumber: 1\nsuper:\n  number: 262")
        }
        try expectEqual(
            car.number, "262",
            "What belongs to the superclass is under super \(.aDecoderForEachValue)")
        try reads(
            [
                "a:\n  b:\n    c: x": ["a": ["b": ["c": Where(path: "a.b.c", site: "rail")]]],
                "a:\n  b:\n    d:": ["a": ["b": ["d": Where(path: "a.b.d", site: "rail")]]],
            ], shownPath(in: "a:\n  b:\n    c: x") == "a.b.c" ? userInfoIsLost : pathIsLost,
            [.site: "rail"])
        try refuseObjects()
    }

    private func shownPath(in timetable: String) -> String {
        let value = try? decode([String: [String: [String: Where]]].self, timetable)
        return value?["a"]?["b"]?["c"]?.path ?? ""
    }

    private struct Keys: Decodable, Equatable {
        let all: [String]
        let contained: [String]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case train
            case delay
            case late = "is late"
        }

        init(_ all: [String]) {
            self.all = all
            contained = all
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            all = container.allKeys.map(\.stringValue).sorted()
            contained = CodingKeys.allCases.filter(container.contains).map(\.stringValue).sorted()
        }
    }

    /// Reads a value by a key that has a number, and tells the number that its decoder's path ends with.
    private struct Upper: Decodable, Equatable {
        var name = ""
        var number: Int?

        init(name: String, number: Int?) {
            self.name = name
            self.number = number
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: BerthKeys.self)
            name = try container.decode(String.self, forKey: .upper)
            number = try container.superDecoder(forKey: .upper).codingPath.last?.intValue
        }
    }

    /// Keys with a number beside their string.
    private struct NumberedKeys: Decodable, Equatable {
        let all: [String]

        enum CodingKeys: Int, CodingKey {
            case first = 1
            case second
        }

        init(_ all: [String]) { self.all = all }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            all = container.allKeys.map(\.stringValue).sorted()
        }
    }

    private func keysOfAnObject() throws {
        let keys: Misconception = """
            allKeys has the keys of the object that the type knows, and contains asks for one of \
            them. A key with nothing after it is there too \(.absentEmptyOrNull)
            """
        try reads(
            [
                "train: NT 40\ndelay:\nis late: no": Keys(["delay", "is late", "train"]),
                "train: NT 40\nplatform: 3\nTrain: 1": Keys(["train"]), "{}": Keys([]),
            ], keys)
        try reads(
            [
                "lift: 4\n\"\": 0\n\"a: b\": -1\n7: 7\nsuper: 2": [
                    "lift": 4, "": 0, "a: b": -1, "7": 7, "super": 2,
                ], "{}": [:],
            ], keys)
        try reads(
            ["1: a\nfirst: b": NumberedKeys(["first"])],
            """
            A name in the object is the string of a key, also where it looks like the number of one \
            \(.absentEmptyOrNull)
            """)
        try reads(
            ["7: a\n-3: b": [7: "a", -3: "b"]],
            "allKeys makes each key of its string \(.absentEmptyOrNull)")
        let upper = "upper: A\n7: B\nlower: C"
        let isFound = (try? decode(Upper.self, upper))?.name == "A"
        try reads(
            [upper: Upper(name: "A", number: 7)],
            isFound
                ? """
                The path of a part ends with the very key that was given, which may have a number too: \
                make no new key of its string \(.aDecoderForEachValue)
                """
                : """
                The string of a key finds the member, also where the key has a number \
                \(.absentEmptyOrNull)
                """)
        if let url = Foundation.URL(string: "https://trains.example/") {
            try reads(
                ["relative: https://trains.example/": url],
                """
                A URL is none of the types that you read in task 1: it decodes itself, and asks for an \
                object \(.everyValueIsAString)
                """)
        }
    }

    private func refuseObjects() throws {
        try refuses(
            Train.self, [train.replacing("12", with: "many")], .dataCorrupted, at: "cars",
            "An error at the value of a key has that key in its path \(.aDecoderForEachValue)")
        let noObject: Misconception = """
            Only an object has keys. Nothing, a text or a list is not an object without members \
            \(.whoAsksForAContainer)
            """
        try refuses(
            Train.self, ["NT 40", "[]", "- number: 1", "\"\""], .typeMismatch, at: "", noObject,
            otherError:
                "A text or a list in place of an object is typeMismatch \(.everyValueIsAString)")
        try refuses(
            [String: Int].self, [""], .valueNotFound, at: "", noObject,
            otherError: "Nothing in place of an object is valueNotFound \(.absentEmptyOrNull)")
        try refuses(
            Place.self, ["name: Wien\naddress: Wien"], .typeMismatch, at: "address", noObject,
            otherError: pathIsLost)
        try refuses(
            Place.self, ["name: Wien\naddress:\n  position:"], .valueNotFound,
            at: "address.position", noObject, otherError: pathIsLost)
        try refuses(
            Train.self, [train.replacing(" 12", with: "")], .valueNotFound, at: "cars",
            "A key with nothing after it is there, and nothing is not a number \(.absentEmptyOrNull)"
        )
        try refuseAbsent(Train.self, train.replacing("cars", with: "Cars"), "cars", at: "")
        try refuseAbsent(
            Place.self, "name: Wien\naddress:\n  position:\n    longitude: 1", "latitude",
            at: "address.position")
        try refuseAbsent(Place.self, "name: Wien\naddress: {}", "position", at: "address")
        try refuseAbsent(SleepingCar.self, "berths: 12", "super", at: "")
        try refuseAbsent(BerthNote.self, "7: A\nlower: B", "upper", at: "")
    }

    private struct BerthNote: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: BerthKeys.self)
            _ = try container.decodeNil(forKey: .upper)
        }
    }

    private func refuseAbsent<T: Decodable>(
        _ type: T.Type, _ timetable: String, _ key: String, at codingPath: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let absent: Misconception = """
            A key that is absent is keyNotFound, with that key. The path is the one of the object, \
            because the key is not there \(.absentEmptyOrNull)
            """
        do {
            let value = try decode(type, timetable)
            try fail(absent, ["It gave \(value)."], sourceLocation: sourceLocation)
        } catch DecodingError.keyNotFound(let missing, let context) {
            try expectEqual(missing.stringValue, key, absent, sourceLocation: sourceLocation)
            try expectEqual(
                Self.readable(context.codingPath), codingPath, absent,
                sourceLocation: sourceLocation)
        } catch let error as DecodingError {
            try fail(absent, ["It threw: \(error)"], sourceLocation: sourceLocation)
        }
    }

    // MARK: - Task 3

    private struct Board: Codable, Equatable {
        var station = "Hamburg-Altona"
        var trains: [Train]
    }

    /// A route, from exercise 06: containers in a list in an object.
    private struct Route: Codable, Equatable {
        var stations: [String]

        init(_ stations: [String]) { self.stations = stations }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            var stops = try container.nestedUnkeyedContainer(forKey: "stops")
            stations = []
            while !stops.isAtEnd {
                let stop = try stops.nestedContainer(keyedBy: Name.self)
                stations.append(try stop.decode(String.self, forKey: "station"))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            var stops = container.nestedUnkeyedContainer(forKey: "stops")
            for station in stations {
                var stop = stops.nestedContainer(keyedBy: Name.self)
                try stop.encode(station, forKey: "station")
            }
        }
    }

    /// A stop, from exercise 06: a list of exactly two strings.
    private struct Stop: Codable, Equatable {
        var station: String
        var time: String

        init(_ station: String, _ time: String) {
            self.station = station
            self.time = time
        }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            station = try container.decode(String.self)
            time = try container.decode(String.self)
            guard container.isAtEnd else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "A stop has a station and a time.")
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(station)
            try container.encode(time)
        }
    }

    /// The stops of a night, from exercise 06: broken ones are left out, and their indices are kept.
    private struct Night: Decodable, Equatable {
        var stops: [Stop] = []
        var dropped: [Int] = []

        init(stops: [Stop], dropped: [Int]) {
            self.stops = stops
            self.dropped = dropped
        }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd, stops.count + dropped.count < 100 {
                let index = container.currentIndex
                let element = try container.superDecoder()
                do {
                    stops.append(try Stop(from: element))
                } catch {
                    dropped.append(index)
                }
            }
        }
    }

    /// Minutes, or nothing, read with `decodeIfPresent`.
    private struct Delays: Decodable, Equatable {
        var minutes: [Int?] = []

        init(_ minutes: [Int?]) { self.minutes = minutes }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd, minutes.count < 10 {
                minutes.append(try container.decodeIfPresent(Int.self))
            }
        }
    }

    /// What a container says of its place, while somebody reads from it.
    private struct Notes: Decodable, Equatable {
        var notes: [String] = []

        init(_ notes: String...) { self.notes = notes }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            notes.append("\(container.count ?? -1) \(container.isAtEnd)")
            for _ in 0..<3 {
                if (try? container.decode(Int.self)) != nil { notes.append("a number") }
                if (try? container.nestedContainer(keyedBy: Name.self)) != nil {
                    notes.append("an object")
                }
                if (try? container.nestedUnkeyedContainer()) != nil { notes.append("a list") }
                if (try? container.decodeNil()) == true { notes.append("nothing") }
                notes.append("\(container.currentIndex) \(container.isAtEnd)")
            }
            notes.append("\(container.count ?? -1)")
        }
    }

    /// Where the container is after an element has thrown an error of its own.
    private struct Patience: Decodable, Equatable {
        let index: Int

        init(_ index: Int) { self.index = index }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            _ = try? container.decode(Thrower.self)
            index = container.currentIndex
        }
    }

    @Test("Task 3 · Read lists")
    func readLists() throws {
        try endIfOpen { try decode([String].self, "- NT 40") }
        _ = try fromTask(1) { try decode(String.self, "NT 40") }
        _ = try fromTask(2) { try decode(Train.self, train) }
        let element: Misconception = """
            A list gives its elements one after the other, each from a decoder of its own \
            \(.oneElementAfterTheOther)
            """
        try reads(["- 1\n- 7\n- 1": [1, 7, 1], "[]": [], "- 5": [5]], element)
        try reads(["- []\n-\n  - 1\n  - 2\n-\n  - 3": [[], [1, 2], [3]]], element)
        try reads(
            [
                """
                trains:
                  -
                    number: NT 40
                    cars: 12
                    hasSleepingCars: true
                  -
                    hasSleepingCars: false
                    cars: 9
                    number: 295
                    delay: -2
                station: Hamburg-Altona
                """: Board(trains: [
                    Train(), Train(number: "295", cars: 9, hasSleepingCars: false, delay: -2),
                ]), "station: X\ntrains: []": Board(station: "X", trains: []),
            ], element)
        try reads(
            ["stops:\n  -\n    station: Linz\n  -\n    station: Wien": Route(["Linz", "Wien"])],
            "A container of an element moves on too, once it is there \(.oneElementAfterTheOther)")
        try reads(["- Wien\n- 21:10": Stop("Wien", "21:10")], element)
        let places = try value(pathIsLost) {
            try decode([String: [[Where]]].self, "a:\n  -\n    - x\n    - y", [.site: "rail"])
        }
        try expectEqual(places["a"]?[0].map(\.path), ["a[0][0]", "a[0][1]"], pathIsLost)
        try expectEqual(places["a"]?[0].map(\.site), ["rail", "rail"], userInfoIsLost)
        try refuseLists()
        try movingOn()
    }

    private func movingOn() throws {
        try reads(
            ["- 1\n-\n- 3\n-": Delays([1, nil, 3, nil])],
            """
            Where an element is nothing, decodeNil moves on. Where it is not, it stays, because \
            somebody will want to read it \(.oneElementAfterTheOther)
            """)
        let stay: Misconception = """
            Whatever gives an element moves on to the next one, and only then: after an error, the \
            container is at the same element as before \(.oneElementAfterTheOther)
            """
        let notes = try value(stay) { try decode(Notes.self, "- 7\n- a\n- 8").notes }
        try expect(
            notes.last == "3",
            """
            count is the number of all elements, and stays the same while currentIndex moves on \
            \(.oneElementAfterTheOther)
            """, ["In a list of 3, the count was \(notes.last ?? "") in the end."])
        try reads(
            [
                "- 7\n- a\n- 8": Notes(
                    "3 false", "a number", "1 false", "1 false", "1 false", "3"),
                "- {}\n- []\n-": Notes(
                    "3 false", "an object", "a list", "nothing", "3 true", "3 true", "3 true", "3"),
                "-\n- a": Notes("2 false", "nothing", "1 false", "1 false", "1 false", "2"),
                "[]": Notes("0 true", "0 true", "0 true", "0 true", "0"),
            ], stay)
        try reads(
            ["- 7\n- 8": Patience(0)],
            """
            Whatever read throws, an error of the type's own too: after it, the container is at the \
            same element as before \(.oneElementAfterTheOther)
            """)
        let night = "-\n  - Wien\n  - 21:10\n-\n  - Linz\n-\n-\n  - Salzburg\n  - 0:28\n  - 0:30"
        try reads(
            [night: Night(stops: [Stop("Wien", "21:10")], dropped: [1, 2, 3])],
            """
            A super decoder moves on, whatever the element is, and whether anybody can read it \
            \(.oneElementAfterTheOther)
            """)
    }

    /// Reads more than a list has, in one of the ways.
    private struct Greedy: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            let way = try container.decode(String.self)
            switch way {
            case "value": _ = try container.decode(Int.self)
            case "optional": _ = try container.decode(Int?.self)
            case "nothing": _ = try container.decodeNil()
            case "object": _ = try container.nestedContainer(keyedBy: Name.self)
            case "list": _ = try container.nestedUnkeyedContainer()
            default: _ = try container.superDecoder()
            }
        }
    }

    private func refuseLists() throws {
        let noList: Misconception = """
            Only a list has elements. Nothing is not an empty list, and one value is not a list of \
            one \(.whoAsksForAContainer)
            """
        try refuses(
            [Int].self, ["12", "{}", "0: 12", "\"\""], .typeMismatch, at: "", noList,
            otherError:
                "A text or an object in place of a list is typeMismatch \(.everyValueIsAString)")
        try refuses(
            [Int].self, [""], .valueNotFound, at: "", noList,
            otherError: "Nothing in place of a list is valueNotFound \(.absentEmptyOrNull)")
        try refuses(
            [String: [Int]].self, ["a: x"], .typeMismatch, at: "a", noList, otherError: pathIsLost)
        let end: Misconception = """
            After the last element, everything that wants one throws valueNotFound, with the index \
            that the next one would have \(.oneElementAfterTheOther)
            """
        try refuses(
            [String: Greedy].self,
            ["value", "optional", "nothing", "object", "list", "super"].map { "a:\n  - \($0)" },
            .valueNotFound, at: "a[1]", end)
        let board = "station: X\ntrains:\n  -\n    number: 1\n    hasSleepingCars: true"
        try refuses(
            Board.self, [board + "\n    cars: many"], .dataCorrupted, at: "trains[0].cars",
            pathIsLost)
        try refuseAbsent(Board.self, board, "cars", at: "trains[0]")
        try refuses(
            Board.self, [board + "\n    cars: 1\n  -"], .valueNotFound, at: "trains[1]", pathIsLost)
        try refuses(
            [Stop].self, ["-\n  - Wien\n  - 21:10\n  - 21:12"], .dataCorrupted, at: "[0][2]",
            """
            A type that asks isAtEnd finds out that there is more \(.oneElementAfterTheOther)
            """, otherError: pathIsLost)
    }

    // MARK: - Task 4

    @Test("Task 4 · Write single values")
    func writeSingleValues() throws {
        try endIfOpen { try TimetableEncoder().encode("NT 40") }
        let text: Misconception = """
            A string is written into the box as it is, and a flag or a number as the text that Swift \
            makes of it \(.aPlaceToWriteInto)
            """
        for string in ["NT 40", "", " a ", "12", "21:10", "a: b", "a\nb", "\"", "Ústí", "true"] {
            try writes(string, TimetableValue.text(string).document, text)
        }
        try writes(true, "true", text)
        try writes(false, "false", text)
        try writes(12, "12", text)
        try writes(Int64.min, "-9223372036854775808", text)
        try writes(UInt64.max, "18446744073709551615", text)
        try writes(UInt8.max, "255", text)
        try writes(-2.5, "-2.5", text)
        try writes(12.0, "12.0", text)
        try writes(0.1 + 0.2, "0.30000000000000004", text)
        try writes(Float(0.1), "0.1", text)
        try writes(Double.leastNonzeroMagnitude, "5e-324", text)
        let nothing: Misconception = """
            A nil is nothing, and neither an empty text nor a text that says nil \(.absentEmptyOrNull)
            """
        try writes(nil as Int?, "", nothing)
        let itself: Misconception = "Every other value encodes itself \(.aPartThatThrows)"
        try writes(7 as Int?, "7", itself)
        try writes(Service.local, "local train", itself)
        try writes(Berth.number(7), "7", itself)
        try writes(Berth.name("39A"), "39A", itself)
        try writes(Date(timeIntervalSinceReferenceDate: 0.25), "0.25", itself)
        try writes(Platform(rawValue: "9B"), "platform 9B", itself)
        try writes(
            Withdrawn(), "",
            """
            Nothing takes the place of what is in the box: somebody may have begun to write there \
            \(.aPlaceToWriteInto)
            """)
        for number in [Double.infinity, -.infinity, .nan] {
            try refusesToWrite(number, at: "", notFinite)
            try refusesToWrite(Float(number), at: "", notFinite)
        }
        do {
            _ = try TimetableEncoder().encode(Thrower())
        } catch is Thrower.ItsOwn {
        } catch {
            try fail(
                "What a value throws reaches the caller as it is \(.aPartThatThrows)",
                ["The type threw \(Thrower.ItsOwn()), and this came out: \(error)"])
        }
    }

    private let notFinite: Misconception = """
        A number that is not finite is invalidValue: an encoder refuses what its format cannot say \
        \(.whatAQueryStringCannotSay)
        """

    // MARK: - Task 5

    /// Asks for a container twice, and writes into both by turns.
    private struct Twice: Encodable {
        func encode(to encoder: any Encoder) throws {
            var first = encoder.container(keyedBy: Name.self)
            try first.encode(1, forKey: "a")
            var second = encoder.container(keyedBy: Name.self)
            try second.encode(2, forKey: "b")
            try first.encode(3, forKey: "c")
        }
    }

    private let oneObject: Misconception = """
        A type may ask for a container more than once, and all of them write into one place: what \
        is there already stays \(.twoContainersInOnePlace)
        """
    private let placeIsShared: Misconception = """
        Each part has a box of its own, and the box of its container has to have that box. A copy \
        that nobody puts back is lost \(.aPlaceToWriteInto)
        """
    private let encodersUserInfo: Misconception = """
        Every encoder below the first has the userInfo of the one that it comes from. Look at each \
        place where you make one \(.aDecoderForEachValue)
        """

    /// Writes one of its keys twice, and a nil under another one.
    private struct Again: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            for (name, number) in [("b", 1), ("c", 2)] {
                var part = container.nestedContainer(keyedBy: Name.self, forKey: "a")
                try part.encode(number, forKey: Name(stringValue: name))
            }
            try container.encode(nil as Int?, forKey: "d")
        }
    }

    @Test("Task 5 · Write objects")
    func writeObjects() throws {
        try endIfOpen { try TimetableEncoder().encode(Train()) }
        _ = try fromTask(4) { try TimetableEncoder().encode("NT 40") }
        try writes(Train(), train, placeIsShared)
        try writes(Train(delay: 0), train + "\ndelay: 0", placeIsShared)
        try writes(
            ["lift": 4, "": 0, "a: b": -1, "7": 7, "super": 2],
            "lift: 4\n\"\": 0\n\"a: b\": -1\n7: 7\nsuper: 2", placeIsShared)
        try writes(
            ["a": ["b": ["c": 1, "d": 2]]], "a:\n  b:\n    c: 1\n    d: 2",
            placeIsShared)
        let empty: Misconception = """
            A type that asks for keys and writes none of them is an object without members, and not \
            nothing \(.twoContainersInOnePlace)
            """
        try writes([String: Int](), "{}", empty)
        try writes(["a": [String: Int]()], "a: {}", empty)
        try writes(Note(.none), "{}", empty)
        try writes(
            Note(.some(nil)), "text:", "A nil that is written is nothing \(.absentEmptyOrNull)")
        try writes(Note("a"), "text: a", placeIsShared)
        try writes(
            Place(name: "Wien", latitude: 48.185),
            "name: Wien\naddress:\n  position:\n    latitude: 48.185",
            "A nested container is a container of the part's encoder \(.aPlaceToWriteInto)")
        try writes(
            SleepingCar(number: "262", berths: 12), "berths: 12\nsuper:\n  number: 262",
            "The super encoder is the one for the key super \(.aDecoderForEachValue)")
        try writes(Twice(), "a: 1\nb: 2\nc: 3", oneObject)
        try writes(
            Again(), "a:\n  c: 2\nd:",
            """
            Each time a key is written, a new box is under it, a nil too: of what was there before, \
            nothing is left \(.aPlaceToWriteInto)
            """)
        try writes(
            ["a": ["b": Where()]], "a:\n  b: a.b rail",
            (try? TimetableEncoder().encode(["a": ["b": Where()]]))?.contains("a.b ") == true
                ? encodersUserInfo : pathIsLost, [.site: "rail"])
        try writes(
            LastKey(), "upper: 7",
            """
            The string of a key is its name in the object, and the path ends with the very key that \
            was given \(.absentEmptyOrNull)
            """)
        try refusesToWrite(
            ["a": ["b": Double.nan]], at: "a.b",
            """
            A number that is not finite is invalidValue under a key too: what a part throws reaches the \
            caller \(.aPartThatThrows)
            """)
        try roundTrips()
    }

    /// Writes the number of the last key of its part's path.
    private struct LastKey: Encodable {
        struct Part: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(encoder.codingPath.last?.intValue)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: BerthKeys.self)
            try container.encode(Part(), forKey: .upper)
        }
    }

    private func roundTrips() throws {
        try comesBack(URL(string: "https://nighttrain.example/a"), task: 2)
        try comesBack(["a": Berth.number(7), "b": .name("39A")], task: 2)
    }

    private func comesBack<T: Codable & Equatable>(
        _ value: T, task: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let comesBack: Misconception = """
            What your encoder writes, your decoder reads: the value that went out comes back \
            \(.whatEachFormatLoses)
            """
        shown.timetable = nil
        let written = try self.value(comesBack, sourceLocation: sourceLocation) {
            try TimetableEncoder().encode(value)
        }
        let read = try fromTask(task) { try decode(T.self, written) }
        try expectEqual(read, value, comesBack, sourceLocation: sourceLocation)
    }

    // MARK: - Task 6

    /// Writes down what a container counts, and asks for it twice.
    private struct Counted: Encodable {
        func encode(to encoder: any Encoder) throws {
            var first = encoder.unkeyedContainer()
            var counts = [first.count]
            try first.encode("a")
            counts.append(first.count)
            var second = encoder.unkeyedContainer()
            try second.encodeNil()
            counts.append(second.count)
            _ = first.nestedContainer(keyedBy: Name.self)
            counts.append(first.count)
            _ = second.nestedUnkeyedContainer()
            try first.encode(counts.map(String.init).joined(separator: ", "))
        }
    }

    private struct Parts: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try Where().encode(to: container.superEncoder())
            try container.encode(Where())
        }
    }

    @Test("Task 6 · Write lists")
    func writeLists() throws {
        try endIfOpen { try TimetableEncoder().encode(["NT 40"]) }
        _ = try fromTask(4) { try TimetableEncoder().encode("NT 40") }
        _ = try fromTask(5) { try TimetableEncoder().encode(Train()) }
        try writes([1], "- 1", placeIsShared)
        try writes(
            [1, 7, 2], "- 1\n- 7\n- 2",
            """
            A list has all its elements, each behind the one before it, in one place \
            \(.aPlaceToWriteInto)
            """)
        try writes(
            [[1], [], [2, 3]], "-\n  - 1\n- []\n-\n  - 2\n  - 3",
            "A type that asks for a list and writes no element is an empty list \(.aPlaceToWriteInto)"
        )
        try writes([Int](), "[]", "A list without elements is an empty list \(.aPlaceToWriteInto)")
        try writes(
            [1, nil, 3] as [Int?], "- 1\n-\n- 3",
            "A nil in a list is an element that is nothing \(.absentEmptyOrNull)")
        try writes(
            Board(trains: [Train(), Train(number: "295", delay: 5)]),
            """
            station: Hamburg-Altona
            trains:
              -
                number: NT 40
                cars: 12
                hasSleepingCars: true
              -
                number: 295
                cars: 12
                hasSleepingCars: true
                delay: 5
            """, placeIsShared)
        try writes(
            Route(["Linz", "Wien"]), "stops:\n  -\n    station: Linz\n  -\n    station: Wien",
            placeIsShared)
        try writes(Stop("Wien", "21:10"), "- Wien\n- 21:10", placeIsShared)
        try writes(
            Counted(), "- a\n-\n- {}\n- []\n- 0, 1, 2, 3",
            """
            A list counts its elements, whoever has written them, and all containers of a type write \
            into one list \(.twoContainersInOnePlace)
            """)
        let paths = "a:\n  - a[0] rail\n  - a[1] rail"
        try writes(
            ["a": Parts()], paths,
            (try? TimetableEncoder().encode(["a": Parts()]))?.contains("a[0] ") == true
                ? encodersUserInfo
                : """
                The path of an element ends with its index, and the first one has the index 0 \
                \(.aDecoderForEachValue)
                """, [.site: "rail"])
        try refusesToWrite(["a": [1, Double.infinity]], at: "a[1]", notFinite)
        try comesBack([[1: "a"], [:]], task: 3)
        try comesBack(Data([0, 255]), task: 3)
        try comesBack(Decimal(string: "-12.75"), task: 3)
        try comesBack([Stop("a", "b"), Stop("", " ")], task: 3)
    }
}

extension CodingUserInfoKey {
    fileprivate static let site = CodingUserInfoKey(rawValue: "nighttrain.site")!
}
