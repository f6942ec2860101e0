import DecodingExplainer
import ExerciseConventions
import Foundation

/// A line of Swift Testing's event stream. The format has versions, so members that are not needed
/// here are ignored, and members that may be missing are optional.
///
/// The format is defined in Documentation/ABI/JSON.md of swift-testing.
package struct EventRecord: Decodable {
    /// The kind of a record: `test` describes a test or a suite, `event` describes an event.
    enum Kind: String, Decodable {
        case test, event
    }

    let kind: Kind
    let payload: Payload

    struct Payload: Decodable {
        /// The kind of the test, `suite` or `function`, or the kind of the event, such as
        /// `testStarted` or `issueRecorded`.
        let kind: String
        let id: String?
        let displayName: String?
        let name: String?
        let sourceLocation: Location?
        let testID: String?
        let issue: Issue?
        let messages: [Message]?
    }

    struct Issue: Decodable {
        /// A Boolean value that indicates whether the checks expect the issue, because a task is
        /// still open.
        let isKnown: Bool
        let sourceLocation: Location?
    }

    struct Location: Decodable {
        let filePath: String?
        let line: Int
    }

    struct Message: Decodable {
        let symbol: String
        let text: String
    }
}

/// The report of one run of the checks.
package struct EventStream {
    /// A test of a task.
    struct Test {
        let id: String
        let title: String
        let line: Int
    }

    private(set) var tests: [Test] = []
    /// The events of each test, by the test's identifier.
    private(set) var events: [String: [EventRecord.Payload]] = [:]
    private(set) var hasEnded = false

    /// The error for a line that is not a record. Then there is no verdict, because the line may be
    /// the one that reports a failed task.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads a file of records, one in each line. A last line without a line break was cut short
    /// when the program ended, and is left out.
    ///
    /// - Throws: ``Malformed`` for any other line that is not a record.
    init(_ data: Data) throws {
        let decoder = JSONDecoder()
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.dropLast().enumerated() {
            do {
                try add(decoder.decode(EventRecord.self, from: line))
            } catch {
                throw Malformed(
                    description: "Swift Testing's report cannot be read, so there is no verdict: "
                        + "line \(index + 1) of its event stream: "
                        + "\(Explanation(of: error).headline). Is this toolchain newer than the "
                        + "workbook?")
            }
        }
    }

    private mutating func add(_ record: EventRecord) throws {
        let payload = record.payload
        switch (record.kind, payload.kind) {
        case (.test, "function"):
            guard let id = payload.id else { throw Self.missing("id") }
            guard !tests.contains(where: { $0.id == id }) else { return }
            let title = payload.displayName ?? payload.name ?? ""
            tests.append(Test(id: id, title: title, line: payload.sourceLocation?.line ?? 0))
        case (.test, _):
            break
        case (.event, "runEnded"):
            hasEnded = true
        case (.event, "issueRecorded"):
            guard payload.issue != nil else { throw Self.missing("issue") }
            events[payload.testID ?? "", default: []].append(payload)
        case (.event, _):
            if let id = payload.testID { events[id, default: []].append(payload) }
        }
    }

    private static func missing(_ key: String) -> CommandFailure {
        CommandFailure(description: "a record has no \(key)")
    }

    // MARK: - What happened to a test

    func hasStarted(_ test: Test) -> Bool { count("testStarted", test) > 0 }
    func hasEnded(_ test: Test) -> Bool { count("testEnded", test) > 0 }

    /// The test during which the program ended.
    var running: Test? {
        tests.first { hasStarted($0) && !hasEnded($0) }
    }

    private func count(_ kind: String, _ test: Test) -> Int {
        events[test.id]?.count { $0.kind == kind } ?? 0
    }

    /// Returns the state of a test. A test is right if it has one record of its start and one of
    /// its end, and no issue or unexpected event between them.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - records: The records that the checks write beside the stream.
    ///   - workbook: The package's folder, from which the paths in the result start.
    func state(
        of test: Test, records: [CheckRecord], in workbook: WorkbookFolder
    ) -> TaskVerdict.State {
        let testRecords = records.filter { $0.testLine == test.line }.map(\.event)
        let testEvents = events[test.id] ?? []
        let issues = testEvents.filter { $0.kind == "issueRecorded" }
        let refused = issues.filter { $0.issue?.isKnown != true }
        let unexpected = testEvents.filter {
            !Self.harmless.contains($0.kind) && $0.kind != "issueRecorded"
        }
        // One half of a task may be wrong and the other half still open. Then the task is wrong.
        let problems =
            refused.map { Self.problem($0, testRecords, in: workbook) }
            + unexpected.map { event in
                TaskVerdict.Problem(
                    kind: .refused,
                    message: "The check was not done: Swift Testing reported \(event.kind).",
                    place: nil)
            }
        if !problems.isEmpty { return .wrong(problems) }
        guard count("testStarted", test) == 1, count("testEnded", test) == 1 else {
            // The test was running when the program ended, or an answer wrote additional records.
            return .notRun
        }
        if issues.isEmpty { return .right }
        for case .open(let task) in testRecords { return .open(task) }
        // The checks allow no other issue than an open task.
        return .open(OpenTask(test.title, line: nil))
    }

    /// The kinds of events that a passing test reports. Another kind may mean that the test was
    /// skipped or canceled.
    private static let harmless: Set = [
        "testStarted", "testCaseStarted", "testCaseEnded", "testEnded", "valueAttached",
    ]

    private static func problem(
        _ event: EventRecord.Payload, _ records: [CheckRecord.Event], in workbook: WorkbookFolder
    ) -> TaskVerdict.Problem {
        let message = message(of: event)
        let findings = records.compactMap { record in
            if case .refused(let finding) = record { finding } else { nil }
        }
        let location = event.issue?.sourceLocation
        let path = location?.filePath.map(workbook.relative)
        return TaskVerdict.Problem(
            kind: .refused,
            finding: findings.first { $0.message == message } ?? CheckFinding(message),
            place: path.map { "\($0):\(location?.line ?? 0)" })
    }

    private static func message(of event: EventRecord.Payload) -> String {
        let messages = (event.messages ?? []).filter { $0.text != "Issue recorded" }
        // The comment names the misconception, so it comes before the compared values.
        let comments = messages.filter { $0.symbol == "details" }
        let comparisons = messages.filter { $0.symbol != "details" }
        return (comments + comparisons).map(\.text).joined(separator: "\n")
    }
}
