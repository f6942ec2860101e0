import Foundation
import Synchronization

/// Decodes one value, or a list of them, whichever the document holds at its root.
///
/// - Parameters:
///   - type: The type of one value.
///   - document: The bytes of a JSON document.
///   - decoder: The decoder to use.
/// - Returns: A `Value` for an object, a `[Value]` for an array.
/// - Throws: The error of the decoder.
package func decodeOneOrMany<Value: Decodable>(
    _ type: Value.Type, from document: Data, with decoder: JSONDecoder = JSONDecoder()
) throws -> Any {
    UsedDecoder.current?.note(decoder)
    // In UTF-16 and UTF-32 there are zeros around the first bracket.
    let blanks = Set(" \t\r\n\0".utf8)
    let isList = document.first { !blanks.contains($0) } == UInt8(ascii: "[")
    return isList
        ? try decoder.decode([Value].self, from: document)
        : try decoder.decode(Value.self, from: document)
}

/// The decoder that a lesson has used for a reader's document. With it, the explanation of an error can
/// say more; the error itself stays as the decoder threw it.
final class UsedDecoder: Sendable {
    @TaskLocal static var current: UsedDecoder?

    private let latest = Mutex<JSONDecoder?>(nil)

    var decoder: JSONDecoder? { latest.withLock(\.self) }

    func note(_ decoder: JSONDecoder) {
        latest.withLock { $0 = decoder }
    }
}
