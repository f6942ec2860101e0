import Judging

/// The text of a page of the site, without its markup.
enum SiteText {
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
}

extension SearchIndex {
    /// Reads the parts of some pages. What is folded away is found and not shown; hints are not found.
    init(_ pages: some Sequence<SitePage>) {
        self.init(
            pages.flatMap { page in
                let introduction = Self.entry(
                    of: page, place: page.file, title: "", html: page.introduction)
                return [introduction]
                    + page.parts.map { part in
                        Self.entry(
                            of: page, place: "\(page.file)#\(part.anchor)",
                            title: SiteText.text(of: part.title), html: part.html)
                    }
            })
    }

    private static func entry(
        of page: SitePage, place: String, title: String, html: [String]
    ) -> Entry {
        var open: [String] = []
        var folded: [String] = []
        var isFolded = false
        for line in html {
            if line.hasPrefix("<details") { isFolded = true }
            if isFolded { folded.append(line) } else { open.append(line) }
            if line.hasPrefix("</details>") { isFolded = false }
        }
        return Entry(
            place: place, page: page.titleText, title: title,
            text: SiteText.text(of: open.joined(separator: "\n")),
            results: SiteText.text(of: folded.joined(separator: "\n")))
    }
}
