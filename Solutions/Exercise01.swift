import ExerciseSupport
import Foundation

// Exercise 01 · The departure board, solved. The hints and what to take away: Exercise01.md.

// MARK: - Task 1

struct Train: Codable, Equatable {
    let number: String
    let destination: String
    let cars: Int
    let hasSleepingCars: Bool
}

func decodeTrain(from document: Data) throws -> Train {
    try JSONDecoder().decode(Train.self, from: document)
}

// MARK: - Task 2

func decodeTrains(from document: Data) throws -> [Train] {
    try JSONDecoder().decode([Train].self, from: document)
}

// MARK: - Task 3

struct Board: Decodable {
    let station: String
    let trains: [Train]
}

func decodeBoard(from document: Data) throws -> Board {
    try JSONDecoder().decode(Board.self, from: document)
}

// MARK: - Task 4

struct Departure: Decodable {
    let train: String
    let delay: Int?
}

func decodeDepartures(from document: Data) throws -> [Departure] {
    try JSONDecoder().decode([Departure].self, from: document)
}

struct Compartment: Decodable, Equatable {
    let car: Int
    let berths: Int
    let breakfast: Bool

    enum CodingKeys: CodingKey {
        case car
        case berths
        case breakfast
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        car = try container.decode(Int.self, forKey: .car)
        berths = try container.decodeIfPresent(Int.self, forKey: .berths) ?? 6
        breakfast = try container.decodeIfPresent(Bool.self, forKey: .breakfast) ?? true
    }
}

func decodeCompartments(from document: Data) throws -> [Compartment] {
    try JSONDecoder().decode([Compartment].self, from: document)
}

// MARK: - Task 5

enum Status: String, Decodable {
    case onTime = "on time"
    case boarding
    case departed
    case cancelled
}

struct Announcement: Decodable {
    let train: String
    let status: Status
}

func decodeAnnouncements(from document: Data) throws -> [Announcement] {
    try JSONDecoder().decode([Announcement].self, from: document)
}

// MARK: - Task 6

func encode(_ train: Train) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(train)
}

// MARK: - Task 7

func isRight(_ model: (Data) throws -> Train) throws -> Bool {
    func train(_ document: String) -> Train? {
        try? model(Data(document.utf8))
    }
    let adria = train(
        #"{"number": "NT 40", "destination": "Wien", "cars": 12, "hasSleepingCars": true}"#)
    let seats = train(
        #"{"number": "NT 7", "destination": "Bern", "cars": 5, "hasSleepingCars": false}"#)
    let absent = train(
        #"{"number": "NT 40", "destination": "Wien", "hasSleepingCars": true}"#)
    let quoted = train(
        #"{"number": "NT 40", "destination": "Wien", "cars": "12", "hasSleepingCars": true}"#)
    return adria?.number == "NT 40"
        && adria?.destination == "Wien"
        && adria?.cars == 12
        && adria?.hasSleepingCars == true
        && seats?.hasSleepingCars == false
        && absent == nil
        && quoted == nil
}
