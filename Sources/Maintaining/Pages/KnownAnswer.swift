import Judging

/// An answer to an exercise that the workbook knows: a small change of its solution, and what the checks
/// say of it.
struct KnownAnswer: Sendable {
    /// What the checks say.
    enum Expectation: Sendable {
        /// It passes every check, and the compiler warns of nothing.
        case right
        case refused(Refusal)
    }

    /// By what a wrong answer is refused.
    struct Refusal: Sendable {
        /// The first task that refuses it, whose message a learner reads.
        let task: Int
        /// The tasks that refuse it too, as they use what is wrong.
        let others: [Int]
        /// Words of that message.
        let words: String
        /// What the stub says and the answer does not keep. Nothing else makes it wrong.
        let broken: String
    }

    let heading: String
    let expectation: Expectation
    /// Why somebody writes it, or what it gains and what it costs. May be empty.
    let note: String
    let change: WrittenChange

    /// The refusal of a wrong answer, nil for a right one.
    var refusal: Refusal? {
        if case .refused(let refusal) = expectation { refusal } else { nil }
    }

    /// The answer as it stands on a page.
    var markdown: String {
        let labels = refusal?.labels ?? []
        let lines = ["## \(heading)"] + labels + (note.isEmpty ? [] : [note])
        return (lines + [change.markdown, ""]).joined(separator: "\n")
    }
}

extension KnownAnswer {
    /// Reads a section of a page.
    ///
    /// - Throws: ``IncompleteSection``.
    init(_ section: MarkdownPage.Section) throws(IncompleteSection) {
        guard section.level == 2 else {
            throw IncompleteSection(
                description: "is no answer. Begin its heading with ## and a space.")
        }
        heading = section.heading
        var lines = section.text[...]
        // A sentence may begin with a task too.
        if let line = lines.first, line.prefixMatch(of: /Tasks? \d+(, \d+)*(:|$)/) != nil {
            expectation = .refused(
                try Refusal(line, breaking: lines.dropFirst().first ?? ""))
            lines = lines.dropFirst(2)
        } else {
            expectation = .right
        }
        note = lines.joined(separator: " ")
        change = try section.change()
    }
}

extension KnownAnswer.Refusal {
    /// What stands in place of the sentence of the stub until somebody looks it up.
    static let sentenceToBeFound = "To be found: which sentence of the stub?"

    /// All tasks that refuse it.
    var tasks: Set<Int> { Set([task] + others) }

    /// The two lines below the heading of a wrong answer.
    fileprivate var labels: [String] {
        let numbers = ([task] + others).map(String.init).joined(separator: ", ")
        return [
            "\(others.isEmpty ? "Task" : "Tasks") \(numbers): \"\(words)\"",
            "Breaks: \"\(broken)\"",
        ]
    }

    /// Reads ``labels``.
    fileprivate init(_ line: String, breaking next: String) throws(IncompleteSection) {
        guard let match = line.wholeMatch(of: /Tasks? (\d+)((?:, \d+)*): *"\s*(.*?\S)\s*"/),
            let task = Int(match.1)
        else {
            throw IncompleteSection(
                description: "does not say by which task it is refused and with which words. Write "
                    + "below its heading: Task 3: \"words of the message\"")
        }
        guard let quoted = next.wholeMatch(of: /Breaks: "(.*\S)"/) else {
            throw IncompleteSection(
                description: "does not say what it breaks. Add a line below its task, with a "
                    + "sentence of the stub or a part of one: Breaks: \"…\"")
        }
        self.init(
            task: task, others: match.2.split(separator: ", ").compactMap { Int($0) },
            words: String(match.3), broken: String(quoted.1))
    }
}
