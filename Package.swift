// swift-tools-version: 6.3
import PackageDescription

// For `exit` and the current folder alone: Foundation would make each reading of this file longer.
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// One line a lesson. From it come the program `lesson-NN`, the exercise of the same number and the
/// checks of that exercise. The documents are the files beside the lesson that are built into it; the
/// other files are none of the program's.
let lessons: [Lesson] = [
    Lesson("01", "BasicMapping", otherFiles: ["telstar.json", "page.svg", "watch.svg"]),
    Lesson("02", "CodingKeys"),
    Lesson("03", "Dates"),
    Lesson("04", "FloatsDataURLs", documents: ["skaters.json"]),
    Lesson("05", "NestedAndDynamicKeys", documents: ["telstar.json", "launches.json"]),
    Lesson("06", "UnkeyedArrays"),
    Lesson("07", "Inheritance"),
    Lesson("08", "UserInfo"),
    Lesson("09", "ErrorHandling"),
    Lesson("10", "VersionsAndMigrations", documents: ["v1.json", "v2.json", "v3.json", "v4.json"]),
    Lesson("11", "ARealApp", dependencies: ["LaunchesApp"]),
    Lesson("12", "BeyondJSON"),
    Lesson("13", "BigDocuments"),
    Lesson("14", "AnAppOfToday", dependencies: ["LaunchesApp"]),
    Lesson("15", "TypesOfEveryShape"),
    Lesson("16", "AnswersInPieces", dependencies: ["DecodingExplainer"]),
]

// MARK: - From here on, nothing changes when a lesson is added

struct Lesson {
    let number: String
    let folder: String
    let documents: [String]
    let otherFiles: [String]
    let dependencies: [Target.Dependency]

    init(
        _ number: String, _ name: String, documents: [String] = [], otherFiles: [String] = [],
        dependencies: [Target.Dependency] = []
    ) {
        self.number = number
        self.folder = "Lessons/\(number)-\(name)"
        self.documents = documents
        self.otherFiles = otherFiles
        self.dependencies = dependencies
    }

    var product: Product {
        .executable(name: "lesson-\(number)", targets: ["Lesson\(number)"])
    }

    var target: Target {
        .executableTarget(
            name: "Lesson\(number)",
            dependencies: ["Walkthrough"] + dependencies,
            path: folder,
            exclude: ["README.md", "Teacher.md"] + otherFiles,
            resources: documents.map { .embedInCode($0) }
        )
    }

    /// The learner's file, or the file of the same name in another folder of answers. It is a
    /// module of its own, so that it can declare `struct Train` as any program would.
    func exercise(answers: String) -> Target {
        .target(
            name: "Exercise\(number)",
            dependencies: ["ExerciseSupport"],
            path: answers,
            exclude: otherAnswers(in: answers),
            sources: ["Exercise\(number).swift"]
        )
    }

    var checks: Target {
        let name = "Exercise\(number)Tests"
        let dependencies: [Target.Dependency] = [
            "ExerciseChecks", .byName(name: "Exercise\(number)"),
        ]
        let path = "Tests/ExerciseTests"
        let exclude = sharedChecks + others.map { "Exercise\($0)Tests.swift" }
        let sources = ["\(name).swift"]
        return checksAreProgram
            ? .target(
                name: name, dependencies: dependencies, path: path, exclude: exclude,
                sources: sources)
            : .testTarget(
                name: name, dependencies: dependencies, path: path, exclude: exclude,
                sources: sources)
    }

    private var others: [String] {
        lessons.map(\.number).filter { $0 != number }
    }

    /// The package manager wants each file of a folder to be a target's own or excluded. Of a
    /// folder that is not the workbook's own, nobody knows what is in it.
    private func otherAnswers(in folder: String) -> [String] {
        let answers: [String] = others.map { "Exercise\($0).swift" }
        switch folder {
        case "Exercises": return answers
        case "Solutions":
            return answers + lessons.map { "Exercise\($0.number).md" } + ["OtherWays"]
        default: return []
        }
    }
}

/// What the environment says, if this package is the one that is built. As a dependency it is the same
/// for everybody: `EXERCISE` and `TESTS` are names that anybody's environment may have.
let environment: [String: String] = isDependency() ? [:] : Context.environment

/// Whether another package is built, and this one for it: the package manager reads each manifest in
/// the folder of the package that is built.
func isDependency() -> Bool {
    func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
    let package: String? = realPath(Context.packageDirectory)
    var folder: String? = realPath(".")
    while let current = folder {
        if current == package { return false }
        if access(current + "/Package.swift", F_OK) == 0 { return true }
        let parent: String = current + "/.."
        folder = current == "/" ? nil : realPath(parent)
    }
    return false
}

/// The folder of the answers under test: `Exercises` unless it says `Solutions` or another folder
/// inside the package.
let answers: String = environment["ANSWERS"] ?? "Exercises"

/// `EXERCISE=07` leaves out everything but that exercise and its checks, so that a half-finished
/// file elsewhere does not stand in the way. `EXERCISE=03,07` takes two.
let chosen: [String]? = chosenNumbers(environment["EXERCISE"] ?? "")

/// - Parameter list: Numbers with commas between them; where there is none, everything is chosen.
func chosenNumbers(_ list: String) -> [String]? {
    let numbers: [String] = list.split(separator: ",").map { $0.count == 1 ? "0\($0)" : "\($0)" }
    let known: [String] = lessons.map(\.number)
    let unknown: [String] = numbers.filter { !known.contains($0) }
    if !unknown.isEmpty {
        print(
            "EXERCISE=\(list): there is no exercise \(unknown.joined(separator: ", ")). "
                + "There are: \(known.joined(separator: ", ")).")
        exit(1)
    }
    return numbers.isEmpty ? nil : numbers
}

/// `CHECKS=program` makes one program of the checks in place of tests. It is the way out of the workbook's
/// tool, which runs the checks that way: `swift test` needs an index and two modules more.
let checksAreProgram: Bool = environment["CHECKS"] == "program"

/// The tests of the workbook itself, of its lessons, its tool and its checks, are for who maintains
/// it: who learns need not wait until they are built. `TESTS=all` adds them, and `TESTS=quick` those
/// of them that do not build programs for many seconds.
let hasOwnTests: Bool = areOwnTestsChosen(environment["TESTS"] ?? "")

func areOwnTestsChosen(_ tests: String) -> Bool {
    if !["", "quick", "all"].contains(tests) {
        print("TESTS=\(tests): there is TESTS=quick and TESTS=all.")
        exit(1)
    }
    return !tests.isEmpty
}

/// `RPATHS` says where the program of the checks looks for libraries when it starts, folders with a
/// colon between them. On a Mac, Testing is in none of the system's folders, and the package manager
/// tells nobody but the programs of `swift test` where it is. So the workbook's tool asks Xcode.
let runPaths: [String] = runPathOptions(environment["RPATHS"] ?? "")

func runPathOptions(_ folders: String) -> [String] {
    folders.split(separator: ":").flatMap { folder -> [String] in
        ["-Xlinker", "-rpath", "-Xlinker", String(folder)]
    }
}

let sharedChecks: [String] = ["ExerciseChecks", "ChecksProgram.swift"]
let allChecks: [String] = lessons.map { "Exercise\($0.number)Tests" }

var products: [Product] = []
var targets: [Target] = [
    .target(name: "DecodingExplainer", exclude: ["README.md"]),
    .target(name: "ExerciseSupport"),
    .target(name: "ExerciseConventions"),
    .target(
        name: "ExerciseChecks",
        dependencies: ["DecodingExplainer", "ExerciseConventions", "ExerciseSupport"],
        path: "Tests/ExerciseTests/ExerciseChecks"
    ),
]

let chosenLessons: [Lesson] = lessons.filter { chosen?.contains($0.number) ?? true }
targets += chosenLessons.map { $0.exercise(answers: answers) }
targets += chosenLessons.map(\.checks)

if checksAreProgram {
    // The judge builds such a program with the compiler alone. Where that fails without a reason, it asks for
    // this one, with one exercise.
    let theirChecks: [Target.Dependency] =
        chosen.map { numbers in numbers.map { .byName(name: "Exercise\($0)Tests") } } ?? []
    targets.append(
        .executableTarget(
            name: "checks",
            dependencies: ["ExerciseChecks", "ExerciseConventions"] + theirChecks,
            path: "Tests/ExerciseTests",
            exclude: ["ExerciseChecks"] + allChecks.map { "\($0).swift" },
            sources: ["ChecksProgram.swift"],
            linkerSettings: runPaths.isEmpty ? [] : [.unsafeFlags(runPaths)]
        )
    )
} else if chosen == nil {
    products += lessons.map(\.product)
    products.append(.executable(name: "workbook", targets: ["WorkbookCommand"]))
    products.append(.executable(name: "classroom", targets: ["Classroom"]))
    products.append(.executable(name: "maintain", targets: ["Maintaining"]))
    products.append(.executable(name: "launches", targets: ["LaunchesCommand"]))
    // One product, two modules: what the lessons need, and what a server or a test needs more.
    products.append(
        .library(name: "DecodingExplainer", targets: ["DecodingExplainer", "ExplanationReports"]))
    targets += lessons.map(\.target)
    // What a module imports, it names: otherwise a build may take an old one of it.
    let judged: [Target.Dependency] = ["DecodingExplainer", "ExerciseConventions", "Walkthrough"]
    targets += [
        .target(name: "ExplanationReports", dependencies: ["DecodingExplainer"]),
        .target(name: "Walkthrough", dependencies: ["DecodingExplainer"]),
        // What holds for each lesson, for who maintains it: no lesson is built with it.
        .target(name: "LessonChecks", dependencies: ["DecodingExplainer", "Walkthrough"]),
        // One judge for everybody, and the programs of learners, teachers and maintainers.
        .target(name: "Judging", dependencies: judged),
        .target(name: "Workbook", dependencies: judged + ["Judging"]),
        .executableTarget(name: "WorkbookCommand", dependencies: ["Workbook"]),
        .executableTarget(
            name: "Classroom", dependencies: judged + ["Judging"],
            resources: [
                .embedInCode("Site/site.css"), .embedInCode("Site/site.js"),
                .embedInCode("Site/icon.svg"), .embedInCode("Site/not-found.html"),
            ]),
        .executableTarget(
            name: "Maintaining", dependencies: judged + ["Judging", "LessonChecks", "Workbook"]),
        // The app of lesson 11.
        .target(
            name: "LaunchesApp",
            resources: [
                .embedInCode("Records/launches.json"), .embedInCode("Records/paintings.json"),
            ]),
        .executableTarget(
            name: "LaunchesCommand", dependencies: ["LaunchesApp", "Walkthrough"]),
    ]
}

if hasOwnTests && chosen == nil && !checksAreProgram {
    let everyLesson: [Target.Dependency] = lessons.map { .byName(name: "Lesson\($0.number)") }
    targets += [
        .executableTarget(
            name: "FixtureServer", dependencies: ["LaunchesApp"],
            path: "Tests/LaunchesAppTests/FixtureServer"),
        .testTarget(
            name: "LaunchesAppTests",
            dependencies: [
                "LaunchesApp", "LaunchesCommand", "FixtureServer", "PseudoTerminal", "TestSupport",
            ],
            exclude: ["FixtureServer"]),
        .testTarget(
            name: "LessonTests",
            dependencies: ["LaunchesApp", "LessonChecks", "Walkthrough", "TestSupport"]
                + everyLesson),
        .testTarget(
            name: "ExerciseChecksTests", dependencies: ["ExerciseChecks", "ExerciseConventions"]),
        .testTarget(
            name: "DecodingExplainerTests",
            dependencies: ["DecodingExplainer", "ExplanationReports"]),
        .executableTarget(
            name: "Lesson00", dependencies: ["Walkthrough"],
            path: "Tests/WalkthroughTests/Lesson00"),
        // What two test targets share.
        .target(name: "PseudoTerminal", path: "Tests/PseudoTerminal"),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(
            name: "WalkthroughTests",
            dependencies: [
                "LessonChecks", "Walkthrough", "Lesson00", "PseudoTerminal", "TestSupport",
            ],
            exclude: ["Lesson00"]),
        .target(
            name: "WorkbookFixtures",
            dependencies: ["ExerciseConventions", "Judging", "TestSupport"],
            path: "Tests/WorkbookFixtures"),
        .testTarget(name: "JudgingTests", dependencies: ["Workbook", "WorkbookFixtures"]),
        .testTarget(
            name: "WorkbookTests",
            dependencies: [
                "Workbook", "WorkbookCommand", "PseudoTerminal", "TestSupport", "WorkbookFixtures",
            ]),
        .testTarget(
            name: "ClassroomTests",
            dependencies: ["Classroom", "Maintaining", "TestSupport", "WorkbookFixtures"]),
        .testTarget(
            name: "MaintainingTests",
            dependencies: ["Maintaining", "TestSupport", "WorkbookFixtures"]
        ),
    ]
}

// Without this, the first build of each module also indexes Foundation and the standard library for
// the editor, and a learner waits twice as long for the first page.
for target in targets {
    target.swiftSettings = [.unsafeFlags(["-index-ignore-system-modules"])]
}

let package = Package(
    name: "codable-workbook",
    platforms: [
        .macOS(.v15),
        // The explainer alone is for these, and `replacing(_:with:)` is the newest that it calls.
        .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1),
    ],
    products: products,
    targets: targets,
    swiftLanguageModes: [.v6]
)
