import Foundation

/// A statement of a step, or the prose or the code of another file between two statements.
package enum Passage: Sendable {
    /// Code of the step.
    case statement(Statement)
    /// A question to the reader, and its line in the file.
    case question(String, line: Int)
    /// Paragraphs of prose between statements, and their first line in the file.
    case explanation([String], line: Int)
    /// Code of another file, and the line of this file that asks for it.
    case quotation(Quotation, line: Int)
}

extension Passage {
    /// Cuts the code of a step into statements, questions and explanations.
    ///
    /// A statement ends before the next line that is indented no deeper and does not begin with a
    /// closing bracket or another sign that the statement goes on.
    /// ``LessonSource`` says which comments are code and which are prose.
    ///
    /// - Parameters:
    ///   - lines: Lines whose statements begin in the first column.
    ///   - package: The package's folder, which has the other files whose code is shown.
    /// - Complexity: O(*n*) in the length of the lines and of the other files.
    static func passages(of lines: [SourceLine], package: URL? = nil) -> [Passage] {
        var passages: [Passage] = []
        var blanks: [SourceLine] = []
        var comment: [SourceLine] = []

        func append(_ line: SourceLine, toLast: Bool) {
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

    /// Returns a Boolean value that indicates whether a line is a comment for the reader, and no doc
    /// comment.
    private static func isProse(_ line: SourceLine) -> Bool {
        !line.isInString && line.text.hasPrefix("//") && !line.text.hasPrefix("///")
    }

    private static func isDocumentation(_ passage: Passage?) -> Bool {
        guard case .statement(let statement) = passage else { return false }
        return statement.lines.allSatisfy { $0.isBlank || $0.text.hasPrefix("///") }
    }

    /// Returns the passages of a comment. It may hold an explanation of the results above it, a question,
    /// code of another file, or all of them.
    private static func proseAndQuestions(
        of comment: [SourceLine], _ package: URL?
    ) -> [Passage] {
        let mark = "// Predict: "
        let isProse = { (line: SourceLine) in
            !line.text.hasPrefix(mark) && !line.text.hasPrefix(Quotation.mark)
        }
        var passages: [Passage] = []
        var remaining = comment[...]
        while let first = remaining.first {
            if first.text.hasPrefix(mark) {
                remaining.removeFirst()
                let more = remaining.prefix {
                    isProse($0) && $0.text.dropFirst(2).contains { $0 != " " }
                }
                remaining = remaining.dropFirst(more.count)
                let parts = [first.text.dropFirst(mark.count)] + more.map { $0.text.dropFirst(2) }
                let question = parts.map { $0.drop { $0 == " " } }.joined(separator: " ")
                passages.append(.question(question, line: first.number))
            } else if first.text.hasPrefix(Quotation.mark) {
                remaining.removeFirst()
                guard let package else { continue }
                let request = first.text.dropFirst(Quotation.mark.count)
                passages.append(.quotation(Quotation(request, in: package), line: first.number))
            } else {
                let prose = remaining.prefix(while: isProse)
                remaining = remaining.dropFirst(prose.count)
                let paragraphs = Prose.paragraphs(of: prose.map { $0.text.dropFirst(2) })
                if !paragraphs.isEmpty {
                    passages.append(.explanation(paragraphs, line: first.number))
                }
            }
        }
        return passages
    }
}
