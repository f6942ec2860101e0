import Foundation

/// Builds the checks of one exercise against files of others.
///
/// The solution is built the ordinary way first, and what is the same for every answer is kept. Of a
/// file that was handed in, only the compiler ever reads something, and it is confined as the program
/// is that comes out.
struct HandedInBuild: Sendable {
    /// The folders of one file.
    struct Folders: Sendable {
        let all: URL
        /// Where the file is, and nothing else.
        var answers: URL { all.appendingPathComponent("answers") }
        /// Where the compiler writes.
        var objects: URL { all.appendingPathComponent("objects") }
        /// Where the program runs.
        var run: URL { all.appendingPathComponent("run") }
        var executable: URL { objects.appendingPathComponent("checks") }
    }

    /// Why a file cannot be judged.
    struct Failure: Error {
        /// What to tell, in a line.
        let reason: String
    }

    let number: String
    /// What the programs that come out may read: the toolchain has their libraries.
    let toolchain: [URL]
    private let program: ChecksProgram
    private let sandbox: Sandbox?
    private let template: Folders
    private let scripts: [String]

    /// How long the compiler may take for one file, in seconds.
    static let timeLimit = 40

    /// - Parameters:
    ///   - number: The exercise.
    ///   - program: The checks of the solution, after their build.
    ///   - parent: The folder for the folders of all files.
    ///   - sandbox: Nil where the files are trusted.
    /// - Throws: ``BuildCommands/Unknown``, and what starting the compiler throws.
    init(_ number: String, of program: ChecksProgram, in parent: URL, sandbox: Sandbox?) throws {
        self.number = number
        self.program = program
        self.sandbox = sandbox
        let template = Folders(all: parent.appendingPathComponent("EXERCISE\(number)"))
        self.template = template
        let answer = template.answers.appendingPathComponent("Exercise\(number).swift")
        for folder in [template.answers, template.objects] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data().write(to: answer)
        let jobs = try CompilerJobs(
            number, buildFolder: program.workbook.url(program.buildFolder),
            folder: template.objects,
            environment: ChildProcess.environment(adding: ["TMPDIR": template.objects.path]),
            answerFile: answer, executable: template.executable)
        let scripts = try jobs.scripts()
        self.scripts = [scripts.answer, scripts.checks, scripts.link]
        // A link in /usr/bin may lead to the toolchain.
        let compiler = URL(fileURLWithPath: jobs.compiler)
        toolchain = Set(
            [compiler, compiler.resolvingSymlinksInPath()].map {
                $0.deletingLastPathComponent().deletingLastPathComponent()
            }
        )
        .filter { $0.path != "/usr" && $0.path != "/" }
    }

    /// Builds the program.
    ///
    /// - Parameters:
    ///   - answer: The contents of the file.
    ///   - folders: Where to. They are there, and empty.
    /// - Throws: ``Failure``.
    func build(_ answer: Data, in folders: Folders) throws {
        for folder in [folders.answers, folders.objects] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try answer.write(to: folders.answers.appendingPathComponent("Exercise\(number).swift"))
        for (index, script) in scripts.enumerated() {
            let own = script.replacing(
                "/\(template.all.lastPathComponent)/", with: "/\(folders.all.lastPathComponent)/")
            try run(own, in: folders, isOfTheAnswer: index == 0)
        }
    }

    private func run(_ script: String, in folders: Folders, isOfTheAnswer: Bool) throws {
        let workbook = program.workbook
        let confinement = Confinement(
            sandbox: sandbox,
            readable: toolchain + [
                workbook.url(program.buildFolder), workbook.url("Tests/ExerciseTests"),
                folders.answers,
            ],
            writable: folders.objects, mostMemory: 4_000_000)
        let result = try confinement.run(
            ChildProcess(
                executable: "/bin/sh", arguments: ["-e", "-c", script],
                environment: [
                    "TMPDIR": folders.objects.path, "PATH": "/usr/bin:/bin",
                ],
                folder: folders.objects, timeLimit: Self.timeLimit))
        switch result.ending {
        case .exited(0):
            return
        case .outOfTime:
            throw Failure(
                reason: "the compiler was not done after \(Self.timeLimit) seconds")
        case .outOfSpace:
            throw Failure(reason: "what the compiler wrote filled the disk")
        case .killed(let signal):
            throw Failure(reason: "the compiler was ended by signal \(signal)")
        case .exited:
            let output = result.standardOutput + "\n" + result.standardError
            let errors = Diagnostic.all(in: output, workbook).filter { $0.severity == .error }
            if isOfTheAnswer, let first = errors.first {
                throw Failure(reason: first.message)
            }
            let failure = ChecksProgram.BuildFailure(diagnostics: errors, output: output)
            let reasons =
                VerdictReport.messagesAboutChecks(failure) + VerdictReport.reasons(in: output)
            throw Failure(
                reason: isOfTheAnswer ? reasons[0] : "the checks cannot use it: \(reasons[0])")
        }
    }
}
