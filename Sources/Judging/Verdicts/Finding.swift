import ExerciseConventions
import Foundation

/// What comes first of all that is wrong with an answer.
///
/// This is the one place that decides it. `check` shows it, the overview points to it, and `verify`
/// compares its words with those that a wrong answer should meet.
package struct Finding: Equatable, Sendable {
    /// The task that it is about, or nil where the program ended while none was running.
    package let task: TaskVerdict?
    /// What was found.
    package let problem: TaskVerdict.Problem

    package init(task: TaskVerdict?, problem: TaskVerdict.Problem) {
        self.task = task
        self.problem = problem
    }

    /// The words that a learner reads. They may have several lines.
    package var words: String { problem.message }
    /// Where to look: `Tests/ExerciseTests/Exercise01Tests.swift:49`.
    package var place: String? { problem.place }

    /// Whether a check says so, and not the runtime after a crash or a hang.
    package var isOfACheck: Bool { problem.kind == .refused }

    /// The first line of the words, without what is different in each answer.
    package var headline: String { Self.headline(of: words) }

    /// The first line of a message, with one blank where it has several.
    package static func headline(of message: String) -> String {
        withSingleBlanks(message.split(separator: "\n").first ?? "")
    }

    /// A text on one line, whatever its line breaks are.
    package static func withSingleBlanks(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether these words are among its own, wherever its lines break.
    package func says(_ words: String) -> Bool {
        Self.withSingleBlanks(self.words).contains(Self.withSingleBlanks(words))
    }

    /// The words for a catalogue: as much of the headline as no other message has. That is what
    /// stands before a colon, the first sentence, what stands before a lesson's step, or all of it.
    ///
    /// - Parameter others: The other messages of the checks.
    package func words(among others: Set<String>) -> String {
        let headline = headline
        let step = LessonStep.mentions(in: headline).first?.range.lowerBound
        let ends = [": ", ". "].map { headline.firstRange(of: $0)?.lowerBound } + [step]
        return ends.compactMap(\.self).sorted().map { Self.withSingleBlanks(headline[..<$0]) }
            .first { words in
                words.contains(" ") && !others.contains { $0.contains(words) }
            } ?? headline
    }
}

extension ExerciseVerdict {
    /// The first problem of the first task that is wrong, in the order of the tasks: what goes wrong
    /// later often follows from it. A task that crashed or hung counts as any other. What ended the
    /// program outside of the tasks comes last. Nil where nothing is wrong, though tasks may be open.
    package var finding: Finding? {
        for task in tasks {
            if let problem = task.problems.first { return Finding(task: task, problem: problem) }
        }
        return outside.map { Finding(task: nil, problem: $0) }
    }
}

extension ExerciseVerdict {
    /// The task to work on: the one with the first finding, else the first that is not right.
    package var taskAtHand: Int? {
        finding?.task?.number ?? tasks.first { !$0.isRight }?.number
    }
}
