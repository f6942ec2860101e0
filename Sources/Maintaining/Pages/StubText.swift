import Judging

/// The text of a stub, without the characters of its comments.
struct StubText {
    private let text: String

    /// Creates the text of a stub.
    ///
    /// - Parameter stub: The contents of the file.
    init(_ stub: String) {
        text = Finding.withSingleBlanks(
            WrittenChange.lines(of: stub).map { line in
                line.replacing(/^\s*\/\/\/? ?/, with: "")
            }.joined(separator: "\n"))
    }

    /// Returns a Boolean value that indicates whether the text contains a quotation. Line breaks in
    /// either are treated as spaces.
    func contains(_ quotation: String) -> Bool {
        text.contains(Finding.withSingleBlanks(quotation))
    }
}
