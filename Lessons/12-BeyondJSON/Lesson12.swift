import Foundation
import Walkthrough

#if canImport(FoundationXML)
    import FoundationXML
#endif

@main
struct Lesson12: Lesson {
    static let title = "Beyond JSON"
    static let steps = Steps(
        // The first half
        anotherFormat,
        nullInAPropertyList,
        aURLInAPropertyList,
        otherXML,
        writtenByPeople,
        // The second half
        decoderForEachValue,
        whoAsks,
        namesBecomeATree,
        everyValueIsAString,
        decoderForAPart,
        membersOfAnObject,
        absentEmptyOrNull,
        oneAfterTheOther,
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

/// First half, steps 1 to 5: other formats. You can take it by itself.
///
/// Property lists are Apple's format for settings, in XML or in a binary form. `elements(of:)`
/// leaves out the lines of the XML that are the same in all of them. In XML, tags such as
/// `<string>` name the kind of each value.
func anotherFormat() throws {
    let date = Date(timeIntervalSince1970: 1_532_238_600.5)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    let xml = try encoder.encode(Liftoff(date: date))
    // Predict: `PropertyListEncoder` has no strategy for dates. How can it do without one?
    show(elements(of: xml))
    // A property list has dates as values, as JSON has numbers. So there is nothing to choose. Data
    // is a value of its own there, too.
    encoder.outputFormat = .binary
    let binary = try encoder.encode(Liftoff(date: date))
    let decoder = PropertyListDecoder()
    show(try decoder.decode(Liftoff.self, from: xml).date)
    show(try decoder.decode(Liftoff.self, from: binary).date)
    // The XML has lost half a second: its dates have whole seconds. The binary form has kept it,
    // and is what the encoder writes if you choose nothing. The decoder sees by itself which form
    // it has. (It reads an older form, too: `{ mission = "CRS-15"; }`.)
}

// MARK: - Null in a property list

/// A property list has strings, numbers, Bool, dates, data, arrays and dictionaries. It has nothing
/// like the null of JSON. Here are the nicknames of two satellites, and one has none.
func nullInAPropertyList() throws {
    let nicknames: [String?] = ["T19V", nil]
    show(try JSONEncoder().encode(nicknames))
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    // Predict: An array must keep its elements, so the encoder writes some other value for nil.
    // What can go wrong, whichever value it takes?
    show(elements(of: try encoder.encode(nicknames)))
    // The string `$null` stands for nil. If this is the real nickname of a satellite, the decoder
    // takes it for null:
    let odd = try encoder.encode(["T19V", "$null"])
    show(try PropertyListDecoder().decode([String?].self, from: odd))
    // A property that is nil makes no trouble: both encoders leave it out.
    //
    // One more thing is missing. JSON may be a single value, and a property list is written with an
    // array, a dictionary or data at its root:
    attempt { try encoder.encode("Telstar 19V") }
}

// MARK: - A URL in a property list

/// A URL has up to two parts: a base, and an address that is relative to it. In JSON it is still
/// one string, because the encoder and the decoder of JSON make an exception for it.
func aURLInAPropertyList() throws {
    let json = Data(#"["https://images.example/65.png"]"#.utf8)
    let patches = try JSONDecoder().decode([URL].self, from: json)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    // Predict: The encoder of property lists makes no exception. This URL has no base. What does
    // the encoder write for it?
    show(elements(of: try encoder.encode(patches)))
    // The URL is a dictionary here, with the one part that it has. So a string is not a URL for
    // `PropertyListDecoder`. `Link` holds a URL and says by itself how it is written:
    //
    // Code: Lessons/12-BeyondJSON/Lesson12.swift, func encode(to encoder: any Encoder)
    show(elements(of: try encoder.encode(patches.map(Link.init))))
    // A type of your own that reads and writes one string looks the same in every format. (`Link`
    // stands at the end of `Lesson12.swift`, with its `init(from:)`.)
}

// MARK: - XML of another kind

final class Missions: NSObject, XMLParserDelegate {
    var names: [String] = [], text = ""

    func parser(_: XMLParser, foundCharacters piece: String) {
        text = piece
    }

    func parser(
        _: XMLParser, didEndElement element: String,
        namespaceURI: String?, qualifiedName: String?
    ) {
        if element == "mission" { names.append(text) }
    }
}

/// Most XML is not a property list, and Foundation has no decoder for it. It has `XMLParser`, which
/// goes through the text and calls an object of yours, its delegate: for each piece of text, and at
/// the end of each element.
func otherXML() throws {
    let xml = "<launch><mission>Telstar &amp; friends</mission></launch>"
    let parser = XMLParser(data: Data(xml.utf8))
    let missions = Missions()
    parser.delegate = missions
    _ = parser.parse()
    // Predict: The parser gives this text in three pieces: what stands before `&amp;`, the sign
    // itself, and what stands behind it. Which name does `Missions` find?
    show(missions.names)
    // Only the last piece is left, because each one replaces the one before. The repair is `text +=
    // piece`, and a function that empties `text` where an element starts. Nothing here is
    // `Decodable`. To use your models with such a format, somebody has to write a decoder for it.
    // The second half shows how that is done.
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
    attempt { try decoder.decode([String: String].self, from: note) }
    // The braces around it are missing. With a second option, the document is the inside of an
    // object:
    decoder.assumesTopLevelDictionary = true
    show(try decoder.decode([String: String].self, from: note))
    // `JSONEncoder` has neither option. It writes plain JSON, and the comment is gone.
    //
    // A comma at the end of an array is read without any option (Swift 6.3 on Linux), though it is
    // not JSON. Another program may refuse it.
    //
    // This is the end of the first half. The exercise needs steps 6 to 14.
}

// MARK: - A decoder for each value

/// Reads nothing, and writes down the path of its decoder.
struct Spot: Decodable {
    let path: [String]
    init(from decoder: any Decoder) {
        path = decoder.codingPath.map(\.stringValue)
    }
}

/// Second half, steps 6 to 16: a decoder of your own. You can take it by itself.
///
/// The decoder is for queries, the part of a URL after the question mark: `to=GTO&flight=65`. In
/// this picture, each line is made from the line above it, and an arrow says who asks. In the next
/// steps, a part of it comes again, and ● stands before the line that the step is about.
///
///     text
///     └─ tree
///        └─ decoder        ← a type asks it for a container
///           └─ container   ← the type asks it for a value
///              └─ decoder  ← the type of the value asks it for a container
///                 └─ …       until a String, an Int … is read from a text
func decoderForEachValue() throws {
    let decoder = QueryDecoder()
    show(try decoder.decode(Spot.self, from: "to=GTO").path)
    // Predict: Now the query is read as a dictionary. The `Spot` is the value of `to` there. Which
    // path does it see?
    show(try decoder.decode([String: Spot].self, from: "to=GTO")["to"]?.path)
    // It sees a path with one key, because it is given a decoder of its own: the second one in the
    // picture. The dictionary had the first one. In the files of this lesson, the tree is a
    // `QueryValue`, each decoder of the picture is a `QueryValueDecoder`, and `QueryDecoder` makes
    // the tree and the first one of them.
}

// MARK: - Who asks for a container

enum Question: Error { case keyed, unkeyed, singleValue }

struct EmptyDecoder: Decoder {
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

func whatAsks(_ type: any Decodable.Type) -> Any {
    do { return try type.init(from: EmptyDecoder()) } catch { return error }
}

/// `Decoder` is a protocol. `EmptyDecoder` has all that it requires, and no document: it throws
/// an error that names the container it was asked for.
///
///     ●     └─ decoder      ← a type asks it for a container
///              └─ container
func whoAsks() throws {
    struct Flight: Decodable { let number: Int }
    // Predict: Which container does each of these three types ask for?
    show([whatAsks(Flight.self), whatAsks([Int].self), whatAsks(Int.self)])
    // A type with properties asks for keys, an array for elements, a number for a single value. A
    // decoder gives that, or throws if it has something else. No type asks for JSON. So
    // your types can be read from another format, too, if somebody writes a decoder for it.
}

// MARK: - Names become a tree

/// In our format, a name is a path, such as `payloads[0].orbit`. (`+` is a space, and `%26` is
/// `&`.) A parser makes a tree of the paths. It knows nothing of Codable.
///
///        text
///     ●  └─ tree
///           └─ decoder
func namesBecomeATree() throws {
    // Code: Lessons/12-BeyondJSON/QueryValue.swift, enum QueryValue: Equatable
    show(try QueryValue(parsing: "to[1]=ISS+%26+L2&to[0]=GTO"))
    // Now a mistake that a document can have in any format:
    let twice = Data(#"{"flight": 65, "flight": 66}"#.utf8)
    show(try JSONDecoder().decode([String: Int].self, from: twice))
    // Predict: `JSONDecoder` takes one of the two and says nothing. Why is it better to throw?
    attempt { try QueryValue(parsing: "flight=65&flight=66") }
    // It is better because nobody knows which of the two was meant. The path of the error is the
    // way through the tree to the place. An index that is too high, as in
    // `to[99999999999]=ISS`, is an error, too: a parser that believed it would fill the memory.
}

// MARK: - Every value is a string

/// The tree has texts, and no numbers. In our format, a single value has an empty name: `=65`.
///
///                 └─ decoder
///     ●              └─ …       until a String, an Int … is read from a text
func everyValueIsAString() throws {
    let decoder = QueryDecoder()
    // Predict: Nothing in the query says that 65 is a number. How does the decoder know what to
    // make of the text?
    show(try decoder.decode(Int.self, from: "=65") + 1)
    // The type that is asked for says it. The decoder's `value` looks at that type:
    //
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, func value<Value: Decodable>
    attempt { try decoder.decode(Int8.self, from: "=many") }
    attempt { try decoder.decode(Int8.self, from: "=300") }
    // Where the closure gives nil, `read` throws: typeMismatch if the text is not even a Double,
    // and dataCorrupted if the number does not fit. `special` reads a few types more: Double,
    // Float, URL, Data, Decimal and, with an option, Date. Every other type decodes itself, with
    // `init(from:)`.
}

// MARK: - The decoder for a part

let languageKey = CodingUserInfoKey(rawValue: "language")!

struct Greeting: Decodable {
    let language: String?
    init(from decoder: any Decoder) {
        language = decoder.userInfo[languageKey] as? String
    }
}

/// Every decoder below the first one is made by `part`, and gets three things from it: a value of
/// the tree, the path to it, and the options of `QueryDecoder`, such as `userInfo` (lesson 08). A
/// container calls `part`.
///
///              └─ container
///     ●           └─ decoder   ← the type of the value asks it for a container
func decoderForAPart() throws {
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, func part(_ value: QueryValue
    let decoder = QueryDecoder(userInfo: [languageKey: "de"])
    show(try decoder.decode(Greeting.self, from: "").language)
    // Predict: Somebody writes `options: QueryDecoder()` in `part`. Which greeting loses its
    // language then, the one above or the one below, and why?
    show(try decoder.decode([Greeting].self, from: "[0]=Joe").map(\.language))
    // This is the right `part`. With the other one, the greeting below would lose its language: the
    // first decoder has its options from `QueryDecoder`, and all others have only what `part` hands
    // on.
}

// MARK: - The members of an object

/// A container with keys has the members of an object. When it is asked for one of them, it makes
/// the decoder for this part, and `value` reads it (step 9).
///
///     ●        └─ container   ← the type asks it for a value
///                 └─ decoder
func membersOfAnObject() throws {
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, struct QueryObject
    struct Badge: Decodable { let number: Int }
    // Predict: `decoder.missing` makes keyNotFound, with the path of the decoder that the container
    // has. Where does the path end if there is no `number`?
    attempt { try QueryDecoder().decode([Badge].self, from: "[0].name=Joe") }
    // It ends at the object, because there is no part for which a decoder could be made. With
    // `[0].number=many`, there is one, and typeMismatch is at `[0].number`.
}

// MARK: - Absent, empty or null

/// In our format, a name alone is null: `patch`. With an equals sign it is an empty string:
/// `patch=`. For an optional property the compiler calls `decodeIfPresent`. It asks the container
/// up to three things: `contains`, then `decodeNil`, then `decode`. A nil comes from the first or
/// from the second.
///
///           └─ decoder
///     ●        └─ container   ← the type asks it for a value
///                 └─ decoder
func absentEmptyOrNull() throws {
    struct Badge: Decodable { let patch: String? }
    let decoder = QueryDecoder()
    let queries = ["", "patch", "patch="]
    // Predict: Two of these queries make the same badge. Which two, and why?
    show(try queries.map { try decoder.decode(Badge.self, from: $0).patch })
    // The first two make nil. In the first, `contains` says no. In the second, `decodeNil` says
    // yes. A property that is not optional asks for `decode` at once. Then the two have different
    // errors:
    struct Named: Decodable { let patch: String }
    attempt { try decoder.decode(Named.self, from: "") }
    attempt { try decoder.decode(Named.self, from: "patch") }
}

// MARK: - One element after the other

/// A container for an array counts. Its `nextDecoder` makes the decoder for the element at
/// `currentIndex`.
///
///           └─ decoder
///     ●        └─ container   ← the type asks it for the next value
///                 └─ decoder
func oneAfterTheOther() throws {
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, func next<T: Decodable>
    struct Place: Decodable {
        let number: Int?, name: String
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            number = try? container.decode(Int.self)
            name = try container.decode(String.self)
        }
    }
    // Predict: 39A is not an Int, so the first line of `next` throws. Which element does the
    // container give for the name?
    show(try QueryDecoder().decode(Place.self, from: "[0]=39A&[1]=East"))
    // It gives the same element again: an error leaves `next` before it counts. So a type can try
    // one thing after the other. It is also why `try?` in a loop never ends (lesson 06).
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

/// `superDecoder()` and nested containers need nothing new. `superDecoder()` gives the decoder of a
/// part, and a nested container is a container of such a decoder.
///
///              └─ container
///     ●           └─ decoder   ← the superclass asks it for a container
func everyModelBefore() throws {
    let decoder = QueryDecoder()
    let joe = "badge=emp123&super.name=Joe"
    show(try decoder.decode(Employee.self, from: joe))
    // Predict: The next query has no `super`. `superDecoder()` still makes a decoder, with null as
    // its value. `Person` asks it for a container with keys. Which error comes out?
    attempt { try decoder.decode([Employee].self, from: "[0].badge=emp123") }
    // Null has no container, so the error is valueNotFound, at the path that `part` has made.
    // `JSONDecoder` does the same. Here ends what the exercise needs.
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

/// An encoder gives containers, too, and a type writes into them. Here is a first idea of an
/// encoder.
func theWayBack() throws {
    let encoder = SheetEncoder()
    var container = encoder.container()
    container.write("mission")
    // Predict: The container has written a name. What is on the sheet of the encoder?
    show(encoder.sheet.names)
    // Nothing is on it: a struct is copied, and the copy was filled. Encoder and container have to
    // share one place. In `QueryEncoder.swift` it is `box`, an object of a class:
    //
    //     encoder   ─┐
    //                ├─ box ─ text
    //     container ─┘
    show(try QueryEncoder().encode(["to": ["GTO", "ISS & L2"]]))
    // `%5B` and `%5D` are brackets. The query of a URL must not have them as they are. The decoder
    // reads them in both forms.
}

// MARK: - What a query string cannot say

enum Pad: Decodable {
    case int(Int), name(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let int = try? container.decode(Int.self) {
            self = .int(int)
        } else {
            self = .name(try container.decode(String.self))
        }
    }
}

/// Launch pads have numbers or names. This type tries the number first.
func whatAQueryCannotSay() throws {
    let json = Data(#"[40, "39A", "40"]"#.utf8)
    show(try JSONDecoder().decode([Pad].self, from: json))
    let query = "[0]=40&[1]=39A&[2]=40"
    // Predict: The query has the same three pads. Which one is another pad here, and why?
    show(try QueryDecoder().decode([Pad].self, from: query))
    // The last one was a name, and is a number now. JSON has quotes around a string, and a query
    // has none. Where an encoder sees that something would be lost, it has to throw:
    attempt { try QueryEncoder().encode(nil as Int?) }
    // Null is a name alone, and the root has no name. For a type like `Pad` the encoder can do
    // nothing: it writes 40, and cannot see how somebody will read it.
}

// MARK: - What to take away

// | Rule                                                               | Step |
// |--------------------------------------------------------------------|------|
// | A property list has dates and data as values, and no null          | 1, 2 |
// | Its root is written as an array, a dictionary or data              | 2    |
// | What reads and writes one string is the same in every format       | 3    |
// | For other XML, Foundation has a parser and no decoder              | 4    |
// | JSON5, and a root without braces, are options of the decoder       | 5    |
// | Each value gets a decoder of its own, with its own path            | 6    |
// | A type asks for a container, a decoder gives it                    | 7    |
// | Text first becomes a tree; what contradicts itself is an error     | 8    |
// | The type that is asked for says how a text is read                 | 9    |
// | The decoder for a part needs the value, the path and the options   | 10   |
// | keyNotFound ends at the object, because there is no part           | 11   |
// | `decodeIfPresent` asks `contains`, then `decodeNil`, then `decode` | 12   |
// | A failed decode does not go on to the next element                 | 13   |
// | Where `super` is missing, its decoder holds null                   | 14   |
// | Encoder and container share one object                             | 15   |
// | An encoder refuses what its format cannot say                      | 16   |
//
// `QueryValue.swift`, `QueryDecoder.swift` and `QueryEncoder.swift` are yours: read them from top
// to bottom, and use them. There you find how a decoder gives a container,
// `KeyedDecodingContainer(QueryObject(…))`, how `missing` makes its error, and `allKeys`: it makes
// a key of each name, and leaves out what is not a key of the type. `Launch`, at the end of
// `Lesson12.swift`, reads five formats (JSON, JSON5, both property lists, queries): try `swift run
// lesson-12 --decode FILE` with each.
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

/// A launch, from any of five formats. `swift run lesson-12 --decode FILE` decodes one of these, or
/// a list.
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
/// query string, whichever the document looks like. Dates are in ISO 8601, except in property
/// lists.
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
