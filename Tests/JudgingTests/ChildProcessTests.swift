import Foundation
import Synchronization
import Testing
import WorkbookFixtures

@testable import Judging

@Suite("Programs that the tool runs")
struct ChildProcessTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("child-process-\(UUID().uuidString)")

    private func run(
        _ script: String, timeLimit: Int = 60, quietLimit: Int? = nil
    ) async throws -> ChildProcess.Result {
        try await Interruption.withFolder(folder) {
            try await ChildProcess(
                executable: "/bin/sh", arguments: ["-c", script],
                environment: ChildProcess.environment(adding: ["TMPDIR": folder.path]),
                folder: folder, timeLimit: timeLimit, quietLimit: quietLimit
            ).run()
        }
    }

    @Test("A result has the ending and the output of the program, which runs in its folder")
    func ending() async throws {
        let result = try await run("pwd; echo no >&2; exit 7")
        #expect(result.ending == .exited(7))
        #expect(result.standardOutput.hasSuffix("/\(folder.lastPathComponent)\n"))
        #expect(result.standardError == "no\n")
        #expect(!result.leftAProcess)
        #expect(try await run("kill -9 $$").ending == .killed(signal: 9))
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test("The error about a missing program has its path")
    func missing() async {
        let missing = ChildProcess(
            executable: "/bin/no-such-program", arguments: [], environment: [:],
            folder: FileManager.default.temporaryDirectory)
        let error = await #expect(throws: CommandFailure.self) { try await missing.run() }
        #expect(error?.description.hasPrefix("/bin/no-such-program cannot be started") == true)
    }

    @Test(
        "A terminal and `swift run` on a Mac, which sets SDKROOT, give a child the same environment"
    )
    func environment() {
        let terminal = ["PATH": "/usr/bin", "HOME": "/home/ada", "TERM": "xterm"]
        let swiftRun = terminal.merging(["SDKROOT": "/Xcode.app/MacOSX.sdk"]) { $1 }
        #expect(
            ChildProcess.environment(of: terminal, adding: ["TMPDIR": "/t"])
                == ChildProcess.environment(of: swiftRun, adding: ["TMPDIR": "/t"]))
    }

    @Test("Events arrive at a descriptor, and a program that reports none for too long is ended")
    func events() async throws {
        let result = try await run("echo event > /dev/fd/3; echo output", quietLimit: 30)
        #expect(result.events == Data("event\n".utf8))
        #expect(result.standardOutput == "output\n")
        #expect(try await run("kill -STOP $$", quietLimit: 1).ending == .outOfTime)
    }

    @Test("A loop that prints is ended in time and fills neither memory nor disk")
    func endlessOutput() async throws {
        let result = try await run("yes", timeLimit: 1)
        #expect(result.ending == .outOfTime)
        #expect(result.standardOutput.utf8.count <= 3_100_000)
    }

    @Test("A process that is left behind is ended, and the tool does not wait for it")
    func leftovers() async throws {
        #expect(try await run("sleep 1007 & echo $!").leftAProcess)
        #if os(Linux)
            let result = try await run("setsid sleep 1005 & sleep 0.2; echo over")
            #expect(result.leftAProcess && result.standardOutput == "over\n")
        #endif
    }

    #if os(Linux)
        @Test("A process that is starting and about to leave its group is ended too")
        func startingLeftovers() async throws {
            for _ in 0..<40 {
                _ = try await run(
                    "env setsid sleep 1006 & setsid setsid setsid sleep 1006 & exec true")
                #expect(!isRunning("sleep", "1006"))
            }
        }
    #endif

    @Test("Files that an earlier run left in a folder are deleted first")
    func staleFolder() async throws {
        let file = folder.appendingPathComponent("stale")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: file)
        #expect(try await run("ls").standardOutput.isEmpty)
    }
}

@Suite("Two tools at once")
struct FolderLockTests {
    @Test("One tool waits for the other, and says what the other one does")
    func waiting() async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("lock-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let messages = Mutex<[String]>([])
        let order = Mutex<[String]>([])
        let lock = FolderLock(file: file)
        let (isHeld, continuation) = AsyncStream.makeStream(of: Void.self)
        async let first: Void = lock.hold(for: "check 09") {
            continuation.yield()
            while messages.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(10)) }
            order.withLock { $0.append("first") }
        }
        for await _ in isHeld { break }
        let listen = { @Sendable (line: String) in messages.withLock { $0.append(line) } }
        try await Progress.$listener.withValue(listen) {
            try await lock.hold(for: "the overview") { order.withLock { $0.append("second") } }
        }
        try await first
        #expect(order.withLock(\.self) == ["first", "second"])
        #expect(
            messages.withLock(\.self)
                == ["Waiting for another workbook (check 09, process \(getpid()))"])
    }

    @Test("A folder that cannot be written is an error with its path")
    func unavailable() async {
        let lock = FolderLock(file: URL(fileURLWithPath: "/dev/null/lock"))
        let error = await #expect(throws: CommandFailure.self) { try await lock.hold(for: "x") {} }
        #expect(error?.description.hasPrefix("/dev/null/lock cannot be written") == true)
    }
}
