import Foundation
import Judging

/// An exercise on the site: its stub, its hints, and other right answers.
struct SiteExercise {
    /// A part of the stub, from one `MARK` to the next, as Markdown.
    struct Part {
        /// The title: `Task 3 · Under a key of your own`.
        let title: String
        /// The number of the task; nil for a part that belongs to no task.
        let task: Int?
        /// The lines without the number of the task, which the title has already.
        let lines: [String]
        /// The hints in lines of Markdown, from a small one to nearly the whole answer.
        let hints: [[String]]
    }

    /// A right answer other than the solution.
    struct Way {
        let title: String
        /// The number of the task that it solves in another way; nil if it concerns several.
        let task: Int?
        /// What it is, in a sentence.
        let lead: String
        let lines: [String]
    }

    let number: String
    /// The title: `Exercise 07 · Rolling stock`.
    let title: String
    let introduction: [String]
    let parts: [Part]
    /// A summary, in lines of Markdown, to read after every task is right.
    let afterwards: [String]
    /// What the other ways have in common, in lines of Markdown.
    let aboutWays: [String]
    let otherWays: [Way]

    var file: String { "exercise-\(number).html" }
    /// The title without the number: `Rolling stock`.
    var name: String { title.replacing(#/^Exercise [0-9]+ · /#, with: "") }
    var waysFile: String { "exercise-\(number)-ways.html" }

    /// Reads the copy of the stub, so that the page does not depend on a learner's answer. The result is nil
    /// if there is no such copy.
    init?(_ number: String, in workbook: WorkbookFolder) {
        guard let stub = workbook.text(workbook.stubPath(number)) else { return nil }
        self.number = number
        title = WorkbookFolder.exerciseTitle(in: stub, number) ?? "Exercise \(number)"
        let hintsPage = workbook.text(workbook.hintsPath(number)) ?? ""
        let hints = Hints(hintsPage).tasks
        let hintParts = SiteLesson.Page(hintsPage).parts
        afterwards = hintParts.first { $0.title == "What to take away" }?.lines ?? []
        let stubParts = Self.parts(of: stub)
        introduction = stubParts[0].lines
        parts = stubParts.dropFirst().map { part in
            let task = Int(part.title.trimmingPrefix("Task "))
            let title = hintParts.first { $0.title.hasPrefix(part.title + " · ") }?.title
            return Part(
                title: task == nil ? part.title : title ?? part.title, task: task,
                lines: part.lines.map { String($0.trimmingPrefix(part.title + ". ")) },
                hints: task.flatMap { hints[$0] } ?? [])
        }
        let ways = workbook.text(workbook.path(.otherWays, number)) ?? ""
        let page = SiteLesson.Page(ways)
        aboutWays = page.introduction
        let solution = workbook.text(workbook.solutionPath(number)) ?? ""
        let sections = MarkdownPage(ways).sections.filter { $0.level == 2 }
        otherWays = zip(page.parts, sections).map { part, section in
            Way(
                title: part.title, task: Self.task(ofChange: section.blocks, in: solution),
                lead: Self.firstSentence(of: section.paragraphs.first ?? ""), lines: part.lines)
        }
    }

    /// Returns the only task that a change of the solution concerns, or nil if there is no such task.
    private static func task(ofChange blocks: [MarkdownPage.Block], in solution: String) -> Int? {
        let mark = "\n// MARK: - Task "
        guard let lines = blocks.first?.lines,
            let changed = try? WrittenChange(lines: lines).applied(to: solution)
        else { return nil }
        let parts = zip(
            solution.components(separatedBy: mark), changed.components(separatedBy: mark)
        ).filter { $0 != $1 }
        return parts.count == 1 ? Int(parts[0].0.prefix(while: \.isNumber)) : nil
    }

    private static func firstSentence(of paragraph: String) -> String {
        paragraph.firstRange(of: ". ").map { "\(paragraph[..<$0.lowerBound])." } ?? paragraph
    }

    /// Returns the stub as Markdown. Comments at the beginning of a line are prose, and the lines between
    /// them are code. The first part is everything above the first `MARK`, without the imports and the
    /// title.
    static func parts(of stub: String) -> [SiteLesson.Part] {
        var parts: [(title: String, lines: [String])] = [("", [])]
        var code: [String] = []
        func endCode() {
            while code.last?.isEmpty == true { code.removeLast() }
            if !code.isEmpty {
                parts[parts.count - 1].lines += ["", "```swift"] + code + ["```", ""]
            }
            code = []
        }
        let lines = WrittenChange.lines(of: stub).drop { !$0.hasPrefix("//") }.dropFirst()
        for line in lines {
            if line.hasPrefix("// MARK: - ") {
                endCode()
                parts.append((String(line.dropFirst("// MARK: - ".count)), []))
            } else if line.hasPrefix("//") {
                endCode()
                let prose = line.trimmingPrefix { $0 == "/" }
                parts[parts.count - 1].lines.append(String(prose.trimmingPrefix(" ")))
            } else if line.isEmpty, code.isEmpty {
                parts[parts.count - 1].lines.append("")
            } else {
                code.append(line)
            }
        }
        endCode()
        return parts.map { SiteLesson.Part(title: $0.title, lines: $0.lines) }
    }
}
