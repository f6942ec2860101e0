import Foundation

/// What the program of the checks exits with when it did not come to its end.
public enum EarlyEnd {
    /// A task did not come to an end. timeout(1) says it with the same number.
    public static let hung: Int32 = 124

    /// An answer ended the program in the middle of a task.
    public static let leftEarly: Int32 = 70

    private static let reasonFile = "why-it-never-ends"

    /// Tells the tool why a task never ends, where a lesson warns of that, before the program is ended.
    /// It stands in a file of the folder in which the checks run.
    public static func write(reason: String) throws {
        try Data(reason.utf8).write(to: URL(fileURLWithPath: reasonFile))
    }

    /// Why a task of a run never ended, or nil where no lesson warns of it.
    ///
    /// - Parameter folder: The folder of the run.
    public static func reason(in folder: URL) -> String? {
        try? String(contentsOf: folder.appendingPathComponent(reasonFile), encoding: .utf8)
    }
}
