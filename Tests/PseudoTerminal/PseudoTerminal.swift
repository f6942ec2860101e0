import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A program at a terminal of its own, and the hands and the eyes of the person before it.
package final class PseudoTerminal {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let process: pid_t
    private let primary: Int32
    /// Kept open, so that the settings can be looked at when the program has ended.
    private let secondary: Int32
    /// How the terminal is set before the program begins.
    package let settingsAtStart: [tcflag_t]
    /// All that was written so far.
    package var output: String { String(decoding: bytes, as: UTF8.self) }
    /// The screen as a person sees it.
    package private(set) var emulator: TerminalEmulator
    private var bytes: [UInt8] = []
    private var isOver = false

    /// Longer than any machine takes, so that a test that fails ends.
    private static let limit: TimeInterval = 120

    /// Starts a program as the first of its session, as a terminal's window does.
    package init(
        _ program: String, _ arguments: [String], rows: Int = 30, columns: Int = 80,
        environment: [String: String] = [:]
    ) throws {
        emulator = TerminalEmulator(rows: rows, columns: columns)
        primary = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        guard let name = Self.name(of: primary) else {
            throw Failure(description: "There is no pseudo-terminal.")
        }
        secondary = open(name, O_RDWR | O_NOCTTY)
        for descriptor in [primary, secondary] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        settingsAtStart = Self.settings(of: secondary)

        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
            let newSession = Int16(0x400 | POSIX_SPAWN_CLOEXEC_DEFAULT)
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
            let newSession: Int16 = 0x80
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // As in a terminal's window: the tests may have been started in the background, where Ctrl-C is
        // passed over.
        var (none, every) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&every)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setflags(
            &attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        // A pipe of another test that the program kept open would never come to its end.
        #if !canImport(Darwin)
            for descriptor in (STDERR_FILENO + 1)..<256 {
                posix_spawn_file_actions_addclose(&actions, descriptor)
            }
        #endif

        var all = ["TERM": "vt220", "NO_COLOR": "1"]
        all["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        all.merge(environment) { $1 }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = all.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw Failure(description: String(cString: strerror(code))) }
        self.process = process
        resize(rows: rows, columns: columns)
    }

    /// Unlocks the other side of a pseudo-terminal and gives its name.
    private static func name(of primary: Int32) -> String? {
        guard primary >= 0 else { return nil }
        #if canImport(Darwin)
            guard grantpt(primary) == 0, unlockpt(primary) == 0 else { return nil }
            return ptsname(primary).map { String(cString: $0) }
        #else
            // Swift's module of the C library leaves out `unlockpt` and `ptsname`. This is
            // `TIOCSPTLCK` and `TIOCGPTN`.
            var lock: Int32 = 0
            var number: Int32 = 0
            guard ioctl(primary, 0x4004_5431, &lock) == 0,
                ioctl(primary, 0x8004_5430, &number) == 0
            else { return nil }
            return "/dev/pts/\(number)"
        #endif
    }

    deinit {
        if !isOver {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(primary)
        close(secondary)
    }

    // MARK: Hands

    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(primary, bytes, bytes.count)
    }

    package func resize(rows: Int, columns: Int) {
        var size = winsize()
        (size.ws_row, size.ws_col) = (UInt16(rows), UInt16(columns))
        emulator.resize(rows: rows, columns: columns)
        _ = ioctl(primary, UInt(TIOCSWINSZ), &size)
    }

    // MARK: Eyes

    /// Types a line, and waits until the program asks again.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - prompt: The end of the line that asks.
    /// - Returns: What was written meanwhile.
    @discardableResult
    package func answer(
        _ line: String, until prompt: String, _ location: SourceLocation = #_sourceLocation
    ) throws -> String {
        let before = screen.count
        type(line + "\n")
        return try wait(location, prompt) {
            $0.count > before && $0.dropFirst(before).hasSuffix("\(prompt)\n")
        }
    }

    /// Checks that everything was written in words: no lines, boxes and arrows, and nothing that moves the
    /// cursor.
    package func expectPlain(_ location: SourceLocation = #_sourceLocation) {
        let lines = output.replacing("\r\n", with: "\n").split(separator: "\n")
        for line in lines {
            let hasSign = line.contains { "─│├└→←↑↓↳▲◄►▸✔✘○●█╎\u{1B}\r".contains($0) }
            #expect(!hasSign && !line.hasPrefix("? "), "\(line)", sourceLocation: location)
        }
    }

    /// What is on the screen: what was written since the cursor was at its top, without colors.
    package var screen: String {
        let home = Array("\u{1B}[H".utf8)
        let start = bytes.indices.dropLast(2).last { bytes[$0...].starts(with: home) }
        return String(decoding: bytes[(start ?? 0)...], as: UTF8.self)
            .replacing(#/\x{1B}\[[\d;]*[HmKJ]/#, with: "")
            .replacing("\r\n", with: "\n")
    }

    /// Waits until the screen shows a text.
    @discardableResult
    package func wait(for text: String, _ location: SourceLocation = #_sourceLocation) throws
        -> String
    {
        try wait(location, text) { $0.contains(text) }
    }

    /// Waits until the screen is as it should be.
    ///
    /// - Parameter isWhole: Whether to wait too for whatever belongs to the same screen, which may
    ///   arrive in pieces. A program that wants an answer within a short time gets it sooner without.
    @discardableResult
    package func wait(
        _ location: SourceLocation = #_sourceLocation, _ wish: String = "", isWhole: Bool = true,
        until isRight: (String) -> Bool
    ) throws -> String {
        let end = Date(timeIntervalSinceNow: Self.limit)
        while !isRight(screen) {
            guard Date() < end, read() else {
                Issue.record(
                    "\(wish) did not come; the screen is:\n\(screen)", sourceLocation: location)
                throw Failure(description: "\(wish) did not come")
            }
        }
        var whole = screen
        while isWhole, isThereMore(within: 150), read(), isRight(screen) { whole = screen }
        return whole
    }

    /// Waits until the rows of the emulated screen are as they should be, and nothing more comes.
    @discardableResult
    package func waitForRows(
        _ wish: String, _ location: SourceLocation = #_sourceLocation,
        until isRight: ([String]) -> Bool
    ) throws -> [String] {
        let end = Date(timeIntervalSinceNow: Self.limit)
        while true {
            while isThereMore(within: 150), read() {}
            if isRight(emulator.used) { return emulator.used }
            guard Date() < end, read() else {
                let rows = emulator.lines.joined(separator: "\n")
                Issue.record(
                    "\(wish) did not come; the screen is:\n\(rows)", sourceLocation: location)
                throw Failure(description: "\(wish) did not come")
            }
        }
    }

    private func isThereMore(within milliseconds: Int32) -> Bool {
        var input = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, milliseconds) > 0
    }

    /// - Returns: Whether more may come.
    private func read() -> Bool {
        if !isThereMore(within: 100) { return !hasEnded }
        var buffer = [UInt8](repeating: 0, count: 65536)
        #if canImport(Darwin)
            let count = Darwin.read(primary, &buffer, buffer.count)
        #else
            let count = Glibc.read(primary, &buffer, buffer.count)
        #endif
        guard count > 0 else { return false }
        bytes += buffer[..<count]
        emulator.feed(buffer[..<count])
        return true
    }

    private var status: Int32 = 0

    private var hasEnded: Bool {
        if !isOver, waitpid(process, &status, WNOHANG) == process { isOver = true }
        return isOver
    }

    /// Waits until the program has ended.
    ///
    /// - Returns: Its exit code, or 128 and the number of the signal, as a shell says it.
    package func end() throws -> Int32 {
        let end = Date(timeIntervalSinceNow: Self.limit)
        while !hasEnded {
            guard Date() < end else { throw Failure(description: "It does not end:\n\(screen)") }
            _ = read()
        }
        while read() {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// How the terminal is set: what it does with a line, with keys and with output.
    package var settings: [tcflag_t] { Self.settings(of: secondary) }

    private static func settings(of descriptor: Int32) -> [tcflag_t] {
        var settings = termios()
        tcgetattr(descriptor, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    }

    /// Whether each key is given at once and not shown.
    package var isRaw: Bool { settings[3] & tcflag_t(ICANON | ECHO) == 0 }
}
