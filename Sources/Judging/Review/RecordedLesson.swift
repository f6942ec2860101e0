import Walkthrough

/// The pages of a lesson without a run: its source, with what came out when they were recorded.
struct RecordedLesson {
    let source: String
    let pages: [Page]

    /// The lesson is not the one that was recorded, so nobody knows what comes out of it.
    struct Stale: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: ``Stale``.
    init(_ number: String, in workbook: WorkbookFolder) throws(Stale) {
        let (file, record) = (workbook.path(.lesson, number), workbook.path(.pages, number))
        source = workbook.text(file) ?? ""
        let lesson = LessonSource(source, package: workbook.root)
        let steps = lesson.sections.prefix { $0.title != LessonSource.closingTitle }
        let page = MarkdownPage(workbook.text(record) ?? "")
        let sections = page.sections.filter { $0.level == 2 }
        pages = steps.enumerated().compactMap { index, step in
            guard sections.indices.contains(index) else { return nil }
            let section = sections[index]
            var known = Page(
                of: step, lesson: page.sections[0].heading, step: index + 1, position: "",
                file: file)
            known.elements = Self.elements(known.elements, withResultsOf: section.blocks)
            // The numbers of lines may differ: a blank line changes no result.
            func text(_ lines: some Sequence<some StringProtocol>) -> [String] {
                lines.filter { !$0.isEmpty && !$0.hasPrefix("[") }.map { String($0) }
            }
            let lines = MarkdownRenderer().text(of: known, in: []).split(separator: "\n")
            return text(lines) == text(page.lines[section.lines]) ? known : nil
        }
        guard !pages.isEmpty, pages.count == steps.count else {
            throw Stale(
                description: """
                    Lesson \(number) is left out: it is not as \(record) shows it. To bring it back: \
                    git restore \(file). To record it anew: swift run maintain record \(number)
                    """)
        }
    }

    /// Sets each block of results below the line of code above which it stood.
    private static func elements(
        _ elements: [Page.Element], withResultsOf blocks: [MarkdownPage.Block]
    ) -> [Page.Element] {
        var blocks = blocks[...]
        var left = 0
        return elements.flatMap { element -> [Page.Element] in
            guard case .code(let line) = element, !line.isEmpty else { return [element] }
            if left == 0, let block = blocks.popFirst() {
                left = block.lines.count { !$0.isEmpty }
            }
            left -= 1
            guard left == 0, blocks.first?.language == "text", let block = blocks.popFirst() else {
                return [element]
            }
            return [element, .result(StepResult(line: nil, content: .recorded(block.lines)))]
        }
    }
}
