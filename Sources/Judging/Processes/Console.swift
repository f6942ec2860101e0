import DecodingExplainer
import Foundation
import Walkthrough

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// The tool's output. Foundation's and the standard library's either trap where it cannot be written,
/// or say nothing.
package enum Console {
    /// Standard output cannot be written.
    struct CannotWrite: Error, CustomStringConvertible {
        let code: Int32

        var description: String {
            "the result cannot be written: \(String(cString: strerror(code)))."
        }

        /// Whether the reader has gone: `workbook | head -n 1` has seen what it wants.
        var isClosed: Bool { code == EPIPE }
    }

    /// Writes lines to standard output.
    ///
    /// - Throws: ``CannotWrite``.
    package static func print(_ lines: [String]) throws {
        if let code = write(lines.joined(separator: "\n") + "\n", to: STDOUT_FILENO) {
            throw CannotWrite(code: code)
        }
    }

    /// Writes text to standard output as it is.
    ///
    /// - Throws: ``CannotWrite``.
    package static func write(_ text: String) throws {
        if let code = write(text, to: STDOUT_FILENO) { throw CannotWrite(code: code) }
    }

    /// - Returns: Whether somebody could read what is written to standard output.
    package static var hasReader: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&output, 1, 0) == 0 || output.revents & Int16(POLLERR | POLLNVAL) == 0
    }

    /// Writes one line to standard error, wrapped between words where a terminal shows it. Where that
    /// is not possible, nobody can be told.
    package static func complain(_ line: String) {
        let rows =
            isatty(STDERR_FILENO) == 1
            ? DisplayText.wrapped(line, width: Terminal.current.width) : [line]
        _ = write(rows.joined(separator: "\n") + "\n", to: STDERR_FILENO)
    }

    /// - Returns: Why it was not possible, as `errno` has it, or nil.
    static func write(_ text: String, to descriptor: Int32) -> Int32? {
        write(Data(text.utf8), to: descriptor)
    }

    /// - Returns: Why it was not possible, as `errno` has it, or nil.
    package static func write(_ data: Data, to descriptor: Int32) -> Int32? {
        Terminal.write(data, to: descriptor)
    }

    /// Makes a write to a closed pipe an error and not the end, and keeps a closed standard output
    /// from becoming the name of the next file that is opened.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        // Nor is a file that may not grow: the disk is full, one line says so.
        signal(SIGXFSZ, SIG_IGN)
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
