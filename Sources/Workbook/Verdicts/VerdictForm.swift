import Judging
import Walkthrough

/// The form of a verdict: for people, or with `--format` for a program.
enum VerdictForm: String {
    /// `prose` is for people, `xcode` for the programs that read a compiler's messages, and `github` and
    /// `junit` for code hosts.
    case prose, xcode, github, junit

    /// Reads the option `--format`.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, of a command that has the option.
    ///   - forms: The forms that the command has besides prose.
    /// - Throws: ``UsageError`` for another name.
    init(_ arguments: Arguments, among forms: [VerdictForm] = [.xcode]) throws {
        let names = forms.map(\.rawValue).joined(separator: ", ")
        let form = try arguments.value(of: "--format", "a form (\(names))") { name in
            forms.first { $0.rawValue == name }
        }
        self = form ?? .prose
    }

    /// Returns the lines of the reports on some exercises in this form.
    func lines(
        for rows: [(number: String, judgment: Judgment)], _ answers: AnswersFolder,
        in workbook: WorkbookFolder
    ) -> [String] {
        switch self {
        case .prose:
            let report = VerdictReport(workbook: workbook, answers: answers)
            let reports = rows.map { report.lines(for: $0.judgment, of: $0.number) }
            return Array(reports.joined(separator: [""]))
        case .xcode:
            let report = CompilerStyleReport(workbook: workbook, answers: answers)
            return rows.flatMap { report.lines(for: $0.judgment, of: $0.number) }
        case .github:
            let report = GitHubReport(workbook: workbook, answers: answers)
            return rows.flatMap { report.lines(for: $0.judgment, of: $0.number) }
        case .junit:
            return JUnitReport(workbook: workbook, answers: answers).lines(for: rows)
        }
    }
}
