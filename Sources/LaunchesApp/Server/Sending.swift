import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Server {
    /// Sends a value as JSON.
    ///
    /// - Returns: The value that the server sends back, or nil if it sends none (204).
    /// - Throws: ``Refusal``, if the server names the fields that are wrong, or ``AnswerError``.
    public func post<Made: Decodable>(
        _ value: some Encodable, to path: String, as type: Made.Type = Made.self
    ) async throws -> Made? {
        var question = URLRequest(url: url.appending(path: path))
        question.httpMethod = "POST"
        question.setValue("application/json", forHTTPHeaderField: "Content-Type")
        question.httpBody = try JSONEncoder().encode(value)
        let (data, response) = try await transport(question)
        return try made(of: data, (response as? HTTPURLResponse)?.statusCode ?? 200)
    }
}

private func made<Made: Decodable>(
    of body: Data, _ status: Int
) throws -> Made? {
    switch status {
    case 204: return nil
    case 200..<300: return try JSONDecoder().decode(Made.self, from: body)
    case 422:
        let refusal = try? JSONDecoder().decode(Refusal.self, from: body)
        if let refusal { throw refusal }
        throw AnswerError.status(status)
    case let status: throw AnswerError.status(status)
    }
}

/// An error of a server that does not accept a value: for each field, the messages about it.
public struct Refusal: Error, Equatable, Decodable {
    public let errors: [String: [String]]

    public init(errors: [String: [String]]) { self.errors = errors }
}

/// A person's wish to be reminded of a launch.
public struct Reminder: Sendable, Equatable, Codable {
    public let flight: Int, minutesBefore: Int

    public init(flight: Int, minutesBefore: Int) {
        (self.flight, self.minutesBefore) = (flight, minutesBefore)
    }

    private enum CodingKeys: String, CodingKey {
        case flight = "flight_number"
        case minutesBefore = "minutes_before"
    }
}
