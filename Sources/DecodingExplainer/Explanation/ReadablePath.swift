extension Sequence<any CodingKey> {
    /// The path as a reader would write it: `launches[3].rocket.name`.
    ///
    /// A key that is no identifier stands in brackets and quotes, `styles["pale ale"]`. An element
    /// is an array index when it has the form that `JSONDecoder` gives to one; a dictionary key
    /// that is an integer stays a key, `scores["3"]`. The empty path is `""`.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the path, keys included.
    public var readablePath: String {
        Explanation.Path(self).description
    }
}

extension CodingKey {
    /// The array index that this key stands for, or `nil` if it is the key of an object.
    ///
    /// An integer key of a dictionary has an `intValue` too, so the text decides.
    var arrayIndex: Int? {
        guard let intValue, intValue >= 0, stringValue == "Index \(intValue)" else { return nil }
        return intValue
    }
}

extension String {
    /// Appends the key of an object to a path, as `.name` or as `["pale ale"]`.
    mutating func appendPathComponent(forKey key: String) {
        if key.isPathIdentifier {
            self += isEmpty ? key : ".\(key)"
        } else {
            self += "[\(DisplayText.quoted(key, limit: .max))]"
        }
    }

    /// Whether a key can be written without brackets and quotes.
    var isPathIdentifier: Bool {
        guard let first, first.isLetter || first == "_" else { return false }
        return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
