import ExerciseSupport
import Foundation

// Exercise 03 · The timetable, solved. The hints and what to take away: Exercise03.md.

// MARK: - Task 1

struct Departure: Decodable {
    let train: String
    let departs: Date
}

func decodeDeparture(from document: Data) throws -> Departure {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return try decoder.decode(Departure.self, from: document)
}

func decodeDeparture(inMilliseconds document: Data) throws -> Departure {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return try decoder.decode(Departure.self, from: document)
}

// MARK: - Task 2

struct Arrival: Decodable {
    let train: String
    let arrives: Date
}

func decodeArrivals(from document: Data) throws -> [Arrival] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode([Arrival].self, from: document)
}

// MARK: - Task 3

struct Passage: Codable, Equatable {
    let signal: String
    let passed: Date
}

let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

func decodePassages(from document: Data) throws -> [Passage] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        return try Date(string, strategy: milliseconds)
    }
    return try decoder.decode([Passage].self, from: document)
}

func encode(_ passages: [Passage]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        // The style cuts off after three digits, and most fractions are a little less than they say.
        try container.encode((date + 0.0001).formatted(milliseconds))
    }
    return try encoder.encode(passages)
}

// MARK: - Task 4

struct Ticket: Decodable {
    let ticket: String
    let sold: Date
}

func ticketFormatter() throws -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "Europe/Vienna")
    formatter.dateFormat = "dd-MMM-yyyy HH:mm"
    return formatter
}

func decodeTicket(from document: Data) throws -> Ticket {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(try ticketFormatter())
    return try decoder.decode(Ticket.self, from: document)
}

// MARK: - Task 5

struct Service: Codable, Equatable {
    let train: String
    let serviceDay: ServiceDay
}

struct ServiceDay: Codable, Equatable {
    let year: Int
    let month: Int
    let day: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        guard
            let match = string.wholeMatch(of: /(\d{2})\.(\d{2})\.(\d{4})/),
            let day = Int(match.1),
            let month = Int(match.2),
            let year = Int(match.3),
            DateComponents(year: year, month: month, day: day)
                .isValidDate(in: Calendar(identifier: .gregorian))
        else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "This is no service day.")
        }
        self.year = year
        self.month = month
        self.day = day
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(format: "%02d.%02d.%04d", day, month, year))
    }
}

func decodeService(from document: Data) throws -> Service {
    try JSONDecoder().decode(Service.self, from: document)
}

func encode(_ service: Service) throws -> Data {
    try JSONEncoder().encode(service)
}

// MARK: - Task 6

struct Disruption: Decodable {
    let line: String
    let until: End
}

enum End: Decodable, Equatable {
    case moment(Date)
    case day(ServiceDay)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        if string.contains("T") {
            self = .moment(try container.decode(Date.self))
        } else {
            self = .day(try container.decode(ServiceDay.self))
        }
    }
}

func decodeDisruptions(from document: Data) throws -> [Disruption] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode([Disruption].self, from: document)
}
