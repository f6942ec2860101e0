import Foundation
import Testing

@testable import Judging

@Suite("Written changes")
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

    /// Returns the message about a change that does not fit.
    private func staleness(_ block: String) throws -> String {
        let change = try change(block)
        let error = #expect(throws: CommandFailure.self) { try change.applied(to: file) }
        return error?.description ?? ""
    }

    @Test("A change replaces lines, without line numbers")
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

    @Test("Both kinds of line endings fit, and spaces at the end of a line are not compared")
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
            "A kept line stays as it is")
    }

    @Test("Missing lines are shown, with the nearest lines of the file")
    func stale() throws {
        let message = try staleness(
            """
             struct Train {
            -    let title: String
            +    let titel: String
             }
            """)
        #expect(message.contains("    let title: String"), "The line of the change")
        #expect(
            message.contains("line 2") && message.contains("    let name: String"),
            "The line of the file")
        #expect(!message.contains("struct Train"), "That line still fits")
    }

    @Test("The message names the place that no longer fits")
    func stalePlace() throws {
        let message = try staleness(
            "-struct Train {\n+struct Tram {\n@@\n-class Nothing\n+class Some")
        #expect(message.contains("Place 2 of 2") && message.contains("class Nothing"))
    }

    @Test("Lines that occur twice in the file are ambiguous")
    func ambiguous() throws {
        let message = try staleness("-    let name: String\n+    let number: Int")
        #expect(message.contains("2 times") && message.contains("2 and 6"))
    }

    @Test("Two places cannot change the same lines")
    func overlap() throws {
        let message = try staleness("-struct Car {\n+struct A {\n@@\n-struct Car {\n+struct B {")
        #expect(message.contains("another place"))
    }

    @Test("More lines than the file has are stale, not a crash")
    func longerThanTheFile() throws {
        let lines = (1...20).map { " line \($0)" }.joined(separator: "\n")
        #expect(try staleness(lines + "\n-x\n+y").contains("Nothing like these lines"))
    }

    @Test(
        "A block that changes nothing, or has another form, is an error with a message",
        arguments: [
            "struct Car {", " struct Car {", "+let x = 1", "", "-a\n+b\n@@", "\tlet x = 1",
        ])
    func syntax(block: String) {
        #expect(throws: CommandFailure.self) { try change(block) }
    }

    // MARK: - The writer

    @Test("A new change has one line around it, and more if these lines occur twice")
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

    @Test("A new change can be read again, and makes the new text of the old", arguments: 1...300)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        // There are only a few different lines, so that most of them occur more than once.
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
