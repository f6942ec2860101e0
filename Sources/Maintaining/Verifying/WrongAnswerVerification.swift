import Foundation
import Judging

/// Whether the checks say of each wrong answer what the catalogue says.
struct WrongAnswerVerification {
    /// How many wrong answers an exercise should know.
    static let fewest = 10

    let number: String
    let workbook: WorkbookFolder
    let catalogue: WrongAnswerCatalogue
    /// How many answers are judged at once.
    let atOnce: Int
    let solution: String
    /// Builds an answer and runs the checks.
    let judgment: @Sendable (Answer) throws -> Judgment

    /// An entry with the whole text of its answer.
    typealias Applied = (entry: WrongAnswerCatalogue.Entry, text: String)
    /// An entry with what a learner reads.
    private typealias Refused = (entry: WrongAnswerCatalogue.Entry, refusal: Finding)

    /// - Parameter messages: What the checks may say. The words that wrong answers hear are noted.
    /// - Returns: What is wrong, a line each.
    func problems(_ messages: inout CheckMessages) throws -> [String] {
        var (answers, problems) = applied()
        problems = few + problems
        var (refused, others) = try judgedTogether(answers, &messages)
        let (alone, ofAlone) = try judgedAlone(others, &messages)
        refused += alone
        let heard = Set(
            refused.map(\.refusal).filter(\.isOfACheck).map { Finding.withSingleBlanks($0.words) })
        return problems + ofAlone
            + refused.compactMap { entry, refusal in
                problem(of: entry, refusal, among: messages.others(than: refusal).union(heard))
            }
    }

    private var few: [String] {
        if catalogue.entries.count >= Self.fewest { return [] }
        return [
            "\(workbook.wrongAnswersPath(number)) has \(catalogue.entries.count) wrong answers. "
                + "\(Self.fewest) are the least: think of what a learner writes who got it wrong, and "
                + "add it with swift run maintain refuse \(number) \"Heading\"."
        ]
    }

    /// The answers that the entries describe, and what is wrong with the entries themselves.
    private func applied() -> (answers: [Applied], problems: [String]) {
        let stub = StubText(workbook.text(workbook.stubPath(number)) ?? "")
        var answers: [Applied] = []
        var problems: [String] = []
        for entry in catalogue.entries {
            if !stub.says(entry.broken) {
                problems.append(
                    "\"\(entry.heading)\" breaks nothing that the stub says: there is no "
                        + "\"\(entry.broken)\" in it. Quote a sentence, write one, or drop the entry."
                )
            }
            do {
                answers.append((entry, try entry.change.applied(to: solution)))
            } catch {
                problems.append(
                    "\"\(entry.heading)\" no longer fits \(workbook.solutionPath(number)). "
                        + error.description)
            }
        }
        return (answers, problems)
    }

    /// Judges answers to different tasks together, as far as that is sound (``AnswerGroup``).
    ///
    /// - Returns: By what they are refused, and those that have to be judged alone.
    private func judgedTogether(
        _ answers: [Applied], _ messages: inout CheckMessages
    ) throws -> (refused: [Refused], others: [Applied]) {
        let groups = AnswerGroup.groups(of: answers, solution: solution)
            .filter { $0.members.count > 1 }
        let path = workbook.exercisePath(number)
        let judgments = try groups.concurrentMap(atMost: atOnce) { group in
            try judgment(Answer(number, Data(group.text.utf8), path: path))
        }
        var refusals: [Int: Finding] = [:]
        for (group, judgment) in zip(groups, judgments) {
            guard let verdict = judgment.verdict, group.isRefusedAsExpected(by: verdict) else {
                continue
            }
            for member in group.members {
                let entry = answers[member].entry
                guard let refusal = group.finding(verdict, ofTask: entry.task),
                    refusal.says(entry.words)
                else { continue }
                refusals[member] = refusal
            }
            messages.add(verdict, isHeard: true)
        }
        return (
            answers.indices.compactMap { index in
                refusals[index].map { (answers[index].entry, $0) }
            },
            answers.indices.filter { refusals[$0] == nil }.map { answers[$0] }
        )
    }

    private func judgedAlone(
        _ answers: [Applied], _ messages: inout CheckMessages
    ) throws -> (refused: [Refused], problems: [String]) {
        var refused: [Refused] = []
        var problems: [String] = []
        var notCompiling: [(error: String, headings: [String])] = []
        let path = workbook.exercisePath(number)
        let judgments = try answers.map(\.text).concurrentMap(atMost: atOnce) { text in
            try judgment(Answer(number, Data(text.utf8), path: path))
        }
        for ((entry, _), judgment) in zip(answers, judgments) {
            guard let verdict = judgment.verdict else {
                var error = AnswerVerification.reason(judgment) ?? ""
                if case .notCompiled(let failure) = judgment { error = failure.reason(for: path) }
                if let index = notCompiling.firstIndex(where: { $0.error == error }) {
                    notCompiling[index].headings.append(entry.heading)
                } else {
                    notCompiling.append((error, [entry.heading]))
                }
                continue
            }
            messages.add(verdict, isHeard: true)
            if let refusal = verdict.finding, refusal.task != nil {
                refused.append((entry, refusal))
            } else {
                problems.append(
                    "\"\(entry.heading)\" passes. Add a check to task \(entry.task) that it "
                        + "fails, or delete it.")
            }
        }
        return (refused, problems + notCompiling.map(Self.doNotCompile))
    }

    private static func doNotCompile(_ error: String, _ headings: [String]) -> String {
        let names = headings.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
        let others = headings.count > 3 ? " and \(headings.count - 3) more" : ""
        return "\(names)\(others) \(headings.count == 1 ? "does" : "do") not compile with the "
            + "checks: \(error)"
    }

    private func problem(
        of entry: WrongAnswerCatalogue.Entry, _ refusal: Finding, among messages: Set<String>
    ) -> String? {
        let task = refusal.task?.number ?? 0
        guard task == entry.task else {
            return
                "\"\(entry.heading)\" is refused by task \(task) first, and says task "
                + "\(entry.task). Repair the answer or its line. A learner reads: \(refusal.headline)"
        }
        guard refusal.says(entry.words) else {
            return
                "\"\(entry.heading)\" is refused, but not with the words \"\(entry.words)\". A "
                + "learner reads: \(refusal.headline)"
        }
        let words = Finding.withSingleBlanks(entry.words)
        let others = messages.filter {
            !$0.hasPrefix(refusal.headline) && $0.contains(words)
        }
        guard refusal.isOfACheck, let other = others.min() else { return nil }
        return
            "\"\(entry.heading)\": more than one message has the words \"\(entry.words)\". Name "
            + "more of \"\(refusal.headline)\" than is in \"\(other.prefix(200))\"."
    }
}
