import DecodingExplainer
import ExerciseConventions
import Foundation
import Judging
import Walkthrough

/// `workbook review`: asks about what was read a while ago.
struct Review {
    private let workbook: WorkbookFolder
    private let arguments: ReviewArguments
    private let day: Day
    private let terminal: Terminal
    private let questions: ReviewQuestions
    private let record: ReviewRecord
    /// The steps of the lessons that may be asked about.
    private let topics: [ReviewTopic]

    /// - Throws: ``ReviewRecord/Failure``, and ``UsageError`` where nobody knows the date.
    init(
        _ arguments: ReviewArguments, in workbook: WorkbookFolder, on terminal: Terminal = .current
    ) throws {
        guard let day = arguments.day ?? Day.today else {
            throw UsageError(description: "The date is not known: review --date 2026-12-01")
        }
        (self.workbook, self.arguments) = (workbook, arguments)
        (self.day, self.terminal) = (day, terminal)
        record = try ReviewRecord(in: workbook)
        let questions = ReviewQuestions(of: workbook)
        let lessons =
            arguments.lesson.map { [$0] }
            ?? workbook.exercises.filter { HintMemory(number: $0, workbook: workbook).hasBegun }
        let answers = Dictionary(grouping: record.answers, by: \.step)
        topics = lessons.flatMap(questions.steps).map {
            ReviewTopic(step: $0, answers: answers[$0] ?? [])
        }
        self.questions = questions
    }

    /// - Returns: True: not to know something is no failure.
    func run() throws -> Bool {
        // At the end: a screen would take the place of what was said before it.
        defer { (questions.problems + record.problems).forEach(Console.complain) }
        let chosen = chosen
        if topics.isEmpty {
            try Console.print([
                "There is nothing to review yet. You are asked about a lesson once a task of its",
                "exercise is right. What is next: swift run workbook",
            ])
        } else if arguments.isList {
            try Console.print(list)
        } else if chosen.isEmpty {
            try Console.print([
                "Nothing is due. \(Self.next(topics, on: day))",
                "To be asked all the same: swift run workbook review --all",
            ])
        } else if terminal.isInteractive {
            try ask(chosen)
        } else {
            try printAll(chosen)
        }
        return true
    }

    /// What the overview says, where anything is due.
    static func dueLines(in workbook: WorkbookFolder) -> [String] {
        guard let review = try? Review(ReviewArguments([], in: workbook), in: workbook),
            let words = due(review.topics, on: review.day)
        else { return [] }
        return ["", "\(words): swift run workbook review"]
    }

    /// How many topics are due; nil where none is.
    private static func due(_ topics: [ReviewTopic], on day: Day) -> String? {
        let due = topics.due(on: day)
        let new = due.count { $0.answers.isEmpty }
        let counts = [(due.count - new, "due"), (new, "new")].filter { $0.0 > 0 }
        let words = counts.enumerated().map { index, count in
            let topics = index > 0 ? "" : count.0 == 1 ? " topic" : " topics"
            return "\(count.0)\(topics) \(count.0 == 1 ? "is" : "are") \(count.1)"
        }
        return words.isEmpty ? nil : words.joined(separator: " and ")
    }

    private static func words(days: Int) -> String {
        days == 1 ? "tomorrow" : "in \(days) days"
    }

    /// When the next one comes, of topics of which none is due.
    private static func next(_ topics: [ReviewTopic], on day: Day) -> String {
        let days = topics.compactMap { $0.days(after: day) }
        guard let soonest = days.min() else { return "" }
        let count = days.count { $0 == soonest }
        return "Next: \(count == 1 ? "1 topic" : "\(count) topics") \(words(days: soonest))."
    }

    /// A question for each topic that is asked: of those that its step has, the one that was not asked
    /// for the longest time.
    var chosen: [ReviewQuestion] {
        let topics = topics.inOrder(on: day)
        let asked = arguments.asksEarly ? topics : topics.due(on: day)
        // No lesson is read that nobody is asked about: the first question is not to wait for it.
        let chosen = asked.lazy.compactMap { topic in
            let last = { (question: ReviewQuestion) in
                topic.answers.lastIndex { $0.question == question.name } ?? -1
            }
            return questions.of(topic.step).min { last($0) < last($1) }
        }
        return Array(chosen.prefix(arguments.count))
    }

    /// The pages of questions, which say how many there are.
    private func pages(_ chosen: [ReviewQuestion]) -> [Page] {
        chosen.enumerated().map { index, question in
            var page = question.page
            page.position = "question \(index + 1) of \(chosen.count)"
            return page
        }
    }

    // MARK: - At a terminal

    private func ask(_ chosen: [ReviewQuestion]) throws {
        // Nobody is to answer in vain.
        try ReviewRecord.append(nil, in: workbook)
        var given: [ReviewAnswer] = []
        try Interruption.saying {
            RawMode.end()
            try? Console.write("\r\u{1B}[2KWhat you have answered is kept.\n")
        } during: {
            let keyboard = Keyboard()
            let reader = ScreenReader(keyboard, handlesSignals: false)
            for (question, page) in zip(chosen, pages(chosen)) {
                let key = reader.choice(
                    keyboard, on: page, ["1": "knew it", "2": "nearly", "3": "no"])
                guard let recall = key.flatMap(Recall.init) else { return }
                let answer = ReviewAnswer(
                    day: day, step: question.step, question: question.name, recall: recall)
                try ReviewRecord.append(answer, in: workbook)
                given.append(answer)
                if recall == .no {
                    let words = "Read again: \(question.step.command)"
                    let end = given.count < chosen.count ? "next question" : "end"
                    if !reader.goesOn(keyboard, from: page, saying: words, to: end) { return }
                }
            }
        }
        try Console.print(summary(given))
    }

    private func summary(_ given: [ReviewAnswer]) -> [String] {
        func count(_ recall: Recall) -> Int { given.count { $0.recall == recall } }
        let counts = "\(count(.knew)) known, \(count(.nearly)) nearly, \(count(.no)) not known."
        let again = given.filter { $0.recall == .no }.map {
            "Read again \($0.step.rawValue): \($0.step.command)"
        }
        let after = topics.map { topic in
            ReviewTopic(
                step: topic.step, answers: topic.answers + given.filter { $0.step == topic.step })
        }
        let due = Self.due(after, on: day) ?? "Nothing is due. \(Self.next(after, on: day))"
        return (given.isEmpty ? [] : ["", counts]) + again
            + [due.hasSuffix(".") ? due : due + "."]
    }

    // MARK: - Without one

    /// The questions, and then their answers.
    private func printAll(_ chosen: [ReviewQuestion]) throws {
        let renderer = TerminalRenderer(for: terminal)
        let parts = pages(chosen).map(renderer.parts)
        let answers = zip(1..., zip(chosen, parts)).map { number, part in
            "\nQuestion \(number): \(part.0.step.rawValue)\n" + part.1.dropFirst().joined()
        }
        try Console.write(
            parts.map { $0[0] + "\n" }.joined() + terminal.paint("Answers", .title) + "\n"
                + answers.joined())
    }

    /// Every topic, with a bar that is the longer the later it comes.
    private var list: [String] {
        let cells = ReviewTopic.rests.count
        let widest = topics.map { DisplayText.width(of: $0.step.title) }.max() ?? 0
        let width = min(widest, max(terminal.width - cells - 18, 8))
        var lines: [String] = []
        let topics = topics.filter { !questions.of($0.step).isEmpty }
        for (index, topic) in topics.enumerated() {
            if index == 0 || topics[index - 1].step.lesson != topic.step.lesson {
                let heading = questions.of(topic.step)[0].page.lesson
                lines += (index == 0 ? [] : [""]) + [terminal.paint(heading, .title)]
            }
            let days = topic.days(after: day)
            let filled = ReviewTopic.rests.count { $0 <= days ?? 0 }
            let title = DisplayText.cut(topic.step.title, width: width)[0]
            lines.append(
                "  " + DisplayText.padded("\(topic.step.number)", width: 4)
                    + DisplayText.padded(title, width: width + 2)
                    + terminal.paint(String(repeating: "█", count: filled), .good)
                    + terminal.paint(String(repeating: "·", count: cells - filled), .faint) + "  "
                    + (days.map { $0 > 0 ? Self.words(days: $0) : "due" } ?? "new"))
        }
        return lines + ["", "The longer the bar, the later a topic comes: in two months at last."]
    }
}
