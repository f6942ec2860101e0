import Judging

/// A group of known answers that are judged in one file. This saves time, because most of the time
/// for a file goes into its build, and each task has its own verdict.
///
/// Answers are put together only if they change different parts of the file. The verdict on the
/// file is valid if exactly its wrong answers are refused, each by its own task and with its own
/// message. Otherwise two of the answers affect each other, and the two halves of the group are
/// judged.
struct AnswerGroup: Sendable {
    /// A known answer with the contents of its file.
    struct Member: Sendable {
        let answer: KnownAnswer
        let source: String
        /// The headings of the parts of the file that belong to the answer: those that it changes,
        /// and those of the tasks that refuse it.
        let parts: Set<String>

        init(_ answer: KnownAnswer, of solution: String) throws(CommandFailure) {
            self.answer = answer
            source = try answer.change.applied(to: solution)
            let (old, new) = (Self.parts(of: solution), Self.parts(of: source))
            let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
            parts = changed.union((answer.refusal?.tasks ?? []).map { "Task \($0)" })
        }

        /// Returns the lines of the parts of a file, by their headings. Each part begins with a
        /// `// MARK: -`.
        private static func parts(of source: String) -> [String: [String]] {
            let mark = "// MARK: - "
            var parts: [String: [String]] = [:]
            var heading = ""
            for line in WrittenChange.lines(of: source) {
                if line.hasPrefix(mark) { heading = String(line.dropFirst(mark.count)) }
                parts[heading, default: []].append(line)
            }
            return parts
        }
    }

    private(set) var members: [Member]
    /// The solution with the changes of all members.
    private(set) var source: String
    private var parts: Set<String>

    init(_ member: Member) {
        members = [member]
        source = member.source
        parts = member.parts
    }

    /// Returns groups of answers, in which each answer occurs once.
    static func groups(of members: [Member]) -> [AnswerGroup] {
        var groups: [AnswerGroup] = []
        // An answer that changes many parts fits into the fewest groups, so it comes first.
        for member in members.sorted(by: { $0.parts.count > $1.parts.count }) {
            if !groups.indices.contains(where: { groups[$0].add(member) }) {
                groups.append(AnswerGroup(member))
            }
        }
        return groups
    }

    /// Adds an answer if it does not affect the others.
    ///
    /// - Returns: True if it has been added.
    private mutating func add(_ member: Member) -> Bool {
        guard parts.isDisjoint(with: member.parts),
            let source = try? member.answer.change.applied(to: source)
        else { return false }
        members.append(member)
        parts.formUnion(member.parts)
        self.source = source
        return true
    }

    /// The two halves of the group, each with its own file.
    var halves: [AnswerGroup] {
        let middle = members.count / 2
        return [members[..<middle], members[middle...]].flatMap { Self.groups(of: Array($0)) }
    }

    /// Returns a Boolean value that indicates whether the verdict on the group is the expected one
    /// for each answer, and refuses nothing else.
    ///
    /// A wrong answer that is judged alone may be refused by later tasks too: they use what is wrong.
    /// The page names those tasks where that saves a build.
    func isAsExpected(_ judgment: Judgment) -> Bool {
        guard case .judged(let verdict, let warnings) = judgment, verdict.outside == nil else {
            return false
        }
        let refusals = members.compactMap(\.answer.refusal)
        let isWrong = Set(refusals.flatMap(\.tasks))
        let hasRightAnswer = refusals.count < members.count
        let isAloneAndFirst =
            members.count == 1 && !refusals.isEmpty
            && verdict.finding?.task?.number == refusals.first?.task
        return !(hasRightAnswer && !warnings.isEmpty)
            && verdict.tasks.allSatisfy { task in
                isWrong.contains(task.number) ? !task.isRight : task.isRight || isAloneAndFirst
            }
            && refusals.allSatisfy { refusal in
                verdict.findings.first { $0.task?.number == refusal.task }?
                    .contains(refusal.quotation) == true
            }
    }
}
