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

    /// The lines without comments.
    package var code: String {
        lines.filter { !$0.text.drop { $0 == " " }.hasPrefix("//") }.map(\.text)
            .joined(separator: "\n")
    }

    /// A Boolean value that indicates whether the statement is a declaration, whose code runs only when
    /// it is called.
    package var isDeclaration: Bool {
        let tokens = code.split { $0.isWhitespace || $0 == "(" }
        let first = tokens.first { !$0.hasPrefix("@") && !Self.modifiers.contains($0) }
        return first.map(Self.declarations.contains) ?? true
    }

    /// A Boolean value that indicates whether the statement may run its lines more than once, or only
    /// some of them.
    var isControlFlow: Bool {
        code.contains(/^\s*(for|while|repeat|if|switch|do)\b/)
    }

    /// A Boolean value that indicates whether the statement shows something on the page whenever it runs
    /// to its end.
    var shows: Bool {
        code.contains(/^\s*(let \w+ = )?(await )?(show|attempt)\b/)
    }

    /// A Boolean value that indicates whether the statement prints.
    package var prints: Bool {
        code.contains(/\b(print|debugPrint|dump)\(/)
    }

    /// A Boolean value that indicates whether the statement may throw an error out of the step, judged by
    /// its text.
    var mayThrow: Bool {
        guard !isDeclaration, code.contains(/\btry\b(?![?!])|\bthrow\b/) else { return false }
        let catches = code.contains(/^\s*do\s*\{/) && code.contains(/\bcatch\s*\{/)
        return !catches && !code.contains(/\battempt\b/)
    }
}
