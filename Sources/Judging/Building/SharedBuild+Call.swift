import Foundation

/// A call of the compiler.
struct CompilerCall {
    let arguments: [String]
    let compiler: Compiler
    /// The folder in which the compiler runs.
    let folder: URL
    let workbook: WorkbookFolder
    /// The limits for the compiler, if it compiles a stranger's answer.
    var confinement: Confinement?
    /// The files and folders that a confined compiler has to read besides its own folders.
    var readable: [URL] = []

    /// The longest time that the compiler may take for a stranger's answer, in seconds.
    static let timeLimit = 40

    /// The compiler failed and named no line. The reason may be an error in the compiler, or an
    /// option that this version does not know.
    struct Unexplained: Error {
        /// The whole output of the compiler.
        let output: String
    }

    /// Runs the compiler.
    ///
    /// - Parameter restoringPaths: A function that returns the output with the path of the original
    ///   file in place of the path of its copy.
    /// - Returns: The messages about lines.
    /// - Throws: ``BuildFailure`` if the compiler refuses the code and names a line, or if it was
    ///   stopped; ``Unexplained`` if it fails and names no line.
    func run(restoringPaths: (String) -> String = { $0 }) async throws -> [Diagnostic] {
        let result = try await TemporaryFolder.use { try await run(with: $0) }
        let output = restoringPaths(result.output)
        let diagnostics = Diagnostic.all(in: output, of: workbook.root)
        let errors = diagnostics.filter { $0.severity == .error }
        switch result.ending {
        case .exited(0):
            return diagnostics
        case .outOfTime:
            throw BuildFailure(
                diagnostics: [], output: output,
                ending: "the compiler was not done after \(Self.timeLimit) seconds")
        case .outOfSpace:
            throw BuildFailure(
                diagnostics: [], output: output,
                ending: "what the compiler wrote filled the disk")
        case .exited where !errors.isEmpty:
            throw BuildFailure(diagnostics: errors, output: output)
        case .exited, .killed:
            throw Unexplained(output: output)
        }
    }

    private func run(with temporary: URL) async throws -> ChildProcess.Result {
        let variables = ["TMPDIR": temporary.path]
        guard let confinement else {
            return try await ChildProcess(
                executable: compiler.program, arguments: arguments,
                environment: ChildProcess.environment(adding: variables), folder: folder
            ).run()
        }
        let confined = ChildProcess(
            executable: compiler.program, arguments: arguments,
            environment: variables.merging(["PATH": "/usr/bin:/bin"]) { $1 }, folder: folder,
            timeLimit: Self.timeLimit)
        return try await confinement.run(
            confined, readable: compiler.folders.map(URL.init(fileURLWithPath:)) + readable,
            writable: [folder, temporary], mostMemory: Confinement.ofACompiler)
    }
}
