import Foundation

/// Encodes values as query strings, the part of a URL after the question mark.
///
///     let query = try QueryEncoder().encode(["payloads": ["Telstar 19V"]])
///     // payloads%5B0%5D=Telstar%2019V
///
/// `QueryValue` says how the format is written, and `QueryDecoder` reads it. The text does not say
/// whether `7` was a number, so a type that finds out by trying may read another value than was
/// written.
struct QueryEncoder {
    /// How dates are written.
    var dateEncodingStrategy: DateEncodingStrategy = .deferredToDate

    /// What the values that are encoded find in `encoder.userInfo`.
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    enum DateEncodingStrategy {
        /// As `Date` encodes itself: a number, the seconds since 2001.
        case deferredToDate
        /// In ISO 8601, such as `2018-07-22T05:50:00Z`, in whole seconds.
        case iso8601
    }

    /// Encodes a value.
    ///
    /// - Returns: The query, percent-encoded, sorted by name and without the question mark.
    /// - Throws: `EncodingError.invalidValue` for what a query cannot hold: null at the root, a value
    ///   that encodes nothing at all or two kinds of things in one place, and nesting deeper than
    ///   `QueryPath.deepest`; and what the value throws.
    /// - Complexity: O(*n*) in the length of the query.
    func encode<Value: Encodable>(_ value: Value) throws -> String {
        let box = QueryBox()
        try QueryValueEncoder(box: box, codingPath: [], options: self).write(value)
        guard let result = try box.value(at: []) else {
            throw QueryBox.invalid(value, at: [], "\(Value.self) did not encode anything.")
        }
        if case .null = result {
            throw QueryBox.invalid(value, at: [], "A query has no null at its root.")
        }
        return result.query
    }
}

// MARK: - What was written

/// What has been written at one place so far.
///
/// A class: a value asks its encoder for a container, and writes into that. Both have to fill the same
/// place.
final class QueryBox: CustomStringConvertible {
    private enum Content {
        case nothing
        case single(QueryValue)
        case object([String: QueryBox])
        case array([QueryBox])
        case contradiction
    }

    private var content = Content.nothing

    /// Makes this place an object, if it is not one yet.
    func beginObject() {
        switch content {
        case .nothing: content = .object([:])
        case .object: break
        default: content = .contradiction
        }
    }

    /// Makes this place an array, if it is not one yet.
    func beginArray() {
        switch content {
        case .nothing: content = .array([])
        case .array: break
        default: content = .contradiction
        }
    }

    /// Writes null or a text.
    func set(_ value: QueryValue) {
        if case .nothing = content { content = .single(value) } else { content = .contradiction }
    }

    /// The member of that name in an object. Where a container is asked for twice, it is one object.
    func member(_ name: String) -> QueryBox {
        if case .object(let members) = content, let member = members[name] { return member }
        return setMember(name, QueryBox())
    }

    /// Puts a member into an object. A later one replaces an earlier one.
    @discardableResult
    func setMember(_ name: String, _ box: QueryBox) -> QueryBox {
        if case .object(var members) = content {
            content = .nothing
            members[name] = box
            content = .object(members)
        }
        return box
    }

    /// Puts an element at the end of an array.
    @discardableResult
    func append(_ box: QueryBox) -> QueryBox {
        if case .array(var elements) = content {
            content = .nothing
            elements.append(box)
            content = .array(elements)
        }
        return box
    }

    /// How many elements the array has.
    var count: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    /// The tree of everything that was written here.
    ///
    /// - Returns: nil where nothing was written.
    func value(at codingPath: [any CodingKey]) throws -> QueryValue? {
        guard codingPath.count <= QueryPath.deepest else {
            throw Self.invalid(self, at: codingPath, "A query cannot be nested so deep.")
        }
        switch content {
        case .nothing:
            return nil
        case .single(let value):
            return value
        case .object(let members) where !members.isEmpty:
            return .object(
                Dictionary(
                    uniqueKeysWithValues: try members.map { name, box in
                        let key = QueryKey(stringValue: name)
                        return (name, try box.value(at: codingPath + [key]) ?? .empty)
                    }))
        case .array(let elements) where !elements.isEmpty:
            return .array(
                try elements.enumerated().map { index, box in
                    try box.value(at: codingPath + [QueryKey(intValue: index)]) ?? .empty
                })
        case .object, .array:
            return .empty
        case .contradiction:
            throw Self.invalid(
                self, at: codingPath, "Two containers, or two single values, are in one place.")
        }
    }

    /// What an error about this place names in place of a value.
    var description: String { "what was written here" }

    static func invalid(
        _ value: Any, at codingPath: [any CodingKey], _ description: String
    ) -> EncodingError {
        .invalidValue(
            value, EncodingError.Context(codingPath: codingPath, debugDescription: description))
    }
}

// MARK: - The encoder that a value is given

/// One place in what is written, and the path to it.
struct QueryValueEncoder: Encoder {
    let box: QueryBox
    let codingPath: [any CodingKey]
    let options: QueryEncoder

    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        box.beginObject()
        return KeyedEncodingContainer(QueryObjectWriter(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        box.beginArray()
        return QueryArrayWriter(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        self
    }
}

extension QueryValueEncoder {
    /// Writes a simple type as a text, and lets every other type encode itself.
    func write<Value: Encodable>(_ value: Value) throws {
        let text: String? =
            switch value {
            case let string as String: string
            case let bool as Bool: "\(bool)"
            case let int as any FixedWidthInteger: "\(int)"
            case let real as any (BinaryFloatingPoint & LosslessStringConvertible): "\(real)"
            case let decimal as Decimal: "\(decimal)"
            case let url as URL: url.absoluteString
            case let data as Data: data.base64EncodedString()
            case let date as Date where options.dateEncodingStrategy == .iso8601:
                date.formatted(.iso8601)
            default: nil
            }
        if let text { box.set(.text(text)) } else { try value.encode(to: self) }
    }

    /// The encoder for a part of the value.
    func part(_ box: QueryBox, at key: any CodingKey) -> Self {
        Self(box: box, codingPath: codingPath + [key], options: options)
    }

    /// Writes a value as a part. What throws leaves nothing behind.
    func newPart<Value: Encodable>(
        _ value: Value, at key: any CodingKey
    ) throws -> QueryBox {
        let box = QueryBox()
        try part(box, at: key).write(value)
        return box
    }
}

extension QueryValueEncoder: SingleValueEncodingContainer {
    func encodeNil() { box.set(.null) }
    func encode<Value: Encodable>(_ value: Value) throws { try write(value) }
    // For these two, the protocol has methods that only throw, and Swift prefers them.
    func encode(_ value: Int128) throws { try write(value) }
    func encode(_ value: UInt128) throws { try write(value) }
}

// MARK: - Objects

/// A container that writes the members of an object.
private struct QueryObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: QueryValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {
        encoder.part(encoder.box.setMember(key.stringValue, QueryBox()), at: key).encodeNil()
    }

    func encode<Value: Encodable>(
        _ value: Value, forKey key: Key
    ) throws {
        encoder.box.setMember(key.stringValue, try encoder.newPart(value, at: key))
    }

    // For these two, the protocol has methods that only throw, and Swift prefers them.
    func encode(_ value: Int128, forKey key: Key) throws {
        encoder.box.setMember(key.stringValue, try encoder.newPart(value, at: key))
    }

    func encode(_ value: UInt128, forKey key: Key) throws {
        encoder.box.setMember(key.stringValue, try encoder.newPart(value, at: key))
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        member(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        member(QueryKey(stringValue: "super"))
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        member(key)
    }

    private func member(_ key: any CodingKey) -> QueryValueEncoder {
        encoder.part(encoder.box.member(key.stringValue), at: key)
    }
}

// MARK: - Arrays

/// A container that writes the elements of an array, one after the other.
private struct QueryArrayWriter: UnkeyedEncodingContainer {
    let encoder: QueryValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.box.count }
    private var key: QueryKey { QueryKey(intValue: count) }

    func encodeNil() {
        element().encodeNil()
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        encoder.box.append(try encoder.newPart(value, at: key))
    }

    func encode(_ value: Int128) throws {
        encoder.box.append(try encoder.newPart(value, at: key))
    }

    func encode(_ value: UInt128) throws {
        encoder.box.append(try encoder.newPart(value, at: key))
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        element().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        element()
    }

    /// The encoder for one more element.
    private func element() -> QueryValueEncoder {
        let key = key
        return encoder.part(encoder.box.append(QueryBox()), at: key)
    }
}
