import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A key for an API. However somebody prints it, its text does not come out.
public struct APIKey: Sendable, CustomStringConvertible, CustomReflectable {
    fileprivate let text: String

    public var description: String { "(a key)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The key that is in `LAUNCHES_KEY`.
    public init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let text = environment["LAUNCHES_KEY"], !text.isEmpty else { return nil }
        self.text = text
    }
}

extension Server {
    /// The same server, which gets the key with each request. Other servers do not get it.
    public func withKey(_ key: APIKey) -> Server {
        Server(url) { [url, transport] request in
            var request = request
            if let address = request.url, isSameServer(address, url) {
                let value = "Bearer \(key.text)"
                request.setValue(value, forHTTPHeaderField: "Authorization")
            }
            return try await transport(request)
        }
    }
}

private func isSameServer(_ one: URL, _ other: URL) -> Bool {
    (one.scheme, one.host, one.port) == (other.scheme, other.host, other.port)
}
