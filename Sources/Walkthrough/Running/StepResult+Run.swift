import DecodingExplainer
import Foundation

extension StepResult {
    /// Runs a step.
    ///
    /// - Parameter step: The function.
    /// - Returns: The results in the order in which the step showed them. An error that it throws comes
    ///   last.
    package static func all(of step: Step) async -> [StepResult] {
        await all(of: step, in: Recorder())
    }

    /// Runs a step and keeps its printed output. Meanwhile nothing else of the program may write to
    /// standard output.
    ///
    /// - Parameters:
    ///   - step: The function.
    ///   - onCrash: A closure that takes the results until a crash of the program. The program ends after
    ///     it.
    /// - Returns: The results that ``all(of:)`` returns, and the printed output.
    static func all(
        of step: Step, onCrash: @escaping @Sendable ([StepResult]) -> Void
    ) async -> [StepResult] {
        let output = CapturedOutput(of: STDOUT_FILENO)
        let errors = CapturedOutput(of: STDERR_FILENO)
        let recorder = Recorder(output: output)
        let watch = CrashWatch {
            recorder.recordOutput()
            output?.end()
            let crash = StepResult(crashReport: errors?.take() ?? "")
            errors?.end()
            onCrash(recorder.results + [crash])
        }
        let results = await all(of: step, in: recorder)
        watch?.end()
        output?.end()
        let complaints = errors?.take() ?? ""
        errors?.end()
        FileHandle.standardError.write(Data(complaints.utf8))
        return results
    }

    private static func all(of step: Step, in recorder: Recorder) async -> [StepResult] {
        await Recorder.$current.withValue(recorder) {
            do {
                try await step()
            } catch {
                recorder.record(StepResult(line: nil, content: .failure(Explanation(of: error))))
            }
        }
        recorder.recordOutput()
        return recorder.results
    }

    /// Creates the result of a crash.
    ///
    /// - Parameter report: The text that the runtime wrote before it ended the program, such as
    ///   `Lesson01/Lesson01.swift:36: Fatal error: Index out of range`. It may be empty.
    init(crashReport report: String) {
        let pattern = #/(?m)^(?:.*/)?(?<file>[^/:]+):(?<line>\d+): Fatal error(: (?<reason>.*))?$/#
        let match = report.firstMatch(of: pattern)
        // A line may also be one of a file of the standard library.
        let line = match.flatMap { $0.file.hasPrefix("Lesson") ? Int($0.line) : nil }
        let reason = match?.reason.map(String.init) ?? ""
        self.init(line: nil, content: .crash(Crash(line: line, reason: reason)))
    }
}
