import ExerciseConventions
import Foundation
import Judging
import Walkthrough

/// `workbook watch 07`: judges the exercise whenever its file has other contents than before.
///
/// It looks at the file again and again, as every system can. A run for contents that are no longer
/// there is ended.
final class Watch {
    private let workbook: WorkbookFolder
    private let answers: AnswersFolder
    private var number: String
    private let judge = WatchJudge()

    /// How long it waits before it looks again, in milliseconds.
    private static let pause: Int32 = 20

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

    init(_ number: String, of answers: AnswersFolder, in workbook: WorkbookFolder) {
        self.number = number
        self.answers = answers
        self.workbook = workbook
    }

    /// Watches until the learner quits.
    ///
    /// - Returns: True.
    func run() throws -> Bool {
        defer { judge.stop() }
        let terminal = Terminal.current
        if terminal.isInteractive { try runOnScreen() } else { try runInLines() }
        return true
    }

    private var check: Check { Check(number, of: answers, in: workbook) }

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
        if let task = new.verdict?.taskAtHand ?? (new.isRight ? 0 : nil), task != lastTask {
            note = []
            lastTask = task
        }
        judgment = new
        step = (new.verdict?.finding?.words).flatMap(LessonStep.init(namedIn:))
        return true
    }

    // MARK: - Without a terminal

    /// One verdict after the other.
    private func runInLines() throws {
        var isFirst = true
        while Console.hasReader {
            look()
            if takeJudgment(), let judgment {
                let lines = VerdictReport(in: workbook, answers: answers)
                    .lines(for: judgment, of: number)
                try Console.print((isFirst ? [] : [""]) + lines)
                isFirst = false
            }
            usleep(UInt32(Self.pause) * 1000)
        }
    }

    // MARK: - On a screen

    private func runOnScreen() throws {
        let keyboard = Keyboard()
        try Interruption.saying(RawMode.end) {
            RawMode.begin()
            defer { RawMode.end() }
            try followKeys(of: keyboard)
        }
    }

    private func followKeys(of keyboard: Keyboard) throws {
        while true {
            let terminal = Terminal.current
            let activity = judge.activity
            try draw(on: terminal, activity)
            let key = keyboard.next(within: Self.pause) {
                look()
                return takeJudgment() || judge.activity != activity || RawMode.takeResumed()
                    || !Terminal.current.hasSize(of: terminal)
            }
            switch key {
            case .character("q"), .end:
                try Console.write("\r\u{1B}[2K")
                return
            case .character("h"): note = hint(width: terminal.width)
            case .character("n"): goOn()
            case .character("l"): try showStep()
            case .character("o"): try openFile()
            case .enter: isStarted = false
            default: break
            }
        }
    }

    private func draw(on terminal: Terminal, _ activity: String?) throws {
        let screen = WatchScreen(
            number: number, terminal: terminal,
            report: VerdictReport(in: workbook, answers: answers, terminal: terminal))
        let place = judgment.flatMap(place)
        try Console.write(
            screen.text(
                of: judgment, note: note, activity: activity,
                place: place.map { "\(check.path):\($0)" }, keys: keys))
    }

    private var isRight: Bool { judgment?.isRight == true && judge.activity == nil }

    /// What the keys do now, the most useful ones first.
    private var keys: [String] {
        [
            isRight && following != nil ? "n: next exercise" : nil,
            lastTask > 0 ? "h: hint" : nil, "q: quit",
            step == nil ? nil : "l: lesson", "o: open the file", "Return: again",
        ].compactMap(\.self)
    }

    /// The line of the learner's file to look at: that of the compiler's first error or of the crash,
    /// else that of the task.
    private func place(of judgment: Judgment) -> Int? {
        switch judgment {
        case .missing, .notJudged: return nil
        case .notCompiled(let failure):
            return failure.diagnostics(in: check.path).first?.line
        case .judged(let verdict, _):
            let prefix = check.path + ":"
            if let place = verdict.finding?.place, place.hasPrefix(prefix) {
                return Int(place.dropFirst(prefix.count).prefix(while: \.isNumber))
            }
            guard let task = verdict.taskAtHand else { return nil }
            let lines = WrittenChange.lines(of: workbook.text(check.path) ?? "")
            let marks = ["TODO(\"Task \(task):", "/// Task \(task).", "/// Task \(task),"]
            return marks.lazy.compactMap { mark in
                lines.firstIndex { $0.contains(mark) }.map { $0 + 1 }
            }.first
        }
    }

    // MARK: - What the keys do

    private func hint(width: Int) -> [String] {
        guard lastTask > 0 else { return ["The checks have not said which task is at hand."] }
        do {
            return try Hint(number: number, workbook: workbook)
                .next(of: lastTask, width: min(width, 100))
        } catch {
            return ["\(error)"]
        }
    }

    private var following: String? { workbook.exercises.first { $0 > number } }

    private func goOn() {
        guard isRight else {
            note = ["n goes on when each task is right."]
            return
        }
        guard let following else {
            note = ["This was the last exercise. swift run workbook shows what is still open."]
            return
        }
        number = following
        judgment = nil
        step = nil
        lastTask = 0
        note = []
        isStarted = false
    }

    private func showStep() throws {
        guard let step else {
            note = ["No step of a lesson is named here. The lesson: swift run lesson-\(number)"]
            return
        }
        let program = workbook.url(".build/debug/lesson-\(step.lesson)").path
        guard FileManager.default.isExecutableFile(atPath: program) else {
            note = ["The step, in another terminal: \(step.command)"]
            return
        }
        try runInFront(program, ["--step", "\(step.number)"])
    }

    private func openFile() throws {
        let environment = ProcessInfo.processInfo.environment
        let line = judgment.flatMap(place) ?? 1
        guard let editor = Editor(environment) else {
            note = [
                "No editor is set. In your shell: export EDITOR=nano",
                "The place: \(check.path):\(line)",
            ]
            return
        }
        let file = workbook.url(check.path).path
        try runInFront("/bin/sh", ["-c", editor.command] + editor.arguments(file, line: line))
    }

    /// Gives the terminal to another program until it ends.
    private func runInFront(_ program: String, _ arguments: [String]) throws {
        RawMode.end()
        try Console.write("\u{1B}[H\u{1B}[J")
        let failure = Interruption.leavingCtrlC { ForegroundProgram.run(program, arguments) }
        RawMode.begin()
        note = failure.map { [$0] } ?? []
    }
}
