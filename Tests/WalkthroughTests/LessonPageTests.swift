import Foundation
import TestSupport
import Testing

@testable import Walkthrough

@Suite("A lesson's pages")
struct LessonPageTests {
    /// A lesson's file that was not written to disk: what the page shows comes from the text alone.
    static let source = """
        import Walkthrough

        // MARK: - A first step

        /// Prose of the first step,
        /// in two lines.
        ///
        /// - one
        /// - two
        ///   goes on
        ///
        ///     code(in: prose)
        func first() throws {
            let value = 1
            // Predict: Which value,
            // exactly?
            show(
                value
            )
        }

        extension Int {
            var twice: Int { self * 2 }
        }

        // MARK: - What to take away

        // | Rule | Step |
        // |------|------|
        // | One  | 1    |
        //
        // That was it.
        """

    @Test(
        "A section's title, prose and code come from the mark, the comment and the function")
    func section() throws {
        let section = try #require(LessonSource(Self.source).sections.first)
        #expect(section.title == "A first step")
        #expect(
            section.prose == [
                "Prose of the first step, in two lines.", "- one", "- two goes on",
                "    code(in: prose)",
            ])
        #expect(section.code.first?.text == "let value = 1")
        #expect(
            section.code.map(\.text).contains("extension Int {"), "Other declarations belong to it")
        #expect(!section.code.contains { $0.text.contains("func first") })
        let lines = Self.source.split(separator: "\n", omittingEmptySubsequences: false)
        for line in section.code {
            #expect(
                lines[line.number - 1].hasSuffix(line.text), "A line of code knows where it stands")
        }
    }

    @Test("An attribute between a step's comment and its function is on no page")
    func attribute() throws {
        let source = Self.source.replacing("func first", with: "@MainActor\nfunc first")
        let section = try #require(LessonSource(source).sections.first)
        let plain = try #require(LessonSource(Self.source).sections.first)
        #expect(section.prose == plain.prose && section.isStep)
        #expect(section.code.map(\.text) == plain.code.map(\.text))
    }

    @Test("The closing section is a comment of its own")
    func closing() {
        let closing = LessonSource(Self.source).closing
        #expect(closing?.prose.count == 2)
        #expect(closing?.prose.last == "That was it.")
    }

    @Test(
        "Any text can be cut at its marks",
        arguments: ["", "// MARK: - ", "// MARK: - X\nfunc ", "}\n"])
    func anyText(text: String) {
        for section in LessonSource(text).sections {
            #expect(section.code.allSatisfy { $0.number > 0 })
        }
    }

    @Test("A lesson whose file is gone still runs, without code and with its results")
    func missingFile() async {
        let steps = Steps(
            { show(42) }, { throw CancellationError() }, filePath: "/gone/Lesson77.swift")
        let lesson = LessonDescription(title: "Gone", steps: steps)
        #expect(lesson.heading == "Lesson 77 · Gone")
        #expect(lesson.stepTitles == ["Step 1", "Step 2"])
        let pages = await lesson.pages()
        let text = pages.map { TerminalRenderer(for: Terminal(width: 80)).text(of: $0) }
        #expect(text[0].contains("→ 42") && !text[0].contains("│"))
        #expect(text[1].contains("✘ "), "The error that ended the step is on its page")
    }

    @Test("Two steps that run side by side keep their results apart")
    func sideBySide() async {
        async let first = StepResult.all { for number in 1...50 { show(number) } }
        async let second = StepResult.all { for number in 51...100 { show(number) } }
        let values = await (first.compactMap(\.value), second.compactMap(\.value))
        let wanted = (1...100).map { "\($0)" }
        #expect(values.0 == Array(wanted.prefix(50)))
        #expect(values.1 == Array(wanted.suffix(50)))
    }

    @Test("What comes out stands under the end of the statement that made it")
    func placement() async throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString)-Lesson78.swift")
        defer { try? FileManager.default.removeItem(at: path) }
        try Data(Self.source.utf8).write(to: path)
        let line = try #require(
            Self.source.split(separator: "\n", omittingEmptySubsequences: false)
                .firstIndex { $0.hasSuffix("show(") })
        let steps = Steps({ show("result", line: line + 1) }, filePath: path.path)
        let page = await LessonDescription(title: "Here", steps: steps).page(step: 1)
        let kinds = page.elements.prefix(6).map(Self.text)
        let wanted = [
            "let value = 1", "? Which value, exactly?", "show(", "    value", ")", "→ result",
        ]
        #expect(kinds == wanted)
    }

    private static func text(of element: Page.Element) -> String {
        switch element {
        case .code(let text): text
        case .prediction(let text): "? \(text)"
        case .result(let result): "→ \(result.value ?? "")"
        case .notRun, .explanation, .remark, .place, .change: ""
        }
    }
}

@Suite("Pages on a terminal")
struct TerminalRendererTests {
    let page = Page(
        lesson: "Lesson 99 · Widths", position: "step 1 of 1", step: 1,
        title: "A title of some words",
        prose: [
            "A sentence with `a term` that is long enough to be wrapped more than once.",
            "| `a` | b |\n|---|---|\n| c | a cell that is too long for a narrow terminal |",
            "    verbatim", "- item",
        ],
        location: "Lessons/99-Widths/Lesson99.swift:12",
        elements: [
            .code("let number = 1234567890 + 1234567890 + 1234567890"), .prediction("What comes?"),
            .result(StepResult(line: 1, content: .value("one\ntwo"))),
        ])

    @Test("No line is wider than the terminal", arguments: [1, 8, 20, 40, 80, 200])
    func width(width: Int) {
        let text = TerminalRenderer(for: Terminal(width: width)).text(of: page)
        // Below ten columns there is no room for a gutter and a character.
        let widest = max(width, 10)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= widest })
    }

    @Test("Code that a narrow window breaks has a mark where it goes on")
    func brokenCode() {
        let text = TerminalRenderer(for: Terminal(width: 30)).text(of: page)
        #expect(
            text.contains(" │ let number = 1234567890 + 1\n ↳ 234567890 + 1234567890\n"), "\(text)")
        #expect(!TerminalRenderer(for: Terminal(width: 80)).text(of: page).contains("↳"))
    }

    @Test("Color comes only where it is wanted, and changes no character")
    func color() {
        let plain = TerminalRenderer(for: Terminal(width: 60)).text(of: page)
        let colored = TerminalRenderer(for: Terminal(width: 60, isColored: true)).text(of: page)
        #expect(!plain.contains("\u{1B}"))
        #expect(colored.contains("\u{1B}["))
        let stripped = colored.replacing(#/\x{1B}\[[\d;]+m/#, with: "")
        #expect(stripped == plain)
    }

    @Test("Code is in color where colors are on: keywords, types and strings")
    func code() {
        let page = Page(
            lesson: "", position: "", step: 1, title: "", prose: [],
            location: nil,
            elements: [.code("let a: String = \"\"\""), .prediction("What?"), .code("let b\"\"\"")])
        let terminal = Terminal(width: 40, isColored: true, palette: .dark)
        let text = TerminalRenderer(for: terminal).text(of: page)
        for (part, role) in [
            ("let", Terminal.Role.keyword), ("String", .type), ("\"\"\"", .literal),
            ("let b\"\"\"", .literal),
        ] {
            #expect(text.contains(terminal.paint(part, role)))
        }
    }

    @Test("A part begins with the answer to a question")
    func parts() {
        let renderer = TerminalRenderer(for: Terminal(width: 60))
        let parts = renderer.parts(of: page)
        #expect(parts.count == 2)
        #expect(parts.last?.hasPrefix(" → one") == true)
        #expect(parts.joined() == renderer.text(of: page))
    }

    @Test(
        "What the lesson answers to wrong options",
        arguments: [
            ["--step"], ["--step", "0"], ["--step", "10"], ["--step", "two"],
            ["--list", "--pause"], ["--step", "2", "--step", "3"], ["--pause", "--pause"],
            ["--all", "--pause"], ["--step", "2", "--from", "3"], ["--from", "11"],
            ["--decode"], ["--decode", "a", "b"], ["-x"], ["03"], ["--step=10"], ["--list=3"],
            [""],
        ])
    func wrongOptions(arguments: [String]) {
        #expect(throws: UsageError.self) {
            try LessonOptions(LessonOptions.usage(ofLesson: "04").parse(arguments), steps: 9)
        }
    }
}

@Suite("Pages as Markdown")
struct MarkdownRendererTests {
    @Test("An answer is folded away with its explanation, and the last one with all that follows")
    func folds() {
        func shown(_ text: String) -> Page.Element {
            .result(StepResult(line: 1, content: .value(text)))
        }
        let page = Page(
            lesson: "", position: "", step: 1, title: "Folds", prose: ["Prose."],
            location: nil,
            elements: [
                .code("let a = 1"), .prediction("What?"), .code("show(a)"), shown("1"),
                .code("show(b)"), shown("2"), .explanation(["Because:", "- one", "- two"]),
                .code("show(c)"), .prediction("And?"), .code("show(d)"), shown("4"),
                .explanation(["So."]), .code("show(e)"), shown("5"),
            ])
        let lesson = LessonDescription(
            title: "Here", steps: Steps(filePath: "/gone/Lesson77.swift"))
        let text = MarkdownRenderer().text(of: lesson, pages: [page])
        let wanted = """
            ## 1. Folds

            Prose.

            ```swift
            let a = 1
            ```

            > **Predict:** What?

            ```swift
            show(a)
            ```

            <details><summary>What comes out</summary>

            ```text
            → 1
            ```

            ```swift
            show(b)
            ```

            ```text
            → 2
            ```

            Because:

            - one
            - two

            </details>

            ```swift
            show(c)
            ```

            > **Predict:** And?

            ```swift
            show(d)
            ```

            <details><summary>What comes out</summary>

            ```text
            → 4
            ```

            So.

            ```swift
            show(e)
            ```

            ```text
            → 5
            ```

            </details>

            """
        #expect(text.hasSuffix(wanted))
    }
}

@Suite("Describing values")
struct DescribeTests {
    enum Style {
        case ipa
        case strong(abv: Double)
        case mixed(Int, String)
    }
    struct Beer {
        let name: String
        let abv: Double?
        let style: Style
    }
    class Person { var name = "Joe" }
    final class Employee: Person { var number: String? = "emp123" }

    private func described(_ value: Any) -> String {
        ValueDescription(of: value).text()
    }

    @Test("As a reader of Swift would write it down")
    func values() throws {
        let nothing: Int? = nil
        #expect(described(nothing as Any) == "nil")
        #expect(described("text") == "text")
        #expect(described(["text"]) == #"["text"]"#)
        #expect(described(Data("{}".utf8)) == "{}")
        #expect(described(Data([0xFF, 0x00])) == "<ff 00>")
        #expect(described(["b": 2, "a": 1]) == #"["a": 1, "b": 2]"#)
        #expect(described([String: Int]()) == "[:]")
        #expect(described(Set([3, 1, 2])) == "[1, 2, 3]")
        #expect(described(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00Z")
        #expect(described(Date(timeIntervalSince1970: 0.5)) == "1970-01-01T00:00:00.500Z")
        #expect(
            described(Beer(name: "A", abv: nil, style: .ipa))
                == #"Beer(name: "A", abv: nil, style: .ipa)"#)
        #expect(described(Style.strong(abv: 9)) == ".strong(abv: 9.0)")
        #expect(described(Style.mixed(1, "x")) == #".mixed(1, "x")"#)
        #expect(described(Employee()) == #"Employee(name: "Joe", number: "emp123")"#)
        #expect(described((1, name: "x")) == #"(1, name: "x")"#)
    }

    @Test("Strings are escaped as in a literal; what a terminal acts on never reaches it")
    func escaping() {
        #expect(described(["a\"b\\c\n\0"]) == #"["a\"b\\c\n\0"]"#)
        #expect(described(["\u{1B}[2J\u{202E}"]) == #"["\u{1B}[2J\u{202E}"]"#)
        #expect(described("{\n\t\"a\": \u{1B}}") == "{\n\t\"a\": \\u{1B}}")
        #expect(described(Data("\u{1B}[31m".utf8)) == #"\u{1B}[31m"#)
        #expect(described(["👩‍🚀 é 日本 \u{200F}"]) == #"["👩‍🚀 é 日本 \u{200F}"]"#)
    }

    @Test("Numbers are sorted by size, the rest as text")
    func order() {
        #expect(described(Set([10, 9, -1, 100])) == "[-1, 9, 10, 100]")
        #expect(described([10: "b", 9: "a"]) == #"[9: "a", 10: "b"]"#)
        #expect(described(Set([0.5, 1e3, 20])) == "[0.5, 20.0, 1000.0]")
    }

    @Test("A class that holds itself, and one that is nested without end, are cut")
    func cycles() throws {
        final class Node {
            var next: Node?
            var name: String
            init(_ name: String, next: Node?) {
                self.name = name
                self.next = next
            }
        }
        let node = Node("a", next: nil)
        node.next = node
        #expect(described(node) == #"Node(next: Node(…), name: "a")"#)
        node.next = nil
        #expect(described([node, node]).count(where: { $0 == "…" }) == 0)
        let text = try onDeepStack {
            let chain = (0..<10_000).reduce(Node("last", next: nil)) { Node("\($1)", next: $0) }
            let text = described(chain)
            var last: Node? = chain
            while let current = last { (last, current.next) = (current.next, nil) }
            return text
        }
        #expect(text.contains("…"))
    }

    @Test("What does not fit a line is broken, one part a line")
    func long() {
        let beers = [
            Beer(name: "Endeavor", abv: 8.9, style: .ipa),
            Beer(name: "Lawnmower", abv: 4.9, style: .ipa),
        ]
        #expect(
            ValueDescription(of: beers).text(width: 60) == """
                [
                    Beer(name: "Endeavor", abv: 8.9, style: .ipa),
                    Beer(name: "Lawnmower", abv: 4.9, style: .ipa)
                ]
                """)
    }
}
