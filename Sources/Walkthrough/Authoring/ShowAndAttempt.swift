import DecodingExplainer
import Foundation

/// Shows a value on the page, under the line that calls this.
///
/// - Parameters:
///   - value: A value of any type. `Data` is shown as the text that it holds.
///   - line: The line on the page. Leave it out.
package func show(_ value: Any?, line: Int = #line) {
    let description = ValueDescription(of: value as Any)
    Recorder.current.record(
        StepResult(
            line: line, content: .value(description.text()), swatches: description.swatches))
}

/// Shows a measured number on the page, under the line that calls this. A recorded page is correct
/// even if another run measures another number.
///
/// - Parameters:
///   - number: The number. It is rounded as far as another run may differ: from 20 on to tens, from 2 on
///     to a whole number, and below that to one digit behind the point.
///   - unit: The unit of the number: `times as long`, or `MB`.
///   - line: The line on the page. Leave it out.
package func show(measured number: Double, _ unit: String, line: Int = #line) {
    let rounded =
        switch abs(number) {
        case 19.5...: String(format: "%.0f", (number / 10).rounded() * 10)
        // A number that is rounded to 2 has no digit behind the point either.
        case 1.95...: String(format: "%.0f", number)
        default: String(format: "%.1f", number)
        }
    Recorder.current.record(StepResult(line: line, content: .measurement(rounded, of: unit)))
}

/// Runs a closure, and shows on the page its value, or an explanation of the error that it throws.
///
/// - Parameters:
///   - document: The bytes that the closure decodes, for the explanation to point into.
///   - line: The line on the page. Leave it out.
///   - body: The closure.
/// - Returns: The value of the closure, or nil if it threw an error.
@discardableResult
package func attempt<Value>(
    _ document: Data? = nil, line: Int = #line, _ body: () throws -> Value
) -> Value? {
    result(of: body, at: line) { Explanation(of: $0, in: document) }
}

/// Runs a closure that decodes a document, and shows on the page its value, or an explanation of the error
/// that it throws.
///
///     attempt(taps) { try JSONDecoder().decode([Tap].self, from: taps) }
///
/// The type of the value says what was decoded. So the explanation can find the one date or number that
/// the decoder refuses without naming it.
///
/// - Parameters:
///   - document: The bytes that the closure decodes.
///   - decoder: A decoder with the settings of the one that the closure uses, where they decide what the
///     explanation can say.
///   - line: The line on the page. Leave it out.
///   - body: The closure.
/// - Returns: The value of the closure, or nil if it threw an error.
@discardableResult
package func attempt<Value: Decodable>(
    _ document: Data, by decoder: JSONDecoder? = nil, line: Int = #line,
    _ body: () throws -> Value
) -> Value? {
    result(of: body, at: line) { error in
        Explanation(of: error, in: document, decodedAs: Value.self, by: decoder)
    }
}

/// Runs a closure, and shows on the page its value or the error that it throws.
private func result<Value>(
    of body: () throws -> Value, at line: Int, explaining: (any Error) -> Explanation
) -> Value? {
    do {
        let value = try body()
        show(value, line: line)
        return value
    } catch {
        Recorder.current.record(StepResult(line: line, content: .failure(explaining(error))))
        return nil
    }
}

/// Runs an asynchronous closure, and shows on the page its value, or an explanation of the error that
/// it throws.
///
/// - Parameters:
///   - document: The bytes that the closure decodes, for the explanation to point into.
///   - line: The line on the page. Leave it out.
///   - body: The closure.
/// - Returns: The value of the closure, or nil if it threw an error.
@discardableResult
package func attempt<Value>(
    _ document: Data? = nil, line: Int = #line, _ body: () async throws -> Value
) async -> Value? {
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    return attempt(document, line: line) { try result.get() }
}
