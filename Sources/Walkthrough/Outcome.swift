import DecodingExplainer
import Foundation

/// What came out of one line of a step.
package struct Outcome: Sendable {
    /// The line of the lesson's file that asked for it, counted from 1; nil for an error that ended
    /// the step.
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

    /// A value or an error.
    package enum Content: Sendable {
        /// A value, described by ``ValueDescription``.
        case value(String)
        /// An error that was thrown, and what there is to say about it.
        case failure(Explanation)
    }

    /// The described value, or nil for an error.
    package var value: String? {
        if case .value(let text) = content { text } else { nil }
    }

    /// The explained error, or nil for a value.
    package var failure: Explanation? {
        if case .failure(let explanation) = content { explanation } else { nil }
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

extension Outcome {
    /// Runs a step.
    ///
    /// - Parameter step: The function.
    /// - Returns: What it showed, in the order in which it did. An error that it throws comes last.
    package static func all(of step: Step) async -> [Outcome] {
        let recorder = Recorder()
        await Recorder.$current.withValue(recorder) {
            do {
                try await step()
            } catch {
                recorder.record(Outcome(line: nil, content: .failure(Explanation(of: error))))
            }
        }
        return recorder.outcomes
    }
}

/// Collects what a step shows. A step may run side by side with another one, in a test for example,
/// so each has its own.
final class Recorder: @unchecked Sendable {
    @TaskLocal static var current = Recorder()

    private let lock = NSLock()
    private var recorded: [Outcome] = []

    func record(_ outcome: Outcome) {
        lock.withLock { recorded.append(outcome) }
    }

    var outcomes: [Outcome] {
        lock.withLock { recorded }
    }
}
