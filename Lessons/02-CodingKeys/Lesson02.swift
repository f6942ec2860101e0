import Foundation
import Walkthrough

@main
struct Lesson02: Lesson {
    static let title = "Coding keys"
    static let steps = Steps(
        convertFromSnakeCase,
        whereTheConversionEnds,
        namesThatSayWhatYouMean,
        whatTheCompilerWrites,
        trapsThatCompile,
        chooseAndLeaveOut,
        initializersInExtensions,
        strategiesOfYourOwn,
        twoNamesForOneProperty
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document)
    }
}

// MARK: - Convert from snake case

/// Web APIs write `flight_number`, Swift writes `flightNumber`. A decoder can bridge the two: with
/// the strategy `.convertFromSnakeCase` it converts each key of the document first, and then looks
/// for the property among the converted keys.
///
/// An encoder is another object, with a setting of its own. Set both, or the API gets keys that it
/// has never heard of.
///
/// - Teacher: Ask which APIs they have met, and how those write their keys.
func convertFromSnakeCase() throws {
    struct Launch: Codable {
        let flightNumber: Int
        let rocketId: String
    }
    let telstar = Data(#"{"flight_number": 65, "rocket_id": "falcon9"}"#.utf8)
    let decoder = JSONDecoder()
    // Predict: No strategy yet. Which key does the decoder miss first?
    attempt(telstar) { try decoder.decode(Launch.self, from: telstar) }
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let launch = try decoder.decode(Launch.self, from: telstar)
    show(launch)

    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Predict: The decoder has its strategy. Which keys does the encoder write?
    show(try encoder.encode(launch))
    encoder.keyEncodingStrategy = .convertToSnakeCase
    show(try encoder.encode(launch))
}

// MARK: - Where the conversion ends

/// The rule knows no English: an underscore goes, and the word after it gets one capital.
/// `image_url` becomes `imageUrl`, so nothing ever arrives at `imageURL`. On the way out, both
/// become `image_url`.
///
/// The keys of a `[String: Int]` are data and stay as they are. Keys that a type stands for are
/// converted: an enum that is `CodingKeyRepresentable`, and key types of your own (lesson 05).
///
/// - Teacher: Ask what `payloadIDs` becomes on the way out. It is `payload_i_ds`.
/// - Teacher: Demo: do the first thing that the advice says, while the strategy is set. The advice
/// cannot know of the strategy. Step 5 has the reason.
func whereTheConversionEnds() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    struct Patch: Codable { let imageURL: String }
    let written = try encoder.encode(Patch(imageURL: "telstar.png"))
    show(written)
    // Predict: We wrote this document ourselves. Can we read it?
    attempt(written) { try decoder.decode(Patch.self, from: written) }
    struct Repaired: Codable { let imageUrl: String }
    show(try decoder.decode(Repaired.self, from: written))

    enum Event: String, Codable, CodingKeyRepresentable { case payloadDeploy }
    let timeline = Data(#"{"payload_deploy": 1960}"#.utf8)
    // Predict: Two kinds of dictionary. Which key comes out of each?
    show(try decoder.decode([String: Int].self, from: timeline))
    show(try decoder.decode([Event: Int].self, from: timeline))
}

// MARK: - Names that say what you mean

/// A strategy keeps the API's words. An enum called `CodingKeys` gives you words of your own: a
/// case for each property, the key as its raw value. A case without one takes its own name. The
/// enum serves both ways.
///
/// Name a boolean so that an `if` reads as a sentence: `succeeded`, `isSeasonal`, `hasCrew`. And do
/// not make it optional to silence a `keyNotFound`: that silences the document too. Optional is for
/// an API that may send nothing, as this one does for launches to come.
func namesThatSayWhatYouMean() throws {
    let telstar = Data(#"{"rocket": "Falcon 9", "launch_success": true}"#.utf8)
    struct Silenced: Decodable { let succeeded: Bool? }
    // Predict: The document says true. What does the optional property say?
    show(try JSONDecoder().decode(Silenced.self, from: telstar))

    struct Launch: Codable {
        let rocket: String
        let succeeded: Bool

        enum CodingKeys: String, CodingKey {
            case rocket
            case succeeded = "launch_success"
        }
    }
    let launch = try JSONDecoder().decode(Launch.self, from: telstar)
    if launch.succeeded {
        show("\(launch.rocket) did it.")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    show(try encoder.encode(launch))
}

// MARK: - What the compiler writes for you

/// `Codable` makes the compiler write the enum of keys, `init(from:)` and `encode(to:)`. Here are
/// the first two by hand. A required property gets `decode` and `encode`. An optional one gets the
/// two that end in `IfPresent`: the reading one takes an absent key for nil, the writing one leaves
/// nil out. `decode(String?.self, …)` is not the same. It allows null and still insists on the key.
///
/// - Teacher: Demo: write `encode(to:)` with `encode` for `style`. The document gets a null.
func whatTheCompilerWrites() throws {
    struct Automatic: Decodable { let name: String, style: String? }
    struct Insistent: Decodable {
        let style: String?
        enum CodingKeys: CodingKey { case style }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            style = try container.decode(String?.self, forKey: .style)
        }
    }
    struct ByHand: Decodable {
        let name: String, style: String?
        enum CodingKeys: CodingKey { case name, style }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            style = try container.decodeIfPresent(String.self, forKey: .style)
        }
    }
    let beer = Data(#"{"name": "Endeavor"}"#.utf8)
    // Predict: The style is absent. Which of the three does not like it?
    attempt { try JSONDecoder().decode(Insistent.self, from: beer) }
    show(try JSONDecoder().decode(ByHand.self, from: beer))
    show(try JSONDecoder().decode(Automatic.self, from: beer))
}

// MARK: - Two traps that compile

/// An enum of any other name than `CodingKeys` compiles, and is ignored both ways. And with a
/// strategy, a raw value is compared with keys that are converted already: it must be
/// `missionName`. The encoder does not show this mistake. It writes `mission_name` for both raw
/// values.
///
/// - Teacher: Demo: misspell it as `CodingKey`. That name the compiler refuses, for another reason.
func trapsThatCompile() throws {
    struct OtherName: Codable {
        let mission: String
        enum Keys: String, CodingKey { case mission = "mission_name" }
    }
    // Predict: The raw value is mission_name. Which key is written?
    show(try JSONEncoder().encode(OtherName(mission: "Telstar 19V")))
    struct SnakeCase: Codable {
        let mission: String
        enum CodingKeys: String, CodingKey { case mission = "mission_name" }
    }
    let telstar = Data(#"{"mission_name": "Telstar 19V"}"#.utf8)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    // Predict: The document has this very key. Does it decode?
    attempt(telstar) { try decoder.decode(SnakeCase.self, from: telstar) }
    struct CamelCase: Codable {
        let mission: String
        enum CodingKeys: String, CodingKey { case mission = "missionName" }
    }
    show(try decoder.decode(CamelCase.self, from: telstar))
}

// MARK: - Choose and leave out

/// Some properties are the program's own business, such as a mark that the reader has set. A
/// property without a case in `CodingKeys` stays out of JSON, both ways. It needs a default value,
/// or the type does not compile. An optional `var` has one without saying so, nil: forget its case,
/// and nobody complains.
///
/// - Teacher: Ask where a favorite should be kept, if it has to survive.
func chooseAndLeaveOut() throws {
    let endeavor = Data(#"{"name": "Endeavor", "style": "ipa"}"#.utf8)
    struct NoEnum: Decodable { var isFavorite = false }
    attempt { try JSONDecoder().decode(NoEnum.self, from: endeavor) }

    struct Forgetful: Decodable {
        let name: String
        var style: String?
        enum CodingKeys: CodingKey { case name }
    }
    // Predict: The document has a style. Does the beer?
    show(try JSONDecoder().decode(Forgetful.self, from: endeavor))

    struct Beer: Codable {
        let name: String
        let style: String?
        var isFavorite = false
        enum CodingKeys: CodingKey { case name, style }
    }
    var beer = try JSONDecoder().decode(Beer.self, from: endeavor)
    beer.isFavorite = true
    // Predict: It is a favorite now. Is it one after a round trip?
    let written = try JSONEncoder().encode(beer)
    show(try JSONDecoder().decode(Beer.self, from: written))
}

// MARK: - Keep the memberwise initializer

/// A struct gets its memberwise initializer for nothing, as long as its body has no other one. An
/// `init(from:)` in the body takes it away, and then a value can come from JSON only. In an
/// extension, the same code takes nothing away. Keep the extension in the file of the type: in
/// another file, the compiler does not write the rest of the conformance.
func initializersInExtensions() throws {
    struct InTheBody: Decodable {
        let name: String
        init(from decoder: any Decoder) throws {
            name = try String(from: decoder)
        }
    }
    // InTheBody(name: "Endeavor") does not compile. What is left:
    let name = Data(#""Endeavor""#.utf8)
    show(try JSONDecoder().decode(InTheBody.self, from: name))
    show(Beer(name: "Endeavor", sizes: [12, 16]))
    let lawnmower = Data(#"{"name": "Lawnmower"}"#.utf8)
    // Predict: This document has no sizes. nil, an error, or something else?
    show(try JSONDecoder().decode(Beer.self, from: lawnmower))
}

struct Beer { let name: String, sizes: [Int] }

extension Beer: Codable {
    enum CodingKeys: CodingKey { case name, sizes }
    init(from decoder: any Decoder) throws {
        let beer = try decoder.container(keyedBy: CodingKeys.self)
        name = try beer.decode(String.self, forKey: .name)
        sizes = try beer.decodeIfPresent([Int].self, forKey: .sizes) ?? []
    }
}

// MARK: - A strategy of your own

/// Keys may also come as `TotalPages` or `total-pages`. A `.custom` strategy gets the path to a
/// key, and gives another key for the path's last element. The encoder wants the opposite.
///
/// - Teacher: Demo: print the path. It is never empty, and inside an array it has an index in it.
/// Ask which element is right at the root, and which one everywhere.
func strategiesOfYourOwn() throws {
    struct Key: CodingKey {
        let stringValue: String, intValue: Int? = nil
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    @Sendable func lowered(_ key: any CodingKey) -> Key {
        let text = key.stringValue
        return Key(stringValue: text.prefix(1).lowercased() + text.dropFirst())
    }
    @Sendable func raised(_ key: any CodingKey) -> Key {
        let text = key.stringValue
        return Key(stringValue: text.prefix(1).uppercased() + text.dropFirst())
    }
    struct Meta: Codable { let totalPages: Int }
    struct Answer: Codable { let meta: Meta }
    let document = Data(#"{"Meta": {"TotalPages": 4}}"#.utf8)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { lowered($0[0]) }
    // Predict: Element 0 is right for Meta. Is it right for TotalPages?
    attempt { try decoder.decode(Answer.self, from: document) }
    decoder.keyDecodingStrategy = .custom { lowered($0[$0.count - 1]) }
    show(try decoder.decode(Answer.self, from: document))
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .custom { raised($0[$0.count - 1]) }
    show(try encoder.encode(Answer(meta: Meta(totalPages: 5))))
}

// MARK: - Two names for one property

/// An API renames a key, and for a while both names are about. Give the old name an enum of its own
/// and ask `contains` which one is there. Do not ask with `try?`: it takes a broken name for an
/// absent one.
///
/// The compiler still writes `encode(to:)`, from `CodingKeys`. So the new name goes out. For any
/// other keys out than in, write `encode(to:)` too, with an enum of its own.
///
/// - Teacher: Ask which name should win when a document has both, and where the code says so.
func twoNamesForOneProperty() throws {
    let acme = Data(#"{"customer_name": "Acme, Inc"}"#.utf8)
    struct Lenient: Decodable { let name: String? }
    // Predict: The document has the old name. What does an optional say?
    show(try JSONDecoder().decode(Lenient.self, from: acme))

    struct Customer: Codable {
        let name: String
        enum CodingKeys: CodingKey { case name }
        enum OldKeys: String, CodingKey { case name = "customer_name" }
        init(from decoder: any Decoder) throws {
            let new = try decoder.container(keyedBy: CodingKeys.self)
            let old = try decoder.container(keyedBy: OldKeys.self)
            name =
                old.contains(.name) && !new.contains(.name)
                ? try old.decode(String.self, forKey: .name)
                : try new.decode(String.self, forKey: .name)
        }
    }
    let customer = try JSONDecoder().decode(Customer.self, from: acme)
    // Predict: The old name came in. Which one goes out?
    show(try JSONEncoder().encode(customer))

    let broken = Data(#"{"name": 7, "customer_name": "Acme, Inc"}"#.utf8)
    attempt { try JSONDecoder().decode(Customer.self, from: broken) }
}

// MARK: - What to take away

// | Rule                                                         | Step |
// |--------------------------------------------------------------|------|
// | A strategy for the decoder, another one for the encoder      | 1    |
// | `image_url` becomes `imageUrl`; keys of `[String: Int]` stay | 2    |
// | `CodingKeys` renames, both ways; a boolean is a sentence     | 3    |
// | A key that may be absent is read with `decodeIfPresent`      | 4    |
// | The enum is called `CodingKeys` and nothing else             | 5    |
// | With a strategy, a raw value is the converted key            | 5    |
// | A property without a case stays out; it needs a default      | 6    |
// | `init(from:)` in an extension keeps the memberwise one       | 7    |
// | A `.custom` strategy converts the last element of the path   | 8    |
// | Of two names, ask `contains`; `CodingKeys` is what goes out  | 9    |
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
