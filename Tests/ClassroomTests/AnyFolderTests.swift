import Foundation
import Testing
import WorkbookFixtures

@testable import Classroom
@testable import Judging

/// People have the workbook in folders with all kinds of names.
@Suite("In a folder with any name", .serialized, .slow)
struct AnyFolderTests {
    private let fixture: FixtureWorkbook
    private let path = "Exercises/Exercise01.swift"

    init() throws {
        let long = String(repeating: "a long name ", count: 16) + "with 200 letters"
        fixture = try FixtureWorkbook("Téléchargements я 日本, it's a \"quote\"/\(long)")
    }

    private func judgment(of text: String, in sandbox: Sandbox? = nil) async throws -> Judgment {
        var judge = Judge(in: fixture.folder)
        judge.confinement = sandbox.map { Confinement(sandbox: $0) }
        return try await judge.judgment(
            of: Answer("01", Data(text.utf8), path: path), for: "a test")
    }

    @Test("Right, wrong, crashed, refused by the compiler: as in any other folder")
    func verdicts() async throws {
        let right = fixture.answer("01")
        #expect(try await judgment(of: right).isRight)
        try fixture.behave([2: "wrong", 4: "index"])
        let verdict = try #require(try await judgment(of: right).verdict)
        #expect(verdict.tasks.map(\.isRight) == [true, false, true, false, true, true])
        #expect(verdict.tasks[3].problems.first?.place?.hasPrefix("\(path):") == true)
        try fixture.behave([:])
        guard case .notCompiled(let failure) = try await judgment(of: right + "let x: Itn = 1\n")
        else {
            Issue.record("It compiles")
            return
        }
        #expect(failure.diagnostics(in: path).first?.message == "cannot find type 'Itn' in scope")
    }

    @Test(
        "A class is judged there",
        .enabled("There is no sandbox here") { (try? await Sandbox.find()) != nil })
    func sandbox() async throws {
        #expect(try await judgment(of: fixture.answer("01"), in: Sandbox.find()).isRight)
    }

    @Test("The system's folder for what is needed for a moment may have such a name too")
    func temporaryFolder() throws {
        let temporary = fixture.folder.url(".build/é")
        try FileManager.default.createDirectory(
            at: temporary, withIntermediateDirectories: true)
        try fixture.write(fixture.answer("01") + "// \(UUID())\n", to: path)
        let check = try fixture.start(["check", "01"], environment: ["TMPDIR": temporary.path])
            .end()
        #expect(check.code == 0, "\(check.output)\(check.errors)")
        #expect(fixture.folder.names(in: ".build/é") == [])
    }
}
