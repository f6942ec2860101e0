import ExerciseConventions
import Judging
import Walkthrough

// A sheet of questions for the first minutes of an hour.
extension Site {
    var reviewFile: String { "review-\(arguments.seed).html" }

    /// Returns a page with mixed questions from as many lessons as possible, each with code that is whole
    /// without the lesson. The same seed gives the same questions.
    ///
    /// - Parameter complain: A closure that takes a message about each lesson that is left out.
    func review(complain: (String) -> Void) -> SitePage {
        let all = ReviewQuestions(of: workbook)
        var random = SeededGenerator(state: arguments.seed)
        let steps = LessonStep.allCases.filter { Int($0.lesson) ?? 0 <= arguments.last }
        let files = ["Lessons", "Sources/LaunchesApp"].flatMap(workbook.files)
        let names = Set(
            files.filter { $0.hasSuffix(".swift") }.compactMap(workbook.text)
                .flatMap(ReviewQuestion.declaredNames))
        let most = arguments.count == nil ? Self.mostHeight : .infinity
        let candidates = steps.map { step in
            let most = step.lesson == lastLesson ? max(most, Self.room[0]) : most
            return all.of(step).filter { $0.isWhole(names) && height(of: $0) <= most }
        }
        all.problems.forEach(complain)
        // Of several draws, the one with the most questions: which of them fit depends on their order.
        let draws = (0..<Self.draws).map { _ in
            let questions = candidates.compactMap { $0.randomElement(using: &random) }
            return inTurns(questions.shuffled(using: &random))
        }
        let chosen = draws.reversed().max { $0.count < $1.count } ?? []
        let references = references(on: reviewFile)
        var markdown = MarkdownHTML(
            showsAnswers: arguments.showsAnswers, references: references)
        let places = chosen.map { "Lesson \($0.step.lesson), step \($0.step.number)" }
        let parts = zip(chosen, places).enumerated().map { index, pair in
            let (question, place) = pair
            return SitePage.Part(
                anchor: "question-\(index + 1)",
                title: InlineHTML().html(of: "\(place) · \(question.step.title)"),
                html: markdown.html(of: lines(of: question)))
        }
        let named = Set(chosen.map(\.step.lesson)).sorted().joined(separator: ", ")
        return SitePage(
            file: reviewFile, number: nil, title: "Review · Lessons \(named)",
            introduction: arguments.showsAnswers ? [] : [Self.linkToAnswers], parts: parts,
            end: arguments.showsAnswers ? [] : answerSheet(markdown, places: places))
    }

    /// The number of the lesson that was read last: `05`.
    private var lastLesson: String {
        arguments.last < 10 ? "0\(arguments.last)" : "\(arguments.last)"
    }

    /// The number of draws of which the best one becomes the sheet.
    private static let draws = 12

    /// Returns the questions of the sheet: one from each lesson, the one that was read last first, and then
    /// a second one from each.
    private func inTurns(_ questions: [ReviewQuestion]) -> [ReviewQuestion] {
        let all =
            questions.filter { $0.step.lesson == lastLesson }
            + questions.filter { $0.step.lesson != lastLesson }
        let turns = all.enumerated().map { place, question in
            all[..<place].count { $0.step.lesson == question.step.lesson }
        }
        let sorted = zip(all, turns).sorted { $0.1 < $1.1 }.map(\.0)
        return arguments.count.map { Array(sorted.prefix($0)) } ?? onOneSheet(sorted)
    }

    /// The height of the tallest question on one sheet, in points: it leaves room for another one.
    private static let mostHeight = 400.0

    /// The height of each side of a sheet, in points. A Letter has the least, and the name and the title
    /// take some of the first side.
    private static let room = [615.0, 650]

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
        // The heading, and the lines to write on.
        var height = 52.0
        var isCode = false
        for line in lines(of: question).prefix(while: { !$0.hasPrefix("<details>") }) {
            if line.hasPrefix("```") {
                isCode.toggle()
                height += 4.5
            } else if isCode {
                height += 12
            } else if !line.isEmpty, !line.hasPrefix("[") {
                height += 14 * (Double(line.count) / 100).rounded(.up) + 4
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

extension ReviewQuestion {
    /// Returns the names of the types and functions that code declares, and of its outermost constants.
    fileprivate static func declaredNames(in code: String) -> [Substring] {
        code.matches(
            of:
                /(?m)(?:^(?:let|var|func) |\b(?:struct|class|enum|actor|protocol|typealias) (?=[A-Z]))(\w+)/
        ).map(\.1)
    }

    /// Returns a Boolean value that indicates whether the code of the question declares each name that
    /// it uses and a lesson declares.
    ///
    /// - Parameter names: The names that the lessons declare.
    fileprivate func isWhole(_ names: Set<Substring>) -> Bool {
        var highlighting = CodeHighlighting(.swift)
        let code = page.elements.flatMap { element -> [String] in
            switch element {
            case .code(let line), .notRun(let line): [line]
            case .change(let lines): lines.map { String($0.dropFirst()) }
            default: []
            }
        }.map { line in
            highlighting.spans(of: line).filter { ![.string, .comment].contains($0.kind) }
                .map(\.text).joined()
        }.joined(separator: "\n")
        // What follows a dot is a member, and the type is a name of its own.
        let used = Set(code.matches(of: /\.?\b[A-Za-z_]\w*/).map(\.output))
        return used.intersection(names).isSubset(of: Self.declaredNames(in: code))
    }
}
