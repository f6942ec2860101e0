import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

@Suite("The recorded pages")
struct RecordingTests {
    @Test("record refuses a lesson that throws, and leaves its README as it was")
    func record() throws {
        let workbook = try FixtureWorkbook("recorded").folder
        let readme = "Lessons/01-Counting/README.md"
        let result: @Sendable (Int32) -> ChildProcess.Result = { code in
            ChildProcess.Result(
                ending: .exited(code), standardOutput: "# New\n", standardError: "",
                events: Data(), leftAProcess: false)
        }
        let throwing = Recording(of: workbook) { arguments in
            result(arguments.contains("--markdown") ? 0 : 1)
        }
        let error = #expect(throws: CommandFailure.self) { try throwing.run(only: "01") }
        #expect(error?.description.contains("swift run lesson-01 shows why") == true)
        #expect(workbook.text(readme) == "# As it was\n")
        let right = Recording(of: workbook) { _ in result(0) }
        #expect(try right.run(only: nil))
        #expect(workbook.text(readme) == "# New\n")
    }
}
