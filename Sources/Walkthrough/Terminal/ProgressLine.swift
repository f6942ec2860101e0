import DecodingExplainer
import Foundation
import Synchronization

/// One line on a terminal that says what the program does and for how long, from the first second on.
/// At the end, the line is removed. On a plain terminal, there is a new line every ten seconds instead, which
/// stays.
package final class ProgressLine: Sendable {
    private let write: @Sendable (String) -> Void
    private let isShown = Mutex(false)
    private let isOver = DispatchSemaphore(value: 0)
    private let isTakenAway = DispatchSemaphore(value: 0)

    /// Creates a line, which is shown after a second.
    ///
    /// - Parameters:
    ///   - activity: A function that returns the activity: `Step 3 of 9`. It is called again each second.
    ///   - write: A function that writes a text to the terminal.
    package init(
        saying activity: @escaping @Sendable () -> String,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.write = write
        let start = ContinuousClock.now
        Thread.detachNewThread { [self] in
            var nextLine: Int64 = 1
            while isOver.wait(timeout: .now() + 1) == .timedOut {
                let seconds = (ContinuousClock.now - start).components.seconds
                if Terminal.current.isPlain {
                    if seconds < nextLine { continue }
                    write("\(activity()), \(seconds) s\n")
                    nextLine = seconds + 10
                    continue
                }
                let end = " … \(seconds) s" + (seconds < 10 ? "" : ", Ctrl-C: end it")
                // A line that the terminal wraps would leave a row behind each second.
                let room = max(Terminal.current.width - 1 - end.count, 1)
                let activity = DisplayText.cut(activity(), width: room).first ?? ""
                isShown.withLock { isShown in
                    write("\r\u{1B}[K\(activity)\(end)")
                    isShown = true
                }
            }
            clear()
            isTakenAway.signal()
        }
    }

    /// Creates a line, which is shown after a second, or nil if there is no terminal for it.
    ///
    /// - Parameters:
    ///   - activity: The activity of the program.
    ///   - descriptor: The descriptor of the terminal.
    package convenience init?(_ activity: String, on descriptor: Int32 = STDERR_FILENO) {
        guard isatty(descriptor) == 1 else { return nil }
        // While a step runs, its standard error goes to a file. A copy that was made before still
        // goes to the terminal.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        let terminal = FileHandle(fileDescriptor: copy, closeOnDealloc: true)
        let write = { @Sendable (text: String) in
            _ = Terminal.write(text.utf8, to: terminal.fileDescriptor)
        }
        self.init(saying: { activity }, write: write)
    }

    /// Runs a closure, with a line on standard error while it runs.
    package static func during<Value>(
        _ activity: String, _ work: () throws -> Value
    ) rethrows -> Value {
        let line = ProgressLine(activity)
        defer { line?.end() }
        return try work()
    }

    /// Removes the line until the next second, because something else is about to be written.
    package func clear() {
        isShown.withLock { isShown in
            if isShown { write("\r\u{1B}[K") }
            isShown = false
        }
    }

    /// Removes the line for good. Call it once.
    package func end() {
        isOver.signal()
        isTakenAway.wait()
    }
}
