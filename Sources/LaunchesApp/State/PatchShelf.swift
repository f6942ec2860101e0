import Foundation
import Observation

/// The patches of the rows that are on the screen, and the ones that were there last.
@MainActor @Observable
public final class PatchShelf {
    public private(set) var patches: [Int: Patch] = [:]
    private let server: Server
    private let limit: Int
    @ObservationIgnored private var loading: [Int: Task<Void, Never>] = [:]
    @ObservationIgnored private var order: [Int] = []

    /// Creates a shelf.
    ///
    /// - Parameters:
    ///   - server: The server that has the patches.
    ///   - limit: The number of patches that stay in memory.
    public init(_ server: Server, keeping limit: Int = 100) {
        self.server = server
        self.limit = limit
    }

    /// Loads the patch of a launch whose row has come onto the screen.
    public func appeared(_ launch: Launch) {
        let number = launch.number
        guard let url = launch.patch,
            patches[number] == nil,
            loading[number] == nil
        else { return }
        loading[number] = Task {
            let patch = try? await server.send(.patch(at: url))
            guard !Task.isCancelled else { return }
            keep(patch, of: number)
        }
    }

    /// Stops loading the patch of a launch whose row has left the screen.
    public func disappeared(_ launch: Launch) {
        loading.removeValue(forKey: launch.number)?.cancel()
    }

    /// Waits until no patch is being loaded.
    public func settle() async {
        for task in loading.values {
            await task.value
        }
    }

    /// Keeps a patch that was loaded. Without a patch, the next row of this launch tries again.
    private func keep(_ patch: Patch?, of number: Int) {
        loading[number] = nil
        guard let patch else { return }
        patches[number] = patch
        order.append(number)
        if order.count > limit {
            patches[order.removeFirst()] = nil
        }
    }
}
