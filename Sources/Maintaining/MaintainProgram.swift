import Judging

/// `maintain`, the maintainer's program: whether the project is complete, and what a lesson needs.
@main
struct MaintainProgram {
    static func main() { program.main() }

    static let program = CommandLineProgram(
        name: "maintain",
        commands: [verify, record, refuse, accept, new])

    private static let verify = Command(
        "verify",
        help: """
            swift run maintain verify [01]   do stubs, solutions, wrong answers, hints and demos agree?
              verify 01 --messages           … with every message that no wrong answer meets
            """
    ) { words, workbook in
        let word = try Command.oneAtMost(
            of: words.filter { $0 != "--messages" }, after: "verify", in: "maintain")
        var verification = Verification(of: workbook)
        verification.showsMessages = words.contains("--messages")
        return try verification.run(only: word.map(workbook.newNumber))
    }

    private static let record = Command(
        "record",
        help: """
            swift run maintain record [01]   record the pages of lessons anew in their README.md,
                                             and the pictures of lesson 01
            """
    ) { words, workbook in
        let word = try Command.oneAtMost(of: words, after: "record", in: "maintain")
        return try Recording(of: workbook).run(only: word.map(workbook.lessonNumber))
    }

    private static let refuse = Command(
        "refuse",
        help: """
            swift run maintain refuse 01 "Heading" [--file PATH] [--breaks "…"] [--because "…"]
                                             add a wrong answer to what goes wrong in exercise 01
            """
    ) { words, workbook in
        try RefuseArguments(words).addition(in: workbook).run()
    }

    private static let accept = Command(
        "accept",
        help: """
            swift run maintain accept 01 "Heading" [--file PATH] --because "…"
                                             add a right answer to the other ways of exercise 01
            """
    ) { words, workbook in
        try WayAddition(arguments: RefuseArguments(words), workbook: workbook).run()
    }

    private static let new = Command(
        "new",
        help: """
            swift run maintain new 16 PropertyLists
                                             write every file that a new lesson needs
            """
    ) { words, workbook in
        guard words.count == 2 else {
            throw UsageError(
                description: "new takes a number and a name: maintain new 16 PropertyLists")
        }
        return try NewLesson(words[0], words[1], in: workbook).run()
    }
}
