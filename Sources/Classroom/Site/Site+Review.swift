import ExerciseConventions
import Judging
import Walkthrough

// A sheet of questions for the first minutes of an hour.
extension Site {
    var reviewFile: String { "review-\(arguments.seed).html" }

    /// Returns a page with mixed questions from as many lessons as possible. The same seed gives the same
    /// questions.
    ///
    /// - Parameter complain: A closure that takes a message about each lesson that is left out.
    func review(complain: (String) -> Void) -> SitePage {
        let all = ReviewQuestions(of: workbook)
        var random = SeededGenerator(state: arguments.seed)
        let steps = LessonStep.allCases.filter { $0.lesson <= arguments.last }
        let most = arguments.count == nil ? Self.mostHeight : .infinity
        let questions = steps.compactMap { step in
            all.of(step).filter { height(of: $0) <= most }.randomElement(using: &random)
        }.shuffled(using: &random)
        all.problems.forEach(complain)
        // First one question from each lesson, then a second one from each. One that leaves room for
        // the other lessons comes before one that does not.
        let lessons = Set(questions.map(\.step.lesson)).count
        let share = Self.room.reduce(0, +) / Double(max(lessons, 1))
        let ordered =
            questions.filter { height(of: $0) <= share }
            + questions.filter { height(of: $0) > share }.sorted { height(of: $0) < height(of: $1) }
        let turns = ordered.enumerated().map { place, question in
            ordered[..<place].count { $0.step.lesson == question.step.lesson }
        }
        let mixed = zip(ordered, turns).sorted { $0.1 < $1.1 }.map(\.0)
        let chosen = arguments.count.map { Array(mixed.prefix($0)) } ?? onOneSheet(mixed)
        let references = references(on: reviewFile)
        var markdown = MarkdownHTML(
            showsAnswers: arguments.showsAnswers, references: references)
        let parts = zip(1..., chosen).map { number, question in
            let step = "Lesson \(question.step.lesson), step \(question.step.number)"
            return SitePage.Part(
                anchor: "question-\(number)",
                title: InlineHTML().html(of: "\(step) · \(question.step.title)"),
                html: markdown.html(of: lines(of: question)))
        }
        let named = Set(chosen.map(\.step.lesson)).sorted().joined(separator: ", ")
        return SitePage(
            file: reviewFile, number: nil, title: "Review · Lessons \(named)",
            introduction: [], parts: parts,
            end: arguments.showsAnswers ? [] : answerSheet(markdown))
    }

    /// The height of the tallest question on one sheet, in points: two have to fit on each side.
    private static let mostHeight = 310.0

    /// The height of each side of a sheet, in points. A Letter has the least, and the name and the title
    /// take some of the first side.
    private static let room = [620.0, 660]

    /// Returns the first questions that fit on the two sides of a sheet of paper.
    private func onOneSheet(_ questions: [ReviewQuestion]) -> [ReviewQuestion] {
        var room = Self.room
        var sides: [[ReviewQuestion]] = [[], []]
        for question in questions {
            let height = height(of: question)
            guard let side = room.firstIndex(where: { $0 >= height }) else { continue }
            room[side] -= height
            sides[side].append(question)
        }
        return Array(sides.joined())
    }

    /// Returns about how much room a question takes on paper, in points, with the lines to write on.
    private func height(of question: ReviewQuestion) -> Double {
        var height = 75.0
        var isCode = false
        for line in lines(of: question).prefix(while: { !$0.hasPrefix("<details>") }) {
            if line.hasPrefix("```") {
                isCode.toggle()
                height += 8
            } else if isCode {
                height += 11
            } else if !line.isEmpty {
                height += 14 * (Double(line.count) / 100).rounded(.up) + 3
            }
        }
        return height
    }

    /// Returns the page of a question as lines of Markdown, without its heading.
    private func lines(of question: ReviewQuestion) -> [String] {
        let markdown = MarkdownRenderer().text(of: question.page, in: [])
        return Array(WrittenChange.lines(of: markdown).dropFirst(2))
    }
}
