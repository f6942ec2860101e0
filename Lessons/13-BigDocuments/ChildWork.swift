import Foundation
import Walkthrough

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Launches counted in a process of its own, which is the lesson's program once more. How much memory
/// a process has held at most never goes down, so each measurement needs a process.
struct ChildWork {
    private static let option = "--work-for"

    private let way: Way
    private let parent: Int32

    /// - Parameter arguments: The command line.
    /// - Returns: nil where it asks for something else.
    init?(_ arguments: [String]) {
        guard arguments.count == 4, arguments[1] == Self.option,
            let parent = Int32(arguments[2]), let way = Way(rawValue: arguments[3])
        else { return nil }
        (self.way, self.parent) = (way, parent)
    }

    /// Counts the launches of standard input, says how much memory that took, and ends the program.
    func run() -> Never {
        let parent = parent
        Thread.detachNewThread {
            // Nobody waits any more: the lesson was ended by a key or a signal.
            while getppid() == parent { usleep(50_000) }
            _exit(ExitCode.failure)
        }
        do {
            let count = try way.count(.standardInput)
            Terminal.current.write("\(count) \(Self.peakMemory)\n")
            exit(ExitCode.success)
        } catch {
            Terminal.complain("\(error)")
            exit(ExitCode.failure)
        }
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

    /// Counts launches in a process of its own, and waits for it.
    ///
    /// - Parameters:
    ///   - way: How to count them.
    ///   - file: What to count in, from where it is read now. The process reads it as its standard
    ///     input.
    /// - Returns: The most memory that the process held, in bytes, and the number of launches.
    /// - Throws: An error where the process cannot be started, or fails.
    static func peakMemory(
        of way: Way, on file: FileHandle
    ) throws -> (bytes: Int, count: Int) {
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = [option, "\(getpid())", way.rawValue]
        process.standardInput = file
        process.standardOutput = output
        try withoutBlockedSignals(process.run)
        let said = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = said.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard process.terminationStatus == 0, numbers.count == 2 else {
            throw UsageError(description: "The process for \(way) ended early.")
        }
        return (numbers[1], numbers[0])
    }

    /// The lesson's program: the one that runs, or in a test the one beside the tests.
    private static var program: URL {
        let name = "lesson-13"
        let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        if own.lastPathComponent == name { return own }
        #if canImport(Darwin)
            let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let folder = (tests?.bundleURL ?? own).deletingLastPathComponent()
        #else
            let folder = own.resolvingSymlinksInPath().deletingLastPathComponent()
        #endif
        return folder.appendingPathComponent(name)
    }
}
