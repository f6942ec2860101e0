import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A program that the tool runs and waits for.
///
/// Foundation's `Process` waits until every process has closed what the program passed on to it, so
/// a process that is left behind holds it up. This waits for the program alone, and ends the rest.
package struct ChildProcess {
    /// How a program ended.
    package enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
        case outOfTime
        case outOfSpace
    }

    /// What a program left behind.
    package struct Result {
        package let ending: Ending
        /// The beginning of what it printed: a loop that prints has no end.
        package let standardOutput: String
        /// The beginning and the end of its messages.
        package let standardError: String
        /// What it wrote to ``eventsPath``.
        let events: Data
        /// Whether a process that it had started had to be ended.
        let leftAProcess: Bool
        /// What it printed, where that need not be text.
        package var outputBytes = Data()
    }

    /// The program could not be started.
    package struct CannotStart: Error, CustomStringConvertible {
        let program: String
        let reason: String

        package var description: String { "\(program) cannot be started: \(reason)." }
    }

    /// The whole path of the program.
    let executable: String
    let arguments: [String]
    /// All that the program sees of an environment. What it starts is known by the `TMPDIR` in it.
    let environment: [String: String]
    let folder: URL
    /// How long it may run, in seconds.
    let timeLimit: Int
    /// How long a program that reports events may run without one, in seconds.
    let quietLimit: Int?
    /// How much may be in its folder, in bytes.
    let spaceLimit: Int?
    /// Whether what is started now is in nobody's way: what a person waits for comes first.
    @TaskLocal package static var isInBackground = false

    /// - Parameters:
    ///   - executable: The whole path of the program.
    ///   - arguments: Its arguments.
    ///   - environment: All that it sees of an environment.
    ///   - folder: Where it runs.
    ///   - timeLimit: How long it may run, in seconds.
    ///   - quietLimit: How long it may run without an event, in seconds, if it reports events.
    ///   - spaceLimit: How much may be in its folder, in bytes.
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

    /// The path to which a program with a ``quietLimit`` reports its events. There is no file behind
    /// it that other code could find and write to.
    static let eventsPath = "/dev/fd/\(eventsDescriptor)"
    private static let eventsDescriptor: Int32 = 3

    /// What of the tool's own environment a program needs. It is little, so that two terminals do
    /// not differ: the package manager reads its manifest anew when a variable changes. `SDKROOT` is
    /// not needed: on a Mac `swift run` sets it, and a tool that was started without it would build
    /// everything again.
    ///
    /// - Parameters:
    ///   - own: The tool's own environment.
    ///   - names: What is to be kept of it beside what every program needs.
    ///   - others: What comes from nowhere else.
    package static func environment(
        of own: [String: String] = ProcessInfo.processInfo.environment,
        keeping names: Set<String> = [], adding others: [String: String]
    ) -> [String: String] {
        let needed: Set = [
            "PATH", "HOME", "USER", "LOGNAME", "LD_LIBRARY_PATH", "DEVELOPER_DIR", "TOOLCHAINS",
        ]
        return
            own
            .filter { needed.contains($0.key) || names.contains($0.key) }
            .merging(others) { $1 }
    }

    /// Runs the program to its end, with nothing on its standard input.
    ///
    /// - Throws: ``CannotStart``, and ``Cancellation/Cancelled``.
    package func run() throws -> Result {
        try Cancellation.check()
        guard FileManager.default.isExecutableFile(atPath: executable) else {
            throw cannotStart(ENOENT)
        }
        let output = try channel(keeping: 1_000_000)
        let errors = try channel(keeping: 500_000)
        let events = try quietLimit.map { _ in try channel(keeping: 20_000_000) }
        let exit = try channel(keeping: 0)
        let child = try start(output, errors, events)
        for channel in [output, errors, events] { channel?.closeWriting() }

        let status = ExitStatus()
        Thread.detachNewThread {
            var raw: Int32 = 0
            while waitpid(child, &raw, 0) == -1, errno == EINTR {}
            status.raw.withLock { $0 = raw }
            exit.closeWriting()
        }
        let early = wait(for: child, status, output, errors, events, exit)
        Self.running.withLock { _ = $0.removeValue(forKey: child) }
        let leftAProcess = Self.endLeftovers(of: child, marker: environment["TMPDIR"])
        for channel in [output, errors, events] { channel?.readWhatIsThere() }
        try Cancellation.check()
        return Result(
            ending: early ?? status.ending,
            standardOutput: output.text, standardError: errors.text,
            events: events?.data ?? Data(), leftAProcess: leftAProcess, outputBytes: output.data)
    }

    private final class ExitStatus: Sendable {
        /// Nil while the program runs.
        let raw = Mutex<Int32?>(nil)

        var isKnown: Bool { raw.withLock(\.self) != nil }

        /// As `WIFEXITED` and its like tell: the macros of `wait(2)` are not there in Swift.
        var ending: Ending {
            let status = raw.withLock(\.self) ?? 0
            return status & 0x7F == 0
                ? .exited((status >> 8) & 0xFF) : .killed(signal: status & 0x7F)
        }
    }

    private func channel(keeping limit: Int) throws -> Channel {
        guard let channel = Channel(keeping: limit) else { throw cannotStart(errno) }
        return channel
    }

    private func cannotStart(_ code: Int32) -> CannotStart {
        CannotStart(program: executable, reason: String(cString: strerror(code)))
    }

    // MARK: - Starting

    /// Starts the program as the head of a process group of its own.
    private func start(_ output: Channel, _ errors: Channel, _ events: Channel?) throws -> pid_t {
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
            // Glibc has that function too, but Swift's module of it does not show it.
            let command = ["/usr/bin/env", "-C", folder.path] + patient + [executable] + arguments
        #endif
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
        if let events {
            posix_spawn_file_actions_adddup2(&actions, events.writing, Self.eventsDescriptor)
        }

        // A signal between the start and the entry would find nothing to end.
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

    /// - Parameters:
    ///   - child: The program's process.
    ///   - status: Says when it has ended.
    ///   - exit: Wakes the wait then. It says nothing by itself: another thread may start a process while
    ///     a pipe is being made, and that one keeps it open.
    /// - Returns: Why the program had to be ended, or nil.
    private func wait(
        for child: pid_t, _ status: ExitStatus, _ output: Channel, _ errors: Channel,
        _ events: Channel?, _ exit: Channel
    ) -> Ending? {
        let channels = [output, errors, events].compactMap(\.self)
        let start = ContinuousClock.now
        var lastEvent = start
        var lastLook = start
        var early: Ending?
        let cancellation = Cancellation.current
        var cancelled: ContinuousClock.Instant?
        while true {
            var waiting = (channels + [exit]).map {
                pollfd(fd: $0.hasEnded ? -1 : $0.reading, events: Int16(POLLIN), revents: 0)
            }
            poll(&waiting, nfds_t(waiting.count), cancellation == nil ? 500 : 50)
            if let events, waiting[channels.count - 1].revents != 0, !events.hasEnded {
                lastEvent = .now
            }
            for channel in channels { channel.readWhatIsThere() }
            if status.isKnown { return early }
            if cancellation?.isCancelled == true {
                // It gets two seconds to end its own children.
                let isPatient = cancelled.map { $0.duration(to: .now) < .seconds(2) } ?? true
                if cancelled == nil || !isPatient { kill(-child, isPatient ? SIGTERM : SIGKILL) }
                cancelled = cancelled ?? .now
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
        }
    }

    /// How many bytes the files in a folder take on the disk. It stops to count at a limit.
    private static func size(of folder: URL, atMost limit: Int) -> Int {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [])
        var size = 0
        while size <= limit, let file = files?.nextObject() as? URL {
            // A file without contents takes its name.
            size += 1_000
            // Foundation's fileAllocatedSize is eight times as much on Linux (6.3): it counts blocks of
            // 4,096 bytes, and they have 512.
            var status = stat()
            if lstat(file.path, &status) == 0 { size += Int(status.st_blocks) * 512 }
        }
        return size
    }

    /// A pipe of which only the beginning and the end are kept.
    private final class Channel: @unchecked Sendable {
        let reading: Int32
        let writing: Int32
        private let limit: Int
        private var head = Data()
        private var tail = Data()
        private var isWritingOpen = true
        private(set) var hasEnded = false

        /// - Parameter limit: How many bytes of the beginning, and of the end, are kept.
        init?(keeping limit: Int) {
            self.limit = limit
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            // Away from the numbers that mean something to the child, and closed when it starts.
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

        /// Takes what has been written so far. A program that writes faster than this reads gets its
        /// next turn later.
        func readWhatIsThere() {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            for _ in 0..<64 where !hasEnded {
                let count = read(reading, &buffer, buffer.count)
                if count < 0 { return }
                if count == 0 { hasEnded = true }
                keep(buffer.prefix(count))
            }
        }

        private func keep(_ bytes: ArraySlice<UInt8>) {
            let room = max(limit - head.count, 0)
            head.append(contentsOf: bytes.prefix(room))
            tail.append(contentsOf: bytes.dropFirst(room))
            if tail.count > 2 * limit { tail = Data(tail.suffix(limit)) }
        }

        var data: Data { head + tail }
        var text: String {
            // swift-format-ignore: a byte that is not UTF-8 should not lose the rest.
            String(decoding: data, as: UTF8.self)
        }
    }

    // MARK: - No process left behind

    /// The children that run, each with the folder by which its own children are known.
    private static let running = Mutex<[pid_t: String]>([:])

    /// Ends what a child has left behind: its process group, and on Linux also those that have left
    /// the group, which its folder in their environment gives away. macOS shows nobody the
    /// environment of a process, so there only the group is ended, and a process that has left it
    /// goes on.
    ///
    /// - Returns: Whether there was anything to end.
    private static func endLeftovers(of child: pid_t, marker: String?) -> Bool {
        let hadGroup = kill(-child, SIGKILL) == 0
        #if canImport(Darwin)
            return hadGroup
        #else
            guard let marker, !marker.isEmpty else { return hadGroup }
            var hadLeftovers = hadGroup
            // Two seconds: one that is killed is still there until it gets its turn on a busy machine.
            // What cannot be read for once is looked at again.
            var uncertain = 0
            for _ in 0..<1_000 {
                let found = processes(markedBy: marker)
                for process in found.marked { kill(process, SIGKILL) }
                hadLeftovers = hadLeftovers || !found.marked.isEmpty
                if found.marked.isEmpty {
                    uncertain += 1
                    if found.isAll || uncertain == 10 { break }
                }
                usleep(2_000)
            }
            return hadLeftovers
        #endif
    }

    #if !canImport(Darwin)
        /// The processes with a folder in their environment, and whether these are all: one that ended
        /// during the look may have started another, and one that is about to become another program
        /// has no environment yet.
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

        private static func processes() -> Set<pid_t> {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return Set(names.compactMap(pid_t.init))
        }

        /// Whether a process is more than the exit status of one that has ended.
        private static func hasMemory(_ process: pid_t) -> Bool {
            let pages = FileManager.default.contents(atPath: "/proc/\(process)/statm")
            return pages?.starts(with: Data("0 ".utf8)) == false
        }
    #endif

    /// Ends all children with their own children: what Ctrl-C would not do, as they are in groups of
    /// their own. A child gets two seconds to end its own children. None starts, and nobody learns
    /// that one has ended, before the last thing is done.
    static func endAll(andThen lastThing: () -> Void) {
        running.withLock { running in
            for child in running.keys { kill(-child, SIGTERM) }
            for (child, marker) in running {
                for _ in 0..<100 where kill(child, 0) == 0 { usleep(20_000) }
                _ = endLeftovers(of: child, marker: marker)
            }
            lastThing()
        }
    }
}
