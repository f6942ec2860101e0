/// The only place for the launches and the patches that have been loaded.
public actor LaunchesController {
    public enum State: Sendable {
        case nothingYet, loading
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
            state = .failed(error)
        }
    }

    /// Loads the patches of the launches that have been loaded.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of patches that are loaded at the same time.
    ///   - progress: Takes the number of patches that are done, and the number of all.
    public func loadPatches(
        atMost limit: Int = 3, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async {
        guard case .loaded(let launches) = state else { return }
        let (server, timeLimit) = (server, timeLimit)
        let items = launches.compactMap { launch in launch.patch.map { (launch.number, $0) } }
        await loadEach(of: items, atMost: limit) { item in
            try await within(timeLimit) { try await server.send(.patch(at: item.1)) }
        } whenDone: { index, result in
            let done = await self.keep(result, ofLaunch: items[index].0)
            progress(done, items.count)
        }
    }

    private func keep(_ patch: Result<Patch, any Error>, ofLaunch number: Int) -> Int {
        patches[number] = patch
        return patches.count
    }
}
