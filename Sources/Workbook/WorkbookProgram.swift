import Foundation
import Judging
import Walkthrough

/// The learner's program `workbook`: an overview, verdicts, hints and questions for review.
package enum WorkbookProgram {
    /// Runs the command that was typed, and ends the process.
    package static func main() async { await program.main() }

    static let program = CommandLineProgram(
        name: "workbook",
        overview: Usage(
            "workbook", help: "where you are: every exercise, what is next",
            options: [
                Usage.plain.key: Usage.plain.value + "; each command\nthat shows something takes it"
            ]),
        commands: [check, watch, hint, find, reset, review, prepare],
        ending: [
            "",
            "For teachers: swift run classroom help.",
            "For maintainers: swift run maintain help.",
            "The editor's tasks do the same: see the README.",
        ],
        withoutCommand: { workbook in
            let status = try Status(workbook: workbook, answers: .named(in: workbook))
            try await Console.print(status.lines())
            // An exercise that is not done yet is not a failure.
            return true
        },
        elsewhere: [
            "class": "swift run classroom judge", "site": "swift run classroom site",
            "verify": "swift run maintain verify", "record": "swift run maintain record",
            "refuse": "swift run maintain refuse", "new": "swift run maintain new",
        ],
        meaning: OtherWords.meaning)

    private static let check = Command(
        Usage(
            "workbook check", "[01 …]",
            help: """
                judge exercise 01; without a number, your
                current one. 07, 7, Exercise07 and a path are
                the same, and there may be several
                """,
            options: [
                "--all": "judge every exercise, a line for each",
                "--format FORM": """
                for a program: xcode, as a compiler writes,
                for editors; github, for its jobs; junit,
                XML for other hosts
                """,
            ], apart: [["--all", "[01 …]"]], takesPlain: true)
    ) { arguments, workbook in
        let form = try VerdictForm(arguments, among: [.xcode, .github, .junit])
        let answers = try AnswersFolder.named(in: workbook)
        let status = Status(workbook: workbook, answers: answers)
        if arguments.has("--all"), form == .prose { return try await status.checkAll() }
        if arguments.has("--all") { return try await status.check(workbook.exercises, as: form) }
        if arguments.words.isEmpty { return try await status.checkCurrent(as: form) }
        return try await status.check(
            arguments.words.map { try workbook.exerciseNumber($0, of: answers) }, as: form)
    }

    private static let watch = Command(
        Usage(
            "workbook watch", "[01]",
            help: """
                judge exercise 01 each time you save it, on
                one screen, whose last line names its keys;
                without a number, your current one
                """,
            options: ["--format xcode": "as with check; there are no keys then"], takesPlain: true)
    ) { arguments, workbook in
        let form = try VerdictForm(arguments)
        let answers = try AnswersFolder.named(in: workbook)
        let status = Status(workbook: workbook, answers: answers)
        guard let number = try await exercise(arguments.words.first, in: status) else {
            return true
        }
        return try await Watch(number, of: answers, as: form, in: workbook).run()
    }

    /// Returns the number of the exercise that the user named or, without a name, of the current one.
    /// If every exercise is right, it says so, and the result is `nil`.
    private static func exercise(_ name: String?, in status: Status) async throws -> String? {
        if let name { return try status.workbook.exerciseNumber(name, of: status.answers) }
        let current = try await status.current()
        if current == nil { try Console.print(["Every exercise is right. Well done."]) }
        return current
    }

    private static let hint = Command(
        Usage(
            "workbook hint", "[01] [3]",
            help: """
                one hint more for task 3, or for the task at
                hand; without a number, of your current
                exercise
                """, takesPlain: true)
    ) { arguments, workbook in
        let task = arguments.words.dropFirst().first.map { Int($0) ?? 0 }
        if let task, task < 1 {
            throw UsageError(description: "The second word is a task: swift run workbook hint 01 3")
        }
        guard let number = try await exercise(arguments.words.first, in: Status(workbook: workbook))
        else { return true }
        try await Console.print(Hint(number: number, workbook: workbook).lines(for: task))
        return true
    }

    private static let find = Command(Find.usage) { arguments, workbook in
        try Find(workbook: workbook).run(arguments.words)
    }

    private static let reset = Command(
        Usage(
            "workbook reset", "01",
            help: "put the stub back; your file is kept in\nExercises/.kept", takesPlain: true)
    ) { arguments, workbook in
        let number = try workbook.exerciseNumber(arguments.words[0])
        try Console.print(Reset(number: number, workbook: workbook).putStubBack())
        return true
    }

    private static let review = Command(Review.usage) { arguments, workbook in
        try await Review(arguments, in: workbook).run()
    }

    private static let prepare = Command(
        Usage(
            "workbook prepare", "[01]",
            help: """
                build what the first verdict on exercise 01
                needs, so that it comes at once
                """,
            options: ["--background": "for a program: end when standard input does"])
    ) { arguments, workbook in
        let number = try workbook.exerciseNumber(arguments.words.first ?? "01")
        return try await Preparation(in: workbook)
            .run(for: number, inBackground: arguments.has("--background"))
    }
}
