import DecodingExplainer

extension DisplayText {
    /// Returns a line in pieces of at most `width` columns, with all its blanks. An empty line is one piece.
    package static func cut(_ line: some StringProtocol, width: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var pieceWidth = 0
        for character in line {
            let characterWidth = Self.width(of: character)
            if pieceWidth + characterWidth > width, !piece.isEmpty {
                pieces.append(piece)
                piece = ""
                pieceWidth = 0
            }
            piece.append(character)
            pieceWidth += characterWidth
        }
        return pieces + [piece]
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
