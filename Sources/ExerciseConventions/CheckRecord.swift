import Foundation

/// What a check found out about an answer, as a value: the checks give it to the tool beside Swift Testing's
/// event stream, whose texts are for people.
public struct CheckRecord: Codable, Equatable, Sendable {
    /// What was found out.
    public enum Event: Codable, Equatable, Sendable {
        /// A check refuses the answer.
        case refused(CheckFinding)
        /// The task is still to be done.
        case open(OpenTask)
        /// The task was ended, as it came to no end, and a lesson warns of that.
        case hung(CheckFinding)
    }

    /// The version of the format. Raise it with each change of what goes between the two programs.
    public static let version = 1

    /// The version with which the record was written.
    public let version: Int
    /// The line of the running test in its file, by which the event stream knows it too.
    public let testLine: Int
    /// What was found out.
    public let event: Event

    /// - Parameters:
    ///   - event: What was found out.
    ///   - testLine: The line of the running test in its file.
    public init(_ event: Event, testLine: Int) {
        version = Self.version
        self.testLine = testLine
        self.event = event
    }
}

/// Why a check refuses an answer.
public struct CheckFinding: Codable, Equatable, Sendable {
    /// What the answer got wrong, in words for the learner.
    public let misconception: String
    /// The step of a lesson that shows how it goes, if one does.
    public let step: LessonStep?
    /// What was expected and what was found, in lines for the learner.
    public var details: [String]

    public init(_ misconception: String, step: LessonStep? = nil, details: [String] = []) {
        self.misconception = misconception
        self.step = step
        self.details = details
    }

    /// All of it, as a person reads it.
    public var text: String { ([misconception] + details).joined(separator: "\n") }
}

/// A task that is still to be done.
public struct OpenTask: Codable, Equatable, Sendable {
    /// What is to be done: `Task 1: decode the train`.
    public let task: String
    /// The line of the hole in the answer's file, counted from 1. It is nil where the task waits for an
    /// earlier one.
    public let line: Int?
    /// The earlier task without which this one cannot be judged, if that is what is missing.
    public let earlierTask: Int?

    public init(_ task: String, line: Int?, earlierTask: Int? = nil) {
        self.task = task
        self.line = line
        self.earlierTask = earlierTask
    }
}

/// The file of the records of one run: a line of JSON for each.
public struct CheckRecords: Sendable {
    private let file: URL

    /// - Parameter folder: The folder in which the checks run.
    public init(in folder: URL) {
        file = folder.appendingPathComponent("records")
    }

    /// Adds a record.
    public func add(_ record: CheckRecord) throws {
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        // The job of a check may write too, from a process of its own.
        try handle.seekToEnd()
        try handle.write(contentsOf: JSONEncoder().encode(record) + Data("\n".utf8))
    }

    /// Reads the records. A last line that was cut short when the program ended is left out.
    ///
    /// - Throws: `DecodingError` where a line is not a record of this version.
    public func all() throws -> [CheckRecord] {
        guard let data = try? Data(contentsOf: file) else { return [] }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return try lines.dropLast().map { try JSONDecoder().decode(CheckRecord.self, from: $0) }
            .filter { $0.version == CheckRecord.version }
    }
}
