import Foundation
import Synchronization
import Walkthrough

@main
struct Lesson08: Lesson {
    static let title = "userInfo"
    static let steps = Steps(
        oneTypeTwoVersions,
        aKeyAndAValue,
        readBothVersions,
        writeBothVersions,
        noOptionsIsAnError,
        helpersAreMadeOnce,
        nestedTypesSeeItToo,
        whatSwift6LetsIn,
        theTypedAlternative
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

/// One customer, as version 1 and version 2 of an API write it. Lesson 02 looked into the document
/// to see which name it has. When you write, there is no document to look into. Only the caller
/// knows which version is wanted, so encoder and decoder have to carry what the caller knows.
///
/// - Teacher: Ask where else a caller knows what the document does not say: zone, language,
/// address.
func oneTypeTwoVersions() throws {
    struct Guess: Codable {
        let name: String
        enum CodingKeys: CodingKey { case name }
        enum OldKeys: String, CodingKey { case name = "customer_name" }
        init(from decoder: any Decoder) throws {
            let old = try decoder.container(keyedBy: OldKeys.self)
            let new = try decoder.container(keyedBy: CodingKeys.self)
            name =
                try old.decodeIfPresent(String.self, forKey: .name)
                ?? new.decode(String.self, forKey: .name)
        }
    }
    let guess = try JSONDecoder().decode(Guess.self, from: first)
    show(guess)
    // Predict: It came from version 1 and goes back there. Under which key?
    show(try JSONEncoder().encode(guess))
}

// MARK: - A key and a value

extension CodingUserInfoKey {
    static let api = CodingUserInfoKey(rawValue: "partner.api")!
}

/// Every decoder and every encoder has a dictionary for you, `userInfo`, empty until you fill it.
/// The types that it decodes can look into it.
///
/// A key is a text in a type of its own. It says it may be nil and never is, whatever the text:
/// this exclamation mark cannot fail. Two keys with one text are one key, so begin with the name
/// of your project. A value can be of any type. Ask with `as?`.
func aKeyAndAValue() throws {
    struct Listener: Decodable {
        let heard: String?
        init(from decoder: any Decoder) throws {
            heard = decoder.userInfo[.api] as? String
        }
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.api] = "version 1"
    show(try decoder.decode(Listener.self, from: first).heard)
    // Predict: This is another decoder. What does it say?
    show(try JSONDecoder().decode(Listener.self, from: first).heard)

    decoder.userInfo[.api] = 1
    // Predict: Now the value is a number. An error, a crash, or nil?
    show(try decoder.decode(Listener.self, from: first).heard)
    show(CodingUserInfoKey(rawValue: "partner.api") == .api)
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
                forKey: .migrated, in: customer, debugDescription: "no day")
        }
        migrated = date
    }
}

/// Put one value there that has all the options: `API`, at the end of `Lesson08.swift`. It does not
/// say "1" or "2". It says what is different, the key of the name and the format of the days. So no
/// type needs an `if`, and version 3 is one more value. `require` finds the value; step 5 has it.
///
/// - Teacher: Ask what each type would look like with `if version == 1`, and with a third version.
func readBothVersions() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.userInfo[.api] = API.v1
    let customer = try decoder.decode(Customer.self, from: first)
    show(customer.migrated)
    // Predict: This document is version 2. Which error, if any?
    attempt { try decoder.decode(Customer.self, from: second) }
    decoder.userInfo[.api] = API.v2
    show(try decoder.decode(Customer.self, from: second) == customer)
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

/// An encoder has a `userInfo` of its own. What the decoder was told, it does not know: the
/// customer does not carry it along. Tell the encoder too. And there you may say something else:
/// read version 1, write version 2.
func writeBothVersions() throws {
    let decoder = JSONDecoder(for: .v1)
    let customer = try decoder.decode(Customer.self, from: first)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    // Predict: It was read as version 1. Does the encoder know?
    attempt { try encoder.encode(customer) }
    encoder.userInfo[.api] = API.v1
    show(try encoder.encode(customer))
    encoder.userInfo[.api] = API.v2
    show(try encoder.encode(customer))
}

// MARK: - No options is an error

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

/// One day somebody forgets the options. `as! API` ends the program. A default hides the mistake:
/// it blames a good document, and writes the wrong version without a word. Throw an error that
/// names the key. `MissingContext` is a type of its own: the program is wrong here, and not the
/// document.
///
/// - Teacher: Demo: put `as!` into the initializer and run the step.
func noOptionsIsAnError() throws {
    struct Hopeful: Decodable {
        let name: String
        init(from decoder: any Decoder) throws {
            let api = decoder.userInfo[.api] as? API ?? .v2
            let customer = try decoder.container(
                keyedBy: Customer.CodingKeys.self)
            name = try customer.decode(String.self, forKey: api.nameKey)
        }
    }
    // Predict: The options are missing. What does this error say is missing?
    attempt { try JSONDecoder().decode(Hopeful.self, from: first) }
    // Predict: And the error of the customer from step 3?
    attempt { try JSONDecoder().decode(Customer.self, from: first) }
}

// MARK: - Helpers are made once

/// An initializer that makes its own formatter makes one for each element. Make it once, outside,
/// and pass it in: inside the options, as `API` has it, or under a key of its own. `Workshop`, at
/// the end of `Lesson08.swift`, makes formatters and counts them. What one costs, lesson 13
/// measures.
func helpersAreMadeOnce() throws {
    struct Wasteful: Decodable {
        let date: Date?
        init(from decoder: any Decoder) throws {
            let workshop = try decoder.userInfo.require(
                .workshop, as: Workshop.self)
            date = workshop.newFormatter().date(from: try String(from: decoder))
        }
    }
    struct Thrifty: Decodable {
        let date: Date?
        init(from decoder: any Decoder) throws {
            let days = try decoder.userInfo.require(
                .days, as: DateFormatter.self)
            date = days.date(from: try String(from: decoder))
        }
    }
    let texts = Array(repeating: "1995-10-24", count: 500)
    let document = try JSONEncoder().encode(texts)
    let decoder = JSONDecoder()
    let workshop = Workshop()
    decoder.userInfo[.workshop] = workshop
    _ = try decoder.decode([Wasteful].self, from: document)
    // Predict: One document, 500 days. How many formatters?
    show(workshop.made)
    decoder.userInfo[.days] = workshop.newFormatter()
    _ = try decoder.decode([Thrifty].self, from: document)
    show(workshop.made)
}

// MARK: - Nested types see it too

/// All that one decoder decodes sees its `userInfo`. `Link`, at the end of `Lesson08.swift`, asks
/// for a base address and makes `URL(string: text, relativeTo: base)?.absoluteURL`. End the base
/// with a slash, or its last part is replaced. A new decoder inside `init(from:)` begins with
/// nothing. Only JSON inside a text needs one: hand on what it should know, by its key.
///
/// - Teacher: Ask what else nested values may need: a time zone, a currency, a language.
func nestedTypesSeeItToo() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.base] = URL(string: "https://api.somehost.com/v1/")
    let album = #"{"photos": ["a.jpg", "/b.jpg"]}"#
    let read = try decoder.decode([String: [Link]].self, from: Data(album.utf8))
    show(read["photos"]?.map(\.url.path))
    struct Forgetful: Decodable {
        let links: [String: [Link]]
        init(from decoder: any Decoder) throws {
            let text = Data(try String(from: decoder).utf8)
            links = try JSONDecoder().decode([String: [Link]].self, from: text)
        }
    }
    let inText = try JSONEncoder().encode(album)
    // Predict: The album is a text now. Do its links see the base address?
    attempt { try decoder.decode(Forgetful.self, from: inText) }
    struct Careful: Decodable {
        let links: [String: [Link]]
        init(from decoder: any Decoder) throws {
            let text = Data(try String(from: decoder).utf8)
            let inner = JSONDecoder()
            let base = try decoder.userInfo.require(.base, as: URL.self)
            inner.userInfo[.base] = base
            links = try inner.decode([String: [Link]].self, from: text)
        }
    }
    show(try decoder.decode(Careful.self, from: inText).links.count)
}

// MARK: - What Swift 6 lets in

/// Decoders are shared between tasks, so what is in `userInfo` should be `Sendable`: a value like
/// `API`, a `DateFormatter`, a class that cannot change or has a lock, a closure marked
/// `@Sendable`. For anything else there is a warning. Take it as an error.
///
/// Why not a global? Swift 6 refuses a `static var`. With a lock around it, the compiler is
/// content, and the program is still wrong: there is one global and there are two versions. Make a
/// decoder for each version, and set its `userInfo` once.
///
/// - Teacher: Ask what two tests do to each other that set one global and run side by side.
func whatSwift6LetsIn() async throws {
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
    // You have asked for version 1. Meanwhile, elsewhere in the program:
    Client.api.withLock { $0 = .v2 }
    // Predict: Your answer arrives. Is it read?
    attempt { try JSONDecoder().decode(Client.self, from: first) }

    async let one = JSONDecoder(for: .v1).decode(Customer.self, from: first)
    async let two = JSONDecoder(for: .v2).decode(Customer.self, from: second)
    show(try await one == two)
}

// MARK: - The typed alternative

/// `userInfo` is checked when the program runs. `CodableWithConfiguration`, which is
/// `DecodableWithConfiguration` and its encodable twin, is checked when it is built: the options
/// are a parameter, their type is fixed, and without them there is no `decode` to call. They do not
/// travel by themselves: every type around it hands them on to its container, with
/// `configuration:`. Or the property has `@CodableConfiguration`, with options that never change.
///
/// - Teacher: Demo: leave out `configuration: API.v1` and read what the compiler says.
func theTypedAlternative() throws {
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
    let client = try JSONDecoder().decode(
        Client.self, from: first, configuration: API.v1)
    show(try JSONEncoder().encode(client, configuration: API.v2))

    enum First: DecodingConfigurationProviding, EncodingConfigurationProviding {
        static let decodingConfiguration = API.v1
        static let encodingConfiguration = API.v1
    }
    struct Order: Codable {
        @CodableConfiguration<Client, First> var client: Client
    }
    let order = Data(#"{"client": {"customer_name": "Acme, Inc"}}"#.utf8)
    // Predict: Nobody passes options here. Does it decode?
    show(try JSONDecoder().decode(Order.self, from: order).client)
}

// MARK: - What to take away

// | Rule                                                         | Step |
// |--------------------------------------------------------------|------|
// | What only the caller knows, the decoder carries              | 1    |
// | One text is one key: begin with your project's name          | 2    |
// | One value with the options says what differs                 | 3    |
// | Decoder and encoder have a `userInfo` each: set both         | 4    |
// | Missing options are an error that names the key              | 5    |
// | No `as!`, no default, no global                              | 5, 8 |
// | Make a helper once, outside, and pass it in                  | 6    |
// | Everything that one decoder decodes sees its `userInfo`      | 7    |
// | A new decoder inside `init(from:)` has lost it               | 7    |
// | Only what is `Sendable` goes in                              | 8    |
// | `CodableWithConfiguration` is checked by the compiler        | 9    |
//
// `userInfo` or a configuration?
//
// |              | `userInfo`                    | Configuration                     |
// |--------------|-------------------------------|-----------------------------------|
// | Forgotten    | an error at run time          | does not compile                  |
// | Nested types | see it by themselves          | are handed it, one after another  |
// | Null         | is nil for an optional        | reaches the type all the same     |
// | Fits         | settings for a whole document | one type that needs its options   |
//
// Left out here: the formats themselves (lesson 03), keys that are data (lesson 05), what to tell a
// person about an error (lesson 09), a version number in the document (lesson 10).
//
// Now you: open `Exercises/Exercise08.swift`. To judge it:
//
//     swift run workbook check 08

// MARK: - The options and the error

/// What differs between the versions of the API.
struct API: Sendable {
    let nameKey: Customer.CodingKeys
    let days: DateFormatter

    static let v1 = API(nameKey: .customerName, days: DateFormatter("MMM-dd-yyyy"))
    static let v2 = API(nameKey: .name, days: DateFormatter("yyyy-MM-dd"))

    /// The version of a document of the reader's own. A program knows whom it has asked; `--decode`
    /// has the document and nothing else, so it looks for the old name.
    static func version(of document: Data) -> API {
        String(decoding: document, as: UTF8.self).contains(#""customer_name""#) ? v1 : v2
    }
}

/// Something that has to be in `userInfo` and is not, or is of another type.
struct MissingContext: Error, Equatable, CustomStringConvertible {
    let key: CodingUserInfoKey

    var description: String { "userInfo has nothing of the right type under \(key.rawValue)" }
}

extension JSONDecoder {
    convenience init(for api: API) {
        self.init()
        dateDecodingStrategy = .iso8601
        userInfo[.api] = api
    }
}

// MARK: - Helpers

extension DateFormatter {
    /// A formatter of days in the Gregorian calendar, at midnight in GMT, as in lesson 03.
    convenience init(_ format: String) {
        self.init()
        locale = Locale(identifier: "en_US_POSIX")
        calendar = Calendar(identifier: .gregorian)
        timeZone = .gmt
        dateFormat = format
    }
}

extension CodingUserInfoKey {
    static let base = CodingUserInfoKey(rawValue: "partner.base")!
    static let days = CodingUserInfoKey(rawValue: "partner.days")!
    static let workshop = CodingUserInfoKey(rawValue: "partner.workshop")!
}

/// Makes formatters and counts them. It may be shared: what changes is behind a lock.
final class Workshop: Sendable {
    private let count = Mutex(0)

    var made: Int { count.withLock { $0 } }

    func newFormatter() -> DateFormatter {
        count.withLock { $0 += 1 }
        return DateFormatter("yyyy-MM-dd")
    }
}

/// An address that may be relative to one from the context.
struct Link: Decodable {
    let url: URL

    init(from decoder: any Decoder) throws {
        let base = try decoder.userInfo.require(.base, as: URL.self)
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let url = URL(string: text, relativeTo: base) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "no link: \(text)")
        }
        self.url = url.absoluteURL
    }
}

// MARK: - The finished model

/// One customer, in either version of the API. `swift run lesson-08 --decode FILE` decodes one of
/// these, or a list.
struct Customer: Equatable, Sendable {
    let name: String
    /// The day, at midnight in GMT.
    let migrated: Date
    let created: Date

    enum CodingKeys: String, CodingKey {
        case name
        case customerName = "customer_name"
        case migrated = "migration_date"
        case created = "created_at"
    }
}
