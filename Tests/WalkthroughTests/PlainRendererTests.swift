import Testing

@testable import Walkthrough

@Suite("A page in words, for somebody who hears it")
struct PlainRendererTests {
    private func text(_ prose: [String], _ elements: [Page.Element] = []) -> [String] {
        let page = Page(
            lesson: "Lesson 99 · Words", position: "step 1 of 1", step: 1, title: "Title",
            prose: prose, location: nil, elements: elements)
        let parts = page.parts(on: Terminal(width: 80, isPlain: true))
        return parts.joined().split(separator: "\n").dropFirst(2).map(String.init)
    }

    private func result(_ content: StepResult.Content) -> Page.Element {
        .result(StepResult(line: nil, content: content))
    }

    @Test("Tables and pictures are read row by row")
    func prose() {
        #expect(
            text(["| | cost |\n|---|---|\n| ship | 7 |"]) == ["Table:", "- ship. cost: 7"])
        #expect(
            text(["```tree\nlaunch\n  rocket  <- container\n```"])
                == ["Picture:", "Level 1: launch", "Level 2: rocket, here: container"])
        #expect(
            text(["```list\n1, 2\n   ^ next\n    ^ end\n```"])
                == ["Picture:", "1, 2", "At 2: next", "Behind the last one: end"])
    }

    @Test("Code, changes, places and results have a word before them")
    func elements() {
        #expect(
            text(
                [],
                [
                    .code("let a = 1"), .code(""), result(.value("1\n2")), .place("A.swift:7"),
                    .code("let b"), .notRun("c()"), .change(["@@", " d", "-e", "+f"]),
                ]) == [
                    "Code: let a = 1", "Result:", "1", "2", "Code, A.swift, line 7: let b",
                    "Code that was not run: c()", "Further down:", "Unchanged: d", "Removed: e",
                    "Added: f",
                ])
    }

    @Test("The place in a document is told, wherever its label stands")
    func excerpts() {
        let lines = [
            "typeMismatch at [1]", #"      1 │ [1, "2", 3]"#, "        │     ▲ a string", "Advice",
            #"      2 │ {"a": 1}"#, "        │ label ▲", "        │ {", "        │         ▲",
        ]
        #expect(
            PlainRenderer.told(lines) == [
                "typeMismatch at [1]", #"Line 1: [1, "2", 3]"#, #"Marked: "2""#, "Note: a string",
                "Advice", #"Line 2: {"a": 1}"#, "Marked: 1", "Note: label", "{",
                "Marked: the end of the line",
            ])
        #expect(
            PlainRenderer.told(["  1 │ [", "  2 │   {", "    │   ▲ here", "  3 │   }", "End"])
                == [
                    "Line 1: [", "Line 2:   {", "Line 3:   }", "Marked in line 2: the object",
                    "Note: here", "End",
                ])
        let recorded = result(
            .recorded([
                "→ 1", "✘ wrong", "  at a", "      1 │ [", "        │ ▲ here", "  Ask", "  first.",
            ]))
        #expect(
            text([], [recorded])
                == [
                    "Result: 1", "Error: wrong at a", "Line 1: [", "Marked: the array",
                    "Note: here", "Advice: Ask first.",
                ])
    }
}
