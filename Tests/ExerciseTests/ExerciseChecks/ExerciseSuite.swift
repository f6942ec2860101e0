import DecodingExplainer
import ExerciseConventions
import ExerciseSupport
import Foundation
import Testing

/// The checks of an exercise.
///
/// The functions that the checks share are members of the suite. The checks also see the learner's
/// functions, and a learner's function may have the same name. Then the member is used. The checks
/// import the types that they need by their names, and such a type is used in place of a learner's
/// type with the same name.
public protocol ExerciseSuite {
    /// Records a finding. By default, it becomes an issue of the running test.
    func record(_ finding: CheckFinding, sourceLocation: SourceLocation)
}

extension ExerciseSuite {
    public func record(_ finding: CheckFinding, sourceLocation: SourceLocation) {
        report(finding, sourceLocation: sourceLocation)
    }

    /// Records a finding as an issue of the running test, and writes it for the tool.
    public func report(_ finding: CheckFinding, sourceLocation: SourceLocation) {
        CheckRecords.ofThisRun?.add(.refused(finding))
        if let test = Test.current { JudgedTasks.noteRefused(test) }
        Issue.record(Testing.Comment(rawValue: finding.message), sourceLocation: sourceLocation)
    }
}

/// A case of `DecodingError`, without its associated values.
public enum DecodingErrorCase: String, Sendable {
    case typeMismatch, valueNotFound, keyNotFound, dataCorrupted

    /// Creates the case of an error. The result is `nil` if a later version of Swift has added the
    /// case.
    public init?(_ error: DecodingError) {
        switch error {
        case .typeMismatch: self = .typeMismatch
        case .valueNotFound: self = .valueNotFound
        case .keyNotFound: self = .keyNotFound
        case .dataCorrupted: self = .dataCorrupted
        @unknown default: return nil
        }
    }
}

// MARK: - Answers that should succeed

extension ExerciseSuite {
    /// Runs an answer that should succeed, and returns its value.
    ///
    /// If the answer throws an error, the test ends with a finding that explains the error in the
    /// document. A ``TODO`` is rethrown, because that task is open and not wrong.
    ///
    /// - Parameters:
    ///   - misconception: The mistake of an answer that fails here, and the step of the lesson
    ///     about it.
    ///   - document: The document that the answer reads, if it reads one.
    ///   - answer: The answer under test.
    /// - Returns: The value of the answer.
    /// - Throws: An error that ends the test.
    public func value<Value>(
        _ misconception: Misconception,
        in document: Data? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        of answer: () throws -> Value
    ) throws -> Value {
        switch try Outcome(of: answer, for: document.map { String(decoding: $0, as: UTF8.self) }) {
        case .returned(let value): return value
        case .threw(let error):
            try fail(
                misconception, ["It threw an error:"] + explained(error, in: document),
                sourceLocation: sourceLocation)
        }
    }

    /// Runs an answer with a document that it should read, and returns its value.
    ///
    ///     let train = try read(#"{ "number": "NT 40" }"#, "A train …", with: decodeTrain)
    public func read<Value>(
        _ document: String,
        _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Data) throws -> Value
    ) throws -> Value {
        let data = Data(document.utf8)
        return try value(misconception, in: data, sourceLocation: sourceLocation) {
            try answer(data)
        }
    }

    /// Runs the answer of an earlier task, and returns its value, with which this task can be
    /// judged.
    ///
    /// If that answer fails, this task cannot be judged and stays open, because the earlier task
    /// has to be repaired first. From here on, the test also ``builds(on:)`` the earlier task.
    ///
    /// - Parameters:
    ///   - task: The number of the earlier task.
    ///   - answer: The answer of the earlier task.
    /// - Returns: The value of the answer.
    /// - Throws: An error that ends the test.
    public func fromTask<Value>(
        _ task: Int, _ answer: () throws -> Value
    ) throws -> Value {
        builds(on: task)
        if JudgedTasks.ended.contains(task) {
            throw EarlierTaskFailed(task: task, reason: "it ended the program")
        }
        switch try Outcome(of: answer) {
        case .returned(let value): return value
        case .threw(let error):
            throw EarlierTaskFailed(task: task, reason: "it threw \(error)")
        }
    }

    /// Notes that from here on the running test judges what an earlier task does, too.
    ///
    /// If that task has been refused in this run, its mistake may be the cause of a finding in this
    /// test, and the finding says so.
    public func builds(on earlierTasks: Int...) {
        JudgedTasks.earlierTasks.formUnion(earlierTasks)
    }

    /// Ends the test if a task on which it ``builds(on:)`` has been refused. This task is then open.
    public func waitForEarlierTasks() throws {
        if let test = Test.current, let task = JudgedTasks.refusedTasks(before: test).first {
            throw EarlierTaskFailed(task: task, reason: "it is not right yet")
        }
    }

    /// Ends the test if an answer is still a ``TODO``, before anything else is judged. The task is
    /// then open.
    ///
    /// - Parameter answer: A call of the task's function.
    public func endIfOpen(_ answer: () throws -> some Any) throws {
        _ = try Outcome(of: answer)
    }
}

// MARK: - Findings

/// The error that ends a test whose finding has already been recorded.
struct AlreadyReported: Error {}

/// The error that ends a test whose task cannot be judged, because an earlier task failed on which
/// it builds. The task is open.
struct EarlierTaskFailed: Error, CustomStringConvertible {
    let task: Int
    let reason: String

    var description: String {
        "Task \(task) comes first: this task builds on it, and \(reason)."
    }
}

extension ExerciseSuite {
    /// Records a finding and ends the test, because later findings often follow from it.
    ///
    /// - Parameters:
    ///   - misconception: The mistake of the answer, and the step of the lesson about it.
    ///   - lines: The details, which are shown below the misconception.
    public func fail(
        _ misconception: Misconception, _ lines: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Never {
        var finding = CheckFinding(
            misconception.message, step: misconception.step, details: lines)
        finding.earlierTasks = Test.current.map(JudgedTasks.refusedTasks(before:)) ?? []
        record(finding, sourceLocation: sourceLocation)
        throw AlreadyReported()
    }

    /// Ends the test with a finding if a condition does not hold.
    ///
    /// - Parameters:
    ///   - isRight: The condition.
    ///   - misconception: The mistake of an answer that fails here, and the step of the lesson
    ///     about it.
    ///   - lines: The details, which are shown below the misconception.
    public func expect(
        _ isRight: Bool, _ misconception: Misconception,
        _ lines: @autoclosure () -> [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if !isRight { try fail(misconception, lines(), sourceLocation: sourceLocation) }
    }

    /// Returns a value that is there, or ends the test with a finding if it is `nil`.
    public func require<Value>(
        _ value: Value?, _ misconception: Misconception,
        _ lines: @autoclosure () -> [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Value {
        guard let value else {
            try fail(misconception, lines(), sourceLocation: sourceLocation)
        }
        return value
    }
}

// MARK: - Answers that should throw

// A stub describes an error in one of four ways. Each of them has a form here:
//
//     is an error                           refuse(document, "…", with: …)
//     is an error (dataCorrupted)           refuse(document, .dataCorrupted, "…", with: …)
//     is an error (dataCorrupted) at `a`    refuse(document, .dataCorrupted, at: "a", "…", with: …)
//     is the decoder's own error            refuse(document, .typeMismatch, at: "a", "…", with: …), and probe
extension ExerciseSuite {
    /// Runs an answer that should throw a `DecodingError`. If it does not, the test ends with a
    /// finding.
    ///
    /// For an absent key, valueNotFound at that key is accepted in place of keyNotFound, because
    /// the decoder itself throws it in `superDecoder(forKey:)`.
    ///
    /// - Parameters:
    ///   - expected: The case of the error.
    ///   - codingPath: The path of the error, as the explainer writes it: `trains[0].cars`. It is
    ///     `nil` if the stub names no place. Then any place is accepted.
    ///   - misconception: The mistake of an answer that throws nothing here, and the step of the
    ///     lesson about it.
    ///   - otherError: The mistake of an answer that throws another `DecodingError`, if it has a
    ///     message of its own. The finding always shows the error. If the error has another type,
    ///     this function has a message for it.
    ///   - document: The document that the answer reads.
    ///   - answer: The answer under test.
    /// - Throws: An error that ends the test.
    public func expect<Value>(
        _ expected: DecodingErrorCase,
        at codingPath: String? = nil,
        _ misconception: Misconception,
        otherError: Misconception? = nil,
        in document: Data? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        from answer: () throws -> Value
    ) throws {
        let path = codingPath.map { CodingPath($0) }
        let expectation = [expected.rawValue, path?.place].compactMap(\.self)
            .joined(separator: " ")
        switch try Outcome(of: answer, for: document.map { String(decoding: $0, as: UTF8.self) }) {
        case .returned(let value):
            try fail(
                misconception,
                ["It returned \(described(value)), in place of \(expectation)."]
                    + shown(document, at: path), sourceLocation: sourceLocation)
        case .threw(let error as DecodingError):
            let keys = codingPathKeys(of: error)
            let isRightCase = DecodingErrorCase(error) == expected
            if isRightCase, path?.matches(keys) ?? true { return }
            let isAbsentKey =
                expected == .keyNotFound && DecodingErrorCase(error) == .valueNotFound
            if isAbsentKey, !keys.isEmpty, path?.matches(keys.dropLast()) ?? true { return }
            let lines = explained(error, in: document)
            if isRightCase {
                let expected = "Expected was \(expectation)."
                try fail(
                    otherError ?? Misconception(wrongPath(of: error)), [expected] + lines,
                    sourceLocation: sourceLocation)
            }
            try fail(
                otherError ?? misconception,
                ["It threw an error, but expected was \(expectation):"] + lines,
                sourceLocation: sourceLocation)
        case .threw(let error):
            try fail(
                Misconception(foreign(error, expectation), step: misconception.step),
                shown(document, at: path),
                sourceLocation: sourceLocation)
        }
    }

    /// Runs an answer with a document that it should refuse with a `DecodingError`.
    ///
    ///     try refuse(#"{ "number": 40 }"#, .typeMismatch, at: "number", "…", with: decodeTrain)
    public func refuse<Value>(
        _ document: String,
        _ expected: DecodingErrorCase,
        at codingPath: String? = nil,
        _ misconception: Misconception,
        otherError: Misconception? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Data) throws -> Value
    ) throws {
        let data = Data(document.utf8)
        try expect(
            expected, at: codingPath, misconception, otherError: otherError, in: data,
            sourceLocation: sourceLocation
        ) { try answer(data) }
    }

    /// Runs an answer with a document that it should refuse with any error. It is for stubs that
    /// only say that something is an error.
    public func refuse<Value>(
        _ document: String, _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Data) throws -> Value
    ) throws {
        let data = Data(document.utf8)
        guard case .returned(let value) = try Outcome(of: { try answer(data) }, for: document)
        else { return }
        try fail(
            misconception,
            ["It returned \(described(value)), in place of an error.", "The document:"]
                + excerpt(of: document), sourceLocation: sourceLocation)
    }

    /// Returns the path of an error, as the explainer writes it.
    public func codingPath(of error: DecodingError) -> String {
        codingPathKeys(of: error).readablePath
    }

    /// Returns the message about an error that is not the expected `DecodingError`.
    func foreign(_ error: any Error, _ expectation: String) -> String {
        var shortened = brief(Explanation(of: error).headline, of: error).prefix(200)
        while let last = shortened.last, ".: ".contains(last) { shortened.removeLast() }
        return """
            It did throw, but not the decoder's error: \(shortened). \
            Expected was \(expectation), a DecodingError: let the decoder's own error reach the \
            caller, or let the container make one
            """
    }

    /// Returns the explainer's words about an error that is none of a decoder's without what they say twice:
    /// `other: NotATrain: NotATrain()`.
    private func brief(_ text: String, of error: any Error) -> String {
        var text = text
        let type = "\(type(of: error))"
        for prefix in ["other: ", "\(type): "] where text.hasPrefix(prefix) {
            let remainder = text.dropFirst(prefix.count)
            if prefix == "other: " || remainder.hasPrefix(type) { text = String(remainder) }
        }
        return text
    }

    /// Returns the message about an error that has the right case but not the right path.
    func wrongPath(of error: DecodingError) -> String {
        if case .keyNotFound(let key, _) = error {
            return """
                The error is about a key that is missing, \(key.stringValue.debugDescription), but \
                it is not at the right place: it is about another object, or its path is lost
                """
        }
        return """
            The error is the right one, but its path is not. Look at its place below: a path is \
            lost, for example, where a part of a document is decoded on its own
            """
    }

    /// Returns the explanation of an error, in the form of the lessons. It has no general advice on
    /// how to decode a document, because the advice may contradict that of the check or the aim of
    /// the task.
    ///
    /// The document is not decoded again with changed values. A right answer may crash on a
    /// document whose numbers are all 0, and it uses a decoder of its own.
    func explained(_ error: any Error, in document: Data?) -> [String] {
        let explanation = Explanation(of: error, in: document)
        return [brief(explanation.headline, of: error)] + explanation.linesOfDocument
    }

    /// Returns the lines of a document that was read, with a marker at the place of the error.
    /// There are none if there is no document.
    private func shown(_ document: Data?, at path: CodingPath?) -> [String] {
        guard let document, let json = try? JSON(document) else { return [] }
        let tree = ValueTree(json)
        guard let path else { return ["The document:"] + tree.excerpt(note: nil) }
        return ["The document:"]
            + tree.excerpt(at: json.indices(of: path), note: "the error belongs here")
    }

    /// Returns the lines of a document, as the explainer shows them, for
    /// ``fail(_:_:sourceLocation:)``.
    public func excerpt(of document: String) -> [String] {
        guard let json = try? JSON(document) else { return ["    \(document)"] }
        return ValueTree(json).excerpt(note: nil)
    }

    /// Returns a description of a value on one line, short enough for a sentence.
    public func described(_ value: Any) -> String { ValueTree(describing: value).line(limit: 160) }
}

extension Error {
    /// A Boolean value that indicates whether the error ends the running test and does not come
    /// from the answer.
    var endsTheTest: Bool { self is TODO || self is EarlierTaskFailed || self is AlreadyReported }
}

extension Explanation {
    /// The lines of the document around the place of the error, with a marker. The tool indents them by two
    /// columns.
    var linesOfDocument: [String] { excerpt?.rendered(width: 76) ?? [] }
}

/// The way in which an answer ended. A ``TODO`` does not count, because that task is open. A
/// finding that a check made inside of the answer does not count either, because it has ended the
/// test.
enum Outcome<Value> {
    case returned(Value)
    case threw(any Error)

    /// Runs an answer.
    ///
    /// - Throws: The error if it ends the test, such as a ``TODO``.
    init(of answer: () throws -> Value) throws {
        try self.init(of: answer, for: nil)
    }

    /// Runs an answer with an input, which a learner sees if the program crashes meanwhile.
    init(of answer: () throws -> Value, for input: @autoclosure () -> String?) throws {
        let notes = InputAtHand.ofThisRun
        notes?.note(input())
        defer { notes?.note(nil) }
        do {
            self = .returned(try answer())
        } catch let error where error.endsTheTest {
            throw error
        } catch {
            self = .threw(error)
        }
    }
}

/// Returns the keys of an error's coding path.
public func codingPathKeys(of error: DecodingError) -> [any CodingKey] {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
    @unknown default:
        []
    }
}
