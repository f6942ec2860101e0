import Foundation

/// The package's folder: which numbers there are, and where their files stand.
package struct WorkbookFolder: Sendable {
    package let root: URL

    package init(root: URL) {
        self.root = root
    }

    /// Finds the package: the current folder or one above it, else where the tool was built.
    ///
    /// - Throws: ``UsageError`` where there is none.
    package static func find() throws -> WorkbookFolder {
        let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let built = URL(fileURLWithPath: #filePath)
        for start in [here, built] {
            var folder = start.standardizedFileURL
            while true {
                let workbook = WorkbookFolder(root: folder)
                if workbook.exists("Package.swift"), workbook.exists("Exercises"),
                    workbook.exists("Solutions")
                {
                    return workbook
                }
                guard folder.pathComponents.count > 1 else { break }
                folder.deleteLastPathComponent()
            }
        }
        throw UsageError(description: "There is no workbook here. Run the command in its folder.")
    }

    package func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    package func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: url(path).path)
    }

    /// The text of a file, or nil where it cannot be read.
    package func text(_ path: String) -> String? {
        try? String(contentsOf: url(path), encoding: .utf8)
    }

    /// The names in a folder, sorted; none where the folder is not there.
    package func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url(folder).path)) ?? []).sorted()
    }

    /// The files in a folder and in those below it, sorted, or the path itself where it is a file. Hidden
    /// files are left out: editors and some disks put them beside others.
    ///
    /// - Parameter path: From the package's folder, as the paths that it returns.
    package func files(in path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url(path).path, isDirectory: &isFolder) else {
            return []
        }
        guard isFolder.boolValue else { return [path] }
        return names(in: path).filter { !$0.hasPrefix(".") }
            .flatMap { files(in: "\(path)/\($0)") }
    }

    /// The part of a path below the package's folder.
    package func relative(_ path: String) -> String {
        let prefix = root.path + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }

    // MARK: - Numbers

    /// The exercises. The solutions tell, as nobody but a maintainer changes their folder.
    package var exercises: [String] {
        names(in: "Solutions").compactMap { Self.number(in: $0, prefix: "Exercise", ".swift") }
    }

    /// The lessons that have a folder.
    package var lessons: [String] {
        names(in: "Lessons").compactMap { name in
            let number = name.prefix { $0.isNumber }
            return number.count == 2 && name.dropFirst(2).first == "-" ? String(number) : nil
        }
    }

    /// Every number that any file of the workbook bears.
    package var numbers: [String] {
        let exerciseFiles = ["Exercises", "Solutions"].flatMap { names(in: $0) }
            .compactMap {
                Self.number(in: $0, prefix: "Exercise", ".swift")
                    ?? Self.number(in: $0, prefix: "Exercise", ".md")
            }
        let checks = names(in: "Tests/ExerciseTests")
            .compactMap { Self.number(in: $0, prefix: "Exercise", "Tests.swift") }
        let known = names(in: "Tests/KnownAnswers")
            .compactMap { Self.number(in: $0, prefix: "Exercise", ".md") }
        return Set(lessons + exerciseFiles + checks + known).sorted()
    }

    private static func number(in name: String, prefix: String, _ suffix: String) -> String? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let number = name.dropFirst(prefix.count).dropLast(suffix.count)
        return number.count == 2 && number.allSatisfy(\.isNumber) ? String(number) : nil
    }

    /// - Parameters:
    ///   - text: `07`, `7`, `Exercise07`, or the path of its file, from the current folder or from
    ///     the package's.
    ///   - answers: The folder in which the file of a path has to be.
    ///   - current: The folder in which it was typed.
    /// - Throws: ``UsageError`` where there is no such exercise.
    package func exerciseNumber(
        _ text: String, of answers: AnswersFolder = .learners,
        in current: String = FileManager.default.currentDirectoryPath
    ) throws -> String {
        guard let match = text.wholeMatch(of: #/(.*/)?(?i:exercise)([0-9]{1,2})(?:\.swift)?/#)
        else {
            if text.contains("/") || text.contains(".") {
                let known =
                    text.matches(of: /[0-9]{2}/).map { String($0.0) }
                    .first(where: exercises.contains) ?? exercises.first ?? "01"
                throw UsageError(
                    description: "\(text) is not an exercise. Open or name a file of "
                        + "\(answers.path), such as \(answers.answerPath(known)).")
            }
            return try number(text, among: exercises, of: "exercise")
        }
        if match.1 != nil {
            let own = url(answers.path).resolvingSymlinksInPath().path
            let isOwn = [URL(fileURLWithPath: current), root].contains { folder in
                let file =
                    text.hasPrefix("/")
                    ? URL(fileURLWithPath: text) : folder.appendingPathComponent(text)
                let place = file.standardizedFileURL.deletingLastPathComponent()
                return place.resolvingSymlinksInPath().path == own
            }
            guard isOwn else {
                throw UsageError(
                    description: "\(text) is not a file of \(answers.path). "
                        + "Write \(match.2), or \(answers.path)/Exercise\(match.2).swift.")
            }
        }
        return try number(String(match.2), among: exercises, of: "exercise")
    }

    package func lessonNumber(_ text: String) throws -> String {
        try number(text, among: lessons, of: "lesson")
    }

    /// A number that need not have a file yet.
    package func newNumber(_ text: String) throws -> String {
        let padded = text.count == 1 ? "0" + text : text
        guard padded.wholeMatch(of: /[0-9]{2}/) != nil, padded != "00" else {
            throw UsageError(description: "\(text) cannot be a lesson. Numbers go from 01 to 99.")
        }
        return padded
    }

    private func number(_ text: String, among numbers: [String], of kind: String) throws -> String {
        let padded = text.count == 1 ? "0" + text : text
        guard numbers.contains(padded) else {
            let known = numbers.isEmpty ? "none" : numbers.joined(separator: ", ")
            throw UsageError(description: "There is no \(kind) \(text). There are: \(known).")
        }
        return padded
    }

    // MARK: - Places

    /// The path of one of a number's files, from the package's folder.
    package func path(_ file: LessonFile, _ number: String) -> String {
        file.path(number, folder: lessonFolder(number) ?? "")
    }

    package func exercisePath(_ number: String) -> String { path(.exercise, number) }
    package func solutionPath(_ number: String) -> String { path(.solution, number) }
    /// A copy of the stub, whatever a learner has made of the exercise.
    package func stubPath(_ number: String) -> String { path(.keptStub, number) }
    package func hintsPath(_ number: String) -> String { path(.hints, number) }
    package func checksPath(_ number: String) -> String { path(.checks, number) }
    package func knownAnswersPath(_ number: String) -> String { path(.knownAnswers, number) }

    /// The folder of a lesson: `Lessons/04-FloatsDataURLs`.
    package func lessonFolder(_ number: String) -> String? {
        names(in: "Lessons").first { $0.hasPrefix(number + "-") }.map { "Lessons/" + $0 }
    }

    /// What an exercise is about: its first comment says `Exercise 07 · Rolling stock`.
    package func exerciseTitle(_ number: String) -> String {
        let text = text(exercisePath(number)) ?? text(solutionPath(number)) ?? ""
        return Self.exerciseTitle(in: text, number) ?? "Exercise \(number)"
    }

    package static func exerciseTitle(in text: String, _ number: String) -> String? {
        let heading = "Exercise \(number) · "
        guard let range = text.range(of: heading) else { return nil }
        // In a test's title it ends with a quote, elsewhere with the line, which may end with "\r\n".
        let rest = text[range.upperBound...].prefix { !$0.isNewline && $0 != "\"" }
        // A solution's first line goes on: "…, solved. The hints: Exercise07.md".
        let title = rest.firstRange(of: ", solved").map { rest[..<$0.lowerBound] } ?? rest
        return heading + title.trimmingCharacters(in: .whitespaces)
    }
}
