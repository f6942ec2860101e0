import DecodingExplainer

/// In JSON, an explanation is an object that has its parts by their names. A part that is `nil` is left
/// out.
extension Explanation: Codable {
    private struct Parts: Codable {
        let kind: Kind
        let code: Code
        let codingPath: Path
        let headline: String
        let found: String?
        let foundKind: ValueKind?
        let expected: String?
        let isExpectedDeclared: Bool?
        let source: String?
        let line: Int?
        let column: Int?
        let byteRange: Range<Int>?
        let excerpt: Excerpt?
        let advice: String?
    }

    /// Reads an explanation that ``encode(to:)`` has written.
    public init(from decoder: any Decoder) throws {
        let parts = try Parts(from: decoder)
        self.init(
            kind: parts.kind, code: parts.code, codingPath: parts.codingPath,
            headline: parts.headline, found: parts.found, foundKind: parts.foundKind,
            expected: parts.expected, isExpectedDeclared: parts.isExpectedDeclared ?? false,
            source: parts.source, line: parts.line, column: parts.column,
            byteRange: parts.byteRange, excerpt: parts.excerpt, advice: parts.advice)
    }

    /// Writes all parts, with the lines of the document. Without them: see ``redacted``.
    public func encode(to encoder: any Encoder) throws {
        let parts = Parts(
            kind: kind, code: code, codingPath: codingPath, headline: headline, found: found,
            foundKind: foundKind, expected: expected, isExpectedDeclared: isExpectedDeclared,
            source: source, line: line, column: column, byteRange: byteRange, excerpt: excerpt,
            advice: advice)
        try parts.encode(to: encoder)
    }
}

extension Explanation.Kind: Codable {}
extension Explanation.ValueKind: Codable {}
extension Explanation.Code: Codable {}

extension Excerpt: Codable {
    private struct Parts: Codable {
        let line: Int
        let column: Int
        let lines: [Line]
        let label: String?
        let textBeforeMarker: String
        let textAfterMarker: String
    }

    /// Reads an excerpt that ``encode(to:)`` has written.
    public init(from decoder: any Decoder) throws {
        let parts = try Parts(from: decoder)
        self.init(
            line: parts.line, column: parts.column, lines: parts.lines, label: parts.label,
            textBeforeMarker: parts.textBeforeMarker, textAfterMarker: parts.textAfterMarker)
    }

    /// Writes the lines and the place of the marker.
    public func encode(to encoder: any Encoder) throws {
        let parts = Parts(
            line: line, column: column, lines: lines, label: label,
            textBeforeMarker: textBeforeMarker, textAfterMarker: textAfterMarker)
        try parts.encode(to: encoder)
    }
}

extension Excerpt.Line: Codable {
    private struct Parts: Codable {
        let number: Int
        let text: String
        let isCutAtStart: Bool
        let isCutAtEnd: Bool
    }

    /// Reads a line that ``encode(to:)`` has written.
    public init(from decoder: any Decoder) throws {
        let parts = try Parts(from: decoder)
        self.init(
            number: parts.number, text: parts.text, isCutAtStart: parts.isCutAtStart,
            isCutAtEnd: parts.isCutAtEnd)
    }

    /// Writes the number, the text, and at which of its ends the text is cut.
    public func encode(to encoder: any Encoder) throws {
        let parts = Parts(
            number: number, text: text, isCutAtStart: isCutAtStart, isCutAtEnd: isCutAtEnd)
        try parts.encode(to: encoder)
    }
}

extension Explanation.Path: Codable {
    /// Reads a list of strings and whole numbers, such as `["launches", 3, "name"]`.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var components: [Component] = []
        while !container.isAtEnd {
            do {
                components.append(.index(try container.decode(Int.self)))
            } catch DecodingError.typeMismatch {
                components.append(.key(try container.decode(String.self)))
            }
        }
        self.init(components)
    }

    /// Writes the keys as strings and the indexes as numbers.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for component in components {
            switch component {
            case .key(let key): try container.encode(key)
            case .index(let index): try container.encode(index)
            }
        }
    }
}
