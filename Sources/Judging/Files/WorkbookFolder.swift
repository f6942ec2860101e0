import Foundation
import Walkthrough

/// The package's folder, with the numbers of its lessons and exercises and the paths of their
/// files.
package struct WorkbookFolder: Sendable {
    /// The location of the folder.
    package let root: URL

    /// Creates a folder at a location.
    package init(root: URL) {
        self.root = root
    }

    /// Finds the package. It is the current folder or a folder above it, else the folder in which
    /// the tool was built.
    ///
    /// - Throws: ``UsageError`` if there is no package.
    package static func find() throws -> WorkbookFolder {
        let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let built = URL(fileURLWithPath: #filePath)
        for start in [here, built] {
            var folder = start.standardizedFileURL
            while folder.pathComponents.count > 1 {
                let workbook = WorkbookFolder(root: folder)
                if ["Package.swift", "Exercises", "Solutions"].allSatisfy(workbook.exists) {
                    return workbook
                }
                folder.deleteLastPathComponent()
            }
        }
        throw UsageError(description: "There is no workbook here. Run the command in its folder.")
    }

    /// Returns the location of a path in the folder.
    package func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    /// Returns a Boolean value that indicates whether there is a file or folder at a path.
    package func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: url(path).path)
    }

    /// Returns the text of a file, or `nil` if it cannot be read.
    ///
    /// - Parameter path: The path of the file, from the package's folder.
    package func text(_ path: String) -> String? {
        try? String(contentsOf: url(path), encoding: .utf8)
    }

    /// Returns the paths and the contents of some files, in one piece.
    ///
    /// - Throws: An error if a file cannot be read.
    package func contents(of files: [String]) throws -> Data {
        try files.reduce(into: Data()) { all, file in
            let data = try Data(contentsOf: url(file))
            all += Data("\n\(file) \(data.count)\n".utf8) + data
        }
    }

    /// Writes a file, and makes its folder if there is none.
    ///
    /// - Throws: An error if the file cannot be written.
    package func write(_ contents: Data, to path: String) throws {
        try FileManager.default.createDirectory(
            at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: url(path), options: .atomic)
    }

    /// Returns the names of a folder's contents, sorted. The result is empty if there is no such
    /// folder.
    package func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url(folder).path)) ?? []).sorted()
    }

    /// Returns the paths of the files in a folder and in the folders below it, sorted. If the path
    /// names a file, the result is that path alone. Hidden files are left out, because editors and
    /// some disks put them beside the others.
    ///
    /// - Parameter path: A path from the package's folder, like the paths in the result.
    package func files(in path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url(path).path, isDirectory: &isFolder) else {
            return []
        }
        guard isFolder.boolValue else { return [path] }
        return names(in: path).filter { !$0.hasPrefix(".") }
            .flatMap { files(in: "\(path)/\($0)") }
    }

    /// Returns the part of a path below the package's folder, or the whole path if it is elsewhere.
    package func relative(_ path: String) -> String {
        let prefix = root.path + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }

    // MARK: - Numbers

    /// The numbers of the exercises. They come from the folder of the solutions, because only
    /// maintainers change that folder.
    package var exercises: [String] {
        names(in: "Solutions").compactMap { name in
            name.wholeMatch(of: #/Exercise(\d\d)\.swift/#).map { String($0.1) }
        }
    }

    /// The numbers of the lessons that have a folder.
    package var lessons: [String] {
        names(in: "Lessons").compactMap { name in
            name.prefixMatch(of: #/(\d\d)-/#).map { String($0.1) }
        }
    }

    /// Returns the number of the exercise to which a text belongs, as its first comment says. The result
    /// is nil if none of its first 20 lines does.
    package static func exerciseNumber(namedIn text: String) -> String? {
        text.split(whereSeparator: \.isNewline).prefix(20).lazy
            .compactMap { $0.firstMatch(of: #/^// Exercise ([0-9]{2}) · /#) }
            .map { String($0.1) }.first
    }

    /// Returns the number of an exercise that a user named.
    ///
    /// - Parameters:
    ///   - name: `07`, `7`, `Exercise07`, or the path of the exercise's file, from the current
    ///     folder or from the package's.
    ///   - answers: The folder in which the file has to be, if a path is given.
    ///   - current: The folder in which the user typed the name.
    /// - Throws: ``UsageError`` if there is no such exercise.
    package func exerciseNumber(
        _ name: String, of answers: AnswersFolder = .learners,
        in current: String = FileManager.default.currentDirectoryPath
    ) throws -> String {
        guard let match = name.wholeMatch(of: #/(.*/)?(?i:exercise)([0-9]{1,2})(?:\.swift)?/#)
        else {
            if let lesson = name.wholeMatch(of: #/(?i:lesson)-?(\d\d?)/#) {
                let number = try number(String(lesson.1), among: lessons, of: "lesson")
                throw UsageError(
                    description: "\(name) is a lesson: swift run lesson-\(number). "
                        + "Its exercise is \(number).")
            }
            if name.contains("/") || name.contains(".") {
                let example =
                    name.matches(of: /[0-9]{2}/).map { String($0.0) }
                    .first(where: exercises.contains) ?? exercises.first ?? "01"
                throw UsageError(
                    description: "\(name) is not an exercise. Open or name a file of "
                        + "\(answers.path), such as \(answers.answerPath(example)).")
            }
            return try number(name, among: exercises, of: "exercise")
        }
        if match.1 != nil {
            let answersPath = url(answers.path).resolvingSymlinksInPath().path
            let isAnswer = [URL(fileURLWithPath: current), root].contains { folder in
                let file =
                    name.hasPrefix("/")
                    ? URL(fileURLWithPath: name) : folder.appendingPathComponent(name)
                let place = file.standardizedFileURL.deletingLastPathComponent()
                return place.resolvingSymlinksInPath().path == answersPath
            }
            guard isAnswer else {
                throw UsageError(
                    description: "\(name) is not a file of \(answers.path). "
                        + "Write \(match.2), or \(answers.path)/Exercise\(match.2).swift.")
            }
        }
        return try number(String(match.2), among: exercises, of: "exercise")
    }

    /// Returns the number of a lesson that a user named: `07` or `7`.
    ///
    /// - Throws: ``UsageError`` if there is no such lesson.
    package func lessonNumber(_ name: String) throws -> String {
        try number(name, among: lessons, of: "lesson")
    }

    /// Returns a number with two digits for a lesson, which need not have a file yet.
    ///
    /// - Throws: ``UsageError`` if the text is not a number from 1 to 99.
    package func newNumber(_ name: String) throws -> String {
        let padded = name.count == 1 ? "0" + name : name
        guard padded.wholeMatch(of: /[0-9]{2}/) != nil, padded != "00" else {
            throw UsageError(description: "\(name) cannot be a lesson. Numbers go from 01 to 99.")
        }
        return padded
    }

    private func number(_ name: String, among numbers: [String], of kind: String) throws -> String {
        let padded = name.count == 1 ? "0" + name : name
        guard numbers.contains(padded) else {
            let range = [numbers.first, numbers.last].compactMap(\.self).joined(separator: " to ")
            let all = range.isEmpty ? "none" : range
            throw UsageError(description: "There is no \(kind) \(name). There are: \(all).")
        }
        return padded
    }

    // MARK: - Places

    /// Returns the path of one of a lesson's files, from the package's folder.
    package func path(_ file: LessonFile, _ number: String) -> String {
        file.path(number, folder: lessonFolder(number) ?? "")
    }

    package func exercisePath(_ number: String) -> String { path(.exercise, number) }
    package func solutionPath(_ number: String) -> String { path(.solution, number) }
    /// Returns the path of the copy of the stub that no learner changes.
    package func stubPath(_ number: String) -> String { path(.keptStub, number) }
    package func hintsPath(_ number: String) -> String { path(.hints, number) }
    package func checksPath(_ number: String) -> String { path(.checks, number) }
    package func knownAnswersPath(_ number: String) -> String { path(.knownAnswers, number) }

    /// Returns the path of a lesson's folder, `Lessons/04-FloatsDataURLs`, or `nil` if there is
    /// none.
    package func lessonFolder(_ number: String) -> String? {
        names(in: "Lessons").first { $0.hasPrefix(number + "-") }.map { "Lessons/" + $0 }
    }

    /// Returns the source of a lesson. It is empty if there is no such lesson.
    package func lesson(_ number: String) -> LessonSource {
        LessonSource(text(path(.lesson, number)) ?? "", package: root)
    }

    /// Returns the title of an exercise, from its first comment: `Exercise 07 · Rolling stock`.
    package func exerciseTitle(_ number: String) -> String {
        let source = text(exercisePath(number)) ?? text(solutionPath(number)) ?? ""
        return Self.exerciseTitle(in: source, number) ?? "Exercise \(number)"
    }

    /// Returns the title of an exercise in the text of one of its files, or `nil` if the text has
    /// none.
    package static func exerciseTitle(in text: String, _ number: String) -> String? {
        let heading = "Exercise \(number) · "
        guard let range = text.range(of: heading) else { return nil }
        // In a test's title, the exercise's title ends with a quote. Elsewhere it ends with the
        // line, and the line may end with "\r\n".
        let line = text[range.upperBound...].prefix { !$0.isNewline && $0 != "\"" }
        // The first line of a solution is longer: "…, solved. The hints: Exercise07.md".
        let title = line.firstRange(of: ", solved").map { line[..<$0.lowerBound] } ?? line
        return heading + title.trimmingCharacters(in: .whitespaces)
    }
}
