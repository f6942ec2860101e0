import Walkthrough

/// One message of the compiler. A lesson shows such messages too, so they are read where the lessons are.
package typealias Diagnostic = Walkthrough.Diagnostic

extension Diagnostic {
    /// Finds the messages in the output of a build of the workbook.
    package static func all(in output: String, _ workbook: WorkbookFolder) -> [Diagnostic] {
        all(in: output, of: workbook.root)
    }
}
