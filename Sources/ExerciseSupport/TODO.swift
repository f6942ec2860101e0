/// The error that a task throws until it is done.
///
/// It keeps the line that threw it, so that a check that catches one can tell the learner the line
/// to go on with:
///
///     func decodeTrain(from data: Data) throws -> Train {
///         throw TODO("Task 1: decode the train")
///     }
public struct TODO: Error, CustomStringConvertible {
    /// The task, with its number: `Task 1: decode the train`.
    public let task: String

    /// The path of the file that threw the error.
    public let filePath: String

    /// The line that threw the error, counted from 1.
    public let line: Int

    /// Creates the error for a task that is still open.
    ///
    /// - Parameters:
    ///   - task: The task, with its number: `Task 1: decode the train`.
    ///   - filePath: The path of the file that throws the error. Leave it out.
    ///   - line: The line that throws the error. Leave it out.
    public init(_ task: String, filePath: String = #filePath, line: Int = #line) {
        self.task = task
        self.filePath = filePath
        self.line = line
    }

    /// The task and its place: `Task 1: decode the train is still to do, at
    /// Exercises/Exercise01.swift:30`.
    public var description: String {
        let place = filePath.split(separator: "/").suffix(2).joined(separator: "/")
        return "\(task) is still to do, at \(place):\(line)"
    }
}
