import Foundation
import Walkthrough

/// The `workbook` tool: where you are, what the checks say, whether the project is complete.
@main
struct Workbook {
    static func main() {
        do {
            let command = try Command(Array(CommandLine.arguments.dropFirst()))
            exit(try command.run() ? EXIT_SUCCESS : EXIT_FAILURE)
        } catch let error as UsageError {
            Terminal.complain("workbook: \(error.description)")
            exit(64)
        } catch {
            Terminal.complain("workbook: \(error)")
            exit(EXIT_FAILURE)
        }
    }
}

/// What the user typed does not fit. Its description is one line that says what to do.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}

/// One run of the tool.
enum Command {
    case status
    case check(String?)
    case verify(String?)
    case record(String?)
    case refuse(RefuseArguments)
    case help

    private static let numbered: [String: @Sendable (String?) -> Command] = [
        "check": { .check($0) },
        "verify": { .verify($0) },
        "record": { .record($0) },
    ]

    init(_ arguments: [String]) throws {
        guard let name = arguments.first else {
            self = .status
            return
        }
        if ["help", "--help", "-h"].contains(name) {
            self = .help
            return
        }
        if name == "refuse" {
            self = .refuse(try RefuseArguments(arguments.dropFirst()))
            return
        }
        guard let command = Self.numbered[name] else {
            throw UsageError(
                description:
                    "There is no command \(name). swift run workbook help lists what there is."
            )
        }
        guard arguments.count <= 2 else {
            throw UsageError(description: "\(name) takes one number at most: workbook \(name) 01")
        }
        self = command(arguments.dropFirst().first)
    }

    static let manual = """
        swift run workbook               where you are: every exercise, and what is next
        swift run workbook check 01      judge exercise 01; without a number, your current one

        For maintainers:
        swift run workbook verify [01]   do stubs, solutions, wrong answers and hints agree?
        swift run workbook refuse 01 "Heading" [--file PATH] [--because "…"]
                                         add a wrong answer to what goes wrong in exercise 01
        swift run workbook record [01]   record the pages of lessons anew in their README.md

        """

    /// Runs the command.
    ///
    /// - Returns: Whether everything it looked at is as it should be.
    func run() throws -> Bool {
        if case .help = self {
            print(Command.manual, terminator: "")
            return true
        }
        let workbook = try WorkbookFolder.find()
        ChildProcess.endChildrenOnSignals()
        switch self {
        case .help:
            return true
        case .status:
            return try Status(of: workbook).run()
        case .check(let text):
            guard let number = try text.map(workbook.exerciseNumber) else {
                return try Status(of: workbook).checkCurrent()
            }
            return try Check(number, in: workbook).run()
        case .verify(let text):
            return try Verification(of: workbook).run(only: text.map(workbook.anyNumber))
        case .refuse(let arguments):
            return try arguments.addition(in: workbook).run()
        case .record(let text):
            return try Recording(of: workbook).run(only: text.map(workbook.lessonNumber))
        }
    }
}
