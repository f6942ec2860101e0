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
    ///
    /// Redact before you encode: in JSON, a path does not say which of its keys are declared, so after
    /// decoding all of them are `*`.
    public var redacted: Explanation {
        let path = redactedPath
        let place = path.isEmpty ? "" : " at \(path)"
        let foundText = foundKind?.text
        let names = [Code.wrongType, .null, .numberDoesNotFit].contains(code)
        let sentence =
            if names, let expected, let foundText {
                "expected \(expected), found \(foundText)"
            } else if code == .missingKey, let expected, isExpectedDeclared {
                "\(expected) is missing"
            } else {
                code.summary
            }
        return Explanation(
            kind: kind, code: code, codingPath: path,
            headline: "\(kind.rawValue)\(place): \(sentence)",
            found: foundText, foundKind: foundKind,
            expected: code == .missingKey && !isExpectedDeclared ? nil : expected,
            isExpectedDeclared: isExpectedDeclared, source: source,
            line: line, column: column, byteRange: byteRange)
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
