import ExerciseSupport
import Foundation

// Exercise 12 · A format of your own, solved. The hints and what to take away: Exercise12.md.
//
// The parts of this file, each with a MARK: the format, tasks 1 to 7, and the parser, which is finished.

// MARK: - The format

struct Value {
    let line: Int
    let content: Content

    enum Content {
        case nothing
        case string(String)
        case flag(Bool)
        case number(String)
        case list([Value])
        case object([String: Value])
    }
}

struct TimetableDecoder {
    var userInfo: [CodingUserInfoKey: Any] = [:]

    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        let value = try Value(parsing: text)
        return try T(from: ValueDecoder(value: value, codingPath: [], userInfo: userInfo))
    }
}

struct ValueDecoder: Decoder {
    let value: Value
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] = [:]

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        SingleValueContainer(decoder: self)
    }

    /// A decoder for a part of the value, with everything that this one knows.
    func decoder(for part: Value, at key: any CodingKey) -> ValueDecoder {
        ValueDecoder(value: part, codingPath: codingPath + [key], userInfo: userInfo)
    }
}

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

struct SingleValueContainer: SingleValueDecodingContainer {
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: decoder) }

    func decodeNil() -> Bool {
        if case .nothing = decoder.value.content { true } else { false }
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let string) = decoder.value.content else {
            throw decoder.mismatch(type)
        }
        return string
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .flag(let flag) = decoder.value.content else { throw decoder.mismatch(type) }
        return flag
    }

    func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard case .number(let digits) = decoder.value.content else {
            throw decoder.mismatch(type)
        }
        guard let number = T(digits) else { throw unfit(digits, type) }
        return number
    }

    func decode<T>(_ type: T.Type) throws -> T
    where T: Decodable & BinaryFloatingPoint & LosslessStringConvertible {
        guard case .number(let digits) = decoder.value.content else {
            throw decoder.mismatch(type)
        }
        guard let number = T(digits), number.isFinite else { throw unfit(digits, type) }
        return number
    }

    private func unfit(_ digits: String, _ type: Any.Type) -> DecodingError {
        .dataCorruptedError(in: self, debugDescription: "\(digits) does not fit in \(type).")
    }
}

extension ValueDecoder {
    func mismatch(_ type: Any.Type) -> any Error {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "Line \(value.line) has no \(type).")
        if case .nothing = value.content { return DecodingError.valueNotFound(type, context) }
        return DecodingError.typeMismatch(type, context)
    }
}

// MARK: - Task 2

extension ValueDecoder {
    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value.content else {
            throw mismatch([String: Any].self)
        }
        return KeyedDecodingContainer(KeyedContainer(members: members, decoder: self))
    }
}

struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: Value]
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try T(from: decoder(forKey: key))
    }

    func decoder(forKey key: any CodingKey) throws -> ValueDecoder {
        guard let member = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key,
                .init(
                    codingPath: codingPath,
                    debugDescription: "There is no \(key.stringValue)."))
        }
        return decoder.decoder(for: member, at: key)
    }
}

struct Train: Decodable, Equatable {
    let number: String
    let destination: String
    let cars: Int
    let hasSleepingCars: Bool
}

// MARK: - Task 3

extension KeyedContainer {
    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(forKey: key).container(keyedBy: type)
    }
}

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
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = value.content else { throw mismatch([Any].self) }
        return UnkeyedContainer(elements: elements, decoder: self)
    }
}

struct UnkeyedContainer: UnkeyedDecodingContainer {
    let elements: [Value]
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    private(set) var currentIndex = 0

    init(elements: [Value], decoder: ValueDecoder) {
        self.elements = elements
        self.decoder = decoder
    }

    var count: Int? { elements.count }

    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try T(from: nextDecoder(type))
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try nextDecoder([String: Any].self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try nextDecoder([Any].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    /// A decoder for the next element. Only a success moves on.
    func nextDecoder(_ type: Any.Type) throws -> ValueDecoder {
        let key = PathKey(intValue: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                .init(codingPath: codingPath + [key], debugDescription: "The list ends here."))
        }
        return decoder.decoder(for: elements[currentIndex], at: key)
    }
}

extension KeyedContainer {
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(forKey: key).unkeyedContainer()
    }
}

struct Board: Decodable, Equatable {
    let station: String
    let trains: [Train]
}

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
    func decodeNil(forKey key: Key) throws -> Bool {
        try decoder(forKey: key).singleValueContainer().decodeNil()
    }
}

extension UnkeyedContainer {
    mutating func decodeNil() throws -> Bool {
        let next = try nextDecoder(Any?.self)
        guard try next.singleValueContainer().decodeNil() else { return false }
        currentIndex += 1
        return true
    }
}

struct Departure: Decodable, Equatable {
    let train: String
    let delay: Int?
}

enum Lounge: Equatable {
    case open(seats: Int)
    case missing
    case unknown
}

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

extension KeyedContainer {
    func superDecoder() throws -> any Decoder {
        try decoder(forKey: PathKey(stringValue: "super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try decoder(forKey: key)
    }
}

extension UnkeyedContainer {
    mutating func superDecoder() throws -> any Decoder {
        let next = try nextDecoder((any Decoder).self)
        currentIndex += 1
        return next
    }
}

class Car: Decodable {
    let number: String
    let maxSpeed: Int
}

final class CouchetteCar: Car {
    let compartments: Int

    enum CodingKeys: CodingKey { case compartments }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        compartments = try container.decode(Int.self, forKey: .compartments)
        try super.init(from: container.superDecoder())
    }
}

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
    static let site = CodingUserInfoKey(rawValue: "nighttrain.site")!
}

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

struct Notice: Decodable, Equatable {
    let title: String
    let page: Link
}

// MARK: - Task 7

func lineNumber(of error: DecodingError, in text: String) throws -> Int {
    var value = try Value(parsing: text)
    for key in error.codingPath {
        guard let part = value.part(at: key) else { break }
        value = part
    }
    return value.line
}

extension Value {
    /// The member or the element with this key, if there is one.
    func part(at key: any CodingKey) -> Value? {
        switch content {
        case .object(let members):
            return members[key.stringValue]
        case .list(let elements):
            guard let index = key.intValue, elements.indices.contains(index) else { return nil }
            return elements[index]
        default:
            return nil
        }
    }
}

extension DecodingError {
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
