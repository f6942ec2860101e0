import Foundation

/// The limits for a stranger's program: a sandbox, and bounds for memory, files and processes.
/// ``ChildProcess`` has the bounds for time.
package struct Confinement: Sendable {
    /// The sandbox, or `nil` if a person trusts the program.
    let sandbox: Sandbox?

    /// Creates the limits.
    ///
    /// - Parameter sandbox: The sandbox, or `nil` if a person trusts the program.
    package init(sandbox: Sandbox?) {
        self.sandbox = sandbox
    }

    /// The largest amount of memory that a process of the checks may address, in KiB. The checks
    /// need less than 500,000 KiB.
    static let ofTheChecks = 2_000_000
    /// The largest amount of memory that a compiler may address, in KiB. It needs less than
    /// 1,500,000 KiB.
    static let ofACompiler = 4_000_000
    /// The largest size of a file, in blocks of 512 bytes.
    private static let largestFile = 500_000
    /// The largest size of the files in the writable folder, in bytes.
    private static let mostSpace = 400_000_000
    /// The number of processes that may exist besides those that the user already has.
    private static let mostProcesses = 256

    /// Runs a program, with no environment but its own.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - readable: The files and folders that it may read besides the system's.
    ///   - writable: The folders that it may read and write. It runs in the first one.
    ///   - mostMemory: The largest amount of memory that each of its processes may address, in KiB.
    /// - Throws: ``CommandFailure``.
    func run(
        _ program: ChildProcess, readable: [URL] = [], writable: [URL],
        mostMemory: Int = Self.ofTheChecks
    ) async throws -> ChildProcess.Result {
        // Not every shell knows every limit. A Mac's shell has no "ulimit -v", and in some shells
        // the option "-u" is called "-p". The program also runs if such a limit cannot be set.
        let limits = """
            ulimit -c 0; ulimit -f \(Self.largestFile); ulimit -v \(mostMemory) 2>/dev/null || :
            \(Self.processLimit)
            exec "$@"
            """
        let bounded = ["/bin/sh", "-c", limits, "sh", program.executable] + program.arguments
        let command =
            sandbox.map {
                [$0.program] + $0.arguments(bounded, readable: readable, writable: writable)
            } ?? bounded
        var result = try await ChildProcess(
            executable: command[0], arguments: Array(command.dropFirst()),
            environment: program.environment, folder: writable[0], timeLimit: program.timeLimit,
            quietLimit: program.quietLimit, spaceLimit: Self.mostSpace
        ).run()
        result.ending = Self.ending(result.ending)
        return result
    }

    /// Returns the ending of the program itself. If a signal ended the program, `bwrap` exits with
    /// a code above 128, as a shell does.
    private static func ending(_ ending: ChildProcess.Ending) -> ChildProcess.Ending {
        guard case .exited(let code) = ending, (129...192).contains(code) else { return ending }
        return .killed(signal: code - 128)
    }

    private static var processLimit: String {
        #if canImport(Darwin)
            return ":"
        #else
            // Some kernels count all processes of the user, others only those in the sandbox.
            let threads = ChildProcess.processes().map { process in
                try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
            }
            let most = threads.reduce(mostProcesses) { $0 + ($1?.count ?? 1) }
            return "ulimit -u \(most) 2>/dev/null || ulimit -p \(most) 2>/dev/null || :"
        #endif
    }
}
