import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

extension Verification {
    /// Returns the problems of an exercise.
    func problems(of number: String) async -> [String] { await result(of: number).problems }
}

/// A small workbook with one lesson and one exercise, which has everything that `verify` needs. It
/// has none of a learner's files.
struct MaintainedWorkbook {
    private let fixture: FixtureWorkbook
    var folder: WorkbookFolder { fixture.folder }
    static let title = "Exercise 01 · The timetable"

    /// Writes a workbook.
    ///
    /// - Parameters:
    ///   - root: The location of the workbook.
    ///   - builds: True if the exercise can be built too.
    init(at root: URL, builds: Bool) throws {
        fixture = try FixtureWorkbook(at: root, lessons: [("01", "Trains")], builds: builds)
        let package = try WorkbookFolder.find()
        try write(Self.readme, to: "README.md")
        try write(package.text(".swift-format") ?? "", to: ".swift-format")
        try write(Self.lesson(folder), to: "Lessons/01-Trains/Lesson01.swift")
        try write("# Recorded\n", to: "Lessons/01-Trains/README.md")
        try write(Self.guide(folder), to: "Lessons/01-Trains/Teacher.md")
        try write(Self.lessonTests, to: "Tests/LessonTests/Lesson01Tests.swift")
        try write(Self.stub, to: folder.exercisePath("01"))
        try write(Self.stub, to: folder.stubPath("01"))
        try write(Self.solution, to: folder.solutionPath("01"))
        try write(Self.hints, to: folder.hintsPath("01"))
        try write(Self.checks, to: folder.checksPath("01"))
        try write(Self.knownAnswers, to: folder.knownAnswersPath("01"))
        try write(Self.otherWays, to: folder.path(.otherWays, "01"))
    }

    /// Returns a workbook in the package's build folder, so that the next run of the tests has less
    /// to build.
    static func buildable(_ name: String) throws -> MaintainedWorkbook {
        let root = try WorkbookFolder.find().url(".build/workbook-tests/\(name)")
        return try MaintainedWorkbook(at: root, builds: true)
    }

    /// Runs some work with a workbook that is deleted afterwards, for rules that need no build.
    static func withTemporary<Value>(
        _ work: (MaintainedWorkbook) async throws -> Value
    ) async throws -> Value {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("maintained-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        return try await work(MaintainedWorkbook(at: root, builds: false))
    }

    func write(_ contents: String, to path: String) throws {
        try fixture.write(contents, to: path)
    }

    func copy(_ path: String, from package: WorkbookFolder) throws {
        try fixture.copy(path, from: package)
    }

    /// Replaces a text in a file. If the file does not have the text, the test has a mistake.
    func replace(_ old: String, with new: String, in path: String) throws {
        let contents = try #require(folder.text(path))
        #expect(contents.contains(old), "\(path) has no \(old)")
        try write(contents.replacing(old, with: new), to: path)
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: folder.url(path))
    }

    /// The `verify` command of this workbook, whose lesson has its own steps.
    var verification: Verification {
        var verification = Verification(workbook: folder)
        verification.stepTitles = Self.stepTitles
        return verification
    }

    /// The verification of the files of exercise 01.
    var files: FileVerification { FileVerification("01", in: folder, stepTitles: Self.stepTitles) }

    static func stepTitles(ofLesson number: String) -> [String] {
        (1...6).map { "Written: the title of step \($0)" }
    }

    // MARK: - Its files

    private static let readme = """
        # A small workbook

        | | Lesson | Exercise |
        |---|---|---|
        | 01 | [Trains](Lessons/01-Trains/README.md) | [The timetable](Exercises/Exercise01.swift) |

        """

    private static func lesson(_ folder: WorkbookFolder) throws -> String {
        try NewLesson("01", "Trains", in: folder).contents(of: .lesson)
            .replacing(LessonFile.toBeWritten, with: "Written")
    }

    /// Returns a guide without demos and without problems.
    static func guide(_ folder: WorkbookFolder) throws -> String {
        let template = try NewLesson("01", "Trains", in: folder).contents(of: .guide)
        let page = template.prefix(
            upTo: try #require(template.firstRange(of: "- To be written: three")).lowerBound)
        let items = (1...3).map {
            "- \"Another train, \($0)\": in a hurry. Back to \"Written: the title of step \($0)\".\n"
        }
        return page.replacing(LessonFile.toBeWritten, with: "Written") + items.joined()
    }

    private static let lessonTests = """
        import Testing

        @testable import Lesson01

        """

    private static let heading = """
        import ExerciseSupport
        import Foundation

        // \(title)

        """

    static let stub =
        heading + """

            // MARK: - Task 1

            struct Train {
                let name: String
                let cars: Int
            }

            /// Task 1. Decode a train.
            func decodeTrain(from document: Data) throws -> Train {
                throw TODO("Task 1: decode a train")
            }

            // MARK: - Task 2

            /// Task 2. Decode a list of trains.
            func decodeTrains(from document: Data) throws -> [Train] {
                throw TODO("Task 2: decode a list")
            }

            """

    static let solution =
        heading + """

            // MARK: - Task 1

            struct Train: Decodable {
                let name: String
                let cars: Int
            }

            func decodeTrain(from document: Data) throws -> Train {
                try JSONDecoder().decode(Train.self, from: document)
            }

            // MARK: - Task 2

            func decodeTrains(from document: Data) throws -> [Train] {
                try JSONDecoder().decode([Train].self, from: document)
            }

            """

    private static let hints = """
        # \(title)

        ## Task 1 · A train

        1. Which type reads JSON?
        2. `JSONDecoder().decode(Train.self, from: document)`

        ## Task 2 · A list

        1. The document begins with `[`.
        2. `[Train].self` (lesson 01, step 2)

        ## What to take away

        A type that is `Decodable` can be in a list.

        """

    static let checks = #"""
        import ExerciseChecks
        import Foundation
        import Testing

        @testable import Exercise01

        @Suite("Exercise 01 · The timetable", .serialized, .exercise)
        struct Exercise01Tests: ExerciseSuite {
            private let document = #"{"name": "NT 61", "cars": 7}"#

            @Test("Task 1 · A train")
            func train() throws {
                let train = try decodeTrain(from: Data(document.utf8))
                try expectEqual(
                    train.name, "NT 61", "The name of the train is lost. Is it read? \(.decodeALaunch)")
                try expectEqual(train.cars, 7, "The number of cars is lost")
            }

            @Test("Task 2 · A list")
            func list() throws {
                let trains = try decodeTrains(from: Data("[\(document), \(document)]".utf8))
                try expect(trains.count == 2, "The second train is lost")
            }
        }

        """#

    /// A sentence of the stub.
    static let broken = "Decode a train."

    /// Returns a wrong answer in the form of a section of a page.
    static func wrong(_ heading: String, refusedBy line: String, diff: String...) -> String {
        """
        ## \(heading)
        \(line)
        Breaks: "\(broken)"
        In a hurry.
        ```diff
        \(diff.joined(separator: "\n"))
        ```


        """
    }

    /// Returns a right answer in the form of a section of a page.
    static func right(_ heading: String, _ diff: String...) -> String {
        "## \(heading)\n```diff\n\(diff.joined(separator: "\n"))\n```\n\n"
    }

    static let pageHeading = "# Known answers to exercise 01\n\n"

    /// A page with three wrong answers and a right one.
    private static let knownAnswers =
        pageHeading
        + (1...3).map { number in
            wrong(
                "Another train, \(number)",
                refusedBy: #"Task 1: "The name of the train is lost""#,
                diff: "-    try JSONDecoder().decode(Train.self, from: document)",
                "+    Train(name: \"NT \(number)\", cars: 7)")
        }.joined()
        + right(
            "A constant", "-    try JSONDecoder().decode([Train].self, from: document)",
            "+    let trains = try JSONDecoder().decode([Train].self, from: document)",
            "+    return trains")

    /// A page with three other ways, which is the smallest number.
    private static let otherWays =
        "# Other ways\n\n"
        + (1...3).map { number in
            "## Way \(number)\n\nIt gains a name and costs a line.\n\n```diff\n"
                + "-    try JSONDecoder().decode(Train.self, from: document)\n"
                + "+    let train\(number) = try JSONDecoder().decode(Train.self, from: document)\n"
                + "+    return train\(number)\n```\n\n"
        }.joined()
}
