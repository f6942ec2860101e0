import Walkthrough

/// One thing that a program of the workbook does, as somebody types it.
package struct Command: Sendable {
    /// The declaration of its words and options.
    package let usage: Usage
    /// Does it.
    ///
    /// - Returns: Whether everything that it looked at is as it should be.
    /// - Throws: ``UsageError`` for values that it does not take.
    package let run: @Sendable (_ arguments: Arguments, _ workbook: WorkbookFolder) throws -> Bool

    package init(
        _ usage: Usage,
        run: @escaping @Sendable (_ arguments: Arguments, _ workbook: WorkbookFolder) throws -> Bool
    ) {
        (self.usage, self.run) = (usage, run)
    }

    /// The word that chooses it: `check`.
    package var name: String { usage.name }
}
