import PseudoTerminal
import TestSupport
import Testing

@Suite("Who only hears it gets through lesson 01")
struct PlainLessonTests {
    @Test("From the first step to the exercise, each question is a line that says what to type")
    func lesson() throws {
        let terminal = try PseudoTerminal(builtProgram("lesson-01").path, ["--plain"])
        let rule = "Each key needs Return. "
        #expect(
            try terminal.wait(for: "Lesson 01").hasPrefix("Lesson 01: Basic mapping, step 1 of"))
        try terminal.wait(for: rule)
        var place = 1
        while place <= 12 {
            let page = try terminal.wait { $0.hasSuffix(" ?: more keys.\n") }
            let prompt = try #require(page.split(separator: "\n").last).trimmingPrefix(rule)
            #expect(prompt.hasPrefix("Return: ") || prompt.hasPrefix("Your guess and Return, "))
            if prompt.hasPrefix("Return: exercise 01. ") { break }
            if prompt.hasPrefix("Return: step \(place + 1).") || prompt.contains("the end") {
                place += 1
            }
            try terminal.answer("", until: "?: more keys.")
        }
        #expect(place == 12)
        let words = [
            "Code, 21 lines, Lessons/01-BasicMapping/", "Code: ", "Question: ", "Result: ",
            "Error: ",
            "Note: ", "Advice: ", "Table:", "End of the code.",
        ]
        for word in words { #expect(terminal.output.contains("\n\(word)"), "\(word)") }
        terminal.type("q\n")
        #expect(try terminal.end() == 0)
        terminal.expectPlain()
    }
}
