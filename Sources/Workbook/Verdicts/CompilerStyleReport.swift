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
            let report = VerdictReport(workbook: workbook, answers: answers)
            return report.leftBehind(by: verdict) + report.next(after: verdict)
        }
        return findings(in: judgment, of: number).flatMap(lines(of:))
            + (details ?? []).map { $0.isEmpty ? "" : "    \($0)" }
            + ["Exercise \(number): \(summary(of: judgment, number))."]
    }

    /// Returns what a judgment finds, in the order of the tasks.
    func findings(in judgment: Judgment, of number: String) -> [PlacedFinding] {
        let check = Check(number: number, answers: answers, workbook: workbook)
        let path = check.path
        let place = check.place(ofLine: check.line(of: judgment))
        switch judgment {
        case .missing:
            return [PlacedFinding(kind: "error", place: place, message: check.missing)]
        case .notJudged(let reason): return [PlacedFinding(kind: "error", message: reason)]
        case .notCompiled(let failure):
            let diagnostics = failure.diagnostics(in: path)
            if !diagnostics.isEmpty { return diagnostics.map(PlacedFinding.init) }
            guard failure.cause(for: path) == .answer else {
                // No line of the file is the cause, so none is marked.
                return failure.reasons.map { PlacedFinding(kind: "error", message: $0) }
            }
            return Self.messages(for: check.unusableAnswer(after: failure), check)
                .map { PlacedFinding(kind: "error", place: place, message: $0) }
        case .judged(let verdict, let warnings):
            let outside = verdict.outside.map { problem in
                PlacedFinding(kind: "error", place: place, message: problem.message)
            }
            let open = verdict.finding == nil ? verdict.tasks.first(where: \.isOpen) : nil
            let next = open.map { task in
                PlacedFinding(kind: "note", place: place, message: "Next: \(task.title)")
            }
            return verdict.tasks.compactMap { Self.finding(about: $0, check) }
                + [outside, next].compactMap(\.self) + warnings.map(PlacedFinding.init)
        }
    }

    private static func finding(about task: TaskVerdict, _ check: Check) -> PlacedFinding? {
        if let problem = task.problems.first {
            let line = check.line(of: Finding(task: task, problem: problem))
            return PlacedFinding(
                kind: "error", place: check.place(ofLine: line), title: task.title,
                message: problem.message, step: problem.finding.step)
        }
        guard case .open(let open) = task.state, open.earlierTask != nil else { return nil }
        return PlacedFinding(
            kind: "note", place: check.place(ofLine: check.line(ofTask: task.number)),
            title: task.title, message: open.reason)
    }

    private static func messages(for unusable: UnusableAnswer, _ check: Check) -> [String] {
        switch unusable {
        case .empty: ["it is empty. \(check.bringBack)"]
        case .otherExercise(let other): ["it is the file of exercise \(other). \(check.bringBack)"]
        case .lacks(let missing):
            missing.map {
                "the checks use what the file no longer has: \($0.declaration) (\(check.stub))"
            }
        case .differs(let changed):
            changed.map {
                "the checks cannot use line \($0.own.line), which the stub declares as: \($0.stub.text)"
            }
        case .other(let messages): messages.map { "the checks cannot use it: \($0)" }
        }
    }

    private func lines(of finding: PlacedFinding) -> [String] {
        let message = (finding.title.map { "\($0): " } ?? "") + finding.message
        let lines = PlacedFinding.printableLines(of: message)
        let place = finding.place.map {
            "\(workbook.url($0.path).path):\($0.line):\($0.column): "
        }
        return ["\(place ?? "")\(finding.kind): \(lines.first ?? "")"]
            + lines.dropFirst().map { "    \($0)" }
            + (finding.step.map { ["    \($0.command)"] } ?? [])
    }

    /// Returns the state of an exercise in a few words.
    func summary(of judgment: Judgment, _ number: String) -> String {
        let path = answers.answerPath(number)
        return switch judgment {
        case .missing: "the file is not there"
        case .notCompiled(let failure) where failure.cause(for: path) == .answer:
            "it does not compile yet"
        case .notCompiled, .notJudged: "it was not judged"
        case .judged(let verdict, _): VerdictReport.counts(of: verdict)
        }
    }
}
