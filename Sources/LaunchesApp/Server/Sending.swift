import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Server {
    /// Sends a value as JSON.
    ///
    /// - Returns: The value that the server sends back, or nil if it sends none (204).
    /// - Throws: ``Refusal``, if the server names the fields that are wrong, or ``AnswerError``.
    public func post<Answer: Decodable>(
        _ value: some Encodable, to path: String, as type: Answer.Type = Answer.self
    ) async throws -> Answer? {
        var request = URLRequest(url: url.appending(path: path))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(value)
        let (data, response) = try await transport(request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 200
        return try answer(in: data, status: status)
    }
}

private func answer<Answer: Decodable>(
    in data: Data, status: Int
) throws -> Answer? {
    switch status {
    case 204:
        return nil
    case 200..<300:
        return try JSONDecoder().decode(Answer.self, from: data)
    case 422:
        let refusal = try? JSONDecoder().decode(Refusal.self, from: data)
        throw refusal ?? AnswerError.status(status)
    default:
        throw AnswerError.status(status)
    }
}

/// An error of a server that does not accept a value: for each field, the messages about it.
public struct Refusal: Error, Equatable, Decodable {
    public let errors: [String: [String]]

    public init(errors: [String: [String]]) {
        self.errors = errors
    }
}

/// A person's wish to be reminded of a launch.
public struct Reminder: Sendable, Equatable, Codable {
    public let flight: Int
    public let minutesBefore: Int

    public init(flight: Int, minutesBefore: Int) {
        self.flight = flight
        self.minutesBefore = minutesBefore
    }

    private enum CodingKeys: String, CodingKey {
        case flight = "flight_number"
        case minutesBefore = "minutes_before"
    }
}
