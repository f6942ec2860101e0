import ExerciseConventions
import Foundation

/// Lets the package manager build the checks of one exercise, as it would for anybody who types
/// `swift build`.
package struct OrdinaryBuild {
    let workbook: WorkbookFolder
    /// The exercise, or nil for what the checks of all exercises share.
    let number: String?
    /// The folder of the answer, from the package's folder.
    let answers: String
    /// Where the build goes.
    let folder: URL
    /// What the build needs for a moment. It is there.
    let temporary: URL
    /// Who wants to know how far the build is: so many steps of so many.
    var onStep: ((_ done: Int, _ all: Int) -> Void)?

    /// What came of a build.
    struct Result {
        /// All that was printed.
        let output: String
        let isComplete: Bool
        /// Where the program is, if the build is complete.
        let executable: URL
    }

    /// Runs the build.
    ///
    /// - Throws: An error with a description where there is no toolchain.
    func run() throws -> Result {
        let toolchain = try Toolchain.find()
        return try run(with: toolchain, toolchain.compiler().runPaths())
    }

    /// - Parameter runPaths: Where the program has to look for libraries.
    func run(with toolchain: Toolchain, _ runPaths: [String]) throws -> Result {
        var variables = [
            EnvironmentVariable.checks: EnvironmentVariable.asProgram,
            EnvironmentVariable.answers: answers, "RPATHS": runPaths.joined(separator: ":"),
            "TMPDIR": temporary.path,
        ]
        variables[EnvironmentVariable.exercise] = number
        var process = ChildProcess(
            executable: toolchain.swift,
            arguments: [
                "build", "--disable-index-store", "--product", "checks", "--scratch-path",
                folder.path,
            ],
            environment: ChildProcess.environment(adding: variables), folder: workbook.root)
        if let onStep {
            process.onOutput = { output in
                // The package manager begins each line with its step: `[45/160] Compiling …`
                let end = String(decoding: output.suffix(2_000), as: UTF8.self)
                guard let last = end.matches(of: #/\[(\d+)\/(\d+)\]/#).last,
                    let done = Int(last.1), let all = Int(last.2)
                else { return }
                onStep(done, all)
            }
        }
        let result = try process.run()
        return Result(
            output: result.output, isComplete: result.ending == .exited(0),
            executable: folder.appendingPathComponent("debug/checks"))
    }
}
