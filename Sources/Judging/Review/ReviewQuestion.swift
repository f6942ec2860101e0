import ExerciseConventions
import Foundation
import Walkthrough

/// A question about a step of a lesson that can be asked without a build. It is one of the lesson's
/// own questions, or a demo of the teacher's guide.
package struct ReviewQuestion: Sendable {
    /// The step.
    package let step: LessonStep
    /// The name of the question, which is unique in its step: `question 2`, `demo: whole seconds`.
    package let name: String
    /// The page of the step. The last question on the page is this one, and the lines below it are
    /// the answer.
    package var page: Page
}

/// The questions of lessons. Each lesson is read when its questions are needed for the first time.
package final class ReviewQuestions {
    private let workbook: WorkbookFolder
    /// The questions of the lessons that have been read, by the lessons' numbers.
    private var questionsByLesson: [String: [ReviewQuestion]] = [:]
    /// The reasons why some steps have no questions, a line for each step.
    package private(set) var problems: [String] = []

    /// Creates the questions of a workbook's lessons.
    package init(of workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// Returns the questions about a step. The result is empty if the step has changed since it was
    /// recorded, because its results are then unknown.
    package func of(_ step: LessonStep) -> [ReviewQuestion] {
        let questions = questionsByLesson[step.lesson] ?? questions(ofLesson: step.lesson)
        questionsByLesson[step.lesson] = questions
        return questions.filter { $0.step == step }
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
            let pages = zip(1..., page.questions).map { ("question \($0)", $1) }
            return (pages + demos.map { ("demo: \($0.name)", page.asking($0)) })
                .map { ReviewQuestion(step: step, name: $0, page: $1) }
        }
    }
}

// MARK: - Pages

extension Page {
    /// The page once for each of its questions. The question is the last one on its page, and the
    /// questions above it are shown as remarks.
    fileprivate var questions: [Page] {
        elements.indices.filter { elements[$0].question != nil }.map { place in
            var below = elements[(place + 1)...].prefix { $0.question == nil }
            // Code below the explanation belongs to the next question.
            while below.last?.isCode == true { below.removeLast() }
            var page = self
            page.elements =
                elements[..<place].map {
                    $0.question.map { .remark("Earlier question: \($0)") } ?? $0
                }
                + [elements[place]] + below
            return page
        }
    }

    /// Returns the page with the change of a demo below its code. The explanations of the code are
    /// left out, because the reader should know them.
    fileprivate func asking(_ demo: TeacherGuide.Demo) -> Page {
        let lines = demo.quotation.map { demo.promisesError ? "✘ \($0)" : $0 }
        // The comments of a change only say where it belongs. The indentation is removed, because a
        // page shows code without it.
        var change = demo.change.lines.filter {
            !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
        }
        if change.allSatisfy({
            $0.isEmpty || $0.hasPrefix("@@") || $0.dropFirst().hasPrefix("    ")
        }) {
            change = change.map { $0.hasPrefix("@@") ? $0 : String($0.prefix(1) + $0.dropFirst(5)) }
        }
        // A guide quotes a terminal with 80 columns, without the first column.
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
