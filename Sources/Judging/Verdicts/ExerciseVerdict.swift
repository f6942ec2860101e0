import ExerciseConventions

/// What the checks say of an exercise.
package struct ExerciseVerdict: Equatable, Sendable {
    /// The exercise: `07`.
    package let number: String
    /// The tasks in the order of their checks, each with a state of its own.
    package var tasks: [TaskVerdict]
    /// What ended the program while no task was running, if anything did.
    package var outside: TaskVerdict.Problem?
    /// What the learner's code printed.
    package var printed = ""
    /// Whether the learner's code started a process that was still there at the end.
    package var leftAProcess = false

    package var isRight: Bool {
        outside == nil && !tasks.isEmpty && tasks.allSatisfy(\.isRight)
    }

    package func count(_ state: (TaskVerdict) -> Bool) -> Int { tasks.filter(state).count }

    /// How many tasks are in which state, of the states that there are: 3 right, 1 wrong.
    package var counts: [(count: Int, state: String)] {
        [
            (count(\.isRight), "right"), (count(\.isWrong), "wrong"), (count(\.isOpen), "open"),
            (count { $0.state == .notRun }, "not judged"),
        ]
        .filter { $0.0 > 0 }
    }

    /// Whether nobody has begun: there are tasks, and each of them is open.
    package var isUntouched: Bool {
        outside == nil && !tasks.isEmpty && tasks.allSatisfy(\.isOpen)
    }
}
