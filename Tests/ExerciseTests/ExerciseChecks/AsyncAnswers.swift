import ExerciseConventions
import ExerciseSupport
import Foundation
import Testing

// Answers that are async functions. Each function here waits for such an answer first, and then
// judges it like any other.

extension ExerciseSuite {
    /// Returns the result of an async answer, so that the functions for other answers can judge it:
    ///
    ///     let loading = await result { try await load(request, from: server) }
    ///     try expect(.keyNotFound, at: "", "…") { try loading.get() }
    ///
    /// - Parameters:
    ///   - input: What the answer is given, for a learner whose answer crashes.
    ///   - answer: The answer under test.
    public func result<Value>(
        for input: String? = nil, of answer: () async throws -> Value
    ) async -> Result<Value, any Error> {
        let notes = InputAtHand.ofThisRun
        notes?.note(input)
        defer { notes?.note(nil) }
        do { return .success(try await answer()) } catch { return .failure(error) }
    }

    /// Runs an async answer that should succeed, and returns its value. If it throws an error, the
    /// test ends with a finding. A ``TODO`` is rethrown.
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
        of answer: () async throws -> Value
    ) async throws -> Value {
        let input = document.map { String(decoding: $0, as: UTF8.self) }
        let outcome = await result(for: input, of: answer)
        func judged() throws -> Value {
            try value(misconception, in: document, sourceLocation: sourceLocation) {
                try outcome.get()
            }
        }
        return try judged()
    }

    /// Runs the async answer of an earlier task, and returns its value. If it fails, this task
    /// stays open.
    public func fromTask<Value>(
        _ task: Int, _ answer: () async throws -> Value
    ) async throws -> Value {
        let outcome = await result(of: answer)
        func judged() throws -> Value {
            try fromTask(task) { try outcome.get() }
        }
        return try judged()
    }

    /// Ends the test if an async answer is still a ``TODO``. The task is then open.
    public func endIfOpen(_ answer: () async throws -> some Any) async throws {
        let outcome = await result(of: answer)
        _ = try Outcome { try outcome.get() }
    }

    /// Runs an answer that should throw an error of another type than `DecodingError`. If it does
    /// not, the test ends with a finding.
    ///
    /// - Parameters:
    ///   - expected: The error. Another error of the same type with the same description is
    ///     accepted too.
    ///   - misconception: The mistake of an answer that fails here, and the step of the lesson
    ///     about it.
    ///   - situation: The situation in which it should throw, as the beginning of a sentence: `With
    ///     the status 404`.
    ///   - answer: The answer under test.
    /// - Throws: An error that ends the test.
    public func expectError(
        _ expected: any Error,
        _ misconception: Misconception,
        _ situation: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        from answer: () async throws -> some Any
    ) async throws {
        let outcome = await result(for: situation, of: answer)
        let lines: [String]
        switch try Outcome(of: { try outcome.get() }) {
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

    /// Runs an async answer with every document of a probe, so that ``probe`` can judge it:
    ///
    ///     let answer = await answers(toProbesOf: train) { try await load(request, from: server($0)) }
    ///     try probe(train, "…", with: answer)
    ///
    /// - Parameters:
    ///   - document: The right document, as the probe gets it.
    ///   - answer: The answer under test.
    /// - Returns: A function that gives the answer's result for each document.
    public func answers<Value>(
        toProbesOf document: String, of answer: (Data) async throws -> Value
    ) async -> (Data) throws -> Value {
        var results: [Data: Result<Value, any Error>] = [:]
        for change in (try? JSON(document)).map(Probe.changes) ?? [] {
            let data = Data(change.source.utf8)
            results[data] = await result(for: change.source) { try await answer(data) }
        }
        return { data in
            guard let result = results[data] else { throw NotAsked() }
            return try result.get()
        }
    }
}

/// The error for a document that is not part of the probe.
private struct NotAsked: Error {}
