/// A command that cannot do what it was asked for. Its description is one line that says why, and what
/// to do.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}
