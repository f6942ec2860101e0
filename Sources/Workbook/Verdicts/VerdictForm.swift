import Judging
import Walkthrough

/// The form of a verdict: for people, or with `--format` for a program.
enum VerdictForm {
    /// `prose` is for people, `compilers` for the programs that read a compiler's messages, and `github`
    /// and `junit` for code hosts.
    case prose, compilers, github, junit

    /// Reads the option `--format`.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, of a command that has the option.
    ///   - forms: The forms that the command has, by their names.
    /// - Throws: ``UsageError`` for another name.
    init(
        _ arguments: Arguments,
        among forms: KeyValuePairs<String, VerdictForm> = ["xcode": .compilers]
    ) throws {
        let names = forms.map(\.key)
        let kind =
            names.count == 1
            ? "the word \(names[0])" : "one of the words \(names.joined(separator: ", "))"
        self =
            try arguments.value(of: "--format", kind) { name in
                forms.first { $0.key == name }?.value
            } ?? .prose
    }

    /// Returns the lines of a report on a judgment in this form.
    func lines(
        for judgment: Judgment, of number: String, _ answers: AnswersFolder,
        in workbook: WorkbookFolder
    ) -> [String] {
        switch self {
        case .prose:
            VerdictReport(in: workbook, answers: answers).lines(for: judgment, of: number)
        case .compilers:
            CompilerStyleReport(workbook: workbook, answers: answers)
                .lines(for: judgment, of: number)
        case .github:
            GitHubReport(workbook: workbook, answers: answers).lines(for: judgment, of: number)
        case .junit:
            JUnitReport(workbook: workbook, answers: answers).lines(for: [(number, judgment)])
        }
    }
}
