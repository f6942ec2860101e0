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
        var html: [(line: String, html: String, tag: String?)] = []
        switch language {
        case "swift", "json":
            var highlighting = CodeHighlighting(language == "json" ? .json : .swift)
            html = lines.map { line in
                let spans = highlighting.spans(of: line).map { ($0.kind, $0.text) }
                let isLong = language == "swift" && line.count > Self.narrow
                return (line, isLong ? Self.breakable(spans) : Self.html(of: spans), nil)
            }
        case "diff":
            var highlighting = CodeHighlighting(.swift)
            html = lines.map { line in
                if line.hasPrefix("@@") { return ("⋮", "<span class=\"gap\">⋮</span>", nil) }
                let tag = line.hasPrefix("+") ? "ins" : line.hasPrefix("-") ? "del" : nil
                let spans = highlighting.spans(of: String(line.dropFirst()))
                let code = Self.breakable(spans.map { ($0.kind, $0.text) })
                return (line, InlineHTML.escaped(String(line.prefix(1))) + code, tag)
            }
        case "text":
            let lines = MarkdownRenderer.unbroken(lines)
            html = lines.enumerated().map { index, line in
                let below = index + 1 < lines.count ? lines[index + 1] : ""
                return (line, result(line, below: below), nil)
            }
        default:
            html = lines.map { ($0, InlineHTML.escaped($0), nil) }
        }
        return html.enumerated().map { index, line in
            let end = index + 1 < html.count ? "\n" : ""
            let tag = line.tag ?? (line.line.count > Self.narrow ? "span" : nil)
            guard let tag else { return line.html + end }
            // A long line and a line of a change are boxes, so their line break has to be inside. A sentence of an error begins
            // in the same column as its next rows.
            let isSentence = language == "text" && line.line.hasPrefix("  ")
            let blanks = line.line.prefix { " +-".contains($0) }.count - (isSentence ? 2 : 0)
            return "<\(tag) class=\"w\" style=\"--i:\(blanks)\">\(line.html)\(end)</\(tag)>"
        }.joined()
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
            let spans =
                isJSON ? json.spans(of: value).map { ($0.kind, $0.text) } : [(.plain, value)]
            let before = InlineHTML.escaped(String(match.1))
            guard let column = Self.column(ofSignIn: below),
                value.prefix(column).allSatisfy(\.isASCII)
            else { return before + Self.html(of: spans) }
            return before + Self.html(of: spans, marking: column)
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

    private static func html(of spans: [Span]) -> String {
        spans.map { span in
            span.kind == .plain
                ? InlineHTML.escaped(span.text)
                : "<span class=\"\(span.kind.rawValue)\">\(InlineHTML.escaped(span.text))</span>"
        }.joined()
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

    /// Returns the spans, with a mark around the one at a column. In plain text, only the character at the
    /// column is marked.
    private static func html(of spans: [Span], marking column: Int) -> String {
        var html = ""
        var start = 0
        for span in spans {
            let offset = column - start
            start += span.text.count
            if offset < 0 || offset >= span.text.count {
                html += self.html(of: [span])
            } else if span.kind != .plain {
                html += "<mark>\(self.html(of: [span]))</mark>"
            } else {
                let marked = span.text.dropFirst(offset)
                html += InlineHTML.escaped(String(span.text.prefix(offset)))
                html += "<mark>\(InlineHTML.escaped(String(marked.prefix(1))))</mark>"
                html += InlineHTML.escaped(String(marked.dropFirst()))
            }
        }
        return html
    }
}
