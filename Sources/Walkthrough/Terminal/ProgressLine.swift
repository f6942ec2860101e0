import DecodingExplainer
import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// One line on a terminal that says what goes on and for how long, from the first second on. Nothing
/// of it is left at the end.
package final class ProgressLine: Sendable {
    private let write: @Sendable (String) -> Void
    private let isThere = Mutex(false)
    private let isOver = DispatchSemaphore(value: 0)
    private let isTakenAway = DispatchSemaphore(value: 0)

    /// Begins to say what goes on.
    ///
    /// - Parameters:
    ///   - activity: What goes on: `Step 3 of 9`. It is asked again each second.
    ///   - write: Where to say it.
    package init(
        saying activity: @escaping @Sendable () -> String,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.write = write
        let start = ContinuousClock.now
        Thread.detachNewThread { [self] in
            while isOver.wait(timeout: .now() + 1) == .timedOut {
                let seconds = (ContinuousClock.now - start).components.seconds
                let end = " … \(seconds) s"
                // A longer line would leave a row behind each second.
                let room = max(Terminal.current.width - 1 - end.count, 1)
                let activity = DisplayText.cut(activity(), width: room).first ?? ""
                isThere.withLock { isThere in
                    write("\r\u{1B}[K\(activity)\(end)")
                    isThere = true
                }
            }
            clear()
            isTakenAway.signal()
        }
    }

    /// Begins to say what goes on, or gives nil where there is no terminal to say it on.
    ///
    /// - Parameters:
    ///   - activity: What goes on.
    ///   - descriptor: Where to say it.
    package convenience init?(_ activity: String, on descriptor: Int32 = STDERR_FILENO) {
        guard isatty(descriptor) == 1, let terminal = OwnDescriptor(copying: descriptor) else {
            return nil
        }
        let write = { @Sendable (text: String) in
            _ = Terminal.write(text.utf8, to: terminal.number)
        }
        self.init(saying: { activity }, write: write)
    }

    /// Runs something, and says on standard error that it goes on.
    package static func during<Value>(
        _ activity: String, _ work: () throws -> Value
    ) rethrows -> Value {
        let line = ProgressLine(activity)
        defer { line?.end() }
        return try work()
    }

    /// Takes the line away, up to the next second: something else is about to be written.
    package func clear() {
        isThere.withLock { isThere in
            if isThere { write("\r\u{1B}[K") }
            isThere = false
        }
    }

    /// Takes the line away for good. Call it once.
    package func end() {
        isOver.signal()
        isTakenAway.wait()
    }
}

/// What a step writes to standard error is kept until the step is done. What is written to a copy that
/// was made before is not.
private final class OwnDescriptor: Sendable {
    let number: Int32

    init?(copying descriptor: Int32) {
        number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { return nil }
    }

    deinit { close(number) }
}
