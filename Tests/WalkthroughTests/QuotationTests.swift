import Foundation
import LessonChecks
import Testing

@testable import Walkthrough

@Suite("Code of another file on a page")
struct QuotationTests {
    private static let other = "Tests/WalkthroughTests/Lesson00/Other.swift"
    private static let package = Quotation.package(around: #filePath)

    private func quotation(_ name: String, of path: String = other) throws -> Quotation {
        Quotation("\(path), \(name)", in: try #require(Self.package))
    }

    @Test(
        "A declaration is shown from its first line to its last, with the numbers of its lines",
        arguments: [
            ("struct Other", 2...14), ("func length", 9...13), ("func length(", 9...13),
            ("func twice", 18...18), ("extension Other: Sendable", 24...24),
            ("MARK: - A section", 18...20), ("MARK: - Another section", 24...24),
        ])
    func lines(name: String, numbers: ClosedRange<Int>) throws {
        let quotation = try quotation(name)
        #expect(quotation.problem == nil)
        #expect(quotation.lines.map(\.number) == Array(numbers))
        #expect(quotation.lines.first?.text.hasPrefix(" ") == false)
    }

    @Test("A string of several lines neither begins nor ends a declaration")
    func strings() throws {
        let lines = try quotation("struct Other").lines
        #expect(lines[3].text == "        struct Other {" && lines.last?.text == "}")
    }

    @Test(
        "What is not there, or not once, is a problem of the lesson, with its line",
        arguments: [
            ("\(other), struct Gone", "has no \"struct Gone\""),
            ("\(other), struct Oth", "has no \"struct Oth\""),
            ("\(other), extension Other", "2 places"),
            ("\(other), MARK: - In a string", "has no \"MARK"),
            ("Sources/Gone.swift, struct Gone", "Sources/Gone.swift cannot be read"),
            ("\(other)", "a path, a comma and how a declaration begins"),
        ])
    func problems(request: String, said: String) throws {
        let text = """
            // MARK: - Here

            /// Prose.
            func here() {
                // Code: \(request)
                show(1)
            }
            """
        let problems = LessonSource(text, package: Self.package).problems
        #expect(problems.contains { $0.hasPrefix("5: ") && $0.contains(said) }, "\(problems)")
    }

    @Test("A line that is too wide for a page is named where it stands")
    func width() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let long = "let text = \"\(String(repeating: "x", count: 70))\""
        try Data("\n\(long)\n".utf8).write(to: folder.appendingPathComponent("Long.swift"))
        let text =
            "// MARK: - Here\n\n/// Prose.\nfunc here() {\n    // Code: Long.swift, let text\n}"
        let problems = LessonSource(text, package: folder).problems
        #expect(problems.contains { $0.hasPrefix("5: Long.swift:2 has 83 columns of code") })
    }

    @Test("On the page it stands in its place, below a line that says where it is")
    func page() async throws {
        let folder = try TemporaryPackage()
        try folder.write(
            "Lessons/79-Here/Lesson79.swift",
            """
            // MARK: - Quotes

            /// Code of another file is on the page as it is there.
            func quotes() throws {
                // Code: Sources/App/Model.swift, func length
                let model = Model()
                // Code: Sources/App/Model.swift, struct Gone
                // Predict: What is its length?
                show(model.length(of: "word"))
                // Four.
            }
            """)
        try folder.write(
            "Sources/App/Model.swift",
            """
            struct Model {
                func length(
                    of word: String
                ) -> Int {
                    word.count
                }
            }
            """)
        let lesson = folder.lesson { show(4, line: 9) }
        let page = await lesson.page(step: 1)
        let text = TerminalRenderer(for: Terminal(width: 80)).text(of: page)
        let wanted = """
            Code of another file is on the page as it is there.

            Sources/App/Model.swift:2
             │ func length(
             │     of word: String
             │ ) -> Int {
             │     word.count
             │ }

            Lessons/79-Here/Lesson79.swift:6
             │ let model = Model()
               Sources/App/Model.swift has no "struct Gone"
            ? Predict: What is its length?

            Lessons/79-Here/Lesson79.swift:9
             │ show(model.length(of: "word"))
             → 4

            Four.

            """
        #expect(text.hasSuffix(wanted), "\(text)")
        let record = MarkdownRenderer().text(of: lesson, pages: [page])
        #expect(
            record.contains(
                "[Model.swift, line 2](../../Sources/App/Model.swift#L2)\n\n```swift\nfunc"))
        #expect(record.contains("[Lesson79.swift, line 6](Lesson79.swift#L6)\n\n```swift\nlet"))
    }

    @Test("Another file that has changed since the build counts like the lesson's own")
    func changed() throws {
        let folder = try TemporaryPackage()
        let text =
            "// MARK: - Here\nfunc here() {\n    // Code: Sources/App/Model.swift, let a\n}\n"
        try folder.write("Lessons/79-Here/Lesson79.swift", text, at: 1)
        try folder.write("debug/lesson-79", at: 20)
        let program = folder.url.appendingPathComponent("debug/lesson-79")
        try folder.write("Sources/App/Model.swift", "let a = 1\n", at: 10)
        #expect(folder.lesson {}.changedFile(since: program) == nil)
        try folder.write("Sources/App/Model.swift", "let a = 2\n", at: 30)
        #expect(folder.lesson {}.changedFile(since: program) == "Sources/App/Model.swift")
    }
}

/// A folder with a manifest, which is gone when nobody needs it any more.
private final class TemporaryPackage {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws {
        try write("Package.swift")
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ path: String, _ text: String = "", at time: TimeInterval = 1) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: file.path)
    }

    /// The lesson of the package, with one step.
    func lesson(_ step: @escaping Step) -> LessonDescription {
        let path = url.appendingPathComponent("Lessons/79-Here/Lesson79.swift").path
        return LessonDescription(title: "Here", steps: Steps(step, filePath: path))
    }
}
