import Foundation
import Walkthrough

@main
struct Lesson10: Lesson {
    static let title = "Versions and migrations"
    static let steps = Steps(
        skeletons,
        anEnvelope,
        aFileFromTheFuture,
        theVersionComesFirst,
        renamedAndRetired,
        aChain,
        theFileThatMustStillOpen,
        theOldFileOrTheNewOne,
        aWrapperAndItsTraps,
        theWrapperMended,
        nullOrLeftOut,
        threeStatesOnTheWayOut
    )

    static func decode(_ document: Data) throws -> Any {
        try Cellar(document: document)
    }
}

// MARK: - A skeleton for each version

let decoder = JSONDecoder()

/// An API has renamed a key: first `customer_name`, then `name`. The program has one model,
/// `Customer`, for both. `Both` takes the name from either version.
func skeletons() throws {
    struct Customer { let name: String }
    struct Both: Decodable {
        let name: String?, customer_name: String?
        var customer: Customer { Customer(name: name ?? customer_name ?? "") }
    }
    let first = Data(#"{"customer_name": "Acme, Inc"}"#.utf8)
    show(try decoder.decode(Both.self, from: first).customer)
    let third = Data(#"{"title": "Acme, Inc"}"#.utf8)
    // Predict: The next version says `title`. What does the person see in place of the name, and
    // who learns that something is wrong?
    show(try decoder.decode(Both.self, from: third).customer)
    // Nothing, and nobody. What is optional for the sake of one version is optional for all of
    // them. Now a type for each version, with the keys of that one and no others: a skeleton.
    struct V1: Decodable { let customer_name: String }
    struct V2: Decodable { let name: String }
    show(Customer(name: try decoder.decode(V1.self, from: first).customer_name))
    attempt { Customer(name: try decoder.decode(V2.self, from: third).name) }
    // A skeleton has to fit its document, and the compiler writes its initializer. The model has to
    // fit the program.
}

// MARK: - An envelope for every reply
struct Failure: Error, Decodable { let message: String }

/// This API puts each reply into an envelope, with a `payload` or an `error`. The payload is now a
/// list and now a customer, so the envelope is generic. First, one type for each kind of reply:
func anEnvelope() throws {
    struct Good<Payload: Decodable>: Decodable { let payload: Payload }
    struct Bad: Decodable { let error: Failure }
    let list = Data(#"{"payload": [456, "457"]}"#.utf8)
    // Predict: This is good but for two quotes. Which key does the error name?
    attempt {
        let good = try? decoder.decode(Good<[Int]>.self, from: list)
        if let good { return good.payload }
        throw try decoder.decode(Bad.self, from: list).error
    }
    // One that this reply does not need: `try?` has thrown the good error away. Do not try. Look for
    // an `error`, and then decode what there is:
    attempt { try decoder.decode(Content<[Int]>.self, from: list) }
    let moved = Data(#"{"error": {"message": "We are moving."}}"#.utf8)
    show(try decoder.decode(Content<[Int]>.self, from: moved))
}

enum Content<Payload: Decodable>: Decodable {
    case payload(Payload), error(Failure)
    enum Keys: CodingKey { case payload, error }
    init(from decoder: any Decoder) throws {
        let reply = try decoder.container(keyedBy: Keys.self)
        let error = try reply.decodeIfPresent(Failure.self, forKey: .error)
        if let error {
            self = .error(error)
        } else {
            self = .payload(try reply.decode(Payload.self, forKey: .payload))
        }
    }
}

// MARK: - A file from the future

struct Cellar: Codable, Equatable {
    var version = 3
    let beers: [Beer]
}

struct Beer: Codable, Equatable {
    let name: String, abv: Double, brewery: Brewery
}

struct Brewery: Codable, Equatable {
    let name: String, city: String?
}

let cellarV4 = Data(PackageResources.cellar_v4_json)

/// A program keeps your beers in a file, as a `Cellar`. For a while you tried a newer program. It
/// left this file, in which strengths are written in another way. Now the old program opens it.
func aFileFromTheFuture() throws {
    show(cellarV4)
    // Predict: From which error does the old program learn that the file is too new for it?
    show(try decoder.decode(Cellar.self, from: cellarV4).beers.map(\.abv))
    // From none. Endeavor has 8.9 %, and version 4 writes that as a fraction. The keys and the
    // types fit, so the person reads 0.089 %. Nothing is missing that could be missed.
    //
    // To try one type after the other, until one fits, does not help either: this one fits. A
    // document has to say its version, and that number has to be read before everything else.
}

// MARK: - The version comes first
/// A type with one property reads the number, and does not look at the rest. `Strict` is such a
/// type. It reads a file from the very first program.
func theVersionComesFirst() throws {
    struct Strict: Decodable { let version: Int }
    let oldest = Data(#"{"beers": []}"#.utf8)
    // Predict: Why is there no number in it, and what is wrong with `Strict`?
    attempt { try decoder.decode(Strict.self, from: oldest).version }
    // The first program did not think of a second one. So a document without the key is of version 1.
    // (A null or "2" is an error: somebody meant to write a number.) And what is newer than the
    // program is refused:
    show(try readVersion(of: oldest))
    attempt { try readVersion(of: cellarV4) }
}

struct Header: Decodable {
    let version: Int
    enum CodingKeys: CodingKey { case version }
    init(from decoder: any Decoder) throws {
        let header = try decoder.container(keyedBy: CodingKeys.self)
        let isFirst = !header.contains(.version)
        version = isFirst ? 1 : try header.decode(Int.self, forKey: .version)
    }
}

struct UnknownVersion: Error, Equatable { let version: Int }

func readVersion(of document: Data) throws -> Int {
    let version = try decoder.decode(Header.self, from: document).version
    guard 1...3 ~= version else { throw UnknownVersion(version: version) }
    return version
}

// MARK: - Renamed and retired keys
struct CellarV1: Decodable { let beers: [BeerV1] }
struct BeerV1: Decodable {
    let name: String, alcohol_by_volume: Double, brewery: String
    let sort_index: Int
}
struct CellarV2: Decodable { let beers: [BeerV2] }
struct BeerV2: Decodable { let name: String, abv: Double, brewery: String }

let cellarV1 = Data(PackageResources.cellar_v1_json)

/// Each old version has its skeleton. Version 2 renamed a key and retired one: `sort_index` is not
/// written any more. A migration makes version 2 of version 1. Here it does so in haste:
func renamedAndRetired() throws {
    let old = try decoder.decode(CellarV1.self, from: cellarV1)
    show(old.beers.map(\.sort_index))
    let hasty = old.beers.map {
        BeerV2(name: $0.name, abv: $0.alcohol_by_volume, brewery: $0.brewery)
    }
    // Predict: Each key of version 2 has its value. What did a person see in the old program that
    // this list has lost?
    show(hasty.map(\.name))
    // The order. The old program sorted by `sort_index`, version 2 writes the beers in their order.
    // A retired key has done some work: find out which, and do it in the migration. And never use
    // its name for something else, because old documents still have it.
    show(CellarV2(old).beers.map(\.name))
}

extension CellarV2 {
    init(_ old: CellarV1) {
        let sorted = old.beers.sorted { $0.sort_index < $1.sort_index }
        beers = sorted.map {
            BeerV2(name: $0.name, abv: $0.alcohol_by_volume, brewery: $0.brewery)
        }
    }
}

// MARK: - A chain of migrations
/// Version 3 splits a key: "Saint Arnold, Houston" becomes a name and a city. Somebody wrote a way
/// from 1 to 3, and one from 2 to 3 with a copy of `split`. Then a mistake was mended in the copy.
func aChain() throws {
    func split(_ text: String) -> Brewery {
        let parts = text.components(separatedBy: ", ")
        return Brewery(name: parts[0], city: parts.last)
    }
    // Predict: One brewery of version 1 has no city: "Saint Arnold". What becomes of it?
    show(split("Saint Arnold"))
    // Where there is one part, the last one is the first. So write each step once, and go from
    // version to version, 1 to 2 to 3:
    let old = try decoder.decode(CellarV1.self, from: cellarV1)
    show(Cellar(CellarV2(old)).beers.map(\.brewery))
    // A step knows its neighbor only. Version 4 needs one new step, and no old one changes.
}

extension Cellar {
    init(_ old: CellarV2) {
        beers = old.beers.map { beer in
            let parts = beer.brewery.split(separator: ", ", maxSplits: 1)
            let city = parts.count > 1 ? String(parts[1]) : nil
            let brewery = Brewery(name: String(parts.first ?? ""), city: city)
            return Beer(name: beer.name, abv: beer.abv, brewery: brewery)
        }
    }
}

// MARK: - The file that must still open
extension Cellar {
    init(document: Data) throws {
        switch try readVersion(of: document) {
        case 1:
            let old = try decoder.decode(CellarV1.self, from: document)
            self.init(CellarV2(old))
        case 2: self.init(try decoder.decode(CellarV2.self, from: document))
        default: self = try decoder.decode(Cellar.self, from: document)
        }
    }
}

let cellarV2 = Data(PackageResources.cellar_v2_json)
let cellarV3 = Data(PackageResources.cellar_v3_json)

/// Now with files. For this program, a cellar that cannot be read is an empty one.
func theFileThatMustStillOpen() throws {
    let file = try makeTemporaryFile()
    defer { removeFolder(of: file) }
    try cellarV4.write(to: file)
    let hasty = try? Cellar(document: Data(contentsOf: file))
    try JSONEncoder().encode(hasty ?? Cellar(beers: [])).write(to: file)
    // Predict: The newer program, which knows version 4, opens its file. What does it find?
    show(try Cellar(document: Data(contentsOf: file)))
    // An empty cellar of version 3. What cannot be read must not be written over: throw, and
    // leave the file alone. That goes for a torn end too:
    attempt { try Cellar(document: cellarV3.prefix(100)) }
    // The old files open, and all to the same value:
    for document in [cellarV1, cellarV2] {
        show(try Cellar(document: document) == Cellar(document: cellarV3))
    }
}

// MARK: - The old file or the new one
func openCellar(at file: URL) throws -> Cellar {
    let document = try Data(contentsOf: file)
    let cellar = try Cellar(document: document)
    if try readVersion(of: document) < 3 {
        try JSONEncoder().encode(cellar).write(to: file, options: .atomic)
    }
    return cellar
}

/// The migrated file takes the place of the old one. Without `.atomic`, `write(to:)` empties the
/// file and fills it again. A program that is killed in between leaves a file like this:
func theOldFileOrTheNewOne() throws {
    let file = try makeTemporaryFile()
    defer { removeFolder(of: file) }
    try cellarV3.prefix(23).write(to: file)
    show(try Data(contentsOf: file))
    // The old cellar is gone, and the new one is not there. `openCellar` writes with `.atomic`. Here
    // `reader` opens the file before it, and reads after it:
    try cellarV1.write(to: file)
    let reader = try FileHandle(forReadingFrom: file)
    _ = try openCellar(at: file)
    show(try readVersion(of: Data(contentsOf: file)))
    // Predict: Which version does `reader` read, and what does that tell of `.atomic`?
    show(try readVersion(of: reader.readToEnd() ?? Data()))
    // The old file is still there, whole, for whoever has it open. `.atomic` writes a second file in
    // the same folder and then gives it the name of the first. That is one step: the name always
    // belongs to the old file or to the new one. A crash may leave the second file behind.
}

// MARK: - A wrapper for defaults, and its traps

@propertyWrapper
struct Naive<Element: Codable>: Codable {
    var wrappedValue: [Element] = []
}

/// Old documents lack new keys, and `var hops: [String] = []` still wants the key (lesson 01). A
/// property wrapper is a type that keeps the value of a property. This one starts with an empty
/// list.
func aWrapperAndItsTraps() throws {
    struct Recipe: Codable { @Naive var hops: [String] }
    let hops = Naive(wrappedValue: ["Columbus"])
    // Predict: The compiler writes `Codable` for both structs, each with one property. What is
    // written for this recipe?
    show(try JSONEncoder().encode(Recipe(hops: hops)))
    let absent = Data("{}".utf8)
    // Predict: A new `Naive` has an empty list. Who would have to make one here, and does it
    // happen?
    attempt(absent) { try decoder.decode(Recipe.self, from: absent) }
    let list = Data(#"{"hops": ["Columbus"]}"#.utf8)
    attempt { try decoder.decode(Recipe.self, from: list) }
    // A struct with one property is an object with one key, out and in. And the initializer of
    // `Recipe` says `decode(Naive.self, forKey: .hops)` to its container. The container looks for
    // the key first, and throws. The wrapper is never asked.
}

// MARK: - The wrapper, mended
@propertyWrapper struct OrEmpty<Element: Codable> {
    var wrappedValue: [Element] = []
}
extension OrEmpty: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = try container.decode([Element].self)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
extension KeyedDecodingContainer {
    func decode<Element>(
        _ type: OrEmpty<Element>.Type, forKey key: Key
    ) throws -> OrEmpty<Element> {
        try decodeIfPresent(type, forKey: key) ?? OrEmpty()
    }
}

/// A single-value container has no key. And there is a second `decode` now, for `OrEmpty` alone. The
/// compiler prefers it, also in the initializers that it writes.
func theWrapperMended() throws {
    struct Recipe: Codable { @OrEmpty var hops: [String] }
    let hops = OrEmpty(wrappedValue: ["Columbus"])
    show(try JSONEncoder().encode(Recipe(hops: hops)))
    // Predict: Absent, null, a string: which give an empty list, and which an error?
    for json in ["{}", #"{"hops": null}"#, #"{"hops": "Columbus"}"#] {
        attempt { try decoder.decode(Recipe.self, from: Data(json.utf8)).hops }
    }
    // A wrong type is an error, as it should be. A null is an empty list, as `decodeIfPresent`
    // gives nil for both.
}

// MARK: - Null or left out
enum Change<Value> { case keep, clear, set(Value) }
extension Change: Decodable where Value: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let isNull = container.decodeNil()
        self = isNull ? .clear : .set(try container.decode(Value.self))
    }
}
extension KeyedDecodingContainer {
    func decode<Value: Decodable>(
        _ type: Change<Value>.Type, forKey key: Key
    ) throws -> Change<Value> {
        contains(key) ? try Change(from: superDecoder(forKey: key)) : .keep
    }
}

/// An update has only what is new. A comment that is left out stays, null clears it, a string
/// replaces it: three states. An optional has two. Here is an optional of an optional.
func nullOrLeftOut() throws {
    struct Twice: Decodable { let comments: String?? }
    let all = ["{}", #"{"comments": null}"#, #"{"comments": "Fresh"}"#]
    let documents = all.map { Data($0.utf8) }
    let twice = try documents.map { try decoder.decode(Twice.self, from: $0) }
    // Predict: It is nil, holds a nil, or holds a string. Which of the three hold a nil?
    show(twice.map { $0.comments == .some(nil) })
    // None. For an optional, the compiler calls `decodeIfPresent`, which gives nil for null too. For
    // a `Change`, it calls the `decode` above, where a key that is left out is `.keep`.
    struct Update: Decodable { let comments: Change<String> }
    for document in documents {
        show(try decoder.decode(Update.self, from: document))
    }
}

// MARK: - Three states on the way out
extension Change: Encodable where Value: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .clear = self { try container.encodeNil() }
        if case .set(let value) = self { try container.encode(value) }
    }
}

/// The other side of the conversation writes an update. For a comment that stays, `encode(to:)`
/// writes nothing.
func threeStatesOnTheWayOut() throws {
    let update = ["comments": Change<String>.keep]
    // Predict: The dictionary has the key. Its value writes nothing. What is in the document?
    show(try JSONEncoder().encode(update))
    // An empty object, because something has to be there. A value cannot take its key away, but the
    // container can: it gets an `encode` for `Change`. The compiler prefers it for a property. (The
    // code of a dictionary does not know it.)
    struct Update: Encodable { let comments: Change<String> }
    for comments in [Change.keep, .clear, .set("Fresh")] {
        show(try JSONEncoder().encode(Update(comments: comments)))
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: Encodable>(
        _ change: Change<Value>, forKey key: Key
    ) throws {
        if case .keep = change { return }
        try change.encode(to: superEncoder(forKey: key))
    }
}

// MARK: - What to take away

// | Rule                                                            | Step  |
// |-----------------------------------------------------------------|-------|
// | A plain type for each version, and one model for the program    | 1     |
// | An envelope is generic; ask which it holds, do not try          | 2     |
// | Read the version number first; refuse the one you do not know   | 3     |
// | A document without a number is of the first version             | 3     |
// | A retired key has done some work: do it in the migration        | 4     |
// | One step from each version to the next, each rule written once  | 5     |
// | What cannot be read is never written over                       | 6     |
// | Write with `.atomic`: the old file or the new one, and whole    | 7     |
// | A wrapper writes itself with a single-value container           | 8, 9  |
// | An absent key is the container's business: overload `decode`    | 9, 10 |
// | Null and left out are two things, in an update                  | 10    |
// | A value cannot leave itself out: overload `encode`              | 11    |
//
// Keep a real file of each version beside the tests, and open it in a test.
//
// The cache has its version in the document. An API often has it in the address (`/v2/customers`) or in a
// header, and then the caller knows it (lesson 08).
//
// Left out here: what to tell a person about a file that does not open (lesson 09), replies from a
// network (lesson 11), files in other formats (lesson 12).
//
// Now you: open `Exercises/Exercise10.swift`. To judge it:
//
//     swift run workbook check 10

// MARK: - A place for files

/// A place for a file, in a folder of its own.
func makeTemporaryFile() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cellar-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    return folder.appending(path: "cellar.json")
}

func removeFolder(of file: URL) {
    try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
}
