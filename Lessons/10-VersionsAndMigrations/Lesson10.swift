import Foundation
import Walkthrough

@main
struct Lesson10: Lesson {
    static let title = "Versions and migrations"
    static let steps = Steps(
        aTypeForEachVersion,
        aFileFromTheFuture,
        theVersionComesFirst,
        renamedAndRetired,
        aChain,
        theFileThatMustStillOpen,
        theOldFileOrTheNewOne,
        aPrivateFile,
        anEnvelope,
        aWrapperForDefaults,
        nullOrLeftOut,
        threeStatesOnTheWayOut
    )

    static func decode(_ document: Data) throws -> Any {
        try Cellar(document: document)
    }
}

// MARK: - A type for each version

struct BeerOfAnyVersion: Decodable {
    let name: String
    let brewery: String?
    let oldBrewery: String?

    enum CodingKeys: String, CodingKey {
        case name
        case brewery
        case oldBrewery = "brewery_name"
    }

    var label: String {
        "\(name) (\(brewery ?? oldBrewery ?? ""))"
    }
}

/// A program keeps your beers in a file. Its first version wrote the brewery under another key than
/// its second one:
///
///     {"name": "Endeavor", "brewery_name": "Saint Arnold"}
///     {"name": "Endeavor", "brewery": "Saint Arnold"}
///
/// `BeerOfAnyVersion` reads both, because each of the two keys may be absent. A list on the screen
/// shows the `label` of each beer.
func aTypeForEachVersion() throws {
    let first = Data(
        #"{"name": "Endeavor", "brewery_name": "Saint Arnold"}"#.utf8)
    let beer = try JSONDecoder().decode(BeerOfAnyVersion.self, from: first)
    show(beer.label)
    let mistyped = Data(
        #"{"name": "Endeavor", "brewry": "Saint Arnold"}"#.utf8)
    // Predict: Somebody has edited a file of version 2, and has mistyped a key. What does a person
    // see in the list?
    let unknown = try JSONDecoder().decode(
        BeerOfAnyVersion.self, from: mistyped)
    show(unknown.label)
    // The brewery is gone, and nobody hears of a mistake. What is optional for the sake of one
    // version is optional for all of them. So write a type for each version, with the keys of that
    // version and no others. This is the one for version 2:
    struct SecondBeer: Decodable {
        let name: String
        let brewery: String
    }
    attempt(mistyped) {
        try JSONDecoder().decode(SecondBeer.self, from: mistyped)
    }
    // It asks for everything that its version has. How a program finds out which type it needs is
    // the question of the next two steps.
}

// MARK: - A file from the future

struct Cellar: Codable, Equatable {
    var version = 3
    let beers: [Beer]
}

struct Beer: Codable, Equatable {
    let name: String
    let abv: Double
    let brewery: Brewery
}

struct Brewery: Codable, Equatable {
    let name: String
    let city: String?
}

let cellarV4 = Data(PackageResources.v4_json)

/// The program of today writes version 3: a `Cellar`, in which a brewery is an object. For a while
/// you tried a program that is newer, and it left this file. It writes the strength of a beer in
/// another way. Now the program of today opens the file.
func aFileFromTheFuture() throws {
    show(cellarV4)
    // Predict: The strength of this beer is 8.9 percent. What does the program of today take it
    // for: 8.9, 0.089, or an error?
    let cellar = try JSONDecoder().decode(Cellar.self, from: cellarV4)
    show(cellar.beers.map(\.abv))
    // It takes it for 0.089 percent. All keys and all types fit, and no error can say that the
    // number means something else now.
    //
    // To try the types of all versions one after the other would not help, because this one fits.
    // So a document has to say its version, and a program has to read that number before everything
    // else.
}

// MARK: - The version comes first

/// Only the second program began to write its version. This is a file of the first one. The type in
/// this step asks for the version and for nothing else.
func theVersionComesFirst() throws {
    struct VersionNumber: Decodable {
        let version: Int
    }
    let oldest = Data(#"{"beers": []}"#.utf8)
    // Predict: What does it make of the file: version 0, version 1, or an error?
    attempt(oldest) {
        try JSONDecoder().decode(VersionNumber.self, from: oldest)
    }
    // It refuses a good file: the first program did not write a version yet. So an absent number
    // means version 1, and `Header` asks whether the key is there:
    show(try readVersion(of: oldest))
    attempt { try readVersion(of: cellarV4) }
    // A number that is null or a string is still an error, because some program meant to write a
    // version there. `readVersion` refuses each version that this program does not know, and it
    // looks at nothing else in the file:
}

struct Header: Decodable {
    let version: Int

    enum CodingKeys: CodingKey {
        case version
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.version) {
            version = try container.decode(Int.self, forKey: .version)
        } else {
            version = 1
        }
    }
}

struct UnknownVersion: LocalizedError, Equatable {
    let version: Int

    var errorDescription: String? {
        "This file is of version \(version). This program knows 1 to 3."
    }
}

func readVersion(of document: Data) throws -> Int {
    let header = try JSONDecoder().decode(Header.self, from: document)
    guard (1...3).contains(header.version) else {
        throw UnknownVersion(version: header.version)
    }
    return header.version
}

// MARK: - Renamed and retired keys

struct CellarV1: Decodable {
    let beers: [BeerV1]
}

struct BeerV1: Decodable {
    let name: String
    let abv: Double
    let brewery: String
    let sortIndex: Int

    enum CodingKeys: String, CodingKey {
        case name
        case abv
        case brewery = "brewery_name"
        case sortIndex = "sort_index"
    }
}

struct CellarV2: Decodable {
    let beers: [BeerV2]
}

struct BeerV2: Decodable {
    let name: String
    let abv: Double
    let brewery: String
}

let cellarV1 = Data(PackageResources.v1_json)

/// Each old version has its types. Version 2 renamed one key of version 1, and retired another. A
/// migration makes a value of version 2 from one of version 1. Here are the types and a file:
func renamedAndRetired() throws {
    show(cellarV1)
    let old = try JSONDecoder().decode(CellarV1.self, from: cellarV1)
    let beers = old.beers.map { beer in
        BeerV2(name: beer.name, abv: beer.abv, brewery: beer.brewery)
    }
    // Predict: Each key of version 2 has its value. What did a person see in the old program that
    // this list has lost?
    show(beers.map(\.name))
    // It has lost the order, because the old program sorted its list by `sort_index`. Somebody has
    // to do the work of a retired key, and that is the migration below. Never give its name to
    // something else, because old files still have it.
    show(CellarV2(old).beers.map(\.name))
}

extension CellarV2 {
    init(_ old: CellarV1) {
        let sorted = old.beers.sorted { $0.sortIndex < $1.sortIndex }
        beers = sorted.map { beer in
            BeerV2(name: beer.name, abv: beer.abv, brewery: beer.brewery)
        }
    }
}

// MARK: - A chain of migrations

/// Version 2 has "Saint Arnold, Houston" in one string, and version 3 splits it into a name and a
/// city. Somebody wrote two migrations for that, from 1 to 3 and from 2 to 3, each with a copy of
/// the same function. Later, a mistake in it was repaired, but in the second copy only.
func aChain() throws {
    func split(_ text: String) -> Brewery {
        let parts = text.components(separatedBy: ", ")
        return Brewery(name: parts[0], city: parts.last)
    }
    // Predict: This is the first copy. Which city does it find in "Saint Arnold"?
    show(split("Saint Arnold"))
    // It finds the name once more: where there is one part, the last part is also the first. So
    // write each step once, and let an old file go through all of them, from 1 to 2 and from 2 to
    // 3:
    let old = try JSONDecoder().decode(CellarV1.self, from: cellarV1)
    show(Cellar(CellarV2(old)).beers.map(\.brewery))
    // A step knows its two neighbors and no other version. When version 4 comes, you write one new
    // step, and the old ones do the same work as before.
}

extension Cellar {
    init(_ old: CellarV2) {
        beers = old.beers.map { beer in
            let brewery = Brewery(splitting: beer.brewery)
            return Beer(name: beer.name, abv: beer.abv, brewery: brewery)
        }
    }
}

extension Brewery {
    init(splitting text: String) {
        guard let comma = text.range(of: ", ") else {
            self.init(name: text, city: nil)
            return
        }
        self.init(
            name: String(text[..<comma.lowerBound]),
            city: String(text[comma.upperBound...]))
    }
}

// MARK: - The file that must still open

let cellarV2 = Data(PackageResources.v2_json)
let cellarV3 = Data(PackageResources.v3_json)

extension Cellar {
    init(document: Data) throws {
        let decoder = JSONDecoder()
        switch try readVersion(of: document) {
        case 1:
            let old = try decoder.decode(CellarV1.self, from: document)
            self.init(CellarV2(old))
        case 2:
            let old = try decoder.decode(CellarV2.self, from: document)
            self.init(old)
        default:
            self = try decoder.decode(Cellar.self, from: document)
        }
    }
}

/// Now documents of three versions give the same value. Then somebody starts the program with a
/// file of version 4. `makeTemporaryFile` gives a name in a new folder, and `removeFolder` removes
/// that folder at the end of the step.
func theFileThatMustStillOpen() throws {
    let first = try Cellar(document: cellarV1)
    show(try Cellar(document: cellarV2) == first)
    show(try Cellar(document: cellarV3) == first)
    let file = try makeTemporaryFile()
    defer { removeFolder(of: file) }
    try cellarV4.write(to: file)
    // The program of today opens the file, and saves it when it ends:
    let document = try Data(contentsOf: file)
    let cellar = (try? Cellar(document: document)) ?? Cellar(beers: [])
    try JSONEncoder().encode(cellar).write(to: file)
    // Predict: The next day, somebody opens the file again. What is in it?
    show(try Cellar(document: Data(contentsOf: file)))
    // It has no beers. The program of today could not read the file, began with an empty cellar,
    // and saved that. Never write over what you cannot read: let the error out, and leave the file
    // alone. The same holds for a file that is cut off:
    let torn = cellarV3.prefix(100)
    attempt(torn) { try Cellar(document: torn) }
}

// MARK: - The old file or the new one

/// When an old file is opened, its migrated form replaces it. `write(to:)` empties the file, and
/// then fills it again. If the program is killed in between, it leaves this:
func theOldFileOrTheNewOne() throws {
    let file = try makeTemporaryFile()
    defer { removeFolder(of: file) }
    let document = try JSONEncoder().encode(Cellar(document: cellarV1))
    try cellarV3.prefix(23).write(to: file)
    show(try Data(contentsOf: file))
    // The old cellar is gone, and the new one is not there. With `.atomic`, Foundation writes a
    // second file, and gives it the name of the first one when it is complete. Here is a file of
    // version 1. Another program has opened it, but has not read it yet.
    try cellarV1.write(to: file)
    let reader = try FileHandle(forReadingFrom: file)
    try document.write(to: file, options: .atomic)
    show(try readVersion(of: Data(contentsOf: file)))
    // Predict: The name belongs to the new file now. The other program reads what it has opened.
    // Which version does it find?
    show(try readVersion(of: reader.readToEnd() ?? Data()))
    // It finds version 1, because a program opens a file and not a name: the old file stays whole
    // as long as somebody has it open. And a program that is killed leaves one of the two under the
    // name, the old file or the new one, and never a part of one.
}

// MARK: - A private file

func permissions(of file: URL) throws -> Int {
    let path = file.path(percentEncoded: false)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return attributes[.posixPermissions] as? Int ?? 0o600
}

func setPermissions(_ permissions: Int, of file: URL) throws {
    try FileManager.default.setAttributes(
        [.posixPermissions: permissions],
        ofItemAtPath: file.path(percentEncoded: false))
}

/// Nobody else should know what is in your cellar. So its file has the permissions 600: the owner
/// may read and write it, and all others may do neither. People write these numbers with the eight
/// digits 0 to 7, which is what `radix: 8` does.
func aPrivateFile() throws {
    let file = try makeTemporaryFile()
    defer { removeFolder(of: file) }
    try cellarV1.write(to: file)
    try setPermissions(0o600, of: file)
    show(String(try permissions(of: file), radix: 8))
    // Predict: The file is replaced as in step 7. Who may read it now?
    try cellarV3.write(to: file, options: .atomic)
    show(String(try permissions(of: file), radix: 8))
    // All users of this machine may read it: with Swift 6.3 on Linux, the new file has 644, as
    // every new file has on most machines. A Mac gives it the permissions of the old one, but only
    // after the new file has the name. With `replaceFile`, it has them before that:
    try setPermissions(0o600, of: file)
    try replaceFile(at: file, with: cellarV3)
    show(String(try permissions(of: file), radix: 8))
    // It writes the new file in a folder that only its owner may enter, so nobody else can open the
    // file until it has its permissions. `rename` is a call of the system: before it, the name has
    // the old file, and after it the new one.
}

func replaceFile(at file: URL, with document: Data) throws {
    let oldFile = file.resolvingSymlinksInPath()
    let folder = oldFile.deletingLastPathComponent()
        .appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }

    let newFile = folder.appending(path: "new")
    try document.write(to: newFile)
    try setPermissions(permissions(of: oldFile), of: newFile)
    guard rename(newFile.path, oldFile.path) == 0 else {
        throw CocoaError(.fileWriteUnknown)
    }
}

// MARK: - An envelope for every reply

struct ServerError: Error, Decodable {
    let message: String
}

struct GoodReply<Body: Decodable>: Decodable {
    let body: Body
}

struct FailedReply: Decodable {
    let error: ServerError
}

/// So far, a number has said which keys there are. The replies of a server have no such number, and
/// the last four steps ask what an absent key means there.
///
/// Each reply of this server is an object, an envelope: it has a `body`, of any type, or an
/// `error`.
func anEnvelope() throws {
    let list = Data(#"{"body": [456, "457"]}"#.utf8)
    let good = try? JSONDecoder().decode(GoodReply<[Int]>.self, from: list)
    // Predict: One number is a string by mistake, so `good` is nil. Then the program decodes the
    // same reply as one that failed. Which key does the error name?
    if good == nil {
        attempt { try JSONDecoder().decode(FailedReply.self, from: list) }
    }
    // It names `error`, which this reply does not need. The useful error is gone, because `try?`
    // has thrown it away. A reply without an `error` is good. So `Content` asks for the error
    // first, and where there is none, it requires the body:
    attempt(list) { try JSONDecoder().decode(Content<[Int]>.self, from: list) }
    let moved = Data(#"{"error": {"message": "We are moving."}}"#.utf8)
    show(try JSONDecoder().decode(Content<[Int]>.self, from: moved))
}

enum Content<Body: Decodable>: Decodable {
    case body(Body)
    case error(ServerError)

    enum CodingKeys: CodingKey {
        case body
        case error
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let error = try container.decodeIfPresent(
            ServerError.self, forKey: .error)
        if let error {
            self = .error(error)
        } else {
            self = .body(try container.decode(Body.self, forKey: .body))
        }
    }
}

// MARK: - A wrapper for defaults

@propertyWrapper
struct Listed: Codable {
    var wrappedValue: [String] = []
}

/// In a recipe without `hops`, the absent key means an empty list. Lesson 01 has a way to say that
/// for one property. With many of them, people want to say it once, in a property wrapper: a type
/// that holds the value of a property. This one begins with an empty list, and the compiler writes
/// its `Codable`.
func aWrapperForDefaults() throws {
    struct Recipe: Codable {
        @Listed var hops: [String]
    }
    let absent = Data("{}".utf8)
    // Predict: A new `Listed` has an empty list. Which hops does a recipe without the key get?
    attempt { try JSONDecoder().decode(Recipe.self, from: absent) }
    // It gets an error: the compiler's code for `Recipe` asks its container for a `Listed`, and
    // without the key, the container throws. Nobody asks the wrapper. So the container gets a
    // `decode` for one type alone, for `OrEmpty`, and the compiler prefers it, also in the code
    // that it writes:
    struct Ale: Codable {
        @OrEmpty var hops: [String]
    }
    for json in ["{}", #"{"hops": null}"#, #"{"hops": ["Columbus"]}"#] {
        let ale = try JSONDecoder().decode(Ale.self, from: Data(json.utf8))
        show(try JSONEncoder().encode(ale))
    }
    // `OrEmpty` reads and writes its list in a single-value container. For `Listed`, the compiler
    // writes an object with the key `wrappedValue`, as for any struct with one property.
}

@propertyWrapper
struct OrEmpty {
    var wrappedValue: [String] = []
}

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

// MARK: - Null or left out

/// An app sends an update of a beer to the server, with the keys that change and no others:
///
///     {}                       the comment stays as it is
///     {"comment": null}        the comment is taken away
///     {"comment": "Fresh"}     the comment is replaced
///
/// Here, absent and null mean two things, and an optional has one nil for both. So somebody writes
/// an optional of an optional.
func nullOrLeftOut() throws {
    struct TwiceOptional: Decodable {
        let comment: String??
    }
    let documents = ["{}", #"{"comment": null}"#, #"{"comment": "Fresh"}"#]
        .map { Data($0.utf8) }
    let comments = try documents.map { document in
        try JSONDecoder().decode(TwiceOptional.self, from: document).comment
    }
    // Predict: How many different values do the three documents give?
    show(Set(comments).count)
    // They give two. The compiler's code reads an optional with `decodeIfPresent`, which gives the
    // same nil for null and for no key. A container can answer the two questions one by one:
    // `contains` says whether there is a key, and `decodeNil` whether null is its value.
    for document in documents {
        show(try JSONDecoder().decode(BeerUpdate.self, from: document))
    }
}

enum Change<Value> {
    case keep
    case clear
    case set(Value)
}

struct BeerUpdate {
    let comment: Change<String>

    enum CodingKeys: CodingKey {
        case comment
    }
}

extension BeerUpdate: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if !container.contains(.comment) {
            comment = .keep
        } else if try container.decodeNil(forKey: .comment) {
            comment = .clear
        } else {
            let text = try container.decode(String.self, forKey: .comment)
            comment = .set(text)
        }
    }
}

// MARK: - Three states on the way out

/// The app is the other side: it writes the update that the server of step 11 reads. Its first
/// version has an optional in the type. In the app, a comment that a person has deleted is nil.
func threeStatesOnTheWayOut() throws {
    struct PlainUpdate: Encodable {
        let comment: String?
    }
    let deleted = try JSONEncoder().encode(PlainUpdate(comment: nil))
    // Predict: A person has deleted the comment, and the app sends this update. What does the
    // server do with the comment?
    show(try JSONDecoder().decode(BeerUpdate.self, from: deleted))
    show(deleted)
    // It keeps the comment, so the person sees it again the next day. The compiler's code writes an
    // optional with `encodeIfPresent`, which leaves the key out for nil. So the app needs the three
    // cases too. For a null there is `encodeNil`, and to leave a key out, you write nothing:
    for change in [Change.keep, .clear, .set("Fresh")] {
        show(try JSONEncoder().encode(BeerUpdate(comment: change)))
    }
}

extension BeerUpdate: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch comment {
        case .keep: break
        case .clear: try container.encodeNil(forKey: .comment)
        case .set(let text): try container.encode(text, forKey: .comment)
        }
    }
}

// MARK: - What to take away

// | Rule                                                            | Step  |
// |-----------------------------------------------------------------|-------|
// | A plain type for each version, and one model for the program    | 1     |
// | A document that fits can still be of another version            | 2     |
// | Read the version number first, and refuse what is too new       | 2, 3  |
// | A document without a number is of the first version             | 3     |
// | A retired key has done some work: do it in the migration        | 4     |
// | One step from each version to the next, each rule written once  | 5     |
// | What cannot be read is not written over                         | 6     |
// | Write with `.atomic`: the old file or the new one, and whole    | 7     |
// | A new file has permissions of its own: set those of the old one | 8     |
// | An envelope without an error needs its body; no `try?`          | 9     |
// | A wrapper reads and writes in a single-value container          | 10    |
// | What an absent key means is decided where the container is      | 10–12 |
// | In an update, null and left out are two things                  | 11    |
// | nil is left out; a null is written with `encodeNil`             | 12    |
//
// Keep a real file of each version beside your tests, and let a test open it.
//
// A file says its version itself. An API often has it in its address, and then the caller knows it
// (lesson 08).
//
// Left out here: what to tell a person about a file that does not open (lesson 09), replies from a
// network (lesson 11), other formats (lesson 12), files that do not fit into memory (lesson 13).
//
// Now you: open `Exercises/Exercise10.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 10

// MARK: - The finished model

/// Opens a file of any version. An old one is in the newest version afterwards, and one that cannot
/// be read is left as it is.
func openCellar(at file: URL) throws -> Cellar {
    let document = try Data(contentsOf: file)
    let cellar = try Cellar(document: document)
    if try readVersion(of: document) < 3 {
        try replaceFile(at: file, with: JSONEncoder().encode(cellar))
    }
    return cellar
}

// MARK: - A place for files

/// A name for a file, in a new folder of its own.
func makeTemporaryFile() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cellar-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    return folder.appending(path: "cellar.json")
}

/// Removes the folder in which a file is.
func removeFolder(of file: URL) {
    try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
}
