import Foundation
import Judging

/// Whether the checks say of each known answer what its page says.
struct KnownAnswerVerification {
    let number: String
    let workbook: WorkbookFolder
    let solution: String
    /// How many answers are judged at once.
    let atOnce: Int
    /// Builds an answer and runs the checks.
    let judgment: @Sendable (Answer) throws -> Judgment

    /// Judges answers, many in one build as far as that is sound (``AnswerGroup``).
    ///
    /// - Returns: What is wrong, a line each.
    func problems(of answers: [KnownAnswer]) throws -> [String] {
        var members: [AnswerGroup.Member] = []
        var stale: [(heading: String, reason: String)] = []
        for answer in answers {
            do {
                members.append(try AnswerGroup.Member(answer, of: solution))
            } catch {
                stale.append((answer.heading, error.description))
            }
        }
        let failed = try AnswerGroup.groups(of: members)
            .concurrentMap(atMost: atOnce, unexpected).flatMap(\.self)
        return unfounded(answers) + problem(ofStale: stale) + Self.problems(of: failed, self)
    }

    /// What is wrong with the pages of an exercise that can be known without judging anything.
    private func unfounded(_ answers: [KnownAnswer]) -> [String] {
        let stub = StubText(workbook.text(workbook.stubPath(number)) ?? "")
        return answers.compactMap { answer in
            guard let broken = answer.refusal?.broken, !stub.says(broken) else { return nil }
            return
                "\"\(answer.heading)\" breaks nothing that the stub says: there is no \"\(broken)\" "
                + "in it. Quote a sentence, write one, or drop the entry."
        }
    }

    /// Whoever changes the solution is told once.
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

    /// An answer of which the checks say something else.
    private struct Unexpected: Sendable {
        let answer: KnownAnswer
        let judgment: Judgment
    }

    /// - Returns: The answers of a group of which the checks say something else than they should.
    @Sendable
    private func unexpected(in group: AnswerGroup) throws -> [Unexpected] {
        let path = workbook.exercisePath(number)
        let judgment = try judgment(Answer(number, Data(group.text.utf8), path: path))
        if group.isAsExpected(judgment) { return [] }
        if group.members.count > 1 { return try group.halves.flatMap(unexpected) }
        return group.members.map { Unexpected(answer: $0.answer, judgment: judgment) }
    }

    private static func problems(
        of unexpected: [Unexpected], _ verification: KnownAnswerVerification
    ) -> [String] {
        var problems: [String] = []
        // The same error of the compiler is said once.
        var notCompiling: [(error: String, headings: [String])] = []
        for unexpected in unexpected {
            guard let error = verification.compilerError(unexpected) else {
                problems.append(verification.problem(of: unexpected))
                continue
            }
            if let index = notCompiling.firstIndex(where: { $0.error == error }) {
                notCompiling[index].headings.append(unexpected.answer.heading)
            } else {
                notCompiling.append((error, [unexpected.answer.heading]))
            }
        }
        return problems + notCompiling.map(doNotCompile)
    }

    private func compilerError(_ unexpected: Unexpected) -> String? {
        guard case .notCompiled(let failure) = unexpected.judgment else { return nil }
        return failure.reason(for: workbook.exercisePath(number))
    }

    private static func doNotCompile(_ error: String, _ headings: [String]) -> String {
        let names = headings.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
        let others = headings.count > 3 ? " and \(headings.count - 3) more" : ""
        return "\(names)\(others) \(headings.count == 1 ? "does" : "do") not compile with the "
            + "checks: \(error)"
    }

    private func problem(of unexpected: Unexpected) -> String {
        let heading = "\"\(unexpected.answer.heading)\""
        switch unexpected.answer.expectation {
        case .right:
            return
                "The right answer \(heading) \(unexpected.judgment.reasonAgainst ?? "is judged with others that it has to do with.")"
        case .refused(let refusal):
            guard let verdict = unexpected.judgment.verdict else {
                return "\(heading) \(unexpected.judgment.reasonAgainst ?? "")"
            }
            return "\(heading) \(Self.difference(of: verdict, from: refusal))"
        }
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
        if !finding.says(refusal.words) {
            return "is refused, but not with the words \"\(refusal.words)\". \(reads)"
        }
        let others = verdict.tasks.filter { !$0.isRight && $0.number != task }.map {
            "\($0.number)"
        }
        return
            "is refused by these tasks: \(([String(task)] + others).joined(separator: ", ")). Name "
            + "them below its heading, or change the part of one task only."
    }
}
