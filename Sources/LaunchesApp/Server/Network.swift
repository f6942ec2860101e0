import Foundation

#if canImport(FoundationNetworking)
    import Dispatch
    import FoundationNetworking
    import Synchronization
#endif

/// Returns a transport that sends requests over the network. If a task is canceled, so is its request.
public func networkTransport() -> Transport {
    let session = URLSession(
        configuration: .ephemeral, delegate: RedirectsWithoutKey(),
        delegateQueue: nil)
    return { request in
        try await session.answer(to: request)
    }
}

extension URLSession {
    #if canImport(FoundationNetworking)
        /// Does what `data(for:)` does.
        ///
        /// That method can lock up if a request is canceled in the moment in which its answer or its error
        /// comes (Swift 6.3 on Linux; swift-corelibs-foundation, issue 5412). This cannot happen if the
        /// request is canceled on another thread than the one that cancels the task.
        fileprivate func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
            let running = RunningRequest()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    running.start(
                        dataTask(with: request) { data, response, error in
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
        fileprivate func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
            try await data(for: request)
        }
    #endif
}

#if canImport(FoundationNetworking)
    /// A request that may be canceled before it has begun.
    private final class RunningRequest: Sendable {
        private struct State {
            var task: URLSessionDataTask?
            var isCancelled = false
        }

        private let state = Mutex(State())

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
