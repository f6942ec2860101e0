import Foundation

/// Why an answer, or what all answers share, could not be built.
package struct BuildFailure: Error, Sendable {
    /// The errors that have a place in a file.
    package let diagnostics: [Diagnostic]
    /// All that the build printed.
    package let output: String
    /// What ended the compiler, where it did not come to its end.
    var ending: String?

    /// Who has to do something about it.
    package enum Cause {
        /// The answer, or what the checks need of it.
        case answer
        /// Another file of the workbook, which is not as it was.
        case workbook
        case fullDisk
        /// The compiler or the package manager failed and blames no line.
        case toolchain
    }

    /// - Parameter path: The answer's file, from the package's folder.
    package func cause(for path: String) -> Cause {
        if output.contains("No space left") { return .fullDisk }
        if !diagnostics(in: path).isEmpty || !messagesAboutChecks.isEmpty { return .answer }
        return diagnostics.isEmpty ? .toolchain : .workbook
    }

    /// The errors in the lines of one file.
    ///
    /// - Parameter path: From the package's folder.
    package func diagnostics(in path: String) -> [Diagnostic] {
        diagnostics.filter { $0.path == path }
    }

    /// What the compiler says of the lines of the checks, and of those that their macros make. Those
    /// have no place in a file.
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

    /// Why the build failed: its errors, else its last words.
    package var reasons: [String] { ending.map { [$0] } ?? Self.reasons(in: output) }

    /// What a program that failed says why.
    ///
    /// - Parameter output: What it printed.
    package static func reasons(in output: String) -> [String] {
        let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        let errors = lines.filter { $0.contains("error:") || $0.contains("No space left") }
        let chosen = errors.isEmpty ? Array(lines.suffix(5)) : Array(errors.prefix(5))
        return chosen.isEmpty ? ["It ended and did not say why."] : chosen
    }

    /// The reason in one line.
    ///
    /// - Parameter path: The answer's file, from the package's folder.
    package func reason(for path: String) -> String {
        if let ending { return ending }
        if let own = diagnostics(in: path).first { return own.message }
        let messages = messagesAboutChecks
        return messages.first.map { "the checks cannot use it: \($0)" } ?? reasons[0]
    }
}
