import ExerciseConventions

/// What the checks say of one task.
package struct TaskVerdict: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        case right
        /// Still a `TODO`.
        case open(OpenTask)
        /// What the checks found, in the order in which they found it; never empty.
        case wrong([Problem])
        /// It has no record of its own that it ended: nobody knows.
        case notRun
    }

    /// What a check found, or how the learner's code ended the program in the middle of the task.
    package struct Problem: Equatable, Sendable {
        package enum Kind: Equatable, Sendable {
            /// A check refuses what the code did.
            case refused
            /// The program trapped.
            case crashed
            /// The time limit of the checks ended the task.
            case hung
            /// The learner's code ended the program.
            case ended
        }

        package let kind: Kind
        /// What went wrong, and what was found: the words that a learner reads.
        package var finding: CheckFinding
        /// Where to look, from the package's folder: the check's line, or the line of the learner's
        /// file that crashed. Nil where nobody knows.
        let place: String?
        /// What may help, where there is more to say than the message does.
        package var advice: String?

        /// All that a learner reads of it but the advice. It may have several lines.
        package var message: String { finding.text }

        /// A problem that no step of a lesson explains.
        init(kind: Kind, message: String, place: String?, advice: String? = nil) {
            self.init(kind: kind, finding: CheckFinding(message), place: place, advice: advice)
        }

        init(kind: Kind, finding: CheckFinding, place: String?, advice: String? = nil) {
            self.kind = kind
            self.finding = finding
            self.place = place
            self.advice = advice
        }
    }

    /// The number in `Task 4 · A delay that may be absent or null`.
    package let number: Int
    package let title: String
    package var state: State

    package var isRight: Bool { if case .right = state { true } else { false } }
    package var isOpen: Bool { if case .open = state { true } else { false } }
    var isWrong: Bool { if case .wrong = state { true } else { false } }
    package var problems: [Problem] {
        if case .wrong(let problems) = state { problems } else { [] }
    }
}
