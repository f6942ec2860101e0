import ExerciseConventions
import Foundation
import PseudoTerminal
import TestSupport
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Judging
@testable import Workbook

@Suite("What was understood last week is asked again", .serialized)
struct ReviewTests {
    let fixture: FixtureWorkbook
    private var workbook: WorkbookFolder { fixture.folder }
    private let first = LessonStep.titles(ofLesson: "01")
    private let second = LessonStep.titles(ofLesson: "02")

    /// Lessons 01 and 02, whose exercises have begun, and 03, whose exercise has not.
    init() throws {
        let root = try WorkbookFolder.find().url(".build/workbook-tests/review")
        try? FileManager.default.removeItem(at: root)
        fixture = try FixtureWorkbook(at: root, lessons: [], builds: false)
        for number in ["01", "02", "03"] {
            try write(lesson: number)
            let stub = FixtureWorkbook.stub(number)
            try fixture.write(stub, to: workbook.stubPath(number))
            try fixture.write(stub, to: workbook.solutionPath(number))
            let begun = stub.replacing("throw TODO(\"Task 1: count to one\")", with: "1")
            try fixture.write(number == "03" ? stub : begun, to: workbook.exercisePath(number))
        }
    }

    /// A lesson whose steps ask for twice their number, the record of it, and a guide whose one demo
    /// changes step 1.
    private func write(lesson number: String) throws {
        let titles = LessonStep.titles(ofLesson: number)
        let names = titles.indices.map { "step\($0 + 1)" }.joined(separator: ", ")
        var source = "let steps = Steps(\(names))\n"
        var record = "# Lesson \(number) · Counting\n"
        for (step, title) in zip(1..., titles) {
            source += """

                // MARK: - \(title)

                /// About \(step).
                func step\(step)() throws {
                    let number = \(step)
                    // Predict: What is twice \(step)?
                    show(number * 2)
                    // It is \(step) and \(step).
                }

                """
            record += """

                ## \(step). \(title)

                About \(step).

                [Lesson\(number).swift, line 5](Lesson\(number).swift#L5)

                ```swift
                let number = \(step)
                ```

                > **Predict:** What is twice \(step)?

                ```swift
                show(number * 2)
                ```

                <details><summary>What comes out</summary>

                ```text
                → \(step * 2)
                ```

                It is \(step) and \(step).

                </details>

                """
        }
        let folder = "Lessons/\(number)-Counting"
        try fixture.write(source, to: "\(folder)/Lesson\(number).swift")
        try fixture.write(record, to: "\(folder)/README.md")
        try fixture.write(guide(of: titles[0], number), to: "\(folder)/Teacher.md")
    }

    private func guide(of title: String, _ number: String, demo: String = "One more.") -> String {
        """
        # Teaching lesson \(number) · Counting

        ## \(title)

        ### Demo: another number

        \(demo)

        ```diff
        -    let number = 1
        +    let number = 21
        ```

        Promises:

        ```text
        → 42
        ```

        """
    }

    private func run(_ words: String...) throws -> (code: Int32, output: String, errors: String) {
        try fixture.start(["review"] + words).end()
    }

    private func review(_ words: [String]) throws -> Review {
        try Review(Review.usage.parse(words), in: workbook)
    }

    /// The steps that are asked on a day, as `01.2`.
    private func asked(_ words: String...) throws -> [String] {
        try review(words).chosen.map { "\($0.step.lesson).\($0.step.number)" }
    }

    private func line(_ day: String, _ lesson: String, _ title: String, _ recall: Int) -> String {
        "\(day)\tlesson \(lesson), \(title)\tquestion 1\t\(recall)\n"
    }

    private func answered(_ lines: String...) throws {
        try fixture.write(lines.joined(), to: ReviewRecord.path)
    }

    // MARK: - When

    @Test(
        "A topic rests longer each time it was known, as long where nearly, and a day where not",
        arguments: [
            ("1", 1), ("11", 2), ("111", 4), ("1111", 8), ("11111", 16), ("111111", 32),
            ("1111111", 60), ("11111111", 60), ("2", 1), ("112", 2), ("1122", 2), ("1121", 4),
            ("3", 1), ("11113", 1), ("111131", 2), ("33331", 2), ("11111113", 1),
        ])
    func rule(_ keys: String, _ rest: Int) throws {
        var topic = ReviewTopic(step: .decodeALaunch)
        func day(_ number: Int) throws -> Day {
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            return try #require(Day(date.formatted(.iso8601.year().month().day())))
        }
        var number = try #require(Day("2026-02-27")).number
        for key in keys.compactMap(\.wholeNumberValue) {
            let recall = try #require(Recall(rawValue: key))
            topic.answers.append(
                try ReviewAnswer(
                    day: day(number), step: topic.step, question: "question 1", recall: recall))
            while try topic.days(after: day(number)) ?? 0 > 0 { number += 1 }
        }
        let last = try #require(topic.answers.last?.day)
        #expect(topic.days(after: last) == rest)
        #expect(try [topic].due(on: day(number)).count == 1)
    }

    @Test("An answer on the day before proves nothing: a topic that is asked early goes no further")
    func early() throws {
        let lines = ["01", "02", "03"].map { line("2026-12-\($0)", "01", first[0], 1) }
        try answered(lines[0], lines[0], lines[0])
        #expect(try asked("--date", "2026-12-02").contains("01.1"))
        try answered(lines[0], lines[1], lines[2])
        #expect(try !asked("--date", "2026-12-04").contains("01.1"))
        #expect(try asked("--date", "2026-12-05").contains("01.1"))
    }

    @Test("A day that the calendar has not is none")
    func days() {
        for text in ["2026-02-30", "2026-13-01", "2026-1-1", "tomorrow", "", "2026-12-01 "] {
            #expect(Day(text) == nil, "\(text)")
        }
        #expect(Day("2028-03-01")?.number == Day("2028-02-29").map { $0.number + 1 })
    }

    @Test(
        "What was not known comes first, what waits and what is new take turns, and so do the lessons"
    )
    func order() throws {
        #expect(try asked() == ["01.1", "02.1", "01.2", "02.2", "01.3"])
        try answered(
            line("2026-12-01", "01", first[2], 1), line("2026-12-03", "02", second[1], 3),
            line("2026-12-03", "02", second[0], 1), line("2026-12-04", "02", second[0], 1))
        let due = ["02.2", "01.1", "01.3", "02.3", "01.2"]
        #expect(try asked("--date", "2026-12-04") == due)
        #expect(try asked("--date", "2026-12-04", "--count", "1") == ["02.2"])
        let all = try asked("--all", "--date", "2026-12-04")
        #expect(all.starts(with: due) && all.last == "02.1")
        #expect(all.count == first.count + second.count)
        #expect(try asked("--count", "3", "--all", "--date", "2026-12-04") == Array(due.prefix(3)))
        #expect(
            try asked("2", "--date", "2026-12-04") == ["02.2", "02.3", "02.4", "02.5", "02.6"])
        #expect(try asked("2", "--all", "--date", "2026-12-04").last == "02.1")
        try answered(
            line("2026-12-03", "01", first[0], 1), line("2026-12-03", "01", first[1], 1))
        #expect(
            try asked("--date", "2026-12-03").starts(with: ["02.1", "01.3", "02.2"]),
            "What is new comes from the lesson of which least was asked")
        #expect(
            try asked("3").allSatisfy { $0.hasPrefix("03") }, "A teacher's exercise has not begun")
    }

    @Test("The question is another one each time, as far as the step has several")
    func questions() throws {
        func names() throws -> [String] {
            try review(["1", "--count", "1", "--date", "2026-12-05"])
                .chosen.map(\.name)
        }
        let question = "2026-12-01\tlesson 01, \(first[0])\tquestion 1\t3\n"
        let demo = question.replacing("question 1", with: "demo: another number")
        #expect(try names() == ["question 1"])
        try answered(question)
        #expect(try names() == ["demo: another number"])
        try answered(question, demo)
        #expect(try names() == ["question 1"])
        try fixture.write(
            guide(of: first[0], "01", demo: "One more.\n\nNot for review."),
            to: "Lessons/01-Counting/Teacher.md")
        try answered(question)
        #expect(try names() == ["question 1"], "The guide says that the demo is no question")
    }

    @Test("A picture in the prose is neither code nor a result")
    func picture() throws {
        let folder = "Lessons/01-Counting"
        let source = try #require(workbook.text("\(folder)/Lesson01.swift"))
        let record = try #require(workbook.text("\(folder)/README.md"))
        let block = ["```tree", "number  <- container", "  1", "```"].map { "\n/// \($0)" }.joined()
        try fixture.write(
            source.replacing("/// About 1.", with: "/// About 1.\(block)"),
            to: "\(folder)/Lesson01.swift")
        try fixture.write(
            record.replacing(
                "\nAbout 1.", with: "\nAbout 1.\n\n```tree\nnumber  ◄ container\n└─ 1\n```"),
            to: "\(folder)/README.md")
        #expect(try run().errors.isEmpty)
        let page = try #require(RecordedLesson("01", in: workbook).page(step: 1))
        #expect(page.elements.contains { $0.isResult })
    }

    @Test("A step that has changed since it was recorded is named, and nobody is asked about it")
    func stale() throws {
        let path = "Lessons/01-Counting/Lesson01.swift"
        let source = try #require(workbook.text(path))
        try fixture.write(source.replacing("\n/// About 1", with: "\n\n/// About 1"), to: path)
        #expect(try run().errors.isEmpty, "A blank line changes nothing")
        try fixture.write(source.replacing("number = 2\n", with: "number = 3\n"), to: path)
        let result = try run("--list")
        #expect(result.output.contains(first[0]) && !result.output.contains(first[1]))
        #expect(result.errors.hasPrefix("lesson 01, \(first[1]), is left out: "))
        #expect(result.errors.contains("git restore \(path)"))
        #expect(result.errors.contains("swift run maintain record 01"))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(try !asked("1", "--all").contains("01.2"))
    }

    @Test("All that the workbook has: each step has a question, and each question has an answer")
    func ownLessons() throws {
        let questions = try ReviewQuestions(of: WorkbookFolder.find())
        for step in LessonStep.allCases {
            #expect(!questions.of(step).isEmpty, "\(step)")
            for question in questions.of(step) {
                let elements = question.page.elements
                let asked = elements.indices.filter { elements[$0].question != nil }
                let answered = elements.lastIndex(where: \.isResult)
                #expect(asked.count == 1 && asked[0] < answered ?? 0, "\(step) \(question.name)")
            }
        }
        #expect(questions.problems == [])
    }

    // MARK: - The file

    @Test("A broken line is named and passed over, and what is around it counts")
    func brokenLines() throws {
        try answered(
            line("2026-12-01", "01", first[0], 1), "2026-12-01\tlesson 01, \(first[1])\tq",
            "\n2026-12-32\tlesson 01, \(first[1])\tquestion 1\t1\r\n",
            line("2026-12-01", "01", first[1], 4), line("2026-12-01", "01", "Gone since then", 1),
            line("2026-12-01", "02", second[0], 1).replacing("\n", with: "\r\n"))
        let result = try run("--list", "--date", "2026-12-01")
        #expect(result.code == 0)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 3)
        for (line, number) in zip(lines, 2...) {
            #expect(line.hasPrefix("Exercises/.review:\(number) "))
        }
        #expect(result.output.matches(of: /tomorrow/).count == 2)
    }

    @Test("A step that was renamed keeps what was answered under its title of that day")
    func renamed() throws {
        try answered(line("2026-12-01", "01", "The old title", 1))
        let record = try ReviewRecord(
            in: workbook, former: ["lesson 01, The old title": .decodeALaunch])
        #expect(record.answers.map(\.step) == [.decodeALaunch])
        #expect(try ReviewRecord(in: workbook).answers.isEmpty)
    }

    @Test("Two terminals write at the same time, and after half a line, and nothing is lost")
    func twoWriters() throws {
        try fixture.write("2026-12-01\tless", to: ReviewRecord.path)
        let day = try #require(Day("2026-12-01"))
        DispatchQueue.concurrentPerform(iterations: 8) { [workbook] writer in
            for count in 0..<25 {
                let answer = ReviewAnswer(
                    day: day, step: .decodeALaunch, question: "question \(writer * 25 + count)",
                    recall: .knew)
                do { try ReviewRecord.append(answer, in: workbook) } catch {
                    Issue.record(error)
                }
            }
        }
        let record = try ReviewRecord(in: workbook)
        #expect(Set(record.answers.map(\.question)).count == 200)
        #expect(record.problems.count == 1)
    }

    @Test("A file that cannot be written is one line and an exit code, before anybody is asked")
    func unwritable() throws {
        let file = workbook.url(ReviewRecord.path)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let result = try run()
        #expect(result.code == 1 && result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.hasPrefix("workbook: Exercises/.review cannot be read"))
        try FileManager.default.removeItem(at: file)
        // No file may grow, which is what a full disk does to a program.
        let terminal = try start(before: "ulimit -f 0")
        try terminal.wait(for: "Return: what comes out")
        terminal.type("\r1")
        #expect(try terminal.end() == 1)
        #expect(terminal.output.contains("workbook: Exercises/.review cannot be written: "))
        #expect(!terminal.isRaw)
    }

    @Test("To begin an exercise again leaves what was answered alone")
    func reset() throws {
        try answered(line("2026-12-01", "01", first[0], 1))
        #expect(try fixture.start(["reset", "01"]).end().code == 0)
        #expect(workbook.text(ReviewRecord.path) == line("2026-12-01", "01", first[0], 1))
        let list = try fixture.start(["review", "--list"]).end().output
        #expect(list.contains("Lesson 01 · Counting"), "What was answered comes again all the same")
        let ignored = try #require(WorkbookFolder.find().text(".gitignore"))
        #expect(ignored.split(separator: "\n").contains("Exercises/.review"))
    }

    // MARK: - Screens

    private func start(
        _ words: String..., rows: Int = 24, columns: Int = 80, before command: String = ":",
        environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            "/bin/sh",
            [
                "-c", "\(command); cd \"$0\" && exec \"$@\"", workbook.root.path,
                builtProgram("workbook").path, "review", "--date", "2026-12-01",
            ] + words, rows: rows, columns: columns, environment: environment)
    }

    @Test("Who only hears the questions is asked line by line, and the answers are kept")
    func plain() throws {
        let terminal = try start("--count", "2", environment: ["TERM": "dumb"])
        let question =
            "Say or type your answer, then Return: what comes out. r: the question again. q: quit."
        let rating = "1: you knew it. 2: nearly. 3: no. r: all of it again. q: quit."
        let page = try terminal.wait(for: question)
        #expect(page.contains("Lesson 01: Counting, question 1 of 2\n\(first[0])\n"))
        #expect(page.contains("Question: What is twice 1?") && !page.contains("Result: 2"))
        #expect(!(try terminal.answer("?", until: question)).contains("Result: 2"))
        #expect(try terminal.answer("r", until: question).contains("Question: What is twice 1?"))
        #expect(try terminal.answer("2", until: rating).contains("Result: 2\n"))
        #expect(try terminal.answer("r", until: rating).contains("Question: What is twice 1?"))
        try terminal.answer("yes", until: rating)
        try terminal.answer("3", until: question)
        try terminal.answer("", until: rating)
        terminal.type("1\n")
        #expect(try terminal.end() == 0)
        #expect(
            terminal.screen.contains("Read again: swift run -q lesson-01 --step 1\n1 of 2 known. "))
        #expect(
            workbook.text(ReviewRecord.path)
                == line("2026-12-01", "01", first[0], 3) + line("2026-12-01", "02", second[0], 1))
        terminal.expectPlain()
    }

    @Test("A demo is told in words: what is added and removed")
    func plainDemo() throws {
        try answered(line("2026-11-30", "01", first[0], 3))
        let terminal = try start("1", "--count", "1", "--plain")
        let page = try terminal.wait(for: "q: quit.")
        #expect(page.contains("Removed: let number = 1\nAdded: let number = 21\n"))
        terminal.type("q\n")
        #expect(try terminal.end() == 0)
        terminal.expectPlain()
    }

    @Test("A page to its question, what comes out, a key, and the step to read again after a 3")
    func session() throws {
        let terminal = try start("--count", "2")
        var rows = try terminal.waitForRows("the question") { $0.last?.contains("Return") == true }
        let heading = "Lesson 01 · Counting" + String(repeating: " ", count: 45) + "question 1 of 2"
        #expect(
            rows == [
                heading, String(repeating: "─", count: 80), first[0], "", "About 1.", "",
                "Lessons/01-Counting/Lesson01.swift:7", " │ let number = 1",
                "? Predict: What is twice 1?", " │ show(number * 2)",
                "   Return: what comes out · q: quit",
            ])
        // Before the result, a key says nothing.
        terminal.type("1\r")
        rows = try terminal.waitForRows("the result") { $0.last?.contains("1: knew it") == true }
        #expect(rows.suffix(4).prefix(3) == [" → 2", "", "It is 1 and 1."])
        #expect(rows.last == "   1: knew it · 2: nearly · 3: no · h: hide · q: quit")
        #expect(!workbook.exists(ReviewRecord.path) || workbook.text(ReviewRecord.path) == "")
        terminal.type("\r93")
        try terminal.wait(for: "question 2 of 2")
        terminal.type("\r1")
        rows = try terminal.waitForRows("the end") { $0.last?.contains("q: end") == true }
        let end =
            "1 of 2 known. \(first.count + second.count - 2) topics are new: "
            + "swift run workbook review"
        #expect(rows.prefix(3) == [end, "", "▸ Lesson 01, step 1: \(first[0])"])
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(!terminal.isRaw)
        #expect(terminal.screen.contains("\nRead again: swift run lesson-01 --step 1\n\(end)"))
        #expect(
            workbook.text(ReviewRecord.path)
                == line("2026-12-01", "01", first[0], 3) + line("2026-12-01", "02", second[0], 1))
    }

    @Test("For a class: Return and Page Down go on, nothing is kept, and a key opens a step")
    func lecture() throws {
        let folder = workbook.url(".build/programs")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appendingPathComponent("workbook")
        try FileManager.default.linkItem(at: builtProgram("workbook"), to: program)
        for number in ["01", "02"] {
            let lesson = folder.appendingPathComponent("lesson-\(number)")
            try writeProgram(#"echo "the lesson $*"; read -r line"#, to: lesson)
        }
        let terminal = try PseudoTerminal(
            "/bin/sh",
            [
                "-c", "cd \"$0\" && exec \"$@\"", workbook.root.path, program.path, "review",
                "--class", "--count", "2", "--date", "2026-12-01",
            ], rows: 24, columns: 80)
        try terminal.wait(for: "Return: what comes out")
        terminal.type("\u{1B}[6~")
        try terminal.wait(for: "Return: next question")
        terminal.type("\u{1B}[6~")
        try terminal.wait(for: "question 2 of 2")
        terminal.type("\r")
        try terminal.wait(for: "Return: the end")
        terminal.type("\r")
        try terminal.wait(for: "2 questions asked. Nothing is kept.")
        terminal.type("\u{1B}[B")
        let rows = try terminal.waitForRows("the second step") {
            $0.dropFirst(3).first?.hasPrefix("▸") == true
        }
        let step = try #require(rows[3].firstMatch(of: #/step (\d+)/#)?.1)
        terminal.type("\r")
        try terminal.wait(for: "the lesson --step \(step) --back")
        terminal.type("\n")
        try terminal.wait(for: rows[3])
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(!terminal.isRaw && !workbook.exists(ReviewRecord.path))
    }

    @Test("A class gets other questions on another day, and the same ones on the same day")
    func classQuestions() throws {
        func names(_ day: String) throws -> [String] {
            try review(["1", "--class", "--date", day]).chosen.map { "\($0.step) \($0.name)" }
        }
        let days = ["2026-12-01", "2026-12-02", "2026-12-03"]
        #expect(try Set(days.map(names)).count > 1 && names(days[0]) == names(days[0]))
        #expect(try Set(names(days[0])).count == 5)
    }

    @Test("On a large screen and on a small one, a demo shows its change and then what comes out")
    func demo() throws {
        try answered(
            line("2026-11-30", "01", first[0], 3))
        let terminal = try start("1", "--count", "1", rows: 40, columns: 100)
        var rows = try terminal.waitForRows("the demo") { $0.last?.contains("Return") == true }
        #expect(rows[1] == String(repeating: "─", count: 100))
        #expect(
            rows.dropFirst(7) == [
                " │ let number = 1", " │ show(number * 2)", " → 2", "", "With this change:", "",
                " │ -let number = 1", " │ +let number = 21",
                "? Predict: The same code with this change: what comes out now?",
                "   Return: what comes out · q: quit",
            ])
        terminal.type("\r")
        rows = try terminal.waitForRows("the answer") { $0.contains(" → 42") }
        #expect(rows.suffix(2).first == "One more.")
        // In a window that becomes too small for both, the answer stays and the rest is scrolled to.
        terminal.resize(rows: 12, columns: 80)
        rows = try terminal.waitForRows("the answer") {
            $0.count <= 12 && $0.contains(" → 42") && $0.last?.contains("↑") == true
        }
        #expect(rows.last?.contains("3: no") == true)
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(workbook.text(ReviewRecord.path)?.contains("demo") == false)
    }

    @Test("Ctrl-C leaves the terminal as it was, and what was answered is kept")
    func interruption() throws {
        let terminal = try start()
        try terminal.wait(for: "Return: what comes out")
        terminal.type("\r2")
        try terminal.wait(for: "question 2 of 5")
        terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
        #expect(!terminal.isRaw)
        #expect(workbook.text(ReviewRecord.path) == line("2026-12-01", "01", first[0], 2))
    }

    @Test("Without a terminal, the questions come first and then the answers, and nothing is kept")
    func withoutTerminal() throws {
        let result = try run("--count", "2")
        #expect(result.code == 0 && result.errors.isEmpty)
        let parts = result.output.components(separatedBy: "\nAnswers\n")
        #expect(parts.count == 2)
        #expect(parts[0].contains("question 2 of 2") && !parts[0].contains("→"))
        #expect(parts[1].contains("Question 1: lesson 01, \(first[0])\n → 2\n"))
        #expect(!workbook.exists(ReviewRecord.path))
    }

    @Test("The list fits 80 columns, and its bars are longer the longer a topic rests")
    func list() throws {
        try answered(
            line("2026-12-01", "01", first[0], 1), line("2026-12-02", "01", first[0], 1),
            line("2026-12-01", "02", second[0], 3))
        let output = try run("--list", "--date", "2026-12-02").output
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count <= 80 })
        func row(_ title: String) -> String? { lines.first { $0.contains(title) } }
        #expect(row(first[0])?.hasSuffix("██·····  in 2 days") == true)
        #expect(row(second[0])?.hasSuffix("█······  due") == true)
        #expect(row(first[1])?.hasSuffix("·······  new") == true)
    }

    @Test("Somebody who has done no task is told when there is something to review")
    func nothingYet() async throws {
        for number in ["01", "02"] {
            try fixture.write(FixtureWorkbook.stub(number), to: workbook.exercisePath(number))
        }
        let result = try run()
        #expect(result.code == 0 && result.errors.isEmpty)
        #expect(result.output.hasPrefix("There is nothing to review yet."))
        #expect(Review.dueLines(in: workbook).isEmpty)
        // Once the checks have been asked, it is they who know, whatever the file holds.
        let answer = Answer("01", Data("// mine".utf8), path: workbook.exercisePath("01"))
        let tasks = [TaskVerdict(number: 1, title: "Task 1 · Count to one", state: .right)]
        ExerciseMemory(number: "01", workbook: workbook)
            .keep(ExerciseVerdict(number: "01", tasks: tasks), of: answer)
        #expect(try asked().count == 5 && asked().allSatisfy { $0.hasPrefix("01") })
        for number in ["01", "02", "03"] {
            try fixture.write(FixtureWorkbook.hints(number), to: workbook.hintsPath(number))
        }
        let overview = try await Status(workbook: workbook, terminal: Terminal(width: 80)).lines()
        let topics = "\(first.count) topics are new: swift run workbook review"
        #expect(overview.last == topics)
    }

    @Test("The overview says how many topics are due, and nothing where none is")
    func overview() throws {
        let today = try #require(Day.today).date
        let topics = first.map { ("01", $0) } + second.map { ("02", $0) }
        let lines = topics.map { line(today, $0.0, $0.1, 1) }
        func overview() -> String? { Review.dueLines(in: workbook).last }
        #expect(overview() == "\(topics.count) topics are new: swift run workbook review")
        try answered(lines.dropLast().joined())
        #expect(overview() == "1 topic is new: swift run workbook review")
        try answered(line("2020-01-01", "01", first[0], 1), line("2020-01-01", "01", first[1], 3))
        #expect(overview() == "2 topics are due: swift run workbook review")
        try answered(lines.joined())
        #expect(Review.dueLines(in: workbook) == [])
        #expect(try run().output.contains("Nothing is due. The next topic comes tomorrow."))
    }

    @Test(
        "Words that it does not take are a usage error",
        arguments: [
            ["--count"], ["--count", "0"], ["--count", "x"],
            ["--date", "2026-02-30"], ["--date"], ["1", "2"], ["99"], ["--lits"], ["x"],
        ])
    func words(_ words: [String]) throws {
        #expect(throws: UsageError.self) { try review(words) }
    }
}
