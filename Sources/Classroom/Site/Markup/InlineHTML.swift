/// A converter from the code, the emphasis and the links within a line of Markdown to HTML.
struct InlineHTML {
    var references = CrossReferences()

    /// Returns the HTML of a text. A link to a file becomes plain text, because the files are not part of
    /// a site. Other sites and places of the same page stay links.
    func html(of text: String) -> String {
        var result = ""
        var remaining = text[...]
        while let first = remaining.first {
            if let (html, end) = span(of: remaining) {
                result += html
                remaining = remaining[end...]
            } else {
                let plain = remaining.dropFirst().prefix { !"`*[".contains($0) }
                result += references.html(of: String(first) + plain)
                remaining = remaining[plain.endIndex...]
            }
        }
        return result
    }

    /// Returns the HTML and the end of the code, the emphasis or the link with which a text begins, if it
    /// begins with one. Each regular expression takes time, so it is tried only at its first character.
    private func span(of text: Substring) -> (html: String, end: Substring.Index)? {
        switch text.first {
        case "`":
            let ticks = text.prefix { $0 == "`" }
            let inside = text.dropFirst(ticks.count)
            guard let end = inside.firstRange(of: ticks) else { return nil }
            // Blanks that separate a backtick in the code from those around it are not code.
            let inner = inside[..<end.lowerBound]
            let isSpaced = ticks.count > 1 && inner.hasPrefix(" ") && inner.hasSuffix(" ")
            let code = String(isSpaced ? inner.dropFirst().dropLast() : inner)
            return ("<code>\(Self.escaped(code))</code>", end.upperBound)
        case "*":
            guard let match = text.prefixMatch(of: /(\*\*?)([^*\s][^*]*)\1/) else { return nil }
            let tag = match.1.count == 2 ? "strong" : "em"
            return ("<\(tag)>\(html(of: String(match.2)))</\(tag)>", match.range.upperBound)
        case "[":
            guard let match = text.prefixMatch(of: /\[([^\]]+)\]\(([^)\s]+)\)/) else { return nil }
            let label = String(match.1)
            let isLink = match.2.hasPrefix("https://") || match.2.hasPrefix("#")
            let html =
                isLink
                ? "<a href=\"\(Self.escaped(String(match.2)))\">\(InlineHTML().html(of: label))</a>"
                : html(of: label)
            return (html, match.range.upperBound)
        default: return nil
        }
    }

    static func escaped(_ text: String) -> String {
        // Most texts have none of these characters, and a search for bytes is fast.
        guard text.utf8.contains(where: { "&<>\"".utf8.contains($0) }) else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
