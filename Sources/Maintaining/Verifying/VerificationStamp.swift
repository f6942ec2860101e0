import Foundation
import Judging

/// A note in the build folder that an exercise was found to be right, with the contents of all files that
/// decide it. As long as these are the same, nothing has to be judged again.
struct VerificationStamp {
    private let file: URL
    private let contents: Data

    /// What the judge and the demos are made of, and what they judge with.
    private static let shared = [
        "Package.swift", "Sources/DecodingExplainer", "Sources/ExerciseConventions",
        "Sources/ExerciseSupport", "Sources/Judging", "Sources/LaunchesApp",
        "Sources/Maintaining", "Sources/Walkthrough", "Tests/ExerciseTests/ChecksProgram.swift",
        "Tests/ExerciseTests/ExerciseChecks",
    ]

    /// The files of a number that are judged, or by which others are judged.
    private static let files: [LessonFile] = [
        .exercise, .keptStub, .solution, .hints, .otherWays, .checks, .knownAnswers,
    ]

    /// Reads all that decides what `verify` says of an exercise.
    ///
    /// - Throws: What reading throws, and an error with a description where there is no toolchain.
    init(of number: String, in workbook: WorkbookFolder) throws {
        file = workbook.url(".build/verified/\(number)")
        let own = Self.files.map { workbook.path($0, number) }
        let paths = (Self.shared + own + [workbook.lessonFolder(number)].compactMap(\.self))
            .flatMap(workbook.files(in:))
        let compiler = try JSONEncoder().encode(Toolchain.find().compiler())
        contents = try paths.reduce(into: compiler) { all, path in
            let data = try Data(contentsOf: workbook.url(path))
            all += Data("\n\(path) \(data.count)\n".utf8) + data
        }
    }

    /// Whether the same contents were found to be right before.
    var isCurrent: Bool { (try? Data(contentsOf: file)) == contents }

    /// Notes that these contents are right.
    func put() throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: file, options: .atomic)
    }
}
