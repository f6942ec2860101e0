import Foundation
import Testing
import Walkthrough

/// What holds for the pages of every lesson. Each lesson's tests call it once.
func checkPages<L: Lesson>(
    of lesson: L.Type, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let description = LessonDescription(lesson)
    let source = try #require(description.source, "The lesson's file should be where it was built")
    let pages = await description.pages()
    let steps = pages.filter { $0.step != nil }

    #expect((6...9).contains(steps.count), "6 to 9 steps", sourceLocation: sourceLocation)
    #expect(pages.last?.title == LessonSource.closingTitle, sourceLocation: sourceLocation)
    #expect(
        Set(pages.map(\.title)).count == pages.count, "Two steps have one title",
        sourceLocation: sourceLocation)

    for (page, section) in zip(steps, source.sections) {
        for case .outcome(let outcome) in page.lines {
            let line = try #require(
                outcome.line,
                "\(page.title) threw \(outcome.failure?.headline ?? "an error") outside attempt",
                sourceLocation: sourceLocation)
            #expect(
                section.lines.contains(line),
                "\(page.title) shows a result of another section: the steps and the file disagree",
                sourceLocation: sourceLocation)
        }
        for case .code(let code) in page.lines {
            #expect(
                code.count <= 76, "\(page.title): this line is too long for a page: \(code)",
                sourceLocation: sourceLocation)
        }
    }

    let renderer = TerminalRenderer(for: Terminal(width: 100))
    for page in pages {
        let rows = renderer.text(of: page).split(separator: "\n", omittingEmptySubsequences: false)
        // The last row of a screen is for the prompt.
        #expect(
            rows.count - 1 <= 39, "\(page.title) does not fit a screen of 100 × 40",
            sourceLocation: sourceLocation)
    }

    let recorded = URL(fileURLWithPath: description.steps.filePath)
        .deletingLastPathComponent().appendingPathComponent("README.md")
    let isCurrent =
        try String(contentsOf: recorded, encoding: .utf8)
        == MarkdownRenderer().text(of: description, pages: pages)
    #expect(
        isCurrent,
        """
        The lesson's README.md no longer says what the lesson does. Record it anew: \
        swift run workbook record \(description.number)
        """,
        sourceLocation: sourceLocation)
}

extension LessonDescription {
    /// What a step shows, in order.
    func outcomes(ofStep step: Int) async -> [Outcome] {
        await page(step: step).lines.compactMap { line in
            if case .outcome(let outcome) = line { outcome } else { nil }
        }
    }
}
