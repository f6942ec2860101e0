import Foundation
import Judging
import Synchronization

/// Judges the learner's file, one version at a time, beside the screen.
final class WatchJudge: Sendable {
    private struct State {
        var current: Cancellation?
        var activity: String?
        var judgment: Judgment?
    }
    private let state = Mutex(State())
    private let preparation: Preparation
    /// One version after the other.
    private let queue = DispatchQueue(label: "judge")

    init(in workbook: WorkbookFolder) {
        preparation = Preparation(in: workbook)
    }

    /// Begins to build what the first verdict on an exercise needs, while its stub is read.
    func prepare(for number: String) {
        preparation.begin(for: number)
    }

    /// What is being done, for a person to read; nil where nothing is.
    var activity: String? { state.withLock(\.activity) }

    /// The same, or what is being built in the background while nothing is judged.
    var shownActivity: String? { activity ?? preparation.activity }

    func takeJudgment() -> Judgment? {
        state.withLock { state in
            defer { state.judgment = nil }
            return state.judgment
        }
    }

    /// Ends the run for the file as it was, and begins the one for the file as it is.
    ///
    /// - Parameters:
    ///   - answer: The file as it is.
    ///   - check: Who judges it.
    func start(_ answer: Answer, with check: Check) {
        let cancellation = Cancellation()
        state.withLock { state in
            state.current?.cancel()
            state = State(current: cancellation, activity: "Building", judgment: nil)
        }
        queue.async { [self] in
            let say: @Sendable (String) -> Void = { text in
                self.state.withLock { if $0.current === cancellation { $0.activity = text } }
            }
            let judgment = Cancellation.$current.withValue(cancellation) {
                Progress.$listener.withValue(say) {
                    Self.judgment(of: answer, with: check, after: self.preparation)
                }
            }
            guard let judgment else { return }
            state.withLock { state in
                guard state.current === cancellation else { return }
                state = State(current: nil, activity: nil, judgment: judgment)
            }
        }
    }

    /// Ends the run, and waits until it has ended.
    func stop() {
        state.withLock { state in
            state.current?.cancel()
            state = State()
        }
        queue.sync {}
        preparation.end()
    }

    /// - Parameter preparation: Who builds what answers share: a save ends what is built for the answer,
    ///   and never that.
    /// - Returns: Nil where nobody waits for it any more.
    static func judgment(
        of answer: Answer, with check: Check, after preparation: Preparation? = nil
    ) -> Judgment? {
        do {
            try Cancellation.check()
            if check.needsBuild(answer) { try preparation?.wait(for: check.number) }
            return try check.judgment(of: answer)
        } catch is Cancellation.Cancelled {
            return nil
        } catch let failure as BuildFailure {
            return .notCompiled(failure)
        } catch {
            return .notJudged("\(error)")
        }
    }
}
