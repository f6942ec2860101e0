import Foundation
import Synchronization
import Walkthrough

/// The line on a terminal that says what the tool is busy with, from the first second on.
package enum Progress {
    /// A function that gets the activities in place of the terminal.
    @TaskLocal package static var listener: (@Sendable (String) -> Void)?

    /// A Boolean value that indicates whether activities are shown on a terminal.
    static var isShown: Bool { listener == nil && isatty(STDERR_FILENO) == 1 }

    /// The line that is shown now, if there is one.
    private static let current = Mutex<ProgressLine?>(nil)

    /// Runs some work that may take long, and shows its activity.
    ///
    /// - Parameters:
    ///   - activity: The activity: `Building exercise 01`. It is asked for again every second, because
    ///     it may say how far the work is.
    ///   - work: The work.
    package static func during<Value>(
        _ activity: @autoclosure @escaping @Sendable () -> String, _ work: () async throws -> Value
    ) async rethrows -> Value {
        listener?(activity())
        guard isShown else { return try await work() }
        let line = ProgressLine(saying: activity) { _ = Console.write($0, to: STDERR_FILENO) }
        current.withLock { $0 = line }
        defer {
            current.withLock { $0 = nil }
            line.end()
        }
        return try await work()
    }

    /// Prints lines to standard output. The line with the activity is cleared first.
    package static func say(_ lines: String) {
        current.withLock(\.self)?.clear()
        print(lines)
        fflush(nil)
    }
}
