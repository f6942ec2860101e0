import ExerciseSupport
import Foundation

// Exercise 12 · A format of your own
//
// The operator prints its timetables in a format of its own. Nobody has a decoder or an encoder for
// it, so you write both: then the types of the exercises before come in and go out unchanged.
// Six tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 12
//
// The parser and the writer of the format are finished. Between them is a tree of values, and your
// part begins there. Everything is a text: the type that is asked for says how the text is read.
//
//     station: Hamburg-Altona
//     notices: []
//     trains:
//       -
//         number: NT 40
//         delay:
//
//     .object([
//       "station": .text("Hamburg-Altona"), "notices": .list([]),
//       "trains": .list([.object(["number": .text("NT 40"), "delay": .nothing])]),
//     ])
//
// Keep the names and the protocols of the types, and add helpers of your own where you want them.
// `TimetableValue`, `PathKey` and the four protocols whose names have `Part` in them are in
// Sources/ExerciseSupport. From the functions that you write, such a protocol makes all others that a
// container has, and its `codingPath`. The checks also use types of their own.
//
// Where a function cannot throw, there is no TODO, but a value for now, and the number of its task.
// Hints for each task: `Solutions/Exercise12.md`. The lesson: `swift run lesson-12`.

// MARK: - What a program calls, which is finished

struct TimetableDecoder {
    var userInfo: [CodingUserInfoKey: Any] = [:]

    /// Decodes a value. A timetable that breaks the rules of the format is dataCorrupted.
    func decode<T: Decodable>(_ type: T.Type, from timetable: String) throws -> T {
        let value = try TimetableValue(parsing: timetable)
        return try ValueDecoder(value: value, codingPath: [], userInfo: userInfo).decode(type)
    }
}

struct TimetableEncoder {
    var userInfo: [CodingUserInfoKey: Any] = [:]

    /// Encodes a value. Everything that it writes is put into a box.
    func encode(_ value: some Encodable) throws -> String {
        let box = Box()
        try ValueEncoder(box: box, codingPath: [], userInfo: userInfo).encode(value)
        return box.value.document
    }
}

// MARK: - Task 1

/// What `init(from:)` gets: a value of the tree, the keys on the way to it, and `userInfo`. It is its
/// own container for a single value.
struct ValueDecoder: Decoder {
    let value: TimetableValue
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
    /// Whether the value is nothing. This function is finished.
    func decodeNil() -> Bool { value == .nothing }

    /// Task 1. Read the value as a type.
    ///
    /// A `String` is the text as it is. A `Bool`, a `Double`, a `Float` and each type of whole numbers
    /// (not `Int128` and `UInt128`) is what Swift makes of the text: `Bool("true")`, `Int8("12")`. If
    /// Swift makes nil of it, or a number that is not finite, throw dataCorrupted, also where the
    /// lesson's decoder throws typeMismatch. If the value is not a text, throw valueNotFound for
    /// nothing, and typeMismatch for a list or an object, both with the wanted type.
    ///
    /// Every other type decodes itself, `T(from: self)`, and what it throws reaches the caller as it
    /// is. The path of your own errors is the coding path of this decoder.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        throw TODO("Task 1: read a single value")
    }
}

// MARK: - Task 2

extension ValueDecoder {
    /// Task 2. Give a `KeyedContainer` for the members of an object, wrapped in a
    /// `KeyedDecodingContainer`. Another value is an error as in task 1: valueNotFound for nothing,
    /// and typeMismatch for a text or a list.
    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw TODO("Task 2: give a container with keys")
    }
}

/// Gives the members of an object. The string of a key finds its member, also where the key has a
/// number.
struct KeyedContainer<Key: CodingKey>: KeyedPartDecoding {
    let members: [String: TimetableValue]
    let decoder: ValueDecoder

    /// Task 2. The keys of the object, in any order. A name that is no `Key` is left out.
    var allKeys: [Key] { [] }

    /// Task 2. Whether the object has the key. A key with nothing after it is there.
    func contains(_ key: Key) -> Bool { false }

    /// Task 2. Make the decoder for the value of a key. It has the path of this container with `key`
    /// itself at the end, and the same `userInfo`. If the key is absent, throw keyNotFound with `key`;
    /// the path of this error is the path of the container.
    func decoder(for key: any CodingKey) throws -> ValueDecoder {
        throw TODO("Task 2: make the decoder for the value of a key")
    }
}

// MARK: - Task 3

extension ValueDecoder {
    /// Task 3. Give an `UnkeyedContainer` for the elements of a list. Another value is an error as in
    /// task 1: valueNotFound for nothing, and typeMismatch for a text or an object.
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw TODO("Task 3: give a container without keys")
    }
}

/// Gives the elements of a list, one after the other.
struct UnkeyedContainer: UnkeyedPartDecoding {
    let elements: [TimetableValue]
    let decoder: ValueDecoder

    /// The index of the next element.
    var currentIndex = 0

    /// Task 3. How many elements the list has, whatever has been read.
    var count: Int? { nil }

    /// Task 3. Whether there is no next element.
    var isAtEnd: Bool { true }

    /// Task 3. Make the decoder for the next element, give it to `read`, move on, and return what
    /// `read` has returned. If `read` throws, do not move on, and let its error reach the caller. The
    /// decoder has `PathKey(intValue: currentIndex)` at the end of its path, and the same `userInfo`.
    /// After the last element, throw valueNotFound with the path that the next one would have.
    mutating func next<Value>(_ read: (ValueDecoder) throws -> Value) throws -> Value {
        throw TODO("Task 3: read the next element")
    }

    /// Task 3. Whether the next element is nothing. If it is, move on. If it is not, stay, because
    /// somebody will want to read it. After the last element, throw as above.
    mutating func decodeNil() throws -> Bool {
        throw TODO("Task 3: ask whether the next element is nothing")
    }
}

// MARK: - Task 4

/// A place that is written. This type is finished.
final class Box {
    enum Content {
        case nothing
        case text(String)
        case list([Box])
        case object([String: Box])
    }

    var content = Content.nothing

    /// The tree of all that was written here.
    var value: TimetableValue {
        switch content {
        case .nothing: .nothing
        case .text(let text): .text(text)
        case .list(let boxes): .list(boxes.map(\.value))
        case .object(let boxes): .object(boxes.mapValues(\.value))
        }
    }
}

/// What `encode(to:)` gets: the box to write into, the keys on the way to it, and `userInfo`. It is
/// its own container for a single value.
struct ValueEncoder: Encoder {
    let box: Box
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
    /// Task 4. Write nothing into the box.
    func encodeNil() throws {
        throw TODO("Task 4: write nothing")
    }

    /// Task 4. Write a value into the box. A `String` is written as it is. A `Bool` and a number become
    /// the text that Swift makes of them: `"\(value)"`. Every other value encodes itself. A number
    /// that is not finite is an error, invalidValue, at the coding path of this encoder.
    func encode<T: Encodable>(_ value: T) throws {
        throw TODO("Task 4: write a single value")
    }
}

// MARK: - Task 5

extension ValueEncoder {
    /// Task 5. Make an object of the box, also if nothing will be written into it, and give a
    /// `KeyedWriter`. A type may ask more than once, and then all its containers write into one object.
    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedWriter(encoder: self))
    }
}

struct KeyedWriter<Key: CodingKey>: KeyedPartEncoding {
    let encoder: ValueEncoder

    /// Task 5. Put a new box under the string of the key, and make the encoder that writes into it, with
    /// the path and the `userInfo` as in task 2.
    func encoder(for key: any CodingKey) -> ValueEncoder { encoder }

    /// Task 5. Write the value of a key.
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        throw TODO("Task 5: write the value of a key")
    }
}

// MARK: - Task 6

extension ValueEncoder {
    /// Task 6. Make a list of the box, also if nothing will be written into it, and give an
    /// `UnkeyedWriter`. Here too, all containers of a type write into one list.
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedWriter(encoder: self)
    }
}

struct UnkeyedWriter: UnkeyedPartEncoding {
    let encoder: ValueEncoder

    /// Task 6. How many elements have been written.
    var count: Int { 0 }

    /// Task 6. Put a new box at the end of the list, and make the encoder that writes into it, with the
    /// path and the `userInfo` as in task 3.
    func encoderForNextElement() -> ValueEncoder { encoder }

    /// Task 6. Write one more element.
    func encode<T: Encodable>(_ value: T) throws {
        throw TODO("Task 6: write an element")
    }
}
