/// Finds the keywords, strings and other parts of code, line by line, so that a page can color them.
///
///     var highlighting = CodeHighlighting(.swift)
///     highlighting.spans(of: "let one = 1")
///     // keyword "let", plain " one = ", number "1"
///
/// A string of several lines goes on in the next line. It is made for correct code as lessons have
/// it, and it returns each character of any text, in order. It recognizes no regular expressions and
/// no block comments. An interpolation has the color of its string.
package struct CodeHighlighting: Sendable {
    package enum Language: Sendable { case swift, json }

    /// The kind of a part of a line. An attribute is a keyword, and so is `null`. Only JSON has keys. In
    /// Swift, each word that begins with a capital letter is a type.
    package enum Kind: String, Sendable {
        case plain, keyword, type, string, key, number, comment
    }

    /// A part of a line. Neighbors are of different kinds.
    package struct Span: Equatable, Sendable {
        package let kind: Kind
        package fileprivate(set) var text: String
    }

    private let language: Language
    /// The number signs around the string of several lines in which the next line begins, or nil if
    /// that line begins in no string.
    private var hashesOfOpenString: Substring?

    /// Creates a highlighting that begins at the beginning of a file.
    package init(_ language: Language) {
        self.language = language
    }

    /// Returns the parts of the next line. Their texts together are the line.
    ///
    /// - Complexity: O(*n*) in the length of the line.
    package mutating func spans(of line: String) -> [Span] {
        var spans: [Span] = []
        var start = line.startIndex
        while start < line.endIndex {
            let before = spans.last?.text.last
            let (kind, end) = part(of: line[start...], after: before)
            if spans.last?.kind == kind {
                spans[spans.count - 1].text += line[start..<end]
            } else {
                spans.append(Span(kind: kind, text: String(line[start..<end])))
            }
            start = end
        }
        return spans
    }

    /// Returns the kind and the end of the first part of a text that is not empty.
    private mutating func part(
        of remaining: Substring, after previous: Character?
    ) -> (Kind, String.Index) {
        if let hashes = hashesOfOpenString {
            return (.string, endOfString(remaining, quote: "\"\"\"", hashes: hashes))
        }
        if language == .swift, remaining.hasPrefix("//") { return (.comment, remaining.endIndex) }
        let hashes = remaining.prefix { $0 == "#" }
        let quote = remaining[hashes.endIndex...]
        if quote.hasPrefix("\"\"\""), quote.dropFirst(3).allSatisfy(\.isWhitespace) {
            hashesOfOpenString = hashes
            return (.string, remaining.endIndex)
        }
        if quote.first == "\"" {
            let end = endOfString(quote.dropFirst(), quote: "\"", hashes: hashes)
            let isKey = language == .json && remaining[end...].drop { $0 == " " }.first == ":"
            return (isKey ? .key : .string, end)
        }
        let first = remaining[remaining.startIndex]
        let second = remaining.dropFirst()
        if first.isNumber || (language == .json && first == "-") {
            let rest = second.prefixMatch(of: #/(?:[eE][+\-]|\.(?=\p{N})|[\p{L}\p{N}_])*/#)
            return (.number, rest?.range.upperBound ?? second.startIndex)
        }
        let word = second.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let isWord = first.isLetter || first == "_" || ("@#$".contains(first) && !word.isEmpty)
        guard isWord else { return (.plain, second.startIndex) }
        let kind = kind(
            of: remaining[..<word.endIndex], after: previous, before: remaining[word.endIndex...])
        return (kind, word.endIndex)
    }

    private func kind(
        of word: Substring, after previous: Character?, before remaining: Substring
    ) -> Kind {
        if language == .json { return .keyword }
        if let first = word.first, "@#".contains(first) { return .keyword }
        if word.first?.isUppercase == true { return .type }
        // `.default` is a member, `in:` the label of an argument, and backticks make a name.
        let isName =
            previous == "." || previous == "`" || (remaining.first == ":" && word != "default")
        let isKeyword = Self.keywords.contains(word) && (!isName || Self.members.contains(word))
        return isKeyword ? .keyword : .plain
    }

    private static let members: Set<Substring> = ["init", "self"]
    private static let keywords: Set<Substring> = [
        "actor", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
        "continue", "convenience", "default", "defer", "deinit", "do", "else", "enum", "extension",
        "fallthrough", "false", "fileprivate", "final", "for", "func", "get", "guard", "if",
        "import", "in", "indirect", "init", "inout", "internal", "is", "lazy", "let", "mutating",
        "nil", "nonisolated", "operator", "override", "package", "private", "protocol", "public",
        "repeat", "required", "rethrows", "return", "self", "set", "some", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "unowned",
        "var", "weak", "where", "while",
    ]

    /// Returns the end of a string whose beginning was read. Quotes inside an interpolation do not end
    /// it.
    private mutating func endOfString(
        _ content: Substring, quote: String, hashes: Substring
    ) -> String.Index {
        let escape = "\\" + hashes
        var remaining = content
        var depth = 0
        while let next = remaining.first {
            if depth > 0 {
                depth += next == "(" ? 1 : next == ")" ? -1 : 0
            } else if remaining.hasPrefix(escape) {
                remaining = remaining.dropFirst(escape.count)
                if remaining.first == "(" { depth = 1 }
            } else if remaining.hasPrefix(quote + hashes) {
                hashesOfOpenString = nil
                return remaining.dropFirst(quote.count + hashes.count).startIndex
            }
            remaining = remaining.dropFirst()
        }
        return content.endIndex
    }
}
