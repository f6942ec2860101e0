import Foundation
import Judging

/// `classroom site`: writes the recorded pages of the lessons as a static site.
///
/// Each page is complete in itself: no script, no picture, no other file. What it shows is what
/// `maintain record` has recorded, so it is the same from run to run.
struct Site {
    let workbook: WorkbookFolder
    let arguments: SiteArguments

    /// There is nothing to write, or nowhere to write it.
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: ``Refused`` where a lesson has no pages, or the folder cannot be written.
    func run() throws -> Bool {
        let folder =
            arguments.folder.map {
                URL(
                    fileURLWithPath: $0,
                    relativeTo: URL(
                        fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true
                    ))
            } ?? workbook.url(".build/site")
        let files = try files()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, text) in files {
                try Data(text.utf8).write(
                    to: folder.appendingPathComponent(name), options: .atomic)
            }
        } catch {
            let reason = (error as? CocoaError)?.localizedDescription ?? "\(error)"
            throw Refused(description: "\(folder.path) cannot be written: \(reason)")
        }
        try Console.print([
            "Wrote \(files.count) pages. Open \(folder.appendingPathComponent("index.html").path) "
                + "in a browser; printed, a lesson is a worksheet."
        ])
        return true
    }

    /// The pages by the names of their files.
    func files() throws -> [(name: String, text: String)] {
        let lessons = try workbook.lessons.map(lesson)
        var files = [("index.html", index(of: lessons))]
        for (position, lesson) in lessons.enumerated() {
            let previous = position > 0 ? lessons[position - 1] : nil
            let next = position + 1 < lessons.count ? lessons[position + 1] : nil
            files.append((lesson.file, page(of: lesson, previous, next)))
        }
        return files
    }

    private struct LessonText {
        let number: String
        /// `Lesson 05 · Nested and dynamic keys`
        let title: String
        let introduction: [String]
        let sections: [(title: String, lines: [String])]
        var file: String { "lesson-\(number).html" }
    }

    private func lesson(_ number: String) throws -> LessonText {
        let path = "\(workbook.lessonFolder(number) ?? "")/README.md"
        guard let text = workbook.text(path) else {
            throw Refused(
                description: "\(path) is not there. swift run maintain record \(number) writes it.")
        }
        let parts = Self.parts(of: text)
        return LessonText(
            number: number, title: parts.title, introduction: parts.introduction,
            sections: parts.sections)
    }

    /// A page of Markdown, cut at its headings of the second level.
    private static func parts(
        of text: String
    ) -> (title: String, introduction: [String], sections: [(title: String, lines: [String])]) {
        let page = MarkdownPage(text)
        let title = page.sections.first { $0.level == 1 }
        let steps = page.sections.filter { $0.level == 2 }
        let starts = steps.map(\.lines.lowerBound) + [page.lines.count]
        let introduction = page.lines[..<starts[0]].dropFirst((title?.lines.lowerBound ?? -1) + 1)
        let sections = zip(steps, zip(starts, starts.dropFirst())).map { step, lines in
            (title: step.heading, lines: Array(page.lines[lines.0..<lines.1].dropFirst()))
        }
        return (title?.heading ?? "", Array(introduction), sections)
    }

    // MARK: - Pages

    private func index(of lessons: [LessonText]) -> String {
        let rows = lessons.map { lesson in
            let exercise = workbook.exerciseTitle(lesson.number)
            return "<li><a href=\"\(lesson.file)\">\(MarkdownHTML.inline(lesson.title))</a>"
                + "<br><span class=\"faint\">\(MarkdownHTML.inline(exercise))</span></li>"
        }
        return document(
            title: "Decoding with Codable: a workbook",
            body: [
                "<header><h1>Decoding with Codable: a workbook</h1></header>", "<main id=\"main\">",
                """
                <p>Read a lesson, answer each question before you open what comes out, and then do the \
                exercise of the same number in your copy of the workbook.</p>
                """,
                "<ul>", rows.joined(separator: "\n"), "</ul>", "</main>",
            ])
    }

    private func page(of lesson: LessonText, _ previous: LessonText?, _ next: LessonText?) -> String
    {
        var markdown = MarkdownHTML(showsAnswers: arguments.showsAnswers)
        let notes = arguments.isForTeacher ? guide(of: lesson.number) : nil
        var main = markdown.html(of: lesson.introduction)
        if let notes { main += aside(notes.introduction, "Notes for the lesson") }
        var steps: [String] = []
        for (position, section) in lesson.sections.enumerated() {
            let name = "step-\(position + 1)"
            let title = MarkdownHTML.inline(section.title)
            steps.append("<li><a href=\"#\(name)\">\(title)</a></li>")
            main += ["<section aria-labelledby=\"\(name)\">", "<h2 id=\"\(name)\">\(title)</h2>"]
            let stepTitle = section.title.replacing(/^[0-9]+\.\s/, with: "")
            if let note = notes?.sections.first(where: { $0.title == stepTitle }) {
                main += aside(note.lines, "Notes for \(stepTitle)")
            }
            main += markdown.html(of: section.lines) + ["</section>"]
        }
        let stepTitles = Set(lesson.sections.map { $0.title.replacing(/^[0-9]+\.\s/, with: "") })
        for note in notes?.sections ?? [] where !stepTitles.contains(note.title) {
            main += aside(["## \(note.title)"] + note.lines, note.title)
        }
        if !arguments.showsAnswers { main += answerSheet(markdown) }
        let way = [
            previous.map {
                "<a href=\"\($0.file)\" rel=\"prev\">\(MarkdownHTML.inline($0.title))</a>"
            },
            "<a href=\"index.html\">All lessons</a>",
            next.map { "<a href=\"\($0.file)\" rel=\"next\">\(MarkdownHTML.inline($0.title))</a>" },
        ].compactMap(\.self).joined(separator: " · ")
        return document(
            title: lesson.title,
            body: [
                "<header><h1>\(MarkdownHTML.inline(lesson.title))</h1>",
                "<nav aria-label=\"Lessons\">\(way)</nav></header>",
                "<nav aria-label=\"Steps\"><ul>", steps.joined(separator: "\n"), "</ul></nav>",
                "<main id=\"main\">",
            ] + main + [
                "</main>", "<footer><nav aria-label=\"On\">\(way)</nav></footer>",
            ])
    }

    private func guide(
        of number: String
    ) -> (introduction: [String], sections: [(title: String, lines: [String])])? {
        guard let folder = workbook.lessonFolder(number),
            let text = workbook.text("\(folder)/Teacher.md")
        else { return nil }
        let parts = Self.parts(of: text)
        return (parts.introduction, parts.sections)
    }

    private func aside(_ lines: [String], _ name: String) -> [String] {
        var markdown = MarkdownHTML()
        return ["<aside aria-label=\"\(MarkdownHTML.escaped(name))\">"]
            + markdown.html(of: lines) + ["</aside>"]
    }

    /// What comes out, for the last sheet of what is printed.
    private func answerSheet(_ markdown: MarkdownHTML) -> [String] {
        ["<section class=\"sheet\">", "<h2>What comes out</h2>"]
            + markdown.answers.flatMap { ["<h3>After question \($0.question)</h3>"] + $0.html }
            + ["</section>"]
    }

    private func document(title: String, body: [String]) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(MarkdownHTML.escaped(title))</title>
        <link rel="icon" href="data:,">
        <style>
        \(SiteStyle.sheet)
        </style>
        </head>
        <body class="\(arguments.showsAnswers ? "answered" : "worksheet")">
        <a class="skip" href="#main">To the text</a>
        \(body.joined(separator: "\n"))
        </body>
        </html>

        """
    }
}
