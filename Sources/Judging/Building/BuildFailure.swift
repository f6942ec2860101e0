import Foundation

/// A failed build of an answer, or of the modules that all answers share.
package struct BuildFailure: Error, Sendable {
    /// The errors that have a place in a file.
    package let diagnostics: [Diagnostic]
    /// The whole output of the build.
    package let output: String
    /// The contents of the answer that was built. Its file may have changed since.
    package var answer: Data?
    /// The reason why the compiler was stopped, if it did not end by itself.
    var ending: String?

    /// A Boolean value that indicates whether the compiler failed and named no line. The reason may
    /// be an error in the compiler, or an option that this version does not know.
    var isUnexplained: Bool { diagnostics.isEmpty && ending == nil }

    /// The side on which the failure has to be repaired.
    package enum Cause {
        /// The answer, or a declaration in it that the checks need.
        case answer
        /// Another file of the workbook, which has been changed.
        case workbook
        /// The disk is full.
        case fullDisk
        /// The compiler or the package manager failed and named no line.
        case toolchain
    }

    /// Returns the cause of the failure.
    ///
    /// - Parameter path: The path of the answer's file, from the package's folder.
    package func cause(for path: String) -> Cause {
        if output.contains("No space left") { return .fullDisk }
        if !diagnostics(in: path).isEmpty || !messagesAboutChecks.isEmpty { return .answer }
        return diagnostics.isEmpty ? .toolchain : .workbook
    }

    /// Returns the errors in the lines of one file.
    ///
    /// - Parameter path: The path of the file, from the package's folder.
    package func diagnostics(in path: String) -> [Diagnostic] {
        diagnostics.filter { $0.path == path }
    }

    /// The compiler's messages about lines of the checks and about the code that their macros
    /// generate. Messages about generated code have no place in a file.
    package var messagesAboutChecks: [String] {
        let placed = diagnostics.filter { $0.path.hasPrefix("Tests/ExerciseTests/") }
        let expanded = output.split(separator: "\n").compactMap {
            $0.firstMatch(of: #/^macro expansion .+?: error: (.+)$/#).map { String($0.1) }
        }
        var messages: [String] = []
        for message in placed.map(\.message) + expanded where !messages.contains(message) {
            messages.append(message)
        }
        return messages
    }

    /// The reasons of the failure: the ending, else the errors in the output, else the last lines
    /// of the output.
    package var reasons: [String] { ending.map { [$0] } ?? Self.reasons(in: output) }

    /// Returns the reasons that a failed program gives: at most five lines with errors, else its
    /// last five lines.
    ///
    /// - Parameter output: The output of the program.
    package static func reasons(in output: String) -> [String] {
        let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        let errors = lines.filter { $0.contains("error:") || $0.contains("No space left") }
        let chosen = errors.isEmpty ? Array(lines.suffix(5)) : Array(errors.prefix(5))
        return chosen.isEmpty ? ["It ended and did not say why."] : chosen
    }

    /// Returns the reason in one line.
    ///
    /// - Parameter path: The path of the answer's file, from the package's folder.
    package func reason(for path: String) -> String {
        if let ending { return ending }
        if let diagnostic = diagnostics(in: path).first { return diagnostic.message }
        let messages = messagesAboutChecks
        return messages.first.map { "the checks cannot use it: \($0)" } ?? reasons[0]
    }
}
