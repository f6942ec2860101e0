import Foundation
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

@Suite("A teacher's guide")
struct TeacherGuideTests {
    /// Returns the guide of a lesson with six steps, after a change.
    private func guide(
        replacing old: String = "", with new: String = "", end: String = ""
    ) async throws -> TeacherGuide {
        try await MaintainedWorkbook.withTemporary { workbook in
            var page = try MaintainedWorkbook.guide(workbook.folder)
            if !old.isEmpty {
                let range = try #require(page.firstRange(of: old), "The guide has no \(old)")
                page.replaceSubrange(range, with: new)
            }
            return TeacherGuide(
                page + end, of: "01", steps: (1...6).map { "Written: the title of step \($0)" },
                wrongAnswers: (1...3).map { "Another train, \($0)" })
        }
    }

    private static let demo = """
        ### Demo: another name

        The name comes from the document.

        ```diff
        -let name = "NT 40"
        +let name = "NT 61"
        ```

        Promises:

        ```text
        → NT 61
        ```

        ## Written: the title of step 3

        """

    private func guide(withDemo demo: String) async throws -> TeacherGuide {
        try await guide(replacing: "## Written: the title of step 3\n", with: demo)
    }

    @Test("Demos, each with its step")
    func reads() async throws {
        let guide = try await guide(withDemo: Self.demo)
        #expect(guide.problems == [])
        let demo = try #require(guide.demos.first)
        #expect(demo.name == "another name" && demo.step == 2)
        #expect(demo.promise == ["→ NT 61"] && !demo.promisesError)
        #expect(try demo.change.applied(to: "let name = \"NT 40\"\n") == "let name = \"NT 61\"\n")
    }

    @Test("Below the list of wrong answers, there may be a list of pupils' questions")
    func pupilsAsk() async throws {
        let items = (1...6).map { "- \"How do I begin with task \($0)?\" Read it.\n" }.joined()
        #expect(try await guide(end: "\nPupils ask:\n\n" + items).problems == [])
        #expect(try await !guide(end: "\n" + items).problems.isEmpty)
    }

    /// A rule, as a change to the guide and a part of the message that follows.
    struct Rule: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let message: String
        var testDescription: String { message }
    }

    @Test(
        "A broken rule is named",
        arguments: [
            Rule(old: "# Teaching lesson 01", new: "# Lesson 01", message: "begin with # Teaching"),
            Rule(old: "28 minutes, and 40", new: "About 40", message: "how long the lesson takes"),
            Rule(
                old: "28 minutes, and", new: "45 minutes, and",
                message: "28 minutes, and the lesson 45"),
            Rule(old: "and 40 for", new: "and 30 for", message: "takes 30 minutes at the top"),
            Rule(
                old: "## Written: the title of step 2\n", new: "## Another title\n",
                message:
                    "\"Another title\" is not the title of a step. It lacks: Written: the title of"),
            Rule(
                old: "## Written: the title of step 2\n", new: "## Written: the title of step 1\n",
                message: "step 1\" is there 2 times"),
            Rule(
                old: "## Written: the title of step 2\n", new: "### A part\n",
                message: "\"Written: the title of step 2\" is missing"),
            Rule(
                old: "## What to take away\n", new: "## The end\n",
                message: "take away\" is missing"),
            Rule(
                old: "\n4 minutes.\n", new: "\nA while.\n",
                message: "does not say how long it takes"),
            Rule(old: "Ask: ", new: "Well: ", message: "does not say what to ask"),
            Rule(old: "Good answer: ", new: "Well: ", message: "asks without an answer"),
            Rule(old: "Pupils say:\n", new: "\n", message: "does not say what pupils answer"),
            Rule(
                old: "Pupils say:\n\n- Written: what they answer, and what to do with it.\n",
                new: "Pupils say:\n", message: "does not say what pupils answer"),
            Rule(
                old:
                    "- \"Another train, 3\": in a hurry. Back to \"Written: the title of step 3\".\n",
                new: "", message: "has 2 items"),
            Rule(
                old: "- \"Another train, 2\"", new: "- \"Another tram\"",
                message: "The catalogue of the exercise has no \"Another tram\""),
            Rule(
                old: "Back to \"Written: the title of step 2\"", new: "Back to \"Trams\"",
                message: "goes back to \"Trams\", which is not the title"),
            Rule(
                old: "Back to \"Written: the title of step 2\".", new: "Good luck.",
                message: "\"Another train, 2\" does not say what helps"),
        ])
    func rule(rule: Rule) async throws {
        let problems = try await guide(replacing: rule.old, with: rule.new).problems
        #expect(problems.contains { $0.contains(rule.message) }, "\(problems)")
        #expect(!problems.contains { $0.contains("\n") }, "One line each")
    }

    @Test("Steps in another order than in the lesson are a problem")
    func order() async throws {
        let note = """


            4 minutes.

            Ask: Written.

            Good answer: Written.

            Pupils say:

            - Written: what they answer, and what to do with it.


            """
        let (first, second) = ("## Written: the title of step 1", "## Written: the title of step 2")
        let guide = try await guide(
            replacing: first + note + second, with: second + note + first)
        #expect(guide.problems.count == 1)
        #expect(guide.problems.first?.contains("not in the order of the steps") == true)
    }

    @Test(
        "A demo with a missing part is a problem",
        arguments: [
            Rule(old: "The name comes from the document.\n", new: "", message: "does not say why"),
            Rule(old: "```diff\n", new: "```swift\n", message: "does not say the change"),
            Rule(
                old: "```text\n→ NT 61\n```\n", new: "", message: "does not say what it promises"),
            Rule(old: "→ NT 61\n", new: "\n", message: "promises nothing"),
            Rule(old: "-let", new: "let", message: "cannot be read. Begin each line of the block"),
        ])
    func incompleteDemo(rule: Rule) async throws {
        #expect(Self.demo.contains(rule.old))
        let guide = try await guide(withDemo: Self.demo.replacing(rule.old, with: rule.new))
        let message = "The demo \"another name\""
        #expect(
            guide.problems.contains { $0.contains(message) && $0.contains(rule.message) },
            "\(guide.problems)")
    }

    @Test("A demo that is there twice and a demo below no step are problems")
    func placeOfDemo() async throws {
        let twice = Self.demo.replacing("\n## Written: the title of step 3\n", with: "")
        #expect(
            try await guide(withDemo: twice + "\n" + Self.demo).problems.contains {
                $0.contains("is there twice")
            })
        let guide = try await guide(
            replacing: "## What goes wrong in the exercise\n",
            with: twice + "\n## What goes wrong in the exercise\n")
        #expect(guide.problems.contains { $0.contains("does not belong to a step") })
    }

    @Test("The plans have the minutes of the guides")
    func plans() throws {
        let workbook = try WorkbookFolder.find()
        let page = try #require(workbook.text("Lessons/README.md"))
        let plans = try #require(page.firstMatch(of: #/(?s)\n## Plans\n(.*?)\n##/#)?.1)
        let row = #/(?m)^\| ([^|]+) \| ([\d, .]*?) ?\| ([\d, ]*?) ?\| (\d+) \|$/#
        let rows = plans.matches(of: row)
        #expect(rows.count >= 7, "An hour, a day and five afternoons")
        for row in rows {
            func sum(_ parts: Substring, _ minutes: (LessonTime) -> Int) throws -> Int {
                try parts.split(separator: ", ").reduce(0) { sum, part in
                    // 03 is a lesson, and 03.7 a step of it.
                    let numbers = part.split(separator: ".").map(String.init)
                    let number = try #require(numbers.first)
                    let folder = try #require(workbook.lessonFolder(number))
                    let page = try #require(
                        workbook.text(LessonFile.guide.path(number, folder: folder)))
                    let heading = try #require(MarkdownPage(page).sections.first)
                    let time = try #require(LessonTime(heading.paragraphs))
                    #expect(time.minutes > 0 && time.minutesOfExercise > 0)
                    guard let step = numbers.dropFirst().first.flatMap({ Int($0) }) else {
                        return sum + minutes(time)
                    }
                    let steps = page.matches(of: #/(?m)^## .*\n\n(\d+) minutes?\.$/#).map(\.1)
                    return try sum + #require(Int(steps[step - 1]))
                }
            }
            let minutes = try sum(row.2) { $0.minutes } + sum(row.3) { $0.minutesOfExercise }
            #expect(Int(row.4) == minutes, "\(row.1) takes \(minutes) minutes")
        }
    }
}
