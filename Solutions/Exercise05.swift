import ExerciseSupport
import Foundation

// Exercise 05 · Stations, solved. The hints and what to take away: Exercise05.md.

// MARK: - Task 1

struct Place: Decodable, Equatable {
    let name: String
    let city: String
    let latitude: Double
    let longitude: Double

    enum CodingKeys: CodingKey {
        case name, address
    }

    enum AddressKeys: CodingKey {
        case city, position
    }

    enum PositionKeys: CodingKey {
        case latitude, longitude
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        let address = try container.nestedContainer(
            keyedBy: AddressKeys.self, forKey: .address)
        city = try address.decode(String.self, forKey: .city)
        let position = try address.nestedContainer(
            keyedBy: PositionKeys.self, forKey: .position)
        latitude = try position.decode(Double.self, forKey: .latitude)
        longitude = try position.decode(Double.self, forKey: .longitude)
    }
}

func decodePlace(from document: Data) throws -> Place {
    try JSONDecoder().decode(Place.self, from: document)
}

// MARK: - Task 2

extension Place: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        var address = container.nestedContainer(
            keyedBy: AddressKeys.self, forKey: .address)
        try address.encode(city, forKey: .city)
        var position = address.nestedContainer(
            keyedBy: PositionKeys.self, forKey: .position)
        try position.encode(latitude, forKey: .latitude)
        try position.encode(longitude, forKey: .longitude)
    }
}

func encode(_ place: Place) throws -> Data {
    try JSONEncoder().encode(place)
}

// MARK: - Task 3

enum Lounge: Equatable {
    case open(seats: Int)
    case missing
    case unknown
}

struct Comfort: Decodable, Equatable {
    let station: String
    let lounge: Lounge

    enum CodingKeys: CodingKey { case station, lounge }

    enum LoungeKeys: CodingKey { case seats }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        station = try container.decode(String.self, forKey: .station)
        guard container.contains(.lounge) else {
            lounge = .unknown
            return
        }
        if try container.decodeNil(forKey: .lounge) {
            lounge = .missing
            return
        }
        let loungeContainer = try container.nestedContainer(
            keyedBy: LoungeKeys.self, forKey: .lounge)
        lounge = .open(seats: try loungeContainer.decode(Int.self, forKey: .seats))
    }
}

func decodeComfort(from document: Data) throws -> Comfort {
    try JSONDecoder().decode(Comfort.self, from: document)
}

// MARK: - Task 4

enum Facility: String, Codable, CodingKeyRepresentable {
    case lift
    case shower
    case locker
    case bikeStand = "bike stand"
}

struct Equipment: Codable, Equatable {
    let station: String
    let facilities: [Facility: Int]
}

func decodeEquipment(from document: Data) throws -> Equipment {
    try JSONDecoder().decode(Equipment.self, from: document)
}

func encode(_ equipment: Equipment) throws -> Data {
    try JSONEncoder().encode(equipment)
}

// MARK: - Task 5

/// A key with any name.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

struct Directory: Codable, Equatable {
    let entries: [Entry]

    struct Entry: Equatable {
        let code: String
        let name: String
        let platforms: Int
    }

    enum EntryKeys: CodingKey { case name, platforms }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        entries = try container.allKeys.map { key in
            let entry = try container.nestedContainer(keyedBy: EntryKeys.self, forKey: key)
            return Entry(
                code: key.stringValue,
                name: try entry.decode(String.self, forKey: .name),
                platforms: try entry.decode(Int.self, forKey: .platforms))
        }
        .sorted { $0.code < $1.code }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for entry in entries {
            var nested = container.nestedContainer(
                keyedBy: EntryKeys.self, forKey: AnyKey(stringValue: entry.code))
            try nested.encode(entry.name, forKey: .name)
            try nested.encode(entry.platforms, forKey: .platforms)
        }
    }
}

func decodeDirectory(from document: Data) throws -> Directory {
    try JSONDecoder().decode(Directory.self, from: document)
}

func encode(_ directory: Directory) throws -> Data {
    try JSONEncoder().encode(directory)
}

// MARK: - Task 6

struct Delay: Equatable {
    let train: String
    let minutes: Int
    let reason: String
}

extension Delay {
    enum CodingKeys: CodingKey { case minutes, reason }

    init(train: String, from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.train = train
        minutes = try container.decode(Int.self, forKey: .minutes)
        reason = try container.decode(String.self, forKey: .reason)
    }
}

struct DelayBoard: Decodable {
    let delays: [Delay]
    let failures: [String: any Error]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        var delays: [Delay] = []
        var failures: [String: any Error] = [:]
        for key in container.allKeys {
            let train = key.stringValue
            do {
                let delayDecoder = try container.superDecoder(forKey: key)
                delays.append(try Delay(train: train, from: delayDecoder))
            } catch {
                failures[train] = error
            }
        }
        self.delays = delays.sorted { $0.train < $1.train }
        self.failures = failures
    }
}

func decodeDelays(from document: Data) throws -> DelayBoard {
    try JSONDecoder().decode(DelayBoard.self, from: document)
}
