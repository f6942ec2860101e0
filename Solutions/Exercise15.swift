import ExerciseSupport
import Foundation

// Exercise 15 · The control room, solved. The hints and what to take away: Exercise15.md.

// MARK: - Task 1

enum Order: Equatable {
    case hold(train: String, minutes: Int)
    case reroute(train: String, via: [String])
    case release(train: String)
}

extension Order: Decodable {
    enum Kind: String, Codable { case hold, reroute, release }
    enum CodingKeys: CodingKey { case order, train, minutes, via }

    init(from decoder: any Decoder) throws {
        let order = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try order.decode(Kind.self, forKey: .order)
        let train = try order.decode(String.self, forKey: .train)
        switch kind {
        case .hold:
            self = .hold(train: train, minutes: try order.decode(Int.self, forKey: .minutes))
        case .reroute:
            self = .reroute(train: train, via: try order.decode([String].self, forKey: .via))
        case .release:
            self = .release(train: train)
        }
    }
}

func decodeOrders(from document: Data) throws -> [Order] {
    try JSONDecoder().decode([Order].self, from: document)
}

// MARK: - Task 2

extension Order: Encodable {
    func encode(to encoder: any Encoder) throws {
        var order = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .hold(let train, let minutes):
            try order.encode(Kind.hold, forKey: .order)
            try order.encode(train, forKey: .train)
            try order.encode(minutes, forKey: .minutes)
        case .reroute(let train, let via):
            try order.encode(Kind.reroute, forKey: .order)
            try order.encode(train, forKey: .train)
            try order.encode(via, forKey: .via)
        case .release(let train):
            try order.encode(Kind.release, forKey: .order)
            try order.encode(train, forKey: .train)
        }
    }
}

func encodeOrders(_ orders: [Order]) throws -> Data {
    try JSONEncoder().encode(orders)
}

// MARK: - Task 3

struct Closure: Equatable {
    let first: String
    let last: String
}

extension Closure: Decodable {
    enum CodingKeys: CodingKey { case stations, from, to }

    init(from decoder: any Decoder) throws {
        let closure = try decoder.container(keyedBy: CodingKeys.self)
        let stations = try closure.decode([String].self, forKey: .stations)
        func station(at key: CodingKeys) throws -> String {
            let place = try closure.decode(Int.self, forKey: key)
            guard stations.indices.contains(place) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: closure, debugDescription: "There is no station \(place).")
            }
            return stations[place]
        }
        first = try station(at: .from)
        last = try station(at: .to)
    }
}

func decodeClosure(from document: Data) throws -> Closure {
    try JSONDecoder().decode(Closure.self, from: document)
}

// MARK: - Task 4

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

struct Allocation: Codable, Equatable {
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

// MARK: - Task 5

struct Incident: Equatable {
    let title: String
    let effects: [Incident]
}

extension Incident: Decodable {
    enum CodingKeys: CodingKey { case title, effects }

    init(from decoder: any Decoder) throws {
        try self.init(from: decoder, levels: 8)
    }

    /// Asks on the way down, so that nothing is read below the last level.
    private init(from decoder: any Decoder, levels: Int) throws {
        let incident = try decoder.container(keyedBy: CodingKeys.self)
        guard levels > 0 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "More than eight levels."))
        }
        title = try incident.decode(String.self, forKey: .title)
        var list = try incident.nestedUnkeyedContainer(forKey: .effects)
        var effects: [Incident] = []
        while !list.isAtEnd {
            effects.append(try Incident(from: list.superDecoder(), levels: levels - 1))
        }
        self.effects = effects
    }
}

func decodeIncidents(from document: Data) throws -> [Incident] {
    try JSONDecoder().decode([Incident].self, from: document)
}

// MARK: - Task 6

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
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try value.decode([JSONValue].self))
        } else if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
            self = .object(try value.decode([String: JSONValue].self))
        } else {
            self = .number(try value.decode(Decimal.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
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

// MARK: - Task 7

enum Event {
    case departed(train: String, track: Int)
    case stopped(train: String, reason: String)
    case unknown([String: JSONValue])
}

extension Event: Codable {
    enum CodingKeys: CodingKey { case event, train, track, reason }

    init(from decoder: any Decoder) throws {
        let event = try decoder.container(keyedBy: CodingKeys.self)
        switch try event.decode(String.self, forKey: .event) {
        case "departed":
            self = .departed(
                train: try event.decode(String.self, forKey: .train),
                track: try event.decode(Int.self, forKey: .track))
        case "stopped":
            self = .stopped(
                train: try event.decode(String.self, forKey: .train),
                reason: try event.decode(String.self, forKey: .reason))
        default:
            let object = try decoder.singleValueContainer()
            self = .unknown(try object.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        if case .unknown(let members) = self {
            var object = encoder.singleValueContainer()
            try object.encode(members)
            return
        }
        var event = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .departed(let train, let track):
            try event.encode("departed", forKey: .event)
            try event.encode(train, forKey: .train)
            try event.encode(track, forKey: .track)
        case .stopped(let train, let reason):
            try event.encode("stopped", forKey: .event)
            try event.encode(train, forKey: .train)
            try event.encode(reason, forKey: .reason)
        case .unknown:
            break
        }
    }
}

func decodeEvents(from document: Data) throws -> [Event] {
    try JSONDecoder().decode([Event].self, from: document)
}

func encodeEvents(_ events: [Event]) throws -> Data {
    try JSONEncoder().encode(events)
}
