import DecodingExplainer
import Foundation

/// Questions to a person who answers with a line.
package enum LinePrompt {
    /// What the first prompt of a program says before the keys, because the others name them alone.
    package static let rule = "Each key needs Return."

    /// Writes a line that says what to type, and waits for an answer.
    ///
    /// - Returns: The answer in lower case and without blanks, or nil after the end of the input.
    package static func answer(to prompt: String) -> String? {
        let terminal = Terminal.current
        // Who hears a blank line learns nothing from it.
        let gap = terminal.isPlain ? "" : "\n"
        let rows = DisplayText.wrapped(prompt, width: max(terminal.width, 20))
        terminal.write(gap + rows.map { terminal.paint($0, .faint) + "\n" }.joined())
        defer { terminal.write(gap) }
        return read()
    }

    /// Returns the next line of the input in lower case and without blanks, or nil after its end.
    package static func read() -> String? {
        readLine().map { $0.lowercased().filter { !$0.isWhitespace } }
    }

    /// Waits for a line of a person at a terminal.
    ///
    /// - Parameter pause: The longest time to wait, in milliseconds.
    /// - Returns: True if ``read()`` returns at once.
    package static func hasInput(within pause: Int32) -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, pause) > 0
    }

    /// Discards the lines that were typed before a question was asked.
    package static func forgetInput() {
        if isatty(STDIN_FILENO) == 1 { tcflush(STDIN_FILENO, TCIFLUSH) }
    }
}
