import Foundation
import Walkthrough

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A measurement of memory in a process of its own, which is the lesson's program once more. How much
/// memory a process has held at most never goes down, so each measurement needs a process.
///
/// The new process runs the same steps. There, the call of `peak` with the name of the measurement does
/// its work and ends the program, and every other call does nothing.
struct ChildWork {
    private static let option = "--work-for"

    /// What this process is to measure. It is nil in the lesson's own process.
    static let current = ChildWork(CommandLine.arguments)

    /// The name of the measurement.
    let measurement: String
    private let parent: Int32

    private init?(_ arguments: [String]) {
        guard arguments.count == 4, arguments[1] == Self.option,
            let parent = Int32(arguments[2])
        else { return nil }
        self.measurement = arguments[3]
        self.parent = parent
    }

    // MARK: - In the new process

    /// Runs the steps up to the measurement, which ends the program.
    static func run(_ steps: () throws -> Void) -> Never {
        do {
            try steps()
            Terminal.complain("There is no such measurement.")
        } catch {
            Terminal.complain("\(error)")
        }
        exit(ExitCode.failure)
    }

    /// Does the work, writes how much memory the process has held, and ends the program.
    ///
    /// - Parameters:
    ///   - prepare: Makes the file.
    ///   - work: Works with it.
    func perform(
        preparing prepare: (URL) throws -> Void, _ work: (URL) throws -> Void
    ) -> Never {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("lesson-13-\(getpid())")
        // At Ctrl-C, the lesson ends. This process notices that, and removes the file.
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        signal(SIGHUP, SIG_IGN)
        let parent = parent
        Thread.detachNewThread {
            while getppid() == parent { usleep(50_000) }
            unlink(url.path)
            _exit(ExitCode.failure)
        }
        do {
            defer { unlink(url.path) }
            try prepare(url)
            try work(url)
            Terminal.current.write("\(Self.peakMemory)\n")
        } catch {
            Terminal.complain("\(error)")
            exit(ExitCode.failure)
        }
        exit(ExitCode.success)
    }

    /// The most memory that this process has held until now, in bytes.
    private static var peakMemory: Int {
        #if canImport(Darwin)
            // In bytes on Apple's systems.
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return Int(usage.ru_maxrss)
        #else
            // What getrusage says of a process on Linux includes what its parent held when it made
            // the process. The line is `VmHWM:     21064 kB`, see proc(5).
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) * 1024
        #endif
    }

    // MARK: - In the lesson

    /// Starts a process for a measurement, and waits for it.
    ///
    /// - Parameter measurement: The name of the measurement.
    /// - Returns: The most memory that the process has held, in bytes.
    /// - Throws: An error if the process cannot be started, or fails.
    static func peakMemory(of measurement: String) throws -> Int {
        let process = Process()
        let output = Pipe()
        process.executableURL = LessonExecutable.url(ofLesson: "13")
        process.arguments = [option, "\(getpid())", measurement]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try withoutBlockedSignals(process.run)
        let written = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0,
            let bytes = Int(written.trimmingCharacters(in: .whitespacesAndNewlines))
        else {
            throw UsageError(description: "The process of measurement \(measurement) ended early.")
        }
        return bytes
    }
}
