import Foundation
import Observation

/// The surface of the app: it loads what a command asks for, shows it, and decides what a person is
/// told when that fails.
public struct App: Sendable {
    let server: Server
    let timeLimit: Duration
    let display: Display
    /// Shows text.
    let write: @Sendable (String) -> Void
    /// Shows a line for as long as nothing else comes; nil where nobody watches.
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

    /// - Parameter loadsPatches: Whether the pictures of the launches are loaded too.
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

    /// Shows all launches and then those of the words, as a window with a search field would. The
    /// list is written when the last search has ended; until then a line says what is on the screen.
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

    /// Draws now, and again whenever what was drawn has changed.
    @MainActor
    private func draw(_ store: LaunchesStore) {
        guard let progress else { return }
        withObservationTracking {
            let count = store.state.launches.count
            let words = count == 1 ? "1 launch" : "\(count) launches"
            if case .loading = store.state { progress("\(words), searching …") }
        } onChange: {
            // The change is still to come. It has come when the main actor has time.
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
