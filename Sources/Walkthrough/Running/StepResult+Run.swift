import DecodingExplainer
import Foundation

extension StepResult {
    /// Runs a step.
    ///
    /// - Parameter step: The function.
    /// - Returns: What it showed, in the order in which it did. An error that it throws comes last.
    package static func all(of step: Step) async -> [StepResult] {
        await all(of: step, in: Recorder())
    }

    /// Runs a step while nothing else of the program writes to standard output.
    ///
    /// - Parameters:
    ///   - step: The function.
    ///   - onCrash: What to do if the program crashes; it gets what came out until then. The
    ///     program ends after it.
    /// - Returns: What ``all(of:)`` gives, and what the step printed.
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

    /// - Parameter report: What the runtime wrote before it ended the program, such as
    ///   `Lesson01/Lesson01.swift:36: Fatal error: Index out of range`. It may be empty.
    init(crashReport report: String) {
        let pattern = #/(?m)^(?:.*/)?(?<file>[^/:]+):(?<line>\d+): Fatal error(: (?<reason>.*))?$/#
        let match = report.firstMatch(of: pattern)
        // The standard library's own files have lines too.
        let line = match.flatMap { $0.file.hasPrefix("Lesson") ? Int($0.line) : nil }
        let reason = match?.reason.map(String.init) ?? ""
        self.init(line: nil, content: .crash(Crash(line: line, reason: reason)))
    }
}
