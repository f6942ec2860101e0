// A container has a dozen functions, and all of them begin in the same way: they make the decoder, or
// the encoder, for a part. With these protocols, a container in exercise 12 says how it makes that
// one, and it has the others.

/// A key for a path where no enum has one: `PathKey(intValue: 3)` for an element of a list.
public struct PathKey: CodingKey {
    public let stringValue: String
    public let intValue: Int?

    public init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    public init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}

/// A keyed container that makes a decoder for each of its parts.
public protocol KeyedPartDecoding: KeyedDecodingContainerProtocol {
    associatedtype PartDecoder: Decoder, SingleValueDecodingContainer

    /// The decoder that has given this container.
    var decoder: PartDecoder { get }

    /// Makes the decoder for the value of a key.
    func decoder(for key: any CodingKey) throws -> PartDecoder
}

extension KeyedPartDecoding {
    public var codingPath: [any CodingKey] { decoder.codingPath }

    public func decodeNil(forKey key: Key) throws -> Bool {
        try decoder(for: key).decodeNil()
    }

    public func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder(for: key).decode(type)
    }

    public func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(for: key).container(keyedBy: type)
    }

    public func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(for: key).unkeyedContainer()
    }

    public func superDecoder() throws -> any Decoder {
        try decoder(for: PathKey(stringValue: "super"))
    }

    public func superDecoder(forKey key: Key) throws -> any Decoder {
        try decoder(for: key)
    }
}

/// An unkeyed container that makes a decoder for each of its elements.
public protocol UnkeyedPartDecoding: UnkeyedDecodingContainer {
    associatedtype PartDecoder: Decoder, SingleValueDecodingContainer

    /// The decoder that has given this container.
    var decoder: PartDecoder { get }

    /// Reads from the decoder for the next element, and moves on.
    mutating func next<Value>(_ read: (PartDecoder) throws -> Value) throws -> Value
}

extension UnkeyedPartDecoding {
    public var codingPath: [any CodingKey] { decoder.codingPath }

    public mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try next { try $0.decode(type) }
    }

    public mutating func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next { try $0.container(keyedBy: type) }
    }

    public mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    public mutating func superDecoder() throws -> any Decoder {
        try next { $0 }
    }
}

/// A keyed container that makes an encoder for each of its parts.
public protocol KeyedPartEncoding: KeyedEncodingContainerProtocol {
    associatedtype PartEncoder: Encoder, SingleValueEncodingContainer

    /// The encoder that has given this container.
    var encoder: PartEncoder { get }

    /// Makes the encoder for the value of a key.
    func encoder(for key: any CodingKey) -> PartEncoder
}

extension KeyedPartEncoding {
    public var codingPath: [any CodingKey] { encoder.codingPath }

    public func encodeNil(forKey key: Key) throws {
        var part = encoder(for: key)
        try part.encodeNil()
    }

    public func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(for: key).container(keyedBy: type)
    }

    public func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(for: key).unkeyedContainer()
    }

    public func superEncoder() -> any Encoder {
        encoder(for: PathKey(stringValue: "super"))
    }

    public func superEncoder(forKey key: Key) -> any Encoder {
        encoder(for: key)
    }
}

/// An unkeyed container that makes an encoder for each of its elements.
public protocol UnkeyedPartEncoding: UnkeyedEncodingContainer {
    associatedtype PartEncoder: Encoder, SingleValueEncodingContainer

    /// The encoder that has given this container.
    var encoder: PartEncoder { get }

    /// Makes the encoder for one more element.
    func encoderForNextElement() -> PartEncoder
}

extension UnkeyedPartEncoding {
    public var codingPath: [any CodingKey] { encoder.codingPath }

    public func encodeNil() throws {
        var part = encoderForNextElement()
        try part.encodeNil()
    }

    public func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        encoderForNextElement().container(keyedBy: type)
    }

    public func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoderForNextElement().unkeyedContainer()
    }

    public func superEncoder() -> any Encoder {
        encoderForNextElement()
    }
}
