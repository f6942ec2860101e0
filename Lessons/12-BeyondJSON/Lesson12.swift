import Foundation
import Walkthrough

@main
struct Lesson12: Lesson {
    static let title = "Beyond JSON"
    static let steps = Steps(
        anotherFormat,
        nullInAPropertyList,
        writtenByPeople,
        whoAsks,
        namesBecomeATree,
        everyValueIsAString,
        absentEmptyOrNull,
        oneAfterTheOther,
        urlDataAndDate,
        everyModelBefore,
        theWayBack,
        whatAQueryCannotSay
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeLaunch(document)
    }
}

// MARK: - Another format, the same model

struct Liftoff: Codable { let date: Date }

/// Property lists are Apple's format for settings, in XML or in a binary form. `elements(of:)`
/// leaves out the lines of the XML that are the same in all of them.
func anotherFormat() throws {
    let date = Date(timeIntervalSince1970: 1_532_238_600.5)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    let xml = try encoder.encode(Liftoff(date: date))
    // Predict: `PropertyListEncoder` has no strategy for dates. How can it do without one?
    show(elements(of: xml))
    // Dates are values of a property list, as numbers are values of JSON. So is `Data`. There is
    // nothing to choose, and a number is not a date (the errors of this step and the next have the
    // words of Swift 6.3 on Linux):
    let number = Data("<plist><real>1532238600</real></plist>".utf8)
    let decoder = PropertyListDecoder()
    attempt { try decoder.decode(Date.self, from: number) }
    encoder.outputFormat = .binary
    let lists = [xml, try encoder.encode(Liftoff(date: date))]
    show(try lists.map { try decoder.decode(Liftoff.self, from: $0).date })
    // XML loses half a second here: its dates have whole seconds. The binary form is what an encoder
    // writes if you choose nothing. A decoder sees by itself which form it has.
}

// MARK: - Null in a property list

/// A property list has strings, numbers, Bool, dates, data, arrays and dictionaries. It has nothing
/// like the null of JSON. Here are the nicknames of two satellites, and one has none.
func nullInAPropertyList() throws {
    let nicknames: [String?] = ["T19V", nil]
    show(try JSONEncoder().encode(nicknames))
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    // Predict: An array must keep its elements, so the encoder writes one of the kinds above for nil.
    // Which would you take, and what can go wrong with it?
    show(elements(of: try encoder.encode(nicknames)))
    // A string that hopefully nobody uses. The decoder reads this string as null:
    let odd = try encoder.encode(["T19V", "$null"])
    show(try PropertyListDecoder().decode([String?].self, from: odd))
    attempt { try PropertyListDecoder().decode([String].self, from: odd) }
    // A property that is nil is left out, in both formats. One more difference: JSON may be a single
    // value, and `PropertyListEncoder` writes an array or a dictionary at the root.
    attempt { try encoder.encode("Telstar 19V") }
}

// MARK: - JSON written by people

/// JSON5 is JSON for files that people write: comments, single quotes, names without quotes,
/// commas at the end, `+1`, `.5`, `0xFF`, `Infinity` and `NaN`.
func writtenByPeople() throws {
    let note = Data(
        """
        // A geostationary transfer orbit
        mission: 'Telstar 19V',
        orbit: 'GTO',
        """.utf8)
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    // Predict: The comment, the names, the quotes and the last comma are JSON5. What is missing?
    attempt(note) { try decoder.decode([String: String].self, from: note) }
    decoder.assumesTopLevelDictionary = true
    show(try decoder.decode([String: String].self, from: note))
    // The braces. (The message cannot see the option: its second cause is the right one.) With this
    // second option, the document is the inside of an object. An encoder has neither option: it
    // writes plain JSON, and the comment is gone.
    let list = Data("[5,]".utf8)
    show(try JSONDecoder().decode([Int].self, from: list))
    // No option, and this is not JSON. It was read all the same (Swift 6.3 on Linux). Another
    // program may refuse it.
}

// MARK: - Who asks for a container

enum Question: Error { case keyed, unkeyed, singleValue }

/// A decoder that has nothing to give. It throws what it was asked for.
struct Asked: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    func container<Key>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> { throw Question.keyed }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw Question.unkeyed
    }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw Question.singleValue
    }
}

func asks(_ type: any Decodable.Type) -> Any {
    do { return try type.init(from: Asked()) } catch { return error }
}

/// For eleven lessons, your types have asked for containers. `Decoder` is a protocol. `Asked` has
/// all that it requires: two properties and three functions.
func whoAsks() throws {
    show([asks(Liftoff.self), asks([Int].self), asks(Int.self)])
    // Predict: JSON has a string for a URL and for Data. But a URL has two parts, a base and what is
    // relative to it, and Data is a row of bytes. Which containers do they ask for?
    show([asks(URL.self), asks(Data.self)])
    // Not for a string: `JSONDecoder` makes an exception for both. Each type asks in its
    // `init(from:)`, and the decoder gives, from whatever it reads. So a decoder of your own brings
    // nearly every Decodable type to your format.
}

// MARK: - Names become a tree

/// Everybody knows the query of a URL: `mission=Telstar+19V&flight=65`. In ours, a name is a path,
/// `payloads[0].orbit`. A parser, which knows nothing of Codable, makes a tree of the paths:
func namesBecomeATree() throws {
    // Code: Lessons/12-BeyondJSON/QueryValue.swift, enum QueryValue: Equatable
    show(try QueryValue(parsing: "to[1]=ISS+%26+L2&to[0]=GTO"))
    let twice = Data(#"{"flight": 65, "flight": 66}"#.utf8)
    show(try JSONDecoder().decode([String: Int].self, from: twice))
    // Predict: JSONDecoder takes one of the two, without a word. What else could a decoder do? And
    // if an array gets the index 99999999999?
    attempt { try QueryValue(parsing: "flight=65&flight=66") }
    attempt { try QueryValue(parsing: "to=ISS&to[0]=L2") }
    attempt { try QueryValue(parsing: "to[99999999999]=ISS") }
    attempt { try QueryValue(parsing: "rockets=100%") }
    // Nobody knows what was meant, so it is an error: dataCorrupted, with a path. A decoder that
    // guesses hides mistakes. And a decoder that makes an array as long as the index says runs out
    // of memory, for a query of 20 bytes. (A `%` begins two hexadecimal digits, as in `%26`, and a
    // blank is `+` or `%20`. A dot that belongs to a name has a backslash before it, as in `v1\.5`.
    // A bracket has one, too.)
}

// MARK: - Every value is a string

/// A query has strings. The simplest container gives them with `as?`.
func everyValueIsAString() throws {
    let text: Any = "65"
    // Predict: A type asks this container for an Int. What is `text as? Int`?
    show(text as? Int)
    // Nil: `as?` does not read. In a query, a single value has an empty name:
    show(try QueryDecoder().decode(Int.self, from: "=65"))
    attempt { try QueryDecoder().decode(Int8.self, from: "=many") }
    attempt { try QueryDecoder().decode(Int8.self, from: "=300") }
    // The type that is asked for says how to read. Where a closure gives nil, `read` throws:
    // dataCorrupted if a number does not fit, typeMismatch for "many":
    //
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, func value<Value: Decodable>
}

// MARK: - Absent, empty or null

/// The container for an object. An extension makes it a `KeyedDecodingContainerProtocol`, with one
/// generic `decode` for all types. The decoder returns `KeyedDecodingContainer(QueryObject(…))`.
func absentEmptyOrNull() throws {
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, struct QueryObject
    struct Badge: Decodable { let patch: String? }
    let decoder = QueryDecoder(), queries = ["", "patch", "patch="]
    // Predict: No name, a name alone, and one with an equals sign. Which is null, and which an
    // empty string?
    show(try queries.map { try decoder.decode(Badge.self, from: $0).patch })
    attempt { try decoder.decode([String: String].self, from: "patch") }
    // A name alone is our null, and `patch=` an empty string. For an optional, `decodeIfPresent`
    // asks `contains`, then `decodeNil`, then `decode`. For others, null is valueNotFound at the
    // value, and absent is keyNotFound at the object.
}

// MARK: - One element after the other

/// The container for an array. `element` makes a decoder for the next element, with its index at the
/// end of the path. After the last one, it throws.
func oneAfterTheOther() throws {
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, func next<Value>
    struct Place: Decodable {
        let number: Int?, name: String
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            number = try? container.decode(Int.self)
            name = try container.decode(String.self)
        }
    }
    // Predict: The Int fails. Which element does the next line find, and why?
    show(try QueryDecoder().decode(Place.self, from: "[0]=39A"))
    attempt { try QueryDecoder().decode(Place.self, from: "[0]=40") }
    // The same one: an error leaves `next` before it counts. This is the rule of lesson 06, and the
    // reason why `try?` in a loop never ends. In the second query the Int is read, and then the
    // array is at its end. That is valueNotFound too: "found null" is the end here.
    attempt { try QueryDecoder().decode([Int].self, from: "[0]=40&[1]=39A") }
}

// MARK: - URL, Data and Date

/// `JSONDecoder` reads a URL from a string, though a URL asks for an object (step 4).
func urlDataAndDate() throws {
    let json = Data(#"["https://images.example/65.png"]"#.utf8)
    let patches = try JSONDecoder().decode([URL].self, from: json)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    // Predict: The encoder of property lists makes no exception for a URL. What does it write?
    show(elements(of: try encoder.encode(patches)))
    // An object with one name. So a string does not fit a URL in a property list. The exceptions of
    // our decoder are in `value` (step 6), before `type.init(from: self)`: URL and Data, and with an
    // option Date.
    var decoder = QueryDecoder()
    // Predict: The query has the seconds since 1970 of a launch in July 2018. From when does `Date`
    // itself count seconds? In which year is the launch then?
    show(try decoder.decode(Date.self, from: "=1532238600"))
    attempt { try decoder.decode(Date.self, from: "=2018-07-22T05:50:00Z") }
    decoder.dateDecodingStrategy = .iso8601
    show(try decoder.decode(Date.self, from: "=2018-07-22T05:50:00Z"))
    // In 2049: a date counts its seconds from 2001 (lesson 03).
}

// MARK: - Every model of the lessons before

class Person: Decodable { let name: String }
final class Employee: Person {
    let badge: String
    enum CodingKeys: CodingKey { case badge }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        badge = try container.decode(String.self, forKey: .badge)
        try super.init(from: container.superDecoder())
    }
}

/// Nested containers and `superDecoder()` are a few lines each: all of them ask `part` for a decoder
/// of one value, and hand it on or call its container.
func everyModelBefore() throws {
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, func part(_ value: QueryValue
    let decoder = QueryDecoder()
    show(try decoder.decode(Employee.self, from: "badge=emp123&super.name=Joe"))
    // Predict: The next query has no `super`. Which of the three that `part` hands on does the
    // error need? What in `options` do the types of lesson 08 need?
    attempt { try decoder.decode([Employee].self, from: "[0].badge=emp123") }
    // The path: without it, an error says nothing about the place. The options have `userInfo`, and
    // the nested types of lesson 08 need that. A missing `super` is null, as with `JSONDecoder`.
}

// MARK: - The way back

struct Sheet {
    var names: [String] = []
    mutating func write(_ name: String) { names.append(name) }
}

struct SheetEncoder {
    let sheet = Sheet()
    func container() -> Sheet { sheet }
}

/// An encoder gives containers, too, and a value writes into them. Here is a first idea.
func theWayBack() throws {
    let encoder = SheetEncoder()
    var container = encoder.container()
    container.write("mission")
    // Predict: The container has written a name. What is on the sheet of the encoder?
    show(encoder.sheet.names)
    // Nothing: a struct is copied, and the copy was filled. Encoder and container have to share one
    // place. Ours is `box`, an object of a class:
    //
    // Code: Lessons/12-BeyondJSON/QueryEncoder.swift, func container<Key>
    show(try QueryEncoder().encode(["to": ["GTO", "ISS & L2"]]))
    // `%5B` and `%5D` are brackets, which a URL must not have. The decoder reads both.
}

// MARK: - What a query string cannot say

enum Pad: Decodable {
    case int(Int), name(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let int = try? container.decode(Int.self)
        self = try int.map(Pad.int) ?? .name(container.decode(String.self))
    }
}

/// Launch pads have numbers or names. This type finds out by trying.
func whatAQueryCannotSay() throws {
    let json = Data(#"[40, "39A", "40"]"#.utf8)
    show(try JSONDecoder().decode([Pad].self, from: json))
    let query = "[0]=40&[1]=39A&[2]=40"
    // Predict: The query has the same three pads. Which one is another pad here, and why?
    show(try QueryDecoder().decode([Pad].self, from: query))
    // The last one. JSON has quotes around a string, a query has none. And an empty array has no
    // element that could have a name. In our format there is a sign for it, `to[]`:
    show(try QueryEncoder().encode(["to": [Int]()]))
    attempt { try QueryEncoder().encode(nil as Int?) }
    // Null is a name alone, and the name of the root is empty. An encoder has to refuse what its
    // format cannot say: otherwise it is lost without a word. But no encoder can know which types
    // find out by trying.
}

// MARK: - What to take away

// | Rule                                                             | Step  |
// |------------------------------------------------------------------|-------|
// | A property list has dates and data as values, and no null        | 1, 2  |
// | The root of a property list is written as array or dictionary    | 2     |
// | JSON5, and a root without braces, are options of the decoder     | 3     |
// | A type asks for a container, a decoder gives it                  | 4     |
// | Text first becomes a tree; what contradicts itself is an error   | 5     |
// | The type that is asked for says how a text is read               | 6     |
// | One generic `decode` is enough for all types of a protocol       | 7     |
// | keyNotFound at the object, valueNotFound at the value            | 7     |
// | A failed decode does not go on to the next element               | 8     |
// | URL, Data and Date are exceptions, made before `init(from:)`     | 9     |
// | Each decoder for a part gets the path, the value and the options | 10    |
// | Encoder and container share one object                           | 11    |
// | An encoder refuses what its format cannot say                    | 12    |
//
// `QueryValue.swift`, `QueryDecoder.swift` and `QueryEncoder.swift` are yours: read them from top to
// bottom, and use them. There you find `allKeys`, too: it makes a key of each name, and leaves out
// what is not a key of the type. `Launch`, at the end of `Lesson12.swift`, reads all five formats
// (JSON, JSON5, both property lists, queries): try `swift run lesson-12 --decode FILE` with each.
//
// For a type of your own in many formats, ask for a String or a number. `Link`, beside `Launch`,
// does that for a URL, and looks the same everywhere.
//
// Left out here: documents too big for a tree in memory (lesson 13).
//
// Now you: open `Exercises/Exercise12.swift`. To judge it:
//
//     swift run workbook check 12

// MARK: - The part of an XML property list that is not the same in all

/// The XML of a property list, without the lines that are the same in each.
func elements(of xml: Data) -> String {
    let lines = String(decoding: xml, as: UTF8.self).split(separator: "\n")
    return lines.dropFirst(3).dropLast().joined(separator: "\n")
        .replacing("\t", with: "  ")
}

// MARK: - The finished model

/// A launch, from any of five formats. `swift run lesson-12 --decode FILE` decodes one of these, or a
/// list.
struct Launch: Codable, Equatable {
    let mission: String
    let flight: Int
    let date: Date
    /// Whether it went well; nil for a launch to come.
    let success: Bool?
    let patch: Link?
    let payloads: [Payload]
    /// Seconds after liftoff, by event.
    let timeline: [String: Int]?
}

/// What a launch brings to space.
struct Payload: Codable, Equatable {
    let name: String
    let orbit: String?
}

/// A URL that is a string in every format, also in a property list.
struct Link: Codable, Equatable {
    let url: URL

    init(_ url: URL) {
        self.url = url
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        guard let url = URL(string: string) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a URL: \(string)")
        }
        self.url = url
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(url.absoluteString)
    }
}

/// Decodes a launch, or a list of them, from JSON, JSON5, an XML or a binary property list, or a
/// query string, whichever the document looks like. Dates are in ISO 8601, except in property lists.
func decodeLaunch(_ document: Data) throws -> Any {
    let start = String(decoding: document.prefix(100), as: UTF8.self)
        .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if start.hasPrefix("bplist") || start.hasPrefix("<") {
        let decoder = PropertyListDecoder()
        do {
            return try decoder.decode(Launch.self, from: document)
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty {
            return try decoder.decode([Launch].self, from: document)
        }
    }
    if let first = start.first, "{[/".contains(first) {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        decoder.dateDecodingStrategy = .iso8601
        return try decodeOneOrMany(Launch.self, from: document, with: decoder)
    }
    var decoder = QueryDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let query = String(decoding: document, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    return try decoder.decode(Launch.self, from: query)
}
