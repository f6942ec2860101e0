import Foundation
import Walkthrough

/// The `workbook` tool: where you are, what the checks say, whether the project is complete.
@main
struct Workbook {
    static func main() {
        Console.prepare()
        let code = run(Array(CommandLine.arguments.dropFirst()))
        // What was printed may still wait in a buffer.
        exit(fflush(nil) == 0 ? code : cannotWrite)
    }

    /// Runs one command and says on standard error what is in its way.
    ///
    /// - Returns: The exit code, as `sysexits.h` names them: 64 for what was typed.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            return try Command(arguments).run() ? EXIT_SUCCESS : EXIT_FAILURE
        } catch let error as UsageError {
            Console.complain("workbook: \(error.description)")
            return ExitCode.usage
        } catch let error as Console.CannotWrite {
            if !error.isClosed { Console.complain("workbook: \(error)") }
            return cannotWrite
        } catch {
            Console.complain("workbook: \(error)")
            return EXIT_FAILURE
        }
    }

    private static let cannotWrite: Int32 = 74
}

typealias UsageError = Walkthrough.UsageError

/// One run of the tool.
enum Command: Equatable {
    case status
    /// The exercises as they were typed; none for the current one.
    case check([String])
    case checkAll
    case watch(String?)
    case hint(String, task: Int?)
    case reset(String)
    case judgeClass(ClassArguments)
    case verify(String?, showsMessages: Bool)
    case record(String?)
    case refuse(RefuseArguments)
    case new(number: String, name: String)
    case site(SiteArguments)
    /// The page of one command, or of all.
    case help(String?)

    /// How each command is typed, and what it does.
    private static let pages: [(name: String, page: String)] = [
        (
            "check",
            """
            swift run workbook check 01      judge exercise 01; without a number, your current one
                                             07, 7, Exercise07 and a path are the same; several at
                                             once, and --all for each exercise
            """
        ),
        (
            "watch",
            """
            swift run workbook watch 01      judge exercise 01 each time you save it, on one screen;
                                             without a number, your current one
            """
        ),
        (
            "hint",
            """
            swift run workbook hint 01 [3]   one hint more for task 3, or for the task at hand
            """
        ),
        (
            "reset",
            """
            swift run workbook reset 01      put the stub back; your file is kept in Exercises/.kept
            """
        ),
        (
            "class",
            """
            swift run workbook class FOLDER [07 …] [--csv FILE] [--trust]
                                             a table of what a class handed in, a folder for each pupil
            """
        ),
        (
            "site",
            """
            swift run workbook site [FOLDER] [--teacher] [--answers]
                                             write the lessons as pages for a browser and for paper
            """
        ),
        (
            "verify",
            """
            swift run workbook verify [01]   do stubs, solutions, wrong answers, hints and demos agree?
              verify 01 --messages           … with every message that no wrong answer meets
            """
        ),
        (
            "record",
            "swift run workbook record [01]   record the pages of lessons anew in their README.md"
        ),
        (
            "refuse",
            """
            swift run workbook refuse 01 "Heading" [--file PATH] [--because "…"]
                                             add a wrong answer to what goes wrong in exercise 01
            """
        ),
        (
            "new",
            """
            swift run workbook new 14 PropertyLists
                                             write every file that a new lesson needs
            """
        ),
    ]

    private static let helpWords: Set = ["help", "--help", "-h"]

    init(_ arguments: [String]) throws {
        guard let name = arguments.first else {
            self = .status
            return
        }
        let rest = Array(arguments.dropFirst())
        if Self.helpWords.contains(name) {
            self = .help(Self.pages.map(\.name).first(where: rest.contains))
            return
        }
        guard Self.pages.contains(where: { $0.name == name }) else {
            throw UsageError(description: Self.unknown(name))
        }
        if rest.contains(where: Self.helpWords.contains) {
            self = .help(name)
            return
        }
        if name == "class" {
            self = .judgeClass(try ClassArguments(rest))
            return
        }
        if name == "refuse" {
            self = .refuse(try RefuseArguments(rest[...]))
            return
        }
        if name == "site" {
            self = .site(try SiteArguments(rest))
            return
        }
        if name == "new" {
            guard rest.count == 2 else {
                throw UsageError(
                    description: "new takes a number and a name: workbook new 14 PropertyLists")
            }
            self = .new(number: rest[0], name: rest[1])
            return
        }
        if name == "verify" {
            let numbers = rest.filter { $0 != "--messages" }
            guard numbers.count <= 1 else {
                throw UsageError(description: "verify takes one number at most: workbook verify 01")
            }
            self = .verify(numbers.first, showsMessages: numbers.count < rest.count)
            return
        }
        if name == "check" {
            self = try Self.choice(rest)
            return
        }
        if name == "hint" {
            self = try Self.hint(rest)
            return
        }
        if name == "reset" {
            guard rest.count == 1 else {
                throw UsageError(description: "reset takes one exercise: workbook reset 01")
            }
            self = .reset(rest[0])
            return
        }
        guard rest.count <= 1 else {
            throw UsageError(description: "\(name) takes one number at most: workbook \(name) 01")
        }
        switch name {
        case "watch": self = .watch(rest.first)
        default: self = .record(rest.first)
        }
    }

    private static func choice(_ words: [String]) throws -> Command {
        if words == ["--all"] { return .checkAll }
        if let option = words.first(where: { $0.hasPrefix("-") }) {
            throw UsageError(
                description: option == "--all"
                    ? "check takes numbers or --all, not both."
                    : "check does not take \(option). swift run workbook help check shows what it takes."
            )
        }
        return .check(words)
    }

    private static func hint(_ words: [String]) throws -> Command {
        let task = words.dropFirst().first.map { Int($0) ?? 0 }
        guard let number = words.first, words.count <= 2, task.map({ $0 > 0 }) ?? true else {
            throw UsageError(
                description: "hint takes an exercise and a task: workbook hint 01 3")
        }
        return .hint(number, task: task)
    }

    /// Names the command that differs in the fewest letters, if it is near.
    private static func unknown(_ name: String) -> String {
        let near = pages.map { (name: $0.name, far: $0.name.difference(from: name).count) }
            .min { $0.far < $1.far }
        let guess = near.flatMap { $0.far <= 3 ? $0.name : nil }
        return "There is no command \(name). "
            + (guess.map { "Is it \($0)? swift run workbook help lists all." }
                ?? "swift run workbook help lists what there is.")
    }

    static func manual(of name: String?) -> [String] {
        if let page = pages.first(where: { $0.name == name })?.page { return [page] }
        return [
            "swift run workbook               where you are: every exercise, and what is next"
        ] + pages[..<4].map(\.page) + ["", "For teachers:"] + pages[4...5].map(\.page)
            + ["", "For maintainers:"] + pages[6...].map(\.page)
    }

    /// Runs the command.
    ///
    /// - Returns: Whether everything it looked at is as it should be.
    func run() throws -> Bool {
        if case .help(let name) = self {
            try Console.print(Self.manual(of: name))
            return true
        }
        return try run(in: WorkbookFolder.find())
    }

    /// - Parameter workbook: The package.
    func run(in workbook: WorkbookFolder) throws -> Bool {
        Interruption.leavesNothingBehind()
        switch self {
        case .help(let name):
            try Console.print(Self.manual(of: name))
            return true
        case .status:
            return try Status(of: workbook, answers: .named(in: workbook)).run()
        case .check([]):
            let answers = try AnswersFolder.named(in: workbook)
            let judged = try Status(of: workbook, answers: answers).checkCurrent()
            try Console.print(judged.lines)
            return judged.isRight
        case .check(let words):
            let answers = try AnswersFolder.named(in: workbook)
            let numbers = try words.map { try workbook.exerciseNumber($0, of: answers) }
            return try Status(of: workbook, answers: answers).check(numbers)
        case .checkAll:
            let answers = try AnswersFolder.named(in: workbook)
            return try Status(of: workbook, answers: answers).check(workbook.exercises)
        case .watch(let text):
            let answers = try AnswersFolder.named(in: workbook)
            let number = try text.map { try workbook.exerciseNumber($0, of: answers) }
            guard let number = try number ?? Status(of: workbook, answers: answers).current() else {
                try Console.print(["Every exercise is right. Well done."])
                return true
            }
            return try Watch(number, of: answers, in: workbook).run()
        case .hint(let text, let task):
            let number = try workbook.exerciseNumber(text)
            return try Hint(number: number, workbook: workbook)
                .run(task, width: min(Terminal.current.width, 100))
        case .reset(let text):
            return try Reset(number: workbook.exerciseNumber(text), workbook: workbook).run()
        case .judgeClass(let arguments):
            return try ClassJudging(arguments, in: workbook).run()
        case .verify(let text, let showsMessages):
            var verification = Verification(of: workbook)
            verification.showsMessages = showsMessages
            return try verification.run(only: text.map(workbook.newNumber))
        case .refuse(let arguments):
            return try arguments.addition(in: workbook).run()
        case .new(let number, let name):
            return try NewLesson(number, name, in: workbook).run()
        case .site(let arguments):
            return try Site(workbook: workbook, arguments: arguments).run()
        case .record(let text):
            return try Recording(of: workbook).run(only: text.map(workbook.lessonNumber))
        }
    }
}
