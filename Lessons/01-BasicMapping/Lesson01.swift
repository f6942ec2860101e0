import Foundation
import Walkthrough

@main
struct Lesson01: Lesson {
    static let title = "Basic mapping"
    static let steps = Steps(
        beforeCodable,
        decodeALaunch,
        takeWhatYouNeed,
        typesThatComeForFree,
        nestedObjects,
        absentNullOrWrong,
        arraysAndWrappers,
        backToJSON,
        testWhatYouDecode
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document)
    }
}

/// The file telstar.json beside this one. The package manager builds it in.
let telstar = Data(PackageResources.telstar_json)

// MARK: - Before Codable

/// A rocket launch arrives as bytes of JSON: `telstar.json`, beside this lesson. Foundation can
/// turn the bytes into dictionaries. Then each value is looked up by the text of its key, its type
/// is checked by hand, and whatever goes wrong comes out as the same nil.
///
/// - Teacher: Let them find the difference between the two functions before they answer. Ask who
/// has searched for such a typing error, and for how long.
func beforeCodable() throws {
    let json = try JSONSerialization.jsonObject(with: telstar)
    guard let launch = json as? [String: Any] else { return }

    func summary(of launch: [String: Any]) -> String? {
        guard let number = launch["flight_number"] as? Int,
            let mission = launch["mission_name"] as? String
        else { return nil }
        return "\(number): \(mission)"
    }
    show(summary(of: launch))

    func typedInAHurry(_ launch: [String: Any]) -> String? {
        guard let number = launch["flight_number"] as? Int,
            let mission = launch["mision_name"] as? String
        else { return nil }
        return "\(number): \(mission)"
    }
    // Predict: The document is good. What does the second function say about it?
    show(typedInAHurry(launch))
}

// MARK: - Decode a launch

/// Name the properties like the keys, add `Decodable`, and the compiler writes the rest: it looks
/// up each key, checks each type, and throws an error that says what is wrong and where.
///
/// `decode` takes the type itself, `Launch.self`, and bytes. A text becomes bytes with
/// `Data(text.utf8)`. On these pages `show` and `attempt` print what comes out, an error with
/// advice. Some advice names things that later lessons teach: `CodingKeys` (lesson 02),
/// `init(from:)` (lesson 05).
///
/// - Teacher: Demo: make `flight_number` a `String` and run again. The error names the type too.
func decodeALaunch() throws {
    struct Launch: Decodable {
        let flight_number: Int
        let mission_name: String
    }
    let text = #"{"flight_number": 65, "mission_name": "Telstar 19V"}"#
    let document = Data(text.utf8)
    show(try JSONDecoder().decode(Launch.self, from: document))

    struct TypedInAHurry: Decodable {
        let flight_number: Int
        let mision_name: String
    }
    // Predict: The same typing error as before. What comes out this time?
    attempt(document) {
        try JSONDecoder().decode(TypedInAHurry.self, from: document)
    }
    // Predict: With try? in place of try, what is left of that error?
    show(try? JSONDecoder().decode(TypedInAHurry.self, from: document))
}

// MARK: - Take what you need

/// A type does not have to mention everything that a document holds. Keys without a property are
/// passed over. An API can add keys tomorrow, and programs that shipped last year go on working.
///
/// - Teacher: Ask what an API must never do, if adding is harmless: remove, rename, change a type.
func takeWhatYouNeed() throws {
    struct Mission: Decodable {
        let mission_name: String
    }
    // Predict: telstar.json has nine keys. Is one property enough?
    show(try JSONDecoder().decode(Mission.self, from: telstar))

    let tomorrow = Data(#"{"mission_name": "Telstar 20V", "crew": []}"#.utf8)
    show(try JSONDecoder().decode(Mission.self, from: tomorrow))
}

// MARK: - Types that come for free

/// Numbers, `Bool`, `String`, `URL`, `UUID`, `Data` (as base64), `Date` (lesson 03 has its traps),
/// arrays, sets, dictionaries, optionals of all these, and enums with raw values.
///
/// An enum takes its raw values and no others; a case takes its own name unless you give it
/// another. That holds where the property is optional too: nothing may be there, not anything.
///
/// - Teacher: Ask how a program should treat a style that it does not know. Lesson 09 has the
/// answers.
func typesThatComeForFree() throws {
    enum Style: String, Decodable { case paleAle = "pale ale", stout }
    struct Beer: Decodable {
        let name: String, abv: Double, isSeasonal: Bool, website: URL
        let hops: Set<String>, prices: [String: Int]
        let style: Style?
    }
    let endeavor = Data(
        """
        { "name": "Endeavor", "abv": 8.9, "isSeasonal": false,
          "website": "https://beer.example", "style": "pale ale",
          "hops": ["Columbus", "Columbus"], "prices": {"pint": 4} }
        """.utf8)
    let beer = try JSONDecoder().decode(Beer.self, from: endeavor)
    show(beer.hops)
    show(beer.style)

    struct Styled: Decodable { let style: Style? }
    let lager = Data(#"{"style": "lager"}"#.utf8)
    // Predict: lager is none of the two, and style is optional. nil, or an error?
    attempt(lager) { try JSONDecoder().decode(Styled.self, from: lager) }
}

// MARK: - Nested objects, nested types

/// An object inside an object is a type inside a type. A museum answers a search with a list of
/// works; a work has an image, an image has an address. Each level is a small `Decodable` of its
/// own.
///
/// Put a type that serves one response inside that response: `Search.Work` cannot be mistaken for
/// another work.
///
/// - Teacher: Draw the document as boxes first. Let them name the types before you show the code.
func nestedObjects() throws {
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
    let found = Data(
        """
        { "elapsedMilliseconds": 12, "count": 1, "artObjects": [
          { "title": "Winter Landscape with Ice Skaters",
            "webImage": { "url": "https://museum.example/skaters.jpg" } } ] }
        """.utf8)
    let search = try JSONDecoder().decode(Search.self, from: found)
    show(search.artObjects)
    // Predict: How do you get to the address from here?
    show(search.artObjects[0].webImage.url)
}

// MARK: - Absent, null or the wrong type

/// A value can be missing in two ways, and wrong in a third. How the property is declared decides
/// which of them is an error. A default value does not make a key optional. Worse is `let abv =
/// 7.0`: it is never decoded at all, whatever the document says, and the compiler gives only a
/// warning.
///
/// - Teacher: Make a table of three rows and three columns on the board and fill it with their
/// guesses.
func absentNullOrWrong() throws {
    struct Required: Decodable { let abv: Double }
    struct MayBeAbsent: Decodable { let abv: Double? }
    struct Defaulted: Decodable { var abv = 5.0 }

    func verdict(_ type: (some Decodable).Type, _ document: Data) -> String {
        do {
            return "\(try JSONDecoder().decode(type, from: document))"
        } catch DecodingError.keyNotFound {
            return "keyNotFound"
        } catch DecodingError.valueNotFound {
            return "valueNotFound"
        } catch {
            return "typeMismatch"
        }
    }
    func row(_ document: Data) -> [String] {
        let required = verdict(Required.self, document)
        let optional = verdict(MayBeAbsent.self, document)
        return [required, optional, verdict(Defaulted.self, document)]
    }
    // Predict: Each row: required, optional, with a default. First, the key is absent:
    show(row(Data(#"{"name": "Endeavor"}"#.utf8)))
    // Predict: Now it is there, and null:
    show(row(Data(#"{"abv": null}"#.utf8)))
    // Predict: Now it is a text:
    show(row(Data(#"{"abv": "8.9"}"#.utf8)))
}

// MARK: - Arrays and wrappers at the root

/// Look at the first character of a document. `[` is a list: decode `[Beer].self`. `{` is an
/// object, and when it wraps a list, it needs a type of its own. Mixing them up gives one of two
/// errors. Learn to read them, for you will meet both.
func arraysAndWrappers() throws {
    struct Beer: Decodable { let name: String }
    struct Menu: Decodable { let beers: [Beer] }
    let decoder = JSONDecoder()

    let list = Data(#"[{"name": "Endeavor"}, {"name": "Lawnmower"}]"#.utf8)
    show(try decoder.decode([Beer].self, from: list))

    let wrapped = Data(#"{"beers": [{"name": "Endeavor"}]}"#.utf8)
    show(try decoder.decode(Menu.self, from: wrapped))

    // Predict: Which error comes when a list is decoded as one beer?
    attempt(list) { try decoder.decode(Beer.self, from: list) }
    attempt(wrapped) { try decoder.decode([Beer].self, from: wrapped) }
}

// MARK: - Back to JSON

/// `Encodable` is the way back, `Codable` is both. The order of the keys is left to chance: it may
/// change from one encode to the next, in one run of one program. Ask for `.sortedKeys` where it
/// matters. Slashes come out escaped unless you say otherwise, and a property that is nil is left
/// out.
///
/// - Teacher: Demo: run `swift run lesson-01 --step 8` a few times with a `show` of the first
/// encode.
func backToJSON() throws {
    struct Launch: Codable {
        let number: Int, mission: String, rocket: String, site: String
        let patch: URL?, video: URL?
    }
    let launch = Launch(
        number: 65, mission: "Telstar 19V", rocket: "Falcon 9", site: "SLC 40",
        patch: URL(string: "https://images2.imgbox.com/o.png"), video: nil)
    let encoder = JSONEncoder()
    // Predict: One value, encoded 100 times. How many different documents?
    let documents = try Set((1...100).map { _ in try encoder.encode(launch) })
    show(documents.count == 1 ? "one" : "more than one")

    encoder.outputFormatting = .sortedKeys
    show(try encoder.encode(launch))
    encoder.outputFormatting = [
        .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    show(try encoder.encode(launch))
}

// MARK: - Test what you decode

/// Keep a real document as a file and check what you get from it, property by property. When the
/// API changes, the test that fails names the property:
///
///     @Test func telstarDecodes() throws {
///         let launch = try JSONDecoder().decode(Launch.self, from: telstar)
///         #expect(launch.mission_name == "Telstar 19V")
///         #expect(launch.rocket.rocket_name == "Falcon 9")
///     }
///
/// Never compare two documents as text. They can differ and say the same. The `Launch` with the
/// whole record, timeline and all, stands at the end of this file.
func testWhatYouDecode() throws {
    let ours = Data(#"{"liftoff": 0, "meco": 150}"#.utf8)
    let theirs = Data(#"{ "meco": 150, "liftoff": 0 }"#.utf8)
    // Predict: Two documents of one timeline. Are their bytes equal? Are their values?
    show(ours == theirs)
    let decoder = JSONDecoder()
    show(
        try decoder.decode(Launch.Timeline.self, from: ours)
            == decoder.decode(Launch.Timeline.self, from: theirs))

    show(try decoder.decode(Launch.self, from: telstar).timeline)
}

// MARK: - What to take away

// | Rule                                                        | Step |
// |-------------------------------------------------------------|------|
// | `Decodable` and properties named like the keys are enough   | 2    |
// | Keys that no property asks for are passed over              | 3    |
// | An enum takes its raw values; another one is an error       | 4    |
// | An object inside an object is a type inside a type          | 5    |
// | Optional allows absent and null, never the wrong type       | 6    |
// | A default value does not make a key optional                | 6    |
// | `[` is `[Beer].self`, `{` is a type of its own              | 7    |
// | The order of keys is chance; `.sortedKeys` settles it       | 8    |
// | Compare values, never texts                                 | 9    |
//
// Left out here: names that differ from the keys (lesson 02), dates (lesson 03), NaN, money and
// base64 (lesson 04), flattening what is nested (lesson 05), recovering from an error (lesson 09).
//
// Now you: open `Exercises/Exercise01.swift`. To judge it:
//
//     swift run workbook check 01

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
