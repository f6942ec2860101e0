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
    var answers = AnswersFolder.learners
    var terminal = Terminal.current
    /// A Boolean value that indicates whether the reader has the keys of `workbook watch`. They then stand in
    /// place of commands.
    var hasKeys = false

    private var width: Int { terminal.width(upTo: Self.widest) }

    /// The greatest width of a line of prose. The checks break their messages for the same width.
    static let widest = 80
    /// The number of lines of an output or a message that are shown.
    static let mostLines = 20
    /// The number of characters of a line that are shown.
    static let mostCharacters = 400

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
            lines(for: check(number).missing, of: number)
        }
    }

    private func lines(for reason: String, of number: String) -> [String] {
        heading(number) + wrapped(reason)
    }

    private func wrapped(_ text: String) -> [String] {
        DisplayText.wrapped(text, width: max(width, 20))
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

    /// Returns the tasks in order, the messages of those that are wrong, and the next thing to do. The
    /// first message is whole.
    ///
    /// - Parameters:
    ///   - verdict: The verdict of the checks.
    ///   - warnings: The compiler's warnings about the learner's lines. They often name the reason.
    func lines(for verdict: ExerciseVerdict, warnings: [Diagnostic] = []) -> [String] {
        heading(verdict.number) + tasks(of: verdict) + [""] + leftBehind(by: verdict)
            + verdict.findings.prefix(1).flatMap { lines(for: $0, in: verdict.number) + [""] }
            + verdict.findings.dropFirst().flatMap { briefLines(for: $0) + [""] }
            + warned(warnings)
            + next(after: verdict)
            // Some programs show the last line alone: `Exercise 07: 3 of 5 tasks right, 1 wrong, 1 open.`
            + ["Exercise \(verdict.number): \(Self.counts(of: verdict, naming: name(ofState:)))."]
    }

    /// Returns the report for a screen, with the first thing to do at the top.
    ///
    /// - Parameters:
    ///   - judgment: The judgment.
    ///   - number: The number of the exercise.
    ///   - finding: The finding to show, if something is wrong.
    ///   - count: The number of tasks of the workbook that are right, if it is known.
    ///   - note: The lines that the reader has asked for. They come below the first thing to do.
    /// - Returns: The lines, and the range of the note among them.
    func linesForScreen(
        for judgment: Judgment, of number: String, finding: Finding?, in count: TaskCount? = nil,
        note: [String]
    ) -> (lines: [String], note: Range<Int>) {
        var first: [String]
        var details: [String] = []
        var tasks: [String] = []
        switch judgment {
        case .judged(let verdict, let warnings):
            first = heading(verdict.number) + [bar(of: verdict, in: count), ""]
            if let finding {
                first += lines(for: finding, in: number)
            } else {
                first += next(after: verdict)
                if verdict.isUntouched, !terminal.isPlain {
                    first += ["Each time you save the file, it is judged, and this page is new."]
                }
            }
            details = warned(warnings) + leftBehind(by: verdict)
            // Who hears the report hears every line of it, and asks for the tasks with a key.
            tasks = terminal.isPlain ? [] : fitting(self.tasks(of: verdict))
        case .missing, .notCompiled, .notJudged:
            first = unbroken(for: judgment, of: number)
        }
        first = fitting(first)
        let note = note.isEmpty ? [] : [""] + fitting(note)
        let end = first.count + note.count
        let lines = first + note + (details.isEmpty ? [] : [""] + fitting(details))
        // The bar says what the list of tasks says, in one row. The last row of the screen has the keys.
        let hasRoom = lines.count + 1 + tasks.count < terminal.height ?? 24
        let list = hasRoom && !tasks.isEmpty ? [""] + tasks : []
        return (lines + list, first.count..<end)
    }

    /// Returns the tasks with their states.
    func tasks(of verdict: ExerciseVerdict) -> [String] {
        verdict.tasks.map { "  " + line(for: $0) }
    }

    /// Returns the printed output of the learner's code, and a note about a process that it left running.
    func leftBehind(by verdict: ExerciseVerdict) -> [String] {
        (verdict.printed.isEmpty
            ? []
            : ["Your code printed:"] + shown(Self.withCounts(verdict.printed), wraps: false) + [""])
            + (verdict.leftAProcess
                ? ["Your code left a process running; it was ended.", ""] : [])
    }

    /// Returns a text in which a line that comes again and again is there once, with how often. The checks
    /// call an answer many times, and so they call its `print`.
    private static func withCounts(_ output: String) -> String {
        var runs: [(line: Substring, count: Int)] = []
        for line in output.split(separator: "\n") {
            if runs.last?.line == line {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((line, 1))
            }
        }
        return runs.map { $0.count == 1 ? "\($0.line)" : "\($0.line) (\($0.count) times)" }
            .joined(separator: "\n")
    }

    static func counts(
        of verdict: ExerciseVerdict, naming name: (_ state: String) -> String = { $0 }
    ) -> String {
        let all = verdict.tasks.count
        let right = verdict.count(\.isRight)
        return joined(
            ["\(right) of \(all) \(all == 1 ? "task" : "tasks") right"]
                + verdict.counts.filter { $0.state != "right" }
                .map { "\($0.count) \(name($0.state))" },
            verdict)
    }

    private static func joined(_ counts: [String], _ verdict: ExerciseVerdict) -> String {
        counts.joined(separator: ", ")
            + (verdict.outside == nil ? "" : ", and it did not come to its end")
    }

    func heading(_ number: String) -> [String] {
        let note = answers.note.map { [$0, ""] } ?? []
        // Who hears watch has heard which exercise it is, and hears each verdict of it.
        if terminal.isPlain, hasKeys { return note }
        let title = terminal.heading(workbook.exerciseTitle(number))
        return note + [terminal.paint(title, .title), ""]
    }

    private func line(for task: TaskVerdict) -> String {
        let remark: String? =
            switch task.state {
            case .right: nil
            case .open(let open): open.earlierTask == nil ? nil : open.reason
            case .wrong(let problems): problems.lazy.compactMap { Self.end($0.kind) }.first
            case .notRun: terminal.isPlain ? nil : "not run"
            }
        let end = remark.map { terminal.isPlain ? ", \($0)" : terminal.paint("  \($0)", .faint) }
        return "\(sign(of: task.state)) \(title(of: task))\(end ?? "")"
    }

    private func sign(of state: TaskVerdict.State) -> String {
        switch state {
        case .right: sign("✔", "Right", .good)
        case .wrong: sign("✘", "Wrong", .bad)
        case .open: sign("○", "Still to do", .faint)
        case .notRun: sign("·", "Not run", .faint)
        }
    }

    /// Returns the sign of a state or, on a plain terminal, its word.
    private func sign(_ sign: String, _ word: String, _ role: Terminal.Role) -> String {
        terminal.isPlain ? "\(word):" : terminal.paint(sign, role)
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
        // Who hears an output cannot skip it.
        let most = terminal.isPlain && !wraps ? Self.mostLines / 4 : Self.mostLines
        let first = all.prefix(most).map(String.init)
        let told = wraps && terminal.isPlain ? PlainRenderer.told(first) : first
        let lines = told.flatMap { line -> [String] in
            let isCut = line.count > Self.mostCharacters
            let safe =
                DisplayText.printable(line.prefix(Self.mostCharacters))
                + (isCut ? String(DisplayText.ellipsis) : "")
            let columns = max(width - 2, 20)
            if wraps && line.first != " " { return DisplayText.wrapped(safe, width: columns) }
            // Who hears a line has no columns to keep.
            return terminal.isPlain ? [safe] : DisplayText.cut(safe, width: columns)
        }
        // An output was cut before it came here if it was very long, so nobody knows how much more there was.
        let more = all.count > most ? ["… and more lines"] : []
        return (lines + more).map { "  " + $0 }
    }

    private func lines(for finding: Finding, in number: String) -> [String] {
        let place = self.place(check(number).lines(of: finding), in: number)
        return [title(of: finding)]
            + shown(finding.message)
            + (finding.problem.advice.map { shown($0) } ?? [])
            + (hasKeys ? [] : command(of: finding))
            + (place.map { [terminal.isPlain ? $0 : terminal.paint("  \($0)", .faint)] } ?? [])
    }

    /// Returns the place of one line of the answer, or of one of several: `Exercises/Exercise01.swift:86
    /// or 108`. It is nil if there is no line.
    private func place(_ lines: [Int], in number: String) -> String? {
        if lines.isEmpty { return nil }
        let numbers = lines.map(String.init).joined(separator: " or ")
        return terminal.isPlain
            ? "Your file, line \(numbers)" : "\(answers.answerPath(number)):\(numbers)"
    }

    /// Returns the mistake and the step, without the document and the values.
    private func briefLines(for finding: Finding) -> [String] {
        [title(of: finding)] + shown(finding.headline) + command(of: finding)
            + (finding.problem.answersPlace.map { ["  \($0)"] } ?? [])
    }

    private func command(of finding: Finding) -> [String] {
        finding.step.map { ["  \(terminal.command($0.program))"] } ?? []
    }

    private func check(_ number: String) -> Check {
        Check(number: number, answers: answers, workbook: workbook, hasKeys: hasKeys)
    }

    private func title(of task: TaskVerdict) -> String {
        let title = DisplayText.printable(task.title)
        return terminal.isPlain ? title.replacing(" · ", with: ", ") : title
    }

    private func title(of finding: Finding) -> String {
        let title = finding.task.map(title) ?? "Outside of the tasks"
        return terminal.paint(terminal.isPlain ? "Wrong: \(title)" : "✘ \(title)", .bad)
    }

    /// Returns the bar of a verdict and, at the right if there is room, that of the whole workbook.
    private func bar(of verdict: ExerciseVerdict, in count: TaskCount?) -> String {
        let bar = bar(of: verdict)
        guard let count else { return bar }
        let gap = width - verdict.tasks.count - states(of: verdict).count - count.width
        return gap < 3 ? bar : bar + String(repeating: " ", count: gap) + count.line(on: terminal)
    }

    /// Returns a mark for each task, and the number of tasks in each state.
    func bar(of verdict: ExerciseVerdict) -> String {
        let marks = terminal.isPlain ? [] : verdict.tasks.map { sign(of: $0.state) }
        return marks.joined() + states(of: verdict)
    }

    private func states(of verdict: ExerciseVerdict) -> String {
        let counts = verdict.counts.map { "\($0.count) \(name(ofState: $0.state))" }
        return (terminal.isPlain ? "" : "  ") + Self.joined(counts, verdict)
    }

    private func name(ofState state: String) -> String {
        terminal.isPlain && state == "open" ? "still to do" : state
    }

    /// Returns the compiler's warnings under a heading, or no lines if there are none.
    private func warned(_ warnings: [Diagnostic]) -> [String] {
        warnings.isEmpty ? [] : ["The compiler warns:", ""] + compilerLines(warnings, most: 3)
    }

    /// Returns the number of exercises that are done, or an empty text for another folder of answers.
    private var doneExercises: String {
        guard answers == .learners else { return "" }
        let all = workbook.exercises
        let done = all.count { ExerciseMemory(number: $0, workbook: workbook).isDone }
        return done == 0 ? "" : " Exercises done: \(done) of \(all.count)."
    }

    func next(after verdict: ExerciseVerdict) -> [String] {
        let number = verdict.number
        if verdict.isRight {
            let following = workbook.exercises.first { $0 > number }
            return [
                "All \(verdict.tasks.count) tasks are right.\(doneExercises)",
                "What to take away: \(workbook.hintsPath(number))",
                workbook.exists(workbook.path(.otherWays, number))
                    ? "Other ways to solve it: \(workbook.path(.otherWays, number))" : nil,
                hasKeys
                    ? nil
                    : following.map { "Next: \(terminal.command("lesson-\($0)"))" }
                        ?? "Next: \(terminal.command("workbook")) shows what is still open.",
            ].compactMap(\.self)
        }
        let hints = hasKeys ? [] : ["Hints: \(terminal.command("workbook hint \(number)"))"]
        if let finding = verdict.finding {
            return [
                finding.task.map { "Next: repair task \($0.number)" } ?? "Next: repair that"
            ] + hints
        }
        if verdict.tasks.isEmpty || verdict.tasks.contains(where: { $0.state == .notRun }) {
            return wrapped(
                "Not every task was judged. Has \(workbook.checksPath(number)) been changed?")
        }
        guard let task = verdict.tasks.first(where: \.isOpen), case .open(let open) = task.state
        else { return [] }
        let wanted = DisplayText.printable(open.task.prefix(Self.mostCharacters))
            .trimmingPrefix("Task \(task.number): ")
        var place = open.line.flatMap { self.place([$0], in: number) }
        if !terminal.isPlain { place = place.map { "      at \($0)" } }
        return ["Next: task \(task.number), \(wanted)"] + [place].compactMap(\.self) + hints
    }

    // MARK: - Builds that fail

    /// Returns the compiler's messages about the learner's lines. If there are none, it returns the reason
    /// why the build failed.
    private func lines(for failure: BuildFailure, of number: String) -> [String] {
        let path = answers.answerPath(number)
        let diagnostics = failure.diagnostics(in: path)
        if !diagnostics.isEmpty {
            // On a screen, the others are a save away.
            let most = hasKeys ? 1 : 3
            let hidden = diagnostics.count - most
            let first = diagnostics.count > 1 ? ". Repair the first error first:" : ":"
            return heading(number) + ["It does not compile yet\(first)", ""]
                + compilerLines(diagnostics, most: most)
                + (hidden > 0 ? ["… and \(hidden) more.", ""] : [])
                + (hasKeys ? [] : ["Exercise \(number): it does not compile yet."])
        }
        if !failure.messagesAboutChecks.isEmpty {
            let check = check(number)
            return heading(number) + lines(for: check.unusableAnswer(after: failure), check)
                + (hasKeys ? [] : ["Exercise \(number): the checks cannot use it."])
        }
        let cause = failure.cause(for: path)
        let blame =
            cause == .toolchain
            ? "and the compiler names no line:" : "and not because of your file:"
        return heading(number) + ["The build failed, \(blame)", ""]
            + failure.reasons.flatMap { shown($0) } + [""]
            + wrapped("Next: \(Self.remedy(for: cause))")
            + ["Exercise \(number): it was not judged."]
    }

    private func lines(for unusable: UnusableAnswer, _ check: Check) -> [String] {
        let reason: String
        let missing: [String]
        var word = "Missing"
        var place = ""
        switch unusable {
        case .empty: return wrapped("\(check.path) is empty. \(check.bringBack)")
        case .otherExercise(let other):
            return wrapped(
                "\(check.path) is the file of exercise \(other), as its first comment says. "
                    + check.bringBack)
        case .lacks(let declarations):
            reason = "Your file compiles, but a part of the stub that the checks use is missing:"
            missing = declarations.map(\.declaration)
            if declarations.count == 1 { place = ":\(declarations[0].line)" }
        case .differs(let changed):
            let isOne = changed.count == 1
            return wrapped(
                "Your file compiles, but the checks can no longer use it. \(isOne ? "A function is" : "Some functions are") not declared as in the "
                    + "stub:")
                + changed.flatMap { own, stub in
                    ["", "  Line \(own.line): \(own.text)", "  The stub: \(stub.text)"]
                        .map(DisplayText.printable)
                } + ["", "Next: declare \(isOne ? "it" : "them") as the stub does."]
        case .other(let messages):
            reason =
                "Your file compiles, but the checks can no longer use it: a type or a parameter that "
                + "they need has changed, or a name of your own is one that they use."
            missing = Array(messages.prefix(5))
            word = "Error"
        }
        let sign = sign("✘", word, .bad)
        return wrapped(reason) + [""]
            + missing.map { "  \(sign) \(DisplayText.printable($0))" }
            + ["", "Next: declare it in your file as the stub does, \(check.stub)\(place)"]
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
            if terminal.isPlain { return told(diagnostic) + [""] }
            return diagnostic.excerpt.split(separator: "\n", omittingEmptySubsequences: false)
                .prefix(Self.mostLines).map {
                    DisplayText.printable($0.prefix(Self.mostCharacters))
                }
                + [""]
        }
    }

    /// Returns a message of the compiler in words, with the line of code that it is about, and its notes.
    private func told(_ diagnostic: Diagnostic) -> [String] {
        let code = WrittenChange.lines(of: workbook.text(diagnostic.path) ?? "")
            .dropFirst(diagnostic.line - 1).first?.trimmingCharacters(in: .whitespaces)
        let word = diagnostic.severity == .error ? "Error" : "Warning"
        var lines = [
            "\(word) in line \(diagnostic.line): \(diagnostic.message)", "Code: \(code ?? "")",
        ]
        for note in diagnostic.notes {
            lines.append("Note in line \(note.line): \(note.message)")
            if note.line != diagnostic.line { lines.append("Code: \(note.code)") }
        }
        return lines.map { DisplayText.printable($0) }
    }
}
