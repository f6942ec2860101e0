import Foundation

extension SharedBuild {
    /// The longest time that the compiler may take for a stranger's answer, in seconds.
    private static let timeLimit = 40

    /// Calls the compiler.
    ///
    /// - Parameters:
    ///   - arguments: The compiler's arguments.
    ///   - folder: The folder in which it runs.
    ///   - file: The path of a person's file, and the copy of the file that the compiler reads. Its
    ///     messages then name the file itself.
    ///   - confinement: The limits for the compiler, if the file is a stranger's.
    /// - Returns: The messages about lines.
    /// - Throws: ``BuildFailure``.
    @discardableResult
    func call(
        _ arguments: [String], in folder: URL, for file: (path: String, copy: URL)? = nil,
        confinement: Confinement? = nil
    ) async throws -> [Diagnostic] {
        let result = try await TemporaryFolder.use { temporary in
            let variables = ["TMPDIR": temporary.path]
            guard let confinement else {
                return try await ChildProcess(
                    executable: compiler.program, arguments: arguments,
                    environment: ChildProcess.environment(adding: variables), folder: folder
                ).run()
            }
            let ownFolders = compiler.folders.map(URL.init(fileURLWithPath:))
            let sources = [workbook.url(Self.path), workbook.url("Tests/ExerciseTests")]
            let copies = (file?.copy.deletingLastPathComponent()).map { [$0] } ?? []
            return try await confinement.run(
                ChildProcess(
                    executable: compiler.program, arguments: arguments,
                    environment: variables.merging(["PATH": "/usr/bin:/bin"]) { $1 },
                    folder: folder, timeLimit: Self.timeLimit),
                readable: ownFolders + sources + copies, writable: [folder, temporary],
                mostMemory: Confinement.ofACompiler)
        }
        var output = result.output
        if let file {
            output = output.replacing(file.copy.path, with: workbook.url(file.path).path)
        }
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
        case .exited:
            throw BuildFailure(diagnostics: errors, output: output)
        case .killed:
            throw BuildFailure(diagnostics: [], output: output)
        }
    }
}
