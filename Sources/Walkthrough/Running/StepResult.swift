import DecodingExplainer
import Foundation
import Synchronization

/// What came out of one line of a step.
package struct Outcome: Sendable {
    /// The line of the lesson's file that asked for it, counted from 1; nil for what the step
    /// printed, and for what ended it.
    package let line: Int?

    /// What came out.
    package let content: Content

    /// The colors in the value, by the texts that stand for them in its description.
    let swatches: [String: any Swatch]

    init(line: Int?, content: Content, swatches: [String: any Swatch] = [:]) {
        self.line = line
        self.content = content
        self.swatches = swatches
    }

    /// A value, an error, or what else a step can leave on a page.
    package enum Content: Sendable {
        /// A value, described by ``ValueDescription``.
        case value(String)
        /// A number that another run, or another machine, has another one for, and what it counts.
        case measurement(String, of: String)
        /// An error that was thrown, and what there is to say about it.
        case failure(Explanation)
        /// What the step wrote to standard output by itself.
        case printed(String)
        /// The program crashed.
        case crash(Crash)
    }

    /// What is known of a crash.
    package struct Crash: Sendable {
        /// The line of the lesson's file, counted from 1, if the runtime named it.
        let line: Int?
        /// The runtime's reason; it may be empty.
        let reason: String
        /// Where it was, in words.
        var place: String

        init(line: Int?, reason: String) {
            self.line = line
            self.reason = reason
            place = line.map { " in line \($0)" } ?? ""
        }

        /// What happened, in one line.
        package var headline: String {
            "The program crashed\(place)" + (reason.isEmpty ? "." : ": \(reason)")
        }
    }

    /// The described value, or nil for anything else.
    package var value: String? {
        if case .value(let text) = content { text } else { nil }
    }

    /// What the number of a measurement counts, or nil for anything else.
    package var measured: String? {
        if case .measurement(_, let words) = content { words } else { nil }
    }

    /// The explained error, or nil for anything else.
    package var failure: Explanation? {
        if case .failure(let explanation) = content { explanation } else { nil }
    }

    /// Whether the step went no further: an error left it, or the program crashed.
    package var endsStep: Bool {
        switch content {
        case .value, .measurement, .printed: false
        case .failure: line == nil
        case .crash: true
        }
    }
}

/// Shows a value on the page, under the line that calls this.
///
/// - Parameters:
///   - value: Anything. `Data` is shown as the text that it holds.
///   - line: The line on the page. Leave it out.
package func show(_ value: Any?, line: Int = #line) {
    let description = ValueDescription(of: value as Any)
    Recorder.current.record(
        Outcome(
            line: line, content: .value(description.text()), swatches: description.swatches))
}

/// Shows on the page what was measured, under the line that calls this. Where recorded pages are
/// compared with a run, the number may be another one.
///
/// - Parameters:
///   - number: The number, rounded to one digit behind the point below 10, and to none above.
///   - words: What the number counts: `times as long`, or `MB`.
///   - line: The line on the page. Leave it out.
package func show(measured number: Double, _ words: String, line: Int = #line) {
    // What is rounded to 10 has no digit behind the point either.
    let format = abs(number) < 9.95 ? "%.1f" : "%.0f"
    let text = String(format: format, number)
    Recorder.current.record(Outcome(line: line, content: .measurement(text, of: words)))
}

/// Runs a closure and shows on the page what it returns, or the error that it throws, explained.
///
/// - Parameters:
///   - document: The bytes that the closure decodes, for the explanation to point into.
///   - line: The line on the page. Leave it out.
///   - body: What to attempt.
/// - Returns: What the closure returned, or nil where it threw.
@discardableResult
package func attempt<Value>(
    _ document: Data? = nil, line: Int = #line, _ body: () throws -> Value
) -> Value? {
    do {
        let value = try body()
        show(value, line: line)
        return value
    } catch {
        Recorder.current.record(
            Outcome(line: line, content: .failure(Explanation(of: error, in: document))))
        return nil
    }
}

/// Runs a closure that waits, and shows on the page what it returns, or the error that it throws,
/// explained.
///
/// - Parameters:
///   - document: The bytes that the closure decodes, for the explanation to point into.
///   - line: The line on the page. Leave it out.
///   - body: What to attempt.
/// - Returns: What the closure returned, or nil where it threw.
@discardableResult
package func attempt<Value>(
    _ document: Data? = nil, line: Int = #line, _ body: () async throws -> Value
) async -> Value? {
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    return attempt(document, line: line) { try result.get() }
}

extension Outcome {
    /// Runs a step.
    ///
    /// - Parameter step: The function.
    /// - Returns: What it showed, in the order in which it did. An error that it throws comes last.
    package static func all(of step: Step) async -> [Outcome] {
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
        of step: Step, onCrash: @escaping @Sendable ([Outcome]) -> Void
    ) async -> [Outcome] {
        let output = CapturedOutput(of: STDOUT_FILENO)
        let errors = CapturedOutput(of: STDERR_FILENO)
        let recorder = Recorder(output: output)
        let watch = CrashWatch {
            recorder.recordOutput()
            output?.end()
            let crash = Outcome(crashReport: errors?.take() ?? "")
            errors?.end()
            onCrash(recorder.outcomes + [crash])
        }
        let outcomes = await all(of: step, in: recorder)
        watch?.end()
        output?.end()
        let complaints = errors?.take() ?? ""
        errors?.end()
        FileHandle.standardError.write(Data(complaints.utf8))
        return outcomes
    }

    private static func all(of step: Step, in recorder: Recorder) async -> [Outcome] {
        await Recorder.$current.withValue(recorder) {
            do {
                try await step()
            } catch {
                recorder.record(Outcome(line: nil, content: .failure(Explanation(of: error))))
            }
        }
        recorder.recordOutput()
        return recorder.outcomes
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

/// Collects what a step shows. A step may run side by side with another one, in a test for example,
/// so each has its own.
final class Recorder: Sendable {
    @TaskLocal static var current = Recorder()

    private let recorded = Mutex<[Outcome]>([])
    private let output: CapturedOutput?

    /// - Parameter output: What the step prints. Without it, that is not on the page.
    init(output: CapturedOutput? = nil) {
        self.output = output
    }

    func record(_ outcome: Outcome) {
        recordOutput()
        recorded.withLock { $0.append(outcome) }
    }

    /// Records what was printed since the last time.
    func recordOutput() {
        guard let text = output?.take(), !text.isEmpty else { return }
        recorded.withLock { $0.append(Outcome(line: nil, content: .printed(text))) }
    }

    var outcomes: [Outcome] {
        recorded.withLock { $0 }
    }
}
