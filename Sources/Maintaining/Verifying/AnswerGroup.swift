import Judging

/// Known answers that are judged in one file. Most of the time that it takes to judge a file goes into its
/// build, and each task has a verdict of its own.
///
/// Only answers that change different parts of the file are put together. What the checks say of such a
/// file counts where exactly its wrong answers are refused, each by its own task and with its own words.
/// Otherwise two of them have to do with each other, and the group is judged in halves.
struct AnswerGroup: Sendable {
    /// A known answer with the whole text of its file.
    struct Member: Sendable {
        let answer: KnownAnswer
        let text: String
        /// The headings of the parts of the file that belong to it: those that it changes, and those of
        /// the tasks that refuse it.
        let parts: Set<String>

        init(_ answer: KnownAnswer, of solution: String) throws(WrittenChange.Stale) {
            self.answer = answer
            text = try answer.change.applied(to: solution)
            let refusing = answer.refusal.map { $0.tasks.map(ExerciseParts.heading) } ?? []
            parts = ExerciseParts(solution).differences(from: ExerciseParts(text)).union(refusing)
        }
    }

    private(set) var members: [Member]
    /// The solution with the changes of all members.
    private(set) var text: String
    private var parts: Set<String>

    init(_ member: Member) {
        members = [member]
        text = member.text
        parts = member.parts
    }

    /// Puts answers together.
    ///
    /// - Returns: Groups, in which each answer is once.
    static func groups(of members: [Member]) -> [AnswerGroup] {
        var groups: [AnswerGroup] = []
        // An answer that changes many parts finds the fewest places.
        for member in members.sorted(by: { $0.parts.count > $1.parts.count }) {
            if !groups.indices.contains(where: { groups[$0].add(member) }) {
                groups.append(AnswerGroup(member))
            }
        }
        return groups
    }

    /// Adds an answer that has nothing to do with the others.
    ///
    /// - Returns: Whether it has been added.
    private mutating func add(_ member: Member) -> Bool {
        guard parts.isDisjoint(with: member.parts),
            let text = try? member.answer.change.applied(to: text)
        else { return false }
        members.append(member)
        parts.formUnion(member.parts)
        self.text = text
        return true
    }

    /// The two halves of a group, each with the file that it makes of the solution.
    var halves: [AnswerGroup] {
        let middle = members.count / 2
        return [members[..<middle], members[middle...]].flatMap { Self.groups(of: Array($0)) }
    }

    /// Whether the checks say of each answer what they should, and of nothing else anything.
    func isAsExpected(_ judgment: Judgment) -> Bool {
        guard case .judged(let verdict, let warnings) = judgment, verdict.outside == nil else {
            return false
        }
        let refusals = members.compactMap(\.answer.refusal)
        let isWrong = Set(refusals.flatMap(\.tasks))
        let hasRightAnswer = refusals.count < members.count
        return !(hasRightAnswer && !warnings.isEmpty)
            && verdict.tasks.allSatisfy { $0.isRight != isWrong.contains($0.number) }
            && refusals.allSatisfy { refusal in
                verdict.finding(ofTask: refusal.task)?.contains(refusal.words) == true
            }
    }
}

extension ExerciseVerdict {
    /// The first finding of a task, nil where the task is right or open.
    fileprivate func finding(ofTask number: Int) -> Finding? {
        guard let task = tasks.first(where: { $0.number == number }) else { return nil }
        return task.problems.first.map { Finding(task: task, problem: $0) }
    }
}

/// The parts of an exercise's file, each below a `// MARK: -` of its own.
private struct ExerciseParts {
    private var lines: [String: [String]] = [:]

    private static let mark = "// MARK: - "

    /// The heading of the part of a task.
    static func heading(_ task: Int) -> String { "Task \(task)" }

    init(_ text: String) {
        var heading = ""
        for line in WrittenChange.lines(of: text) {
            if line.hasPrefix(Self.mark) { heading = String(line.dropFirst(Self.mark.count)) }
            lines[heading, default: []].append(line)
        }
    }

    /// The headings of the parts that are not the same in both files.
    func differences(from other: ExerciseParts) -> Set<String> {
        Set(lines.keys).union(other.lines.keys).filter { lines[$0] != other.lines[$0] }
    }
}
