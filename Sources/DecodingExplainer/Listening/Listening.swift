import Foundation

/// A value that is decoded while a ``Listener`` notes the errors.
struct Listening<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        guard let listener = Listener.current else {
            value = try Self.unheard(from: decoder)
            return
        }
        let hasRoom = listener.enter()
        let start = listener.noted
        do {
            value = try hasRoom ? Self.value(from: decoder, listener) : Self.unheard(from: decoder)
            listener.leave(throwing: nil)
        } catch {
            let heard = HeardError(
                error: error, codingPath: decoder.codingPath, type: Value.self,
                thrower: hasRoom ? .type : .unknown)
            listener.note(heard, since: start)
            listener.leave(throwing: error)
            throw error
        }
    }

    private static func value(from decoder: any Decoder, _ listener: Listener) throws -> Value {
        if let type = Value.self as? any SeparatelyDecodable.Type,
            listener.isCollecting || type is any StringKeyedDictionary.Type,
            let value = try type.decodeParts(from: decoder) as? Value
        {
            return value
        }
        guard isTreatedByTheDecoder else {
            return try Value(from: ListeningDecoder(decoder: decoder, listener: listener))
        }
        let asked = ListeningSingleValueContainer(
            container: try decoder.singleValueContainer(), listener: listener)
        return try asked.hear(Value.self) { try $0.decode(Value.self) }
    }

    private static func unheard(from decoder: any Decoder) throws -> Value {
        try decoder.singleValueContainer().decode(Value.self)
    }

    /// A Boolean value that indicates whether the type is one that a decoder has a method for. There is
    /// nothing inside such a value that could be listened to.
    static var isPlain: Bool { plainTypes.contains(ObjectIdentifier(Value.self)) }

    /// A Boolean value that indicates whether a `JSONDecoder` decodes the type by a strategy or a rule of
    /// its own, and not by the type's `init(from:)`.
    private static var isTreatedByTheDecoder: Bool {
        Value.self == Date.self || Value.self == Data.self || Value.self == URL.self
            || Value.self == Decimal.self
    }
}

/// The types that a decoder has a method for.
private let plainTypes: Set<ObjectIdentifier> = {
    let types: [any Decodable.Type] = [
        Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self,
        Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ]
    return Set(types.map { ObjectIdentifier($0) })
}()

/// A decoder that passes everything on to another one, whose errors its listener notes.
struct ListeningDecoder: Decoder {
    let decoder: any Decoder
    let listener: Listener

    var codingPath: [any CodingKey] { decoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try listener.hear([String: Any].self, at: decoder.codingPath) {
            try decoder.container(keyedBy: type)
        }
        return KeyedDecodingContainer(
            ListeningKeyedContainer(container: container, listener: listener))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try listener.hear([Any].self, at: decoder.codingPath) {
            try decoder.unkeyedContainer()
        }
        return ListeningUnkeyedContainer(container: container, listener: listener)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        let container = try listener.hear(Any.self, at: decoder.codingPath) {
            try decoder.singleValueContainer()
        }
        return ListeningSingleValueContainer(container: container, listener: listener)
    }
}

extension Listener {
    /// Runs a request to the decoder, and notes the error that it throws.
    ///
    /// - Parameters:
    ///   - type: The type that is asked for.
    ///   - codingPath: The path of the value.
    ///   - request: The request.
    /// - Throws: The error of the request, with the whole path: of a date, a decoder names no more than
    ///   what the date is in.
    func hear<Value>(
        _ type: any Any.Type, at codingPath: @autoclosure () -> [any CodingKey],
        _ request: () throws -> Value
    ) throws -> Value {
        let start = noted
        do {
            return try request()
        } catch {
            let path = codingPath()
            let located = (error as? DecodingError)?.located(at: path, asking: type) ?? error
            let heard = HeardError(error: located, codingPath: path, type: type, thrower: .decoder)
            note(heard, since: start)
            throw located
        }
    }
}

extension DecodingError {
    /// The error with the path of the value that was asked for, if it names less than that, and with the
    /// type that was asked for in place of the one that listens to it.
    fileprivate func located(at path: [any CodingKey], asking type: any Any.Type) -> DecodingError {
        switch self {
        case .typeMismatch(let named, let context):
            .typeMismatch(named, context.located(at: path))
        case .valueNotFound(let named, let context):
            .valueNotFound(
                named is any ListeningType.Type ? type : named, context.located(at: path))
        case .dataCorrupted(let context):
            .dataCorrupted(context.located(at: path))
        case .keyNotFound: self
        @unknown default: self
        }
    }
}

extension DecodingError.Context {
    fileprivate func located(at path: [any CodingKey]) -> Self {
        guard codingPath.count < path.count else { return self }
        return Self(
            codingPath: path, debugDescription: debugDescription, underlyingError: underlyingError)
    }
}

private protocol ListeningType {}
extension Listening: ListeningType {}
