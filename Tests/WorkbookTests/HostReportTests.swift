import ExerciseConventions
import Foundation
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Judging
@testable import Workbook

/// What code hosts read: the characters that mean something to them are the learner's to write.
@Suite("Verdicts for code hosts")
struct HostReportTests {
    private let workbook = WorkbookFolder(root: URL(fileURLWithPath: "/nowhere"))

    private func verdict(_ states: [TaskVerdict.State], printed: String = "") -> Judgment {
        let tasks = states.enumerated().map { index, state in
            TaskVerdict(number: index + 1, title: "Task \(index + 1) · One, two: 3", state: state)
        }
        return .judged(
            ExerciseVerdict(number: "01", tasks: tasks, printed: printed), warnings: [])
    }

    private func wrong(
        _ message: String, _ details: [String] = [], kind: TaskVerdict.Problem.Kind = .refused
    ) -> TaskVerdict.State {
        .wrong([
            .init(
                kind: kind,
                finding: CheckFinding(message, step: .decodeALaunch, details: details),
                place: "Exercises/Exercise01.swift:7")
        ])
    }

    private var notCompiled: Judgment {
        let output = "/nowhere/Exercises/Exercise01.swift:3:5: error: cannot find '<x>' in scope\n"
        return .notCompiled(
            BuildFailure(
                diagnostics: Diagnostic.all(in: output, of: workbook.root), output: output))
    }

    // MARK: - GitHub

    private var gitHub: GitHubReport { GitHubReport(workbook: workbook, answers: .learners) }

    @Test(
        "A command for each finding, with what ends it escaped, and nothing that a learner printed")
    func commands() {
        let judgment = verdict(
            [
                wrong("50%, not: so", ["a\r\n::error::b", "\u{1B}[31m"]), .right,
                .open(OpenTask("", line: nil, earlierTask: 1)),
            ], printed: "::error::mine\n")
        #expect(
            gitHub.lines(for: judgment, of: "01") == [
                "::error file=Exercises/Exercise01.swift,line=7,col=1,"
                    + "title=Task 1 · One%2C two%3A 3::50%25, not: so%0Aa%0A::error::b%0A␛[31m%0A"
                    + "swift run lesson-01 --step 2",
                "::notice file=Exercises/Exercise01.swift,line=1,col=1,"
                    + "title=Task 3 · One%2C two%3A 3::waits for task 1",
                "Exercise 01: 1 of 3 tasks right, 1 wrong, 1 open.",
            ])
        #expect(
            gitHub.lines(for: notCompiled, of: "01") == [
                "::error file=Exercises/Exercise01.swift,line=3,col=5::cannot find '<x>' in scope",
                "Exercise 01: it does not compile yet.",
            ])
        #expect(gitHub.lines(for: .notJudged("a\nb"), of: "01")[0] == "::error::a%0Ab")
    }

    @Test("The summary of the job is a table in which no character means anything")
    func summary() {
        let judgment = verdict([
            wrong("a | <b> & `c`\n*d*"), .right, .open(OpenTask("", line: nil)),
        ])
        #expect(
            gitHub.markdown(for: judgment, of: "01") == #"""
                ### Exercise 01: 1 of 3 tasks right, 1 wrong, 1 open

                | | Task | |
                |---|---|---|
                | ✘ | Task 1 · One, two: 3 | a \| &lt;b> &amp; \`c\` \*d\*<br>`swift run lesson-01 --step 2` |
                | ✔ | Task 2 · One, two: 3 |  |
                | ○ | Task 3 · One, two: 3 | still to do |

                """#)
        #expect(
            gitHub.markdown(for: notCompiled, of: "01").hasSuffix(
                "\n- line 3: cannot find '&lt;x>' in scope\n"))
    }

    // MARK: - JUnit

    private func jUnit(_ judgments: Judgment...) -> String {
        JUnitReport(workbook: workbook, answers: .learners)
            .lines(for: judgments.map { ("01", $0) }).joined(separator: "\n")
    }

    @Test("A suite for an exercise: wrong is a failure, open is skipped, and it is XML")
    func suites() {
        let text = jUnit(
            verdict([wrong("a < \"b\" & \u{0}\u{FFFE}", kind: .crashed), .right, .notRun]),
            verdict([.open(OpenTask("", line: nil))]))
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="workbook check" tests="4" failures="1" errors="1">
                  <testsuite name="Exercise 01" tests="3" failures="1" errors="1" skipped="0" \
                file="Exercises/Exercise01.swift">
                    <testcase classname="Exercise01" name="Task 1 · One, two: 3">
                      <failure type="crashed" message="a &lt; &quot;b&quot; &amp; ␀\u{FFFD}">a &lt; \
                &quot;b&quot; &amp; ␀\u{FFFD}
                Exercises/Exercise01.swift:7
                swift run lesson-01 --step 2</failure>
                    </testcase>
                    <testcase classname="Exercise01" name="Task 2 · One, two: 3"/>
                    <testcase classname="Exercise01" name="Task 3 · One, two: 3">
                      <error type="not judged" message="not judged">not judged</error>
                    </testcase>
                  </testsuite>
                  <testsuite name="Exercise 01" tests="1" failures="0" errors="0" skipped="1" \
                file="Exercises/Exercise01.swift">
                    <testcase classname="Exercise01" name="Task 1 · One, two: 3">
                      <skipped type="open" message="still to do">still to do</skipped>
                    </testcase>
                  </testsuite>
                </testsuites>
                """)
    }

    @Test("What does not compile is an error, and so is what was not judged")
    func errors() {
        let text = jUnit(notCompiled, .notJudged("no \u{1B} reason"))
        #expect(text.contains(#"tests="2" failures="0" errors="2">"#))
        #expect(text.contains(#"name="It compiles">"#) && text.contains(#"name="It is judged">"#))
        #expect(text.contains(#"type="does not compile" message="cannot find '&lt;x&gt;' in"#))
        #expect(text.contains("Exercises/Exercise01.swift:3</error>"))
        #expect(text.contains(#"type="not judged" message="no ␛ reason""#))
        #expect(jUnit().hasSuffix("errors=\"0\">\n</testsuites>"))
    }

    // MARK: - The commands

    @Test("check has three forms, and watch has one")
    func forms() async {
        for words in [["check", "01", "--format", "html"], ["watch", "01", "--format", "junit"]] {
            #expect(await WorkbookProgram.program.run(words) == 64)
        }
    }

    @Test("The summary is added below what is there", .slow)
    func addedSummary() throws {
        let fixture = try FixtureWorkbook("hosts")
        let summary = fixture.folder.url(".build/summary.md")
        try fixture.write("before\n", to: ".build/summary.md")
        defer { try? FileManager.default.removeItem(at: summary) }
        try fixture.write(FixtureWorkbook.stub("01"), to: "Exercises/Exercise01.swift")
        let arguments = ["check", "01", "--format", "github"]
        let check = try fixture.start(
            arguments, environment: ["GITHUB_STEP_SUMMARY": summary.path]
        ).end()
        #expect(
            check.code == 1 && check.output.hasPrefix("::notice file=Exercises/Exercise01.swift"))
        let text = try #require(fixture.folder.text(".build/summary.md"))
        #expect(text.hasPrefix("before\n### Exercise 01") && text.contains("| still to do |\n"))
        let elsewhere = try fixture.start(
            arguments, environment: ["GITHUB_STEP_SUMMARY": "/nowhere/a"]
        ).end()
        #expect(elsewhere.code == 1 && elsewhere.errors.contains("/nowhere/a"))
    }
}
