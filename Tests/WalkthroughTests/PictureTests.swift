import Foundation
import LessonChecks
import Testing

@testable import Walkthrough

@Suite("Pictures in the prose of a lesson")
struct PictureTests {
    private static let tree = """
        launch
          mission_name: "Telstar 19V"
          rocket  <- container
            second_stage  <- stage
              payloads: [ … ]
          success: true
        """
    private static let drawnTree = """
        launch
        ├─ mission_name: "Telstar 19V"
        ├─ rocket                       ◄ container
        │  └─ second_stage              ◄ stage
        │     └─ payloads: [ … ]
        └─ success: true
        """

    private static let list = #"""
        "wien, \"hbf\"", [1, 2], { "a": [3, 4] }, 12.2
                         ^ `currentIndex` 1
                                                  ^ the last one
                                                       ^ isAtEnd
        """#

    private func lines(_ text: String) -> [String] { text.components(separatedBy: "\n") }

    /// Returns a lesson with a picture above its step and below its result.
    private func lesson(_ kind: String, _ picture: String, end: String = "```") -> LessonSource {
        let block = ["```\(kind)"] + lines(picture) + [end]
        return LessonSource(
            (["// MARK: - Here", "", "/// Above.", "///"] + block.map { "/// \($0)" } + [
                "///", "/// Below.", "func here() {", "    show(1)", "    // So:", "    //",
            ] + block.map { "    // \($0)" } + ["}", ""]).joined(separator: "\n"))
    }

    private func page(_ lesson: LessonSource) -> Page {
        let line = lesson.sections.first?.code.first { $0.text == "show(1)" }?.number
        let result = StepResult(line: line, content: .value("1"))
        return Page(
            of: lesson.sections.first, lesson: "", step: 1, position: "", results: [result],
            file: nil)
    }

    @Test(
        "Both renderers draw it, and it is read back from a record",
        arguments: [
            ("tree", tree, drawnTree), ("list", list, list.replacing("^", with: "▲")),
        ])
    func drawn(_ kind: String, _ source: String, _ drawn: String) throws {
        let lesson = lesson(kind, source)
        #expect(lesson.problems.filter { !$0.hasPrefix("there ") } == [])
        #expect(lesson.sections.first?.prose.count == 3)
        let page = page(lesson)
        let record = MarkdownRenderer().text(of: page, in: [])
        let block = "\n\n```\(kind)\n\(drawn)\n```\n"
        #expect(record.hasPrefix("## 1. Here\n\nAbove.\(block)\nBelow.\n"))
        #expect(record.hasSuffix("So:\(block)"))
        let plain = TerminalRenderer(for: Terminal(width: 80)).text(of: page)
        #expect(plain.contains("\nAbove.\n\n\(drawn)\n\nBelow.\n"))
        #expect(plain.hasSuffix("\nSo:\n\n\(drawn)\n"))
        let colored = TerminalRenderer(for: Terminal(width: 80, isColored: true)).text(of: page)
        #expect(colored != plain)
        #expect(colored.replacing(#/\u{1B}\[[\d;]*m/#, with: "") == plain)
        let narrow = TerminalRenderer(for: Terminal(width: 20)).text(of: page)
        #expect(lines(narrow).allSatisfy { $0.count <= 20 })
        let read = try #require(Picture(kind, drawn: lines(drawn)))
        #expect(lines(drawn) == read.rows.map(\.line))
        #expect(Picture.isKind(kind))
    }

    @Test(
        "A mistake is named, and the lines stay as they are",
        arguments: [
            ("tree", "launch\n   rocket", "\"   rocket\" is not on a level of the tree"),
            ("tree", "launch\n    rocket", "\"    rocket\" is not on a level of the tree"),
            ("tree", "  launch", "\"  launch\" is not on a level of the tree"),
            ("tree", "launch\n\n  rocket", "a tree with an empty line"),
            ("tree", "launch  <- ", "\"launch  <- \" has a mark without a name"),
            ("tree", "<- container", "\"<- container\" has a mark without a name"),
            ("tree", String(repeating: "x", count: 81), "a picture has 81 columns"),
            ("list", "", "\"\" is no list"),
            ("list", "1, , 2", "\"1, , 2\" is no list"),
            ("list", "1, \"2", "\"1, \"2\" is no list"),
            ("list", "1, [2", "\"1, [2\" is no list"),
            ("list", "1, 2\n^", "\"^\" is no arrow"),
            ("list", "1, 2\n\n^ one", "\"\" is no arrow"),
            ("list", "1, 2\none", "\"one\" is no arrow"),
            ("json", "{}", "a block ```json is no picture"),
        ])
    func mistakes(_ kind: String, _ source: String, _ message: String) {
        let lesson = lesson(kind, source)
        let found = lesson.problems.filter { $0.contains(message) }
        #expect(found.count == 2, "\(lesson.problems)")
        #expect(found.allSatisfy { $0.wholeMatch(of: /[0-9]+: .*/) != nil })
        let page = page(lesson)
        #expect(MarkdownRenderer().text(of: page, in: []).contains("```\(kind)\n\(source)\n```"))
        _ = TerminalRenderer(for: Terminal(width: 80)).text(of: page)
    }

    @Test("An arrow belongs to the element above it, or to the end")
    func arrows() throws {
        guard case .list(let list) = try Picture("```list\n\(Self.list)\n```") else {
            Issue.record("It should be a list")
            return
        }
        let elements = [##""wien, \"hbf\"""##, "[1, 2]", #"{ "a": [3, 4] }"#, "12.2"]
        #expect(list.elements == elements)
        #expect(list.arrows.map(\.index) == [1, 3, 4])
        #expect(list.arrows.map(\.caption) == ["`currentIndex` 1", "the last one", "isAtEnd"])
    }

    @Test("A block without an end is named")
    func noEnd() {
        let problems = lesson("tree", Self.tree, end: "").problems
        #expect(problems.count { $0.contains("the block ```tree has no end") } == 2)
        let short = LessonSource("// MARK: - Here\n\n/// ```tree\nfunc here() {}\n")
        #expect(short.problems.contains { $0.contains("has no end") })
    }
}
