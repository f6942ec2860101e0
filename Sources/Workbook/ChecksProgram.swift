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
                    "EXERCISE": numbers.joined(separator: ","), "CHECKS": "program",
                    "ANSWERS": answers, "TMPDIR": temporary.path,
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
    /// Where the program ends in the middle of a task, it is run again for the tests that had not
    /// started, so that every task gets a verdict. There are at most as many runs as tests.
    ///
    /// - Throws: ``EventStream/Malformed``.
    func run(_ number: String) throws -> ExerciseVerdict {
        let folder = workbook.url(buildFolder + ".run")
        var found: [(test: EventStream.Test, state: TaskVerdict.State)] = []
        var started: Set<String> = []
        var verdict = ExerciseVerdict(number: number, tasks: [])
        while true {
            let (events, stop, result) = try Interruption.withFolder(folder) {
                try runOnce(number, in: folder, without: started)
            }
            verdict.printed += result.standardOutput
            verdict.leftAProcess = verdict.leftAProcess || result.leftAProcess
            for test in events.tests where !started.contains(test.id) {
                var state = events.state(of: test, in: workbook)
                if let stop, test.id == events.running?.id { state = state.adding(stop) }
                found.removeAll { $0.test.id == test.id }
                found.append((test, state))
            }
            if let stop, events.running == nil { verdict.outside = stop }
            let new = events.tests.filter(events.hasStarted).map(\.id)
            started.formUnion(new)
            if stop == nil || new.isEmpty { break }
            if found.allSatisfy({ started.contains($0.test.id) }) { break }
        }
        verdict.add(found.sorted { $0.test.line < $1.test.line })
        return verdict
    }

    /// - Returns: What was reported, and what ended the program too early, if anything did.
    private func runOnce(
        _ number: String, in folder: URL, without tests: Set<String>
    ) throws -> (EventStream, stop: TaskVerdict.Problem?, ChildProcess.Result) {
        let temporary = folder.appendingPathComponent("tmp")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let skipped = tests.sorted().flatMap { ["--skip", "^\(Self.escaped($0))$"] }
        // The checks end a task that hangs after ten seconds. The limit here is for what they cannot
        // see: a process that was stopped, for example.
        let result = try ChildProcess(
            executable: workbook.url("\(buildFolder)/debug/checks").path,
            arguments: [
                "--filter", "Exercise\(number)Tests",
                "--event-stream-output-path", ChildProcess.eventsPath,
            ] + skipped,
            environment: ChildProcess.environment(
                keeping: ["LANG", "LC_ALL", "TZ"],
                adding: [
                    "CHECKS": "program", "TMPDIR": temporary.path,
                    "SWIFT_BACKTRACE": CrashReport.settings,
                ]),
            folder: folder, quietLimit: 15
        ).run()
        let events = try EventStream(result.events)
        return (events, stop(result, events, number, folder), result)
    }

    private func stop(
        _ result: ChildProcess.Result, _ events: EventStream, _ number: String, _ folder: URL
    ) -> TaskVerdict.Problem? {
        switch result.ending {
        case .exited where events.hasEnded:
            return nil
        case .exited(Self.hangExitCode), .outOfTime:
            return TaskVerdict.Problem(
                kind: .hung,
                message:
                    "It did not come to an end within ten seconds, so it was stopped.", place: nil,
                advice: "Look for a loop that never ends: what should change on each round, and "
                    + "does it?")
        case .exited:
            return TaskVerdict.Problem(
                kind: .ended, message: "It ended the program before the check was over.",
                place: nil, advice: "Is there an exit() in your code?")
        case .killed(let signal):
            let path = answerPath(number)
            return CrashReport(
                signal: signal, folder: folder, standardError: result.standardError
            ).problem(in: path, workbook.text(path) ?? "")
        }
    }

    /// What the checks exit with when they end a task that hangs, as timeout(1) does.
    private static let hangExitCode: Int32 = 124

    /// A text as a regular expression that matches it.
    private static func escaped(_ text: String) -> String {
        NSRegularExpression.escapedPattern(for: text)
    }
}

extension TaskVerdict.State {
    /// The state of a task in whose middle the program ended.
    fileprivate func adding(_ stop: TaskVerdict.Problem) -> TaskVerdict.State {
        if case .wrong(let problems) = self { .wrong(problems + [stop]) } else { .wrong([stop]) }
    }

    /// The state of a task that has two tests.
    fileprivate func joined(with other: TaskVerdict.State) -> TaskVerdict.State {
        switch (self, other) {
        case (.wrong(let one), .wrong(let two)): .wrong(one + two)
        case (.wrong, _): self
        case (_, .wrong): other
        case (.open, _): self
        case (_, .open): other
        case (.notRun, _): self
        case (_, .notRun): other
        case (.right, .right): self
        }
    }
}

extension ExerciseVerdict {
    /// Makes tasks of tests, in the order of the tests. A test without a task's number is none.
    mutating func add(_ tests: [(test: EventStream.Test, state: TaskVerdict.State)]) {
        for (test, state) in tests {
            guard let number = Self.taskNumber(in: test.title) else { continue }
            if let index = tasks.firstIndex(where: { $0.number == number }) {
                tasks[index].state = tasks[index].state.joined(with: state)
            } else {
                tasks.append(TaskVerdict(number: number, title: test.title, state: state))
            }
        }
    }

    /// The number of `Task 4 · …` or `Task 4: …`.
    static func taskNumber(in title: String) -> Int? {
        guard title.hasPrefix("Task ") else { return nil }
        return Int(title.dropFirst("Task ".count).prefix(while: \.isNumber))
    }
}
