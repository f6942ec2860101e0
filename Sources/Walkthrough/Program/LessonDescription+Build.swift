import Foundation

extension LessonDescription {
    /// Says on standard error which command to run, if a file that the pages show has changed since
    /// the program was built. Its code is then not the code that would run.
    ///
    /// - Returns: Whether it has changed.
    func complainsAboutChangedSource() -> Bool {
        guard let program = Bundle.main.executableURL, let file = changedFile(since: program) else {
            return false
        }
        Terminal.complain(
            "lesson-\(number): \(file) has changed since this program was built. "
                + "Build it and run it again: swift run lesson-\(number)")
        return true
    }

    /// Whether a file that the pages show was written after a program was built from it.
    ///
    /// - Parameter date: A later date that counts in place of the program's.
    func hasChanged(since program: URL, andSince date: Date? = nil) -> Bool {
        changedFile(since: program, andSince: date) != nil
    }

    /// The path of a file that was written after a program was built from it: the lesson's own, or
    /// another one that its pages show.
    ///
    /// A comment may change and the program stay what it was, byte for byte: then it is not linked
    /// again, and older than its source for ever. So the list of dependencies counts too, which the
    /// compiler writes beside the program whenever it has compiled a file without an error. The
    /// module of a file has the name of the file's folder, or is the lesson's own.
    func changedFile(since program: URL, andSince later: Date? = nil) -> String? {
        func date(of file: URL) -> Date? {
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            return attributes?[.modificationDate] as? Date
        }
        let lesson = URL(fileURLWithPath: steps.filePath)
        let own = lesson.deletingPathExtension().lastPathComponent
        func isNewer(_ source: URL) -> Bool {
            let folder = source.deletingLastPathComponent()
            let isOwn = folder.path == lesson.deletingLastPathComponent().path
            let file = source.deletingPathExtension().lastPathComponent
            let dependencies = program.deletingLastPathComponent()
                .appendingPathComponent("\(isOwn ? own : folder.lastPathComponent).build")
                .appendingPathComponent("\(file).d")
            guard let written = date(of: source),
                let built = ([program, dependencies].map(date(of:)) + [later]).compactMap(\.self)
                    .max()
            else { return false }
            return written > built
        }
        if isNewer(lesson) { return relativePath }
        let quotations = source?.sections.flatMap(\.quotations) ?? []
        return quotations.lazy.filter { isNewer($0.file) }.map(\.path).first
    }
}
