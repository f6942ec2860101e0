import ExerciseSupport
import Foundation

// Exercise 15 · The control room, solved. The hints and what to take away: Exercise15.md.

// MARK: - Task 1

enum Signal: Codable, Equatable {
    case clear
    case slow(kilometersPerHour: Int)
    case blocked(String, until: String)
}

func decodeSignals(from document: Data) throws -> [Signal] {
    try JSONDecoder().decode([Signal].self, from: document)
}

func encodeSignals(_ signals: [Signal]) throws -> Data {
    try JSONEncoder().encode(signals)
}

// MARK: - Task 2

enum TrainState: Equatable {
    case punctual
    case delayed(minutes: Int, cause: String)
    case canceled(by: String)
}

extension TrainState: Codable {
    enum CodingKeys: String, CodingKey {
        case punctual = "onTime"
        case delayed = "late"
        case canceled
    }

    enum DelayedCodingKeys: String, CodingKey {
        case minutes = "_0"
        case cause = "reason"
    }
}

func decodeStates(from document: Data) throws -> [TrainState] {
    try JSONDecoder().decode([TrainState].self, from: document)
}

func encodeStates(_ states: [TrainState]) throws -> Data {
    try JSONEncoder().encode(states)
}

// MARK: - Task 3

struct ID<Owner>: Hashable {
    let text: String
}

extension ID: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self)
        guard !text.isEmpty else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "An identifier is not empty.")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension ID: CodingKeyRepresentable {
    var codingKey: any CodingKey { AnyKey(stringValue: text) }

    init?(codingKey: some CodingKey) {
        guard !codingKey.stringValue.isEmpty else { return nil }
        text = codingKey.stringValue
    }
}

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

enum Train {}
enum Station {}

struct MessageID: Hashable {
    let uuid: UUID
}

extension MessageID: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        uuid = try container.decode(UUID.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid.uuidString.lowercased())
    }
}

struct Allocation: Codable, Equatable {
    let message: MessageID
    let train: ID<Train>
    let origin: ID<Station>
    let tracks: [ID<Station>: Int]
}

func decodeAllocation(from document: Data) throws -> Allocation {
    try JSONDecoder().decode(Allocation.self, from: document)
}

func encodeAllocation(_ allocation: Allocation) throws -> Data {
    try JSONEncoder().encode(allocation)
}

// MARK: - Task 4

struct Incident: Equatable {
    let title: String
    let effects: [Incident]
}

extension Incident: Decodable {
    enum CodingKeys: CodingKey {
        case title
        case effects
    }

    init(from decoder: any Decoder) throws {
        let path = decoder.codingPath
        guard path.count(where: { $0.stringValue == "effects" }) < 8 else {
            let context = DecodingError.Context(
                codingPath: path, debugDescription: "More than eight levels.")
            throw DecodingError.dataCorrupted(context)
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        effects = try container.decode([Incident].self, forKey: .effects)
    }
}

func decodeIncidents(from document: Data) throws -> [Incident] {
    try JSONDecoder().decode([Incident].self, from: document)
}

// MARK: - Task 5

enum JSONValue {
    case null
    case bool(Bool)
    case number(Decimal)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try container.decode([JSONValue].self))
        } else if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
            self = .object(try container.decode([String: JSONValue].self))
        } else {
            self = .number(try container.decode(Decimal.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number): try container.encode(number)
        case .string(let string): try container.encode(string)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

struct Note: Codable {
    let sender: String
    let details: JSONValue
}

func decodeNotes(from document: Data) throws -> [Note] {
    try JSONDecoder().decode([Note].self, from: document)
}

func encodeNotes(_ notes: [Note]) throws -> Data {
    try JSONEncoder().encode(notes)
}

// MARK: - Task 6

enum Event {
    case departed(train: String, track: Int)
    case stopped(train: String, reason: String)
    case unknown([String: JSONValue])
}

extension Event: Codable {
    enum CodingKeys: CodingKey {
        case event
        case train
        case track
        case reason
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .event) {
        case "departed":
            self = .departed(
                train: try container.decode(String.self, forKey: .train),
                track: try container.decode(Int.self, forKey: .track))
        case "stopped":
            self = .stopped(
                train: try container.decode(String.self, forKey: .train),
                reason: try container.decode(String.self, forKey: .reason))
        default:
            let object = try decoder.singleValueContainer()
            self = .unknown(try object.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .departed(let train, let track):
            try container.encode("departed", forKey: .event)
            try container.encode(train, forKey: .train)
            try container.encode(track, forKey: .track)
        case .stopped(let train, let reason):
            try container.encode("stopped", forKey: .event)
            try container.encode(train, forKey: .train)
            try container.encode(reason, forKey: .reason)
        case .unknown(let members):
            try members.encode(to: encoder)
        }
    }
}

func decodeEvents(from document: Data) throws -> [Event] {
    try JSONDecoder().decode([Event].self, from: document)
}

func encodeEvents(_ events: [Event]) throws -> Data {
    try JSONEncoder().encode(events)
}
