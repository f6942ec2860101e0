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

    /// The column where the text of a line begins, from 1: there is the word that an editor marks.
    func column(ofLine line: Int, in number: String) -> Int {
        let lines = lines(of: number)
        guard lines.indices.contains(line - 1) else { return 1 }
        return lines[line - 1].prefix { $0 == " " }.count + 1
    }

    /// The task in whose part of the file a line is, as the comments there say.
    ///
    /// - Returns: Nil for the end of the file too: what is missing there may be missing anywhere.
    func task(atLine line: Int, in number: String) -> Int? {
        let lines = lines(of: number)
        guard lines.dropFirst(line).contains(where: { !$0.isEmpty }) else { return nil }
        return lines.prefix(line).reversed().lazy
            .compactMap { $0.firstMatch(of: #/// (?:MARK: - )?Task ([0-9]+)\b/#) }
            .first.flatMap { Int($0.1) }
    }

    /// The line where a task begins: its hole, or what stands below the comment that says what is
    /// wanted.
    func line(ofTask task: Int, in number: String) -> Int? {
        let lines = lines(of: number)
        if let hole = lines.firstIndex(where: { $0.contains("TODO(\"Task \(task):") }) {
            return hole + 1
        }
        let marks = ["/// Task \(task).", "/// Task \(task),"]
        guard
            let comment = marks.lazy.compactMap({ mark in
                lines.firstIndex { $0.contains(mark) }
            }).first
        else { return nil }
        let isComment = { (line: Substring) in
            line.drop { $0 == " " }.starts(with: "///")
        }
        let declaration = lines[comment...].firstIndex { !isComment(Substring($0)) }
        return (declaration ?? comment) + 1
    }

    private func lines(of number: String) -> [String] {
        WrittenChange.lines(of: workbook.text(answers.answerPath(number)) ?? "").map { String($0) }
    }
}
