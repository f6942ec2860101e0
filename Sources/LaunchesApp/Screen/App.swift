import Foundation
import Observation

/// The surface of the app. It loads the subject of a command and shows it. If that fails, it chooses the
/// sentence for a person.
public struct App: Sendable {
    let server: Server
    let timeLimit: Duration
    let display: Display
    /// Shows a text.
    let write: @Sendable (String) -> Void
    /// Shows a line until other output comes; nil if no person watches.
    let progress: (@Sendable (String) -> Void)?

    public init(
        server: Server, timeLimit: Duration, display: Display,
        write: @escaping @Sendable (String) -> Void, progress: (@Sendable (String) -> Void)? = nil
    ) {
        self.server = server
        self.timeLimit = timeLimit
        self.display = display
        self.write = write
        self.progress = progress
    }

    /// Loads a subject and shows it.
    ///
    /// - Parameters:
    ///   - subject: The list, the search or the one thing to show.
    ///   - loadsPatches: True if the pictures of the launches are loaded too.
    /// - Throws: ``Failure``, with a sentence for a person, or `CancellationError`.
    public func run(_ subject: Subject, loadsPatches: Bool) async throws {
        do {
            switch subject {
            case .launches, .launch: try await showLaunches(subject, loadsPatches)
            case .search(let words): try await search(words)
            case .gallery(let words):
                let gallery = try await send(.paintings(words))
                if gallery.hits.isEmpty { throw Failure.nothingThere }
                write(text(of: gallery, on: display))
            case .painting(let number):
                write(text(of: try await send(.painting(number)), on: display))
            }
        } catch {
            try Task.checkCancellation()
            throw Failure(error)
        }
    }

    /// Shows all launches and then those that match the words, as a window with a search field would do.
    /// The list is written after the last search. Until then a line gives the number of launches.
    @MainActor
    private func search(_ words: String) async throws {
        let store = LaunchesStore(server, timeLimit: timeLimit)
        draw(store)
        for words in ["", words] {
            await store.search(words)
            try Task.checkCancellation()
        }
        progress?("")
        write(text(of: store.state.launches, on: display))
        if case .failed(_, let failure) = store.state { throw failure }
        if store.state.launches.isEmpty { throw Failure.nothingThere }
    }

    /// Draws the state of the store now, and again after each change of it.
    @MainActor
    private func draw(_ store: LaunchesStore) {
        guard let progress else { return }
        withObservationTracking {
            let count = store.state.launches.count
            let launches = count == 1 ? "1 launch" : "\(count) launches"
            if case .loading = store.state { progress("\(launches), searching …") }
        } onChange: {
            // This is called before the change. The next task of the main actor comes after it.
            Task { @MainActor in draw(store) }
        }
    }

    private func send<Value>(_ request: Request<Value>) async throws -> Value {
        try await within(timeLimit) { [server] in try await server.send(request) }
    }

    private func showLaunches(_ subject: Subject, _ loadsPatches: Bool) async throws {
        let controller = LaunchesController(server, timeLimit: timeLimit)
        if case .launch(let number) = subject {
            await controller.load(launch: number)
        } else {
            await controller.load()
        }
        try Task.checkCancellation()
        switch await controller.state {
        case .nothingYet, .loading: break
        case .failed(let error): throw error
        case .loaded([]): throw Failure.nothingThere
        case .loaded(let launches):
            if case .launch = subject, let launch = launches.first {
                write(text(of: launch, on: display))
            } else {
                write(text(of: launches, on: display))
            }
            guard loadsPatches else { return }
            await controller.loadPatches { [progress] done, all in
                progress?("Patches: \(done) of \(all)")
            }
            progress?("")
            try Task.checkCancellation()
            write(text(of: await controller.patches, for: launches, on: display))
        }
    }
}
