import DecodingExplainer
import ExerciseConventions
import Foundation
import Judging

/// A verdict in the compiler's own form, a line for each thing that is wrong, at the learner's line:
///
///     /…/Exercises/Exercise01.swift:46:1: error: Task 1 · Decode a train: one is not one
///
/// Editors read that form and show each line in their list of problems. What else there is to read stands
/// below such a line and begins with blanks.
struct CompilerStyleReport {
    let workbook: WorkbookFolder
    let answers: AnswersFolder

    /// What a program sees that waits for a verdict: this line, then the findings, then the line that
    /// begins with `Exercise 01:`.
    static func beginning(_ number: String) -> String { "Judging exercise \(number) …" }

    func lines(for judgment: Judgment, of number: String) -> [String] {
        let rest = judgment.verdict.map { verdict in
            let report = VerdictReport(in: workbook, answers: answers)
            return report.leftBehind(by: verdict) + report.next(after: verdict)
        }
        return findings(in: judgment, of: number)
            + (rest ?? []).map { $0.isEmpty ? "" : "    \($0)" }
            + ["Exercise \(number): \(Self.summary(of: judgment, answers.answerPath(number)))."]
    }

    private func findings(in judgment: Judgment, of number: String) -> [String] {
        let path = answers.answerPath(number)
        let place = LearnersLine(of: answers, in: workbook)
        func finding(_ kind: String, _ line: Int?, _ text: String) -> [String] {
            let line = line ?? 1
            return message(kind, path, line, place.column(ofLine: line, in: number), text)
        }
        let line = place.line(of: judgment, in: number)
        switch judgment {
        case .missing: return finding("error", 1, "it is not there. \(Advice.bringBack(path))")
        case .notJudged(let reason): return ["error: \(DisplayText.printable(reason))"]
        case .notCompiled(let failure):
            let own = failure.diagnostics(in: path)
            if !own.isEmpty { return own.flatMap(message) }
            guard failure.cause(for: path) == .answer else {
                // No line is to blame, and none is marked.
                return failure.reasons.map { "error: \(DisplayText.printable($0))" }
            }
            return failure.messagesAboutChecks.flatMap {
                finding("error", line, "the checks cannot use it: \($0)")
            }
        case .judged(let verdict, let warnings):
            var lines: [String] = []
            for task in verdict.tasks {
                if let problem = task.problems.first {
                    let own = Finding(task: task, problem: problem)
                    lines += finding(
                        "error", place.line(of: own, in: number),
                        "\(task.title): \(problem.message)")
                    lines += problem.finding.step.map { ["    \($0.command)"] } ?? []
                } else if case .open(let open) = task.state, let earlier = open.earlierTask {
                    lines += finding(
                        "note", place.line(ofTask: task.number, in: number),
                        "\(task.title): waits for task \(earlier)")
                }
            }
            if let outside = verdict.outside { lines += finding("error", line, outside.message) }
            if verdict.finding == nil, let open = verdict.tasks.first(where: \.isOpen) {
                lines += finding("note", line, "Next: \(open.title)")
            }
            return lines + warnings.flatMap(message)
        }
    }

    private func message(_ diagnostic: Diagnostic) -> [String] {
        message(
            diagnostic.severity.rawValue, diagnostic.path, diagnostic.line, diagnostic.column,
            diagnostic.message)
    }

    private func message(
        _ kind: String, _ path: String, _ line: Int, _ column: Int, _ text: String
    ) -> [String] {
        let lines = text.split(whereSeparator: \.isNewline).prefix(VerdictReport.mostLines)
            .map { DisplayText.printable($0.prefix(VerdictReport.mostCharacters)) }
        let first = "\(workbook.url(path).path):\(line):\(column): \(kind): \(lines.first ?? "")"
        return [first] + lines.dropFirst().map { "    \($0)" }
    }

    private static func summary(of judgment: Judgment, _ path: String) -> String {
        switch judgment {
        case .missing: "the file is not there"
        case .notJudged: "it was not judged"
        case .notCompiled(let failure):
            failure.cause(for: path) == .answer ? "it does not compile yet" : "it was not judged"
        case .judged(let verdict, _): VerdictReport.counts(of: verdict)
        }
    }
}
