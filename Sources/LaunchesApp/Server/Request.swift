import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A function that sends a request and returns the answer: it uses `URLSession` or the bundled records,
/// or it is a closure of a test.
public typealias Transport = @Sendable (URLRequest) async throws -> (Data, URLResponse)

/// A request to a server, with a closure that decodes the answer.
public struct Request<Value: Sendable>: Sendable {
    public let path: String
    public let query: [URLQueryItem]
    public let decode: @Sendable (Data) throws -> Value

    public init(
        _ path: String, query: [URLQueryItem] = [],
        decode: @escaping @Sendable (Data) throws -> Value
    ) {
        self.path = path
        self.query = query
        self.decode = decode
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
    /// Returns the same request with another value, which a closure makes of the first one.
    func map<Mapped>(_ transform: @escaping @Sendable (Value) -> Mapped) -> Request<Mapped> {
        Request<Mapped>(path, query: query) { [decode] document in
            transform(try decode(document))
        }
    }
}

/// The address to which requests go, with a function that sends them.
public struct Server: Sendable {
    public let url: URL
    public let transport: Transport

    public init(_ url: URL, transport: @escaping Transport) {
        self.url = url
        self.transport = transport
    }

    /// Sends a request.
    ///
    /// - Throws: ``AnswerError`` for an answer that is no data for the app, the decoder's error for data in
    ///   another form, and whatever the transport throws.
    public func send<Value>(_ request: Request<Value>) async throws -> Value {
        let urlRequest = URLRequest(url: try url(of: request))
        let (body, response) = try await transport(urlRequest)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 200
        guard (200..<300).contains(status) else {
            throw AnswerError.status(status)
        }
        do {
            return try request.decode(body)
        } catch is DecodingError where !isJSON(body) {
            throw body.first == UInt8(ascii: "<") ? AnswerError.page : .notJSON
        }
    }

    /// Returns the address of a request. A path is added to the server's address; an address that is
    /// complete stays as it is.
    func url<Value>(of request: Request<Value>) throws -> URL {
        if let address = URL(string: request.path), let scheme = address.scheme {
            guard ["http", "https"].contains(scheme) else {
                throw URLError(.unsupportedURL)
            }
            return address
        }
        let url = url.appending(path: request.path)
        return request.query.isEmpty ? url : url.appending(queryItems: request.query)
    }
}

/// A reason why an answer is not data for the app.
public enum AnswerError: Error, Equatable {
    /// The server answers with another status than 200 to 299.
    case status(Int)
    /// The answer begins as HTML does.
    case page
    /// The answer is something else, or its end is missing.
    case notJSON
    case notAPicture
}

/// Returns a Boolean value that indicates whether the data are a JSON document of any kind. Decoders throw
/// the same error for a page of HTML and for a number that is too large.
func isJSON(_ data: Data) -> Bool {
    let value = try? JSONSerialization.jsonObject(
        with: data, options: .fragmentsAllowed)
    return value != nil
}
