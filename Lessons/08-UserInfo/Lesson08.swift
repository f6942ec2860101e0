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
        nestedTypesSeeItToo,
        aNewDecoderBeginsEmpty,
        whatSwift6LetsIn,
        theTypedAlternative,
        optionsThatNeverChange
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(
            Customer.self, from: document, with: JSONDecoder(for: .version(of: document)))
    }
}

// MARK: - One type, two versions

let first = Data(
    """
    {"customer_name": "Acme, Inc", "migration_date": "Oct-24-1995",
     "created_at": "1991-05-12T12:00:00Z"}
    """.utf8)
let second = Data(
    """
    {"name": "Acme, Inc", "migration_date": "1995-10-24",
     "created_at": "1991-05-12T12:00:00Z"}
    """.utf8)

/// An API renames a key. For some years its two versions live side by side, and your program talks
/// to both. Here is one customer in version 1 and in version 2. As in lesson 02, the type asks the
/// document which name it has. How far does that take us?
///
/// - Teacher: Ask where else a caller knows what the document does not say: zone, language,
/// address.
func oneTypeTwoVersions() throws {
    struct Guess: Codable {
        let name: String
        enum CodingKeys: CodingKey { case name }
        enum OldKeys: String, CodingKey { case name = "customer_name" }
        init(from decoder: any Decoder) throws {
            let new = try decoder.container(keyedBy: CodingKeys.self)
            let old = try decoder.container(keyedBy: OldKeys.self)
            name =
                old.contains(.name) && !new.contains(.name)
                ? try old.decode(String.self, forKey: .name)
                : try new.decode(String.self, forKey: .name)
        }
    }
    let guess = try JSONDecoder().decode(Guess.self, from: first)
    show(guess)
    // Predict: It came from version 1 and goes back there. Nobody wrote encode(to:), so the
    // compiler did. Under which key does the name go out?
    show(try JSONEncoder().encode(guess))
    // Version 1 does not know `name`, so the customer comes back without a name. When you read,
    // the document says which version it is. When you write, there is no document to ask. Only
    // the caller knows which version is wanted. So the caller has to tell the encoder and the
    // decoder, and they carry it to the types.
}

// MARK: - A key and a value

extension CodingUserInfoKey {
    static let version = CodingUserInfoKey(rawValue: "partner.version")!
}

/// Every decoder and every encoder has a dictionary for you, `userInfo`. It is empty until you fill
/// it, and the types that are decoded can look into it. A key is a string in a type of its own. The
/// initializer returns an optional, but it has a key for every string, so this `!` cannot fail.
func aKeyAndAValue() throws {
    struct Client: Decodable {
        let name: String
        enum CodingKeys: String, CodingKey {
            case name
            case customerName = "customer_name"
        }
        init(from decoder: any Decoder) throws {
            let version = decoder.userInfo[.version] as? String
            let client = try decoder.container(keyedBy: CodingKeys.self)
            name = try client.decode(
                String.self, forKey: version == "1" ? .customerName : .name)
        }
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.version] = "1"
    show(try decoder.decode(Client.self, from: first))
    decoder.userInfo[.version] = 1
    // Predict: The document is the same. Now the version is a number. What does `as? String` make
    // of it, and which key is looked for?
    attempt(first) { try decoder.decode(Client.self, from: first) }
    // The value can be anything that is `Sendable`, and nobody checks its type until you ask with
    // `as?`. Here that gave nil without a word, nil is not "1", and the error blames a good
    // document. Nothing under the key is the same nil.
    //
    // Two keys with the same string are the same key, so begin with the name of your project.
}

// MARK: - One value says what differs

/// One customer, in either version of the API. `swift run lesson-08 --decode FILE` decodes one of
/// these, or a list.
struct Customer: Equatable, Sendable {
    let name: String
    let migrated: Date
    let created: Date

    enum CodingKeys: String, CodingKey {
        case name
        case customerName = "customer_name"
        case migrated = "migration_date"
        case created = "created_at"
    }
}

struct API: Sendable {
    let nameKey: Customer.CodingKeys
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

/// With "1" or "2" in `userInfo`, every type needs an `if`, and version 3 means another `if` in
/// each of them. So put a value there that says what is different: here the key of the name, and
/// the format of the days. `Customer` has a coding key for each of the two names.
///
/// - Teacher: Ask what each type would look like with `if version == 1`, and with a third version.
func oneValueSaysWhatDiffers() throws {
    show(API.v1.nameKey.stringValue)
    show(API.v1.days.date(from: "Oct-24-1995"))
    // Predict: And a day in the format of version 2? What must the initializer of Customer not
    // forget, then?
    show(API.v1.days.date(from: "1995-10-24"))
    // A formatter throws nothing, it gives nil: the initializer has to make an error of it. The
    // compiler cannot write that initializer anyway, because one property has two keys.
}

// MARK: - No options is an error

/// Something that has to be in `userInfo` and is not, or is of another type.
struct MissingContext: Error, Equatable, CustomStringConvertible {
    let key: CodingUserInfoKey
    var description: String { "userInfo needs a value for \(key.rawValue)" }
}

extension [CodingUserInfoKey: Any] {
    func require<Wanted>(
        _ key: CodingUserInfoKey, as type: Wanted.Type
    ) throws -> Wanted {
        guard let value = self[key] as? Wanted else {
            throw MissingContext(key: key)
        }
        return value
    }
}

extension CodingUserInfoKey {
    static let api = CodingUserInfoKey(rawValue: "partner.api")!
}

/// One day somebody forgets the options. The first type has a default for that day, the second
/// asks `require`, above. Nobody fills `userInfo` here.
///
/// - Teacher: Demo: put `as!` into the initializer and run the step.
func noOptionsIsAnError() throws {
    struct Hopeful: Decodable {
        init(from decoder: any Decoder) throws {
            let api = decoder.userInfo[.api] as? API ?? .v2
            let keys = try decoder.container(keyedBy: Customer.CodingKeys.self)
            _ = try keys.decode(String.self, forKey: api.nameKey)
        }
    }
    // Predict: The document is good, and of version 1. Who gets the blame for the missing options?
    attempt(first) { try JSONDecoder().decode(Hopeful.self, from: first) }
    struct Strict: Decodable {
        init(from decoder: any Decoder) throws {
            _ = try decoder.userInfo.require(.api, as: API.self)
        }
    }
    attempt(first) { try JSONDecoder().decode(Strict.self, from: first) }
    // A default blames a good document, and on the way out it writes the wrong version without a
    // word. `as!` ends the program. `MissingContext` names the key. It is not a `DecodingError`,
    // because the document is right and the program is wrong.
}

// MARK: - Read both versions

extension Customer: Decodable {
    init(from decoder: any Decoder) throws {
        let api = try decoder.userInfo.require(.api, as: API.self)
        let customer = try decoder.container(keyedBy: CodingKeys.self)
        name = try customer.decode(String.self, forKey: api.nameKey)
        created = try customer.decode(Date.self, forKey: .created)
        let day = try customer.decode(String.self, forKey: .migrated)
        guard let date = api.days.date(from: day) else {
            throw DecodingError.dataCorruptedError(
                forKey: .migrated, in: customer,
                debugDescription: "\(day) is not a day of this version")
        }
        migrated = date
    }
}

extension JSONDecoder {
    convenience init(for api: API) {
        self.init()
        dateDecodingStrategy = .iso8601
        userInfo[.api] = api
    }
}

/// Now the customer can be read. The initializer has no `if`: it uses what the options say.
func readBothVersions() throws {
    let customer = try JSONDecoder(for: .v1).decode(Customer.self, from: first)
    show(customer.migrated)
    show(try JSONDecoder(for: .v2).decode(Customer.self, from: second) == customer)
    // Predict: This document is of version 2, and the decoder is told 1. Both the name's key and
    // the day's format are wrong. Which of the two does the error name, and why?
    attempt(second) { try JSONDecoder(for: .v1).decode(Customer.self, from: second) }
    // The first line that fails throws, and the name comes before the day. The decoder cannot
    // know that the options do not fit: for the initializer, a key is missing.
}

// MARK: - Write both versions

extension Customer: Encodable {
    func encode(to encoder: any Encoder) throws {
        let api = try encoder.userInfo.require(.api, as: API.self)
        var customer = encoder.container(keyedBy: CodingKeys.self)
        try customer.encode(name, forKey: api.nameKey)
        try customer.encode(created, forKey: .created)
        let day = api.days.string(from: migrated)
        try customer.encode(day, forKey: .migrated)
    }
}

/// The same options on the way back: the key of the name, the format of the day.
func writeBothVersions() throws {
    let decoder = JSONDecoder(for: .v1)
    let customer = try decoder.decode(Customer.self, from: first)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    // Predict: This customer was read as version 1. What does the encoder know of that?
    attempt { try encoder.encode(customer) }
    // Nothing. An encoder has a `userInfo` of its own, and the customer does not carry the
    // decoder's options along. Tell the encoder too.
    encoder.userInfo[.api] = API.v1
    show(try encoder.encode(customer))
    encoder.userInfo[.api] = API.v2
    show(try encoder.encode(customer))
    // So you can read version 1 and write version 2: that is how a program moves its documents
    // from one version to the next.
}

// MARK: - Helpers are made once

/// Makes formatters and counts them. `Mutex` is a lock: it lets one task at a time at the number.
final class Workshop: Sendable {
    let made = Mutex(0)
    func newFormatter() -> DateFormatter {
        made.withLock { $0 += 1 }
        return API.days("yyyy-MM-dd")
    }
}

extension CodingUserInfoKey {
    static let workshop = CodingUserInfoKey(rawValue: "partner.workshop")!
    static let days = CodingUserInfoKey(rawValue: "partner.days")!
}

/// A formatter takes time to make. Here are two types with the same initializer but for one line:
/// where the formatter comes from. A `Workshop` makes formatters and counts them.
func helpersAreMadeOnce() throws {
    struct Wasteful: Decodable {
        init(from decoder: any Decoder) throws {
            let workshop = try decoder.userInfo.require(
                .workshop, as: Workshop.self)
            let day = try decoder.singleValueContainer().decode(String.self)
            _ = workshop.newFormatter().date(from: day)
        }
    }
    struct Thrifty: Decodable {
        init(from decoder: any Decoder) throws {
            let days = try decoder.userInfo.require(.days, as: DateFormatter.self)
            let day = try decoder.singleValueContainer().decode(String.self)
            _ = days.date(from: day)
        }
    }
    let days = Array(repeating: "1995-10-24", count: 500)
    let document = try JSONEncoder().encode(days)
    let decoder = JSONDecoder()
    let (first, second) = (Workshop(), Workshop())
    decoder.userInfo[.workshop] = first
    _ = try decoder.decode([Wasteful].self, from: document)
    decoder.userInfo[.days] = second.newFormatter()
    _ = try decoder.decode([Thrifty].self, from: document)
    // Predict: One document with 500 days. How many formatters has each workshop made?
    show([first.made.withLock(\.self), second.made.withLock(\.self)])
    // The initializer runs once for each element, so what it makes is made 500 times. Make a helper
    // once, outside, and pass it in: inside the options, as `API` has it, or under its own key.
    // Core Data's context goes the same way. What a formatter costs, lesson 13 measures.
}

// MARK: - Nested types see it too

/// An address that may be relative to a base address, which the caller knows.
struct Link: Decodable {
    let url: URL

    init(from decoder: any Decoder) throws {
        let base = try decoder.userInfo.require(.base, as: URL.self)
        let container = try decoder.singleValueContainer()
        let link = try container.decode(String.self)
        guard let url = URL(string: link, relativeTo: base) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a link: \(link)")
        }
        self.url = url.absoluteURL
    }
}

extension CodingUserInfoKey {
    static let base = CodingUserInfoKey(rawValue: "partner.base")!
}

/// The links of this album are in an array in a dictionary, two levels down. The decoder that is
/// handed to `Link` was not made by you. What is in its `userInfo`?
///
/// - Teacher: Ask what else nested values may need: a time zone, a currency, a language.
func nestedTypesSeeItToo() throws {
    let album = Data(#"{"photos": ["a.jpg", "/b.jpg"]}"#.utf8)
    let decoder = JSONDecoder()
    decoder.userInfo[.base] = URL(string: "https://api.somehost.com/v1/")
    let photos = try decoder.decode([String: [Link]].self, from: album)
    show(photos["photos"]?.map(\.url.path))
    // Everything that one decoder decodes sees its `userInfo`, at every depth.
    decoder.userInfo[.base] = URL(string: "https://api.somehost.com/v1")
    // Predict: Now the base has no slash at its end. Where does a.jpg go?
    let moved = try decoder.decode([String: [Link]].self, from: album)
    show(moved["photos"]?.map(\.url.path))
    // A relative address replaces what follows the last slash of the base, as a link on a web page
    // does. Without the slash that is `v1`. End a base address with a slash.
}

// MARK: - A new decoder begins empty

/// Sometimes a document has another document inside a string. To read the inner one, a type makes a
/// decoder of its own.
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
    // Predict: The outer decoder knows the base address. What do the links find, and why?
    attempt { try decoder.decode([String: Inner].self, from: document) }
    struct Careful: Decodable {
        let links: [Link]
        init(from decoder: any Decoder) throws {
            let json = try decoder.singleValueContainer().decode(String.self)
            let inner = JSONDecoder()
            let base = try decoder.userInfo.require(.base, as: URL.self)
            inner.userInfo[.base] = base
            links = try inner.decode([Link].self, from: Data(json.utf8))
        }
    }
    let careful = try decoder.decode([String: Careful].self, from: document)
    show(careful["photos"]?.links.map(\.url.path))
    // A new decoder begins with an empty `userInfo`, whoever makes it. Hand on what it should
    // know, key by key. Its strategies are new too: set those as well.
}

// MARK: - What Swift 6 lets in

/// Why not a global variable? Swift 6 refuses a `static var` that any task may change. With a lock
/// around it, the compiler is content. One program, two requests:
///
/// - Teacher: Ask what two tests do to each other that set one global and run side by side.
func whatSwift6LetsIn() throws {
    struct Client: Decodable {
        static let api = Mutex(API.v1)
        let name: String
        init(from decoder: any Decoder) throws {
            let key = Self.api.withLock { $0.nameKey }
            let client = try decoder.container(
                keyedBy: Customer.CodingKeys.self)
            name = try client.decode(String.self, forKey: key)
        }
    }
    // You ask version 1 for a client. Before the answer is there, another part of the program asks
    // version 2:
    Client.api.withLock { $0 = .v1 }
    Client.api.withLock { $0 = .v2 }
    // Predict: Your answer arrives, and it is of version 1. With which key is it read?
    attempt(first) { try JSONDecoder().decode(Client.self, from: first) }
    // There is one global and there are two versions: the lock keeps the memory safe, and not your
    // request. Make a decoder for each version and set its `userInfo` once:
    show(try JSONDecoder(for: .v1).decode(Customer.self, from: first).name)
    // Tasks share decoders, so what goes into `userInfo` has to be `Sendable`: a value such as
    // `API`, a formatter, a class that cannot change or has a lock. For anything else the compiler
    // warns. Treat that warning as an error.
}

// MARK: - The typed alternative

/// `userInfo` is looked at when the program runs. Foundation has another way, in which the options
/// are a parameter: `CodableWithConfiguration`, which is `DecodableWithConfiguration` and its twin
/// for encoding. Without options there is no `decode` to call: what a caller forgets, the compiler
/// finds.
///
/// - Teacher: Demo: leave out `configuration: API.v1` and read what the compiler says.
func theTypedAlternative() throws {
    struct Client: DecodableWithConfiguration {
        let name: String
        init(from decoder: any Decoder, configuration api: API) throws {
            let client = try decoder.container(
                keyedBy: Customer.CodingKeys.self)
            name = try client.decode(String.self, forKey: api.nameKey)
        }
    }
    show(
        try JSONDecoder().decode(
            Client.self, from: first, configuration: API.v1))
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
    // Predict: In lesson 01, decodeIfPresent made nil of a null. What is different here?
    attempt(nobody) {
        try JSONDecoder().decode(
            Order.self, from: nobody, configuration: API.v1)
    }
    // With a configuration, null goes to the type all the same, and it finds no object there (Swift
    // 6.3 on Linux). `decode(Client?.self, forKey: .client, configuration: api)` gives nil.
    //
    // And the options do not travel by themselves: each type hands them on to its container. That
    // is more to write. But a parent can hand on something of its own to its children.
}

// MARK: - Options that never change

extension API {
    enum First: DecodingConfigurationProviding, EncodingConfigurationProviding {
        static let decodingConfiguration = API.v1
        static let encodingConfiguration = API.v1
    }
}

/// Handing options on takes an initializer in each type on the way. Where a property always has the
/// same options, a property wrapper knows them: `@CodableConfiguration`, with the type that needs
/// options and a type that provides them. `Order` is plain `Codable` again.
func optionsThatNeverChange() throws {
    struct Client: CodableWithConfiguration {
        let name: String
        init(from decoder: any Decoder, configuration api: API) throws {
            let client = try decoder.container(
                keyedBy: Customer.CodingKeys.self)
            name = try client.decode(String.self, forKey: api.nameKey)
        }
        func encode(to encoder: any Encoder, configuration api: API) throws {
            var client = encoder.container(keyedBy: Customer.CodingKeys.self)
            try client.encode(name, forKey: api.nameKey)
        }
    }
    struct Order: Codable {
        @CodableConfiguration<Client, API.First> var client: Client
    }
    let order = Data(#"{"client": {"customer_name": "Acme, Inc"}}"#.utf8)
    show(try JSONEncoder().encode(JSONDecoder().decode(Order.self, from: order)))
    let decoder = JSONDecoder(for: .v2)
    let next = Data(#"{"client": {"name": "Acme, Inc"}}"#.utf8)
    // Predict: The decoder has the options of version 2 in its userInfo. Which key is looked for?
    attempt(next) { try decoder.decode(Order.self, from: next) }
    // The options are part of the type `Order`, and no caller can change them: this `Order` is of
    // version 1 for ever. That fits what has one format only.
}

// MARK: - What to take away

// | Rule                                                         | Step  |
// |--------------------------------------------------------------|-------|
// | What only the caller knows, decoder and encoder carry        | 1     |
// | A string is a key: begin with your project's name            | 2     |
// | One value with the options says what differs                 | 3     |
// | Missing options are an error that names the key              | 4     |
// | No `as!`, no default, no global variable                     | 4, 10 |
// | Decoder and encoder have a `userInfo` each: set both         | 6     |
// | Make a helper once, outside, and pass it in                  | 7     |
// | Everything that one decoder decodes sees its `userInfo`      | 8     |
// | A new decoder begins empty: hand on what it should know      | 9     |
// | What goes in has to be `Sendable`                            | 10    |
// | With a configuration, the compiler finds what is missing     | 11    |
//
// `userInfo` or a configuration?
//
// |              | `userInfo`                    | Configuration                     |
// |--------------|-------------------------------|-----------------------------------|
// | Forgotten    | an error at run time          | does not compile                  |
// | Nested types | see it by themselves          | each type hands it on             |
// | Fits         | settings for a whole document | one type that needs its options   |
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
