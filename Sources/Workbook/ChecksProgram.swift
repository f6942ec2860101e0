import ExerciseConventions
import Foundation

/// Builds the checks of some exercises against the answers in a folder, and runs them.
struct ChecksProgram {
    let workbook: WorkbookFolder
    /// The exercises to build, nothing else.
    let numbers: [String]
    /// The folder of the answers, from the package's folder.
    var answers = "Exercises"
    /// The folder of the build, from the package's folder. It is not the one of `swift test`: the
    /// two build different things and would undo each other's work.
    var buildFolder = ".build/workbook"

    /// Why the checks cannot be run.
    struct BuildFailure: Error {
        /// The errors that have a place in a file.
        let diagnostics: [Diagnostic]
        /// All that the build printed.
        let output: String
    }

    /// Holds the build folder for a build and its runs, so that no other tool comes in between and
    /// gets a verdict about another answer. It cannot be held twice.
    ///
    /// - Parameter activity: What another tool that waits says about this one: `check 09`.
    func alone<Value>(_ activity: String, _ work: () throws -> Value) throws -> Value {
        let lock = FolderLock(file: workbook.url(buildFolder + ".lock"))
        return try lock.hold(for: activity, work)
    }

    // MARK: - Building

    /// Builds the program.
    ///
    /// An answer that is saved while it is built is built again: the verdict is always about one
    /// version of it.
    ///
    /// - Returns: What the compiler said about the answers, also where it said so in an earlier build
    ///   and had nothing to compile in this one; and what it said about other files in this one.
    /// - Throws: ``BuildFailure``, and an error with a description where there is no toolchain.
    @discardableResult
    func build() throws -> [Diagnostic] {
        let toolchain = try Toolchain.find()
        try BuildFolderOwner(root: workbook.root, toolchain: toolchain)
            .clear(workbook.url(buildFolder))
        var mayStartAnew = workbook.exists(buildFolder)
        for _ in 0..<5 {
            let before = answerFiles()
            let records = before.mapValues(prepare)
            let result = try runPackageManager(toolchain)
            let after = answerFiles()
            let isSaved = before != after
            let output = result.standardOutput + "\n" + result.standardError
            let said = Diagnostic.all(in: output, workbook)
            let hasSucceeded = result.ending == .exited(0)
            let all = try keepRecords(
                before, records, said, isComplete: hasSucceeded && !isSaved)
            if isSaved { continue }
            if hasSucceeded { return all }
            if mayStartAnew, BuildFolderOwner.isForeign(output) {
                mayStartAnew = false
                try FileManager.default.removeItem(at: workbook.url(buildFolder))
                continue
            }
            throw BuildFailure(
                diagnostics: said.filter { $0.severity == .error }, output: output)
        }
        throw BuildFailure(
            diagnostics: [],
            output: "error: the file was saved again and again while it was built")
    }

    /// - Parameter said: What ``build()`` returned.
    /// - Returns: The warnings about the lines of one answer.
    func warnings(in said: [Diagnostic], about number: String) -> [Diagnostic] {
        said.filter { $0.path == answerPath(number) && $0.severity == .warning }
    }

    private func runPackageManager(_ toolchain: Toolchain) throws -> ChildProcess.Result {
        // The same folder each time: another name would make the manifest be read anew.
        let temporary = workbook.url(buildFolder + ".tmp")
        return try Interruption.withFolder(temporary) {
            try ChildProcess(
                executable: toolchain.swift,
                arguments: [
                    "build", "--disable-index-store", "--product", "checks",
                    "--scratch-path", workbook.url(buildFolder).path,
                ],
                environment: ChildProcess.environment(adding: [
                    EnvironmentVariable.exercise: numbers.joined(separator: ","),
                    EnvironmentVariable.checks: EnvironmentVariable.asProgram,
                    EnvironmentVariable.answers: answers, "TMPDIR": temporary.path,
                ]), folder: workbook.root
            ).run()
        }
    }

    // MARK: - Whether a build is up to date

    func answerPath(_ number: String) -> String { "\(answers)/Exercise\(number).swift" }

    private func answerFiles() -> [String: AnswerFile] {
        Dictionary(
            uniqueKeysWithValues: numbers.compactMap { number in
                AnswerFile(answerPath(number), in: workbook).map { (number, $0) }
            })
    }

    private func recordURL(_ number: String) -> URL {
        workbook.url("\(buildFolder)/seen/Exercise\(number).json")
    }

    /// Makes the build system compile an answer that has changed, where it would not notice itself.
    /// The build system and the compiler's driver look at time stamps, the driver at whole seconds.
    ///
    /// - Returns: The record of a build that is right for the file, or nil where there is none.
    private func prepare(_ answer: AnswerFile) -> BuildRecord? {
        guard let number = numbers.first(where: { answerPath($0) == answer.path }) else {
            return nil
        }
        let url = recordURL(number)
        let record = BuildRecord(contentsOf: url)
        if let record, record.fits(answer) { return record }
        if record?.isNoticed(answer) != true {
            let folder = "\(buildFolder)/debug/Exercise\(number)"
            let results = [
                "\(folder).build/primary.priors", "\(folder).build/Exercise\(number).swift.o",
                "\(folder)Tests.build/primary.priors",
            ]
            for result in results { try? FileManager.default.removeItem(at: workbook.url(result)) }
        }
        // A build that is ended halfway leaves this: nothing is known then.
        try? BuildRecord(answer).write(to: url)
        return nil
    }

    /// - Returns: What was said, with the warnings of the answers that were not compiled this time.
    private func keepRecords(
        _ answers: [String: AnswerFile], _ earlier: [String: BuildRecord?], _ said: [Diagnostic],
        isComplete: Bool
    ) throws -> [Diagnostic] {
        var all = said
        for (number, answer) in answers.sorted(by: { $0.key < $1.key }) {
            var record = BuildRecord(answer)
            record.ended = Int64(Date().timeIntervalSince1970 * 1_000_000_000)
            record.isComplete = isComplete
            record.warnings = said.filter { $0.path == answer.path && $0.severity == .warning }
            if record.warnings.isEmpty, let known = earlier[number] ?? nil {
                record.warnings = known.warnings
                all += known.warnings
            }
            try record.write(to: recordURL(number))
        }
        return all
    }

    // MARK: - Running

    /// Runs the checks of one exercise. ``build()`` comes first.
    ///
    /// - Parameter asksForMessages: Whether the verdict should have the messages that were made.
    /// - Throws: ``EventStream/Malformed``.
    func run(_ number: String, asksForMessages: Bool = false) throws -> ExerciseVerdict {
        var run = ChecksRun(
            number, executable: workbook.url("\(buildFolder)/debug/checks"),
            answerPath: answerPath(number), folder: workbook.url(buildFolder + ".run"),
            in: workbook)
        run.asksForMessages = asksForMessages
        return try run.verdict()
    }
}
