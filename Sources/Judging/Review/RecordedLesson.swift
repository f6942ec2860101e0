import Walkthrough

/// The pages of a lesson without a run: its source, with the results from the time when it was
/// recorded.
package struct RecordedLesson {
    private let path: String
    private let source: LessonSource
    private let record: MarkdownPage
    private let recorded: [MarkdownPage.Section]

    /// Reads a lesson and its record. A lesson without files has no pages.
    package init(_ number: String, in workbook: WorkbookFolder) {
        path = workbook.path(.lesson, number)
        source = workbook.lesson(number)
        record = MarkdownPage(workbook.text(workbook.path(.pages, number)) ?? "")
        recorded = record.sections.filter { $0.level == 2 }
    }

    /// The number of the lesson's steps.
    package var stepCount: Int { source.sections.count(where: \.isStep) }

    /// Returns the page of a step.
    ///
    /// - Parameter step: The number of the step, counted from 1.
    /// - Returns: The page, or `nil` if the step has changed since it was recorded, because its
    ///   results are then unknown.
    package func page(step: Int) -> Page? {
        guard source.sections.indices.contains(step - 1), recorded.indices.contains(step - 1)
        else { return nil }
        let section = recorded[step - 1]
        var page = Page(
            of: source.sections[step - 1], lesson: record.sections.first?.heading ?? "",
            step: step, position: "step \(step) of \(stepCount)", file: path)
        page.add(resultsOf: section.blocks)
        let recordedPage = record.lines[section.lines].joined(separator: "\n")
        let currentPage = MarkdownRenderer().text(of: page, in: [])
        return comparableLines(of: currentPage) == comparableLines(of: recordedPage) ? page : nil
    }

    /// Returns the lines of a page without the line numbers of the code. These may differ, because
    /// a blank line changes no result.
    private func comparableLines(of page: String) -> [Substring] {
        page.split(separator: "\n").filter { !$0.hasPrefix("[") }
    }
}

extension Page {
    /// Adds each block of results below the line of code that it follows in the record.
    fileprivate mutating func add(resultsOf blocks: [MarkdownPage.Block]) {
        // The results in their order, with a `nil` for each line of code.
        var recorded = blocks.flatMap { block -> [[String]?] in
            if Picture.isKind(block.language) { return [] }
            return block.language == "text"
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
