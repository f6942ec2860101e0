import Foundation
import Judging

/// A lesson on the site: its recorded page, and its teacher's guide.
struct SiteLesson {
    struct Part {
        let title: String
        let lines: [String]
    }

    /// A page of Markdown, cut at its headings of the second level.
    struct Page {
        let title: String
        let introduction: [String]
        var parts: [Part]

        init(_ markdown: String) {
            let page = MarkdownPage(markdown)
            let title = page.sections.first { $0.level == 1 }
            let steps = page.sections.filter { $0.level == 2 }
            let starts = steps.map(\.lines.lowerBound) + [page.lines.count]
            self.title = title?.heading ?? ""
            introduction = Array(
                page.lines[..<starts[0]].dropFirst((title?.lines.lowerBound ?? -1) + 1))
            parts = zip(steps, zip(starts, starts.dropFirst())).map { step, lines in
                Part(
                    title: step.heading, lines: Array(page.lines[lines.0..<lines.1].dropFirst()))
            }
        }
    }

    let number: String
    let page: Page
    /// The titles of the steps without their numbers, and of the parts after them.
    let stepTitles: [String]
    /// The teacher's notes, if there is a guide.
    let guide: Page?
    /// The time that a class needs, if the guide gives it.
    let time: LessonTime?
    /// The skill that the lesson teaches, in a sentence, if there is a guide.
    let goal: String?

    var file: String { "lesson-\(number).html" }
    /// The title without the number: `Nested and dynamic keys`.
    var name: String { page.title.replacing(#/^Lesson [0-9]+ · /#, with: "") }

    init(_ number: String, in workbook: WorkbookFolder) throws {
        let path = workbook.path(.pages, number)
        guard let markdown = workbook.text(path) else {
            throw CommandFailure(
                description: "\(path) is not there. swift run maintain record \(number) writes it.")
        }
        self.number = number
        let page = Page(markdown)
        let titles = page.parts.map { $0.title.replacing(/^[0-9]+\.\s/, with: "") }
        (self.page, stepTitles) = (page, titles)
        let guide = workbook.text(workbook.path(.guide, number))
        self.guide = guide.map { Page($0).guide(to: page, titles: titles) }
        let paragraphs = guide.flatMap { MarkdownPage($0).sections.first?.paragraphs } ?? []
        time = LessonTime(paragraphs)
        goal = TeacherGuide.goal(in: paragraphs)
    }
}
