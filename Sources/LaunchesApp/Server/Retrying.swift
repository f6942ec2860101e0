import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Server {
    /// The same server, asked again where that helps: it says 503 and after how many seconds.
    ///
    /// - Parameters:
    ///   - times: How often, at most.
    ///   - pause: Waits.
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

/// How many seconds to wait before the same request makes sense again; nil where it never does.
func timeToWait(_ request: URLRequest, _ response: URLResponse) -> Int? {
    guard let response = response as? HTTPURLResponse,
        request.httpMethod == "GET", response.statusCode == 503,
        let text = response.value(forHTTPHeaderField: "Retry-After"),
        let seconds = Int(text), (0...60).contains(seconds)
    else { return nil }
    return seconds
}
