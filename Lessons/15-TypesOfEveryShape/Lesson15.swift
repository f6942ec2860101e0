import Foundation
import Walkthrough

@main
struct Lesson15: Lesson {
    static let title = "Types of every shape"
    static let steps = Steps(
        enumsWithValues,
        asAPIsSendThem,
        typesThatHoldThemselves,
        aLimitOfYourOwn,
        anyJSON,
        anyJSONWrittenBack,
        keepWhatYouDoNotKnow,
        genericTypes,
        typesOfOthers,
        whatTheStandardTypesWrite,
        anyKindOfThing,
        documentsFromStrangers,
        numbersThatBecomeIndexes,
        fromOldCode
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Report.self, from: Limits().checked(document))
    }
}

// MARK: - Enums with values

enum Outcome: Codable { case landed, delayed(minutes: Int), moved(String) }

func written(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
}

/// An enum whose cases carry values is `Codable` too, in a form of its own.
func enumsWithValues() throws {
    for outcome in [Outcome.landed, .delayed(minutes: 5), .moved("LC-39A")] {
        show(try written(outcome))
    }
    let yesterday = try written(Outcome.moved("LC-39A"))
    enum Today: Codable { case moved(to: String) }
    // Predict: `Today` names the value. Which error does yesterday's document cause?
    attempt { try JSONDecoder().decode(Today.self, from: yesterday) }
    // It is keyNotFound for `to`: the names in your source are keys of the document. `CodingKeys`
    // renames cases, and `MovedCodingKeys` values of `moved`:
    enum Apart: Codable {
        case moved(to: String)
        enum CodingKeys: String, CodingKey { case moved = "relocated" }
        enum MovedCodingKeys: String, CodingKey { case to = "launch_pad" }
    }
    show(try written(Apart.moved(to: "LC-39A")))
}

// MARK: - As APIs send them

struct Burn: Decodable { let seconds: Int }
struct Hold: Decodable { let minutes: Int? }

/// APIs put the kind of a thing among its keys (lesson 06), beside it, or nowhere.
func asAPIsSendThem() throws {
    enum Beside: Decodable {
        case burn(Burn), hold(Hold)
        enum CodingKeys: CodingKey { case type, data }
        enum Kind: String, Decodable { case burn, hold }
        init(from decoder: any Decoder) throws {
            let row = try decoder.container(keyedBy: CodingKeys.self)
            switch try row.decode(Kind.self, forKey: .type) {
            case .burn: self = try .burn(row.decode(Burn.self, forKey: .data))
            case .hold: self = try .hold(row.decode(Hold.self, forKey: .data))
            }
        }
    }
    let tagged = Data(#"{"type": "burn", "data": {"seconds": "150"}}"#.utf8)
    attempt { try JSONDecoder().decode(Beside.self, from: tagged) }
    enum Untagged: Decodable {
        case burn(Burn), hold(Hold)
        init(from decoder: any Decoder) throws {
            let burn = try? Burn(from: decoder)
            self = try burn.map { .burn($0) } ?? .hold(Hold(from: decoder))
        }
    }
    let bare = Data(#"{"seconds": "150"}"#.utf8)
    // Predict: The same mistake, without a tag. What does `Untagged` make of it?
    attempt { try JSONDecoder().decode(Untagged.self, from: bare) }
    // It makes a hold: `try?` takes the mistake away, and `Hold` needs no key. Where there is no
    // tag, decide by a key that only one shape has.
}

// MARK: - Types that hold themselves

struct Comment: Codable, Equatable { let text: String, replies: [Comment] }
struct Outermost: Decodable { let text: String }

func thread(_ count: Int) -> Data {
    let start = String(repeating: #"{"text":"","replies":["#, count: count)
    return Data((start + String(repeating: "]}", count: count)).utf8)
}

/// A struct may have an array of itself, because an array keeps its elements somewhere else. A
/// property `reply: Comment?` does not compile: the struct would contain itself. An enum may hold
/// itself if it is `indirect`.
///
/// `JSONDecoder` reads documents of 512 levels at most (Swift 6.3 on Linux). `thread` makes
/// comments that each reply to the one before.
func typesThatHoldThemselves() throws {
    indirect enum Cause: Codable { case wind, hold(after: Cause) }
    show(try written(Cause.hold(after: .hold(after: .wind))))
    // Predict: A comment is an object with a list. Which of the two documents is too deep?
    for count in [256, 257] {
        let document = thread(count)
        attempt(document) {
            try JSONDecoder().decode(Outermost.self, from: document)
        }
    }
    // That of 257 is: a comment takes two levels, `{` and `[`. `JSONEncoder` writes 511 levels:
    // what was read at the limit cannot be written back.
}

// MARK: - A limit of your own

extension Comment {
    enum CodingKeys: CodingKey { case text, replies }
    init(from decoder: any Decoder) throws {
        let path = decoder.codingPath
        guard path.count(where: { $0.stringValue == "replies" }) < 8 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: "Too deep."))
        }
        let comment = try decoder.container(keyedBy: CodingKeys.self)
        text = try comment.decode(String.self, forKey: .text)
        replies = try comment.decode([Comment].self, forKey: .replies)
    }
    var levels: Int { 1 + (replies.map(\.levels).max() ?? 0) }
}

/// How many comments may be one inside the other is a rule of your model: here, eight. The
/// initializer is called for each comment, and its decoder knows the path from the top of the
/// document to this place (lesson 09).
func aLimitOfYourOwn() throws {
    show(try JSONDecoder().decode(Comment.self, from: thread(8)).levels)
    // Predict: Why does it count the keys called `replies`, and not everything on the path?
    attempt { try JSONDecoder().decode(Comment.self, from: thread(9)) }
    // There is more on the path: after each `replies` a place in its list, `[0]`, and at the start
    // whatever the comments are part of. You could also ask the finished value for its `levels`.
    // That is shorter, but by then the decoder has read everything, up to its own limit.
}

// MARK: - Any JSON

enum JSONValue: Decodable, Equatable, Sendable {
    case null, bool(Bool), number(Decimal), string(String)
    case array([JSONValue]), object([String: JSONValue])
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try value.decode([JSONValue].self))
        } else if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
            self = .object(try value.decode([String: JSONValue].self))
        } else {
            self = .number(try value.decode(Decimal.self))
        }
    }
}

/// This type holds any JSON. `try?` asks for a shape, `try` reads it (lesson 06). A `Double` holds
/// each whole number up to 9007199254740992, and then only some; a `Decimal` holds 38 digits. Both
/// round the rest. (`AnyKey` is that of lesson 05.)
func anyJSON() throws {
    let numbers = Data("[9007199254740993, 0.5, 99999999999999999]".utf8)
    // Predict: Which of these numbers come out of a `Double` with another value?
    show(try JSONDecoder().decode([Double].self, from: numbers))
    show(try JSONDecoder().decode([JSONValue].self, from: numbers))
    // The first and the third do. With `Decimal`, all three keep their value.
}

// MARK: - Any JSON, written back

extension JSONValue: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

/// The way back is a switch: each case writes what it holds. Arrays and dictionaries call this
/// method again, for each element.
func anyJSONWrittenBack() throws {
    let document = Data(#"[1.0, 1e2, null, {"b": 0.10, "a": 1}]"#.utf8)
    let value = try JSONDecoder().decode(JSONValue.self, from: document)
    // Predict: What is written has the same values. Why can it not be the same text?
    show(try written(value))
    // A decoder gives values and no text. No type can find out whether it was `1.0`, `1e0` or `1`,
    // and in which order the keys were. Here are 30 digits, and 40:
    for digits in [30, 40] {
        let long = Data(String(repeating: "7", count: digits).utf8)
        show(try written(JSONDecoder().decode(JSONValue.self, from: long)))
    }
    // Of the 40, two have become 0, and nothing was thrown. Send such a number as a string.
}

// MARK: - Keep what you do not know

struct Tap: Codable {
    let beer: String, others: [String: JSONValue]
    init(from decoder: any Decoder) throws {
        let tap = try decoder.container(keyedBy: AnyKey.self)
        beer = try tap.decode(String.self, forKey: "beer")
        let members = try decoder.singleValueContainer()
            .decode([String: JSONValue].self)
        others = members.filter { $0.key != "beer" }
    }
    func encode(to encoder: any Encoder) throws {
        var tap = encoder.container(keyedBy: AnyKey.self)
        for (key, value) in others {
            try tap.encode(value, forKey: AnyKey(stringValue: key))
        }
        try tap.encode(beer, forKey: "beer")
    }
}

/// An app of last year reads a beer and sends it back to the server, which stores what it gets.
/// This year's documents have a new key, `price`. `Known` is last year's type. (`AnyKey` is also
/// `ExpressibleByStringLiteral`, so "beer" makes one.)
func keepWhatYouDoNotKnow() throws {
    struct Known: Codable { let beer: String }
    let document = Data(#"{"beer": "Endeavor", "price": 5.2}"#.utf8)
    let known = try JSONDecoder().decode(Known.self, from: document)
    // Predict: Nothing was thrown. What does the server store now?
    show(try written(known))
    let tap = try JSONDecoder().decode(Tap.self, from: document)
    show(try written(tap))
    // It stores a beer without a price. A program that reads a part, and writes that back, deletes
    // the rest. `Tap` keeps the rest as `JSONValue`.
}

// MARK: - Generic types and identifiers

struct Page<Item> { let total: Int, items: [Item] }
extension Page: Decodable where Item: Decodable {}

struct ID<Owner>: Hashable, RawRepresentable, Codable {
    let rawValue: String
}

/// `Page` can be decoded if its `Item` can. No property of `ID` uses `Owner`. But `Owner` makes
/// `ID<Beer>` and `ID<Brewery>` two types, so that mixing them up does not compile. A
/// `RawRepresentable` type is written as its raw value.
func genericTypes() throws {
    struct Beer: Decodable { let id: ID<Beer> }
    let page = Data(#"{"total": 1, "items": [{"id": "b7"}]}"#.utf8)
    let beer = try JSONDecoder().decode(Page<Beer>.self, from: page).items[0]
    show(try written(["beer": beer.id]))
    // Predict: One id is a string. Which shape has a dictionary with ids as keys?
    show(try written([beer.id: 4]))
    struct Key: Codable, Hashable, RawRepresentable, CodingKeyRepresentable {
        let rawValue: String
        init?(rawValue: String) {
            if rawValue.isEmpty { return nil }
            self.rawValue = rawValue
        }
    }
    let four = Data(#"{"b7": 4}"#.utf8), empty = Data(#"{"": 4}"#.utf8)
    show(try written(JSONDecoder().decode([Key: Int].self, from: four)))
    attempt { try JSONDecoder().decode([Key: Int].self, from: empty) }
    // As an array of keys and values (lesson 05). With one word more, `CodingKeyRepresentable`, ids
    // are the keys of an object. A string that the initializer refuses is an error.
}

// MARK: - Types of others

extension Character: @retroactive Decodable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        guard text.count == 1, let first = text.first else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "One character wanted.")
        }
        self = first
    }
}

/// `Character` is a type of Swift, and is not `Decodable`. `@retroactive` says that neither the
/// type nor the protocol is yours. Without it, the compiler warns.
func typesOfOthers() throws {
    let grades = Data(#"["A", "B"]"#.utf8)
    // Predict: Nobody here has extended arrays. Why can this be decoded?
    attempt { try JSONDecoder().decode([Character].self, from: grades) }
    // `Array` is `Decodable` where its element is (step 8), so the new conformance works everywhere
    // in your program. That is the trouble. If two modules do this, each in its way, the program
    // builds without a warning, and Swift takes one of the two. A wrapper is yours alone:
    struct Grade: Decodable {
        let letter: Character
        init(from decoder: any Decoder) throws {
            letter = try Character(from: decoder)
        }
    }
    show(try JSONDecoder().decode([Grade].self, from: grades).map(\.letter))
    // In your program, write no extension: put its lines into `Grade`.
}

// MARK: - What the standard types write

/// Swift and Foundation have chosen a form for each of their types (Swift 6.3 on Linux). Tuples are
/// not here: they are never `Codable`.
func whatTheStandardTypesWrite() throws {
    let values: [(String, any Encodable)] = [
        ("1..<3", 1..<3), ("1...3", 1...3), ("Set", Set([7])),
        ("[Int??]", [Int??.some(nil), nil, 5]), ("[Bool: Int]", [true: 1]),
        ("Duration", Duration.seconds(1.5)),
        ("UUID", UUID(uuidString: "6e2d5a3c-0000-4000-8000-000000000007")),
        ("CGFloat", CGFloat(1.5)), ("CGPoint", CGPoint(x: 1, y: 2)),
        ("Measurement", Measurement(value: 5, unit: UnitMass.grams)),
    ]
    for (name, value) in values {
        show(name + " " + String(decoding: try written(value), as: UTF8.self))
    }
    let closed = try written(1...3)
    // Predict: `closed` is read as a `Range`, like `1..<3`. Which numbers are in it?
    show(Array(try JSONDecoder().decode(Range<Int>.self, from: closed)))
    // The 3 is lost. `[1,3]` does not say whether the end belongs to the range, as two rows above
    // show. `[Int??]` loses which nil it was, and `Measurement` brings its converter. In a document
    // for others, choose the form yourself.
}

// MARK: - Any kind of thing

protocol Part: Codable, Sendable {}
struct Engine: Part { let thrust: Int }

struct AnyPart: Decodable {
    let part: any Part
    static let kinds = CodingUserInfoKey(rawValue: "parts.kinds")!
    init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: AnyKey.self)
        let kind = try row.decode(String.self, forKey: "kind")
        let kinds = decoder.userInfo[Self.kinds] as? [String: any Part.Type]
        guard let type = kinds?[kind] else {
            throw DecodingError.dataCorruptedError(
                forKey: "kind", in: row, debugDescription: "No \(kind).")
        }
        part = try type.init(from: decoder)
    }
}

/// `[any Part]` alone does not decode. If other programmers add parts, a table leads from the tag
/// to the type. It comes in `userInfo` (lesson 08).
func anyKindOfThing() throws {
    struct Tank: Part { let liters: Int }
    let parts = Data(#"[{"kind": "tank", "liters": 9}]"#.utf8)
    let decoder = JSONDecoder()
    var kinds: [String: any Part.Type] = ["engine": Engine.self]
    decoder.userInfo[AnyPart.kinds] = kinds
    // Predict: `Tank` is a `Part` too. Why does the decoder not find it?
    attempt { try decoder.decode([AnyPart].self, from: parts).map(\.part) }
    kinds["tank"] = Tank.self
    decoder.userInfo[AnyPart.kinds] = kinds
    attempt { try decoder.decode([AnyPart].self, from: parts).map(\.part) }
    // It is not in the table, and a decoder does not search the program for types.
}

// MARK: - Documents from strangers

struct Limits {
    enum Excess: Error { case bytes, brackets, encoding }
    var bytes = 1_000_000, brackets = 32
    func checked(_ document: Data) throws -> Data {
        if document.count > bytes { throw Excess.bytes }
        var open = 0, isInString = false, isEscaped = false
        for byte in document {
            switch UnicodeScalar(byte) {
            case _ where isEscaped: isEscaped = false
            case "\\": isEscaped = isInString
            case "\"": isInString.toggle()
            case _ where isInString: break
            case "[", "{": open += 1
            case "]", "}": open -= 1
            default: if byte == 0 { throw Excess.encoding }  // UTF-16
            }
            if open > brackets { throw Excess.brackets }
        }
        return document
    }
}

/// The sender decides how long a document is, and how deep. `Limits` counts open brackets outside
/// of strings. The model counts its own levels (step 4).
func documentsFromStrangers() throws {
    let deep = Data(String(repeating: "[", count: 100_000).utf8)
    attempt(deep) { try Limits().checked(deep) }
    let title = Data(#"{"a": "\#(String(repeating: "[", count: 40))"}"#.utf8)
    // Predict: A string with 40 brackets. Which case of the switch lets them pass?
    attempt { try Limits().checked(title) }
    // `case _ where isInString` does. The decoder's own limit, 512, is too high: on a small stack,
    // `JSONValue` ends the program before that (Swift 6.3 on Linux).
}

// MARK: - Numbers that become indexes

struct Countdown: Decodable {
    let events: [String], current: Int
    enum CodingKeys: CodingKey { case events, current }
    init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        events = try row.decode([String].self, forKey: .events)
        current = try row.decode(Int.self, forKey: .current)
        if events.indices.contains(current) { return }
        throw DecodingError.dataCorruptedError(
            forKey: .current, in: row, debugDescription: "No such event.")
    }
}

/// Where there is no such element, `events[current]` ends the program. Most people first write the
/// test `current < events.count`.
func numbersThatBecomeIndexes() throws {
    // Predict: There are two events. Three of these numbers pass that test. Which of the three ends
    // the program?
    show([-1, 0, 1, 2].filter { $0 < 2 })
    let document = Data(#"{"events": ["hold", "go"], "current": -1}"#.utf8)
    attempt { try JSONDecoder().decode(Countdown.self, from: document) }
    // -1 does. Ask `indices`. `minutes * 60` and `Array(repeating:count:)` can end a program too.
    // Next, a key that is there twice.
    let twice = Data(#"{"role": "guest", "role": "admin"}"#.utf8)
    show(try JSONDecoder().decode([String: String].self, from: twice))
    show(try JSONSerialization.jsonObject(with: twice) as? [String: String])
    // Two readers, two values (Swift 6.3 on Linux). Pass on the value that your decoder gave you,
    // and not the bytes: others may read the other value.
}

// MARK: - From old code, a type at a time

struct Bottle: Codable {
    let size: Double, label: String?
    init(json: [String: Any]) throws {
        guard JSONSerialization.isValidJSONObject(json) else {
            throw CocoaError(.coderInvalidValue)
        }
        let document = try JSONSerialization.data(withJSONObject: json)
        self = try JSONDecoder().decode(Bottle.self, from: document)
    }
}

/// In old code, each type is made of a dictionary (lesson 01). This one calls the decoder. A caller
/// that wants nil writes `try?`.
func fromOldCode() throws {
    attempt { try Bottle(json: ["size": "12.2"]) }
    attempt { try Bottle(json: ["size": 12.2, "label": Date()]) }
    // On Apple's systems, the date would end the program without the guard. `UserDefaults` takes
    // what a property list can hold, and that has no null (lesson 12).
    let null: [String: Any] = ["size": 12.2, "label": NSNull()]
    let bottle = try Bottle(json: ["size": 12.2])
    let values: [Any] = [bottle, try written(bottle), ["size": 1.5], null]
    let mayBeStored = PropertyListSerialization.propertyList(_:isValidFor:)
    // Predict: Which of these four may be stored in `UserDefaults`?
    show(values.map { mayBeStored($0, .binary) })
    // The JSON and the first dictionary may. Storing anything else ends the program. Store small
    // settings there: documents belong in files (lesson 10), and secrets belong in neither.
}

// MARK: - What to take away

// | Rule                                                         | Step  |
// |--------------------------------------------------------------|-------|
// | The compiler's form of an enum has the names of your source  | 1     |
// | Read the tag, then that one kind; without a tag, find a key  | 2     |
// | A type may hold itself; how deep is for you to say           | 3, 4  |
// | Any JSON: numbers as `Decimal`, the last try without `?`     | 5, 6  |
// | Keep the keys that you do not know, and write them back      | 7     |
// | An id has a type of its own, and is a plain string outside   | 8     |
// | For types of others, a wrapper                               | 9     |
// | Look at what a type writes before you send it                | 10    |
// | Kinds that others add: a table from tag to type              | 11    |
// | Bound bytes and brackets before you decode, numbers after    | 12, 13|
// | Old code calls the decoder, a type at a time                 | 14    |
//
// Each key has bytes, so a limit on bytes limits the keys too. Left out here: macros that write
// such code, and formats that are not JSON (lesson 12).
//
// Now you: open `Exercises/Exercise15.swift`. To judge it:
//
//     swift run workbook check 15
//
// This was the last lesson. To read next: the proposals SE-0166 and SE-0295, which say why
// `Codable` is as it is, and the source of `JSONDecoder`, in swift-foundation. To build next: a
// client for an API that you use, with its records as tests; a `Decoder` for a format of yours
// (lesson 12); or give `Sources/DecodingExplainer` of this workbook to your own program, and read
// its errors.

// MARK: - Keys that can be any string

struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral name: String) { self.init(stringValue: name) }
    init?(intValue: Int) { nil }
}

// MARK: - The finished model

/// What somebody reports of a launch: an outcome, with its tag inside and a kind that nobody knows
/// kept, comments to the depth of step 4, and all the keys that this program does not know.
/// `swift run lesson-15 --decode FILE` decodes one of these, or a list.
struct Report: Equatable {
    let id: ID<Report>
    let ending: Ending
    let comments: [Comment]
    /// The keys that nobody here knows, with what was under them.
    let others: [String: JSONValue]
}

extension Report: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable { case id, outcome, comments }

    init(from decoder: any Decoder) throws {
        let report = try decoder.container(keyedBy: CodingKeys.self)
        id = try report.decode(ID<Report>.self, forKey: .id)
        ending = try report.decode(Ending.self, forKey: .outcome)
        comments = try report.decode([Comment].self, forKey: .comments)
        let known = Set(CodingKeys.allCases.map(\.rawValue))
        others = try JSONValue.members(of: decoder).filter { !known.contains($0.key) }
    }

    func encode(to encoder: any Encoder) throws {
        try JSONValue.write(others, to: encoder)
        var report = encoder.container(keyedBy: CodingKeys.self)
        try report.encode(id, forKey: .id)
        try report.encode(ending, forKey: .outcome)
        try report.encode(comments, forKey: .comments)
    }
}

/// How a launch ended, with the tag `kind` inside.
enum Ending: Equatable {
    case landed
    case delayed(minutes: Int)
    /// A kind of later, with all that came with it.
    case unknown(kind: String, others: [String: JSONValue])
}

extension Ending: Codable {
    enum CodingKeys: CodingKey { case kind, minutes }

    /// A kind that is known and has a mistake in it is an error, and not a kind that is unknown.
    init(from decoder: any Decoder) throws {
        let ending = try decoder.container(keyedBy: CodingKeys.self)
        switch try ending.decode(String.self, forKey: .kind) {
        case "landed": self = .landed
        case "delayed": self = .delayed(minutes: try ending.decode(Int.self, forKey: .minutes))
        case let kind:
            let others = try JSONValue.members(of: decoder).filter { $0.key != "kind" }
            self = .unknown(kind: kind, others: others)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var ending = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .landed:
            try ending.encode("landed", forKey: .kind)
        case .delayed(let minutes):
            try ending.encode("delayed", forKey: .kind)
            try ending.encode(minutes, forKey: .minutes)
        case .unknown(let kind, let others):
            try ending.encode(kind, forKey: .kind)
            try JSONValue.write(others, to: encoder)
        }
    }
}

extension JSONValue {
    /// The members of the object that a decoder is at.
    static func members(of decoder: any Decoder) throws -> [String: JSONValue] {
        try decoder.singleValueContainer().decode([String: JSONValue].self)
    }

    /// Writes members into the object that an encoder is at.
    static func write(_ members: [String: JSONValue], to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: AnyKey.self)
        for (key, value) in members {
            try object.encode(value, forKey: AnyKey(stringValue: key))
        }
    }
}
