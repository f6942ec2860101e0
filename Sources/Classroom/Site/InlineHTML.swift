/// Turns what stands within a line of Markdown into HTML.
struct InlineHTML {
    var references = CrossReferences()

    /// A text with code, emphasis and links. A link to a file is its text alone: the files are not
    /// part of a site.
    func html(of text: String) -> String {
        var result = ""
        var rest = text[...]
        while let first = rest.first {
            if first == "`" {
                let ticks = rest.prefix { $0 == "`" }
                let inside = rest.dropFirst(ticks.count)
                if let end = inside.firstRange(of: ticks) {
                    // The blanks that keep a backtick away from the others are not part of it.
                    let code = inside[..<end.lowerBound]
                    let isSpaced = ticks.count > 1 && code.hasPrefix(" ") && code.hasSuffix(" ")
                    let text = String(isSpaced ? code.dropFirst().dropLast() : code)
                    result += "<code>\(Self.escaped(text))</code>"
                    rest = inside[end.upperBound...]
                    continue
                }
            } else if first == "*", let match = rest.prefixMatch(of: /\*\*([^*]+)\*\*/) {
                result += "<strong>\(html(of: String(match.1)))</strong>"
                rest = rest[match.range.upperBound...]
                continue
            } else if first == "*", let match = rest.prefixMatch(of: /\*([^*\s][^*]*)\*/) {
                result += "<em>\(html(of: String(match.1)))</em>"
                rest = rest[match.range.upperBound...]
                continue
            } else if first == "[", let match = rest.prefixMatch(of: /\[([^\]]+)\]\(([^)\s]+)\)/) {
                let label = String(match.1)
                result +=
                    match.2.hasPrefix("https://")
                    ? "<a href=\"\(Self.escaped(String(match.2)))\">\(InlineHTML().html(of: label))</a>"
                    : html(of: label)
                rest = rest[match.range.upperBound...]
                continue
            }
            // A regular expression is read anew each time: it is tried only where its sign is.
            let plain = rest.dropFirst().prefix { !"`*[".contains($0) }
            result += references.html(of: String(first) + plain)
            rest = rest[plain.endIndex...]
        }
        return result
    }

    static func escaped(_ text: String) -> String {
        // Most texts have none of these, and to look for bytes is fast.
        guard text.utf8.contains(where: { "&<>\"".utf8.contains($0) }) else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
