import ExerciseConventions
import Foundation

/// Builds the checks of one exercise again after a change of the answer, without the package manager
/// and without the compiler's driver, which take most of the time of such a build.
///
/// The first build is an ordinary one. As long as nothing but the answer's file has changed since
/// (sources, manifest, flags, environment, compiler: contents decide, never a time stamp), the jobs
/// are run that the driver would run:
///
/// - The answer is compiled to an object file and a module file.
/// - The checks are compiled where the module file is another than before. An object file is a function
///   of its source, the modules that it imports, the flags and the compiler.
/// - The program is linked, to where the ordinary build puts it.
///
/// In every doubt it builds the ordinary way.
struct FrontendBuild {
    /// What is built.
    let program: ChecksProgram

    private let number: String
    private let workbook: WorkbookFolder

    /// - Parameter program: What to build. It gains something where it has one exercise.
    init(of program: ChecksProgram) {
        self.program = program
        number = program.numbers.joined(separator: ",")
        workbook = program.workbook
    }

    /// Builds the program, the ordinary way or the short one.
    ///
    /// - Returns: What the compiler said, where the program is, and which way it was built.
    /// - Throws: ``ChecksProgram/BuildFailure``.
    func build() throws -> (diagnostics: [Diagnostic], executable: URL, isShort: Bool) {
        let executable = built("debug/checks")
        if let jobs = try? jobs(), let seen = try? Data(contentsOf: own("seen")),
            seen == surroundings(jobs),
            let diagnostics = try Interruption.withFolder(
                temporary, { try buildWithTheFrontend(jobs) })
        {
            return (diagnostics, executable, true)
        }
        return (try buildTheOrdinaryWay(), executable, false)
    }

    private func buildTheOrdinaryWay() throws -> [Diagnostic] {
        try? FileManager.default.removeItem(at: folder)
        let before = sources()
        let diagnostics = try program.build()
        // A file that was saved during the build may be in it or not: then nothing is known.
        if let before, before == sources(), let jobs = try? jobs(), let seen = surroundings(jobs) {
            try FileManager.default.createDirectory(
                at: own("modules"), withIntermediateDirectories: true)
            try seen.write(to: own("seen"))
        }
        return diagnostics
    }

    /// A file of the ordinary build.
    private func built(_ name: String) -> URL {
        workbook.url("\(program.buildFolder)/\(name)")
    }

    /// The folder for what is built the short way.
    private var folder: URL { built("frontend-\(number)") }

    private func own(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func jobs() throws -> CompilerJobs {
        guard program.numbers.count == 1 else { throw BuildCommands.Unknown() }
        return try CompilerJobs(
            number, buildFolder: built(""), folder: folder, environment: environment)
    }

    private var environment: [String: String] {
        ChildProcess.environment(adding: ["TMPDIR": temporary.path])
    }

    private var temporary: URL { workbook.url("\(program.buildFolder).tmp") }

    // MARK: - What the last ordinary build saw

    /// All sources that a build of the checks can depend on; nil where a file cannot be read.
    private func sources() -> Data? {
        let files = ["Sources/", "Tests/ExerciseTests/"].flatMap { swiftFiles(in: $0) }
        return contents(of: ["Package.swift"] + files)
    }

    /// What the build depends on, apart from the answer, and what it left that all answers share; nil
    /// where a file cannot be read.
    private func surroundings(_ jobs: CompilerJobs) -> Data? {
        // What the compiler, the linker and the package manager see of an environment.
        let variables = environment.merging([EnvironmentVariable.answers: program.answers]) { $1 }
        let compiler = URL(fileURLWithPath: jobs.compiler).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: compiler)
        guard let size = attributes?[.size], let date = attributes?[.modificationDate] else {
            return nil
        }
        let folders = jobs.inputs.filter { $0.hasSuffix("/") }.sorted()
        let notes =
            variables.map { "\($0)=\($1)" }.sorted() + ["\(compiler) \(size) \(date)"]
            + folders.flatMap(swiftFiles)
        let answer = workbook.url(program.answerPath(number)).path
        let sources = jobs.inputs.filter { $0.hasSuffix(".swift") && $0 != answer }.sorted()
        let modules = workbook.names(in: "\(program.buildFolder)/debug/Modules")
            .filter { $0.hasSuffix(".swiftmodule") && !$0.hasPrefix("Exercise\(number)") }
        return contents(
            of: sources + [built("debug.yaml").path]
                + modules.map { built("debug/Modules/\($0)").path } + jobs.sharedObjects
        ).map { Data(notes.joined(separator: "\n").utf8) + $0 }
    }

    /// - Parameter folder: With a slash at the end, from the package's folder or from the root.
    private func swiftFiles(in folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: path(folder))
        return (names?.allObjects ?? []).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".swift") }.sorted().map { folder + $0 }
    }

    private func path(_ file: String) -> String {
        file.hasPrefix("/") ? file : workbook.url(file).path
    }

    private func contents(of files: [String]) -> Data? {
        try? files.reduce(into: Data()) { all, file in
            let data = try Data(contentsOf: URL(fileURLWithPath: path(file)))
            all += Data("\n\(file) \(data.count)\n".utf8) + data
        }
    }

    // MARK: - The short way

    /// How many variants of the checks are kept, one for each module file of an answer.
    private static let mostVariants = 8

    /// - Returns: What the compiler said, or nil where the ordinary build has to say it.
    private func buildWithTheFrontend(_ jobs: CompilerJobs) throws -> [Diagnostic]? {
        let answer = AnswerFile(program.answerPath(number), in: workbook)
        guard (try? prepareScripts(jobs)) != nil else { return nil }
        let compiled = Result { try run("answer") }
        // Where it was saved while it was compiled, nobody knows which version was read.
        guard answer == AnswerFile(program.answerPath(number), in: workbook),
            let said = try compiled.get(), let module = try? Data(contentsOf: jobs.moduleFile)
        else { return nil }
        let known = workbook.names(in: "\(program.buildFolder)/frontend-\(number)/modules")
        let kept = { (name: String) in
            (own("modules/\(name)/module"), own("modules/\(name)/checks"))
        }
        if let name = known.first(where: { (try? Data(contentsOf: kept($0).0)) == module }) {
            try copy(kept(name).1, to: jobs.checksObject)
        } else {
            guard try run("checks") != nil else { return nil }
            // The first ones are those of the stub and the solution, which others are likely to have.
            let name = "\(min(known.count, Self.mostVariants - 1))"
            try? FileManager.default.removeItem(at: own("modules/\(name)"))
            try FileManager.default.createDirectory(
                at: own("modules/\(name)"), withIntermediateDirectories: true)
            try copy(jobs.checksObject, to: kept(name).1)
            try copy(jobs.moduleFile, to: kept(name).0)
        }
        return try run("link") == nil ? nil : said
    }

    private func prepareScripts(_ jobs: CompilerJobs) throws {
        guard !FileManager.default.fileExists(atPath: own("link").path) else { return }
        let scripts = try jobs.scripts()
        try Data(scripts.answer.utf8).write(to: own("answer"))
        try Data(scripts.checks.utf8).write(to: own("checks"))
        // The last one: where it is, the others are.
        try Data(scripts.link.utf8).write(to: own("link"), options: .atomic)
    }

    private func copy(_ file: URL, to other: URL) throws {
        try Data(contentsOf: file).write(to: other, options: .atomic)
    }

    /// Runs one of the scripts.
    ///
    /// - Returns: What the compiler said, or nil where it failed without a word about a line.
    private func run(_ script: String) throws -> [Diagnostic]? {
        let result = try ChildProcess(
            executable: "/bin/sh", arguments: ["-e", own(script).path], environment: environment,
            folder: workbook.root
        ).run()
        let output = result.standardOutput + "\n" + result.standardError
        let diagnostics = Diagnostic.all(in: output, workbook)
        if result.ending == .exited(0) { return diagnostics }
        let errors = diagnostics.filter { $0.severity == .error }
        guard result.ending == .exited(1), !errors.isEmpty else { return nil }
        throw ChecksProgram.BuildFailure(diagnostics: errors, output: output)
    }
}
