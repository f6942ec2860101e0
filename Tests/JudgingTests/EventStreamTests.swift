import ExerciseConventions
import Foundation
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Judging
@testable import Workbook

@Suite("The reports of the checks")
struct EventStreamTests {
    private let workbook = WorkbookFolder(root: URL(fileURLWithPath: "/workbook"))

    private static let test = """
        {"kind":"test","version":"6.3.0","payload":{"kind":"function","id":"T/one()",\
        "displayName":"Task 1 · One","name":"one()","sourceLocation":{"line":9}}}

        """
    private static let started = event("testStarted")
    private static let ended = event("testEnded")
    private static let runEnded = "{\"kind\":\"event\",\"payload\":{\"kind\":\"runEnded\"}}\n"

    private static func event(_ kind: String) -> String {
        "{\"kind\":\"event\",\"payload\":{\"kind\":\"\(kind)\",\"testID\":\"T/one()\"}}\n"
    }

    private static func issue(isKnown: Bool, _ comment: String = "It is -1") -> String {
        """
        {"kind":"event","payload":{"kind":"issueRecorded","testID":"T/one()",\
        "issue":{"isKnown":\(isKnown),"sourceLocation":{"filePath":"/workbook/Checks.swift",\
        "line":7}},"messages":[{"symbol":"fail","text":"Expectation failed"},\
        {"symbol":"details","text":"\(comment)"}]}}

        """
    }

    private func state(
        _ events: String..., records: [CheckRecord] = []
    ) throws -> TaskVerdict.State {
        let stream = try EventStream(Data((Self.test + events.joined()).utf8))
        let test = try #require(stream.tests.first)
        return stream.state(of: test, records: records, in: workbook)
    }

    @Test("A task is right if it has records of its start and its end, and none between them")
    func right() throws {
        #expect(try state(Self.started, Self.ended, Self.runEnded) == .right)
    }

    @Test("If one of these records is missing or there twice, the task counts as not judged")
    func notRun() throws {
        for events in [
            Self.runEnded, Self.started + Self.runEnded, Self.ended + Self.runEnded,
            Self.started + Self.ended + Self.ended, Self.started + Self.started + Self.ended,
        ] {
            #expect(try state(events) == .notRun)
        }
    }

    @Test("A known issue is an open task, another issue is a wrong one, and wrong comes first")
    func issues() throws {
        let open = try state(Self.started, Self.issue(isKnown: true, "count"), Self.ended)
        #expect(open == .open(OpenTask("Task 1 · One", line: nil)))
        let wrong = try state(
            Self.started, Self.issue(isKnown: true), Self.issue(isKnown: false), Self.ended)
        guard case .wrong(let problems) = wrong else {
            Issue.record("\(wrong)")
            return
        }
        #expect(problems.map(\.message) == ["It is -1\nExpectation failed"])
        #expect(problems.map(\.place) == ["Checks.swift:7"])
    }

    @Test("Records beside the stream are used unchanged, and only for their own test")
    func records() throws {
        let finding = CheckFinding(
            "It is -1", step: .decodeALaunch, details: ["Expectation failed"])
        let hole = OpenTask("Task 1: decode it", line: 3)
        let ofTheTest = [
            CheckRecord(.refused(finding), testLine: 9), CheckRecord(.open(hole), testLine: 9),
        ]
        let refused = (Self.started, Self.issue(isKnown: false), Self.ended)
        let wrong = try state(refused.0, refused.1, refused.2, records: ofTheTest)
        guard case .wrong(let problems) = wrong else {
            Issue.record("\(wrong)")
            return
        }
        #expect(problems.map(\.finding) == [finding])
        let open = try state(
            Self.started, Self.issue(isKnown: true), Self.ended, records: ofTheTest)
        #expect(open == .open(hole))
        let ofAnother = [CheckRecord(.refused(finding), testLine: 10)]
        guard
            case .wrong(let problemsOfAnother) = try state(
                refused.0, refused.1, refused.2, records: ofAnother)
        else { return }
        #expect(problemsOfAnother.map(\.finding.step) == [nil])
    }

    @Test("Records are stored in a file, and a line that is no record changes nothing")
    func recordFile() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("records-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let records = CheckRecords(in: folder)
        #expect(records.all.isEmpty)
        let record = CheckRecord(.hung(CheckFinding("Never")), testLine: 9)
        try records.add(record)
        try records.add(record)
        #expect(records.all == [record, record])
        let file = folder.appendingPathComponent(".check-records")
        let lines = try Data(contentsOf: file)
        try lines.dropLast(4).write(to: file)
        #expect(records.all == [record], "The last line was cut short")
        try (Data("none\n{}\n".utf8) + lines).write(to: file)
        #expect(records.all == [record, record], "An answer has written into the file")
    }

    @Test(
        "A test that was skipped or canceled is not right",
        arguments: ["testSkipped", "testCancelled"])
    func skipped(_ kind: String) throws {
        let state = try state(Self.started, Self.event(kind), Self.ended)
        guard case .wrong = state else {
            Issue.record("\(state)")
            return
        }
    }

    @Test("A last line that was cut short is left out")
    func cut() throws {
        let cut = Self.test + Self.started + Self.ended + Self.issue(isKnown: false).prefix(60)
        let stream = try EventStream(Data(cut.utf8))
        #expect(stream.tests.count == 1 && !stream.hasEnded)
    }

    @Test(
        "Any other line that does not decode is an error that names the line",
        arguments: [
            "{\"kind\":\"event\",\"payl\n", "\n", "{\"kind\":\"event\"}\n",
            "{\"kind\":\"later\",\"payload\":{\"kind\":\"x\"}}\n",
            "{\"kind\":\"event\",\"payload\":{\"kind\":\"issueRecorded\",\"testID\":\"T/one()\"}}\n",
            "{\"kind\":\"event\",\"payload\":{\"kind\":\"issueRecorded\",\"issue\":{}}}\n",
            "{\"kind\":\"test\",\"payload\":{\"kind\":\"function\"}}\n",
            "{\"kind\":\"event\",\"payload\":{\"kind\":1}}\n",
        ])
    func malformed(_ line: String) {
        let stream = Self.test + Self.started + line + Self.ended
        let error = #expect(throws: EventStream.Malformed.self) {
            try EventStream(Data(stream.utf8))
        }
        #expect(error?.description.contains("line 3 of its event stream") == true)
    }
}

@Suite("The finding that comes first")
struct FindingTests {
    private static func hole(after earlierTask: Int? = nil) -> OpenTask {
        OpenTask("Task", line: nil, earlierTask: earlierTask)
    }

    private func task(_ number: Int, _ kinds: TaskVerdict.Problem.Kind...) -> TaskVerdict {
        let problems = kinds.map {
            TaskVerdict.Problem(kind: $0, message: "\(number) \($0)", place: nil)
        }
        return TaskVerdict(
            number: number, title: "Task \(number)",
            state: problems.isEmpty ? .open(Self.hole()) : .wrong(problems))
    }

    @Test("The first problem of the first task that is wrong, whatever its kind")
    func first() {
        let verdict = ExerciseVerdict(
            number: "01", tasks: [task(1), task(2, .refused, .crashed), task(3, .hung)])
        #expect(verdict.finding?.message == "2 refused")
        #expect(verdict.finding?.task?.number == 2)
    }

    @Test("A problem that ended the program outside of the tasks comes last, and is no pass")
    func outside() {
        var verdict = ExerciseVerdict(
            number: "01", tasks: [TaskVerdict(number: 1, title: "Task 1", state: .right)])
        #expect(verdict.isRight && verdict.finding == nil)
        verdict.outside = task(9, .ended).problems.first
        #expect(!verdict.isRight && verdict.finding?.message == "9 ended")
        verdict.tasks.append(task(2, .refused))
        #expect(verdict.finding?.message == "2 refused")
    }

    @Test("A task that needs the value of an earlier one names the task that it waits for")
    func waits() {
        let waiting = TaskVerdict(
            number: 2, title: "Task 2", state: .open(Self.hole(after: 1)))
        let verdict = ExerciseVerdict(number: "01", tasks: [task(1, .refused), waiting, task(3)])
        let workbook = WorkbookFolder(root: URL(fileURLWithPath: "/nowhere"))
        let lines = VerdictReport(workbook: workbook, terminal: Terminal(width: 80))
            .lines(for: verdict).joined(separator: "\n")
        #expect(lines.contains("○ Task 2  waits for task 1\n"), "\(lines)")
        #expect(lines.contains("○ Task 3\n"), "\(lines)")
    }

    @Test("An exercise without tasks is neither right nor untouched")
    func none() {
        let verdict = ExerciseVerdict(number: "01", tasks: [])
        #expect(!verdict.isRight && !verdict.isUntouched)
    }
}
