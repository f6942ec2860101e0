/// A value of a timetable, the format of exercise 12.
///
///     # What leaves tonight
///     station: Hamburg-Altona
///     trains:
///       -
///         number: NT 40
///         cars: 12
///         delay:
///
/// - An object has a line for each key: the key, a colon, a space and a text.
/// - A list has a line for each element: a hyphen, a space and a text.
/// - An object or a list that is itself a value begins in the next line, two spaces further in.
/// - Where nothing follows a colon or a hyphen, and nothing is below it, there is nothing.
/// - `[]` is an empty list and `{}` an empty object.
/// - A timetable can also be one text, or nothing at all.
/// - A text or a key that looks like something else is in quotation marks. In them, `\"`, `\\`, `\n`
///   and `\r` are a quotation mark, a backslash and the two characters that end a line.
/// - Empty lines and lines that begin with `#` do not count.
public enum TimetableValue: Equatable, Sendable {
    case nothing
    case text(String)
    case list([TimetableValue])
    case object([String: TimetableValue])
}

// MARK: - Reading

extension TimetableValue {
    /// Reads a timetable.
    ///
    /// - Throws: `DecodingError.dataCorrupted`, with an empty path, where a line breaks the rules.
    public init(parsing document: String) throws {
        var lines = try TimetableLines(document)
        self = try lines.block(indent: 0)
        if let line = lines.lines.first { throw line.error("It has too many or too few spaces.") }
    }
}

/// The lines of a timetable that are still to be read.
private struct TimetableLines {
    struct Line {
        let number: Int
        let indent: Int
        let text: Substring

        var isItem: Bool { text == "-" || text.hasPrefix("- ") }

        func error(_ description: String) -> DecodingError {
            .dataCorrupted(
                .init(codingPath: [], debugDescription: "Line \(number): \(description)"))
        }
    }

    /// Values are read one inside the other, and a program has only so much room for that.
    static let widestIndent = 200

    var lines: ArraySlice<Line> = []

    init(_ document: String) throws {
        let all = document.split(omittingEmptySubsequences: false) { ["\n", "\r\n"].contains($0) }
        for (index, whole) in all.enumerated() {
            var text = whole.drop { $0 == " " }
            let indent = whole.count - text.count
            while text.last == " " { text.removeLast() }
            if text.isEmpty || text.hasPrefix("#") { continue }
            let line = Line(number: index + 1, indent: indent, text: text)
            guard indent <= Self.widestIndent else { throw line.error("It is too deep.") }
            lines.append(line)
        }
    }

    /// Reads the list, the object or the text that begins in the next line.
    mutating func block(indent: Int) throws -> TimetableValue {
        guard let first = lines.first, first.indent == indent else { return .nothing }
        if first.isItem { return .list(try elements(indent: indent)) }
        if try member(of: first) != nil { return .object(try members(indent: indent)) }
        guard indent == 0 else { throw first.error("It has neither a key nor a hyphen.") }
        lines.removeFirst()
        return try value(first.text, of: first)
    }

    private mutating func elements(indent: Int) throws -> [TimetableValue] {
        var elements: [TimetableValue] = []
        while let line = lines.first, line.indent == indent, line.isItem {
            lines.removeFirst()
            elements.append(try part(after: line, line.text.dropFirst()))
        }
        return elements
    }

    private mutating func members(indent: Int) throws -> [String: TimetableValue] {
        var members: [String: TimetableValue] = [:]
        while let line = lines.first, line.indent == indent, !line.isItem,
            let (key, rest) = try member(of: line)
        {
            lines.removeFirst()
            let value = try part(after: line, rest)
            guard members.updateValue(value, forKey: key) == nil else {
                throw line.error("The key \(key) is there twice.")
            }
        }
        return members
    }

    /// The value after a colon or a hyphen: in the same line, or in the lines below it.
    private mutating func part(after line: Line, _ rest: Substring) throws -> TimetableValue {
        let text = rest.drop { $0 == " " }
        return try text.isEmpty ? block(indent: line.indent + 2) : value(text, of: line)
    }

    /// The key of a line and what follows its colon, or nil where the line has no key.
    private func member(of line: Line) throws -> (key: String, rest: Substring)? {
        if line.text.first == "\"" {
            let (key, rest) = try quoted(line)
            guard rest.first == ":" else { return nil }
            return (key, rest.dropFirst())
        }
        let colon = line.text.indices.first { index in
            line.text[index] == ":" && line.text[index...].dropFirst().first ?? " " == " "
        }
        guard let colon else { return nil }
        return (String(line.text[..<colon]), line.text[colon...].dropFirst())
    }

    private func value(_ text: Substring, of line: Line) throws -> TimetableValue {
        if text == "[]" { return .list([]) }
        if text == "{}" { return .object([:]) }
        guard text.first == "\"" else { return .text(String(text)) }
        let (string, rest) = try quoted(Line(number: line.number, indent: 0, text: text))
        guard rest.isEmpty else { throw line.error("The quotation mark is not at its end.") }
        return .text(string)
    }

    /// The string in quotation marks at the beginning of a line, and what follows it.
    private func quoted(_ line: Line) throws -> (string: String, rest: Substring) {
        var string = ""
        var rest = line.text.dropFirst()
        while let character = rest.popFirst() {
            switch character {
            case "\"": return (string, rest)
            case "\\":
                switch rest.popFirst() {
                case "\"": string.append("\"")
                case "\\": string.append("\\")
                case "n": string.append("\n")
                case "r": string.append("\r")
                default: throw line.error(#"After \ comes ", \, n or r."#)
                }
            default: string.append(character)
            }
        }
        throw line.error("The closing quotation mark is missing.")
    }
}

// MARK: - Writing

extension TimetableValue {
    /// The value as a timetable, with the keys of each object in alphabetical order.
    public var document: String {
        inline ?? lines.joined(separator: "\n")
    }

    /// What stands in the line of a key or a hyphen, or nil for a value that has lines of its own.
    private var inline: String? {
        switch self {
        case .nothing: ""
        case .text(let text): Self.quotedIfNeeded(text)
        case .list(let elements): elements.isEmpty ? "[]" : nil
        case .object(let members): members.isEmpty ? "{}" : nil
        }
    }

    private var lines: [String] {
        switch self {
        case .nothing, .text: []
        case .list(let elements): elements.flatMap { $0.lines(after: "-") }
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { key, value in
                value.lines(after: Self.quotedIfNeeded(key) + ":")
            }
        }
    }

    private func lines(after start: String) -> [String] {
        guard let inline else { return [start] + lines.map { "  " + $0 } }
        return inline.isEmpty ? [start] : ["\(start) \(inline)"]
    }

    private static func quotedIfNeeded(_ text: String) -> String {
        let isPlain =
            !["", "-", "[]", "{}"].contains(text) && !text.hasPrefix("- ")
            && !["#", "\"", " "].contains(text.first) && ![":", " "].contains(text.last)
            && !text.contains(": ") && !text.utf8.contains { "\n\r".utf8.contains($0) }
        if isPlain { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
