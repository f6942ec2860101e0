import ExerciseConventions
import Foundation

/// By whom an answer is refused, and with which message.
package struct Refusal {
    package let task: Int
    /// What a learner reads, the misconception first.
    package let message: String
    /// Whether a check says so, and not the runtime after a crash or a hang.
    package let isOfACheck: Bool

    /// - Returns: Nil where nothing in the answer is wrong: every task is right, or open.
    package init?(_ verdict: ExerciseVerdict) {
        guard let finding = verdict.finding, let task = finding.task else { return nil }
        self.task = task.number
        message = finding.words
        isOfACheck = finding.problem.kind == .refused
    }

    /// The first line of the message, without what is different in each answer.
    package var headline: String { Self.headline(of: message) }

    /// Whether the message has these words, wherever its lines break.
    package func says(_ words: String) -> Bool {
        Self.normalized(message).contains(Self.normalized(words))
    }

    /// The words for a catalogue: as much of the headline as no other message has. That is what
    /// stands before a colon, the first sentence, what stands before a lesson's step, or all of it.
    ///
    /// - Parameter others: The other messages of the checks.
    package func words(among others: Set<String>) -> String {
        let headline = headline
        let step = LessonStep.mentions(in: headline).first?.range.lowerBound
        let ends = [": ", ". "].map { headline.firstRange(of: $0)?.lowerBound } + [step]
        return ends.compactMap(\.self).sorted().map { Self.normalized(headline[..<$0]) }
            .first { words in
                words.contains(" ") && !others.contains { $0.contains(words) }
            } ?? headline
    }

    package static func headline(of message: String) -> String {
        normalized(message.split(separator: "\n").first ?? "")
    }

    package static func normalized(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
