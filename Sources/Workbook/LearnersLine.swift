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
            if let line = verdict.finding.flatMap({ crash(in: $0, of: number) }) { return line }
            return verdict.taskAtHand.flatMap { line(ofTask: $0, in: number) }
        }
    }

    /// The line of the learner's file that a finding names.
    private func crash(in finding: Finding, of number: String) -> Int? {
        let prefix = answers.answerPath(number) + ":"
        guard let place = finding.place, place.hasPrefix(prefix) else { return nil }
        return Int(place.dropFirst(prefix.count).prefix(while: \.isNumber))
    }

    /// The line where a task begins: its hole, or the comment that says what is wanted.
    func line(ofTask task: Int, in number: String) -> Int? {
        let lines = WrittenChange.lines(of: workbook.text(answers.answerPath(number)) ?? "")
        let marks = ["TODO(\"Task \(task):", "/// Task \(task).", "/// Task \(task),"]
        return marks.lazy.compactMap { mark in
            lines.firstIndex { $0.contains(mark) }.map { $0 + 1 }
        }.first
    }
}
