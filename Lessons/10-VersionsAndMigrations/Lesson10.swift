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
        theWrapperRepaired,
        nullOrLeftOut,
        threeStatesOnTheWayOut
    )

    static func decode(_ document: Data) throws -> Any {
        try Cellar(document: document)
    }
}

// MARK: - A skeleton for each version

let decoder = JSONDecoder()

/// An API has renamed a key: first `customer_name`, then `name`. The program has one model for
/// both, and `Both` reads either version.
func skeletons() throws {
    struct Customer { let name: String }
    struct Both: Decodable {
        let name: String?, customer_name: String?
        var customer: Customer { Customer(name: name ?? customer_name ?? "") }
    }
    let first = Data(#"{"customer_name": "Acme, Inc"}"#.utf8)
    show(try decoder.decode(Both.self, from: first).customer)
    let third = Data(#"{"title": "Acme, Inc"}"#.utf8)
    // Predict: The next version says `title`. Does the person see a name, nothing, or an error?
    show(try decoder.decode(Both.self, from: third).customer)
    // The person sees nothing, and there is no error. What is optional for the sake of one version
    // is optional for all of them. Now a type for each version, with the keys of that one and no
    // others: a skeleton.
    struct V1: Decodable { let customer_name: String }
    struct V2: Decodable { let name: String }
    show(Customer(name: try decoder.decode(V1.self, from: first).customer_name))
    attempt { Customer(name: try decoder.decode(V2.self, from: third).name) }
    // A skeleton has to fit its document. The model has to fit the program.
}

// MARK: - An envelope for every reply

struct Failure: Error, Decodable { let message: String }

/// A reply is an object, the envelope: it has a `body` of any type, or an `error`.
func anEnvelope() throws {
    struct Good<Body: Decodable>: Decodable { let body: Body }
    struct Bad: Decodable { let error: Failure }
    let list = Data(#"{"body": [456, "457"]}"#.utf8)
    let good = try? decoder.decode(Good<[Int]>.self, from: list)
    // Predict: "457" is a string by mistake, so `good` is nil. The program now decodes `Bad` from
    // the same list. Which key does its error name?
    if good == nil { attempt { try decoder.decode(Bad.self, from: list) } }
    // It names `error`, a key that this reply does not need. `try?` has hidden the useful error,
    // the one at `body[1]`. A generic envelope asks for `error` first:
    attempt { try decoder.decode(Content<[Int]>.self, from: list) }
    let moved = Data(#"{"error": {"message": "We are moving."}}"#.utf8)
    show(try decoder.decode(Content<[Int]>.self, from: moved))
}
enum Content<Body: Decodable>: Decodable {
    case body(Body), error(Failure)
    enum Keys: CodingKey { case body, error }
    init(from decoder: any Decoder) throws {
        let reply = try decoder.container(keyedBy: Keys.self)
        switch try reply.decodeIfPresent(Failure.self, forKey: .error) {
        case let error?: self = .error(error)
        case nil: self = .body(try reply.decode(Body.self, forKey: .body))
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
struct Brewery: Codable, Equatable { let name: String, city: String? }

let cellarV4 = Data(PackageResources.v4_json)

/// A program keeps your beers in a file, as a `Cellar`. For a while you tried a newer program. It
/// left this file, in which strengths are written in another way. Now the old program opens it.
func aFileFromTheFuture() throws {
    show(cellarV4)
    // Predict: The strength of this beer is 8.9 %. What does the old program take it for: 8.9,
    // 0.089, or an error?
    show(try decoder.decode(Cellar.self, from: cellarV4).beers.map(\.abv))
    // It takes it for 0.089 %: the keys and the types fit, and no error can say that the number
    // means something else now.
    //
    // To try the types of all versions in turn does not help: this one fits. So a document has to
    // say its version, and that number is read before everything else.
}

// MARK: - The version comes first

/// `Strict` reads the number alone, here from a file of the very first program:
func theVersionComesFirst() throws {
    struct Strict: Decodable { let version: Int }
    let oldest = Data(#"{"beers": []}"#.utf8)
    // Predict: What does `Strict` make of it: version 0, version 1, or an error?
    attempt { try decoder.decode(Strict.self, from: oldest).version }
    // It makes an error: the first program wrote no number. So `readVersion` takes an absent key as
    // 1. A null or a "2" is an error. It refuses all numbers but 1 to 3, with a text for a person.
    show(try readVersion(of: oldest))
    attempt { try readVersion(of: cellarV4) }
}
struct Header: Decodable {
    let version: Int
    enum CodingKeys: CodingKey { case version }
    init(from decoder: any Decoder) throws {
        let header = try decoder.container(keyedBy: CodingKeys.self)
        let isOld = !header.contains(.version)
        version = isOld ? 1 : try header.decode(Int.self, forKey: .version)
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
    let name: String, abv: Double, brewery_name: String, sort_index: Int
}
struct CellarV2: Decodable { let beers: [BeerV2] }
struct BeerV2: Decodable { let name: String, abv: Double, brewery: String }
let cellarV1 = Data(PackageResources.v1_json)

/// Each old version has its skeleton. Version 2 renamed a key and retired another. A migration
/// makes version 2 of version 1. This one was made too fast:
func renamedAndRetired() throws {
    let old = try decoder.decode(CellarV1.self, from: cellarV1)
    show(old.beers.map(\.sort_index))
    let quick = old.beers.map {
        BeerV2(name: $0.name, abv: $0.abv, brewery: $0.brewery_name)
    }
    // Predict: Each key of version 2 has its value. What did a person see in the old program that
    // this list has lost?
    show(quick.map(\.name))
    // The order is lost: the old program sorted by `sort_index`. Do the work of a retired key in
    // the migration. Never use its name for something else: old documents still have it.
    show(CellarV2(old).beers.map(\.name))
}
extension CellarV2 {
    init(_ old: CellarV1) {
        beers = old.beers.sorted { $0.sort_index < $1.sort_index }.map {
            BeerV2(name: $0.name, abv: $0.abv, brewery: $0.brewery_name)
        }
    }
}

// MARK: - A chain of migrations

/// Version 3 splits "Saint Arnold, Houston" into name and city. Somebody wrote two migrations, 1 to
/// 3 and 2 to 3, each with its own copy of `split`. A mistake was repaired in the second copy only.
func aChain() throws {
    func split(_ text: String) -> Brewery {
        let parts = text.components(separatedBy: ", ")
        return Brewery(name: parts[0], city: parts.last)
    }
    // Predict: This is the first copy. Which city does it find in "Saint Arnold"?
    show(split("Saint Arnold"))
    // The city is the name once more: where there is one part, the last one is the first. So write
    // each step once, and go from 1 to 2 to 3:
    let old = try decoder.decode(CellarV1.self, from: cellarV1)
    show(Cellar(CellarV2(old)).beers.map(\.brewery.city))
    // A step knows its neighbor only, and version 4 will need one new step. (No name of a brewery
    // has a comma in these files.)
}
extension Cellar {
    init(_ old: CellarV2) {
        beers = old.beers.map { beer in
            let parts = beer.brewery.components(separatedBy: ", ")
            let rest = parts.dropFirst().joined(separator: ", ")
            let city = rest.isEmpty ? nil : rest
            let brewery = Brewery(name: parts[0], city: city)
            return Beer(name: beer.name, abv: beer.abv, brewery: brewery)
        }
    }
}

// MARK: - The file that must still open

let cellarV2 = Data(PackageResources.v2_json)
let cellarV3 = Data(PackageResources.v3_json)

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

/// Documents of three versions give one value. Then a program opens a file of version 4.
func theFileThatMustStillOpen() throws {
    let cellars = try [cellarV1, cellarV2, cellarV3].map(Cellar.init(document:))
    show(cellars.map { $0 == cellars[0] })
    let file = try makeTemporaryFile()
    defer { removeFolder(of: file) }
    try cellarV4.write(to: file)
    let cellar = try? Cellar(document: Data(contentsOf: file))
    try JSONEncoder().encode(cellar ?? Cellar(beers: [])).write(to: file)
    // Predict: The newer program knows version 4. What does it find in its file?
    show(try Cellar(document: Data(contentsOf: file)))
    // It finds no beers. Never write over what you cannot read: throw, and leave it alone. A file
    // that is cut off is an error too. (`try?` shows it as nil here.)
    show(try? Cellar(document: cellarV3.prefix(100)))
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

/// A migrated file replaces the old one. Without `.atomic`, `write(to:)` empties the file and fills
/// it again. A program that is killed in between leaves this:
func theOldFileOrTheNewOne() throws {
    let file = try makeTemporaryFile()
    defer { removeFolder(of: file) }
    try cellarV3.prefix(23).write(to: file)
    show(try Data(contentsOf: file))
    // The old cellar is gone, and the new one is not there. With `.atomic`, `openCellar` writes a
    // second file and gives it the name of the first in one step. `reader` opens the file before,
    // and reads after it: a `FileHandle` has a file, not a name.
    try cellarV1.write(to: file)
    let reader = try FileHandle(forReadingFrom: file)
    _ = try openCellar(at: file)
    show(try readVersion(of: Data(contentsOf: file)))
    // Predict: The second file has the name now. Which version does `reader` find?
    show(try readVersion(of: reader.readToEnd() ?? Data()))
    // It finds version 1: on Linux and a Mac, whoever has opened a file keeps it. If it is killed,
    // the name has one of the two. The new one has permissions of its own, and takes the place of a
    // symbolic link (Swift 6.3 on Linux).
}

// MARK: - A wrapper for defaults, and its traps

@propertyWrapper
struct Naive: Codable { var wrappedValue: [String] = [] }

/// Old documents lack new keys, and `var hops: [String] = []` still wants the key (lesson 01). A
/// property wrapper is a type that keeps the value of a property. This one starts with an empty
/// list. (So the initializer of `Recipe` takes a `Naive`, and not a list.)
func aWrapperAndItsTraps() throws {
    struct Recipe: Codable { @Naive var hops: [String] }
    let hops = Naive(wrappedValue: ["Columbus"])
    // Predict: The compiler writes `Codable` for both structs, each with one property. What is
    // written for this recipe?
    show(try JSONEncoder().encode(Recipe(hops: hops)))
    let absent = Data("{}".utf8)
    // Predict: A new `Naive` has an empty list. Does this recipe get one?
    attempt(absent) { try decoder.decode(Recipe.self, from: absent) }
    let list = Data(#"{"hops": ["Columbus"]}"#.utf8)
    attempt { try decoder.decode(Recipe.self, from: list) }
    // It gets none: the initializer of `Recipe` says `decode(Naive.self, forKey: .hops)` to its
    // container, and the container throws without the key. Nobody asks the wrapper. And a struct
    // with one property is an object with one key, out and in.
}

// MARK: - The wrapper, repaired

@propertyWrapper
struct OrEmpty { var wrappedValue: [String] = [] }
extension OrEmpty: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = try container.decode([String].self)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
extension KeyedDecodingContainer {
    func decode(_ type: OrEmpty.Type, forKey key: Key) throws -> OrEmpty {
        try decodeIfPresent(type, forKey: key) ?? OrEmpty()
    }
}

/// Two things repair it: a single-value container, which has no key, and a `decode` that is only
/// for `OrEmpty`. The compiler prefers this `decode`, also in the initializers that it writes.
func theWrapperRepaired() throws {
    struct Recipe: Codable { @OrEmpty var hops: [String] }
    let hops = OrEmpty(wrappedValue: ["Columbus"])
    show(try JSONEncoder().encode(Recipe(hops: hops)))
    // Predict: Which of these three is an error: no key, null, or a string?
    for json in ["{}", #"{"hops": null}"#, #"{"hops": "Columbus"}"#] {
        attempt { try decoder.decode(Recipe.self, from: Data(json.utf8)).hops }
    }
    // The string is an error. A null is an empty list: decodeIfPresent gives nil.
}

// MARK: - Null or left out

enum Change<Value: Codable>: Decodable {
    case keep, clear, set(Value)
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let isNull = container.decodeNil()
        self = isNull ? .clear : .set(try container.decode(Value.self))
    }
}
extension KeyedDecodingContainer {
    func decode<Value>(
        _ type: Change<Value>.Type, forKey key: Key
    ) throws -> Change<Value> {
        contains(key) ? try Change(from: superDecoder(forKey: key)) : .keep
    }
}

/// In an update, a comment that is left out stays, null clears it, and a string sets it: see
/// `Change`. `Twice` tries it with an optional in an optional. For that, the compiler's code calls
/// `decodeIfPresent(String?.self, …)`.
func nullOrLeftOut() throws {
    struct Twice: Decodable { let comments: String?? }
    let all = ["{}", #"{"comments": null}"#, #"{"comments": "Fresh"}"#]
    let documents = all.map { Data($0.utf8) }
    let twice = try documents.map { try decoder.decode(Twice.self, from: $0) }
    // Predict: How many of the three documents can `Twice` tell apart?
    show(Set(twice.map(\.comments)).count)
    // It can tell two: decodeIfPresent gives the same nil for null and for no key. For a `Change`,
    // the compiler's code calls the `decode` above.
    struct Update: Decodable { let comments: Change<String> }
    let three = try documents.map { try decoder.decode(Update.self, from: $0) }
    show(three.map(\.comments))
}

// MARK: - Three states on the way out

extension Change: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .clear = self { try container.encodeNil() }
        if case .set(let value) = self { try container.encode(value) }
    }
}
extension KeyedEncodingContainer {
    mutating func encode<Value>(
        _ change: Change<Value>, forKey key: Key
    ) throws {
        if case .keep = change { return }
        try change.encode(to: superEncoder(forKey: key))
    }
}

/// For a comment that stays, the key must be left out too. So the container gets an `encode` for
/// `Change`, and the compiler calls that one for a property.
func threeStatesOnTheWayOut() throws {
    struct Update: Encodable { let comments: Change<String> }
    for comments in [Change.keep, .clear, .set("Fresh")] {
        show(try JSONEncoder().encode(Update(comments: comments)))
    }
    let update = ["comments": Change<String>.keep]
    // Predict: The code of `Dictionary` was compiled long before this `encode` was written. Does it
    // leave the key out?
    show(try JSONEncoder().encode(update))
    // It writes the key, and calls the `encode` that it knows. The `Change` then writes nothing,
    // and JSON needs a value behind a key: Foundation puts an empty object there. (At the top
    // level, it throws.) So keep a `Change` in a property.
}

// MARK: - What to take away

// | Rule                                                            | Step   |
// |-----------------------------------------------------------------|--------|
// | A plain type for each version, and one model for the program    | 1      |
// | An envelope is generic: ask what it holds; no `try?`            | 2      |
// | A document that fits can still be of another version            | 3      |
// | Read the version number first, refuse what is too new           | 3, 4   |
// | A document without a number is of the first version             | 4      |
// | A retired key has done some work: do it in the migration        | 5      |
// | One step from each version to the next, each rule written once  | 6      |
// | What cannot be read is not written over                         | 7      |
// | Write with `.atomic`: the old file or the new one, and whole    | 8      |
// | A wrapper writes its value with a single-value container        | 9, 10  |
// | An absent key is the container's work: give it a `decode`       | 10, 11 |
// | Null and left out are two things in an update                   | 11     |
// | A value cannot leave itself out: give the container an `encode` | 12     |
//
// Keep a real file of each version beside your tests, and let a test open it.
//
// A file says its version itself. An API often has it in its address, and then the caller knows it
// (lesson 08).
//
// Left out here: what to tell a person about a file that does not open (lesson 09), replies from a
// network (lesson 11), other formats (lesson 12), files that do not fit into memory (lesson 13).
//
// Now you: open `Exercises/Exercise10.swift`. To judge it:
//
//     swift run workbook check 10

// MARK: - Words for a person

extension UnknownVersion: CustomStringConvertible {
    var description: String {
        "This file is of version \(version). This program knows 1 to 3."
    }
}

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
