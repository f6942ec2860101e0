import Foundation
import Walkthrough

/// Says on a terminal what the tool is busy with, from the first second on.
enum Progress {
    /// Runs something that may take long.
    ///
    /// - Parameters:
    ///   - activity: What it does: `Building exercise 01`.
    ///   - work: What to run.
    static func during<Value>(_ activity: String, _ work: () throws -> Value) rethrows -> Value {
        guard isatty(STDERR_FILENO) == 1 else { return try work() }
        let isOver = DispatchSemaphore(value: 0)
        let isCleared = DispatchSemaphore(value: 0)
        let start = Date()
        Thread.detachNewThread {
            var isShown = false
            while isOver.wait(timeout: .now() + 1) == .timedOut {
                let seconds = Int(Date().timeIntervalSince(start).rounded())
                write("\r\(activity) … \(seconds) s")
                isShown = true
            }
            if isShown { write("\r" + String(repeating: " ", count: activity.count + 12) + "\r") }
            isCleared.signal()
        }
        defer {
            isOver.signal()
            isCleared.wait()
        }
        return try work()
    }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
