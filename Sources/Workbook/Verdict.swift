import ExerciseSupport
import Foundation

/// What the checks say of one task.
struct TaskVerdict {
    enum State {
        case right
        /// Still a `TODO`, which says what is to be done and where.
        case open(String)
        case wrong([Problem])
        /// The run ended before its turn.
        case notReached
    }

    /// What a check found.
    struct Problem {
        /// The check's words, the misconception first.
        let message: String
        /// Where the check stands: `Tests/ExerciseTests/Exercise01Tests.swift:49`.
        let place: String
    }

    /// The number in `Task 4 · A delay that may be absent or null`.
    let number: Int
    let title: String
    var state: State
}

/// How the run of an exercise's checks ended.
enum RunEnding: Equatable {
    case completed
    /// The time limit of the checks ended it.
    case hung
    /// The program trapped: what it said, and where in the learner's file.
    case crashed(reason: String, place: String?)
    /// The learner's code ended the program.
    case leftEarly
}

/// What the checks say of an exercise.
struct ExerciseVerdict {
    let number: String
    var tasks: [TaskVerdict]
    let ending: RunEnding
    /// What the learner's code printed.
    let printed: String

    var isRight: Bool {
        ending == .completed && !tasks.isEmpty && tasks.allSatisfy { $0.isRight }
    }

    var isUntouched: Bool {
        ending == .completed && tasks.allSatisfy { $0.isOpen }
    }
}

extension TaskVerdict {
    var isRight: Bool { if case .right = state { true } else { false } }
    var isOpen: Bool { if case .open = state { true } else { false } }
    var isWrong: Bool { if case .wrong = state { true } else { false } }
    var problems: [Problem] { if case .wrong(let problems) = state { problems } else { [] } }
}

extension ExerciseVerdict {
    /// Reads the events of a run.
    ///
    /// - Parameters:
    ///   - number: The exercise.
    ///   - records: The run's event stream.
    ///   - ending: How the run ended.
    ///   - printed: What it wrote to standard output.
    ///   - workbook: For paths that start at the package's folder.
    init(
        _ number: String, _ records: [EventRecord], ending: RunEnding, printed: String,
        in workbook: WorkbookFolder
    ) {
        self.number = number
        self.ending = ending
        self.printed = printed
        let tests = records.filter { $0.kind == "test" && $0.payload.kind == "function" }
            .map(\.payload)
            .sorted { ($0.sourceLocation?.line ?? 0) < ($1.sourceLocation?.line ?? 0) }
        let events = records.filter { $0.kind == "event" }.map(\.payload)
        tasks = []
        for test in tests {
            let title = test.displayName ?? test.name ?? ""
            guard let number = Self.taskNumber(in: title) else { continue }
            let own = events.filter { $0.testID == test.id }
            let state = Self.state(of: own, in: workbook)
            if let index = tasks.firstIndex(where: { $0.number == number }) {
                tasks[index].state = Self.worse(tasks[index].state, state)
            } else {
                tasks.append(TaskVerdict(number: number, title: title, state: state))
            }
        }
    }

    /// The number of `Task 4 · …` or `Task 4: …`.
    static func taskNumber(in title: String) -> Int? {
        guard title.hasPrefix("Task ") else { return nil }
        return Int(title.dropFirst("Task ".count).prefix(while: \.isNumber))
    }

    private static func state(
        of events: [EventRecord.Payload], in workbook: WorkbookFolder
    ) -> TaskVerdict.State {
        let problems = events.filter { $0.kind == "issueRecorded" }.map { event in
            let messages = (event.messages ?? []).filter { $0.text != "Issue recorded" }
            // The comment names the misconception, so it comes before what was compared.
            let comments = messages.filter { $0.symbol == "details" }
            let rest = messages.filter { $0.symbol != "details" }
            let message = (comments + rest).map(\.text).joined(separator: "\n")
            let location = event.issue?.sourceLocation
            let path = location?.filePath.map(workbook.relative) ?? "the checks"
            return TaskVerdict.Problem(
                message: message, place: "\(path):\(location?.line ?? 0)")
        }
        // Half of a task may be wrong while the other half is open. What is wrong comes first.
        let wrong = problems.filter { !$0.message.contains(TODO.marker) }
        if !wrong.isEmpty { return .wrong(wrong) }
        if let open = problems.first {
            return .open(open.message.replacing("Caught error: ", with: ""))
        }
        return events.contains { $0.kind == "testEnded" } ? .right : .notReached
    }

    private static func worse(_ first: TaskVerdict.State, _ second: TaskVerdict.State)
        -> TaskVerdict.State
    {
        switch (first, second) {
        case (.wrong(let one), .wrong(let other)): .wrong(one + other)
        case (.wrong, _), (_, .right): first
        case (_, .wrong), (.right, _): second
        case (.open, _): first
        case (_, .open): second
        case (.notReached, .notReached): first
        }
    }
}
