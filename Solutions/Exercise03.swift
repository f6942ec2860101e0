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

// MARK: - Task 2

struct Sighting: Decodable {
    let train: String
    let station: String
    let seen: Date
}

func decodeSighting(from document: Data) throws -> Sighting {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return try decoder.decode(Sighting.self, from: document)
}

// MARK: - Task 3

struct Arrival: Decodable {
    let train: String
    let arrives: Date
}

func decodeArrivals(from document: Data) throws -> [Arrival] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode([Arrival].self, from: document)
}

// MARK: - Task 4

struct Service: Decodable {
    let train: String
    let serviceDay: Date
}

func formatter(_ format: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "Europe/Vienna")
    formatter.dateFormat = format
    return formatter
}

func serviceDayFormatter() throws -> DateFormatter {
    formatter("yyyy-MM-dd")
}

func decodeService(from document: Data) throws -> Service {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(try serviceDayFormatter())
    return try decoder.decode(Service.self, from: document)
}

// MARK: - Task 5

struct Disruption: Decodable {
    let line: String
    let until: Date
}

func decodeDisruptions(from document: Data) throws -> [Disruption] {
    let day = try serviceDayFormatter()
    // The ISO 8601 of the decoder would read 30 February, and ignore what follows the zone.
    let time = formatter("yyyy-MM-dd'T'HH:mm:ssXXXXX")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let date = day.date(from: text) ?? time.date(from: text) { return date }
        throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "Neither a time nor a service day.")
    }
    return try decoder.decode([Disruption].self, from: document)
}

// MARK: - Task 6

struct Trip: Codable, Equatable {
    let train: String
    let serviceDay: ServiceDay
    let departs: Date
}

struct ServiceDay: Codable, Equatable {
    let date: Date

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = try serviceDayFormatter().date(from: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Not a service day.")
        }
        self.date = date
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(try serviceDayFormatter().string(from: date))
    }
}

func decodeTrip(from document: Data) throws -> Trip {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Trip.self, from: document)
}

func encode(_ trip: Trip) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(trip)
}
