import Foundation

/// What the search of the site looks through: a script that the page loads at the first search, as a
/// page that was opened from a disk may load nothing else.
struct SearchIndex {
    /// A part of a page.
    struct Entry: Encodable {
        let address: String
        let page: String
        let title: String
        /// The text that is open.
        let text: String
        /// The words of what comes out, sorted: they lead to the question, and give nothing away.
        let words: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for value in [address, page, title, text, words] { try container.encode(value) }
        }
    }

    let entries: [Entry]

    init(_ pages: some Sequence<SitePage>) {
        entries = pages.flatMap { page in
            let introduction = Self.entry(page, page.file, "", page.introduction)
            return [introduction]
                + page.parts.map { part in
                    Self.entry(
                        page, "\(page.file)#\(part.anchor)", Self.text(of: part.title), part.html)
                }
        }
    }

    private static func entry(
        _ page: SitePage, _ address: String, _ title: String, _ html: [String]
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

    /// The text of some HTML, with a blank for each row of blanks and line breaks.
    static func text(of html: String) -> String {
        var text: [UInt8] = []
        var rest = html.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            text += rest[..<start]
            rest = rest[start...].dropFirst()
            // Cells and paragraphs stand apart, whatever is between their marks.
            let name = rest.first == UInt8(ascii: "/") ? rest.dropFirst().first : rest.first
            if name == UInt8(ascii: "t") || name == UInt8(ascii: "p") { text.append(32) }
            rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
        }
        return String(decoding: text + rest, as: UTF8.self).split(whereSeparator: \.isWhitespace)
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
