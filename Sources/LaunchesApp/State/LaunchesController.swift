import Foundation

/// The only place for the launches and the patches that have been loaded.
public actor LaunchesController {
    public enum State: Sendable {
        case nothingYet
        case loading
        case loaded([Launch])
        case failed(any Error)
    }

    public private(set) var state = State.nothingYet
    public private(set) var patches: [Int: Result<Patch, any Error>] = [:]
    private let server: Server
    private let timeLimit: Duration

    public init(_ server: Server, timeLimit: Duration = .seconds(20)) {
        self.server = server
        self.timeLimit = timeLimit
    }

    public func load() async {
        await load(.launches)
    }

    public func load(launch number: Int) async {
        await load(Request.launch(number).map { [$0] })
    }

    private func load(_ request: Request<[Launch]>) async {
        state = .loading
        do {
            let launches = try await within(timeLimit) { [server] in
                try await server.send(request)
            }
            state = .loaded(launches)
        } catch {
            state = Task.isCancelled ? .nothingYet : .failed(error)
        }
    }

    /// Loads the patches of the launches that have been loaded.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of patches that are loaded at the same time.
    ///   - progress: Takes the number of patches that are done, and the number of all.
    public func loadPatches(
        atMost limit: Int = 3, progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async {
        guard case .loaded(let launches) = state else { return }
        let pictures = launches.compactMap { launch in
            launch.patch.map { (launch: launch.number, url: $0) }
        }
        await loadEach(of: pictures, atMost: limit) { [server, timeLimit] picture in
            try await within(timeLimit) {
                try await server.send(.patch(at: picture.url))
            }
        } whenDone: { index, result in
            patches[pictures[index].launch] = result
            progress(patches.count, pictures.count)
        }
    }
}
