import Foundation
import Judging

// The verification that the verdict of the checks on each known answer is the one on its page.
extension AnswerVerification {
    /// Judges the known answers, many of them in one build where that is sound (``AnswerGroup``).
    ///
    /// - Returns: The problems, a line for each.
    /// - Throws: An error if nothing can be judged on this system.
    func problemsOfKnownAnswers() async throws -> [String] {
        var members: [AnswerGroup.Member] = []
        var stale: [(heading: String, reason: String)] = []
        for answer in answers {
            do {
                members.append(try AnswerGroup.Member(answer, of: solution))
            } catch {
                stale.append((answer.heading, error.description))
            }
        }
        let failed = try await AnswerGroup.groups(of: members)
            .concurrentMap(atMost: atOnce, unexpected).flatMap(\.self)
        return unfounded + problem(ofStale: stale) + problems(of: failed)
    }

    /// The problems that can be found without judging anything.
    private var unfounded: [String] {
        answers.compactMap { answer in
            guard let broken = answer.refusal?.broken, !workbook.stub(number, says: broken)
            else { return nil }
            return
                "\"\(answer.heading)\" breaks nothing that the stub says: there is no \"\(broken)\" "
                + "in it. Quote a sentence, write one, or drop the entry."
        }
    }

    /// Returns one problem for all answers that no longer fit, because one change to the solution
    /// is the cause.
    private func problem(ofStale stale: [(heading: String, reason: String)]) -> [String] {
        guard let first = stale.first else { return [] }
        let headings = stale.map { "\"\($0.heading)\"" }.joined(separator: ", ")
        let path = workbook.solutionPath(number)
        return [
            stale.count == 1
                ? "\(headings) no longer fits \(path). \(first.reason)"
                : "\(stale.count) known answers no longer fit \(path): \(headings). The first of "
                    + "them: \(first.reason)"
        ]
    }

    // MARK: - Judging

    /// An answer with another verdict than the expected one.
    private struct Unexpected: Sendable {
        let answer: KnownAnswer
        let judgment: Judgment
    }

    /// Judges a group.
    ///
    /// - Returns: The answers of the group that do not have the expected verdict.
    @Sendable
    private func unexpected(in group: AnswerGroup) async throws -> [Unexpected] {
        let path = workbook.exercisePath(number)
        let judgment = try await judgment(of: Answer(number, Data(group.source.utf8), path: path))
        if group.isAsExpected(judgment) { return [] }
        guard group.members.count > 1 else {
            return group.members.map { Unexpected(answer: $0.answer, judgment: judgment) }
        }
        var all: [Unexpected] = []
        for half in group.halves { all += try await unexpected(in: half) }
        return all
    }

    private func problems(of unexpected: [Unexpected]) -> [String] {
        var problems: [String] = []
        // An error of the compiler that several answers have is reported once.
        var notCompiling: [(error: String, headings: [String])] = []
        for unexpected in unexpected {
            guard let error = compilerError(unexpected) else {
                problems.append(problem(of: unexpected))
                continue
            }
            if let index = notCompiling.firstIndex(where: { $0.error == error }) {
                notCompiling[index].headings.append(unexpected.answer.heading)
            } else {
                notCompiling.append((error, [unexpected.answer.heading]))
            }
        }
        return problems + notCompiling.map(Self.doNotCompile)
    }

    private func compilerError(_ unexpected: Unexpected) -> String? {
        guard case .notCompiled(let failure) = unexpected.judgment else { return nil }
        return failure.reason(for: workbook.exercisePath(number))
    }

    private static func doNotCompile(_ error: String, _ headings: [String]) -> String {
        let names = headings.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
        let further = headings.count > 3 ? " and \(headings.count - 3) more" : ""
        return "\(names)\(further) \(headings.count == 1 ? "does" : "do") not compile with the "
            + "checks: \(error)"
    }

    private func problem(of unexpected: Unexpected) -> String {
        let heading = "\"\(unexpected.answer.heading)\""
        let reason = unexpected.judgment.reasonAgainst ?? "does not have the expected verdict."
        guard let refusal = unexpected.answer.refusal else {
            return "The right answer \(heading) \(reason)"
        }
        let difference = unexpected.judgment.verdict.map { Self.difference(of: $0, from: refusal) }
        return "\(heading) \(difference ?? reason)"
    }

    private static func difference(
        of verdict: ExerciseVerdict, from refusal: KnownAnswer.Refusal
    ) -> String {
        guard let finding = verdict.finding, let task = finding.task?.number else {
            return "passes. Add a check to task \(refusal.task) that it fails, or delete it."
        }
        let reads = "A learner reads: \(finding.headline)"
        if task != refusal.task {
            return "is refused by task \(task) first, and says task \(refusal.task). Repair the "
                + "answer or its line. \(reads)"
        }
        if !finding.contains(refusal.quotation) {
            return "is refused, but not with the words \"\(refusal.quotation)\". \(reads)"
        }
        let otherTasks = verdict.tasks.filter { !$0.isRight && $0.number != task }.map(\.number)
        let tasks = ([task] + otherTasks).map(String.init).joined(separator: ", ")
        return
            "is refused by these tasks: \(tasks). Name no others below its heading."
    }
}
