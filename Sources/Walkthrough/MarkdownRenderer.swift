/// Writes a lesson as Markdown, for reading without running: its recorded README.md.
package struct MarkdownRenderer: Sendable {
    /// Makes a renderer. It has no settings: a record is the same wherever it is made.
    package init() {}

    /// The whole lesson.
    ///
    /// What comes out is folded away after a prediction, together with what explains it, so that a
    /// reader can answer first.
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
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private func prose(_ paragraphs: [String]) -> String {
        Prose.groups(of: paragraphs).map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func lines(_ lines: [Page.Line]) -> [String] {
        var blocks: [String] = []
        var code: [String] = []
        var results: [String] = []
        var answer: [String] = []
        var isAsked = false
        func closeCode() {
            // Blank lines between two blocks say nothing.
            let text = code.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
            if !text.isEmpty { blocks.append(fenced(Array(text), "swift")) }
            code = []
        }
        func closeResults() {
            if !results.isEmpty { answer.append(fenced(results, "text")) }
            results = []
        }
        func closeAnswer() {
            closeResults()
            guard !answer.isEmpty else { return }
            let content = answer.joined(separator: "\n\n")
            blocks.append(isAsked ? folded("What comes out", content) : content)
            (answer, isAsked) = ([], false)
        }
        for line in lines {
            switch line {
            case .code(let text), .notRun(let text):
                closeAnswer()
                code.append(text)
            case .prediction(let question):
                closeAnswer()
                closeCode()
                blocks.append("> **Predict:** \(question)")
                isAsked = true
            case .outcome(let outcome):
                closeCode()
                results += text(of: outcome)
            case .explanation(let paragraphs):
                closeCode()
                closeResults()
                answer.append(prose(paragraphs))
            case .remark(let text):
                closeCode()
                closeResults()
                answer.append("*\(text)*")
            }
        }
        closeAnswer()
        closeCode()
        return blocks
    }

    private func text(of outcome: Outcome) -> [String] {
        switch outcome.content {
        case .value(let value):
            marked(value.split(separator: "\n", omittingEmptySubsequences: false), "→ ")
        case .printed(let text):
            (text.hasSuffix("\n") ? text.dropLast() : text[...])
                .split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
        case .failure(let explanation):
            marked(explanation.lines(width: 90), "✘ ")
        case .crash(let crash):
            marked([crash.headline], "✘ ")
        }
    }

    private func marked(_ lines: [some StringProtocol], _ marker: String) -> [String] {
        lines.enumerated().map { ($0.offset == 0 ? marker : "  ") + $0.element }
    }

    private func fenced(_ lines: [String], _ language: String) -> String {
        "```\(language)\n\(lines.joined(separator: "\n"))\n```"
    }

    private func folded(_ summary: String, _ content: String) -> String {
        "<details><summary>\(summary)</summary>\n\n\(content)\n\n</details>"
    }
}
