import Foundation
import Judging

/// What is typed behind `maintain refuse` and `maintain accept`.
struct RefuseArguments: Equatable {
    let number: String
    let heading: String
    private(set) var file: String?
    private(set) var broken: String?
    private(set) var reason: String?

    init(_ arguments: some Sequence<String>) throws {
        let form =
            "maintain refuse 07 \"The berths are lost\" [--file PATH] [--breaks \"…\"] "
            + "[--because \"…\"]"
        var words: [String] = []
        var rest = Array(arguments)[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                words.append(word)
                continue
            }
            guard let value = rest.popFirst() else {
                throw UsageError(description: "\(word) needs a word behind it: \(form)")
            }
            switch word {
            case "--file": file = value
            case "--breaks": broken = value
            case "--because": reason = value
            default: throw UsageError(description: "There is no option \(word): \(form)")
            }
        }
        guard words.count == 2 else {
            throw UsageError(description: "refuse takes a number and a heading: \(form)")
        }
        (number, heading) = (words[0], words[1])
    }

    /// - Parameter isRight: Whether the answer is right.
    func addition(ofRight isRight: Bool, in workbook: WorkbookFolder) throws -> KnownAnswerAddition {
        KnownAnswerAddition(
            number: try workbook.exerciseNumber(number), heading: heading, isRight: isRight,
            file: file, broken: broken, reason: reason, workbook: workbook)
    }
}
