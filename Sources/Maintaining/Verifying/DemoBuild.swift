import Foundation
import Judging

/// Builds a lesson from a copy of its file, and runs a step of it.
struct DemoBuild {
    /// What came of a copy.
    enum Outcome {
        /// The lines of the page, the empty ones left out.
        case page([String])
        /// The errors of the compiler, a line each.
        case doesNotCompile([String])
        case doesNotEnd
    }

    let lesson: LessonBuild
    let workbook: WorkbookFolder
    /// How long a step may run, in seconds.
    let timeLimit: Int

    /// The page of a step.
    ///
    /// - Parameters:
    ///   - text: The lesson's file, as it is or after a change.
    ///   - folder: An empty folder for the copy and what is made of it.
    func page(ofStep step: Int, _ text: String, in folder: URL) throws -> Outcome {
        do {
            return try page(ofStep: step, of: lesson.program(from: text, in: folder), in: folder)
        } catch let failure as BuildFailure {
            return .doesNotCompile(
                failure.diagnostics.isEmpty
                    ? failure.reasons
                    : failure.diagnostics.map { "error: \($0.message) (line \($0.line))" })
        }
    }

    /// The page of a step that a program shows.
    func page(ofStep step: Int, of program: URL, in folder: URL) throws -> Outcome {
        let result = try ChildProcess(
            executable: program.path, arguments: ["--step", "\(step)"],
            // Without a backtrace, which takes longer than the rest and is not on the page.
            environment: ChildProcess.environment(
                adding: ["TMPDIR": folder.path, "SWIFT_BACKTRACE": "enable=no"]),
            folder: workbook.root, timeLimit: timeLimit
        ).run()
        return result.ending == .outOfTime
            ? .doesNotEnd
            : .page(result.standardOutput.split(separator: "\n").map(String.init))
    }
}
