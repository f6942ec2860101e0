import ExerciseConventions
import Foundation
import Testing

extension ExerciseSuite {
    /// Reads documents and writes what was read: each should come out as the document that it was,
    /// also where the others were read in between.
    ///
    ///     try rewriteEach([flat, nested], "…", task: 1, from: decodeTrain, with: encode)
    ///
    /// - Parameters:
    ///   - documents: Right documents, read one after the other.
    ///   - misconception: What an answer that writes something else got wrong, and which step of the
    ///     lesson has it.
    ///   - task: The task that `decode` belongs to. Where it throws, this task stays open.
    ///   - decode: The answer that reads.
    ///   - encode: The answer that writes.
    public func rewriteEach<Value>(
        _ documents: [String], _ misconception: Misconception, task: Int,
        sourceLocation: SourceLocation = #_sourceLocation,
        from decode: (Data) throws -> Value, with encode: (Value) throws -> Data
    ) throws {
        try rewriteEach(
            documents, task: task, sourceLocation: sourceLocation, from: decode, with: encode
        ) { _ in misconception }
    }

    /// Reads documents and writes what was read, where the misconception depends on what was written.
    public func rewriteEach<Value>(
        _ documents: [String], task: Int, sourceLocation: SourceLocation = #_sourceLocation,
        from decode: (Data) throws -> Value, with encode: (Value) throws -> Data,
        misconception: (Data) -> Misconception
    ) throws {
        func expectRewritten(
            _ read: Value, _ document: String, _ words: (Data) -> Misconception
        ) throws {
            let written: Data
            switch try Outcome(of: { try encode(read) }) {
            case .returned(let data): written = data
            case .threw(let error):
                try fail(
                    "What was read can be written \(.backToJSON)",
                    ["It threw an error:"] + explained(error, in: nil),
                    sourceLocation: sourceLocation)
            }
            try expectWritten(written, document, words(written), sourceLocation: sourceLocation)
        }
        var values: [Value] = []
        for document in documents {
            let read = try fromTask(task) { try decode(Data(document.utf8)) }
            try expectRewritten(read, document, misconception)
            values.append(read)
        }
        for (read, document) in zip(values, documents) {
            try expectRewritten(read, document) { _ in readInBetween }
        }
    }

    private var readInBetween: Misconception {
        """
        Read, then another document read, then written: something else came out. Write what the \
        value has, and keep nothing from the last call
        """
    }

    /// Wants properties to have the types that the stub gives them: a property that is optional says
    /// that the value may be missing, and the task says that it may not.
    ///
    /// - Parameter properties: The property as the learner wrote it, its value and the stub's type.
    public func expectTypes(
        _ properties: (name: String, value: Any, type: Any.Type)...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for (name, value, wanted) in properties where type(of: value) != wanted {
            try fail(
                """
                \(name) should stay \(wanted): an optional says that it may be missing, and it may \
                not \(.absentNullOrTheWrongType)
                """, ["It is \(type(of: value))."], sourceLocation: sourceLocation)
        }
    }
}
