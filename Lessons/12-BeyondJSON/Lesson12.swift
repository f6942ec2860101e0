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
        aURLInAPropertyList,
        whatEachFormatLoses,
        writtenByPeople,
        otherXML,
        // The second half
        whoAsks,
        decoderForEachValue,
        everyValueIsAString,
        absentEmptyOrNull,
        oneAfterTheOther,
        aPlaceToWriteInto,
        twoContainersInOnePlace,
        aPartThatThrows,
        whatAQueryCannotSay
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeFlight(document)
    }
}

// MARK: - Another format, the same model

struct Launch: Codable {
    let mission: String
    let date: Date
    let emblem: Data
    let patch: URL
    let nicknames: [String?]
    let orbit: String?
}

let telstar = Launch(
    mission: "Telstar 19V",
    date: Date(timeIntervalSince1970: 1_532_238_600.25),
    emblem: Data([0x89, 0x50, 0x4E, 0x47]),
    patch: URL(
        string: "65.png", relativeTo: URL(string: "https://a.example"))!,
    nicknames: ["T19V", nil],
    orbit: nil)

/// This lesson has two halves of half an hour or more, and you can take each of them by itself:
/// steps 1 to 5 are about other formats, and steps 6 to 14 about a decoder and an encoder of your
/// own. The exercise needs the second half.
///
/// A property list is Apple's format for settings. It has strings, numbers, Bools, dates, data,
/// arrays and dictionaries, and nothing else. In its XML form, a tag such as `<string>` names the
/// kind of each value. To write one, a program takes another encoder, and nothing changes in the
/// model. `elements(of:)` leaves out what all property lists have, and puts a key and its value
/// into one line.
func anotherFormat() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    show(try encoder.encode(telstar))
    let listEncoder = PropertyListEncoder()
    listEncoder.outputFormat = .xml
    // Predict: The second nickname is nil, and a property list has no null. Does the encoder leave
    // it out, throw, or write something else?
    show(elements(of: try listEncoder.encode(telstar)))
    // It writes the string `$null`, which stands for nil. If `$null` is the real nickname of a
    // satellite, the decoder reads nil:
    let nickname = try listEncoder.encode(["$null"])
    show(try PropertyListDecoder().decode([String?].self, from: nickname))
    // The orbit is nil as well, and neither document has it. The compiler writes `encodeIfPresent`
    // for an optional property, and that leaves nil out. The date and the emblem are values of the
    // format itself, so `PropertyListEncoder` needs no strategies for dates and data.
}

// MARK: - A URL in a property list

/// The patch of step 1 became a dictionary, because a URL has two parts: a base, and an address
/// that is relative to it. In JSON it is one string. This property list was written by hand, and
/// its patch is one string too.
func aURLInAPropertyList() throws {
    let settings = Data(
        """
        <plist version="1.0"><dict>
          <key>mission</key><string>CRS-15</string>
          <key>patch</key><string>https://a.example/66.png</string>
        </dict></plist>
        """.utf8)
    struct Badge: Decodable {
        let mission: String
        let patch: URL
    }
    // Predict: JSON with the same two strings makes a `Badge`. What does the decoder of property
    // lists say?
    attempt { try PropertyListDecoder().decode(Badge.self, from: settings) }
    // It wants the dictionary, because a URL asks for keys when it decodes itself. The encoder and
    // the decoder of JSON make an exception for URLs, and those of property lists make none. A type
    // of your own that reads and writes one string is the same in every format:
    //
    // Code: Lessons/12-BeyondJSON/Lesson12.swift, struct Link
    struct PortableBadge: Decodable {
        let mission: String
        let patch: Link
    }
    attempt {
        try PropertyListDecoder().decode(PortableBadge.self, from: settings)
    }
}

// MARK: - What each format loses

func changes(from launch: Launch, to copy: Launch) -> [String] {
    var names: [String] = []
    if copy.mission != launch.mission { names.append("mission") }
    if copy.date != launch.date { names.append("date") }
    if copy.emblem != launch.emblem { names.append("emblem") }
    if copy.patch != launch.patch { names.append("patch") }
    if copy.nicknames != launch.nicknames { names.append("nicknames") }
    return names
}

/// A property list has a binary form too, and the encoder writes it if you choose nothing. The
/// decoder finds out by itself which form it has. The launch of step 1 now goes out and in again:
/// in JSON, in XML and in the binary form.
func whatEachFormatLoses() throws {
    let xmlEncoder = PropertyListEncoder()
    xmlEncoder.outputFormat = .xml
    let binaryEncoder = PropertyListEncoder()
    let decoder = PropertyListDecoder()
    let copies = [
        "JSON": try JSONDecoder().decode(
            Launch.self, from: JSONEncoder().encode(telstar)),
        "XML": try decoder.decode(
            Launch.self, from: xmlEncoder.encode(telstar)),
        "binary": try decoder.decode(
            Launch.self, from: binaryEncoder.encode(telstar)),
    ]
    // Predict: Which of the three copies are not equal to the launch?
    show(copies.mapValues { changes(from: telstar, to: $0) })
    // JSON has lost the base of the patch, because it writes the whole address as one string. XML
    // has lost a quarter of a second, because its dates have whole seconds. In the binary form, all
    // of it has come back. A format keeps what it has a form for, so try yours with your own
    // values.
    //
    // The binary form writes each string once, a key too, however often it is used. Here are a
    // thousand launches, each with another mission and date:
    let launches = (1...1_000).map { number in
        Launch(
            mission: "Mission \(number)",
            date: Date(timeIntervalSince1970: Double(number) * 86_400.25),
            emblem: telstar.emblem, patch: telstar.patch, nicknames: [],
            orbit: "GTO")
    }
    let json = try JSONEncoder().encode(launches)
    let xml = try xmlEncoder.encode(launches)
    let binary = try binaryEncoder.encode(launches)
    let xmlRatio = Double(xml.count) / Double(json.count)
    show(measured: xmlRatio, "times the bytes of JSON")
    let binaryRatio = Double(binary.count) / Double(json.count)
    show(measured: binaryRatio, "times the bytes of JSON")
    // Where bytes are dear and both ends are yours, other formats save more. CBOR and MessagePack
    // are binary forms of what JSON can say, and packages have coders for them that take your
    // models. With Protocol Buffers, a schema comes first, and a tool makes the types of it.
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
    // Set `allowsJSON5` for documents of your own people only, and never for those of a stranger.
    // With Swift 6.3 on Linux, `{a:1e+}` ends the program where the type asks for a `Double`, and
    // nobody can catch that. Lesson 16 is about bytes of strangers.
    //
    // On Linux, a comma at the end of an array or an object is read without any option too. It is
    // not JSON, and another program may refuse it.
}

// MARK: - XML of another kind

final class Missions: NSObject, XMLParserDelegate {
    var names: [String] = []
    var text = ""

    func parser(_ parser: XMLParser, foundCharacters piece: String) {
        text = piece
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String,
        namespaceURI: String?, qualifiedName: String?
    ) {
        if element == "mission" {
            names.append(text)
        }
    }
}

/// Most XML is not a property list, and Foundation has no decoder for it. It has `XMLParser`, which
/// goes through the text and calls an object of yours, its delegate, for each piece of text and at
/// the end of each element. On Linux, it is in the module `FoundationXML`.
func otherXML() throws {
    let xml = "<launch><mission>Telstar &amp; friends</mission></launch>"
    let parser = XMLParser(data: Data(xml.utf8))
    let missions = Missions()
    parser.delegate = missions
    _ = parser.parse()
    // Predict: The parser gives this text in three pieces: what stands before `&amp;`, the sign
    // itself, and what comes after it. Which name does `Missions` find?
    show(missions.names)
    // Only the last piece is left, because each one takes the place of the one before. Write `text
    // += piece`, and empty `text` where an element starts.
    //
    // None of this is `Decodable`. To use your models with such a format, somebody has to write a
    // decoder for it, and the second half shows how that is done.
}

// MARK: - Who asks for a container

enum ContainerRequest: Error {
    case keyed
    case unkeyed
    case singleValue
}

struct EmptyDecoder: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        throw ContainerRequest.keyed
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw ContainerRequest.unkeyed
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw ContainerRequest.singleValue
    }
}

/// `Decoder` is a protocol, and you can write one for a format of your own. In this picture of a
/// decoder at work, each line is made from the line above it, and says who asks. In the next steps,
/// a part of it comes again, and the line that the step is about is marked.
///
/// ```tree
/// text
///   tree
///     decoder: a type asks it for a container  <- this step
///       container: the type asks it for a value
///         decoder: the type of the value asks it for a container
///           … until a String, an Int … is read from a text
/// ```
///
/// `EmptyDecoder` has all that the protocol requires, and no document: it throws an error that
/// names the container it was asked for.
func whoAsks() throws {
    struct Rocket: Decodable {
        let name: String
    }
    func request(by type: any Decodable.Type) -> Result<Any, any Error> {
        Result { try type.init(from: EmptyDecoder()) }
    }
    let types: [any Decodable.Type] = [Rocket.self, [Int].self, Int.self]
    // Predict: Which container does each of these three types ask for?
    show(types.map(request))
    // A type with properties asks for keys, an array for elements, a number for a single value. The
    // decoder gives that, or throws if it has something else. No type asks for JSON. That is why
    // your models can be read from a format that did not exist when you wrote them.
}

// MARK: - A decoder for each value

struct Place: Decodable {
    let path: [String]

    init(from decoder: any Decoder) {
        path = decoder.codingPath.map(\.stringValue)
    }
}

/// Our format is the query, the part of a URL after the question mark: `to=GTO&flight=65`. A
/// `QueryDecoder` makes the tree and the first decoder. A `Place` reads nothing, and keeps the path
/// of the decoder that it gets.
///
/// ```tree
/// tree
///   decoder
///     container
///       decoder: the type of the value asks it for a container  <- this step
/// ```
func decoderForEachValue() throws {
    let decoder = QueryDecoder()
    show(try decoder.decode(Place.self, from: "to=GTO").path)
    // Predict: Now the query is read as a dictionary, and the `Place` is the value of `to`. Which
    // path does it see?
    let places = try decoder.decode([String: Place].self, from: "to=GTO")
    show(places["to"]?.path)
    // It sees a path with one key, because it gets a decoder of its own, the second one of the
    // picture. The dictionary had the first one. Each decoder below the first is made by this
    // function, which a container calls:
    //
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, func part(_ value: QueryValue
    //
    // A decoder has three things: a value of the tree, the path to it, and the options, with
    // `userInfo` among them (lesson 08). A function that forgets to hand one of them on loses it
    // for everything below.
    //
    // `superDecoder()` gives the decoder of a part, and a nested container is a container of such a
    // decoder: nothing new.
}

// MARK: - Every value is a string

/// In our format, a name is a path, such as `payloads[0].orbit`, and a single value has an empty
/// name: `=65`. A parser makes a tree of the paths and knows nothing of Codable. The tree has
/// texts, and no numbers.
///
/// ```tree
/// text
///   tree  <- this step
///     decoder
///       … until a String, an Int … is read from a text  <- this step
/// ```
func everyValueIsAString() throws {
    // Code: Lessons/12-BeyondJSON/QueryValue.swift, enum QueryValue: Equatable
    show(try QueryValue(parsing: "to[1]=ISS+%26+L2&to[0]=GTO"))
    let decoder = QueryDecoder()
    // Predict: Nothing in the query says that 65 is a number. How does the decoder know what to
    // make of the text?
    show(try decoder.decode(Int.self, from: "=65") + 1)
    // The type that is asked for says it. The decoder's `value` looks at that type:
    //
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, func value<Value: Decodable>
    attempt { try decoder.decode(Int8.self, from: "=many") }
    attempt { try decoder.decode(Int8.self, from: "=300") }
    // `read` throws where the closure gives nil. A text that is no number at all is typeMismatch,
    // and a number that does not fit is dataCorrupted. `special` reads a few types more, such as
    // Double and URL. Every other type decodes itself, with `init(from:)`.
}

// MARK: - Absent, empty or null

/// In our format, a name alone is null: `patch`. With an equals sign it is an empty string:
/// `patch=`. For an optional property the compiler calls `decodeIfPresent`, which asks the
/// container up to three things: `contains`, then `decodeNil`, then `decode`.
///
/// ```tree
/// decoder
///   container: the type asks it for a value  <- this step
///     decoder
/// ```
///
/// This is the container. For each key it makes the decoder of a part, and `value` reads it:
func absentEmptyOrNull() throws {
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, struct QueryObject
    struct Badge: Decodable {
        let patch: String?
    }
    let decoder = QueryDecoder()
    let queries = ["", "patch", "patch="]
    // Predict: Two of these three queries make the same badge. Which two?
    show(try queries.map { try decoder.decode(Badge.self, from: $0).patch })
    // The first two make nil. In the first, `contains` says no. In the second, `decodeNil` says
    // yes. A property that is not optional asks for `decode` at once, and then the two have
    // different errors:
    struct Emblem: Decodable {
        let patch: String
    }
    attempt { try decoder.decode(Emblem.self, from: "") }
    attempt { try decoder.decode(Emblem.self, from: "patch") }
    // The path of keyNotFound ends at the object, because there is no part for which a decoder
    // could be made. The other error comes from the decoder of a part, so its path ends at the key.
}

// MARK: - One element after the other

/// A container for an array counts. Its `nextDecoder` makes the decoder for the element at
/// `currentIndex`, and `next` reads it:
///
/// ```tree
/// decoder
///   container: the type asks it for the next value  <- this step
///     decoder
/// ```
func oneAfterTheOther() throws {
    // Code: Lessons/12-BeyondJSON/QueryDecoder.swift, func next<Value: Decodable>
    struct LaunchPad: Decodable {
        let number: Int?
        let name: String

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            number = try? container.decode(Int.self)
            name = try container.decode(String.self)
        }
    }
    let query = "[0]=39A&[1]=East"
    // Predict: In this query, 39A is not an Int, so the first line of `next` throws. Which element
    // does the container give for the name?
    show(try QueryDecoder().decode(LaunchPad.self, from: query))
    // It gives the same element again, because an error leaves `next` before it counts. So a type
    // can try one thing after the other, and a loop with `try?` never ends (lesson 06).
}

// MARK: - A place to write into

struct Sheet {
    var names: [String] = []

    mutating func write(_ name: String) {
        names.append(name)
    }
}

struct SheetEncoder {
    let sheet = Sheet()

    func container() -> Sheet {
        sheet
    }
}

/// On the way back, the picture is turned round: a value asks its encoder for a container, and
/// gives that its parts.
///
/// ```tree
/// value
///   encoder: the value asks it for a container
///     container: the value gives it a part
///       encoder: the part asks it for a container
///         … until a String, an Int … becomes a text
/// ```
///
/// `encode(to:)` returns nothing, so what is written has to be somewhere. Here is a first idea of
/// an encoder: it has a sheet of paper, and the sheet is its container.
func aPlaceToWriteInto() throws {
    let encoder = SheetEncoder()
    var container = encoder.container()
    container.write("mission")
    // Predict: The container has written a name. What is on the sheet of the encoder?
    show(encoder.sheet.names)
    // Nothing is on it. A struct is copied, and only the copy was filled. Encoder and container
    // have to share one place, and an object of a class can be shared. In `QueryEncoder.swift` it
    // is a `QueryBox`, and here is all that it can hold:
    //
    // Code: Lessons/12-BeyondJSON/QueryEncoder.swift, enum Content
    //
    // Each place in the document has a box. An object and an array hold the boxes of their parts.
    // At the end, the boxes become the tree, and the tree becomes the text. This is the launch of
    // step 1:
    show(try QueryEncoder().encode(telstar))
    // `%5B` and `%5D` are brackets, because the query of a URL must not have them as they are.
}

// MARK: - Two containers in one place

/// A class and its superclass may each ask the encoder for a container with keys, and both of them
/// write into one object. So a box becomes an object when it is asked for the first time:
///
/// ```tree
/// value
///   encoder: the value asks it for a container
///     container  <- this step
/// ```
func twoContainersInOnePlace() throws {
    // Code: Lessons/12-BeyondJSON/QueryEncoder.swift, func beginObject()
    enum Keys: CodingKey {
        case mission
        case orbit
    }
    struct Twice: Encodable {
        func encode(to encoder: any Encoder) throws {
            var first = encoder.container(keyedBy: Keys.self)
            var second = encoder.container(keyedBy: Keys.self)
            try first.encode("CRS-15", forKey: .mission)
            try second.encode("LEO", forKey: .orbit)
        }
    }
    show(try QueryEncoder().encode(Twice()))
    struct Mixed: Encodable {
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Keys.self)
            var array = encoder.unkeyedContainer()
            try object.encode("CRS-15", forKey: .mission)
            try array.encode("LEO")
        }
    }
    // Predict: One place cannot be an object and an array. In the protocol `Encoder`, the functions
    // that give a container have no `throws`. When can the encoder refuse this type?
    attempt { try QueryEncoder().encode(["cargo": Mixed()]) }
    // It refuses it at the end, when it makes the tree of the boxes. Until then, the box keeps the
    // contradiction, and whatever is written into it is lost. The path is made on the way through
    // the boxes.
}

// MARK: - A part that throws

/// A part is written as it is read: the container makes an encoder for the part, with one key more
/// in the path and the same options. A text goes into the box, and every other type encodes itself.
///
/// ```tree
/// encoder
///   container: the value gives it a part
///     encoder: the part asks it for a container  <- this step
/// ```
func aPartThatThrows() throws {
    // Code: Lessons/12-BeyondJSON/QueryEncoder.swift, func newPart<Value: Encodable>
    struct Payload: Encodable {
        enum CodingKeys: CodingKey {
            case name
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("Telstar", forKey: .name)
            throw CancellationError()
        }
    }
    struct Cargo: Encodable {
        enum CodingKeys: CodingKey {
            case payload
            case orbit
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try? container.encode(Payload(), forKey: .payload)
            try container.encode("GTO", forKey: .orbit)
        }
    }
    // Predict: The payload writes its name and then throws. What is in the query?
    show(try QueryEncoder().encode(Cargo()))
    // The name is not in it. The part is written into a new box, which is put into the object only
    // when all went well. This is the rule of step 10 on the way back: what fails leaves nothing
    // behind, so a type can try something else.
}

// MARK: - What a query string cannot say

enum Pad: Decodable {
    case number(Int)
    case name(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .name(try container.decode(String.self))
        }
    }
}

/// Launch pads have numbers or names, and this type tries the number first. The JSON and the query
/// below have the same three pads.
func whatAQueryCannotSay() throws {
    let json = Data(#"[40, "39A", "40"]"#.utf8)
    show(try JSONDecoder().decode([Pad].self, from: json))
    let query = "[0]=40&[1]=39A&[2]=40"
    // Predict: Which of the three pads changes when it comes in a query?
    show(try QueryDecoder().decode([Pad].self, from: query))
    // The last one was a name, and is a number now. JSON has quotes around a string, and a query
    // has none. The encoder cannot help, because it writes 40 and does not see who will read it.
    // Where it sees that something would be lost, it has to throw:
    attempt { try QueryEncoder().encode(nil as Int?) }
    // Null is a name alone, and the root has no name. And what is lost of the launch of step 1?
    let copy = try QueryDecoder().decode(
        Launch.self, from: QueryEncoder().encode(telstar))
    show(changes(from: telstar, to: copy))
    // It is the base of the patch, as in JSON: our encoder makes the same exception for URLs.
}

// MARK: - What to take away

// | Rule                                                                 | Step  |
// |----------------------------------------------------------------------|-------|
// | A property list has dates and data as values, and no null            | 1     |
// | What reads and writes one string is the same in every format         | 2     |
// | Send a value out and in again to see what a format loses             | 3     |
// | `allowsJSON5` is for your own people, and never for strangers        | 4     |
// | For other XML, Foundation has a parser and no decoder                | 5     |
// | A type asks for a container, and the decoder gives it                | 6     |
// | Each value gets a decoder of its own: value, path and options        | 7     |
// | The type that is asked for says how a text is read                   | 8     |
// | `decodeIfPresent` asks `contains`, then `decodeNil`, then `decode`   | 9     |
// | keyNotFound ends at the object, because there is no part             | 9     |
// | A failed decode does not go on to the next element                   | 10    |
// | Encoder and container share one place, an object of a class          | 11    |
// | To ask for a container cannot fail, so the end has to refuse         | 12    |
// | A part that throws leaves nothing behind                             | 13    |
// | An encoder refuses what its format cannot say                        | 14    |
//
// `QueryValue.swift`, `QueryDecoder.swift` and `QueryEncoder.swift` are yours: read them from top
// to bottom, and use them. A container has one method for each type of number, and in these files
// one generic method stands for all of them. `Flight`, at the end of `Lesson12.swift`, reads five
// formats: JSON, JSON5, both property lists and queries. Try `swift run lesson-12 --decode FILE`
// with each of them.
//
// Left out here: documents too big for a tree in memory (lesson 13), any JSON (lesson 15), bytes of
// strangers (lesson 16).
//
// Now you: open `Exercises/Exercise12.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 12

// MARK: - Helpers of the pages

/// The XML of a property list, without the lines that are the same in each, and with each key and
/// its value in one line.
func elements(of xml: Data) -> String {
    let lines = String(decoding: xml, as: UTF8.self).split(separator: "\n")
    return lines.dropFirst(3).dropLast().joined(separator: "\n")
        .replacing(/<\/key>\n\t+/, with: "</key> ")
        .replacing(/\n\t*(?<end>[A-Za-z0-9+\/=]+|<\/data>)(?=\n)/) { "\($0.output.end)" }
        .replacing("\t", with: "  ")
}

// MARK: - The finished model

/// A flight, from any of five formats. `swift run lesson-12 --decode FILE` decodes one of these, or
/// a list.
struct Flight: Codable, Equatable {
    let mission: String
    let number: Int
    let date: Date
    /// Whether it went well; nil for a launch to come.
    let success: Bool?
    let patch: Link?
    let payloads: [Payload]
    /// Seconds after liftoff, by event.
    let timeline: [String: Int]?
}

/// What a flight brings to space.
struct Payload: Codable, Equatable {
    let name: String
    let orbit: String?
}

/// A URL that is one string in every format.
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

/// Decodes a flight, or a list of them, from JSON, JSON5, an XML or a binary property list, or a
/// query string, whichever the document looks like. Dates are in ISO 8601, except in property
/// lists.
func decodeFlight(_ document: Data) throws -> Any {
    let start = String(decoding: document.prefix(100), as: UTF8.self)
        .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if start.hasPrefix("bplist") || start.hasPrefix("<") {
        let decoder = PropertyListDecoder()
        do {
            return try decoder.decode(Flight.self, from: document)
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty {
            return try decoder.decode([Flight].self, from: document)
        }
    }
    if let first = start.first, "{[/".contains(first) {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        decoder.dateDecodingStrategy = .iso8601
        return try decodeOneOrMany(Flight.self, from: document, with: decoder)
    }
    var decoder = QueryDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let query = String(decoding: document, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    return try decoder.decode(Flight.self, from: query)
}
