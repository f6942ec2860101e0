import Foundation
import LessonChecks
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

    @Test(
        "Every link leads to a file, from the folder of the page that has it",
        arguments: ["", "Lessons/", "Sources/", "Sources/DecodingExplainer/"])
    func links(folder: String) throws {
        let page = packageFolder.appendingPathComponent("\(folder)README.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let links = text.matches(of: #/\]\(([^)#]+)[^)]*\)/#).map { String($0.1) }
            .filter { !$0.hasPrefix("https:") }
        #expect(!links.isEmpty)
        for link in links {
            let file = page.deletingLastPathComponent().appendingPathComponent(link)
            #expect(
                FileManager.default.fileExists(atPath: file.path), "\(folder)README.md: \(link)")
        }
    }

    @Test("Is short enough to be read")
    func length() {
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

    @Test("Shows a page as it prints")
    func page() async throws {
        let path = "Lessons/01-BasicMapping/page.svg"
        let page = await LessonDescription(Lesson01.self).page(step: 2)
        let picture = try String(
            contentsOf: packageFolder.appendingPathComponent(path), encoding: .utf8)
        let isCurrent = picture == TerminalPicture(of: page).svg
        // Other systems and other toolchains have other words for errors.
        #expect(
            isCurrent || !Toolchain.isSwift63OnLinux,
            "\(path) no longer shows what step 2 prints. Draw it anew: swift run maintain record 01"
        )
        #expect(readme.contains("](\(path))"))
    }
}
