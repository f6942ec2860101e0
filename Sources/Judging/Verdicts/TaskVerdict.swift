import ExerciseConventions

/// The verdict of the checks on a task.
package struct TaskVerdict: Codable, Equatable, Sendable {
    /// The state of a task.
    package enum State: Codable, Equatable, Sendable {
        case right
        /// The task still has its `TODO`.
        case open(OpenTask)
        /// The task is wrong. The problems are in the order in which the checks found them, and
        /// there is at least one.
        case wrong([Problem])
        /// There is no record that the task's test ended, so its state is unknown.
        case notRun
    }

    /// A problem of a task: a check refused it, or the learner's code ended the program.
    package struct Problem: Codable, Equatable, Sendable {
        /// The kind of a problem.
        package enum Kind: String, Codable, Sendable {
            /// A check refuses the result of the code.
            case refused
            /// The program crashed.
            case crashed
            /// The checks stopped the task at their time limit.
            case hung
            /// The learner's code ended the program.
            case ended
        }

        package let kind: Kind
        /// The mistake, with the expected and the actual value, in words for the learner.
        package var finding: CheckFinding
        /// The place to look at, from the package's folder: the line of the check, or the line of
        /// the learner's file that crashed. It is `nil` if the place is unknown.
        let place: String?
        /// Advice, if there is more to say than the message does.
        package var advice: String?

        /// The place to look at if it is in the learner's file: `Exercises/Exercise16.swift:157`.
        package var answersPlace: String? {
            place.flatMap { $0.hasPrefix("Exercises/") ? $0 : nil }
        }

        /// The whole message for the learner except the advice. It may have several lines.
        package var message: String { finding.message }
    }

    /// The number in `Task 4 · What may be absent or null`.
    package let number: Int
    /// The title of the task: `Task 4 · What may be absent or null`.
    package let title: String
    package var state: State

    package var isRight: Bool { if case .right = state { true } else { false } }
    package var isOpen: Bool { if case .open = state { true } else { false } }
    var isWrong: Bool { if case .wrong = state { true } else { false } }
    /// The problems of a wrong task. Other tasks have none.
    package var problems: [Problem] {
        if case .wrong(let problems) = state { problems } else { [] }
    }
}

extension TaskVerdict.Problem {
    /// Creates a problem that no step of a lesson explains.
    init(kind: Kind, message: String, place: String?, advice: String? = nil) {
        self.init(kind: kind, finding: CheckFinding(message), place: place, advice: advice)
    }
}
