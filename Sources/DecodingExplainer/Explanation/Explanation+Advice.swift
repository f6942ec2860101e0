import Foundation

extension Explanation.Details {
    static func advice(forMissingKey key: String, neighbors: KeyNeighbors?) -> String {
        let absent = "If the key may be absent, use an optional property or decodeIfPresent."
        guard let neighbors, let nearest = neighbors.likelyKey else {
            return absent + " If it has another name in the document, make that name the raw "
                + "value of its CodingKeys case."
        }
        if neighbors.keys.contains(key) {
            let converted = convertedFromSnakeCase(key)
            let example =
                converted == key
                ? "" : " With .convertFromSnakeCase it becomes \(DisplayText.quoted(converted))."
            return "The object has this very key, so a keyDecodingStrategy may have changed it "
                + "before the search.\(example) Leave the strategy out, or make the raw value in "
                + "CodingKeys the converted key."
        }
        let quoted = DisplayText.quoted(nearest)
        let codingKey =
            isIdentifier(key)
            ? "the CodingKeys case `case \(key) = \(quoted)`"
            : "a CodingKeys case with the raw value \(quoted)"
        guard KeySpelling(nearest).folded == KeySpelling(key).folded else {
            return "The nearest key is \(quoted). If that is the one, spell the property like it, "
                + "or add \(codingKey). \(absent)"
        }
        let converted = convertedFromSnakeCase(nearest)
        if converted == key {
            return "The nearest key is \(quoted). Add \(codingKey), or set the decoder's "
                + "keyDecodingStrategy to .convertFromSnakeCase."
        }
        if converted != nearest {
            let changed = DisplayText.quoted(converted)
            return "The nearest key is \(quoted). Add \(codingKey). If the strategy "
                + ".convertFromSnakeCase is set, it turns it into \(changed): then \(changed) is "
                + "the raw value, or the property's name."
        }
        return "The nearest key is \(quoted); the spelling has to be the same. Add \(codingKey), "
            + "or rename the property."
    }

    static func advice(forNullAt path: [any CodingKey], hasDocument: Bool) -> String {
        if path.isEmpty {
            return "If the document may be null, decode an optional type, such as Launch?.self."
        }
        let null = "If the value may be null, use an optional property or decodeIfPresent."
        let isSuper = !hasDocument && path.last?.stringValue == "super"
        return isSuper
            ? null + " A decoder from superDecoder() holds null where its key is missing, too."
            : null
    }

    private static func isIdentifier(_ text: String) -> Bool {
        let keywords = [
            "associatedtype", "case", "class", "default", "else", "enum", "extension", "false",
            "for",
            "func", "if", "import", "in", "init", "internal", "is", "nil", "operator", "private",
            "protocol", "public", "repeat", "return", "self", "static", "struct", "super", "switch",
            "true", "where", "while",
        ]
        return text.isPathIdentifier && !keywords.contains(text)
    }

    /// What the strategy `.convertFromSnakeCase` makes of a key.
    private static func convertedFromSnakeCase(_ key: String) -> String {
        let start = key.prefix { $0 == "_" }
        guard start.count < key.count else { return key }
        let end = String(key.reversed().prefix { $0 == "_" })
        let words = key.dropFirst(start.count).dropLast(end.count).split(separator: "_")
        guard let first = words.first, words.count > 1 else { return key }
        return start + first.lowercased() + words.dropFirst().map(\.capitalized).joined() + end
    }
}

extension Explanation.Details {
    static func advice(
        forMismatch type: any Any.Type, _ found: FoundValue, in bytes: DocumentBytes
    ) -> String? {
        let expected = name(of: type)
        if type == [Any].self { return adviceForArray(found) }
        if type == [String: Any].self { return adviceForObject(found) }

        switch found.shape {
        case .string(let range):
            return adviceForString(found.text(in: range, of: bytes), expected: type)
        case .number where type == Bool.self:
            return "In JSON a number is never true or false. Decode an Int, and let a computed "
                + "property say which numbers mean true."
        case .number where type == String.self:
            return "The number has no quotes. Instead of a String, declare an Int or a Double, or "
                + "convert it in an init(from:). If it is a Date, set a dateDecodingStrategy that "
                + "reads numbers, such as .secondsSince1970."
        case .number:
            return "Declare the property as the number that is there, or convert it in an "
                + "init(from:)."
        case .literal(.null):
            return "If the value may be null, make the property optional."
        case .literal:
            return "The value is true or false. Declare the property as Bool."
        case .array:
            return "Declare the property as an array, such as [\(expected)], or decode the "
                + "elements one by one in an init(from:)."
        case .object:
            return "Declare a Decodable type with a property for each key you need, and use it "
                + "instead of \(expected)."
        }
    }

    private static func adviceForArray(_ found: FoundValue) -> String? {
        switch found.shape {
        case .object where !found.arrayKeys.isEmpty:
            let keys = DisplayText.list(found.arrayKeys.map { DisplayText.quoted($0) })
            return "The list may be under \(keys): decode a type that has a property for that key."
        case .object:
            return "None of the keys of this object holds an array. If the values are what you "
                + "want, decode a dictionary with keys of type String; if it is one element, "
                + "decode that type itself."
        default:
            return "A single value is where the list is expected. Decode the value itself, or "
                + "accept both in an init(from:)."
        }
    }

    private static func adviceForObject(_ found: FoundValue) -> String? {
        switch found.shape {
        case .array:
            return "The values are in a list. Where you decode T, decode [T] instead: [T].self at "
                + "the top level, a property of type [T] further in."
        case .string:
            return "Only a string is here, perhaps an identifier or an address that leads to "
                + "the object. Declare the property as String."
        default:
            return "A plain value is where the object is expected. Declare the property as "
                + "the type of that value."
        }
    }

    private static func adviceForString(_ text: String, expected type: any Any.Type) -> String? {
        if type == Bool.self {
            return "The value is in quotes. Decode a String and compare it, or have the "
                + "document changed to true and false without quotes."
        }
        let number = Double(text)
        let isFloat = type == Double.self || type == Float.self
        if let number, isFloat, !number.isFinite {
            return "JSON has no NaN and no infinity. Set nonConformingFloatDecodingStrategy. If it "
                + "is set, spell its strings as the document does, capitals included."
        }
        let date =
            type == Double.self
            ? "If the property is a Date: unless told otherwise, JSONDecoder reads a date as "
                + "a number of seconds. For a string set dateDecodingStrategy, as in "
                + "decoder.dateDecodingStrategy = .iso8601." : nil
        if number != nil {
            return "The number is in quotes. Decode a String and convert it in an init(from:), "
                + "or have the document changed to a number without quotes."
        }
        return date
            ?? "A string is here. Declare the property as String, or convert it in an init(from:)."
    }

    static func advice(
        forCorruption context: DecodingError.Context, _ bytes: DocumentBytes?
    ) -> String? {
        let message = context.debugDescription
        if message.hasPrefix("Cannot initialize ") {
            return "The type has no value for this raw value. If an enum has the case under "
                + "another name, give the case this raw value. If it is a new one, add a case, or "
                + "fall back to a case such as unknown in an init(from:)."
        }
        if message.contains("ISO8601") {
            let place =
                context.codingPath.isEmpty
                ? "The error does not say which date it is. " : ""
            return place + "The strategy .iso8601 reads dates such as 2025-05-31T14:30:00Z. For "
                + "another form use .formatted or .custom."
        }
        if message.hasPrefix("Invalid URL") {
            return "The string is not a URL, and neither is an empty string. Decode a String and "
                + "make the URL from it, or make it optional in an init(from:)."
        }
        if message.contains("Base64") {
            return "A property of type Data is read from base64. For another form set "
                + "dataDecodingStrategy, or declare the property as String."
        }
        if message.hasPrefix("Parsed "), message.contains("does not fit in") {
            return "Declare the property as a type that holds the number: a wider one, or Double "
                + "for a fraction."
        }
        if message.contains("property list"), let first = bytes?.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        {
            return "If the document is JSON, decode it with JSONDecoder."
        }
        if bytes == nil, DecoderTraits.isRefusal(context) {
            return "Pass the bytes too, and the explanation names the place. JSONDecoder says this "
                + "of a document that is not JSON and also of a number that does not fit its type."
        }
        return nil
    }
}
