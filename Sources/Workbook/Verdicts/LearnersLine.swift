import Judging

/// The line of the learner's file to which a judgment or a task belongs.
struct LearnersLine {
    let answers: AnswersFolder
    let workbook: WorkbookFolder

    /// Returns the line to look at first: that of the compiler's first error or of the crash, or else that
    /// of the task at hand.
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

    /// Returns the line of the learner's file that a finding names, or else that of its task.
    func line(of finding: Finding, in number: String) -> Int? {
        let prefix = answers.answerPath(number) + ":"
        if let place = finding.place, place.hasPrefix(prefix) {
            return Int(place.dropFirst(prefix.count).prefix(while: \.isNumber))
        }
        // A hole in a task that is refused belongs to its other half.
        return finding.task.flatMap { line(ofTask: $0.number, in: number, isOpen: false) }
    }

    /// Returns the column of the first word of a line, from 1. An editor marks that word.
    func column(ofLine line: Int, in number: String) -> Int {
        let lines = lines(of: number)
        guard lines.indices.contains(line - 1) else { return 1 }
        return lines[line - 1].prefix { $0 == " " }.count + 1
    }

    /// Returns the task to whose part of the file a line belongs, according to the comments above it.
    ///
    /// - Returns: The number of the task. It is nil for the last line of the file too, because the cause of
    ///   an error there, such as a missing bracket, may be anywhere.
    func task(atLine line: Int, in number: String) -> Int? {
        let lines = lines(of: number)
        guard lines.dropFirst(line).contains(where: { !$0.isEmpty }) else { return nil }
        return lines.prefix(line).reversed().lazy
            .compactMap { $0.firstMatch(of: #/// (?:MARK: - )?Task ([0-9]+)\b/#) }
            .first.flatMap { Int($0.1) }
    }

    /// Returns the line where a task begins: its hole, or the first line below the comment that describes
    /// the task. For a task of two halves without a hole, it is the heading, because nobody knows to which
    /// of the two a finding belongs.
    func line(ofTask task: Int, in number: String, isOpen: Bool = true) -> Int? {
        let lines = lines(of: number)
        if isOpen, let hole = lines.firstIndex(where: { $0.contains("TODO(\"Task \(task):") }) {
            return hole + 1
        }
        if lines.contains(where: { $0.contains("/// Task \(task), second half.") }),
            let heading = lines.firstIndex(where: { $0.hasPrefix("// MARK: - Task \(task)") })
        {
            return heading + 1
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
