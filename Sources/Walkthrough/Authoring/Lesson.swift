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
    /// The subject of the lesson, in a word or two.
    static var title: String { get }

    /// The steps, in the order of the file.
    static var steps: Steps { get }

    /// Decodes a document of the reader with the lesson's finished model.
    ///
    /// - Parameter document: The bytes that the reader gave to `--decode`.
    /// - Returns: The decoded value, which is shown to the reader.
    /// - Throws: The error of the decoder.
    static func decode(_ document: Data) throws -> Any
}

extension Lesson {
    /// Runs the lesson with the options of the command line, and ends the program.
    package static func main() async {
        await runProgram()
    }

    /// Does the same as ``main()``, for a lesson whose program has something else to do first.
    package static func runProgram() async -> Never {
        let program = LessonProgram(lesson: LessonDescription(Self.self), decode: decode)
        exit(await program.run(Array(CommandLine.arguments.dropFirst())))
    }
}
