import Foundation
import Synchronization

/// A program that the tool runs and waits for.
struct ChildProcess {
    /// How a program ended.
    enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
        case outOfTime
    }

    /// What a program left behind.
    struct Result {
        let ending: Ending
        let standardOutput: String
        let standardError: String
    }

    let executable: String
    let arguments: [String]
    /// What is set beside the tool's own environment.
    var environment: [String: String] = [:]
    /// What of the tool's own environment the program should not see.
    var unset: Set<String> = []
    let folder: URL
    /// How long it may run, in seconds.
    var timeLimit: Int = 3600

    /// Runs the program to its end, with nothing on its standard input.
    ///
    /// - Throws: What Foundation throws when the program cannot be started.
    func run() throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment
            .filter { !unset.contains($0.key) }
            .merging(environment) { $1 }

        // Files and not pipes: nobody has to empty them while the program runs.
        let files = FileManager.default.temporaryDirectory
            .appendingPathComponent("workbook-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: files) }
        let output = try Self.newFile(in: files, "output")
        let errors = try Self.newFile(in: files, "errors")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.handle
        process.standardError = errors.handle

        let hasEnded = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in hasEnded.signal() }
        try process.run()
        Self.running.withLock { _ = $0.insert(process.processIdentifier) }
        let isOutOfTime = hasEnded.wait(timeout: .now() + .seconds(timeLimit)) == .timedOut
        if isOutOfTime {
            Self.end(process.processIdentifier, SIGKILL)
            hasEnded.wait()
        }
        Self.running.withLock { _ = $0.remove(process.processIdentifier) }

        let status = process.terminationStatus
        return Result(
            ending: isOutOfTime
                ? .outOfTime
                : process.terminationReason == .exit ? .exited(status) : .killed(signal: status),
            standardOutput: output.text(),
            standardError: errors.text()
        )
    }

    private static func newFile(in folder: URL, _ name: String) throws -> OutputFile {
        let url = folder.appendingPathComponent(name)
        try Data().write(to: url)
        return OutputFile(url: url, handle: try FileHandle(forWritingTo: url))
    }

    private struct OutputFile {
        let url: URL
        let handle: FileHandle

        /// A learner may print without end: what nobody would read is left out.
        func text() -> String {
            guard let reading = try? FileHandle(forReadingFrom: url) else { return "" }
            let data = try? reading.read(upToCount: 4_000_000)
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
    }

    // MARK: - No process left behind

    private static let running = Mutex<Set<Int32>>([])

    /// Ends a child and its own children. Foundation makes each child the head of a process group.
    private static func end(_ child: Int32, _ signal: Int32) {
        if kill(-child, signal) != 0 { kill(child, signal) }
    }

    /// Makes Ctrl-C, a closed terminal and `kill` end the children too, which are in groups of
    /// their own and would go on.
    static func endChildrenOnSignals() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: signalQueue)
            source.setEventHandler {
                running.withLock { children in
                    for child in children { end(child, SIGTERM) }
                }
                _exit(128 + number)
            }
            source.resume()
            sources.withLock { $0.append(Retained(source: source)) }
        }
    }

    private struct Retained: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }
    private static let sources = Mutex<[Retained]>([])
    private static let signalQueue = DispatchQueue(label: "signals")
}
