import Foundation
import Judging
import Walkthrough

/// A converter from Markdown to HTML, for as much of Markdown as recorded pages and teacher's guides use.
///
/// The format is defined at https://spec.commonmark.org, with tables as in
/// https://github.github.com/gfm.
struct MarkdownHTML {
    /// A Boolean value that indicates whether the results are open from the beginning.
    var showsAnswers = false

    /// The step whose questions come next. They are called by its number, as on a projector: 3, and 3b
    /// for a second one. Without a step, questions are counted.
    var step: Int? {
        didSet { questions = 0 }
    }
    private var questions = 0
    /// The name of the last question: `3b`.
    private var question = ""
    /// The results, with the name of the question that they answer.
    private(set) var answers: [(question: String, html: [String])] = []

    /// A Boolean value that indicates whether it is a teacher's guide, whose paragraphs have labels.
    var isGuide = false

    private let inline: InlineHTML
    /// The place in a file of the code that comes next: `Lesson06.swift, line 29`.
    private var place: String?

    init(showsAnswers: Bool = false, references: CrossReferences = CrossReferences()) {
        self.showsAnswers = showsAnswers
        inline = InlineHTML(references: references)
    }

    /// Returns the HTML of some lines of Markdown.
    ///
    /// - Complexity: O(*n*) in the length of the lines.
    mutating func html(of lines: [String]) -> [String] {
        var remaining = lines[...]
        var html: [String] = []
        while let line = remaining.first {
            if line.hasPrefix("```") {
                html.append(code(&remaining))
            } else if line.hasPrefix("    ") {
                html.append(indentedCode(&remaining))
            } else if line.hasPrefix("<details>") {
                html += details(&remaining)
            } else if line.hasPrefix("<!--") || line.allSatisfy(\.isWhitespace) {
                remaining.removeFirst()
            } else if line.hasPrefix("#"), let match = line.wholeMatch(of: /(#{1,6}) +(.+)/) {
                remaining.removeFirst()
                let level = match.1.count
                html.append("<h\(level)>\(inline.html(of: String(match.2)))</h\(level)>")
            } else if line.hasPrefix("> ") {
                html.append(question(take(&remaining) { $0.hasPrefix(">") }))
            } else if line.hasPrefix("|") {
                html.append(table(take(&remaining) { $0.hasPrefix("|") }))
            } else if Self.item(line) != nil {
                html.append(list(take(&remaining) { !$0.isEmpty }))
            } else if let match = line.wholeMatch(of: /\[([^\]]+)\]\([^)]+#L[0-9]+\)/) {
                remaining.removeFirst()
                place = String(match.1)
            } else {
                let paragraph = take(&remaining) { !$0.isEmpty && !Self.beginsABlock($0) }
                html.append("<p>\(inline.html(of: labelled(paragraph.joined(separator: " "))))</p>")
            }
        }
        return html
    }

    /// Returns a paragraph with its label in bold. What a demo promises is what a teacher will see.
    private func labelled(_ paragraph: String) -> String {
        guard isGuide, let label = TeacherGuide.labels.first(where: paragraph.hasPrefix) else {
            return paragraph
        }
        return "**\(label == TeacherGuide.promises ? "You will see:" : label)**"
            + paragraph.dropFirst(label.count)
    }

    private static func beginsABlock(_ line: String) -> Bool {
        line.hasPrefix("```") || line.hasPrefix("|") || line.hasPrefix("> ")
            || line.hasPrefix("<details>") || item(line) != nil
    }

    /// Removes and returns the first line, and those after it for which the condition is true.
    private func take(
        _ lines: inout ArraySlice<String>, while condition: (String) -> Bool
    ) -> [String] {
        let taken = lines.prefix(1) + lines.dropFirst().prefix(while: condition)
        lines = lines.dropFirst(taken.count)
        return Array(taken)
    }

    // MARK: - Questions and results

    private mutating func question(_ lines: [String]) -> String {
        question = step.map { Self.name(ofQuestion: questions, in: $0) } ?? "\(questions + 1)"
        questions += 1
        let text = lines.map { $0.dropFirst("> ".count) }.joined(separator: " ")
        let html = inline.html(of: text.replacing("**Predict:** ", with: ""))
        return "<p class=\"question\"><strong>Question \(question).</strong> \(html)</p>"
    }

    /// Returns the name of a question of a step, whose questions are counted from 0.
    static func name(ofQuestion question: Int, in step: Int) -> String {
        let letters = ["", "b", "c", "d", "e"]
        return "\(step)\(letters[min(question, letters.count - 1)])"
    }

    private mutating func details(_ lines: inout ArraySlice<String>) -> [String] {
        let summary = lines.removeFirst().firstMatch(of: /<summary>(.*)<\/summary>/)?.1
        let inside = Array(lines.prefix { $0 != "</details>" })
        lines = lines.dropFirst(inside.count + 1)
        let content = html(of: inside)
        answers.append((question, content))
        let name = inline.html(of: String(summary ?? "What comes out"))
        return [
            // On paper, these are lines to write on.
            "<div class=\"blank\"><span></span><span></span></div>",
            "<details\(showsAnswers ? " open" : "")><summary>\(name)"
                + "<span class=\"unseen\"> after question \(question)</span></summary>",
        ] + content + ["</details>"]
    }

    // MARK: - Code

    private mutating func code(_ lines: inout ArraySlice<String>) -> String {
        let fence = lines.removeFirst()
        let ticks = fence.prefix { $0 == "`" }
        let content = Array(lines.prefix { $0 != ticks })
        lines = lines.dropFirst(content.count + 1)
        let language = fence.dropFirst(ticks.count).trimmingCharacters(in: .whitespaces)
        if let picture = Picture(language, drawn: content) {
            return PictureHTML(picture: picture, inline: inline).html
        }
        return block(content, language)
    }

    /// Removes the lines that begin with four blanks, with the blank lines between them, and returns them as
    /// code.
    private mutating func indentedCode(_ lines: inout ArraySlice<String>) -> String {
        var content = Array(lines.prefix { $0.hasPrefix("    ") || $0.allSatisfy(\.isWhitespace) })
        while content.last?.allSatisfy(\.isWhitespace) == true { content.removeLast() }
        lines = lines.dropFirst(content.count)
        content = content.map { String($0.dropFirst(4)) }
        return block(content, CodeHTML.language(of: content))
    }

    private mutating func block(_ lines: [String], _ language: String) -> String {
        defer { place = nil }
        let lines = isGuide && language == "diff" ? Self.unindented(lines) : lines
        return CodeHTML(language: language, references: inline.references).block(lines, at: place)
    }

    /// Returns the lines of a change without the blanks that all of them begin with.
    private static func unindented(_ lines: [String]) -> [String] {
        let changes = lines.filter { $0.hasPrefix("+") || $0.hasPrefix("-") }
        let depth = changes.map { $0.dropFirst().prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { line in
            guard let sign = line.first, "+- ".contains(sign) else { return line }
            return String(sign) + line.dropFirst(1 + depth)
        }
    }

    // MARK: - Lists and tables

    /// Returns the text of an item of a list, and true if the list is numbered. The result is nil for
    /// another line.
    private static func item(_ line: String) -> (text: String, isNumbered: Bool)? {
        if line.hasPrefix("- ") { return (String(line.dropFirst(2)), false) }
        let text = line.drop { $0.isASCII && $0.isNumber }
        guard text.startIndex != line.startIndex, text.hasPrefix(". ") else { return nil }
        return (String(text.dropFirst(2)), true)
    }

    private func list(_ lines: [String]) -> String {
        var items: [String] = []
        for line in lines {
            if let item = Self.item(line) {
                items.append(item.text)
            } else if !items.isEmpty {
                items[items.count - 1] += " " + line.trimmingCharacters(in: .whitespaces)
            }
        }
        let tag = lines.first.flatMap(Self.item)?.isNumbered == true ? "ol" : "ul"
        let html = items.map { "<li>\(inline.html(of: $0))</li>" }.joined(separator: "\n")
        return "<\(tag)>\n\(html)\n</\(tag)>"
    }

    private func table(_ lines: [String]) -> String {
        let rows = lines.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { inline.html(of: $0.trimmingCharacters(in: .whitespaces)) }
        }
        func row(_ cells: [String], _ tag: String) -> String {
            "<tr>" + cells.map { "<\(tag)>\($0)</\(tag.prefix(2))>" }.joined() + "</tr>"
        }
        let head = rows.first.map { row($0, "th scope=\"col\"") } ?? ""
        let body = rows.dropFirst(2).map { row($0, "td") }.joined(separator: "\n")
        return "<table>\n"
            + "<thead>\(head)</thead>\n<tbody>\n\(body)\n</tbody>\n</table>"
    }
}
