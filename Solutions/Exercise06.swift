import ExerciseSupport
import Foundation

// Exercise 06 · The route, solved. The hints and what to take away: Exercise06.md.

// MARK: - Task 1

struct Route: Decodable, Equatable {
    let train: String
    let stations: [String]

    enum CodingKeys: CodingKey {
        case train, stops

        enum Stop: CodingKey {
            case station

            enum Station: CodingKey { case name }
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        train = try container.decode(String.self, forKey: .train)
        var stops = try container.nestedUnkeyedContainer(forKey: .stops)
        var names: [String] = []
        while !stops.isAtEnd {
            let stop = try stops.nestedContainer(keyedBy: CodingKeys.Stop.self)
            let station = try stop.nestedContainer(
                keyedBy: CodingKeys.Stop.Station.self, forKey: .station)
            names.append(try station.decode(String.self, forKey: .name))
        }
        stations = names
    }
}

func decodeRoute(from document: Data) throws -> Route {
    try JSONDecoder().decode(Route.self, from: document)
}

// MARK: - Task 2

struct Stop: Decodable, Equatable {
    let time: String
    let station: String

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        station = try container.decode(String.self)
        time = try container.decode(String.self)
        guard container.isAtEnd else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A stop has a station and a time.")
        }
    }
}

func decodeStop(from document: Data) throws -> Stop {
    try JSONDecoder().decode(Stop.self, from: document)
}

// MARK: - Task 3

struct Marker: Decodable, Equatable {
    let station: String
    let latitude: Double
    let longitude: Double

    enum CodingKeys: CodingKey { case station, coordinates }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        station = try container.decode(String.self, forKey: .station)
        var coordinates = try container.nestedUnkeyedContainer(forKey: .coordinates)
        longitude = try coordinates.decode(Double.self)
        latitude = try coordinates.decode(Double.self)
        guard coordinates.isAtEnd else {
            throw DecodingError.dataCorruptedError(
                in: coordinates, debugDescription: "There are two coordinates.")
        }
    }
}

func decodeMarker(from document: Data) throws -> Marker {
    try JSONDecoder().decode(Marker.self, from: document)
}

// MARK: - Task 4

extension Stop: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(station)
        try container.encode(time)
    }
}

func encode(_ stop: Stop) throws -> Data {
    try JSONEncoder().encode(stop)
}

extension Marker: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(station, forKey: .station)
        var coordinates = container.nestedUnkeyedContainer(forKey: .coordinates)
        try coordinates.encode(longitude)
        try coordinates.encode(latitude)
    }
}

func encode(_ marker: Marker) throws -> Data {
    try JSONEncoder().encode(marker)
}

// MARK: - Task 5

enum Announcement: Codable, Equatable {
    case delay(minutes: Int)
    case platforms([String])
    case message(String)

    enum CodingKeys: CodingKey {
        case type
        case minutes
        case platform
        case text
    }

    enum Kind: String, Codable {
        case delay
        case platform
        case message
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .type) {
        case .delay:
            self = .delay(minutes: try container.decode(Int.self, forKey: .minutes))
        case .platform:
            self = .platforms(try container.decode(OneOrMore.self, forKey: .platform).strings)
        case .message:
            self = .message(try container.decode(String.self, forKey: .text))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .delay(let minutes):
            try container.encode(Kind.delay, forKey: .type)
            try container.encode(minutes, forKey: .minutes)
        case .platforms(let platforms):
            try container.encode(Kind.platform, forKey: .type)
            try container.encode(OneOrMore(strings: platforms), forKey: .platform)
        case .message(let text):
            try container.encode(Kind.message, forKey: .type)
            try container.encode(text, forKey: .text)
        }
    }
}

/// Strings that a document writes as a list, or one alone without a list.
struct OneOrMore: Codable {
    let strings: [String]

    init(strings: [String]) {
        self.strings = strings
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let string = try? container.decode(String.self) {
            strings = [string]
        } else {
            strings = try container.decode([String].self)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if strings.count == 1 {
            try container.encode(strings[0])
        } else {
            try container.encode(strings)
        }
    }
}

func decodeAnnouncements(from document: Data) throws -> [Announcement] {
    try JSONDecoder().decode([Announcement].self, from: document)
}

func encode(_ announcements: [Announcement]) throws -> Data {
    try JSONEncoder().encode(announcements)
}

// MARK: - Task 6

struct Timetable: Decodable {
    let stops: [Stop]
    let dropped: [Dropped]

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var stops: [Stop] = []
        var dropped: [Dropped] = []
        while !container.isAtEnd {
            let index = container.currentIndex
            // Moves on, whatever the element is.
            let element = try container.superDecoder()
            do {
                stops.append(try Stop(from: element))
            } catch {
                dropped.append(Dropped(index: index, error: error))
            }
        }
        self.stops = stops
        self.dropped = dropped
    }
}

struct Dropped {
    let index: Int
    let error: any Error
}

func decodeTimetable(from document: Data) throws -> Timetable {
    try JSONDecoder().decode(Timetable.self, from: document)
}
