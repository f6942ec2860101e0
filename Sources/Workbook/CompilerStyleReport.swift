import DecodingExplainer
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
        findings(in: judgment, of: number) + ["Exercise \(number): \(Self.summary(of: judgment))."]
    }

    private func findings(in judgment: Judgment, of number: String) -> [String] {
        let path = answers.answerPath(number)
        let line = LearnersLine(of: answers, in: workbook).line(of: judgment, in: number) ?? 1
        switch judgment {
        case .missing:
            return message("error", path, 1, "it is not there. \(Advice.bringBack(path))")
        case .notJudged(let reason):
            return message("error", path, 1, reason)
        case .notCompiled(let failure):
            let own = failure.diagnostics(in: path)
            if !own.isEmpty { return own.flatMap(message) }
            let said = failure.messagesAboutChecks
            let reasons =
                said.isEmpty ? failure.reasons : said.map { "the checks cannot use it: \($0)" }
            return reasons.flatMap { message("error", path, line, $0) }
        case .judged(let verdict, let warnings):
            let first = LearnersLine(of: answers, in: workbook)
            var lines = verdict.tasks.flatMap { task in
                task.problems.prefix(1).flatMap { problem in
                    let place = first.line(of: Finding(task: task, problem: problem), in: number)
                    return message(
                        "error", path, place ?? 1, "\(task.title): \(problem.message)")
                }
            }
            if let outside = verdict.outside {
                lines += message("error", path, line, outside.message)
            }
            if lines.isEmpty, let open = verdict.tasks.first(where: \.isOpen) {
                lines += message("note", path, line, "Next: \(open.title)")
            }
            return lines + warnings.flatMap(message)
        }
    }

    private func message(_ diagnostic: Diagnostic) -> [String] {
        message(
            diagnostic.severity.rawValue, diagnostic.path, diagnostic.line, diagnostic.message,
            column: diagnostic.column)
    }

    private func message(
        _ kind: String, _ path: String, _ line: Int, _ text: String, column: Int = 1
    ) -> [String] {
        let lines = text.split(whereSeparator: \.isNewline).prefix(VerdictReport.mostLines)
            .map { DisplayText.printable($0.prefix(VerdictReport.mostCharacters)) }
        let first = "\(workbook.url(path).path):\(line):\(column): \(kind): \(lines.first ?? "")"
        return [first] + lines.dropFirst().map { "    \($0)" }
    }

    private static func summary(of judgment: Judgment) -> String {
        switch judgment {
        case .missing: "the file is not there"
        case .notJudged: "it was not judged"
        case .notCompiled: "it does not compile yet"
        case .judged(let verdict, _): VerdictReport.counts(of: verdict)
        }
    }
}
