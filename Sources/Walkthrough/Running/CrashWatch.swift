import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Reports a crash of the program in the program's own words.
///
/// A signal handler may do next to nothing. This one tells a thread that has been waiting since the
/// beginning, and keeps the thread that crashed from going on. The other one reports and ends the
/// program.
struct CrashWatch {
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]

    /// Where the handler writes, or -1.
    private static let bell = Atomic<Int32>(-1)

    /// Whether a person looks at the report.
    private static let isHeld = Atomic<Bool>(false)

    private let previous: [(signal: Int32, action: sigaction)]
    private let pipe: Pipe

    /// Begins to watch. There can be one watch at a time; a second one gives nil.
    ///
    /// - Parameter report: What to do after a crash. The program ends after it.
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
        Self.useStackOfItsOwn()
        self.pipe = pipe
        previous = Self.signals.map { signal in
            (signal, handle(signal, flags: .init(SA_ONSTACK), with: Self.handler))
        }
    }

    /// Ends the watch: from now on a crash is what it was before.
    func end() {
        for (signal, action) in previous {
            var action = action
            sigaction(signal, &action, nil)
        }
        Self.bell.store(-1, ordering: .sequentiallyConsistent)
        pipe.fileHandleForWriting.write(Data([Self.allIsWell]))
    }

    /// Gives the report all the time that a person wants to look at it.
    static func hold() {
        isHeld.store(true, ordering: .sequentiallyConsistent)
    }

    private static let allIsWell: UInt8 = 0

    private static let handler: @convention(c) (Int32) -> Void = { signal in
        var byte = UInt8(truncatingIfNeeded: signal)
        write(CrashWatch.bell.load(ordering: .sequentiallyConsistent), &byte, 1)
        // The report takes milliseconds. If it hangs, because the crash left a lock behind, the
        // program ends all the same.
        repeat { sleep(3) } while CrashWatch.isHeld.load(ordering: .sequentiallyConsistent)
        _exit(ExitCode.failure)
    }

    private static let stackSize = 64 * 1024
    private nonisolated(unsafe) static let stackMemory = UnsafeMutableRawPointer.allocate(
        byteCount: stackSize, alignment: 16)

    /// A stack that has overflowed has no room for the handler.
    private static func useStackOfItsOwn() {
        var stack = stack_t()
        stack.ss_sp = stackMemory
        stack.ss_size = .init(stackSize)
        sigaltstack(&stack, nil)
    }
}
