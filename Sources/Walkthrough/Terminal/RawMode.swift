import Foundation
import Synchronization

/// A terminal that gives each key at once and does not show it.
///
/// It is on only while a person is asked, and not while a step runs. A signal that ends or stops
/// the program puts the terminal back first.
package enum RawMode {
    private nonisolated(unsafe) static var original = termios()
    private nonisolated(unsafe) static var raw = termios()
    private nonisolated(unsafe) static var previous: [(signal: Int32, action: sigaction)] = []
    /// A Boolean value that indicates whether the program was stopped and continued, so that the screen
    /// has to be drawn again.
    private static let wasResumed = Atomic<Bool>(false)
    /// The identifier of a process that ends with this program, or 0.
    private static let child = Atomic<Int32>(0)
    /// A Boolean value that indicates whether a signal is about to end the program.
    private static let isEnding = Atomic<Bool>(false)

    /// Switches raw mode on, and discards the keys that were pressed before. A key is for the screen that is
    /// shown, and people press keys while they wait for a build.
    ///
    /// - Parameter handlesSignals: True if a signal that ends the program puts the terminal back by
    ///   itself. A program that waits for these signals with Dispatch passes false and calls ``end()``,
    ///   because Dispatch may set its own handlers on another thread at any time.
    package static func begin(handlesSignals: Bool = true) {
        tcgetattr(STDIN_FILENO, &original)
        raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        withUnsafeMutableBytes(of: &raw.c_cc) { bytes in
            bytes[Int(VMIN)] = 1
            bytes[Int(VTIME)] = 0
        }
        wasResumed.store(false, ordering: .relaxed)
        child.store(0, ordering: .relaxed)
        let ending = handlesSignals ? [SIGINT, SIGTERM, SIGHUP, SIGQUIT] : []
        previous = ending.map { ($0, handle($0, with: ends)) }
        previous.append((SIGCONT, handle(SIGCONT, with: goesOn)))
        previous.append((SIGTSTP, handle(SIGTSTP, flags: stopFlags, with: stops)))
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        tcflush(STDIN_FILENO, TCIFLUSH)
    }

    /// Puts the terminal back, if raw mode is on.
    package static func end() {
        if previous.isEmpty { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &original)
        restore(previous)
        previous = []
    }

    /// Returns true if the program was stopped and continued since the last call.
    package static func takeResumed() -> Bool {
        wasResumed.exchange(false, ordering: .relaxed)
    }

    /// Runs a closure while there is a process that has to end with this program.
    static func with<Value>(child process: Int32, _ body: () -> Value) -> Value {
        child.store(process, ordering: .sequentiallyConsistent)
        let result = body()
        child.store(0, ordering: .sequentiallyConsistent)
        // On another thread, the handler has ended the process and is about to end this program.
        while isEnding.load(ordering: .sequentiallyConsistent) { pause() }
        return result
    }

    private static let ends: @convention(c) (Int32) -> Void = { signal in
        isEnding.store(true, ordering: .sequentiallyConsistent)
        let process = child.load(ordering: .sequentiallyConsistent)
        // The process is the head of a group, unless the system did not make it one.
        if process > 0, kill(-process, SIGINT) != 0 { kill(process, SIGINT) }
        var newline = UInt8(ascii: "\n")
        if isInForeground {
            tcsetattr(STDIN_FILENO, TCSANOW, &original)
            write(STDOUT_FILENO, &newline, 1)
        }
        handle(signal, with: nil)
        raise(signal)
    }

    private static let stops: @convention(c) (Int32) -> Void = { signal in
        if isInForeground { tcsetattr(STDIN_FILENO, TCSANOW, &original) }
        handle(signal, with: nil)
        raise(signal)
        handle(signal, flags: stopFlags, with: stopsAgain)
        // Without a shell that waits for the program, it was not stopped, and `SIGCONT` does not come.
        goesOn(signal)
    }

    /// The handler for the next stop. It has a name of its own, because a stored closure cannot refer
    /// to itself.
    private static let stopsAgain: @convention(c) (Int32) -> Void = { stops($0) }

    /// The flags for the handler of `SIGTSTP`. The program stops inside the handler, so the signal must
    /// not be blocked there.
    private static let stopFlags = Int32(SA_NODEFER)

    private static let goesOn: @convention(c) (Int32) -> Void = { _ in
        if isInForeground { tcsetattr(STDIN_FILENO, TCSANOW, &raw) }
        wasResumed.store(true, ordering: .relaxed)
    }

    /// A Boolean value that indicates whether this program may change the terminal. In the background,
    /// the system would stop it for that.
    private static var isInForeground: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        return group <= 0 || group == getpgrp()
    }
}
