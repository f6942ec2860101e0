import ExerciseConventions
import ExerciseSupport
import Foundation
import Synchronization
import Testing

extension Trait where Self == ExerciseTrait {
    /// The trait of a suite whose tests are judged as tasks of an exercise.
    public static var exercise: ExerciseTrait {
        JudgedTasks.noteProgram()
        _ = CheckRecords.ofThisRun
        _ = InputAtHand.ofThisRun
        return ExerciseTrait()
    }
}

extension Trait where Self == TimeAllowance {
    /// Returns the trait of a task that may take longer than the others.
    public static func mayTake(seconds: Int) -> TimeAllowance { TimeAllowance(seconds: seconds) }
}

extension Trait where Self == LoopWarning {
    /// Returns the trait of a task about whose endless loop a lesson warns.
    ///
    /// - Parameter misconception: The mistake of an answer that never ends.
    public static func neverEnds(_ misconception: Misconception) -> LoopWarning {
        LoopWarning(misconception: misconception)
    }
}

/// The mistake of an answer that never ends, and the step of the lesson that warns of it.
public struct LoopWarning: TestTrait {
    public let misconception: Misconception
}

/// The time that one task may always take, even if ``ExerciseTrait/timeLimit`` is shorter.
///
/// The tool ends a program after two minutes without a report: see `quietLimit` there.
public struct TimeAllowance: TestTrait {
    public let seconds: Int
}

/// The trait of a test that is judged as a task of an exercise.
///
/// - A task that is still a ``TODO`` is a known issue if the whole package is tested. It is a
///   failure if tests are chosen with `--filter` or `EXERCISE`, or other answers with `ANSWERS`.
///   For the workbook's tool, which runs the checks with `CHECKS=program`, it is always a known
///   issue. The tool distinguishes open from wrong by that, and never by the text of an error.
/// - A task that takes longer than ``timeLimit`` ends the process, with a message that names the
///   task. Swift Testing's own time limit cannot stop a loop that never suspends.
/// - If an answer ends the process, with `exit(0)` for example, the exit code becomes
///   ``EarlyEnd/leftEarly``.
/// - While tasks run, the current folder is an empty one. So if an answer writes or removes a file
///   by a relative path, none of the learner's files is affected.
public struct ExerciseTrait: SuiteTrait, TestTrait, TestScoping {
    /// The longest time for one task, in seconds.
    ///
    /// The tool runs one exercise and nothing else at the same time, so a task that takes more than
    /// ten seconds will never end. `swift test` runs all suites at the same time, and a task may
    /// have to wait while others build and judge. There, the limit is long enough for everything
    /// that ends at all.
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
                // The issue has already been recorded. A second one would say less.
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

    /// Prints the next thing to do at the very end, so that it is the last line of a long output.
    fileprivate static func sayWhatIsNext() {
        guard !isRunByTheTool else { return }
        let meaning = openTasksAreExcused ? "A known issue is a task that is still open. " : ""
        let message = meaning + "Where you are, and what is next: swift run workbook\n"
        FileHandle.standardError.write(Data(message.utf8))
    }

    /// Prints why there is no verdict if a filter matches no test. In one of the package manager's
    /// ways to build, each exercise has its own program, and all of these programs except one end
    /// like that.
    fileprivate static func sayThatNothingFits() {
        guard isFiltered, !isRunByTheTool, environment(EnvironmentVariable.tests) == nil else {
            return
        }
        let message =
            "No test here matches --filter. If each exercise has its own run, the tests that match "
            + "are above.\n"
        FileHandle.standardError.write(Data(message.utf8))
    }

    private static func environment(_ variable: String) -> String? {
        // An empty variable is treated like one that is not set.
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    private func startTimer(for test: Test) -> DispatchSemaphore {
        let isOver = DispatchSemaphore(value: 0)
        let task = test.displayName ?? test.name
        let file = test.sourceLocation.fileName.replacing("Tests.swift", with: ".swift")
        let allowance = test.traits.lazy.compactMap { ($0 as? TimeAllowance)?.seconds }.first
        let warning = test.traits.lazy.compactMap { ($0 as? LoopWarning)?.misconception }.first
        let seconds = max(Self.timeLimit, allowance ?? 0)
        // The timer needs its own thread, because the pool that runs the tests may be full of
        // endless loops.
        Thread.detachNewThread {
            guard isOver.wait(timeout: .now() + .seconds(seconds)) == .timedOut else { return }
            if let warning {
                let finding = CheckFinding(warning.message, step: warning.step)
                CheckRecords.ofThisRun?.add(.hung(finding), to: test)
            }
            JudgedTasks.leave(
                saying: "\(task) did not come to an end within \(seconds) seconds, so the "
                    + "checks stopped here. "
                    + (warning?.message
                        ?? "Look in \(file) for a loop that never ends, or an await for something that "
                        + "never comes."),
                with: EarlyEnd.hung)
        }
        return isOver
    }
}

/// The suites and tasks that are running now.
enum JudgedTasks {
    private struct State {
        var titles: [String] = []
        var isWatched = false
        /// A Boolean value that indicates whether the end of a program without tests is watched
        /// too.
        var isNoted = false
        /// The tests of the tasks that a check has refused.
        var refused: [Test] = []
        /// The numbers of the earlier tasks on which a running test builds.
        var earlierTasks: [Test.ID: Set<Int>] = [:]
        /// The current folder of the process before the tests, and the folder for the tests.
        var folders: (before: String, forTests: String)?
    }

    private static let state = Mutex(State())

    /// The tasks that ended the program in an earlier run, by their numbers.
    static let ended: Set<Int> = {
        let tasks = ProcessInfo.processInfo.environment[EnvironmentVariable.endedTasks]
        return Set((tasks ?? "").split(separator: ",").compactMap { Int($0) })
    }()

    /// Notes that the program has exercises, even if none of them is tested.
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

    /// Notes that a suite or a task has begun.
    static func begin(_ title: String, changesFolder: Bool) {
        state.withLock { state in
            state.titles.append(title)
            if changesFolder, state.folders == nil { state.folders = enterEmptyFolder() }
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

    /// Notes that a check has refused the task of a test.
    static func noteRefused(_ test: Test) { state.withLock { $0.refused.append(test) } }

    /// The numbers of the earlier tasks on which the running test builds.
    static var earlierTasks: Set<Int> {
        get {
            Test.current.flatMap { test in state.withLock { $0.earlierTasks[test.id] } } ?? []
        }
        set {
            guard let test = Test.current else { return }
            state.withLock { $0.earlierTasks[test.id] = newValue }
        }
    }

    /// Returns the numbers of the tasks that have been refused and on which a test builds. If an
    /// earlier task is not judged in this run, nothing is known of it.
    static func refusedTasks(before test: Test) -> [Int] {
        state.withLock { state in
            let refused = state.refused.filter {
                $0.sourceLocation.fileID == test.sourceLocation.fileID && $0.id != test.id
            }
            return state.earlierTasks[test.id, default: []].sorted().filter { task in
                ended.contains(task)
                    || refused.contains { $0.displayName?.hasPrefix("Task \(task) ") == true }
            }
        }
    }

    /// Prints a message and ends the process. The tests' current folder is removed first.
    static func leave(saying message: String, with code: Int32) -> Never {
        state.withLock { leaveFolder(&$0) }
        FileHandle.standardError.write(Data("\n✘ \(message)\n".utf8))
        _Exit(code)
    }

    /// Ends the process with a message if a task is running. It is called when the process is about
    /// to end without an error. In a complete run, every task has ended by then.
    fileprivate static func leaveIfRunning() {
        guard let title = state.withLock(\.titles.last) else { return }
        leave(
            saying:
                "The program ended in the middle of: \(title). Is there an exit() in the answer?",
            with: EarlyEnd.leftEarly)
    }

    private static func enterEmptyFolder() -> (before: String, forTests: String)? {
        let files = FileManager.default
        let prefix = "exercise-of-process-"
        // On a Mac, Foundation does not read this variable, and in a sandbox there is no other
        // folder for it.
        let parent =
            ProcessInfo.processInfo.environment["TMPDIR"].map { URL(fileURLWithPath: $0) }
            ?? files.temporaryDirectory
        // A process that crashed has left its folder behind, so this loop removes it.
        for name in (try? files.contentsOfDirectory(atPath: parent.path)) ?? [] {
            guard name.hasPrefix(prefix), let process = Int32(name.dropFirst(prefix.count)),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? files.removeItem(at: parent.appendingPathComponent(name))
        }
        let folder = parent.appendingPathComponent("\(prefix)\(getpid())")
        let before = files.currentDirectoryPath
        guard
            (try? files.createDirectory(at: folder, withIntermediateDirectories: true)) != nil,
            files.changeCurrentDirectoryPath(folder.path)
        else { return nil }
        return (before, folder.path)
    }

    private static func leaveFolder(_ state: inout State) {
        guard let folders = state.folders else { return }
        _ = FileManager.default.changeCurrentDirectoryPath(folders.before)
        try? FileManager.default.removeItem(atPath: folders.forTests)
        state.folders = nil
    }
}

#if !canImport(Darwin)
    /// Ends the process in place of the system's `_exit`, which an answer may call. The system's
    /// function would end the tests as if they had passed. On a Mac, a program cannot replace it.
    @c(_exit)
    public func endInPlaceOfTheSystem(_ code: Int32) -> Never {
        JudgedTasks.leaveIfRunning()
        _Exit(code)
    }
#endif

extension InputAtHand {
    /// The notes of this run, or `nil` if the checks are not run by the tool.
    static let ofThisRun: FileHandle? =
        ExerciseTrait.isRunByTheTool
        ? try? InputAtHand(in: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
            .open() : nil
}

extension CheckRecords {
    /// The records of this run, or `nil` if the checks are not run by the tool. The folder is
    /// stored before an answer can change it.
    static let ofThisRun: CheckRecords? =
        ExerciseTrait.isRunByTheTool
        ? CheckRecords(in: URL(fileURLWithPath: FileManager.default.currentDirectoryPath)) : nil

    /// Adds a record of a test, which is the running one by default.
    func add(_ event: CheckRecord.Event, to test: Test? = Test.current) {
        guard let line = test?.sourceLocation.line else { return }
        // Without the record, the tool shows fewer details. The verdict is in the event stream.
        try? add(CheckRecord(event, testLine: line))
    }

    /// Adds a record if a task ended with an error that means that it is open.
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
