import ExerciseConventions
import ExerciseSupport
import Foundation
import Synchronization
import Testing

extension Trait where Self == ExerciseTrait {
    /// Judges the tests of a suite as tasks of an exercise.
    public static var exercise: ExerciseTrait {
        JudgedTasks.noteProgram()
        _ = CheckRecords.ofThisRun
        return ExerciseTrait()
    }
}

extension Trait where Self == TimeAllowance {
    /// Lets a task take longer than the others before it ends the process.
    public static func mayTake(seconds: Int) -> TimeAllowance { TimeAllowance(seconds: seconds) }
}

extension Trait where Self == LoopWarning {
    /// Says what an answer got wrong that never comes to an end, where a lesson warns of it.
    public static func neverEnds(_ misconception: Misconception) -> LoopWarning {
        LoopWarning(misconception: misconception)
    }
}

/// What an answer got wrong that does not come to an end, and the step of the lesson that warns of it.
public struct LoopWarning: TestTrait {
    public let misconception: Misconception
}

/// How long one task may take at least, whatever ``ExerciseTrait/timeLimit`` says.
///
/// The tool ends a program without a report after two minutes: see `quietLimit` there.
public struct TimeAllowance: TestTrait {
    public let seconds: Int
}

/// Judges a test as a task of an exercise.
///
/// - A task that is still a ``TODO`` is a known issue when the whole package is tested, and a failure
///   as soon as somebody asks about it with `--filter` or `EXERCISE`, or puts other answers in place
///   with `ANSWERS`.
///   To the workbook's tool, which runs the checks with `CHECKS=program`, it is always a known issue:
///   the tool tells open from wrong by that, and never by the words of an error.
/// - A task that does not come to an end within ``timeLimit`` ends the process, by name. Swift
///   Testing's own time limit cannot stop a loop that never suspends.
/// - An answer that ends the process, with `exit(0)` for example, ends it with ``ExitCode/leftEarly``.
/// - While tasks run, the current folder is an empty one of their own, so that a file which an answer
///   writes or removes by a relative path is not one of the learner's.
public struct ExerciseTrait: SuiteTrait, TestTrait, TestScoping {
    /// How long one task may take, in seconds.
    ///
    /// The tool runs one exercise and nothing beside it: a task that is not done after ten seconds
    /// never will be. `swift test` runs all suites at once, and a task may have to wait for its turn
    /// while others build and judge: there, the limit is for what truly never ends.
    public static var timeLimit: Int {
        if isRunByTheTool { return 10 }
        return isFiltered ? 60 : 600
    }

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> ExerciseTrait? {
        test.isSuite || testCase != nil ? self : nil
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let title = test.displayName ?? test.name
        JudgedTasks.begin(title, changesFolder: !Self.isRunByTheTool)
        defer { JudgedTasks.end(title) }
        guard !test.isSuite else { return try await function() }
        let isOver = startTimer(for: test)
        defer { isOver.signal() }
        try await withKnownIssue(isIntermittent: true, sourceLocation: test.sourceLocation) {
            do {
                try await function()
            } catch is AlreadyReported {
                // Its issue is recorded; a second one would say less.
            } catch {
                CheckRecords.ofThisRun?.addOpenTask(error)
                throw error
            }
        } when: {
            Self.openTasksAreExcused
        } matching: { issue in
            issue.error is TODO || issue.error is EarlierTaskFailed
        }
    }

    fileprivate static var isRunByTheTool: Bool {
        environment(EnvironmentVariable.checks) == EnvironmentVariable.asProgram
    }

    private static var isFiltered: Bool {
        CommandLine.arguments.contains { $0.hasPrefix("--filter") }
    }

    private static var openTasksAreExcused: Bool {
        isRunByTheTool
            || !isFiltered && environment(EnvironmentVariable.answers) == nil
                && environment(EnvironmentVariable.exercise) == nil
    }

    /// Says at the very end what to do next, as the last line that a learner reads in a long output.
    fileprivate static func sayWhatIsNext() {
        guard !isRunByTheTool else { return }
        let meaning = openTasksAreExcused ? "A known issue is a task that is still open. " : ""
        let words = meaning + "Where you are, and what is next: swift run workbook\n"
        FileHandle.standardError.write(Data(words.utf8))
    }

    /// Says why there is no verdict, where a filter fits nothing. The package manager has a way of building
    /// in which each exercise has a program of its own, and all but one of these end like that.
    fileprivate static func sayThatNothingFits() {
        guard isFiltered, !isRunByTheTool, environment(EnvironmentVariable.tests) == nil else {
            return
        }
        let words =
            "Nothing here fits --filter. Where each exercise has a run of its own, what fits stands "
            + "above.\n"
        FileHandle.standardError.write(Data(words.utf8))
    }

    private static func environment(_ variable: String) -> String? {
        // An empty one says no more than one that is not there.
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    private func startTimer(for test: Test) -> DispatchSemaphore {
        let isOver = DispatchSemaphore(value: 0)
        let task = test.displayName ?? test.name
        let file = test.sourceLocation.fileName.replacing("Tests.swift", with: ".swift")
        let allowance = test.traits.lazy.compactMap { ($0 as? TimeAllowance)?.seconds }.first
        let warning = test.traits.lazy.compactMap { ($0 as? LoopWarning)?.misconception }.first
        let seconds = max(Self.timeLimit, allowance ?? 0)
        // A thread of its own: the pool that runs the tests may be full of loops.
        Thread.detachNewThread {
            guard isOver.wait(timeout: .now() + .seconds(seconds)) == .timedOut else { return }
            if let warning {
                let finding = CheckFinding(warning.text, step: warning.step)
                CheckRecords.ofThisRun?.add(.hung(finding), to: test)
            }
            JudgedTasks.leave(
                saying: "\(task) did not come to an end within \(seconds) seconds, so the "
                    + "checks stopped here. "
                    + (warning?.text
                        ?? "Look in \(file) for a loop that never ends, or an await for something that "
                        + "never comes."),
                with: EarlyEnd.hung)
        }
        return isOver
    }
}

/// The suites and tasks that are being judged now.
enum JudgedTasks {
    private struct State {
        var titles: [String] = []
        var isWatched = false
        /// Whether the end of a program without tests is watched too.
        var isNoted = false
        var folders: (before: String, own: String)?
    }

    private static let state = Mutex(State())

    /// Notes that there are exercises in this program, whether one is tested or not.
    static func noteProgram() {
        state.withLock { state in
            guard !state.isNoted else { return }
            state.isNoted = true
            atexit {
                let hasBegun = JudgedTasks.state.withLock(\.isWatched)
                if !hasBegun { ExerciseTrait.sayThatNothingFits() }
            }
        }
    }

    /// Notes that a suite or a task begins.
    static func begin(_ title: String, changesFolder: Bool) {
        state.withLock { state in
            state.titles.append(title)
            if changesFolder, state.folders == nil { state.folders = enterFolderOfItsOwn() }
            guard !state.isWatched else { return }
            state.isWatched = true
            atexit {
                JudgedTasks.leaveIfRunning()
                ExerciseTrait.sayWhatIsNext()
            }
            #if !canImport(Darwin)
                at_quick_exit { JudgedTasks.leaveIfRunning() }
            #endif
        }
    }

    /// Notes that a suite or a task has ended.
    static func end(_ title: String) {
        state.withLock { state in
            if let index = state.titles.lastIndex(of: title) { state.titles.remove(at: index) }
            if state.titles.isEmpty { leaveFolder(&state) }
        }
    }

    /// Ends the process with a message and leaves nothing behind.
    static func leave(saying message: String, with code: Int32) -> Never {
        state.withLock { leaveFolder(&$0) }
        FileHandle.standardError.write(Data("\n✘ \(message)\n".utf8))
        _Exit(code)
    }

    /// Ends a process that is about to end as if all were well. A run that is complete has ended
    /// whatever it began.
    fileprivate static func leaveIfRunning() {
        guard let title = state.withLock(\.titles.last) else { return }
        leave(
            saying:
                "The program ended in the middle of: \(title). Is there an exit() in the answer?",
            with: EarlyEnd.leftEarly)
    }

    private static func enterFolderOfItsOwn() -> (before: String, own: String)? {
        let files = FileManager.default
        let prefix = "exercise-of-process-"
        // On a Mac, Foundation does not look at this variable, and a sandbox has no other folder.
        let parent =
            ProcessInfo.processInfo.environment["TMPDIR"].map { URL(fileURLWithPath: $0) }
            ?? files.temporaryDirectory
        // A process that crashed has left its folder behind.
        for name in (try? files.contentsOfDirectory(atPath: parent.path)) ?? [] {
            guard name.hasPrefix(prefix), let process = Int32(name.dropFirst(prefix.count)),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? files.removeItem(at: parent.appendingPathComponent(name))
        }
        let own = parent.appendingPathComponent("\(prefix)\(getpid())")
        let before = files.currentDirectoryPath
        guard
            (try? files.createDirectory(at: own, withIntermediateDirectories: true)) != nil,
            files.changeCurrentDirectoryPath(own.path)
        else { return nil }
        return (before, own.path)
    }

    private static func leaveFolder(_ state: inout State) {
        guard let folders = state.folders else { return }
        _ = FileManager.default.changeCurrentDirectoryPath(folders.before)
        try? FileManager.default.removeItem(atPath: folders.own)
        state.folders = nil
    }
}

#if !canImport(Darwin)
    /// What an answer calls when it says `_exit(0)`, in place of the system's function, which would end
    /// the tests as if they had passed. On a Mac, a program cannot put its own function there.
    @c(_exit)
    public func endInPlaceOfTheSystem(_ code: Int32) -> Never {
        JudgedTasks.leaveIfRunning()
        _Exit(code)
    }
#endif

extension CheckRecords {
    /// The records of this run, nil where nobody reads them. The folder is known before an answer can
    /// change it.
    static let ofThisRun: CheckRecords? =
        ExerciseTrait.isRunByTheTool
        ? CheckRecords(in: URL(fileURLWithPath: FileManager.default.currentDirectoryPath)) : nil

    /// Adds a record of a test, the running one unless another is given.
    func add(_ event: CheckRecord.Event, to test: Test? = Test.current) {
        guard let line = test?.sourceLocation.line else { return }
        // Without it, the tool knows less and says so: the event stream has the verdict.
        try? add(CheckRecord(event, testLine: line))
    }

    /// Adds a record of a task that ended with an error, where the error says that it is open.
    func addOpenTask(_ error: any Error) {
        switch error {
        case let todo as TODO:
            add(.open(OpenTask(todo.task, line: todo.line)))
        case let failed as EarlierTaskFailed:
            add(.open(OpenTask(failed.description, line: nil, earlierTask: failed.task)))
        default:
            break
        }
    }
}
