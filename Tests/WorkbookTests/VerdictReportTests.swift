import ExerciseConventions
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
        VerdictReport(workbook: workbook, terminal: Terminal(width: 80))
            .lines(for: .notCompiled(failure), of: "01").joined(separator: "\n")
    }

    @Test("A build that fails for another reason says the reason, with or without an error")
    func otherReasons() {
        let said = text(.init(diagnostics: [], output: "a\nerror: no such module 'X'\nb\n"))
        #expect(said.contains("the compiler names no line") && said.contains("no such module 'X'"))
        let elsewhere = "/nowhere/Sources/A/B.swift:3:1: error: cannot find 'x' in scope\n"
        let other = text(
            .init(diagnostics: Diagnostic.all(in: elsewhere, of: workbook.root), output: elsewhere))
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
        let root = URL(fileURLWithPath: "/a: b/c")
        let output = """
            /a: b/c/Exercises/Exercise01.swift:3:5: error: cannot find 'x' in scope: error
             1 | x
               | `- error: cannot find 'x'
            other
            """
        let found = Diagnostic.all(in: output + "\n" + output, of: root)
        #expect(found.map(\.path) == ["Exercises/Exercise01.swift"])
        #expect(found.map(\.line) == [3])
        #expect(found.first?.message == "cannot find 'x' in scope: error")
        #expect(found.first?.excerpt.split(separator: "\n").count == 3)
    }

    @Test("A brace that is missing is reported where the other one is, not at the end of the file")
    func brace() throws {
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
        let found = Diagnostic.all(in: output, of: URL(fileURLWithPath: "/a"))
        #expect(found.map(\.line) == [4] && found.map(\.column) == [13])
        let note = try #require(found.first?.notes.first)
        #expect(note.line == 4 && note.code == "if true {")
        #expect(note.message == "to match this opening '{'")
        #expect(
            found.first?.excerpt.hasPrefix(
                "Exercises/Exercise01.swift:4:13: error: expected '}'") == true)
    }

    @Test("A document in a message keeps its columns; prose is wrapped")
    func documents() {
        let message =
            "A sentence that is long enough to be wrapped at the width of this page.\n"
            + "It read \"data:  a\", with two blanks.\n"
            + "    1 │ {\"a\": 1}\n      │       ▲ here"
        let task = TaskVerdict(
            number: 1, title: "Task 1 · A",
            state: .wrong([.init(kind: .refused, message: message, place: "Checks.swift:1")]))
        let lines = VerdictReport(workbook: workbook, terminal: Terminal(width: 50))
            .lines(
                for: .judged(ExerciseVerdict(number: "01", tasks: [task]), warnings: []), of: "01")
        #expect(lines.contains("  It read \"data:  a\", with two blanks."))
        #expect(lines.contains("      1 │ {\"a\": 1}"))
        #expect(lines.contains("        │       ▲ here"))
        #expect(lines.allSatisfy { $0.count <= 50 })
    }

    @Test("What has changed since the last verdict is told first to who only hears it")
    func change() {
        func verdict(_ right: Int...) -> ExerciseVerdict {
            ExerciseVerdict(
                number: "01",
                tasks: (1...4).map { number in
                    let open = OpenTask("Task \(number)", line: nil)
                    return TaskVerdict(
                        number: number, title: "Task \(number) · A",
                        state: right.contains(number) ? .right : .open(open))
                })
        }
        #expect(verdict(1).change(since: nil) == [])
        #expect(verdict(1).change(since: verdict(1)) == ["The verdict is as before."])
        var wrong = verdict(1)
        wrong.tasks[3].state = .wrong([.init(kind: .crashed, message: "It crashed.", place: nil)])
        #expect(wrong.change(since: verdict(1)) == ["Task 4 is wrong now."])
        #expect(verdict(1).change(since: wrong) == ["Task 4 is wrong no more."])
        #expect(verdict(1, 2).change(since: verdict(1)) == ["Task 2 is right now."])
        #expect(
            verdict(2, 3, 4).change(since: verdict(1))
                == ["Tasks 2, 3 and 4 are right now.", "Task 1 is right no more."])
        var further = verdict(1)
        further.tasks[1].state = .open(OpenTask("Task 2: the second part", line: 9))
        further.tasks[2].state = .open(OpenTask("Task 1", line: nil, earlierTask: 2))
        #expect(further.change(since: verdict(1)) == ["Task 2 is further than before."])
    }

    @Test("What an answer prints in each call is told once")
    func repeatedPrint() {
        let verdict = ExerciseVerdict(number: "01", tasks: [], printed: "a\na\na\nb\na\n")
        let lines = VerdictReport(workbook: workbook, terminal: Terminal(width: 80))
            .leftBehind(by: verdict)
        #expect(lines == ["Your code printed:", "  a (3 times)", "  b", "  a", ""])
    }

    @Test("Several wrong tasks: the first message is whole, the others say less")
    func severalWrong() {
        let tasks = [1, 2, 4].map { number in
            let finding = CheckFinding(
                "Mistake \(number)", step: .decodeALaunch, details: ["Detail \(number)"])
            return TaskVerdict(
                number: number, title: "Task \(number) · A",
                state: .wrong([.init(kind: .refused, finding: finding, place: "Checks.swift:1")]))
        }
        let verdict = ExerciseVerdict(number: "01", tasks: tasks)
        let lines = VerdictReport(workbook: workbook, terminal: Terminal(width: 80))
            .lines(for: verdict)
        for number in [1, 2, 4] {
            #expect(lines.contains("✘ Task \(number) · A") && lines.contains("  Mistake \(number)"))
        }
        #expect(lines.contains("  Detail 1") && !lines.contains("  Detail 2"))
        #expect(lines.count { $0 == "  swift run lesson-01 --step 2" } == 3)
        #expect(!lines.contains { $0.contains("Checks.swift") }, "A line of the checks is no place")
    }

    @Test("What the checks miss is said in the stub's words, and an empty file is called empty")
    func unusable() throws {
        let workbook = try FixtureWorkbook("unusable").folder
        let path = workbook.exercisePath("01")
        let messages = ["cannot find 'one' in scope", "parameter 'T' could not be inferred"]
        let checks = workbook.url(workbook.checksPath("01")).path
        let output = messages.map { "\(checks):9:9: error: \($0)\n" }.joined()
        let failure = BuildFailure(
            diagnostics: Diagnostic.all(in: output, of: workbook.root), output: output)
        func lines(_ text: String) throws -> [String] {
            try Data(text.utf8).write(to: workbook.url(path))
            let report = VerdictReport(workbook: workbook, terminal: Terminal(width: 80))
            let editors = CompilerStyleReport(workbook: workbook, answers: .learners)
            return report.lines(for: .notCompiled(failure), of: "01")
                + editors.lines(for: .notCompiled(failure), of: "01")
        }
        let stub = FixtureWorkbook.stub("01")
        let renamed = try lines(stub.replacing("func one()", with: "func won()")).joined(
            separator: "\n")
        #expect(renamed.contains("\n  ✘ func one() throws -> Int\n"))
        #expect(
            renamed.contains(
                "\nNext: declare it in your file as the stub does, \(workbook.stubPath("01")):7\n"))
        #expect(renamed.contains(": error: the checks use what the file no longer has: func one()"))
        #expect(!renamed.contains("inferred") && !renamed.contains("func two()"))
        let optional = try lines(
            stub.replacing("func two() throws -> Int", with: "func two() throws -> Int?")
        )
        .joined(separator: "\n")
        #expect(
            optional.contains(
                "  Line 10: func two() throws -> Int?\n  The stub: func two() throws -> Int\n"))
        #expect(optional.contains("which the stub declares as: func two() throws -> Int\n"))
        let mild = try lines(stub.replacing("func two() throws -> Int", with: "func two() -> Int"))
            .joined(separator: "\n")
        #expect(!mild.contains("The stub:"), "A caller can use what throws less")
        let empty = try lines(" \n").joined(separator: " ")
        #expect(empty.contains("\(path) is empty. swift run workbook reset 01 puts the stub"))
        #expect(!empty.contains("✘") && !empty.contains("scope"))
        let other = try lines(stub.replacing("// Exercise 01 ·", with: "// Exercise 02 ·"))
            .joined(separator: " ")
        #expect(other.contains("\(path) is the file of exercise 02, as its first comment says."))
        #expect(other.contains("reset 01 puts the stub") && !other.contains("✘"))
        #expect(try lines(stub).contains("  ✘ cannot find 'one' in scope"), "It is another reason")
    }

    @Test("A task without a record is said, and is not right")
    func notRun() {
        let task = TaskVerdict(number: 1, title: "Task 1 · A", state: .notRun)
        let lines = VerdictReport(workbook: workbook, terminal: Terminal(width: 80))
            .lines(
                for: .judged(ExerciseVerdict(number: "01", tasks: [task]), warnings: []), of: "01")
        #expect(lines.contains { $0.contains("not run") })
        #expect(lines.contains { $0.hasPrefix("Not every task was judged.") })
        #expect(lines.last == "Exercise 01: 0 of 1 task right, 1 not judged.")
    }
}
