import ExerciseConventions
import Foundation
import Judging
import Synchronization

/// Builds what the first verdict on an exercise needs, before somebody waits for it.
///
/// It never sees the learner's file, so no save ends it or begins it again.
final class Preparation: Sendable {
    private struct State {
        /// Whether it is being built.
        var isRunning = false
        /// How far it is.
        var activity: String?
        var failure: (any Error)?
    }

    private let workbook: WorkbookFolder
    private let state = Mutex(State())
    private let cancellation = Cancellation()

    init(in workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// Builds it now.
    ///
    /// - Parameters:
    ///   - number: The exercise.
    ///   - isInBackground: Whether it is in nobody's way, and ends when standard input does: who has
    ///     started it holds the other end.
    /// - Returns: True.
    func run(for number: String, inBackground isInBackground: Bool) throws -> Bool {
        if isInBackground {
            Thread.detachNewThread {
                _ = try? FileHandle.standardInput.readToEnd()
                // As for Ctrl-C: nothing is left behind.
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

    /// How far it is, for a person to read; nil where nothing is being built.
    var activity: String? { state.withLock(\.activity) }

    /// Begins to build it in the background, where nothing is being built.
    func begin(for number: String) {
        let isNew = state.withLock { state in
            if state.isRunning { return false }
            state = State(isRunning: true)
            return true
        }
        guard isNew else { return }
        Thread.detachNewThread { [self] in
            let say: @Sendable (String) -> Void = { text in
                self.state.withLock { $0.activity = text }
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

    /// Waits until what answers share is built, and says how far it is.
    ///
    /// - Parameter number: The exercise for which it begins, where nothing is being built.
    /// - Throws: ``Cancellation/Cancelled`` where nobody waits any more, and why it could not be built.
    func wait(for number: String) throws {
        var hasBegun = false
        // What failed before may have been repaired since.
        state.withLock { if !$0.isRunning { $0.failure = nil } }
        while try !SharedBuild.isCurrent(in: workbook) {
            let (isRunning, activity, failure) = state.withLock { state in
                defer { state.failure = nil }
                return (state.isRunning, state.activity, state.failure)
            }
            if let failure { throw failure }
            if !isRunning {
                // What cannot be built here is built in another way, with the answer.
                if hasBegun { return }
                begin(for: number)
                hasBegun = true
            }
            if let activity { Progress.listener?(activity) }
            try Cancellation.check()
            usleep(50_000)
        }
    }

    /// Ends it, and waits until it has ended.
    func end() {
        cancellation.cancel()
        while state.withLock(\.isRunning) { usleep(10_000) }
    }
}
