import Foundation
import Judging
import Walkthrough

/// What is typed after `classroom judge`.
struct ClassArguments: Equatable {
    let folder: String
    /// The exercises, or none for all that were handed in.
    let numbers: [String]
    /// Where a spreadsheet is to be written.
    let spreadsheet: String?
    /// Whether the files may run without a sandbox.
    let isTrusted: Bool

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var words: [String] = []
        var spreadsheet: String?
        var isTrusted = false
        while let argument = rest.popFirst() {
            switch argument {
            case "--trust":
                isTrusted = true
            case "--csv":
                guard let file = rest.popFirst(), !file.isEmpty else {
                    throw UsageError(description: "--csv takes a file: --csv class.csv")
                }
                spreadsheet = file
            case _ where argument.hasPrefix("-"):
                let meant = SimilarWord.of(argument, among: ["--csv", "--trust"])
                throw UsageError(
                    description: "judge has no option \(argument). "
                        + (meant.map { "Do you mean \($0)?" }
                            ?? "There are: --csv FILE, --trust."))
            default:
                words.append(argument)
            }
        }
        guard let folder = words.first, !folder.isEmpty else {
            throw UsageError(
                description: "judge takes the folder of a class, and exercises if you want: "
                    + "classroom judge Pupils 07")
        }
        self.folder = folder
        numbers = Array(words.dropFirst())
        self.spreadsheet = spreadsheet
        self.isTrusted = isTrusted
    }
}
