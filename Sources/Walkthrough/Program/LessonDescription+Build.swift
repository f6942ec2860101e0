import DecodingExplainer
import Foundation

extension LessonDescription {
    /// Returns the path of a file that the pages show and that has changed since a program was built: the
    /// lesson's file, or a file that it quotes. The result is nil if there is none.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - later: A date that is used in place of the program's date if it is later.
    func changedFile(
        since program: URL? = RunningProgram.location, andSince later: Date? = nil
    ) -> String? {
        let dates = [program.flatMap(Self.date), RunningProgram.builtFrom, later]
        guard let built = dates.compactMap(\.self).max() else { return nil }
        return shownFiles.first { Self.date(of: $0.file).map { $0 > built } ?? false }?.path
    }

    /// The date of the newest file that the pages show, or the current date if that is later.
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

    /// Builds the program again if a file has changed, for a person who then goes on in it.
    ///
    /// - Returns: The compiler's words, or nil if the program can be built.
    func problemOfBuild() -> [String]? {
        guard changedFile() != nil, let rebuild = Rebuild(of: self) else { return nil }
        switch ProgressLine.during("Building lesson-\(number)", { rebuild.run() }) {
        case .built: return nil
        case .refused(let errors):
            return errors.map {
                DisplayText.printable("Error in line \($0.line): \($0.message)")
            } + ["The lesson goes on as it was."]
        case .failed(let lines): return lines + ["The lesson goes on as it was."]
        }
    }

    /// Makes sure that the pages show the source from which this program was built.
    ///
    /// If only a comment changes, the program stays the same, byte for byte. Then it is not linked again,
    /// so it stays older than its source. Only the package manager knows whether it is up to date. So the
    /// package manager builds it, and the program that was built replaces this one.
    ///
    /// - Parameter arguments: The arguments of this program.
    /// - Returns: True if the pages can be shown. If not, standard error names the command to run.
    func isCurrent(_ arguments: [String]) -> Bool {
        guard let file = changedFile() else { return true }
        if let rebuild = Rebuild(of: self),
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
