import Judging

/// What a stub says to a learner, without the characters that make comments of it.
struct StubText {
    private let text: String

    /// - Parameter stub: The whole file.
    init(_ stub: String) {
        text = Finding.withSingleBlanks(
            WrittenChange.lines(of: stub).map { line in
                line.replacing(/^\s*\/\/\/? ?/, with: "")
            }.joined(separator: "\n"))
    }

    /// Whether these words are in it, wherever its lines break.
    func says(_ words: String) -> Bool {
        text.contains(Finding.withSingleBlanks(words))
    }
}
