import Foundation
import Judging
import Walkthrough

/// Turns Markdown into HTML: as much of the format as recorded pages and teacher's guides use.
///
/// The format is defined at https://spec.commonmark.org, with tables as in
/// https://github.github.com/gfm.
struct MarkdownHTML {
    /// Whether what comes out is open from the beginning.
    var showsAnswers = false

    /// The number that the next question gets.
    private(set) var nextQuestion = 1
    /// Whether a question waits for its lines to write on: they are below the code that it asks about.
    private var hasBlankToCome = false
    /// What comes out, by the number of the question that it answers.
    private(set) var answers: [(question: Int, html: [String])] = []

    init(showsAnswers: Bool = false) { self.showsAnswers = showsAnswers }

    /// The HTML of some lines of Markdown.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    mutating func html(of lines: [String]) -> [String] {
        var rest = lines[...]
        var html: [String] = []
        while let line = rest.first {
            if line.hasPrefix("```") {
                html.append(code(&rest))
            } else if line.hasPrefix("<details>") {
                html += details(&rest)
            } else if line.hasPrefix("<!--") || line.allSatisfy(\.isWhitespace) {
                rest.removeFirst()
            } else if line.hasPrefix("#"), let match = line.wholeMatch(of: /(#{1,6}) +(.+)/) {
                rest.removeFirst()
                let level = match.1.count
                html.append("<h\(level)>\(Self.inline(String(match.2)))</h\(level)>")
            } else if line.hasPrefix("> ") {
                html += question(take(&rest) { $0.hasPrefix(">") }.map { $0.dropFirst(2) })
            } else if line.hasPrefix("|") {
                html.append(Self.table(take(&rest) { $0.hasPrefix("|") }))
            } else if Self.item(line) != nil {
                html.append(Self.list(take(&rest) { !$0.isEmpty }))
            } else {
                let paragraph = take(&rest) { !$0.isEmpty && !Self.beginsABlock($0) }
                html.append("<p>\(Self.inline(paragraph.joined(separator: " ")))</p>")
            }
        }
        return html + takeLinesToWriteOn()
    }

    private static func beginsABlock(_ line: String) -> Bool {
        line.hasPrefix("```") || line.hasPrefix("|") || line.hasPrefix("> ")
            || line.hasPrefix("<details>") || item(line) != nil
    }

    /// Takes the first line, and those after it for which the condition holds.
    private func take(
        _ lines: inout ArraySlice<String>, while condition: (String) -> Bool
    ) -> [String] {
        let taken = lines.prefix(1) + lines.dropFirst().prefix(while: condition)
        lines = lines.dropFirst(taken.count)
        return Array(taken)
    }

    // MARK: - Questions and what comes out

    private mutating func question(_ lines: [Substring]) -> [String] {
        let number = nextQuestion
        nextQuestion += 1
        let text = lines.joined(separator: " ").replacing("**Predict:** ", with: "")
        let linesToWriteOn = takeLinesToWriteOn()
        hasBlankToCome = true
        return linesToWriteOn + [
            "<p class=\"question\"><strong>Question \(number).</strong> \(Self.inline(text))</p>"
        ]
    }

    private mutating func details(_ lines: inout ArraySlice<String>) -> [String] {
        let summary = lines.removeFirst().firstMatch(of: /<summary>(.*)<\/summary>/)?.1
        let inside = Array(lines.prefix { $0 != "</details>" })
        lines = lines.dropFirst(inside.count + 1)
        let question = nextQuestion - 1
        let linesToWriteOn = takeLinesToWriteOn()
        let content = html(of: inside)
        answers.append((question, content))
        let name = Self.inline(String(summary ?? "What comes out"))
        return linesToWriteOn + [
            "<details\(showsAnswers ? " open" : "")><summary>\(name)"
                + "<span class=\"unseen\"> after question \(question)</span></summary>"
        ] + content + ["</details>"]
    }

    /// Lines to write on, on paper, where a question waits for them. They come once.
    private mutating func takeLinesToWriteOn() -> [String] {
        guard hasBlankToCome else { return [] }
        hasBlankToCome = false
        return ["<div class=\"blank\"><span></span><span></span><span></span></div>"]
    }

    // MARK: - Code

    private func code(_ lines: inout ArraySlice<String>) -> String {
        let fence = lines.removeFirst()
        let ticks = fence.prefix { $0 == "`" }
        let content = Array(lines.prefix { $0 != ticks })
        lines = lines.dropFirst(content.count + 1)
        let language = fence.dropFirst(ticks.count).trimmingCharacters(in: .whitespaces)
        // What is wider than a window can be scrolled, with the keyboard too.
        let name = language == "swift" ? "Code" : language == "diff" ? "Change" : "Output"
        return "<pre class=\"\(name.lowercased())\" tabindex=\"0\" role=\"region\" "
            + "aria-label=\"\(name)\"><code>\(Self.colored(content, language))</code></pre>"
    }

    static func colored(_ lines: [String], _ language: String) -> String {
        var swift = CodeHighlighting(.swift)
        let html = lines.map { line in
            switch language {
            case "swift":
                return spans(swift.spans(of: line))
            case "diff":
                let tag = line.hasPrefix("+") ? "ins" : line.hasPrefix("-") ? "del" : nil
                return tag.map { "<\($0)>\(escaped(line))</\($0)>" } ?? escaped(line)
            default:
                return result(line)
            }
        }
        return html.joined(separator: "\n")
    }

    /// A line of what came out: JSON in it is colored, the sign of an error too.
    private static func result(_ line: String) -> String {
        if line.contains(where: "{[".contains),
            let match = line.wholeMatch(of: /(→ |\s*[0-9]+ │ )([{\[].*)/)
        {
            var json = CodeHighlighting(.json)
            return escaped(String(match.1)) + spans(json.spans(of: String(match.2)))
        }
        if line.hasPrefix("✘ ") {
            return "<span class=\"error\">\(escaped(line))</span>"
        }
        return escaped(line)
    }

    private static func spans(_ spans: [CodeHighlighting.Span]) -> String {
        spans.map { span in
            span.kind == .plain
                ? escaped(span.text)
                : "<span class=\"\(span.kind.rawValue)\">\(escaped(span.text))</span>"
        }.joined()
    }

    // MARK: - Lists and tables

    /// The text of a list's item, and whether the list is numbered.
    private static func item(_ line: String) -> (text: String, isNumbered: Bool)? {
        if line.hasPrefix("- ") { return (String(line.dropFirst(2)), false) }
        let text = line.drop { $0.isASCII && $0.isNumber }
        guard text.startIndex != line.startIndex, text.hasPrefix(". ") else { return nil }
        return (String(text.dropFirst(2)), true)
    }

    private static func list(_ lines: [String]) -> String {
        var items: [String] = []
        for line in lines {
            if let item = item(line) {
                items.append(item.text)
            } else if !items.isEmpty {
                items[items.count - 1] += " " + line.trimmingCharacters(in: .whitespaces)
            }
        }
        let tag = lines.first.flatMap(item)?.isNumbered == true ? "ol" : "ul"
        let html = items.map { "<li>\(inline($0))</li>" }.joined(separator: "\n")
        return "<\(tag)>\n\(html)\n</\(tag)>"
    }

    private static func table(_ lines: [String]) -> String {
        let rows = lines.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { inline($0.trimmingCharacters(in: .whitespaces)) }
        }
        func row(_ cells: [String], _ tag: String) -> String {
            "<tr>" + cells.map { "<\(tag)>\($0)</\(tag.prefix(2))>" }.joined() + "</tr>"
        }
        let head = rows.first.map { row($0, "th scope=\"col\"") } ?? ""
        let body = rows.dropFirst(2).map { row($0, "td") }.joined(separator: "\n")
        return "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>\n"
            + "<thead>\(head)</thead>\n<tbody>\n\(body)\n</tbody>\n</table></div>"
    }

    // MARK: - Within a line

    /// A text with code, emphasis and links. A link to a file is its text alone: the files are not
    /// part of a site.
    static func inline(_ text: String) -> String {
        var html = ""
        var rest = text[...]
        while let first = rest.first {
            if first == "`" {
                let ticks = rest.prefix { $0 == "`" }
                let inside = rest.dropFirst(ticks.count)
                if let end = inside.firstRange(of: ticks) {
                    // The blanks that keep a backtick away from the others are not part of it.
                    let code = inside[..<end.lowerBound]
                    let isSpaced = ticks.count > 1 && code.hasPrefix(" ") && code.hasSuffix(" ")
                    html +=
                        "<code>\(escaped(String(isSpaced ? code.dropFirst().dropLast() : code)))</code>"
                    rest = inside[end.upperBound...]
                    continue
                }
            } else if first == "*", let match = rest.prefixMatch(of: /\*\*([^*]+)\*\*/) {
                html += "<strong>\(inline(String(match.1)))</strong>"
                rest = rest[match.range.upperBound...]
                continue
            } else if first == "*", let match = rest.prefixMatch(of: /\*([^*\s][^*]*)\*/) {
                html += "<em>\(inline(String(match.1)))</em>"
                rest = rest[match.range.upperBound...]
                continue
            } else if first == "[", let match = rest.prefixMatch(of: /\[([^\]]+)\]\(([^)\s]+)\)/) {
                let label = inline(String(match.1))
                html +=
                    match.2.hasPrefix("https://")
                    ? "<a href=\"\(escaped(String(match.2)))\">\(label)</a>" : label
                rest = rest[match.range.upperBound...]
                continue
            }
            // A regular expression is read anew each time: it is tried only where its sign is.
            let plain = rest.dropFirst().prefix { !"`*[".contains($0) }
            html += escaped(String(first) + plain)
            rest = rest[plain.endIndex...]
        }
        return html
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
