import Foundation
import Synchronization

/// The size and the colors of the program's standard output at one moment, because a window may be
/// resized.
package struct Terminal: Sendable {
    /// The number of columns of a line.
    package let width: Int
    /// The number of rows of a screen, or nil if there is no screen.
    package let height: Int?
    /// A Boolean value that indicates whether text may be colored.
    package let isColored: Bool
    /// A Boolean value that indicates whether the terminal has every color, and not only 256 of them.
    package let hasTrueColor: Bool
    /// The colors that can be read on its background.
    package var palette: Palette
    /// A Boolean value that indicates whether a person can answer: standard input and standard output
    /// are both a terminal.
    package let isInteractive: Bool
    /// A Boolean value that indicates whether words stand in place of lines, boxes and arrows, and a person is
    /// asked line by line: for somebody who hears the output.
    package let isPlain: Bool
    /// A Boolean value that indicates whether a person sees a screen that can be drawn anew after each key.
    package var hasScreen: Bool { isInteractive && !isPlain }

    /// The width of a plain terminal. A screen reader reads line by line and pauses at each end, so a
    /// paragraph is one line there.
    private static let unbroken = 10_000

    /// Returns its width, or the greatest width for a text if that is less. A plain terminal breaks no
    /// text.
    package func width(upTo widest: Int) -> Int { isPlain ? width : min(width, widest) }

    /// Returns the command that runs a program of the workbook: `swift run lesson-04`. Who hears it does
    /// not want to hear the steps of the build, and has asked for plain output.
    package func command(_ program: String) -> String {
        let isAsked = isPlain && Self.isPlainChosen.load(ordering: .relaxed)
        return "swift run \(isPlain ? "-q " : "")\(program)\(isAsked ? " \(Usage.plain.key)" : "")"
    }

    /// Returns a heading such as `Lesson 05 · Nested keys`, on a plain terminal with a colon in place of the
    /// dot.
    package func heading(_ text: String) -> String {
        isPlain ? PlainRenderer.heading(text) : text
    }

    /// Creates a description of an output whose properties are known.
    package init(
        width: Int, height: Int? = nil, isColored: Bool = false, hasTrueColor: Bool = false,
        palette: Palette = .either, isInteractive: Bool = false, isPlain: Bool = false
    ) {
        self.width = isPlain ? Self.unbroken : width
        self.height = height
        self.isColored = isColored
        self.hasTrueColor = hasTrueColor
        self.palette = palette
        self.isInteractive = isInteractive
        self.isPlain = isPlain
    }

    /// The program's own standard output.
    ///
    /// A terminal has color, unless the environment has `NO_COLOR` (https://no-color.org). `COLORTERM`
    /// tells whether it has every color, and `COLORFGBG` names its background. A width that is not
    /// known is 80. It is plain if the user asked for that, or if `TERM` is `dumb`.
    package static var current: Terminal {
        let environment = ProcessInfo.processInfo.environment
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let isPlain = isPlainChosen.load(ordering: .relaxed) || environment["TERM"] == "dumb"
        var size = winsize()
        let isKnown = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return Terminal(
            width: isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80,
            height: isKnown && size.ws_row > 0 ? Int(size.ws_row) : nil,
            isColored: isTerminal && environment["NO_COLOR"] == nil && !isPlain,
            hasTrueColor: ["truecolor", "24bit"].contains(environment["COLORTERM"]),
            palette: Palette(colorfgbg: environment["COLORFGBG"]) ?? .either,
            isInteractive: isTerminal && isatty(STDIN_FILENO) == 1, isPlain: isPlain
        )
    }

    private static let isPlainChosen = Atomic<Bool>(false)

    /// Makes ``current`` plain from now on.
    package static func becomePlain() { isPlainChosen.store(true, ordering: .relaxed) }

    /// A Boolean value that indicates whether the terminal can be asked for its background. Other kinds
    /// of terminals might show the question on the screen.
    var tellsBackground: Bool {
        let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
        let kinds = ["xterm", "tmux", "screen", "rxvt", "alacritty", "foot", "wezterm"]
        return isColored && hasScreen && kinds.contains { kind.hasPrefix($0) }
    }

    /// Returns a Boolean value that indicates whether it is as large as another terminal.
    package func hasSize(of other: Terminal) -> Bool {
        (width, height) == (other.width, other.height)
    }

    /// Returns a text in the color of its role, or unchanged for a terminal without colors.
    package func paint(_ text: String, _ role: Role) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(palette.code(of: role))m\(text)\u{1B}[0m" : text
    }

    /// Writes a text to standard output at once, without waiting for a full buffer.
    package func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }

    /// Writes one line to standard error. If that is not possible, the line is lost.
    package static func complain(_ line: String) {
        write("\(line)\n".utf8, to: STDERR_FILENO)
    }

    /// Writes bytes without a buffer, and waits while there is no room for them.
    ///
    /// - Returns: Nil, or the `errno` of a failure: a stream may be closed, or its device full.
    @discardableResult
    package static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Int32? {
        var remaining = Array(bytes)[...]
        while !remaining.isEmpty {
            let count = remaining.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            if count >= 0 {
                remaining = remaining.dropFirst(count)
            } else if errno == EAGAIN {
                usleep(10_000)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
