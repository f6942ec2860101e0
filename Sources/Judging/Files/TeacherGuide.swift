import Foundation
import Walkthrough

/// A teacher's guide to a lesson: the page `Lessons/07-Inheritance/Teacher.md`, which people read
/// and the tool checks.
///
/// Below its heading, the page says how long the lesson and its exercise take. Each step has a
/// section with the step's title, and the closing page has one too:
///
///     ## Two classes, one key
///
///     3 minutes.
///
///     Ask: May an object in JSON have the key "id" twice?
///
///     Good answer: The rules of JSON say that it should not.
///
///     Pupils say:
///
///     - "An error." Nobody checks that. …
///
///     ### Demo: the superclass writes last
///
///     The order of two lines decides which value is lost.
///
///     ```diff
///     …
///     ```
///
///     Promises:
///
///     ```text
///     → {"id":"P-7"}
///     ```
///
/// The first block of a demo says how the lesson's file changes (``WrittenChange``). The second
/// block quotes lines of the step's page after the change, or the compiler's error. An ellipsis
/// stands for text that may differ.
///
/// `workbook review` asks for the result of the change, and explains it with the demo's last
/// paragraph. A paragraph that only the teacher needs has to be above that one. If the page and the
/// change are not enough to predict the result, the demo has a paragraph `Not for review.`
///
/// A step may also have sections such as "### If there is time: a list in pages", with what few
/// classes need. The minutes do not count them.
///
/// The last section, "What goes wrong in the exercise", has a list of headings of the exercise's
/// wrong answers, each with the step to go back to. Below a line "Pupils ask:" it may have a second
/// list, with questions and their answers.
package struct TeacherGuide: Sendable {
    /// The paragraph of a demo that `workbook review` does not use.
    package static let noQuestion = "Not for review."

    /// A change to the lesson's file that the teacher makes in front of the class.
    package struct Demo: Sendable {
        /// The name of the demo, which is its heading without "Demo: ".
        package let name: String
        /// The number of the step whose page shows the result, counted from 1.
        package let step: Int
        /// The change.
        package let change: WrittenChange
        /// The lines of the page after the change, or of the compiler's message, without the spaces
        /// at both ends.
        package let promise: [String]

        /// The same lines with their spaces, as in the guide.
        package let quotation: [String]
        /// The explanation of the result.
        package let explanation: String
        /// A Boolean value that indicates whether the demo is used as a ``ReviewQuestion``.
        package let isQuestion: Bool

        /// A Boolean value that indicates whether the demo promises an error of the compiler.
        package var promisesError: Bool { promise.first?.hasPrefix("error: ") == true }
    }

    /// The minutes of each step, by the step's number.
    package let minutes: [Int: Int]
    /// The demos without an error, in the order of the page.
    package let demos: [Demo]
    /// The problems of the page, a line for each, with the heading that it is about.
    package let problems: [String]

    /// The heading of the last section.
    package static let exerciseTitle = "What goes wrong in the exercise"
    /// The minutes that `maintain new` writes for each step.
    package static let minutesOfNewStep = 4

    /// Returns the goal of the lesson as a sentence: the paragraph that begins with `Goal: `.
    ///
    /// - Parameter paragraphs: The paragraphs below the heading of the page.
    /// - Returns: The goal, or `nil` if there is no such paragraph.
    package static func goal(in paragraphs: [String]) -> String? {
        paragraphs.first { $0.hasPrefix(goalLabel) }.map { paragraph in
            let goal = paragraph.dropFirst(goalLabel.count)
            return goal.prefix(1).uppercased() + goal.dropFirst()
        }
    }

    private static let goalLabel = "Goal: "

    /// Returns the minutes of a section: its paragraph `5 minutes.`
    ///
    /// - Parameter paragraph: A paragraph of the section.
    /// - Returns: The minutes, or `nil` if the paragraph says something else.
    package static func minutes(in paragraph: String) -> Int? {
        paragraph.wholeMatch(of: #/(\d+) minutes?\./#).flatMap { Int($0.1) }
    }

    /// The words at the beginning of a paragraph that say what it is for.
    package static let labels = [
        "Goal:", "Ask:", "Ask on the page:", "Good answer:", "Pupils say:", "Pupils ask:", "Note:",
        "If time is short:", promises,
    ]

    /// The label of the block with the result of a demo.
    package static let promises = "Promises:"

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - page: The contents of the page.
    ///   - number: The number of the lesson: `07`.
    ///   - steps: The titles of the lesson's steps.
    ///   - wrongAnswers: The headings of the exercise's wrong answers.
    package init(_ page: String, of number: String, steps: [String], wrongAnswers: [String]) {
        var reader = Reader(page: MarkdownPage(page), steps: steps, wrongAnswers: wrongAnswers)
        reader.read(number)
        minutes = reader.minutesOfSteps
        demos = reader.demos
        problems = reader.problems
    }
}

/// A reader that goes through the sections in their order and collects the problems.
private struct Reader {
    let page: MarkdownPage
    let steps: [String]
    let wrongAnswers: [String]

    var minutes = 0
    var minutesOfExercise = 0
    var minutesOfSteps: [Int: Int] = [:]
    var demos: [TeacherGuide.Demo] = []
    var problems: [String] = []

    private var titles: [String] {
        steps + [LessonSource.closingTitle, TeacherGuide.exerciseTitle]
    }

    mutating func read(_ number: String) {
        readHeading(number)
        readOrder()
        var sum = 0
        var title: String?
        for section in page.sections.dropFirst() {
            switch section.level {
            case 2:
                title = section.heading
                guard titles.contains(section.heading) else { continue }
                let minutes = readMinutes(section)
                if section.heading == TeacherGuide.exerciseTitle {
                    readExercise(section)
                    if minutes != minutesOfExercise, minutes > 0 {
                        problems.append(
                            "The exercise takes \(minutesOfExercise) minutes at the top of the page "
                                + "and \(minutes) in its section. Make them the same.")
                    }
                } else {
                    sum += minutes
                    let step = steps.firstIndex(of: section.heading)
                    if let step { minutesOfSteps[step + 1] = minutes }
                    readNote(section)
                }
            case 3 where section.heading.hasPrefix("Demo: "):
                readDemo(section, below: title)
            case 3 where section.heading.hasPrefix("If there is time: "):
                if section.paragraphs.isEmpty {
                    problems.append(
                        "\"\(section.heading)\" is empty. Say below it what there is to show.")
                }
            default:
                problems.append(
                    "\"\(section.heading)\" is not a step. Begin a step with ##, a demo with "
                        + "### Demo: and what few need with ### If there is time:")
            }
        }
        if sum != minutes {
            problems.append(
                "The steps take \(sum) minutes, and the lesson \(minutes). Make them add up.")
        }
    }

    private mutating func readHeading(_ number: String) {
        guard let first = page.sections.first, first.level == 1,
            first.heading.hasPrefix("Teaching lesson \(number) · ")
        else {
            problems.append("It has to begin with # Teaching lesson \(number) · and its title.")
            return
        }
        guard let time = LessonTime(first.paragraphs)
        else {
            problems.append(
                "It does not say how long the lesson takes. Add a paragraph below its heading: "
                    + "45 minutes, and 40 for the exercise.")
            return
        }
        (minutes, minutesOfExercise) = (time.minutes, time.minutesOfExercise)
        if TeacherGuide.goal(in: first.paragraphs) == nil {
            problems.append(
                "It does not say what the class can do afterwards. Add a paragraph below its heading: "
                    + "Goal: read a date and write it again.")
        }
    }

    /// Checks that the page has a section for every step, in the order of the lesson, and no other
    /// sections.
    private mutating func readOrder() {
        let headings = page.sections.filter { $0.level == 2 }.map(\.heading)
        for heading in headings where !titles.contains(heading) {
            let missing = titles.filter { !headings.contains($0) }
            let list = missing.isEmpty ? "" : " It lacks: \(missing.joined(separator: "; "))."
            problems.append("\"\(heading)\" is not the title of a step.\(list)")
        }
        for title in titles {
            let count = headings.count { $0 == title }
            if count == 0 { problems.append("\"\(title)\" is missing. Add a section for it.") }
            if count > 1 { problems.append("\"\(title)\" is there \(count) times. Keep one.") }
        }
        let steps = headings.filter(titles.contains)
        if Set(steps).count == steps.count, steps != titles.filter(steps.contains) {
            problems.append("The sections are not in the order of the steps. Put them in order.")
        }
    }

    private mutating func readMinutes(_ section: MarkdownPage.Section) -> Int {
        guard let minutes = section.paragraphs.first.flatMap(TeacherGuide.minutes) else {
            problems.append(
                "\"\(section.heading)\" does not say how long it takes. Add a line below its "
                    + "heading: \(TeacherGuide.minutesOfNewStep) minutes.")
            return 0
        }
        return minutes
    }

    private mutating func readNote(_ section: MarkdownPage.Section) {
        let paragraphs = section.paragraphs
        // "Ask:" is a question for before the page, "Ask on the page:" is one for when the page is
        // shown.
        let asked = paragraphs.count { $0.hasPrefix("Ask: ") || $0.hasPrefix("Ask on the page: ") }
        if asked == 0 {
            problems.append(
                "\"\(section.heading)\" does not say what to ask. Add a paragraph that begins with "
                    + "Ask:")
        }
        if paragraphs.count(where: { $0.hasPrefix("Good answer: ") }) < asked {
            problems.append(
                "\"\(section.heading)\" asks without an answer. Add a paragraph below the question that "
                    + "begins with Good answer:")
        }
        guard let answers = paragraphs.firstIndex(where: { $0.hasPrefix("Pupils say:") }),
            paragraphs[answers] != "Pupils say:"
                || paragraphs[(answers + 1)...].first?.hasPrefix("- ") == true
        else {
            problems.append(
                "\"\(section.heading)\" does not say what pupils answer. Add Pupils say: and a list."
            )
            return
        }
    }

    private mutating func readDemo(_ section: MarkdownPage.Section, below title: String?) {
        let name = String(section.heading.dropFirst("Demo: ".count))
        func isWrong(_ problem: String) { problems.append("The demo \"\(name)\" \(problem)") }
        guard let step = title.flatMap({ steps.firstIndex(of: $0) }) else {
            return isWrong("does not belong to a step. Put it below the step that shows it.")
        }
        if demos.contains(where: { $0.name == name }) {
            isWrong("is there twice. Rename one of the two.")
        }
        let prose = section.paragraphs.filter {
            ![TeacherGuide.promises, TeacherGuide.noQuestion].contains($0)
        }
        if prose.isEmpty {
            isWrong("does not say why. Add a sentence below its heading.")
        }
        let blocks = section.blocks
        guard blocks.map(\.language) == ["diff", "text"], blocks.allSatisfy(\.isClosed) else {
            let missing =
                blocks.contains { $0.language == "diff" } ? "what it promises" : "the change"
            return isWrong(
                "does not say \(missing). It needs a block marked diff with the change, then "
                    + "Promises: and a block marked text with lines of the page.")
        }
        let promise = blocks[1].lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !$0.isEmpty
        }
        guard !promise.isEmpty else {
            return isWrong("promises nothing. Copy lines of the page into its second block.")
        }
        do {
            demos.append(
                TeacherGuide.Demo(
                    name: name, step: step + 1, change: try WrittenChange(lines: blocks[0].lines),
                    promise: promise, quotation: blocks[1].lines.filter { !$0.isEmpty },
                    explanation: prose.last ?? "",
                    isQuestion: !section.paragraphs.contains(TeacherGuide.noQuestion)))
        } catch {
            isWrong("has a change that cannot be read. \(error)")
        }
    }

    /// Reads the list of wrong answers, each with the step that helps.
    private mutating func readExercise(_ section: MarkdownPage.Section) {
        var items: [String] = []
        let lines = page.lines[section.lines].dropFirst()
            .map { $0.trimmingCharacters(in: .whitespaces) }
        for line in lines.prefix(while: { $0 != "Pupils ask:" }) {
            if line.hasPrefix("- ") {
                items.append(String(line.dropFirst(2)))
            } else if let last = items.indices.last, !line.isEmpty {
                items[last] += " " + line
            }
        }
        // `verify` reports text that is still to be written, line by line.
        if items.contains(where: { $0.hasPrefix(LessonFile.toBeWritten) }) { return }
        if !(3...5).contains(items.count) {
            problems.append(
                "\"\(section.heading)\" has \(items.count) items. Choose three to five headings of "
                    + "the catalogue.")
        }
        for item in items {
            guard let heading = item.firstMatch(of: #/^"(.*?)":/#)?.1 else {
                problems.append("Begin with a heading of the catalogue, in quotes: \(item)")
                continue
            }
            if !wrongAnswers.contains(String(heading)) {
                problems.append("The catalogue of the exercise has no \"\(heading)\".")
            }
            guard let step = item.firstMatch(of: #/Back to "(.*?)"\./#)?.1 else {
                problems.append(
                    "\"\(heading)\" does not say what helps. Add at its end: Back to \"title of "
                        + "a step\".")
                continue
            }
            if !steps.contains(String(step)) {
                problems.append(
                    "\"\(heading)\" goes back to \"\(step)\", which is not the title of a step.")
            }
        }
    }
}
