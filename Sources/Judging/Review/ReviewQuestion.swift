import ExerciseConventions
import Walkthrough

/// A question about a step of a lesson that nothing has to be built for: the lesson's own, or a demo of
/// the teacher's guide.
package struct ReviewQuestion: Sendable {
    package let step: LessonStep
    /// What tells it from the others of its step: `question 2`, `demo: whole seconds`.
    package let name: String
    /// The page of the step. The last question on it is this one, and what comes below answers it.
    package let page: Page
}

/// The questions of lessons, each lesson read when somebody first asks for it.
package final class ReviewQuestions {
    private let workbook: WorkbookFolder
    private var known: [String: [ReviewQuestion]] = [:]
    /// Why there are none of some lessons, a line each.
    package private(set) var problems: [String] = []

    package init(of workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// The steps that the record of a lesson has. To know them takes no time.
    package func steps(ofLesson number: String) -> [LessonStep] {
        let record = workbook.text(workbook.path(.pages, number)) ?? ""
        let headings = record.split(separator: "\n").filter { $0.hasPrefix("## ") }
        return headings.compactMap { heading in
            let title = heading.split(separator: ". ", maxSplits: 1).last ?? ""
            return LessonStep(rawValue: "lesson \(number), \(title)")
        }
    }

    /// The questions about a step; none where its lesson has changed since it was recorded.
    package func of(_ step: LessonStep) -> [ReviewQuestion] {
        let all = known[step.lesson] ?? questions(ofLesson: step.lesson)
        known[step.lesson] = all
        return all.filter { $0.step == step }
    }

    private func questions(ofLesson number: String) -> [ReviewQuestion] {
        do {
            let lesson = try RecordedLesson(number, in: workbook)
            let titles = lesson.pages.map(\.title)
            let guide = TeacherGuide(
                workbook.text(workbook.path(.guide, number)) ?? "", of: number, steps: titles,
                wrongAnswers: [])
            return lesson.pages.enumerated().flatMap { index, page -> [ReviewQuestion] in
                let name = "lesson \(number), \(page.title)"
                guard let step = LessonStep(rawValue: name) else { return [] }
                let demos = guide.demos.filter {
                    // One that no longer fits the file is a problem of who maintains it.
                    $0.step == index + 1 && $0.isQuestion
                        && (try? $0.change.applied(to: lesson.source)) != nil
                }
                let own = Self.pagesOfQuestions(page).enumerated().map {
                    ("question \($0 + 1)", $1)
                }
                return (own + demos.map { ("demo: \($0.name)", Self.page(page, of: $0)) })
                    .map { ReviewQuestion(step: step, name: $0, page: $1) }
            }
        } catch {
            problems.append(error.description)
            return []
        }
    }

    /// The page once for each of its questions, which is the last one there. Those above are not asked.
    private static func pagesOfQuestions(_ page: Page) -> [Page] {
        page.elements.indices.filter { page.elements[$0].isPrediction }.map { place in
            let above = page.elements[..<place].map { element -> Page.Element in
                guard case .prediction(let words) = element else { return element }
                return .remark("Predict: \(words)")
            }
            var below = page.elements[(place + 1)...].prefix { !$0.isPrediction }
            // Code below the explanation is there for the next question.
            while let last = below.last, last.isCode { below.removeLast() }
            var copy = page
            copy.elements = above + [page.elements[place]] + below
            return copy
        }
    }

    /// The lines of a change, without the indentation that a page leaves out too, and without the comments
    /// that only say where it belongs.
    private static func shown(_ change: WrittenChange) -> [String] {
        let lines = change.lines.filter { !PageText.trimmed($0).hasPrefix("//") }
        let isShifted = lines.allSatisfy {
            $0.isEmpty || $0.hasPrefix("@@") || $0.dropFirst().prefix(4).allSatisfy { $0 == " " }
        }
        guard isShifted else { return lines }
        return lines.map { $0.hasPrefix("@@") ? $0 : String($0.prefix(1) + $0.dropFirst(5)) }
    }

    /// The page with the change of a demo below its code. What explains the code is what the reader
    /// should know.
    private static func page(_ page: Page, of demo: TeacherGuide.Demo) -> Page {
        var copy = page
        copy.elements.removeAll { element in
            if case .explanation = element { true } else { element.isPrediction }
        }
        // Some guides quote a page with its first column.
        let isWhole = demo.quotation.contains { $0.hasPrefix(" →") || $0.hasPrefix(" ✘") }
        let lines = demo.quotation.map { isWhole ? String($0.dropFirst()) : $0 }
            .filter { !$0.hasPrefix("│") }
            .map { demo.promisesError ? "✘ \($0)" : $0 }
        // A guide quotes a terminal of 80 columns, without the first of them.
        let result = MarkdownRenderer.unbroken(lines, width: 79)
        copy.elements += [
            .explanation(["With this change:"]), .change(shown(demo.change)),
            .prediction("The same code with this change: what comes out now?"),
            .result(StepResult(line: nil, content: .recorded(result))),
            .explanation([demo.explanation]),
        ]
        return copy
    }
}

extension Page.Element {
    fileprivate var isPrediction: Bool { if case .prediction = self { true } else { false } }

    fileprivate var isCode: Bool {
        switch self {
        case .code, .place: true
        default: false
        }
    }
}
