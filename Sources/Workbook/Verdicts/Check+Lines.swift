import Judging

/// The lines of the file to which a judgment or a task belongs.
extension Check {
    /// Returns the line to look at first: that of the compiler's first error or of the crash, or else that
    /// of the task at hand.
    func line(of judgment: Judgment) -> Int? {
        switch judgment {
        case .missing, .notJudged: nil
        case .notCompiled(let failure): failure.diagnostics(in: path).first?.line
        case .judged(let verdict, _):
            verdict.finding.map(line(of:)) ?? verdict.taskAtHand.flatMap(line(ofTask:))
        }
    }

    /// Returns the line that a finding names, or else that of its task.
    func line(of finding: Finding) -> Int? {
        if let place = finding.place, place.hasPrefix(path + ":") {
            return Int(place.dropFirst(path.count + 1).prefix(while: \.isNumber))
        }
        return finding.task.flatMap { line(ofTask: $0.number) }
    }

    /// Returns the place of the first word of a line, which an editor marks. Without a line, it is the
    /// beginning of the file.
    func place(ofLine line: Int?) -> PlacedFinding.Place {
        let line = max(line ?? 1, 1)
        let blanks = lines.dropFirst(line - 1).first?.prefix { $0 == " " }.count ?? 0
        return PlacedFinding.Place(path: path, line: line, column: blanks + 1)
    }

    /// Returns the task to whose part of the file a line belongs, according to the comments above it.
    ///
    /// - Returns: The number of the task. It is nil for the last line of the file too, because the cause of
    ///   an error there, such as a missing bracket, may be anywhere.
    func task(atLine line: Int) -> Int? {
        let lines = lines
        guard lines.dropFirst(line).contains(where: { !$0.isEmpty }) else { return nil }
        return lines.prefix(line).reversed().lazy
            .compactMap { $0.firstMatch(of: #/// (?:MARK: - )?Task ([0-9]+)\b/#) }
            .first.flatMap { Int($0.1) }
    }

    /// Returns the line where a task begins: its hole, or the first line below the comment that describes
    /// the task. For a task of two halves without a hole, it is the heading, because nobody knows to which
    /// of the two a finding belongs.
    func line(ofTask task: Int) -> Int? {
        let lines = lines
        func first(_ words: String) -> Int? { lines.firstIndex { $0.contains(words) } }
        if let hole = first("TODO(\"Task \(task):") { return hole + 1 }
        if first("/// Task \(task), second half.") != nil,
            let heading = lines.firstIndex(where: { $0.hasPrefix("// MARK: - Task \(task)") })
        {
            return heading + 1
        }
        guard let comment = first("/// Task \(task).") ?? first("/// Task \(task),") else {
            return nil
        }
        let declaration = lines[comment...].firstIndex { line in
            !line.drop { $0 == " " }.starts(with: "///")
        }
        return (declaration ?? comment) + 1
    }

    private var lines: [String] { WrittenChange.lines(of: workbook.text(path) ?? "") }
}
