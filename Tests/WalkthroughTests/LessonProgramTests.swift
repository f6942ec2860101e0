import Foundation
import TestSupport
import Testing

@testable import Walkthrough

@Suite("A lesson as a program, with steps that go wrong")
struct LessonProgramTests {
    /// The program of the folder Lesson00, which the package manager has put beside the tests.
    static var program: URL { builtProgram("Lesson00") }

    private func run(_ arguments: String...) throws -> (page: [String], errors: String, code: Int32)
    {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        process.executableURL = Self.program
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let page = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let said = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (page.split(separator: "\n").map(String.init), said, process.terminationStatus)
    }

    @Test("What a step prints stands on the page, in order with the results")
    func prints() throws {
        let (page, errors, code) = try run("--step", "1")
        #expect(
            page.suffix(7) == [
                #" │ print("printed first")"#, "   printed first", #" │ show("shown")"#, " → shown",
                "What is printed last has no result below it.", #" │ print("printed last")"#,
                "   printed last",
            ])
        #expect(errors == "" && code == 0)
    }

    @Test("An error that leaves a step stands under the line that threw; the rest was not run")
    func throwsInShow() throws {
        let (page, _, code) = try run("--step", "2")
        let mark = try #require(page.firstIndex { $0.hasPrefix(" ✘ typeMismatch") })
        #expect(page[mark - 1].contains("show(try JSONDecoder()"))
        #expect(page.suffix(2) == ["   What follows was not run.", #" ╎ show("after")"#])
        #expect(!page.contains("Nobody reads this."), "It explains a result that never came")
        #expect(code == 1)
    }

    @Test("A crash is one line that says where and why, after the results so far")
    func crashes() throws {
        let (page, errors, code) = try run("--step", "3")
        let mark = try #require(page.firstIndex { $0.hasPrefix(" ✘ The program crashed in line ") })
        #expect(page[mark].contains("Unexpectedly found nil"))
        #expect(page[mark - 1] == " │ show(nothing!)")
        #expect(page.contains(" → before") && page.last == #" ╎ show("after")"#)
        #expect(errors == "", "There is no backtrace")
        #expect(code == 1)
    }

    @Test("A crash in the library is between two lines of the lesson")
    func indexOutOfRange() throws {
        let (page, errors, code) = try run("--step", "4")
        let mark = try #require(page.firstIndex { $0.hasPrefix(" ✘ The program crashed between") })
        #expect(page[mark].hasSuffix("Index out of range"))
        #expect(page.contains("   printed before the crash") && page.contains(" → before"))
        #expect(errors == "" && code == 1)
    }

    @Test("A stack that overflows is a crash like any other")
    func recursesForever() throws {
        let (page, errors, code) = try run("--step", "5")
        #expect(page.contains(" → before"))
        #expect(page.last?.hasPrefix(" ✘ The program crashed in line") == true)
        #expect(errors == "" && code == 1)
    }

    @Test("A lesson with a step that ends early is not recorded")
    func markdown() throws {
        let (page, errors, code) = try run("--markdown")
        #expect(page == [])
        #expect(errors.contains("step 2, Throws in show, ended early"))
        #expect(code == 1)
    }

    @Test("A file that was written after the build is not what the program was built from")
    func changedSource() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = folder.appendingPathComponent("Lesson79.swift")
        let program = folder.appendingPathComponent("lesson-79")
        func write(_ file: URL, at time: TimeInterval) throws {
            try Data().write(to: file)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: file.path)
        }
        let lesson = LessonDescription(title: "Here", steps: Steps(filePath: source.path))

        try write(source, at: 10)
        try write(program, at: 20)
        #expect(lesson.changedFile(since: program) == nil)
        try write(source, at: 30)
        #expect(lesson.changedFile(since: program)?.hasSuffix("Lesson79.swift") == true)
        let later = Date(timeIntervalSince1970: 40)
        #expect(
            lesson.changedFile(since: program, andSince: later) == nil,
            "The package manager has looked at it since")
    }
}
