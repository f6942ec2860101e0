/// Tells the parts of code apart, one line after the other, so that a page can color them.
///
///     var highlighting = CodeHighlighting(.swift)
///     highlighting.spans(of: "let one = 1")
///     // keyword "let", plain " one = ", number "1"
///
/// Strings of several lines and block comments go on in the next line. It reads correct code as
/// lessons have it, and gives back each character of any text, in order. Regular expressions are
/// not told apart; an interpolation has the color of its string.
package struct CodeHighlighting: Sendable {
    package enum Language: Sendable { case swift, json }

    /// What a part of a line is. An attribute is a keyword, and so is `null`; keys are JSON's alone,
    /// and types are what begins with a capital letter in Swift.
    package enum Kind: String, Sendable {
        case plain, keyword, type, string, key, number, comment
    }

    /// A part of a line. Two that follow each other are of different kinds.
    package struct Span: Equatable, Sendable {
        package let kind: Kind
        package fileprivate(set) var text: String
    }

    private enum Context {
        case code
        case string(hashes: Substring)
        case comment(depth: Int)
    }

    private let language: Language
    private var context = Context.code

    /// Begins at the beginning of a text.
    package init(_ language: Language) {
        self.language = language
    }

    /// The parts of the next line; their texts make the line.
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

    /// What `rest` begins with, and where that ends. `rest` is not empty.
    private mutating func part(
        of rest: Substring, after previous: Character?
    ) -> (Kind, String.Index) {
        switch context {
        case .string(let hashes): return (.string, endOfString(rest, "\"\"\"", hashes))
        case .comment(let depth): return (.comment, endOfComment(rest, depth: depth))
        case .code: break
        }
        if language == .swift {
            if rest.hasPrefix("//") { return (.comment, rest.endIndex) }
            if rest.hasPrefix("/*") { return (.comment, endOfComment(rest, depth: 0)) }
        }
        let hashes = rest.prefix { $0 == "#" }
        let quote = rest[hashes.endIndex...]
        if quote.hasPrefix("\"\"\""), quote.dropFirst(3).allSatisfy(\.isWhitespace) {
            context = .string(hashes: hashes)
            return (.string, rest.endIndex)
        }
        if quote.first == "\"" {
            let end = endOfString(quote.dropFirst(), "\"", hashes)
            let isKey = language == .json && rest[end...].drop { $0 == " " }.first == ":"
            return (isKey ? .key : .string, end)
        }
        let first = rest[rest.startIndex]
        let second = rest.dropFirst()
        if first.isNumber || (language == .json && first == "-") {
            return (.number, endOfNumber(second))
        }
        let word = second.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let isWord = first.isLetter || first == "_" || ("@#$".contains(first) && !word.isEmpty)
        guard isWord else { return (.plain, second.startIndex) }
        return (
            kind(of: rest[..<word.endIndex], after: previous, before: rest[word.endIndex...]),
            word.endIndex
        )
    }

    private func kind(
        of word: Substring, after previous: Character?, before rest: Substring
    ) -> Kind {
        if language == .json { return .keyword }
        if let first = word.first, "@#".contains(first) { return .keyword }
        if word.first?.isUppercase == true { return .type }
        // `.default` is a member, `in:` the label of an argument, and backticks make a name.
        let isName = previous == "." || previous == "`" || (rest.first == ":" && word != "default")
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

    private func endOfNumber(_ rest: Substring) -> String.Index {
        var end = rest.startIndex
        while let next = rest[end...].first {
            let after = rest[rest.index(after: end)...].first
            let isExponent = end > rest.startIndex && "eE".contains(rest[rest.index(before: end)])
            guard
                next.isLetter || next.isNumber || next == "_"
                    || (next == "." && after?.isNumber == true)
                    || ("+-".contains(next) && isExponent)
            else { break }
            end = rest.index(after: end)
        }
        return end
    }

    /// Where a string ends whose beginning was read. An interpolation may hold quotes of its own.
    private mutating func endOfString(
        _ text: Substring, _ quote: String, _ hashes: Substring
    ) -> String.Index {
        let escape = "\\" + hashes
        var rest = text
        var depth = 0
        while let next = rest.first {
            if depth > 0 {
                depth += next == "(" ? 1 : next == ")" ? -1 : 0
            } else if rest.hasPrefix(escape) {
                rest = rest.dropFirst(escape.count)
                if rest.first == "(" { depth = 1 }
            } else if rest.hasPrefix(quote + hashes) {
                context = .code
                return rest.dropFirst(quote.count + hashes.count).startIndex
            }
            rest = rest.dropFirst()
        }
        return text.endIndex
    }

    /// Where a block comment ends that is so deep inside others; it may go on in the next line.
    private mutating func endOfComment(_ text: Substring, depth: Int) -> String.Index {
        var rest = text
        var depth = depth
        while !rest.isEmpty {
            let isEdge = rest.hasPrefix("/*") || rest.hasPrefix("*/")
            if isEdge { depth += rest.first == "/" ? 1 : -1 }
            rest = rest.dropFirst(isEdge ? 2 : 1)
            if depth == 0 { break }
        }
        context = depth > 0 ? .comment(depth: depth) : .code
        return rest.startIndex
    }
}
