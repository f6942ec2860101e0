import DecodingExplainer
import ExerciseConventions
import Foundation
import Judging
import Walkthrough

/// The command `workbook review`, which asks about steps that were read a while ago.
struct Review {
    private let workbook: WorkbookFolder
    private let terminal = Terminal.current
    private let questions: ReviewQuestions
    private let record: ReviewRecord
    /// The steps about which questions may be asked.
    private let topics: [ReviewTopic]
    private let arguments: Arguments
    private let command: String
    private let day: Day
    /// The greatest number of questions.
    private let count: Int
    /// A Boolean value that indicates whether there are questions about topics that are not due too.
    private let asksEarly: Bool

    /// The declaration of `review`.
    static let usage = Usage(
        "workbook review", "[04]",
        help: """
            five questions about lessons whose exercise
            you have begun, when it is time again; with a
            number, about lesson 04, due or not
            """,
        options: [
            "--count 10": "ten questions at most",
            "--all": "every topic, due or not",
            "--class": "for a class: Return and Page Down go on,\nand nothing is kept",
            "--list": "when each topic comes",
            "--date 2026-12-01": "as on that day",
        ], takesPlain: true)

    /// Creates a review from its arguments and the learner's record.
    ///
    /// - Throws: ``UsageError`` for a word or a value that is not right, ``CommandFailure`` if the record
    ///   cannot be read.
    init(_ arguments: Arguments, in workbook: WorkbookFolder) throws {
        (self.arguments, self.workbook) = (arguments, workbook)
        let lesson = try arguments.words.first.map(workbook.lessonNumber)
        let isWhole = arguments.has("--all")
        asksEarly = lesson != nil || isWhole
        count = try arguments.number("--count", in: 1...Int.max) ?? (isWhole ? .max : 5)
        guard let day = try arguments.value(of: "--date", "a day", Day.init) ?? .today else {
            throw CommandFailure(description: "The date of today is not known.")
        }
        command = terminal.command("workbook review") + (lesson.map { " \($0)" } ?? "")
        let record = try ReviewRecord(in: workbook)
        (self.day, self.record, questions) = (day, record, ReviewQuestions(of: workbook))
        // After a reset, the answers of a lesson are still there.
        let asked = Set(record.answers.map(\.step.lesson))
        let lessons = workbook.exercises.filter {
            guard let lesson else {
                return ExerciseMemory(number: $0, workbook: workbook).hasBegun || asked.contains($0)
            }
            return lesson == $0
        }
        topics = LessonStep.allCases.filter { lessons.contains($0.lesson) }.map { step in
            ReviewTopic(step: step, answers: record.answers.filter { $0.step == step })
        }
    }

    /// Asks the questions, or prints the list.
    ///
    /// - Returns: True, because a wrong answer is not a failure of the program.
    func run() async throws -> Bool {
        // The problems come at the end, because a screen would hide them.
        defer { (questions.problems + record.problems).forEach(Console.complain) }
        let chosen = chosen
        if topics.isEmpty {
            let first = "There is nothing to review yet. You are asked about a lesson once a task"
            try Console.print([
                first, "of its exercise is right. What is next: \(terminal.command("workbook"))",
            ])
        } else if arguments.has("--list") {
            try Console.print(list)
        } else if chosen.isEmpty {
            try Console.print([outlook, "To be asked all the same: \(command) --all"])
        } else if terminal.hasScreen {
            try await ask(chosen)
        } else if terminal.isInteractive {
            try askInLines(chosen)
        } else {
            try printAll(chosen)
        }
        return true
    }

    /// Returns the lines about due topics for the overview, or none if nothing is due.
    static func dueLines(in workbook: WorkbookFolder) -> [String] {
        (try? Review(usage.parse([]), in: workbook))?.due.map { [$0] } ?? []
    }

    /// A sentence with the number of topics that are due or, if none is, of those that are new. It is nil
    /// if there are neither.
    private var due: String? {
        let newCount = topics.count { $0.answers.isEmpty }
        let dueCount = topics.due(on: day).count - newCount
        let (count, state) = dueCount > 0 ? (dueCount, "due") : (newCount, "new")
        let topics = count == 1 ? "1 topic is" : "\(count) topics are"
        return count == 0 ? nil : "\(topics) \(state): \(command)"
    }

    private var outlook: String {
        let next = topics.compactMap { $0.days(after: day) }.min() ?? 0
        return due ?? "Nothing is due. The next topic comes \(Self.description(ofDays: next))."
    }

    private static func description(ofDays days: Int) -> String {
        days <= 0 ? "due" : days == 1 ? "tomorrow" : "in \(days) days"
    }

    /// The questions of this review, one for each topic.
    var chosen: [ReviewQuestion] {
        var chosen = arguments.has("--class") ? chosenForClass : chosenByRecord
        for index in chosen.indices {
            chosen[index].page.position = "question \(index + 1) of \(chosen.count)"
        }
        return chosen
    }

    /// Some questions, which are others on another day.
    private var chosenForClass: [ReviewQuestion] {
        var generator = SeededGenerator(state: UInt64(max(day.number, 0)))
        var chosen: [ReviewQuestion] = []
        for topic in topics.shuffled(using: &generator) where chosen.count < count {
            let question = questions.of(topic.step).randomElement(using: &generator)
            chosen += [question].compactMap(\.self)
        }
        return chosen
    }

    /// Among the questions of each step, the one that was not asked for the longest time.
    private var chosenByRecord: [ReviewQuestion] {
        let topics = topics.inOrder(on: day)
        // Only the lessons of these questions are read, so that the first question comes soon.
        let asked = (asksEarly ? topics : topics.due(on: day)).lazy.compactMap { topic in
            let last = { (question: ReviewQuestion) in
                topic.answers.lastIndex { $0.question == question.name } ?? -1
            }
            return questions.of(topic.step).min { last($0) < last($1) }
        }
        return Array(asked.prefix(count))
    }

    // MARK: - At a terminal

    private func ask(_ chosen: [ReviewQuestion]) async throws {
        let isClass = arguments.has("--class")
        let keyboard = Keyboard()
        try await Interruption.saying {
            RawMode.end()
            try? Console.write(
                "\r\u{1B}[2K" + (isClass ? "" : "What you have answered is kept.\n"))
        } during: {
            try isClass ? show(chosen, keyboard) : ask(chosen, keyboard)
        }
    }

    /// Asks the learner, who says after each answer whether it was known.
    private func ask(_ chosen: [ReviewQuestion], _ keyboard: Keyboard) throws {
        let reader = PageReader(keyboard, handlesSignals: false)
        let answers = try answers(to: chosen) { question in
            reader.choice(keyboard, on: question.page, ["knew it", "nearly", "no"])
                .flatMap(Recall.init)
        }
        let result = try result(of: answers)
        let unknown = answers.filter { $0.recall != .knew }.map(\.step)
        if answers.count == chosen.count, !unknown.isEmpty {
            var end = ReviewEnd(unknown, saying: result.last ?? "", in: workbook)
            try end.show(keyboard)
        }
        try Console.print([""] + result)
    }

    /// Asks questions until the learner leaves, and keeps each answer at once.
    private func answers(
        to chosen: [ReviewQuestion], _ recall: (ReviewQuestion) throws -> Recall?
    ) throws -> [ReviewAnswer] {
        var answers: [ReviewAnswer] = []
        for question in chosen {
            guard let recall = try recall(question) else { break }
            let answer = ReviewAnswer(
                day: day, step: question.step, question: question.name, recall: recall)
            try ReviewRecord.append(answer, in: workbook)
            answers.append(answer)
        }
        return answers
    }

    /// Shows the questions to a class, and keeps nothing.
    private func show(_ chosen: [ReviewQuestion], _ keyboard: Keyboard) throws {
        let reader = PageReader(keyboard, handlesSignals: false)
        for (index, question) in chosen.enumerated() {
            let end = index + 1 < chosen.count ? "next question" : "the end"
            guard reader.goesOn(keyboard, from: question.page, to: end) else { return }
        }
        let count = chosen.count == 1 ? "1 question" : "\(chosen.count) questions"
        var end = ReviewEnd(
            chosen.map(\.step), saying: "\(count) asked. Nothing is kept.", in: workbook)
        try end.show(keyboard)
    }

    // MARK: - Line by line

    private func askInLines(_ chosen: [ReviewQuestion]) throws {
        LinePrompt.forgetInput()
        try Console.print([LinePrompt.rule])
        if arguments.has("--class") { return try tellInLines(chosen) }
        try Console.print(result(of: answers(to: chosen, recall)))
    }

    /// Returns the last lines of a review: the steps to read again, how many were known, and when to
    /// come back.
    private func result(of answers: [ReviewAnswer]) throws -> [String] {
        let known = answers.count { $0.recall == .knew }
        let outlook = try Review(arguments, in: workbook).outlook
        return answers.filter { $0.recall == .no }.map {
            "Read again: \(terminal.command($0.step.program))"
        }
            + [answers.isEmpty ? outlook : "\(known) of \(answers.count) known. \(outlook)"]
    }

    /// Asks a class, and keeps nothing.
    private func tellInLines(_ chosen: [ReviewQuestion]) throws {
        for (index, question) in chosen.enumerated() {
            guard try tell(question) else { break }
            let next = index + 1 < chosen.count ? "the next question" : "the end"
            if answer(to: "Return: \(next). q: quit.") == nil { break }
        }
        try Console.print(["Nothing is kept."])
    }

    /// Tells a question and, after Return, what comes out.
    ///
    /// - Returns: False if the person wants to leave.
    private func tell(_ question: ReviewQuestion) throws -> Bool {
        let parts = question.page.parts(on: terminal)
        let prompt =
            "Say or type your answer, then Return: what comes out. r: the question again. q: quit."
        try Console.write(parts[0])
        for part in parts.dropFirst() {
            asking: while true {
                guard let answer = answer(to: prompt) else { return false }
                switch answer {
                case "r": try Console.write(parts[0])
                case "?": continue
                default: break asking
                }
            }
            try Console.write(part)
        }
        return true
    }

    /// Asks a question.
    ///
    /// - Returns: How well the answer was known, or nil if the person wants to leave.
    private func recall(of question: ReviewQuestion) throws -> Recall? {
        guard try tell(question) else { return nil }
        let prompt = "1: you knew it. 2: nearly. 3: no. r: all of it again. q: quit."
        while let answer = answer(to: prompt) {
            if let recall = Int(answer).flatMap(Recall.init) { return recall }
            if answer == "r" {
                try Console.write(question.page.parts(on: terminal).joined())
            } else if !["", "?"].contains(answer) {
                try Console.print(["There is no such key."])
            }
        }
        return nil
    }

    /// Returns what the person types, or nil if the person wants to leave.
    private func answer(to prompt: String) -> String? {
        LinePrompt.answer(to: prompt).flatMap { $0 == "q" ? nil : $0 }
    }

    // MARK: - Without a terminal

    /// Prints all questions, and then their answers.
    private func printAll(_ chosen: [ReviewQuestion]) throws {
        let parts = chosen.map { $0.page.parts(on: terminal) }
        let answers = zip(1..., zip(chosen, parts)).map { number, part in
            "\nQuestion \(number): \(part.0.step.rawValue)\n"
                + part.1.dropFirst().joined().dropLast()
        }
        let questions = parts.map { $0[0] + "\n" }.joined()
        try Console.print([questions + terminal.paint("Answers", .title)] + answers)
    }

    /// Every topic, with a bar that grows each time the topic was known.
    private var list: [String] {
        let cells = ReviewTopic.rests.count
        let width = max(min(terminal.width, 80) - cells - 20, 8)
        let lines = topics.flatMap { topic -> [String] in
            guard let page = questions.of(topic.step).first?.page else { return [] }
            let outlook = topic.days(after: day).map(Self.description(ofDays:)) ?? "new"
            if terminal.isPlain {
                let row = "Step \(topic.step.number), \(topic.step.title): \(outlook)"
                return topic.step.number == 1 ? [terminal.heading(page.lesson), row] : [row]
            }
            let title = DisplayText.cut(topic.step.title, width: width)[0]
            let row =
                DisplayText.padded("  \(topic.step.number)", width: 6)
                + DisplayText.padded(title, width: width + 2)
                + terminal.bar(topic.state?.compartment ?? 0, of: cells)
                + outlook
            return topic.step.number == 1
                ? ["", terminal.paint(page.lesson, .title), row] : [row]
        }
        let longest = ReviewTopic.rests.last ?? 0
        if terminal.isPlain { return lines }
        let key =
            "A bar grows when you know the topic, and begins again when you do not. With a full one, "
            + "the topic rests for \(longest) days."
        return lines.dropFirst() + [""] + DisplayText.wrapped(key, width: terminal.width)
    }
}
