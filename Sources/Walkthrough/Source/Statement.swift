/// A statement or a declaration of a step, with all its lines.
package struct Statement: Sendable {
    /// Its lines, with the blank lines above it.
    package internal(set) var lines: [SourceLine]

    /// The line on which it begins.
    package var number: Int { (lines.first { !$0.isBlank } ?? lines.first)?.number ?? 0 }
}

extension Statement {
    private static let declarations: Set<Substring> = [
        "actor", "class", "enum", "extension", "func", "init", "macro", "operator", "protocol",
        "struct", "subscript", "typealias",
    ]
    static let modifiers: Set<Substring> = [
        "fileprivate", "final", "indirect", "internal", "mutating", "nonisolated", "open",
        "override", "package", "private", "public", "static",
    ]

    /// The text without comments.
    package var code: String {
        lines.filter { !$0.text.drop { $0 == " " }.hasPrefix("//") }.map(\.text)
            .joined(separator: "\n")
    }

    /// Whether it declares something that runs only when it is called.
    package var isDeclaration: Bool {
        let words = code.split { $0.isWhitespace || $0 == "(" }
        let first = words.first { !$0.hasPrefix("@") && !Self.modifiers.contains($0) }
        return first.map(Self.declarations.contains) ?? true
    }

    /// Whether it may run its lines more than once, or some of them alone.
    var isControlFlow: Bool {
        let words: Set<Substring> = ["for", "while", "repeat", "if", "switch", "do"]
        return code.split { $0.isWhitespace || $0 == "(" }.first.map(words.contains) ?? false
    }

    /// Whether it shows something on the page whenever it has run to its end.
    var shows: Bool {
        code.contains(/^\s*(let \w+ = )?(await )?(show|attempt)\b/)
    }

    /// Whether it prints.
    package var prints: Bool {
        code.contains(/\b(print|debugPrint|dump)\(/)
    }

    /// Whether an error can leave it, as far as its text tells.
    var mayThrow: Bool {
        guard !isDeclaration, code.contains(/\btry\b(?![?!])|\bthrow\b/) else { return false }
        let catches = code.contains(/^\s*do\s*\{/) && code.contains(/\bcatch\s*\{/)
        return !catches && !code.contains(/\battempt\b/)
    }
}
