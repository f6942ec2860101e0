import DecodingExplainer
import ExerciseConventions
import ExerciseSupport
import Foundation
import Testing

/// The checks of an exercise.
///
/// What the checks share is a member of the suite. A learner's own function of the same name is
/// visible to the checks too, but a member goes before it. A type that the checks name they import by
/// its name, which goes before a learner's type as well.
public protocol ExerciseSuite {
    /// Takes a finding: an issue of the running test, unless a suite has another use for it.
    func record(_ finding: CheckFinding, sourceLocation: SourceLocation)
}

extension ExerciseSuite {
    public func record(_ finding: CheckFinding, sourceLocation: SourceLocation) {
        report(finding, sourceLocation: sourceLocation)
    }

    /// Makes a finding an issue of the running test, and tells it to the tool.
    public func report(_ finding: CheckFinding, sourceLocation: SourceLocation) {
        CheckRecords.ofThisRun?.add(.refused(finding))
        Issue.record(Testing.Comment(rawValue: finding.text), sourceLocation: sourceLocation)
    }
}

/// The cases of `DecodingError`, without what they carry.
public enum DecodingErrorCase: String, Sendable {
    case typeMismatch, valueNotFound, keyNotFound, dataCorrupted

    /// The case of an error, or nil where a later Swift has added one.
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
    /// Runs an answer that should succeed, and gives what it returned.
    ///
    /// An error of the answer ends the test with a finding: the error is explained in the document.
    /// A ``TODO`` passes through: that task is open and not wrong.
    ///
    /// - Parameters:
    ///   - misconception: What an answer that fails here got wrong, and which step of the lesson has it.
    ///   - document: What the answer reads, where it reads.
    ///   - answer: The answer under test.
    public func value<Value>(
        _ misconception: Misconception,
        in document: Data? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        of answer: () throws -> Value
    ) throws -> Value {
        switch try Outcome(of: answer) {
        case .returned(let value): return value
        case .threw(let error):
            try fail(
                misconception, ["It threw an error:"] + explained(error, in: document),
                sourceLocation: sourceLocation)
        }
    }

    /// Runs an answer on a document that it should read, and gives what it returned.
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

    /// Runs what an earlier task made, to have something to judge this one with.
    ///
    /// Where it fails, nobody knows whether this task is right, so it stays open: the earlier task
    /// is the one to repair.
    ///
    /// - Parameters:
    ///   - task: The number of the earlier task.
    ///   - answer: Its answer.
    public func fromTask<Value>(
        _ task: Int, _ answer: () throws -> Value
    ) throws -> Value {
        switch try Outcome(of: answer) {
        case .returned(let value): return value
        case .threw(let error):
            throw EarlierTaskFailed(task: task, error: error)
        }
    }

    /// Ends the test as open where an answer is still a ``TODO``, before anything else is judged.
    ///
    /// - Parameter answer: A call of the task's own function.
    public func endIfOpen(_ answer: () throws -> some Any) throws {
        _ = try Outcome(of: answer)
    }
}

// MARK: - Findings

/// Ends a test whose finding is recorded already.
struct AlreadyReported: Error {}

/// Ends a test whose task nobody can judge, as an earlier one gives it nothing to be judged with. That
/// task is open.
struct EarlierTaskFailed: Error, CustomStringConvertible {
    let task: Int
    let error: any Error

    var description: String {
        "Task \(task) comes first: this task is judged with what it returns, and it threw \(error)."
    }
}

extension ExerciseSuite {
    /// Records a finding and ends the test with it: what comes later often follows from it.
    ///
    /// - Parameters:
    ///   - misconception: What the answer got wrong, and which step of the lesson has it.
    ///   - lines: What was found, to be shown below.
    public func fail(
        _ misconception: Misconception, _ lines: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Never {
        let finding = CheckFinding(
            misconception.text, step: misconception.step, details: lines)
        record(finding, sourceLocation: sourceLocation)
        throw AlreadyReported()
    }

    /// Ends the test with a finding where something does not hold.
    ///
    /// - Parameters:
    ///   - isRight: What should hold.
    ///   - misconception: What an answer that fails here got wrong, and which step of the lesson
    ///     has it.
    ///   - lines: What was found, to be shown below.
    public func expect(
        _ isRight: Bool, _ misconception: Misconception,
        _ lines: @autoclosure () -> [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if !isRight { try fail(misconception, lines(), sourceLocation: sourceLocation) }
    }

    /// Ends the test with a finding where there is no value, and gives it where there is one.
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

// What a stub says of an error is one of four things, and each has a form here:
//
//     is an error                           refuse(document, "…", with: …)
//     is an error (dataCorrupted)           refuse(document, .dataCorrupted, "…", with: …)
//     is an error (dataCorrupted) at `a`    refuse(document, .dataCorrupted, at: "a", "…", with: …)
//     is the decoder's own error            refuse(document, .typeMismatch, at: "a", "…", with: …), and probe
extension ExerciseSuite {
    /// Runs an answer that should throw a `DecodingError`, and ends the test with a finding if it does
    /// not.
    ///
    /// A key that is absent may be valueNotFound at that key in place of keyNotFound: the decoder
    /// throws that by itself through `superDecoder(forKey:)`.
    ///
    /// - Parameters:
    ///   - expected: The case that the error should be.
    ///   - codingPath: Where it should point, as the explainer writes it: `trains[0].cars`. Nil where the
    ///     stub names no place: any will do.
    ///   - misconception: What an answer that throws nothing here got wrong, and which step of the
    ///     lesson has it.
    ///   - other: The same for an answer that throws another `DecodingError`; what it threw is
    ///     said in any case. An error that is not the decoder's is told apart by the library.
    ///   - document: What the answer reads.
    ///   - answer: The answer under test.
    public func expect<Value>(
        _ expected: DecodingErrorCase,
        at codingPath: String? = nil,
        _ misconception: Misconception,
        otherError other: Misconception? = nil,
        in document: Data? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        from answer: () throws -> Value
    ) throws {
        let path = codingPath.map { CodingPath($0) }
        let wanted = [expected.rawValue, path?.place].compactMap(\.self).joined(separator: " ")
        switch try Outcome(of: answer) {
        case .returned(let value):
            try fail(
                misconception,
                ["It returned \(described(value)), in place of \(wanted)."]
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
                let words = Misconception("\(rightCaseWrongPath): expected was \(wanted)")
                try fail(other ?? words, lines, sourceLocation: sourceLocation)
            }
            try fail(
                other ?? misconception,
                ["It threw an error, but expected was \(wanted):"] + lines,
                sourceLocation: sourceLocation)
        case .threw(let error):
            try fail(
                Misconception(foreign(error, wanted)), shown(document, at: path),
                sourceLocation: sourceLocation)
        }
    }

    /// Runs an answer on a document that it should refuse with a `DecodingError`.
    ///
    ///     try refuse(#"{ "number": 40 }"#, .typeMismatch, at: "number", "…", with: decodeTrain)
    public func refuse<Value>(
        _ document: String,
        _ expected: DecodingErrorCase,
        at codingPath: String? = nil,
        _ misconception: Misconception,
        otherError other: Misconception? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Data) throws -> Value
    ) throws {
        let data = Data(document.utf8)
        try expect(
            expected, at: codingPath, misconception, otherError: other, in: data,
            sourceLocation: sourceLocation
        ) { try answer(data) }
    }

    /// Runs an answer on a document that it should refuse, with whatever error: where a stub says that
    /// something is an error, and no more.
    public func refuse<Value>(
        _ document: String, _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Data) throws -> Value
    ) throws {
        let data = Data(document.utf8)
        guard case .returned(let value) = try Outcome(of: { try answer(data) }) else { return }
        try fail(
            misconception,
            ["It returned \(described(value)), in place of an error.", "The document:"]
                + excerpt(of: document), sourceLocation: sourceLocation)
    }

    /// The keys on the way to the place of an error, as the explainer writes them.
    public func codingPath(of error: DecodingError) -> String {
        codingPathKeys(of: error).readablePath
    }

    /// The sentence about an error that is not the decoder's where the decoder's was expected.
    func foreign(_ error: any Error, _ wanted: String) -> String {
        var said = Explanation(of: error).headline
        let type = "\(type(of: error))"
        // "other: NotATrain: NotATrain()" says the same three times.
        for prefix in ["other: ", "\(type): "] where said.hasPrefix(prefix) {
            let rest = said.dropFirst(prefix.count)
            if prefix == "other: " || rest.hasPrefix(type) { said = String(rest) }
        }
        var words = said.prefix(200)
        while let last = words.last, ".: ".contains(last) { words.removeLast() }
        return """
            It did throw, but not the decoder's error: \(words). \
            Expected was \(wanted): let the decoder's own error reach the caller
            """
    }

    /// What is wrong with an error that only its place tells apart from the right one.
    var rightCaseWrongPath: String {
        """
        The error is the right one, but its path is not. Look at its place below: a path is lost, \
        for example, where a part of a document is decoded on its own
        """
    }

    /// An error as the lessons explain it. The advice is the check's own: general advice on how to
    /// decode a document speaks against it, or against what the task wants.
    ///
    /// Nothing is decoded again: an answer that is right may trap on a document of which every number
    /// is replaced by 0, and its decoder is its own.
    func explained(_ error: any Error, in document: Data?) -> [String] {
        Explanation(of: error, in: document).lines(width: lineWidth, includesAdvice: false)
    }

    /// A document that was read, where there is one, with a marker at the place of the error.
    private func shown(_ document: Data?, at path: CodingPath?) -> [String] {
        guard let document, let json = try? JSON(document) else { return [] }
        let tree = ValueTree(json)
        guard let path else { return ["The document:"] + tree.excerpt(note: nil) }
        return ["The document:"]
            + tree.excerpt(at: json.indices(of: path), note: "the error belongs here")
    }

    /// The lines of a document as the explainer shows them, for ``fail(_:_:sourceLocation:)``.
    public func excerpt(of document: String) -> [String] {
        guard let json = try? JSON(document) else { return ["    \(document)"] }
        return ValueTree(json).excerpt(note: nil)
    }

    /// A value on one line, short enough for a sentence.
    func described(_ value: Any) -> String { ValueTree(describing: value).text(limit: 160) }
}

extension Error {
    /// A Boolean value that indicates whether the error says of the running test what has come of it, and
    /// is not one of the answer's.
    var endsTheTest: Bool { self is TODO || self is EarlierTaskFailed || self is AlreadyReported }
}

/// The columns of a line of a finding. The tool indents them by two.
let lineWidth = 76

/// How an answer ended. A ``TODO`` is neither: that task is open. Nor is a finding that a check made
/// inside of the answer: it has ended the test.
enum Outcome<Value> {
    case returned(Value)
    case threw(any Error)

    init(of answer: () throws -> Value) throws {
        do {
            self = .returned(try answer())
        } catch let error where error.endsTheTest {
            throw error
        } catch {
            self = .threw(error)
        }
    }
}

public func codingPathKeys(of error: DecodingError) -> [any CodingKey] {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
    @unknown default:
        []
    }
}
