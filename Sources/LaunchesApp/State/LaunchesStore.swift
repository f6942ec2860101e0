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
    private let server: Server
    private let timeLimit: Duration
    @ObservationIgnored private var searches = 0

    public init(_ server: Server, timeLimit: Duration = .seconds(20)) {
        self.server = server
        self.timeLimit = timeLimit
    }

    /// Searches launches by words in their names, and shows them.
    ///
    /// - Parameter words: The words. An empty string finds all launches.
    public func search(_ words: String) async {
        searches += 1
        let number = searches
        state = .loading(state.launches)
        let next: State
        do {
            let found = try await within(timeLimit) { [server] in
                try await server.send(.launches(matching: words))
            }
            next = .loaded(found)
        } catch {
            // A search that was canceled has not failed.
            if Task.isCancelled {
                next = .loaded(state.launches)
            } else {
                next = .failed(state.launches, Failure(error))
            }
        }
        // If another search has begun meanwhile, the screen waits for that one.
        guard number == searches else { return }
        state = next
    }
}

extension LaunchesStore.State {
    public var launches: [Launch] {
        switch self {
        case .loading(let launches), .loaded(let launches), .failed(let launches, _): launches
        }
    }
}
