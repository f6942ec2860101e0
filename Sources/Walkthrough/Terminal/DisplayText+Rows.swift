import DecodingExplainer

extension DisplayText {
    /// Returns a line in pieces of at most `width` columns, with all its blanks. An empty line is one piece.
    package static func cut(_ line: some StringProtocol, width: Int) -> [String] {
        var pieces: [String] = []
        var remaining = Substring(line)
        repeat {
            // A character that is too wide for any piece has one for itself.
            let count = max(prefix(of: remaining, width: width).count, 1)
            pieces.append(String(remaining.prefix(count)))
            remaining = remaining.dropFirst(count)
        } while !remaining.isEmpty
        return pieces
    }

    /// Returns the lines of a text. An empty text is one line.
    static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns a text with blanks after it, up to `width` columns.
    package static func padded(_ text: String, width: Int) -> String {
        text + String(repeating: " ", count: max(width - Self.width(of: text), 0))
    }
}
