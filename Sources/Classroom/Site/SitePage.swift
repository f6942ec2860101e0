/// A page of the site, before what is around it on every page.
struct SitePage {
    /// A part of the page with a heading of its own.
    struct Part {
        /// The anchor that a link to it names: `step-3`.
        let anchor: String
        /// The heading, in HTML.
        let title: String
        /// The content above the heading, in HTML.
        var above: [String] = []
        /// The content below the heading, in HTML.
        let html: [String]
        /// The hints, which the reader opens when it is time, and which no search finds.
        var hints: [String] = []
    }

    let file: String
    /// The number of the lesson to which it belongs, or nil for the index.
    let number: String?
    /// `Lesson 05 · Nested and dynamic keys`
    let title: String
    /// What the page is about, in a sentence, for search engines and for those who get a link to it.
    var description = Site.description
    /// The content above the first part, in HTML.
    let introduction: [String]
    var parts: [Part] = []
    /// The content below the last part, in HTML.
    var end: [String] = []

    var titleHTML: String { InlineHTML().html(of: title) }
    var titleText: String { SiteText.text(of: titleHTML) }
}

// MARK: - Around a page

extension Site {
    static let title = "Decoding with Codable"
    static let description = """
        Lessons and exercises about decoding JSON and other formats with Swift's Codable, to read, to \
        run and to solve.
        """
    /// The title for the bar, where a narrow window has no room for all of it.
    private static let titleHTML = """
        <span class="wide"><span aria-hidden="true">{·}</span> Decoding with</span> Codable
        """

    /// Returns true for a page on which a teacher finds the answers. A sheet of questions is for pupils.
    private func isForTeacher(_ page: SitePage) -> Bool {
        arguments.isForTeacher && page.file != reviewFile
    }

    /// Returns the kinds of a page, for its style.
    private func kinds(of page: SitePage) -> String {
        let kinds = [
            arguments.showsAnswers || isForTeacher(page) ? "answered" : "worksheet",
            arguments.isForTeacher ? "teacher" : nil, page.file == reviewFile ? "review" : nil,
            exercises.contains { $0.file == page.file } ? "exercise" : nil,
        ]
        return kinds.compactMap(\.self).joined(separator: " ")
    }

    /// Returns a page with all that is around it.
    func html(of page: SitePage, _ previous: SitePage?, _ next: SitePage?) -> String {
        let titles = page.titleHTML.split(separator: " · ", maxSplits: 1)
        let heading =
            titles.count == 2
            ? "<span class=\"number\">\(titles[0])</span> \(titles[1])" : page.titleHTML
        var body: [String] = ["<h1>\(heading)</h1>"] + page.introduction
        for part in page.parts {
            body += part.above
            body.append("<section aria-labelledby=\"\(part.anchor)\">")
            body.append(
                "<h2 id=\"\(part.anchor)\"><a href=\"#\(part.anchor)\">\(part.title)</a></h2>")
            body += part.html + part.hints
            body.append("</section>")
        }
        body += page.end
        // At the foot of each printed sheet, so that nobody mixes up loose ones.
        let foot =
            (isForTeacher(page) ? "Teacher · " : "")
            + page.titleText.filter { !"\"\\<>&".contains($0) }
        let role = arguments.isForTeacher ? " · Teacher" : ""
        let name = page.titleText + (page.number == nil ? "" : " · \(Self.title)\(role)")
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="description" content="\(InlineHTML.escaped(page.description))">
            <meta property="og:title" content="\(InlineHTML.escaped(name))">
            <meta property="og:description" content="\(InlineHTML.escaped(page.description))">
            <title>\(InlineHTML.escaped(name))</title>
            <link rel="icon" href="icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="site.css">
            <style>@page { @bottom-left { content: "\(foot)"; } }</style>
            <script src="site.js" defer></script>
            </head>
            <body class="\(kinds(of: page))">
            <a class="skip" href="#main">To the text</a>
            <input type="checkbox" id="contents-open">
            <header><label for="contents-open">Contents</label>
            <a class="home" href="index.html">\(Self.titleHTML)\(role)</a></header>
            <nav id="contents" aria-label="Contents">
            \(contents(page).joined(separator: "\n"))
            </nav>
            <main id="main">
            <p class="name">\(isForTeacher(page) ? "Teacher, with answers" : "Name")</p>
            \(body.joined(separator: "\n"))
            </main>
            <footer>
            \(way(previous, next))
            </footer>
            </body>
            </html>

            """
    }

    /// Returns the list of all lessons, with the parts of the page that is open.
    private func contents(_ page: SitePage) -> [String] {
        let parts = page.parts.map { part in
            "<li><a href=\"#\(part.anchor)\">\(part.title)</a></li>"
        }
        func entry(_ file: String, _ name: String, _ kind: String) -> [String] {
            let isOpen = file == page.file
            let link =
                "<a class=\"\(kind)\" href=\"\(file)\"\(isOpen ? " aria-current=\"page\"" : "")>\(name)</a>"
            return [link] + (isOpen && !parts.isEmpty ? ["<ul>"] + parts + ["</ul>"] : [])
        }
        let lessons = lessons.flatMap { lesson -> [String] in
            let name = "<span>\(lesson.number)</span> \(InlineHTML().html(of: lesson.name))"
            var lines = ["<li>"] + entry(lesson.file, name, "lesson")
            if lesson.number == page.number, let exercise = exercise(lesson.number) {
                let name = "Exercise: \(InlineHTML().html(of: exercise.name))"
                lines += entry(exercise.file, name, "exercise")
                if page.file == exercise.waysFile {
                    lines += entry(exercise.waysFile, "Other ways", "exercise")
                }
            }
            return lines + ["</li>"]
        }
        return ["<ul>"] + lessons + ["</ul>"]
    }

    private func way(_ previous: SitePage?, _ next: SitePage?) -> String {
        let links = [("prev", "Previous", previous), ("next", "Next", next)].compactMap {
            kind, word, page in
            page.map {
                "<a rel=\"\(kind)\" href=\"\($0.file)\"><span>\(word)</span> \($0.titleHTML)</a>"
            }
        }
        return links.isEmpty
            ? "" : "<nav aria-label=\"Previous and next\">\(links.joined(separator: "\n"))</nav>"
    }
}
