import Foundation

/// The folder in which one answer is built and judged. It is one judge's alone, and it is gone
/// afterwards, also where a signal comes in between.
package struct JudgingFolder: Sendable {
    /// The whole folder.
    let folder: URL
    /// The answer: a file `Exercise07.swift`, and nothing else in its folder.
    let answerFile: URL

    /// Where these folders are, in the package's folder for builds.
    static let parent = "judging"

    /// Takes such a folder, for the time of the work.
    ///
    /// - Parameter answer: The answer, which is written into the folder.
    static func use<Value>(
        for answer: Answer, in workbook: WorkbookFolder, _ work: (JudgingFolder) throws -> Value
    ) throws -> Value {
        try NumberedFolders(parent: workbook.url(".build/\(parent)")).withFreeOne { folder in
            let own = JudgingFolder(for: answer, folder)
            for folder in [own.answerFile.deletingLastPathComponent(), own.objects] {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true)
            }
            try (answer.contents ?? Data()).write(to: own.answerFile)
            return try work(own)
        }
    }

    private init(for answer: Answer, _ folder: URL) {
        self.folder = folder
        // An open task says where it stands by the last two parts of its path.
        let parts = answer.path.split(separator: "/")
        let parent = parts.dropLast().last.map(String.init) ?? "Exercises"
        answerFile = folder.appendingPathComponent(parent)
            .appendingPathComponent("Exercise\(answer.number).swift")
    }

    /// Where the compiler writes.
    var objects: URL { folder.appendingPathComponent("objects") }
    /// Where the program runs.
    var run: URL { folder.appendingPathComponent("run") }
    var executable: URL { objects.appendingPathComponent("checks") }

    func moduleFile(_ number: String) -> URL {
        objects.appendingPathComponent("Exercise\(number).swiftmodule")
    }
    /// It is named unlike its module: with lines for a debugger, `swiftc` 6.3.1 traps where the two have
    /// one name.
    func answerObject(_ number: String) -> URL {
        objects.appendingPathComponent("Answer\(number).o")
    }
    func checksObject(_ number: String) -> URL {
        objects.appendingPathComponent("Exercise\(number)Tests.o")
    }

    // MARK: - The ordinary way

    /// Lets the package manager build the checks with the answer in this folder.
    ///
    /// - Returns: What the compiler said about the answer.
    /// - Throws: ``BuildFailure``.
    func buildTheOrdinaryWay(_ answer: Answer, in workbook: WorkbookFolder) throws -> [Diagnostic] {
        let built = try OrdinaryBuild(
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
