import Foundation
import Testing
import Walkthrough

@testable import Lesson01

@Suite("The package's README")
struct ReadmeTests {
    private let readme: String

    init() throws {
        readme = try String(
            contentsOf: packageFolder.appendingPathComponent("README.md"), encoding: .utf8)
    }

    @Test("Lists every lesson with its exercise")
    func contents() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: packageFolder.appendingPathComponent("Lessons").path)
        for folder in folders where folder.first?.isNumber == true {
            #expect(
                readme.contains("(Lessons/\(folder)/README.md)")
                    && readme.contains("(Exercises/Exercise\(folder.prefix(2)).swift)"),
                "README.md does not list \(folder) and its exercise: add a row to its table")
        }
    }

    @Test("Shows a page as it prints")
    func page() async {
        let lesson = LessonDescription(Lesson01.self)
        let page = TerminalRenderer(for: Terminal(width: 80)).text(of: await lesson.page(step: 2))
        let indented = page.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
        #expect(
            readme.contains(indented.trimmingCharacters(in: .newlines)),
            "README.md shows another page: paste what swift run lesson-01 --step 2 | cat prints")
    }
}
