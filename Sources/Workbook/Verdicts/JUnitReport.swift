import DecodingExplainer
import Judging

/// Verdicts as the XML of JUnit, which GitLab, Jenkins and other hosts show: a suite for each exercise, and
/// a case for each task. A task that is still to do is skipped, and an answer that does not compile is one
/// error.
///
/// It is the form of Jenkins's schema, `junit-10.xsd` of its plugin xunit.
struct JUnitReport {
    let workbook: WorkbookFolder
    let answers: AnswersFolder

    /// A task with its result. A task that is right has no element inside its case.
    private struct Case {
        let name: String
        /// `failure`, `error` or `skipped`, or nil for a task that is right.
        var element: String?
        var type = ""
        var lines: [String] = []
    }

    func lines(for rows: [(number: String, judgment: Judgment)]) -> [String] {
        let suites = rows.map { ($0.number, cases(of: $0.judgment, $0.number)) }
        let counts = Self.counts(of: suites.flatMap(\.1)).filter { $0.0 != "skipped" }
        return [#"<?xml version="1.0" encoding="UTF-8"?>"#]
            + [Self.tag("testsuites", [("name", "workbook check")] + counts)]
            + suites.flatMap(suite) + ["</testsuites>"]
    }

    private func suite(_ number: String, _ cases: [Case]) -> [String] {
        let attributes =
            [("name", workbook.exerciseTitle(number))] + Self.counts(of: cases)
            + [("file", answers.answerPath(number))]
        return ["  " + Self.tag("testsuite", attributes)]
            + cases.flatMap { lines(of: $0, number) } + ["  </testsuite>"]
    }

    private static func counts(of cases: [Case]) -> [(String, String)] {
        func count(_ element: String) -> String { "\(cases.count { $0.element == element })" }
        return [
            ("tests", "\(cases.count)"), ("failures", count("failure")), ("errors", count("error")),
            ("skipped", count("skipped")),
        ]
    }

    private func lines(of result: Case, _ number: String) -> [String] {
        let attributes = [("classname", "Exercise\(number)"), ("name", result.name)]
        guard let element = result.element else {
            return ["    " + Self.tag("testcase", attributes, end: "/>")]
        }
        let description = [("type", result.type), ("message", result.lines.first ?? "")]
        let text = Self.escaped(result.lines.joined(separator: "\n"))
        return [
            "    " + Self.tag("testcase", attributes),
            "      " + Self.tag(element, description) + text + "</\(element)>",
            "    </testcase>",
        ]
    }

    // MARK: - The cases

    private func cases(of judgment: Judgment, _ number: String) -> [Case] {
        let findings = CompilerStyleReport(workbook: workbook, answers: answers)
            .findings(in: judgment, of: number).filter { $0.kind == "error" }
        guard let verdict = judgment.verdict else {
            let isCompiled = if case .notCompiled = judgment { false } else { true }
            return [
                Case(
                    name: isCompiled ? "It is judged" : "It compiles", element: "error",
                    type: isCompiled ? "not judged" : "does not compile",
                    lines: findings.flatMap { lines(of: $0) })
            ]
        }
        let tasks = verdict.tasks.map { task in
            switch task.state {
            case .right: Case(name: task.title)
            case .open(let open):
                Case(name: task.title, element: "skipped", type: "open", lines: [open.reason])
            case .notRun:
                Case(name: task.title, element: "error", type: "not judged", lines: ["not judged"])
            case .wrong(let problems):
                Case(
                    name: task.title, element: "failure",
                    type: "\(problems.first?.kind ?? .refused)",
                    lines: findings.first { $0.title == task.title }.map(lines) ?? [])
            }
        }
        let outside = verdict.outside.map { problem in
            Case(
                name: "Outside of the tasks", element: "failure", type: "\(problem.kind)",
                lines: findings.last.map(lines) ?? [])
        }
        return tasks + [outside].compactMap(\.self)
    }

    /// Returns the message of a finding, and below it where to look and what to read again.
    private func lines(of finding: PlacedFinding) -> [String] {
        PlacedFinding.printableLines(of: finding.message)
            + (finding.place.map { ["\($0.path):\($0.line)"] } ?? [])
            + (finding.step.map { [$0.command] } ?? [])
    }

    // MARK: - XML

    private static func tag(
        _ name: String, _ attributes: [(String, String)], end: String = ">"
    ) -> String {
        "<\(name)" + attributes.map { #" \#($0)="\#(escaped($1))""# }.joined() + end
    }

    /// Returns a text without the characters that XML 1.0 has no place for, and with those escaped that
    /// mean something in it.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\n", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                String(scalar)
            default: "\u{FFFD}"
            }
        }.joined()
    }
}
