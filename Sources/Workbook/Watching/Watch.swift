import ExerciseConventions
import Foundation
import Judging
import Synchronization
import Walkthrough

/// The command `workbook watch 07`, which judges the exercise whenever its file has changed.
///
/// It looks at the contents of the file again and again, because every system can do that. If the file
/// changes during a judgment, the judgment ends and the next one begins.
@MainActor
package final class Watch {
    private let workbook: WorkbookFolder
    private let answers: AnswersFolder
    private var number: String
    private nonisolated let judge: WatchJudge

    /// The pause before it looks again, in milliseconds. It is shorter during a judgment, because a person
    /// waits for that.
    private var pause: Int32 { judge.isBusy ? 10 : 20 }

    /// The version of the file that was judged last, or `nil` if the file has to be judged again.
    private var seen: Answer?
    /// The newest judgment of the file, which may be about an earlier version.
    private var judgment: Judgment?
    /// The finding to which the learner went, as long as its task is wrong.
    private var chosen: Finding?
    /// The task that is shown, or 0 if every task was right. It is nil before the first verdict. A
    /// version that does not compile is likely to be about the same task.
    private var lastTask: Int?
    /// The lines that the learner asked for: a hint, or the reason why a key does nothing.
    private var note: [String] = []
    /// A Boolean value that indicates whether the note has not been shown yet.
    private var isNoteNew = false
    /// The kind of the note, which says how long it stays.
    private var noteKind = NoteKind.remark
    /// The last verdict that was told line by line.
    private var lastTold: ExerciseVerdict?
    /// A Boolean value that indicates whether what was told last is that verdict, and not an error of the
    /// compiler.
    private var wasJudged = false
    /// A Boolean value that indicates whether the learner has asked for the next judgment.
    private var isAskedFor = false
    /// A Boolean value that indicates whether the note asks if the stub should be put back.
    private var asksToReset = false
    /// The number of tasks in the workbook that are right.
    private var count: TaskCount?
    private let keyboard = Keyboard()
    /// The number of the exercise, for the farewell after a signal.
    private nonisolated let lastNumber: Mutex<String>
    private var screen = TerminalScreen(on: .current)

    private let form: VerdictForm

    private enum NoteKind {
        /// A remark about the version that is shown. The next verdict ends it.
        case remark
        /// A hint, which stays as long as its task is at hand.
        case hint
        /// The place of the learner's file after a reset. The stub's verdict, which comes at once, leaves it.
        case placeOfKeptFile
    }

    /// Creates the command for an exercise. In the form ``VerdictForm/xcode`` it has no screen, and
    /// writes a line for each finding.
    init(
        _ number: String, of answers: AnswersFolder, as form: VerdictForm,
        in workbook: WorkbookFolder
    ) {
        self.form = form
        self.number = number
        lastNumber = Mutex(number)
        self.answers = answers
        self.workbook = workbook
        judge = WatchJudge(in: workbook)
    }

    /// Watches until the learner quits.
    ///
    /// - Returns: True.
    func run() async throws -> Bool {
        judge.prepare(for: number)
        keepAsLast()
        let terminal = Terminal.current
        do {
            switch form {
            case .prose where terminal.hasScreen: try await runOnScreen()
            case .prose where terminal.isInteractive: try await askInLines()
            default: try runInLines()
            }
        } catch {
            await judge.stop()
            throw error
        }
        await judge.stop()
        return true
    }

    private func keepAsLast() {
        guard answers == .learners else { return }
        ExerciseMemory(number: number, workbook: workbook).keepAsLast()
    }

    private var check: Check {
        Check(number: number, answers: answers, workbook: workbook, hasKeys: true)
    }

    /// Begins to judge the file if it has changed.
    private func look() {
        let answer = check.read()
        if answer == seen { return }
        seen = answer
        if form == .xcode { try? Console.print([CompilerStyleReport.beginning(number)]) }
        judge.start(answer, with: check)
    }

    /// Shows the newest judgment.
    ///
    /// - Returns: True if there was a new one.
    private func takeJudgment() -> Bool {
        guard let new = judge.takeJudgment() else { return false }
        show(new)
        return true
    }

    private func show(_ new: Judgment) {
        judgment = new
        if finding?.task?.number != chosen?.task?.number { chosen = nil }
        screen.scroll(to: 0)
        showTask()
        if answers == .learners { count = TaskCount(in: workbook) }
    }

    /// The finding that is shown: that of the task to which the learner went, else the first one.
    private var finding: Finding? {
        let findings = judgment?.verdict?.findings ?? []
        return findings.first { chosen != nil && $0.task?.number == chosen?.task?.number }
            ?? findings.first
    }

    /// Shows the task of the judgment, with the note as long as it has a meaning.
    private func showTask() {
        let task = judgment.flatMap(task)
        switch noteKind {
        case .remark: note = []
        case .hint: if task == nil || task != lastTask { note = [] }
        case .placeOfKeptFile: noteKind = .remark
        }
        if let task { lastTask = task }
    }

    /// Returns the task that a judgment is about: 0 if every task is right, nil if it is not known.
    private func task(of judgment: Judgment) -> Int? {
        if judgment.isRight { return 0 }
        if let task = finding?.task { return task.number }
        if let verdict = judgment.verdict { return verdict.taskAtHand }
        return place(of: judgment).flatMap(check.task(atLine:))
    }

    // MARK: - Without a terminal

    /// Writes one verdict after the other.
    private func runInLines() throws {
        var isFirst = true
        if form == .xcode {
            try Console.print(["Judging \(check.path) at each save, until Ctrl-C."])
        }
        while Console.hasReader {
            look()
            if takeJudgment(), let judgment {
                let lines = form.lines(for: [(number, judgment)], answers, in: workbook)
                try Console.print((isFirst || form == .xcode ? [] : [""]) + lines)
                isFirst = false
            }
            usleep(UInt32(pause) * 1000)
        }
    }

    // MARK: - Line by line

    /// Writes each verdict, and does what the learner types.
    private func askInLines() async throws {
        LinePrompt.forgetInput()
        try Console.print([
            Terminal.current.heading(workbook.exerciseTitle(number)),
            "Watching \(check.path): each time you save it, it is judged. \(LinePrompt.rule)",
        ])
        // A judgment says what it is busy with only after some seconds: most take less.
        var nextLine = ContinuousClock.now + .seconds(5)
        while true {
            look()
            if takeJudgment(), let judgment { try tellWhatChanged(in: judgment) }
            if let activity = judge.activity, .now > nextLine {
                try Console.print(["\(activity), please wait."])
                nextLine = .now + .seconds(10)
            }
            if !judge.isBusy { nextLine = .now + .seconds(5) }
            guard LinePrompt.hasInput(within: pause) else { continue }
            if try !follow(LinePrompt.read()) { break }
        }
        try Console.write(farewell())
    }

    /// Tells what has changed since the last verdict, and then the judgment. After a save that changed
    /// nothing, the states are all: who wants to hear the rest types Return. What the code has printed is
    /// told once, as long as it prints the same.
    private func tellWhatChanged(in judgment: Judgment) throws {
        defer { isAskedFor = false }
        guard case .judged(var verdict, let warnings) = judgment else {
            wasJudged = false
            return try tell(judgment)
        }
        let change = verdict.change(since: lastTold)
        if verdict.printed == lastTold?.printed, !isAskedFor { verdict.printed = "" }
        lastTold = judgment.verdict
        defer { wasJudged = true }
        if !change.isEmpty { try Console.print(change) }
        guard change == [ExerciseVerdict.asBefore], !isAskedFor, wasJudged else {
            return try tell(.judged(verdict, warnings: warnings))
        }
        let report = report(on: .current)
        try Console.print([report.bar(of: verdict)] + report.leftBehind(by: verdict))
        try prompt()
    }

    private func tell(_ judgment: Judgment) throws {
        let told = report(on: .current).linesForScreen(
            for: judgment, of: number, finding: finding, note: [])
        try Console.print(told.lines)
        try prompt()
    }

    private func prompt() throws {
        let words = [
            taskAtHand != nil ? "h: a hint." : nil,
            noteKind == .hint && !note.isEmpty && !isRight ? "b: the hint before." : nil,
            hasSeveralFindings ? "t: the next wrong task." : nil,
            "l: lesson\(isRight ? following.map { " \($0)" } ?? "" : "").",
            isRight && following != nil ? "n: next exercise." : nil,
            "Return: judge again.", "q: quit.", "?: more keys.",
        ]
        try Console.print([words.compactMap(\.self).joined(separator: " ")])
    }

    /// Does what the learner typed.
    ///
    /// - Parameter answer: The line that was typed, or nil after the end of the input.
    /// - Returns: False at the end.
    private func follow(_ answer: String?) throws -> Bool {
        let exercise = number
        note = []
        switch answer {
        case nil, "q": return false
        case _ where asksToReset:
            answerReset(["y", "yes"].contains(answer) ? .character("y") : .enter)
            if note.isEmpty { say(["Nothing has changed."]) }
        case "t" where hasSeveralFindings:
            goToNextFinding()
            if let judgment { try tell(judgment) }
            return true
        case "", "h", "b", "t", "n", "l", "o", "r":
            isAskedFor = answer == ""
            try take(answer?.first.map(Key.character) ?? .enter)
        case "a": say(tasks())
        case "e":
            say(
                workbook.exercises.map { Terminal.current.heading(workbook.exerciseTitle($0)) }
                    + ["Type a number and Return, and that exercise is watched."])
        case "?":
            say([
                "h: a hint. b: the hint before. t: the next wrong task. l: the step to read.",
                "a: all tasks. o: open the file. e: exercises. n: the next one. r: put the stub back.",
                "A number: that exercise. Return: judge again. q: quit.",
            ])
        case let typed? where typed.contains(where: \.isNumber): try watchTyped(typed)
        default: say(["There is no such key."])
        }
        if number != exercise {
            let title = Terminal.current.heading(workbook.exerciseTitle(number))
            try Console.print([title, "Watching \(check.path)."])
        }
        if !note.isEmpty { try Console.print(note) }
        // A new version is judged first.
        if seen != nil, !asksToReset, seen == check.read() { try prompt() }
        return true
    }

    /// Returns all tasks as the last verdict found them.
    private func tasks() -> [String] {
        let report = report(on: .current)
        if let verdict = judgment?.verdict { return report.tasks(of: verdict) }
        guard let lastTold, lastTold.number == number else {
            return ["The tasks have no verdict yet."]
        }
        return ["This version has no verdict. The one before:"] + report.tasks(of: lastTold)
    }

    private func watchTyped(_ exercise: String) throws {
        do {
            watch(try workbook.exerciseNumber(exercise, of: answers))
        } catch let error as UsageError {
            say([error.description])
        }
    }

    // MARK: - On a screen

    /// Returns the screen that shows a judgment, as a terminal gets it.
    ///
    /// - Parameters:
    ///   - judgment: The judgment.
    ///   - number: The number of the exercise.
    ///   - terminal: The terminal.
    ///   - workbook: The folder with the learner's answer.
    package static func screen(
        for judgment: Judgment, of number: String, on terminal: Terminal,
        in workbook: WorkbookFolder
    ) -> String {
        let watch = Watch(number, of: .learners, as: .prose, in: workbook)
        watch.show(judgment)
        watch.draw(on: terminal)
        return watch.screen.text(foot: watch.foot(nil))
    }

    private func runOnScreen() async throws {
        try await Interruption.saying { [self] in
            RawMode.end()
            // The farewell replaces the line of keys, and the shell's prompt comes below it.
            try? Console.write(farewell())
        } during: {
            RawMode.begin(handlesSignals: false)
            defer { RawMode.end() }
            try await followKeys()
        }
    }

    private func followKeys() async throws {
        while true {
            let activity = judge.activity
            draw(on: .current)
            // A judgment that comes meanwhile scrolls the screen.
            let shown = screen
            let key = shown.key(from: keyboard, foot: foot(activity), within: pause) {
                look()
                return takeJudgment() || judge.activity != activity
            }
            switch key {
            case let key? where asksToReset && key != .end: answerReset(key)
            case .character("q"), .end:
                try Console.write(farewell())
                return
            case .character("e"):
                let list = ExerciseList(of: answers, in: workbook, current: number)
                if let chosen = await list.choose(with: keyboard) { watch(chosen) }
            case let key?: try take(key)
            case nil: break
            }
        }
    }

    private func take(_ key: Key) throws {
        switch key {
        case .character("h"): say(hint(), as: .hint)
        case .character("b"): say(hint(goingBack: true), as: .hint)
        case .character("t"): goToNextFinding()
        case .character("n"): goOn()
        case .character("l"): try showLesson()
        case .character("o"): try openFile()
        case .character("r"): askToReset()
        case .enter: seen = nil
        default: screen.scroll(with: key)
        }
    }

    /// Returns the line that stays on the screen at the end.
    private nonisolated func farewell() -> String {
        let unjudged = judge.isBusy ? "The last save was not judged. " : ""
        let start = Terminal.current.hasScreen ? "\r\u{1B}[2K" : ""
        let number = lastNumber.withLock(\.self)
        return
            "\(start)\(unjudged)Go on with: \(Terminal.current.command("workbook watch \(number)"))\n"
    }

    private func report(on terminal: Terminal) -> VerdictReport {
        VerdictReport(workbook: workbook, answers: answers, terminal: terminal, hasKeys: true)
    }

    private func draw(on terminal: Terminal) {
        let report = report(on: terminal)
        guard let judgment else { return screen.show(report.heading(number), on: terminal) }
        let shown = report.linesForScreen(
            for: judgment, of: number, finding: finding, in: count, note: note)
        screen.show(shown.lines, on: terminal)
        if isNoteNew { screen.reveal(shown.note) }
        isNoteNew = false
    }

    private var isRight: Bool { judgment?.isRight == true && !judge.isBusy }

    /// Returns the foot line: the activity, and the keys that have a meaning now, the most useful first.
    private func foot(_ activity: String?) -> String {
        let activity = activity.map { "\($0) …" }
        let words = [
            activity, screen.hidden,
            isRight && following != nil ? "n: next exercise" : nil,
            isRight ? following.map { "l: lesson \($0)" } : nil,
            taskAtHand == nil ? nil : "h: hint",
            noteKind == .hint && !note.isEmpty ? "b: hint before" : nil,
            hasSeveralFindings ? "t: next wrong task" : nil, isRight ? nil : "l: lesson",
            "o: open file", "q: quit", "e: exercises", "r: reset", "Return: judge again",
        ]
        if asksToReset { return screen.foot(["y: put the stub back", "any other key: no"]) }
        return screen.foot(words, needed: ["q: quit", activity])
    }

    /// Returns the line of the learner's file to look at: that of the compiler's first error or of the
    /// crash, else that of the task.
    private func place(of judgment: Judgment) -> Int? {
        finding.map(check.line(of:)) ?? check.line(of: judgment)
    }

    // MARK: - Keys

    private func say(_ lines: [String], as kind: NoteKind = .remark) {
        note = lines
        isNoteNew = true
        noteKind = kind
    }

    /// The number of the task that is shown and not right yet, or nil if it is not known.
    private var taskAtHand: Int? { lastTask.flatMap { $0 > 0 ? $0 : nil } }

    private func hint(goingBack isBack: Bool = false) -> [String] {
        if isRight { return ["Each task is right, so there is nothing to hint at."] }
        guard let taskAtHand else {
            return ["The checks have not said which task is at hand."]
        }
        do {
            return try Hint(number: number, workbook: workbook)
                .next(of: taskAtHand, goingBack: isBack)
        } catch {
            return ["\(error)"]
        }
    }

    private var hasSeveralFindings: Bool { judgment?.verdict?.findings.count ?? 0 > 1 }

    /// Shows the message of the next wrong task, and after the last one that of the first.
    private func goToNextFinding() {
        let findings = judgment?.verdict?.findings ?? []
        guard findings.count > 1 else {
            return say(["t goes to the next wrong task, and no other one is wrong."])
        }
        let index = findings.firstIndex { $0 == finding } ?? 0
        chosen = findings[(index + 1) % findings.count]
        screen.scroll(to: 0)
        showTask()
    }

    private func askToReset() {
        guard answers == .learners else { return say(["r is for the files in Exercises."]) }
        asksToReset = true
        say([
            "Put the stub back in place of \(check.path)?",
            "Your file is kept in \(Reset.keptFolder). "
                + (Terminal.current.isPlain
                    ? "y: yes. Return alone: no." : "y: yes, any other key: no"),
        ])
    }

    private func answerReset(_ key: Key) {
        asksToReset = false
        guard key == .character("y") else { return say([]) }
        do {
            say(
                try Reset(number: number, workbook: workbook).putStubBack(), as: .placeOfKeptFile)
            (chosen, lastTask) = (nil, nil)
            // The stub is judged again, so that the task at hand is known.
            seen = nil
        } catch {
            say(["\(error)"])
        }
    }

    private var following: String? { workbook.exercises.first { $0 > number } }

    private func goOn() {
        guard isRight else {
            return say(["n goes on when each task is right. e goes to any exercise."])
        }
        guard let following else {
            return say(["This was the last exercise. e shows which ones are still open."])
        }
        watch(following)
    }

    /// Begins with another exercise.
    private func watch(_ exercise: String) {
        number = exercise
        lastNumber.withLock { $0 = exercise }
        judge.prepare(for: exercise)
        keepAsLast()
        judgment = nil
        (chosen, lastTask) = (nil, nil)
        note = []
        screen.scroll(to: 0)
        seen = nil
    }

    /// Shows the step that the message names, or else the hints of the task. Without one, it shows the
    /// lesson of the exercise or, if every task is right, the next lesson.
    private func showLesson() throws {
        let hints = Hint(number: number, workbook: workbook)
        let step = finding?.step ?? taskAtHand.flatMap(hints.step(of:))
        let next = step == nil && isRight ? following : nil
        let lesson = step?.lesson ?? next ?? number
        if let problem = try LessonOnScreen.show(lesson, at: step, in: workbook, keyboard) {
            say([problem])
        } else if Terminal.current.isPlain {
            say(["Back at exercise \(number)."])
        }
    }

    private func openFile() throws {
        let line = judgment.flatMap(place) ?? 1
        guard let editor = Editor(ProcessInfo.processInfo.environment) else {
            return sayHowToOpen("No editor is set.", line)
        }
        let file = workbook.url(check.path).path
        let ending = try ForegroundProgram.runInFront(
            "/bin/sh", ["-c", editor.command] + editor.arguments(file, line: line), keyboard)
        switch ending {
        case .notStarted(let reason): sayHowToOpen(reason, line)
        case .exited(126), .exited(127): sayHowToOpen("\(editor.name) is not there.", line)
        case .exited: break
        }
    }

    private func sayHowToOpen(_ reason: String, _ line: Int) {
        let place = "Open \(check.path) at line \(line) in any editor, beside this terminal."
        say([
            "\(reason) \(place)",
            "For the key o: q here, then export EDITOR=vi (or another that you have), and watch again.",
        ])
    }
}
