import Observation

/// The state of a window of the app. Views observe it, so it is isolated to the main actor.
@MainActor @Observable
public final class LaunchesStore {
    /// Each case has the launches that are on the screen.
    public enum State: Sendable, Equatable {
        case loading([Launch])
        case loaded([Launch])
        case failed([Launch], Failure)
    }

    public private(set) var state = State.loaded([])
    private let server: Server, timeLimit: Duration
    @ObservationIgnored private var searches = 0

    public init(_ server: Server, timeLimit: Duration = .seconds(20)) {
        (self.server, self.timeLimit) = (server, timeLimit)
    }

    public func search(_ words: String) async {
        searches += 1
        let number = searches
        let shown = state.launches
        state = .loading(shown)
        var next = State.loaded(shown)
        do {
            let matches = try await within(timeLimit) { [server] in
                try await server.send(.launches(matching: words))
            }
            next = .loaded(matches)
        } catch {
            if !Task.isCancelled { next = .failed(shown, Failure(error)) }
        }
        // If another search has begun meanwhile, this result is out of date.
        if number == searches { state = next }
    }
}

extension LaunchesStore.State {
    public var launches: [Launch] {
        switch self {
        case .loading(let launches), .loaded(let launches), .failed(let launches, _): launches
        }
    }
}
