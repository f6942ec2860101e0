import ExerciseConventions
import Judging
import Walkthrough

// A sheet of questions for the first minutes of an hour.
extension Site {
    /// Twelve questions of as many lessons as there are: the same ones for the same seed.
    ///
    /// - Parameter problems: Is told which lessons are left out, and why.
    func review(_ problems: (String) -> Void) -> SitePage {
        let all = ReviewQuestions(of: workbook)
        var random = SeededGenerator(state: arguments.seed)
        let numbers = lessons.map(\.number).filter { $0 <= arguments.last }
        let one = LessonStep.allCases.filter { numbers.contains($0.lesson) }
            .compactMap { all.of($0).randomElement(using: &random) }.shuffled(using: &random)
        all.problems.forEach(problems)
        // One of each lesson, then a second one of each.
        let turns = one.enumerated().map { place, question in
            one[..<place].count { $0.step.lesson == question.step.lesson }
        }
        let mixed = zip(one, turns).sorted { $0.1 < $1.1 }.prefix(12).map(\.0)
            .shuffled(using: &random)

        let file = "review-\(arguments.seed).html"
        var markdown = MarkdownHTML(
            showsAnswers: arguments.showsAnswers, references: references(on: file))
        let parts = mixed.enumerated().map { index, question in
            let text = MarkdownRenderer().text(of: question.page, in: [])
            let step = "Lesson \(question.step.lesson), step \(question.step.number)"
            return SitePage.Part(
                anchor: "question-\(index + 1)",
                title: InlineHTML().html(of: "\(step) · \(question.step.title)"),
                html: markdown.html(of: Array(WrittenChange.lines(of: text).dropFirst())))
        }
        return SitePage(
            file: file, number: nil, title: "Review · \(parts.count) questions", introduction: [],
            parts: parts, end: arguments.showsAnswers ? [] : answerSheet(markdown))
    }
}
