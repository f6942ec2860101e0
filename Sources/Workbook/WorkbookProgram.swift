import Foundation
import Judging
import Walkthrough

/// `workbook`, the learner's program: where you are, what the checks say, hints.
package enum WorkbookProgram {
    /// Runs what was typed, and ends the process.
    package static func main() { program.main() }

    static let program = CommandLineProgram(
        name: "workbook",
        introduction: [
            "swift run workbook               where you are: every exercise, what is next"
        ],
        commands: [check, watch, hint, reset, review, prepare],
        ending: [
            "",
            "For teachers: swift run classroom help. For maintainers: swift run maintain",
            "help. The editor's tasks do the same: see the README.",
        ],
        withoutCommand: { workbook in
            try Status(of: workbook, answers: .named(in: workbook)).run()
        },
        elsewhere: [
            "class": "swift run classroom judge", "site": "swift run classroom site",
            "verify": "swift run maintain verify", "record": "swift run maintain record",
            "refuse": "swift run maintain refuse", "new": "swift run maintain new",
        ],
        meaning: OtherWords.meaning)

    private static let check = Command(
        "check",
        help: """
            swift run workbook check 01      judge exercise 01; without a number, your
                                             current one. 07, 7, Exercise07 and a path
                                             are the same; several at once, and --all
                                             for each exercise. --format xcode writes
                                             findings as a compiler does, for editors
            """
    ) { words, workbook in
        var words = words
        let form = try VerdictForm.take(from: &words, of: "check")
        if words.contains("--all"), words.count > 1 {
            throw UsageError(description: "check takes numbers or --all, not both.")
        }
        let answers = try AnswersFolder.named(in: workbook)
        let status = Status(of: workbook, answers: answers)
        switch words {
        case []:
            let judged = try status.checkCurrent(as: form)
            try Console.print(judged.lines)
            return judged.isRight
        case ["--all"]:
            return try status.check(workbook.exercises, as: form)
        default:
            try VerdictForm.refuseOptions(in: words, of: "check", known: ["--all", "--format"])
            return try status.check(
                words.map { try workbook.exerciseNumber($0, of: answers) }, as: form)
        }
    }

    private static let watch = Command(
        "watch",
        help: """
            swift run workbook watch 01      judge exercise 01 each time you save it,
                                             on one screen; without a number, your
                                             current one. Its keys:
                                             h  a hint      l  the lesson
                                             e  exercises   n  the next one
                                             o  open file   Return  judge again
                                             q  quit        arrows, space: scroll
                                             --format xcode: as with check, no keys
            """
    ) { words, workbook in
        var words = words
        let form = try VerdictForm.take(from: &words, of: "watch")
        try VerdictForm.refuseOptions(in: words, of: "watch", known: ["--format"])
        let word = try Command.oneAtMost(of: words, after: "watch", in: "workbook")
        let answers = try AnswersFolder.named(in: workbook)
        let chosen = try word.map { try workbook.exerciseNumber($0, of: answers) }
        guard let number = try chosen ?? Status(of: workbook, answers: answers).current() else {
            try Console.print(["Every exercise is right. Well done."])
            return true
        }
        return try Watch(number, of: answers, as: form, in: workbook).run()
    }

    private static let hint = Command(
        "hint",
        help: """
            swift run workbook hint 01 [3]   one hint more for task 3, or for the task
                                             at hand; without a number, of your
                                             current exercise
            """
    ) { words, workbook in
        let task = words.dropFirst().first.map { Int($0) ?? 0 }
        guard words.count <= 2, task.map({ $0 > 0 }) ?? true else {
            throw UsageError(
                description: "hint takes an exercise and a task: workbook hint 01 3")
        }
        try VerdictForm.refuseOptions(in: words, of: "hint", known: [])
        let chosen = try words.first.map { try workbook.exerciseNumber($0) }
        guard let number = try chosen ?? Status(of: workbook).current() else {
            try Console.print(["Every exercise is right. There is nothing to hint at."])
            return true
        }
        return try Hint(number: number, workbook: workbook)
            .run(task, width: min(Terminal.current.width, 100))
    }

    private static let reset = Command(
        "reset",
        help: """
            swift run workbook reset 01      put the stub back; your file is kept in
                                             Exercises/.kept
            """
    ) { words, workbook in
        guard words.count == 1 else {
            throw UsageError(description: "reset takes one exercise: workbook reset 01")
        }
        return try Reset(number: workbook.exerciseNumber(words[0]), workbook: workbook).run()
    }

    private static let review = Command(
        "review",
        help: """
            swift run workbook review        five questions about lessons whose exercise
                                             you have begun, when it is time again
                                             04          about lesson 04, due or not
                                             --count 10  ten questions at most
                                             --all       every topic, due or not
                                             --list      when each topic comes
                                             --date 2026-12-01  as on that day
            """
    ) { words, workbook in
        try Review(words, in: workbook).run()
    }

    private static let prepare = Command(
        "prepare",
        help: """
            swift run workbook prepare 01    build what the first verdict on exercise 01
                                             needs, so that it comes at once
            """
    ) { words, workbook in
        var words = words
        let isInBackground = words.last == "--background"
        if isInBackground { words.removeLast() }
        try VerdictForm.refuseOptions(in: words, of: "prepare", known: [])
        let word = try Command.oneAtMost(of: words, after: "prepare", in: "workbook")
        let number = try workbook.exerciseNumber(word ?? "01")
        return try Preparation(in: workbook).run(for: number, inBackground: isInBackground)
    }
}
