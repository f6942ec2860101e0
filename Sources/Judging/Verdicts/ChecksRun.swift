import ExerciseConventions
import Foundation

/// A run of one exercise's checks, which have been built with an answer.
package struct ChecksRun {
    let answer: Answer
    /// The program of the checks.
    let executable: URL
    /// The folder in which the program runs. It is made for each run and deleted after it.
    let folder: URL
    let workbook: WorkbookFolder
    /// The limits for the program, if the answer is a stranger's.
    var confinement: Confinement?
    /// The files and folders that a confined program has to read besides the system's.
    var readable: [URL] = []
    /// The longest time without a report, in seconds. The checks stop a task that hangs after ten
    /// seconds, or after a longer time if it reads a large file, and all these times are below this
    /// limit. The limit is for cases that the checks cannot see, such as a stopped process.
    var quietLimit = Self.quietLimit
    static let quietLimit = 120
    /// The largest amount of memory that the program may address, in KiB. It keeps an endless loop
    /// that stores its results from using all memory of the machine. The checks need less than
    /// 500,000 KiB.
    private static let mostMemory = 4_000_000
    /// The longest time for all runs together, in seconds.
    var timeLimit = Self.timeLimit
    static let timeLimit = 3600

    /// The error of a program that ended before it reported anything, so that nothing of the answer
    /// has run.
    struct NotBegun: Error, CustomStringConvertible {
        let description: String
    }

    /// The result of one run of the program.
    private struct Run {
        let events: EventStream
        /// The records that the checks write beside the events.
        let records: [CheckRecord]
        /// The problem that ended the program too early, if there was one.
        let stop: TaskVerdict.Problem?
        let result: ChildProcess.Result

        /// A Boolean value that indicates whether the shell could not begin the program. Its file may
        /// still be open for writing in a process that was forked while the file was made.
        var isHeldUp: Bool {
            if case .exited(126) = result.ending { events.tests.isEmpty } else { false }
        }
    }

    /// Runs the checks and returns their verdict.
    ///
    /// If the program ends in the middle of a task, it is run again without the tests that already
    /// have a state, so that every task gets a state. There are at most as many runs as tests.
    ///
    /// A stranger's answer may have written the records of other tests before it ended the program.
    /// So with a ``confinement``, such a run decides only the state of the test during which it
    /// ended.
    ///
    /// - Throws: ``EventStream/Malformed`` or ``NotBegun``.
    func verdict() async throws -> ExerciseVerdict {
        let start = ContinuousClock.now
        var results: [(test: EventStream.Test, state: TaskVerdict.State)] = []
        var isOver: Set<String> = []
        var ended: [Int] = []
        var verdict = ExerciseVerdict(number: answer.number, tasks: [])
        var attemptsLeft = 40
        while true {
            let run = try await Interruption.withFolder(folder) { [isOver, ended] in
                try await runOnce(without: isOver, endedBy: ended)
            }
            let events = run.events
            if run.isHeldUp, attemptsLeft > 0 {
                attemptsLeft -= 1
                try await Task.sleep(for: .milliseconds(50))
                continue
            }
            if run.stop?.kind == .ended || run.stop?.kind == .crashed, events.tests.isEmpty {
                throw NotBegun(
                    description: "The checks could not begin, and not because of the answer: "
                        + BuildFailure.reasons(in: run.result.standardError)[0])
            }
            verdict.printed += run.result.standardOutput
            verdict.leftAProcess = verdict.leftAProcess || run.result.leftAProcess
            let trustsAllRecords = confinement == nil || run.stop == nil
            for test in events.tests where !isOver.contains(test.id) {
                let isRunning = test.id == events.running?.id
                var state = events.state(of: test, records: run.records, in: workbook)
                if !trustsAllRecords, !isRunning { state = .notRun }
                if let stop = run.stop, isRunning {
                    state = state.adding(stop)
                    ended += [TaskTitle.number(in: test.title)].compactMap(\.self)
                }
                results.removeAll { $0.test.id == test.id }
                results.append((test, state))
            }
            if let stop = run.stop, events.running == nil { verdict.outside = stop }
            let new = events.tests.filter {
                !isOver.contains($0.id) && (trustsAllRecords || $0.id == events.running?.id)
                    && events.hasStarted($0)
            }.map(\.id)
            isOver.formUnion(new)
            if run.stop == nil || new.isEmpty { break }
            if results.allSatisfy({ isOver.contains($0.test.id) }) { break }
            if start.duration(to: .now) > .seconds(timeLimit) { break }
        }
        verdict.add(results.sorted { $0.test.line < $1.test.line })
        try await addKeptState(to: &verdict, among: results.map(\.test))
        verdict.nameCommonCrashes()
        return verdict
    }

    /// Adds a remark to the verdict if the first wrong task is right as soon as no other task runs
    /// before it. The answer then keeps something from an earlier call, and the check's message about
    /// the later call does not name this reason.
    private func addKeptState(
        to verdict: inout ExerciseVerdict, among tests: [EventStream.Test]
    ) async throws {
        guard
            let index = verdict.tasks.firstIndex(where: {
                $0.problems.first?.kind == .refused && $0.problems.count == 1
            }),
            var problem = verdict.tasks[index].problems.first
        else { return }
        let number = verdict.tasks[index].number
        let isOfTask = { (test: EventStream.Test) in TaskTitle.number(in: test.title) == number }
        let others = Set(tests.filter { !isOfTask($0) }.map(\.id))
        let alone = try await Interruption.withFolder(folder) { try await runOnce(without: others) }
        let isRightAlone =
            alone.stop == nil
            && tests.filter(isOfTask).allSatisfy { test in
                alone.events.state(of: test, records: alone.records, in: workbook) == .right
            }
        guard !others.isEmpty, isRightAlone else { return }
        // The check's message stays first. The documents come last, because they may be long.
        let remark = """
            Without the other tasks before it, this task is right. If a variable outside of the functions, \
            or a static one, keeps its value from call to call, look there first.
            """
        problem.finding.details.insert(remark, at: 0)
        verdict.tasks[index].state = .wrong([problem])
    }

    /// Runs the program once.
    ///
    /// - Parameters:
    ///   - tests: The tests that are left out.
    ///   - tasks: The tasks that ended the program before. The checks do not call their answers from another
    ///     task again.
    private func runOnce(
        without tests: Set<String>, endedBy tasks: [Int] = []
    ) async throws -> Run {
        let temporary = folder.appendingPathComponent("tmp")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let seal = RunSeal(for: folder)
        try seal.put()
        let skipped = tests.sorted().flatMap { test in
            ["--skip", "^\(NSRegularExpression.escapedPattern(for: test))$"]
        }
        let variables = [
            EnvironmentVariable.checks: EnvironmentVariable.asProgram,
            EnvironmentVariable.endedTasks: tasks.map(String.init).joined(separator: ","),
            "TMPDIR": temporary.path, "SWIFT_BACKTRACE": CrashReport.settings,
        ]
        // A Mac does not know this limit. There, the program runs without it.
        let bound = "ulimit -v \(Self.mostMemory) 2>/dev/null || :; exec \"$0\" \"$@\""
        let program = ChildProcess(
            executable: "/bin/sh",
            arguments: [
                "-c", bound, executable.path, "--filter", "Exercise\(answer.number)Tests",
                "--event-stream-output-path", ChildProcess.eventsPath,
            ] + skipped,
            environment: confinement == nil
                ? ChildProcess.environment(keeping: ["LANG", "LC_ALL", "TZ"], adding: variables)
                : variables,
            folder: folder, timeLimit: timeLimit, quietLimit: quietLimit)
        let result =
            if let confinement {
                try await confinement.run(program, readable: readable, writable: [folder])
            } else {
                try await program.run()
            }
        let events = try EventStream(result.events)
        let isWhole = events.hasEnded && seal.isBack
        let records = CheckRecords(in: folder).all
        return Run(
            events: events, records: records, stop: stop(result, records, isWhole: isWhole),
            result: result)
    }

    private func stop(
        _ result: ChildProcess.Result, _ records: [CheckRecord], isWhole: Bool
    ) -> TaskVerdict.Problem? {
        let input = InputAtHand(in: folder).lines
        switch result.ending {
        case .exited where isWhole:
            return nil
        case .exited(EarlyEnd.hung), .outOfTime:
            let stopped = "It did not come to an end within ten seconds, so it was stopped."
            for case .hung(var finding) in records.map(\.event) {
                finding.details += [stopped] + input
                return TaskVerdict.Problem(kind: .hung, finding: finding, place: nil)
            }
            return TaskVerdict.Problem(
                kind: .hung, finding: CheckFinding(stopped, details: input), place: nil,
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
                signal: signal, folder: folder, standardError: result.standardError,
                input: input
            ).problem(in: answer)
        }
    }
}

extension TaskVerdict.State {
    /// Returns the state of a task during which the program ended.
    fileprivate func adding(_ stop: TaskVerdict.Problem) -> TaskVerdict.State {
        if case .wrong(let problems) = self { .wrong(problems + [stop]) } else { .wrong([stop]) }
    }

    /// Returns the combined state of a task that has two tests.
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
    /// Says of each task that crashed at the same line as an earlier one that the earlier one comes first.
    mutating func nameCommonCrashes() {
        var first: [String: Int] = [:]
        for index in tasks.indices {
            guard var problem = tasks[index].problems.first, problem.kind == .crashed,
                let place = problem.place
            else { continue }
            if let earlier = first[place] {
                problem.finding.earlierTasks = [earlier]
                tasks[index].state = .wrong([problem] + tasks[index].problems.dropFirst())
            } else {
                first[place] = tasks[index].number
            }
        }
    }

    /// Adds the tests' states to their tasks, in the order of the tests. A test whose title has no
    /// task's number is left out.
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
