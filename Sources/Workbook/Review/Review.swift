import DecodingExplainer
import ExerciseConventions
import Foundation
import Judging
import Walkthrough

/// `workbook review`: asks about what was read a while ago. A topic is a step of a lesson; the question
/// is another one each time, as far as the step has several.
struct Review {
    private let workbook: WorkbookFolder
    private let arguments: ReviewArguments
    private let day: Day
    private let terminal: Terminal
    private let questions: ReviewQuestions
    private let record: ReviewRecord
    private let topics: [ReviewTopic]

    /// - Throws: ``ReviewRecord/Failure``.
    init(_ arguments: ReviewArguments, in workbook: WorkbookFolder, on terminal: Terminal = .current)
        throws
    {
        guard let day = arguments.day ?? Day.today else {
            throw UsageError(description: "The date is not known: review --date 2026-12-01")
        }
        (self.workbook, self.arguments, self.day, self.terminal) = (
            workbook, arguments, day, terminal
        )
        let questions = ReviewQuestions(of: workbook)
        record = try ReviewRecord(in: workbook)
        let lessons =
            arguments.lesson.map { [$0] }
            ?? workbook.exercises.filter { HintMemory(number: $0, workbook: workbook).hasBegun }
        let answers = Dictionary(grouping: record.answers, by: \.step)
        topics = LessonStep.allCases
            .filter { lessons.contains($0.lesson) && !questions.of($0).isEmpty }
            .map { ReviewTopic(step: $0, answers: answers[$0] ?? []) }
        self.questions = questions
    }

    /// - Returns: True: not to know something is no failure.
    func run() throws -> Bool {
        // Where two terminals ask at once, each says what is wrong with the file.
        defer { for problem in questions.problems + record.problems { Console.complain(problem) } }
        if topics.isEmpty {
            try Console.print([
                "There is nothing to review yet: it asks about the lessons of exercises that you have",
                "begun, once a task is right. swift run workbook says what is next.",
            ])
        } else if arguments.isList {
            try Console.print(list)
        } else if chosen.isEmpty {
            try Console.print([
                "Nothing is due. \(next(topics))",
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
        guard let review = try? Review(ReviewArguments([], in: workbook), in: workbook) else {
            return []
        }
        let count = review.topics.count { $0.isDue(on: review.day) }
        if count == 0 { return [] }
        return ["", "\(Self.count(count)) due: swift run workbook review"]
    }

    private static func count(_ topics: Int) -> String {
        topics == 1 ? "1 topic is" : "\(topics) topics are"
    }

    // MARK: - Which questions

    /// A question for each topic that is asked, the one that was asked longest ago.
    private var chosen: [ReviewQuestion] {
        let topics = ReviewTopic.inOrder(topics, on: day)
            .filter { arguments.asksEarly || $0.isDue(on: day) }
        return topics.prefix(arguments.count ?? .max).compactMap { topic in
            questions.of(topic.step).min { first, other in
                let last = { name in topic.answers.lastIndex { $0.question == name } ?? -1 }
                return last(first.name) < last(other.name)
            }
        }
    }

    private func next(_ topics: [ReviewTopic]) -> String {
        guard let soonest = topics.compactMap({ $0.days(after: day) }).min() else { return "" }
        let count = topics.count { $0.days(after: day) == soonest }
        return "Next: \(count == 1 ? "1 topic" : "\(count) topics") \(Self.words(days: soonest))."
    }

    private static func words(days: Int) -> String {
        days == 1 ? "tomorrow" : "in \(days) days"
    }

    // MARK: - At a terminal

    private func ask(_ chosen: [ReviewQuestion]) throws {
        try ReviewRecord.append(nil, in: workbook)
        var given: [ReviewAnswer] = []
        try Interruption.saying {
            RawMode.end()
            try? Console.write("\r\u{1B}[2KWhat you have answered is kept.\n")
        } during: {
            let keyboard = Keyboard()
            let reader = ScreenReader(keyboard, handlesSignals: false)
            for (index, question) in chosen.enumerated() {
                var page = question.page
                page.position = "question \(index + 1) of \(chosen.count)"
                let keys: KeyValuePairs<Character, String> = [
                    "1": "knew it", "2": "nearly", "3": "no",
                ]
                guard
                    let recall = reader.choice(keyboard, on: page, keys).flatMap(Recall.init)
                else { return }
                let answer = ReviewAnswer(
                    day: day, step: question.step, question: question.name, recall: recall)
                try ReviewRecord.append(answer, in: workbook)
                given.append(answer)
                let end = index + 1 < chosen.count ? "next question" : "end"
                let words = "Read again: \(question.step.command)"
                if recall == .no, !reader.goesOn(keyboard, from: page, saying: words, to: end) {
                    return
                }
            }
        }
        try Console.print(summary(given))
    }

    private func summary(_ given: [ReviewAnswer]) -> [String] {
        let counts = [(Recall.knew, "known"), (.nearly, "nearly"), (.no, "not known")].map {
            recall, word in "\(given.count { $0.recall == recall }) \(word)"
        }
        let again = given.filter { $0.recall == .no }.map {
            "Read again \($0.step.rawValue): \($0.step.command)"
        }
        let after = topics.map { topic in
            ReviewTopic(
                step: topic.step, answers: topic.answers + given.filter { $0.step == topic.step })
        }
        let due = after.count { $0.isDue(on: day) }
        return (given.isEmpty ? [] : [counts.joined(separator: ", ") + "."]) + again + [
            due > 0 ? "\(Self.count(due)) due." : "Nothing more is due. \(next(after))"
        ]
    }

    // MARK: - Without one

    /// The questions, and then their answers.
    private func printAll(_ chosen: [ReviewQuestion]) throws {
        let renderer = TerminalRenderer(for: terminal)
        let parts = chosen.enumerated().map { index, question in
            var page = question.page
            page.position = "question \(index + 1) of \(chosen.count)"
            return renderer.parts(of: page)
        }
        try Console.write(parts.map { $0[0] + "\n" }.joined())
        let answers = zip(chosen.indices, zip(chosen, parts)).map { index, part in
            "\nQuestion \(index + 1): \(part.0.step.rawValue)\n" + part.1.dropFirst().joined()
        }
        try Console.write(terminal.paint("Answers", .title) + "\n" + answers.joined())
    }

    // MARK: - The list

    private var list: [String] {
        let bar = ReviewTopic.rests.count
        let widest = min(topics.map { DisplayText.width(of: $0.step.title) }.max() ?? 0,
            terminal.width - bar - 18)
        var lesson = ""
        return topics.flatMap { topic -> [String] in
            let days = topic.days(after: day)
            let cells = ReviewTopic.rests.count { $0 <= days ?? 0 }
            let title = DisplayText.cut(topic.step.title, width: widest)[0]
            let number = DisplayText.padded("\(topic.step.number)", width: 3)
            let row = "  \(number)\(DisplayText.padded(title, width: widest))  "
                + terminal.paint(String(repeating: "█", count: cells), .good)
                + terminal.paint(String(repeating: "·", count: bar - cells), .faint)
                + "  " + (days.map { $0 > 0 ? Self.words(days: $0) : "due" } ?? "new")
            defer { lesson = topic.step.lesson }
            let heading = questions.of(topic.step)[0].page.lesson
            return lesson == topic.step.lesson
                ? [row] : (lesson.isEmpty ? [] : [""]) + [terminal.paint(heading, .title), row]
        } + ["", "The longer the bar, the later a topic comes: a full one is two months."]
    }
}
