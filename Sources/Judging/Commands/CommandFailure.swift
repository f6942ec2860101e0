/// The error of a command that cannot do its work. Its description is one line with the reason and
/// the remedy.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}
