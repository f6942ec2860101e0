import ExerciseConventions
import Foundation
import Testing

extension ExerciseSuite {
    /// Reads documents and writes the values. Each written document should equal the one that was
    /// read, even if other documents were read in between.
    ///
    ///     try rewriteEach([flat, nested], "…", task: 1, from: decodeTrain, with: encode)
    ///
    /// - Parameters:
    ///   - documents: Right documents, in the order in which they are read.
    ///   - misconception: The mistake of an answer that writes another document, and the step of
    ///     the lesson about it.
    ///   - task: The number of the task that `decode` belongs to. If `decode` throws, this task
    ///     stays open.
    ///   - decode: The answer that reads.
    ///   - encode: The answer that writes.
    /// - Throws: An error that ends the test.
    public func rewriteEach<Value>(
        _ documents: [String], _ misconception: Misconception, task: Int,
        sourceLocation: SourceLocation = #_sourceLocation,
        from decode: (Data) throws -> Value, with encode: (Value) throws -> Data
    ) throws {
        try rewriteEach(
            documents, task: task, sourceLocation: sourceLocation, from: decode, with: encode
        ) { _ in misconception }
    }

    /// Reads documents and writes the values, with a misconception that depends on the written
    /// document.
    public func rewriteEach<Value>(
        _ documents: [String], task: Int, sourceLocation: SourceLocation = #_sourceLocation,
        from decode: (Data) throws -> Value, with encode: (Value) throws -> Data,
        misconception: (Data) -> Misconception
    ) throws {
        func expectRewritten(
            _ value: Value, as document: String, misconception: (Data) -> Misconception
        ) throws {
            let written: Data
            switch try Outcome(of: { try encode(value) }, for: described(value)) {
            case .returned(let data): written = data
            case .threw(let error):
                try fail(
                    "What was read can be written \(.backToJSON)",
                    ["It threw an error:"] + explained(error, in: nil),
                    sourceLocation: sourceLocation)
            }
            try expectWritten(
                written, document, misconception(written), sourceLocation: sourceLocation)
        }
        // What follows has nothing to do with the earlier task any more.
        let earlierTasks = JudgedTasks.earlierTasks
        defer { JudgedTasks.earlierTasks = earlierTasks }
        var values: [Value] = []
        for document in documents {
            let value = try fromTask(task) { try decode(Data(document.utf8)) }
            try expectRewritten(value, as: document, misconception: misconception)
            values.append(value)
        }
        for (value, document) in zip(values, documents) {
            try expectRewritten(value, as: document) { _ in readInBetween }
        }
    }

    private var readInBetween: Misconception {
        """
        Read, then another document read, then written: something else came out. Write what the \
        value has, and keep nothing from the last call
        """
    }

    /// Checks that properties have the types of the stub. An optional property means that the value
    /// may be missing, and the task says that it may not.
    ///
    /// - Parameter properties: The name of each property, its value in the learner's code, and the
    ///   stub's type.
    /// - Throws: An error that ends the test.
    public func expectTypes(
        _ properties: (name: String, value: Any, type: Any.Type)...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for (name, value, expectedType) in properties where type(of: value) != expectedType {
            try fail(
                """
                \(name) should stay \(expectedType): an optional says that it may be missing, and it may \
                not \(.absentNullOrTheWrongType)
                """, ["It is \(type(of: value))."], sourceLocation: sourceLocation)
        }
    }
}
