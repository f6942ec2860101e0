import Foundation
import Synchronization

/// A program that the tool runs and waits for.
///
/// Foundation's `Process` waits until every process has closed its copies of the program's output,
/// so a process that is left behind delays it. This type waits for the program alone, and ends the
/// processes that are left.
package struct ChildProcess {
    /// The way in which a program ended.
    package enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It exceeded its time limit.
        case outOfTime
        /// It exceeded its space limit.
        case outOfSpace
    }

    /// The result of a program.
    package struct Result {
        package internal(set) var ending: Ending
        /// The beginning and the end of its output. The middle of a very long output is left out,
        /// because a loop that prints may never end.
        package var standardOutput: String { String(decoding: outputBytes, as: UTF8.self) }
        /// The same as bytes, for a program whose output is not text.
        package let outputBytes: Data
        /// The beginning and the end of its error output.
        package let standardError: String
        /// The data that it wrote to ``eventsPath``.
        let events: Data
        /// A Boolean value that indicates whether a process that it had started had to be ended.
        let leftAProcess: Bool
    }

    /// The whole path of the program.
    let executable: String
    let arguments: [String]
    /// The whole environment of the program. Processes that it starts are recognized by the
    /// `TMPDIR` in it.
    let environment: [String: String]
    let folder: URL
    /// The longest time that it may run, in seconds.
    let timeLimit: Int
    /// The longest time between two events of a program that reports events, in seconds.
    let quietLimit: Int?
    /// The largest size of the files in its folder, in bytes.
    let spaceLimit: Int?
    /// A Boolean value that indicates whether programs are started with a low priority, because a
    /// person waits for other work.
    @TaskLocal package static var isInBackground = false

    /// Creates the description of a program.
    ///
    /// - Parameters:
    ///   - executable: The whole path of the program.
    ///   - arguments: Its arguments.
    ///   - environment: Its whole environment.
    ///   - folder: The folder in which it runs.
    ///   - timeLimit: The longest time that it may run, in seconds.
    ///   - quietLimit: The longest time without an event, in seconds, if it reports events.
    ///   - spaceLimit: The largest size of the files in its folder, in bytes.
    package init(
        executable: String, arguments: [String], environment: [String: String], folder: URL,
        timeLimit: Int = 3600, quietLimit: Int? = nil, spaceLimit: Int? = nil
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
        self.timeLimit = timeLimit
        self.quietLimit = quietLimit
        self.spaceLimit = spaceLimit
    }

    /// The path to which a program with a ``quietLimit`` reports its events. There is no file at
    /// this path, so other code cannot find it and write to it.
    static let eventsPath = "/dev/fd/3"

    /// Returns the environment for a program: a few of the tool's own variables, and some more.
    ///
    /// Only a few variables are kept, so that two terminals give the same environment. The package
    /// manager reads its manifest again when a variable changes. `SDKROOT` is left out, because
    /// `swift run` sets it on a Mac. With it, a tool that was started in another way would build
    /// everything again.
    ///
    /// - Parameters:
    ///   - toolEnvironment: The tool's own environment.
    ///   - names: The names of further variables to keep.
    ///   - additions: The variables to add.
    package static func environment(
        of toolEnvironment: [String: String] = ProcessInfo.processInfo.environment,
        keeping names: Set<String> = [], adding additions: [String: String]
    ) -> [String: String] {
        let needed: Set = [
            "PATH", "HOME", "USER", "LOGNAME", "LD_LIBRARY_PATH", "DEVELOPER_DIR", "TOOLCHAINS",
        ]
        return
            toolEnvironment
            .filter { needed.contains($0.key) || names.contains($0.key) }
            .merging(additions) { $1 }
    }

    /// Runs the program to its end, with an empty standard input.
    ///
    /// - Throws: ``CommandFailure``, or `CancellationError` if the task was canceled. The program has then
    ///   been ended.
    package func run() async throws -> Result {
        try Task.checkCancellation()
        guard FileManager.default.isExecutableFile(atPath: executable) else {
            throw cannotStart(ENOENT)
        }
        // The channels have the descriptors 1, 2 and, for the events, 3.
        let limits = [1_000_000, 500_000] + (quietLimit == nil ? [] : [20_000_000])
        let channels = try limits.map { limit in
            guard let channel = Channel(keeping: limit) else { throw cannotStart(errno) }
            return channel
        }
        let child = try start(channels)
        for channel in channels { channel.closeWriting() }

        let ending = await wait(for: child, channels)
        Self.running.withLock { _ = $0.removeValue(forKey: child) }
        let leftAProcess = Self.endLeftovers(of: child, marker: environment["TMPDIR"])
        for channel in channels { channel.readWhatIsThere() }
        try Task.checkCancellation()
        return Result(
            ending: ending, outputBytes: channels[0].data,
            standardError: String(decoding: channels[1].data, as: UTF8.self),
            events: channels.dropFirst(2).first?.data ?? Data(), leftAProcess: leftAProcess)
    }

    private func cannotStart(_ code: Int32) -> CommandFailure {
        CommandFailure(
            description: "\(executable) cannot be started: \(String(cString: strerror(code))).")
    }

    // MARK: - Starting

    /// Starts the program as the leader of a new process group.
    private func start(_ channels: [Channel]) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let patient = Self.isInBackground ? ["/usr/bin/nice", "-n", "10"] : []
        #if canImport(Darwin)
            posix_spawn_file_actions_addchdir_np(&actions, folder.path)
            let command = patient + [executable] + arguments
        #else
            // Glibc has that function too, but its Swift module does not show it.
            let command = ["/usr/bin/env", "-C", folder.path] + patient + [executable] + arguments
        #endif
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (descriptor, channel) in zip(STDOUT_FILENO..., channels) {
            posix_spawn_file_actions_adddup2(&actions, channel.writing, descriptor)
        }

        // The lock is held from the start to the entry. Otherwise a signal in between would not
        // find the child.
        return try Self.running.withLock { running in
            do throws(Spawning.SystemError) {
                let child = try Spawning.start(
                    command, environment: environment, fileActions: &actions, leadsGroup: true)
                running[child] = environment["TMPDIR"] ?? ""
                return child
            } catch {
                throw cannotStart(error.number)
            }
        }
    }

    // MARK: - Waiting

    /// Waits until the program ends, and ends it if it exceeds a limit or if the task is canceled.
    ///
    /// - Parameters:
    ///   - child: The program's process.
    ///   - channels: Its output, its errors and, if it reports them, its events.
    private func wait(for child: pid_t, _ channels: [Channel]) async -> Ending {
        let start = ContinuousClock.now
        var lastEvent = start
        var lastLook = start
        var early: Ending?
        var cancellation: ContinuousClock.Instant?
        var status: Int32 = 0
        var pause = Duration.milliseconds(2)
        while waitpid(child, &status, WNOHANG) == 0 {
            let hasNews = channels.map { $0.readWhatIsThere() }
            let hasOutput = hasNews.prefix(2).contains(true)
            if hasNews.dropFirst(2).contains(true) { lastEvent = .now }
            if Task.isCancelled {
                // The program has two seconds to end its own children.
                let isPatient = cancellation.map { $0.duration(to: .now) < .seconds(2) } ?? true
                if cancellation == nil || !isPatient { kill(-child, isPatient ? SIGTERM : SIGKILL) }
                cancellation = cancellation ?? .now
            }
            let isQuiet = quietLimit.map { lastEvent.duration(to: .now) > .seconds($0) } ?? false
            if isQuiet || start.duration(to: .now) > .seconds(timeLimit) {
                early = .outOfTime
                kill(-child, SIGKILL)
            }
            if let spaceLimit, lastLook.duration(to: .now) > .milliseconds(400) {
                lastLook = .now
                if Self.size(of: folder, atMost: spaceLimit) > spaceLimit {
                    early = .outOfSpace
                    kill(-child, SIGKILL)
                }
            }
            // In a canceled task, `Task.sleep` returns at once. A program that writes much must not
            // wait for a sleep, because a pipe holds little.
            if Task.isCancelled { usleep(2_000) }
            if hasOutput { await Task.yield() } else { try? await Task.sleep(for: pause) }
            pause = hasOutput ? .microseconds(50) : min(pause * 2, .milliseconds(2))
        }
        // These are the rules of `WIFEXITED` and similar macros of `wait(2)`, which Swift does not
        // import.
        let signal = status & 0x7F
        return early ?? (signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal))
    }

    /// Returns the size of the files in a folder on the disk, in bytes. It stops counting above a
    /// limit.
    private static func size(of folder: URL, atMost limit: Int) -> Int {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [])
        var size = 0
        while size <= limit, let file = files?.nextObject() as? URL {
            // An empty file also takes space, for its name.
            size += 1_000
            // On Linux, Foundation's `fileAllocatedSize` is eight times too large (6.3), because it
            // multiplies the number of blocks by 4,096 bytes in place of 512.
            var status = stat()
            if lstat(file.path, &status) == 0 { size += Int(status.st_blocks) * 512 }
        }
        return size
    }

    /// A pipe. Only the beginning and the end of its data are kept.
    private final class Channel: @unchecked Sendable {
        let reading: Int32
        let writing: Int32
        private let limit: Int
        private var head = Data()
        private var tail = Data()
        private var isWritingOpen = true

        /// Creates a pipe, or returns `nil` if the system has none left.
        ///
        /// - Parameter limit: The number of bytes that are kept of the beginning, and of the end.
        init?(keeping limit: Int) {
            self.limit = limit
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            // The new descriptors are above those that have a meaning for the child, and are closed
            // when it starts.
            let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
            for end in ends { close(end) }
            (reading, writing) = (high[0], high[1])
            guard reading >= 0, writing >= 0 else {
                for end in high where end >= 0 { close(end) }
                return nil
            }
            _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        }

        deinit {
            close(reading)
            closeWriting()
        }

        func closeWriting() {
            if isWritingOpen { close(writing) }
            isWritingOpen = false
        }

        /// Reads the data that has been written so far. If a program writes faster than this
        /// function reads, the function returns, and reads on at the next call.
        ///
        /// - Returns: True if there was any data.
        @discardableResult
        func readWhatIsThere() -> Bool {
            withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
                for round in 0..<64 {
                    let count = read(reading, buffer.baseAddress, buffer.count)
                    if count <= 0 { return round > 0 }
                    keep(buffer.prefix(count))
                }
                return true
            }
        }

        private func keep(_ bytes: some Collection<UInt8>) {
            let room = max(limit - head.count, 0)
            head.append(contentsOf: bytes.prefix(room))
            tail.append(contentsOf: bytes.dropFirst(room))
            if tail.count > 2 * limit { tail = Data(tail.suffix(limit)) }
        }

        var data: Data { head + tail }
    }

    // MARK: - No process left behind

    /// The running children, each with the folder that marks its own children.
    private static let running = Mutex<[pid_t: String]>([:])

    /// Ends the processes that a child has left behind. These are the processes of its group, and
    /// on Linux also those that have left the group, which are recognized by the child's folder in
    /// their environment. macOS does not show the environment of a process to others, so a process
    /// that has left the group goes on there.
    ///
    /// - Returns: A Boolean value that indicates whether there was a process to end.
    private static func endLeftovers(of child: pid_t, marker: String?) -> Bool {
        let hadGroup = kill(-child, SIGKILL) == 0
        #if canImport(Darwin)
            return hadGroup
        #else
            guard let marker, !marker.isEmpty else { return hadGroup }
            var hadLeftovers = hadGroup
            // The loop takes up to two seconds, because on a busy machine a killed process exists
            // until it gets its turn. If an environment cannot be read, the loop looks at it again.
            var uncertain = 0
            for _ in 0..<1_000 {
                let leftovers = processes(markedBy: marker)
                for process in leftovers.marked { kill(process, SIGKILL) }
                hadLeftovers = hadLeftovers || !leftovers.marked.isEmpty
                if leftovers.marked.isEmpty {
                    uncertain += 1
                    if leftovers.isAll || uncertain == 10 { break }
                }
                usleep(2_000)
            }
            return hadLeftovers
        #endif
    }

    #if !canImport(Darwin)
        /// Returns the processes with a folder in their environment, and whether these are all of
        /// them. They may not be all if a process ended during the search, because it may have
        /// started another. They may also not be all if a process is about to become another
        /// program, because it has no environment at that moment.
        private static func processes(markedBy folder: String) -> (marked: Set<pid_t>, isAll: Bool)
        {
            let variable = Data("TMPDIR=\(folder)\0".utf8)
            let all = processes()
            var isAll = true
            let marked = all.filter { process in
                guard process != getpid(),
                    let file = FileHandle(forReadingAtPath: "/proc/\(process)/environ")
                else { return false }
                let environment = (try? file.readToEnd()) ?? Data()
                if environment.isEmpty, hasMemory(process) { isAll = false }
                return environment.range(of: variable) != nil
            }
            return (marked, isAll && processes() == all)
        }

        /// Returns the processes of the system.
        static func processes() -> Set<pid_t> {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return Set(names.compactMap(pid_t.init))
        }

        /// Returns a Boolean value that indicates whether a process is alive, and not only the exit
        /// status of one that has ended.
        private static func hasMemory(_ process: pid_t) -> Bool {
            let pages = FileManager.default.contents(atPath: "/proc/\(process)/statm")
            return pages?.starts(with: Data("0 ".utf8)) == false
        }
    #endif

    /// Ends all children with their own children. Ctrl-C would not do that, because they are in
    /// process groups of their own. A child has two seconds to end its own children. While this
    /// function runs, no child can start, and no thread is told that a child has ended.
    ///
    /// - Parameter finalAction: The work to do at the end, before the children's threads go on.
    static func endAll(andThen finalAction: () -> Void) {
        running.withLock { running in
            for child in running.keys { kill(-child, SIGTERM) }
            for (child, marker) in running {
                for _ in 0..<100 where kill(child, 0) == 0 { usleep(20_000) }
                _ = endLeftovers(of: child, marker: marker)
            }
            finalAction()
        }
    }
}
