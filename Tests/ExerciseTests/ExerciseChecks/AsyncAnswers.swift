import ExerciseSupport
import Foundation
import Testing

// Answers that wait for something. Each is waited for first, and then judged like any other.

extension ExerciseSuite {
    /// What an async answer returned or threw, to be judged with all that judges answers which do not
    /// wait:
    ///
    ///     let found = await result { try await load(request, from: server) }
    ///     try expect(.keyNotFound, at: "", "…") { try found.get() }
    public func result<Value>(of answer: () async throws -> Value) async -> Result<
        Value, any Error
    > {
        do { return .success(try await answer()) } catch { return .failure(error) }
    }

    /// Runs an async answer that should succeed, and gives what it returned. An error ends the test,
    /// a ``TODO`` passes through.
    ///
    /// - Parameters:
    ///   - misconception: What an answer that fails here got wrong, and which step of the lesson has it.
    ///   - document: What the answer reads, where it reads.
    ///   - answer: The answer under test.
    public func value<Value>(
        _ misconception: Misconception,
        in document: Data? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        of answer: () async throws -> Value
    ) async throws -> Value {
        let found = await result(of: answer)
        func judged() throws -> Value {
            try value(misconception, in: document, sourceLocation: sourceLocation) {
                try found.get()
            }
        }
        return try judged()
    }

    /// Runs what an earlier task made and is async. Where it fails, this task stays open.
    public func fromTask<Value>(
        _ task: Int, _ answer: () async throws -> Value
    ) async throws -> Value {
        let found = await result(of: answer)
        func judged() throws -> Value {
            try fromTask(task) { try found.get() }
        }
        return try judged()
    }

    /// Ends the test as open where an async answer is still a ``TODO``.
    public func endIfOpen(_ answer: () async throws -> some Any) async throws {
        let found = await result(of: answer)
        _ = try Outcome { try found.get() }
    }

    /// Runs an answer that should throw an error which is not the decoder's, and ends the test with a
    /// finding if it does not.
    ///
    /// - Parameters:
    ///   - expected: The error. Another one of its type that looks like it is as good.
    ///   - misconception: What an answer that fails here got wrong, and which step of the lesson
    ///     has it.
    ///   - situation: When it should throw, as the beginning of a sentence: `With the status 404`.
    ///   - answer: The answer under test.
    public func expectError(
        _ expected: any Error,
        _ misconception: Misconception,
        _ situation: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        from answer: () async throws -> some Any
    ) async throws {
        let found = await result(of: answer)
        let lines: [String]
        switch try Outcome(of: { try found.get() }) {
        case .returned(let value):
            lines = ["\(situation) it returned \(described(value))."]
        case .threw(let error):
            if String(reflecting: error) == String(reflecting: expected) { return }
            lines = ["\(situation) it threw:"] + explained(error, in: nil)
        }
        try fail(
            misconception, lines + ["Expected was the error \(expected)."],
            sourceLocation: sourceLocation)
    }

    /// Asks an async answer about every document of a probe, so that ``probe`` can judge it:
    ///
    ///     let answer = await answers(toProbesOf: train) { try await load(request, from: server($0)) }
    ///     try probe(train, "…", with: answer)
    ///
    /// - Parameters:
    ///   - document: The right document, as the probe gets it.
    ///   - answer: The answer under test.
    /// - Returns: What the answer made of each document.
    public func answers<Value>(
        toProbesOf document: String, of answer: (Data) async throws -> Value
    ) async -> (Data) throws -> Value {
        var results: [Data: Result<Value, any Error>] = [:]
        for change in (try? JSON(document)).map(Probe.changes) ?? [] {
            let data = Data(change.text.utf8)
            results[data] = await result { try await answer(data) }
        }
        return { data in
            guard let result = results[data] else { throw NotAsked() }
            return try result.get()
        }
    }
}

/// A document that is not of the probe.
private struct NotAsked: Error {}
