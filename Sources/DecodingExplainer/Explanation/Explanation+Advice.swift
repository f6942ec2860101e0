import Foundation

extension Explanation {
    /// Returns the advice for a missing key.
    ///
    /// - Parameters:
    ///   - key: The key that is missing.
    ///   - path: The path of the object that should have it.
    ///   - found: That object, if the document is known.
    ///   - type: The type of the value, if it is known.
    static func advice(
        forMissingKey key: String, in path: [any CodingKey], _ found: FoundValue?,
        as type: (any Any.Type)?, _ document: DocumentReading?
    ) -> String {
        let otherName =
            absent + " If it has another name in the document, make that name the raw "
            + "value of its CodingKeys case."
        guard let found, let document else { return otherName }
        let neighbors = found.neighbors
        if neighbors.keys.contains(key), !document.keepsKeys {
            return advice(forConvertedKey: key, in: path, document)
        }
        // Many an answer has a message too.
        if path.isEmpty, found.errorKeys != ["message"], let reply = adviceForErrorReply(found) {
            return reply
        }
        let nearest = neighbors.likelyKey
        if let type, let other = onlyMember(of: found, that: type, in: document), other != nearest {
            let name = document.converted(other, in: path)
            return "The value under \(DisplayText.quoted(other)) can be decoded as "
                + "\(Self.name(of: type)). If that is the one, add \(codingKey(key, name)). \(absent)"
        }
        let isSpelling = nearest.map { KeySpelling($0).folded == KeySpelling(key).folded } ?? false
        // A slip of one letter is likelier than another level, and any slip likelier than one further out.
        let isSlip = neighbors.isOneLetterAway || nearest != nil && found.movedKey?.levels ?? 1 < 0
        if let moved = found.movedKey, !isSpelling, !isSlip {
            return advice(forMoved: key, moved, path)
        }
        guard let nearest else { return otherName }
        return advice(forNearest: nearest, to: key, isSpelling, in: path, document) ?? otherName
    }

    /// Returns the key of the object or array that can be decoded as a type, if there is only one.
    private static func onlyMember(
        of found: FoundValue, that type: any Any.Type, in document: DocumentReading
    ) -> String? {
        guard let type = type as? any Decodable.Type else { return nil }
        let decoder = document.decoder ?? JSONDecoder()
        let fitting = found.members.filter { member in
            (try? decoder.decode(type, from: Data(document.bytes[member.range]))) != nil
        }
        return fitting.count == 1 ? fitting[0].key : nil
    }

    /// Returns the advice for a key that the object has, and that a strategy has changed.
    private static func advice(
        forConvertedKey key: String, in path: [any CodingKey], _ document: DocumentReading
    ) -> String {
        let cure = "Leave the strategy out, or make the raw value in CodingKeys the converted key."
        guard document.convertsKeys else {
            let converted = KeyText.convertedFromSnakeCase(key)
            let example =
                converted == key
                ? "" : " With .convertFromSnakeCase it becomes \(DisplayText.quoted(converted))."
            return "The object has this very key, so a keyDecodingStrategy may have changed it "
                + "before the search.\(example) \(cure)"
        }
        let converted = document.converted(key, in: path)
        return "The object has this very key, and the decoder's keyDecodingStrategy makes "
            + "\(DisplayText.quoted(converted)) of it before the search. \(cure)"
    }

    private static func advice(
        forMoved key: String, _ moved: MovedKey, _ path: [any CodingKey]
    ) -> String {
        let count = abs(moved.levels)
        let levels = count == 1 ? "one level" : "\(count) levels"
        let quoted = DisplayText.quoted(key)
        if moved.levels < 0 {
            let place = moved.path.isEmpty ? "at the top level" : "in \(moved.path)"
            return "There is a key \(quoted) \(levels) further out, \(place). If that is the one, "
                + "decode it there. \(absent)"
        }
        let inside = Path(Array(moved.path.components.dropFirst(path.count)))
        return "There is a key \(quoted) \(levels) further in, in \(inside). If that is the one, "
            + "declare a type for \(inside) that has the property, or open that object with "
            + "nestedContainer(keyedBy:forKey:)."
    }

    /// Returns the advice to use the nearest key.
    ///
    /// - Returns: The advice, or `nil` if the decoder does not read the nearest key by any similar name.
    private static func advice(
        forNearest nearest: String, to key: String, _ isSpelling: Bool, in path: [any CodingKey],
        _ document: DocumentReading
    ) -> String? {
        let invisible = DocumentCharacter.invisibleNames(in: nearest)
        let remark =
            invisible.isEmpty
            ? "" : " It has a character in it that nobody sees: \(DisplayText.list(invisible))."
        let said = "The nearest key is \(DisplayText.quoted(nearest))"
        // What the decoder looks for, where that is known.
        if document.convertsKeys {
            let converted = document.converted(nearest, in: path)
            let name = DisplayText.quoted(converted)
            return "\(said), of which the decoder's keyDecodingStrategy makes \(name).\(remark) If "
                + "that is the one, call the property so, or add \(codingKey(key, converted)). "
                + absent
        }
        let converted = KeyText.convertedFromSnakeCase(nearest)
        guard isSpelling else {
            // A program that looks for a key in snake case has not set the strategy.
            let strategy =
                converted == nearest || document.keepsKeys || key.contains("_")
                ? ""
                : " (with .convertFromSnakeCase, \(DisplayText.quoted(converted)) in place of it)"
            return "\(said).\(remark) If that is the one, spell the property like it, or add "
                + "\(codingKey(key, nearest))\(strategy). \(absent)"
        }
        if converted == key {
            return "\(said).\(remark) Add \(codingKey(key, nearest)), or set the decoder's "
                + "keyDecodingStrategy to .convertFromSnakeCase."
        }
        if converted != nearest, !document.keepsKeys {
            let changed = DisplayText.quoted(converted)
            return "\(said).\(remark) Add \(codingKey(key, nearest)). If the strategy "
                + ".convertFromSnakeCase is set, it turns it into \(changed): then \(changed) is "
                + "the raw value, or the property's name."
        }
        return "\(said); the spelling has to be the same.\(remark) Add \(codingKey(key, nearest)), "
            + "or rename the property."
    }

    private static let absent =
        "If the key may be absent, use an optional property or decodeIfPresent."

    private static func codingKey(_ key: String, _ rawValue: String) -> String {
        let quoted = DisplayText.quoted(rawValue)
        return isIdentifier(key)
            ? "the CodingKeys case `case \(key) = \(quoted)`"
            : "a CodingKeys case with the raw value \(quoted)"
    }

    /// Returns the advice for an object that may be the server's error in place of the answer.
    private static func adviceForErrorReply(_ found: FoundValue) -> String? {
        guard !found.errorKeys.isEmpty else { return nil }
        let keys = DisplayText.list(found.errorKeys.map { DisplayText.quoted($0) })
        return
            "The object has \(keys): it may be the server's error in place of the answer. Check the "
            + "status code of the response before decoding."
    }

    /// Returns a Boolean value that indicates whether a case of an enum can have this name as it is.
    private static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, first < UInt8(ascii: "0") || first > UInt8(ascii: "9"),
            text.utf8.count <= 60
        else { return false }
        return text.utf8.allSatisfy(DocumentScanner.isWord) && !text.contains("$")
            && !reservedWords.contains(text)
    }

    private static let reservedWords = Set(
        ("Any Protocol Self Type as associatedtype break case catch class continue default "
            + "defer deinit do else enum extension fallthrough false fileprivate for func guard if "
            + "import in init inout internal is let nil operator precedencegroup private protocol "
            + "public repeat rethrows return self static struct subscript super switch throw throws "
            + "true try typealias var where while _").split(separator: " ").map(String.init))
}

extension Explanation {
    /// Returns the advice for a value of another type.
    ///
    /// - Parameter asked: The type of the value, if it is known. For a date, the decoder names a number or a
    ///   string.
    static func advice(
        forMismatch type: any Any.Type, asked: (any Any.Type)?, _ found: FoundValue,
        _ path: [any CodingKey], in document: DocumentReading
    ) -> String {
        let holder = Holder(path)
        let isOther = asked == Date.self || asked == URL.self || asked == Data.self
        let expected = name(of: isOther ? asked ?? type : type)
        let isContainer = type == [Any].self || type == [String: Any].self
        let string = found.kind == .string ? found.string(in: document.bytes) : ""

        switch found.kind {
        case .null:
            return holder.optional(expected)
        case .string where isContainer && (string.hasPrefix("{") || string.hasPrefix("[")):
            return
                "The string may hold JSON: then decode a String, and decode its UTF-8 as a document of "
                + "its own."
        case _ where type == [Any].self:
            return adviceForArray(found)
        case _ where isContainer:
            return adviceForObject(found, path)
        case .string:
            let isDate = asked.map { $0 == Date.self }
            return adviceForString(string, expected: type, isDate: isDate, holder, document)
        case .number where type == Bool.self:
            return "In JSON a number is never true or false. Decode an Int, and let a computed "
                + "property say which numbers mean true."
        case .number where asked == Date.self:
            return "The decoder's dateDecodingStrategy reads strings. For a number set "
                + ".secondsSince1970 or .millisecondsSince1970."
        case .number where type == String.self:
            let date =
                " If it is a Date, set a dateDecodingStrategy that reads numbers, such as "
                + ".secondsSince1970."
            return "The number has no quotes. Instead of a \(expected), declare an Int or a "
                + "Double, or convert it in an init(from:)." + (asked == nil ? date : "")
        case .number:
            return "Declare \(holder.plural) as the number that is there, or convert it in an "
                + "init(from:)."
        case .boolean:
            return "The value is true or false. " + holder.declaration("Bool")
        case .array where holder == .property:
            return "Declare the property as an array, such as [\(expected)], or decode the "
                + "elements one by one in an init(from:)."
        case .array:
            return holder.declaration("[\(expected)]")
        case .object:
            return "Declare a Decodable type with a property for each key you need, and use it "
                + "instead of \(expected)."
        }
    }

    private static func adviceForArray(_ found: FoundValue) -> String {
        guard found.kind == .object else {
            return "A single value is where the list is expected. Decode the value itself, or "
                + "accept both in an init(from:)."
        }
        let lists = found.members.filter { !$0.isObject && !found.errorKeys.contains($0.key) }
        guard lists.isEmpty else {
            let keys = DisplayText.list(lists.prefix(3).map { DisplayText.quoted($0.key) })
            return "The list may be under \(keys): decode a type that has a property for that key."
        }
        return adviceForErrorReply(found)
            ?? "None of the keys of this object holds an array. If the values are what you want, "
            + "decode a dictionary with keys of type String; if it is one element, decode that "
            + "type itself."
    }

    private static func adviceForObject(_ found: FoundValue, _ path: [any CodingKey]) -> String {
        if found.kind == .array {
            return found.count == 0
                ? "An empty array is here. If the server writes an object without keys so, as PHP "
                    + "does, accept both in an init(from:)."
                : "The values are in a list. Where you decode T, decode [T] instead: [T].self at the "
                    + "top level, a property of type [T] further in."
        }
        let holder = Holder(path)
        let plain = "A plain value is where the object is expected. "
        guard holder == .property, let key = path.last?.stringValue else {
            return plain + "Declare \(holder.plural) as the type of that value."
        }
        let quoted = DisplayText.quoted(key)
        return plain
            + "If it is a property, declare it as the type of that value. If it is the case of an "
            + "enum with a value, the compiler's code expects {\(quoted): {\"_0\": …}}."
    }

    /// - Parameter isDate: True if the type of the value is `Date`, or `nil` if the type is not known.
    private static func adviceForString(
        _ text: String, expected type: any Any.Type, isDate: Bool?, _ holder: Holder,
        _ document: DocumentReading
    ) -> String {
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
        if number != nil {
            return "The number is in quotes. Decode a String and convert it in an init(from:), "
                + "or have the document changed to a number without quotes."
        }
        let date =
            "JSONDecoder reads a date as a number of seconds, unless told otherwise. For a string set "
            + "dateDecodingStrategy, as in decoder.dateDecodingStrategy = .iso8601."
        if isDate == true { return date }
        if isDate == nil, type == Double.self, document.readsDatesAsNumbers {
            return "If the property is a Date: " + date
        }
        return "A string is here. Declare \(holder.plural) as String, or convert it in an "
            + "init(from:)."
    }
}
