import Judging
import Walkthrough

/// The form of a verdict: for people, or with `--format xcode` for the programs that read a compiler's
/// messages.
enum VerdictForm {
    case prose, compilers

    /// Reads the option `--format`.
    ///
    /// - Throws: ``UsageError`` for the name of another form.
    init(_ arguments: Arguments) throws {
        let read = { (name: String) in name == "xcode" ? Self.compilers : nil }
        self = try arguments.value(of: "--format", "the word xcode", read) ?? .prose
    }

    /// Keeps which messages a report on a judgment shows, because the hints go on from there.
    static func keep(
        _ judgment: Judgment, of number: String, _ answers: AnswersFolder,
        in workbook: WorkbookFolder
    ) {
        guard answers == .learners else { return }
        let memory = ExerciseMemory(number: number, workbook: workbook)
        judgment.verdict?.findings.forEach(memory.keep)
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
        }
    }
}
