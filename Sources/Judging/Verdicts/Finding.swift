import ExerciseConventions
import Foundation

/// A thing that is wrong with an answer.
///
/// Which one comes first is decided here and nowhere else. `check` shows it, the overview points to
/// it, and `verify` compares its message with the one that a wrong answer should get.
package struct Finding: Equatable, Sendable {
    /// The task that it is about, or `nil` if the program ended while no task was running.
    package let task: TaskVerdict?
    /// The problem.
    package let problem: TaskVerdict.Problem

    /// Creates a finding.
    package init(task: TaskVerdict?, problem: TaskVerdict.Problem) {
        (self.task, self.problem) = (task, problem)
    }

    /// The message for the learner. It may have several lines.
    package var message: String { problem.message }
    /// The step of a lesson that shows the right way, if there is one.
    package var step: LessonStep? { problem.finding.step }
    /// The line of the check, or the line of the answer that crashed:
    /// `Tests/ExerciseTests/Exercise01Tests.swift:49`.
    package var place: String? { problem.place }

    /// The mistake on one line, without the details that differ from answer to answer.
    package var headline: String { Self.withSingleBlanks(problem.finding.headline) }

    /// Returns a text on one line, with single spaces between its words.
    package static func withSingleBlanks(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns a Boolean value that indicates whether the message contains a quotation. Line breaks
    /// in either are treated as spaces.
    package func contains(_ quotation: String) -> Bool {
        Self.withSingleBlanks(message).contains(Self.withSingleBlanks(quotation))
    }
}

extension ExerciseVerdict {
    /// The first problem of each wrong task, in the order of the tasks, because later problems
    /// often follow from earlier ones. A task that crashed or hung is treated like any other. A
    /// problem that ended the program outside of the tasks comes last.
    package var findings: [Finding] {
        tasks.compactMap { task in task.problems.first.map { Finding(task: task, problem: $0) } }
            + (outside.map { [Finding(task: nil, problem: $0)] } ?? [])
    }

    /// The first finding, or `nil` if nothing is wrong, even if tasks are open.
    package var finding: Finding? { findings.first }

    /// The number of the task to work on: the task of the finding, else the first task that is not
    /// right.
    package var taskAtHand: Int? {
        finding?.task?.number ?? tasks.first { !$0.isRight }?.number
    }
}
