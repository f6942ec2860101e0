import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

@Suite("The recorded pages")
struct RecordingTests {
    @Test("record refuses a lesson that throws, and does not change its README")
    func record() async throws {
        let fixture = try FixtureWorkbook("recorded")
        let workbook = fixture.folder
        let readme = "Lessons/01-Counting/README.md"
        let result: @Sendable (Int32) -> ChildProcess.Result = { code in
            ChildProcess.Result(
                ending: .exited(code), outputBytes: Data("# New\n".utf8), standardError: "",
                events: Data(), leftAProcess: false)
        }
        let picture = Pictures.Picture(path: "Lessons/01-Counting/page.svg", svg: "<svg/>")
        try fixture.write("as it was", to: picture.path)
        let draw: @Sendable (String) -> [Pictures.Picture] = { $0 == "01" ? [picture] : [] }
        let throwing = Recording(
            workbook: workbook, swift: { result($0.contains("--markdown") ? 0 : 1) }, draw: draw)
        let error = await #expect(throws: CommandFailure.self) {
            try await throwing.run(only: "01")
        }
        #expect(error?.description.contains("swift run lesson-01 shows why") == true)
        #expect(workbook.text(readme) == "# As it was\n")
        #expect(workbook.text(picture.path) == "as it was")
        let right = Recording(workbook: workbook, swift: { _ in result(0) }, draw: draw)
        #expect(try await right.run(only: nil))
        #expect(workbook.text(readme) == "# New\n")
        #expect(workbook.text(picture.path) == picture.svg)
    }

    private static let command = "Draw it again: swift run maintain record 01"

    // The test of the lesson compares the picture with a run.
    @Test("The picture of a page shows the recorded page")
    func page() throws {
        let workbook = try WorkbookFolder.find()
        let picture = try Pictures(workbook: workbook).page().svg
        let path = "Lessons/01-BasicMapping/page.svg"
        let isCurrent = workbook.text(path) == picture
        #expect(isCurrent, "\(path) is out of date. \(Self.command)")
    }

    @Test("The picture of watch shows its screen", .slow)
    func watch() async throws {
        let workbook = try WorkbookFolder.find()
        let picture = try await Pictures(workbook: workbook).watch().svg
        let path = "Lessons/01-BasicMapping/watch.svg"
        let isCurrent = workbook.text(path) == picture
        #expect(isCurrent, "\(path) is out of date. \(Self.command)")
        #expect(workbook.text("README.md")?.contains("](\(path))") == true)
    }

    @Test("Only the lesson that README.md shows has pictures")
    func otherLessons() async throws {
        let pictures = try Pictures(workbook: WorkbookFolder.find())
        #expect(try await pictures.drawn(ofLesson: "02") == [])
    }
}
