import Foundation

/// Traits of the `JSONDecoder` of this toolchain, which are found out by trying.
enum DecoderTraits {
    /// A Boolean value that indicates whether a comma may stand before a closing bracket.
    static let acceptsTrailingComma = reads([Int].self, Data("[1,]".utf8))

    static func reads<Value: Decodable>(_ type: Value.Type, _ document: Data) -> Bool {
        (try? JSONDecoder().decode(type, from: document)) != nil
    }

    /// The message of the decoder for a document that is not JSON.
    private static let refusal: String? = {
        do {
            _ = try JSONDecoder().decode([Int].self, from: Data("[".utf8))
        } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch {}
        return nil
    }()

    /// Returns a Boolean value that indicates whether the decoder itself, and not a type's `init(from:)`, has
    /// refused a document.
    ///
    /// - Parameter atAnyPath: True if the path is known from elsewhere.
    static func isRefusal(_ context: DecodingError.Context, atAnyPath: Bool = false) -> Bool {
        (atAnyPath || context.codingPath.isEmpty) && context.debugDescription == refusal
    }

    /// Returns an error as it arrives. At its end, a decoder makes a refusal of those errors that only it
    /// knows.
    static func translated(_ error: any Error, from origin: Listener.Origin?) -> any Error {
        guard case .value(let heard)? = origin, heard.thrower == .decoder,
            heard.type != Date.self, heard.type != Data.self, !(error is DecodingError), let refusal
        else { return error }
        return DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: refusal))
    }

    /// Returns the text that Foundation adds to its errors. On Apple's systems it names the place or the
    /// number.
    static func detail(of error: (any Error)?) -> String? {
        (error as NSError?)?.userInfo["NSDebugDescription"] as? String
    }
}
