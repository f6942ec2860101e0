import ExerciseConventions
import Foundation

/// A part of a test that runs in its own process, so that its memory can be measured and it can be
/// ended.
///
/// The test starts its own program again, for this test alone, and learns in the new process that
/// it should do the job:
///
///     let job = MeasuredJob(
///         test: "Exercise13Tests/wholeYear", file: "year.ndjson", mostMemory: 64 << 20, seconds: 40)
///     if let parameter = MeasuredJob.parameter {
///         job.perform { try write(parameter, to: $0) } _: { try answer($0) }
///     }
///     switch try job.run(parameter: "1") as MeasuredJob.Ending<[Int]> { … }
///
/// The new process watches its time, its memory and its parent, and removes its file. So nothing is
/// left behind, however the job ends.
public struct MeasuredJob: Sendable {
    /// The way in which the job ended.
    public enum Ending<Value: Sendable>: Sendable {
        /// It returned a value. The memory is the most that it needed, in bytes.
        case returned(Value, memory: Int)
        /// It threw an error with this description.
        case threw(String)
        /// It was stopped because it needed too much memory.
        case outOfMemory
        /// It was stopped because it took too long.
        case outOfTime
        /// It ended the process, with this signal, or with an exit code if there is no signal.
        case ended(signal: Int32?)
        /// The process could not be started, or it did not do the job.
        case notDone(String)
    }

    /// The name of the test that does the job, for `--filter`.
    public let test: String
    /// The name of a file that the job makes in the current folder. It is removed at the end.
    public let file: String
    /// The largest amount of memory that the job may need in addition to that of the process at its
    /// start, in bytes.
    public let mostMemory: Int
    /// The longest processor time for the job, in seconds. The passed time may be twice as long and
    /// a little more, because other processes work too.
    public let seconds: Int

    /// Creates the description of a job.
    public init(test: String, file: String, mostMemory: Int, seconds: Int) {
        self.test = test
        self.file = file
        self.mostMemory = mostMemory
        self.seconds = seconds
    }

    private static let variable = "MEASURED_JOB"
    private static let tooMuchMemory: Int32 = 71
    private static let tooMuchTime: Int32 = 72

    private var resultPath: String { "\(file).result" }

    private struct Result<Value: Codable>: Codable {
        var value: Value?
        var error: String?
        var memory: Int
    }

    // MARK: - In the test

    /// Starts the job in a new process and waits for its end.
    ///
    /// - Parameter parameter: The value of ``parameter`` in that process.
    /// - Returns: The ending of the job.
    public func run<Value: Codable & Sendable>(parameter: String) throws -> Ending<Value> {
        defer {
            for path in [file, resultPath] { try? FileManager.default.removeItem(atPath: path) }
        }
        let process = Process()
        process.executableURL = Self.program
        process.arguments = Self.arguments(for: test)
        process.environment = ProcessInfo.processInfo.environment.merging(
            [
                Self.variable: "\(getpid()) \(parameter)",
                EnvironmentVariable.checks: EnvironmentVariable.asProgram,
                // A crash log would be for this process.
                "SWIFT_BACKTRACE": "enable=no",
            ]
        ) { $1 }
        process.standardInput = FileHandle.nullDevice
        // The output of the job is for the learner, and the messages of the testing library are
        // not.
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return .notDone("\(error)") }
        process.waitUntilExit()
        let result = (try? Data(contentsOf: URL(fileURLWithPath: resultPath))).flatMap {
            try? JSONDecoder().decode(Result<Value>.self, from: $0)
        }
        if process.terminationReason == .uncaughtSignal {
            return .ended(signal: process.terminationStatus)
        }
        switch (process.terminationStatus, result) {
        case (Self.tooMuchMemory, _): return .outOfMemory
        case (Self.tooMuchTime, _): return .outOfTime
        case (0, let result?):
            if let error = result.error { return .threw(error) }
            guard let value = result.value else { return .notDone("no value") }
            return result.memory > mostMemory
                ? .outOfMemory : .returned(value, memory: result.memory)
        case (EarlyEnd.leftEarly, _): return .ended(signal: nil)
        case (let code, _): return .notDone("exit code \(code)")
        }
    }

    private static var program: URL? {
        #if canImport(Darwin)
            Bundle.main.executableURL
        #else
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
                .map { URL(fileURLWithPath: $0) }
        #endif
    }

    /// Returns the arguments with which the program of this process runs one test. On a Mac, the
    /// package manager's helper also needs `--test-bundle-path`.
    private static func arguments(for test: String) -> [String] {
        let arguments = CommandLine.arguments
        let bundle = arguments.firstIndex(of: "--test-bundle-path")
            .map { Array(arguments[$0...].prefix(2)) }
        return (bundle ?? []) + ["--testing-library", "swift-testing", "--filter", test]
    }

    // MARK: - In the process of the job

    /// The parameter of the job in the process that should do it, and `nil` in every other process.
    public static var parameter: String? { request?.parameter }

    private static var request: (parent: Int32, parameter: String)? {
        let parts = ProcessInfo.processInfo.environment[variable]?
            .split(separator: " ", maxSplits: 1)
        guard let parts, parts.count == 2, let parent = Int32(parts[0]) else { return nil }
        return (parent, String(parts[1]))
    }

    /// Does the job and ends the process.
    ///
    /// - Parameters:
    ///   - prepare: A function that makes the file, before anything is measured.
    ///   - job: The answer under test.
    public func perform<Value: Codable>(
        preparing prepare: (URL) throws -> Void, _ job: (URL) throws -> Value
    ) -> Never {
        let url = URL(fileURLWithPath: file).absoluteURL
        let resultURL = URL(fileURLWithPath: resultPath).absoluteURL
        // At Ctrl-C, the parent ends. This process notices that and removes the file.
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        signal(SIGHUP, SIG_IGN)
        let parent = Self.request?.parent
        var result = Result<Value>(memory: 0)
        do {
            try prepare(url)
            let before = Memory.peak
            let limit = before + mostMemory
            let seconds = seconds
            let start = (time: ContinuousClock.now, work: Self.secondsOfWork)
            Thread.detachNewThread {
                while true {
                    if max(Memory.peak, Memory.now) > limit {
                        Self.leave(with: Self.tooMuchMemory, removing: url)
                    }
                    if Self.secondsOfWork - start.work > seconds
                        || start.time.duration(to: .now) > .seconds(10 + 2 * seconds)
                    {
                        Self.leave(with: Self.tooMuchTime, removing: url)
                    }
                    if getppid() != parent { Self.leave(with: 0, removing: url, resultURL) }
                    usleep(10_000)
                }
            }
            result.value = try job(url)
            result.memory = Memory.peak - before
        } catch {
            result.error = "\(error)"
        }
        // If the parent has ended, nothing would remove the result.
        if getppid() == parent { try? JSONEncoder().encode(result).write(to: resultURL) }
        Self.leave(with: 0, removing: url)
    }

    private static var secondsOfWork: Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int(time.tv_sec)
    }

    private static func leave(with code: Int32, removing files: URL...) -> Never {
        for file in files { try? FileManager.default.removeItem(at: file) }
        _Exit(code)
    }
}

/// The memory of this process, in bytes.
private enum Memory {
    #if canImport(Darwin)
        static var peak: Int {
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return Int(usage.ru_maxrss)
        }
        static var now: Int { peak }
    #else
        /// The largest amount so far. It is not taken from `ru_maxrss`, which starts with the
        /// parent's value.
        static var peak: Int { status("VmHWM:") }
        static var now: Int { status("VmRSS:") }

        private static func status(_ name: String) -> Int {
            let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = lines.split(separator: "\n").first { $0.hasPrefix(name) }
            return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first)
                .flatMap { Int($0) }.map { $0 * 1024 } ?? 0
        }
    #endif
}
