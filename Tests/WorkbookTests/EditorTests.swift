import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Workbook

/// The files that tell an editor what can be run here.
struct EditorFiles {
    struct Matcher {
        struct Problem {
            let file: String
            let line: Int
            let severity: String
            let message: String
        }

        fileprivate let pattern: NSRegularExpression
        fileprivate let groups: [String: Int]
        fileprivate let beginning: NSRegularExpression?
        fileprivate let ending: NSRegularExpression?

        /// What the editor would show of a line; nil where it passes over it.
        func problem(in text: String) -> Problem? {
            let range = NSRange(text.startIndex..., in: text)
            guard let match = pattern.firstMatch(in: text, range: range) else { return nil }
            func group(_ name: String) -> String {
                groups[name].flatMap { Range(match.range(at: $0), in: text) }
                    .map { String(text[$0]) } ?? ""
            }
            return Problem(
                file: group("file"), line: Int(group("line")) ?? 0, severity: group("severity"),
                message: group("message"))
        }

        func begins(_ text: String) -> Bool { Self.fits(beginning, text) }
        func ends(_ text: String) -> Bool { Self.fits(ending, text) }

        private static func fits(_ pattern: NSRegularExpression?, _ text: String) -> Bool {
            pattern?.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        }
    }

    struct Tasks: Decodable {
        struct Task: Decodable {
            let label: String
            let type: String
            let command: String
            let args: [String]?
            let problemMatcher: ProblemMatcher?

            enum CodingKeys: CodingKey { case label, type, command, args, problemMatcher }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                label = try container.decode(String.self, forKey: .label)
                type = try container.decode(String.self, forKey: .type)
                command = try container.decode(String.self, forKey: .command)
                args = try container.decodeIfPresent([String].self, forKey: .args)
                // An empty list says that there is none.
                problemMatcher = try? container.decode(ProblemMatcher.self, forKey: .problemMatcher)
            }
        }

        struct ProblemMatcher: Decodable {
            struct Pattern: Decodable {
                let regexp: String
                let file, line, column, severity, message: Int
            }
            struct Background: Decodable {
                let beginsPattern, endsPattern: String
            }
            let fileLocation: String
            let pattern: Pattern
            let background: Background?
        }

        let tasks: [Task]
    }

    let tasks: [Tasks.Task]

    init(in workbook: WorkbookFolder) throws {
        let text = try #require(workbook.text(".vscode/tasks.json"))
        tasks = try JSONDecoder().decode(Tasks.self, from: Data(text.utf8)).tasks
    }

    func matcher(ofTask label: String) throws -> Matcher {
        let matcher = try #require(tasks.first { $0.label == label }?.problemMatcher)
        let pattern = matcher.pattern
        return try Matcher(
            pattern: NSRegularExpression(pattern: pattern.regexp),
            groups: [
                "file": pattern.file, "line": pattern.line, "severity": pattern.severity,
                "message": pattern.message,
            ],
            beginning: matcher.background.map {
                try NSRegularExpression(pattern: $0.beginsPattern)
            },
            ending: matcher.background.map { try NSRegularExpression(pattern: $0.endsPattern) })
    }
}

@Suite("The editor")
struct EditorTests {
    private let workbook: WorkbookFolder

    init() throws { workbook = try WorkbookFolder.find() }

    @Test("Each task runs a command that there is, and both matchers find the same")
    func tasks() throws {
        let files = try EditorFiles(in: workbook)
        #expect(files.tasks.count >= 4)
        let known = WorkbookProgram.program.commands.map(\.name)
        for task in files.tasks where task.type == "process" {
            let words = try #require(task.args)
            #expect(task.command == "swift" && words.starts(with: ["run", "workbook"]))
            if words.count > 2 { #expect(known.contains(words[2]), "\(task.label)") }
        }
        let line = "/a b/Exercises/Exercise01.swift:46:5: error: Task 1 · A: one is not one"
        for label in ["Check this file", "Watch this file"] {
            let problem = try files.matcher(ofTask: label).problem(in: line)
            #expect(problem?.file == "/a b/Exercises/Exercise01.swift")
            #expect(problem?.line == 46 && problem?.severity == "error")
            #expect(problem?.message == "Task 1 · A: one is not one")
        }
        #expect(try files.matcher(ofTask: "Check this file").problem(in: "    " + line) == nil)
    }

    @Test("The task for the lesson finds the lesson's number in the name of a file")
    func lessonTask() async throws {
        let task = try #require(
            EditorFiles(in: workbook).tasks.first { $0.label == "Read the lesson" })
        let files = [
            "Exercises/Exercise07.swift": "07", "Lessons/07-Inheritance/Lesson07.swift": "07",
            "README.md": "01",
        ]
        for (file, number) in files {
            let command = task.command.replacing("${relativeFile}", with: file)
                .replacing("swift run", with: "echo")
            let result = try await ChildProcess(
                executable: "/bin/sh", arguments: ["-c", command],
                environment: ChildProcess.environment(adding: [:]), folder: workbook.root
            ).run()
            #expect(result.standardOutput == "lesson-\(number)\n")
        }
    }

    @Test("What the container brings is what the README asks for and the manifest needs")
    func container() throws {
        struct Container: Decodable {
            let image: String
            let postCreateCommand: String
        }
        let text = try #require(workbook.text(".devcontainer/devcontainer.json"))
        let container = try JSONDecoder().decode(Container.self, from: Data(text.utf8))
        let version = try #require(container.image.firstMatch(of: #/^swift:(\d+\.\d+)/#)?.1)
        #expect(workbook.text("README.md")?.contains("\(version) at least") == true)
        #expect(
            workbook.text("Package.swift")?.hasPrefix("// swift-tools-version: \(version)") == true)
        for product in container.postCreateCommand.matches(of: #/--product ([a-z0-9-]+)/#) {
            let name = String(product.1)
            let isLesson = workbook.lessons.contains { name == "lesson-\($0)" }
            #expect(isLesson || name == WorkbookProgram.program.name)
        }
        struct Extensions: Decodable { let recommendations: [String] }
        let extensions = try JSONDecoder().decode(
            Extensions.self, from: Data(#require(workbook.text(".vscode/extensions.json")).utf8))
        for name in extensions.recommendations { #expect(text.contains("\"\(name)\"")) }
    }
}
