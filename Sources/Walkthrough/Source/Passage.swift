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

    /// A comment that stands between statements, unless it speaks to a tool.
    private static func isProse(_ line: SourceLine) -> Bool {
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
        of comment: [SourceLine], _ package: URL?
    ) -> [Passage] {
        let mark = "// Predict: "
        var passages: [Passage] = []
        var rest = comment[...]
        while let first = rest.first {
            if first.text.hasPrefix(mark) {
                rest.removeFirst()
                let isMore = { (line: SourceLine) in
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
