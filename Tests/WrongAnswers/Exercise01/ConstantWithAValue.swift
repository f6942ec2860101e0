// Task 4: 25 is in the document and did not arrive
import ExerciseSupport
import Foundation

// A property that may be nil is given nil to begin with.

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
    let delay: Int? = nil
}

func decodeDepartures(from document: Data) throws -> [Departure] {
    try JSONDecoder().decode([Departure].self, from: document)
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

func describeTheSameTrain(_ first: Data, _ second: Data) throws -> Bool {
    try decodeTrain(from: first) == decodeTrain(from: second)
}

// MARK: - Task 7

enum ErrorCase {
    case keyNotFound, valueNotFound, typeMismatch, dataCorrupted
}

func predictError() throws -> (errorCase: ErrorCase, codingPath: String) {
    (.typeMismatch, "cars")
}
