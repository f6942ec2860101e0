import ExerciseConventions

/// The verdict of the checks on an answer to an exercise.
package struct ExerciseVerdict: Codable, Equatable, Sendable {
    /// The number of the exercise: `07`.
    package let number: String
    /// The verdicts on the tasks, in the order of their checks.
    package var tasks: [TaskVerdict]
    /// The problem that ended the program while no task was running, if there was one.
    package var outside: TaskVerdict.Problem?
    /// The output of the learner's code.
    package var printed = ""
    /// A Boolean value that indicates whether the learner's code started a process that still ran
    /// at the end.
    package var leftAProcess = false

    /// A Boolean value that indicates whether all tasks are right and nothing else went wrong.
    package var isRight: Bool {
        outside == nil && !tasks.isEmpty && tasks.allSatisfy(\.isRight)
    }

    /// Returns the number of tasks that meet a condition.
    package func count(_ state: (TaskVerdict) -> Bool) -> Int { tasks.filter(state).count }

    /// The number of tasks in each state that occurs, such as 3 right and 1 wrong.
    package var counts: [(count: Int, state: String)] {
        [
            (count(\.isRight), "right"), (count(\.isWrong), "wrong"), (count(\.isOpen), "open"),
            (count { $0.state == .notRun }, "not judged"),
        ]
        .filter { $0.0 > 0 }
    }

    /// A Boolean value that indicates whether the exercise has not been begun: there are tasks, and
    /// all of them are open.
    package var isUntouched: Bool {
        outside == nil && !tasks.isEmpty && tasks.allSatisfy(\.isOpen)
    }

    package static let asBefore = "The verdict is as before."

    /// Returns what a verdict says that an earlier one did not: the tasks that have become right, those that
    /// were, and those that have become wrong. `Task 5 is right now.`
    package func change(since former: ExerciseVerdict?) -> [String] {
        guard let former, former.number == number else { return [] }
        let before = Set(former.tasks.filter(\.isRight).map(\.number))
        let now = Set(tasks.filter(\.isRight).map(\.number))
        let wrongBefore = Set(former.tasks.filter(\.isWrong).map(\.number))
        let wrongNow = Set(tasks.filter(\.isWrong).map(\.number))
        let change = [
            Self.sentence(now.subtracting(before), "right now"),
            Self.sentence(before.subtracting(now), "right no more"),
            Self.sentence(wrongNow.subtracting(wrongBefore).subtracting(before), "wrong now"),
            Self.sentence(wrongBefore.subtracting(wrongNow).subtracting(now), "wrong no more"),
            Self.sentence(furtherTasks(than: former), "further than before"),
        ].compactMap(\.self)
        // A finding may be at another line.
        let isLike =
            former.tasks.map { $0.problems.map(\.finding) }
            == tasks.map { $0.problems.map(\.finding) }
        return change.isEmpty && isLike && former.outside == outside ? [Self.asBefore] : change
    }

    /// The tasks of several parts whose next part is open now.
    private func furtherTasks(than former: ExerciseVerdict) -> Set<Int> {
        let further = zip(former.tasks, tasks).filter { before, now in
            guard case .open(let earlier) = before.state, case .open(let later) = now.state else {
                return false
            }
            let isItself = earlier.earlierTask == nil && later.earlierTask == nil
            return isItself && earlier.task != later.task
        }
        return Set(further.map { $0.1.number })
    }

    private static func sentence(_ numbers: Set<Int>, _ state: String) -> String? {
        numbers.isEmpty ? nil : "\(TaskTitle.subject(numbers.sorted())) \(state)."
    }
}
