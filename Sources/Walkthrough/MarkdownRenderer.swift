/// Writes a lesson as Markdown, for reading without running: its recorded README.md.
package struct MarkdownRenderer: Sendable {
    /// Makes a renderer. It has no settings: a record is the same wherever it is made.
    package init() {}

    /// The whole lesson.
    ///
    /// What comes out is folded away after a prediction, so that a reader can answer first.
    ///
    /// - Parameters:
    ///   - lesson: The lesson's description.
    ///   - pages: Its pages, as ``LessonDescription/pages()`` makes them.
    /// - Returns: Markdown as GitHub renders it.
    package func text(of lesson: LessonDescription, pages: [Page]) -> String {
        let introduction = """
            <!-- Recorded from a run. To record it anew: swift run workbook record \(lesson.number) -->

            # \(lesson.heading)

            Run it with `swift run lesson-\(lesson.number)`. Here is what it prints.

            """
        return ([introduction] + pages.map(text(of:))).joined(separator: "\n")
    }

    private func text(of page: Page) -> String {
        var blocks = ["## " + (page.step.map { "\($0). " } ?? "") + page.title]
        blocks.append(prose(page.prose))
        if let location = page.location {
            let place = location.split(separator: "/").last ?? ""
            let parts = place.split(separator: ":")
            if let file = parts.first, let line = parts.last {
                blocks.append("[\(file), line \(line)](\(file)#L\(line))")
            }
        }
        blocks += lines(page.lines)
        if !page.teacherNotes.isEmpty {
            let notes = page.teacherNotes.map { "- \($0)" }.joined(separator: "\n")
            blocks.append(folded("For the teacher", notes))
        }
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private func prose(_ paragraphs: [String]) -> String {
        var text = ""
        for (index, paragraph) in paragraphs.enumerated() {
            let isNextItem =
                paragraph.hasPrefix("- ") && index > 0 && paragraphs[index - 1].hasPrefix("- ")
            text += (index == 0 ? "" : isNextItem ? "\n" : "\n\n") + paragraph
        }
        return text
    }

    private func lines(_ lines: [Page.Line]) -> [String] {
        var blocks: [String] = []
        var code: [String] = []
        var results: [String] = []
        var isAsked = false
        func closeCode() {
            // Blank lines between two blocks say nothing.
            let text = code.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
            if !text.isEmpty { blocks.append(fenced(Array(text), "swift")) }
            code = []
        }
        func closeResults() {
            guard !results.isEmpty else { return }
            let block = fenced(results, "text")
            blocks.append(isAsked ? folded("What comes out", block) : block)
            (results, isAsked) = ([], false)
        }
        for line in lines {
            switch line {
            case .code(let text):
                closeResults()
                code.append(text)
            case .prediction(let question):
                closeResults()
                closeCode()
                blocks.append("> **Predict:** \(question)")
                isAsked = true
            case .outcome(let outcome):
                closeCode()
                results += text(of: outcome)
            }
        }
        closeResults()
        closeCode()
        return blocks
    }

    private func text(of outcome: Outcome) -> [String] {
        let lines =
            switch outcome.content {
            case .value(let value):
                value.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            case .failure(let explanation): explanation.lines(width: 90)
            }
        let marker = outcome.failure == nil ? "→ " : "✘ "
        return lines.enumerated().map { ($0.offset == 0 ? marker : "  ") + $0.element }
    }

    private func fenced(_ lines: [String], _ language: String) -> String {
        "```\(language)\n\(lines.joined(separator: "\n"))\n```"
    }

    private func folded(_ summary: String, _ content: String) -> String {
        "<details><summary>\(summary)</summary>\n\n\(content)\n\n</details>"
    }
}
