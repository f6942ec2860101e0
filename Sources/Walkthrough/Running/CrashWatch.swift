import Foundation
import Synchronization

/// A watch for crashes, so that the program can report its own crash.
///
/// A signal handler may do next to nothing. This one wakes a thread that has been waiting since the
/// beginning, and it holds the thread that crashed. The woken thread makes the report and ends the
/// program.
struct CrashWatch {
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]

    /// The descriptor to which the handler writes, or -1 if there is no watch.
    private static let bell = Atomic<Int32>(-1)

    /// A Boolean value that indicates whether a person looks at the report.
    private static let isHeld = Atomic<Bool>(false)

    private let previous: [(signal: Int32, action: sigaction)]
    private let pipe: Pipe

    /// Begins a watch, or returns nil if there is one already.
    ///
    /// - Parameter report: A closure that is called after a crash. The program ends after it.
    init?(report: @escaping @Sendable () -> Void) {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        guard
            Self.bell.compareExchange(
                expected: -1, desired: descriptor, ordering: .sequentiallyConsistent
            ).exchanged
        else { return nil }
        let reading = pipe.fileHandleForReading.fileDescriptor
        let listener = Thread { [pipe] in
            var byte: UInt8 = 0
            let count = read(reading, &byte, 1)
            withExtendedLifetime(pipe) {}
            guard count == 1, byte != Self.allIsWell else { return }
            report()
            _exit(ExitCode.failure)
        }
        listener.start()
        Self.useSeparateStack()
        self.pipe = pipe
        previous = Self.signals.map { signal in
            (signal, handle(signal, flags: .init(SA_ONSTACK), with: Self.handler))
        }
    }

    /// Ends the watch, and puts back the actions that the signals had before.
    func end() {
        restore(previous)
        Self.bell.store(-1, ordering: .sequentiallyConsistent)
        pipe.fileHandleForWriting.write(Data([Self.allIsWell]))
    }

    /// Lets the program run until the report ends, so that a person can look at it for any time.
    static func hold() {
        isHeld.store(true, ordering: .sequentiallyConsistent)
    }

    private static let allIsWell: UInt8 = 0

    private static let handler: @convention(c) (Int32) -> Void = { signal in
        var byte = UInt8(truncatingIfNeeded: signal)
        write(CrashWatch.bell.load(ordering: .sequentiallyConsistent), &byte, 1)
        // The report takes milliseconds. It may hang, because the crash left a lock behind; then the
        // program ends without it.
        repeat { sleep(3) } while CrashWatch.isHeld.load(ordering: .sequentiallyConsistent)
        _exit(ExitCode.failure)
    }

    private static let stackSize = 64 * 1024
    private nonisolated(unsafe) static let stackMemory = UnsafeMutableRawPointer.allocate(
        byteCount: stackSize, alignment: 16)

    /// Gives the handler a separate stack, because a stack that has overflowed has no room for it.
    private static func useSeparateStack() {
        var stack = stack_t()
        stack.ss_sp = stackMemory
        stack.ss_size = .init(stackSize)
        sigaltstack(&stack, nil)
    }
}
