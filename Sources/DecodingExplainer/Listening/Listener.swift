import Foundation

/// An error, and where it was thrown.
struct HeardError {
    /// The code that can throw an error while a value is decoded.
    enum Thrower {
        /// The decoder's own container.
        case decoder
        /// The `init(from:)` of a type.
        case type
        /// One of the two. The value was too deep in the document to be listened to.
        case unknown
    }

    let error: any Error
    /// The path of the value that was asked for.
    let codingPath: [any CodingKey]
    /// The type that was asked for.
    let type: any Any.Type
    let thrower: Thrower
}

/// A listener that notes, during one decode, the place and the thrower of each error.
///
/// A decoder finds it by a task-local value. The `userInfo` of the decoder belongs to the caller, so
/// nothing is written there.
final class Listener: @unchecked Sendable {
    // Sendable, as a lock is around everything that changes.

    @TaskLocal static var current: Listener?

    /// The deepest nesting of types that is listened to. What lies deeper is decoded by the decoder alone,
    /// which takes less of the stack: where a decode has ended without trouble, this one does too.
    private lazy var deepestNesting = Self.isDeep(document) ? 16 : .max
    private let document: Data
    /// The largest number of errors that are kept. If a type leaves out the broken elements of a list, there
    /// can be any number of them.
    private static let keptErrors = 1024

    private let lock = NSLock()
    private var depth = 0
    private var heard: [HeardError] = []
    /// The number of errors that are no longer kept.
    private var forgotten = 0
    private var latest: (any Error)?
    /// A Boolean value that indicates whether the decoder has asked any type to decode itself.
    private var hasBegun = false

    /// The largest number of errors that are collected, or 0 in a decode that ends with its first error.
    private let limit: Int
    private var collected: [(error: any Error, origin: Origin?)] = []

    private init(for document: Data, limit: Int = 0) {
        self.limit = limit
        self.document = document
    }

    /// Returns a Boolean value that indicates whether the brackets of a document are nested deeper than in
    /// nearly any other. Brackets in strings are counted too.
    private static func isDeep(_ document: Data) -> Bool {
        var depth = 0
        return document.contains { byte in
            switch Unicode.Scalar(byte) {
            case "[", "{": depth += 1
            case "]", "}": depth = max(depth - 1, 0)
            default: break
            }
            return depth > 64
        }
    }

    /// Begins the decoding of a type. Each call needs a call of ``leave(throwing:)`` afterwards.
    ///
    /// - Returns: True if there is room to listen to the values inside of the type.
    func enter() -> Bool {
        lock.withLock {
            hasBegun = true
            depth += 1
            return depth <= deepestNesting
        }
    }

    /// Ends the decoding of a type.
    ///
    /// - Parameter error: The error that the type throws, or `nil` for none.
    func leave(throwing error: (any Error)?) {
        lock.withLock {
            depth -= 1
            latest = error
        }
    }

    /// The number of errors that have been noted.
    var noted: Int { lock.withLock { forgotten + heard.count } }

    /// Notes an error where it passes by.
    ///
    /// - Parameter start: The number of errors that had been noted when the request began. If the same error
    ///   was noted since then, it was thrown further in and is only on its way out.
    func note(_ error: HeardError, since start: Int) {
        lock.withLock {
            // A slice would keep the list from growing in its place.
            let first = min(max(start - forgotten, 0), heard.count)
            for index in first..<heard.count where Self.isSame(heard[index].error, error.error) {
                return
            }
            if heard.count == Self.keptErrors {
                heard.removeFirst(Self.keptErrors / 2)
                forgotten += Self.keptErrors / 2
            }
            heard.append(error)
        }
    }

    /// The origin of an error.
    enum Origin {
        /// The decoder has refused the document before it asked for any value.
        case document
        case value(HeardError)

        var heard: HeardError? {
            if case .value(let heard) = self { heard } else { nil }
        }
    }

    /// Decodes a document once more, and finds the origin of its error.
    ///
    /// - Parameters:
    ///   - error: The error that the document's decoding has thrown.
    ///   - type: The type that was decoded.
    ///   - decoder: The decoder that was used.
    ///   - document: The document.
    /// - Returns: `nil` where another error comes this time, or none, or where the same error was thrown at
    ///   several places and nothing tells which of them it is.
    static func origin<Value: Decodable>(
        of error: any Error, decoding type: Value.Type, by decoder: JSONDecoder,
        from document: Data
    ) -> Origin? {
        let listener = Listener(for: document)
        let again = listener.error(decoding: type, by: decoder).map(WrappedError.explainable)
        guard let again, isEqual(again, error) else { return nil }
        return listener.lock.withLock { listener.origin(of: again) }
    }

    /// Decodes the document while this listener notes the errors, and returns the one that arrives.
    private func error<Value: Decodable>(
        decoding type: Value.Type, by decoder: JSONDecoder
    ) -> (any Error)? {
        do {
            _ = try Self.$current.withValue(self) {
                try decoder.decode(Listening<Value>.self, from: document)
            }
            return nil
        } catch {
            return error
        }
    }

    private func origin(of error: any Error) -> Origin? {
        guard hasBegun else { return .document }
        // The decoder may translate, at the very end, an error of its own that nobody else can name.
        return latest.flatMap { place(of: $0, in: heard[...]) }
    }

    private func place(of error: any Error, in heard: ArraySlice<HeardError>) -> Origin? {
        let arrived = WrappedError.explainable(in: error)
        let places = heard.filter { Self.isSame($0.error, arrived) }
        guard let first = places.first else { return nil }
        let path = Explanation.Path(first.codingPath)
        let isOnePlace = places.dropFirst().allSatisfy { Explanation.Path($0.codingPath) == path }
        return isOnePlace ? .value(first) : nil
    }

    // MARK: - All errors

    var isCollecting: Bool { limit > 0 }

    /// Decodes a document, and goes on after an error where it can.
    ///
    /// - Returns: The errors that were collected, and the one at which the decoding ended.
    static func errors<Value: Decodable>(
        decoding type: Value.Type, by decoder: JSONDecoder, from document: Data, limit: Int
    ) -> (collected: [(error: any Error, origin: Origin?)], last: (any Error)?) {
        let listener = Listener(for: document, limit: max(limit, 1))
        guard let last = listener.error(decoding: type, by: decoder) else { return ([], nil) }
        return listener.lock.withLock {
            let end = listener.collected.isEmpty ? nil : listener.origin(of: last)
            if let heard = end?.heard, !listener.isCollected(heard) {
                listener.collected.append((last, end))
            }
            return (listener.collected, last)
        }
    }

    /// Keeps the error of one element, unless the errors inside of it are kept already.
    ///
    /// - Throws: The error, once there are enough.
    func collect(_ error: any Error, since start: Int) throws {
        try lock.withLock {
            let inside = heard.dropFirst(max(start - forgotten, 0))
            let origin = place(of: error, in: inside)
            if let heard = origin?.heard, isCollected(heard) { return }
            collected.append((WrappedError.explainable(in: error), origin))
            if collected.count >= limit { throw error }
        }
    }

    private func isCollected(_ error: HeardError) -> Bool {
        let path = Explanation.Path(error.codingPath)
        return collected.contains {
            $0.origin?.heard.map { Explanation.Path($0.codingPath) } == path
        }
    }

    /// Returns a Boolean value that indicates whether an error is the same one further out on its way.
    ///
    /// A `DecodingError` has its place in it. Any other error is recognized by the box in which Swift keeps
    /// it, which stays the same until a new error is thrown.
    private static func isSame(_ left: any Error, _ right: any Error) -> Bool {
        if let left = left as? DecodingError, let right = right as? DecodingError {
            return isEqual(left, right)
                && left.context?.codingPath.count == right.context?.codingPath.count
        }
        return box(of: left) == box(of: right)
    }

    private static func box(of error: any Error) -> UInt {
        // An `any Error` is one pointer, whatever the type is; `as` keeps it from being opened.
        unsafeBitCast(error as any Error, to: UInt.self)
    }

    /// Returns a Boolean value that indicates whether two decodes of the same document have thrown the same
    /// error.
    private static func isEqual(_ left: any Error, _ right: any Error) -> Bool {
        if let left = left as? DecodingError, let right = right as? DecodingError {
            return isEqual(left, right)
        }
        guard type(of: left) == type(of: right) else { return false }
        // The description of an error of Foundation's has a dictionary in it, in any order.
        if left is CocoaError, type(of: left) is CocoaError.Type || type(of: left) is NSError.Type {
            let (first, second) = (left as NSError, right as NSError)
            return first.domain == second.domain && first.code == second.code
                && first.localizedDescription == second.localizedDescription
        }
        return String(describing: left) == String(describing: right)
    }

    /// Returns a Boolean value that indicates whether two errors have the same text. The path of one may go
    /// on where the path of the other ends.
    private static func isEqual(_ left: DecodingError, _ right: DecodingError) -> Bool {
        guard let first = left.context, let second = right.context, left.kind == right.kind,
            first.debugDescription == second.debugDescription
        else { return false }
        return zip(first.codingPath, second.codingPath).allSatisfy {
            $0.stringValue == $1.stringValue
        }
    }
}

extension DecodingError {
    var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    var kind: Explanation.Kind {
        switch self {
        case .typeMismatch: .typeMismatch
        case .valueNotFound: .valueNotFound
        case .keyNotFound: .keyNotFound
        case .dataCorrupted: .dataCorrupted
        @unknown default: .other
        }
    }
}
