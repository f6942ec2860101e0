import Foundation
import Judging

/// `maintain new 16 PropertyLists`: writes every file that a lesson and its exercise need, the
/// manifest's line and README's row.
///
/// What it writes builds, passes its tests and keeps the rules. What an author has to think of says
/// that it is to be written, and `maintain verify 16` names it line by line.
struct NewLesson {
    /// `14`.
    let number: String
    /// `PropertyLists`.
    let name: String
    let workbook: WorkbookFolder

    /// - Parameters:
    ///   - number: One or two digits.
    ///   - name: What the lesson is about, as the name of a type.
    /// - Throws: ``UsageError`` where the one or the other is something else.
    init(_ number: String, _ name: String, in workbook: WorkbookFolder) throws {
        self.number = try workbook.newNumber(number)
        guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
            throw UsageError(
                description: "\"\(name)\" cannot name a folder. Write a name like PropertyLists.")
        }
        self.name = name
        self.workbook = workbook
    }

    /// - Returns: Whether the lesson ran, so that its pages are recorded.
    /// - Throws: ``UsageError`` where something of the number is there; nothing is written then.
    func run() throws -> Bool {
        let paths = try write()
        Progress.say((["Wrote:"] + paths.map { "  \($0)" }).joined(separator: "\n"))
        let isRecorded = try Recording(of: workbook).run(only: number)
        Progress.say("swift run maintain verify \(number) names what is left to write.")
        return isRecorded
    }

    var folder: String { "Lessons/\(number)-\(name)" }

    /// Writes everything but the recorded pages.
    ///
    /// - Returns: The paths that were written.
    func write() throws -> [String] {
        let new = LessonFile.allCases.map { ($0.path(number, folder: folder), text(of: $0)) }
        let there =
            [workbook.lessonFolder(number)].compactMap(\.self)
            + new.map(\.0).filter(workbook.exists)
        if let path = there.first {
            throw UsageError(
                description: "\(path) is there already, so nothing has been written.")
        }
        // The manifest comes last: as long as it does not know them, new files disturb nobody.
        let changed = [
            ("README.md", try readme()), ("Package.swift", try manifest()),
        ]
        var written: [URL] = []
        do {
            for (path, text) in new {
                let url = workbook.url(path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                written.append(url)
                try Data(text.utf8).write(to: url, options: .atomic)
            }
            for (path, text) in changed {
                try Data(text.utf8).write(to: workbook.url(path), options: .atomic)
            }
        } catch {
            for url in written { try? FileManager.default.removeItem(at: url) }
            throw error
        }
        return new.map(\.0) + changed.map(\.0)
    }

    private func manifest() throws -> String {
        try inserting(
            LessonFile.line(number, name), in: "Package.swift", after: #/ *Lesson\("(\d\d)", .*/#)
    }

    private func readme() throws -> String {
        let exercise = "[\(LessonFile.toBeWritten)](\(workbook.exercisePath(number)))"
        return try inserting(
            "| \(number) | [\(title)](\(folder)/README.md) | \(exercise) |", in: "README.md",
            after: #/\| (\d\d) \| \[.*/#)
    }

    /// Puts a line into a list that is ordered by number.
    private func inserting(
        _ line: String, in path: String, after form: Regex<(Substring, Substring)>
    ) throws -> String {
        var lines = WrittenChange.lines(of: workbook.text(path) ?? "")
        let others = lines.indices.compactMap { index in
            lines[index].wholeMatch(of: form).map { (index: index, number: String($0.1)) }
        }
        if others.contains(where: { $0.number == number }) {
            throw UsageError(
                description: "\(path) has \(number) already, so nothing has been written.")
        }
        guard let first = others.first else {
            throw UsageError(
                description:
                    "\(path) has no list of lessons to add to, so nothing has been written."
            )
        }
        let before = others.last { $0.number < number }
        lines.insert(line, at: before.map { $0.index + 1 } ?? first.index)
        return lines.joined(separator: "\n")
    }

    /// The name in words: `Property lists`.
    var title: String {
        // An abbreviation, which keeps its capitals: `URLs`, `JSON`. A word. A number.
        let words = name.matches(
            of: /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z][a-z]*|[0-9]+/
        ).map { String($0.0) }
        return words.enumerated().map { index, word in
            index == 0 || word.count(where: \.isUppercase) > 1 ? word : word.lowercased()
        }.joined(separator: " ")
    }

    func text(of file: LessonFile) -> String {
        switch file {
        case .lesson: lesson
        case .pages: ""
        case .guide: guide
        case .exercise, .keptStub: exercise
        case .solution: solution
        case .hints: hints
        case .checks: checks
        case .knownAnswers: KnownAnswers.emptyPage(number, title: LessonFile.toBeWritten)
        case .otherWays: KnownAnswers.emptyPageOfWays(number, title: LessonFile.toBeWritten)
        case .lessonTests: lessonTests
        }
    }
}
