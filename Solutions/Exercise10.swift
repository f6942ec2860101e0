import ExerciseSupport
import Foundation

// Exercise 10 · The old cache, solved. The hints and what to take away: Exercise10.md.

// MARK: - Task 1

struct Failure: Decodable, Equatable {
    let code: Int
    let message: String
}

enum Reply<Payload> {
    case payload(Payload)
    case failure(Failure)
}

extension Reply: Equatable where Payload: Equatable {}

enum ReplyKeys: CodingKey { case data, error }

extension Reply: Decodable where Payload: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ReplyKeys.self)
        if let failure = try container.decodeIfPresent(Failure.self, forKey: .error) {
            self = .failure(failure)
        } else {
            self = .payload(try container.decode(Payload.self, forKey: .data))
        }
    }
}

func decodeReply<Payload: Decodable>(
    _ type: Payload.Type, from document: Data
) throws -> Reply<Payload> {
    try JSONDecoder().decode(Reply<Payload>.self, from: document)
}

// MARK: - Task 2

/// Where a default comes from. A type, because a wrapper's type is all that a decoder knows of it.
protocol DefaultSource {
    associatedtype Value: Codable
    static var value: Value { get }
}

enum SoundIsOn: DefaultSource {
    static var value: Bool { true }
}

enum HalfAnHour: DefaultSource {
    static var value: Int { 30 }
}

enum NoStations: DefaultSource {
    static var value: [String] { [] }
}

/// A value that has a default if its key is absent or null.
@propertyWrapper
struct Default<Source: DefaultSource>: Codable {
    var wrappedValue: Source.Value

    init(wrappedValue: Source.Value) {
        self.wrappedValue = wrappedValue
    }

    init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Source.Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// What the compiler's `init(from:)` calls for a property with this wrapper.
    func decode<Source>(_ type: Default<Source>.Type, forKey key: Key) throws -> Default<Source> {
        try decodeIfPresent(type, forKey: key) ?? Default(wrappedValue: Source.value)
    }
}

struct Settings: Codable {
    let language: String
    @Default<SoundIsOn> var sound: Bool
    @Default<HalfAnHour> var reminder: Int
    @Default<NoStations> var favorites: [String]
}

func decodeSettings(from document: Data) throws -> Settings {
    try JSONDecoder().decode(Settings.self, from: document)
}

func encode(_ settings: Settings) throws -> Data {
    try JSONEncoder().encode(settings)
}

// MARK: - Task 3

enum Change<Value> {
    case keep
    case clear
    case set(Value)
}

extension Change: Equatable where Value: Equatable {}

extension KeyedDecodingContainer {
    /// Tells a key that is absent from one that is null.
    func decodeChange<Value: Decodable>(forKey key: Key) throws -> Change<Value> {
        guard contains(key) else { return .keep }
        if try decodeNil(forKey: key) { return .clear }
        return .set(try decode(Value.self, forKey: key))
    }
}

struct Patch: Decodable, Equatable {
    let booking: String
    let berth: Change<Int>
    let note: Change<String>

    enum CodingKeys: CodingKey { case booking, berth, note }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        booking = try container.decode(String.self, forKey: .booking)
        berth = try container.decodeChange(forKey: .berth)
        note = try container.decodeChange(forKey: .note)
    }
}

func decodePatch(from document: Data) throws -> Patch {
    try JSONDecoder().decode(Patch.self, from: document)
}

// MARK: - Task 4

extension KeyedEncodingContainer {
    /// Writes no key, null or the value.
    mutating func encodeChange<Value: Encodable>(_ change: Change<Value>, forKey key: Key) throws {
        switch change {
        case .keep: break
        case .clear: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}

extension Patch: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(booking, forKey: .booking)
        try container.encodeChange(berth, forKey: .berth)
        try container.encodeChange(note, forKey: .note)
    }
}

func encode(_ patch: Patch) throws -> Data {
    try JSONEncoder().encode(patch)
}

// MARK: - Task 5

let newestVersion = 3

struct FutureVersion: Error, Equatable {
    let found: Int
    let newest: Int
}

/// What every file of trips has, in all its versions.
struct FileHeader: Decodable {
    let version: Int

    enum CodingKeys: CodingKey { case version }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.contains(.version) else {
            version = 1
            return
        }
        version = try container.decode(Int.self, forKey: .version)
        if version < 1 {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: container, debugDescription: "The first version is 1.")
        }
    }
}

func version(of document: Data) throws -> Int {
    let version = try JSONDecoder().decode(FileHeader.self, from: document).version
    guard version <= newestVersion else {
        throw FutureVersion(found: version, newest: newestVersion)
    }
    return version
}

// MARK: - Task 6

struct Trip: Codable, Equatable {
    let number: String
    let from: String
    let to: String
    let cents: Int
}

struct SavedTrips: Decodable, Equatable {
    let user: String
    let trips: [Trip]
}

/// The file of version 1, as it is.
struct FileV1: Decodable {
    let user: String
    let trips: [Trip]

    struct Trip: Decodable {
        let train: String
        let route: Route
        let price: Double

        var migrated: FileV2.Trip {
            FileV2.Trip(number: train, from: route.from, to: route.to, price: price)
        }
    }

    struct Route: Decodable {
        let from: String
        let to: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let names = try container.decode(String.self).components(separatedBy: " > ")
            guard names.count == 2, !names.contains("") else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "A route has two names.")
            }
            from = names[0]
            to = names[1]
        }
    }

    var migrated: FileV2 { FileV2(user: user, trips: trips.map(\.migrated)) }
}

/// The file of version 2, as it is.
struct FileV2: Decodable {
    let user: String
    let trips: [Trip]

    struct Trip: Decodable {
        let number: String
        let from: String
        let to: String
        let price: Double

        var migrated: Exercise10.Trip {
            let cents = Int((price * 100).rounded())
            return Exercise10.Trip(number: number, from: from, to: to, cents: cents)
        }
    }

    var migrated: SavedTrips { SavedTrips(user: user, trips: trips.map(\.migrated)) }
}

func decodeSavedTrips(from document: Data) throws -> SavedTrips {
    let decoder = JSONDecoder()
    return switch try version(of: document) {
    case 1: try decoder.decode(FileV1.self, from: document).migrated.migrated
    case 2: try decoder.decode(FileV2.self, from: document).migrated
    default: try decoder.decode(SavedTrips.self, from: document)
    }
}

extension SavedTrips: Encodable {
    enum FileKeys: CodingKey { case version, user, trips }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FileKeys.self)
        try container.encode(newestVersion, forKey: .version)
        try container.encode(user, forKey: .user)
        try container.encode(trips, forKey: .trips)
    }
}

func encode(_ saved: SavedTrips) throws -> Data {
    try JSONEncoder().encode(saved)
}

// MARK: - Task 7

/// Writes a document to a new file and gives it the place and the permissions of an old one. Until it
/// has them, it is in a folder that only its owner may enter.
func replaceFile(at file: URL, with document: Data) throws {
    let files = FileManager.default
    let path = file.path(percentEncoded: false)
    let permissions = try files.attributesOfItem(atPath: path)
        .filter { $0.key == .posixPermissions }

    let folder = file.deletingLastPathComponent().appending(path: UUID().uuidString)
    try files.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? files.removeItem(at: folder) }

    let newPath = folder.appending(path: "new").path(percentEncoded: false)
    try document.write(to: URL(filePath: newPath))
    try files.setAttributes(permissions, ofItemAtPath: newPath)
    guard rename(newPath, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
}

func openSavedTrips(at file: URL) throws -> SavedTrips {
    let document = try Data(contentsOf: file)
    let saved = try decodeSavedTrips(from: document)
    if try version(of: document) < newestVersion {
        try replaceFile(at: file, with: encode(saved))
    }
    return saved
}
