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
        aDefaultValue,
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

/// A rocket launch arrives as bytes of JSON. Without `Codable`, a program turns the bytes into a
/// dictionary and looks up each value by the name of its key. Two functions do so here. The
/// compiler accepts both. What can still go wrong?
///
/// In `#"…"#`, a quote needs no backslash; `"""` holds several lines. `utf8` gives the bytes. (So
/// does `data(using: .utf8)`. It is optional, as other encodings lack characters.) `show` prints a
/// value below its line.
func beforeCodable() throws {
    let document = Data(
        #"{"flight_number": 65, "mission_name": "Telstar 19V"}"#.utf8)
    let json = try JSONSerialization.jsonObject(with: document)
    guard let launch = json as? [String: Any] else { return }
    func caption(of launch: [String: Any]) -> String? {
        guard let number = launch["flight_number"] as? Int,
            let mission = launch["mission_name"] as? String
        else { return nil }
        return "\(number): \(mission)"
    }
    func headline(of launch: [String: Any]) -> String? {
        guard let number = launch["flight_number"] as? Int,
            let mission = launch["mision_name"] as? String
        else { return nil }
        return "\(mission), flight \(number)"
    }
    // Predict: One of the two functions returns nil. Which one?
    show(caption(of: launch))
    show(headline(of: launch))
    // `headline` asks for `mision_name`, with one s. A key is a string, so the compiler cannot
    // check it. A wrong key, a wrong type and a missing value all give the same nil, and nothing
    // says which of them it was.
}

// MARK: - Decode a launch

/// Name the properties like the keys and add `Decodable`: the compiler writes the code that looks
/// up each key and checks each type. Here is the misspelled key of step 1 again. `attempt` prints
/// what a closure returns, or its error with advice; with the bytes, it shows the place too. Some
/// advice names things of later lessons, such as `CodingKeys` (lesson 02).
func decodeALaunch() throws {
    struct Launch: Decodable {
        let flight_number: Int, mission_name: String
    }
    struct InAHurry: Decodable {
        let flight_number: Int, mision_name: String
    }
    let document = Data(
        #"{"flight_number": 65, "mission_name": "Telstar 19V"}"#.utf8)
    let decoder = JSONDecoder()
    show(try decoder.decode(Launch.self, from: document))
    // Predict: And with the misspelled key: what does the decoder say is missing?
    attempt(document) { try decoder.decode(InAHurry.self, from: document) }
    // The compiler makes keys of the properties' names, so the error can say which one is missing.
    // Predict: With `try?` in place of `try`, what is left of that error?
    show(try? decoder.decode(InAHurry.self, from: document))
    // Nothing is left: the nil of step 1 again. Use `try?` only if you need no reason.
}

// MARK: - Take what you need

/// `telstar.json`, beside this lesson, has nine keys: the number of the flight, the rocket, the
/// site, and more. The type below asks for one of them. An API will change while your program is in
/// use. Which changes can the program survive?
func takeWhatYouNeed() throws {
    struct Mission: Decodable {
        let mission_name: String
    }
    let decoder = JSONDecoder()
    show(try decoder.decode(Mission.self, from: telstar))

    let added = Data(#"{"mission_name": "Telstar 20V", "crew": []}"#.utf8)
    let renamed = Data(#"{"name": "Telstar 20V", "flight_number": 66}"#.utf8)
    // Predict: The API adds a key in one document and renames one in the other. Which change breaks
    // the type?
    attempt(added) { try decoder.decode(Mission.self, from: added) }
    attempt(renamed) { try decoder.decode(Mission.self, from: renamed) }
    // The decoder looks for the keys of the properties, and ignores all other keys. So an API can
    // add keys, and programs in use go on working. It breaks them when it renames or removes a key
    // that they require, or changes the type of a value that they read.
    //
    // Look at three real documents before you write a model: some have a key that others lack. Get
    // them with a browser, or with `curl -H "Accept: application/json" ADDRESS > one.json`. To see
    // their levels: `python3 -m json.tool one.json`, or `jq . one.json`.
}

// MARK: - Types that come for free

/// You can decode numbers, `Bool`, `String`, `URL`, `UUID`, `Data` (lesson 04) and `Date` (lesson
/// 03), arrays, sets and optionals of them, and dictionaries with `String` as the key. You can also
/// decode an enum that has raw values: `stout` has no string of its own, so its raw value is its
/// name. With an optional, a beer needs no style. But what if a string is none of the raw values?
func typesThatComeForFree() throws {
    enum Style: String, Decodable { case paleAle = "pale ale", stout }
    struct Beer: Decodable {
        let website: URL, hops: Set<String>, style: Style?
    }
    let endeavor = Data(
        """
        { "website": "https://beer.example", "style": "pale ale",
          "hops": ["Columbus", "Columbus"] }
        """.utf8)
    show(try JSONDecoder().decode(Beer.self, from: endeavor))

    struct Styled: Decodable { let style: Style? }
    let named = Data(#"{"style": "paleAle"}"#.utf8)
    // Predict: The property is optional, and the document has the name of a case, not its raw
    // value. Is the style `.paleAle`, is it nil, or is it an error?
    attempt(named) { try JSONDecoder().decode(Styled.self, from: named) }
    // It is an error. The raw values are "pale ale" and "stout", and nothing else is a style. It
    // does not become nil. So a new style in the API breaks programs in use. Lesson 09 shows what
    // to do about it.
}

// MARK: - Nested objects, nested types

/// A museum answers a search with a list of works. Each work has an image, and each image an
/// address. Does the model need all these levels?
func nestedObjects() throws {
    let found = Data(
        """
        { "artObjects": [ { "title": "Winter Landscape",
            "webImage": { "url": "https://museum.example/w.jpg" } } ] }
        """.utf8)
    struct Flat: Decodable { let artObjects: [FlatWork] }
    struct FlatWork: Decodable { let title: String, url: URL }
    // Predict: `FlatWork` asks for `url`, and there is such a key. In which object does the decoder
    // look for it?
    attempt { try JSONDecoder().decode(Flat.self, from: found) }
    // It looks in the object of the work, and finds no `url` there. If `url` were optional, it
    // would be nil, without an error. A type sees the keys of one object. So yes, each level gets a
    // small type of its own:
    struct Search: Decodable {
        let artObjects: [Work]
        struct Work: Decodable { let title: String, webImage: Image }
        struct Image: Decodable { let url: URL }
    }
    let search = try JSONDecoder().decode(Search.self, from: found)
    show(search.artObjects[0].webImage.url)
    // `Work` is inside `Search`, so a type outside can have the name `Work` too. If `Image` were
    // not `Decodable`, the compiler would refuse to make `Work` decodable.
}

// MARK: - Absent, null or the wrong type

/// A value can be missing in two ways, and wrong in a third. Here is a document for each. Which
/// of them does the type of the property allow?
func absentNullOrWrong() throws {
    struct Required: Decodable { let abv: Double }
    struct MayBeAbsent: Decodable { let abv: Double? }
    let absent = Data(#"{"name": "Endeavor"}"#.utf8)
    let null = Data(#"{"abv": null}"#.utf8)
    let wrong = Data(#"{"abv": "8.9"}"#.utf8)
    let decoder = JSONDecoder()
    // Predict: `DecodingError` has the cases keyNotFound, typeMismatch and valueNotFound, and one
    // more. With `Required`, which document gives which?
    attempt { try decoder.decode(Required.self, from: absent) }
    attempt { try decoder.decode(Required.self, from: null) }
    attempt { try decoder.decode(Required.self, from: wrong) }
    // Predict: With an optional property, one of the three documents is still an error. Which one?
    show(try decoder.decode(MayBeAbsent.self, from: absent))
    show(try decoder.decode(MayBeAbsent.self, from: null))
    attempt { try decoder.decode(MayBeAbsent.self, from: wrong) }
    // Optional means: there may be no value. So no key and null both give nil. A value of the wrong
    // type is a value, and still an error.
}

// MARK: - A default value

/// The API leaves out `abv` for most beers, and then your program uses 5.0. Two types try this.
/// One gives the property a default value, the other one uses `??`. Which one works?
func aDefaultValue() throws {
    struct Defaulted: Decodable {
        var abv = 5.0
    }
    struct MayBeAbsent: Decodable {
        let abv: Double?
        var strength: Double { abv ?? 5.0 }
    }
    let absent = Data(#"{"name": "Endeavor"}"#.utf8)
    show(Defaulted().abv)
    // `Defaulted()` uses the 5.0. The decoder uses another initializer, which the compiler writes:
    // it asks for the key of each property.
    // Predict: What does this initializer do with `absent`?
    attempt { try JSONDecoder().decode(Defaulted.self, from: absent) }
    // It throws, and looks at no default value: such a `var` is still required. (`var abv: Double?
    // = 5.0` becomes nil.) `??` works:
    show(try JSONDecoder().decode(MayBeAbsent.self, from: absent).strength)
    // And `let abv = 5.0`, with a value, is never decoded, whatever the document says. All you get
    // is a warning from the compiler.
}

// MARK: - Arrays and wrappers at the root

/// Some documents are a list. In others, the list is inside an object, its wrapper. The first
/// character (spaces aside) tells you: `[` or `{`.
func arraysAndWrappers() throws {
    struct Beer: Decodable { let name: String }
    struct Menu: Decodable { let beers: [Beer] }
    let list = Data(#"[{"name": "Endeavor"}, {"name": "Lawnmower"}]"#.utf8)
    let wrapped = Data(#"{"beers": [{"name": "Endeavor"}]}"#.utf8)
    let decoder = JSONDecoder()
    show(try decoder.decode([Beer].self, from: list))
    // Predict: Which of these types fit `wrapped`: `[Beer]`, `Menu`, `[String: [Beer]]`?
    attempt { try decoder.decode([Beer].self, from: wrapped) }
    attempt { try decoder.decode(Menu.self, from: wrapped) }
    attempt { try decoder.decode([String: [Beer]].self, from: wrapped) }
    // The last two fit. Prefer the type with properties: a dictionary takes any key, so it does not
    // notice when `beers` gets another name.
    // Predict: Somebody decodes `Beer.self` from the list. What does the decoder expect to find?
    attempt(list) { try decoder.decode(Beer.self, from: list) }
    // Both mistakes are a typeMismatch. What was expected and what was found tells them apart.
}

// MARK: - Back to JSON

/// `Encodable` is the way from a value to JSON, and `Codable` is both ways. If you only read, adopt
/// `Decodable` alone.
func backToJSON() throws {
    struct Launch: Codable, Equatable {
        let number: Int, mission: String, rocket: String, site: String
        let patch: URL?, video: URL?
    }
    let launch = Launch(
        number: 65, mission: "Telstar 19V", rocket: "Falcon 9", site: "SLC 40",
        patch: URL(string: "https://images.example/o.png"), video: nil)
    let encoder = JSONEncoder()
    let lists = (1...100).map { Array(repeating: launch, count: $0) }
    // Predict: The encoder keeps keys in a dictionary, which has no fixed order. We encode 100
    // lists, of 1 to 100 launches. Does each begin with the same key?
    let starts = Set(try lists.map { try encoder.encode($0).prefix(5) })
    show(starts.count == 1 ? "always the same one" : "not always the same one")
    // The order of the keys is left to chance, even in one run of one program. With `.sortedKeys`,
    // this launch always gives the same bytes (a `Set` in it would still be in any order):
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let written = try encoder.encode(launch)
    show(written)
    // Predict: `video` is nil and has no key. Is the same launch decoded from this?
    show(try JSONDecoder().decode(Launch.self, from: written) == launch)
    // It is: absent is nil. Another sender may write null; write it for a receiver who asks for it
    // (lesson 02). Without `.withoutEscapingSlashes`, a slash is `\/`, which is good JSON too. With
    // `.prettyPrinted`, each key has a line.
}

// MARK: - Test what you decode

/// A document that can be decoded: is that a proof that the model is right? And how do you compare
/// two documents?
func testWhatYouDecode() throws {
    struct Report: Decodable {
        let mission_name: String, launch_sucess: Bool?
    }
    let saved = Data(
        #"{"mission_name": "Telstar 19V", "launch_success": true}"#.utf8)
    // Predict: A misspelled key, as in step 2. But why is there no keyNotFound this time?
    show(try JSONDecoder().decode(Report.self, from: saved))
    // An optional property may be absent, so nobody notices. A test does: save a real document as a
    // file, and check each property, with `#expect(report.launch_sucess == true)`. It fails when a
    // change of the model loses a value. The saved file does not change when the API does, so save
    // a new one from time to time.
    struct Timeline: Decodable, Equatable { let liftoff: Int, meco: Int }
    let ours = Data(#"{"liftoff": 0, "meco": 150}"#.utf8)
    let theirs = Data(#"{ "meco": 150, "liftoff": 0 }"#.utf8)
    let decoder = JSONDecoder()
    // Predict: Two tests: one compares the bytes, one the values. Which one says that these are
    // equal?
    show(ours == theirs)
    show(
        try decoder.decode(Timeline.self, from: ours)
            == decoder.decode(Timeline.self, from: theirs))
    // The test of the values does. The bytes differ in the order of keys and in spaces, and say the
    // same.
}

// MARK: - What to take away

// | Rule                                                            | Step |
// |-----------------------------------------------------------------|------|
// | `Decodable` and properties named like the keys are enough       | 2    |
// | `try?` throws the reason away                                   | 2    |
// | Keys that no property asks for are passed over                  | 3    |
// | An enum takes its raw values; any other value is an error       | 4    |
// | Each object of the document has a type of its own               | 5    |
// | Optional allows absent and null, never the wrong type           | 6    |
// | A default value does not take the place of an absent key        | 7    |
// | `[` is `[Beer].self`, `{` is a type with properties             | 8    |
// | The order of keys is left to chance, or fixed by `.sortedKeys`  | 9    |
// | Test each property of a real document; compare values           | 10   |
//
// Left out here: names that differ from the keys (lesson 02), dates (lesson 03), NaN, money and
// base64 (lesson 04), flattening what is nested (lesson 05), recovering from an error (lesson 09).
//
// The finished model of a launch is at the end of `Lesson01.swift`. `--decode FILE` tries it on a
// document of yours.
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
