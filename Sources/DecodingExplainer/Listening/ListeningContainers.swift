/// A keyed container that passes everything on. Its generic method stands for those that the protocol asks
/// for, one for each kind of number; the youngest two have a default there, so they are named.
struct ListeningKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let container: KeyedDecodingContainer<Key>
    let listener: Listener

    var codingPath: [any CodingKey] { container.codingPath }
    var allKeys: [Key] { container.allKeys }

    func contains(_ key: Key) -> Bool { container.contains(key) }

    private func hear<Value>(
        _ type: any Any.Type, _ key: any CodingKey,
        _ request: (KeyedDecodingContainer<Key>) throws -> Value
    ) throws -> Value {
        try listener.hear(type, at: container.codingPath + [key]) { try request(container) }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try hear(Any.self, key) { try $0.decodeNil(forKey: key) }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try hear(type, key) {
            Listening<Value>.isPlain
                ? try $0.decode(type, forKey: key)
                : try $0.decode(Listening<Value>.self, forKey: key).value
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try hear(type, key) { try $0.decode(type, forKey: key) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try hear(type, key) { try $0.decode(type, forKey: key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let nested = try hear([String: Any].self, key) {
            try $0.nestedContainer(keyedBy: type, forKey: key)
        }
        return KeyedDecodingContainer<NestedKey>(
            ListeningKeyedContainer<NestedKey>(container: nested, listener: listener))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let nested = try hear([Any].self, key) { try $0.nestedUnkeyedContainer(forKey: key) }
        return ListeningUnkeyedContainer(container: nested, listener: listener)
    }

    func superDecoder() throws -> any Decoder {
        let decoder = try listener.hear(Any.self, at: container.codingPath) {
            try container.superDecoder()
        }
        return ListeningDecoder(decoder: decoder, listener: listener)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let decoder = try hear(Any.self, key) { try $0.superDecoder(forKey: key) }
        return ListeningDecoder(decoder: decoder, listener: listener)
    }
}

/// An unkeyed container that passes everything on.
struct ListeningUnkeyedContainer: UnkeyedDecodingContainer {
    var container: any UnkeyedDecodingContainer
    let listener: Listener

    var codingPath: [any CodingKey] { container.codingPath }
    var count: Int? { container.count }
    var isAtEnd: Bool { container.isAtEnd }
    var currentIndex: Int { container.currentIndex }

    private mutating func hear<Value>(
        _ type: any Any.Type, _ request: (inout any UnkeyedDecodingContainer) throws -> Value
    ) throws -> Value {
        let before = container
        let key = DocumentKey(intValue: before.currentIndex)
        return try listener.hear(type, at: before.codingPath + [key]) { try request(&container) }
    }

    mutating func decodeNil() throws -> Bool {
        try hear(Any.self) { try $0.decodeNil() }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try hear(type) {
            Listening<Value>.isPlain
                ? try $0.decode(type) : try $0.decode(Listening<Value>.self).value
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        try hear(type) { try $0.decode(type) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try hear(type) { try $0.decode(type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let nested = try hear([String: Any].self) { try $0.nestedContainer(keyedBy: type) }
        return KeyedDecodingContainer(
            ListeningKeyedContainer(container: nested, listener: listener))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let nested = try hear([Any].self) { try $0.nestedUnkeyedContainer() }
        return ListeningUnkeyedContainer(container: nested, listener: listener)
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try hear(Any.self) { try $0.superDecoder() }
        return ListeningDecoder(decoder: decoder, listener: listener)
    }
}

/// A container of one value that passes everything on.
struct ListeningSingleValueContainer: SingleValueDecodingContainer {
    let container: any SingleValueDecodingContainer
    let listener: Listener

    var codingPath: [any CodingKey] { container.codingPath }

    func hear<Value>(
        _ type: any Any.Type, _ request: (any SingleValueDecodingContainer) throws -> Value
    ) throws -> Value {
        try listener.hear(type, at: container.codingPath) { try request(container) }
    }

    func decodeNil() -> Bool { container.decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try hear(type) {
            Listening<Value>.isPlain
                ? try $0.decode(type) : try $0.decode(Listening<Value>.self).value
        }
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 {
        try hear(type) { try $0.decode(type) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 {
        try hear(type) { try $0.decode(type) }
    }
}
