import DecodingExplainer

/// A renderer that writes a lesson as Markdown, for reading without running: its recorded README.md.
package struct MarkdownRenderer: Sendable {
    /// Creates a renderer. It has no settings: a record is the same wherever it is made, except for
    /// measured numbers.
    package init() {}

    /// The greatest length of a line of an error. Longer sentences are broken.
    package static let widthOfErrors = 92

    /// Returns results without the line breaks inside the sentences of an error. A line was broken if
    /// the first word of the next one had no room in it.
    ///
    /// - Parameters:
    ///   - lines: The lines of a record, with their marks.
    ///   - width: Their greatest length.
    package static func unbroken(_ lines: [String], width: Int = widthOfErrors) -> [String] {
        var result: [String] = []
        var isError = false
        for (previous, line) in zip([""] + lines, lines) {
            if !line.hasPrefix("  ") { isError = line.hasPrefix("✘ ") }
            let sentence = line.drop { $0 == " " }
            let needed = previous.count + 1 + sentence.prefix { $0 != " " }.count
            if isError, line.hasPrefix("  "), needed > width, !sentence.isEmpty,
                !(previous + line).contains("│")
            {
                result[result.count - 1] += " " + sentence
            } else {
                result.append(line)
            }
        }
        return result
    }

    /// The marks before the first line of a result. What was printed has none.
    private static let marks: [StepResult.Form: String] = [.value: "→ ", .error: "✘ "]

    /// Returns the results that a record shows. The sentences of an error have no line breaks inside.
    static func results(in lines: [String]) -> [(form: StepResult.Form, lines: [String])] {
        var results: [(form: StepResult.Form, lines: [String])] = []
        for line in unbroken(lines) {
            let form = marks.first { line.hasPrefix($0.value) }?.key
            if form != nil || results.isEmpty { results.append((form ?? .printed, [])) }
            results[results.count - 1].lines.append(String(line.dropFirst(2)))
        }
        return results
    }

    /// Returns the whole lesson.
    ///
    /// After a prediction, the results and their explanation are folded away, so that a reader can
    /// answer first.
    ///
    /// - Parameters:
    ///   - lesson: The lesson's description.
    ///   - pages: Its pages, as ``LessonDescription/pages()`` makes them.
    /// - Returns: Markdown as GitHub renders it.
    package func text(of lesson: LessonDescription, pages: [Page]) -> String {
        let introduction = """
            <!-- Recorded from a run. To record it anew: swift run maintain record \(lesson.number) -->

            # \(lesson.heading)

            Run it with `swift run lesson-\(lesson.number)`. Here is what it prints.

            """
        let folder = lesson.relativePath.split(separator: "/").dropLast()
        let sections = pages.map { text(of: $0, in: Array(folder)) }
        return ([introduction] + sections).joined(separator: "\n")
    }

    /// Returns a page of a lesson.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - folder: The names of the folders that lead to the record: links begin there.
    package func text(of page: Page, in folder: [Substring]) -> String {
        var blocks = ["## " + (page.step.map { "\($0). " } ?? "") + page.title]
        blocks.append(prose(page.prose))
        blocks += [page.location.map { link(to: $0, from: folder) }].compactMap(\.self)
        blocks += self.blocks(of: page.elements, in: folder)
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    /// Returns a link from the lesson's folder, where the record is, to `Lessons/…/Lesson02.swift:41`.
    private func link(to place: String, from folder: [Substring]) -> String {
        let parts = place.split(separator: ":")
        guard let path = parts.first, let line = parts.last else { return "" }
        let names = path.split(separator: "/")
        let file = names.last ?? path
        let toPackage = String(repeating: "../", count: folder.count)
        let address = names.dropLast() == folder[...] ? String(file) : "\(toPackage)\(path)"
        return "[\(file), line \(line)](\(address)#L\(line))"
    }

    private func prose(_ paragraphs: [String]) -> String {
        let paragraphs = paragraphs.map { Picture.isBlock($0) ? Picture.drawn($0) : $0 }
        return Prose.groups(of: paragraphs).map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n")
    }

    private func blocks(of elements: [Page.Element], in folder: [Substring]) -> [String] {
        var body = Body()
        body.openQuestions = elements.count { $0.question != nil }
        for element in elements {
            switch element {
            case .code(let line), .notRun(let line):
                body.add(code: line)
            case .place(let place):
                body.endAnswer(unlessLast: true)
                body.add(link(to: place, from: folder))
            case .prediction(let question):
                body.endAnswer()
                body.add("> **Predict:** \(question)")
                body.isAsked = true
                body.openQuestions -= 1
            case .result(let result):
                body.add(results: lines(of: result))
            case .explanation(let paragraphs):
                body.add(prose(paragraphs))
                body.isExplained = true
            case .remark(let remark):
                body.add("*\(remark)*")
            case .change(let lines):
                body.add(Body.fenced(lines, "diff"))
            }
        }
        body.endAnswer()
        return body.blocks
    }

    /// The blocks of a page below its prose.
    ///
    /// From the first result after a question on, they are folded away: results, the code between them
    /// and their explanation. The fold ends at a blank line, at code below an explanation, or at another
    /// question. After the last question, everything is folded away.
    private struct Body {
        private(set) var blocks: [String] = []
        var isAsked = false
        var isExplained = false
        /// The number of questions of the page that are still to come.
        var openQuestions = 0
        private var answer: [String]?
        private var code: [String] = []
        private var results: [String] = []

        mutating func add(code line: String) {
            closeResults()
            if answer != nil, openQuestions > 0, line.isEmpty || isExplained { endAnswer() }
            isExplained = false
            code.append(line)
        }

        mutating func add(results lines: [String]) {
            closeCode()
            if isAsked, answer == nil { answer = [] }
            results += lines
        }

        mutating func add(_ block: String) {
            closeCode()
            closeResults()
            append(block)
        }

        /// Ends the answer to a question.
        ///
        /// - Parameter unlessLast: True if the answer to the last question of the page goes on.
        mutating func endAnswer(unlessLast: Bool = false) {
            closeCode()
            closeResults()
            if unlessLast, openQuestions == 0 { return }
            guard let content = answer else { return }
            (answer, isAsked) = (nil, false)
            append(
                "<details><summary>What comes out</summary>\n\n"
                    + content.joined(separator: "\n\n") + "\n\n</details>")
        }

        private mutating func closeCode() {
            // Between two blocks, blank lines are of no use.
            let lines = code.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
            if !lines.isEmpty { append(Self.fenced(Array(lines), "swift")) }
            code = []
        }

        private mutating func closeResults() {
            if !results.isEmpty { append(Self.fenced(results, "text")) }
            results = []
        }

        private mutating func append(_ block: String) {
            if answer == nil { blocks.append(block) } else { answer?.append(block) }
        }

        static func fenced(_ lines: [String], _ language: String) -> String {
            "```\(language)\n\(lines.joined(separator: "\n"))\n```"
        }
    }

    private func lines(of result: StepResult) -> [String] {
        if case .recorded(let lines) = result.content { return lines }
        return result.lines(widthOfErrors: Self.widthOfErrors - 2).flatMap { form, lines in
            let mark = Self.marks[form] ?? "  "
            return lines.enumerated().map { ($0.offset == 0 ? mark : "  ") + $0.element }
        }
    }
}
