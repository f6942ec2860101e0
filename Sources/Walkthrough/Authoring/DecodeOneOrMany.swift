import DecodingExplainer
import Foundation

/// Decodes one value, or a list of them, whichever the document holds at its root.
///
/// - Parameters:
///   - type: The type of one value.
///   - document: The bytes of a JSON document.
///   - decoder: The decoder to use.
/// - Returns: A `Value` for an object, a `[Value]` for an array.
/// - Throws: An `Explanation` of what is wrong in the document.
package func decodeOneOrMany<Value: Decodable>(
    _ type: Value.Type, from document: Data, with decoder: JSONDecoder = JSONDecoder()
) throws -> Any {
    // In UTF-16 and UTF-32 there are zeros around the first bracket.
    let blanks = Set(" \t\r\n\0".utf8)
    let isList = document.first { !blanks.contains($0) } == UInt8(ascii: "[")
    return isList
        ? try decoder.decode([Value].self, explaining: document)
        : try decoder.decode(Value.self, explaining: document)
}
