import ExerciseConventions
import Judging
import Walkthrough

// A sheet of questions for the first minutes of an hour.
extension Site {
    var reviewFile: String { "review-\(arguments.seed).html" }

    /// Twelve questions of as many lessons as there are, the same ones for the same seed.
    ///
    /// - Parameter complain: Is told which lessons are left out, and why.
    func review(complain: (String) -> Void) -> SitePage {
        let all = ReviewQuestions(of: workbook)
        var random = SeededGenerator(state: arguments.seed)
        // One for each step, of those that fit one sheet of paper with room for an answer.
        let steps = LessonStep.allCases.filter { $0.lesson <= arguments.last }
        let questions = steps.compactMap {
            all.of($0).filter(isShort).randomElement(using: &random)
        }.shuffled(using: &random)
        all.problems.forEach(complain)
        // One of each lesson, then a second one of each.
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

    /// A demo needs the page and its change.
    private func isShort(_ question: ReviewQuestion) -> Bool {
        lines(of: question).prefix { !$0.hasPrefix("<details>") }
            .count { !$0.isEmpty && !$0.hasPrefix("```") }
            <= (question.name.hasPrefix("demo: ") ? 28 : 18)
    }

    /// The page of a question as Markdown, without its heading.
    private func lines(of question: ReviewQuestion) -> [String] {
        let text = MarkdownRenderer().text(of: question.page, in: [])
        return Array(WrittenChange.lines(of: text).dropFirst(2))
    }
}
