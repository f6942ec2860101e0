import Foundation
import Walkthrough

@main
struct Lesson15: Lesson {
    static let title = "Types of every shape"
    static let steps = Steps(
        enumsWithValues,
        newNamesOldDocuments,
        aTagBesideTheData,
        noTagAtAll,
        anyJSON,
        anyJSONWrittenBack,
        keepWhatYouDoNotKnow,
        identifiersOfTheirOwnType,
        identifiersAsKeys,
        typesThatHoldThemselves,
        genericTypes,
        typesOfOthers
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Report.self, from: document)
    }
}

// MARK: - Enums with values

enum Outcome: Codable {
    case landed
    case delayed(minutes: Int)
    case moved(String)
}

func written(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
}

/// Every `Codable` type has a form in the document, and somebody has chosen that form. This lesson
/// asks for each type who that was: the compiler, an API, the authors of Swift, or you.
///
/// For an enum whose cases carry values, the compiler chooses, as long as you write nothing by
/// hand. A value without a label is named by its place: `_0` is the first.
///
/// Texts of errors, and what happens at the limits of numbers and of depth, are those of Swift 6.3
/// on Linux in this lesson.
func enumsWithValues() throws {
    show(try written(Outcome.delayed(minutes: 5)))
    show(try written(Outcome.moved("LC-39A")))
    show(try written(Outcome.landed))
    let landed = Data(#""landed""#.utf8)
    // Predict: `landed` has no values, and a server sends its name alone. What does the decoder
    // make of this string?
    attempt(landed) { try JSONDecoder().decode(Outcome.self, from: landed) }
    // It makes an error of it. In the compiler's form, each case is a key, and an object with its
    // values stands under this key. That is so for a case without values too, so the object is
    // empty. Only an enum with raw values is a plain string.
    //
    // This form is good for files that your own program writes and reads. For an API, it fits where
    // the other side has chosen the same.
}

// MARK: - New names, old documents

/// The compiler takes the keys of its form from your source. In the first version of an app,
/// `moved` carries its value without a label. In the second version, a label is added, because `to`
/// makes the code easier to read. The files of the first version are still there.
func newNamesOldDocuments() throws {
    let file = try written(Outcome.moved("LC-39A"))
    show(file)
    enum Labeled: Codable {
        case landed
        case moved(to: String)
    }
    // Predict: The new version reads this file. Which error comes out?
    attempt(file) { try JSONDecoder().decode(Labeled.self, from: file) }
    // `to` is not found, because a label is a key of the document. The name of a case is a key too.
    // Whoever renames one of them changes the form. So where documents exist already, say which
    // keys they have: `CodingKeys` renames the cases, and an enum called `MovedCodingKeys` the
    // values of the case `moved`.
    enum Renamed: Codable {
        case touchedDown
        case moved(to: String)

        enum CodingKeys: String, CodingKey {
            case touchedDown = "landed"
            case moved
        }

        enum MovedCodingKeys: String, CodingKey {
            case to = "_0"
        }
    }
    show(try JSONDecoder().decode(Renamed.self, from: file))
    show(try written(Renamed.touchedDown))
    // The second enum has the name of the case, with a capital letter, and `CodingKeys` after it.
    // The compiler looks for exactly this name, and takes no notice of an enum with another one.
}

// MARK: - A tag beside the data

struct Burn: Codable, Equatable {
    let seconds: Int
}

struct Hold: Codable, Equatable {
    let minutes: Int?
}

enum Event: Decodable {
    case burn(Burn)
    case hold(Hold)

    enum Kind: String, Codable {
        case burn
        case hold
    }

    enum CodingKeys: CodingKey {
        case kind
        case data
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .burn:
            self = .burn(try container.decode(Burn.self, forKey: .data))
        case .hold:
            self = .hold(try container.decode(Hold.self, forKey: .data))
        }
    }
}

/// Here an API chooses the form, and your code follows it. Most APIs say the kind of a thing in a
/// tag. These three documents mean the same: the tag is among the other keys, it is beside the
/// data, or there is none.
///
///     {"kind": "burn", "seconds": 150}
///     {"kind": "burn", "data": {"seconds": 150}}
///     {"seconds": 150}
///
/// Lesson 06 has read the first one, and step 4 reads the third. `Event` reads the second one: each
/// kind has a type for its data, and the tag says which of them to decode.
func aTagBesideTheData() throws {
    let event = Data(#"{"kind": "burn", "data": {"minutes": 2}}"#.utf8)
    // Predict: This event says that it is a burn, and its data fits a hold. What comes out?
    attempt(event) { try JSONDecoder().decode(Event.self, from: event) }
    // The tag decides, and from then on there is only one type to read. So its error is the right
    // one, and says what is missing in this burn. Nobody tries whether another kind would fit.
    //
    // To write such a form, write the tag first, and then the data under its key.
}

// MARK: - No tag at all

/// Some APIs have chosen a form without a tag, and a program has to find out the kind from the
/// keys. This type tries one kind after the other. `Burn` and `Hold` are those of step 3: a burn
/// has to have its seconds, and the minutes of a hold may be absent.
func noTagAtAll() throws {
    enum Untagged: Decodable {
        case burn(Burn)
        case hold(Hold)

        init(from decoder: any Decoder) throws {
            if let burn = try? Burn(from: decoder) {
                self = .burn(burn)
            } else {
                self = .hold(try Hold(from: decoder))
            }
        }
    }
    let quoted = Data(#"{"seconds": "150"}"#.utf8)
    // Predict: Here is a burn whose seconds stand in quotes. What does `Untagged` make of it?
    attempt(quoted) { try JSONDecoder().decode(Untagged.self, from: quoted) }
    // It makes a hold of it, and nobody hears of the mistake. `try?` has thrown the error away, and
    // for a hold this document is right: it needs no key, and passes over those that it does not
    // know. Look for a key that only one kind has, and then read that kind with `try`:
    enum ByKey: Decodable {
        case burn(Burn)
        case hold(Hold)

        enum CodingKeys: CodingKey {
            case seconds
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if container.contains(.seconds) {
                self = .burn(try Burn(from: decoder))
            } else {
                self = .hold(try Hold(from: decoder))
            }
        }
    }
    attempt(quoted) { try JSONDecoder().decode(ByKey.self, from: quoted) }
    // An empty object is still a hold. If you may choose the form yourself, choose a tag.
}

// MARK: - Any JSON

enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Decimal)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try container.decode([JSONValue].self))
        } else if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
            self = .object(try container.decode([String: JSONValue].self))
        } else {
            self = .number(try container.decode(Decimal.self))
        }
    }
}

/// Some values have no form that is known: another program writes what it likes under a key. JSON
/// itself has six kinds of values, so an enum with six cases holds any of them. `try?` asks for a
/// shape here, and `try` reads it (lesson 06). `AnyKey` is the coding key of lesson 05 that can be
/// any string.
///
/// Numbers need some care. A `Double` holds each whole number up to 9007199254740992, and of the
/// larger ones only some. A `Decimal` holds 38 digits.
func anyJSON() throws {
    let numbers = Data("[9007199254740993, 0.5, 99999999999999999]".utf8)
    // Predict: Which of these numbers come out of a `Double` with another value?
    show(try JSONDecoder().decode([Double].self, from: numbers))
    show(try JSONDecoder().decode([JSONValue].self, from: numbers))
    // The first and the third do: each of them becomes a number near it that a `Double` can hold.
    // With `Decimal`, all three keep their value. Nobody knows what the numbers of such a value are
    // for. One of them may be an identifier, so they have to come out as they were.
    //
    // `Decimal` is the last one that is tried, with `try` and without a question mark, so what fits
    // no case is an error. Some people try `Int` before it, for whole numbers. But `JSONDecoder`
    // reads 1e-400 as the `Int` 0, where `Decimal` throws.
}

// MARK: - Any JSON, written back

extension JSONValue: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number): try container.encode(number)
        case .string(let string): try container.encode(string)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

/// What came in any form has to be written in the same form. The way back is a switch: each case
/// writes what it holds. Arrays and dictionaries call this method again for each of their elements.
func anyJSONWrittenBack() throws {
    let document = Data(#"[1.0, 1e2, null, {"b": 0.10, "a": 1}]"#.utf8)
    let value = try JSONDecoder().decode(JSONValue.self, from: document)
    // Predict: What is written has the same values. Why can it not be the same text?
    show(try written(value))
    // A decoder gives values, and no text. No type can find out whether the document had 1.0, 1e0
    // or 1, and in which order its keys were.
    //
    // Some numbers do not even keep their value. Here is one of 30 digits, and one of 40:
    let thirty = Data(String(repeating: "7", count: 30).utf8)
    show(try written(JSONDecoder().decode(JSONValue.self, from: thirty)))
    let forty = Data(String(repeating: "7", count: 40).utf8)
    show(try written(JSONDecoder().decode(JSONValue.self, from: forty)))
    // `Decimal` has cut off the last two digits, and nothing was thrown. Where so many digits
    // matter, the form to choose is a string.
}

// MARK: - Keep what you do not know

/// The form of a document grows, and your type has the keys of the day on which you wrote it. This
/// app is from last year. It reads an order, and sends it back to the server, which stores what it
/// gets. This year, documents have a price too.
func keepWhatYouDoNotKnow() throws {
    struct Order: Codable {
        let beer: String
    }
    let document = Data(#"{"beer": "Endeavor", "price": 5.2}"#.utf8)
    let order = try JSONDecoder().decode(Order.self, from: document)
    // Predict: Nothing was thrown, and nobody has changed the order. What does the server store
    // now?
    show(try written(order))
    // It stores a beer without a price. A program that reads a part of a document and writes that
    // part back deletes the rest. `Tap` reads its own key, and keeps all others as any JSON. On the
    // way back, both write into the same object:
    //
    // Code: Lessons/15-TypesOfEveryShape/Lesson15.swift, struct Tap
    let tap = try JSONDecoder().decode(Tap.self, from: document)
    show(tap.others)
    show(try written(tap))
}

// MARK: - Identifiers of their own type

struct ID<Owner>: Hashable, Codable, RawRepresentable {
    let rawValue: String
}

/// The form of an identifier is a string, and so it can be mixed up with every other string. Its
/// type should be one of your own: no property of `ID` uses `Owner`, but `ID<Beer>` and
/// `ID<Brewery>` are two types, so mixing them up does not compile. Because it is
/// `RawRepresentable`, Swift reads and writes the string alone.
func identifiersOfTheirOwnType() throws {
    struct Beer: Codable {
        let id: ID<Beer>
    }
    let beer = Data(#"{"id": "b7"}"#.utf8)
    show(try written(JSONDecoder().decode(Beer.self, from: beer)))
    struct OrderID: Hashable, Codable, RawRepresentable {
        let rawValue: UUID
    }
    let id = Data(#""6e2d5a3c-8f0b-4c1d-9a7e-2b3c4d5e6f70""#.utf8)
    show(try JSONDecoder().decode(UUID.self, from: id))
    // Predict: Orders have a UUID. `OrderID` is made like `ID`. What does it make of this document?
    attempt(id) { try JSONDecoder().decode(OrderID.self, from: id) }
    // It wants an object. Swift has methods that read and write a raw value alone, but only for
    // strings, numbers and `Bool`. For all other raw values, such as `UUID`, `URL` and `Date`, the
    // compiler chooses, and its form for a struct is an object with a key for each property, here
    // `rawValue`. So write the form yourself. A single-value container has no keys:
    //
    // Code: Lessons/15-TypesOfEveryShape/Lesson15.swift, struct UniqueID
    let beerID = try JSONDecoder().decode(UniqueID<Beer>.self, from: id)
    show(try written(beerID))
}

// MARK: - Identifiers as keys

extension UniqueID: CodingKeyRepresentable {
    var codingKey: any CodingKey {
        AnyKey(stringValue: uuid.uuidString)
    }

    init?(codingKey: some CodingKey) {
        guard let uuid = UUID(uuidString: codingKey.stringValue) else {
            return nil
        }
        self.uuid = uuid
    }
}

/// As a key of a dictionary, an identifier needs a second form, because each key of an object is a
/// string. Without one, Swift writes the dictionary as an array (lesson 05). With
/// `CodingKeyRepresentable`, you choose the key. Where the initializer returns nil, the decoder
/// throws an error.
func identifiersAsKeys() throws {
    // Code: Lessons/15-TypesOfEveryShape/Lesson15.swift, struct AnyKey
    struct Beer {}
    let stock = Data(#"{"6e2d5a3c-8f0b-4c1d-9a7e-2b3c4d5e6f70": 4}"#.utf8)
    let kegs = try JSONDecoder().decode([UniqueID<Beer>: Int].self, from: stock)
    // Predict: We write back what we have read, and the server answers that it has no beer with
    // this id. What has happened to the key?
    show(try written(kegs))
    // Its letters are capital letters now. A `UUID` is a number of 128 bits, and capital or small
    // letters are no part of it. Swift writes capital ones, many servers write small ones, and a
    // server that compares strings takes the two for different beers. The form is yours, so if the
    // server needs small letters, write `uuid.uuidString.lowercased()`, here and in `encode(to:)`.
    let names = Data(#"{"Endeavor": 4}"#.utf8)
    attempt(names) {
        try JSONDecoder().decode([UniqueID<Beer>: Int].self, from: names)
    }
}

// MARK: - Types that hold themselves

/// A comment holds comments: its replies. A struct may have an array of itself, because an array
/// keeps its elements in another place. An enum may hold itself if it is `indirect`. The sender
/// chooses how deep such a form goes, and you choose the limit: here, it is eight comments, one
/// inside the other. `thread(5)` gives a document with five of them, each the only reply to the one
/// before.
func typesThatHoldThemselves() throws {
    struct Remark: Decodable {
        let text: String
        let replies: [Remark]

        enum CodingKeys: CodingKey {
            case text
            case replies
        }

        init(from decoder: any Decoder) throws {
            guard decoder.codingPath.count < 8 else {
                let context = DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "Too deep.")
                throw DecodingError.dataCorrupted(context)
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            text = try container.decode(String.self, forKey: .text)
            replies = try container.decode([Remark].self, forKey: .replies)
        }
    }
    // Predict: The limit is eight, and this document has five comments. How long is the path of the
    // fifth?
    attempt { try JSONDecoder().decode(Remark.self, from: thread(5)) }
    // It has eight keys: for each reply, the key `replies` and its place in the list. So count only
    // what leads from a comment to a comment. The rest of `Comment` is like `Remark`:
    //
    // Code: Lessons/15-TypesOfEveryShape/Lesson15.swift, extension Comment: Codable
    show(try JSONDecoder().decode(Comment.self, from: thread(8)).levels)
    attempt { try JSONDecoder().decode(Comment.self, from: thread(9)) }
    // `JSONDecoder` has a limit of its own: it reads 512 levels of brackets, and refuses more. What
    // strangers may send beyond your limits is in lesson 16.
}

// MARK: - Generic types

struct Page<Item> {
    let total: Int
    let items: [Item]

    func map<Other>(_ transform: (Item) -> Other) -> Page<Other> {
        Page<Other>(total: total, items: items.map(transform))
    }
}

extension Page: Decodable where Item: Decodable {}

extension Page: Encodable where Item: Encodable {}

/// `Page` chooses a part of its form, and leaves the other part to its items. Each extension says
/// what it needs of them: a page can be decoded where its items can. The compiler writes the
/// methods.
///
/// What the screen shows needs no form in a document. So `Row` is a plain struct, and a page can
/// hold rows too.
func genericTypes() throws {
    struct Beer: Decodable {
        let name: String
    }
    struct Row {
        let title: String
    }
    func canBeEncoded(_ value: Any) -> Bool {
        value is any Encodable
    }
    let document = Data(#"{"total": 1, "items": [{"name": "Endeavor"}]}"#.utf8)
    let page = try JSONDecoder().decode(Page<Beer>.self, from: document)
    let names = page.map(\.name)
    let rows = page.map { Row(title: $0.name.uppercased()) }
    show(rows)
    // Predict: Which of the three pages can be encoded: `page`, `names` or `rows`?
    show([page, names, rows].map(canBeEncoded))
    // Only `names` can, because a `String` can be encoded. `Beer` can only be decoded, and so can a
    // page of beers. Had we written `struct Page<Item: Codable>: Codable`, there could be no page
    // of rows, and none of these beers. Put the condition where it is needed, and leave the type
    // open.
    //
    // `Array`, `Dictionary` and `Optional` are made in the same way. For `[any Part]`, where `Part`
    // is a protocol, there is no type to ask, so it cannot be decoded. Take an enum with a tag
    // (step 3).
}

// MARK: - Types of others

/// The form of a type that is not yours was chosen by others. Here is what the authors of Swift
/// have chosen for two kinds of ranges:
func typesOfOthers() throws {
    show(try written(1..<3))
    let orbits = try written(1...3)
    show(orbits)
    // Predict: Somebody reads these orbits as a `Range<Int>`, the type of `1..<3`. Which orbits are
    // in it?
    show(Array(try JSONDecoder().decode(Range<Int>.self, from: orbits)))
    // The third orbit is lost. The form does not say whether the last number belongs to the range,
    // and you cannot change it. So wrap the type in one of your own, and choose the form there. The
    // keys of this one say what they mean:
    //
    // Code: Lessons/15-TypesOfEveryShape/Lesson15.swift, struct Orbits
    let named = Data(#"{"first": 1, "last": 3}"#.utf8)
    show(try JSONDecoder().decode(Orbits.self, from: named).range)
    // Such a wrapper helps with a type that has no form, such as `Character`. An extension with
    // `@retroactive Codable` would give it one everywhere in the program. But if two modules do
    // that, each in its own way, nobody warns you, and Swift takes one of the two. A wrapper is
    // yours alone.
}

// MARK: - What to take away

// | Rule                                                          | Step |
// |---------------------------------------------------------------|------|
// | The compiler's form of an enum: a case is a key               | 1    |
// | Names in your source are keys: renamed, they need CodingKeys  | 2    |
// | The tag decides, and then one kind is read with `try`         | 3    |
// | Without a tag, look for a key that only one kind has          | 4    |
// | Any JSON has six cases, and its numbers are `Decimal`         | 5    |
// | Values come back, the text does not                           | 6    |
// | Keep the keys that you do not know, and write them back       | 7    |
// | Raw values that are no string or number need a container      | 8    |
// | As a key, an identifier has a second form                     | 9    |
// | A type may hold itself, and you choose how deep               | 10   |
// | A condition belongs to the extension, not to the type         | 11   |
// | For types of others, a wrapper with a form of your own        | 12   |
//
// Left out here: documents from strangers, and numbers that become indexes (lesson 16, "Answers
// that arrive in pieces"), and formats that are not JSON (lesson 12).
//
// Left out too is what others write for you. A macro can write such types, and its package brings
// swift-syntax, the parser of Swift, into your build. quicktype makes types from samples, and what
// no sample shows, it cannot know. Swift OpenAPI Generator makes them from the description of an
// API, if there is one. On Linux, `FoundationEssentials`, a smaller part of Foundation, is enough
// for `JSONDecoder`. The authors of Foundation are trying out a successor of `Codable`, which Swift
// 6.3 does not have. A class with SwiftData's `@Model` belongs to a store, and a store is not a
// document: decode a struct, and make the object from it.
//
// Now you: open `Exercises/Exercise15.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 15

// MARK: - Keys that can be any string

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

// MARK: - A part that is known, and the rest

struct Tap: Codable {
    let beer: String
    let others: [String: JSONValue]

    enum CodingKeys: CodingKey {
        case beer
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        beer = try container.decode(String.self, forKey: .beer)

        let object = try decoder.singleValueContainer()
        var members = try object.decode([String: JSONValue].self)
        members[CodingKeys.beer.stringValue] = nil
        others = members
    }

    func encode(to encoder: any Encoder) throws {
        try others.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(beer, forKey: .beer)
    }
}

// MARK: - An identifier that is a UUID

struct UniqueID<Owner>: Hashable, Codable {
    let uuid: UUID

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        uuid = try container.decode(UUID.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid)
    }
}

// MARK: - Comments to a depth that is bounded

struct Comment: Equatable {
    let text: String
    let replies: [Comment]

    enum CodingKeys: CodingKey {
        case text
        case replies
    }
}

extension Comment: Codable {
    init(from decoder: any Decoder) throws {
        let path = decoder.codingPath
        guard path.count(where: { $0.stringValue == "replies" }) < 8 else {
            let context = DecodingError.Context(
                codingPath: path, debugDescription: "Too deep.")
            throw DecodingError.dataCorrupted(context)
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        replies = try container.decode([Comment].self, forKey: .replies)
    }
}

extension Comment {
    /// How many comments are one inside the other.
    var levels: Int { 1 + (replies.map(\.levels).max() ?? 0) }
}

func thread(_ count: Int) -> Data {
    let start = String(repeating: #"{"text":"","replies":["#, count: count)
    let end = String(repeating: "]}", count: count)
    return Data((start + end).utf8)
}

// MARK: - A range with a form of its own

struct Orbits: Codable, Equatable {
    let range: ClosedRange<Int>

    enum CodingKeys: CodingKey {
        case first
        case last
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let first = try container.decode(Int.self, forKey: .first)
        let last = try container.decode(Int.self, forKey: .last)
        guard first <= last else {
            throw DecodingError.dataCorruptedError(
                forKey: .last, in: container,
                debugDescription: "The last orbit is before the first.")
        }
        range = first...last
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(range.lowerBound, forKey: .first)
        try container.encode(range.upperBound, forKey: .last)
    }
}

// MARK: - The finished model

/// What somebody reports of a launch: an outcome, whose tag is among its keys and may be one that
/// nobody knows, comments to the depth of step 10, and all the keys that this program does not
/// know. `swift run lesson-15 --decode FILE` decodes one of these, or a list.
struct Report: Equatable {
    let id: ID<Report>
    let ending: Ending
    let comments: [Comment]
    /// The keys that nobody here knows, with what was under them.
    let others: [String: JSONValue]
}

extension Report: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case id
        case ending = "outcome"
        case comments
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(ID<Report>.self, forKey: .id)
        ending = try container.decode(Ending.self, forKey: .ending)
        comments = try container.decode([Comment].self, forKey: .comments)

        let object = try decoder.singleValueContainer()
        var members = try object.decode([String: JSONValue].self)
        for key in CodingKeys.allCases {
            members[key.stringValue] = nil
        }
        others = members
    }

    func encode(to encoder: any Encoder) throws {
        try others.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(ending, forKey: .ending)
        try container.encode(comments, forKey: .comments)
    }
}

/// How a launch ended, with the tag `kind` among the other keys.
enum Ending: Equatable {
    case landed
    case delayed(minutes: Int)
    /// A kind of later, with all of its keys, the tag too.
    case unknown([String: JSONValue])
}

extension Ending: Codable {
    enum CodingKeys: CodingKey {
        case kind
        case minutes
    }

    /// A kind that is known and has a mistake in it is an error, and not a kind that is unknown.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .kind) {
        case "landed":
            self = .landed
        case "delayed":
            self = .delayed(minutes: try container.decode(Int.self, forKey: .minutes))
        default:
            let object = try decoder.singleValueContainer()
            self = .unknown(try object.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .landed:
            try container.encode("landed", forKey: .kind)
        case .delayed(let minutes):
            try container.encode("delayed", forKey: .kind)
            try container.encode(minutes, forKey: .minutes)
        case .unknown(let members):
            try members.encode(to: encoder)
        }
    }
}
