import Dispatch
import Foundation
import LaunchesApp
import Walkthrough

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// The app in a terminal: it takes arguments, writes text, and ends with an exit code.
@main
struct LaunchesCommand {
    static func main() async {
        let typed = Array(CommandLine.arguments.dropFirst())
        if Usage.asksForHelp(typed) {
            write(Command.help)
            exit(ExitCode.success)
        }
        let command: Command
        do {
            command = try Command(typed)
        } catch {
            complain("launches: \(error)")
            exit(ExitCode.usage)
        }
        let app = App(
            server: command.url.map(server(at:)) ?? .bundled,
            timeLimit: command.timeLimit, display: .current, write: write,
            progress: isatty(STDERR_FILENO) == 1 ? showProgress : nil)
        let work = Task {
            try await app.run(command.subject, loadsPatches: command.url != nil)
        }
        let interruption = onInterrupt { work.cancel() }
        let code = exitCode(of: await work.result, asksServer: command.url != nil)
        interruption.cancel()
        exit(code)
    }

    private static func server(at url: URL) -> Server {
        let server = Server(url, transport: networkTransport()).askingAgain(atMost: 2)
        return APIKey().map { server.withKey($0) } ?? server
    }

    private static func exitCode(
        of result: Result<Void, any Error>, asksServer: Bool
    ) -> Int32 {
        switch result {
        case .success:
            return 0
        case .failure(Failure.answer(.status(404))) where !asksServer:
            complain(
                "launches: There is nothing with that number. Without a number, all are listed.")
            return 1
        case .failure(let failure as Failure):
            complain("launches: \(failure.sentence)")
            return 1
        case .failure:
            return 130
        }
    }

    /// Calls a closure after the first Ctrl-C. The second one ends the program at once.
    ///
    /// - Returns: The source of the signal. Cancel it when the work is done.
    private static func onInterrupt(
        _ action: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        // Until the source is registered, Ctrl-C ends the program as it ends any other. On Linux, a
        // program that ignores the signal then never gets an event (Swift 6.3).
        #if canImport(Darwin)
            source.setRegistrationHandler { signal(SIGINT, SIG_IGN) }
        #endif
        source.setEventHandler {
            signal(SIGINT, SIG_DFL)
            action()
        }
        source.resume()
        return source
    }

    private static func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }

    private static func complain(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// Shows a line that the next one replaces.
    private static func showProgress(_ line: String) {
        FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
    }
}

extension Display {
    /// Standard output, with the width that `COLUMNS` or the terminal gives. A terminal has colors, unless
    /// the environment has `NO_COLOR` (https://no-color.org).
    fileprivate static var current: Display {
        let environment = ProcessInfo.processInfo.environment
        var size = winsize()
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let isKnown = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        let columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
        return Display(
            width: environment["COLUMNS"].flatMap(Int.init) ?? columns,
            hasColors: isTerminal && environment["NO_COLOR"] ?? "" == ""
                && environment["TERM"] != "dumb")
    }
}
