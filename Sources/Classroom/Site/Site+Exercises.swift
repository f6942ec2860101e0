// The pages of exercises. The tasks are open; the hints and the other right answers are closed.
extension Site {
    func page(of exercise: SiteExercise) -> SitePage {
        let parts = exercise.parts.enumerated().map { position, part in
            SitePage.Part(
                anchor: part.task.map { "task-\($0)" } ?? "part-\(position + 1)",
                title: InlineHTML().html(of: part.title),
                html: html(of: part.lines, on: exercise.file),
                hints: part.hints.enumerated().flatMap { number, hint in
                    let task =
                        part.task.map { "<span class=\"unseen\"> for task \($0)</span>" } ?? ""
                    return folded(
                        html(of: hint, on: exercise.file), below: "Hint \(number + 1)\(task)")
                })
        }
        var end: [String] = []
        if !exercise.afterwards.isEmpty {
            end += folded(
                html(of: exercise.afterwards, on: exercise.file),
                below: "Every task is right: what to take away")
        }
        if !exercise.otherWays.isEmpty {
            let count = exercise.otherWays.count
            let ways = """
                <p>There are <a href="\(exercise.waysFile)">\(count) other ways</a>, and each is \
                right too. What would you take over?</p>
                """
            end += folded([ways], below: "Every task is right: other ways to solve it")
        }
        if !end.isEmpty { end = ["<section class=\"afterwards\">"] + end + ["</section>"] }
        return SitePage(
            file: exercise.file, number: exercise.number, title: exercise.title,
            introduction: [facts(of: exercise)]
                + html(of: exercise.introduction, on: exercise.file), parts: parts,
            end: end)
    }

    private func folded(_ html: [String], below summary: String) -> [String] {
        ["<details class=\"hint\"><summary>\(summary)</summary>"] + html + ["</details>"]
    }

    private func html(of lines: [String], on file: String) -> [String] {
        var markdown = MarkdownHTML(references: references(on: file))
        return markdown.html(of: lines)
    }

    /// Returns the file of the exercise, its time, and a link to its lesson.
    private func facts(of exercise: SiteExercise) -> String {
        let lesson = lessons.first { $0.number == exercise.number }
        let facts = [
            "Open <code>Exercises/Exercise\(exercise.number).swift</code>",
            lesson?.time.map { "\($0.minutesOfExercise) minutes" },
            lesson.map {
                "<a href=\"\($0.file)\">Lesson \($0.number): \(InlineHTML().html(of: $0.name))</a>"
            },
        ]
        return "<p class=\"facts\">\(facts.compactMap(\.self).joined(separator: " · "))</p>"
    }

    /// Returns the page of the other right answers. Only the closed end of the exercise's page has a link to
    /// it.
    func page(ofWaysTo exercise: SiteExercise) -> SitePage {
        let file = exercise.waysFile
        let inline = InlineHTML(references: references(on: file))
        let back = """
            <p class="facts">Other ways to solve <a href="\(exercise.file)">\
            \(InlineHTML.escaped(exercise.title))</a></p>
            """
        var ways: [String] = []
        var parts: [SitePage.Part] = []
        for (number, way) in zip(1..., exercise.otherWays) {
            let title = InlineHTML().html(of: way.title)
            let task = way.task.map { "Task \($0) · " } ?? ""
            ways.append(
                "<li>\(task)<a href=\"#way-\(number)\">\(title)</a><br>\(inline.html(of: way.lead))</li>"
            )
            parts.append(
                SitePage.Part(
                    anchor: "way-\(number)", title: task + title,
                    html: html(of: way.lines, on: file)))
        }
        return SitePage(
            file: file, number: exercise.number,
            title: "Exercise \(exercise.number) · Other ways",
            introduction: [back] + html(of: exercise.aboutWays, on: file) + ["<ol>"] + ways + [
                "</ol>"
            ],
            parts: parts)
    }
}
