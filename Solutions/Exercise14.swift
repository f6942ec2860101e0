import ExerciseSupport
import Foundation
import Observation

// Exercise 14 · The ticket office, solved. The hints and what to take away: Exercise14.md.

// MARK: - What goes to the server and comes back

struct Query: Equatable, Sendable {
    var method: String
    var url: URL
    var headers: [String: String] = [:]
    var body: Data?
}

struct Reply: Equatable, Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body = Data()
}

struct Server: Sendable {
    let url: URL
    let send: @Sendable (Query) async throws -> Reply
}

struct TimedOut: Error, Equatable {}

struct Booking: Codable, Equatable, Sendable {
    let train: String
    let berth: Int
    let passenger: String
}

struct Ticket: Codable, Equatable, Sendable {
    let number: String
    let train: String
}

// MARK: - Task 1

func query(sending booking: Booking, to url: URL) throws -> Query {
    Query(
        method: "POST", url: url, headers: ["Content-Type": "application/json"],
        body: try JSONEncoder().encode(booking))
}

// MARK: - Task 2

struct Refusal: Error, Equatable, Decodable {
    let errors: [String: [String]]
}

struct OfficeError: Error, Equatable {
    let status: Int
}

func ticket(in reply: Reply) throws -> Ticket? {
    switch reply.status {
    case 201: return try JSONDecoder().decode(Ticket.self, from: reply.body)
    case 204: return nil
    case 422:
        if let refusal = try? JSONDecoder().decode(Refusal.self, from: reply.body) {
            throw refusal
        }
        throw OfficeError(status: 422)
    default: throw OfficeError(status: reply.status)
    }
}

// MARK: - Task 3

struct Line: Equatable, Sendable {
    let field: String
    let problem: String?
}

func lines(of fields: [String], after refusal: Refusal) throws -> [Line] {
    func line(_ field: String) -> Line {
        let errors = refusal.errors[field] ?? []
        let problem = errors.isEmpty ? nil : "\(field) \(errors.joined(separator: ", "))"
        return Line(field: field, problem: problem)
    }
    let others = refusal.errors.keys.filter { !fields.contains($0) }.sorted()
    return fields.map(line) + others.map(line).filter { $0.problem != nil }
}

// MARK: - Task 4

struct Key: Sendable, CustomStringConvertible, CustomReflectable {
    let text: String

    var description: String { "(a key)" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

func query(_ query: Query, with key: Key, for server: Server) throws -> Query {
    let (one, other) = (query.url, server.url)
    guard (one.scheme, one.host, one.port) == (other.scheme, other.host, other.port) else {
        return query
    }
    var query = query
    query.headers["Authorization"] = "Bearer \(key.text)"
    return query
}

// MARK: - Task 5

func send(
    _ query: Query, to server: Server, atMost times: Int,
    pause: @Sendable (Int) async throws -> Void
) async throws -> Reply {
    for _ in 1..<times {
        let reply = try await server.send(query)
        guard query.method == "GET", reply.status == 503,
            let seconds = reply.headers["Retry-After"].flatMap(Int.init),
            (0...60).contains(seconds)
        else { return reply }
        try await pause(seconds)
    }
    return try await server.send(query)
}

// MARK: - Task 6

func book(
    _ booking: Booking, number: String, at server: Server
) async throws -> Ticket {
    let url = server.url.appending(path: "bookings/\(number)")
    do {
        let reply = try await server.send(query(sending: booking, to: url))
        if let ticket = try ticket(in: reply) { return ticket }
    } catch is TimedOut {
        // Perhaps it was booked before the time was over: ask.
    }
    let reply = try await server.send(Query(method: "GET", url: url))
    guard reply.status == 200 else { throw OfficeError(status: reply.status) }
    return try JSONDecoder().decode(Ticket.self, from: reply.body)
}

// MARK: - Task 7

enum Screen: Equatable, Sendable {
    case loading([String])
    case loaded([String])
    case failed([String])
}

@MainActor @Observable
final class Store {
    private(set) var screen = Screen.loaded([])
    @ObservationIgnored private var searches = 0

    func search(
        find: @escaping @Sendable () async throws -> Data,
        decode: @escaping @Sendable (Data) throws -> [String]
    ) async throws {
        searches += 1
        let number = searches
        screen = .loading(screen.trains)
        let found = await trains(find: find, decode: decode)
        guard number == searches else { return }
        screen = found.map(Screen.loaded) ?? .failed(screen.trains)
    }
}

extension Screen {
    var trains: [String] {
        switch self {
        case .loading(let trains), .loaded(let trains), .failed(let trains): trains
        }
    }
}

/// The trains that were found, or nil.
@concurrent
func trains(
    find: @Sendable () async throws -> Data, decode: @Sendable (Data) throws -> [String]
) async -> [String]? {
    try? decode(try await find())
}
