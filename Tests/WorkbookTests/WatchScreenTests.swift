import DecodingExplainer
import ExerciseConventions
import Foundation
import PseudoTerminal
import TestSupport
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Judging
@testable import Workbook

/// What is on the screen, as an emulated terminal keeps it, is what `check` prints: whole, and nothing else.
@Suite("The screen of watch, at any size", .serialized, .slow)
struct WatchScreenTests {
    private let fixture: FixtureWorkbook
    private let path = "Exercises/Exercise01.swift"
    private static let sizes = [(24, 80), (40, 100), (12, 40), (24, 40), (12, 80), (30, 132)]

    init() throws { fixture = try FixtureWorkbook("screens") }

    /// What the answer is, and a name for it. Nil takes the file away.
    private var states: [(name: String, text: String?)] {
        let stub = FixtureWorkbook.stub("01")
        func behaving(_ tasks: [Int: String]) -> String {
            var text = fixture.answer("01")
            for (task, behavior) in tasks {
                text = text.replacing(
                    "Int { try behave(\(task)) }",
                    with: "Int { try behave(\(task), \"\(behavior)\") }")
            }
            return text.replacing(
                "func behave(_ task: Int)",
                with: "func behave(_ task: Int, _ chosen: String = \"\")"
            )
            .replacing("try behave(task)", with: "try behave(task, chosen)")
            .replacing(
                "switch line?.dropFirst(2) ?? \"\"",
                with: "switch chosen + (line ?? \"\").prefix(0)")
        }
        let behaviors = [
            "open", "wrong", "precondition", "recursion", "exit", "escape", "long", "wide", "print",
            "popen",
        ]
        return behaviors.map { ($0, behaving([2: $0])) } + [
            ("stub", stub), ("right", fixture.answer("01")),
            ("several", behaving([1: "wrong", 3: "index", 4: "open", 6: "wide"])),
            ("printed and wrong", behaving([1: "print", 2: "wrong"])),
            ("error", stub.replacing("-> Int", with: "-> Itn")),
            (
                "long error",
                stub + "let many: Dictionary<String, Array<Int>> = Set<Set<String>>()\n"
            ),
            ("not used by the checks", stub.replacing("func one()", with: "func won()")),
            ("warning", stub + "func more() { let unused = 1 }\n"),
            ("missing", nil), ("empty", ""),
        ]
    }

    @Test("Every state at every size: all that check says can be read, and nothing old is left")
    func everything() async throws {
        let workbook = fixture.folder
        try fixture.write(FixtureWorkbook.stub("01"), to: path)
        let terminal = try PseudoTerminal(
            "/bin/sh",
            ["-c", "cd \"$0\" && exec \"$@\"", workbook.root.path, builtProgram("workbook").path]
                + ["watch", "01"], rows: 24, columns: 80)
        for (name, text) in states {
            if let text {
                try fixture.write(text, to: path)
            } else {
                try FileManager.default.removeItem(at: workbook.url(path))
            }
            // What watch keeps too: the report has the number of exercises that are done.
            let answer = Answer("01", in: .learners, of: workbook)
            let judgment = try await Judge(in: workbook).judgment(of: answer, for: "a test")
            if let verdict = judgment.verdict {
                ExerciseMemory(number: "01", workbook: workbook).keep(verdict, of: answer)
            }
            try expectReadable(judgment, name)
            for (rows, columns) in Self.sizes {
                terminal.resize(rows: rows, columns: columns)
                // Page up, until the top.
                terminal.type(String(repeating: "\u{1B}[5~", count: 12))
                let printed = VerdictReport(
                    workbook: workbook, terminal: Terminal(width: columns, height: rows),
                    hasKeys: true
                ).lines(for: judgment, of: "01").map { line in
                    // Blanks at the end of a row cannot be seen.
                    String(line.reversed().drop { $0 == " " }.reversed())
                }
                try compare(
                    terminal, with: printed, judgment, "\(name) at \(columns)×\(rows)", rows)
            }
        }
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(terminal.emulator.unknown == [])
    }

    /// The editor's tasks find each finding of a verdict, at a line of the learner's file.
    private func expectReadable(_ judgment: Judgment, _ name: String) throws {
        let package = try WorkbookFolder.find()
        let matcher = try EditorFiles(in: package).matcher(ofTask: "Watch this file")
        let lines = CompilerStyleReport(workbook: fixture.folder, answers: .learners)
            .lines(for: judgment, of: "01")
        let found = lines.compactMap(matcher.problem)
        let expected: Int =
            switch judgment {
            case .missing, .notJudged: 1
            case .notCompiled(let failure):
                failure.diagnostics(in: path).isEmpty
                    ? (name == "not used by the checks" ? 1 : 0) + (name == "empty" ? 1 : 0)
                    : failure.diagnostics(in: path).count
            case .judged(let verdict, let warnings):
                verdict.tasks.count { !$0.problems.isEmpty } + warnings.count
                    + (verdict.outside == nil ? 0 : 1)
                    + (verdict.finding == nil && !verdict.isRight ? 1 : 0) + waiting(in: verdict)
            }
        #expect(found.count == expected, "\(name): \(lines)")
        let count = WrittenChange.lines(of: fixture.folder.text(path) ?? " ").count
        for problem in found {
            #expect(problem.file == fixture.folder.url(path).path)
            #expect((1...max(count, 1)).contains(problem.line), "\(name): \(lines)")
            #expect(!problem.message.isEmpty)
        }
        #expect(matcher.begins(CompilerStyleReport.beginning("01")))
        #expect(lines.filter(matcher.ends) == lines.suffix(1), "\(name)")
        for printed in judgment.verdict?.printed.split(separator: "\n").prefix(1) ?? [] {
            #expect(
                lines.contains {
                    $0.hasPrefix("    ") && $0.hasSuffix(DisplayText.printable(printed))
                }, "\(lines)")
        }
        let states = ["error", "warning", "note"]
        #expect(found.allSatisfy { states.contains($0.severity) })
    }

    private func waiting(in verdict: ExerciseVerdict) -> Int {
        verdict.tasks.count { task in
            guard case .open(let open) = task.state else { return false }
            return open.earlierTask != nil
        }
    }

    private func compare(
        _ terminal: PseudoTerminal, with printed: [String], _ judgment: Judgment, _ name: String,
        _ rows: Int
    ) throws {
        // The screen has a bar for the last line and for the list of tasks, which it has where there is
        // room, and keys for what to do next and for the other wrong tasks.
        let isJudged = judgment.verdict != nil
        let hasFinding = judgment.verdict?.finding != nil
        let end =
            isJudged ? printed.lastIndex { $0.hasPrefix("Exercise 01: ") } ?? 0 : printed.count
        let others = printed[..<end].indices.filter { printed[$0].hasPrefix("✘ ") }.dropFirst()
            .first
        let afterFindings = printed[..<end].firstIndex {
            $0.hasPrefix("The compiler warns") || $0.hasPrefix("Next: ")
        }
        let isOther = (others ?? end)..<max(afterFindings ?? end, others ?? end)
        let list = isJudged ? printed.dropFirst(2).prefix { !$0.isEmpty }.indices : 0..<0
        let said = zip(0..., printed[..<end]).filter { index, line in
            !line.isEmpty && !list.contains(index) && !isOther.contains(index)
                && !(hasFinding && (line.hasPrefix("Next: repair") || line.hasPrefix("Hints: ")))
        }.map(\.1)
        func isKnown(_ row: String) -> Bool {
            let bar = row.prefix { "✔✘○·".contains($0) }.count
            let isBar = bar == 6 || row.hasPrefix("right, ") || row.hasPrefix("wrong, ")
            return row.isEmpty || printed.contains(row) || isBar
                || row.hasPrefix("  \(path):") || row == "did not come to its end"
                || "Each time you save the file, it is judged, and this page is new.".contains(row)
                || row.hasSuffix("come to its end")
        }
        var screen = try terminal.waitForRows(name) { lines in
            let status = lines.last ?? ""
            return status.contains("q: quit") && !status.contains("…")
                && lines.dropLast().allSatisfy(isKnown)
                && lines.dropLast().contains { !$0.isEmpty }
                && said.prefix(1).allSatisfy(lines.contains)
                // Before the first verdict, there is the heading alone.
                && lines.count > 3
        }
        if let finding = judgment.verdict?.finding {
            let words = finding.message.prefix { $0 != " " }
            #expect(
                screen.contains { $0.hasPrefix("  \(words)") }, "\(name): the first finding")
        }
        var seen = Set(screen)
        while let status = screen.last, status.contains("↓") {
            terminal.type(" ")
            screen = try terminal.waitForRows("\(name), scrolled") { lines in
                lines.last != status && lines.last?.contains("q: quit") == true
                    && lines.dropLast().allSatisfy(isKnown)
            }
            seen.formUnion(screen)
        }
        let missing = said.filter { !seen.contains($0) }
        #expect(missing == [], "\(name) is whole")
    }
}
