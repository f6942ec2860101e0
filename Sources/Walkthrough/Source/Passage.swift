import Foundation

/// A part of a step, in the order in which it is read.
package enum Passage: Sendable {
    /// Code that ran.
    case statement(Statement)
    /// A question to the reader, and its line in the file.
    case question(String, line: Int)
    /// Paragraphs of prose between statements, and their first line in the file.
    case explanation([String], line: Int)
    /// Code of another file, and the line of this file that asks for it.
    case quotation(Quotation, line: Int)
}

/// A statement or a declaration of a step, with all its lines.
package struct Statement: Sendable {
    /// A line of the file.
    package struct Line: Sendable {
        /// Its number in the file, counted from 1.
        package let number: Int
        /// Its text, without the indentation of the step.
        package let text: String
        /// Whether it begins inside a string of several lines.
        let isInString: Bool

        var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

        /// Whether it belongs to the statement above it, which began in the first column.
        var continuesStatement: Bool {
            guard !isInString, let first = text.first, !first.isWhitespace else { return true }
            let openings = ["&&", "||", "else", "catch"]
            return "})].?:,=|&".contains(first) || openings.contains { text.hasPrefix($0) }
        }
    }

    /// Its lines, with the blank lines above it.
    package fileprivate(set) var lines: [Line]

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
    private var code: String {
        lines.filter { !$0.text.drop { $0 == " " }.hasPrefix("//") }.map(\.text)
            .joined(separator: "\n")
    }

    /// Whether it declares something that runs only when it is called.
    var isDeclaration: Bool {
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

    /// Whether a result can come of it.
    var mentionsResult: Bool {
        code.contains(/\b(show|attempt)\b/)
    }

    /// Whether it prints.
    var prints: Bool {
        code.contains(/\b(print|debugPrint|dump)\(/)
    }

    /// Whether an error can leave it, as far as its text tells.
    var mayThrow: Bool {
        guard !isDeclaration, code.contains(/\btry\b(?![?!])|\bthrow\b/) else { return false }
        let catches = code.contains(/^\s*do\s*\{/) && code.contains(/\bcatch\s*\{/)
        return !catches && !code.contains(/\battempt\b/)
    }
}

extension Passage {
    /// Cuts the code of a step into statements, questions and explanations.
    ///
    /// A statement ends before the next line that is indented no deeper and closes nothing.
    /// ``LessonSource`` says which comments are code and which are prose.
    ///
    /// - Parameters:
    ///   - lines: Lines whose statements begin in the first column.
    ///   - package: Where code of other files is looked up.
    /// - Complexity: O(*n*) in the length of the text and of the other files.
    static func passages(of lines: [Statement.Line], package: URL? = nil) -> [Passage] {
        var passages: [Passage] = []
        var blanks: [Statement.Line] = []
        var comment: [Statement.Line] = []

        func append(_ line: Statement.Line, toLast: Bool) {
            if toLast, case .statement(var statement) = passages.last {
                statement.lines += blanks + [line]
                passages[passages.count - 1] = .statement(statement)
            } else {
                passages.append(.statement(Statement(lines: blanks + [line])))
            }
            blanks = []
        }
        func closeComment() {
            passages += proseAndQuestions(of: comment, package)
            if !comment.isEmpty { blanks = [] }
            comment = []
        }

        for line in lines {
            if line.isBlank, !line.isInString {
                if comment.isEmpty {
                    blanks.append(line)
                } else {
                    closeComment()
                }
            } else if isProse(line) {
                comment.append(line)
            } else if line.continuesStatement {
                // A comment in the middle of a statement is code.
                for line in comment { append(line, toLast: true) }
                comment = []
                append(line, toLast: true)
            } else {
                closeComment()
                append(line, toLast: isDocumentation(passages.last))
            }
        }
        closeComment()
        return passages
    }

    /// A comment that stands between statements, unless it speaks to a tool.
    private static func isProse(_ line: Statement.Line) -> Bool {
        !line.isInString && line.text.hasPrefix("//") && !line.text.hasPrefix("///")
            && !line.text.hasPrefix("// swift-format-ignore")
    }

    private static func isDocumentation(_ passage: Passage?) -> Bool {
        guard case .statement(let statement) = passage else { return false }
        return statement.lines.allSatisfy { $0.isBlank || $0.text.hasPrefix("///") }
    }

    /// A comment may hold an explanation of what came before it, a question, code of another file, or
    /// all of them.
    private static func proseAndQuestions(
        of comment: [Statement.Line], _ package: URL?
    ) -> [Passage] {
        let mark = "// Predict: "
        var passages: [Passage] = []
        var rest = comment[...]
        while let first = rest.first {
            if first.text.hasPrefix(mark) {
                rest.removeFirst()
                let isMore = { (line: Statement.Line) in
                    line.text.dropFirst(2).contains { $0 != " " } && !line.text.hasPrefix(mark)
                        && !line.text.hasPrefix(Quotation.mark)
                }
                let more = rest.prefix(while: isMore)
                rest = rest.dropFirst(more.count)
                let words = [first.text.dropFirst(mark.count)] + more.map { $0.text.dropFirst(2) }
                let question = words.map { $0.drop { $0 == " " } }.joined(separator: " ")
                passages.append(.question(question, line: first.number))
            } else if first.text.hasPrefix(Quotation.mark) {
                rest.removeFirst()
                guard let package else { continue }
                let request = first.text.dropFirst(Quotation.mark.count)
                passages.append(.quotation(Quotation(request, in: package), line: first.number))
            } else {
                let prose = rest.prefix {
                    !$0.text.hasPrefix(mark) && !$0.text.hasPrefix(Quotation.mark)
                }
                rest = rest.dropFirst(prose.count)
                let paragraphs = Prose.paragraphs(of: prose.map { $0.text.dropFirst(2) })
                if !paragraphs.isEmpty {
                    passages.append(.explanation(paragraphs, line: first.number))
                }
            }
        }
        return passages
    }
}
