/// What a task throws until it is done.
///
/// It remembers the line that threw it, so that a check which meets one can say where to go on:
///
///     func decodeTrain(from data: Data) throws -> Train {
///         throw TODO("Task 1: decode the train")
///     }
public struct TODO: Error, CustomStringConvertible {
    /// What every description of an open task contains, and no other error's does.
    public static let marker = "is still to do"

    /// What is to be done, with the number of its task: `Task 1: decode the train`.
    public let task: String

    /// The path of the file that threw the error.
    public let filePath: String

    /// The line that threw the error, counted from 1.
    public let line: Int

    /// Makes the error for a task that is still open.
    ///
    /// - Parameters:
    ///   - task: What is to be done, with the number of its task.
    ///   - filePath: Where the task stands. Leave it out.
    ///   - line: Where the task stands. Leave it out.
    public init(_ task: String, filePath: String = #filePath, line: Int = #line) {
        self.task = task
        self.filePath = filePath
        self.line = line
    }

    /// The task and where it stands: `Task 1: decode the train is still to do, at
    /// Exercises/Exercise01.swift:30`.
    public var description: String {
        let place = filePath.split(separator: "/").suffix(2).joined(separator: "/")
        return "\(task) \(TODO.marker), at \(place):\(line)"
    }
}
