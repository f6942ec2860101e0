import DecodingExplainer
import Foundation
import Judging
import Synchronization
import Walkthrough

/// The command `workbook`, which shows every exercise and what to do next. It runs the checks each time,
/// so it cannot be out of date.
struct Status {
    let workbook: WorkbookFolder
    var answers = AnswersFolder.learners
    var terminal = Terminal.current

    private var report: VerdictReport {
        VerdictReport(workbook: workbook, answers: answers, terminal: terminal)
    }

    private typealias Row = (number: String, judgment: Judgment)

    /// Returns the lines of the overview.
    func lines() async throws -> [String] { try await lines(rows(workbook.exercises)) }

    private func lines(_ rows: [Row]) -> [String] {
        let titles = rows.map { terminal.heading(workbook.exerciseTitle($0.number)) }
        let width = titles.map { DisplayText.width(of: $0) + 2 }.max() ?? 0
        let table = zip(rows, titles).map { row, title in
            "  " + DisplayText.padded(title, width: width)
                + report.line(for: row.judgment, of: row.number)
        }
        let indent = terminal.isPlain ? "In all: " : "  " + String(repeating: " ", count: width)
        let count = answers == .learners ? TaskCount(in: workbook) : nil
        return (answers.note.map { [$0, ""] } ?? [])
            + [terminal.paint("Decoding with Codable", .title), ""] + table
            + (count.map { [indent + $0.line(on: terminal)] } ?? [])
            + [""] + report.fitting(next(rows))
            + (answers == .learners ? Review.dueLines(in: workbook) : [])
    }

    /// Returns the first exercise that is not right, or nil. Exercises after it are not judged.
    func current() async throws -> String? { try await currentRow()?.number }

    /// All exercises, from the one on that was judged last. So whoever begins in the middle is not sent to
    /// the beginning.
    private var exercisesInTurn: [String] {
        let last = answers == .learners ? ExerciseMemory.last(in: workbook) : nil
        let start = last.flatMap(workbook.exercises.firstIndex(of:)) ?? 0
        return Array(workbook.exercises[start...] + workbook.exercises[..<start])
    }

    private func currentRow() async throws -> Row? {
        for number in exercisesInTurn {
            let row = try await rows([number])[0]
            if !row.judgment.isRight { return row }
        }
        return nil
    }

    /// Judges the first exercise that is not right, and prints a report of it.
    ///
    /// - Returns: True if every exercise is right.
    func checkCurrent(as form: VerdictForm) async throws -> Bool {
        if let row = try await currentRow() { return try show([row], as: form) }
        let note = (answers.note.map { [$0, ""] } ?? []) + ["Every exercise is right."]
        try Console.print(form == .junit ? form.lines(for: [], answers, in: workbook) : note)
        return true
    }

    /// Judges every exercise, and prints the overview.
    ///
    /// - Returns: True if every one is right.
    func checkAll() async throws -> Bool {
        let rows = try await rows(workbook.exercises)
        try Console.print(lines(rows))
        return rows.allSatisfy(\.judgment.isRight)
    }

    /// Judges some exercises, each once, and prints a report of each.
    ///
    /// - Returns: True if every one is right.
    /// - Throws: ``UsageError`` if a file is missing; then no exercise is judged.
    func check(_ numbers: [String], as form: VerdictForm) async throws -> Bool {
        let distinct = numbers.enumerated().filter { numbers.firstIndex(of: $1) == $0 }
            .map(\.element)
        for number in distinct {
            _ = try Check(number: number, answers: answers, workbook: workbook).answer()
        }
        if distinct.count == 1, answers == .learners {
            ExerciseMemory(number: distinct[0], workbook: workbook).keepAsLast()
        }
        return try await show(rows(distinct), as: form)
    }

    private func show(_ rows: [Row], as form: VerdictForm) throws -> Bool {
        if form == .github {
            try GitHubReport(workbook: workbook, answers: answers).addSummary(of: rows)
        }
        try Console.print(form.lines(for: rows, answers, in: workbook))
        return rows.allSatisfy(\.judgment.isRight)
    }

    /// Judges exercises in parallel, as many at once as there are cores.
    private func rows(_ numbers: [String]) async throws -> [Row] {
        let checks = numbers.map { Check(number: $0, answers: answers, workbook: workbook) }
        if checks.count == 1 {
            return [(numbers[0], try await checks[0].judgment(of: checks[0].read()))]
        }
        let judge = Judge(in: workbook)
        if checks.contains(where: { judge.builds($0.read()) }) {
            // This comes first, so that the progress line says why it takes so long.
            do {
                try await judge.prepare(for: "the overview")
            } catch let failure as BuildFailure {
                let reasons = failure.reasons.map { DisplayText.printable($0) }
                throw CommandFailure(
                    description: "no exercise can be built. \(reasons.joined(separator: " "))")
            }
        }
        let judged = Mutex(0)
        let judgments = try await Progress.during(
            "Judging: \(judged.withLock(\.self)) of \(numbers.count) exercises"
        ) {
            try await checks.concurrentMap { check in
                defer { judged.withLock { $0 += 1 } }
                return try await check.judgment(of: check.read())
            }
        }
        return Array(zip(numbers, judgments))
    }

    private func next(_ rows: [Row]) -> [String] {
        let inTurn = exercisesInTurn.compactMap { number in rows.first { $0.number == number } }
        guard let (number, judgment) = inTurn.first(where: { !$0.judgment.isRight }) else {
            return ["Every exercise is right. Well done."]
        }
        let check = Check(number: number, answers: answers, workbook: workbook)
        switch judgment {
        case .missing: return ["Next: \(check.missing)"]
        case .judged(let verdict, _) where verdict.isUntouched:
            return [
                "Next: \(terminal.command("lesson-\(number)"))",
                "Then: \(terminal.command("workbook watch \(number)")). Open \(check.path) beside it.",
            ]
        case .judged, .notCompiled, .notJudged:
            return ["Next: \(terminal.command("workbook check \(number)"))"]
        }
    }
}
