import Foundation
import Judging

/// The work of `maintain new 17 PropertyLists`: it writes every file that a lesson and its exercise
/// need, the manifest's line and README's row.
///
/// The new files build, pass their tests and keep the rules. The parts that the author has to write
/// are marked as "To be written", and `maintain verify 17` names each of these lines.
struct NewLesson {
    /// The number of the lesson: `14`.
    let number: String
    /// The name of the lesson: `PropertyLists`.
    let name: String
    let workbook: WorkbookFolder

    /// Creates the lesson's description.
    ///
    /// - Parameters:
    ///   - number: The number, with one or two digits.
    ///   - name: The topic of the lesson, in the form of a type's name.
    ///   - workbook: The package's folder.
    /// - Throws: ``UsageError`` if the number or the name has another form.
    init(_ number: String, _ name: String, in workbook: WorkbookFolder) throws {
        self.number = try workbook.newNumber(number)
        guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
            throw UsageError(
                description: "\"\(name)\" cannot name a folder. Write a name like PropertyLists.")
        }
        self.name = name
        self.workbook = workbook
    }

    /// Writes the files and records the pages.
    ///
    /// - Returns: True if the lesson ran and its pages are recorded.
    /// - Throws: ``UsageError`` if a file of this number exists. Then nothing has been written.
    func run() async throws -> Bool {
        let paths = try write()
        Progress.say((["Wrote:"] + paths.map { "  \($0)" }).joined(separator: "\n"))
        let isRecorded = try await Recording(of: workbook).run(only: number)
        Progress.say("swift run maintain verify \(number) names what is left to write.")
        return isRecorded
    }

    var folder: String { "Lessons/\(number)-\(name)" }

    /// Writes all files except the recorded pages.
    ///
    /// - Returns: The paths of the files.
    /// - Throws: ``UsageError`` if a file of this number exists, or the error of a file that cannot
    ///   be written. Then nothing has been written.
    func write() throws -> [String] {
        let new = LessonFile.allCases.map { ($0.path(number, folder: folder), contents(of: $0)) }
        let existing =
            [workbook.lessonFolder(number)].compactMap(\.self)
            + new.map(\.0).filter(workbook.exists)
        if let path = existing.first {
            throw UsageError(
                description: "\(path) is there already, so nothing has been written.")
        }
        // The manifest is written last. Until then, the new files do not affect any build.
        let changed = [
            ("README.md", try readme()), ("Package.swift", try manifest()),
        ]
        do {
            for (path, contents) in new + changed {
                try workbook.write(Data(contents.utf8), to: path)
            }
        } catch {
            for (path, _) in new { try? FileManager.default.removeItem(at: workbook.url(path)) }
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

    /// Returns the contents of a file with a line added to a list that is ordered by number.
    private func inserting(
        _ line: String, in path: String, after form: Regex<(Substring, Substring)>
    ) throws -> String {
        var lines = WrittenChange.lines(of: workbook.text(path) ?? "")
        let entries = lines.indices.compactMap { index in
            lines[index].wholeMatch(of: form).map { (index: index, number: String($0.1)) }
        }
        if entries.contains(where: { $0.number == number }) {
            throw UsageError(
                description: "\(path) has \(number) already, so nothing has been written.")
        }
        guard let first = entries.first else {
            throw UsageError(
                description:
                    "\(path) has no list of lessons to add to, so nothing has been written."
            )
        }
        let previous = entries.last { $0.number < number }
        lines.insert(line, at: previous.map { $0.index + 1 } ?? first.index)
        return lines.joined(separator: "\n")
    }

    /// The name as a title: `Property lists`.
    var title: String {
        // The pattern matches an abbreviation, which keeps its capitals (`URLs`, `JSON`), a word,
        // or a number.
        let words = name.matches(
            of: /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z][a-z]*|[0-9]+/
        ).map { String($0.0) }
        return words.enumerated().map { index, word in
            index == 0 || word.count(where: \.isUppercase) > 1 ? word : word.lowercased()
        }.joined(separator: " ")
    }

    /// Returns the contents of a new file.
    func contents(of file: LessonFile) -> String {
        switch file {
        case .lesson: lesson
        case .pages: ""
        case .guide: guide
        case .exercise, .keptStub: exercise
        case .solution: solution
        case .hints: hints
        case .checks: checks
        case .knownAnswers: KnownAnswers.emptyPage(number, title: LessonFile.toBeWritten)
        case .otherWays: otherWays
        case .lessonTests: lessonTests
        }
    }
}
