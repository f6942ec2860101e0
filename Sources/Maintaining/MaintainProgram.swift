import Judging
import Walkthrough

/// The program `maintain`, which tells a maintainer whether the project is complete, and adds to
/// it.
@main
struct MaintainProgram {
    static func main() async { await program.main() }

    static let program = CommandLineProgram(
        name: "maintain",
        commands: [verify, record, refuse, accept, new])

    private static let verify = Command(
        Usage(
            "maintain verify", "[01]",
            help: "do stubs, solutions, known answers, hints and\ndemos agree?",
            options: ["--all": "also where nothing has changed since they did"])
    ) { arguments, workbook in
        var verification = Verification(workbook: workbook)
        verification.judgesAll = arguments.has("--all")
        return try await verification.run(only: arguments.words.first.map(workbook.newNumber))
    }

    private static let record = Command(
        Usage(
            "maintain record", "[01]",
            help:
                "record the pages of lessons anew in their\nREADME.md, and the pictures of lesson 01"
        )
    ) { arguments, workbook in
        try await Recording(of: workbook).run(
            only: arguments.words.first.map(workbook.lessonNumber))
    }

    private static let refuse = Command(
        KnownAnswerAddition.usage(
            "refuse", help: "add a wrong answer to those that are known of\nexercise 01")
    ) { arguments, workbook in
        try await KnownAnswerAddition(arguments, isRight: false, in: workbook).run()
    }

    private static let accept = Command(
        KnownAnswerAddition.usage(
            "accept", help: "add a right answer to those that are known of\nexercise 01")
    ) { arguments, workbook in
        try await KnownAnswerAddition(arguments, isRight: true, in: workbook).run()
    }

    private static let new = Command(
        Usage(
            "maintain new", "17 PropertyLists",
            help: "write every file that a new lesson needs")
    ) { arguments, workbook in
        try await NewLesson(arguments.words[0], arguments.words[1], in: workbook).run()
    }
}
