import DecodingExplainer
import Foundation
import Judging

/// A verdict in the form of GitHub's workflow commands, each of which is shown at its line of the
/// learner's file:
///
///     ::error file=Exercises/Exercise01.swift,line=46,col=1,title=Task 1 · …::one is not one
///
/// The learner's own output is left out, because a line of it may be such a command. The form of the
/// commands is in GitHub's documentation, "Workflow commands for GitHub Actions".
struct GitHubReport {
    let workbook: WorkbookFolder
    let answers: AnswersFolder

    private var source: CompilerStyleReport {
        CompilerStyleReport(workbook: workbook, answers: answers)
    }

    func lines(for judgment: Judgment, of number: String) -> [String] {
        source.findings(in: judgment, of: number).map(command)
            + ["Exercise \(number): \(source.summary(of: judgment, number))."]
    }

    private func command(for finding: PlacedFinding) -> String {
        let place: [(String, String)] =
            finding.place.map {
                [("file", $0.path), ("line", "\($0.line)"), ("col", "\($0.column)")]
            } ?? []
        let title = finding.title.map { [("title", DisplayText.printable($0))] } ?? []
        let properties = (place + title).map { "\($0)=\(Self.property($1))" }
            .joined(separator: ",")
        let lines =
            PlacedFinding.printableLines(of: finding.message)
            + (finding.step.map { [$0.command] } ?? [])
        let kind = finding.kind == "note" ? "notice" : finding.kind
        return "::\(kind)\(properties.isEmpty ? "" : " \(properties)")::"
            + Self.message(lines.joined(separator: "\n"))
    }

    /// Returns the text of a message with the characters escaped that end it.
    private static func message(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    /// Returns the value of a property with the characters escaped that end it.
    private static func property(_ text: String) -> String {
        message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }

    // MARK: - The summary of the job

    /// Adds a summary to the file that GitHub shows with the job, if there is one.
    func addSummary(of rows: [(number: String, judgment: Judgment)]) throws {
        let environment = ProcessInfo.processInfo.environment
        guard let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        let text = rows.map { markdown(for: $0.judgment, of: $0.number) }.joined(separator: "\n")
        do {
            let before = FileManager.default.contents(atPath: path) ?? Data()
            try (before + Data((text + "\n").utf8)).write(to: URL(fileURLWithPath: path))
        } catch {
            throw CommandFailure(
                description: "The summary of the job cannot be added to "
                    + "\(DisplayText.printable(path)), which GITHUB_STEP_SUMMARY names.")
        }
    }

    /// Returns a page about an exercise in Markdown: a row for each task.
    func markdown(for judgment: Judgment, of number: String) -> String {
        let title = workbook.exerciseTitle(number)
        let heading = "### \(Self.escaped("\(title): \(source.summary(of: judgment, number))"))\n\n"
        guard let verdict = judgment.verdict else {
            let findings = source.findings(in: judgment, of: number).map { finding in
                let place = finding.place.map { "line \($0.line): " } ?? ""
                return "- \(Self.escaped(place + finding.message))\n"
            }
            return heading + findings.joined()
        }
        let rows = verdict.tasks.map { task in
            let (mark, words) = Self.result(of: task)
            return "| \(mark) | \(Self.escaped(task.title)) | \(words) |\n"
        }
        let outside = verdict.outside.map { "\n\(Self.escaped($0.message))\n" } ?? ""
        return heading + "| | Task | |\n|---|---|---|\n" + rows.joined() + outside
    }

    private static func result(of task: TaskVerdict) -> (mark: String, words: String) {
        switch task.state {
        case .right: ("✔", "")
        case .open(let open): ("○", open.reason)
        case .notRun: ("·", "not judged")
        case .wrong(let problems):
            ("✘", problems.prefix(1).map { words(for: $0) }.joined())
        }
    }

    private static func words(for problem: TaskVerdict.Problem) -> String {
        escaped(problem.finding.headline)
            + (problem.finding.step.map { "<br>`\($0.command)`" } ?? "")
    }

    /// Returns a text on one line that Markdown shows as it is.
    private static func escaped(_ text: String) -> String {
        let line = DisplayText.printable(Finding.withSingleBlanks(text).prefix(400))
        return line.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "@", "$": "\\\(character)"
            default: String(character)
            }
        }.joined()
    }
}
