import Foundation
import Walkthrough

@main
struct Lesson05: Lesson {
    static let title = "Nested and dynamic keys"
    static let steps = Steps(
        aModelNeedNotMirror,
        twoLevelsDown,
        aParentThatIsNullOrAbsent,
        writeItBack,
        anObjectFromAPlainString,
        keysThatAreData,
        keepTheKey,
        dictionariesAndEnums,
        anObjectWhereAnArrayBelongs
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document)
    }
}

/// The launch of lesson 01, in the file telstar.json beside this one.
let telstar = Data(PackageResources.telstar_json)

/// Four launches with the nulls that the real API sends, in the file launches.json.
let launches = Data(PackageResources.launches_json)

// MARK: - A model need not mirror its document

/// With types for each level of the document, as in lesson 01, a whole program says
/// `launch.rocket.rocket_name`. In a flat model it is `flight.rocket`. A dot in a key does not
/// reach into an object. `nestedContainer` opens the object under a key; the keys inside are an
/// enum of their own.
///
/// - Teacher: Ask what a program wants to know of a launch, and how much of that is a level of the
/// document.
func aModelNeedNotMirror() throws {
    struct Dotted: Decodable {
        let name: String
        enum CodingKeys: String, CodingKey { case name = "rocket.rocket_name" }
    }
    // Predict: In telstar.json the name is one object further down. Is it found?
    attempt { try JSONDecoder().decode(Dotted.self, from: telstar) }
    show(try JSONDecoder().decode(Flight.self, from: telstar))
}

struct Flight: Decodable, Equatable {
    let mission: String, rocket: String
    enum CodingKeys: String, CodingKey {
        case mission = "mission_name"
        case rocket
    }
    enum RocketKeys: String, CodingKey { case name = "rocket_name" }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        mission = try container.decode(String.self, forKey: .mission)
        let rocketContainer = try container.nestedContainer(
            keyedBy: RocketKeys.self, forKey: .rocket)
        rocket = try rocketContainer.decode(String.self, forKey: .name)
    }
}

// MARK: - Two levels down

/// A nested container opens nested containers too. Nest the enums of the keys as the objects are
/// nested: then the compiler refuses a key that is asked of the wrong level. The finished model, at
/// the end of `Lesson05.swift`, flattens rocket, site, patch and payloads in this way.
///
/// - Teacher: An absent parent is reported at the object around it, like any key. Let them try it.
func twoLevelsDown() throws {
    struct Deployment: Decodable {
        let payloads: [Payload]
        enum CodingKeys: CodingKey {
            case rocket
            enum Rocket: String, CodingKey {
                case stage = "second_stage"
                enum Stage: CodingKey { case payloads }
            }
        }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let rocket = try container.nestedContainer(
                keyedBy: CodingKeys.Rocket.self, forKey: .rocket)
            let stage = try rocket.nestedContainer(
                keyedBy: CodingKeys.Rocket.Stage.self, forKey: .stage)
            payloads = try stage.decode([Payload].self, forKey: .payloads)
        }
    }
    show(try JSONDecoder().decode(Deployment.self, from: telstar))
    let noStage = Data(#"{"rocket": {"second_stage": null}}"#.utf8)
    // Predict: There is no second stage to open. Which error, and at which path?
    attempt { try JSONDecoder().decode(Deployment.self, from: noStage) }

    let list = try JSONDecoder().decode([Launch].self, from: launches)
    show(list.map(\.payloads.count))
}

// MARK: - A parent that is null or absent

/// A null parent is valueNotFound, an absent one keyNotFound. `try?` silences both, and a wrong
/// type with them. Ask the container: `contains`, then `decodeNil`, which throws where there is no
/// key. Open the parent only if it is there and not null. If null and absent mean the same to you,
/// a small type that exists only for decoding is less work: as an optional, it takes these two and
/// nothing else.
///
/// - Teacher: Put a `try` in the place of `try?` and let them say what each document gives.
func aParentThatIsNullOrAbsent() throws {
    struct Asked: Decodable {
        let opened: Bool, isThere: Bool, isNull: Bool
        init(from decoder: any Decoder) throws {
            let flight = try decoder.container(keyedBy: Flight.CodingKeys.self)
            let rocket = try? flight.nestedContainer(
                keyedBy: Flight.RocketKeys.self, forKey: .rocket)
            opened = rocket != nil
            isThere = flight.contains(.rocket)
            isNull = try isThere && flight.decodeNil(forKey: .rocket)
        }
    }
    let documents = [#"{"rocket": null}"#, "{}", #"{"rocket": 9}"#]
        .map { Data($0.utf8) }
    // Predict: try? opens none of the three. Can the others tell them apart?
    for document in documents {
        show(try JSONDecoder().decode(Asked.self, from: document))
    }
    struct Typed: Decodable {
        let rocket: Rocket?
        struct Rocket: Decodable { let name: String }
    }
    // Predict: The last document has a number there. Is an optional nil?
    attempt { try JSONDecoder().decode(Typed.self, from: documents[2]) }
}

// MARK: - Write it back in the same shape

/// The `encode(to:)` of the compiler writes what the type is: flat. Write the nested document by
/// hand, with the same keys. Containers to write into are `var`, and opening one cannot fail. A
/// nested container writes into the one around it, so there is nothing to close.
///
/// - Teacher: Demo: make one of them a `let`. The compiler names the line and the remedy.
func writeItBack() throws {
    struct Flat: Encodable { let missionName: String, rocket: String }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let flat = try encoder.encode(
        Flat(missionName: "Telstar 19V", rocket: "Falcon 9"))
    show(flat)
    // Predict: Is this a document that a flight can be read from?
    attempt { try JSONDecoder().decode(Flight.self, from: flat) }

    let flight = try JSONDecoder().decode(Flight.self, from: telstar)
    let nested = try encoder.encode(flight)
    show(nested)
    show(try JSONDecoder().decode(Flight.self, from: nested) == flight)
}

extension Flight: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mission, forKey: .mission)
        var rocketContainer = container.nestedContainer(
            keyedBy: RocketKeys.self, forKey: .rocket)
        try rocketContainer.encode(rocket, forKey: .name)
    }
}

// MARK: - An object from a plain string

/// Sometimes the model has a level more than the document: a brewery is a type of yours, and the
/// API sends its name. A single-value container reads the string. Writing it is the other half.
///
/// Where only one document does so, leave `Brewery` alone, and call `Brewery(name:)` in the beer's
/// own `init(from:)`.
func anObjectFromAPlainString() throws {
    let endeavor = Data(#"{"name":"Endeavor", "brewery":"Saint Arnold"}"#.utf8)
    struct Half: Codable {
        let name: String
        init(from decoder: any Decoder) throws {
            name = try decoder.singleValueContainer().decode(String.self)
        }
    }
    struct HalfDone: Codable { let brewery: Half }
    let half = try JSONDecoder().decode(HalfDone.self, from: endeavor)
    // Predict: The brewery was read from a string. As what is it written?
    show(try JSONEncoder().encode(half))

    struct Brewery: Codable {
        let name: String
        init(from decoder: any Decoder) throws {
            name = try decoder.singleValueContainer().decode(String.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(name)
        }
    }
    struct Beer: Codable { let brewery: Brewery }
    let beer = try JSONDecoder().decode(Beer.self, from: endeavor)
    show(try JSONEncoder().encode(beer))
}

// MARK: - Keys that are data

/// Here the keys are not the names of properties. They are styles of beer, and tomorrow there may
/// be another one. `allKeys` of a container has what could be made a key: with an enum for the
/// keys, it passes over what the enum does not know, without a word.
///
/// So bring a key that takes any text. One such type serves every document of a project.
func keysThatAreData() throws {
    let styles = Data(#"{"stout": 8.1, "ipa": 6.5, "kolsch": 4.9}"#.utf8)
    struct Names<Key: CodingKey>: Decodable {
        let names: [String]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            names = container.allKeys.map(\.stringValue).sorted()
        }
    }
    enum Known: CodingKey { case ipa, stout }
    // Predict: Nobody knew of the kolsch. An error?
    show(try JSONDecoder().decode(Names<Known>.self, from: styles).names)
    show(try JSONDecoder().decode(Names<AnyKey>.self, from: styles).names)
}

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

// MARK: - Keep the key

/// The style's name is in the key and nowhere else, so put it into the model, or it is lost. The
/// order of `allKeys` is left to chance: it may change from one decoder to the next. Sort.
/// Where an object stands under such a key, `nestedContainer` takes the key like any other.
///
/// - Teacher: Demo: with `.convertFromSnakeCase` the decoder rewrites these keys too (lesson 02).
func keepTheKey() throws {
    let styles = Data(#"{"stout": 8.1, "ipa": 6.5, "kolsch": 4.9}"#.utf8)
    let menu = try JSONDecoder().decode(Menu.self, from: styles)
    // Predict: In which order are they?
    show(menu.styles.map(\.name))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    show(try encoder.encode(menu))
}

struct Menu: Codable {
    let styles: [Style]
    struct Style { let name: String, abv: Double }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        styles = try container.allKeys.map { key in
            let abv = try container.decode(Double.self, forKey: key)
            return Style(name: key.stringValue, abv: abv)
        }
        .sorted { $0.name < $1.name }
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for style in styles {
            let key = AnyKey(stringValue: style.name)
            try container.encode(style.abv, forKey: key)
        }
    }
}

// MARK: - Dictionaries and enums

/// To look things up by their key, `[String: Double]` is enough. It has no order either.
///
/// If you know all the keys, make them an enum. A dictionary with such keys is an array of keys and
/// values in JSON, unless the enum is `CodingKeyRepresentable`: then it is an object, and a key
/// that is no case is an error.
func dictionariesAndEnums() throws {
    let taps = Data(#"{"stout": 2, "ipa": 4}"#.utf8)
    let read = try (1...100).map { _ in
        try JSONDecoder().decode([String: Int].self, from: taps)
    }
    show(read[0]["ipa"])
    // Predict: Read 100 times. Do the keys come in one order?
    show(Set(read.map { Array($0.keys) }).count == 1 ? "one" : "several")

    enum Plain: String, Codable { case ipa, stout }
    // Predict: An object with these two keys. Does it decode?
    attempt { try JSONDecoder().decode([Plain: Int].self, from: taps) }
    show(try JSONEncoder().encode([Plain.ipa: 4]))

    enum Style: String, Codable, CodingKeyRepresentable { case ipa, stout }
    show(try JSONDecoder().decode([Style: Int].self, from: taps))
    show(try JSONEncoder().encode([Style.ipa: 4]))
    let more = Data(#"{"ipa": 4, "lager": 9}"#.utf8)
    attempt { try JSONDecoder().decode([Style: Int].self, from: more) }
}

// MARK: - An object where an array belongs

/// This album has its photos under their ids. Decoded as a dictionary, one bad photo spoils them
/// all. `superDecoder(forKey:)` makes a decoder for what stands under a key. Hand it to an
/// initializer of your own, together with the id: `Photo(id:from:)` is at the end of
/// `Lesson05.swift`. Keep the failures, and report them.
func anObjectWhereAnArrayBelongs() throws {
    let document = Data(
        """
        {"456": {"src": "//api.somehost.com/beach.jpg"}, "77": {"src": null},
        "1234": {"src": "//api.somehost.com/pier.jpg"}}
        """.utf8)
    struct Album: Decodable {
        var photos: [Photo] = []
        var failures: [String: any Error] = [:]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                do {
                    let photo = try container.superDecoder(forKey: key)
                    photos.append(try Photo(id: key.stringValue, from: photo))
                } catch {
                    failures[key.stringValue] = error
                }
            }
            photos.sort { $0.id < $1.id }
        }
    }
    let album = try JSONDecoder().decode(Album.self, from: document)
    show(album.photos.map(\.id))
    // Predict: Nothing was thrown. What is there to say about photo 77?
    for error in album.failures.values { attempt { throw error } }
}

// MARK: - What to take away

// | Rule                                                         | Step |
// |--------------------------------------------------------------|------|
// | A dot in a key does not reach into an object                 | 1    |
// | `nestedContainer` opens the object under a key               | 1    |
// | Nest the enums of the keys as the objects are nested         | 2    |
// | `try?` on a container hides a wrong type                     | 3    |
// | Tell null from absent with `contains`, then `decodeNil`      | 3    |
// | Containers to write into are `var`; there is no closing      | 4    |
// | What you read by hand, write by hand                         | 4, 5 |
// | With an enum for keys, `allKeys` leaves the others out       | 6    |
// | The order of `allKeys` is chance: sort, and keep the key     | 7    |
// | An enum as a dictionary's key is `CodingKeyRepresentable`    | 8    |
// | `superDecoder(forKey:)` feeds an initializer of your own     | 9    |
//
// Types for decoding only, or keys for each level?
//
// |         | Types for each level                | Keys for each level      |
// |---------|-------------------------------------|--------------------------|
// | Reading | the compiler writes it, you copy    | one line for each value  |
// | Null    | an optional property takes it       | you ask before you open  |
// | Writing | you fill all the types again        | one line for each value  |
//
// Left out here: the elements of an array one by one (lesson 06), `superDecoder()` without a key
// (lesson 07), what to do with the errors you kept (lesson 09).
//
// Now you: open `Exercises/Exercise05.swift`. To judge it:
//
//     swift run workbook check 05

// MARK: - A payload and a photo

/// What a rocket carries. A type that exists for decoding only: the finished model has the ids.
struct Payload: Codable {
    let id: String

    enum CodingKeys: String, CodingKey { case id = "payload_id" }
}

/// A photo that is told its id, as its own object does not have it.
struct Photo: Equatable {
    let id: Int
    let src: String

    enum CodingKeys: CodingKey { case src }

    /// - Parameters:
    ///   - id: The key that the photo stands under. A text that is no number is an error.
    ///   - decoder: A decoder for the photo itself.
    init(id: String, from decoder: any Decoder) throws {
        guard let number = Int(id) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "The id of a photo is a number, and not \(id)."))
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.id = number
        src = try container.decode(String.self, forKey: .src)
    }
}

// MARK: - The finished model

/// One launch, flat: rocket, site, patch and payloads are properties of the launch itself. It takes
/// the nulls that the real API sends, and it is written back in the nested shape that it came in.
/// `swift run lesson-05 --decode FILE` decodes one of these, or a list.
struct Launch: Equatable {
    let flightNumber: Int
    let mission: String
    let date: Date
    /// Nil for a launch to come.
    let succeeded: Bool?
    let rocketID: String
    let rocket: String
    /// What flies, by name.
    let payloads: [String]
    let site: String
    let patch: URL?
    /// When things happen, in seconds from liftoff. Which things differs from flight to flight, so
    /// the keys are data, and `[String: …]` is enough for them.
    let timeline: [String: Int?]?
}

extension Launch: Codable {
    enum CodingKeys: String, CodingKey {
        case flightNumber = "flight_number"
        case mission = "mission_name"
        case date = "launch_date_unix"
        case dateText = "launch_date_utc"
        case succeeded = "launch_success"
        case rocket
        case site = "launch_site"
        case links
        case timeline

        enum Rocket: String, CodingKey {
            case id = "rocket_id"
            case name = "rocket_name"
            case secondStage = "second_stage"

            enum SecondStage: CodingKey { case payloads }
        }

        enum Site: String, CodingKey { case name = "site_name_long" }

        enum Links: String, CodingKey { case patch = "mission_patch" }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        flightNumber = try container.decode(Int.self, forKey: .flightNumber)
        mission = try container.decode(String.self, forKey: .mission)
        // The same moment stands in the document twice. One of them is read, both are written.
        let seconds = try container.decode(Double.self, forKey: .date)
        date = Date(timeIntervalSince1970: seconds)
        succeeded = try container.decodeIfPresent(Bool.self, forKey: .succeeded)
        timeline = try container.decodeIfPresent([String: Int?].self, forKey: .timeline)

        let rocketContainer = try container.nestedContainer(
            keyedBy: CodingKeys.Rocket.self, forKey: .rocket)
        rocketID = try rocketContainer.decode(String.self, forKey: .id)
        rocket = try rocketContainer.decode(String.self, forKey: .name)

        let stageContainer = try rocketContainer.nestedContainer(
            keyedBy: CodingKeys.Rocket.SecondStage.self, forKey: .secondStage)
        payloads = try stageContainer.decode([Payload].self, forKey: .payloads).map(\.id)

        let siteContainer = try container.nestedContainer(
            keyedBy: CodingKeys.Site.self, forKey: .site)
        site = try siteContainer.decode(String.self, forKey: .name)

        let linkContainer = try container.nestedContainer(
            keyedBy: CodingKeys.Links.self, forKey: .links)
        patch = try linkContainer.decodeIfPresent(URL.self, forKey: .patch)
    }

    /// Writes null for what is nil, as the API does. `encodeIfPresent` would leave the key out.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(flightNumber, forKey: .flightNumber)
        try container.encode(mission, forKey: .mission)
        try container.encode(date.timeIntervalSince1970, forKey: .date)
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        try container.encode(date.formatted(format), forKey: .dateText)
        try container.encode(succeeded, forKey: .succeeded)
        try container.encode(timeline, forKey: .timeline)

        var rocketContainer = container.nestedContainer(
            keyedBy: CodingKeys.Rocket.self, forKey: .rocket)
        try rocketContainer.encode(rocketID, forKey: .id)
        try rocketContainer.encode(rocket, forKey: .name)

        var stageContainer = rocketContainer.nestedContainer(
            keyedBy: CodingKeys.Rocket.SecondStage.self, forKey: .secondStage)
        try stageContainer.encode(payloads.map(Payload.init(id:)), forKey: .payloads)

        var siteContainer = container.nestedContainer(
            keyedBy: CodingKeys.Site.self, forKey: .site)
        try siteContainer.encode(site, forKey: .name)

        var linkContainer = container.nestedContainer(
            keyedBy: CodingKeys.Links.self, forKey: .links)
        try linkContainer.encode(patch, forKey: .patch)
    }
}
