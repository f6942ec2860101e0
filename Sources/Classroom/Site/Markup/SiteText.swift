import Judging

/// The text of a page of the site, without its markup.
enum SiteText {
    /// Returns the text of some HTML, with one blank for each row of blanks and line breaks.
    static func text(of html: String) -> String {
        let pieces = html.split(separator: "<", omittingEmptySubsequences: false)
        let texts = pieces.dropFirst().map { piece in
            let tag = piece.prefix { $0 != ">" }
            // There is a blank between two cells or paragraphs, even if there is none between their tags.
            let isCell = ["t", "p"].contains(tag.trimmingPrefix("/").first)
            return (isCell ? " " : "") + String(piece.dropFirst(tag.count + 1))
        }
        return (String(pieces[0]) + texts.joined())
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
            results: SiteText.text(of: folded.joined(separator: "\n")), lesson: page.number)
    }
}
