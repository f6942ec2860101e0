import Walkthrough

/// The hour in front of a class: the page `Lessons/07-Inheritance/Teacher.md`, for people and for the
/// tool. Below its heading it says how long the lesson and its exercise take. Then each step has a
/// section, under the step's own title, and so has the closing page:
///
///     ## Two classes, one key
///
///     3 minutes.
///
///     Ask: May an object in JSON have the key "id" twice?
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
/// A demo's first block says how the lesson's file changes (``WrittenChange``), the second one which
/// lines the step's page has after it, or the compiler's error; an ellipsis is for what may change.
/// `workbook review` asks what comes out after the change, and explains it with the last paragraph. What only
/// the teacher needs stands in one above it. Where the page and the change do not tell what comes out, there
/// is a paragraph `Not for review.`
///
/// The last section, "What goes wrong in the exercise", has a list of headings of the exercise's
/// catalogue (``WrongAnswerCatalogue``), each with the step to go back to. Below a line "Pupils ask:"
/// it may have another list, of questions and what to say.
package struct TeacherGuide: Sendable {
    /// A change of the lesson's file to make in front of the class.
    package struct Demo: Sendable {
        package let name: String
        /// The number of the step whose page shows it, counted from 1.
        package let step: Int
        package let change: WrittenChange
        /// Lines of the page after the change, or of what the compiler says.
        package let promise: [String]

        /// The same lines as the guide has them, with their blanks.
        package let quotation: [String]
        /// What it shows.
        package let explanation: String
        /// Whether it makes a good question for ``ReviewQuestion``.
        package let isQuestion: Bool

        /// Whether the compiler is to refuse the change.
        package var promisesError: Bool { promise.first?.hasPrefix("error: ") == true }
    }

    /// How long the lesson takes in front of a class.
    package let minutes: Int
    /// How long a class takes for the exercise.
    package let minutesOfExercise: Int
    /// The demos that can be read, in the order of the page.
    package let demos: [Demo]
    /// What is wrong with the page, a line each, by heading.
    package let problems: [String]

    /// The heading of the last section.
    package static let exerciseTitle = "What goes wrong in the exercise"
    package static let minutesOfNewStep = 4

    /// What the class can do after the lesson, as a sentence: the paragraph that begins with `Goal: `.
    ///
    /// - Parameter paragraphs: Those below the heading of the page.
    package static func goal(in paragraphs: [String]) -> String? {
        paragraphs.first { $0.hasPrefix(goalLabel) }.map { paragraph in
            let goal = paragraph.dropFirst(goalLabel.count)
            return goal.prefix(1).uppercased() + goal.dropFirst()
        }
    }

    private static let goalLabel = "Goal: "

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - text: The page.
    ///   - number: The lesson's number: `07`.
    ///   - steps: The titles of the lesson's steps.
    ///   - wrongAnswers: The headings of the exercise's catalogue.
    package init(_ text: String, of number: String, steps: [String], wrongAnswers: [String]) {
        var reader = Reader(page: MarkdownPage(text), steps: steps, wrongAnswers: wrongAnswers)
        reader.read(number)
        minutes = reader.minutes
        minutesOfExercise = reader.minutesOfExercise
        demos = reader.demos
        problems = reader.problems
    }
}

/// Reads the sections one after the other, and collects what is wrong with them.
private struct Reader {
    let page: MarkdownPage
    let steps: [String]
    let wrongAnswers: [String]

    var minutes = 0
    var minutesOfExercise = 0
    var demos: [TeacherGuide.Demo] = []
    var problems: [String] = []

    private var titles: [String] {
        steps + [LessonSource.closingTitle, TeacherGuide.exerciseTitle]
    }

    init(page: MarkdownPage, steps: [String], wrongAnswers: [String]) {
        self.page = page
        self.steps = steps
        self.wrongAnswers = wrongAnswers
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
                    readNote(section)
                }
            case 3 where section.heading.hasPrefix("Demo: "):
                readDemo(section, below: title)
            default:
                problems.append(
                    "\"\(section.heading)\" is not a step. Begin a step with ## and a demo with "
                        + "### Demo:")
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

    /// Every step, in the order of the lesson, and nothing else.
    private mutating func readOrder() {
        let headings = page.sections.filter { $0.level == 2 }.map(\.heading)
        for heading in headings where !titles.contains(heading) {
            let known = titles.filter { !headings.contains($0) }
            let missing = known.isEmpty ? "" : " It lacks: \(known.joined(separator: "; "))."
            problems.append("\"\(heading)\" is not the title of a step.\(missing)")
        }
        for title in titles {
            let count = headings.count { $0 == title }
            if count == 0 { problems.append("\"\(title)\" is missing. Add a section for it.") }
            if count > 1 { problems.append("\"\(title)\" is there \(count) times. Keep one.") }
        }
        let known = headings.filter(titles.contains)
        if Set(known).count == known.count, known != titles.filter(known.contains) {
            problems.append("The sections are not in the order of the steps. Put them in order.")
        }
    }

    private mutating func readMinutes(_ section: MarkdownPage.Section) -> Int {
        let form = #/(\d+) minutes?\./#
        guard let match = section.paragraphs.first?.wholeMatch(of: form), let minutes = Int(match.1)
        else {
            problems.append(
                "\"\(section.heading)\" does not say how long it takes. Add a line below its "
                    + "heading: \(TeacherGuide.minutesOfNewStep) minutes.")
            return 0
        }
        return minutes
    }

    private mutating func readNote(_ section: MarkdownPage.Section) {
        let paragraphs = section.paragraphs
        // "Ask:" is for before the page, "Ask on the page:" for when the page is there.
        if !paragraphs.contains(where: {
            $0.hasPrefix("Ask: ") || $0.hasPrefix("Ask on the page: ")
        }) {
            problems.append(
                "\"\(section.heading)\" does not say what to ask. Add a paragraph that begins with "
                    + "Ask:")
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

    /// A demo that `workbook review` does not ask about.
    private static let noQuestion = "Not for review."

    private mutating func readDemo(_ section: MarkdownPage.Section, below title: String?) {
        let name = String(section.heading.dropFirst("Demo: ".count))
        func isWrong(_ problem: String) { problems.append("The demo \"\(name)\" \(problem)") }
        guard let step = title.flatMap({ steps.firstIndex(of: $0) }) else {
            return isWrong("does not belong to a step. Put it below the step that shows it.")
        }
        if demos.contains(where: { $0.name == name }) {
            isWrong("is there twice. Rename one of the two.")
        }
        let prose = section.paragraphs.filter { !["Promises:", Self.noQuestion].contains($0) }
        if prose.isEmpty {
            isWrong("does not say why. Add a sentence below its heading.")
        }
        let blocks = section.blocks
        guard blocks.map(\.language) == ["diff", "text"], blocks.allSatisfy(\.isClosed) else {
            let what = blocks.contains { $0.language == "diff" } ? "what it promises" : "the change"
            return isWrong(
                "does not say \(what). It needs a block marked diff with the change, then "
                    + "Promises: and a block marked text with lines of the page.")
        }
        let promise = blocks[1].lines.map(PageText.trimmed).filter { !$0.isEmpty }
        guard !promise.isEmpty else {
            return isWrong("promises nothing. Copy lines of the page into its second block.")
        }
        do {
            demos.append(
                TeacherGuide.Demo(
                    name: name, step: step + 1, change: try WrittenChange(lines: blocks[0].lines),
                    promise: promise, quotation: blocks[1].lines.filter { !$0.isEmpty },
                    explanation: prose.last ?? "",
                    isQuestion: !section.paragraphs.contains(Self.noQuestion)))
        } catch {
            isWrong("has a change that cannot be read. \(error)")
        }
    }

    /// Entries of the catalogue, each with the step that helps.
    private mutating func readExercise(_ section: MarkdownPage.Section) {
        var items: [String] = []
        let lines = page.lines[section.lines].dropFirst()
        for line in lines.prefix(while: { PageText.trimmed($0) != "Pupils ask:" }) {
            if line.hasPrefix("- ") {
                items.append(String(line.dropFirst(2)))
            } else if let last = items.indices.last, !PageText.trimmed(line).isEmpty {
                items[last] += " " + PageText.trimmed(line)
            }
        }
        // What is to be written is named elsewhere, line by line.
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

/// Lines of a page as a guide quotes them.
package enum PageText {
    /// A line without the blanks at both ends.
    static func trimmed(_ line: some StringProtocol) -> String {
        var rest = Substring(line).drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// Whether a line is as quoted. An ellipsis in the quotation is for what may change.
    private static func isQuoted(_ line: String, _ quoted: String) -> Bool {
        guard let gap = quoted.firstIndex(of: "…") else { return line == quoted }
        let (start, end) = (trimmed(quoted[..<gap]), trimmed(quoted[gap...].dropFirst()))
        return line.count >= start.count + end.count && line.hasPrefix(start)
            && line.hasSuffix(end)
    }

    /// The first line of a quotation that is not there, where the lines before it are, in their order.
    ///
    /// - Parameters:
    ///   - isWhole: Whether a quoted line is a whole line, and not a part of one.
    package static func firstMissing(
        of quotation: [String], in lines: [String], isWhole: Bool
    ) -> String? {
        var rest = lines.map(trimmed)[...]
        for quoted in quotation {
            let index = rest.firstIndex { isWhole ? isQuoted($0, quoted) : $0.contains(quoted) }
            guard let index else { return quoted }
            rest = rest[(index + 1)...]
        }
        return nil
    }
}
