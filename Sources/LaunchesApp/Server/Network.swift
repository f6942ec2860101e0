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
            let running = Mutex<URLSessionDataTask?>(nil)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let task = dataTask(with: request) { data, response, error in
                        if let data, let response, error == nil {
                            continuation.resume(returning: (data, response))
                        } else {
                            continuation.resume(throwing: error ?? URLError(.unknown))
                        }
                    }
                    running.withLock { $0 = task }
                    task.resume()
                    // Whoever canceled the task before this has found no request.
                    if Task.isCancelled { task.cancel() }
                }
            } onCancel: {
                DispatchQueue.global().async { running.withLock(\.self)?.cancel() }
            }
        }
    #else
        fileprivate func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
            try await data(for: request)
        }
    #endif
}
