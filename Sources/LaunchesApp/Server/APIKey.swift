import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A key for an API. Its text is never printed, neither by `print` nor by `dump`.
///
/// A command finds its key in the environment. An app on a phone cannot keep a key secret: there,
/// the key belongs to a server between the app and the API, and a person's token to the Keychain.
public struct APIKey: Sendable {
    fileprivate let text: String

    /// Creates the key from the variable `LAUNCHES_KEY`, or returns nil if there is none.
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
    /// Returns a server that gets the key with each request. Other servers do not get it.
    public func withKey(_ key: APIKey) -> Server {
        Server(url) { [url, transport] request in
            var request = request
            if isSameServer(request.url, url) {
                request.setValue("Bearer \(key.text)", forHTTPHeaderField: "Authorization")
            }
            return try await transport(request)
        }
    }
}

/// Returns a Boolean value that indicates whether two addresses belong to the same server.
package func isSameServer(_ first: URL?, _ second: URL?) -> Bool {
    guard let first, let second else { return false }
    return first.scheme == second.scheme
        && first.host() == second.host()
        && first.port == second.port
}

/// A delegate that removes the key if a redirect leads to another server. Without it, `URLSession` sends
/// the key to any host (Swift 6.3 on Linux).
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
