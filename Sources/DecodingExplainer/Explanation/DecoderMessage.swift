import Foundation

/// The meaning of a decoder's error.
///
/// It depends on the code that has thrown the error. If that is not known, the whole text decides: it has
/// to be, word for word, the decoder's text for this very case. So with a decoder that has other words, an
/// advice is lost, and nothing false is said about an author's own error.
struct DecoderMessage {
    enum Kind {
        case wrongType(any Any.Type)
        case null(any Any.Type)
        case arrayEnded(any Any.Type)
        case missingKey(any CodingKey)
        /// The decoder has refused the document, or one value of it, without a word.
        case refusal
        /// The type has no room for the number.
        case number(any Any.Type)
        /// The type has no value for what is there, in a way that is known.
        case value(Explanation.Code, advice: String)
        /// A type of keys has no such key.
        case key
        /// Words of somebody else.
        case text
    }

    let kind: Kind
    let codingPath: [any CodingKey]
    /// The error's own text, cut to a length that can be read.
    let text: String
    let underlyingError: (any Error)?
    /// The type that the decoder was asked for, if that was heard.
    private(set) var type: (any Any.Type)?

    init(of error: DecodingError, from origin: Listener.Origin?, in document: DocumentReading?) {
        let message = error.context?.debugDescription ?? ""
        text = DisplayText.clipped(message)
        underlyingError = error.context?.underlyingError
        guard let heard = origin?.heard, heard.thrower != .unknown else {
            codingPath = error.context?.codingPath ?? []
            kind = Self.kind(of: error, message, heard: nil, document)
            return
        }
        type = heard.type
        // The error for a missing key names the object, and so does this.
        codingPath =
            error.kind == .keyNotFound || heard.thrower == .type
            ? (heard.error as? DecodingError)?.context?.codingPath ?? heard.codingPath
            : heard.codingPath
        kind = Self.kind(of: error, message, heard: heard, document)
    }

    private static func kind(
        of error: DecodingError, _ message: String, heard: HeardError?, _ document: DocumentReading?
    ) -> Kind {
        // An error without words says nothing but its case.
        let isDecoders =
            message.isEmpty || heard?.thrower == .decoder && !isOwnStrategy(heard?.type, document)
        switch error {
        case .typeMismatch(let type, _):
            if isDecoders || Words.ofWrongType(type).contains(message) { return .wrongType(type) }
            if message == Words.enumCase {
                return .value(.unknownRawValue, advice: Advice.enumCase)
            }
            if message == Words.wholeKey { return .key }
        case .valueNotFound(let type, _):
            if Words.ofEnd.contains(message) { return .arrayEnded(type) }
            if isDecoders || Words.ofNull(type).contains(message) { return .null(type) }
        case .keyNotFound(let key, _):
            if isDecoders || message == Words.ofMissingKey(key) { return .missingKey(key) }
        case .dataCorrupted(let context):
            if isDecoders, let heard { return kind(ofCorrupted: heard, message) }
            if context.codingPath.isEmpty, message == DecoderTraits.refusal { return .refusal }
            return kind(ofCorrupted: message, heard)
        @unknown default:
            break
        }
        return .text
    }

    /// Returns a Boolean value that indicates whether the type is decoded by a custom strategy of the program.
    private static func isOwnStrategy(
        _ type: (any Any.Type)?, _ document: DocumentReading?
    ) -> Bool {
        guard let decoder = document?.decoder else { return false }
        if case .custom = decoder.dateDecodingStrategy, type == Date.self { return true }
        if case .custom = decoder.dataDecodingStrategy, type == Data.self { return true }
        return false
    }

    private static func kind(ofCorrupted heard: HeardError, _ message: String) -> Kind {
        if message == DecoderTraits.refusal { return .number(heard.type) }
        if heard.type == Date.self { return .value(.invalidDate, advice: Advice.date) }
        if heard.type == URL.self { return .value(.invalidURL, advice: Advice.url) }
        if heard.type == Data.self { return .value(.invalidBase64, advice: Advice.base64) }
        return .text
    }

    private static func kind(ofCorrupted message: String, _ heard: HeardError?) -> Kind {
        switch message {
        case Words.iso8601Date, Words.formattedDate: .value(.invalidDate, advice: Advice.date)
        case Words.url: .value(.invalidURL, advice: Advice.url)
        case Words.base64: .value(.invalidBase64, advice: Advice.base64)
        case Words.uuid: .value(.invalidUUID, advice: Advice.uuid)
        case _ where Words.isRawValue(message, of: heard?.type):
            .value(.unknownRawValue, advice: Advice.rawValue)
        case _ where Words.isDictionaryKey(message): .key
        default: .text
        }
    }
}

// MARK: - The words of Swift 6.3

extension DecoderMessage {
    /// The texts of the decoder and the standard library, word for word. A test compares each with the text
    /// of the current toolchain.
    enum Words {
        static let iso8601Date = "Expected date string to be ISO8601-formatted."
        static let formattedDate = "Date string does not match format expected by formatter."
        static let url = "Invalid URL string."
        static let base64 = "Encountered Data is not valid Base64."
        static let uuid = "Attempted to decode UUID from invalid UUID string."
        static let enumCase = "Invalid number of keys found, expected one."
        static let wholeKey = "Expected Int key but found String key instead."

        static let ofEnd = [
            "Unkeyed container is at end.",
            "Cannot get superDecoder() -- unkeyed container is at end.",
        ]

        static func ofWrongType(_ type: any Any.Type) -> [String] {
            ["a string", "number", "bool", "an array", "a dictionary", "null"].map {
                "Expected to decode \(type) but found \($0) instead."
            }
        }

        static func ofNull(_ type: any Any.Type) -> [String] {
            ["value of type \(type)", "keyed decoding container", "unkeyed decoding container"].map
            {
                "Cannot get \($0) -- found null value instead"
            }
        }

        static func ofMissingKey(_ key: any CodingKey) -> String {
            "No value associated with key \(key) (\"\(key.stringValue)\")."
        }

        /// Returns a Boolean value that indicates whether a message is that of a type with raw values about
        /// a value that it does not have.
        ///
        /// - Parameter type: The type, if it is known. If it is not, any name of a type will do.
        static func isRawValue(_ message: String, of type: (any Any.Type)?) -> Bool {
            let words = #/(?s)Cannot initialize ([^ ]*) from invalid [^ ]+ value .*/#
            guard let name = message.wholeMatch(of: words)?.1 else { return false }
            return type.map { name == "\($0)" } ?? isName(name)
        }

        /// Returns a Boolean value that indicates whether a message is that of a dictionary about a key that
        /// its type of keys does not have.
        static func isDictionaryKey(_ message: String) -> Bool {
            let start = "Could not convert key to type "
            return message.hasPrefix(start) && isName(message.dropFirst(start.count))
        }

        private static func isName(_ text: Substring) -> Bool {
            !text.isEmpty && text.utf8.count < 200
                && text.allSatisfy { $0.isLetter || $0.isNumber || "_.<>".contains($0) }
        }
    }

    enum Advice {
        static let date =
            "Look at the decoder's dateDecodingStrategy: .iso8601 reads dates such as "
            + "2025-05-31T14:30:00Z. For another form use .formatted or .custom."
        static let url =
            "The string is not a URL, and neither is an empty string. Decode a String and make the URL "
            + "from it, or make it optional in an init(from:)."
        static let base64 =
            "A property of type Data is read from base64. For another form set dataDecodingStrategy, or "
            + "declare the property as String."
        static let uuid =
            "A UUID has 32 hexadecimal digits and four hyphens. If the document has other identifiers, "
            + "declare the property as String."
        static let rawValue =
            "The type has no value for this raw value. If an enum has the case under another name, give "
            + "the case this raw value. If it is a new one, add a case, or fall back to a case such as "
            + "unknown in an init(from:)."
        static let dictionaryKey =
            "The keys of this dictionary are of a type that does not have this key. If it is a new one, "
            + "add a case, or decode a dictionary with keys of type String."
        static let enumCase =
            "An enum whose cases have values is read from an object with one key, the name of a case: "
            + "{\"name\": {\"_0\": …}}. None of its cases has this name, or there is more than one key."
    }
}
