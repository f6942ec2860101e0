import Foundation

/// A module that answers share: the compiler makes it once, for all of them.
struct SharedModule {
    let name: String
    /// Its folder, or its only file, from the package's folder.
    let path: String
    /// Whether others import it.
    var isImported = true
    /// The folder of the documents that are built into it, if it has any.
    var documents: String?

    /// What the checks of every exercise need, each after those that it imports.
    static let ofChecks = [
        SharedModule(name: "DecodingExplainer", path: "Sources/DecodingExplainer"),
        SharedModule(name: "ExerciseConventions", path: "Sources/ExerciseConventions"),
        SharedModule(name: "ExerciseSupport", path: "Sources/ExerciseSupport"),
        SharedModule(name: "ExerciseChecks", path: "Tests/ExerciseTests/ExerciseChecks"),
        SharedModule(
            name: "checks", path: "Tests/ExerciseTests/ChecksProgram.swift", isImported: false),
    ]

    /// What lessons need, each after those that it imports.
    static let ofLessons = [
        SharedModule(name: "DecodingExplainer", path: "Sources/DecodingExplainer"),
        SharedModule(name: "Walkthrough", path: "Sources/Walkthrough"),
        SharedModule(
            name: "LaunchesApp", path: "Sources/LaunchesApp",
            documents: "Sources/LaunchesApp/Records"),
    ]

    /// The files, from the package's folder.
    func sources(in workbook: WorkbookFolder) -> [String] {
        workbook.files(in: path).filter { $0.hasSuffix(".swift") }
    }

    /// Whether a file is none of the package's: editors and some disks put such files beside others.
    static func isHidden(_ path: String) -> Bool {
        path.split(separator: "/").last?.hasPrefix(".") == true
    }

    /// The name and the bytes of everything that the module is made of.
    func contents(in workbook: WorkbookFolder) throws -> Data {
        var files = sources(in: workbook)
        if let documents {
            files += workbook.names(in: documents).map { "\(documents)/\($0)" }
        }
        return try files.reduce(into: Data()) { all, file in
            let data = try Data(contentsOf: workbook.url(file))
            all += Data("\n\(file) \(data.count)\n".utf8) + data
        }
    }
}
