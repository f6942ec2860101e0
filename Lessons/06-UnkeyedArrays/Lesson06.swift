import Foundation
import Walkthrough

@main
struct Lesson06: Lesson {
    static let title = "Unkeyed arrays"
    static let steps = Steps(
        anArrayInANestedObject,
        oneElementAfterAnother,
        objectsWithoutAType,
        placesInsteadOfKeys,
        mixedElements,
        aValueWithThreeShapes,
        aLoopThatNeverEnds,
        keepWhatYouDrop,
        manyListsMadeIntoOne
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Painting.self, from: document)
    }
}

// MARK: - An array in a nested object

/// The payloads of a launch are a list of objects, two levels down. A nested container decodes an
/// array like any other value: name the type of an element, and take out of the array what you
/// want. Joined into one text, the names are good to read, and no longer a list.
func anArrayInANestedObject() throws {
    let rocket = Data(
        """
        {"second_stage": {"payloads": [
          {"payload_id": "GRACE-FO"}, {"payload_id": "Iridium 51, 52"}]}}
        """.utf8)
    struct Cargo<Element: Decodable>: Decodable {
        let payloads: [Element]
        init(from decoder: any Decoder) throws {
            let rocket = try decoder.container(keyedBy: RocketKeys.self)
            let stage = try rocket.nestedContainer(
                keyedBy: RocketKeys.Stage.self, forKey: .stage)
            payloads = try stage.decode([Element].self, forKey: .payloads)
        }
    }
    // Predict: The names are texts. Is this a list of texts?
    attempt { try JSONDecoder().decode(Cargo<String>.self, from: rocket) }

    let cargo = try JSONDecoder().decode(Cargo<Payload>.self, from: rocket)
    let text = cargo.payloads.map(\.id).joined(separator: ", ")
    show(text)
    // Predict: To write them back, cut at the commas. How many payloads?
    show(text.split(separator: ", ").count)
}

// MARK: - One element after another

/// An unkeyed container is a place in a list. Each `decode` takes the element at `currentIndex` and
/// moves on to the next, so the container is a `var`. `isAtEnd` says when to stop, `count` how many
/// elements there are. To write an array, open an unkeyed container and encode one after another.
/// Where the array stands under a key, `nestedUnkeyedContainer(forKey:)` opens it, both ways. Here
/// the document has ounces and the model milliliters: each size is rounded on its way in, and out.
///
/// - Teacher: Demo: make the container a `let`. Then ask why a keyed container may be one.
func oneElementAfterAnother() throws {
    let ounces = Data("[12.2, 15.9]".utf8)
    let sizes = try JSONDecoder().decode(BottleSizes.self, from: ounces)
    // Predict: The place is noted before each decode. What are the two notes?
    show(sizes)
    // Predict: 361 milliliters are 12.2068 ounces. What is written?
    show(try JSONEncoder().encode(sizes))
}

struct BottleSizes: Codable {
    var milliliters: [Int] = []
    var notes: [String] = []
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let count = container.count ?? 0
            notes.append("\(container.currentIndex) of \(count)")
            let ounces = try container.decode(Double.self)
            milliliters.append(Int((ounces * 29.5735).rounded()))
        }
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for size in milliliters {
            try container.encode((Double(size) / 2.95735).rounded() / 10)
        }
    }
}

// MARK: - Objects without a type

/// An unkeyed container opens keyed containers: `nestedContainer(keyedBy:)` opens the object at the
/// current place, and moves on. So open one for each element, and read all its keys from it.
/// (`unkeyedContainer(of:)`, and from here on each `encode(to:)`, is at the end of
/// `Lesson06.swift`.)
///
/// - Teacher: Let them say which object each line of the wrong loop opens, with a finger on the
/// document.
func objectsWithoutAType() throws {
    let colors = Data(
        """
        [{"percentage":37,"hex":"#D2B48C"}, {"percentage":20,"hex":" #696969"}]
        """.utf8)
    var list = try unkeyedContainer(of: colors)
    let percentage = try list.nestedContainer(keyedBy: ColorKeys.self)
        .decode(Int.self, forKey: .percentage)
    let hex = try list.nestedContainer(keyedBy: ColorKeys.self)
        .decode(String.self, forKey: .hex)
    // Predict: A container for each key. Which color is it?
    show("\(percentage) percent of \(hex)")
    let palette = try JSONDecoder().decode(Palette.self, from: colors)
    show(palette.shares)
    show(try sortedEncoder.encode(palette))
}

struct Palette: Decodable {
    var shares: [(hex: String, percentage: Int)] = []
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            let color = try list.nestedContainer(keyedBy: ColorKeys.self)
            let hex = try color.decode(String.self, forKey: .hex)
            let share = try color.decode(Int.self, forKey: .percentage)
            shares.append((hex.trimmingCharacters(in: .whitespaces), share))
        }
    }
}

// MARK: - Places instead of keys

/// In `[-80.577, 28.562]`, a position in GeoJSON, a number means what its place says: longitude
/// first. Read and write in the order of the document. Read past its end, a container throws, and
/// `pair[2]` ends the program. Nobody notices what is left over, unless you ask `isAtEnd`.
func placesInsteadOfKeys() throws {
    let launchPad = Data("[-80.577, 28.562]".utf8)
    let pair = try JSONDecoder().decode([Double].self, from: launchPad)
    // Predict: The launch pad is in Florida. Is it warm at this place?
    show("latitude \(pair[0]), longitude \(pair[1])")
    let position = try JSONDecoder().decode(Position.self, from: launchPad)
    show(position)
    show(try JSONEncoder().encode(position))
    // Predict: One number, then three. Which errors, at which index?
    let one = Data("[-80.577]".utf8), three = Data("[-80.577, 28.562, 3]".utf8)
    attempt { try JSONDecoder().decode(Position.self, from: one) }
    attempt { try JSONDecoder().decode(Position.self, from: three) }
}

struct Position: Decodable, Equatable {
    let latitude: Double, longitude: Double
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        longitude = try container.decode(Double.self)
        latitude = try container.decode(Double.self)
        guard container.isAtEnd else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "That is more than two.")
        }
    }
}

// MARK: - Mixed elements in one list

/// The key `kind` says what an element is. In Swift that is an enum whose cases carry values. The
/// compiler's `Codable` knows no tag: it makes an object of each case. Read the tag first, then the
/// keys that go with it. As an enum with raw values, the tag refuses an unknown kind by itself.
func mixedElements() throws {
    let log = Data(
        """
        [{"kind": "burn", "seconds": 150}, {"kind": "note", "text": "Liftoff"}]
        """.utf8)
    enum Automatic: Codable { case burn(seconds: Int), note(text: String) }
    // Predict: Cases and values have the right names. Is it enough?
    attempt { try JSONDecoder().decode([Automatic].self, from: log) }
    show(try JSONEncoder().encode([Automatic.burn(seconds: 150)]))
    let entries = try JSONDecoder().decode([Entry].self, from: log)
    show(entries)
    show(try sortedEncoder.encode(entries))
}

enum Entry: Decodable, Equatable {
    case burn(Int), note(String)
    enum Kind: String, Codable { case burn, note }
    init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: EntryKeys.self)
        switch try keys.decode(Kind.self, forKey: .kind) {
        case .burn:
            self = try .burn(keys.decode(Int.self, forKey: .seconds))
        case .note:
            self = try .note(keys.decode(String.self, forKey: .text))
        }
    }
}

// MARK: - A value with three shapes

/// The maker of a painting is a text, a list of texts or an object. Trying one after another, with
/// `try?`, takes a mistake inside one shape for another shape. Use `try?` to ask for the shape and
/// `try` for what is in it. Write each case as it came.
func aValueWithThreeShapes() throws {
    let inQuotes = Data(#"{"name": "Jan Both", "born": "1622"}"#.utf8)
    let decoder = JSONDecoder()
    show(try? decoder.decode(Person.self, from: inQuotes))
    // Predict: The year is in quotes. Of what does the error speak?
    attempt { try decoder.decode(String.self, from: inQuotes) }
    attempt { try decoder.decode(Makers.self, from: inQuotes) }
    let three = Data(#"[{"name": "Both", "born": 1622}, ["A"], "B"]"#.utf8)
    let makers = try decoder.decode([Makers].self, from: three)
    show(makers)
    show(try sortedEncoder.encode(makers))
}

enum Makers: Decodable, Equatable {
    case name(String), names([String]), person(Person)
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let name = try? value.decode(String.self) {
            self = .name(name)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = try .names(value.decode([String].self))
        } else {
            self = try .person(value.decode(Person.self))
        }
    }
}

// MARK: - A loop that never ends

/// One bad element spoils a list. So people decode each with `try?`, and their program hangs: a
/// `decode` that fails does not move on. Without its bound, this loop would never end.
///
/// `superDecoder()` makes a decoder for the element at the current place and moves on, whatever the
/// element is. You can try it later, and fail, and the place in the list is still right.
func aLoopThatNeverEnds() throws {
    let list = Data(
        #"[{"name": "Endeavor"}, {"name": null}, {"name": "Lawnmower"}]"#.utf8)
    attempt { try JSONDecoder().decode([Beer].self, from: list) }

    var container = try unkeyedContainer(of: list)
    var beers: [Beer] = [], rounds = 0
    while !container.isAtEnd, rounds < 1_000 {
        rounds += 1
        if let beer = try? container.decode(Beer.self) { beers.append(beer) }
    }
    // Predict: Three elements. How many rounds, and how many beers?
    show("\(rounds) rounds, and still at index \(container.currentIndex)")
    show(beers)
    let element = try container.superDecoder()
    // Predict: Nobody has looked at the element yet. At which index are we?
    show(container.currentIndex)
    attempt { try Beer(from: element) }
    show(try container.decode(Beer.self))
}

// MARK: - Keep what you drop

/// `[Beer?]` takes null, nothing else. Give each element a decoder of its own, and keep the index
/// and the error of what you drop. A list that gets shorter without a word is a lie.
///
/// - Teacher: Why a container and not `Element(from: element)`? That would pass by what the decoder
/// is told of dates (lesson 03). Ask too what is lost when such a list is written over the
/// original.
func keepWhatYouDrop() throws {
    let list = Data(#"[{"name": "Endeavor"}, 7, {"name": "Lager"}]"#.utf8)
    // Predict: With optional elements, is the 7 nil?
    attempt { try JSONDecoder().decode([Beer?].self, from: list) }
    let lossy = try JSONDecoder().decode(Lossy<Beer>.self, from: list)
    show(lossy.elements)
    // Predict: Nothing was thrown. Which elements are missing?
    show(lossy.dropped.map(\.index))
    for dropped in lossy.dropped { attempt { throw dropped.error } }
}

struct Lossy<Element: Decodable>: Decodable {
    var elements: [Element] = []
    var dropped: [(index: Int, error: any Error)] = []
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            let index = list.currentIndex
            let element = try list.superDecoder()
            do {
                let value = try element.singleValueContainer()
                elements.append(try value.decode(Element.self))
            } catch {
                dropped.append((index, error))
            }
        }
    }
}

// MARK: - Many lists made into one

/// Some APIs wrap each element in an object with one key, its name. Others send a long list in
/// pages. Give each its type as it is, and let `flatMap` make one list: it keeps the order. A list
/// can change between two requests, so that an element moves to the next page. Trust the ids, not
/// the counts.
func manyListsMadeIntoOne() throws {
    let menu = Data(
        #"[{"Endeavor": {"abv": 8.9}}, {"Lawnmower": {"abv": 4.9}}]"#.utf8)
    // Predict: A dictionary of beers by name?
    attempt { try JSONDecoder().decode([String: Tap].self, from: menu) }
    let taps = try JSONDecoder().decode([[String: Tap]].self, from: menu)
    show(taps.flatMap { $0.map { "\($0.key) \($0.value.abv)" } })

    let pages = try [
        #"{"meta": {"total": 3}, "breweries": [{"id": 1234}, {"id": 52892}]}"#,
        #"{"meta": {"total": 3}, "breweries": [{"id": 52892}, {"id": 77}]}"#,
    ].map { try JSONDecoder().decode(Page.self, from: Data($0.utf8)) }
    let breweries = pages.flatMap(\.breweries)
    // Predict: The API counts 3 breweries. How many came?
    show("\(breweries.count) of \(pages[0].meta.total)")
    var seen: Set<Int> = []
    show(breweries.filter { seen.insert($0.id).inserted })
}

struct Tap: Codable { let abv: Double }

struct Page: Decodable {
    let breweries: [Brewery], meta: Meta
    struct Brewery: Decodable { let id: Int }
    struct Meta: Decodable { let total: Int }
}

// MARK: - What to take away

// | Rule                                                         | Step |
// |--------------------------------------------------------------|------|
// | A nested container decodes an array like any other value     | 1    |
// | An unkeyed container is a place in a list, so it is a `var`  | 2    |
// | Open a nested container once for each element                | 3    |
// | In a positional array, the order is the meaning              | 4    |
// | Ask `isAtEnd` to refuse what is left over                    | 4    |
// | Read the tag first, then the keys that belong to it          | 5    |
// | `try?` asks for a shape, `try` reads what is in it           | 6    |
// | A `decode` that fails does not move on                       | 7    |
// | `superDecoder()` always moves on                             | 7    |
// | Keep the index and the error of what you drop                | 8    |
// | `flatMap` makes one list of many; trust the ids              | 9    |
//
// Left out here: `superDecoder()` in a keyed container and lists of classes (lesson 07), settings
// that reach each element (lesson 08), what to do with the errors you kept (lesson 09).
//
// Now you: open `Exercises/Exercise06.swift`. To judge it:
//
//     swift run workbook check 06

// MARK: - Keys and small types

enum RocketKeys: String, CodingKey {
    case stage = "second_stage"

    enum Stage: CodingKey { case payloads }
}

enum ColorKeys: CodingKey { case percentage, hex }

enum EntryKeys: CodingKey { case kind, seconds, text }

/// What a rocket carries.
struct Payload: Codable {
    let id: String

    enum CodingKeys: String, CodingKey { case id = "payload_id" }
}

/// A beer, of which only the name matters here.
struct Beer: Codable, Equatable {
    let name: String
}

/// Who painted, with the year of birth.
struct Person: Codable, Equatable {
    let name: String
    let born: Int
}

/// Writes the keys in one order, so that a page looks the same each time.
var sortedEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
}

/// The array at the root of a document, to look at from outside. A program opens its containers in
/// `init(from:)`.
func unkeyedContainer(of document: Data) throws -> any UnkeyedDecodingContainer {
    struct Opened: Decodable {
        let container: any UnkeyedDecodingContainer
        init(from decoder: any Decoder) throws {
            container = try decoder.unkeyedContainer()
        }
    }
    return try JSONDecoder().decode(Opened.self, from: document).container
}

// MARK: - The way back

extension Palette: Encodable {
    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for share in shares {
            var color = list.nestedContainer(keyedBy: ColorKeys.self)
            try color.encode(share.hex, forKey: .hex)
            try color.encode(share.percentage, forKey: .percentage)
        }
    }
}

extension Position: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(longitude)
        try container.encode(latitude)
    }
}

extension Entry: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EntryKeys.self)
        switch self {
        case .burn(let seconds):
            try container.encode(Kind.burn, forKey: .kind)
            try container.encode(seconds, forKey: .seconds)
        case .note(let text):
            try container.encode(Kind.note, forKey: .kind)
            try container.encode(text, forKey: .text)
        }
    }
}

extension Makers: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .name(let name): try container.encode(name)
        case .names(let names): try container.encode(names)
        case .person(let person): try container.encode(person)
        }
    }
}

// MARK: - The finished model

/// One painting: its maker in any of three shapes, its colors without a type of their own.
/// `swift run lesson-06 --decode FILE` decodes one of these, or a list.
struct Painting: Codable {
    let objectNumber: String
    let title: String
    let makers: Makers
    let colors: Palette

    enum CodingKeys: String, CodingKey {
        case objectNumber, title
        case makers = "principalOrFirstMaker"
        case colors = "normalizedColors"
    }
}
