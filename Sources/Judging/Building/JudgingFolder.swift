import Foundation

/// The folder in which one answer is built and judged. It belongs to one judge, and is deleted
/// afterwards, even if a signal ends the tool.
package struct JudgingFolder: Sendable {
    /// The folder itself.
    let root: URL
    /// The number of the exercise: `07`.
    private let number: String
    /// The copy of the answer: a file `Exercise07.swift` that is alone in its folder.
    let answerFile: URL

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
        try await NumberedFolders.withFreeOne(in: workbook.url(".build/judging")) { folder in
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
        number = answer.number
        // The message of an open task names the last two parts of the file's path.
        let parts = answer.path.split(separator: "/")
        let parent = parts.dropLast().last.map(String.init) ?? "Exercises"
        answerFile = root.appendingPathComponent(parent)
            .appendingPathComponent("Exercise\(number).swift")
    }

    /// The folder into which the compiler writes.
    var objects: URL { root.appendingPathComponent("objects") }
    /// The folder in which the program runs.
    var run: URL { root.appendingPathComponent("run") }
    /// The program of the checks.
    var executable: URL { objects.appendingPathComponent("checks") }

    /// The answer's module file.
    var moduleFile: URL { objects.appendingPathComponent("Exercise\(number).swiftmodule") }
    /// The answer's object file. Its name differs from that of the module, because `swiftc` 6.3.1
    /// crashes if the two have one name and the code has line numbers for a debugger.
    var answerObject: URL { objects.appendingPathComponent("Answer\(number).o") }
    /// The checks' object file.
    var checksObject: URL { objects.appendingPathComponent("Exercise\(number)Tests.o") }
}
