import Foundation
import Synchronization
import Walkthrough

@main
struct Lesson08: Lesson {
    static let title = "userInfo"
    static let steps = Steps(
        oneTypeTwoVersions,
        aKeyAndAValue,
        oneValueSaysWhatDiffers,
        noOptionsIsAnError,
        readBothVersions,
        writeBothVersions,
        fiveHundredDays,
        linksAtEveryDepth,
        aDocumentInsideAString,
        whatSwift6LetsIn
    )

    static func decode(_ document: Data) throws -> Any {
        let decoder = JSONDecoder()
        decoder.userInfo[.api] = API.version(of: document)
        return try decodeOneOrMany(Customer.self, from: document, with: decoder)
    }
}

// MARK: - One type, two versions

let first = Data(
    #"{"customer_name": "Acme, Inc", "migration_date": "Oct-24-1995"}"#
        .utf8)

/// An API gives a key a new name. For some years its two versions live side by side, and your
/// program talks to both. As in lesson 02, this type takes whichever of the two keys it finds.
func oneTypeTwoVersions() throws {
    struct Partner: Codable {
        let name: String

        enum CodingKeys: CodingKey {
            case name
        }

        enum FirstKeys: String, CodingKey {
            case name = "customer_name"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let older = try decoder.container(keyedBy: FirstKeys.self)
            name =
                try container.decodeIfPresent(String.self, forKey: .name)
                ?? older.decode(String.self, forKey: .name)
        }
    }
    let partner = try JSONDecoder().decode(Partner.self, from: first)
    show(partner)
    // Predict: The customer came from version 1, and goes back there. Under which key is the name
    // written?
    show(try JSONEncoder().encode(partner))
    // It is written under `name`, which version 1 does not know. The compiler has written
    // `encode(to:)`, and even by hand you could not do better: a value does not know where it came
    // from, and when you write, there is no document to look at. Only the caller knows the version.
    // So the caller has to tell the decoder and the encoder, and they have to carry it to the
    // types.
}

// MARK: - A key and a value

extension CodingUserInfoKey {
    static let version = CodingUserInfoKey(rawValue: "partner.version")!
}

/// Every decoder and every encoder has a dictionary, `userInfo`. The caller fills it, and each type
/// can look into it. Its keys are strings in a type of their own. Every string makes a key, so this
/// `!` cannot fail. Two keys with the same string are the same key, so begin the string with the
/// name of your project.
func aKeyAndAValue() throws {
    struct Partner: Decodable {
        let name: String

        enum CodingKeys: String, CodingKey {
            case name
            case customerName = "customer_name"
        }

        init(from decoder: any Decoder) throws {
            let version = decoder.userInfo[.version] as? String
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let key: CodingKeys = version == "1" ? .customerName : .name
            name = try container.decode(String.self, forKey: key)
        }
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.version] = "1"
    show(try decoder.decode(Partner.self, from: first))
    decoder.userInfo[.version] = 1
    // Predict: Somebody has written the number 1, without quotes. What is wrong now, according to
    // the error?
    attempt(first) { try decoder.decode(Partner.self, from: first) }
    // The error says that there is no `name`, but the document is good. The dictionary takes any
    // value, `as? String` makes nil of the number, and nil is not "1". So the mistake is in the
    // caller, and the document gets the blame.
}

// MARK: - One value says what differs

enum CustomerKeys: String, CodingKey {
    case name
    case customerName = "customer_name"
    case migrated = "migration_date"
}

extension DateFormatter {
    convenience init(day format: String) {
        self.init()
        locale = Locale(identifier: "en_US_POSIX")
        timeZone = .gmt
        dateFormat = format
    }
}

struct API: Sendable {
    let nameKey: CustomerKeys
    let days: DateFormatter

    static let v1 = API(
        nameKey: .customerName, days: DateFormatter(day: "MMM-dd-yyyy"))
    static let v2 = API(
        nameKey: .name, days: DateFormatter(day: "yyyy-MM-dd"))
}

/// With "1" or "2" in `userInfo`, every type needs an `if` for each thing that differs, and another
/// one for version 3. Put all that differs into one value: here, the key of the name and the format
/// of the days. We call such a value the options.
func oneValueSaysWhatDiffers() throws {
    show(API.v1.nameKey.stringValue)
    show(API.v1.days.date(from: "Oct-24-1995"))
    // Predict: Now the formatter of version 1 gets a day of version 2. What does it do?
    show(API.v1.days.date(from: "1995-10-24"))
    // It gives nil: a formatter never throws. So the type that asks it has to make the error.
}

// MARK: - No options is an error

extension CodingUserInfoKey {
    static let api = CodingUserInfoKey(rawValue: "partner.api")!
}

struct MissingContext: Error, Equatable {
    let key: CodingUserInfoKey
}

func findAPI(in userInfo: [CodingUserInfoKey: Any]) throws -> API {
    guard let api = userInfo[.api] as? API else {
        throw MissingContext(key: .api)
    }
    return api
}

/// Sooner or later, somebody forgets to set the options. This type takes those of version 2 then,
/// the newest. The function `findAPI` in the code below does something else.
func noOptionsIsAnError() throws {
    struct Partner: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let api = decoder.userInfo[.api] as? API ?? .v2
            let container = try decoder.container(keyedBy: CustomerKeys.self)
            name = try container.decode(String.self, forKey: api.nameKey)
        }
    }
    // Predict: `first` is a document of version 1, and nobody has set any options. Who is to blame,
    // according to the error?
    attempt(first) { try JSONDecoder().decode(Partner.self, from: first) }
    // The document is, and it is a good one. With a document that fits both versions, nobody would
    // notice anything at all. `findAPI` names what is missing:
    attempt { try findAPI(in: JSONDecoder().userInfo) }
    // `MissingContext` is no `DecodingError`, because nothing is wrong with the document. It is an
    // error and not a crash, so a program that forgot the options can still say so.
}

// MARK: - Read both versions

struct Customer: Equatable, Decodable {
    let name: String
    let migrated: Date

    init(from decoder: any Decoder) throws {
        let api = try findAPI(in: decoder.userInfo)
        let container = try decoder.container(keyedBy: CustomerKeys.self)
        name = try container.decode(String.self, forKey: api.nameKey)
        let day = try container.decode(String.self, forKey: .migrated)
        guard let date = api.days.date(from: day) else {
            throw DecodingError.dataCorruptedError(
                forKey: .migrated, in: container,
                debugDescription: "The day has another format.")
        }
        migrated = date
    }
}

let second = Data(
    #"{"name": "Acme, Inc", "migration_date": "1995-10-24"}"#.utf8)

/// This initializer has no `if`. It asks the options for whatever differs, and will do so for
/// version 3 as well.
func readBothVersions() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.api] = API.v1
    show(try decoder.decode(Customer.self, from: first))
    // Predict: The decoder still has the options of version 1, and gets a document of version 2.
    // Two things do not fit. Which one does the error name?
    attempt(second) { try decoder.decode(Customer.self, from: second) }
    // It names the key, because the initializer reads the name first. The type does not look at the
    // document to find out its version: it believes the options.
    decoder.userInfo[.api] = API.v2
    show(try decoder.decode(Customer.self, from: second))
}

// MARK: - Write both versions

extension Customer: Encodable {
    func encode(to encoder: any Encoder) throws {
        let api = try findAPI(in: encoder.userInfo)
        var container = encoder.container(keyedBy: CustomerKeys.self)
        try container.encode(name, forKey: api.nameKey)
        let day = api.days.string(from: migrated)
        try container.encode(day, forKey: .migrated)
    }
}

/// The way back needs the same options: the key of the name, and the format of the day.
func writeBothVersions() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.api] = API.v1
    let customer = try decoder.decode(Customer.self, from: first)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Predict: This customer was decoded with the options of version 1. In which version is it
    // written?
    attempt { try encoder.encode(customer) }
    // In none: an encoder has a `userInfo` of its own, and a value does not carry the options of
    // its decoder along. Tell the encoder too:
    encoder.userInfo[.api] = API.v1
    show(try encoder.encode(customer))
    encoder.userInfo[.api] = API.v2
    show(try encoder.encode(customer))
    // You can read version 1 and write version 2. In this way, a program moves its documents from
    // one version to the next.
}

// MARK: - Five hundred days

/// A formatter takes much time to make. These two types differ in one line. Neither of them reads
/// the day: each keeps its formatter, so that we can count how many there are. Every object has an
/// `ObjectIdentifier` of its own, and a set holds each of them once.
func fiveHundredDays() throws {
    struct Day: Decodable {
        let formatter: DateFormatter

        init(from decoder: any Decoder) throws {
            formatter = DateFormatter(day: "yyyy-MM-dd")
        }
    }
    struct OptionsDay: Decodable {
        let formatter: DateFormatter

        init(from decoder: any Decoder) throws {
            formatter = try findAPI(in: decoder.userInfo).days
        }
    }
    let days = Array(repeating: "1995-10-24", count: 500)
    let document = try JSONEncoder().encode(days)
    let decoder = JSONDecoder()
    decoder.userInfo[.api] = API.v2
    let made = try decoder.decode([Day].self, from: document)
    show(Set(made.map { ObjectIdentifier($0.formatter) }).count)
    let found = try decoder.decode([OptionsDay].self, from: document)
    // Predict: `API` is a struct, so each of the 500 initializers gets a copy of it. How many
    // formatters does this list have?
    show(Set(found.map { ObjectIdentifier($0.formatter) }).count)
    // It has one, as a copy of the struct has the same formatter in it. What an initializer makes
    // is made again for each element. So make what is expensive once, outside, and let `userInfo`
    // carry it to the types. Lesson 13 measures what a formatter costs.
}

// MARK: - Links at every depth

extension CodingUserInfoKey {
    static let base = CodingUserInfoKey(rawValue: "partner.base")!
}

struct Link: Decodable {
    let url: URL

    init(from decoder: any Decoder) throws {
        guard let base = decoder.userInfo[.base] as? URL else {
            throw MissingContext(key: .base)
        }
        let container = try decoder.singleValueContainer()
        let link = try container.decode(String.self)
        guard let url = URL(string: link, relativeTo: base) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "This is no link.")
        }
        self.url = url.absoluteURL
    }
}

/// Some APIs send links that are relative to an address which only the caller knows. The links here
/// are deep in the document, in an array in a dictionary, and no type between hands anything on.
func linksAtEveryDepth() throws {
    let album = Data(#"{"photos": ["a.jpg", "/b.jpg"]}"#.utf8)
    let decoder = JSONDecoder()
    decoder.userInfo[.base] = URL(string: "https://api.somehost.com/v1/")
    let photos = try decoder.decode([String: [Link]].self, from: album)
    // Predict: One link begins with a slash. Which of the two keeps the `/v1` of the base?
    show(photos["photos"]?.map(\.url.absoluteString))
    // Whatever one decoder decodes sees the same `userInfo`, at every depth. The link without a
    // slash keeps it, because it takes the place of what comes after the last slash of the base.
    // The other one begins at the top of the site. If the base did not end with a slash, both would
    // lose the `/v1`.
}

// MARK: - A document inside a string

/// Some APIs send a document inside a string. To read it, a type has to make a decoder of its own.
func aDocumentInsideAString() throws {
    struct Photos: Decodable {
        let links: [Link]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let json = try container.decode(String.self)
            let inner = JSONDecoder()
            links = try inner.decode([Link].self, from: Data(json.utf8))
        }
    }
    let document = Data(#"{"photos": "[\"a.jpg\", \"b.jpg\"]"}"#.utf8)
    let decoder = JSONDecoder()
    decoder.userInfo[.base] = URL(string: "https://api.somehost.com/v1/")
    // Predict: The decoder knows the base, as in step 8. Which addresses come out?
    attempt { try decoder.decode([String: Photos].self, from: document) }
    // None: the inner decoder is a new one, and a new decoder begins with an empty `userInfo` and
    // with the default strategies. Hand on what it needs, and cast each value to its type:
    struct HandedOn: Decodable {
        let links: [Link]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let json = try container.decode(String.self)
            let inner = JSONDecoder()
            inner.userInfo[.base] = decoder.userInfo[.base] as? URL
            links = try inner.decode([Link].self, from: Data(json.utf8))
        }
    }
    let album = try decoder.decode([String: HandedOn].self, from: document)
    show(album["photos"]?.links.map(\.url.absoluteString))
}

// MARK: - What Swift 6 lets in

/// Why all this, and not a global variable? Swift's language mode 6 refuses a `static var` that any
/// task may change. It takes a constant that holds a value behind a lock, a `Mutex`, which is in
/// the module Synchronization. This program has one, and makes two requests:
func whatSwift6LetsIn() throws {
    struct Partner: Decodable {
        static let api = Mutex(API.v1)

        let name: String

        init(from decoder: any Decoder) throws {
            let key = Self.api.withLock { $0.nameKey }
            let container = try decoder.container(keyedBy: CustomerKeys.self)
            name = try container.decode(String.self, forKey: key)
        }
    }
    // You ask version 1 for a customer. Before the answer is there, another part of the program
    // asks version 2.
    Partner.api.withLock { $0 = .v1 }
    Partner.api.withLock { $0 = .v2 }
    // Predict: Your answer arrives, and it is of version 1. With which key is it read?
    attempt(first) { try JSONDecoder().decode(Partner.self, from: first) }
    // It is read with `name`, because the other request has set version 2. The lock keeps the
    // memory safe, and not your request. So make a decoder for each version, and set its `userInfo`
    // once.
    //
    // Tasks may share a decoder, and so what goes into `userInfo` has to be `Sendable`: a value
    // such as `API`, or a formatter that nobody changes any more. For anything else the compiler
    // gives a warning at least, which you should treat as an error.
}

// MARK: - What to take away

// | Rule                                                         | Step  |
// |--------------------------------------------------------------|-------|
// | Decoder and encoder carry what only the caller knows         | 1     |
// | The dictionary takes any value: read it as the type you mean | 2     |
// | One value with the options says what differs                 | 3     |
// | Missing options are an error that names the key              | 4     |
// | The type believes the options, and has no `if`               | 5     |
// | Decoder and encoder have a `userInfo` each: set both         | 6     |
// | Make a helper once, outside, and pass it in                  | 7     |
// | Whatever one decoder decodes sees its `userInfo`             | 8     |
// | A new decoder begins empty: hand on what it needs            | 9     |
// | No global variable; what goes in has to be `Sendable`        | 10    |
//
// Foundation has another way, where the options are a parameter of the initializer:
// `DecodableWithConfiguration`, and its twin for encoding. There, a call without the options does
// not compile, but each type has to hand them on to the next. Take it for one type that needs
// options, and `userInfo` for settings of a whole document.
//
// Left out here: the formats themselves (lesson 03), keys that are data (lesson 05), what to tell a
// person about an error (lesson 09), a version number in the document (lesson 10).
//
// Now you: open `Exercises/Exercise08.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 08

// MARK: - The finished model

extension API {
    /// The version of a document of the reader's own. A program knows whom it has asked. `--decode`
    /// has the document and nothing else, so it looks for the old name.
    static func version(of document: Data) -> API {
        String(decoding: document, as: UTF8.self).contains(#""customer_name""#) ? v1 : v2
    }
}
