import Foundation
import LessonChecks
import Testing
import Walkthrough

/// What holds for the pages of every lesson. Each lesson's tests call it once.
///
/// - Parameters:
///   - lesson: The lesson.
///   - stepsThatDiffer: The numbers of steps whose results differ between systems, though no
///     paragraph of theirs says so.
func checkPages<L: Lesson>(
    of lesson: L.Type, stepsThatDiffer: Set<Int> = [],
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let description = LessonDescription(lesson)
    let source = try #require(description.source, "The lesson's file should be where it was built")
    let pages = await description.pages()
    let steps = pages.filter { $0.step != nil }

    for problem in source.problems {
        Issue.record("\(description.relativePath):\(problem)", sourceLocation: sourceLocation)
    }
    #expect(pages.last?.title == LessonSource.closingTitle, sourceLocation: sourceLocation)

    for (page, section) in zip(steps, source.sections) {
        #expect(!page.endsEarly, "\(page.title) ends early", sourceLocation: sourceLocation)
        for line in page.outcomes.compactMap(\.line) {
            #expect(
                section.lines.contains(line),
                "\(page.title) shows a result of another section: the steps and the file disagree",
                sourceLocation: sourceLocation)
        }
        for question in page.unansweredQuestions {
            Issue.record(
                "\(page.title): nothing came out after \"\(question)\"",
                sourceLocation: sourceLocation)
        }
    }

    for width in [80, 100] {
        let renderer = TerminalRenderer(for: Terminal(width: width))
        for page in pages {
            let rows = renderer.text(of: page).count { $0 == "\n" }
            // A page may be longer than a screen, as it scrolls. One of nearly two screens of 40 rows
            // is two steps.
            #expect(
                rows <= 70,
                "\(page.title) has \(rows) rows of \(width) columns: make two steps of it",
                sourceLocation: sourceLocation)
        }
    }

    try checkRecord(
        of: description, pages: pages, exceptSteps: stepsThatDiffer,
        sourceLocation: sourceLocation)
}

/// Compares what came out with the recorded page: all results that are the same on every system, and
/// on Linux with Swift 6.3, where it was recorded, the whole page.
private func checkRecord(
    of lesson: LessonDescription, pages: [Page], exceptSteps steps: Set<Int>,
    sourceLocation: SourceLocation
) throws {
    let file = URL(fileURLWithPath: lesson.steps.filePath)
        .deletingLastPathComponent().appendingPathComponent("README.md")
    let record = try String(contentsOf: file, encoding: .utf8)
    let renderer = MarkdownRenderer()

    let measured = Set(pages.flatMap(\.outcomes).compactMap(\.unit))
    let results = PageResults(of: renderer.text(of: lesson, pages: pages), measured: measured)
    let recorded = PageResults(of: record, measured: measured)
    for difference in results.differences(from: recorded, exceptSteps: steps) {
        Issue.record("README.md has other results. \(difference)", sourceLocation: sourceLocation)
    }

    // Other systems and other toolchains have other words for errors, and the pages say so.
    if Toolchain.isSwift63OnLinux {
        let isCurrent = renderer.isRecord(record, of: lesson, pages: pages)
        #expect(
            isCurrent,
            """
            The lesson's README.md no longer says what the lesson does. Record it anew: \
            swift run maintain record \(lesson.number)
            """,
            sourceLocation: sourceLocation)
    }
}

extension Page {
    /// What came out, in the order of the page.
    fileprivate var outcomes: [StepResult] {
        elements.compactMap { if case .result(let result) = $0 { result } else { nil } }
    }

    /// The questions that have no result before the next question or explanation.
    fileprivate var unansweredQuestions: [String] {
        var open: String?
        var unanswered: [String] = []
        for element in elements {
            switch element {
            case .result: open = nil
            case .prediction, .explanation:
                unanswered += [open].compactMap(\.self)
                if case .prediction(let question) = element { open = question } else { open = nil }
            case .code, .place, .notRun, .remark, .change: break
            }
        }
        return unanswered + [open].compactMap(\.self)
    }
}
