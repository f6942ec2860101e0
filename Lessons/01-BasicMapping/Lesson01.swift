import Foundation
import Walkthrough

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@main
struct Lesson01: Lesson {
    static let title = "Basic mapping"
    static let steps = Steps(
        beforeCodable,
        decodeALaunch,
        whereTheBytesComeFrom,
        takeWhatYouNeed,
        typesThatComeForFree,
        nestedObjects,
        absentNullOrWrong,
        aDefaultValue,
        arraysAndWrappers,
        backToJSON,
        testWhatYouDecode
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document)
    }
}

// MARK: - Before Codable

/// A rocket launch arrives as bytes of JSON. Without `Codable`, a program turns the bytes into a
/// dictionary, and looks up each value by the name of its key. Two functions do so here, and the
/// compiler accepts both. What can still go wrong?
///
/// A string between `#"` and `"#` may have quotes in it, and `utf8` gives its bytes. `show` prints
/// a value.
func beforeCodable() throws {
    let document = Data(
        #"{"flight_number": 65, "mission_name": "Telstar 19V"}"#.utf8)
    let json = try JSONSerialization.jsonObject(with: document)
    guard let launch = json as? [String: Any] else { return }

    func caption(of launch: [String: Any]) -> String? {
        guard
            let number = launch["flight_number"] as? Int,
            let mission = launch["mission_name"] as? String
        else { return nil }
        return "\(number): \(mission)"
    }

    func headline(of launch: [String: Any]) -> String? {
        guard
            let number = launch["flight_number"] as? Int,
            let mission = launch["mission"] as? String
        else { return nil }
        return "\(mission), flight \(number)"
    }
    show(caption(of: launch))
    // Predict: `headline` asks for a number and a mission too. What does it give?
    show(headline(of: launch))
    // `headline` asks for `mission`, and the key is `mission_name`, so it gets nil. A key is a
    // string, and the compiler cannot check it. A wrong key, a wrong type and a missing value all
    // give the same nil, and nothing says which of them it was.
}

// MARK: - Decode a launch

/// Give a type a property for each key, and write `Decodable` after its name. Then the compiler
/// writes the code that looks up each key and checks each type. Here the properties are called like
/// the keys, with underscores. Names in Swift are written without them, and lesson 02 shows how to
/// have both.
///
/// `attempt` prints what a closure returns. If the closure throws, it explains the error. If you
/// give it the document too, it shows the place of the error.
func decodeALaunch() throws {
    struct Launch: Decodable {
        let flight_number: Int
        let mission_name: String
    }
    struct Flight: Decodable {
        let flight_number: Int
        let mision_name: String
    }
    let document = Data(
        #"{"flight_number": 65, "mission_name": "Telstar 19V"}"#.utf8)
    let decoder = JSONDecoder()
    show(try decoder.decode(Launch.self, from: document))
    // Predict: `Flight` has one s too few. What does the decoder say?
    attempt(document) { try decoder.decode(Flight.self, from: document) }
    // The compiler makes a key of each property, so the error, a keyNotFound, can name the one that
    // is missing. The last sentences of an error are advice, and some of it speaks of later
    // lessons.
    // Predict: Somebody writes `try?` in place of `try`. What is left of the error?
    show(try? decoder.decode(Flight.self, from: document))
    // Nothing is left, and we are back at the nil of step 1. So write `try`, and use `try?` only
    // where no reason can be of interest.
}

// MARK: - Where the bytes come from

struct Mission: Decodable {
    let mission_name: String
}

/// A decoder takes bytes. In most programs, they are in a file or come from a server.
/// `Data(contentsOf:)` reads a file, and a `URLSession` asks a server. On Linux, `URLSession` is in
/// a module of its own, and the first lines of the lesson's file show how to import it.
///
/// The file is telstar.json, beside this lesson. The server is a small one that runs in the lesson
/// itself, so you need no network. Its address is `server.url`.
func whereTheBytesComeFrom() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "telstar.json")
    let saved = try Data(contentsOf: file)
    show(try JSONDecoder().decode(Mission.self, from: saved))

    let server = try LoopbackServer(sending: saved)
    let (sent, _) = try await URLSession.shared.data(from: server.url)
    show(try JSONDecoder().decode(Mission.self, from: sent))

    let page = Data("<html><body>Out of order</body></html>".utf8)
    let down = try LoopbackServer(status: 503, sending: page)
    // Predict: This server is down, and sends a page that says so, with the status 503. Which of
    // the next two lines throws?
    let (data, response) = try await URLSession.shared.data(from: down.url)
    attempt(data) { try JSONDecoder().decode(Mission.self, from: data) }
    // The decoder throws. The session does not: it has asked a server, and the server has answered.
    // The status is in the second value, so look at it before you decode:
    show((response as? HTTPURLResponse)?.statusCode)
}

// MARK: - Take what you need

/// The document `telstar.json` has nine keys: the number of the flight, the rocket, the site, and
/// more. The `Mission` of step 3 asks for one of them. An API changes while your program is in use.
/// Which changes can the program survive?
func takeWhatYouNeed() throws {
    let decoder = JSONDecoder()
    let added = Data(#"{"mission_name": "Telstar 20V", "crew": []}"#.utf8)
    let renamed = Data(#"{"name": "Telstar 20V", "flight_number": 66}"#.utf8)
    // Predict: In the first document, the API has added a key. What does the program get?
    attempt(added) { try decoder.decode(Mission.self, from: added) }
    // Predict: In the second one, it has renamed a key. What does the program get now?
    attempt(renamed) { try decoder.decode(Mission.self, from: renamed) }
    // The decoder looks for the keys of the properties, and ignores all others. So an API can add
    // keys, and programs in use go on working. It breaks them when it renames or removes a key that
    // they require, or changes the type of a value that they read.
    //
    // Look at three real documents before you write a model, because some have a key that others
    // lack. `curl ADDRESS > one.json` saves one, and `python3 -m json.tool one.json` shows its
    // levels.
}

// MARK: - Types that come for free

/// Many types can be decoded without any work: numbers, `Bool`, `String`, `URL`, `UUID`, arrays,
/// sets and optionals of them, and dictionaries with `String` as the key. An enum with raw values
/// can be decoded too. If you give a case no raw value, its name is the raw value.
func typesThatComeForFree() throws {
    enum Style: String, Decodable {
        case paleAle = "pale ale"
        case stout
    }
    struct Beer: Decodable {
        let website: URL
        let hops: Set<String>
        let style: Style
    }
    let endeavor = Data(
        """
        {
          "website": "https://beer.example",
          "hops": ["Columbus", "Columbus"],
          "style": "pale ale"
        }
        """.utf8)
    show(try JSONDecoder().decode(Beer.self, from: endeavor))
    // The set has one element, since a set holds each value once.
    let named = Data(
        #"{"website": "https://beer.example", "hops": [], "style": "paleAle"}"#
            .utf8)
    // Predict: This document has the name of the case, where the other one has its raw value. Which
    // style does the beer have?
    attempt(named) { try JSONDecoder().decode(Beer.self, from: named) }
    // It is an error. The raw values are "pale ale" and "stout", and any other string is no style.
    // So a new style in the API breaks programs in use, and lesson 09 shows what to do about it.
}

// MARK: - Nested objects, nested types

/// A museum answers a search with a list of works. Each work has an image, and each image has an
/// address. We want the titles and the addresses, and no more.
func nestedObjects() throws {
    let found = Data(
        """
        {
          "artObjects": [
            {
              "title": "Winter Landscape",
              "webImage": { "url": "https://museum.example/w.jpg" }
            }
          ]
        }
        """.utf8)
    struct Work: Decodable {
        let title: String
        let url: URL
    }
    struct WorkList: Decodable {
        let artObjects: [Work]
    }
    // Predict: There is a key `url` in the document. What does the decoder make of it?
    attempt { try JSONDecoder().decode(WorkList.self, from: found) }
    // It looks for `url` in the object of the work, and does not find it there. A type sees the
    // keys of one object, and not those of the objects inside. So the image gets a small type too.
    // If a type is of use in one place only, write it inside the other type:
    struct Search: Decodable {
        let artObjects: [Work]

        struct Work: Decodable {
            let title: String
            let webImage: Image
        }

        struct Image: Decodable {
            let url: URL
        }
    }
    let search = try JSONDecoder().decode(Search.self, from: found)
    show(search.artObjects[0].webImage.url)
    // This model has the same levels as the document. Lesson 05 shows how to do without some of
    // them.
}

// MARK: - Absent, null or the wrong type

/// A value can be missing in two ways, and wrong in a third. Here is a document for each. Which of
/// them does the type of the property allow?
func absentNullOrWrong() throws {
    struct Beer: Decodable {
        let abv: Double
    }
    struct OptionalBeer: Decodable {
        let abv: Double?
    }
    let absent = Data(#"{"name": "Endeavor"}"#.utf8)
    let null = Data(#"{"abv": null}"#.utf8)
    let wrong = Data(#"{"abv": "8.9"}"#.utf8)
    let decoder = JSONDecoder()
    attempt { try decoder.decode(Beer.self, from: absent) }
    attempt { try decoder.decode(Beer.self, from: wrong) }
    // Predict: One document has no key, and one has a string for a number. What does the error say
    // of the null?
    attempt { try decoder.decode(Beer.self, from: null) }
    // The key is there, and no value. So this is a third error, valueNotFound. (For a `Bool`, null
    // is a typeMismatch with Swift 6.3 on Linux.)
    // Predict: Now the property is optional. Which of the three documents can be decoded?
    show(try decoder.decode(OptionalBeer.self, from: absent))
    show(try decoder.decode(OptionalBeer.self, from: null))
    attempt { try decoder.decode(OptionalBeer.self, from: wrong) }
    // Optional means that there may be no value, so no key and null both give nil. A value of the
    // wrong type is a value, and it is still an error. So is a string that is none of the raw
    // values of an enum, where the property is a `Style?`.
}

// MARK: - A default value

/// The API leaves out `abv` for most beers, and then your program should use 5. In Swift, a
/// property can have a value from the beginning. Is that enough?
func aDefaultValue() throws {
    struct Beer: Decodable {
        var abv: Double = 5
    }
    show(Beer())
    let absent = Data(#"{"name": "Endeavor"}"#.utf8)
    // Predict: `Beer()` uses the 5. What does the decoder make of a document without `abv`?
    attempt(absent) { try JSONDecoder().decode(Beer.self, from: absent) }
    // It throws, because the initializer that the compiler writes for the decoder asks for each
    // key, and knows nothing of the 5. To say what to do without a key, write that initializer
    // yourself:
    struct Ale: Decodable {
        let abv: Double

        enum CodingKeys: CodingKey {
            case abv
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            abv = try container.decodeIfPresent(Double.self, forKey: .abv) ?? 5
        }
    }
    show(try JSONDecoder().decode(Ale.self, from: absent))
    // The enum lists the keys. `container` is the object of the document, and you ask it for each
    // value by its key. `decodeIfPresent` gives nil where there is none, and `??` takes 5 for nil.
    let quoted = Data(#"{"abv": "8.9"}"#.utf8)
    // Predict: Here the strength is in quotes. Which strength does the ale have?
    attempt(quoted) { try JSONDecoder().decode(Ale.self, from: quoted) }
    // None: `decodeIfPresent` allows what an optional allows, absent and null, and no wrong type.
    // So a default does not hide a mistake in the document.
}

// MARK: - Arrays and wrappers at the root

/// Some documents are a list. In others, the list is inside an object, its wrapper. The first
/// character tells you which it is: `[` or `{`.
func arraysAndWrappers() throws {
    struct Beer: Decodable {
        let name: String
    }
    struct Menu: Decodable {
        let beers: [Beer]
    }
    let list = Data(#"[{"name": "Endeavor"}, {"name": "Lawnmower"}]"#.utf8)
    let wrapped = Data(#"{"beers": [{"name": "Endeavor"}]}"#.utf8)
    let decoder = JSONDecoder()
    show(try decoder.decode([Beer].self, from: list))
    // Predict: Which of these types fit the other document: `[Beer]`, `Menu`, `[String: [Beer]]`?
    attempt { try decoder.decode([Beer].self, from: wrapped) }
    attempt { try decoder.decode(Menu.self, from: wrapped) }
    attempt { try decoder.decode([String: [Beer]].self, from: wrapped) }
    // The last two fit. Prefer the type with a property: a dictionary takes any key, so it does not
    // notice when `beers` gets another name.
    // Predict: Somebody decodes `Beer.self` from the list. What will the error say was expected?
    attempt(list) { try decoder.decode(Beer.self, from: list) }
    // Both mix-ups are a typeMismatch. What was expected and what was found tells them apart.
}

// MARK: - Back to JSON

/// `Encodable` is the way from a value to JSON, and `Codable` is both ways. If you only read, write
/// `Decodable` alone.
func backToJSON() throws {
    struct Launch: Codable, Equatable {
        let number: Int
        let mission: String
        let rocket: String
        let patch: URL?
        let video: URL?
    }
    let launch = Launch(
        number: 65, mission: "Telstar 19V", rocket: "Falcon 9",
        patch: URL(string: "https://images.example/o.png"), video: nil)
    let encoder = JSONEncoder()
    let documents = try (1...100).map { count in
        try encoder.encode(Array(repeating: launch, count: count))
    }
    // Predict: The first list has the launch once, and the last one has it a hundred times. Does
    // each of them begin with the same key?
    let beginnings = Set(documents.map { $0.prefix(6) })
    show(beginnings.count == 1 ? "all with the same" : "not all with the same")
    // The encoder keeps the keys in a dictionary, and their order is left to chance, even in one
    // run of one program. With `.sortedKeys`, the same launch always gives the same bytes:
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let written = try encoder.encode(launch)
    show(written)
    // Predict: `video` is nil, and there is no key for it. What does a decoder make of that?
    show(try JSONDecoder().decode(Launch.self, from: written) == launch)
    // It makes nil of an absent key, so the launch comes back as it was. `.withoutEscapingSlashes`
    // is for people: without it, a slash is written as `\/`, which means the same. `.prettyPrinted`
    // gives each key a line.
}

// MARK: - Test what you decode

struct LaunchReport: Decodable {
    let mission_name: String
    let launch_succeeded: Bool?
}

/// A document was decoded without an error. Does this prove that the model is right? `LaunchReport`
/// was written for documents like the one below. Its second property is optional, because a launch
/// to come has no outcome yet.
func testWhatYouDecode() throws {
    let saved = Data(
        #"{"mission_name": "Telstar 19V", "launch_success": true}"#.utf8)
    // Predict: What does the report say of this launch?
    show(try JSONDecoder().decode(LaunchReport.self, from: saved))
    // The launch has lost its outcome. Its key is `launch_success`, and a key of an optional
    // property may be absent, so nobody notices. A test notices, if it checks each property. It is
    // a function in a file of your test target:
    //
    //     import Foundation
    //     import Testing
    //
    //     @Test func launchReport() throws {
    //         let saved = Data(
    //             #"{"mission_name": "Telstar 19V", "launch_success": true}"#.utf8)
    //         let report = try JSONDecoder().decode(LaunchReport.self, from: saved)
    //         #expect(report.mission_name == "Telstar 19V")
    //         #expect(report.launch_succeeded == true)
    //     }
    //
    // The second `#expect` fails, and shows that the value is nil. Save a real document for each of
    // your models. From time to time save a new one, as the API may have changed.
    let ours = Data(#"{"liftoff": 0, "meco": 150}"#.utf8)
    let theirs = Data(#"{ "meco": 150, "liftoff": 0 }"#.utf8)
    let decoder = JSONDecoder()
    // Predict: A test can compare bytes, or values. What does each of the two say of these?
    show(ours == theirs)
    show(
        try decoder.decode([String: Int].self, from: ours)
            == decoder.decode([String: Int].self, from: theirs))
    // The bytes differ in the order of the keys and in spaces, and the values are the same. So
    // compare values.
}

// MARK: - What to take away

// | Rule                                                            | Step |
// |-----------------------------------------------------------------|------|
// | `Decodable` and properties named like the keys are enough       | 2    |
// | `try?` throws the reason away                                   | 2    |
// | Look at the status of an answer before you decode it            | 3    |
// | Keys that no property asks for are passed over                  | 4    |
// | An enum takes its raw values; any other value is an error       | 5    |
// | A type sees the keys of one object                              | 6    |
// | Optional allows absent and null, never the wrong type           | 7    |
// | A default is `decodeIfPresent` and `??` in an `init(from:)`     | 8    |
// | `[` is `[Beer].self`, `{` is a type with properties             | 9    |
// | The order of keys is left to chance, or fixed by `.sortedKeys`  | 10   |
// | Test each property of a real document; compare values           | 11   |
//
// Left out here: names that differ from the keys (lesson 02), dates (lesson 03), NaN, money and
// base64 (lesson 04), flattening what is nested (lesson 05), recovering from an error (lesson 09).
//
// The finished model of a launch is at the end of `Lesson01.swift`. `--decode FILE` tries it on a
// document of yours.
//
// Now you: open `Exercises/Exercise01.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 01

// MARK: - The finished model

/// One launch, with the nulls that the real API sends: no outcome for a launch to come, no patch,
/// no timeline. `swift run lesson-01 --decode FILE` decodes one of these, or a list.
struct Launch: Codable, Equatable {
    let flight_number: Int
    let mission_name: String
    let launch_date_unix: Int
    let launch_date_utc: String
    let launch_success: Bool?
    let rocket: Rocket
    let launch_site: Site
    let links: Links
    let timeline: Timeline?

    struct Rocket: Codable, Equatable {
        let rocket_id: String
        let rocket_name: String
        let second_stage: SecondStage
    }

    struct SecondStage: Codable, Equatable {
        let payloads: [Payload]
    }

    struct Payload: Codable, Equatable {
        let payload_id: String
    }

    struct Site: Codable, Equatable {
        let site_name_long: String
    }

    struct Links: Codable, Equatable {
        let mission_patch: URL?
    }

    /// When things happen, in seconds from liftoff.
    struct Timeline: Codable, Equatable {
        let go_for_prop_loading: Int?
        let liftoff: Int?
        let meco: Int?
        let payload_deploy: Int?
    }
}
