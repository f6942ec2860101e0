import Judging

extension WorkbookFolder {
    /// Returns a Boolean value that indicates whether a stub contains a quotation. The characters of
    /// its comments do not count, and line breaks in either are treated as spaces.
    func stub(_ number: String, says quotation: String) -> Bool {
        let lines = WrittenChange.lines(of: text(stubPath(number)) ?? "").map { line in
            line.replacing(/^\s*\/\/\/? ?/, with: "")
        }
        return Finding.withSingleBlanks(lines.joined(separator: "\n"))
            .contains(Finding.withSingleBlanks(quotation))
    }
}
