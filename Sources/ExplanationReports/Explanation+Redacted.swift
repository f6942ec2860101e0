import DecodingExplainer

extension Explanation {
    /// The explanation without the contents of the document, for a log. **Other people read logs:**
    /// colleagues, the administrators of the machines, the company that stores the logs. The full
    /// explanation shows the lines around the place, with everything in them.
    ///
    /// It has the place (line, column, bytes), the ``Explanation/code``, the types, and the path. The path
    /// keeps those keys that are cases of a `CodingKeys` enum. Any other key is `*`, because it may be a
    /// person's name or address, as in a dictionary. The texts are written anew, so none of them is a
    /// message of another author. The excerpt and the advice are left out. ``Explanation/source`` stays as
    /// the program gave it.
    ///
    ///     typeMismatch at [1].abv: expected Double, found a string
    public var redacted: Explanation {
        var redacted = self
        redacted.codingPath = redactedPath
        redacted.found = foundKind?.text
        redacted.excerpt = nil
        redacted.advice = nil
        if code == .missingKey, !isExpectedDeclared { redacted.expected = nil }
        let place = codingPath.isEmpty ? "" : " at \(redacted.codingPath)"
        redacted.headline = "\(kind.rawValue)\(place): \(redacted.sentence)"
        return redacted
    }

    /// A sentence about the error that holds nothing of the document.
    private var sentence: String {
        let names = [Code.wrongType, .null, .numberDoesNotFit].contains(code)
        if names, let expected, let found { return "expected \(expected), found \(found)" }
        if code == .missingKey, let expected { return "\(expected) is missing" }
        return code.summary
    }

    private var redactedPath: Path {
        let components = zip(codingPath.components, codingPath.isDeclared).map {
            component, isDeclared in
            switch component {
            case .index: component
            case .key: isDeclared ? component : .key("*")
            }
        }
        return Path(components)
    }
}

extension Explanation.ValueKind {
    /// The kind with its article: `a string`.
    var text: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "true or false"
        case .null: "null"
        }
    }
}
