import ExerciseConventions
import Foundation

/// One line of Swift Testing's event stream. The format is versioned, so whatever is not needed
/// here is left alone, and whatever may be missing is optional.
///
/// The format is defined in swift-testing's Documentation/ABI/JSON.md.
package struct EventRecord: Decodable {
    /// `test` describes a test or a suite, `event` says what happened.
    enum Kind: String, Decodable {
        case test, event
    }

    let kind: Kind
    let payload: Payload

    struct Payload: Decodable {
        /// `suite` and `function` of a test; `testStarted`, `issueRecorded` and others of an event.
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
        /// Whether the checks expect the issue: a task that is still open.
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

/// What one run of the checks reported.
package struct EventStream {
    /// A test of a task.
    struct Test {
        let id: String
        let title: String
        let line: Int
    }

    private(set) var tests: [Test] = []
    /// The events of each test, by its identifier.
    private(set) var events: [String: [EventRecord.Payload]] = [:]
    private(set) var hasEnded = false

    /// A line that is not a record. No verdict can be given then: it may be the one that tells of a
    /// task that failed.
    struct Malformed: Error, CustomStringConvertible {
        /// Counted from 1.
        let line: Int
        let reason: String

        var description: String {
            "Swift Testing's report cannot be read, so there is no verdict: line \(line) of its "
                + "event stream \(reason). Is this toolchain newer than the workbook?"
        }
    }

    /// Reads a file of records, one a line. A last line without a line break was cut short when the
    /// program ended, and is left out.
    ///
    /// - Throws: ``Malformed`` for any other line that is not a record.
    init(_ data: Data) throws {
        let decoder = JSONDecoder()
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.dropLast().enumerated() {
            do {
                let record = try decoder.decode(EventRecord.self, from: line)
                try add(record)
            } catch let error as DecodingError {
                throw Malformed(line: index + 1, reason: Self.reason(error))
            } catch let error as Incomplete {
                throw Malformed(line: index + 1, reason: "has no \(error.key)")
            }
        }
    }

    private struct Incomplete: Error {
        let key: String
    }

    private mutating func add(_ record: EventRecord) throws {
        let payload = record.payload
        switch (record.kind, payload.kind) {
        case (.test, "function"):
            guard let id = payload.id else { throw Incomplete(key: "id") }
            guard !tests.contains(where: { $0.id == id }) else { return }
            let title = payload.displayName ?? payload.name ?? ""
            tests.append(Test(id: id, title: title, line: payload.sourceLocation?.line ?? 0))
        case (.test, _):
            break
        case (.event, "runEnded"):
            hasEnded = true
        case (.event, "issueRecorded"):
            guard payload.issue != nil else { throw Incomplete(key: "issue") }
            events[payload.testID ?? "", default: []].append(payload)
        case (.event, _):
            if let id = payload.testID { events[id, default: []].append(payload) }
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "has no \(key.stringValue)"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "has another type at \(context.codingPath.map(\.stringValue).joined(separator: "."))"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "has an unknown \(context.codingPath.map(\.stringValue).joined(separator: "."))"
        default: "is not JSON"
        }
    }

    // MARK: - What happened to a test

    func hasStarted(_ test: Test) -> Bool { count("testStarted", test) > 0 }
    func hasEnded(_ test: Test) -> Bool { count("testEnded", test) > 0 }

    /// The test in whose middle the program ended.
    var running: Test? {
        tests.first { hasStarted($0) && !hasEnded($0) }
    }

    private func count(_ kind: String, _ test: Test) -> Int {
        events[test.id]?.count { $0.kind == kind } ?? 0
    }

    /// The state of a test. It is right with a record of its own that it started and one that it
    /// ended, and nothing between them that it could have failed with.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - records: What the checks tell beside the stream.
    ///   - workbook: Where paths begin.
    func state(
        of test: Test, records: [CheckRecord], in workbook: WorkbookFolder
    ) -> TaskVerdict.State {
        let ownRecords = records.filter { $0.testLine == test.line }.map(\.event)
        let own = events[test.id] ?? []
        let issues = own.filter { $0.kind == "issueRecorded" }
        let refused = issues.filter { $0.issue?.isKnown != true }
        let others = own.filter { !Self.harmless.contains($0.kind) && $0.kind != "issueRecorded" }
        // Half of a task may be wrong while the other half is open. What is wrong comes first.
        let problems =
            refused.map { Self.problem($0, ownRecords, in: workbook) }
            + others.map { event in
                TaskVerdict.Problem(
                    kind: .refused,
                    message: "The check was not done: Swift Testing reported \(event.kind).",
                    place: nil)
            }
        if !problems.isEmpty { return .wrong(problems) }
        guard count("testStarted", test) == 1, count("testEnded", test) == 1 else {
            // It was running when the program ended, or somebody else wrote these records too.
            return .notRun
        }
        if issues.isEmpty { return .right }
        for case .open(let task) in ownRecords { return .open(task) }
        // The checks excuse nothing else than an open task.
        return .open(OpenTask(test.title, line: nil))
    }

    /// What a test that passes reports. Anything else may mean that it was skipped or canceled.
    private static let harmless: Set = [
        "testStarted", "testCaseStarted", "testCaseEnded", "testEnded", "valueAttached",
    ]

    private static func problem(
        _ event: EventRecord.Payload, _ records: [CheckRecord.Event], in workbook: WorkbookFolder
    ) -> TaskVerdict.Problem {
        let words = words(of: event)
        let findings = records.compactMap { record in
            if case .refused(let finding) = record { finding } else { nil }
        }
        let location = event.issue?.sourceLocation
        let path = location?.filePath.map(workbook.relative)
        return TaskVerdict.Problem(
            kind: .refused, finding: findings.first { $0.text == words } ?? CheckFinding(words),
            place: path.map { "\($0):\(location?.line ?? 0)" })
    }

    private static func words(of event: EventRecord.Payload) -> String {
        let messages = (event.messages ?? []).filter { $0.text != "Issue recorded" }
        // The comment names the misconception, so it comes before what was compared.
        let comments = messages.filter { $0.symbol == "details" }
        let rest = messages.filter { $0.symbol != "details" }
        return (comments + rest).map(\.text).joined(separator: "\n")
    }
}
