/// One thing that a program of the workbook does, as somebody types it.
package struct Command: Sendable {
    /// The word that chooses it: `check`.
    package let name: String
    /// How it is typed and what it does, as `help` shows it.
    package let help: String
    /// Takes the words behind the name, and does it.
    ///
    /// - Returns: Whether everything that it looked at is as it should be.
    /// - Throws: ``UsageError`` for words that it does not take.
    package let run: @Sendable (_ words: [String], _ workbook: WorkbookFolder) throws -> Bool

    package init(
        _ name: String, help: String,
        run: @escaping @Sendable (_ words: [String], _ workbook: WorkbookFolder) throws -> Bool
    ) {
        self.name = name
        self.help = help
        self.run = run
    }

    /// The one word behind the name, where there may be one at most.
    ///
    /// - Throws: ``UsageError`` where there are more, or where it is an option.
    package static func oneAtMost(
        of words: [String], after name: String, in program: String
    ) throws -> String? {
        guard words.count <= 1, words.first?.hasPrefix("-") != true else {
            throw UsageError(
                description: "\(name) takes one number at most: \(program) \(name) 01")
        }
        return words.first
    }
}
