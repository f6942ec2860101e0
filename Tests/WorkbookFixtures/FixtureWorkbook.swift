import Foundation
import Judging
import Testing

/// A small workbook of the tests' own, with the real manifest, the real support and the real trait of the
/// checks. No learner's file is in it, so nothing that a learner does can turn a test red.
package struct FixtureWorkbook {
    package let folder: WorkbookFolder

    /// One with four exercises that count, and can be made to do anything else: see ``behave(_:)``. It
    /// stands in a folder below `.build` that outlives the tests, so that the next run has less to build.
    ///
    /// - Parameter name: The fixture's name. Two with one name are the same folder.
    package init(_ name: String) throws {
        let root = try WorkbookFolder.find().url(".build/workbook-tests/\(name)")
        try self.init(at: root, lessons: Self.numbers.map { ($0, "Counting") }, builds: true)
        for number in Self.numbers {
            try write(Self.checks(number), to: folder.checksPath(number))
            try write(Self.stub(number), to: folder.exercisePath(number))
            try write(Self.stub(number), to: folder.stubPath(number))
            try write(answer(number), to: folder.solutionPath(number))
            try write(Self.hints(number), to: folder.hintsPath(number))
            try write("# Other ways\n", to: folder.path(.otherWays, number))
        }
        try write(Self.lesson, to: "Lessons/01-Counting/Lesson01.swift")
        try write("# As it was\n", to: "Lessons/01-Counting/README.md")
        try behave([:])
    }

    /// One with a manifest and no exercise yet.
    ///
    /// - Parameters:
    ///   - root: Where it is. What is there and says the same stays, as a new time stamp costs a build.
    ///   - lessons: The numbers and names of its lessons.
    ///   - builds: Whether exercises are to be built in it, which takes the package's own sources.
    package init(at root: URL, lessons: [(String, String)], builds: Bool) throws {
        folder = WorkbookFolder(root: root)
        let package = try WorkbookFolder.find()
        let manifest = try #require(package.text("Package.swift"))
        let list = #/(?s)let lessons: \[Lesson\] = \[.*?\n\]/#
        let lines = lessons.map { "\(LessonFile.line($0.0, $0.1))\n" }.joined()
        try write(
            manifest.replacing(list, with: "let lessons: [Lesson] = [\n\(lines)]"),
            to: "Package.swift")
        guard builds else { return }
        let shared = package.names(in: "Tests/ExerciseTests")
            .filter { $0.wholeMatch(of: #/Exercise\d\dTests\.swift/#) == nil }
            .map { "Tests/ExerciseTests/\($0)" }
        let sources = ["ExerciseConventions", "ExerciseSupport", "DecodingExplainer"]
        for path in sources.map({ "Sources/\($0)" }) + shared {
            try copy(path, from: package)
        }
    }

    /// A copy of the whole workbook, without its tests, in which every exercise is as it is handed out.
    ///
    /// - Parameter name: The fixture's name.
    package init(copyOfAllAs name: String) throws {
        let package = try WorkbookFolder.find()
        folder = WorkbookFolder(root: package.url(".build/workbook-tests/\(name)"))
        for path in ["Package.swift", "Lessons", "Sources", "Solutions", "Tests/ExerciseTests"] {
            try copy(path, from: package)
        }
        for number in package.exercises {
            let stub = try #require(package.text(package.stubPath(number)))
            try write(stub, to: folder.exercisePath(number))
        }
    }

    package static let numbers = ["01", "02", "03", "04"]

    /// Writes a file where it says something else: a time stamp that is new costs a build.
    package func write(_ text: String, to path: String) throws {
        if folder.text(path) == text { return }
        let url = folder.url(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Copies a file, or a folder with what is below it.
    package func copy(_ path: String, from package: WorkbookFolder) throws {
        if let text = package.text(path) { return try write(text, to: path) }
        for name in package.names(in: path) { try copy("\(path)/\(name)", from: package) }
    }

    /// Chooses what the answers of ``answer(_:)`` do from now on, without a build.
    ///
    /// - Parameter tasks: The name of a case in ``answer(_:)``, by task; the others are right.
    package func behave(_ tasks: [Int: String]) throws {
        try write(tasks.map { "\($0.key)=\($0.value)\n" }.joined(), to: "behavior.txt")
    }

    // MARK: - Its files

    /// Six tasks: `one()` should return 1, and so on.
    private static let names = ["one", "two", "three", "four", "five", "six"]

    package static func checks(_ number: String) -> String {
        let tests = names.enumerated().map { index, name in
            // A lesson warns of what may happen in task 5.
            let trait =
                index == 4 ? #", .neverEnds("Five never comes \(.decodeALaunch)")"# : ""
            return """
                    @Test("Task \(index + 1) · Count to \(name)"\(trait))
                    func count\(index + 1)() throws {
                        let counted = try \(name)()
                        try expectEqual(counted, \(index + 1), "\(name) is not \(name) \\(.decodeALaunch)")
                    }
                """
        }
        return """
            import ExerciseChecks
            import Testing

            @testable import Exercise\(number)

            @Suite("Exercise \(number) · One, two", .serialized, .exercise)
            struct Exercise\(number)Tests: ExerciseSuite {
            \(tests.joined(separator: "\n"))
            }

            """
    }

    package static func stub(_ number: String) -> String {
        heading(number)
            + names.enumerated().map { index, name in
                """
                func \(name)() throws -> Int {
                    throw TODO("Task \(index + 1): count to \(name)")
                }

                """
            }.joined()
    }

    private static func heading(_ number: String) -> String {
        """
        import ExerciseSupport
        import Foundation

        // Exercise \(number) · One, two
        //
        // Count.

        """
    }

    /// An answer that adds up what it returns from call to call: task 2 is wrong where task 1 came first.
    package static func forgetfulOfNothing(_ number: String) -> String {
        heading(number) + "\nnonisolated(unsafe) var counted = 0\n\n"
            + names.enumerated().map { index, name in
                let body = index == 1 ? "counted += 2\n    return counted" : "\(index + 1)"
                let first = index == 0 ? "counted += 1\n    return " : ""
                return "func \(name)() throws -> Int {\n    \(first)\(body)\n}\n"
            }.joined()
    }

    /// A right answer that can be made to do anything else, see ``behave(_:)``.
    package func answer(_ number: String) -> String {
        Self.heading(number)
            + Self.names.enumerated().map { index, name in
                "func \(name)() throws -> Int { try behave(\(index + 1)) }\n"
            }.joined() + Self.behavior
            + "let behaviorFile = #\"\(folder.url("behavior.txt").path)\"#\n"
    }

    private static let behavior = #"""

        struct Unlucky: Error, CustomStringConvertible {
            let description: String
        }

        struct TwoContainers: Encodable {
            func encode(to encoder: any Encoder) throws {
                var value = encoder.singleValueContainer()
                try value.encode(1)
                var list = encoder.unkeyedContainer()
                try list.encode(2)
            }
        }

        func behave(_ task: Int) throws -> Int {
            let text = (try? String(contentsOfFile: behaviorFile, encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(task)=") }
            let none: [Int] = []
            let nothing: Int! = Int("x")
            let word: Any = "word"
            switch line?.dropFirst(2) ?? "" {
            case "open": throw TODO("Task \(task): count")
            case "wrong": return -1
            case "index": return none[3]
            case "precondition": precondition(none.count > 3, "four are needed")
            case "assert": assert(none.count > 3)
            case "fatal": fatalError()
            case "cast": return word as! Int
            case "nil": return nothing
            case "try": return try! JSONDecoder().decode(Int.self, from: Data())
            case "recursion": return try behave(task)
            case "library": _ = try JSONEncoder().encode(TwoContainers())
            case "hang": while !text.isEmpty {}
            case "exit": exit(0)
            case "quick exit": _exit(0)
            case "killed": kill(getpid(), SIGKILL)
            case "stream": FileHandle.standardError.write(Data("Fatal error: a word\n".utf8))
            case "marked": throw Unlucky(description: "the station is still to do")
            case "escape": throw Unlucky(description: "\u{1B}[2J\u{202E}gone")
            case "long": throw Unlucky(description: String(repeating: "line\n", count: 5_000))
            case "wide": throw Unlucky(description: String(repeating: "x", count: 4_000_000))
            case "print": for line in 1...1_000 { print("line \(line)\u{7}") }
            case "write":
                try Data("mine".utf8).write(to: URL(fileURLWithPath: "Package.swift"))
            case "environment":
                throw Unlucky(
                    description: ProcessInfo.processInfo.environment.keys.sorted()
                        .joined(separator: " "))
            case "popen": _ = popen("sleep 1002", "r")
            case "setsid":
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                process.arguments = ["setsid", "sleep", "1003"]
                try process.run()
            default: break
            }
            return task
        }

        """#

    package static func hints(_ number: String) -> String {
        """
        # Exercise \(number) · One, two

        The whole answer is `Solutions/Exercise\(number).swift`.

        ## Task 1 · Count to one

        1. Think of a number.
        2. It is small. It
           is odd.
        3. return 1


        """
            + names.enumerated().dropFirst().map { index, name in
                "## Task \(index + 1) · Count to \(name)\n\n1. One more.\n2. return \(index + 1)\n\n"
            }.joined()
            + "## What to take away\n\n- Numbers.\n"
    }

    private static let lesson = """
        // Lesson 01

        // MARK: - Before

        func before() {}

        // MARK: - Counting

        func counting() {}

        """
}
