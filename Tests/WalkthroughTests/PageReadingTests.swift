import PseudoTerminal
import Testing

@testable import Walkthrough

@Suite("A page as a person reads it, in a window of any size")
struct PageReadingTests {
    private let keys = PageReading.Keys(end: "step 2", letters: ["b": .back, "r": .again])

    /// Prose, some code, a question, its answer, and more prose.
    private let page = Page(
        lesson: "Lesson 99 · Windows", position: "step 1 of 2", step: 1, title: "A long page",
        prose: (1...12).map { "Sentence \($0) has enough words to need two rows or three." },
        location: "Lessons/99-Windows/Lesson99.swift:12",
        elements: (1...4).map { .code("let line\($0) = \($0)") } + [
            .prediction("What comes?"), .code("show(line1)"),
            .result(StepResult(line: 1, content: .value("the answer"))),
            .explanation((1...4).map { "Reason \($0) is told in some words, as reasons are." }),
        ])

    private func reading(rows: Int, columns: Int = 40) -> PageReading {
        PageReading(page, keys, on: Terminal(width: columns, height: rows))
    }

    /// The rows as an emulated terminal shows them.
    private func rows(_ reading: PageReading) -> [String] {
        let terminal = reading.screen.terminal
        var emulator = TerminalEmulator(rows: terminal.height ?? 24, columns: terminal.width)
        let text = reading.screen.text(foot: reading.foot()).replacing("\n", with: "\r\n")
        emulator.feed(text.utf8)
        #expect(emulator.history == [] && emulator.unknown == [])
        return emulator.used
    }

    private func foot(_ reading: PageReading) -> String { rows(reading).last ?? "" }

    private func isAnswered(_ reading: PageReading) -> Bool {
        rows(reading).contains(" → the answer")
    }

    /// Goes on to the question, whose answer comes next.
    private func ask(_ reading: inout PageReading) {
        while !foot(reading).contains("Return: what comes out") {
            #expect(foot(reading).contains("Return: more"))
            #expect(reading.take(.enter) == nil)
        }
    }

    @Test("A page that fits is one screen for each question, and one that shows all")
    func fits() {
        var reading = reading(rows: 60)
        #expect(rows(reading).dropLast().last == " │ show(line1)")
        #expect(foot(reading).hasPrefix("   Return: what comes out  q: quit"))
        #expect(reading.take(.enter) == nil && isAnswered(reading))
        #expect(foot(reading).hasPrefix("   Return: step 2  h: hide  q: quit"))
        #expect(reading.take(.enter) == .onward)
    }

    @Test("A longer one comes in screens with the heading, and nothing is lost", arguments: 6...60)
    func screens(height: Int) {
        var reading = reading(rows: height)
        let renderer = TerminalRenderer(for: Terminal(width: 40))
        let heading = renderer.heading(of: page)
        var seen: [String] = []
        repeat {
            let all = rows(reading)
            #expect(all.count <= height && all.prefix(heading.count - 1) == heading.dropLast())
            seen += all.dropFirst(heading.count).dropLast()
            if isAnswered(reading), height >= 14 {
                #expect(all.contains("? Predict: What comes?") || seen.last == all.dropLast().last)
            }
        } while reading.take(.enter) == nil
        let whole = renderer.text(of: page).split(separator: "\n").map(String.init)
        var rest = seen[...]
        for row in whole.dropFirst(heading.count - 1) {
            rest = rest.drop { $0 != row }
            #expect(!rest.isEmpty, "\(row)")
        }
    }

    @Test("After scrolling up, space goes down to the end and then on", arguments: [12, 24])
    func onward(height: Int) {
        var reading = reading(rows: height)
        ask(&reading)
        let question = rows(reading)
        for _ in 0..<3 { #expect(reading.take(.up) == nil) }
        #expect(rows(reading) != question)
        while rows(reading) != question {
            #expect(foot(reading).contains("Return: more"))
            #expect(reading.take(.onward) == nil && !isAnswered(reading))
        }
        #expect(reading.take(.onward) == nil && rows(reading) != question)
    }

    @Test("Page up scrolls to the top of the step before it goes back a step; b goes back at once")
    func back() {
        var reading = reading(rows: 12)
        ask(&reading)
        #expect(reading.take(.character("b")) == .back)
        let top = { (row: String) in row.hasPrefix("Sentence 1 ") }
        while !rows(reading).contains(where: top) { #expect(reading.take(.back) == nil) }
        #expect(reading.take(.back) == .back)
    }

    @Test("The foot line counts the rows that are hidden", arguments: [8, 12, 30])
    func hidden(height: Int) throws {
        var reading = reading(rows: height, columns: 100)
        let heading = TerminalRenderer(for: reading.screen.terminal).heading(of: page)
        for key in [Key.enter, .enter, .up, .enter, .enter, .enter, .enter, .enter, .up, .back] {
            _ = reading.take(key)
            let shown = rows(reading).dropFirst(heading.count).dropLast()
            let above = reading.screen.above
            #expect(shown.first == reading.screen.rows[above])
            #expect(reading.screen.rows.count - above - reading.screen.below >= shown.count)
            #expect(foot(reading).contains("↑ \(above) ") == (above > 0))
        }
    }

    @Test("A window that grows and shrinks again begins at the same row", arguments: 0...12)
    func sizes(presses: Int) {
        var reading = reading(rows: 12)
        for _ in 0..<presses { _ = reading.take(.enter) }
        for isScrolled in [false, true] {
            if isScrolled { _ = reading.take(.up) }
            let before = rows(reading).dropFirst(4).first { !$0.isEmpty }
            for (rows, columns) in [(30, 70), (10, 100), (40, 40), (6, 20), (12, 40)] {
                reading.fit(Terminal(width: columns, height: rows))
            }
            #expect(rows(reading).dropFirst(4).first { !$0.isEmpty } == before)
        }
    }

    @Test("A row that was scrolled to stays the first one where the lines break elsewhere")
    func place() throws {
        var reading = reading(rows: 12)
        for _ in 0..<2 { _ = reading.take(.enter) }
        let first = try #require(rows(reading).dropFirst(4).first { $0.contains("Sentence") })
        for columns in [30, 100, 60] {
            reading.fit(Terminal(width: columns, height: 12))
            let sentence = first.prefix { $0 != "." }.split(separator: " ").prefix(2)
            let near = rows(reading).dropFirst(4).prefix(3)
            #expect(near.contains { $0.contains(sentence.joined(separator: " ")) }, "\(columns)")
        }
    }

    @Test("No size of the window shows an answer before somebody asks for it")
    func unanswered() {
        var reading = reading(rows: 12)
        ask(&reading)
        for (rows, columns) in [(60, 100), (8, 30), (24, 80)] {
            reading.fit(Terminal(width: columns, height: rows))
            #expect(!isAnswered(reading) && self.rows(reading).contains("? Predict: What comes?"))
        }
        _ = reading.take(.enter)
        #expect(isAnswered(reading))
        _ = reading.take(.character("h"))
        #expect(!isAnswered(reading) && rows(reading).contains("? Predict: What comes?"))
    }
}
