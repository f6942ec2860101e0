import Foundation

/// Traits of the `JSONDecoder` of this toolchain, which are found out by trying.
enum DecoderTraits {
    /// A Boolean value that indicates whether a comma may stand before a closing bracket.
    static let acceptsTrailingComma = reads(Data("[1,]".utf8))

    /// Returns a Boolean value that indicates whether it reads a document with a list of numbers.
    static func reads(_ document: Data) -> Bool {
        (try? JSONDecoder().decode([Int].self, from: document)) != nil
    }

    /// The message with which the decoder itself, and no type's `init(from:)`, refuses a document.
    static let refusal: String? = {
        do {
            _ = try JSONDecoder().decode([Int].self, from: Data("[".utf8))
            return nil
        } catch {
            return (error as? DecodingError)?.context?.debugDescription
        }
    }()

    /// Returns an error as it arrives. At its end, a decoder makes a refusal of those errors that only it
    /// knows.
    static func translated(_ error: any Error, from origin: Listener.Origin?) -> any Error {
        guard let heard = origin?.heard, heard.thrower == .decoder,
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
