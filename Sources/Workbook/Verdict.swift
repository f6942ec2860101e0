import ExerciseConventions
import Foundation

/// What the checks say of one task.
struct TaskVerdict: Equatable, Sendable {
    enum State: Equatable, Sendable {
        case right
        /// Still a `TODO`: what is to be done and where.
        case open(String)
        /// What the checks found, in the order in which they found it; never empty.
        case wrong([Problem])
        /// It has no record of its own that it ended: nobody knows.
        case notRun
    }

    /// What a check found, or how the learner's code ended the program in the middle of the task.
    struct Problem: Equatable, Sendable {
        enum Kind: Equatable, Sendable {
            /// A check refuses what the code did.
            case refused
            /// The program trapped.
            case crashed
            /// The time limit of the checks ended the task.
            case hung
            /// The learner's code ended the program.
            case ended
        }

        let kind: Kind
        /// The words that a learner reads, the misconception first. They may have several lines.
        let message: String
        /// Where to look, from the package's folder: the check's line, or the line of the learner's
        /// file that crashed. Nil where nobody knows.
        let place: String?
        /// What may help, where there is more to say than the message does.
        var advice: String?
    }

    /// The number in `Task 4 · A delay that may be absent or null`.
    let number: Int
    let title: String
    var state: State

    var isRight: Bool { if case .right = state { true } else { false } }
    var isOpen: Bool { if case .open = state { true } else { false } }
    var isWrong: Bool { if case .wrong = state { true } else { false } }
    var problems: [Problem] { if case .wrong(let problems) = state { problems } else { [] } }
}

/// What the checks say of an exercise.
struct ExerciseVerdict: Equatable, Sendable {
    /// The exercise: `07`.
    let number: String
    /// The tasks in the order of their checks, each with a state of its own.
    var tasks: [TaskVerdict]
    /// What ended the program while no task was running, if anything did.
    var outside: TaskVerdict.Problem?
    /// What the learner's code printed.
    var printed = ""
    /// Whether the learner's code started a process that was still there at the end.
    var leftAProcess = false
    /// The messages that the checks made, whether or not they were heard, where they were asked for.
    var messages: Set<MadeMessage> = []

    var isRight: Bool {
        outside == nil && !tasks.isEmpty && tasks.allSatisfy(\.isRight)
    }

    func count(_ state: (TaskVerdict) -> Bool) -> Int { tasks.filter(state).count }

    /// How many tasks are in which state, of the states that there are: 3 right, 1 wrong.
    var counts: [(count: Int, state: String)] {
        [
            (count(\.isRight), "right"), (count(\.isWrong), "wrong"), (count(\.isOpen), "open"),
            (count { $0.state == .notRun }, "not judged"),
        ]
        .filter { $0.0 > 0 }
    }

    /// Whether nobody has begun: there are tasks, and each of them is open.
    var isUntouched: Bool {
        outside == nil && !tasks.isEmpty && tasks.allSatisfy(\.isOpen)
    }
}

/// What comes first of all that is wrong with an answer.
///
/// This is the one place that decides it. `check` shows it, the overview points to it, and `verify`
/// compares its words with those that a wrong answer should meet.
struct Finding: Equatable, Sendable {
    /// The task that it is about, or nil where the program ended while none was running.
    let task: TaskVerdict?
    /// What was found.
    let problem: TaskVerdict.Problem

    /// The words that a learner reads. They may have several lines.
    var words: String { problem.message }
    /// Where to look: `Tests/ExerciseTests/Exercise01Tests.swift:49`.
    var place: String? { problem.place }
}

extension ExerciseVerdict {
    /// The first problem of the first task that is wrong, in the order of the tasks: what goes wrong
    /// later often follows from it. A task that crashed or hung counts as any other. What ended the
    /// program outside of the tasks comes last. Nil where nothing is wrong, though tasks may be open.
    var finding: Finding? {
        for task in tasks {
            if let problem = task.problems.first { return Finding(task: task, problem: problem) }
        }
        return outside.map { Finding(task: nil, problem: $0) }
    }
}
