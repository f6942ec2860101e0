import Foundation

extension LessonDescription {
    /// Says on standard error which command to run, if the lesson's file has changed since the
    /// program was built. Its code is then not the code that would run.
    ///
    /// - Returns: Whether it has changed.
    func complainsAboutChangedSource() -> Bool {
        guard let program = Bundle.main.executableURL, hasChanged(since: program) else {
            return false
        }
        Terminal.complain(
            "lesson-\(number): \(relativePath) has changed since this program was built. "
                + "Build it and run it again: swift run lesson-\(number)")
        return true
    }

    /// Whether the lesson's file was written after a program was built from it.
    ///
    /// A comment may change and the program stay what it was, byte for byte: then it is not linked
    /// again, and older than its source for ever. So the list of dependencies counts too, which the
    /// compiler writes beside the program whenever it has compiled a module without an error.
    func hasChanged(since program: URL) -> Bool {
        func date(of file: URL) -> Date? {
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            return attributes?[.modificationDate] as? Date
        }
        let source = URL(fileURLWithPath: steps.filePath)
        let module = source.deletingPathExtension().lastPathComponent
        let dependencies = program.deletingLastPathComponent()
            .appendingPathComponent("\(module).build").appendingPathComponent("\(module).d")
        guard let written = date(of: source),
            let built = [program, dependencies].compactMap(date(of:)).max()
        else { return false }
        return written > built
    }
}
