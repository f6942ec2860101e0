import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

/// Tests that try demos with real builds, in a workbook of their own.
@Suite("The problems that verify finds by trying demos", .serialized, .slow)
struct DemoVerificationTests {
    let workbook: MaintainedWorkbook

    init() throws {
        workbook = try MaintainedWorkbook(
            at: WorkbookFolder.find().url(".build/workbook-tests/demos"), builds: false)
        let package = try WorkbookFolder.find()
        for path in ["Sources/DecodingExplainer", "Sources/Walkthrough"] {
            try workbook.copy(path, from: package)
        }
        try workbook.write(Self.manifest, to: "Package.swift")
    }

    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription

        let package = Package(
            name: "demos",
            platforms: [.macOS(.v15)],
            products: [.executable(name: "lesson-01", targets: ["Lesson01"])],
            targets: [
                .target(name: "DecodingExplainer", exclude: ["README.md"]),
                .target(name: "Walkthrough", dependencies: ["DecodingExplainer"]),
                .executableTarget(
                    name: "Lesson01", dependencies: ["Walkthrough"], path: "Lessons/01-Trains",
                    exclude: ["README.md", "Teacher.md"]),
            ],
            swiftLanguageModes: [.v6]
        )

        """

    private static let show = "show(try JSONDecoder().decode(Train.self, from: document))"

    /// Returns a demo in step 1 with new lines in place of the shown train.
    private func demo(_ name: String, _ new: String..., promises promise: String) -> String {
        let added = new.map { "+    \($0)" }.joined(separator: "\n")
        return """
            ### Demo: \(name)

            To see it.

            ```diff
                 let document = Data(#"{"name": "NT 1"}"#.utf8)
                 // Predict: Written: a question that asks why, which or what follows.
            -    \(Self.show)
            \(added)
                 // Written: the explanation of what came out.
            ```

            Promises:

            ```text
            \(promise)
            ```


            """
    }

    private func problems(of demos: [String], timeLimit: Int = 10) async throws -> [String] {
        let page = try MaintainedWorkbook.guide(workbook.folder).replacing(
            "## Written: the title of step 2\n",
            with: demos.joined() + "## Written: the title of step 2\n")
        let guide = TeacherGuide(
            page, of: "01", steps: (1...6).map { "Written: the title of step \($0)" },
            wrongAnswers: (1...10).map { "Another train, \($0)" })
        #expect(guide.problems == [])
        #expect(guide.demos.count == demos.count)
        return try await DemoVerification(
            number: "01", workbook: workbook.folder, guide: guide, atOnce: 2,
            timeLimit: timeLimit
        ).problems()
    }

    @Test("Each demo that breaks its promise is named, with the result that it has in fact")
    func promises() async throws {
        let problems = try await problems(
            of: [
                demo("kept", Self.show, "show(2)", promises: "→ Train(name: \"NT 1\")\n→ 2"),
                demo(
                    "refused", "show(nonsense)", promises: "error: cannot find 'nonsense' in scope"),
                demo(
                    "crash", "show(1)", "show([Int]()[3])",
                    promises: "→ 1\n✘ The program crashed … Index out of range"),
                demo("other result", "show(3)", promises: "→ 4"),
                demo("other order", "show(5)", "show(6)", promises: "→ 6\n→ 5"),
                demo("part of a line", "show(77)", promises: "→ 7"),
                demo("no Swift", "show(nothing)", promises: "→ 8"),
                demo("Swift after all", "show(9)", promises: "error: cannot find"),
                demo("another error", "show(nobody)", promises: "error: cannot find 'somebody'"),
                demo("nothing new", Self.show, "_ = 10", promises: "→ Train(name: \"NT 1\")"),
                demo(
                    "wide", "show(11)",
                    "let wide = \"a line of code that is longer than a page is, so it would be cut\"",
                    "show(wide.count)", promises: "→ 11"),
                demo("loop", "while true {}", promises: "→ 12"),
                demo("stale", "show(13)", promises: "→ 13").replacing("NT 1\"}", with: "NT 99\"}"),
            ], timeLimit: 3)
        func problem(_ name: String) -> String {
            problems.first { $0.contains("\"\(name)\"") } ?? ""
        }
        #expect(problem("kept") == "" && problem("refused") == "" && problem("crash") == "")
        #expect(problem("other result").hasSuffix("does not show there: → 4\nIt shows:\n│ → 3"))
        #expect(problem("other order").contains("does not show there: → 5"))
        #expect(problem("part of a line").contains("does not show there: → 7"))
        #expect(problem("no Swift").contains("│ error: cannot find 'nothing' in scope"))
        #expect(problem("Swift after all").hasSuffix("and compiles. The page shows:\n│ → 9"))
        #expect(problem("another error").contains("│ error: cannot find 'nobody' in scope"))
        #expect(problem("nothing new").contains("shows without it too"))
        #expect(problem("wide").contains("columns of code"))
        #expect(problem("loop").contains("within 3 seconds"))
        #expect(problem("stale").contains("no longer fits Lessons/01-Trains/Lesson01.swift"))
        #expect(
            problem("stale").contains("│     let document = Data(#\"{\"name\": \"NT 99\"}\"#.utf8)")
        )
        #expect(problems.count == 10, "\(problems)")
        let leftovers = workbook.folder.names(in: ".build").filter {
            $0.hasPrefix("verify-demos")
        }
        #expect(
            leftovers.allSatisfy { $0.hasSuffix(".lock") }, "Nothing is left behind: \(leftovers)")
    }

    @Test("If a lesson does not compile, its error is reported once and not for each demo")
    func brokenLesson() async throws {
        try workbook.replace(
            "import Foundation\n", with: "import Foundation\nlet broken = nonsense\n",
            in: "Lessons/01-Trains/Lesson01.swift")
        let problems = try await problems(of: [demo("kept", "show(2)", promises: "→ 2")])
        #expect(problems.count == 1)
        #expect(
            problems.first?.contains(
                "cannot be tried. Lessons/01-Trains/Lesson01.swift:2: cannot find 'nonsense'")
                == true,
            "\(problems)")
    }
}
