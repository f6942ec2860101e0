import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Server {
    /// Returns a server that is asked again where it says when to come again.
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
                let (data, response) = try await transport(request)
                guard let seconds = secondsToWait(after: response, to: request) else {
                    return (data, response)
                }
                try await pause(.seconds(seconds))
            }
            return try await transport(request)
        }
    }
}

/// Returns the seconds after which the same request makes sense again, or nil if it never does.
///
/// A server may also write a date into `Retry-After`. The answer is left to the caller then.
func secondsToWait(
    after response: URLResponse, to request: URLRequest
) -> Int? {
    guard let response = response as? HTTPURLResponse,
        [429, 503].contains(response.statusCode),
        request.httpMethod == "GET",
        let header = response.value(forHTTPHeaderField: "Retry-After"),
        let seconds = Int(header),
        (0...60).contains(seconds)
    else { return nil }
    return seconds
}
