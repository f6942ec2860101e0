import ExerciseConventions
import Judging
import Walkthrough

// A sheet of questions for the first minutes of an hour.
extension Site {
    var reviewFile: String { "review-\(arguments.seed).html" }

    /// Returns a page with twelve questions from as many lessons as possible. The same seed gives the same
    /// questions.
    ///
    /// - Parameter complain: A closure that takes a message about each lesson that is left out.
    func review(complain: (String) -> Void) -> SitePage {
        let all = ReviewQuestions(of: workbook)
        var random = SeededGenerator(state: arguments.seed)
        // One question for each step, among those that are short enough for a sheet of paper.
        let steps = LessonStep.allCases.filter { $0.lesson <= arguments.last }
        let questions = steps.compactMap {
            all.of($0).filter(isShort).randomElement(using: &random)
        }.shuffled(using: &random)
        all.problems.forEach(complain)
        // First one question from each lesson, then a second one from each.
        let turns = questions.enumerated().map { place, question in
            questions[..<place].count { $0.step.lesson == question.step.lesson }
        }
        let mixed = zip(questions, turns).sorted { $0.1 < $1.1 }.prefix(12).map(\.0)
        var markdown = MarkdownHTML(
            showsAnswers: arguments.showsAnswers, references: references(on: reviewFile))
        let parts = zip(1..., mixed).map { number, question in
            let step = "Lesson \(question.step.lesson), step \(question.step.number)"
            return SitePage.Part(
                anchor: "question-\(number)",
                title: InlineHTML().html(of: "\(step) · \(question.step.title)"),
                html: markdown.html(of: lines(of: question)))
        }
        return SitePage(
            file: reviewFile, number: nil, title: "Review · \(parts.count) questions",
            introduction: [], parts: parts,
            end: arguments.showsAnswers ? [] : answerSheet(markdown))
    }

    /// Returns a Boolean value that indicates whether a question is short enough for a sheet of paper. A demo
    /// may be longer, because it needs both the page and its change.
    private func isShort(_ question: ReviewQuestion) -> Bool {
        lines(of: question).prefix { !$0.hasPrefix("<details>") }
            .count { !$0.isEmpty && !$0.hasPrefix("```") }
            <= (question.name.hasPrefix("demo: ") ? 28 : 18)
    }

    /// Returns the page of a question as lines of Markdown, without its heading.
    private func lines(of question: ReviewQuestion) -> [String] {
        let markdown = MarkdownRenderer().text(of: question.page, in: [])
        return Array(WrittenChange.lines(of: markdown).dropFirst(2))
    }
}
