import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Workbook

private let hasGit = FileManager.default.isExecutableFile(atPath: "/usr/bin/git")

/// Runs the very commands of Lessons/README.md, in clones of a small repository.
@Suite("An update in mid-course", .enabled(if: hasGit))
struct MidCourseTests {
    private let package: WorkbookFolder
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("course-\(UUID().uuidString)")
    private let address = "https://git.example.org/course/codable-workbook.git"
    private let stub = "Exercises/Exercise07.swift"

    init() throws {
        package = try WorkbookFolder.find()
    }

    /// The commands of a block, which begins with some words.
    private func commands(_ first: String) throws -> [String] {
        let lines = try #require(package.text("Lessons/README.md")).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("    " + first) })
        return lines[start...].prefix { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    }

    /// Runs commands as a terminal would, one after the other.
    @discardableResult
    private func run(_ commands: [String], in place: String) async throws -> String {
        let repository = folder.appendingPathComponent("host/codable-workbook.git").path
        let script = commands.joined(separator: "\n").replacing(address, with: repository)
        let result = try await ChildProcess(
            executable: "/bin/sh", arguments: ["-c", "exec 2>&1\n" + script],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1",
                "LC_ALL": "C",
            ],
            folder: folder.appendingPathComponent(place), timeLimit: 60
        ).run()
        return result.standardOutput
    }

    private func write(_ text: String, _ path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    /// A teacher's clone, a course, and a pupil's clone of it.
    private func handOut() async throws {
        for path in ["Exercises/Exercise01.swift", stub] {
            let model = path.replacing("Exercises/", with: "Solutions/")
            try write(
                "// A stub: what is wanted\n"
                    + (try #require(package.text(model))).replacing(#/\{[^{}]*\}/#, with: "{ }"),
                "teacher/\(path)")
        }
        try write("A page\n", "teacher/Lessons/README.md")
        try await run(
            [
                "git init --quiet --bare --initial-branch=main ../host/codable-workbook.git",
                "git init --quiet --initial-branch=main",
                "git config user.name Teacher", "git config user.email teacher@example.org",
                "git add --all", "git commit --quiet --message Begin",
            ] + commands("git remote add course"), in: "teacher")
        try await run(
            commands("git clone https://git.example.org/course").filter {
                !$0.hasPrefix("swift")
            }, in: "")
        #expect(try text("codable-workbook/\(stub)") == text("teacher/\(stub)"))
    }

    private func update(_ changes: () throws -> Void) async throws {
        try changes()
        try await run(
            ["git add --all", "git commit --quiet --message Update"]
                + commands("git remote add course").filter { $0.hasPrefix("git push") },
            in: "teacher")
    }

    @Test(
        "A solved exercise, a changed stub: every line of the pupil stays, and the change is shown")
    func solved() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await handOut()
        let solution = try #require(package.text("Solutions/Exercise07.swift"))
        try write(solution, "codable-workbook/\(stub)")
        try write("Half done\n", "codable-workbook/notes.txt")
        try write("A page, tried out\n", "codable-workbook/Lessons/README.md")
        try await update {
            let old = try text("teacher/\(stub)")
            try write(
                old.replacing("// A stub: what is wanted", with: "// A stub: what is wanted now"),
                "teacher/\(stub)")
            try write("A page, corrected\n", "teacher/Lessons/README.md")
            try write("// New\n", "teacher/Exercises/Exercise10.swift")
        }
        let said = try await run(commands("git add --all"), in: "codable-workbook")
        #expect(said.contains("+// A stub: what is wanted now"))
        #expect(try text("codable-workbook/\(stub)") == solution)
        #expect(try text("codable-workbook/notes.txt") == "Half done\n")
        #expect(try text("codable-workbook/Lessons/README.md") == "A page, tried out\n")
        #expect(try text("codable-workbook/Exercises/Exercise10.swift") == "// New\n")
        #expect(try await run(["git status --porcelain"], in: "codable-workbook").isEmpty)

        // Nothing new on either side.
        let again = try await run(commands("git add --all"), in: "codable-workbook")
        #expect(again.contains("Already up to date."))
        #expect(try text("codable-workbook/\(stub)") == solution)
    }

    @Test("A file that one side has deleted: it stays, and the same commands complete the update")
    func deleted() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await handOut()
        try write("let mine = 1\n", "codable-workbook/\(stub)")
        try FileManager.default.removeItem(
            at: folder.appendingPathComponent("codable-workbook/Exercises/Exercise01.swift"))
        try await update {
            try FileManager.default.removeItem(at: folder.appendingPathComponent("teacher/\(stub)"))
            try write("// Another\n", "teacher/Exercises/Exercise01.swift")
        }
        for _ in 1...2 { try await run(commands("git add --all"), in: "codable-workbook") }
        #expect(try text("codable-workbook/\(stub)") == "let mine = 1\n")
        #expect(try text("codable-workbook/Exercises/Exercise01.swift") == "// Another\n")
        #expect(try await run(["git status --porcelain"], in: "codable-workbook").isEmpty)
    }
}
