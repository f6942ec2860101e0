import DecodingExplainer
import ExerciseConventions
import Foundation
import Judging

/// A verdict in the form of the compiler's messages, a line for each problem, at the learner's line:
///
///     /…/Exercises/Exercise01.swift:46:1: error: Task 1 · Decode a train: one is not one
///
/// Editors read that form and show each line in their list of problems. All other text comes below such
/// a line and begins with blanks.
struct CompilerStyleReport {
    let workbook: WorkbookFolder
    let answers: AnswersFolder

    /// Returns the first line for a program that waits for a verdict. The findings come after it, and
    /// then a line that begins with `Exercise 01:`.
    static func beginning(_ number: String) -> String { "Judging exercise \(number) …" }

    func lines(for judgment: Judgment, of number: String) -> [String] {
        let details = judgment.verdict.map { verdict in
            let report = VerdictReport(in: workbook, answers: answers)
            return report.leftBehind(by: verdict) + report.next(after: verdict)
        }
        return findings(in: judgment, of: number)
            + (details ?? []).map { $0.isEmpty ? "" : "    \($0)" }
            + ["Exercise \(number): \(Self.summary(of: judgment, answers.answerPath(number)))."]
    }

    private func findings(in judgment: Judgment, of number: String) -> [String] {
        let path = answers.answerPath(number)
        let place = LearnersLine(answers: answers, workbook: workbook)
        func finding(_ kind: String, at line: Int?, _ message: String) -> [String] {
            let line = line ?? 1
            let column = place.column(ofLine: line, in: number)
            return lines(of: message, kind: kind, path: path, line: line, column: column)
        }
        let line = place.line(of: judgment, in: number)
        switch judgment {
        case .missing: return finding("error", at: 1, Advice.missing(path))
        case .notJudged(let reason): return ["error: \(DisplayText.printable(reason))"]
        case .notCompiled(let failure):
            let diagnostics = failure.diagnostics(in: path)
            if !diagnostics.isEmpty { return diagnostics.flatMap(lines(of:)) }
            guard failure.cause(for: path) == .answer else {
                // No line of the file is the cause, so none is marked.
                return failure.reasons.map { "error: \(DisplayText.printable($0))" }
            }
            return failure.messagesAboutChecks.flatMap {
                finding("error", at: line, "the checks cannot use it: \($0)")
            }
        case .judged(let verdict, let warnings):
            var lines: [String] = []
            for task in verdict.tasks {
                if let problem = task.problems.first {
                    let line = place.line(of: Finding(task: task, problem: problem), in: number)
                    lines += finding("error", at: line, "\(task.title): \(problem.message)")
                    lines += problem.finding.step.map { ["    \($0.command)"] } ?? []
                } else if case .open(let open) = task.state, let earlier = open.earlierTask {
                    lines += finding(
                        "note", at: place.line(ofTask: task.number, in: number),
                        "\(task.title): waits for task \(earlier)")
                }
            }
            if let outside = verdict.outside {
                lines += finding("error", at: line, outside.message)
            }
            if verdict.finding == nil, let open = verdict.tasks.first(where: \.isOpen) {
                lines += finding("note", at: line, "Next: \(open.title)")
            }
            return lines + warnings.flatMap(self.lines(of:))
        }
    }

    private func lines(of diagnostic: Diagnostic) -> [String] {
        lines(
            of: diagnostic.message, kind: diagnostic.severity.rawValue, path: diagnostic.path,
            line: diagnostic.line, column: diagnostic.column)
    }

    private func lines(
        of message: String, kind: String, path: String, line: Int, column: Int
    ) -> [String] {
        let lines = message.split(whereSeparator: \.isNewline).prefix(VerdictReport.mostLines)
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
