/// An error for arguments that a program does not take. Its description is one line that says what to
/// do.
package struct UsageError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}
