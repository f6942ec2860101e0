import DecodingExplainer
import ExerciseConventions
import ExerciseSupport
import Foundation
import Judging
import Walkthrough

/// Words verdicts for a learner.
///
/// What comes out of a learner's program may be anything. So each line of it is made safe for a
/// terminal, and there are never more than a screen can hold.
struct VerdictReport {
    let workbook: WorkbookFolder
    let answers: AnswersFolder
    private let terminal: Terminal
    private var width: Int { min(terminal.width, 100) }

    /// How many lines of a text are shown.
    static let mostLines = 20
    /// How many characters of a line are shown.
    static let mostCharacters = 400

    init(
        in workbook: WorkbookFolder, answers: AnswersFolder = .learners,
        terminal: Terminal = .current
    ) {
        self.workbook = workbook
        self.answers = answers
        self.terminal = terminal
    }

    /// What came of an exercise's file, and what to do next.
    func lines(for judgment: Judgment, of number: String) -> [String] {
        // Where no screen shows them, lines of the compiler stay whole, for programs that read them.
        terminal.height == nil
            ? text(for: judgment, of: number) : fitting(text(for: judgment, of: number))
    }

    /// Lines in rows that the terminal has room for.
    func fitting(_ lines: [String]) -> [String] {
        lines.flatMap { Terminal.rows(of: $0, width: max(terminal.width, 1)) }
    }

    private func text(for judgment: Judgment, of number: String) -> [String] {
        switch judgment {
        case .judged(let verdict, let warnings): lines(for: verdict, warnings: warnings)
        case .notCompiled(let failure): lines(for: failure, of: number)
        case .notJudged(let reason):
            heading(number) + DisplayText.wrapped(reason, width: max(width, 20))
        case .missing:
            heading(number) + DisplayText.wrapped(missing(number), width: max(width, 20))
        }
    }

    private func missing(_ number: String) -> String {
        let path = answers.answerPath(number)
        return "\(path) is not there. \(Advice.bringBack(path))"
    }

    /// How an exercise is doing, in a line.
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

    /// Each task in order, the first that is wrong with its message, and what to do next.
    ///
    /// - Parameters:
    ///   - verdict: What the checks say.
    ///   - warnings: What the compiler said about the learner's lines. Often it knows the reason.
    func lines(for verdict: ExerciseVerdict, warnings: [Diagnostic] = []) -> [String] {
        heading(verdict.number) + tasks(of: verdict) + [""] + leftBehind(by: verdict)
            + (verdict.finding.map { text(of: $0) + [""] } ?? []) + warned(warnings)
            + next(after: verdict) + [Self.summary(of: verdict)]
    }

    /// The same, with what to do first at the top: on a screen, the rest is below it.
    ///
    /// - Parameter note: What the reader has asked for. It stands below what to do first.
    /// - Returns: The lines, and which of them are the note's.
    func linesForScreen(
        for judgment: Judgment, of number: String, place: String?, note: [String]
    ) -> (lines: [String], note: Range<Int>) {
        var first: [String]
        var rest: [String] = []
        switch judgment {
        case .judged(let verdict, let warnings):
            first = heading(verdict.number) + [bar(of: verdict), ""]
            if let finding = verdict.finding {
                first += text(of: finding)
                if let place, place != finding.place {
                    first.append(terminal.paint("  \(place)", .faint))
                }
            } else {
                first += next(after: verdict)
                if verdict.isUntouched {
                    first += ["Each time you save the file, it is judged, and this page is new."]
                }
            }
            rest = warned(warnings) + leftBehind(by: verdict) + tasks(of: verdict)
        case .missing, .notCompiled, .notJudged:
            first = text(for: judgment, of: number)
        }
        first = fitting(first)
        let note = note.isEmpty ? [] : [""] + fitting(note)
        let end = first.count + note.count
        let lines = first + note + (rest.isEmpty ? [] : [""] + fitting(rest))
        return (lines, first.count..<end)
    }

    private func tasks(of verdict: ExerciseVerdict) -> [String] {
        verdict.tasks.map { "  " + line(for: $0) }
    }

    /// What the learner's code printed and started.
    func leftBehind(by verdict: ExerciseVerdict) -> [String] {
        (verdict.printed.isEmpty
            ? [] : ["Your code printed:"] + shown(verdict.printed, wraps: false) + [""])
            + (verdict.leftAProcess
                ? ["Your code left a process running; it was ended.", ""] : [])
    }

    /// The last line, for whoever shows only one: `Exercise 07: 3 of 5 tasks right, 1 wrong, 1 open.`
    private static func summary(of verdict: ExerciseVerdict) -> String {
        "Exercise \(verdict.number): \(counts(of: verdict))."
    }

    static func counts(of verdict: ExerciseVerdict) -> String {
        let all = verdict.tasks.count
        let right = verdict.count(\.isRight)
        let counts =
            ["\(right) of \(all) \(all == 1 ? "task" : "tasks") right"]
            + verdict.counts.filter { $0.state != "right" }.map { "\($0.count) \($0.state)" }
        let end = verdict.outside == nil ? "" : ", and it did not come to its end"
        return counts.joined(separator: ", ") + end
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

    /// The first lines of a text, indented. A line that begins with a blank is part of a document,
    /// and keeps its columns.
    private func shown(_ text: String, wraps: Bool = true) -> [String] {
        let all = text.split(separator: "\n", omittingEmptySubsequences: true)
        let lines = all.prefix(Self.mostLines).flatMap { line -> [String] in
            let isCut = line.count > Self.mostCharacters
            let safe =
                DisplayText.printable(line.prefix(Self.mostCharacters))
                + (isCut ? String(DisplayText.ellipsis) : "")
            let columns = max(width - 2, 20)
            return wraps && line.first != " "
                ? DisplayText.wrapped(safe, width: columns) : DisplayText.cut(safe, width: columns)
        }
        let rest = all.count - Self.mostLines
        let more = rest > 0 ? ["… and \(rest) more \(rest == 1 ? "line" : "lines")"] : []
        return (lines + more).map { "  " + $0 }
    }

    private func text(of finding: Finding) -> [String] {
        let title = finding.task.map { DisplayText.printable($0.title) } ?? "Outside of the tasks"
        return [terminal.paint("✘ \(title)", .bad)]
            + shown(finding.message)
            + (finding.problem.advice.map { shown($0) } ?? [])
            + (finding.step.map { ["  \($0.command)"] } ?? [])
            + [finding.place.map { terminal.paint("  \($0)", .faint) }].compactMap(\.self)
    }

    /// A mark for each task, and how many there are of each kind.
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
        let outside = verdict.outside == nil ? "" : ", and it did not come to its end"
        return marks.joined() + "  " + counts.joined(separator: ", ") + outside
    }

    /// The compiler's warnings, where there are any.
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
                "Not every task was judged. Is \(workbook.checksPath(number)) as it was?",
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

    /// What the compiler says about the learner's own lines; where there is nothing of it, what else
    /// is in the way.
    private func lines(for failure: BuildFailure, of number: String) -> [String] {
        let path = answers.answerPath(number)
        let own = failure.diagnostics(in: path)
        if let first = own.first {
            let most = 3
            return heading(number) + ["It does not compile yet:", ""]
                + compilerLines(own, most: most)
                + (own.count > most
                    ? ["… and \(own.count - most) more. Repair the first one first.", ""] : [])
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
        let what =
            cause == .toolchain
            ? "and the compiler names no line:" : "and not because of your file:"
        return heading(number) + ["The build failed, \(what)", ""]
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
