import ExerciseSupport
import Foundation

// Exercise 11 · The departures app, solved. The hints and what to take away: Exercise11.md.

// MARK: - Task 1

struct Departure: Equatable, Sendable {
    let train: String
    let to: String
    let time: Date
    let platform: Int?
}

struct Board: Equatable, Sendable {
    var departures: [Departure]
}

extension Departure: Decodable {
    /// A departure in the form of the operator's document. Nothing else uses this form.
    private struct Document: Decodable {
        let train: Train
        let destination: Destination
        let scheduled: Scheduled

        struct Train: Decodable {
            let id: String
        }

        struct Destination: Decodable {
            let name: String
        }

        struct Scheduled: Decodable {
            let time: Date
            let platform: Int?
        }
    }

    init(from decoder: any Decoder) throws {
        let document = try Document(from: decoder)
        train = document.train.id
        to = document.destination.name
        time = document.scheduled.time
        platform = document.scheduled.platform
    }
}

extension Board: Decodable {
    /// Reads a board with the times that it has.
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    /// The board in the order of its times. Equal times stay as they are: the sort is stable.
    var sorted: Board {
        Board(departures: departures.sorted { $0.time < $1.time })
    }
}

func decodeBoard(from document: Data) throws -> Board {
    try Board.decoder.decode(Board.self, from: document).sorted
}

// MARK: - Task 2

enum Message: Equatable, Sendable {
    case offline
    case notFound
    case tryLater
    case logIn
    case update
    case noDepartures

    var sentence: String {
        switch self {
        case .offline: "You are offline. The departures are here again when you are not."
        case .notFound: "The operator does not know this station or this train."
        case .tryLater: "Something went wrong. Please try again later."
        case .logIn: "This answer is not from the operator. Do you have to log in to the Wi-Fi?"
        case .update: "The operator sends something new. Please update the app."
        case .noDepartures: "No night train leaves from here today."
        }
    }
}

struct Train: Decodable, Equatable, Sendable {
    let id: String
    let name: String
    let cars: Int
}

enum Details: Equatable, Sendable {
    case train(Train)
    case missing(Message)
}

enum Screen: Equatable, Sendable {
    case lines([Line])
    case message(Message)

    struct Line: Equatable, Sendable {
        let departure: Departure
        let details: Details
    }
}

func text(of screen: Screen, in timeZone: TimeZone) throws -> String {
    switch screen {
    case .message(let message):
        return message.sentence
    case .lines(let lines):
        let clock = DateFormatter()
        clock.locale = Locale(identifier: "en_US_POSIX")
        clock.timeZone = timeZone
        clock.dateFormat = "HH:mm"
        return lines.map { text(of: $0, clock: clock) }.joined(separator: "\n")
    }
}

func text(of line: Screen.Line, clock: DateFormatter) -> String {
    let departure = line.departure
    let platform = departure.platform.map { ", platform \($0)" } ?? ""
    let details =
        switch line.details {
        case .train(let train): "\(train.name), \(train.cars) cars"
        case .missing(let message): message.sentence
        }
    return "\(clock.string(from: departure.time))  \(departure.to)\(platform): \(details)"
}

// MARK: - Task 3

struct Server: Sendable {
    let url: URL
    let get: @Sendable (URL) async throws -> (status: Int, body: Data)
}

struct Offline: Error, Equatable {}

enum RequestError: Error, Equatable {
    case status(Int)
    case notJSON
}

struct Request<Value: Decodable & Sendable>: Sendable {
    let url: URL
    var decoder = JSONDecoder()
}

func load<Value>(_ request: Request<Value>, from server: Server) async throws -> Value {
    let (status, body) = try await server.get(request.url)
    guard (200...299).contains(status) else {
        throw RequestError.status(status)
    }
    do {
        return try request.decoder.decode(Value.self, from: body)
    } catch {
        throw isJSON(body) ? error : RequestError.notJSON
    }
}

func isJSON(_ body: Data) -> Bool {
    (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil
}

// MARK: - Task 4

func message(for error: any Error) throws -> Message {
    switch error {
    case is Offline: .offline
    case RequestError.status(404): .notFound
    case RequestError.notJSON: .logIn
    case is DecodingError: .update
    default: .tryLater
    }
}

// MARK: - Task 5

struct Station: Decodable, Equatable, Sendable {
    let code: String
    let name: String
}

func loadBoard(ofStation name: String, from server: Server) async throws -> Board {
    let stations = server.url.appending(path: "stations")
    let station = try await load(
        Request<Station>(
            url: stations.appending(queryItems: [URLQueryItem(name: "name", value: name)])),
        from: server)
    let board = try await load(
        Request<Board>(
            url: stations.appending(path: "\(station.code)/departures"), decoder: Board.decoder),
        from: server)
    return board.sorted
}

// MARK: - Task 6

func loadTrains(
    _ ids: [String], atMost limit: Int, from server: Server
) async throws -> [Result<Train, any Error>] {
    try await withThrowingTaskGroup(of: (Int, Result<Train, any Error>).self) { group in
        var results: [Int: Result<Train, any Error>] = [:]
        for (index, id) in ids.enumerated() {
            if index >= limit, let (ended, result) = try await group.next() {
                results[ended] = result
            }
            try Task.checkCancellation()
            group.addTask { (index, await loadTrain(id, from: server)) }
        }
        for try await (ended, result) in group {
            results[ended] = result
        }
        try Task.checkCancellation()
        return ids.indices.compactMap { results[$0] }
    }
}

func loadTrain(_ id: String, from server: Server) async -> Result<Train, any Error> {
    do {
        let url = server.url.appending(path: "trains/\(id)")
        return .success(try await load(Request(url: url), from: server))
    } catch {
        return .failure(error)
    }
}

// MARK: - Task 7

func screen(ofStation name: String, from server: Server) async throws -> Screen {
    do {
        let departures = try await loadBoard(ofStation: name, from: server).departures
        try Task.checkCancellation()
        guard !departures.isEmpty else { return .message(.noDepartures) }
        let trains = try await loadTrains(departures.map(\.train), atMost: 3, from: server)
        let lines = try zip(departures, trains).map { departure, train in
            Screen.Line(departure: departure, details: try details(of: train))
        }
        return .lines(lines)
    } catch {
        try Task.checkCancellation()
        return .message(try message(for: error))
    }
}

func details(of train: Result<Train, any Error>) throws -> Details {
    switch train {
    case .success(let train): .train(train)
    case .failure(let error): .missing(try message(for: error))
    }
}
