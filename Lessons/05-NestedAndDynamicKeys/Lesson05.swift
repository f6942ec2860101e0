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
        theOrderOfTheKeys,
        theKeysOfADictionary,
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

/// The rocket of a launch is an object, and its name is in there:
///
///     {"mission_name": "Telstar 19V", "rocket": {"rocket_name": "Falcon 9"}}
///
/// Our program wants the name in the launch itself. This type tries it with a dot. `telstar` is the
/// file telstar.json.
func aModelNeedNotMirror() throws {
    struct Flight: Decodable {
        let rocketName: String

        enum CodingKeys: String, CodingKey {
            case rocketName = "rocket.rocket_name"
        }
    }
    // Predict: Which key does the decoder look for?
    attempt { try JSONDecoder().decode(Flight.self, from: telstar) }
    // It looks for one key with a dot in its name, at the top level, because a dot means nothing in
    // a key. To get into an object, open it. `nestedContainer` returns a container for the object
    // under a key, and that object has an enum of keys of its own. In the picture, an arrow with
    // the name of a container stands at the object that it opens:
    //
    // ```tree
    // launch  <- container
    //   mission_name: "Telstar 19V"
    //   rocket  <- rocket
    //     rocket_name: "Falcon 9"
    // ```
    struct Launch: Decodable {
        let mission: String
        let rocketName: String

        enum CodingKeys: String, CodingKey {
            case mission = "mission_name"
            case rocket
        }

        enum RocketKeys: String, CodingKey {
            case name = "rocket_name"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            mission = try container.decode(String.self, forKey: .mission)

            let rocket = try container.nestedContainer(
                keyedBy: RocketKeys.self, forKey: .rocket)
            rocketName = try rocket.decode(String.self, forKey: .name)
        }
    }
    show(try JSONDecoder().decode(Launch.self, from: telstar))
    // Whoever uses a launch need not know how its document is built.
}

// MARK: - Two levels down

struct Payload: Codable {
    let id: String

    enum CodingKeys: String, CodingKey {
        case id = "payload_id"
    }
}

/// The payloads of a launch are two objects further down: in the rocket, in its second stage.
///
/// ```tree
/// launch  <- container
///   mission_name: "Telstar 19V"
///   rocket  <- rocket
///     second_stage  <- stage
///       payloads: [ … ]
/// ```
///
/// What `nestedContainer` returns is a container like the first one, so it opens the next object in
/// the same way. Each level has an enum of keys of its own. That is why the compiler refuses a key
/// of the wrong level.
func twoLevelsDown() throws {
    struct Launch: Decodable {
        let mission: String
        let payloads: [Payload]

        enum CodingKeys: String, CodingKey {
            case mission = "mission_name"
            case rocket
        }

        enum RocketKeys: String, CodingKey {
            case secondStage = "second_stage"
        }

        enum StageKeys: CodingKey {
            case payloads
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            mission = try container.decode(String.self, forKey: .mission)

            let rocket = try container.nestedContainer(
                keyedBy: RocketKeys.self, forKey: .rocket)
            let stage = try rocket.nestedContainer(
                keyedBy: StageKeys.self, forKey: .secondStage)
            payloads = try stage.decode([Payload].self, forKey: .payloads)
        }
    }
    show(try JSONDecoder().decode(Launch.self, from: telstar))
    let planned = Data(
        #"{"mission_name": "SES-12", "rocket": {"second_stage": null}}"#.utf8)
    // Predict: Here the second stage is null. At which key does the error say that it happened?
    attempt(planned) { try JSONDecoder().decode(Launch.self, from: planned) }
    // An error has a path, the keys from the top level down. This one ends at the stage, because
    // the error comes from the line that opens it.
}

// MARK: - A parent that is null or absent

/// Before a rocket is chosen, the API sends null, or it leaves the key out. `try?` gives nil where
/// there is nothing to open, so this model has nil for both.
///
/// ```tree
/// launch  <- container
///   rocket: null
/// ```
func aParentThatIsNullOrAbsent() throws {
    enum LaunchKeys: CodingKey {
        case rocket
    }
    enum RocketKeys: String, CodingKey {
        case name = "rocket_name"
    }
    struct Launch: Decodable {
        let rocketName: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: LaunchKeys.self)
            let rocket = try? container.nestedContainer(
                keyedBy: RocketKeys.self, forKey: .rocket)
            rocketName = try rocket?.decode(String.self, forKey: .name)
        }
    }
    let null = Data(#"{"rocket": null}"#.utf8)
    let absent = Data("{}".utf8)
    let number = Data(#"{"rocket": 9}"#.utf8)
    let decoder = JSONDecoder()
    show(try [null, absent].map { try decoder.decode(Launch.self, from: $0) })
    // Predict: The server has a bug, and sends a number in the place of the rocket. What comes out?
    attempt { try decoder.decode(Launch.self, from: number) }
    // Nil comes out, and nobody hears of the bug, because `try?` makes nil of every error. So ask
    // the container: `contains` says whether a key is there, and `decodeNil` whether its value is
    // null.
    struct Plan: Decodable {
        let rocket: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: LaunchKeys.self)
            if !container.contains(.rocket) {
                rocket = "not announced"
            } else if try container.decodeNil(forKey: .rocket) {
                rocket = "not chosen yet"
            } else {
                let nested = try container.nestedContainer(
                    keyedBy: RocketKeys.self, forKey: .rocket)
                rocket = try nested.decode(String.self, forKey: .name)
            }
        }
    }
    show(try [null, absent].map { try decoder.decode(Plan.self, from: $0) })
    attempt { try decoder.decode(Plan.self, from: number) }
    // Ask in this order, because `decodeNil` throws if the key is absent. Where null and absent
    // mean the same, a type for the object is shorter: `let rocket: Rocket?` is nil for both, and
    // refuses the 9 as well.
}

// MARK: - Write it back in the same shape

/// This launch opens the rocket as in step 1. It is `Codable`, and its `encode(to:)` is left to the
/// compiler.
func writeItBack() throws {
    enum RocketKeys: String, CodingKey {
        case name = "rocket_name"
    }
    struct Launch: Codable {
        let rocket: String

        enum CodingKeys: CodingKey {
            case rocket
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let nested = try container.nestedContainer(
                keyedBy: RocketKeys.self, forKey: .rocket)
            rocket = try nested.decode(String.self, forKey: .name)
        }
    }
    let document = Data(#"{"rocket":{"rocket_name":"Falcon 9"}}"#.utf8)
    let launch = try JSONDecoder().decode(Launch.self, from: document)
    let written = try JSONEncoder().encode(launch)
    show(written)
    // Predict: `Launch` has written this. Which line of its initializer throws when it reads it?
    attempt { try JSONDecoder().decode(Launch.self, from: written) }
    // The line that opens the rocket throws, because a string is there. The compiler writes what
    // the properties are, and does not know what your initializer has opened. So what you read by
    // hand, you also write by hand:
    struct Flight: Codable {
        let rocket: String

        enum CodingKeys: CodingKey {
            case rocket
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let nested = try container.nestedContainer(
                keyedBy: RocketKeys.self, forKey: .rocket)
            rocket = try nested.decode(String.self, forKey: .name)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var nested = container.nestedContainer(
                keyedBy: RocketKeys.self, forKey: .rocket)
            try nested.encode(rocket, forKey: .name)
        }
    }
    let flight = try JSONDecoder().decode(Flight.self, from: document)
    show(try JSONEncoder().encode(flight))
    // A container to write into is a `var`, because it changes. Opening one cannot fail, so there
    // is no `try`, and you need not close it.
}

// MARK: - An object from a plain string

/// Here the model has one level more than the document: in our program a brewery is a type, and the
/// API sends its name alone.
func anObjectFromAPlainString() throws {
    struct Brewery: Codable {
        let name: String
    }
    struct Beer: Codable {
        let name: String
        let brewery: Brewery
    }
    let endeavor = Data(
        #"{"name":"Endeavor","brewery":"Saint Arnold"}"#.utf8)
    // Predict: What does the decoder expect in the place of "Saint Arnold"?
    attempt(endeavor) { try JSONDecoder().decode(Beer.self, from: endeavor) }
    // It expects an object with the key `name`. The compiler's initializer reads an object, even
    // for a struct with one property. A single-value container reads and writes a value without
    // keys (lesson 04, step 9):
    struct Maker: Codable {
        let name: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            name = try container.decode(String.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(name)
        }
    }
    struct Ale: Codable {
        let name: String
        let brewery: Maker
    }
    let ale = try JSONDecoder().decode(Ale.self, from: endeavor)
    show(ale.brewery.name)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    show(try encoder.encode(ale))
    // `Ale` needs no code by hand, because its brewery reads and writes itself.
}

// MARK: - Keys that are data

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

/// A brewery sends how strong its beers are, under the names of the styles:
///
///     {"stout": 8.1, "ipa": 6.5, "kolsch": 4.9}
///
/// These keys are data, and tomorrow there may be a porter. `allKeys` lists the keys of an object.
/// They have the type that `container(keyedBy:)` was given. It may be an enum, or a struct like the
/// `AnyKey` of lesson 02.
func keysThatAreData() throws {
    let menu = Data(#"{"stout": 8.1, "ipa": 6.5, "kolsch": 4.9}"#.utf8)
    enum StyleKeys: CodingKey {
        case ipa
        case stout
    }
    struct Styles: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: StyleKeys.self)
            names = container.allKeys.map(\.stringValue).sorted()
        }
    }
    // Predict: `StyleKeys` has no case for the kolsch. Which names come out?
    show(try JSONDecoder().decode(Styles.self, from: menu).names)
    // The container makes a case of each key, and leaves out the keys for which there is none. So
    // the kolsch is lost without a word. An enum is for keys that you know. `AnyKey` takes every
    // string:
    struct AllStyles: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            names = container.allKeys.map(\.stringValue).sorted()
        }
    }
    show(try JSONDecoder().decode(AllStyles.self, from: menu).names)
    // `CodingKey` also asks for a number, because some formats have numbers for keys. JSON does
    // not, so `AnyKey` says nil there.
}

// MARK: - Keep the key

/// Now there is an object under each style. A style should know its name and its strength, so
/// `Beer` has both. A dictionary takes any key.
func keepTheKey() throws {
    struct Beer: Decodable {
        let name: String
        let abv: Double
    }
    let menu = Data(#"{"stout":{"abv":8.1}}"#.utf8)
    // Predict: In which object does the decoder look for the key `name`?
    attempt(menu) { try JSONDecoder().decode([String: Beer].self, from: menu) }
    // It looks beside `abv`, because a value is decoded from what is under its key. The key is one
    // level further up, so the type around the styles has to keep it:
    //
    // ```tree
    // menu  <- container
    //   stout  <- nested
    //     abv: 8.1
    // ```
    struct Menu: Codable {
        struct Style {
            let name: String
            let abv: Double
        }

        let styles: [Style]

        enum StyleKeys: CodingKey {
            case abv
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            styles = try container.allKeys.map { key in
                let nested = try container.nestedContainer(
                    keyedBy: StyleKeys.self, forKey: key)
                let abv = try nested.decode(Double.self, forKey: .abv)
                return Style(name: key.stringValue, abv: abv)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for style in styles {
                var nested = container.nestedContainer(
                    keyedBy: StyleKeys.self,
                    forKey: AnyKey(stringValue: style.name))
                try nested.encode(style.abv, forKey: .abv)
            }
        }
    }
    let decoded = try JSONDecoder().decode(Menu.self, from: menu)
    show(decoded.styles)
    show(try JSONEncoder().encode(decoded))
}

// MARK: - The order of the keys

/// To look things up, a dictionary is enough. This one has the number of taps for each style.
func theOrderOfTheKeys() throws {
    let taps = Data(#"{"stout": 2, "ipa": 4, "kolsch": 1, "porter": 3}"#.utf8)
    show(try JSONDecoder().decode([String: Int].self, from: taps)["ipa"])
    // Predict: A screen lists the keys as the dictionary has them. Which order is that: the one in
    // the document, the one of the alphabet, or one that changes?
    let dictionaries = try (1...300).map { _ in
        try JSONDecoder().decode([String: Int].self, from: taps)
    }
    let orders = Set(dictionaries.map { Array($0.keys) })
    show(orders.count == 1 ? "always the same" : "it changes")
    // It changes, even with the same bytes in one run, because the place of a key depends on a
    // random number, and on where in memory the dictionary is. `allKeys` has no order of its own
    // either. If a list jumps at each reload, this is why. Sort what people see:
    show(Set(dictionaries.map { $0.keys.sorted() }))
}

// MARK: - The keys of a dictionary

/// In Swift, a dictionary can have keys of almost any type. In JSON, each key is a string.
func theKeysOfADictionary() throws {
    let encoder = JSONEncoder()
    show(try encoder.encode([65: "Telstar 19V"]))
    enum Style: String, Codable {
        case ipa
        case stout
    }
    show(try encoder.encode([Style.ipa]))
    // A number becomes a string, and an enum is a string anyway.
    // Predict: What does the encoder write for this dictionary?
    show(try encoder.encode([Style.ipa: 4]))
    // It writes an array: key, value, key, value. Only `String` and `Int` become the keys of an
    // object by themselves. The encoder does not know what a key of another type looks like in
    // JSON, so it takes an array, and the decoder expects one. That is so for `UUID`, `Date` and
    // `URL` too:
    let likes = Data(#"{"5B0C7C5E-2A4F-4E0B-9D55-0F7A1C9E6D21": 3}"#.utf8)
    attempt { try JSONDecoder().decode([UUID: Int].self, from: likes) }
    // From such an object, decode `[String: Int]`, and make the keys yourself: `UUID(uuidString:)`
    // is nil for a string that is no UUID. For an enum with strings, one word more is enough:
    enum Tap: String, Codable, CodingKeyRepresentable {
        case ipa
        case stout
    }
    show(try encoder.encode([Tap.ipa: 4]))
    let more = Data(#"{"ipa": 4, "lager": 9}"#.utf8)
    attempt { try JSONDecoder().decode([Tap: Int].self, from: more) }
    // A key that is no case is an error. Decide early whether you want `CodingKeyRepresentable`: it
    // changes the shape of what you write, and then old files cannot be read.
}

// MARK: - An object where an array belongs

struct Photo {
    let id: String
    let src: String

    enum CodingKeys: CodingKey {
        case src
    }

    init(id: String, from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.id = id
        src = try container.decode(String.self, forKey: .src)
    }
}

struct Album: Decodable {
    let photos: [Photo]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        photos = try container.allKeys.map { key in
            let photoDecoder = try container.superDecoder(forKey: key)
            return try Photo(id: key.stringValue, from: photoDecoder)
        }
    }
}

/// An album has its photos in an object, under their ids, and we want an array. `Photo` has an
/// initializer with a parameter for the id. To call it, the album needs a decoder for the value
/// under a key, and `superDecoder(forKey:)` returns one.
func anObjectWhereAnArrayBelongs() throws {
    let album = Data(#"{"456": {"src": "winter.jpg"}}"#.utf8)
    show(try JSONDecoder().decode(Album.self, from: album).photos)
    // A decoder also knows where it is: `codingPath` has the keys from the top level down to its
    // value. So this type finds its id by itself, and a dictionary can decode it:
    struct Picture: Decodable {
        let id: String?
        let src: String

        enum CodingKeys: CodingKey {
            case src
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = decoder.codingPath.last?.stringValue
            src = try container.decode(String.self, forKey: .src)
        }
    }
    show(try JSONDecoder().decode([String: Picture].self, from: album))
    let list = Data(#"[{"src": "winter.jpg"}]"#.utf8)
    // Predict: Elsewhere, the API sends a list of photos, without ids. Is the id of this picture
    // nil?
    show(try JSONDecoder().decode([Picture].self, from: list))
    // The last key of its path is its place in the list, which the decoder calls "Index 0". So
    // `Picture` is right only under an id, and nothing says so. Where an initializer has a
    // parameter, the compiler asks for the id.
}

// MARK: - One bad photo

/// Now the album has three photos, and the `src` of one is null. Most people want to see the
/// others.
func oneBadPhoto() throws {
    let album = Data(
        #"{"456":{"src":"a.jpg"},"77":{"src":null},"9":{"src":"b.jpg"}}"#.utf8)
    struct Source: Decodable {
        let src: String
    }
    // Predict: We decode a dictionary. What comes out: three photos, two photos or an error?
    attempt(album) {
        try JSONDecoder().decode([String: Source].self, from: album)
    }
    // It is an error, because one bad value spoils the whole dictionary. (The path has the key "77"
    // in brackets and quotes, so that nobody takes it for the 77th element of a list.) To save the
    // others, decode each photo by itself, here the `Photo` of step 10, and keep each error under
    // its key:
    struct Gallery: Decodable {
        var photos: [Photo] = []
        var failures: [String: any Error] = [:]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                let id = key.stringValue
                do {
                    let photoDecoder = try container.superDecoder(forKey: key)
                    photos.append(try Photo(id: id, from: photoDecoder))
                } catch {
                    failures[id] = error
                }
            }
            photos.sort { $0.id < $1.id }
        }
    }
    let gallery = try JSONDecoder().decode(Gallery.self, from: album)
    show(gallery.photos.map(\.id))
    show(gallery.failures.keys.sorted())
    // Report the failures, because nobody looks for a photo that is missing without a word.
}

// MARK: - What to take away

// | Rule                                                        | Step |
// |-------------------------------------------------------------|------|
// | A dot in a key means nothing                                | 1    |
// | `nestedContainer` opens the object under a key              | 1, 2 |
// | An enum of keys for each level                              | 2    |
// | `try?` on a container hides a wrong type                    | 3    |
// | Tell absent from null: `contains` first, then `decodeNil`   | 3    |
// | What you read by hand, write by hand                        | 4, 5 |
// | An enum for keys hides the keys that have no case           | 6    |
// | The key may be the only place of a name: keep it            | 7    |
// | `allKeys` and dictionaries have no order: sort              | 8    |
// | Only `String` and `Int` are keys of an object by themselves | 9    |
// | `CodingKeyRepresentable` makes a key of an enum             | 9    |
// | `superDecoder(forKey:)` is a decoder for one value          | 10   |
// | The last key of the path is not always an id                | 10   |
// | Decode each value by itself, and keep the failures          | 11   |
//
// To flatten a document, you write a type for each level, or an enum of keys for each level:
//
// |         | Types for each level                | Keys for each level      |
// |---------|-------------------------------------|--------------------------|
// | Reading | written for you; copy the values    | one line for each value  |
// | Null    | an optional property accepts it     | you ask before you open  |
// | Writing | you fill all the types again        | one line for each value  |
//
// All that this lesson says of Foundation was tried with Swift 6.3 on Linux.
//
// Left out here: the elements of an array one by one (lesson 06), `superDecoder()` without a key
// (lesson 07), what to do with the errors you kept (lesson 09), keys that nobody knows (lesson 15).
//
// Now you: open `Exercises/Exercise05.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 05

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
    }

    enum RocketKeys: String, CodingKey {
        case id = "rocket_id"
        case name = "rocket_name"
        case secondStage = "second_stage"
    }

    enum StageKeys: CodingKey {
        case payloads
    }

    enum SiteKeys: String, CodingKey {
        case name = "site_name_long"
    }

    enum LinkKeys: String, CodingKey {
        case patch = "mission_patch"
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
            keyedBy: RocketKeys.self, forKey: .rocket)
        rocketID = try rocketContainer.decode(String.self, forKey: .id)
        rocket = try rocketContainer.decode(String.self, forKey: .name)

        let stageContainer = try rocketContainer.nestedContainer(
            keyedBy: StageKeys.self, forKey: .secondStage)
        payloads = try stageContainer.decode([Payload].self, forKey: .payloads).map(\.id)

        let siteContainer = try container.nestedContainer(
            keyedBy: SiteKeys.self, forKey: .site)
        site = try siteContainer.decode(String.self, forKey: .name)

        let linkContainer = try container.nestedContainer(
            keyedBy: LinkKeys.self, forKey: .links)
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
            keyedBy: RocketKeys.self, forKey: .rocket)
        try rocketContainer.encode(rocketID, forKey: .id)
        try rocketContainer.encode(rocket, forKey: .name)

        var stageContainer = rocketContainer.nestedContainer(
            keyedBy: StageKeys.self, forKey: .secondStage)
        try stageContainer.encode(payloads.map(Payload.init(id:)), forKey: .payloads)

        var siteContainer = container.nestedContainer(
            keyedBy: SiteKeys.self, forKey: .site)
        try siteContainer.encode(site, forKey: .name)

        var linkContainer = container.nestedContainer(
            keyedBy: LinkKeys.self, forKey: .links)
        try linkContainer.encode(patch, forKey: .patch)
    }
}
