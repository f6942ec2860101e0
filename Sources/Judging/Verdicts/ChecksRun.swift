import ExerciseConventions
import Foundation

/// Runs the checks of one exercise, which are built, and says what they report.
package struct ChecksRun {
    let answer: Answer
    /// The program of the checks.
    let executable: URL
    /// Where the program runs. It is made for each run and deleted after it.
    let folder: URL
    let workbook: WorkbookFolder
    /// What the program may not do, where the answer is a stranger's.
    var confinement: Confinement?
    /// What the program has to read beside the system, where it is confined.
    var readable: [URL] = []
    /// How long the program may run without a report, in seconds. The checks end a task that hangs
    /// after ten seconds, and the one that reads a large file after less than this. This limit is for
    /// what they cannot see: a process that was stopped, for example.
    var quietLimit = Self.quietLimit
    static let quietLimit = 120
    /// How much memory the program may address, in KiB, so that a loop that never ends and keeps what it
    /// makes does not take all of the machine's. The checks need less than half a million.
    private static let mostMemory = 4_000_000
    /// How long all runs may take together, in seconds.
    var timeLimit = Self.timeLimit
    static let timeLimit = 3600

    init(of answer: Answer, executable: URL, folder: URL, in workbook: WorkbookFolder) {
        self.answer = answer
        self.executable = executable
        self.folder = folder
        self.workbook = workbook
    }

    /// The program of the checks ended before it had reported anything: nothing of the answer has run.
    struct NotBegun: Error, CustomStringConvertible {
        /// The last words of the program.
        let reason: String

        var description: String {
            "The checks could not begin, and not because of the answer: \(reason)"
        }
    }

    /// One run of the program.
    private struct Run {
        let events: EventStream
        /// What the checks tell beside the events.
        let records: [CheckRecord]
        /// What ended the program too early, if anything did.
        let stop: TaskVerdict.Problem?
        let result: ChildProcess.Result
    }

    /// Where the program ends in the middle of a task, it is run again without the tests that have a
    /// state by then, so that every task gets one. There are at most as many runs as tests.
    ///
    /// A stranger's answer may have written the records of other tests before it ended the program. So
    /// with a ``confinement``, only the test in whose middle it ended has a state then.
    ///
    /// - Throws: ``EventStream/Malformed``, ``NotBegun``.
    func verdict() throws -> ExerciseVerdict {
        let start = ContinuousClock.now
        var found: [(test: EventStream.Test, state: TaskVerdict.State)] = []
        var isOver: Set<String> = []
        var verdict = ExerciseVerdict(number: answer.number, tasks: [])
        while true {
            let run = try Interruption.withFolder(folder) { try runOnce(without: isOver) }
            let events = run.events
            if run.stop?.kind == .ended || run.stop?.kind == .crashed, events.tests.isEmpty {
                throw NotBegun(reason: BuildFailure.reasons(in: run.result.standardError)[0])
            }
            verdict.printed += run.result.standardOutput
            verdict.leftAProcess = verdict.leftAProcess || run.result.leftAProcess
            let believesOthers = confinement == nil || run.stop == nil
            for test in events.tests where !isOver.contains(test.id) {
                let isRunning = test.id == events.running?.id
                var state = events.state(of: test, records: run.records, in: workbook)
                if !believesOthers, !isRunning { state = .notRun }
                if let stop = run.stop, isRunning { state = state.adding(stop) }
                found.removeAll { $0.test.id == test.id }
                found.append((test, state))
            }
            if let stop = run.stop, events.running == nil { verdict.outside = stop }
            let new = events.tests.filter {
                !isOver.contains($0.id) && (believesOthers || $0.id == events.running?.id)
                    && events.hasStarted($0)
            }.map(\.id)
            isOver.formUnion(new)
            if run.stop == nil || new.isEmpty { break }
            if found.allSatisfy({ isOver.contains($0.test.id) }) { break }
            if start.duration(to: .now) > .seconds(timeLimit) { break }
        }
        verdict.add(found.sorted { $0.test.line < $1.test.line })
        try tellKeptState(of: &verdict, among: found.map(\.test))
        return verdict
    }

    /// Tells an answer that remembers something from call to call, whatever it got wrong by it. That
    /// is certain where the first task that is wrong is right as soon as no other runs before it.
    private func tellKeptState(
        of verdict: inout ExerciseVerdict, among tests: [EventStream.Test]
    ) throws {
        guard
            let index = verdict.tasks.firstIndex(where: {
                $0.problems.first?.kind == .refused && $0.problems.count == 1
            }),
            let state = KeptState.all(in: answer).first,
            var problem = verdict.tasks[index].problems.first
        else { return }
        let number = verdict.tasks[index].number
        let isOfTask = { (test: EventStream.Test) in TaskTitle.number(in: test.title) == number }
        let alone = try Interruption.withFolder(folder) {
            try runOnce(without: Set(tests.filter { !isOfTask($0) }.map(\.id)))
        }
        let isRightAlone =
            alone.stop == nil
            && tests.filter(isOfTask).allSatisfy { test in
                alone.events.state(of: test, records: alone.records, in: workbook) == .right
            }
        // The check's words stay the first. The documents come last: they may be long.
        problem.finding.details.insert(isRightAlone ? state.isReason : state.mayBeReason, at: 0)
        verdict.tasks[index].state = .wrong([problem])
    }

    private func runOnce(without tests: Set<String>) throws -> Run {
        let temporary = folder.appendingPathComponent("tmp")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let seal = RunSeal(for: folder)
        try seal.put()
        let skipped = tests.sorted().flatMap { ["--skip", "^\(Self.escaped($0))$"] }
        let own = [
            EnvironmentVariable.checks: EnvironmentVariable.asProgram,
            "TMPDIR": temporary.path, "SWIFT_BACKTRACE": CrashReport.settings,
        ]
        // A Mac does not know this limit, and runs without it.
        let bound = "ulimit -v \(Self.mostMemory) 2>/dev/null || :; exec \"$0\" \"$@\""
        let program = ChildProcess(
            executable: "/bin/sh",
            arguments: [
                "-c", bound, executable.path, "--filter", "Exercise\(answer.number)Tests",
                "--event-stream-output-path", ChildProcess.eventsPath,
            ] + skipped,
            environment: confinement == nil
                ? ChildProcess.environment(keeping: ["LANG", "LC_ALL", "TZ"], adding: own) : own,
            folder: folder, timeLimit: timeLimit, quietLimit: quietLimit)
        let result =
            try confinement?.run(program, readable: readable, writable: [folder]) ?? program.run()
        let events = try EventStream(result.events)
        let isWhole = events.hasEnded && seal.isBack
        let records = try CheckRecords(in: folder).all()
        return Run(
            events: events, records: records, stop: stop(result, records, isWhole: isWhole),
            result: result)
    }

    private func stop(
        _ result: ChildProcess.Result, _ records: [CheckRecord], isWhole: Bool
    ) -> TaskVerdict.Problem? {
        switch result.ending {
        case .exited where isWhole:
            return nil
        case .exited(EarlyEnd.hung), .outOfTime:
            let stopped = "It did not come to an end within ten seconds, so it was stopped."
            for case .hung(var finding) in records.map(\.event) {
                finding.details.append(stopped)
                return TaskVerdict.Problem(kind: .hung, finding: finding, place: nil)
            }
            return TaskVerdict.Problem(
                kind: .hung, message: stopped, place: nil,
                advice: "Look for a loop that never ends: what should change on each round, and "
                    + "does it? Or is there an await for something that never comes?")
        case .outOfSpace:
            return TaskVerdict.Problem(
                kind: .ended, message: "It filled the disk, so it was stopped.", place: nil,
                advice: "Look for a loop that writes to a file.")
        case .exited:
            return TaskVerdict.Problem(
                kind: .ended, message: "It ended the program before the check was over.",
                place: nil, advice: "Is there an exit() in your code?")
        case .killed(let signal):
            return CrashReport(
                signal: signal, folder: folder, standardError: result.standardError
            ).problem(in: answer)
        }
    }

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
            guard let number = TaskTitle.number(in: test.title) else { continue }
            if let index = tasks.firstIndex(where: { $0.number == number }) {
                tasks[index].state = tasks[index].state.joined(with: state)
            } else {
                tasks.append(TaskVerdict(number: number, title: test.title, state: state))
            }
        }
    }
}
