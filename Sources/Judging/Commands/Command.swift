import Walkthrough

/// A command of one of the workbook's programs: `check` of `workbook`, for example.
package struct Command: Sendable {
    /// The declaration of its arguments and options.
    package let usage: Usage
    /// Runs the command.
    ///
    /// - Returns: True if everything that the command looked at is in order.
    /// - Throws: ``UsageError`` for arguments that the command does not take, or another error with
    ///   a description.
    package let run:
        @Sendable (_ arguments: Arguments, _ workbook: WorkbookFolder) async throws -> Bool

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - usage: The declaration of its arguments and options.
    ///   - run: The function that runs it.
    package init(
        _ usage: Usage,
        run: @escaping @Sendable (Arguments, WorkbookFolder) async throws -> Bool
    ) {
        (self.usage, self.run) = (usage, run)
    }

    /// The name of the command: `check`.
    package var name: String { usage.name }
}
