import Foundation
import Judging

/// A build of a lesson from a copy of its file, which can run the lesson's steps.
struct DemoBuild {
    /// The outcome of a run.
    enum Outcome {
        /// The lines of the page, without empty lines.
        case page([String])
        /// The errors of the compiler, a line for each.
        case doesNotCompile([String])
        /// The step took longer than the time limit.
        case doesNotEnd
    }

    let lesson: LessonBuild
    let workbook: WorkbookFolder
    /// The longest time that a step may run, in seconds.
    let timeLimit: Int

    /// Builds the program and returns the page of a step.
    ///
    /// - Parameters:
    ///   - step: The number of the step, counted from 1.
    ///   - source: The contents of the lesson's file, unchanged or changed.
    ///   - folder: An empty folder for the copy and for the results of the build.
    /// - Returns: The outcome.
    /// - Throws: An error if nothing can be built on this system.
    func page(ofStep step: Int, source: String, in folder: URL) async throws -> Outcome {
        do {
            return try await page(
                ofStep: step, of: lesson.program(from: source, in: folder), in: folder)
        } catch let failure as BuildFailure {
            return .doesNotCompile(
                failure.diagnostics.isEmpty
                    ? failure.reasons
                    : failure.diagnostics.map { "error: \($0.message) (line \($0.line))" })
        }
    }

    /// Returns the page of a step that a built program shows.
    func page(ofStep step: Int, of program: URL, in folder: URL) async throws -> Outcome {
        let result = try await ChildProcess(
            executable: program.path, arguments: ["--step", "\(step)"],
            // There is no backtrace, because it takes longer than the rest and is not on the page.
            environment: ChildProcess.environment(
                adding: ["TMPDIR": folder.path, "SWIFT_BACKTRACE": "enable=no"]),
            folder: workbook.root, timeLimit: timeLimit
        ).run()
        return result.ending == .outOfTime
            ? .doesNotEnd
            : .page(result.standardOutput.split(separator: "\n").map(String.init))
    }
}
