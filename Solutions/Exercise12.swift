import ExerciseSupport
import Foundation

// Exercise 12 · A format of your own, solved. The hints and what to take away: Exercise12.md.

// MARK: - What a program calls

struct TimetableDecoder {
    var userInfo: [CodingUserInfoKey: Any] = [:]

    func decode<T: Decodable>(_ type: T.Type, from timetable: String) throws -> T {
        let value = try TimetableValue(parsing: timetable)
        return try ValueDecoder(value: value, codingPath: [], userInfo: userInfo).decode(type)
    }
}

struct TimetableEncoder {
    var userInfo: [CodingUserInfoKey: Any] = [:]

    func encode(_ value: some Encodable) throws -> String {
        let box = Box()
        try ValueEncoder(box: box, codingPath: [], userInfo: userInfo).encode(value)
        return box.value.document
    }
}

// MARK: - Task 1

struct ValueDecoder: Decoder {
    let value: TimetableValue
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        self
    }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        value == .nothing
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        switch type {
        case is String.Type:
            try read { $0 }
        case is Bool.Type:
            try read { Bool($0) }
        case let integer as any FixedWidthInteger.Type:
            try read { integer.init($0) }
        case is Double.Type:
            try read { Double($0).flatMap { $0.isFinite ? $0 : nil } }
        case is Float.Type:
            try read { Float($0).flatMap { $0.isFinite ? $0 : nil } }
        default:
            try T(from: self)
        }
    }

    /// Reads a text as a value, or throws where the closure gives nil.
    private func read<T>(_ convert: (String) -> Any?) throws -> T {
        guard case .text(let text) = value else {
            throw mismatch(T.self)
        }
        guard let result = convert(text) as? T else {
            throw DecodingError.dataCorruptedError(
                in: self, debugDescription: "\(text) does not fit \(T.self).")
        }
        return result
    }

    /// The error for a value of another kind.
    private func mismatch(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "Expected \(type).")
        return value == .nothing ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

// MARK: - Task 2

extension ValueDecoder {
    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else {
            throw mismatch([String: Any].self)
        }
        return KeyedDecodingContainer(KeyedContainer(members: members, decoder: self))
    }
}

struct KeyedContainer<Key: CodingKey>: KeyedPartDecoding {
    let members: [String: TimetableValue]
    let decoder: ValueDecoder

    var allKeys: [Key] {
        members.keys.compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool {
        members[key.stringValue] != nil
    }

    func decoder(for key: any CodingKey) throws -> ValueDecoder {
        guard let member = members[key.stringValue] else {
            let context = DecodingError.Context(
                codingPath: codingPath, debugDescription: "There is no \(key.stringValue).")
            throw DecodingError.keyNotFound(key, context)
        }
        return ValueDecoder(
            value: member, codingPath: codingPath + [key], userInfo: decoder.userInfo)
    }
}

// MARK: - Task 3

extension ValueDecoder {
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = value else {
            throw mismatch([Any].self)
        }
        return UnkeyedContainer(elements: elements, decoder: self)
    }
}

struct UnkeyedContainer: UnkeyedPartDecoding {
    let elements: [TimetableValue]
    let decoder: ValueDecoder
    var currentIndex = 0

    var count: Int? {
        elements.count
    }

    var isAtEnd: Bool {
        currentIndex == elements.count
    }

    mutating func next<Value>(_ read: (ValueDecoder) throws -> Value) throws -> Value {
        let result = try read(nextDecoder())
        currentIndex += 1
        return result
    }

    mutating func decodeNil() throws -> Bool {
        guard try nextDecoder().decodeNil() else {
            return false
        }
        currentIndex += 1
        return true
    }

    private func nextDecoder() throws -> ValueDecoder {
        let path = codingPath + [PathKey(intValue: currentIndex)]
        guard !isAtEnd else {
            let context = DecodingError.Context(
                codingPath: path, debugDescription: "The list is at its end.")
            throw DecodingError.valueNotFound(Any.self, context)
        }
        return ValueDecoder(
            value: elements[currentIndex], codingPath: path, userInfo: decoder.userInfo)
    }
}

// MARK: - Task 4

final class Box {
    enum Content {
        case nothing
        case text(String)
        case list([Box])
        case object([String: Box])
    }

    var content = Content.nothing

    var value: TimetableValue {
        switch content {
        case .nothing: .nothing
        case .text(let text): .text(text)
        case .list(let boxes): .list(boxes.map(\.value))
        case .object(let boxes): .object(boxes.mapValues(\.value))
        }
    }
}

struct ValueEncoder: Encoder {
    let box: Box
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]

    func singleValueContainer() -> any SingleValueEncodingContainer {
        self
    }
}

extension ValueEncoder: SingleValueEncodingContainer {
    func encodeNil() throws {
        box.content = .nothing
    }

    func encode<T: Encodable>(_ value: T) throws {
        switch value {
        case let string as String:
            box.content = .text(string)
        case let bool as Bool:
            box.content = .text("\(bool)")
        case let integer as any FixedWidthInteger:
            box.content = .text("\(integer)")
        case let number as any BinaryFloatingPoint:
            guard number.isFinite else {
                let context = EncodingError.Context(
                    codingPath: codingPath, debugDescription: "A timetable has no such number.")
                throw EncodingError.invalidValue(value, context)
            }
            box.content = .text("\(number)")
        default:
            try value.encode(to: self)
        }
    }
}

// MARK: - Task 5

extension ValueEncoder {
    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = box.content {
            // A type has asked before: both containers write into the same object.
        } else {
            box.content = .object([:])
        }
        return KeyedEncodingContainer(KeyedWriter(encoder: self))
    }
}

struct KeyedWriter<Key: CodingKey>: KeyedPartEncoding {
    let encoder: ValueEncoder

    func encoder(for key: any CodingKey) -> ValueEncoder {
        let part = Box()
        if case .object(var boxes) = encoder.box.content {
            boxes[key.stringValue] = part
            encoder.box.content = .object(boxes)
        }
        return ValueEncoder(
            box: part, codingPath: codingPath + [key], userInfo: encoder.userInfo)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encoder(for: key).encode(value)
    }
}

// MARK: - Task 6

extension ValueEncoder {
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .list = box.content {
            // As in task 5.
        } else {
            box.content = .list([])
        }
        return UnkeyedWriter(encoder: self)
    }
}

struct UnkeyedWriter: UnkeyedPartEncoding {
    let encoder: ValueEncoder

    var count: Int {
        if case .list(let boxes) = encoder.box.content { boxes.count } else { 0 }
    }

    func encoderForNextElement() -> ValueEncoder {
        let path = codingPath + [PathKey(intValue: count)]
        let part = Box()
        if case .list(let boxes) = encoder.box.content {
            encoder.box.content = .list(boxes + [part])
        }
        return ValueEncoder(box: part, codingPath: path, userInfo: encoder.userInfo)
    }

    func encode<T: Encodable>(_ value: T) throws {
        try encoderForNextElement().encode(value)
    }
}
