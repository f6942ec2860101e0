import Judging

/// Which line of the learner's file a judgment is about.
struct LearnersLine {
    let answers: AnswersFolder
    let workbook: WorkbookFolder

    init(of answers: AnswersFolder, in workbook: WorkbookFolder) {
        self.answers = answers
        self.workbook = workbook
    }

    /// The line to look at first: that of the compiler's first error or of the crash, else that of the
    /// task at hand.
    func line(of judgment: Judgment, in number: String) -> Int? {
        switch judgment {
        case .missing, .notJudged: return nil
        case .notCompiled(let failure):
            return failure.diagnostics(in: answers.answerPath(number)).first?.line
        case .judged(let verdict, _):
            return verdict.finding.map { line(of: $0, in: number) }
                ?? verdict.taskAtHand.flatMap { line(ofTask: $0, in: number) }
        }
    }

    /// The line of the learner's file that a finding names, else that of its task.
    func line(of finding: Finding, in number: String) -> Int? {
        let prefix = answers.answerPath(number) + ":"
        if let place = finding.place, place.hasPrefix(prefix) {
            return Int(place.dropFirst(prefix.count).prefix(while: \.isNumber))
        }
        return finding.task.flatMap { line(ofTask: $0.number, in: number) }
    }

    /// The line where a task begins: its hole, or the comment that says what is wanted.
    private func line(ofTask task: Int, in number: String) -> Int? {
        let lines = WrittenChange.lines(of: workbook.text(answers.answerPath(number)) ?? "")
        let marks = ["TODO(\"Task \(task):", "/// Task \(task).", "/// Task \(task),"]
        return marks.lazy.compactMap { mark in
            lines.firstIndex { $0.contains(mark) }.map { $0 + 1 }
        }.first
    }
}
