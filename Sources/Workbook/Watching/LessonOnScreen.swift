import ExerciseConventions
import Judging
import Walkthrough

/// A lesson that is shown in place of a screen.
enum LessonOnScreen {
    /// Shows a lesson until the reader goes back.
    ///
    /// - Parameters:
    ///   - lesson: The number of the lesson.
    ///   - step: The step to begin with, or nil for the first page.
    ///   - workbook: The folder of the lessons.
    ///   - keyboard: The keyboard.
    /// - Returns: Nil or, if the lesson cannot be shown, a line that says so.
    static func show(
        _ lesson: String, at step: LessonStep?, in workbook: WorkbookFolder, _ keyboard: Keyboard
    ) throws -> String? {
        let options = step.map { ["--step", "\($0.number)"] } ?? []
        let isPlain = Terminal.current.isPlain
        let arguments = options + ["--back"] + (isPlain ? ["--plain"] : [])
        if let program = RunningProgram.neighbor("lesson-\(lesson)") {
            let ending = try ForegroundProgram.runInFront(program.path, arguments, keyboard)
            // One that was built before an update may not know each option.
            if case .exited(let code) = ending, code != ExitCode.usage { return nil }
        }
        if let swift = try? Toolchain.find().swift {
            let run =
                ["run"] + (isPlain ? ["--quiet"] : [])
                + ["--package-path", workbook.root.path, "lesson-\(lesson)"]
            let ending = try ForegroundProgram.runInFront(
                swift, run + arguments, keyboard,
                saying: "Lesson \(lesson) is built, which takes a moment.")
            // A lesson whose step ends early has been shown all the same.
            if case .exited(let code) = ending, code == ExitCode.success { return nil }
        }
        let words = ["swift run lesson-\(lesson)"] + options
        return "It cannot be shown here. In another terminal: \(words.joined(separator: " "))"
    }
}
