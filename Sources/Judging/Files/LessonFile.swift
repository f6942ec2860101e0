/// A file of a lesson or its exercise. The names follow a pattern, so that a reader who knows one
/// can guess the others.
package enum LessonFile: CaseIterable {
    case lesson, pages, guide, exercise, keptStub, solution, hints, otherWays, checks,
        knownAnswers, lessonTests

    /// Returns the path of the file, from the package's folder.
    ///
    /// - Parameters:
    ///   - number: The number of the lesson: `07`.
    ///   - folder: The folder of the lesson, which is used only for the files in it:
    ///     `Lessons/07-Inheritance`.
    package func path(_ number: String, folder: @autoclosure () -> String) -> String {
        switch self {
        case .lesson: "\(folder())/Lesson\(number).swift"
        case .pages: "\(folder())/README.md"
        case .guide: "\(folder())/Teacher.md"
        case .exercise: "Exercises/Exercise\(number).swift"
        case .keptStub: "Solutions/.stubs/Exercise\(number).swift"
        case .solution: "Solutions/Exercise\(number).swift"
        case .hints: "Solutions/Exercise\(number).md"
        case .otherWays: "Solutions/OtherWays/Exercise\(number).md"
        case .checks: "Tests/ExerciseTests/Exercise\(number)Tests.swift"
        case .knownAnswers: "Tests/KnownAnswers/Exercise\(number).md"
        case .lessonTests: "Tests/LessonTests/Lesson\(number)Tests.swift"
        }
    }

    /// Returns the line for a lesson in the manifest.
    package static func line(_ number: String, _ name: String) -> String {
        "    Lesson(\"\(number)\", \"\(name)\"),"
    }

    /// The words that mark text that the author has still to write. They are the same in every
    /// file.
    package static let toBeWritten = "To be written"
}
