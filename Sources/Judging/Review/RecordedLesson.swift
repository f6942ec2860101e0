import Walkthrough

/// A lesson's pages without a run: its source, and what came out when it was recorded.
package struct RecordedLesson {
    private let path: String
    private let source: LessonSource
    private let record: MarkdownPage
    private let recorded: [MarkdownPage.Section]

    /// Reads a lesson and its record; what is not there has no pages.
    package init(_ number: String, in workbook: WorkbookFolder) {
        let text = { workbook.text(workbook.path($0, number)) ?? "" }
        path = workbook.path(LessonFile.lesson, number)
        source = LessonSource(text(LessonFile.lesson), package: workbook.root)
        record = MarkdownPage(text(LessonFile.pages))
        recorded = record.sections.filter { $0.level == 2 }
    }

    /// The number of its steps.
    package var stepCount: Int { source.sections.count(where: \.isStep) }

    /// The page of a step.
    ///
    /// - Parameter step: Its number, counted from 1.
    /// - Returns: Nil where the step has changed since it was recorded, as nobody knows what comes out of
    ///   it now.
    package func page(step: Int) -> Page? {
        guard source.sections.indices.contains(step - 1), recorded.indices.contains(step - 1)
        else { return nil }
        let section = recorded[step - 1]
        var page = Page(
            of: source.sections[step - 1], lesson: record.sections.first?.heading ?? "",
            step: step, position: "step \(step) of \(stepCount)", file: path)
        page.add(resultsOf: section.blocks)
        let known = record.lines[section.lines].joined(separator: "\n")
        let isCurrent = words(MarkdownRenderer().text(of: page, in: [])) == words(known)
        return isCurrent ? page : nil
    }

    /// The lines of a page. The numbers of lines of code may differ: a blank line changes no result.
    private func words(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasPrefix("[") }
    }
}

extension Page {
    /// Sets each block of results below the line of code above which it stood.
    fileprivate mutating func add(resultsOf blocks: [MarkdownPage.Block]) {
        // A nil for each line of code.
        var recorded = blocks.flatMap { block -> [[String]?] in
            block.language == "text"
                ? [block.lines] : block.lines.filter { !$0.isEmpty }.map { _ in nil }
        }[...]
        elements = elements.flatMap { element -> [Element] in
            guard case .code(let line) = element, !line.isEmpty else { return [element] }
            recorded = recorded.dropFirst()
            guard case let result?? = recorded.first else { return [element] }
            recorded = recorded.dropFirst()
            return [element, .result(StepResult(line: nil, content: .recorded(result)))]
        }
    }
}
