import Judging

/// Wrong answers to different tasks in one file. Most of the time that it takes to judge a file goes into
/// its build, and each task has a verdict of its own.
///
/// Only answers that change the part of their own task, and nothing else, are put together. What the
/// checks say of such a file counts where exactly the tasks of its answers are wrong. Otherwise one of
/// them has to do with another task, and each is judged alone.
struct AnswerGroup: Sendable {
    /// The answers, by their places in the list that they come from.
    private(set) var members: [Int]
    private(set) var tasks: Set<Int>
    private(set) var text: String

    /// Puts answers together.
    ///
    /// - Returns: Groups, in which each answer is once.
    static func groups(
        of answers: [WrongAnswerVerification.Applied], solution: String
    ) -> [AnswerGroup] {
        var groups: [AnswerGroup] = []
        var alone: [AnswerGroup] = []
        for (index, answer) in answers.enumerated() {
            let task = answer.entry.task
            let group = AnswerGroup(members: [index], tasks: [task], text: answer.text)
            guard isOfOneTask(answer.text, task, solution) else {
                alone.append(group)
                continue
            }
            for other in groups.indices where !groups[other].tasks.contains(task) {
                guard let text = try? answer.entry.change.applied(to: groups[other].text) else {
                    continue
                }
                groups[other].members.append(index)
                groups[other].tasks.insert(task)
                groups[other].text = text
                break
            }
            if groups.allSatisfy({ !$0.members.contains(index) }) { groups.append(group) }
        }
        return groups + alone
    }

    /// Whether an answer differs from the solution in the part of one task only.
    private static func isOfOneTask(_ answer: String, _ task: Int, _ solution: String) -> Bool {
        let (old, new) = (WrittenChange.lines(of: solution), WrittenChange.lines(of: answer))
        let above = zip(old, new).prefix { $0 == $1 }.count
        let below = zip(old.dropFirst(above).reversed(), new.dropFirst(above).reversed())
            .prefix { $0 == $1 }.count
        let isHeading = { (line: String) in line.hasPrefix("// MARK: - ") }
        return old[..<above].last(where: isHeading) == "// MARK: - Task \(task)"
            && !old[above..<(old.count - below)].contains(where: isHeading)
    }

    /// Whether exactly the tasks of its answers are wrong, by a check of theirs.
    func isRefusedAsExpected(by verdict: ExerciseVerdict) -> Bool {
        verdict.outside == nil
            && verdict.tasks.allSatisfy { $0.isRight || tasks.contains($0.number) }
            && tasks.allSatisfy { finding(verdict, ofTask: $0)?.isOfACheck == true }
    }

    /// What comes first of all that is wrong with a task.
    func finding(_ verdict: ExerciseVerdict, ofTask number: Int) -> Finding? {
        guard let task = verdict.tasks.first(where: { $0.number == number }) else { return nil }
        return task.problems.first.map { Finding(task: task, problem: $0) }
    }
}
