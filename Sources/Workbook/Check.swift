import DecodingExplainer
import ExerciseSupport
import Foundation
import Walkthrough

/// `workbook check 01`: judges one exercise and prints a short verdict.
struct Check {
    let number: String
    let workbook: WorkbookFolder

    init(_ number: String, in workbook: WorkbookFolder) {
        self.number = number
        self.workbook = workbook
    }

    /// - Returns: Whether every task is right.
    func run() throws -> Bool {
        let path = workbook.exercisePath(number)
        guard workbook.exists(path) else {
            throw UsageError(
                description: "\(path) is not there. git checkout \(path) brings the stub back.")
        }
        let report = VerdictReport(in: workbook)
        let program = ChecksProgram(workbook: workbook, numbers: [number])
        do {
            let said = try Progress.during("Building exercise \(number)") { try program.build() }
            let verdict = try Progress.during("Judging exercise \(number)") {
                try program.run(number)
            }
            let warnings = said.filter { $0.path.hasSuffix("/Exercise\(number).swift") }
            print(report.lines(for: verdict, warnings: warnings).joined(separator: "\n"))
            return verdict.isRight
        } catch let failure as ChecksProgram.BuildFailure {
            print(report.lines(for: failure, of: number).joined(separator: "\n"))
            return false
        }
    }
}

/// Words verdicts for a learner.
struct VerdictReport {
    let workbook: WorkbookFolder
    private let terminal = Terminal.current
    private var width: Int { min(terminal.width, 100) }

    init(in workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// Each task in order, the first that is wrong with its message, and what to do next.
    ///
    /// - Parameters:
    ///   - verdict: What the checks say.
    ///   - warnings: What the compiler said about the learner's lines. Often it knows the reason.
    func lines(for verdict: ExerciseVerdict, warnings: [Diagnostic] = []) -> [String] {
        var lines = [terminal.paint(workbook.exerciseTitle(verdict.number), .title), ""]
        lines += verdict.tasks.map { "  " + line(for: $0, of: verdict) }
        lines.append("")
        if !verdict.printed.isEmpty {
            lines += ["Your code printed:"] + printed(verdict) + [""]
        }
        lines += findings(of: verdict)
        if !verdict.isRight, !warnings.isEmpty {
            lines += ["The compiler warns:", ""] + warnings.prefix(3).map { $0.text + "\n" }
        }
        return lines + next(after: verdict)
    }

    private func line(for task: TaskVerdict, of verdict: ExerciseVerdict) -> String {
        switch task.state {
        case .right: terminal.paint("✔", .good) + " \(task.title)"
        case .wrong: terminal.paint("✘", .bad) + " \(task.title)"
        case .open: terminal.paint("○", .faint) + " \(task.title)"
        case .notReached:
            task.number == stopped(verdict)?.number
                ? terminal.paint("✘", .bad) + " \(task.title)"
                : terminal.paint("·", .faint) + " \(task.title)"
                    + terminal.paint("  not run", .faint)
        }
    }

    /// The task that was running when the program ended too early.
    private func stopped(_ verdict: ExerciseVerdict) -> TaskVerdict? {
        guard verdict.ending != .completed else { return nil }
        return verdict.tasks.first { if case .notReached = $0.state { true } else { false } }
    }

    /// The first lines are enough to see a value; a loop that prints has thousands.
    private func printed(_ verdict: ExerciseVerdict) -> [String] {
        let lines = verdict.printed.split(separator: "\n")
        let shown = lines.prefix(20).flatMap { DisplayText.cut(String($0), width: width - 2) }.map {
            "  " + $0
        }
        return shown + (lines.count > 20 ? ["  … and \(lines.count - 20) lines more"] : [])
    }

    private func findings(of verdict: ExerciseVerdict) -> [String] {
        // A crash may come from an earlier task that is wrong already: the first one goes first.
        let wrong = verdict.tasks.first(where: \.isWrong)
        if let task = stopped(verdict), wrong.map({ task.number < $0.number }) ?? true {
            return [terminal.paint("✘ \(task.title)", .bad)]
                + DisplayText.wrapped(reason(verdict), width: width - 2).map { "  " + $0 }
                + [place(verdict).map { terminal.paint("  \($0)", .faint) }].compactMap(\.self)
                + [""]
        }
        guard let task = wrong, let problem = task.problems.first else { return [] }
        return [terminal.paint("✘ \(task.title)", .bad)] + text(of: problem) + [""]
    }

    private func text(of problem: TaskVerdict.Problem) -> [String] {
        problem.message.split(separator: "\n")
            .flatMap { DisplayText.wrapped(String($0), width: width - 2) }
            .map { "  " + $0 }
            + stepCommand(in: problem.message).map { "  \($0)" }
            + [terminal.paint("  \(problem.place)", .faint)]
    }

    /// A message may send the learner to a step by its title. Here is the command that shows it.
    private func stepCommand(in message: String) -> [String] {
        guard let match = message.firstMatch(of: #/\(lesson (\d\d), ([^()]+)\)/#),
            let folder = workbook.lessonFolder(String(match.1)),
            let source = workbook.text("\(folder)/Lesson\(match.1).swift"),
            let index = LessonSource(source).sections.firstIndex(where: { $0.title == match.2 })
        else { return [] }
        return ["swift run lesson-\(match.1) --step \(index + 1)"]
    }

    private func reason(_ verdict: ExerciseVerdict) -> String {
        switch verdict.ending {
        case .hung:
            "It did not come to an end within ten seconds, so it was stopped. Look for a loop that "
                + "never ends: what should change on each round, and does it?"
        case .crashed(let reason, _) where reason.contains("has not been implemented"):
            "It crashed: \(reason). The compiler's own correction does that. Write the initializer."
        case .crashed(let reason, _):
            "It crashed: \(reason)\(reason.hasSuffix(".") ? "" : ".") Throw an error in place of a "
                + "trap: a caller can handle an error, nobody can handle a crash."
        case .leftEarly, .completed:
            "The program ended in the middle of it. Is there an exit() in your code?"
        }
    }

    private func place(_ verdict: ExerciseVerdict) -> String? {
        if case .crashed(_, let place) = verdict.ending { return place }
        return nil
    }

    private func next(after verdict: ExerciseVerdict) -> [String] {
        let number = verdict.number
        if verdict.isRight {
            let following = workbook.exercises.first { $0 > number }
            return [
                "All \(verdict.tasks.count) tasks are right.",
                "What to take away: \(workbook.hintsPath(number))",
                following.map { "Next: swift run lesson-\($0)" }
                    ?? "Next: swift run workbook shows what is still open.",
            ]
        }
        if verdict.tasks.isEmpty {
            return DisplayText.wrapped(
                "No task was judged. Is \(workbook.checksPath(number)) as it was?", width: width)
        }
        let hints = "Hints: \(workbook.hintsPath(number))"
        let red = [stopped(verdict), verdict.tasks.first(where: \.isWrong)].compactMap(\.self)
        if let task = red.min(by: { $0.number < $1.number }) {
            let rest = red.count > 1 ? " (a later one did not come to its end)" : ""
            return ["Next: mend task \(task.number)\(rest)", hints]
        }
        guard let task = verdict.tasks.first(where: \.isOpen), case .open(let text) = task.state
        else { return [] }
        let wanted = text.replacing("Task \(task.number): ", with: "")
            .replacing(" \(TODO.marker), at ", with: "\n      at ")
        return ["Next: task \(task.number), \(wanted)", hints]
    }

    /// What the compiler says about the learner's own lines.
    func lines(for failure: ChecksProgram.BuildFailure, of number: String) -> [String] {
        let heading: [String] = [terminal.paint(workbook.exerciseTitle(number), .title), ""]
        let own = failure.diagnostics.filter { $0.path.hasSuffix("/Exercise\(number).swift") }
        if !own.isEmpty {
            let most = 3
            return heading + ["It does not compile yet:", ""]
                + own.prefix(most).map { $0.text + "\n" }
                + (own.count > most
                    ? ["… and \(own.count - most) more. Mend the first one first.", ""] : [])
                + ["Next: mend the first error, reported at \(own[0].path):\(own[0].line)"]
        }
        let inChecks = failure.diagnostics.filter {
            $0.path == workbook.checksPath(number)
        }
        if !inChecks.isEmpty {
            var messages: [String] = []
            for diagnostic in inChecks where !messages.contains(diagnostic.message) {
                messages.append(diagnostic.message)
            }
            return heading
                + DisplayText.wrapped(
                    "Your file compiles, but the checks can no longer use it: a name, a type or a "
                        + "parameter that they need has changed.", width: width)
                + [""] + messages.prefix(5).map { "  ✘ \($0)" }
                + [
                    "",
                    "Next: compare your file with the stub: git diff "
                        + workbook.exercisePath(number),
                ]
        }
        let output = failure.output.split(separator: "\n").filter { $0.contains("error:") }
        return heading + ["The build failed, and not because of your file:", ""]
            + output.prefix(5).map { "  \($0)" }
            + ["", "Next: git status shows which other files have changed."]
    }
}
