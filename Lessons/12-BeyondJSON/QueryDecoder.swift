import Foundation

/// Decodes values from query strings, the part of a URL after the question mark.
///
///     struct Payload: Decodable {
///         let name: String
///         let mass: Int
///     }
///
///     let query = "[0].name=Telstar&[0].mass=7075"
///     let payloads = try QueryDecoder().decode([Payload].self, from: query)
///
/// `QueryValue` says how the format is written. The type that is decoded decides what a text is: `7`
/// is an `Int`, a `Double` or a `String`. Numbers are read as `Int("7")` and `Double("8.9")` read
/// them, `inf` and `nan` too. Bool is `true` or `false`, and `Data` is in base64.
struct QueryDecoder {
    /// How dates are read.
    var dateDecodingStrategy: DateDecodingStrategy = .deferredToDate

    /// What the types that are decoded find in `decoder.userInfo`.
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    enum DateDecodingStrategy {
        /// As `Date` decodes itself: a number, the seconds since 2001.
        case deferredToDate
        /// In ISO 8601, such as `2018-07-22T05:50:00Z`.
        case iso8601
    }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - query: The query, with its percent-encoding and without the question mark.
    /// - Throws: `DecodingError`. It is `dataCorrupted` for a query that is broken: bad
    ///   percent-encoding, a bad path, a path that appears twice, or one for two kinds of values.
    /// - Complexity: O(*n*) in the length of the query, for what a type reads once.
    func decode<Value: Decodable>(_ type: Value.Type, from query: String) throws -> Value {
        let value = try QueryValue(parsing: query)
        return try QueryValueDecoder(value: value, codingPath: [], options: self).value(type)
    }
}

// MARK: - The decoder that a type is given

/// One place in a query: what is there, and the path to it.
struct QueryValueDecoder: Decoder {
    let value: QueryValue
    let codingPath: [any CodingKey]
    let options: QueryDecoder

    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

    func container<Key>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(QueryObject(decoder: self, members: try members()))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        QueryArray(decoder: self, elements: try elements())
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        self
    }

    /// The decoder for a part of the value.
    func part(_ value: QueryValue, at key: any CodingKey) -> Self {
        let path = codingPath + [key]
        return Self(value: value, codingPath: path, options: options)
    }
}

extension QueryValueDecoder {
    private func members() throws -> [String: QueryValue] {
        switch value {
        case .object(let members): members
        case .empty: [:]
        default: throw mismatch(with: [String: Any].self)
        }
    }

    private func elements() throws -> [QueryValue] {
        switch value {
        case .array(let elements): elements
        case .empty: []
        default: throw mismatch(with: [Any].self)
        }
    }

    /// The error for a value of another kind: null is not found, everything else does not match.
    private func mismatch(with type: Any.Type) -> DecodingError {
        let found =
            switch value {
            case .null: "null"
            case .text(let text): "the text \"\(text.prefix(80))\""
            case .object: "an object"
            case .array: "an array"
            case .empty: "an empty array or object"
            }
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "Expected \(type), found \(found).")
        if case .null = value { return .valueNotFound(type, context) }
        return .typeMismatch(type, context)
    }

    /// The error for a key that is not there. Its path ends at the object that should have it.
    func missing(_ key: any CodingKey) -> DecodingError {
        .keyNotFound(
            key,
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "There is no \(key.stringValue)."))
    }

    /// The error for an element beyond the end of an array.
    func ended(_ type: Any.Type, at key: any CodingKey) -> DecodingError {
        .valueNotFound(
            type,
            DecodingError.Context(
                codingPath: codingPath + [key], debugDescription: "The array is at its end."))
    }

    private func corrupted(_ description: String) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(codingPath: codingPath, debugDescription: description))
    }
}

// MARK: - Single values

extension QueryValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        if case .null = value { true } else { false }
    }

    /// Reads a value of every type: what the protocol asks of each number type by itself, too.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try value(type)
    }

    // For these two, the protocol has methods that only throw, and Swift prefers them.
    func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
}

/// The binary number types with a fraction.
private typealias QueryReal = BinaryFloatingPoint & LosslessStringConvertible

extension QueryValueDecoder {
    /// Reads a text as a simple type, and lets every other type decode itself.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        switch type {
        case is String.Type: try read { $0 }
        case is Bool.Type: try read { Bool($0) }
        case let int as any FixedWidthInteger.Type: try read { int.init($0) }
        default: try special(type) ?? type.init(from: self)
        }
    }

    /// Reads a text as a number with a fraction, or as one of the types that would ask for something
    /// else: `Decimal` and `URL` for an object, `Data` for an array, `Date` for a number.
    ///
    /// - Returns: nil for every other type.
    private func special<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        switch type {
        case let real as any QueryReal.Type: try read { finite($0, real) } as Value
        case is Decimal.Type: try read { decimal($0) } as Value
        case is URL.Type: try read { URL(string: $0) } as Value
        case is Data.Type: try read { Data(base64Encoded: $0) } as Value
        case is Date.Type where options.dateDecodingStrategy == .iso8601:
            try read { try? Date($0, strategy: .iso8601) } as Value
        default: nil
        }
    }

    /// - Parameter parse: Gives the value for a text, or nil.
    private func read<Value>(_ parse: (String) -> Any?) throws -> Value {
        let type = Value.self
        guard case .text(let text) = value else { throw mismatch(with: type) }
        if let value = parse(text) as? Value { return value }
        // "many" is not a number. 300 is one, and does not fit an Int8.
        let isNumber = type is any Numeric.Type
        if type is Bool.Type || isNumber && Double(text) == nil { throw mismatch(with: type) }
        throw corrupted("\"\(text.prefix(80))\" does not fit \(type).")
    }
}

/// - Returns: nil for a number that is too large, such as "1e400". Swift makes infinity of it.
private func finite<Real: QueryReal>(_ text: String, _ type: Real.Type) -> Real? {
    let number = Real(text)
    let hasDigits = text.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return number?.isInfinite == true && hasDigits ? nil : number
}

/// - Returns: nil for "8.9 %". `Decimal(string:)` reads 8.9 there.
private func decimal(_ text: String) -> Decimal? {
    let isNumber = text.utf8.allSatisfy("+-.0123456789eE".utf8.contains)
    return isNumber && Double(text) != nil ? Decimal(string: text) : nil
}

// MARK: - Objects

/// A container for the members of an object.
private struct QueryObject<Key: CodingKey> {
    let decoder: QueryValueDecoder
    let members: [String: QueryValue]

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder(forKey: key).value(type)
    }

    func decoder(forKey key: Key) throws -> QueryValueDecoder {
        if let member = members[key.stringValue] {
            return decoder.part(member, at: key)
        }
        throw decoder.missing(key)
    }
}

extension QueryObject: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// Sorted, to be the same in each run. Names that are not keys of the type are left out.
    var allKeys: [Key] {
        members.keys.sorted().compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool {
        members[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try decoder(forKey: key).decodeNil()
    }

    // For these two, the protocol has methods that only throw, and Swift prefers them.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try decoder(forKey: key).value(type)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try decoder(forKey: key).value(type)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        superDecoder(at: QueryKey(stringValue: "super"))
    }

    func superDecoder(forKey key: Key) -> any Decoder {
        superDecoder(at: key)
    }

    /// For a missing key this is null, as `JSONDecoder` has it: the type that decodes throws.
    private func superDecoder(at key: any CodingKey) -> any Decoder {
        decoder.part(members[key.stringValue] ?? .null, at: key)
    }
}

// MARK: - Arrays

/// A container for the elements of an array, one after the other.
private struct QueryArray: UnkeyedDecodingContainer {
    let decoder: QueryValueDecoder
    let elements: [QueryValue]
    private(set) var currentIndex = 0

    init(decoder: QueryValueDecoder, elements: [QueryValue]) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = try nextDecoder(Any.self).decodeNil()
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next(type)
    }

    // As for objects.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) }

    /// Reads an element. An error leaves the container where it is.
    private mutating func next<Value: Decodable>(
        _ type: Value.Type
    ) throws -> Value {
        let value = try nextDecoder(type).value(type)
        currentIndex += 1
        return value
    }

    /// The decoder for the element that is next.
    private func nextDecoder(_ type: Any.Type) throws -> QueryValueDecoder {
        let key = QueryKey(intValue: currentIndex)
        if isAtEnd { throw decoder.ended(type, at: key) }
        return decoder.part(elements[currentIndex], at: key)
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

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try nextDecoder((any Decoder).self)
        currentIndex += 1
        return decoder
    }
}
