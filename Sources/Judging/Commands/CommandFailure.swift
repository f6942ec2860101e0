/// The error of work that cannot be done. Its description has the reason and the remedy. If a command
/// ends with it, it is one line.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}
