import Foundation
import Judging

/// What the site says of an exercise: the text of its stub, the hints, and other right answers.
struct SiteExercise {
    /// A part of the stub, from one `MARK` to the next, as Markdown.
    struct Part {
        /// `Task 3 · Under a key of your own`
        let title: String
        /// nil for what belongs to no task.
        let task: Int?
        let lines: [String]
        /// From a nudge to nearly the answer, each in lines of Markdown.
        let hints: [[String]]
    }

    let number: String
    /// `Exercise 07 · Rolling stock`
    let title: String
    let introduction: [String]
    let parts: [Part]
    /// What to take away once it is right.
    let afterwards: [String]
    let otherWays: [SiteLesson.Part]

    var file: String { "exercise-\(number).html" }
    /// `Rolling stock`
    var name: String { title.replacing(#/^Exercise [0-9]+ · /#, with: "") }
    func file(ofWay position: Int) -> String { "exercise-\(number)-way-\(position + 1).html" }

    /// Reads the copy of the stub: whatever a learner has made of the exercise, the page is the same.
    /// nil where there is none.
    init?(_ number: String, in workbook: WorkbookFolder) {
        guard let stub = workbook.text(workbook.stubPath(number)) else { return nil }
        self.number = number
        title = WorkbookFolder.exerciseTitle(in: stub, number) ?? "Exercise \(number)"
        let hintsText = workbook.text(workbook.hintsPath(number)) ?? ""
        let hints = Hints(hintsText).tasks
        let sections = SiteLesson.Page(hintsText).parts
        afterwards = sections.first { $0.title == "What to take away" }?.lines ?? []
        let text = Self.parts(of: stub)
        introduction = text[0].lines
        parts = text.dropFirst().map { part in
            let task = Int(part.title.trimmingPrefix("Task "))
            let title = sections.first { $0.title.hasPrefix(part.title + " · ") }?.title
            return Part(
                title: task == nil ? part.title : title ?? part.title, task: task,
                lines: part.lines, hints: task.flatMap { hints[$0] } ?? [])
        }
        otherWays = SiteLesson.Page(workbook.text(workbook.path(.otherWays, number)) ?? "").parts
    }

    /// The stub as Markdown: comments that stand at the beginning of a line are prose, and what is
    /// between them is code. The first part is what stands above the first `MARK`, without the imports
    /// and the title.
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
                let text = line.trimmingPrefix { $0 == "/" }
                parts[parts.count - 1].lines.append(String(text.trimmingPrefix(" ")))
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
