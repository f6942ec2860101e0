import ExerciseConventions
import Foundation
import Judging
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
    private let judge: WatchJudge

    /// The pause before it looks again, in milliseconds. It is shorter during a judgment, because a person
    /// waits for that.
    private var pause: Int32 { judge.isBusy ? 10 : 20 }

    /// The version of the file that was judged last, or `nil` if the file has to be judged again.
    private var seen: Answer?
    /// The newest judgment of the file, which may be about an earlier version.
    private var judgment: Judgment?
    /// The step that the judgment's message names.
    private var step: LessonStep?
    /// The task at hand in the last verdict, or 0 if every task was right. A version that does not
    /// compile is likely to be about the same task.
    private var lastTask = 0
    /// The lines that the learner asked for: a hint, or the reason why a key does nothing.
    private var note: [String] = []
    /// A Boolean value that indicates whether the note has not been shown yet.
    private var isNoteNew = false
    private let keyboard = Keyboard()
    private var screen = TerminalScreen(on: .current)

    private let form: VerdictForm

    /// Creates the command for an exercise. In the form ``VerdictForm/compilers`` it has no screen, and
    /// writes a line for each finding.
    init(
        _ number: String, of answers: AnswersFolder, as form: VerdictForm,
        in workbook: WorkbookFolder
    ) {
        self.form = form
        self.number = number
        self.answers = answers
        self.workbook = workbook
        judge = WatchJudge(in: workbook)
    }

    /// Watches until the learner quits.
    ///
    /// - Returns: True.
    func run() async throws -> Bool {
        judge.prepare(for: number)
        let isOnScreen = Terminal.current.isInteractive && form == .prose
        do {
            try await isOnScreen ? runOnScreen() : runInLines()
        } catch {
            await judge.stop()
            throw error
        }
        await judge.stop()
        return true
    }

    private var check: Check {
        var check = Check(number, of: answers, in: workbook)
        check.hasScreen = true
        return check
    }

    /// Begins to judge the file if it has changed.
    private func look() {
        let answer = Answer(number, in: answers, of: workbook)
        if answer == seen { return }
        seen = answer
        if form == .compilers { try? Console.print([CompilerStyleReport.beginning(number)]) }
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
        if let task = task(of: new), task != lastTask {
            note = []
            lastTask = task
        }
        judgment = new
        screen.scroll(to: 0)
        step = new.verdict?.finding?.step
    }

    /// Returns the task that a judgment is about: 0 if every task is right, nil if it is not known.
    private func task(of judgment: Judgment) -> Int? {
        if judgment.isRight { return 0 }
        if let verdict = judgment.verdict { return verdict.taskAtHand }
        return place(of: judgment).flatMap {
            LearnersLine(answers: answers, workbook: workbook).task(atLine: $0, in: number)
        }
    }

    // MARK: - Without a terminal

    /// Writes one verdict after the other.
    private func runInLines() throws {
        var isFirst = true
        if form == .compilers {
            try Console.print(["Judging \(check.path) at each save, until Ctrl-C."])
        }
        while Console.hasReader {
            look()
            if takeJudgment(), let judgment {
                let lines = form.lines(for: judgment, of: number, answers, in: workbook)
                try Console.print((isFirst || form == .compilers ? [] : [""]) + lines)
                isFirst = false
            }
            usleep(UInt32(pause) * 1000)
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
        try await Interruption.saying { [judge] in
            RawMode.end()
            // The farewell replaces the line of keys, and the shell's prompt comes below it.
            try? Console.write(Self.farewell(judge))
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
            case .character("q"), .end:
                try Console.write(Self.farewell(judge, number))
                return
            case .character("h"): say(hint())
            case .character("n"): goOn()
            case .character("e"):
                let list = ExerciseList(of: answers, in: workbook, current: number)
                if let chosen = await list.choose(with: keyboard) { watch(chosen) }
            case .character("l"): try showLesson()
            case .character("o"): try openFile()
            case .enter: seen = nil
            case let key?: screen.scroll(with: key)
            case nil: break
            }
        }
    }

    /// Returns the line that stays on the screen at the end.
    ///
    /// - Parameter number: The number of the exercise, or nil after a signal, which does not know it.
    private nonisolated static func farewell(_ judge: WatchJudge, _ number: String? = nil) -> String
    {
        let unjudged = judge.isBusy ? "The last save was not judged. " : ""
        let command = ["swift run workbook watch", number].compactMap(\.self)
        return "\r\u{1B}[2K\(unjudged)Go on with: \(command.joined(separator: " "))\n"
    }

    private func draw(on terminal: Terminal) {
        let report = VerdictReport(in: workbook, answers: answers, terminal: terminal)
        guard let judgment else { return screen.show(report.heading(number), on: terminal) }
        let place = place(of: judgment).map { "\(check.path):\($0)" }
        let shown = report.linesForScreen(for: judgment, of: number, place: place, note: note)
        screen.show(shown.lines, on: terminal)
        if isNoteNew { screen.reveal(shown.note) }
        isNoteNew = false
    }

    private var isRight: Bool { judgment?.isRight == true && !judge.isBusy }

    /// Returns the foot line: the activity, and the keys that have a meaning now, the most useful first.
    private func foot(_ activity: String?) -> String {
        let activity = activity.map { "\($0) …" }
        let words = [
            activity, screen.hidden.map { "\($0) of \(screen.rows.count) lines more" },
            isRight && following != nil ? "n: next exercise" : nil,
            isRight ? following.map { "l: lesson \($0)" } : nil,
            lastTask > 0 ? "h: hint" : nil, "q: quit", "e: exercises",
            isRight ? nil : "l: lesson", "o: open the file", "Return: judge again",
        ]
        return screen.foot(words, needed: ["q: quit", activity])
    }

    /// Returns the line of the learner's file to look at: that of the compiler's first error or of the
    /// crash, else that of the task.
    private func place(of judgment: Judgment) -> Int? {
        LearnersLine(answers: answers, workbook: workbook).line(of: judgment, in: number)
    }

    // MARK: - Keys

    private func say(_ lines: [String]) {
        note = lines
        isNoteNew = true
    }

    private func hint() -> [String] {
        guard lastTask > 0 else { return ["The checks have not said which task is at hand."] }
        do {
            return try Hint(number: number, workbook: workbook)
                .next(of: lastTask, width: min(Terminal.current.width, 100))
        } catch {
            return ["\(error)"]
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
        judge.prepare(for: exercise)
        judgment = nil
        step = nil
        lastTask = 0
        note = []
        screen.scroll(to: 0)
        seen = nil
    }

    /// Shows the step that the message names. Without one, it shows the lesson of the exercise or, if every
    /// task is right, the next lesson, and then goes on to its exercise.
    private func showLesson() throws {
        if let step {
            try show(lesson: step.lesson, ["--step", "\(step.number)"])
        } else if isRight, let following {
            if try show(lesson: following, []) { watch(following) }
        } else {
            try show(lesson: number, [])
        }
    }

    /// Shows a lesson in place of the screen.
    ///
    /// - Returns: True if the lesson was shown.
    @discardableResult
    private func show(lesson: String, _ options: [String]) throws -> Bool {
        let arguments = options + ["--back"]
        if let program = RunningProgram.neighbor("lesson-\(lesson)") {
            let ending = try runInFront(program.path, arguments)
            // One that was built before an update may not know each option.
            if case .exited(let code) = ending, code != ExitCode.usage { return true }
        }
        if let swift = try? Toolchain.find().swift {
            let run = ["run", "--package-path", workbook.root.path, "lesson-\(lesson)"]
            let ending = try runInFront(
                swift, run + arguments, saying: "Lesson \(lesson) is built, which takes a moment.")
            // A lesson whose step ends early has been shown all the same.
            if case .exited(let code) = ending, code == ExitCode.success { return true }
        }
        let words = ["swift run lesson-\(lesson)"] + options
        say(["It cannot be shown here. In another terminal: \(words.joined(separator: " "))"])
        return false
    }

    private func openFile() throws {
        let environment = ProcessInfo.processInfo.environment
        let line = judgment.flatMap(place) ?? 1
        guard let editor = Editor(environment) else {
            return sayHowToOpen("No editor is set.", line)
        }
        let file = workbook.url(check.path).path
        let ending = try runInFront(
            "/bin/sh", ["-c", editor.command] + editor.arguments(file, line: line))
        switch ending {
        case .notStarted(let reason): sayHowToOpen(reason, line)
        case .exited(126), .exited(127): sayHowToOpen("\(editor.name) is not there.", line)
        case .exited: break
        }
    }

    private func sayHowToOpen(_ reason: String, _ line: Int) {
        say([
            "\(reason) Open \(check.path) at line \(line) in any editor, beside this terminal.",
            "For the key o: q here, then export EDITOR=vi (or another that you have), and watch again.",
        ])
    }

    /// Gives the terminal to another program until it ends.
    private func runInFront(
        _ program: String, _ arguments: [String], saying words: String = ""
    ) throws -> ForegroundProgram.Ending {
        RawMode.end()
        try Console.write("\u{1B}[H\u{1B}[J" + (words.isEmpty ? "" : words + "\n"))
        let ending = Interruption.leavingCtrlC { ForegroundProgram.run(program, arguments) }
        RawMode.begin(handlesSignals: false)
        keyboard.forget()
        return ending
    }
}
