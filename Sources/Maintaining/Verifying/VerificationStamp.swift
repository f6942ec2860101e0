import Foundation
import Judging

/// A file in the build folder that marks an exercise as right, with the contents of all files that
/// affect the verdict. As long as these are the same, nothing has to be judged again.
struct VerificationStamp {
    private let workbook: WorkbookFolder
    /// The path of the file, from the package's folder.
    private let path: String
    private let contents: Data

    /// The paths of the sources of the judge, the checks and the demos, which all exercises share.
    private static let shared = [
        "Package.swift", "Sources/DecodingExplainer", "Sources/ExerciseConventions",
        "Sources/ExerciseSupport", "Sources/Judging", "Sources/LaunchesApp",
        "Sources/Maintaining", "Sources/Walkthrough", "Tests/ExerciseTests/ChecksProgram.swift",
        "Tests/ExerciseTests/ExerciseChecks",
    ]

    /// The files of an exercise that are judged, or that affect the verdict on others.
    private static let files: [LessonFile] = [
        .exercise, .keptStub, .solution, .hints, .otherWays, .checks, .knownAnswers,
    ]

    /// Reads all files that affect the verification of an exercise.
    ///
    /// - Throws: An error if a file cannot be read, or an error with a description if there is no
    ///   toolchain.
    init(of number: String, in workbook: WorkbookFolder) async throws {
        self.workbook = workbook
        path = ".build/verified/\(number)"
        let exerciseFiles = Self.files.map { workbook.path($0, number) }
        let paths =
            (Self.shared + exerciseFiles + [workbook.lessonFolder(number)].compactMap(\.self))
            .flatMap(workbook.files(in:))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let compiler = try await encoder.encode(Toolchain.find().compiler())
        contents = try compiler + workbook.contents(of: paths)
    }

    /// A Boolean value that indicates whether the same contents were found to be right before.
    var isCurrent: Bool { (try? Data(contentsOf: workbook.url(path))) == contents }

    /// Marks the current contents as right.
    ///
    /// - Throws: An error if the file cannot be written.
    func put() throws { try workbook.write(contents, to: path) }
}
