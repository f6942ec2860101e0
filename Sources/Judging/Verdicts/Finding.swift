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
        (self.task, self.problem) = (task, problem)
    }

    /// The words that a learner reads. They may have several lines.
    package var words: String { problem.message }
    /// The step of a lesson that shows how it goes, if one does.
    package var step: LessonStep? { problem.finding.step }
    /// Where to look: `Tests/ExerciseTests/Exercise01Tests.swift:49`.
    package var place: String? { problem.place }

    /// What went wrong, on one line, without what is different in each answer.
    package var headline: String { Self.withSingleBlanks(problem.finding.misconception) }

    /// A text on one line, whatever its line breaks are.
    package static func withSingleBlanks(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether these words are among its own, wherever its lines break.
    package func says(_ words: String) -> Bool {
        Self.withSingleBlanks(self.words).contains(Self.withSingleBlanks(words))
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
