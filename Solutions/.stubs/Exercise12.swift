import ExerciseSupport
import Foundation

// Exercise 12 · A format of your own
//
// The operator prints its timetables from lines of text. Nobody has a decoder for this format, so you
// write it: then the types of the exercises before decode from it as they are, without a change.
// Seven tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 12
//
// The parser is finished: from a text it makes a tree of values, and there your part begins. Types ask
// a decoder for containers, and you write the containers. Leave the parser and the types as they are,
// and keep the names of functions and properties. Add helpers of your own where you want them.
// Hints for each task: Solutions/Exercise12.md. The lesson: swift run lesson-12.
//
// The parts of this file, each with a MARK:
//
//     The format     what a text looks like, what the parser makes of it, and the decoder
//     Task 1         single values, and the error for a value of another type
//     Task 2         objects: the keys and their values
//     Task 3         objects in objects
//     Task 4         lists
//     Task 5         nothing and absent
//     Task 6         superclasses and userInfo
//     Task 7         the line of an error
//     The parser     finished: you need not read it
//
// Some requirements of the protocols cannot throw, so no TODO can be in their place. They have a
// value for now, and a comment with the number of the task. The checks also decode types of their own,
// from texts with mistakes of every kind. A verdict may show such a text as the JSON that says the same.

// MARK: - The format

/// A value of a text, as the parser gives it. A text looks like this:
///
///     # What leaves tonight
///     station: Hamburg-Altona
///     trains:
///       - number: NT 40
///         hasSleepingCars: yes
///         cars: 12
///         delay:
///       - number: "295"
///         hasSleepingCars: no
///         cars: 9
///         delay: -2.5
///
/// - An object has a line for each key: the key, a colon, a space and the value. No key is there
///   twice. The order of the keys does not matter.
/// - A list has a line for each element: a hyphen, a space and the value.
/// - An object or a list that is itself a value begins in the next line, and its lines have more
///   spaces in front. After a hyphen it may also begin in the same line, as the trains above do.
/// - A number is written as in JSON: 12, -2.5, 1e3. So 007 and 21:10 are not numbers.
/// - A flag is yes or no.
/// - Where nothing follows a colon or a hyphen, and nothing is indented below it, there is *nothing*:
///   the delay of the first train. It is what JSON calls null.
/// - `[]` is an empty list and `{}` is an empty object.
/// - Everything else is a string. A string can be in quotation marks, and has to be if it would be
///   one of the others: "295", "yes", "". In them, \" is a quotation mark, \n a new line, and \\ a
///   backslash. A key can be in quotation marks too.
/// - A text can also be a single value. Without any lines it is nothing.
/// - Empty lines and lines that begin with # do not count, and spaces around a value do not either.
struct Value {
    /// The line in which the value begins, or the one that has its key or its hyphen. The first line
    /// of the text is 1.
    let line: Int
    let content: Content

    enum Content {
        case nothing
        case string(String)
        case flag(Bool)
        /// The number as it is written: "12", "-2.5" or "1e3".
        case number(String)
        case list([Value])
        case object([String: Value])
    }
}

/// What a program calls, as it calls a `JSONDecoder`. This type is finished.
struct TimetableDecoder {
    var userInfo: [CodingUserInfoKey: Any] = [:]

    /// Decodes a value from a text in the format above.
    ///
    /// - Throws: `DecodingError.dataCorrupted`, with an empty path, where the text breaks the rules
    ///   of the format; otherwise whatever `init(from:)` throws.
    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        let value = try Value(parsing: text)
        return try T(from: ValueDecoder(value: value, codingPath: [], userInfo: userInfo))
    }
}

/// What `init(from:)` gets: a value, and the keys on the way to it. The protocol asks for three
/// functions. The one for a single value is finished, and the others are in tasks 2 and 4.
struct ValueDecoder: Decoder {
    let value: Value
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] = [:]

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        SingleValueContainer(decoder: self)
    }
}

/// A key for a coding path where no enum has one: `PathKey(intValue: 3)` for an element of a list.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}

// MARK: - Task 1

/// Gives a value that has no parts: `12`, `NT 40`, `yes`.
///
/// The protocol asks for fifteen functions called `decode`. Four of yours are enough: one of them is
/// for all whole numbers from `Int8` to `UInt64`, and one is for `Double` and `Float`.
struct SingleValueContainer: SingleValueDecodingContainer {
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// Every other type decodes itself. This function is finished. (The lesson does more for URL, Data
    /// and Date. The types of this exercise have none.)
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: decoder) }

    /// Whether there is nothing. This function is finished.
    func decodeNil() -> Bool {
        if case .nothing = decoder.value.content { true } else { false }
    }

    /// Task 1. Give the string. Any other value is the error of `mismatch`, below: 12 is not a string,
    /// and "12" in quotation marks is one.
    func decode(_ type: String.Type) throws -> String {
        throw TODO("Task 1: decode a string")
    }

    /// Task 1. Give the flag. Any other value is the error of `mismatch`.
    func decode(_ type: Bool.Type) throws -> Bool {
        throw TODO("Task 1: decode a flag")
    }

    /// Task 1. Give the whole number. A value that is not a number is the error of `mismatch`. A number
    /// that is too large or too small for the type is dataCorrupted, at the coding path, and so is
    /// one that is written with a point or an exponent: 12.5, 12.0, 1e3.
    func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) throws -> T {
        throw TODO("Task 1: decode a whole number")
    }

    /// Task 1. Give the number, as the nearest one that the type has. A value that is not a number is
    /// the error of `mismatch`. A number that is too large for the type, 1e999, or too far below zero,
    /// -1e999, is dataCorrupted at the coding path: the types have an infinity, and the format does
    /// not. A number near 0 always fits: 1e-310 is a Double, and 1e-999 is 0.
    func decode<T>(_ type: T.Type) throws -> T
    where T: Decodable & BinaryFloatingPoint & LosslessStringConvertible {
        throw TODO("Task 1: decode a number that may have a fraction")
    }
}

extension ValueDecoder {
    /// Task 1. Make the error for a value that is not of the wanted type, at this decoder's coding
    /// path and with the wanted type: valueNotFound if the value is nothing, typeMismatch if it is
    /// anything else. This function returns the error; whoever calls it says `throw mismatch(type)`.
    func mismatch(_ type: Any.Type) -> any Error {
        TODO("Task 1: make the error for a value of another type")
    }
}

// MARK: - Task 2

extension ValueDecoder {
    /// Task 2. Give the members of an object: put a `KeyedContainer` into a `KeyedDecodingContainer`.
    /// Where the value is not an object, throw `mismatch([String: Any].self)`, as other decoders do.
    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw TODO("Task 2: give a container with keys")
    }
}

/// Gives the members of an object by their keys. The string of a key decides, also where the key has a
/// number.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: Value]
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// Task 2. The keys of the object, in any order. A string that `Key` does not know is left out.
    var allKeys: [Key] { [] }

    /// Task 2. Whether the object has the key. A key with nothing after it is there.
    func contains(_ key: Key) -> Bool { false }

    /// Task 2. Decode the value of a key. It decodes itself, `T(from:)`, from a decoder that has this
    /// value, and the key itself at the end of its coding path. What it throws reaches the caller as
    /// it is. If the key is absent, throw keyNotFound with the key, for an optional type too. The path
    /// of that error is the object's.
    ///
    /// One generic function is enough for whatever the protocol asks for.
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        throw TODO("Task 2: decode the value of a key")
    }
}

/// A train, from exercise 01. After task 2 it decodes from this text:
///
///     number: NT 40
///     destination: Wien Hbf
///     cars: 12
///     hasSleepingCars: yes
struct Train: Decodable, Equatable {
    let number: String
    let destination: String
    let cars: Int
    let hasSleepingCars: Bool
}

// MARK: - Task 3

extension KeyedContainer {
    /// Task 3. Give the members of the object that a key has. Errors are as in task 2. From now on the
    /// checks look at objects in objects in objects: a coding path has all the keys on the way.
    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw TODO("Task 3: give the container of an object in the object")
    }
}

/// A place, from exercise 05.
///
///     name: Wien Hbf
///     address:
///       city: Wien
///       position:
///         latitude: 48.185
///         longitude: 16.376
struct Place: Decodable, Equatable {
    let name: String
    let city: String
    let latitude: Double
    let longitude: Double

    enum CodingKeys: CodingKey {
        case name, address

        enum Address: CodingKey {
            case city, position

            enum Position: CodingKey { case latitude, longitude }
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        let address = try container.nestedContainer(
            keyedBy: CodingKeys.Address.self, forKey: .address)
        city = try address.decode(String.self, forKey: .city)
        let position = try address.nestedContainer(
            keyedBy: CodingKeys.Address.Position.self, forKey: .position)
        latitude = try position.decode(Double.self, forKey: .latitude)
        longitude = try position.decode(Double.self, forKey: .longitude)
    }
}

// MARK: - Task 4

extension ValueDecoder {
    /// Task 4. Give the elements of a list, in an `UnkeyedContainer`. Where the value is not a list,
    /// throw `mismatch([Any].self)`.
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw TODO("Task 4: give a container without keys")
    }
}

/// Gives the elements of a list, one after the other. The key of an element in a coding path is a
/// `PathKey` with its index.
///
/// Whatever gives an element moves on to the next one, and only then: after an error, the container
/// is at the same element as before. Behind the last element, everything that wants one throws
/// valueNotFound, with `PathKey(intValue: currentIndex)` at the end of its path. Its type is the one
/// that was wanted; for the two containers, `[String: Any].self` and `[Any].self`. For tasks 5 and 6,
/// any type will do.
struct UnkeyedContainer: UnkeyedDecodingContainer {
    let elements: [Value]
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// The index of the next element.
    private(set) var currentIndex = 0

    init(elements: [Value], decoder: ValueDecoder) {
        self.elements = elements
        self.decoder = decoder
    }

    /// Task 4. How many elements the list has, whatever has been decoded.
    var count: Int? { nil }

    /// Task 4. Whether there is no next element.
    var isAtEnd: Bool { true }

    /// Task 4. Decode the next element. What it throws reaches the caller as it is.
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        throw TODO("Task 4: decode the next element")
    }

    /// Task 4. Give the members of the next element, an object.
    mutating func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw TODO("Task 4: give the container of an object in the list")
    }

    /// Task 4. Give the elements of the next element, a list.
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw TODO("Task 4: give the container of a list in the list")
    }
}

extension KeyedContainer {
    /// Task 4. Give the elements of the list that a key has. Errors are as in task 2.
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw TODO("Task 4: give the container of a list in the object")
    }
}

/// A station's board, from exercise 01.
///
///     station: Hamburg-Altona
///     trains:
///       - number: NT 40
///         destination: Wien Hbf
///         cars: 12
///         hasSleepingCars: yes
///       - number: NT 295
///         destination: Roma Termini
///         cars: 9
///         hasSleepingCars: yes
struct Board: Decodable, Equatable {
    let station: String
    let trains: [Train]
}

/// A route, from exercise 06. It needs the names of the stations only.
///
///     train: NT 40
///     stops:
///       - platform: "4"
///         station:
///           name: Hamburg-Altona
///       - platform: 9B
///         station:
///           name: Wien Hbf
struct Route: Decodable, Equatable {
    let train: String
    let stations: [String]

    enum CodingKeys: CodingKey {
        case train, stops

        enum Stop: CodingKey {
            case station

            enum Station: CodingKey { case name }
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        train = try container.decode(String.self, forKey: .train)
        var stops = try container.nestedUnkeyedContainer(forKey: .stops)
        var names: [String] = []
        while !stops.isAtEnd {
            let stop = try stops.nestedContainer(keyedBy: CodingKeys.Stop.self)
            let station = try stop.nestedContainer(
                keyedBy: CodingKeys.Stop.Station.self, forKey: .station)
            names.append(try station.decode(String.self, forKey: .name))
        }
        stations = names
    }
}

/// A stop, from exercise 06: a list of exactly two strings.
///
///     - wien-hbf
///     - 21:10
struct Stop: Decodable, Equatable {
    let time: String
    let station: String

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        station = try container.decode(String.self)
        time = try container.decode(String.self)
        guard container.isAtEnd else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A stop has a station and a time.")
        }
    }
}

// MARK: - Task 5

extension KeyedContainer {
    /// Task 5. Whether a key has nothing after it. If the key is absent, throw keyNotFound, as in
    /// task 2. (`decodeIfPresent`, which the compiler calls for an optional property, is finished: it
    /// asks `contains`, then this function, and then `decode`.)
    func decodeNil(forKey key: Key) throws -> Bool {
        throw TODO("Task 5: ask whether a key has nothing")
    }
}

extension UnkeyedContainer {
    /// Task 5. Whether the next element is nothing. If it is, this moves on to the next one; if it is
    /// not, somebody will want to decode it, so this stays. Behind the last element it throws, as in
    /// task 4.
    mutating func decodeNil() throws -> Bool {
        throw TODO("Task 5: ask whether the next element is nothing")
    }
}

/// A departure, from exercise 01. Its delay may be a number, nothing or absent.
///
///     train: NT 40
///     delay: 25
struct Departure: Decodable, Equatable {
    let train: String
    let delay: Int?
}

/// What is known of a station's lounge, from exercise 05.
enum Lounge: Equatable {
    case open(seats: Int)
    case missing
    case unknown
}

/// The comfort of a station, from exercise 05. There, nothing and absent are not the same.
///
///     station: Wien Hbf
///     lounge:
///       seats: 40
struct Comfort: Decodable, Equatable {
    let station: String
    let lounge: Lounge

    enum CodingKeys: CodingKey { case station, lounge }

    enum LoungeKeys: CodingKey { case seats }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        station = try container.decode(String.self, forKey: .station)
        guard container.contains(.lounge) else {
            lounge = .unknown
            return
        }
        if try container.decodeNil(forKey: .lounge) {
            lounge = .missing
            return
        }
        let loungeContainer = try container.nestedContainer(
            keyedBy: LoungeKeys.self, forKey: .lounge)
        lounge = .open(seats: try loungeContainer.decode(Int.self, forKey: .seats))
    }
}

// MARK: - Task 6

// The second half of task 6 is `userInfo`. What the caller of `TimetableDecoder` puts there, every
// `init(from:)` can read, however deep its value is. Look at all places in which you make a decoder.

extension KeyedContainer {
    /// Task 6. Give a decoder for the value under the key `super`. It has this key at the end of its
    /// coding path, `PathKey(stringValue: "super")`. If it is absent, throw keyNotFound with it, as in
    /// task 2. (The lesson's decoder and `JSONDecoder` give a decoder for null then, so that
    /// valueNotFound at `super` comes out later. The checks take that too, here and for another
    /// key, not in a list.)
    func superDecoder() throws -> any Decoder {
        throw TODO("Task 6: give a decoder for the superclass")
    }

    /// Task 6. The same for the value of another key.
    func superDecoder(forKey key: Key) throws -> any Decoder {
        throw TODO("Task 6: give a decoder for the value of a key")
    }
}

extension UnkeyedContainer {
    /// Task 6. Give a decoder for the next element, and move on. Whether anybody can decode the
    /// element does not matter here.
    mutating func superDecoder() throws -> any Decoder {
        throw TODO("Task 6: give a decoder for the next element")
    }
}

/// A car, from exercise 07.
class Car: Decodable {
    let number: String
    let maxSpeed: Int
}

/// A couchette car, from exercise 07. What belongs to every car is under `super`.
///
///     compartments: 10
///     super:
///       number: "262"
///       maxSpeed: 200
final class CouchetteCar: Car {
    let compartments: Int

    enum CodingKeys: CodingKey { case compartments }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        compartments = try container.decode(Int.self, forKey: .compartments)
        try super.init(from: container.superDecoder())
    }
}

/// The stops of a night, from exercise 06. Broken ones are left out, and their indices are kept. Of
/// these five, two are broken: one has no time, and one is nothing.
///
///     - - wien-hbf
///       - 21:10
///     - - linz-hbf
///     -
///     - - salzburg-hbf
///       - 0:28
struct Night: Decodable, Equatable {
    let stops: [Stop]
    let dropped: [Int]

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var stops: [Stop] = []
        var dropped: [Int] = []
        while !container.isAtEnd {
            let index = container.currentIndex
            let element = try container.superDecoder()
            do {
                stops.append(try Stop(from: element))
            } catch {
                dropped.append(index)
            }
        }
        self.stops = stops
        self.dropped = dropped
    }
}

extension CodingUserInfoKey {
    /// The address that links are relative to, a `String`.
    static let site = CodingUserInfoKey(rawValue: "nighttrain.site")!
}

/// A link, in the manner of exercise 08: the text has the end of its address, and `userInfo` has the
/// beginning.
struct Link: Decodable, Equatable {
    let address: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let site = decoder.userInfo[.site] as? String else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Nobody said which site the link belongs to.")
        }
        address = try site + container.decode(String.self)
    }
}

/// A notice with a link.
///
///     title: New berths
///     page: berths/new.html
struct Notice: Decodable, Equatable {
    let title: String
    let page: Link
}

// MARK: - Task 7

/// Task 7. Say in which line of the text an error is, whoever has thrown it: your containers, or a
/// type that found something wrong, `Stop` for example.
///
/// Follow the error's coding path through the values of the text. The line is the one of the value at
/// its end; the line of an element is the one with its hyphen. Where the text has no such value, it is
/// the line of the last value on the way that is there. So keyNotFound is in the line of the object,
/// and an index behind the last element is in the line of the list. In a list, the `intValue` of a key
/// is the index, whatever its string is, and a key without one leads to no element; in an object, the
/// string decides.
///
///     do {
///         board = try TimetableDecoder().decode(Board.self, from: text)
///     } catch let error as DecodingError {
///         print("Line \(try lineNumber(of: error, in: text)): \(error)")
///     }
///
/// If the text breaks the rules of the format, let the parser's error reach the caller.
func lineNumber(of error: DecodingError, in text: String) throws -> Int {
    throw TODO("Task 7: find the line of an error")
}

extension DecodingError {
    /// The keys on the way to the place of the error. This is finished.
    var codingPath: [any CodingKey] {
        switch self {
        case .keyNotFound(_, let context), .valueNotFound(_, let context),
            .typeMismatch(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}

// MARK: - The parser, which is finished

extension Value {
    /// Reads a text.
    ///
    /// - Throws: `DecodingError.dataCorrupted`, with an empty path, where a line breaks the rules of
    ///   the format. The description names the line.
    init(parsing text: String) throws {
        var parser = try TextParser(text)
        self = try parser.document()
    }
}

/// What is left of a text, line by line.
private struct TextParser {
    private struct Line {
        let number: Int
        let indent: Int
        let text: Substring
    }

    private static let widestIndent = 200

    private let number = #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/#
    private var lines: ArraySlice<Line> = []

    init(_ text: String) throws {
        let all = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, whole) in all.enumerated() {
            let trimmed = Self.trimmed(whole)
            if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
            let indent = whole.prefix { $0 == " " || $0 == "\t" }
            let line = Line(number: index + 1, indent: indent.count, text: trimmed)
            guard !indent.contains("\t"), indent.count <= Self.widestIndent else {
                throw Self.error(line, "It begins with a tab, or with too many spaces.")
            }
            lines.append(line)
        }
    }

    mutating func document() throws -> Value {
        guard !lines.isEmpty else { return Value(line: 1, content: .nothing) }
        let value = try block()
        if let left = lines.first {
            throw Self.error(left, "It does not belong to a line above it. Look at its spaces.")
        }
        return value
    }

    /// The list, the object or the single value that begins in the next line.
    private mutating func block() throws -> Value {
        guard let first = lines.first else { return Value(line: 1, content: .nothing) }
        if Self.isItem(first) { return try list(from: first) }
        if try member(in: first) != nil { return try object(from: first) }
        lines.removeFirst()
        return try value(first.text, in: first)
    }

    private mutating func list(from first: Line) throws -> Value {
        var elements: [Value] = []
        while let line = lines.first, line.indent == first.indent, Self.isItem(line) {
            let item = line.text.dropFirst().drop { $0 == " " }
            if item.isEmpty {
                lines.removeFirst()
                elements.append(try blockBelow(line))
            } else {
                // What follows the hyphen begins a block of its own, further to the right.
                let indent = line.indent + line.text.count - item.count
                guard indent <= Self.widestIndent else {
                    throw Self.error(line, "It has too many hyphens.")
                }
                lines[lines.startIndex] = Line(number: line.number, indent: indent, text: item)
                elements.append(try block())
            }
        }
        return Value(line: first.number, content: .list(elements))
    }

    private mutating func object(from first: Line) throws -> Value {
        var members: [String: Value] = [:]
        while let line = lines.first, line.indent == first.indent, !Self.isItem(line),
            let (key, rest) = try member(in: line)
        {
            lines.removeFirst()
            let value = try rest.isEmpty ? blockBelow(line) : value(rest, in: line)
            guard members.updateValue(value, forKey: key) == nil else {
                throw Self.error(line, "The key \(key) is there twice.")
            }
        }
        return Value(line: first.number, content: .object(members))
    }

    /// What is indented below a line that ends with its colon or its hyphen.
    private mutating func blockBelow(_ line: Line) throws -> Value {
        guard let next = lines.first, next.indent > line.indent else {
            return Value(line: line.number, content: .nothing)
        }
        return Value(line: line.number, content: try block().content)
    }

    /// The key of a line and what follows it, or nil where the line has no key.
    private func member(in line: Line) throws -> (key: String, rest: Substring)? {
        let key: String
        let rest: Substring
        if line.text.hasPrefix("\"") {
            (key, rest) = try quoted(line.text, in: line)
        } else {
            let colon = line.text.indices.first {
                line.text[$0] == ":" && line.text[$0...].dropFirst().first ?? " " == " "
            }
            guard let colon else { return nil }
            (key, rest) = (String(line.text[..<colon]), line.text[colon...])
        }
        guard rest.hasPrefix(":"), rest.count == 1 || rest.hasPrefix(": ") else { return nil }
        return (key, Self.trimmed(rest.dropFirst()))
    }

    private func value(_ text: Substring, in line: Line) throws -> Value {
        let content: Value.Content
        switch text {
        case "yes", "no": content = .flag(text == "yes")
        case "[]": content = .list([])
        case "{}": content = .object([:])
        case _ where text.hasPrefix("\""):
            let (string, rest) = try quoted(text, in: line)
            guard rest.isEmpty else {
                throw Self.error(line, "Something follows the closing quotation mark.")
            }
            content = .string(string)
        case _ where text.wholeMatch(of: number) != nil: content = .number(String(text))
        default: content = .string(String(text))
        }
        return Value(line: line.number, content: content)
    }

    /// The string in quotation marks at the beginning of a text, and what follows it.
    private func quoted(_ text: Substring, in line: Line) throws -> (String, Substring) {
        var string = ""
        var rest = text.dropFirst()
        while let character = rest.popFirst() {
            switch character {
            case "\"":
                return (string, rest)
            case "\\":
                switch rest.popFirst() {
                case "\"": string.append("\"")
                case "\\": string.append("\\")
                case "n": string.append("\n")
                default: throw Self.error(line, #"After \ comes ", \ or n."#)
                }
            default:
                string.append(character)
            }
        }
        throw Self.error(line, "The closing quotation mark is missing.")
    }

    private static func isItem(_ line: Line) -> Bool {
        line.text == "-" || line.text.hasPrefix("- ")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        var rest = text.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }

    private static func error(_ line: Line, _ description: String) -> DecodingError {
        .dataCorrupted(
            .init(codingPath: [], debugDescription: "Line \(line.number): \(description)"))
    }
}
