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
        helpersAreMadeOnce,
        linksAtEveryDepth,
        aNewDecoderBeginsEmpty,
        whatSwift6LetsIn,
        theTypedAlternative
    )

    static func decode(_ document: Data) throws -> Any {
        let decoder = JSONDecoder()
        decoder.userInfo[.api] = API.version(of: document)
        return try decodeOneOrMany(Customer.self, from: document, with: decoder)
    }
}

// MARK: - One type, two versions

let first = Data(
    #"{"customer_name":"Acme, Inc", "migration_date":"Oct-24-1995"}"#.utf8)

/// An API renames a key. For some years its two versions live side by side, and your program talks
/// to both. As in lesson 02, this type takes the name that it finds in the document. Is that
/// enough?
func oneTypeTwoVersions() throws {
    struct Guess: Codable {
        let name: String
        enum CodingKeys: CodingKey { case name }
        enum OldKeys: String, CodingKey { case name = "customer_name" }
        init(from decoder: any Decoder) throws {
            let new = try decoder.container(keyedBy: CodingKeys.self)
            let old = try decoder.container(keyedBy: OldKeys.self)
            name =
                try new.decodeIfPresent(String.self, forKey: .name)
                ?? old.decode(String.self, forKey: .name)
        }
    }
    let guess = try JSONDecoder().decode(Guess.self, from: first)
    show(guess)
    // Predict: The customer came from version 1 and goes back there. Nobody wrote encode(to:), so
    // the compiler did. Under which key is the name written?
    show(try JSONEncoder().encode(guess))
    // The key is `name`, and version 1 does not know it. When you write, there is no document to
    // ask: only the caller knows the version. When you read, a guess is possible, but it may be
    // wrong. So the caller tells the encoder and the decoder, and they carry it to the types.
}

// MARK: - A key and a value

extension CodingUserInfoKey {
    static let api = CodingUserInfoKey(rawValue: "partner.api")!
}

/// Every decoder and encoder has a dictionary, `userInfo`, that you fill and your types can look
/// into. Its keys are strings in a type of their own. Every string makes a key, so this `!` cannot
/// fail.
func aKeyAndAValue() throws {
    struct Client: Decodable {
        let name: String
        enum CodingKeys: String, CodingKey {
            case name, customerName = "customer_name"
        }
        init(from decoder: any Decoder) throws {
            let version = decoder.userInfo[.api] as? String
            let client = try decoder.container(keyedBy: CodingKeys.self)
            name = try client.decode(
                String.self, forKey: version == "1" ? .customerName : .name)
        }
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.api] = "1"
    show(try decoder.decode(Client.self, from: first))
    decoder.userInfo[.api] = 1
    // Predict: Now the version is a number. Which key does `Client` look for?
    attempt { try decoder.decode(Client.self, from: first) }
    // The key is `name`. `as? String` made nil of the number without an error, and nil is not "1".
    // So a good document gets the blame. Two keys with the same string are the same key, so
    // begin the string with your project's name.
}

// MARK: - One value says what differs

enum CustomerKeys: String, CodingKey {
    case name, customerName = "customer_name"
    case migrated = "migration_date"
}

struct API: Sendable {
    let nameKey: CustomerKeys
    let days: DateFormatter
    static let v1 = API(nameKey: .customerName, days: days("MMM-dd-yyyy"))
    static let v2 = API(nameKey: .name, days: days("yyyy-MM-dd"))

    static func days(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = format
        return formatter
    }
}

/// With "1" or "2" in `userInfo`, every type needs an `if`, and for version 3 one more. A value can
/// say what is different: the key of the name, and the format of the days. We call that value the
/// options.
func oneValueSaysWhatDiffers() throws {
    show(API.v1.nameKey.stringValue)
    show(API.v1.days.date(from: "Oct-24-1995"))
    // Predict: Version 1's formatter now gets a day of version 2. Does it give a date, give nil, or
    // throw an error?
    show(API.v1.days.date(from: "1995-10-24"))
    // The formatter gives nil, and never throws. The type that asks it has to make the error.
}

// MARK: - No options is an error

struct MissingContext: Error, Equatable {
    let key: CodingUserInfoKey
}

func findAPI(in userInfo: [CodingUserInfoKey: Any]) throws -> API {
    guard let api = userInfo[.api] as? API else {
        throw MissingContext(key: .api)
    }
    return api
}

/// Sooner or later, somebody forgets to set the options. `Hopeful` has a default for that. The
/// function `findAPI(in:)` throws an error instead.
func noOptionsIsAnError() throws {
    struct Hopeful: Decodable {
        init(from decoder: any Decoder) throws {
            let api = decoder.userInfo[.api] as? API ?? .v2
            let keys = try decoder.container(keyedBy: CustomerKeys.self)
            _ = try keys.decode(String.self, forKey: api.nameKey)
        }
    }
    // Predict: `first` is of version 1, and there are no options. Which key does the error say is
    // missing?
    attempt { try JSONDecoder().decode(Hopeful.self, from: first) }
    attempt { try findAPI(in: JSONDecoder().userInfo) }
    // `Hopeful` blames a good document. `MissingContext` is not a `DecodingError`: the document is
    // right, and the program is wrong. `as!` would end the program; `assertionFailure` ends it in
    // debug builds only.
}

// MARK: - Read both versions

struct Customer: Equatable, Decodable {
    let name: String, migrated: Date
    init(from decoder: any Decoder) throws {
        let api = try findAPI(in: decoder.userInfo)
        let customer = try decoder.container(keyedBy: CustomerKeys.self)
        name = try customer.decode(String.self, forKey: api.nameKey)
        let day = try customer.decode(String.self, forKey: .migrated)
        guard let date = api.days.date(from: day) else {
            throw DecodingError.dataCorruptedError(
                forKey: .migrated, in: customer, debugDescription: day)
        }
        migrated = date
    }
}
let second = Data(
    #"{"name": "Acme, Inc", "migration_date": "1995-10-24"}"#.utf8)

/// This initializer has no `if`: it does what the options say.
func readBothVersions() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.api] = API.v1
    show(try decoder.decode(Customer.self, from: first))
    // Predict: The decoder still has version 1's options. Neither the key of the name nor the day
    // in this document fits them. Which is the error about?
    attempt { try decoder.decode(Customer.self, from: second) }
    decoder.userInfo[.api] = API.v2
    show(try decoder.decode(Customer.self, from: second).migrated)
    // The error is about the key: it is read first. `Customer` asks only the options.
}

// MARK: - Write both versions

extension Customer: Encodable {
    func encode(to encoder: any Encoder) throws {
        let api = try findAPI(in: encoder.userInfo)
        var customer = encoder.container(keyedBy: CustomerKeys.self)
        try customer.encode(name, forKey: api.nameKey)
        let day = api.days.string(from: migrated)
        try customer.encode(day, forKey: .migrated)
    }
}

/// The same options on the way back: the key of the name, the format of the day.
func writeBothVersions() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.api] = API.v1
    let customer = try decoder.decode(Customer.self, from: first)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Predict: This customer was read as version 1. What does the encoder know of that?
    attempt { try encoder.encode(customer) }
    // The encoder knows nothing: it has a `userInfo` of its own, and the customer does not carry
    // the decoder's options along. Tell the encoder too.
    encoder.userInfo[.api] = API.v1
    show(try encoder.encode(customer))
    encoder.userInfo[.api] = API.v2
    show(try encoder.encode(customer))
    // You can read version 1 and write version 2. That is how a program moves its documents from
    // one version to the next.
}

// MARK: - Helpers are made once

/// A formatter takes time to make. These two types differ in one line. Each keeps its formatter, so
/// that we can count them; neither reads the day. Each object has an `ObjectIdentifier` of its own.
func helpersAreMadeOnce() throws {
    struct Wasteful: Decodable {
        let days: DateFormatter
        init(from decoder: any Decoder) throws {
            days = API.days("yyyy-MM-dd")
        }
    }
    struct Thrifty: Decodable {
        let days: DateFormatter
        init(from decoder: any Decoder) throws {
            days = try findAPI(in: decoder.userInfo).days
        }
    }
    let texts = Array(repeating: "1995-10-24", count: 500)
    let document = try JSONEncoder().encode(texts)
    let decoder = JSONDecoder()
    decoder.userInfo[.api] = API.v2
    let wasteful = try decoder.decode([Wasteful].self, from: document)
    let thrifty = try decoder.decode([Thrifty].self, from: document)
    // Predict: The document has 500 days, and each `Thrifty` gets a copy of the struct `API`. How
    // many different formatters are in each list?
    show(Set(wasteful.map { ObjectIdentifier($0.days) }).count)
    show(Set(thrifty.map { ObjectIdentifier($0.days) }).count)
    // The initializer runs once for each element, and what it makes is made 500 times. A copy of
    // `API` has the same formatter: make a helper once, outside, and pass it in. An object that
    // many types need goes the same way, such as Core Data's context. Lesson 13 measures what a
    // formatter costs.
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
                in: container, debugDescription: "not a link: \(link)")
        }
        self.url = url.absoluteURL
    }
}

/// These links are deep inside the document, in an array in a dictionary. The second one begins
/// with a slash: it is relative to the top of the site.
func linksAtEveryDepth() throws {
    let album = Data(#"{"photos": ["a.jpg", "/b.jpg"]}"#.utf8)
    let decoder = JSONDecoder()
    decoder.userInfo[.base] = URL(string: "https://api.somehost.com/v1/")
    let photos = try decoder.decode([String: [Link]].self, from: album)
    // Predict: Nobody hands the base on to these links. Which one keeps its `/v1`?
    show(photos["photos"]?.map(\.url.path))
    // "a.jpg" does: all that one decoder decodes sees its `userInfo`. It replaces what comes after
    // the base's last slash, "?lang=de" and "#top" replace nothing of its path, and "//" leads to
    // another host. A URL made with a base remembers it, and is not equal to the same address
    // without one. `absoluteURL` forgets the base.
}

// MARK: - A document inside a string

/// To read a document inside a string, a type makes a decoder of its own.
func aNewDecoderBeginsEmpty() throws {
    struct Inner: Decodable {
        let links: [Link]
        init(from decoder: any Decoder) throws {
            let json = try decoder.singleValueContainer().decode(String.self)
            links = try JSONDecoder().decode([Link].self, from: Data(json.utf8))
        }
    }
    let document = Data(#"{"photos": "[\"a.jpg\", \"b.jpg\"]"}"#.utf8)
    let decoder = JSONDecoder()
    decoder.userInfo[.base] = URL(string: "https://api.somehost.com/v1/")
    // Predict: The outer decoder knows the base, as in step 8. Do these links find it?
    attempt { try decoder.decode([String: Inner].self, from: document) }
    struct Careful: Decodable {
        let links: [Link]
        init(from decoder: any Decoder) throws {
            let json = try decoder.singleValueContainer().decode(String.self)
            let inner = JSONDecoder()
            inner.userInfo[.base] = decoder.userInfo[.base] as? URL
            links = try inner.decode([Link].self, from: Data(json.utf8))
        }
    }
    let careful = try decoder.decode([String: Careful].self, from: document)
    show(careful["photos"]?.links.map(\.url.path))
    // The links of `Inner` do not: a new decoder begins with an empty `userInfo`, whoever makes it.
    // Hand on each value as its type: `inner` takes only what is `Sendable`, and `decoder.userInfo`
    // holds `Any`. (To hand on all of `userInfo` gives a warning.) `inner` has the default
    // strategies: set them too.
}

// MARK: - What Swift 6 lets in

/// Why not a global variable? Swift's language mode 6 refuses a `static var` that any task may
/// change, and takes a `static let` with a lock, a `Mutex`. One program makes two requests:
func whatSwift6LetsIn() throws {
    struct Client: Decodable {
        static let api = Mutex(API.v1)
        let name: String
        init(from decoder: any Decoder) throws {
            let key = Self.api.withLock { $0.nameKey }
            let client = try decoder.container(keyedBy: CustomerKeys.self)
            name = try client.decode(String.self, forKey: key)
        }
    }
    // You ask version 1 for a client. Before the answer is there, another part of the program asks
    // version 2.
    Client.api.withLock { $0 = .v1 }
    Client.api.withLock { $0 = .v2 }
    // Predict: Your answer arrives, and it is of version 1. With which key is it read?
    attempt { try JSONDecoder().decode(Client.self, from: first) }
    // The key is `name`: the other request has set version 2. The lock keeps the memory safe, and
    // not your request. Make a decoder for each version, and set its `userInfo` once.
    //
    // Tasks share decoders, so what goes into `userInfo` has to be `Sendable`: a value such as
    // `API`, a formatter that nobody changes any more, a class that cannot change or has a lock.
    // Others give at least a warning: treat it as an error.
}

// MARK: - The typed alternative

/// Foundation has another way, in which the options are a parameter: `DecodableWithConfiguration`,
/// and its twin for encoding. What a caller forgets, the compiler finds.
func theTypedAlternative() throws {
    struct Client: DecodableWithConfiguration {
        init(from decoder: any Decoder, configuration api: API) throws {
            let client = try decoder.container(keyedBy: CustomerKeys.self)
            _ = try client.decode(String.self, forKey: api.nameKey)
        }
    }
    struct Order: DecodableWithConfiguration {
        let client: Client?
        enum CodingKeys: CodingKey { case client }
        init(from decoder: any Decoder, configuration api: API) throws {
            let order = try decoder.container(keyedBy: CodingKeys.self)
            client = try order.decodeIfPresent(
                Client.self, forKey: .client, configuration: api)
        }
    }
    let nobody = Data(#"{"client": null}"#.utf8)
    // Predict: This decodeIfPresent is Foundation's, and short: contains(key) ? decode(…) : nil. Is
    // the client of this document nil, or is there an error?
    attempt {
        try JSONDecoder().decode(
            Order.self, from: nobody, configuration: API.v1)
    }
    // There is an error: the key is there, so `Client` gets the null, and finds no object in it.
    // The advice is for the usual decodeIfPresent. Here, `decode(Client?.self, forKey: .client,
    // configuration: api)` gives nil for null, and for an absent key too (Swift 6.3 on Linux).
    // Options do not travel by themselves: each type must pass them on, or pass on other ones.
}

// MARK: - What to take away

// | Rule                                                    | Step  |
// |---------------------------------------------------------|-------|
// | Decoder and encoder carry what only the caller knows    | 1     |
// | A string is a key: begin with your project's name       | 2     |
// | One value with the options says what differs            | 3     |
// | Missing options are an error that names the key         | 4     |
// | No `as!`, no default, no global variable                | 4, 10 |
// | Decoder and encoder have a `userInfo` each: set both    | 6     |
// | Make a helper once, outside, and pass it in             | 7     |
// | All that one decoder decodes sees its `userInfo`        | 8     |
// | A new decoder begins empty: hand on what it needs       | 9     |
// | What goes in has to be `Sendable`                       | 10    |
// | A configuration: the compiler finds what is missing     | 11    |
//
// `userInfo` or a configuration?
//
// |              | `userInfo`                    | Configuration              |
// |--------------|-------------------------------|----------------------------|
// | Forgotten    | an error at run time          | does not compile           |
// | Nested types | see it by themselves          | each type hands it on      |
// | Fits         | settings for a whole document | one type that needs them   |
//
// `@CodableConfiguration` fixes the options of a property once and for all.
//
// Left out here: the formats themselves (lesson 03), keys that are data (lesson 05), what to tell a
// person about an error (lesson 09), a version number in the document (lesson 10).
//
// Now you: open `Exercises/Exercise08.swift`. To judge it:
//
//     swift run workbook check 08

// MARK: - The finished model

extension API {
    /// The version of a document of the reader's own. A program knows whom it has asked. `--decode`
    /// has the document and nothing else, so it looks for the old name.
    static func version(of document: Data) -> API {
        String(decoding: document, as: UTF8.self).contains(#""customer_name""#) ? v1 : v2
    }
}
