// The pages of exercises. The tasks are open; the hints and the other right answers are closed.
extension Site {
    func page(of exercise: SiteExercise) -> SitePage {
        let references = references(on: exercise.file)
        func html(_ lines: [String]) -> [String] {
            var markdown = MarkdownHTML(references: references)
            return markdown.html(of: lines)
        }
        let parts = exercise.parts.enumerated().map { position, part in
            SitePage.Part(
                anchor: part.task.map { "task-\($0)" } ?? "part-\(position + 1)",
                title: InlineHTML().html(of: part.title), html: html(part.linesBelowTitle),
                hints: part.hints.enumerated().flatMap { number, hint in
                    let task =
                        part.task.map { "<span class=\"unseen\"> for task \($0)</span>" } ?? ""
                    return ["<details class=\"hint\"><summary>Hint \(number + 1)\(task)</summary>"]
                        + html(hint) + ["</details>"]
                })
        }
        var end: [String] = []
        if !exercise.afterwards.isEmpty {
            end += [
                "<details class=\"hint\"><summary>Every task is right: what to take away</summary>"
            ]
            end += html(exercise.afterwards) + ["</details>"]
        }
        if !exercise.otherWays.isEmpty {
            let ways = exercise.otherWays.enumerated().map { position, way in
                let title = InlineHTML().html(of: way.title)
                return "<li><a href=\"\(exercise.waysFile)#way-\(position + 1)\">\(title)</a></li>"
            }
            end += [
                "<details class=\"hint\"><summary>Every task is right: other ways to solve it</summary>",
                "<p>Each of these is right too. What would you take over?</p>", "<ol>",
            ]
            end += ways + ["</ol>", "</details>"]
        }
        if !end.isEmpty { end = ["<section class=\"afterwards\">"] + end + ["</section>"] }
        return SitePage(
            file: exercise.file, number: exercise.number, title: exercise.title,
            introduction: [facts(of: exercise)] + html(exercise.introduction), parts: parts,
            end: end)
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

    /// Returns the page of the other right answers. Only the closed list on the page of the exercise has
    /// links to it.
    func page(ofWaysTo exercise: SiteExercise) -> SitePage {
        let references = references(on: exercise.waysFile)
        let back = """
            <p class="facts">Other ways to solve <a href="\(exercise.file)">\
            \(InlineHTML.escaped(exercise.title))</a>. Red lines go away, and green lines come.</p>
            """
        let parts = exercise.otherWays.enumerated().map { position, way in
            var markdown = MarkdownHTML(references: references)
            return SitePage.Part(
                anchor: "way-\(position + 1)", title: InlineHTML().html(of: way.title),
                html: markdown.html(of: way.lines))
        }
        return SitePage(
            file: exercise.waysFile, number: exercise.number,
            title: "Exercise \(exercise.number) · Other ways", introduction: [back], parts: parts)
    }
}
