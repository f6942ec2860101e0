import ExerciseSupport
import Foundation

// Exercise 08 · Two APIs, one timetable, solved. The hints and what to take away: Exercise08.md.

// MARK: - The feed

struct Feed: Sendable {
    let version: Version
    let times: DateFormatter
    let site: URL

    enum Version: Sendable { case v1, v2 }
}

extension CodingUserInfoKey {
    static let feed = CodingUserInfoKey(rawValue: "nighttrain.feed")!
}

struct MissingContext: Error, Equatable {
    let key: CodingUserInfoKey
}

// MARK: - Task 1

func makeDecoder(for feed: Feed) throws -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo[.feed] = feed
    return decoder
}

func makeEncoder(for feed: Feed) throws -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.userInfo[.feed] = feed
    return encoder
}

// MARK: - Task 2

func feed(in userInfo: [CodingUserInfoKey: Any]) throws -> Feed {
    guard let feed = userInfo[.feed] as? Feed else { throw MissingContext(key: .feed) }
    return feed
}

// MARK: - Task 3

struct Departure: Equatable {
    let number: String
    let departs: Date
}

extension Departure: Decodable {
    enum CodingKeys: CodingKey {
        case train, number, departs

        /// The key of the train's number.
        static func ofNumber(in version: Feed.Version) -> CodingKeys {
            switch version {
            case .v1: .train
            case .v2: .number
            }
        }
    }

    init(from decoder: any Decoder) throws {
        let feed = try feed(in: decoder.userInfo)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(String.self, forKey: .ofNumber(in: feed.version))
        let text = try container.decode(String.self, forKey: .departs)
        guard let date = feed.times.date(from: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .departs, in: container, debugDescription: "No time of this API: \(text)")
        }
        departs = date
    }
}

func decodeDeparture(from document: Data, of feed: Feed) throws -> Departure {
    try makeDecoder(for: feed).decode(Departure.self, from: document)
}

// MARK: - Task 4

extension Departure: Encodable {
    func encode(to encoder: any Encoder) throws {
        let feed = try feed(in: encoder.userInfo)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .ofNumber(in: feed.version))
        try container.encode(feed.times.string(from: departs), forKey: .departs)
    }
}

func encode(_ departure: Departure, for feed: Feed) throws -> Data {
    try makeEncoder(for: feed).encode(departure)
}

// MARK: - Task 5

struct Link: Equatable {
    let url: URL
}

extension Link: Codable {
    init(from decoder: any Decoder) throws {
        let feed = try feed(in: decoder.userInfo)
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let url = URL(string: text, relativeTo: feed.site) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "No link: \(text)")
        }
        self.url = url.absoluteURL
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(url)
    }
}

struct Notice: Codable, Equatable {
    let title: String
    let page: Link
}

func decodeNotice(from document: Data, of feed: Feed) throws -> Notice {
    try makeDecoder(for: feed).decode(Notice.self, from: document)
}

// MARK: - Task 6

struct Timetable: Codable, Equatable {
    let station: String
    let map: Link
    let departures: [Departure]
}

func decodeTimetable(from document: Data, of feed: Feed) throws -> Timetable {
    try makeDecoder(for: feed).decode(Timetable.self, from: document)
}

func translate(_ document: Data, from source: Feed, to target: Feed) throws -> Data {
    let timetable = try decodeTimetable(from: document, of: source)
    return try makeEncoder(for: target).encode(timetable)
}

// MARK: - Task 7

struct Message: Equatable {
    let to: String
    let trains: [Departure]
}

extension Message: Decodable {
    enum CodingKeys: CodingKey {
        case to
        case trains
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        to = try container.decode(String.self, forKey: .to)
        let json = try container.decode(String.self, forKey: .trains)
        // A new decoder knows nothing of the outer one's feed.
        let inner = try makeDecoder(for: feed(in: decoder.userInfo))
        trains = try inner.decode([Departure].self, from: Data(json.utf8))
    }
}

func decodeMessage(from document: Data, of feed: Feed) throws -> Message {
    try makeDecoder(for: feed).decode(Message.self, from: document)
}
