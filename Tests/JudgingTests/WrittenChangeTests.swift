import Foundation
import Testing

@testable import Judging

@Suite("A change, written down")
struct WrittenChangeTests {
    let file = """
        struct Train {
            let name: String
        }

        struct Car {
            let name: String
        }

        """

    private func change(_ block: String) throws -> WrittenChange {
        try WrittenChange(lines: WrittenChange.lines(of: block))
    }

    /// What is said of a change that does not fit.
    private func staleness(_ block: String) throws -> String {
        let change = try change(block)
        let error = #expect(throws: WrittenChange.Stale.self) { try change.applied(to: file) }
        return error?.description ?? ""
    }

    @Test("Takes lines away and puts others in their place, with no line numbers")
    func applied() throws {
        let change = try change(
            """
             struct Car {
            -    let name: String
            +    let number: Int
            +    let seats: Int
             }
            """)
        #expect(
            try change.applied(to: file)
                == file.replacing(
                    "Car {\n    let name: String",
                    with: "Car {\n    let number: Int\n    let seats: Int"))
    }

    @Test("The places may be in any order, and an empty line is an empty line")
    func places() throws {
        let change = try change(
            """

            -struct Car {
            +struct Coach {
            @@
            -struct Train {
            +struct Tram {
            """)
        #expect(
            try change.applied(to: file)
                == file.replacing("Car", with: "Coach").replacing("Train", with: "Tram"))
    }

    @Test("Line endings of either kind fit, and blanks at the end of a line decide nothing")
    func lineEndings() throws {
        let block = "     let name: String  \r\n }\r\n\r\n-struct Car {\r\n+struct Coach {"
        let expected = file.replacing("Car", with: "Coach")
        #expect(try change(block).applied(to: file) == expected)
        let crlf = file.replacing("\n", with: "\r\n")
        #expect(
            try change(block).applied(to: crlf) == expected.replacing("\n", with: "\r\n"))
        let blanks = file.replacing("}\n", with: "}   \n")
        #expect(
            try change(block).applied(to: blanks) == blanks.replacing("Car", with: "Coach"),
            "What is kept is kept as it is")
    }

    @Test("Lines that are not there any more are shown, with what is there")
    func stale() throws {
        let said = try staleness(
            """
             struct Train {
            -    let title: String
            +    let titel: String
             }
            """)
        #expect(said.contains("    let title: String"), "What was looked for")
        #expect(said.contains("line 2") && said.contains("    let name: String"), "What was found")
        #expect(!said.contains("struct Train"), "That line still fits")
    }

    @Test("Which place of several no longer fits")
    func stalePlace() throws {
        let said = try staleness("-struct Train {\n+struct Tram {\n@@\n-class Nothing\n+class Some")
        #expect(said.contains("Place 2 of 2") && said.contains("class Nothing"))
    }

    @Test("Lines that are there twice do not say which are meant")
    func ambiguous() throws {
        let said = try staleness("-    let name: String\n+    let number: Int")
        #expect(said.contains("2 times") && said.contains("2 and 6"))
    }

    @Test("Two places cannot change the same lines")
    func overlap() throws {
        let said = try staleness("-struct Car {\n+struct A {\n@@\n-struct Car {\n+struct B {")
        #expect(said.contains("another place"))
    }

    @Test("More lines than the file has are stale, not a crash")
    func longerThanTheFile() throws {
        let lines = (1...20).map { " line \($0)" }.joined(separator: "\n")
        #expect(try staleness(lines + "\n-x\n+y").contains("Nothing like these lines"))
    }

    @Test(
        "A block that says nothing, or not how, is an error in words",
        arguments: [
            "struct Car {", " struct Car {", "+let x = 1", "", "-a\n+b\n@@", "\tlet x = 1",
        ])
    func syntax(block: String) {
        #expect(throws: WrittenChange.SyntaxError.self) { try change(block) }
    }

    // MARK: - The writer

    @Test("Writes one line around a change, and more where those are there twice")
    func written() throws {
        let change = try #require(
            WrittenChange(
                from: file, to: file.replacing("}\n\nstruct Car", with: "}\n\nstruct Coach")))
        #expect(change.lines == ["", "-struct Car {", "+struct Coach {", "     let name: String"])
        let second = file.replacing(
            "Car {\n    let name", with: "Car {\n    let number")
        #expect(
            WrittenChange(from: file, to: second)?.lines == [
                " struct Car {", "-    let name: String", "+    let number: String", " }",
            ])
        #expect(WrittenChange(from: file, to: file) == nil)
    }

    @Test("A fence inside a change makes the fence around it longer")
    func fences() throws {
        let old = "Text\n```json\n{}\n```\n"
        let change = try #require(WrittenChange(from: old, to: old.replacing("{}", with: "[]")))
        let page = MarkdownPage("## Fences\n\n\(change.markdown)\n\n## Next\n")
        #expect(page.sections.map(\.heading) == ["Fences", "Next"])
        let block = try #require(page.sections.first?.blocks.first)
        #expect(block.language == "diff" && block.isClosed)
        #expect(
            try WrittenChange(lines: block.lines).applied(to: old)
                == old.replacing("{}", with: "[]"))
    }

    @Test("What is written can be read, and makes the new text of the old", arguments: 1...300)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        // Few different lines, so that most of them are there more than once.
        let words = ["", "}", "{", "let a", "let b  ", "    }", "- x", "+ y", "@@", "```", " z"]
        var lines = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            words.randomElement(using: &random) ?? ""
        }
        let old = lines.joined(separator: "\n")
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0...lines.count, using: &random)
            let end = min(place + Int.random(in: 0...3, using: &random), lines.count)
            lines.replaceSubrange(
                place..<end,
                with: (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    words.randomElement(using: &random) ?? ""
                })
        }
        let new = lines.joined(separator: "\n")
        guard let change = WrittenChange(from: old, to: new) else {
            #expect(old == new)
            return
        }
        #expect(try change.applied(to: old) == new)
        let page = MarkdownPage("# Page\n\(change.markdown)\n")
        let block = try #require(page.sections.first?.blocks.first)
        #expect(try WrittenChange(lines: block.lines) == change)
    }
}
