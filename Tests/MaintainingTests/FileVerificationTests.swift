import ExerciseConventions
import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

@Suite("The problems that verify finds without a build")
struct FileVerificationTests {
    /// Changes a workbook without problems, and returns the problems that `verify` then finds in
    /// its files.
    private func problems(
        after change: (MaintainedWorkbook) throws -> Void
    ) async throws -> [String] {
        try await MaintainedWorkbook.withTemporary { workbook in
            try change(workbook)
            let files = workbook.files
            return files.missing.isEmpty ? files.problems : files.missing
        }
    }

    @Test("A complete workbook has no problems")
    func nothingWrong() async throws {
        #expect(try await problems { _ in } == [])
    }

    @Test("Each missing file is named", arguments: LessonFile.allCases)
    func missing(file: LessonFile) async throws {
        let path = file.path("01", folder: "Lessons/01-Trains")
        let problems = try await problems { try $0.remove(path) }
        #expect(problems == ["\(path) is missing. Sources/README.md says what belongs in it."])
    }

    @Test("A missing line in the manifest and a missing row in README are named")
    func lists() async throws {
        let line = try await problems {
            try $0.replace(LessonFile.line("01", "Trains"), with: "", in: "Package.swift")
        }
        #expect(line.count == 1 && line.first?.contains("Package.swift does not know 01") == true)
        let row = try await problems {
            try $0.replace("(Exercises/Exercise01.swift)", with: "", in: "README.md")
        }
        #expect(row.count == 1 && row.first?.contains("README.md does not list 01") == true)
    }

    @Test("If there are plans, a lesson that is in none of them is named")
    func plans() async throws {
        let problems = try await problems {
            try $0.write(
                "## Plans\n\n| | Lessons |\n|---|---|\n| An hour | 02 |\n\n## 01\n",
                to: "Lessons/README.md")
        }
        #expect(
            problems.count == 1 && problems[0].contains("Lessons/README.md has no plan with 01"))
    }

    /// A rule, as a change to a file and a part of the message that follows.
    struct Rule: Sendable, CustomTestStringConvertible {
        let path: String
        let old: String
        let new: String
        let message: String
        var testDescription: String { message }
    }

    private static let rules = [
        Rule(
            path: "Tests/ExerciseTests/Exercise01Tests.swift", old: ", .exercise", new: "",
            message: "lacks .exercise"),
        Rule(
            path: "Tests/ExerciseTests/Exercise01Tests.swift", old: ".serialized, ", new: "",
            message: "lacks .serialized"),
        Rule(
            path: "Tests/ExerciseTests/Exercise01Tests.swift", old: "@Suite(", new: "// Suite(",
            message: "has no suite"),
        Rule(
            path: "Tests/ExerciseTests/Exercise01Tests.swift", old: "Task 2 · A list\")\n",
            new: "A list\")\n", message: "Exercise01Tests.swift has checks of [1]"),
        Rule(
            path: "Tests/ExerciseTests/Exercise01Tests.swift", old: "Task 2 · A list\")\n",
            new: "A list\")\n", message: "1 tests whose title does not begin with a task"),
        Rule(
            path: "Tests/ExerciseTests/Exercise01Tests.swift", old: "Task 2 · A list",
            new: "Task 2 · Trains", message: "## Task 1 · A train; ## Task 2 · Trains"),
        Rule(
            path: "Exercises/Exercise01.swift", old: "The timetable", new: "Times",
            message: "does not say \"Exercise 01 · Times\""),
        Rule(
            path: "Exercises/Exercise01.swift", old: "// Exercise 01 ·", new: "// The ·",
            message: "has no title"),
        Rule(
            path: "Exercises/Exercise01.swift", old: "The timetable", new: "Times",
            message: "cp Exercises/Exercise01.swift Solutions/.stubs/Exercise01.swift"),
        Rule(
            path: "Exercises/Exercise01.swift", old: "TODO(\"Task 2: ", new: "TODO(\"Task 3: ",
            message: "has the open tasks [1, 3]"),
        Rule(
            path: "Exercises/Exercise01.swift", old: "/// Task 2. ", new: "/// ",
            message: "does not say what task 2 wants"),
        Rule(
            path: "Exercises/Exercise01.swift", old: "throw TODO(\"Task 2: decode a list\")",
            new: "[]", message: "has the open tasks [1], and"),
        Rule(
            path: "Solutions/Exercise01.swift", old: "import Foundation\n",
            new: "import Foundation\nimport Synchronization\n", message: "imports Synchronization"),
        Rule(
            path: "Solutions/Exercise01.md", old: "## Task 2 · A list", new: "## A list",
            message: "Solutions/Exercise01.md has other tasks than the checks"),
        Rule(
            path: "Solutions/Exercise01.md", old: "1. The document begins with `[`.\n", new: "",
            message: "Task 2 has fewer than two hints"),
        Rule(
            path: "Solutions/Exercise01.md", old: "## What to take away", new: "## The end",
            message: "ends without \"## What to take away\""),
        Rule(
            path: "Solutions/Exercise01.md", old: "01, step 2)", new: "01, step 7)",
            message: "sends the learner to (lesson 01, step 7), and lesson 01 has 6 steps"),
        Rule(
            path: "Lessons/01-Trains/Lesson01.swift", old: "// MARK: - What to take away\n",
            new: "// The end\n", message: "closing page"),
        Rule(
            path: "Lessons/01-Trains/Lesson01.swift", old: "(#\"{\"name\": \"NT 2\"}\"#.utf8)",
            new: "(#\"{\"name\": \"NT 2 and the longest name that any train can have\"}\"#.utf8)",
            message: "columns of code"),
        Rule(
            path: "Lessons/01-Trains/Lesson01.swift", old: "- Written: the title of step 2\n",
            new: "- Keys, and JSON\n", message: "Record them anew: swift run maintain record 01"),
        Rule(
            path: "Lessons/01-Trains/Lesson01.swift", old: "// Predict: ", new: "// ",
            message: "3 at least"),
        Rule(
            path: "Solutions/Exercise01.md", old: "Which type reads JSON?", new: "To be written: x",
            message: "Solutions/Exercise01.md:5 To be written: x"),
    ]

    @Test("A broken rule is named, with the file", arguments: rules)
    func rule(rule: Rule) async throws {
        let problems = try await problems { workbook in
            try workbook.replace(rule.old, with: rule.new, in: rule.path)
        }
        #expect(problems.contains { $0.contains(rule.message) }, "\(problems)")
        #expect(!problems.contains { $0.contains("\n") }, "One line each")
    }

    @Test("The steps that messages may name are those of the lessons, in their order")
    func stepsOfTheLessons() throws {
        let package = try WorkbookFolder.find()
        for number in package.lessons {
            let problems = FileVerification(number, in: package).problems
            #expect(problems.filter { $0.contains(LessonStep.path) } == [])
        }
        #expect(Set(LessonStep.allCases.map(\.lesson)) == Set(package.lessons))
        #expect(LessonStep.whatTheSuperclassDoes.command == "swift run lesson-07 --step 4")
    }

    @Test(
        "The formatter's problems are reported, both in the layout and in the rules",
        arguments: [
            ("let  name: String", "Spacing"), ("let name: String;", "DoNotUseSemicolons"),
            ("let name: Optional<String>", "UseShorthandTypeNames"),
        ])
    func lint(bad: String, rule: String) async throws {
        try await MaintainedWorkbook.withTemporary { workbook in
            #expect(await workbook.files.lint() == [])
            try workbook.replace("let name: String", with: bad, in: "Solutions/Exercise01.swift")
            let message = await workbook.files.lint()
            #expect(message.count == 1, "\(message)")
            #expect(message.first?.hasPrefix("Solutions/Exercise01.swift:9 [\(rule)]") == true)
        }
    }

    @Test("For a number without files, the report has all files of a lesson, and the command")
    func nothingThere() async throws {
        try await MaintainedWorkbook.withTemporary { workbook in
            let verification = workbook.verification
            let problems = await verification.problems(of: "98")
            #expect(problems.count == LessonFile.allCases.count + 3)
            #expect(problems.last?.contains("maintain new 98") == true)
            let lines = verification.report(.problems(problems), of: "98")
            #expect(lines.first == "✘ 98")
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") && $0.count <= 100 })
        }
    }
}

@Suite("A new lesson")
struct NewLessonTests {
    @Test("All files of a lesson, the manifest's line and README's row are written")
    func writes() async throws {
        try await MaintainedWorkbook.withTemporary { workbook in
            let new = try NewLesson("98", "PropertyLists", in: workbook.folder)
            let paths = try new.write()
            #expect(paths.allSatisfy(workbook.folder.exists))
            let files = FileVerification("98", in: workbook.folder)
            #expect(files.missing == [])
            #expect(await files.lint() == [])
            // Only the text that the author has to write is left.
            #expect(files.problems.count > 10)
            #expect(
                files.problems.allSatisfy {
                    // Its steps are recorded with its pages.
                    $0.contains(LessonFile.toBeWritten) || $0.contains(LessonStep.path)
                })
            let existingFiles = workbook.files
            #expect(existingFiles.missing + existingFiles.problems == [])
        }
    }

    @Test("If a file of the number exists, nothing is written")
    func overwritesNothing() async throws {
        try await MaintainedWorkbook.withTemporary { workbook in
            let manifest = workbook.folder.text("Package.swift")
            for path in ["Solutions/Exercise98.md", "Lessons/98-Other/notes.txt"] {
                try workbook.write("mine", to: path)
                let new = try NewLesson("98", "PropertyLists", in: workbook.folder)
                let error = #expect(throws: UsageError.self) { try new.write() }
                #expect(error?.description.contains("nothing has been written") == true)
                #expect(workbook.folder.text(path) == "mine")
                try workbook.remove(path)
            }
            let again = try NewLesson("01", "Trains", in: workbook.folder)
            #expect(throws: UsageError.self) { try again.write() }
            #expect(workbook.folder.text("Package.swift") == manifest)
            #expect(!workbook.folder.exists("Exercises/Exercise98.swift"))
        }
    }

    @Test("The lists stay ordered by number")
    func order() async throws {
        try await MaintainedWorkbook.withTemporary { workbook in
            for (number, name) in [("98", "Last"), ("05", "Middle")] {
                _ = try NewLesson(number, name, in: workbook.folder).write()
            }
            let list =
                "let lessons: [Lesson] = [\n"
                + [("01", "Trains"), ("05", "Middle"), ("98", "Last")]
                .map { LessonFile.line($0.0, $0.1) + "\n" }.joined() + "]"
            #expect(workbook.folder.text("Package.swift")?.contains(list) == true)
            let readme = try #require(workbook.folder.text("README.md"))
            let numbers = readme.matches(of: #/\n\| (\d\d) \|/#).map { String($0.1) }
            #expect(numbers == ["01", "05", "98"])
        }
    }

    @Test(
        "Some numbers and names cannot be used",
        arguments: [
            ("0", "Name"), ("100", "Name"), ("x", "Name"), ("98", "name"), ("98", "A-B"),
            ("98", ""),
            ("98", "../Name"),
        ])
    func usage(number: String, name: String) async throws {
        try await MaintainedWorkbook.withTemporary { workbook in
            _ = #expect(throws: UsageError.self) {
                try NewLesson(number, name, in: workbook.folder)
            }
        }
    }

    @Test(
        "The title is the name in words",
        arguments: [
            ("PropertyLists", "Property lists"), ("FloatsDataURLs", "Floats data URLs"),
            ("JSON5", "JSON 5"), ("UserInfo", "User info"),
        ])
    func title(name: String, title: String) async throws {
        try await MaintainedWorkbook.withTemporary { workbook in
            let new = try NewLesson("98", name, in: workbook.folder)
            #expect(new.title == title)
        }
    }
}
