import DecodingExplainer
import ExerciseConventions
import Judging

/// A finding of a judgment as a value, from which the reports for programs are written:
/// ``CompilerStyleReport``, ``GitHubReport`` and ``JUnitReport``.
struct PlacedFinding {
    /// A place in an answer, with numbers that begin at 1.
    struct Place {
        /// The path of the file, from the package's folder.
        let path: String
        let line: Int
        let column: Int
    }

    /// The compiler's word for the severity: `error`, `warning` or `note`.
    let kind: String
    /// The place of the finding, or nil if no line of the answer is the cause.
    var place: Place?
    /// The title of the task, if the finding belongs to one.
    var title: String?
    /// The message, which may have several lines and any characters.
    let message: String
    /// The step of a lesson that shows the right way, if there is one.
    var step: LessonStep?

    /// Returns the first lines of a message, each safe for a terminal and not too long.
    static func printableLines(of message: String) -> [String] {
        message.split(whereSeparator: \.isNewline).prefix(VerdictReport.mostLines)
            .map { DisplayText.printable($0.prefix(VerdictReport.mostCharacters)) }
    }
}

extension PlacedFinding {
    /// Creates a finding from a message of the compiler.
    init(_ diagnostic: Diagnostic) {
        self.init(
            kind: diagnostic.severity.rawValue,
            place: Place(
                path: diagnostic.path, line: diagnostic.line, column: diagnostic.column),
            message: diagnostic.message)
    }
}
