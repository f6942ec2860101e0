import Foundation
import Judging
import Walkthrough

/// The words that are typed behind `maintain refuse` and `maintain accept`.
struct RefuseArguments: Equatable {
    let number: String
    let heading: String
    let file: String?
    let broken: String?
    let reason: String?

    /// Returns the declaration of one of the two.
    static func usage(_ command: String, help: String) -> Usage {
        Usage(
            "maintain \(command)", "01 \"Heading\"", help: help,
            options: [
                "--file PATH": "the answer, where it is not the exercise's own",
                "--breaks \"…\"": """
                of a wrong answer: the sentence of the stub
                that it does not keep
                """,
                "--because \"…\"": "why somebody writes it",
            ])
    }

    init(_ arguments: Arguments) {
        (number, heading) = (arguments.words[0], arguments.words[1])
        file = arguments["--file"]
        broken = arguments["--breaks"]
        reason = arguments["--because"]
    }

    /// Returns what adds the answer to those that are known.
    func addition(ofRight isRight: Bool, in workbook: WorkbookFolder) throws -> KnownAnswerAddition
    {
        KnownAnswerAddition(
            number: try workbook.exerciseNumber(number), heading: heading, isRight: isRight,
            file: file, broken: broken, reason: reason, workbook: workbook)
    }
}
