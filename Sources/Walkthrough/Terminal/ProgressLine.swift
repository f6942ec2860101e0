import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Says on a terminal that a step is still at work, from the first second on. Nothing of it is left
/// when the step is done.
final class StepProgress: Sendable {
    private let isOver = DispatchSemaphore(value: 0)
    private let isCleared = DispatchSemaphore(value: 0)

    /// Begins to say so, or gives nil where there is no terminal to say it on.
    ///
    /// - Parameters:
    ///   - activity: What goes on: `Step 3 of 9`.
    ///   - descriptor: Where to say it.
    init?(_ activity: String, on descriptor: Int32 = STDERR_FILENO) {
        // What a step writes to standard error is kept until it is done. This is not.
        guard isatty(descriptor) == 1 else { return nil }
        let terminal = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard terminal >= 0 else { return nil }
        let start = ContinuousClock.now
        Thread.detachNewThread { [isOver, isCleared] in
            var line = ""
            while isOver.wait(timeout: .now() + 1) == .timedOut {
                let seconds = (ContinuousClock.now - start).components.seconds
                line = "\r\u{1B}[K\(activity) … \(seconds) s"
                _ = Terminal.send(line, to: terminal)
            }
            if !line.isEmpty { _ = Terminal.send("\r\u{1B}[K", to: terminal) }
            close(terminal)
            isCleared.signal()
        }
    }

    /// Takes the line away. Call it once.
    func end() {
        isOver.signal()
        isCleared.wait()
    }
}
