import DecodingExplainer
import Foundation

/// Shows a value on the page, under the line that calls this.
///
/// - Parameters:
///   - value: Anything. `Data` is shown as the text that it holds.
///   - line: The line on the page. Leave it out.
package func show(_ value: Any?, line: Int = #line) {
    let description = ValueDescription(of: value as Any)
    Recorder.current.record(
        StepResult(
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
    Recorder.current.record(StepResult(line: line, content: .measurement(text, of: words)))
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
            StepResult(line: line, content: .failure(Explanation(of: error, in: document))))
        return nil
    }
}

/// Gives a closure a document to decode, and shows on the page what it returns, or the error that it
/// throws, explained.
///
/// As it can decode other bytes too, the explanation finds the one number that does not fit its type.
///
///     attempt(taps, by: decoder) { try decoder.decode([Tap].self, from: $0) }
///
/// - Parameters:
///   - document: The bytes to decode.
///   - decoder: The decoder that the closure uses, for an advice that fits its strategies.
///   - line: The line on the page. Leave it out.
///   - body: Decodes the bytes that it is given, and nothing else: where the decoder does not say what it
///     refuses, it is called again with other bytes.
/// - Returns: What the closure returned, or nil where it threw.
@discardableResult
package func attempt<Value>(
    _ document: Data, by decoder: JSONDecoder? = nil, line: Int = #line,
    _ body: (Data) throws -> Value
) -> Value? {
    do {
        let value = try body(document)
        show(value, line: line)
        return value
    } catch {
        let explanation = withoutActuallyEscaping(body) { body in
            Explanation(of: error, in: document, decodedBy: decoder) { _ = try body($0) }
        }
        Recorder.current.record(StepResult(line: line, content: .failure(explanation)))
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
