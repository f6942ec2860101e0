/// A line of a source file.
package struct SourceLine: Sendable {
    /// Its number in the file, counted from 1.
    package let number: Int
    /// Its text, without the indentation of the step.
    package let text: String
    /// A Boolean value that indicates whether the line begins inside a string of several lines.
    let isInString: Bool

    /// Returns the line with at most so many of the blanks at its beginning taken off.
    func shifted(by columns: Int) -> SourceLine {
        let blanks = text.prefix(columns).prefix { $0 == " " }
        return SourceLine(
            number: number, text: String(text.dropFirst(blanks.count)), isInString: isInString)
    }

    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// A Boolean value that indicates whether the line belongs to the statement above it, which began in
    /// the first column.
    var continuesStatement: Bool {
        guard !isInString, let first = text.first, !first.isWhitespace else { return true }
        let openings = ["&&", "||", "else", "catch"]
        return "})].?:,=|&".contains(first) || openings.contains { text.hasPrefix($0) }
    }
}
