import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

@Suite("A page of known answers")
struct KnownAnswersTests {
    private static let labels = "Task 1: \"words\"\nBreaks: \"Keep the list\""
    private static let diff = "```diff\n-one\n+two\n```"

    private func problems(_ page: String) -> [String] {
        KnownAnswers("# Known answers\n\nWords.\n\n" + page).problems
    }

    @Test(
        "A wrong answer has its tasks and a part of the message, and every answer has its change"
    )
    func reads() throws {
        let page = """
            # Page

            ## First
            Task 1: "A "quoted" word"
            Breaks: "Keep the list"
            Somebody was
            in a hurry.
            \(Self.diff)

            ## Second
            Tasks 2, 4, 5: "The list is lost"
            Breaks: "Keep it"
            \(Self.diff)

            ## Third

            A paragraph of a learner's page.

            \(Self.diff)
            """
        for source in [page, page.replacing("\n", with: "\r\n")] {
            let page = KnownAnswers(source)
            #expect(page.problems.isEmpty)
            #expect(page.answers.map(\.heading) == ["First", "Second", "Third"])
            let refusals = page.answers.map(\.refusal)
            #expect(refusals.map { $0?.task } == [1, 2, nil])
            #expect(refusals.map { $0?.otherTasks } == [[], [4, 5], nil])
            #expect(
                refusals.map { $0?.quotation } == ["A \"quoted\" word", "The list is lost", nil])
            #expect(refusals.map { $0?.broken } == ["Keep the list", "Keep it", nil])
            #expect(
                page.answers.map(\.note) == [
                    "Somebody was in a hurry.", "", "A paragraph of a learner's page.",
                ])
            #expect(try page.answers.first?.change.applied(to: "one\nthree") == "two\nthree")
        }
    }

    @Test(
        "A missing part is named, with the heading of the answer",
        arguments: [
            ("## Lost\nTask 1\n\(Self.diff)\n", "by which task"),
            ("## Lost\nTask 1: words\n\(Self.diff)\n", "with which words"),
            ("## Lost\nTask 1: \"\"\n\(Self.diff)\n", "with which words"),
            ("## Lost\nTask 1: \"words\"\n\(Self.diff)\n", "what it breaks"),
            ("## Lost\nTask 1: \"words\"\nBreaks: \"\"\n\(Self.diff)\n", "what it breaks"),
            ("## Lost\n\(Self.labels)\nWhy.\n", "has 0 blocks"),
            ("## Lost\n\(Self.labels)\n```diff\n-a\n+b\n", "never ends"),
            ("## Lost\n\(Self.labels)\n```diff\na\n+b\n```\n", "Begin each line"),
            ("### Lost\n\(Self.labels)\n\(Self.diff)\n", "## and a space"),
        ])
    func incomplete(page: String, message: String) {
        let problems = problems(page)
        #expect(problems.count == 1)
        #expect(problems.first?.contains("\"Lost\"") == true)
        #expect(problems.first?.contains(message) == true, "\(problems)")
        #expect(problems.first?.contains("\n") == false, "One line")
    }

    @Test("Two answers with the same heading are a problem")
    func names() {
        let same = "## Same\n\(Self.diff)\n\n"
        #expect(problems(same + same).first?.contains("twice") == true)
    }

    @Test("A written answer can be read again")
    func writes() throws {
        let refusal = KnownAnswer.Refusal(
            task: 2, otherTasks: [3], quotation: "It is lost", broken: "Keep it")
        let change = try WrittenChange(lines: ["-one", "+two"])
        let answers = [
            KnownAnswer(heading: "A", refusal: nil, note: "", change: change),
            KnownAnswer(heading: "B", refusal: refusal, note: "In a hurry.", change: change),
        ]
        let page =
            KnownAnswers.emptyPage("07", title: "Rolling stock")
            + answers.map { "\n" + $0.markdown }.joined()
        let read = KnownAnswers(page)
        #expect(read.problems.isEmpty)
        #expect(read.answers.map(\.markdown) == answers.map(\.markdown))
    }

    @Test("Each change on the workbook's own pages can be written again")
    func ownPages() throws {
        let workbook = try WorkbookFolder.find()
        for number in workbook.exercises {
            let solution = try #require(workbook.text(workbook.solutionPath(number)))
            for knownAnswer in ExercisePages(number, in: workbook).answers {
                // If a change no longer fits, verify reports it.
                guard let answer = try? knownAnswer.change.applied(to: solution) else { continue }
                let written = try #require(WrittenChange(from: solution, to: answer))
                #expect(
                    try written.applied(to: solution) == answer,
                    "\(number) \(knownAnswer.heading)")
            }
        }
    }
}
