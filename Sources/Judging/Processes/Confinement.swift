import Foundation

/// What a program of a stranger may use: a sandbox, and bounds for memory, files and processes. Time has
/// its bounds in ``ChildProcess``.
package struct Confinement: Sendable {
    /// Nil where somebody trusts the program.
    let sandbox: Sandbox?

    /// - Parameter sandbox: Nil where somebody trusts the program.
    package init(sandbox: Sandbox?) {
        self.sandbox = sandbox
    }

    /// How much memory each process of the checks may address, in KiB. They need less than half a
    /// million.
    static let ofTheChecks = 2_000_000
    /// How much memory a compiler may address, in KiB. It needs less than one and a half million.
    static let ofACompiler = 4_000_000
    /// How large a file may become, in blocks of 512 bytes.
    private static let largestFile = 500_000
    /// How much may be in the writable folder, in bytes.
    private static let mostSpace = 400_000_000
    /// How many processes there may be beside those that the user has already.
    private static let mostProcesses = 256

    /// Runs a program, with no more environment than it names.
    ///
    /// - Parameters:
    ///   - readable: What it may read beside the system.
    ///   - writable: What it may read and write. It runs in the first of these folders.
    ///   - mostMemory: How much memory each of its processes may address, in KiB.
    /// - Throws: ``ChildProcess/CannotStart``.
    func run(
        _ program: ChildProcess, readable: [URL] = [], writable: [URL],
        mostMemory: Int = Self.ofTheChecks
    ) throws -> ChildProcess.Result {
        // A process that may address less than everything gets less in every shell: "ulimit -v" is not
        // there on a Mac, and "-u" is "-p" in some shells.
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
        let result = try ChildProcess(
            executable: command[0], arguments: Array(command.dropFirst()),
            environment: program.environment, folder: writable[0], timeLimit: program.timeLimit,
            quietLimit: program.quietLimit, spaceLimit: Self.mostSpace
        ).run()
        return ChildProcess.Result(
            ending: Self.ending(result.ending), standardOutput: result.standardOutput,
            standardError: result.standardError, events: result.events,
            leftAProcess: result.leftAProcess)
    }

    /// bwrap exits as a shell does when its program was ended by a signal.
    private static func ending(_ ending: ChildProcess.Ending) -> ChildProcess.Ending {
        guard case .exited(let code) = ending, (129...192).contains(code) else { return ending }
        return .killed(signal: code - 128)
    }

    private static var processLimit: String {
        #if canImport(Darwin)
            return ":"
        #else
            // Some kernels count all processes of the user, others those in the sandbox.
            let files = FileManager.default
            let processes = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? [])
                .filter { Int($0) != nil }
            let count = processes.reduce(0) { count, process in
                count
                    + ((try? files.contentsOfDirectory(atPath: "/proc/\(process)/task"))?.count
                        ?? 1)
            }
            let most = count + mostProcesses
            return "ulimit -u \(most) 2>/dev/null || ulimit -p \(most) 2>/dev/null || :"
        #endif
    }
}
