import ExerciseConventions
import Foundation

/// Whose answers are judged.
package struct AnswersFolder: Equatable, Sendable {
    /// From the package's folder.
    package let path: String

    /// The learner's own.
    package static let learners = AnswersFolder(path: "Exercises")

    /// The file of an answer, from the package's folder.
    package func answerPath(_ number: String) -> String { "\(path)/Exercise\(number).swift" }

    /// What to say first where it is not the learner's own.
    package var note: String? {
        self == .learners
            ? nil : "These are the answers in \(path), and not yours: ANSWERS says so."
    }

    /// The folder that the variable `ANSWERS` names, the learner's own where it is not set.
    ///
    /// - Parameters:
    ///   - name: What the variable says.
    ///   - workbook: Where the folder has to be.
    /// - Throws: ``UsageError`` where there is no such folder, or where it lies outside.
    package static func named(
        _ name: String? = ProcessInfo.processInfo.environment[EnvironmentVariable.answers],
        in workbook: WorkbookFolder
    ) throws -> AnswersFolder {
        guard let name, !name.isEmpty else { return .learners }
        let root = workbook.root.standardizedFileURL
        let folder = URL(fileURLWithPath: name, relativeTo: root).standardizedFileURL
        let otherwise = "unset ANSWERS judges your own files in Exercises."
        guard folder.path.hasPrefix(root.path + "/") else {
            throw UsageError(
                description:
                    "\(EnvironmentVariable.answers)=\(name) is outside of the workbook; \(otherwise)"
            )
        }
        let path = String(folder.path.dropFirst(root.path.count + 1))
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
            isFolder.boolValue
        else {
            throw UsageError(
                description:
                    "\(EnvironmentVariable.answers)=\(name) names a folder that is not there; \(otherwise)"
            )
        }
        return AnswersFolder(path: path)
    }
}
