import ExerciseConventions
import Walkthrough

/// A question about a step of a lesson that nothing has to be built for: the lesson's own, or a demo of
/// the teacher's guide.
package struct ReviewQuestion: Sendable {
    package let step: LessonStep
    /// What tells it from the others of its step: `question 2`, `demo: whole seconds`.
    package let name: String
    /// The page of the step. The last question on it is this one, and what comes below answers it.
    package var page: Page
}

/// The questions of lessons, each lesson read when somebody first asks for it.
package final class ReviewQuestions {
    private let workbook: WorkbookFolder
    private var known: [String: [ReviewQuestion]] = [:]
    /// Why there are none about some steps, a line for each.
    package private(set) var problems: [String] = []

    package init(of workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// The questions about a step; none where it has changed since it was recorded, as nobody knows what
    /// comes out of it now.
    package func of(_ step: LessonStep) -> [ReviewQuestion] {
        let all = known[step.lesson] ?? questions(ofLesson: step.lesson)
        known[step.lesson] = all
        return all.filter { $0.step == step }
    }

    private func questions(ofLesson number: String) -> [ReviewQuestion] {
        let path = { [workbook] (file: LessonFile) in workbook.path(file, number) }
        let lesson = RecordedLesson(number, in: workbook)
        let steps = LessonStep.allCases.filter { $0.lesson == number }
        let guide = TeacherGuide(
            workbook.text(path(.guide)) ?? "", of: number, steps: steps.map(\.title),
            wrongAnswers: [])
        return steps.prefix(lesson.stepCount).flatMap { step -> [ReviewQuestion] in
            guard let page = lesson.page(step: step.number) else {
                problems.append(
                    "\(step.rawValue), is left out: it is not as \(path(.pages)) shows it. To bring it "
                        + "back: git restore \(path(.lesson)). To record it anew: swift run maintain "
                        + "record \(number)")
                return []
            }
            let demos = guide.demos.filter { $0.step == step.number && $0.isQuestion }
            let own = zip(1..., page.questions).map { ("question \($0)", $1) }
            return (own + demos.map { ("demo: \($0.name)", page.asking($0)) })
                .map { ReviewQuestion(step: step, name: $0, page: $1) }
        }
    }
}

// MARK: - Pages

extension Page {
    /// The page once for each of its questions, which is the last one there. Those above are not asked.
    fileprivate var questions: [Page] {
        elements.indices.filter { elements[$0].question != nil }.map { place in
            var below = elements[(place + 1)...].prefix { $0.question == nil }
            // Code below the explanation is there for the next question.
            while below.last?.isCode == true { below.removeLast() }
            var page = self
            page.elements =
                elements[..<place].map { $0.question.map { .remark("Predict: \($0)") } ?? $0 }
                + [elements[place]] + below
            return page
        }
    }

    /// The page with the change of a demo below its code. What explains the code is what the reader
    /// should know.
    fileprivate func asking(_ demo: TeacherGuide.Demo) -> Page {
        let lines = demo.quotation.map { demo.promisesError ? "✘ \($0)" : $0 }
        // Comments only say where a change belongs, and a page leaves the indentation out.
        var change = demo.change.lines.filter { !PageText.trimmed($0).hasPrefix("//") }
        if change.allSatisfy({
            $0.isEmpty || $0.hasPrefix("@@") || $0.dropFirst().hasPrefix("    ")
        }) {
            change = change.map { $0.hasPrefix("@@") ? $0 : String($0.prefix(1) + $0.dropFirst(5)) }
        }
        // A guide quotes a terminal of 80 columns, without the first of them.
        let result = MarkdownRenderer.unbroken(lines, width: 79)
        var page = self
        page.elements.removeAll { $0.question != nil || $0.isExplanation }
        page.elements += [
            .explanation(["With this change:"]), .change(change),
            .prediction("The same code with this change: what comes out now?"),
            .result(StepResult(line: nil, content: .recorded(result))),
            .explanation([demo.explanation]),
        ]
        return page
    }
}
