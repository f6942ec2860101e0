import Foundation

/// A lesson: a program whose steps are plain functions, and which can show its own source.
///
///     @main
///     struct Lesson02: Lesson {
///         static let title = "Coding keys"
///         static let steps = Steps(convertFromSnakeCase, acronymsDoNotRoundTrip)
///         static func decode(_ document: Data) throws -> Any { … }
///     }
///
/// The file that declares it has one section for each step, in the same order: a `// MARK: -` with
/// the step's title, a doc comment with its prose, and the function. See ``LessonSource``.
package protocol Lesson {
    /// What the lesson is about, in a word or two.
    static var title: String { get }

    /// The steps, in the order of the file.
    static var steps: Steps { get }

    /// Decodes a document of the reader's own with the lesson's finished model.
    ///
    /// - Parameter document: Whatever the reader gave to `--decode`.
    /// - Returns: The decoded value, for the reader to look at.
    /// - Throws: What the decoder throws.
    static func decode(_ document: Data) throws -> Any

    /// Does a piece of work in a process of its own. See ``peakMemory(of:on:)``. Most lessons have
    /// no such work.
    ///
    /// - Parameters:
    ///   - name: Which piece of work.
    ///   - file: What to do it on.
    /// - Returns: A count, for the process that asked.
    static func work(_ name: String, on file: FileHandle) throws -> Int
}

extension Lesson {
    /// Runs the lesson with the options of the command line, and ends the program.
    package static func main() async {
        if let work = ChildWork(CommandLine.arguments) { work.run(Self.work) }
        let program = LessonProgram(LessonDescription(Self.self), decode: decode)
        exit(await program.run(Array(CommandLine.arguments.dropFirst())))
    }
}

extension Lesson {
    package static func work(_ name: String, on file: FileHandle) throws -> Int {
        throw UsageError(description: "There is no work \(name).")
    }
}

/// A step of a lesson: an ordinary function.
package typealias Step = @Sendable () async throws -> Void

/// The steps of a lesson and the file that they stand in.
package struct Steps: Sendable {
    /// The functions, in the order in which they are read.
    package let functions: [Step]

    /// The path of the file that made this value, when it was compiled.
    package let filePath: String

    /// Lists the steps of the lesson that the calling file holds.
    ///
    /// - Parameters:
    ///   - functions: One function a step, in the order of the file.
    ///   - filePath: The file that holds them. Leave it out.
    package init(_ functions: Step..., filePath: String = #filePath) {
        self.functions = functions
        self.filePath = filePath
    }
}

/// Decodes one value, or a list of them, whichever the document holds at its root.
///
/// - Parameters:
///   - type: The type of one value.
///   - document: The bytes of a JSON document.
///   - decoder: The decoder to use.
/// - Returns: A `Value` for an object, a `[Value]` for an array.
/// - Throws: What the decoder throws.
package func decodeOneOrMany<Value: Decodable>(
    _ type: Value.Type, from document: Data, with decoder: JSONDecoder = JSONDecoder()
) throws -> Any {
    // In UTF-16 and UTF-32 there are zeros around the first bracket.
    let blanks = Set(" \t\r\n\0".utf8)
    let isList = document.first { !blanks.contains($0) } == UInt8(ascii: "[")
    return isList
        ? try decoder.decode([Value].self, from: document)
        : try decoder.decode(Value.self, from: document)
}
