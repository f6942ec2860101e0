import ExerciseConventions
import Foundation
import Judging
import Walkthrough

/// `workbook watch 07`: judges the exercise whenever its file has other contents than before.
///
/// It looks at the file again and again, as every system can. A run for contents that are no longer
/// there is ended.
@MainActor
package final class Watch {
    private let workbook: WorkbookFolder
    private let answers: AnswersFolder
    private var number: String
    private let judge: WatchJudge

    /// How long it waits before it looks again, in milliseconds. While something is judged, somebody waits.
    private var pause: Int32 { judge.isBusy ? 10 : 20 }

    /// What the file held when it was last judged; nil where it was not there or has to be judged
    /// again.
    private var seen: Data?
    private var isStarted = false
    /// The last judgment of what the file holds now, or of what it held before.
    private var judgment: Judgment?
    /// The step that the judgment's message names.
    private var step: LessonStep?
    /// The task at hand when the checks last said so; 0 where each was right. A version that does not
    /// compile is likely to be about the same one.
    private var lastTask = 0
    /// What was asked for: a hint, or why a key does nothing.
    private var note: [String] = []
    /// Whether nobody has seen the note yet.
    private var isNoteNew = false
    private let keyboard = Keyboard()
    private var screen = TerminalScreen(on: .current)

    private let form: VerdictForm

    /// - Parameter form: With ``VerdictForm/compilers`` there is no screen, and a line for each finding.
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

    /// Begins to judge where the file has changed.
    private func look() {
        let answer = Answer(number, in: answers, of: workbook)
        if isStarted, answer.contents == seen { return }
        isStarted = true
        seen = answer.contents
        judge.start(answer, with: check)
    }

    /// - Returns: Whether there is a new judgment.
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

    /// The task that a judgment is about; 0 where each is right, nil where nobody knows.
    private func task(of judgment: Judgment) -> Int? {
        if judgment.isRight { return 0 }
        if let verdict = judgment.verdict { return verdict.taskAtHand }
        return place(of: judgment).flatMap {
            LearnersLine(of: answers, in: workbook).task(atLine: $0, in: number)
        }
    }

    // MARK: - Without a terminal

    /// One verdict after the other.
    private func runInLines() throws {
        var isFirst = true
        var judged: Data?
        if form == .compilers {
            try Console.print(["Judging \(check.path) at each save, until Ctrl-C."])
        }
        while Console.hasReader {
            look()
            if form == .compilers, isFirst || judged != seen {
                try Console.print([CompilerStyleReport.beginning(number)])
                (judged, isFirst) = (seen, false)
            }
            if takeJudgment(), let judgment {
                switch form {
                case .prose:
                    let lines = VerdictReport(in: workbook, answers: answers)
                        .lines(for: judgment, of: number)
                    try Console.print((isFirst ? [] : [""]) + lines)
                case .compilers:
                    try Console.print(
                        CompilerStyleReport(workbook: workbook, answers: answers)
                            .lines(for: judgment, of: number))
                }
                isFirst = false
            }
            usleep(UInt32(pause) * 1000)
        }
    }

    // MARK: - On a screen

    /// The screen once an answer was judged, as a terminal gets it.
    ///
    /// - Parameters:
    ///   - judgment: What came of the answer.
    ///   - number: The exercise.
    ///   - terminal: What the screen is for.
    ///   - workbook: Where the answer is the learner's.
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
            // Where the keys stood, the shell asks for the next command.
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
            case .enter: isStarted = false
            case let key?: screen.scroll(with: key)
            case nil: break
            }
        }
    }

    /// What is left on the screen at the end.
    ///
    /// - Parameter number: The exercise, where it is known: a signal does not know it.
    private nonisolated static func farewell(_ judge: WatchJudge, _ number: String? = nil) -> String {
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

    /// What is being done, and what the keys do now, the most useful ones first.
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

    /// The line of the learner's file to look at: that of the compiler's first error or of the crash,
    /// else that of the task.
    private func place(of judgment: Judgment) -> Int? {
        LearnersLine(of: answers, in: workbook).line(of: judgment, in: number)
    }

    // MARK: - What the keys do

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
        isStarted = false
    }

    /// Shows the step that the message names, else the exercise's lesson; where every task is right, the
    /// next lesson, and then its exercise.
    private func showLesson() throws {
        if let step {
            try show(lesson: step.lesson, ["--step", "\(step.number)"])
        } else if isRight, let following {
            if try show(lesson: following, []) { watch(following) }
        } else {
            try show(lesson: number, [])
        }
    }

    /// - Returns: Whether the lesson was shown.
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
