import ExerciseSupport
import Foundation
import Observation

// Exercise 14 · The ticket office, solved. The hints and what to take away: Exercise14.md.

// MARK: - Task 1

struct Reservation: Decodable, Equatable, Sendable {
    let car: Int
    let berth: Int
    let passenger: String
}

extension Reservation: Identifiable {
    struct Place: Hashable {
        let car: Int
        let berth: Int
    }

    var id: Place { Place(car: car, berth: berth) }
}

func reservations(in document: Data) throws -> [Reservation] {
    try JSONDecoder().decode([Reservation].self, from: document)
}

// MARK: - Task 2

struct Query: Equatable, Sendable {
    var method: String
    var url: URL
    var headers: [String: String] = [:]
    var body: Data?
}

struct Booking: Codable, Equatable, Sendable {
    let train: String
    let berth: Int
    let passenger: String
}

func query(sending booking: Booking, to url: URL) throws -> Query {
    var query = Query(method: "POST", url: url)
    query.headers["Content-Type"] = "application/json"
    query.body = try JSONEncoder().encode(booking)
    return query
}

// MARK: - Task 3

struct Reply: Equatable, Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body = Data()
}

struct Ticket: Codable, Equatable, Sendable {
    let number: String
    let train: String
}

struct Refusal: Error, Equatable, Decodable {
    let errors: [String: [String]]
}

struct OfficeError: Error, Equatable {
    let status: Int
}

func ticket(in reply: Reply) throws -> Ticket? {
    switch reply.status {
    case 201:
        return try JSONDecoder().decode(Ticket.self, from: reply.body)
    case 204:
        return nil
    case 422:
        let refusal = try? JSONDecoder().decode(Refusal.self, from: reply.body)
        throw refusal ?? OfficeError(status: reply.status)
    default:
        throw OfficeError(status: reply.status)
    }
}

// MARK: - Task 4

@MainActor @Observable
final class Settings {
    var home = ""
    var berthsOnly = false

    struct Document: Codable {
        let home: String
        let berthsOnly: Bool
    }

    func document() throws -> Data {
        let document = Document(home: home, berthsOnly: berthsOnly)
        return try JSONEncoder().encode(document)
    }

    func read(_ document: Data) throws {
        let document = try JSONDecoder().decode(Document.self, from: document)
        home = document.home
        berthsOnly = document.berthsOnly
    }
}

// MARK: - Task 5

func secondsToWait(after reply: Reply, to query: Query) throws -> Int? {
    guard query.method == "GET",
        [429, 503].contains(reply.status),
        let text = reply.headers["Retry-After"],
        let seconds = Int(text),
        (0...60).contains(seconds)
    else { return nil }
    return seconds
}

// MARK: - Task 6

struct Token: Sendable {
    let text: String
}

extension Token: CustomStringConvertible, CustomReflectable {
    var description: String { "(a token)" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

func query(_ query: Query, with token: Token, for server: URL) throws -> Query {
    guard query.url.scheme == server.scheme,
        query.url.host() == server.host(),
        query.url.port == server.port
    else { return query }
    var query = query
    query.headers["Authorization"] = "Bearer \(token.text)"
    return query
}

// MARK: - Task 7

enum Screen: Equatable, Sendable {
    case loading([String])
    case loaded([String])
    case failed([String])

    var trains: [String] {
        switch self {
        case .loading(let trains), .loaded(let trains), .failed(let trains): trains
        }
    }
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
        let next: Screen
        do {
            next = .loaded(try await trains(find: find, decode: decode))
        } catch {
            next = Task.isCancelled ? .loaded(screen.trains) : .failed(screen.trains)
        }
        guard number == searches else { return }
        screen = next
    }
}

@concurrent
func trains(
    find: @Sendable () async throws -> Data, decode: @Sendable (Data) throws -> [String]
) async throws -> [String] {
    let document = try await find()
    return try decode(document)
}
