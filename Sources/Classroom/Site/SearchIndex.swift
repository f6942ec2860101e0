import Foundation

/// The texts that the search of the site looks through. They are a script that a page loads at the first
/// search, because a page that was opened from a disk may not load anything else.
struct SearchIndex {
    /// A part of a page.
    struct Entry: Encodable {
        let address: String
        let page: String
        let title: String
        /// The text that is not folded away.
        let text: String
        /// The words of the results, sorted. A search finds the question by them, and they do not give the
        /// answer away.
        let words: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for value in [address, page, title, text, words] { try container.encode(value) }
        }
    }

    let entries: [Entry]

    init(_ pages: some Sequence<SitePage>) {
        entries = pages.flatMap { page in
            let introduction = Self.entry(
                of: page, address: page.file, title: "", html: page.introduction)
            return [introduction]
                + page.parts.map { part in
                    Self.entry(
                        of: page, address: "\(page.file)#\(part.anchor)",
                        title: Self.text(of: part.title), html: part.html)
                }
        }
    }

    private static func entry(
        of page: SitePage, address: String, title: String, html: [String]
    ) -> Entry {
        var open: [String] = []
        var closed: [String] = []
        var isClosed = false
        for line in html {
            if line.hasPrefix("<details") { isClosed = true }
            if isClosed { closed.append(line) } else { open.append(line) }
            if line.hasPrefix("</details>") { isClosed = false }
        }
        let words = text(of: closed.joined(separator: "\n")).split(separator: " ")
            .map { $0.trimmingCharacters(in: .alphanumerics.inverted) }
        return Entry(
            address: address, page: page.titleText, title: title,
            text: text(of: open.joined(separator: "\n")),
            words: Set(words).sorted().joined(separator: " "))
    }

    /// Returns the text of some HTML, with one blank for each row of blanks and line breaks.
    static func text(of html: String) -> String {
        var text: [UInt8] = []
        var remaining = html.utf8[...]
        while let start = remaining.firstIndex(of: UInt8(ascii: "<")) {
            text += remaining[..<start]
            remaining = remaining[start...].dropFirst()
            // There is a blank between two cells or paragraphs, even if there is none between their tags.
            let isEnd = remaining.first == UInt8(ascii: "/")
            let name = isEnd ? remaining.dropFirst().first : remaining.first
            if name == UInt8(ascii: "t") || name == UInt8(ascii: "p") { text.append(32) }
            remaining = remaining.drop { $0 != UInt8(ascii: ">") }.dropFirst()
        }
        return String(decoding: text + remaining, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    }

    var script: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let lines = entries.map { entry in
            // Strings can always be encoded.
            String(decoding: (try? encoder.encode(entry)) ?? Data("[]".utf8), as: UTF8.self)
        }
        return "globalThis.searchIndex = [\n" + lines.joined(separator: ",\n") + "\n];\n"
    }
}
