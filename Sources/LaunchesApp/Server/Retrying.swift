import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Server {
    /// Returns a server that is asked again after it answers 503 with a number of seconds to wait.
    ///
    /// - Parameters:
    ///   - times: The greatest number of times that it is asked again.
    ///   - pause: Waits for a duration.
    public func askingAgain(
        atMost times: Int,
        pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) -> Server {
        Server(url) { [transport] request in
            for _ in 0..<times {
                let answer = try await transport(request)
                guard let wait = timeToWait(request, answer.1) else { return answer }
                try await pause(.seconds(wait))
            }
            return try await transport(request)
        }
    }
}

/// Returns the seconds to wait before the same request makes sense again, or nil if it never does.
func timeToWait(_ request: URLRequest, _ response: URLResponse) -> Int? {
    guard let response = response as? HTTPURLResponse,
        request.httpMethod == "GET", response.statusCode == 503,
        let header = response.value(forHTTPHeaderField: "Retry-After"),
        let seconds = Int(header), (0...60).contains(seconds)
    else { return nil }
    return seconds
}
