import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

@Suite("The catalogue of wrong answers")
struct WrongAnswerCatalogueTests {
    private static let start = "## Lost\n\nTask 1: \"words\""
    private static let breaks = "Breaks: \"Keep the list\""
    private let diff = "```diff\n-one\n+two\n```"

    private func entry(
        _ heading: String, _ task: String = #"Task 1: "The list is lost""#,
        why: String = "Somebody was in a hurry."
    ) -> String {
        "## \(heading)\n\n\(task)\n\nBreaks: \"Keep the list\"\n\n\(why)\n\n\(diff)\n\n"
    }

    private func problems(_ page: String) -> [String] {
        WrongAnswerCatalogue("# What goes wrong\n\nWords.\n\n" + page).problems
    }

    @Test("An entry says by whom it is refused, with which words, why, and what it changes")
    func reads() throws {
        let page = "# Page\n\n" + entry("First") + entry("Second", #"Task 2: "A "quoted" word""#)
        for text in [page, page.replacing("\n", with: "\r\n")] {
            let catalogue = WrongAnswerCatalogue(text)
            #expect(catalogue.problems.isEmpty)
            #expect(catalogue.entries.map(\.heading) == ["First", "Second"])
            #expect(catalogue.entries.map(\.task) == [1, 2])
            #expect(catalogue.entries.map(\.words) == ["The list is lost", "A \"quoted\" word"])
            #expect(catalogue.entries.first?.broken == "Keep the list")
            #expect(catalogue.entries.first?.reason == "Somebody was in a hurry.")
            #expect(try catalogue.entries.first?.change.applied(to: "one\nthree") == "two\nthree")
        }
    }

    @Test(
        "What is missing is named, with the heading of the entry",
        arguments: [
            ("## Lost\n\nWhy.\n\n```diff\n-a\n+b\n```\n", "no task"),
            ("## Lost\n\nTask 1\n\nWhy.\n\n```diff\n-a\n+b\n```\n", "names its task like this"),
            ("## Lost\n\nTask 1: words\n\nWhy.\n\n```diff\n-a\n+b\n```\n", "with which words"),
            ("## Lost\n\nTask 1: \"\"\n\nWhy.\n\n```diff\n-a\n+b\n```\n", "with which words"),
            ("\(Self.start)\n\nWhy.\n\n```diff\n-a\n+b\n```\n", "what it breaks"),
            ("\(Self.start)\n\nBreaks: \"\"\n\nWhy.\n\n```diff\n-a\n+b\n```\n", "what it breaks"),
            ("\(Self.start)\n\n\(Self.breaks)\n\n```diff\n-a\n+b\n```\n", "does not say why"),
            ("\(Self.start)\n\n\(Self.breaks)\n\nWhy.\n", "has 0 blocks"),
            ("\(Self.start)\n\n\(Self.breaks)\n\nWhy.\n\n```diff\n-a\n+b\n", "never ends"),
            ("\(Self.start)\n\n\(Self.breaks)\n\nWhy.\n\n```diff\na\n+b\n```\n", "Begin each line"),
            ("### Lost\n\nTask 1: \"words\"\n", "## and a space"),
        ])
    func incomplete(page: String, words: String) {
        let problems = problems(page)
        #expect(problems.count == 1)
        #expect(problems.first?.contains("\"Lost\"") == true)
        #expect(problems.first?.contains(words) == true, "\(problems)")
        #expect(problems.first?.contains("\n") == false, "One line")
    }

    @Test("Two entries of one name, and entries that are not ordered by task, are problems")
    func order() {
        #expect(problems(entry("Same") + entry("Same")).first?.contains("twice") == true)
        let unordered = problems(entry("B", #"Task 2: "b""#) + entry("A", #"Task 1: "a""#))
        #expect(unordered.count == 1)
        #expect(unordered.first?.contains("Order the page by task") == true)
    }

    @Test("A reason that is still to be written is a problem")
    func reasonToBeWritten() {
        let page = entry("New", why: WrongAnswerCatalogue.reasonToBeWritten)
        #expect(problems(page).first?.contains("does not say why somebody writes it") == true)
    }

    @Test("A new entry is the last of its task")
    func adds() throws {
        let start = WrongAnswerCatalogue.emptyPage("07", title: "Rolling stock")
        var text = start
        for (heading, task) in [("C", 2), ("A", 1), ("D", 3), ("B", 1)] {
            let entry = WrongAnswerCatalogue.Entry(
                heading: heading, task: task, words: "It is lost", broken: "Keep it",
                reason: "In a hurry.",
                change: try WrittenChange(lines: ["-\(heading)", "+new"]))
            text = WrongAnswerCatalogue(text).page(adding: entry)
        }
        let catalogue = WrongAnswerCatalogue(text)
        #expect(catalogue.problems.isEmpty)
        #expect(catalogue.entries.map(\.heading) == ["A", "B", "C", "D"])
        #expect(text.hasPrefix(start) && text.hasSuffix("```\n"))
        #expect(!text.contains("\n\n\n"))
    }

    @Test(
        "Each change of the workbook's own catalogues can be written down again")
    func ownPages() throws {
        let workbook = try WorkbookFolder.find()
        for number in workbook.exercises {
            let solution = try #require(workbook.text(workbook.solutionPath(number)))
            let page = try #require(workbook.text(workbook.wrongAnswersPath(number)))
            for entry in WrongAnswerCatalogue(page).entries {
                // One that no longer fits is what verify reports.
                guard let answer = try? entry.change.applied(to: solution) else { continue }
                let written = try #require(WrittenChange(from: solution, to: answer))
                #expect(try written.applied(to: solution) == answer, "\(number) \(entry.heading)")
            }
        }
    }
}
