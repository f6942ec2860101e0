import Judging

/// An answer to an exercise that the workbook knows: a small change of the solution, and the
/// expected verdict of the checks.
struct KnownAnswer: Sendable {
    /// The refusal of a wrong answer.
    struct Refusal: Sendable {
        /// The first task that refuses it. A learner reads the message of this task.
        let task: Int
        /// The other tasks that refuse it, because they use the wrong part.
        let otherTasks: [Int]
        /// A part of the first task's message.
        let quotation: String
        /// The sentence of the stub that the answer breaks, or a part of one. Nothing else makes it
        /// wrong.
        let broken: String
    }

    let heading: String
    /// The expected refusal of a wrong answer. A right one has `nil`: it passes every check, and the
    /// compiler has no warning.
    let refusal: Refusal?
    /// The reason why a learner may write it, or its gains and costs. It may be empty.
    let note: String
    let change: WrittenChange

    /// The answer in the form of a section of a page.
    var markdown: String {
        let labels = refusal?.labels ?? []
        let lines = ["## \(heading)"] + labels + (note.isEmpty ? [] : [note])
        return (lines + [change.markdown, ""]).joined(separator: "\n")
    }
}

extension KnownAnswer {
    /// Reads a section of a page.
    ///
    /// - Throws: ``CommandFailure`` with a description that follows the section's heading.
    init(_ section: MarkdownPage.Section) throws(CommandFailure) {
        guard section.level == 2 else {
            throw CommandFailure(
                description: "is no answer. Begin its heading with ## and a space.")
        }
        heading = section.heading
        var lines = section.textLines[...]
        // A note may begin with the word "Task" too.
        if let line = lines.first, line.prefixMatch(of: /Tasks? \d+(, \d+)*(:|$)/) != nil {
            refusal = try Refusal(line, breaking: lines.dropFirst().first ?? "")
            lines = lines.dropFirst(2)
        } else {
            refusal = nil
        }
        note = lines.joined(separator: " ")
        let blocks = section.blocks.filter { $0.language == "diff" }
        guard let block = blocks.first, blocks.count == 1 else {
            throw CommandFailure(
                description: "has \(blocks.count) blocks marked diff. It needs one, which says how "
                    + "the answer differs from the solution.")
        }
        guard block.isClosed else {
            throw CommandFailure(
                description: "has a block that never ends. Add the fence below it.")
        }
        do {
            change = try WrittenChange(lines: block.lines)
        } catch {
            throw CommandFailure(description: "cannot be read. \(error.description)")
        }
    }
}

extension KnownAnswer.Refusal {
    /// The placeholder for the sentence of the stub, until a maintainer writes it.
    static let sentenceToBeFound = "To be found: which sentence of the stub?"

    /// All tasks that refuse it.
    var tasks: Set<Int> { Set([task] + otherTasks) }

    /// The two lines below the heading of a wrong answer.
    fileprivate var labels: [String] {
        let numbers = ([task] + otherTasks).map(String.init).joined(separator: ", ")
        return [
            "\(otherTasks.isEmpty ? "Task" : "Tasks") \(numbers): \"\(quotation)\"",
            "Breaks: \"\(broken)\"",
        ]
    }

    /// Reads the lines that ``labels`` writes.
    ///
    /// - Throws: ``CommandFailure`` if a line has another form.
    fileprivate init(_ line: String, breaking next: String) throws(CommandFailure) {
        guard let match = line.wholeMatch(of: /Tasks? (\d+)((?:, \d+)*): *"\s*(.*?\S)\s*"/),
            let task = Int(match.1)
        else {
            throw CommandFailure(
                description: "does not say by which task it is refused and with which words. Write "
                    + "below its heading: Task 3: \"words of the message\"")
        }
        guard let quoted = next.wholeMatch(of: /Breaks: "(.*\S)"/) else {
            throw CommandFailure(
                description: "does not say what it breaks. Add a line below its task, with a "
                    + "sentence of the stub or a part of one: Breaks: \"…\"")
        }
        self.init(
            task: task, otherTasks: match.2.split(separator: ", ").compactMap { Int($0) },
            quotation: String(match.3), broken: String(quoted.1))
    }
}
