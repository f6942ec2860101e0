import Foundation

/// A module that is compiled once for all answers, or for all lessons.
struct SharedModule {
    let name: String
    /// The path of the module's folder, or of its only file, from the package's folder.
    let path: String
    /// The path of the folder with the documents that are built into it, if there are any.
    var documents: String?

    /// The modules that the checks of every exercise need, each after those that it imports.
    static let ofChecks = [
        SharedModule(name: "DecodingExplainer", path: "Sources/DecodingExplainer"),
        SharedModule(name: "ExerciseConventions", path: "Sources/ExerciseConventions"),
        SharedModule(name: "ExerciseSupport", path: "Sources/ExerciseSupport"),
        SharedModule(name: "ExerciseChecks", path: "Tests/ExerciseTests/ExerciseChecks"),
        SharedModule(name: "checks", path: "Tests/ExerciseTests/ChecksProgram.swift"),
    ]

    /// The modules that lessons need, each after those that it imports.
    static let ofLessons = [
        SharedModule(name: "DecodingExplainer", path: "Sources/DecodingExplainer"),
        SharedModule(name: "Walkthrough", path: "Sources/Walkthrough"),
        SharedModule(
            name: "LaunchesApp", path: "Sources/LaunchesApp",
            documents: "Sources/LaunchesApp/Records"),
    ]

    /// Returns the paths of the source files, from the package's folder.
    func sources(in workbook: WorkbookFolder) -> [String] {
        workbook.files(in: path).filter { $0.hasSuffix(".swift") }
    }

    /// Returns the names and the contents of all files from which the module is built.
    ///
    /// - Throws: An error if a file cannot be read.
    func contents(in workbook: WorkbookFolder) throws -> Data {
        try workbook.contents(
            of: sources(in: workbook) + (documents.map(workbook.files(in:)) ?? []))
    }
}
