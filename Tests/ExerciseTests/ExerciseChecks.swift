import ExerciseSupport
import Foundation
import Testing

// What every exercise's checks share: the trait that reads an open task as open and ends a loop that
// never ends, and the helpers that put a misconception's name on an error.

extension Trait where Self == ExerciseTrait {
    /// Judges the tests of a suite as tasks of an exercise.
    public static var exercise: ExerciseTrait { ExerciseTrait() }
}

/// Judges a test as a task of an exercise.
///
/// - A task that is still a ``TODO`` is a known issue when the whole package is tested, and a failure
///   as soon as somebody asks about it with `--filter` or puts other answers in place with `ANSWERS`.
/// - A task that does not come to an end within ``timeLimit`` ends the process, by name. Swift
///   Testing's own time limit cannot stop a loop that never suspends.
public struct ExerciseTrait: SuiteTrait, TestTrait, TestScoping {
    /// How long one task may take, in seconds.
    public static let timeLimit = 10

    /// What the process exits with when a task does not come to an end, as timeout(1) does.
    public static let exitCode: Int32 = 124

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard !test.isSuite else { return try await function() }
        let isOver = startTimer(for: test)
        defer { isOver.signal() }
        try await withKnownIssue(isIntermittent: true, sourceLocation: test.sourceLocation) {
            do {
                try await function()
            } catch is AlreadyReported {
                // Its issue is recorded; a second one would say less.
            }
        } when: {
            openTasksAreExcused
        } matching: { issue in
            issue.error is TODO
        }
    }

    private var openTasksAreExcused: Bool {
        let environment = ProcessInfo.processInfo.environment
        // The workbook's tool tells an open task from a wrong one by that.
        if environment["CHECKS"] == "program" { return true }
        return !CommandLine.arguments.contains { $0.hasPrefix("--filter") }
            && environment["ANSWERS"] == nil
    }

    private func startTimer(for test: Test) -> DispatchSemaphore {
        let isOver = DispatchSemaphore(value: 0)
        let task = test.displayName ?? test.name
        let file = test.sourceLocation.fileName.replacing("Tests.swift", with: ".swift")
        // A thread of its own: the pool that runs the tests may be full of loops.
        Thread.detachNewThread {
            guard isOver.wait(timeout: .now() + .seconds(Self.timeLimit)) == .timedOut else {
                return
            }
            let message = """

                ✘ \(task) did not come to an end within \(Self.timeLimit) seconds, so the checks \
                stopped here. Look in \(file) for a loop that never ends.

                """
            FileHandle.standardError.write(Data(message.utf8))
            _exit(Self.exitCode)
        }
        return isOver
    }
}

/// Ends a test whose failure is recorded already.
private struct AlreadyReported: Error {}

/// The cases of `DecodingError`, without what they carry.
public enum DecodingErrorCase: String, Sendable {
    case typeMismatch, valueNotFound, keyNotFound, dataCorrupted
}

/// Runs an answer that should succeed, and gives what it returned.
///
/// An error of the answer ends the test, with the comment as its first line. A ``TODO`` passes
/// through: that task is open and not wrong.
///
/// - Parameters:
///   - comment: What an answer that fails here got wrong, and which step of the lesson has it.
///   - answer: The answer under test.
public func value<Value>(
    _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation,
    of answer: () throws -> Value
) throws -> Value {
    do {
        return try answer()
    } catch let error as TODO {
        throw error
    } catch {
        Issue.record("\(comment)\nIt threw \(summary(of: error))", sourceLocation: sourceLocation)
        throw AlreadyReported()
    }
}

/// Runs an answer that should throw a `DecodingError`, and records an issue if it does not.
///
/// - Parameters:
///   - expected: The case that the error should be.
///   - codingPath: Where it should point: the keys, joined by dots, an array's index as a number.
///   - comment: What an answer that fails here got wrong, and which step of the lesson has it.
///   - answer: The answer under test.
public func expect<Value>(
    _ expected: DecodingErrorCase,
    at codingPath: String,
    _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation,
    from answer: () throws -> Value
) throws {
    let outcome: String
    do {
        outcome = "It returned \(try answer())"
    } catch let error as TODO {
        throw error
    } catch let error as DecodingError {
        guard let found = DecodingErrorCase(error) else { throw error }
        if found == expected && readablePath(of: error) == codingPath { return }
        outcome = "It threw \(summary(of: error))"
    } catch {
        outcome = "It threw \(error)"
    }
    let place = codingPath.isEmpty ? "at the top level" : "at \(withBrackets(codingPath))"
    Issue.record(
        "\(comment)\n\(outcome), in place of \(expected.rawValue) \(place)",
        sourceLocation: sourceLocation
    )
}

extension DecodingErrorCase {
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

/// The keys on the way to the place of an error, joined by dots, an array's index as a number.
public func readablePath(of error: DecodingError) -> String {
    context(of: error).map(\.codingPath).map(readablePath) ?? ""
}

private func readablePath(_ codingPath: [any CodingKey]) -> String {
    codingPath.map { key in key.intValue.map(String.init) ?? key.stringValue }
        .joined(separator: ".")
}

private func context(of error: DecodingError) -> DecodingError.Context? {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
    @unknown default:
        nil
    }
}

/// A path as a reader of Swift would write it: `[1].cars` for `1.cars`.
private func withBrackets(_ path: String) -> String {
    path.split(separator: ".").reduce("") { path, key in
        let isIndex = key.allSatisfy(\.isNumber)
        return path + (isIndex ? "[\(key)]" : (path.isEmpty ? "" : ".") + key)
    }
}

private func summary(of error: any Error) -> String {
    guard let error = error as? DecodingError, let found = DecodingErrorCase(error),
        let context = context(of: error)
    else { return "\(error)" }
    let path = readablePath(of: error)
    let place = path.isEmpty ? "at the top level" : "at \(withBrackets(path))"
    return "\(found.rawValue) \(place): \(context.debugDescription)"
}
