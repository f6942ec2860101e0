import Foundation

#if canImport(FoundationNetworking)
    import Dispatch
    import FoundationNetworking
    import Synchronization
#endif

/// Returns a transport that sends requests over the network. If a task is canceled, so is its request.
public func networkTransport() -> Transport {
    let session = URLSession(
        configuration: .ephemeral, delegate: RedirectsWithoutKey(), delegateQueue: nil)
    #if canImport(FoundationNetworking)
        // `session.data(for:)` can lock up if a request is canceled in the moment in which its answer or
        // its error comes (Swift 6.3 on Linux; swift-corelibs-foundation, issue 5412). This cannot happen
        // if the request is canceled on another thread than the one that cancels the task.
        return { request in
            let running = RunningRequest()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    running.start(
                        session.dataTask(with: request) { data, response, error in
                            if let data, let response, error == nil {
                                continuation.resume(returning: (data, response))
                            } else {
                                continuation.resume(throwing: error ?? URLError(.unknown))
                            }
                        })
                }
            } onCancel: {
                DispatchQueue.global().async { running.cancel() }
            }
        }
    #else
        return { try await session.data(for: $0) }
    #endif
}

#if canImport(FoundationNetworking)
    /// A request that may be canceled before it has begun.
    private final class RunningRequest: Sendable {
        private let state = Mutex<(task: URLSessionDataTask?, isCancelled: Bool)>((nil, false))

        func start(_ task: URLSessionDataTask) {
            let isCancelled = state.withLock { state in
                state.task = task
                return state.isCancelled
            }
            task.resume()
            if isCancelled { task.cancel() }
        }

        func cancel() {
            let task = state.withLock { state in
                state.isCancelled = true
                return state.task
            }
            task?.cancel()
        }
    }
#endif
