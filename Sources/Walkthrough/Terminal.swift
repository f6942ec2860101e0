import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
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
    /// Whether a person sits before it: standard input and output are both a terminal.
    package let isInteractive: Bool

    /// Describes an output of a known kind.
    package init(
        width: Int, height: Int? = nil, isColored: Bool = false, hasTrueColor: Bool = false,
        isInteractive: Bool = false
    ) {
        self.width = width
        self.height = height
        self.isColored = isColored
        self.hasTrueColor = hasTrueColor
        self.isInteractive = isInteractive
    }

    /// The program's own standard output. Color is for a terminal, unless `NO_COLOR` is there
    /// (https://no-color.org). `COLORTERM` tells whether it has every color. Where the width is not
    /// known, it is 80.
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
            isInteractive: isTerminal && isatty(STDIN_FILENO) == 1 && !isDumb
        )
    }

    /// What a text is, which decides its color.
    package enum Role: String, Sendable {
        case title = "1"
        case faint = "2"
        case term = "36"
        case question = "33"
        case good = "32"
        case bad = "31"
    }

    /// A text in the color of its role, or as it is where there are no colors.
    package func paint(_ text: String, _ role: Role) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Clears the screen where there is one, so that a page begins at its top.
    package func clear() {
        if isInteractive { write("\u{1B}[2J\u{1B}[H") }
    }

    /// Takes back the line above, where a terminal shows what was typed.
    package func takeBackLine() {
        if isInteractive { write("\u{1B}[1A\u{1B}[2K") }
    }

    /// Writes a text to standard output now, and not when a buffer is full.
    package func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }

    /// Writes one line to standard error.
    package static func complain(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
