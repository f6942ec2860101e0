import Judging
import Synchronization

/// A judge of the learner's file that works beside the screen, on one version of the file at a time.
final class WatchJudge: Sendable {
    private struct State {
        /// The task that judges the newest version, until it is done.
        var current: Task<Void, Never>?
        var activity: String?
        var judgment: Judgment?
    }

    private let state = Mutex(State())
    private let preparation: Preparation

    init(in workbook: WorkbookFolder) {
        preparation = Preparation(in: workbook)
    }

    /// Begins to build what the first verdict on an exercise needs, while its stub is read.
    func prepare(for number: String) {
        preparation.begin(for: number)
    }

    /// A Boolean value that indicates whether a version is being judged.
    var isBusy: Bool { state.withLock { $0.current != nil } }

    /// The work that is being done, for a person to read, or `nil` if there is none.
    var activity: String? {
        state.withLock(\.activity) ?? preparation.activity ?? (isBusy ? "Building" : nil)
    }

    /// Returns the newest judgment, once.
    func takeJudgment() -> Judgment? {
        state.withLock { state in
            defer { state.judgment = nil }
            return state.judgment
        }
    }

    /// Begins to judge a version of the file, and ends the work on the version before it.
    func start(_ answer: Answer, with check: Check) {
        let say: @Sendable (String) -> Void = { text in
            self.state.withLock { if !Task.isCancelled { $0.activity = text } }
        }
        state.withLock { state in
            let previous = state.current
            previous?.cancel()
            let current = Task {
                await previous?.value
                let judgment = await Progress.$listener.withValue(say) {
                    await Self.judgment(of: answer, with: check, after: self.preparation)
                }
                self.state.withLock { if !Task.isCancelled { $0 = State(judgment: judgment) } }
            }
            state = State(current: current)
        }
    }

    /// Ends the work, and waits until it has ended.
    func stop() async {
        let current = state.withLock(\.current)
        current?.cancel()
        await current?.value
        await preparation.end()
    }

    /// Judges an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - check: The check of its exercise.
    ///   - preparation: The build of the modules that answers share. It goes on if the task is
    ///     canceled.
    /// - Returns: The judgment, or `nil` if the task was canceled.
    static func judgment(
        of answer: Answer, with check: Check, after preparation: Preparation? = nil
    ) async -> Judgment? {
        do {
            try Task.checkCancellation()
            if check.needsBuild(answer) { try await preparation?.wait(for: check.number) }
            return try await check.judgment(of: answer)
        } catch is CancellationError {
            return nil
        } catch let failure as BuildFailure {
            return .notCompiled(failure)
        } catch {
            return .notJudged("\(error)")
        }
    }
}
