import DecodingExplainer
import ExerciseConventions
import Foundation
import Judging
import Walkthrough

/// A report on a verdict for a learner.
///
/// The output of a learner's program may contain any bytes. So each line of it is made safe for a
/// terminal, and only as many lines are shown as a screen can hold.
struct VerdictReport {
    let workbook: WorkbookFolder
    let answers: AnswersFolder
    private let terminal: Terminal
    private var width: Int { min(terminal.width, 100) }

    /// The number of lines of an output or a message that are shown.
    static let mostLines = 20
    /// The number of characters of a line that are shown.
    static let mostCharacters = 400

    init(
        in workbook: WorkbookFolder, answers: AnswersFolder = .learners,
        terminal: Terminal = .current
    ) {
        self.workbook = workbook
        self.answers = answers
        self.terminal = terminal
    }

    /// Returns the whole report on a judgment, with the next thing to do.
    func lines(for judgment: Judgment, of number: String) -> [String] {
        // Without a screen, the compiler's lines stay whole, for programs that read them.
        terminal.height == nil
            ? unbroken(for: judgment, of: number) : fitting(unbroken(for: judgment, of: number))
    }

    /// Returns lines as rows that the terminal has room for.
    func fitting(_ lines: [String]) -> [String] {
        lines.flatMap { Terminal.rows(of: $0, width: max(terminal.width, 1)) }
    }

    private func unbroken(for judgment: Judgment, of number: String) -> [String] {
        switch judgment {
        case .judged(let verdict, let warnings): lines(for: verdict, warnings: warnings)
        case .notCompiled(let failure): lines(for: failure, of: number)
        case .notJudged(let reason): lines(for: reason, of: number)
        case .missing:
            lines(for: Advice.missing(answers.answerPath(number)), of: number)
        }
    }

    private func lines(for reason: String, of number: String) -> [String] {
        heading(number) + DisplayText.wrapped(reason, width: max(width, 20))
    }

    /// Returns the state of an exercise in one line.
    func line(for judgment: Judgment, of number: String) -> String {
        switch judgment {
        case .judged(let verdict, _): bar(of: verdict)
        case .missing: terminal.paint("the file is not there", .bad)
        case .notJudged: terminal.paint("was not judged", .bad)
        case .notCompiled(let failure):
            switch failure.cause(for: answers.answerPath(number)) {
            case .answer where failure.diagnostics(in: answers.answerPath(number)).isEmpty:
                terminal.paint("the checks cannot use it", .bad)
            case .answer: terminal.paint("does not compile yet", .bad)
            case .workbook, .fullDisk, .toolchain: terminal.paint("was not judged", .bad)
            }
        }
    }

    /// Returns the tasks in order, the message of the first one that is wrong, and the next thing to do.
    ///
    /// - Parameters:
    ///   - verdict: The verdict of the checks.
    ///   - warnings: The compiler's warnings about the learner's lines. They often name the reason.
    func lines(for verdict: ExerciseVerdict, warnings: [Diagnostic] = []) -> [String] {
        heading(verdict.number) + tasks(of: verdict) + [""] + leftBehind(by: verdict)
            + (verdict.finding.map { lines(for: $0) + [""] } ?? []) + warned(warnings)
            + next(after: verdict) + [Self.summary(of: verdict)]
    }

    /// Returns the report for a screen, with the first thing to do at the top.
    ///
    /// - Parameters:
    ///   - judgment: The judgment.
    ///   - number: The number of the exercise.
    ///   - place: The place in the learner's file to look at first.
    ///   - note: The lines that the reader has asked for. They come below the first thing to do.
    /// - Returns: The lines, and the range of the note among them.
    func linesForScreen(
        for judgment: Judgment, of number: String, place: String?, note: [String]
    ) -> (lines: [String], note: Range<Int>) {
        var first: [String]
        var details: [String] = []
        switch judgment {
        case .judged(let verdict, let warnings):
            first = heading(verdict.number) + [bar(of: verdict), ""]
            if let finding = verdict.finding {
                first += lines(for: finding)
                if let place, place != finding.place {
                    first.append(terminal.paint("  \(place)", .faint))
                }
            } else {
                first += next(after: verdict)
                if verdict.isUntouched {
                    first += ["Each time you save the file, it is judged, and this page is new."]
                }
            }
            details = warned(warnings) + leftBehind(by: verdict) + tasks(of: verdict)
        case .missing, .notCompiled, .notJudged:
            first = unbroken(for: judgment, of: number)
        }
        first = fitting(first)
        let note = note.isEmpty ? [] : [""] + fitting(note)
        let end = first.count + note.count
        let lines = first + note + (details.isEmpty ? [] : [""] + fitting(details))
        return (lines, first.count..<end)
    }

    private func tasks(of verdict: ExerciseVerdict) -> [String] {
        verdict.tasks.map { "  " + line(for: $0) }
    }

    /// Returns the printed output of the learner's code, and a note about a process that it left running.
    func leftBehind(by verdict: ExerciseVerdict) -> [String] {
        (verdict.printed.isEmpty
            ? [] : ["Your code printed:"] + shown(verdict.printed, wraps: false) + [""])
            + (verdict.leftAProcess
                ? ["Your code left a process running; it was ended.", ""] : [])
    }

    /// Returns the last line, for a program that shows only one:
    /// `Exercise 07: 3 of 5 tasks right, 1 wrong, 1 open.`
    private static func summary(of verdict: ExerciseVerdict) -> String {
        "Exercise \(verdict.number): \(counts(of: verdict))."
    }

    static func counts(of verdict: ExerciseVerdict) -> String {
        let all = verdict.tasks.count
        let right = verdict.count(\.isRight)
        return joined(
            ["\(right) of \(all) \(all == 1 ? "task" : "tasks") right"]
                + verdict.counts.filter { $0.state != "right" }.map { "\($0.count) \($0.state)" },
            verdict)
    }

    private static func joined(_ counts: [String], _ verdict: ExerciseVerdict) -> String {
        counts.joined(separator: ", ")
            + (verdict.outside == nil ? "" : ", and it did not come to its end")
    }

    func heading(_ number: String) -> [String] {
        (answers.note.map { [$0, ""] } ?? [])
            + [terminal.paint(workbook.exerciseTitle(number), .title), ""]
    }

    private func line(for task: TaskVerdict) -> String {
        let title = DisplayText.printable(task.title)
        switch task.state {
        case .right: return terminal.paint("✔", .good) + " \(title)"
        case .open(let open):
            return terminal.paint("○", .faint) + " \(title)"
                + (open.earlierTask.map { terminal.paint("  waits for task \($0)", .faint) } ?? "")
        case .wrong(let problems):
            let end = problems.lazy.compactMap { Self.end($0.kind) }.first
            return terminal.paint("✘", .bad) + " \(title)"
                + (end.map { terminal.paint("  \($0)", .faint) } ?? "")
        case .notRun:
            return terminal.paint("·", .faint) + " \(title)" + terminal.paint("  not run", .faint)
        }
    }

    private static func end(_ kind: TaskVerdict.Problem.Kind) -> String? {
        switch kind {
        case .refused: nil
        case .crashed: "crashed"
        case .hung: "hung"
        case .ended: "ended the program"
        }
    }

    /// Returns the first lines of an output or a message, indented. A line that begins with a blank is
    /// part of a document, and keeps its columns.
    private func shown(_ output: String, wraps: Bool = true) -> [String] {
        let all = output.split(separator: "\n", omittingEmptySubsequences: true)
        let lines = all.prefix(Self.mostLines).flatMap { line -> [String] in
            let isCut = line.count > Self.mostCharacters
            let safe =
                DisplayText.printable(line.prefix(Self.mostCharacters))
                + (isCut ? String(DisplayText.ellipsis) : "")
            let columns = max(width - 2, 20)
            return wraps && line.first != " "
                ? DisplayText.wrapped(safe, width: columns) : DisplayText.cut(safe, width: columns)
        }
        let hidden = all.count - Self.mostLines
        let more = hidden > 0 ? ["… and \(hidden) more \(hidden == 1 ? "line" : "lines")"] : []
        return (lines + more).map { "  " + $0 }
    }

    private func lines(for finding: Finding) -> [String] {
        let title = finding.task.map { DisplayText.printable($0.title) } ?? "Outside of the tasks"
        return [terminal.paint("✘ \(title)", .bad)]
            + shown(finding.message)
            + (finding.problem.advice.map { shown($0) } ?? [])
            + (finding.step.map { ["  \($0.command)"] } ?? [])
            + [finding.place.map { terminal.paint("  \($0)", .faint) }].compactMap(\.self)
    }

    /// Returns a mark for each task, and the number of tasks in each state.
    func bar(of verdict: ExerciseVerdict) -> String {
        let marks = verdict.tasks.map { task in
            switch task.state {
            case .right: terminal.paint("✔", .good)
            case .wrong: terminal.paint("✘", .bad)
            case .open: terminal.paint("○", .faint)
            case .notRun: terminal.paint("·", .faint)
            }
        }
        let counts = verdict.counts.map { "\($0.count) \($0.state)" }
        return marks.joined() + "  " + Self.joined(counts, verdict)
    }

    /// Returns the compiler's warnings under a heading, or no lines if there are none.
    private func warned(_ warnings: [Diagnostic]) -> [String] {
        warnings.isEmpty ? [] : ["The compiler warns:", ""] + compilerLines(warnings, most: 3)
    }

    func next(after verdict: ExerciseVerdict) -> [String] {
        let number = verdict.number
        if verdict.isRight {
            let following = workbook.exercises.first { $0 > number }
            return [
                "All \(verdict.tasks.count) tasks are right.",
                "What to take away: \(workbook.hintsPath(number))",
                workbook.exists(workbook.path(.otherWays, number))
                    ? "Other ways to solve it: \(workbook.path(.otherWays, number))" : nil,
                following.map { "Next: swift run lesson-\($0)" }
                    ?? "Next: swift run workbook shows what is still open.",
            ].compactMap(\.self)
        }
        let hints = "Hints: swift run workbook hint \(number)"
        if let finding = verdict.finding {
            return [
                finding.task.map { "Next: repair task \($0.number)" } ?? "Next: repair that", hints,
            ]
        }
        if verdict.tasks.isEmpty || verdict.tasks.contains(where: { $0.state == .notRun }) {
            return DisplayText.wrapped(
                "Not every task was judged. Has \(workbook.checksPath(number)) been changed?",
                width: width)
        }
        guard let task = verdict.tasks.first(where: \.isOpen), case .open(let open) = task.state
        else { return [] }
        let wanted = DisplayText.printable(open.task.prefix(Self.mostCharacters))
            .trimmingPrefix("Task \(task.number): ")
        let place = open.line.map { ["      at \(answers.answerPath(number)):\($0)"] } ?? []
        return ["Next: task \(task.number), \(wanted)"] + place + [hints]
    }

    // MARK: - Builds that fail

    /// Returns the compiler's messages about the learner's lines. If there are none, it returns the reason
    /// why the build failed.
    private func lines(for failure: BuildFailure, of number: String) -> [String] {
        let path = answers.answerPath(number)
        let diagnostics = failure.diagnostics(in: path)
        if let first = diagnostics.first {
            let most = 3
            let hidden = diagnostics.count - most
            return heading(number) + ["It does not compile yet:", ""]
                + compilerLines(diagnostics, most: most)
                + (hidden > 0 ? ["… and \(hidden) more. Repair the first one first.", ""] : [])
                + [
                    "Next: repair the first error, reported at \(first.path):\(first.line)",
                    "Exercise \(number): it does not compile yet.",
                ]
        }
        let messages = failure.messagesAboutChecks
        if !messages.isEmpty {
            return heading(number)
                + DisplayText.wrapped(
                    "Your file compiles, but the checks can no longer use it: a name, a type or a "
                        + "parameter that they need has changed, or a name of your own is one that "
                        + "they use.", width: width)
                + [""] + messages.prefix(5).map { "  ✘ \(DisplayText.printable($0))" }
                + [
                    "", "Next: declare it as it was: \(Advice.compareWithStub(path))",
                    "Exercise \(number): the checks cannot use it.",
                ]
        }
        let cause = failure.cause(for: path)
        let blame =
            cause == .toolchain
            ? "and the compiler names no line:" : "and not because of your file:"
        return heading(number) + ["The build failed, \(blame)", ""]
            + failure.reasons.flatMap { shown($0) } + [""]
            + DisplayText.wrapped("Next: \(Self.remedy(for: cause))", width: width)
            + ["Exercise \(number): it was not judged."]
    }

    private static func remedy(for cause: BuildFailure.Cause) -> String {
        switch cause {
        case .fullDisk: "make room on the disk, then check again."
        case .answer, .workbook:
            "another file of the workbook has changed. A fresh copy of it has them all."
        case .toolchain:
            "if your file has something that no task asks for, such as @main, take it out. "
                + "Otherwise the toolchain has failed: delete the folder .build, and check again. "
                + "README.md says with which toolchains the workbook was tried."
        }
    }

    private func compilerLines(_ diagnostics: [Diagnostic], most: Int) -> [String] {
        diagnostics.prefix(most).flatMap { diagnostic in
            diagnostic.excerpt.split(separator: "\n", omittingEmptySubsequences: false)
                .prefix(Self.mostLines).map {
                    DisplayText.printable($0.prefix(Self.mostCharacters))
                }
                + [""]
        }
    }
}
