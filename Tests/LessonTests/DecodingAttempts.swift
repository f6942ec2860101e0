import DecodingExplainer
import Foundation

/// What a decoder without any settings makes of a document.
func decode<Value: Decodable>(_ type: Value.Type, _ document: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(document.utf8))
}

/// The error of a closure, explained, or nil if it has none.
func failure(of body: () throws -> some Any) -> Explanation? {
    do {
        _ = try body()
        return nil
    } catch {
        return Explanation(of: error)
    }
}
