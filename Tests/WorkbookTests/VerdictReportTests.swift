import Foundation
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Judging
@testable import Workbook

@Suite("Verdicts in words")
struct VerdictReportTests {
    private let workbook = WorkbookFolder(root: URL(fileURLWithPath: "/nowhere"))

    private func text(_ failure: BuildFailure) -> String {
        VerdictReport(in: workbook, terminal: Terminal(width: 80))
            .lines(for: .notCompiled(failure), of: "01").joined(separator: "\n")
    }

    @Test("A build that fails for another reason says the reason, with or without an error")
    func otherReasons() {
        let said = text(.init(diagnostics: [], output: "a\nerror: no such module 'X'\nb\n"))
        #expect(said.contains("the compiler names no line") && said.contains("no such module 'X'"))
        let elsewhere = "/nowhere/Sources/A/B.swift:3:1: error: cannot find 'x' in scope\n"
        let other = text(
            .init(diagnostics: Diagnostic.all(in: elsewhere, workbook), output: elsewhere))
        #expect(other.contains("not because of your file"))
        #expect(other.contains("another file of the workbook has changed"))
        let silent = text(.init(diagnostics: [], output: "one\n\ntwo\n"))
        #expect(silent.contains("two"))
        #expect(text(.init(diagnostics: [], output: "")).contains("did not say why"))
        let full = text(.init(diagnostics: [], output: "write: No space left on device\n"))
        #expect(full.contains("make room on the disk"))
    }

    @Test("A name of the learner's own that the checks use too is not somebody else's fault")
    func clash() {
        let said = text(
            .init(
                diagnostics: [],
                output: "macro expansion @Suite:2:90: error: 'Test' is not a member type of enum "
                    + "'Exercise01.Testing'\n"))
        #expect(said.contains("or a name of your own is one that"))
        #expect(said.contains("✘ 'Test' is not a member type of enum 'Exercise01.Testing'"))
    }

    @Test("A path with a colon does not hide the learner's error")
    func colon() {
        let root = WorkbookFolder(root: URL(fileURLWithPath: "/a: b/c"))
        let output = """
            /a: b/c/Exercises/Exercise01.swift:3:5: error: cannot find 'x' in scope: error
             1 | x
               | `- error: cannot find 'x'
            other
            """
        let found = Diagnostic.all(in: output + "\n" + output, root)
        #expect(found.map(\.path) == ["Exercises/Exercise01.swift"])
        #expect(found.map(\.line) == [3])
        #expect(found.first?.message == "cannot find 'x' in scope: error")
        #expect(found.first?.excerpt.split(separator: "\n").count == 3)
    }

    @Test("A brace that is missing is reported where the other one is, not at the end of the file")
    func brace() {
        let output = """
            /a/Exercises/Exercise01.swift:14:1: error: expected '}' at end of brace statement
             2 | 
             3 | func one() throws -> Int {
             4 |     if true {
               |             `- note: to match this opening '{'
             5 |         return 1
               :
            14 | 
               | `- error: expected '}' at end of brace statement

            """
        let found = Diagnostic.all(in: output, WorkbookFolder(root: URL(fileURLWithPath: "/a")))
        #expect(found.map(\.line) == [4] && found.map(\.column) == [13])
        #expect(
            found.first?.excerpt.hasPrefix(
                "Exercises/Exercise01.swift:4:13: error: expected '}'") == true)
    }

    @Test("A document in a message keeps its columns; prose is wrapped")
    func documents() {
        let message =
            "A sentence that is long enough to be wrapped at the width of this page.\n"
            + "    1 │ {\"a\": 1}\n      │       ▲ here"
        let task = TaskVerdict(
            number: 1, title: "Task 1 · A",
            state: .wrong([.init(kind: .refused, message: message, place: "Checks.swift:1")]))
        let lines = VerdictReport(in: workbook, terminal: Terminal(width: 50))
            .lines(
                for: .judged(ExerciseVerdict(number: "01", tasks: [task]), warnings: []), of: "01")
        #expect(lines.contains("      1 │ {\"a\": 1}"))
        #expect(lines.contains("        │       ▲ here"))
        #expect(lines.allSatisfy { $0.count <= 50 })
    }

    @Test("A task without a record is said, and is not right")
    func notRun() {
        let task = TaskVerdict(number: 1, title: "Task 1 · A", state: .notRun)
        let lines = VerdictReport(in: workbook, terminal: Terminal(width: 80))
            .lines(
                for: .judged(ExerciseVerdict(number: "01", tasks: [task]), warnings: []), of: "01")
        #expect(lines.contains { $0.contains("not run") })
        #expect(lines.contains { $0.hasPrefix("Not every task was judged.") })
        #expect(lines.last == "Exercise 01: 0 of 1 task right, 1 not judged.")
    }
}
