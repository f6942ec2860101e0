import Foundation

/// A result of a check, as a value. The checks write these records for the tool beside Swift
/// Testing's event stream, because the messages in the event stream are for people.
public struct CheckRecord: Codable, Equatable, Sendable {
    /// The result of a check.
    public enum Event: Codable, Equatable, Sendable {
        /// A check refuses the answer.
        case refused(CheckFinding)
        /// The task is still to be done.
        case open(OpenTask)
        /// The checks stopped the task because it ran too long, and its test has a `LoopWarning`.
        case hung(CheckFinding)
    }

    /// The version of the format. Raise it with each change to what the checks and the tool
    /// exchange.
    public static let version = 3

    /// The version of the format in which the record was written.
    public let version: Int
    /// The line of the running test in its file. The event stream names the test by the same line.
    public let testLine: Int
    /// The result of the check.
    public let event: Event

    /// Creates a record of the current version.
    ///
    /// - Parameters:
    ///   - event: The result of the check.
    ///   - testLine: The line of the running test in its file.
    public init(_ event: Event, testLine: Int) {
        version = Self.version
        self.testLine = testLine
        self.event = event
    }
}

/// The reason why a check refuses an answer.
public struct CheckFinding: Codable, Equatable, Sendable {
    /// The mistake in the answer, in words for the learner.
    public let misconception: String
    /// The step of a lesson that shows the right way, if there is one.
    public let step: LessonStep?
    /// The expected and the actual value, in lines for the learner.
    public var details: [String]
    /// The numbers of the earlier tasks that are not right yet and on which this one builds. A mistake of
    /// theirs may be the cause.
    public var earlierTasks: [Int] = []

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - misconception: The mistake in the answer, in words for the learner.
    ///   - step: The step of a lesson that shows the right way.
    ///   - details: The expected and the actual value, in lines for the learner.
    public init(_ misconception: String, step: LessonStep? = nil, details: [String] = []) {
        self.misconception = misconception
        self.step = step
        self.details = details
    }

    /// What a person reads first: the misconception, and then the earlier tasks, because nobody knows
    /// whether they are the cause.
    public var headline: String {
        guard !earlierTasks.isEmpty else { return misconception }
        let end = misconception.last.map(".:!?".contains) == true ? "" : "."
        let them = earlierTasks.count == 1 ? "it" : "them"
        return
            "\(misconception)\(end) \(TaskTitle.subject(earlierTasks)) not right yet: if this comes from "
            + "there, repair \(them) first."
    }

    /// The headline and the details, as a person reads them.
    public var message: String { ([headline] + details).joined(separator: "\n") }
}

/// A task that is still to be done.
public struct OpenTask: Codable, Equatable, Sendable {
    /// The title of the task: `Task 1: decode the train`.
    public let task: String
    /// The line of the hole in the answer's file, counted from 1. It is `nil` if the task waits for
    /// an earlier one.
    public let line: Int?
    /// The number of the earlier task that has to be done before this one can be judged, or `nil`
    /// if the hole is in this task itself.
    public let earlierTask: Int?

    /// The reason why the task is open, in a few words: `waits for task 2`.
    public var reason: String { earlierTask.map { "waits for task \($0)" } ?? "still to do" }

    /// Creates an open task.
    ///
    /// - Parameters:
    ///   - task: The title of the task: `Task 1: decode the train`.
    ///   - line: The line of the hole in the answer's file, counted from 1.
    ///   - earlierTask: The number of the earlier task that has to be done first, if there is one.
    public init(_ task: String, line: Int?, earlierTask: Int? = nil) {
        self.task = task
        self.line = line
        self.earlierTask = earlierTask
    }
}

/// The file with the records of one run: a line of JSON for each record.
public struct CheckRecords: Sendable {
    private let file: URL

    /// Creates the file's description. The file itself appears with the first record.
    ///
    /// - Parameter folder: The folder in which the checks run.
    public init(in folder: URL) {
        file = folder.appendingPathComponent(".check-records")
    }

    /// Adds a record to the end of the file, and creates the file for the first one.
    ///
    /// - Throws: An error if the file cannot be written.
    public func add(_ record: CheckRecord) throws {
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        // The job of a check runs in a process of its own and may write too.
        try handle.seekToEnd()
        try handle.write(contentsOf: JSONEncoder().encode(record) + Data("\n".utf8))
    }

    /// The records of this version. Any other line is left out, as an answer may have written it, or as it
    /// was cut short when the program ended. The verdict does not depend on it: the event stream has that,
    /// and records only say more about it.
    public var all: [CheckRecord] {
        let lines = (try? Data(contentsOf: file))?.split(separator: UInt8(ascii: "\n")) ?? []
        return lines.compactMap { try? JSONDecoder().decode(CheckRecord.self, from: $0) }
            .filter { $0.version == CheckRecord.version }
    }
}
