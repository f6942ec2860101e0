import Testing

@testable import Walkthrough

@Suite("A command and its options, declared once")
struct UsageTests {
    private let usage = Usage(
        "train join", "FROM [TO]", help: "join two trains",
        options: [
            "--cars 7": "with seven cars", "--empty": "with nobody in it", "--night": "later",
        ],
        apart: [["--empty", "--night"], ["--cars", "FROM [TO]"]], alone: [])

    private func refusal(_ words: String...) -> String? {
        #expect(throws: UsageError.self) { try usage.parse(words) }?.description
    }

    @Test("Words, options and values in any order, with a blank or a sign of equality between")
    func arguments() throws {
        let words = try usage.parse(["Bern", "--empty", "- a station"])
        #expect(words.words == ["Bern", "- a station"] && words.switches == ["--empty"])
        #expect(words.has("--empty") && !words.has("--night") && words["--cars"] == nil)
        let lesson = LessonOptions.usage(ofLesson: "01")
        for typed in [["--step", "3", "--light"], ["--light", "--step=3"]] {
            let arguments = try lesson.parse(typed)
            #expect(try arguments.number("--step", in: 1...9) == 3)
            #expect(arguments.switches == ["--light"])
        }
        #expect(try lesson.parse(["--decode", "-"])["--decode"] == "-")
    }

    @Test("Each refusal says in one line what is wrong, and what to do")
    func refusals() throws {
        let form = "It is typed: swift run train join FROM [TO]"
        #expect(refusal() == "A word is missing. \(form)")
        #expect(refusal("") == "A word is missing. \(form)")
        #expect(refusal("a", "b", "c") == "There is no place for c. \(form)")
        #expect(refusal("a", "--cras", "7") == "There is no option --cras. Do you mean --cars?")
        #expect(refusal("a", "--cars") == "--cars needs a value: --cars 7")
        #expect(refusal("a", "--cars", "--empty") == "--cars needs a value: --cars 7")
        #expect(
            refusal("a", "--night", "--empty")
                == "--empty and --night do not go together: choose one of them.")
        #expect(
            refusal("a", "--cars", "7") == "--cars and a do not go together: choose one of them.")
        let dangerous = try #require(refusal("a", "b", "\u{1B}[2J\nc"))
        #expect(!dangerous.contains { $0.isNewline || $0 == "\u{1B}" }, "\(dangerous)")
        let cars = Usage("train", help: "", options: ["--cars 7": ""])
        let error = #expect(throws: UsageError.self) {
            try cars.parse(["--cars", "two"]).number("--cars", in: 1...9)
        }
        #expect(error?.description == "--cars needs a number from 1 to 9, and not two: --cars 7")
    }

    @Test("A lesson has each of its options in the help, and refuses as the other programs do")
    func lesson() throws {
        let usage = LessonOptions.usage(ofLesson: "04")
        let lines = usage.text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.first?.hasPrefix("swift run lesson-04 ") == true)
        for (form, help) in usage.options {
            #expect(lines.contains { $0.hasPrefix("  \(form) ") } && !help.isEmpty)
        }
        func refusal(_ words: String...) -> String? {
            #expect(throws: UsageError.self) {
                try LessonOptions(usage.parse(words), steps: 9)
            }?.description
        }
        #expect(refusal("--setp", "3") == "There is no option --setp. Do you mean --step?")
        #expect(refusal("--step") == "--step needs a value: --step 3")
        #expect(refusal("--light", "--light") == "--light is there twice: once is enough.")
        #expect(refusal("list") == "There is no place for list. Do you mean --list?")
        #expect(
            refusal("03")
                == "There is no place for 03. swift run lesson-04 --help lists what there is.")
    }
}
