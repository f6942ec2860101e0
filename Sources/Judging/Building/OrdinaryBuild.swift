import ExerciseConventions
import Foundation

/// A build of one exercise's checks with an answer by the package manager, as with `swift build`.
/// It is used if the compiler fails and gives no reason.
struct OrdinaryBuild {
    let workbook: WorkbookFolder
    let answer: Answer
    /// The folder in which the program is needed.
    let folder: JudgingFolder

    /// The path of the build folder, from the package's folder. The folder stays, so that the next
    /// build is faster.
    static let path = ".build/ordinary"

    /// Builds the program.
    ///
    /// - Returns: The compiler's messages about the answer.
    /// - Throws: ``BuildFailure``, or an error with a description if there is no toolchain.
    func build() async throws -> [Diagnostic] {
        let lock = FolderLock(file: workbook.url(Self.path + ".lock"))
        let result = try await lock.hold(for: "exercise \(answer.number)") {
            try await TemporaryFolder.use { try await build(with: $0) }
        }
        let output = result.output.replacing(
            folder.answerFile.path, with: workbook.url(answer.path).path)
        let diagnostics = Diagnostic.all(in: output, of: workbook.root)
        guard result.ending == .exited(0) else {
            throw BuildFailure(
                diagnostics: diagnostics.filter { $0.severity == .error }, output: output)
        }
        return diagnostics
    }

    private func build(with temporary: URL) async throws -> ChildProcess.Result {
        let result = try await swift([], temporary)
        if result.ending == .exited(0) {
            // The folder of the products depends on the package manager's way to build.
            let products = try await swift(["--show-bin-path"], temporary).standardOutput
                .trimmingCharacters(in: .whitespacesAndNewlines)
            // The next build overwrites the package manager's own file.
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: products).appendingPathComponent("checks"),
                to: folder.executable)
        }
        return result
    }

    private func swift(
        _ options: [String], _ temporary: URL
    ) async throws -> ChildProcess.Result {
        let toolchain = try Toolchain.find()
        let variables = [
            EnvironmentVariable.checks: EnvironmentVariable.asProgram,
            EnvironmentVariable.answers:
                workbook.relative(folder.answerFile.deletingLastPathComponent().path),
            EnvironmentVariable.exercise: answer.number,
            "RPATHS": try await toolchain.compiler().runPaths.joined(separator: ":"),
            "TMPDIR": temporary.path,
        ]
        return try await ChildProcess(
            executable: toolchain.swift,
            arguments: [
                "build", "--product", "checks", "--scratch-path", workbook.url(Self.path).path,
            ] + options,
            environment: ChildProcess.environment(adding: variables), folder: workbook.root
        ).run()
    }
}
