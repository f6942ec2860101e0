import Judging

/// What goes wrong in an exercise: the page `Tests/WrongAnswers/Exercise07.md`, for people and for
/// the tool. After its own heading it has one section for each wrong answer, ordered by task:
///
///     ## The broken list is empty
///
///     Task 3: "A try? makes an empty list of a broken one"
///
///     Breaks: "A list that is broken is an error"
///
///     An empty list and a broken one look alike to the caller.
///
///     ```diff
///     …
///     ```
///
/// The second line says which task refuses the answer, and with which words; the third quotes what the
/// answer breaks, a sentence of the stub or a part of one; the sentence says why somebody writes it; the
/// block says how it differs from the solution (``WrittenChange``).
struct WrongAnswerCatalogue: Sendable {
    /// One wrong answer.
    struct Entry: Sendable {
        let heading: String
        /// The task that refuses it.
        let task: Int
        /// Words of the message by which it is refused.
        let words: String
        /// What the stub says and the answer does not keep. Nothing else makes it wrong.
        let broken: String
        /// Why somebody writes it.
        let reason: String
        let change: WrittenChange

        /// The entry as it stands on the page.
        var markdown: String {
            """
            ## \(heading)

            Task \(task): "\(words)"

            Breaks: "\(broken)"

            \(reason)

            \(change.markdown)

            """
        }
    }

    /// The entries that can be read, in the order of the page.
    let entries: [Entry]
    /// What is wrong with the page, a line each, by heading.
    let problems: [String]

    private let page: MarkdownPage

    /// What stands in place of the sentence of the stub until somebody looks it up.
    static let sentenceToBeFound = "To be found: which sentence of the stub?"

    /// What stands in place of a reason until somebody writes it.
    static let reasonToBeWritten = "To be written: why does somebody write this?"

    /// Reads a page.
    ///
    /// - Parameter text: The page.
    init(_ text: String) {
        page = MarkdownPage(text)
        var entries: [Entry] = []
        var problems: [String] = []
        var headings: Set<String> = []
        for section in page.sections where section.level == 2 {
            if !headings.insert(section.heading).inserted {
                problems.append("\"\(section.heading)\" is there twice. Rename one of the two.")
            }
            do {
                let entry = try Entry(section)
                if let last = entries.last, last.task > entry.task {
                    problems.append(
                        "\"\(entry.heading)\" is refused by task \(entry.task) and stands below one "
                            + "that is refused by task \(last.task). Order the page by task.")
                }
                entries.append(entry)
                if entry.reason == Self.reasonToBeWritten {
                    problems.append(
                        "\"\(entry.heading)\" does not say why somebody writes it. Write a sentence "
                            + "in place of \"\(Self.reasonToBeWritten)\"")
                }
            } catch {
                problems.append("\"\(section.heading)\" \(error.description)")
            }
        }
        for section in page.sections where section.level != 2 {
            if section.level > 2 || !section.blocks.isEmpty {
                problems.append(
                    "\"\(section.heading)\" is not an entry. Begin its heading with ## and a space."
                )
            }
        }
        self.entries = entries
        self.problems = problems
    }

    /// The page with an entry more, as the last of its task.
    func page(adding entry: Entry) -> String {
        let next = page.sections.first { section in
            guard section.level == 2, let other = try? Entry(section) else { return false }
            return other.task > entry.task
        }
        var lines = page.lines
        let index = next?.lines.lowerBound ?? lines.count
        let above = lines[..<index].reversed().drop { $0.isEmpty }.reversed()
        let below = lines[index...]
        lines = above + [""] + WrittenChange.lines(of: entry.markdown) + below
        return lines.joined(separator: "\n")
    }

    /// A page without entries.
    ///
    /// - Parameters:
    ///   - number: The exercise.
    ///   - title: What the exercise is about: `Rolling stock`.
    static func emptyPage(_ number: String, title: String) -> String {
        """
        # What goes wrong in exercise \(number) · \(title)

        Each entry is a wrong answer that somebody writes: the task and the words by which the checks refuse it, the
        words of the stub that it breaks, why it is written, and how it differs from the solution. `swift run maintain verify \(number)` judges them all.

        """
    }
}

extension WrongAnswerCatalogue.Entry {
    fileprivate init(_ section: MarkdownPage.Section) throws(IncompleteSection) {
        heading = section.heading
        let form = "Add a line below its heading: Task 3: \"words of the message\""
        guard let line = section.paragraphs.first, line.hasPrefix("Task ") else {
            throw IncompleteSection(description: "has no task. \(form)")
        }
        guard let match = line.wholeMatch(of: /Task (\d+): *(.*)/), let task = Int(match.1) else {
            throw IncompleteSection(description: "names its task like this: \(line). \(form)")
        }
        self.task = task
        guard let quoted = match.2.wholeMatch(of: /"\s*(.*?\S)\s*"/) else {
            throw IncompleteSection(
                description: "does not say with which words it is refused. \(form)")
        }
        words = String(quoted.1)
        guard let line = section.paragraphs.dropFirst().first,
            let quoted = Finding.withSingleBlanks(line).wholeMatch(of: /Breaks: "(.*\S)"/)
        else {
            throw IncompleteSection(
                description: "does not say what it breaks. Add a line below its task, with a "
                    + "sentence of the stub or a part of one: Breaks: \"…\"")
        }
        broken = String(quoted.1)
        reason = section.paragraphs.dropFirst(2).joined(separator: "\n\n")
        if reason.isEmpty {
            throw IncompleteSection(
                description: "does not say why somebody writes it. Add a sentence above its block.")
        }
        change = try section.change()
    }
}
