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
        theWayBackToTheirKeys,
        twoNamesForOneProperty,
        otherKeysOutThanIn
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document)
    }
}

// MARK: - Convert from snake case

/// Many web APIs write `flight_number`, Swift writes `flightNumber`. A decoder has a setting for
/// this, its `keyDecodingStrategy`. Who else has to know of it?
func convertFromSnakeCase() throws {
    struct Launch: Codable { let flightNumber: Int, rocketId: String }
    let telstar = Data(#"{"flight_number": 65, "rocket_id": "falcon9"}"#.utf8)
    let decoder = JSONDecoder()
    // Predict: No strategy yet. The compiler asks for the keys in the order of the properties.
    // Which one is the first that is not there?
    attempt { try decoder.decode(Launch.self, from: telstar) }
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let launch = try decoder.decode(Launch.self, from: telstar)
    show(launch)
    // Now the decoder converts the keys of this object first. Then it looks for the properties
    // among the converted keys.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Predict: The decoder has its strategy. Which keys does the encoder write?
    show(try encoder.encode(launch))
    // It writes the names of the properties: an encoder is another object, with a setting of its
    // own. Set both, or the API gets keys that it does not know.
    encoder.keyEncodingStrategy = .convertToSnakeCase
    show(try encoder.encode(launch))
}

// MARK: - Where the conversion ends

/// On the way in, an underscore between two words is removed, and the second word begins with a
/// capital. Its other letters are small. On the way out, a capital begins a new word. Capitals in a
/// row are one word, but if a small letter follows, the last one belongs to it: `imageURLPath`
/// becomes `image_url_path`.
func whereTheConversionEnds() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    struct Patch: Codable { let imageURL: String }
    let written = try encoder.encode(Patch(imageURL: "telstar.png"))
    show(written)
    // Predict: Which name does the decoder make of the `image_url` that we wrote?
    attempt(written) { try decoder.decode(Patch.self, from: written) }
    // It makes `imageUrl`: one capital for each word. No key in snake case fits `imageURL`. Keep
    // the name, and give it the key `imageUrl` (step 6).
    struct Customer: Codable { let address1: String }
    let customer = Data(#"{"address_1": "Main St"}"#.utf8)
    let read = try decoder.decode(Customer.self, from: customer)
    // Predict: `address_1` was read into `address1`. Which key goes out?
    show(try encoder.encode(read))
    // It is `address1`: a digit is not a capital, so no new word begins. And an underscore at the
    // beginning stays: `_id` is read into `_id`.
}

// MARK: - Keys that are data

/// Some keys are data: the names of events, of languages, of beers. A property that is a dictionary
/// reads them. What does the strategy make of them?
func keysThatAreData() throws {
    struct Launch: Codable {
        let eventTimes: [String: Int]
    }
    let telstar = Data(
        #"{"event_times": {"liftoff": 0, "payload_deploy": 1960}}"#.utf8)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    show(try encoder.encode(Launch(eventTimes: ["mainEngineCutoff": 150])))
    // The name of the property was converted, and the key of the dictionary was not.
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let launch = try decoder.decode(Launch.self, from: telstar)
    // Predict: And on the way in? Under which name is the 1960 found?
    show(launch.eventTimes["payloadDeploy"])
    show(launch.eventTimes["payload_deploy"])
    // The event keeps its name. Both leave the keys of a property like `[String: Int]` alone: they
    // are data.
    //
    // They convert every other key: of properties, of cases, of a container that you read yourself
    // (step 5), even if it is data, and of a dictionary whose key type is `CodingKeyRepresentable`
    // (lesson 05; Swift 6.3 on Linux).
}

// MARK: - Names that say what you mean

/// A strategy keeps the words of the API. Better names say what a value is: `if succeeded` is a
/// sentence, and `secondsSince1970` says what `launchDateUnix` counts. With `succeeded: Bool`, the
/// decoder threw keyNotFound. Somebody made it optional, and the error was gone.
func namesThatSayWhatYouMean() throws {
    let telstar = Data(#"{"rocket": "Falcon 9", "launch_success": true}"#.utf8)
    struct Silenced: Decodable { let succeeded: Bool? }
    // Predict: The document says true. What does the type know about this launch?
    show(try JSONDecoder().decode(Silenced.self, from: telstar))
    // It knows nothing. The document has no key `succeeded`, and an optional property makes nil of
    // that. For another name, write an enum called `CodingKeys`, with a case for each property:
    struct Launch: Codable {
        let rocket: String, succeeded: Bool
        enum CodingKeys: String, CodingKey {
            case rocket
            case succeeded = "launch_success"
        }
    }
    let launch = try JSONDecoder().decode(Launch.self, from: telstar)
    show(launch.succeeded ? "\(launch.rocket) did it." : "It failed.")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Predict: Which two keys does the encoder write?
    show(try encoder.encode(launch))
    // It writes the keys of the document: the enum is for both ways. Even if you rename one key
    // only, you list them all. If you rename none, `enum CodingKeys: CodingKey` is enough.
}

// MARK: - What the compiler writes for you

/// For `Codable`, the compiler writes the enum of keys, `init(from:)` and `encode(to:)`. By hand,
/// you ask for a container: `container(keyedBy:)` is for an object, `unkeyedContainer()` for an
/// array (lesson 06), `singleValueContainer()` for one value (lesson 03). In an object, `decode`
/// looks up a key and makes a value of what is there. It makes a `String?` of a string or a null.
func whatTheCompilerWrites() throws {
    struct Automatic: Decodable { let name: String, style: String? }
    struct ByHand: Decodable {
        let name: String, style: String?
        enum CodingKeys: CodingKey { case name, style }
        init(from decoder: any Decoder) throws {
            let beer = try decoder.container(keyedBy: CodingKeys.self)
            name = try beer.decode(String.self, forKey: .name)
            style = try beer.decode(String?.self, forKey: .style)
        }
    }
    let beer = Data(#"{"name": "Endeavor"}"#.utf8)
    show(try JSONDecoder().decode(Automatic.self, from: beer))
    // Predict: The style is absent. What does `ByHand` make of it?
    attempt { try JSONDecoder().decode(ByHand.self, from: beer) }
    // It throws: `decode(String?.self, …)` allows null, but the key must be there. For an
    // optional property, the compiler writes another line, which makes nil of an absent key too:
    //
    //     style = try beer.decodeIfPresent(String.self, forKey: .style)
    //
    // In `encode(to:)`, it writes `encodeIfPresent`, which leaves nil out. If the receiver needs a
    // null, use `encode`. One property by hand means all by hand.
}

// MARK: - Two traps that compile

/// Two types rename a key as in step 4, and both compile. Do they work?
func trapsThatCompile() throws {
    struct OtherName: Codable {
        let mission: String
        enum Keys: String, CodingKey { case mission = "mission_name" }
    }
    // Predict: Which key does the encoder write?
    show(try JSONEncoder().encode(OtherName(mission: "Telstar 19V")))
    // It is `mission`. The compiler looks for `CodingKeys`, finds none, and makes its own from the
    // properties' names. Only code written by hand can use `Keys`.
    struct SnakeCase: Codable {
        let mission: String
        enum CodingKeys: String, CodingKey { case mission = "mission_name" }
    }
    let telstar = Data(#"{"mission_name": "Telstar 19V"}"#.utf8)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    // Predict: The name of the enum is right, and the document has this very key. Why does the
    // decoder not find it?
    attempt(telstar) { try decoder.decode(SnakeCase.self, from: telstar) }
    // The decoder has converted the key before it looks. So the raw value must be `missionName`,
    // and for `imageURL` of step 2 it is `imageUrl`. With `.convertToSnakeCase`, the encoder writes
    // `mission_name` for both raw values, so you do not notice the mistake on the way out.
}

// MARK: - Choose and leave out

/// Some properties belong to your program only, such as a mark that the user sets. They have no
/// case in `CodingKeys`. What becomes of them?
func chooseAndLeaveOut() throws {
    let endeavor = Data(#"{"name": "Endeavor", "style": "ipa"}"#.utf8)
    struct Beer: Codable {
        let name: String
        var isFavorite = false
        enum CodingKeys: CodingKey { case name }
    }
    var beer = try JSONDecoder().decode(Beer.self, from: endeavor)
    beer.isFavorite = true
    let written = try JSONEncoder().encode(beer)
    // Predict: A favorite is written and read again. What survives?
    show(try JSONDecoder().decode(Beer.self, from: written))
    // The name survives. A property without a case stays out of JSON, both ways. After reading, it
    // has its default value. Without one, the compiler cannot write `init(from:)` and refuses the
    // type.
    struct Styled: Decodable {
        let name: String
        var style: String?
        enum CodingKeys: CodingKey { case name }
    }
    // Predict: `style` has no case. That was a mistake, but the compiler accepts the type. Which
    // style comes out?
    show(try JSONDecoder().decode(Styled.self, from: endeavor))
    // It is nil: an optional `var` begins as nil, and this is a default value. So the style is
    // lost, and nobody says so. With `let`, the compiler finds the mistake. Then you add the case.
}

// MARK: - Where init(from:) is written

struct Ale: Decodable {
    let sizes: [Int]
    enum CodingKeys: CodingKey { case sizes }
    init(from decoder: any Decoder) throws {
        let ale = try decoder.container(keyedBy: CodingKeys.self)
        sizes = try ale.decodeIfPresent([Int].self, forKey: .sizes) ?? []
    }
}
struct Beer { let sizes: [Int] }
extension Beer: Decodable {
    enum CodingKeys: CodingKey { case sizes }
    init(from decoder: any Decoder) throws {
        let beer = try decoder.container(keyedBy: CodingKeys.self)
        sizes = try beer.decodeIfPresent([Int].self, forKey: .sizes) ?? []
    }
}

/// If `sizes` is absent, the list should be empty: an `init(from:)` by hand can do that. Two types
/// have the same one, in two places. (The memberwise initializer is the one that Swift writes: a
/// parameter for each property.)
func initializersInExtensions() throws {
    let lawnmower = Data(#"{"name": "Lawnmower"}"#.utf8)
    show(try JSONDecoder().decode(Ale.self, from: lawnmower))
    show(try JSONDecoder().decode(Beer.self, from: lawnmower))
    // Predict: Both read the same. But `Ale(sizes: [12, 16])` does not compile, and `Beer(sizes:
    // [12, 16])` does. Why?
    show(Beer(sizes: [12, 16]))
    // A struct gets its memberwise initializer as long as there is no other one between its braces.
    // `Beer` has its `init(from:)` in an extension. Keep the extension in the file of the type: in
    // another file, the compiler writes none of `Codable` for you.
}

// MARK: - A strategy of your own

struct Key: CodingKey {
    let stringValue: String, intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
func lowered(_ key: any CodingKey) -> Key {
    let name = key.stringValue
    return Key(stringValue: name.prefix(1).lowercased() + name.dropFirst())
}

/// Keys may also come as `TotalPages` or `total-pages`. For those, a `.custom` strategy has a
/// closure of yours. It gets an array, all keys from the top level down to this one, and returns
/// the converted key.
func strategiesOfYourOwn() throws {
    struct Meta: Codable { let totalPages: Int }
    struct Answer: Codable { let meta: Meta }
    let document = Data(#"{"Meta": {"TotalPages": 4}}"#.utf8)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { lowered($0[0]) }
    // Predict: For `Meta`, this works. What does the closure make of `TotalPages`?
    attempt { try decoder.decode(Answer.self, from: document) }
    // It makes `meta` of it: the path to `TotalPages` has two elements, and the first is `Meta`.
    // The key itself is always the last one, and no path is empty:
    decoder.keyDecodingStrategy = .custom { lowered($0[$0.count - 1]) }
    show(try decoder.decode(Answer.self, from: document))
}

// MARK: - The way back to their keys

func raised(_ key: any CodingKey) -> Key {
    let name = key.stringValue
    return Key(stringValue: name.prefix(1).uppercased() + name.dropFirst())
}

/// What we write should have the keys of the API again. `lowered` is in the step before this one,
/// and its opposite is here. An encoder takes a `.custom` strategy too.
func theWayBackToTheirKeys() throws {
    struct Meta: Codable { let totalPages: Int }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .custom { lowered($0[$0.count - 1]) }
    // Predict: With `lowered`, the decoder works. What does the encoder write with it?
    show(try encoder.encode(Meta(totalPages: 4)))
    // An encoder begins with the names of the properties. Their first letter is small already, so
    // `lowered` changes nothing. The way out needs the opposite:
    encoder.keyEncodingStrategy = .custom { raised($0[$0.count - 1]) }
    show(try encoder.encode(Meta(totalPages: 4)))
    struct Brewery: Codable { let id: Int }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { lowered($0[$0.count - 1]) }
    let arnold = Data(#"{"id": 1234}"#.utf8)
    let brewery = try decoder.decode(Brewery.self, from: arnold)
    // Predict: The API sent `id`, with a small letter. Which key does it get back?
    show(try encoder.encode(brewery))
    // The API gets `Id`. `lowered` makes `id` of both `id` and `Id`, and nobody knows afterwards
    // which it was. A strategy is for an API with one rule.
}

// MARK: - Two names for one property

enum Names: String, CodingKey { case name, oldName = "customer_name" }

/// An API renames a key. For a while, documents come with the old name, with the new one, or with
/// both. `Hasty` tries the new name first.
func twoNamesForOneProperty() throws {
    struct Hasty: Decodable {
        let name: String
        init(from decoder: any Decoder) throws {
            let names = try decoder.container(keyedBy: Names.self)
            let new = try? names.decode(String.self, forKey: .name)
            name = try new ?? names.decode(String.self, forKey: .oldName)
        }
    }
    let both = Data(#"{"name": 7, "customer_name": "Acme"}"#.utf8)
    // Predict: The new name is a number. What comes out?
    show(try JSONDecoder().decode(Hasty.self, from: both))
    // `try?` makes nil of every error. So a broken name is treated as an absent one, and the old
    // name hides the mistake. `decodeIfPresent` makes nil only of an absent key and of null:
    struct Careful: Decodable {
        let name: String
        init(from decoder: any Decoder) throws {
            let names = try decoder.container(keyedBy: Names.self)
            let new = try names.decodeIfPresent(String.self, forKey: .name)
            name = try new ?? names.decode(String.self, forKey: .oldName)
        }
    }
    attempt { try JSONDecoder().decode(Careful.self, from: both) }
    // If both are there, the new name wins: one day, the API sends it alone. If a null there is an
    // error too, ask `names.contains(.name)`, then `decode`.
}

// MARK: - Other keys out than in

/// `Customer` reads both names, with `Names` of the step before this one. It has `CodingKeys` too.
/// What for?
func otherKeysOutThanIn() throws {
    struct Customer: Codable {
        let name: String
        enum CodingKeys: CodingKey { case name }
        init(from decoder: any Decoder) throws {
            let names = try decoder.container(keyedBy: Names.self)
            let new = try names.decodeIfPresent(String.self, forKey: .name)
            name = try new ?? names.decode(String.self, forKey: .oldName)
        }
    }
    let acme = Data(#"{"customer_name": "Acme"}"#.utf8)
    let customer = try JSONDecoder().decode(Customer.self, from: acme)
    // Predict: The old name came in, and nobody wrote `encode(to:)`. Which name goes out?
    show(try JSONEncoder().encode(customer))
    // The new one goes out: the compiler's `encode(to:)` uses `CodingKeys`. Each case there must be
    // a property, so the old name cannot be in it. A partner with old programs cannot read this.
    // To write other keys than you read, write `encode(to:)` too:
    struct OldPartner: Encodable {
        let name: String
        func encode(to encoder: any Encoder) throws {
            var names = encoder.container(keyedBy: Names.self)
            try names.encode(name, forKey: .oldName)
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
// | `CodingKeys` renames, both ways: say what a value is          | 4    |
// | A key that may be absent is read with `decodeIfPresent`      | 5    |
// | The enum is called `CodingKeys` and nothing else             | 6    |
// | With a strategy, a raw value is the converted key            | 6    |
// | What has no case stays out; the compiler wants a default     | 7    |
// | `init(from:)` in an extension keeps the memberwise one       | 8    |
// | A `.custom` strategy converts the last element of the path   | 9    |
// | The encoder needs the opposite strategy                      | 10   |
// | For two names: `decodeIfPresent` and `??`, not `try?`        | 11   |
// | The keys that go out are those of `CodingKeys`               | 12   |
//
// Left out here: dates (lesson 03), keys that are data and flattening (lesson 05), the same type
// for two versions of an API (lesson 08), renamed and retired keys over years (lesson 10).
//
// Now you: open `Exercises/Exercise02.swift`. To judge it:
//
//     swift run workbook check 02

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

        enum CodingKeys: String, CodingKey { case id = "payload_id" }
    }

    struct Site: Codable, Equatable {
        let name: String

        enum CodingKeys: String, CodingKey { case name = "site_name_long" }
    }

    struct Links: Codable, Equatable {
        let patchURL: URL?

        enum CodingKeys: String, CodingKey { case patchURL = "mission_patch" }
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
