import Foundation

/// Builds the checks of one exercise with an answer, without the package manager and without the
/// compiler's driver, which take most of the time of an ordinary build:
///
/// - The answer is compiled to an object file and a module file.
/// - The checks are compiled where no answer before had the same module file. An object file is a function
///   of its source, the modules that it imports, the flags and the compiler.
/// - The program is linked.
package struct AnswerBuild {
    let shared: SharedBuild
    let answer: Answer
    /// Where it is built.
    let own: JudgingFolder
    /// What the compiler may not do, where the answer is a stranger's.
    let confinement: Confinement?

    private var number: String { answer.number }

    /// How long the compiler may take for a stranger's answer, in seconds.
    static let timeLimit = 40

    /// - Returns: What the compiler said about the answer.
    /// - Throws: ``BuildFailure``.
    func build() throws -> [Diagnostic] {
        guard let jobs = try? CompilerJobs.of(number, in: shared, for: own),
            let said = try run(jobs.answer), try buildChecks(jobs), try run(jobs.link) != nil
        else { return try buildTheOrdinaryWay() }
        return said
    }

    /// Runs one of the scripts.
    ///
    /// - Returns: What the compiler said, or nil where it failed without a word about a line.
    private func run(_ script: String) throws -> [Diagnostic]? {
        let result = try runInShell(script)
        let output = named(result.output)
        let diagnostics = Diagnostic.all(in: output, shared.workbook)
        let errors = diagnostics.filter { $0.severity == .error }
        switch result.ending {
        case .exited(0): return diagnostics
        case .outOfTime:
            throw BuildFailure(
                diagnostics: [], output: output,
                ending: "the compiler was not done after \(Self.timeLimit) seconds")
        case .outOfSpace:
            throw BuildFailure(
                diagnostics: [], output: output,
                ending: "what the compiler wrote filled the disk")
        case .exited(1) where !errors.isEmpty:
            throw BuildFailure(diagnostics: errors, output: output)
        case .exited, .killed:
            guard confinement == nil else {
                // Only an answer of one's own can be tried in the ordinary way.
                throw BuildFailure(
                    diagnostics: [], output: output,
                    ending: "its compiler failed: \(BuildFailure.reasons(in: output)[0])")
            }
            return nil
        }
    }

    private func runInShell(_ script: String) throws -> ChildProcess.Result {
        let arguments = ["-e", "-c", script]
        guard let confinement else {
            return try ChildProcess(
                executable: "/bin/sh", arguments: arguments,
                environment: ChildProcess.environment(adding: ["TMPDIR": own.temporary.path]),
                folder: shared.workbook.root
            ).run()
        }
        let compiler = ChildProcess(
            executable: "/bin/sh", arguments: arguments,
            environment: ["TMPDIR": own.temporary.path, "PATH": "/usr/bin:/bin"],
            folder: own.objects, timeLimit: Self.timeLimit)
        let readable = [
            shared.folder, shared.workbook.url("Tests/ExerciseTests"),
            own.answerFile.deletingLastPathComponent(),
        ]
        return try confinement.run(
            compiler, readable: shared.toolchainFolders + readable, writable: own.objects,
            mostMemory: Confinement.ofACompiler)
    }

    /// What was said of the copy is said of the answer's own file.
    private func named(_ output: String) -> String {
        output.replacing(
            own.answerFile.path, with: shared.workbook.url(answer.path).path)
    }

    // MARK: - The checks

    /// Whether the checks of this exercise have been compiled with an answer of our own, since what all
    /// answers share was built.
    static func hasCompiledChecks(_ number: String, in shared: SharedBuild) -> Bool {
        FileManager.default.fileExists(atPath: variants(number, in: shared).path)
    }

    private static func variants(_ number: String, in shared: SharedBuild) -> URL {
        shared.folder.appendingPathComponent("checks/\(number)")
    }

    /// How many variants of the checks are kept, one for each module file of an answer.
    private static let mostVariants = 8

    /// - Returns: Whether the checks are compiled now.
    private func buildChecks(_ jobs: CompilerJobs) throws -> Bool {
        // What a stranger's answer has made goes to nobody else.
        guard confinement == nil else { return try run(jobs.checks) != nil }
        let source = shared.workbook.url(shared.workbook.checksPath(number))
        guard let module = try? Data(contentsOf: own.moduleFile(number)),
            let checks = try? Data(contentsOf: source)
        else { return false }
        let files = FileManager.default
        let folder = Self.variants(number, in: shared)
        let variants =
            (try? files.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
        var known: [URL] = []
        for variant in variants {
            let contents = { (name: String) in
                try? Data(contentsOf: variant.appendingPathComponent(name))
            }
            guard contents("source") == checks else {
                // The checks have changed since.
                try? files.removeItem(at: variant)
                continue
            }
            known.append(variant)
            if contents("module") == module, let object = contents("object") {
                try object.write(to: own.checksObject(number))
                try? files.setAttributes([.modificationDate: Date()], ofItemAtPath: variant.path)
                return true
            }
        }
        guard try run(jobs.checks) != nil else { return false }
        // Whole or not at all: another judge may look at the same time.
        let new = own.temporary.appendingPathComponent("variant")
        try files.createDirectory(at: new, withIntermediateDirectories: true)
        try module.write(to: new.appendingPathComponent("module"))
        try checks.write(to: new.appendingPathComponent("source"))
        try files.copyItem(
            at: own.checksObject(number), to: new.appendingPathComponent("object"))
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        // Those that were of use last are likely to be of use again.
        known.sort { lastUse(of: $0) > lastUse(of: $1) }
        for unused in known.dropFirst(Self.mostVariants - 1) { try? files.removeItem(at: unused) }
        try? files.moveItem(
            at: new, to: folder.appendingPathComponent("\(Date().timeIntervalSince1970)"))
        return true
    }

    private func lastUse(of variant: URL) -> Date {
        let values = try? variant.resourceValues(forKeys: [.contentModificationDateKey])
        return values?.contentModificationDate ?? .distantPast
    }

    // MARK: - The ordinary way

    /// Lets the package manager build the answer in a fresh folder, where the commands are not as this
    /// type knows them, or where they fail without saying why.
    private func buildTheOrdinaryWay() throws -> [Diagnostic] {
        guard confinement == nil else {
            throw BuildFailure(
                diagnostics: [], output: "",
                ending: "the package manager builds in a way that is not known here, and so a "
                    + "stranger's answer cannot be built")
        }
        let built = try OrdinaryBuild(
            workbook: shared.workbook, number: number,
            answers: shared.workbook.relative(own.answerFile.deletingLastPathComponent().path),
            folder: own.objects.appendingPathComponent("ordinary"), temporary: own.temporary
        ).run()
        let output = named(built.output)
        let said = Diagnostic.all(in: output, shared.workbook)
        guard built.isComplete else {
            throw BuildFailure(diagnostics: said.filter { $0.severity == .error }, output: output)
        }
        try? FileManager.default.removeItem(at: own.executable)
        try FileManager.default.copyItem(at: built.executable, to: own.executable)
        return said
    }
}
