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
        dictionariesHaveNoOrder,
        dictionariesAndEnums,
        anObjectWhereAnArrayBelongs,
        oneBadPhoto
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

struct Flight: Decodable, Equatable {
    let mission: String, rocket: String
    enum CodingKeys: String, CodingKey {
        case mission = "mission_name"
        case rocket
    }
    enum RocketKeys: String, CodingKey { case name = "rocket_name" }
    init(from decoder: any Decoder) throws {
        let flight = try decoder.container(keyedBy: CodingKeys.self)
        mission = try flight.decode(String.self, forKey: .mission)
        let inside = try flight.nestedContainer(
            keyedBy: RocketKeys.self, forKey: .rocket)
        rocket = try inside.decode(String.self, forKey: .name)
    }
}

/// telstar.json has `"rocket": {"rocket_name": "Falcon 9", …}`. Two flat types want that name as a
/// property of their own.
func aModelNeedNotMirror() throws {
    struct Dotted: Decodable {
        let name: String
        enum CodingKeys: String, CodingKey { case name = "rocket.rocket_name" }
    }
    // Predict: Which key does `Dotted` look for?
    attempt { try JSONDecoder().decode(Dotted.self, from: telstar) }
    show(try JSONDecoder().decode(Flight.self, from: telstar))
    // `Dotted` looks for "rocket.rocket_name", at the top: a key is a whole string, with its dot.
    // `nestedContainer` opens the object under a key.
}

// MARK: - Two levels down

struct Payload: Codable {
    let id: String
    enum CodingKeys: String, CodingKey { case id = "payload_id" }
}

/// A nested container opens nested containers too. `second_stage` is in `rocket`.
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
            let flight = try decoder.container(keyedBy: CodingKeys.self)
            let rocket = try flight.nestedContainer(
                keyedBy: CodingKeys.Rocket.self, forKey: .rocket)
            let stage = try rocket.nestedContainer(
                keyedBy: CodingKeys.Rocket.Stage.self, forKey: .stage)
            payloads = try stage.decode([Payload].self, forKey: .payloads)
        }
    }
    show(try JSONDecoder().decode(Deployment.self, from: telstar))
    let noStage = Data(#"{"rocket": {"second_stage": null}}"#.utf8)
    // Predict: Which line throws?
    attempt { try JSONDecoder().decode(Deployment.self, from: noStage) }
    // The line that opens the stage throws. Nest the enums like the objects: then a key of the
    // wrong level does not compile.
}

// MARK: - A parent that is null or absent

/// These rockets are null, absent, and a number. `try?` makes nil of any error.
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
    // Predict: try? opens none of the three. In which one does it hide a mistake?
    for document in documents {
        show(try JSONDecoder().decode(Asked.self, from: document))
    }
    // It hides the 9. Ask `contains` first: `decodeNil` needs a key. Or use a type:
    struct Typed: Decodable {
        let rocket: Rocket?
        struct Rocket: Decodable { let name: String }
    }
    attempt { try JSONDecoder().decode(Typed.self, from: documents[2]) }
    // `Typed` refuses the 9. It accepts an object, a null and an absent key.
}

// MARK: - Write it back in the same shape

extension Flight: Encodable {
    func encode(to encoder: any Encoder) throws {
        var flight = encoder.container(keyedBy: CodingKeys.self)
        try flight.encode(mission, forKey: .mission)
        var inside = flight.nestedContainer(
            keyedBy: RocketKeys.self, forKey: .rocket)
        try inside.encode(rocket, forKey: .name)
    }
}

/// `Flat` has the same two values, and the compiler writes its `encode(to:)`. `Flight` has one
/// written by hand, with the keys that it is read with.
func writeItBack() throws {
    struct Flat: Encodable { let mission_name: String, rocket: String }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let flat = try encoder.encode(
        Flat(mission_name: "Telstar 19V", rocket: "Falcon 9"))
    show(flat)
    // Predict: We decode `Flight` from `flat`. Which line of it throws?
    attempt { try JSONDecoder().decode(Flight.self, from: flat) }
    let flight = try JSONDecoder().decode(Flight.self, from: telstar)
    let nested = try encoder.encode(flight)
    show(nested)
    show(try JSONDecoder().decode(Flight.self, from: nested) == flight)
    // The line that opens `rocket` throws: a string is there. The compiler writes what the type is,
    // flat. What you read by hand, write by hand. Containers to write into are `var`. Opening one
    // for writing does not throw, and you never close it.
}

// MARK: - An object from a plain string

/// Here the model has one level more than the document: a brewery is a type of yours, and the API
/// sends its name alone. A single-value container reads the string.
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
    // Predict: Nobody wrote an encode(to:) for `Half`. In which shape is it written?
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
    // The compiler sees a struct with a property, and writes an object. The other half of the work
    // is a single-value container for writing.
}

// MARK: - Keys that are data

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// These keys are not the names of properties. They are styles of beer, and tomorrow there may be
/// another one. `allKeys` lists the keys of an object. They are of the type that you named in
/// `container(keyedBy:)`: an enum, or `AnyKey`.
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
    // Predict: `Known` has no case for the kolsch, and `allKeys` is read without `try`. Which names
    // come out first?
    show(try JSONDecoder().decode(Names<Known>.self, from: styles).names)
    show(try JSONDecoder().decode(Names<AnyKey>.self, from: styles).names)
    // Those of `Known` come out, and nobody hears of the kolsch. For keys that are data, bring a
    // key that can be any string. (It may also have a number, its `intValue`; JSON has no use for
    // it.) A loop writes them back:
    //
    //     var menu = encoder.container(keyedBy: AnyKey.self)
    //     try menu.encode(style.abv, forKey: AnyKey(stringValue: style.name))
}

// MARK: - Keep the key

struct Menu: Decodable {
    let styles: [Style]
    struct Style { let name: String, abv: Double }
    init(from decoder: any Decoder) throws {
        let menu = try decoder.container(keyedBy: AnyKey.self)
        styles = try menu.allKeys.map { key in
            let abv = try menu.decode(Double.self, forKey: key)
            return Style(name: key.stringValue, abv: abv)
        }
        .sorted { $0.name < $1.name }
    }
}

/// `Strengths` reads what is under each key. `Menu` reads more.
func keepTheKey() throws {
    struct Strengths: Decodable {
        let all: [Double]
        init(from decoder: any Decoder) throws {
            let menu = try decoder.container(keyedBy: AnyKey.self)
            all = try menu.allKeys.map { key in
                try menu.decode(Double.self, forKey: key)
            }
        }
    }
    let styles = Data(#"{"stout": 8.1, "ipa": 6.5, "kolsch": 4.9}"#.utf8)
    let strengths = try JSONDecoder().decode(Strengths.self, from: styles)
    // Predict: To write the document back, which key does each number get?
    show(strengths.all.sorted())
    let menu = try JSONDecoder().decode(Menu.self, from: styles)
    show(menu.styles.map(\.name))
    // You do not know: the name of a style is in the key alone. Keep it in the model.
}

// MARK: - One document, 300 dictionaries

/// To look things up by their key, `[String: Int]` is enough. A dictionary has a place for each
/// key, and calculates it from the key, from a random number of this run, and from its own address
/// in memory. Here one document is decoded into 300 dictionaries, and all of them are kept.
func dictionariesHaveNoOrder() throws {
    let taps = Data(#"{"stout": 2, "ipa": 4, "kolsch": 1, "porter": 3}"#.utf8)
    show(try JSONDecoder().decode([String: Int].self, from: taps)["ipa"])
    let dictionaries = try (1...300).map { _ in
        try JSONDecoder().decode([String: Int].self, from: taps)
    }
    // Predict: Four keys, always the same bytes. Do the keys come in one order, or in several?
    show(Set(dictionaries.map { Array($0.keys) }).count > 1 ? "several" : "one")
    show(Set(dictionaries.map { $0.keys.sorted() }).count)
    // They come in several, as each dictionary has its own address. (If only one existed at a
    // time, all could get the same address, and one order.) `allKeys` of a container has no order
    // either. If a list on a screen jumps at each reload, this is why. Sort.
}

// MARK: - Dictionaries and enums

/// If you know all the keys, they can be an enum. Here is the first of two enums for the same
/// document. The second, after the question, is `CodingKeyRepresentable`.
func dictionariesAndEnums() throws {
    let taps = Data(#"{"stout": 2, "ipa": 4}"#.utf8)
    enum Plain: String, Codable { case ipa, stout }
    // Predict: In Swift, a dictionary's key can be almost any value; in JSON, it is a string. So
    // which shape can hold keys of any kind? It is used for enums too, whatever their raw values.
    show(try JSONEncoder().encode([Plain.ipa: 4]))
    // An array can: key, value, key, value. The decoder expects the same:
    attempt { try JSONDecoder().decode([Plain: Int].self, from: taps) }
    enum Style: String, Codable, CodingKeyRepresentable { case ipa, stout }
    show(try JSONDecoder().decode([Style: Int].self, from: taps))
    show(try JSONEncoder().encode([Style.ipa: 4]))
    // Keys that are `String`, `Int` or `CodingKeyRepresentable` make an object. If you add the last
    // one later, the shape of what you write changes, and old files no longer decode. A key that is
    // not a case is an error (the text is that of Swift 6.3 on Linux; a Mac's depends on the
    // system):
    let more = Data(#"{"ipa": 4, "lager": 9}"#.utf8)
    attempt { try JSONDecoder().decode([Style: Int].self, from: more) }
}

// MARK: - An object where an array belongs

struct Photo: Equatable {
    let id: String, src: String
    enum CodingKeys: CodingKey { case src }
    init(id: String, from decoder: any Decoder) throws {
        let photo = try decoder.container(keyedBy: CodingKeys.self)
        self.id = id
        src = try photo.decode(String.self, forKey: .src)
    }
}

/// This album has its photos under their ids. Two types want to have the id as a property.
func anObjectWhereAnArrayBelongs() throws {
    struct Whole: Decodable { let id: String, src: String }
    let document = Data(#"{"456": {"src": "//api.somehost.com/a.jpg"}}"#.utf8)
    // Predict: In `[String: Whole]`, in which object does Whole look for the id?
    attempt { try JSONDecoder().decode([String: Whole].self, from: document) }
    struct Album: Decodable {
        let photos: [Photo]
        init(from decoder: any Decoder) throws {
            let album = try decoder.container(keyedBy: AnyKey.self)
            photos = try album.allKeys.map { key in
                let inside = try album.superDecoder(forKey: key)
                return try Photo(id: key.stringValue, from: inside)
            }
        }
    }
    show(try JSONDecoder().decode(Album.self, from: document).photos[0].id)
    // `Whole` looks beside `src`. `superDecoder(forKey:)` makes a decoder for a key.
}

// MARK: - One bad photo

/// The same album with three photos. The `src` of the second is null. Most people want to see the
/// rest.
func oneBadPhoto() throws {
    let document = Data(
        #"{"456":{"src":"a.jpg"},"77":{"src":null},"9":{"src":"b.jpg"}}"#.utf8)
    struct Source: Decodable { let src: String }
    // Predict: Decoded as `[String: Source]`: do you get three, two, or an error?
    attempt { try JSONDecoder().decode([String: Source].self, from: document) }
    struct Album: Decodable {
        var ids: [String] = [], failures: [String: any Error] = [:]
        init(from decoder: any Decoder) throws {
            let album = try decoder.container(keyedBy: AnyKey.self)
            for key in album.allKeys {
                let id = key.stringValue
                let inside = try album.superDecoder(forKey: key)
                do {
                    ids.append(try Photo(id: id, from: inside).id)
                } catch {
                    failures[id] = error
                }
            }
        }
    }
    let album = try JSONDecoder().decode(Album.self, from: document)
    show(album.ids.sorted())
    show(album.failures.keys.sorted())
    // You get an error: one bad value spoils a dictionary. (Its path has `["77"]`: brackets and
    // quotes show that it is a key and no index.) With a decoder for each, the good ones are there.
    // Keep the failures and report them.
}

// MARK: - What to take away

// | Rule                                                         | Step |
// |--------------------------------------------------------------|------|
// | A dot in a key does not reach into an object                 | 1    |
// | `nestedContainer` opens the object under a key               | 1    |
// | Nest the enums of the keys as the objects are nested         | 2    |
// | `try?` on a container hides a wrong type                     | 3    |
// | Tell null from absent with `contains`, then `decodeNil`      | 3    |
// | What you read by hand, write by hand                         | 4, 5 |
// | With an enum for keys, `allKeys` leaves the others out       | 6    |
// | The key may be the only copy of a name: keep it              | 7    |
// | Neither `allKeys` nor a dictionary has an order: sort        | 8    |
// | Make an enum `CodingKeyRepresentable` for a dictionary's key | 9    |
// | `superDecoder(forKey:)` feeds an initializer of your own     | 10   |
// | A decoder for each value keeps the good ones                 | 11   |
//
// Two ways: a struct for each level, or an enum of keys for each level.
//
// |         | Types for each level                | Keys for each level      |
// |---------|-------------------------------------|--------------------------|
// | Reading | written for you; copy the values    | one line for each value  |
// | Null    | an optional property accepts it     | you ask before you open  |
// | Writing | you fill all the types again        | one line for each value  |
//
// Left out here: the elements of an array one by one (lesson 06), `superDecoder()` without a key
// (lesson 07), what to do with the errors you kept (lesson 09), keys that nobody knows (lesson 15).
//
// Now you: open `Exercises/Exercise05.swift`. To judge it:
//
//     swift run workbook check 05

// MARK: - A menu is written back

extension Menu: Encodable {
    func encode(to encoder: any Encoder) throws {
        var menu = encoder.container(keyedBy: AnyKey.self)
        for style in styles {
            try menu.encode(style.abv, forKey: AnyKey(stringValue: style.name))
        }
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
        // The same moment is in the document twice. One of them is read, both are written.
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
