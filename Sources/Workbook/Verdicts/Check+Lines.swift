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
            verdict.finding.map(line(of:)) ?? verdict.taskAtHand.flatMap { line(ofTask: $0) }
        }
    }

    /// Returns the line that a finding names, or else the first one of its task.
    func line(of finding: Finding) -> Int? { lines(of: finding).first }

    /// Returns the line that a finding names. Without one, it is that of each half of its task, because
    /// nobody knows to which of the two the finding belongs.
    func lines(of finding: Finding) -> [Int] {
        if let place = finding.place, place.hasPrefix(path + ":") {
            let line = Int(place.dropFirst(path.count + 1).prefix(while: \.isNumber))
            return [line].compactMap(\.self)
        }
        // A hole in a task that is refused belongs to its other half.
        return finding.task.map { lines(ofTask: $0.number) } ?? []
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
    /// the task.
    func line(ofTask task: Int) -> Int? {
        let hole = lines.firstIndex { $0.contains("TODO(\"Task \(task):") }
        return hole.map { $0 + 1 } ?? lines(ofTask: task).first
    }

    /// Returns the first line below each comment that describes a task or one of its halves.
    private func lines(ofTask task: Int) -> [Int] {
        let lines = lines
        let words = ["/// Task \(task).", "/// Task \(task),"]
        let comments = lines.indices.filter { index in words.contains { lines[index].contains($0) }
        }
        return comments.map { comment in
            let declaration = lines[comment...].firstIndex { line in
                !line.drop { $0 == " " }.starts(with: "///")
            }
            return (declaration ?? comment) + 1
        }
    }

    private var lines: [String] { WrittenChange.lines(of: workbook.text(path) ?? "") }
}
