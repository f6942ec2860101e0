import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A key for an API. However somebody prints it, its text does not come out.
public struct APIKey: Sendable {
    fileprivate let text: String

    /// The key that is in `LAUNCHES_KEY`.
    public init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let text = environment["LAUNCHES_KEY"], !text.isEmpty else { return nil }
        self.text = text
    }
}

extension APIKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "(a key)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Server {
    /// The same server, which gets the key with each request. Other servers do not get it.
    public func withKey(_ key: APIKey) -> Server {
        Server(url) { [url, transport] request in
            var request = request
            if isSameServer(request.url, url) {
                let value = "Bearer \(key.text)"
                request.setValue(value, forHTTPHeaderField: "Authorization")
            }
            return try await transport(request)
        }
    }
}

private func isSameServer(_ one: URL?, _ other: URL?) -> Bool {
    one?.scheme == other?.scheme && one?.host == other?.host
        && one?.port == other?.port
}

/// Takes the key off where a redirect leads to another server. `URLSession` sends it on, to any host
/// (Swift 6.3 on Linux).
final class RedirectsWithoutKey: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        var request = request
        if !isSameServer(request.url, response.url) {
            request.setValue(nil, forHTTPHeaderField: "Authorization")
        }
        completionHandler(request)
    }
}
