import Foundation
import TestSupport
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Workbook

@Suite("The stub is put back, and nothing is lost", .serialized)
struct ResetTests {
    let fixture: FixtureWorkbook
    var workbook: WorkbookFolder { fixture.folder }
    private let path = "Exercises/Exercise01.swift"
    private let mine = "// mine\r\n\u{FEFF}"

    init() throws {
        fixture = try FixtureWorkbook("reset")
        try? FileManager.default.removeItem(at: workbook.url(Reset.keptFolder))
        try fixture.write(mine, to: path)
    }

    private func run(at time: Date = Date()) throws {
        _ = try Reset(number: "01", workbook: workbook).putStubBack(at: time)
    }

    private var kept: [String] { workbook.names(in: Reset.keptFolder) }

    @Test("The learner's file is kept under a name of its own, byte for byte")
    func keeps() throws {
        let time = Date(timeIntervalSince1970: 1_750_000_000)
        for text in [mine, "// other\n"] {
            try fixture.write(text, to: path)
            try run(at: time)
            #expect(workbook.text(path) == FixtureWorkbook.stub("01"))
        }
        #expect(kept.count == 2)
        #expect(kept.allSatisfy { $0.contains(#/^Exercise01-2025-06-1\d-\d{6}(-2)?\.swift$/#) })
        let texts = kept.map { workbook.text("\(Reset.keptFolder)/\($0)") }
        #expect(Set(texts) == [mine, "// other\n"])
    }

    @Test("A file that is the stub, or is not there, needs no copy")
    func nothingToKeep() throws {
        try FileManager.default.removeItem(at: workbook.url(path))
        for _ in 1...2 {
            try run()
            #expect(workbook.text(path) == FixtureWorkbook.stub("01"))
        }
        #expect(kept.isEmpty)
    }

    @Test("The hints begin again")
    func hints() throws {
        let hint = Hint(number: "01", workbook: workbook)
        for _ in 1...2 { _ = try hint.next(of: 1) }
        try run()
        #expect(try hint.next(of: 1).first == "Exercise 01, task 1, hint 1 of 3")
    }

    @Test("A folder or a pipe in the place of the file is named, and nothing waits for it")
    func noFile() async throws {
        for make in [
            { try FileManager.default.createDirectory(at: $0, withIntermediateDirectories: false) },
            { #expect(mkfifo($0.path, 0o600) == 0) },
        ] as [(URL) throws -> Void] {
            try FileManager.default.removeItem(at: workbook.url(path))
            try make(workbook.url(path))
            let refused = #expect(throws: CommandFailure.self) { try run() }
            #expect(refused?.description.contains("cannot be read as a file") == true)
            let check = #expect(throws: UsageError.self) {
                try Check(number: "01", workbook: workbook).answer()
            }
            #expect(check?.description.contains("Rename it") == true)
        }
        try FileManager.default.removeItem(at: workbook.url(path))
        #expect(kept.isEmpty)
    }

    @Test("Where the folder cannot be made, or the stub is not there, all stays as it was")
    func obstacles() throws {
        try fixture.write("", to: Reset.keptFolder)
        let blocked = #expect(throws: CommandFailure.self) { try run() }
        #expect(blocked?.description.contains("Exercises/.kept/Exercise01") == true)
        try FileManager.default.removeItem(at: workbook.url(Reset.keptFolder))
        try FileManager.default.removeItem(at: workbook.url(workbook.stubPath("01")))
        let missing = #expect(throws: CommandFailure.self) { try run() }
        #expect(missing?.description.contains("Solutions/.stubs/Exercise01.swift") == true)
        #expect(workbook.text(path) == mine)
    }

    @Test("A disk without room: one line, the file as it was, and no half of a copy")
    func noRoom() throws {
        // No file may grow, which is what a full disk does to a program.
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "ulimit -f 0; exec \"$0\" reset 01", builtProgram("workbook").path,
        ]
        process.currentDirectoryURL = workbook.root
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let said = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 1)
        #expect(said.contains("Exercises/Exercise01.swift is as it was."))
        #expect(said.split(separator: "\n").count == 1)
        #expect(workbook.text(path) == mine && kept.isEmpty)
    }
}
