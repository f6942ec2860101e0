import ExerciseConventions
import Foundation
import Judging
import Synchronization

/// A build of everything that the first verdict on an exercise needs, so that the learner does not have
/// to wait for it later.
///
/// It does not read the learner's file, so saving that file does not stop or restart it.
final class Preparation: Sendable {
    private struct State {
        /// A Boolean value that indicates whether the build is running.
        var isRunning = false
        /// The progress of the build, in a few words.
        var activity: String?
        var failure: (any Error)?
    }

    private let workbook: WorkbookFolder
    private let state = Mutex(State())
    private let cancellation = Cancellation()

    init(in workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// Builds everything now.
    ///
    /// - Parameters:
    ///   - number: The number of the exercise.
    ///   - isInBackground: True if the build has to leave the processor to other programs, and to end when
    ///     standard input ends: the program that has started it holds the other end.
    /// - Returns: True.
    func run(for number: String, inBackground isInBackground: Bool) throws -> Bool {
        if isInBackground {
            Thread.detachNewThread {
                _ = try? FileHandle.standardInput.readToEnd()
                // The same as for Ctrl-C, so that no process and no file is left behind.
                kill(getpid(), SIGTERM)
            }
        }
        try ChildProcess.$isInBackground.withValue(isInBackground) { try build(number) }
        if !isInBackground {
            try Console.print(["What the checks need is built. Next: swift run lesson-\(number)"])
        }
        return true
    }

    private func build(_ number: String) throws {
        let judge = Judge(in: workbook)
        try judge.prepare(for: "prepare")
        try judge.prepare(number, with: workbook.stubPath(number), for: "prepare")
    }

    // MARK: - Beside other work

    /// The progress of the build, for a person to read, or nil if no build is running.
    var activity: String? { state.withLock(\.activity) }

    /// Begins the build in the background, if it is not running.
    func begin(for number: String) {
        let isNew = state.withLock { state in
            if state.isRunning { return false }
            state = State(isRunning: true)
            return true
        }
        guard isNew else { return }
        Thread.detachNewThread { [self] in
            let say: @Sendable (String) -> Void = { activity in
                self.state.withLock { $0.activity = activity }
            }
            let result = Result {
                try Cancellation.$current.withValue(cancellation) {
                    try Progress.$listener.withValue(say) {
                        try ChildProcess.$isInBackground.withValue(true) { try build(number) }
                    }
                }
            }
            state.withLock { state in
                state = State()
                if case .failure(let error) = result { state.failure = error }
            }
        }
    }

    /// Waits until the modules that all answers share are built, and reports the progress.
    ///
    /// - Parameter number: The exercise for which the build begins, if it is not running.
    /// - Throws: ``Cancellation/Cancelled`` if the work was cancelled, or the error that stopped the build.
    func wait(for number: String) throws {
        var hasBegun = false
        // The cause of an earlier failure may have been repaired since.
        state.withLock { if !$0.isRunning { $0.failure = nil } }
        while try !SharedBuild.isCurrent(in: workbook) {
            let (isRunning, activity, failure) = state.withLock { state in
                defer { state.failure = nil }
                return (state.isRunning, state.activity, state.failure)
            }
            if let failure { throw failure }
            if !isRunning {
                // If it cannot be built here, it is built in another way, with the answer.
                if hasBegun { return }
                begin(for: number)
                hasBegun = true
            }
            if let activity { Progress.listener?(activity) }
            try Cancellation.check()
            usleep(50_000)
        }
    }

    /// Stops the build, and waits until it has ended.
    func end() {
        cancellation.cancel()
        while state.withLock(\.isRunning) { usleep(10_000) }
    }
}
