import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends a request and gives what comes back: `URLSession`, the bundled records, or a closure of a
/// test.
public typealias Transport = @Sendable (URLRequest) async throws -> (Data, URLResponse)

/// What to ask a server for, and what its answer becomes.
public struct Request<Value: Sendable>: Sendable {
    public let path: String, query: [URLQueryItem]
    public let value: @Sendable (Data) throws -> Value

    public init(
        _ path: String, query: [URLQueryItem] = [],
        value: @escaping @Sendable (Data) throws -> Value
    ) {
        (self.path, self.query, self.value) = (path, query, value)
    }
}

extension Request where Value: Decodable {
    public init(_ path: String, query: [URLQueryItem] = []) {
        self.init(path, query: query) { document in
            try JSONDecoder().decode(Value.self, from: document)
        }
    }
}

extension Request {
    /// The same request, with something else made of its answer.
    func map<Other>(_ other: @escaping @Sendable (Value) -> Other) -> Request<Other> {
        Request<Other>(path, query: query) { [value] in other(try value($0)) }
    }
}

/// Where the requests go, and how.
public struct Server: Sendable {
    public let url: URL
    public let transport: Transport

    public init(_ url: URL, transport: @escaping Transport) {
        self.url = url
        self.transport = transport
    }

    public func send<Value>(_ request: Request<Value>) async throws -> Value {
        let question = URLRequest(url: try url(of: request))
        let (data, response) = try await transport(question)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 200
        guard 200..<300 ~= status else { throw AnswerError.status(status) }
        do {
            return try request.value(data)
        } catch is DecodingError where !isJSON(data) {
            throw data.first == UInt8(ascii: "<") ? AnswerError.page : .notJSON
        }
    }

    /// A path goes on from the server's address; a whole address is taken as it is.
    func url<Value>(of request: Request<Value>) throws -> URL {
        if let whole = URL(string: request.path), let scheme = whole.scheme {
            guard ["http", "https"].contains(scheme) else { throw URLError(.unsupportedURL) }
            return whole
        }
        let url = url.appending(path: request.path)
        return request.query.isEmpty ? url : url.appending(queryItems: request.query)
    }
}

/// Why an answer is not even decoded.
public enum AnswerError: Error, Equatable {
    /// The server says no.
    case status(Int)
    /// It begins as HTML does.
    case page
    /// It is something else, or the rest is missing.
    case notJSON
    case notAPicture
}

/// Whether it is a JSON document of any kind: decoders have the same error for a page of HTML and
/// for a number that is too large.
func isJSON(_ data: Data) -> Bool {
    (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
}
