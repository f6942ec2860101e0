import Foundation
import Walkthrough

@main
struct Lesson02: Lesson {
    static let title = "Coding keys"
    static let steps = Steps(
        convertFromSnakeCase,
        whereTheConversionEnds,
        keysThatAreData,
        namesThatSayWhatYouMean,
        whatTheCompilerWrites,
        trapsThatCompile,
        chooseAndLeaveOut,
        initializersInExtensions,
        strategiesOfYourOwn,
        twoNamesForOneProperty,
        otherKeysOutThanIn
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document)
    }
}

// MARK: - Convert from snake case

/// Many web APIs write `flight_number`, which is called snake case. Swift writes `flightNumber`. A
/// decoder has a setting that translates from one to the other, its `keyDecodingStrategy`. We read
/// a launch without it and with it, and then write the launch back.
func convertFromSnakeCase() throws {
    struct Launch: Codable {
        let flightNumber: Int
        let rocketId: String
    }
    let telstar = Data(#"{"flight_number": 65, "rocket_id": "falcon9"}"#.utf8)
    let decoder = JSONDecoder()
    // Predict: No strategy is set yet. The decoder is asked for the keys in the order of the
    // properties. Which key is the first that it does not find?
    attempt(telstar) { try decoder.decode(Launch.self, from: telstar) }
    // It looks for a key that has the name of the property. With the strategy, it converts the keys
    // of the object first, and looks for the property among the converted keys:
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let launch = try decoder.decode(Launch.self, from: telstar)
    show(launch)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Predict: The decoder has its strategy. Which keys does the encoder write?
    show(try encoder.encode(launch))
    // It writes the names of the properties, because an encoder is another object and has a setting
    // of its own. Set both, or the API gets keys that it does not know.
    encoder.keyEncodingStrategy = .convertToSnakeCase
    show(try encoder.encode(launch))
}

// MARK: - Where the conversion ends

/// The two strategies follow two rules. On the way in, an underscore between two words is left out,
/// and the word after it gets a capital. On the way out, a capital or a row of capitals begins a
/// new word, and gets an underscore before it. We write a patch with these rules, and read it
/// again.
func whereTheConversionEnds() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    struct Patch: Codable {
        let imageURL: String
    }
    let written = try encoder.encode(Patch(imageURL: "telstar.png"))
    show(written)
    // Predict: Which name does the decoder make of the `image_url` that we wrote?
    attempt(written) { try decoder.decode(Patch.self, from: written) }
    // It makes `imageUrl`, because nothing in the document says that URL was written in capitals.
    // So no key in snake case becomes `imageURL`, and step 6 shows how to keep this name. Acronyms
    // are hard on the way out too: `URLPath` becomes `u_rl_path`.
    struct Customer: Codable {
        let address1: String
    }
    let acme = Data(#"{"address_1": "Main St"}"#.utf8)
    let customer = try decoder.decode(Customer.self, from: acme)
    // Predict: `address_1` was read into `address1`. Which key goes out?
    show(try encoder.encode(customer))
    // It is `address1`. A digit is not a capital, so no new word begins there, and the API gets a
    // key that it does not know. An underscore at the beginning of a key is not between two words:
    // it stays, and `_id` is read into `_id`.
}

// MARK: - Keys that are data

/// The author of an API chooses most keys once, and your program has a property for each. Other
/// keys are data, such as the names of events, of languages or of beers, and tomorrow there may be
/// more of them. A property that is a dictionary reads those.
func keysThatAreData() throws {
    struct Launch: Codable {
        let eventTimes: [String: Int]
    }
    let telstar = Data(
        #"{"event_times": {"liftoff": 0, "payload_deploy": 1960}}"#.utf8)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let launch = try decoder.decode(Launch.self, from: telstar)
    // Predict: Two keys of this document have an underscore. Under which names does the dictionary
    // have its values?
    show(launch.eventTimes.keys.sorted())
    // `event_times` was converted, because it is the key of a property. The keys of a dictionary
    // like `[String: Int]` stay as they are, so that your program finds an event under the name
    // that it has in the API. The encoder leaves them alone too:
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    show(try encoder.encode(Launch(eventTimes: ["mainEngineCutoff": 150])))
    // Where you read an object by hand, as in step 5, all its keys are converted, even if they are
    // data.
}

// MARK: - Names that say what you mean

/// A strategy keeps the words of the API, and your own words may be better. `if launch.succeeded`
/// reads like a sentence, and `if launch.launchSuccess` does not. So the type below has a property
/// `succeeded`.
func namesThatSayWhatYouMean() throws {
    struct Launch: Decodable {
        let rocket: String
        let succeeded: Bool?
    }
    let telstar = Data(#"{"rocket": "Falcon 9", "launch_success": true}"#.utf8)
    // Predict: The document says true. What does the property say?
    show(try JSONDecoder().decode(Launch.self, from: telstar))
    // It says nil, because the document has no key `succeeded`, and an optional property makes nil
    // of that. A `Bool` would be better here: the decoder would throw, and name the key that it
    // misses. For another name, write an enum called `CodingKeys`, with a case for each property:
    struct RenamedLaunch: Codable {
        let rocket: String
        let succeeded: Bool

        enum CodingKeys: String, CodingKey {
            case rocket
            case succeeded = "launch_success"
        }
    }
    let launch = try JSONDecoder().decode(RenamedLaunch.self, from: telstar)
    show(launch.succeeded ? "\(launch.rocket) did it." : "It failed.")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Predict: Which two keys does the encoder write?
    show(try encoder.encode(launch))
    // It writes the keys of the document, because the enum is for both ways. Even if you rename one
    // key only, the enum lists all of them. If you rename none, it needs no strings, and
    // `enum CodingKeys: CodingKey` is enough.
}

// MARK: - What the compiler writes for you

/// For `Codable`, the compiler writes three things: the enum of keys, `init(from:)` and
/// `encode(to:)`. You can write each of them yourself. Then you ask a container for the values, as
/// in lesson 01: `decode` looks up a key, and makes a value of what is there. It makes a `String?`
/// of a string or of a null.
func whatTheCompilerWrites() throws {
    struct Beer: Decodable {
        let name: String
        let style: String?
    }
    struct BeerByHand: Decodable {
        let name: String
        let style: String?

        enum CodingKeys: CodingKey {
            case name
            case style
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            style = try container.decode(String?.self, forKey: .style)
        }
    }
    let endeavor = Data(#"{"name": "Endeavor"}"#.utf8)
    show(try JSONDecoder().decode(Beer.self, from: endeavor))
    // Predict: The style is absent. What does `BeerByHand` make of this document?
    attempt { try JSONDecoder().decode(BeerByHand.self, from: endeavor) }
    // It throws. `decode(String?.self, …)` allows null, but the key has to be there. For an
    // optional property, the compiler writes another line, which makes nil of an absent key too:
    //
    //     style = try container.decodeIfPresent(String.self, forKey: .style)
    //
    // In `encode(to:)`, it writes `encodeIfPresent`, which leaves nil out. If the receiver needs a
    // null, write `encode(to:)` yourself, and call `encode` there.
    //
    // An initializer by hand has to read every property, also those that the compiler could read.
    // If one value alone is unusual, give it a type of its own, as lesson 03 does in step 10.
}

// MARK: - Two traps that compile

/// Two types rename a key, and the compiler accepts both.
func trapsThatCompile() throws {
    struct Launch: Codable {
        let mission: String

        enum Keys: String, CodingKey {
            case mission = "mission_name"
        }
    }
    // Predict: Which key does the encoder write?
    show(try JSONEncoder().encode(Launch(mission: "Telstar 19V")))
    // It is `mission`. The compiler looks for an enum called `CodingKeys`, finds none, and makes
    // its own from the names of the properties. Only code that you write by hand can use `Keys`.
    struct OtherLaunch: Codable {
        let mission: String

        enum CodingKeys: String, CodingKey {
            case mission = "mission_name"
        }
    }
    let telstar = Data(#"{"mission_name": "Telstar 19V"}"#.utf8)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    // Predict: The name of this enum is right, and the document has the key `mission_name`. Why
    // does the decoder not find this key?
    attempt(telstar) { try decoder.decode(OtherLaunch.self, from: telstar) }
    // The decoder has converted the key before it looks. So the raw value has to be `missionName`,
    // and for `imageURL` of step 2 it has to be `imageUrl`. An encoder with `.convertToSnakeCase`
    // writes `mission_name` for both raw values, so you do not notice the mistake on the way out.
}

// MARK: - Choose and leave out

/// Some properties belong to your program alone, such as a mark that the user sets. They have no
/// case in `CodingKeys`. What becomes of them?
func chooseAndLeaveOut() throws {
    struct Beer: Codable {
        let name: String
        var isFavorite = false

        enum CodingKeys: CodingKey {
            case name
        }
    }
    let endeavor = Data(#"{"name": "Endeavor", "style": "ipa"}"#.utf8)
    var beer = try JSONDecoder().decode(Beer.self, from: endeavor)
    beer.isFavorite = true
    let written = try JSONEncoder().encode(beer)
    // Predict: A favorite was written, and now it is read. Which values have `name` and
    // `isFavorite`?
    show(try JSONDecoder().decode(Beer.self, from: written))
    // The name survives. A property without a case is neither written nor read, and after reading
    // it has its default value. Without a default value, the compiler cannot write `init(from:)`,
    // and refuses the type.
    struct StyledBeer: Decodable {
        let name: String
        var style: String?

        enum CodingKeys: CodingKey {
            case name
        }
    }
    // Predict: Somebody has forgotten the case for `style`, and the compiler accepts the type.
    // Which style comes out?
    show(try JSONDecoder().decode(StyledBeer.self, from: endeavor))
    // It is nil. An optional `var` is nil from the beginning, and this counts as a default value.
    // So the style is lost, and nobody says so. With `let`, the compiler finds the mistake, and you
    // add the case.
}

// MARK: - Where init(from:) is written

struct Beer {
    let sizes: [Int]
}

extension Beer: Decodable {
    enum CodingKeys: CodingKey {
        case sizes
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let read = try container.decodeIfPresent([Int].self, forKey: .sizes)
        self.init(sizes: read ?? [])
    }
}

/// A struct has a memberwise initializer, which is the one with a parameter for each property.
/// Swift writes it as long as there is no other initializer between the braces of the struct. Two
/// types read a list of sizes that may be absent. `Ale` has its `init(from:)` between the braces,
/// and `Beer`, which stands above it, has it in an extension.
func initializersInExtensions() throws {
    struct Ale: Decodable {
        let sizes: [Int]

        enum CodingKeys: CodingKey {
            case sizes
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let read = try container.decodeIfPresent([Int].self, forKey: .sizes)
            sizes = read ?? []
        }
    }
    let lawnmower = Data(#"{"name": "Lawnmower"}"#.utf8)
    show(try JSONDecoder().decode(Ale.self, from: lawnmower))
    show(try JSONDecoder().decode(Beer.self, from: lawnmower))
    // Both read the same document. But the compiler refuses `Ale(sizes: [12, 16])`, because `Ale`
    // has one initializer, and that wants a decoder. `Beer` has both:
    show(Beer(sizes: [12, 16]))
    // So write `init(from:)` in an extension. There it can even end with the memberwise
    // initializer, as it does here. Keep the extension in the file of the type: in another file,
    // you have to write all of `Codable` yourself.
}

// MARK: - A strategy of your own

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

func lowered(_ key: any CodingKey) -> AnyKey {
    let name = key.stringValue
    return AnyKey(
        stringValue: name.prefix(1).lowercased() + name.dropFirst())
}

func raised(_ key: any CodingKey) -> AnyKey {
    let name = key.stringValue
    return AnyKey(
        stringValue: name.prefix(1).uppercased() + name.dropFirst())
}

/// Some APIs write `TotalPages` or `total-pages`. For those there is `.custom`, a strategy with a
/// closure of yours. It gets an array, with all keys from the top level down to this one, and
/// returns the converted key. The key can be any string, but an enum has only its cases. So we
/// write a key type of our own, `AnyKey`. JSON has no keys that are numbers, so its `intValue` is
/// nil.
func strategiesOfYourOwn() throws {
    struct Meta: Codable {
        let totalPages: Int
    }
    struct Answer: Codable {
        let meta: Meta
    }
    let document = Data(#"{"Meta": {"TotalPages": 4}}"#.utf8)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in lowered(path[0]) }
    // Predict: For `Meta`, this works. What does the closure make of `TotalPages`?
    attempt { try decoder.decode(Answer.self, from: document) }
    // It makes `meta` of it, because the path to `TotalPages` has two elements, and the first one
    // is the key above it. The key itself is always the last element, and no path is empty:
    decoder.keyDecodingStrategy = .custom { path in
        lowered(path[path.count - 1])
    }
    let answer = try decoder.decode(Answer.self, from: document)
    show(answer)
    // An encoder takes such a strategy too. It begins with the names of the properties, so it needs
    // the opposite:
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .custom { path in
        raised(path[path.count - 1])
    }
    show(try encoder.encode(answer))
}

// MARK: - Two names for one property

enum Names: String, CodingKey {
    case name
    case oldName = "customer_name"
}

/// An API renames a key from `customer_name` to `name`. For a while, documents come with the old
/// name, with the new one, or with both. This initializer tries the new name first.
func twoNamesForOneProperty() throws {
    struct Customer: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Names.self)
            let new = try? container.decode(String.self, forKey: .name)
            name = try new ?? container.decode(String.self, forKey: .oldName)
        }
    }
    let both = Data(#"{"name": 7, "customer_name": "Acme"}"#.utf8)
    // Predict: The new name is a number here. What comes out?
    show(try JSONDecoder().decode(Customer.self, from: both))
    // `try?` makes nil of every error. So a broken name is treated like one that is absent, and the
    // old name hides the mistake. `decodeIfPresent` makes nil of an absent key and of null, and of
    // nothing else:
    struct StrictCustomer: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Names.self)
            let new = try container.decodeIfPresent(String.self, forKey: .name)
            name = try new ?? container.decode(String.self, forKey: .oldName)
        }
    }
    attempt { try JSONDecoder().decode(StrictCustomer.self, from: both) }
    // If both names are good, the new one wins, because the old one will go some day. If a null
    // under the new name should be an error too, ask `container.contains(.name)` first, and then
    // `decode`.
}

// MARK: - Other keys out than in

/// This `Customer` reads both names, with `Names` of the step before. It has an enum `CodingKeys`
/// too, and no line of its initializer uses that.
func otherKeysOutThanIn() throws {
    struct Customer: Codable {
        let name: String

        enum CodingKeys: CodingKey {
            case name
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Names.self)
            let new = try container.decodeIfPresent(String.self, forKey: .name)
            name = try new ?? container.decode(String.self, forKey: .oldName)
        }
    }
    let acme = Data(#"{"customer_name": "Acme"}"#.utf8)
    let customer = try JSONDecoder().decode(Customer.self, from: acme)
    // Predict: The old name came in, and nobody wrote `encode(to:)`. Which name goes out?
    show(try JSONEncoder().encode(customer))
    // The new name goes out, because the `encode(to:)` that the compiler writes uses `CodingKeys`.
    // Each case there has to name a property, so `oldName` cannot be a case. A partner whose
    // programs are old cannot read this. To write other keys than you read, write `encode(to:)`
    // too:
    struct OldPartner: Encodable {
        let name: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Names.self)
            try container.encode(name, forKey: .oldName)
        }
    }
    show(try JSONEncoder().encode(OldPartner(name: customer.name)))
}

// MARK: - What to take away

// | Rule                                                         | Step |
// |--------------------------------------------------------------|------|
// | A strategy for the decoder, another one for the encoder      | 1    |
// | `imageURL` and `address1` do not survive both conversions    | 2    |
// | The keys of a `[String: Int]` are data, and stay             | 3    |
// | `CodingKeys` renames, both ways: say what a value is         | 4    |
// | A key that may be absent is read with `decodeIfPresent`      | 5    |
// | The enum is called `CodingKeys` and nothing else             | 6    |
// | With a strategy, a raw value is the converted key            | 6    |
// | What has no case stays out; the compiler wants a default     | 7    |
// | `init(from:)` in an extension keeps the memberwise one       | 8    |
// | A `.custom` strategy converts the last element of the path   | 9    |
// | The encoder needs the opposite strategy                      | 9    |
// | For two names: `decodeIfPresent` and `??`, not `try?`        | 10   |
// | The keys that go out are those of `CodingKeys`               | 11   |
//
// All that this lesson says of Foundation was tried with Swift 6.3 on Linux.
//
// Left out here: dates and a container for one value (lesson 03), keys that are data and flattening
// (lesson 05), a container for arrays (lesson 06), the same type for two versions of an API (lesson
// 08), renamed and retired keys over years (lesson 10).
//
// Now you: open `Exercises/Exercise02.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 02

// MARK: - The finished model

/// One launch in words of our own, every key named. It takes what the real API sends: no outcome
/// for a launch to come, no patch, no timeline, several payloads. Try it on the document of lesson
/// 01: `swift run lesson-02 --decode Lessons/01-BasicMapping/telstar.json`.
struct Launch: Codable, Equatable {
    let number: Int
    let mission: String
    let secondsSince1970: Int
    let time: String
    let succeeded: Bool?
    let rocket: Rocket
    let site: Site
    let links: Links
    let timeline: Timeline?

    enum CodingKeys: String, CodingKey {
        case number = "flight_number"
        case mission = "mission_name"
        case secondsSince1970 = "launch_date_unix"
        case time = "launch_date_utc"
        case succeeded = "launch_success"
        case rocket
        case site = "launch_site"
        case links
        case timeline
    }

    struct Rocket: Codable, Equatable {
        let id: String
        let name: String
        let secondStage: SecondStage

        enum CodingKeys: String, CodingKey {
            case id = "rocket_id"
            case name = "rocket_name"
            case secondStage = "second_stage"
        }
    }

    struct SecondStage: Codable, Equatable {
        let payloads: [Payload]
    }

    struct Payload: Codable, Equatable {
        let id: String

        enum CodingKeys: String, CodingKey {
            case id = "payload_id"
        }
    }

    struct Site: Codable, Equatable {
        let name: String

        enum CodingKeys: String, CodingKey {
            case name = "site_name_long"
        }
    }

    struct Links: Codable, Equatable {
        let patchURL: URL?

        enum CodingKeys: String, CodingKey {
            case patchURL = "mission_patch"
        }
    }

    /// When things happen, in seconds from liftoff.
    struct Timeline: Codable, Equatable {
        let propellantLoading: Int?
        let liftoff: Int?
        let mainEngineCutoff: Int?
        let payloadDeployment: Int?

        enum CodingKeys: String, CodingKey {
            case propellantLoading = "go_for_prop_loading"
            case liftoff
            case mainEngineCutoff = "meco"
            case payloadDeployment = "payload_deploy"
        }
    }
}
