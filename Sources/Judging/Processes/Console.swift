import DecodingExplainer
import Foundation
import Walkthrough

/// The tool's output. The output functions of Foundation and the standard library are not used,
/// because on a failed write they either end the program or report nothing.
package enum Console {
    /// The error of a failed write to standard output.
    struct CannotWrite: Error, CustomStringConvertible {
        let code: Int32

        var description: String {
            "the result cannot be written: \(String(cString: strerror(code)))."
        }

        /// A Boolean value that indicates whether the reader has closed the pipe, as `head` does in
        /// `workbook | head -n 1`.
        var isClosed: Bool { code == EPIPE }
    }

    /// Writes lines to standard output, each with a line break. On a plain terminal blank lines are left
    /// out, because who hears one learns nothing from it.
    ///
    /// - Throws: ``CannotWrite``.
    package static func print(_ lines: [String]) throws {
        let told = Terminal.current.isPlain ? lines.filter { !$0.isEmpty } : lines
        try write(told.joined(separator: "\n") + "\n")
    }

    /// Writes text to standard output without a line break at its end.
    ///
    /// - Throws: ``CannotWrite``.
    package static func write(_ text: String) throws {
        if let code = write(text, to: STDOUT_FILENO) { throw CannotWrite(code: code) }
    }

    /// A Boolean value that indicates whether standard output is open and has a reader.
    package static var hasReader: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&output, 1, 0) == 0 || output.revents & Int16(POLLERR | POLLNVAL) == 0
    }

    /// Writes a line to standard error. On a terminal, it is wrapped between words. A failed write
    /// is ignored, because there is no other place for a message.
    package static func complain(_ line: String) {
        let rows =
            isatty(STDERR_FILENO) == 1
            ? DisplayText.wrapped(line, width: Terminal.current.width) : [line]
        _ = write(rows.joined(separator: "\n") + "\n", to: STDERR_FILENO)
    }

    /// Writes text to a file descriptor.
    ///
    /// - Returns: The value of `errno` if the write failed, else `nil`.
    package static func write(_ text: String, to descriptor: Int32) -> Int32? {
        Terminal.write(Data(text.utf8), to: descriptor)
    }

    /// Prepares the process for its output. A write to a closed pipe then gives an error, and does
    /// not end the process. A closed standard descriptor is opened for `/dev/null`, so that the
    /// next file that is opened does not get its number.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        // The same for a file that cannot grow: the error tells the user that the disk is full.
        signal(SIGXFSZ, SIG_IGN)
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
