/// What a page of the lesson shows from another file.
struct Other {
    /// In the first column there is no end of it.
    let text = """
        struct Other {
        // MARK: - In a string
        """

    func length(
        of word: String
    ) -> Int {
        word.count
    }
}

// MARK: - A section

@MainActor private func twice(_ number: Int) -> Int { number * 2 }

extension Other {}

// MARK: - Another section

extension Other: Sendable {}
