import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// What the program's standard output can show, at this moment: a window may be resized.
package struct Terminal: Sendable {
    /// How many columns a line has.
    package let width: Int
    /// How many rows a screen has; nil where there is no screen.
    package let height: Int?
    /// Whether text may be colored.
    package let isColored: Bool
    /// Whether it has every color, and not 256 of them.
    package let hasTrueColor: Bool
    /// Which colors can be read on its background.
    package var palette: Palette
    /// Whether a person sits before it: standard input and output are both a terminal.
    package let isInteractive: Bool

    /// Describes an output of a known kind.
    package init(
        width: Int, height: Int? = nil, isColored: Bool = false, hasTrueColor: Bool = false,
        palette: Palette = .either, isInteractive: Bool = false
    ) {
        self.width = width
        self.height = height
        self.isColored = isColored
        self.hasTrueColor = hasTrueColor
        self.palette = palette
        self.isInteractive = isInteractive
    }

    /// The program's own standard output. Color is for a terminal, unless `NO_COLOR` is there
    /// (https://no-color.org). `COLORTERM` tells whether it has every color, `COLORFGBG` which its
    /// background is. Where the width is not known, it is 80.
    package static var current: Terminal {
        let environment = ProcessInfo.processInfo.environment
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let isDumb = environment["TERM"] == "dumb"
        var size = winsize()
        let isKnown = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return Terminal(
            width: isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80,
            height: isKnown && size.ws_row > 0 ? Int(size.ws_row) : nil,
            isColored: isTerminal && environment["NO_COLOR"] == nil && !isDumb,
            hasTrueColor: ["truecolor", "24bit"].contains(environment["COLORTERM"]),
            palette: Palette(colorfgbg: environment["COLORFGBG"]) ?? .either,
            isInteractive: isTerminal && isatty(STDIN_FILENO) == 1 && !isDumb
        )
    }

    /// Whether the terminal is of a kind that can be asked for its background: others might show
    /// the question.
    var tellsBackground: Bool {
        let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
        let kinds = ["xterm", "tmux", "screen", "rxvt", "alacritty", "foot", "wezterm"]
        return isColored && isInteractive && kinds.contains { kind.hasPrefix($0) }
    }

    /// Whether it is as large as another one.
    package func hasSize(of other: Terminal) -> Bool {
        (width, height) == (other.width, other.height)
    }

    /// A text in the color of its role, or as it is where there are no colors.
    package func paint(_ text: String, _ role: Role) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(palette.code(of: role))m\(text)\u{1B}[0m" : text
    }

    /// Writes a text to standard output now, and not when a buffer is full.
    package func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }

    /// Writes one line to standard error, if anybody is there to read it.
    package static func complain(_ line: String) {
        write("\(line)\n".utf8, to: STDERR_FILENO)
    }

    /// Writes bytes past all buffers, and waits where there is no room for them yet.
    ///
    /// - Returns: Why it was not possible, as `errno` has it, or nil: a stream may be closed, or its
    ///   device full.
    @discardableResult
    package static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Int32? {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                usleep(10_000)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
