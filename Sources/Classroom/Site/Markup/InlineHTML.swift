/// A converter from the code, the emphasis and the links within a line of Markdown to HTML.
struct InlineHTML {
    var references = CrossReferences()

    /// Returns the HTML of a text. A link to a file becomes plain text, because the files are not part of
    /// a site. Other sites and places of the same page stay links.
    func html(of text: String) -> String {
        var result = ""
        var remaining = text[...]
        while let first = remaining.first {
            if first == "`" {
                let ticks = remaining.prefix { $0 == "`" }
                let inside = remaining.dropFirst(ticks.count)
                if let end = inside.firstRange(of: ticks) {
                    // Blanks that separate a backtick in the code from those around it are not code.
                    let inner = inside[..<end.lowerBound]
                    let isSpaced = ticks.count > 1 && inner.hasPrefix(" ") && inner.hasSuffix(" ")
                    let code = String(isSpaced ? inner.dropFirst().dropLast() : inner)
                    result += "<code>\(Self.escaped(code))</code>"
                    remaining = inside[end.upperBound...]
                    continue
                }
            } else if first == "*", let match = remaining.prefixMatch(of: /\*\*([^*]+)\*\*/) {
                result += "<strong>\(html(of: String(match.1)))</strong>"
                remaining = remaining[match.range.upperBound...]
                continue
            } else if first == "*", let match = remaining.prefixMatch(of: /\*([^*\s][^*]*)\*/) {
                result += "<em>\(html(of: String(match.1)))</em>"
                remaining = remaining[match.range.upperBound...]
                continue
            } else if first == "[",
                let match = remaining.prefixMatch(of: /\[([^\]]+)\]\(([^)\s]+)\)/)
            {
                let label = String(match.1)
                result +=
                    match.2.hasPrefix("https://") || match.2.hasPrefix("#")
                    ? "<a href=\"\(Self.escaped(String(match.2)))\">\(InlineHTML().html(of: label))</a>"
                    : html(of: label)
                remaining = remaining[match.range.upperBound...]
                continue
            }
            // Each regular expression takes time, so it is tried only at its first character.
            let plain = remaining.dropFirst().prefix { !"`*[".contains($0) }
            result += references.html(of: String(first) + plain)
            remaining = remaining[plain.endIndex...]
        }
        return result
    }

    static func escaped(_ text: String) -> String {
        // Most texts have none of these characters, and a search for bytes is fast.
        guard text.utf8.contains(where: { "&<>\"".utf8.contains($0) }) else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
