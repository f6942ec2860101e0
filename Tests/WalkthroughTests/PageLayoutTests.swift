import Foundation
import LessonChecks
import Testing

@testable import Walkthrough

@Suite("Where a page puts what came out, and what a comment is")
struct PageLayoutTests {
    /// The lines of the page of a step, one string each.
    ///
    /// - Parameters:
    ///   - body: The lines of the step, from line 5 on.
    ///   - results: What came out.
    private func page(_ body: String, _ results: [StepResult] = []) -> [String] {
        let indented = body.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
        let source = LessonSource("// MARK: - Here\n\n/// Prose.\nfunc here() {\n\(indented)\n}\n")
        let passages = source.sections[0].passages
        return PageLayout(passages: passages, results: results).elements.map { element in
            switch element {
            case .code(let text): text
            case .notRun(let text): "╎ \(text)"
            case .prediction(let text): "? \(text)"
            case .remark(let text): "(\(text))"
            case .place(let text): "at \(text)"
            case .change(let lines): lines.joined(separator: "\n")
            case .explanation(let paragraphs): "“\(paragraphs.joined(separator: " / "))”"
            case .result(let result):
                switch result.content {
                case .value(let text): "→ \(text)"
                case .measurement(let number, let words): "→ \(number) \(words)"
                case .printed(let text): "printed \(text)"
                case .failure: "✘"
                case .crash(let crash): "✘ \(crash.headline)"
                case .recorded(let lines): lines.joined(separator: "\n")
                }
            }
        }
    }

    private func value(_ text: String, line: Int) -> StepResult {
        StepResult(line: line, content: .value(text))
    }

    private var error: StepResult {
        StepResult(line: nil, content: .failure(.init(of: CancellationError())))
    }

    @Test(
        "A result stands below the whole statement that made it",
        arguments: [
            #"show(\#n    1\#n)"#,
            #"show("""\#n    a (\#n    """)"#,
            #"show(\#n    "1") // :)"#,
            "show(list.map { item in\n    item // :(\n})",
            "for item in list {\n    show(item)\n}",
            "if true {\n    show(1)\n} else {\n    show(2)\n}",
            "guard let item,\n    show(item)\nelse { return }",
            "attempt {\n    try decode(\n        1)\n}",
            "show(\"\"\"\n{\n}\n\"\"\")",
        ])
    func statements(code: String) {
        let lines = code.split(separator: "\n").map(String.init)
        for line in lines.indices {
            let results = [value("a", line: 6 + line), value("b", line: 6 + line)]
            #expect(
                page("let first = 1\n\(code)\nlet last = 1", results)
                    == ["let first = 1"] + lines + ["→ a", "→ b", "let last = 1"])
        }
    }

    @Test("A comment between statements is prose; inside a statement it is code")
    func comments() {
        let body = """
            // Before.
            let first = 1  // at the end
            // Two lines
            // of prose.
            //
            // Three ways:
            // - one
            // - two

            struct Inner {
                // of the declaration
                let value: Int
            }
            """
        #expect(
            page(body) == [
                "“Before.”", "let first = 1  // at the end",
                "“Two lines of prose. / Three ways: / - one / - two”",
                "struct Inner {", "    // of the declaration", "    let value: Int", "}",
            ])
    }

    @Test("A question ends with its comment, at an empty line of it or at the next question")
    func questions() {
        let body = """
            // What came before.
            // Predict: One, in
            // two lines?
            show(1)
            // Predict: Two?
            //
            // Something else.
            show(2)
            """
        #expect(
            page(body) == [
                "“What came before.”", "? One, in two lines?", "show(1)", "? Two?",
                "“Something else.”", "show(2)",
            ])
    }

    @Test("Declarations above the function come first, those below it last")
    func declarations() throws {
        let text = """
            let steps = Steps(here)

            // MARK: - Here

            func helper() {}

            /// Prose.
            func here() {
                show(1)
            }

            struct Last {}
            """
        let section = try #require(LessonSource(text).sections.first)
        #expect(
            section.code.filter { !$0.isBlank }.map(\.text)
                == ["func helper() {}", "show(1)", "struct Last {}"])
        #expect(section.code.filter { !$0.isBlank }.map(\.number) == [5, 9, 12])
        #expect(section.prose == ["Prose."])
    }

    @Test("Lines may end as on Windows")
    func carriageReturns() throws {
        let text = LessonPageTests.source
        let windows = LessonSource(text.replacing("\n", with: "\r\n"))
        let unix = LessonSource(text)
        #expect(windows.sections.map(\.title) == unix.sections.map(\.title))
        #expect(windows.sections.map(\.prose) == unix.sections.map(\.prose))
        #expect(windows.sections[0].code.map(\.text) == unix.sections[0].code.map(\.text))
        #expect(windows.sections[0].code.map(\.number) == unix.sections[0].code.map(\.number))
    }

    @Test("An error stands under the one statement that can have thrown it")
    func oneSuspect() {
        let body = """
            struct Inner {
                init() throws { try fail() }
            }
            show(try one())
            let two = try two()
            let quiet = try? three()
            show(two)
            show(try four())
            """
        let lines = page(body, [value("1", line: 8), error])
        #expect(
            lines.suffix(7) == [
                "→ 1", "let two = try two()", "✘", "(What follows was not run.)",
                "╎ let quiet = try? three()", "╎ show(two)", "╎ show(try four())",
            ])
    }

    @Test("Where several statements can have thrown an error, the page says so")
    func severalSuspects() {
        let lines = page("let a = try one()\nlet b = try two()\nshow(a)", [error])
        #expect(
            lines == [
                "let a = try one()", "let b = try two()", "✘", "(Line 5 or 6 threw this.)",
                "(What follows was not run.)", "╎ show(a)",
            ])
    }

    @Test("An error in a loop stands below the loop, after the results that it had")
    func errorInALoop() {
        let body = "for item in list {\n    show(try one(item))\n}\nshow(2)"
        #expect(
            page(body, [value("1", line: 6), error]) == [
                "for item in list {", "    show(try one(item))", "}", "→ 1", "✘",
                "(What follows was not run.)", "╎ show(2)",
            ])
    }

    @Test("Questions and explanations that come after an error are not on the page")
    func nothingToExplain() {
        let body = "// Predict: What?\nshow(try one())\n// Because.\n// Predict: And now?\nshow(2)"
        #expect(
            page(body, [error]) == [
                "? What?", "show(try one())", "✘", "(What follows was not run.)", "╎ show(2)",
            ])
    }

    @Test(
        "What the runtime says of a crash, in its own file and in the lesson's",
        arguments: [
            ("Lesson07/Lesson07.swift:36: Fatal error: Index out of range\n", " in line 36: Index"),
            ("Swift/x.swift:9: Fatal error: Index out of range\n", ": Index out of range"),
            ("said by the step\nLesson07/Lesson07.swift:6: Fatal error\n", " in line 6."),
            ("", "."),
        ])
    func crashReport(report: String, place: String) throws {
        guard case .crash(let crash) = StepResult(crashReport: report).content else {
            Issue.record("A crash is a crash")
            return
        }
        #expect(crash.headline.hasPrefix("The program crashed\(place)"))
    }

    @Test("What the text of a lesson says against the rules is named with its line")
    func problems() {
        let long = String(repeating: "x", count: 77)
        let text = """
            // MARK: - One

            func one() {
                // Predict: What?
                // Predict: And what?
                show(1)
                print(2)
                \(long)
            }

            // MARK: - One

            /// Prose.
            func two() {
                // Predict: What?
                //
                // The answer.
                let quiet = 1
            }
            """
        let wanted = [
            "there is no closing page: add \"// MARK: - What to take away\"",
            "there are 2 steps: a lesson has 6 to 16",
            "two pages have the title \"One\"",
            "2: \"One\" does not say what there is to find out: add a doc comment",
            "8: 77 columns of code; a page has room for 76",
            "4: no result answers this question",
            "7: a lesson shows its results with show, not with print",
            "16: this comment stands between a question and its result; "
                + "what it explains belongs below the result",
            "15: no result answers this question",
            "12: \"One\" has no result: use show or attempt",
        ]
        #expect(LessonSource(text).problems == wanted)
    }
}
