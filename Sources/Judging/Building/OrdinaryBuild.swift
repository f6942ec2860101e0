import ExerciseConventions
import Foundation

/// Lets the package manager build the checks of one exercise with an answer, as it would for anybody who
/// types `swift build`. It is the way out where the compiler fails and does not say why.
package struct OrdinaryBuild {
    let workbook: WorkbookFolder
    let number: String
    /// The folder of the answer, from the package's folder.
    let answers: String

    /// What came of a build.
    struct Result {
        /// All that was printed.
        let output: String
        /// Whether the program was built.
        let isComplete: Bool
    }

    /// Where the build goes, from the package's folder. It stays, so that the next one is quicker.
    static let path = ".build/ordinary"

    /// Runs the build.
    ///
    /// - Parameter executable: Where the program goes. The next build will write another one where the
    ///   package manager has put it.
    /// - Throws: An error with a description where there is no toolchain.
    func run(to executable: URL) throws -> Result {
        let lock = FolderLock(file: workbook.url(Self.path + ".lock"))
        return try lock.hold(for: "exercise \(number)") {
            try TemporaryFolder.use { temporary in
                let built = try swift([], temporary)
                guard built.ending == .exited(0) else {
                    return Result(output: built.output, isComplete: false)
                }
                // Where a product lies is different in each way of building.
                let products = try swift(["--show-bin-path"], temporary).standardOutput
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                try FileManager.default.copyItem(
                    at: URL(fileURLWithPath: products).appendingPathComponent("checks"),
                    to: executable)
                return Result(output: built.output, isComplete: true)
            }
        }
    }

    private func swift(_ options: [String], _ temporary: URL) throws -> ChildProcess.Result {
        let toolchain = try Toolchain.find()
        let variables = [
            EnvironmentVariable.checks: EnvironmentVariable.asProgram,
            EnvironmentVariable.answers: answers, EnvironmentVariable.exercise: number,
            "RPATHS": try toolchain.compiler().runPaths.joined(separator: ":"),
            "TMPDIR": temporary.path,
        ]
        return try ChildProcess(
            executable: toolchain.swift,
            arguments: [
                "build", "--product", "checks", "--scratch-path", workbook.url(Self.path).path,
            ] + options,
            environment: ChildProcess.environment(adding: variables), folder: workbook.root
        ).run()
    }
}
