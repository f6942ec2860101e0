import ExerciseConventions
import Foundation

/// A build of one exercise's checks with an answer by the package manager, as with `swift build`.
/// It is used if the compiler fails and gives no reason.
package struct OrdinaryBuild {
    let workbook: WorkbookFolder
    let number: String
    /// The path of the answer's folder, from the package's folder.
    let answers: String

    /// The path of the build folder, from the package's folder. The folder stays, so that the next
    /// build is faster.
    static let path = ".build/ordinary"

    /// Runs the build.
    ///
    /// - Parameter executable: The place for the program. It is copied there, because the next
    ///   build overwrites the package manager's own file.
    /// - Returns: The whole output, and true if the program was built.
    /// - Throws: An error with a description if there is no toolchain.
    func run(to executable: URL) async throws -> (output: String, isComplete: Bool) {
        let lock = FolderLock(file: workbook.url(Self.path + ".lock"))
        return try await lock.hold(for: "exercise \(number)") {
            try await TemporaryFolder.use { temporary in
                let built = try await swift([], temporary)
                guard built.ending == .exited(0) else {
                    return (built.output, false)
                }
                // The folder of the products depends on the package manager's way to build.
                let products = try await swift(["--show-bin-path"], temporary).standardOutput
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                try FileManager.default.copyItem(
                    at: URL(fileURLWithPath: products).appendingPathComponent("checks"),
                    to: executable)
                return (built.output, true)
            }
        }
    }

    private func swift(
        _ options: [String], _ temporary: URL
    ) async throws -> ChildProcess.Result {
        let toolchain = try Toolchain.find()
        let variables = [
            EnvironmentVariable.checks: EnvironmentVariable.asProgram,
            EnvironmentVariable.answers: answers, EnvironmentVariable.exercise: number,
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
