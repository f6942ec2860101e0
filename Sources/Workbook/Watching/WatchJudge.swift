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
    /// One version after the other.
    private let queue = DispatchQueue(label: "judge")

    /// What is being done, for a person to read; nil where nothing is.
    var activity: String? { state.withLock(\.activity) }

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
                Progress.$listener.withValue(say) { Self.judgment(of: answer, with: check) }
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
    }

    /// - Returns: Nil where nobody waits for it any more.
    static func judgment(of answer: Answer, with check: Check) -> Judgment? {
        do {
            try Cancellation.check()
            return try check.judgment(of: answer)
        } catch is Cancellation.Cancelled {
            return nil
        } catch {
            return .notJudged("\(error)")
        }
    }
}
