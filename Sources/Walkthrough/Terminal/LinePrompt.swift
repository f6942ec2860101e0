import DecodingExplainer
import Foundation

/// Questions to a person who answers with a line.
package enum LinePrompt {
    /// Writes a line that says what to type, and waits for an answer.
    ///
    /// - Returns: The answer in lower case and without blanks, or nil after the end of the input.
    package static func answer(to prompt: String) -> String? {
        let terminal = Terminal.current
        let rows = rows(of: prompt, width: terminal.width)
        terminal.write("\n" + rows.map { terminal.paint($0, .faint) + "\n" }.joined())
        defer { terminal.write("\n") }
        return read()
    }

    /// Returns sentences as rows. A sentence begins in a new row if there is no room for all of it, because
    /// `q: quit.` is heard as one thing.
    package static func rows(of prompt: String, width: Int) -> [String] {
        let sentences = prompt.replacing(". ", with: ".\n").split(separator: "\n")
        var rows: [String] = []
        for sentence in sentences {
            let longer = (rows.last ?? "") + " " + sentence
            if !rows.isEmpty, DisplayText.width(of: longer) <= width {
                rows[rows.count - 1] = longer
            } else {
                rows.append(String(sentence))
            }
        }
        return rows.flatMap { DisplayText.wrapped($0, width: max(width, 20)) }
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
