import ExerciseConventions
import Foundation

/// The folder of the answers that are judged.
package struct AnswersFolder: Equatable, Sendable {
    /// The path, from the package's folder.
    package let path: String

    /// The folder of the learner's own answers.
    package static let learners = AnswersFolder(path: "Exercises")

    /// Returns the path of an answer's file, from the package's folder.
    package func answerPath(_ number: String) -> String { "\(path)/Exercise\(number).swift" }

    /// The note that is shown first if the answers are not the learner's own.
    package var note: String? {
        self == .learners
            ? nil : "These are the answers in \(path), and not yours: ANSWERS says so."
    }

    /// Returns the folder that the environment variable `ANSWERS` names, or the learner's own if
    /// the variable is not set.
    ///
    /// - Parameters:
    ///   - name: The value of the variable.
    ///   - workbook: The package's folder, which has to contain the folder.
    /// - Throws: ``UsageError`` if there is no such folder, or if it is outside the package's
    ///   folder.
    package static func named(
        _ name: String? = ProcessInfo.processInfo.environment[EnvironmentVariable.answers],
        in workbook: WorkbookFolder
    ) throws -> AnswersFolder {
        guard let name, !name.isEmpty else { return .learners }
        let root = workbook.root.standardizedFileURL
        let folder = URL(fileURLWithPath: name, relativeTo: root).standardizedFileURL
        func unusable(_ reason: String) -> UsageError {
            UsageError(
                description: "\(EnvironmentVariable.answers)=\(name) \(reason); "
                    + "unset ANSWERS judges your own files in Exercises.")
        }
        guard folder.path.hasPrefix(root.path + "/") else {
            throw unusable("is outside of the workbook")
        }
        let path = String(folder.path.dropFirst(root.path.count + 1))
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
            isFolder.boolValue
        else {
            throw unusable("names a folder that is not there")
        }
        return AnswersFolder(path: path)
    }
}
