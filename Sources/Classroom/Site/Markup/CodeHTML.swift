import Foundation
import Walkthrough

/// The HTML of a block of code or of results.
///
/// No line is cut, and there is no scrolling to the side: a line that is too long for a narrow window goes
/// on in the next row, with a deeper indentation.
struct CodeHTML {
    /// The language: `swift`, `json`, `diff`, `text` for results, or an empty text for commands and for
    /// documents of other formats.
    let language: String
    var references = CrossReferences()

    /// The number of characters of a line in the narrowest window. A longer line needs an element for its
    /// indentation.
    private static let narrow = 31

    /// Returns the language of code without a mark for it.
    static func language(of lines: [String]) -> String {
        let first = lines.first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        if first.hasPrefix("{") || first.hasPrefix("[") {
            // With a word between two documents, it is none, and no colors say what it is.
            let data = Data(lines.joined(separator: "\n").utf8)
            let isJSON = (try? JSONSerialization.jsonObject(with: data)) != nil
            return isJSON ? "json" : ""
        }
        let keywords: Set<Substring> = [
            "let", "var", "func", "try", "guard", "case", "struct", "enum",
        ]
        let isSwift = lines.contains {
            $0.split { !$0.isLetter }.contains(where: keywords.contains)
        }
        return isSwift && !first.hasPrefix("swift run ") ? "swift" : ""
    }

    /// Returns a block with its lines.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - place: The place of the code in its file, which is written above it.
    func block(_ lines: [String], at place: String? = nil) -> String {
        let name =
            ["text": "Result", "diff": "Change"][language]
            .map { " role=\"group\" aria-label=\"\($0)\"" } ?? ""
        let label = place.map { "<p class=\"place\">\(InlineHTML.escaped($0))</p>" } ?? ""
        // On paper, a short block is never cut.
        let kind = (language.isEmpty ? "plain" : language) + (lines.count <= 12 ? " short" : "")
        return "<div class=\"block \(kind)\"\(name)>\(label)<pre><code>"
            + html(of: lines) + "</code></pre></div>"
    }

    /// Returns the lines, with a line break between each and the next.
    func html(of lines: [String]) -> String {
        let lines = language == "text" ? MarkdownRenderer.unbroken(lines) : lines
        var highlighting = CodeHighlighting(language == "json" ? .json : .swift)
        return lines.indices.map { index in
            let line = lines[index]
            let isLast = index == lines.count - 1
            let html = html(of: line, above: isLast ? "" : lines[index + 1], &highlighting)
            let end = isLast ? "" : "\n"
            guard let tag = tag(of: line) else { return html + end }
            // A long line and a line of a change are boxes, so their line break has to be inside. A
            // sentence of an error begins in the same column as its next rows.
            let isSentence = language == "text" && line.hasPrefix("  ")
            let blanks = line.prefix { " +-".contains($0) }.count - (isSentence ? 2 : 0)
            return "<\(tag) class=\"w\" style=\"--i:\(blanks)\">\(html)\(end)</\(tag)>"
        }.joined()
    }

    private func html(
        of line: String, above next: String, _ highlighting: inout CodeHighlighting
    ) -> String {
        switch language {
        case "swift" where line.count > Self.narrow:
            return Self.breakable(Self.spans(of: line, &highlighting))
        case "swift", "json": return Self.html(of: Self.spans(of: line, &highlighting))
        case "diff" where line.hasPrefix("@@"): return "<span class=\"gap\">⋮</span>"
        case "diff":
            let spans = Self.spans(of: String(line.dropFirst()), &highlighting)
            return InlineHTML.escaped(String(line.prefix(1))) + Self.breakable(spans)
        case "text": return result(line, below: next)
        default: return InlineHTML.escaped(line)
        }
    }

    /// Returns the element in which a line has to be, or nil if it needs none.
    private func tag(of line: String) -> String? {
        let change = language == "diff" ? ["+": "ins", "-": "del"][line.prefix(1)] : nil
        return change ?? (line.count > Self.narrow ? "span" : nil)
    }

    // MARK: - Results

    /// Returns a line of a result. JSON in it has colors, and so has the sign of an error. If a sign in the
    /// line below points at a character, that character is marked, because in a narrow window the sign is
    /// no longer below it.
    private func result(_ line: String, below: String) -> String {
        if let match = line.wholeMatch(of: /(→ |\s*[0-9]+ │ )(.*)/) {
            let value = String(match.2)
            var json = CodeHighlighting(.json)
            let isJSON = value.hasPrefix("{") || value.hasPrefix("[")
            let spans = isJSON ? Self.spans(of: value, &json) : [(.plain, value)]
            // Of other characters, some are two columns wide.
            let column = Self.column(ofSignIn: below).flatMap { column in
                value.prefix(column).allSatisfy(\.isASCII) ? column : nil
            }
            return InlineHTML.escaped(String(match.1)) + Self.html(of: spans, marking: column)
        }
        if Self.column(ofSignIn: line) != nil, let sign = line.firstIndex(of: "▲"),
            let bar = line.firstIndex(of: "│")
        {
            return "\(line[...bar]) <span class=\"pad\">\(line[bar..<sign].dropFirst(2))</span>"
                + InlineHTML.escaped(String(line[sign...]))
        }
        let html = references.html(of: line)
        return line.hasPrefix("✘ ") ? "<span class=\"error\">\(html)</span>" : html
    }

    /// Returns the column of a sign that points at the line above it: `│    ▲ a number`.
    private static func column(ofSignIn line: String) -> Int? {
        guard line.contains("▲") else { return nil }
        return line.prefixMatch(of: /\s*│ ( *)▲/)?.1.count
    }

    // MARK: - Spans

    private typealias Span = (kind: CodeHighlighting.Kind, text: String)

    private static func spans(
        of line: String, _ highlighting: inout CodeHighlighting
    ) -> [Span] {
        highlighting.spans(of: line).map { ($0.kind, $0.text) }
    }

    /// Returns the spans, with a mark around the one at a column. In plain text, only the character at the
    /// column is marked.
    private static func html(of spans: [Span], marking column: Int? = nil) -> String {
        var html = ""
        var start = 0
        for (kind, text) in spans {
            let offset = (column ?? 0) - start
            let isMarked = column != nil && (0..<text.count).contains(offset)
            start += text.count
            if kind != .plain {
                let span = "<span class=\"\(kind.rawValue)\">\(InlineHTML.escaped(text))</span>"
                html += isMarked ? "<mark>\(span)</mark>" : span
            } else if isMarked {
                let marked = text.dropFirst(offset)
                html += InlineHTML.escaped(String(text.prefix(offset)))
                html += "<mark>\(InlineHTML.escaped(String(marked.prefix(1))))</mark>"
                html += InlineHTML.escaped(String(marked.dropFirst()))
            } else {
                html += InlineHTML.escaped(text)
            }
        }
        return html
    }

    /// Returns the spans with places where a narrow window may break the line: before a dot, and after a
    /// bracket. Otherwise it would break a name.
    private static func breakable(_ spans: [Span]) -> String {
        spans.map { span in
            let html = html(of: [span])
            guard span.kind == .plain || span.kind == .type else { return html }
            return html.replacing(".", with: "<wbr>.").replacing(#/[(\[]/#) { "\($0.output)<wbr>" }
        }.joined()
    }
}
