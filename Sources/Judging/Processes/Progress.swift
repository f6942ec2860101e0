import Foundation
import Synchronization
import Walkthrough

/// Says on a terminal what the tool is busy with, from the first second on.
package enum Progress {
    /// Who wants to know it in place of the terminal.
    @TaskLocal package static var listener: (@Sendable (String) -> Void)?

    /// Whether there is a terminal to say it on.
    static var isShown: Bool { listener == nil && isatty(STDERR_FILENO) == 1 }

    /// The line that is there, if any.
    private static let current = Mutex<ProgressLine?>(nil)

    /// Runs something that may take long.
    ///
    /// - Parameters:
    ///   - activity: What it does: `Building exercise 01`.
    ///   - isShown: Whether to say so. Where nobody says, it depends on standard error.
    ///   - write: Where to say it: standard error, unless a test wants to read it.
    ///   - work: What to run.
    package static func during<Value>(
        _ activity: String, isShown: Bool = isShown,
        write: @escaping @Sendable (String) -> Void = Progress.write, _ work: () throws -> Value
    ) rethrows -> Value {
        try during(saying: { activity }, isShown: isShown, write: write, work)
    }

    /// Runs something that says each second how far it is.
    package static func during<Value>(
        saying activity: @escaping @Sendable () -> String, isShown: Bool = isShown,
        write: @escaping @Sendable (String) -> Void = Progress.write, _ work: () throws -> Value
    ) rethrows -> Value {
        listener?(activity())
        guard isShown else { return try work() }
        let line = ProgressLine(saying: activity, write: write)
        current.withLock { $0 = line }
        defer {
            current.withLock { $0 = nil }
            line.end()
        }
        return try work()
    }

    /// Prints lines to standard output, in place of the line that says what is going on.
    package static func say(_ text: String) {
        current.withLock(\.self)?.clear()
        print(text)
        fflush(nil)
    }

    private static func write(_ text: String) {
        _ = Console.write(text, to: STDERR_FILENO)
    }
}
