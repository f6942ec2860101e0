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
        /// Where the program is, if the build is complete.
        let executable: URL?
    }

    /// Where the build goes, from the package's folder. It stays, so that the next one is quicker.
    static let path = ".build/ordinary"

    /// Runs the build.
    ///
    /// - Throws: An error with a description where there is no toolchain.
    func run() throws -> Result {
        let lock = FolderLock(file: workbook.url(Self.path + ".lock"))
        return try lock.hold(for: "exercise \(number)") {
            try TemporaryFolder.use { temporary in
                let built = try swift([], temporary)
                guard built.ending == .exited(0) else {
                    return Result(output: built.output, executable: nil)
                }
                // Where a product lies is different in each way of building.
                let products = try swift(["--show-bin-path"], temporary).standardOutput
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                return Result(
                    output: built.output,
                    executable: URL(fileURLWithPath: products).appendingPathComponent("checks"))
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
