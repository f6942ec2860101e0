import Foundation
import Synchronization

/// Judges the learner's file, one version at a time, beside the screen.
final class WatchJudge: Sendable {
    enum Outcome {
        case judgment(Check.Judgment)
        /// Why there is nothing to judge, or no way to.
        case obstacle(String)

        /// The task at hand, where the checks could say.
        var task: Int? {
            if case .judgment(.judged(let verdict, _)) = self { verdict.taskAtHand } else { nil }
        }

        /// What the checks say first.
        var words: String? {
            if case .judgment(.judged(let verdict, _)) = self {
                verdict.finding?.words
            } else {
                nil
            }
        }

        var isRight: Bool {
            if case .judgment(.judged(let verdict, _)) = self { verdict.isRight } else { false }
        }
    }

    private struct State {
        var current: Cancellation?
        var activity: String?
        var outcome: Outcome?
    }
    private let state = Mutex(State())
    /// One run after the other: they use the same folder.
    private let queue = DispatchQueue(label: "judge")

    /// What is being done, for a person to read; nil where nothing is.
    var activity: String? { state.withLock(\.activity) }

    func takeOutcome() -> Outcome? {
        state.withLock { state in
            defer { state.outcome = nil }
            return state.outcome
        }
    }

    /// Ends the run for the file as it was, and begins the one for the file as it is.
    func start(_ check: Check) {
        let cancellation = Cancellation()
        state.withLock { state in
            state.current?.cancel()
            state = State(current: cancellation, activity: "Building", outcome: nil)
        }
        queue.async { [self] in
            let say: @Sendable (String) -> Void = { text in
                self.state.withLock { if $0.current === cancellation { $0.activity = text } }
            }
            let outcome = Cancellation.$current.withValue(cancellation) {
                Progress.$listener.withValue(say) { Self.outcome(of: check) }
            }
            guard let outcome else { return }
            state.withLock { state in
                guard state.current === cancellation else { return }
                state = State(current: nil, activity: nil, outcome: outcome)
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
    private static func outcome(of check: Check) -> Outcome? {
        do {
            try Cancellation.check()
            return .judgment(try check.judgment())
        } catch is Cancellation.Cancelled {
            return nil
        } catch {
            return .obstacle("\(error)")
        }
    }
}
