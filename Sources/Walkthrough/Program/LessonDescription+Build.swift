import Foundation

extension LessonDescription {
    /// The path of a file that the pages show and that was written after this program was built from it:
    /// the lesson's own, or another one. Nil where there is none.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - later: Dates that count in place of the program's, where they are later.
    func changedFile(since program: URL, andSince later: Date?...) -> String? {
        let built = ([Self.date(of: program)] + later).compactMap(\.self).max()
        guard let built else { return nil }
        return shownFiles.first { Self.date(of: $0.file).map { $0 > built } ?? false }?.path
    }

    /// The same for the program that runs.
    func changedFile(andSince later: Date? = nil) -> String? {
        RunningProgram.location.flatMap {
            changedFile(since: $0, andSince: RunningProgram.builtFrom, later)
        }
    }

    /// When the newest of the files was written, or now, where that is later.
    var dateOfNewestFile: Date {
        ([Date()] + shownFiles.compactMap { Self.date(of: $0.file) }).max() ?? Date()
    }

    private var shownFiles: [(file: URL, path: String)] {
        let quotations = source?.sections.flatMap(\.quotations) ?? []
        return [(URL(fileURLWithPath: steps.filePath), relativePath)]
            + quotations.map { ($0.file, $0.path) }
    }

    private static func date(of file: URL) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return attributes?[.modificationDate] as? Date
    }

    /// Makes sure that the pages show what this program was built from.
    ///
    /// A comment may change and the program stay what it was, byte for byte: then it is not linked again,
    /// and older than its source for ever. Whether it is up to date, only the package manager knows. So
    /// it is asked, and the program that it gives goes on in the place of this one.
    ///
    /// - Parameter arguments: Those of this program.
    /// - Returns: Whether the pages can be shown. Where not, standard error says which command to run.
    func isCurrent(_ arguments: [String]) -> Bool {
        guard let file = changedFile() else { return true }
        if RunningProgram.builtFrom == nil, let rebuild = Rebuild(of: self),
            case .built(let program) = ProgressLine.during(
                "Building lesson-\(number)", { rebuild.run() })
        {
            rebuild.start(program, arguments)
        }
        Terminal.complain(
            "lesson-\(number): \(file) has changed since this program was built. "
                + "Build it and run it again: swift run lesson-\(number)")
        return false
    }
}
