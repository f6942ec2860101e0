import Foundation

/// One call of the compiler.
struct CompilerCall {
    let arguments: [String]
    let compiler: Compiler
    /// Where it runs.
    let folder: URL
    let workbook: WorkbookFolder
    /// What the compiler may not do, where it compiles a stranger's answer.
    var confinement: Confinement?
    /// What it has to read then, beside its own folders.
    var readable: [URL] = []

    /// How long the compiler may take for a stranger's answer, in seconds.
    static let timeLimit = 40

    /// The compiler says no and names no line. It may be a fault of its own, or an option that this
    /// version does not know.
    struct Unexplained: Error {
        /// All that it printed.
        let output: String
    }

    /// Runs the compiler.
    ///
    /// - Parameter name: What a file is called to the person whose it is, where a copy is compiled.
    /// - Returns: What it said about lines.
    /// - Throws: ``BuildFailure`` where it says no and names a line, or where it came to no end;
    ///   ``Unexplained``.
    func run(named name: (String) -> String = { $0 }) throws -> [Diagnostic] {
        let result = try TemporaryFolder.use { try run(with: $0) }
        let output = name(result.output)
        let diagnostics = Diagnostic.all(in: output, workbook)
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

    private func run(with temporary: URL) throws -> ChildProcess.Result {
        let variables = ["TMPDIR": temporary.path]
        guard let confinement else {
            return try ChildProcess(
                executable: compiler.program, arguments: arguments,
                environment: ChildProcess.environment(adding: variables), folder: folder
            ).run()
        }
        let confined = ChildProcess(
            executable: compiler.program, arguments: arguments,
            environment: variables.merging(["PATH": "/usr/bin:/bin"]) { $1 }, folder: folder,
            timeLimit: Self.timeLimit)
        return try confinement.run(
            confined, readable: compiler.folders.map(URL.init(fileURLWithPath:)) + readable,
            writable: [folder, temporary], mostMemory: Confinement.ofACompiler)
    }
}
