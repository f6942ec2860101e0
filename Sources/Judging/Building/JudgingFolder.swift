import Foundation

/// The folder in which one answer is built and judged. It belongs to one judge, and is deleted
/// afterwards, even if a signal ends the tool.
package struct JudgingFolder: Sendable {
    /// The folder itself.
    let root: URL
    /// The copy of the answer: a file `Exercise07.swift` that is alone in its folder.
    let answerFile: URL

    /// The name of the parent folder, in the package's folder for builds.
    static let parent = "judging"

    /// Makes such a folder for the time of some work.
    ///
    /// - Parameters:
    ///   - answer: The answer, which is written into the folder.
    ///   - workbook: The package's folder.
    ///   - work: The work, which gets the folder.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work, or an error if the folder cannot be made.
    static func use<Value>(
        for answer: Answer, in workbook: WorkbookFolder,
        _ work: (JudgingFolder) async throws -> Value
    ) async throws -> Value {
        try await NumberedFolders.withFreeOne(in: workbook.url(".build/\(parent)")) { folder in
            let judgingFolder = JudgingFolder(for: answer, in: folder)
            let answerFolder = judgingFolder.answerFile.deletingLastPathComponent()
            for folder in [answerFolder, judgingFolder.objects] {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true)
            }
            try (answer.contents ?? Data()).write(to: judgingFolder.answerFile)
            return try await work(judgingFolder)
        }
    }

    private init(for answer: Answer, in root: URL) {
        self.root = root
        // The message of an open task names the last two parts of the file's path.
        let parts = answer.path.split(separator: "/")
        let parent = parts.dropLast().last.map(String.init) ?? "Exercises"
        answerFile = root.appendingPathComponent(parent)
            .appendingPathComponent("Exercise\(answer.number).swift")
    }

    /// The folder into which the compiler writes.
    var objects: URL { root.appendingPathComponent("objects") }
    /// The folder in which the program runs.
    var run: URL { root.appendingPathComponent("run") }
    /// The program of the checks.
    var executable: URL { objects.appendingPathComponent("checks") }

    /// Returns the place of the answer's module file.
    func moduleFile(_ number: String) -> URL {
        objects.appendingPathComponent("Exercise\(number).swiftmodule")
    }

    /// Returns the place of the answer's object file. Its name differs from that of the module,
    /// because `swiftc` 6.3.1 crashes if the two have one name and the code has line numbers for a
    /// debugger.
    func answerObject(_ number: String) -> URL {
        objects.appendingPathComponent("Answer\(number).o")
    }

    /// Returns the place of the checks' object file.
    func checksObject(_ number: String) -> URL {
        objects.appendingPathComponent("Exercise\(number)Tests.o")
    }

    // MARK: - The ordinary way

    /// Lets the package manager build the checks with the answer in this folder.
    ///
    /// - Returns: The compiler's messages about the answer.
    /// - Throws: ``BuildFailure``.
    func buildTheOrdinaryWay(
        _ answer: Answer, in workbook: WorkbookFolder
    ) async throws -> [Diagnostic] {
        let built = try await OrdinaryBuild(
            workbook: workbook, number: answer.number,
            answers: workbook.relative(answerFile.deletingLastPathComponent().path)
        ).run(to: executable)
        let output = built.output.replacing(
            answerFile.path, with: workbook.url(answer.path).path)
        let diagnostics = Diagnostic.all(in: output, workbook)
        guard built.isComplete else {
            throw BuildFailure(
                diagnostics: diagnostics.filter { $0.severity == .error }, output: output)
        }
        return diagnostics
    }
}
