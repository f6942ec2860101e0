import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Server {
    /// A server that answers from the records in the app, in the form in which a real server answers.
    /// For anything else the answer is 404. It has no pictures.
    public static var bundled: Server {
        Server(BundledRecords.url) { request in
            let url = request.url ?? BundledRecords.url
            let body = try BundledRecords.answer(to: url)
            return (body ?? Data(), try response(status: body == nil ? 404 : 200, from: url))
        }
    }

    /// Returns a server that gives the same answer to every request, for a test or a preview.
    public static func answering(_ body: String, status: Int = 200) -> Server {
        Server(BundledRecords.url) { _ in
            (Data(body.utf8), try response(status: status, from: BundledRecords.url))
        }
    }

    private static func response(status: Int, from url: URL) throws -> URLResponse {
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { throw URLError(.badServerResponse) }
        return response
    }
}

/// The bundled records, as documents.
package enum BundledRecords {
    static let url = URL(filePath: "/bundled", directoryHint: .isDirectory)

    /// The launches in the form of the API's list.
    package static var launches: Data { Data(PackageResources.launches_json) }

    private static var paintings: Data { Data(PackageResources.paintings_json) }

    package static func answer(to url: URL) throws -> Data? {
        let names = url.pathComponents.dropFirst(2)
        switch (names.first, names.dropFirst().first) {
        case ("launches", nil):
            let words = words(of: url)
            if words.isEmpty { return launches }
            return try json(objects(in: launches, with: words, in: ["mission_name"]))
        case ("launches", let number?):
            return try first("flight_number", is: number, in: launches).map(json)
        case ("collection", nil):
            let keys = ["title", "principalOrFirstMaker"]
            return try json(["artObjects": objects(in: paintings, with: words(of: url), in: keys)])
        case ("collection", let number?):
            return try first("objectNumber", is: number, in: paintings)
                .map { try json(["artObject": $0]) }
        default: return nil
        }
    }

    /// Returns the value of the only item of a query.
    private static func words(of url: URL) -> String {
        let query = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems
        return query?.first?.value ?? ""
    }

    /// Returns the records that have every word in the values of some keys.
    private static func objects(
        in document: Data, with words: String, in keys: [String]
    ) throws -> [[String: Any]] {
        try objects(in: document).filter { object in
            let text = keys.map { "\(object[$0] ?? "")" }.joined(separator: " ")
            return words.split(separator: " ").allSatisfy(text.localizedCaseInsensitiveContains)
        }
    }

    private static func objects(in document: Data) throws -> [[String: Any]] {
        try JSONSerialization.jsonObject(with: document) as? [[String: Any]] ?? []
    }

    private static func first(
        _ key: String, is value: String, in document: Data
    ) throws -> [String: Any]? {
        try objects(in: document).first { $0[key].map { "\($0)" } == value }
    }

    private static func json(_ value: Any) throws -> Data {
        try JSONSerialization.data(withJSONObject: value)
    }
}
