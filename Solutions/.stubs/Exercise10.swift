import ExerciseSupport
import Foundation

// Exercise 10 · The old cache
//
// The night-train app keeps trips in a file, and three versions of that file are out there, on
// phones that nobody has updated. The server leaves out what it need not say. You read all of it
// into the types of today. Seven tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 10
//
// The properties and cases of the types are right: add conformances, initializers and methods,
// property wrappers, and more types where you need them. Hints for each task:
// `Solutions/Exercise10.md`. The lesson: `swift run lesson-10`.
//
// Unless a task says something else, every key has to be there with a value of the right type. If
// one is absent, null or of another type, let the decoder throw its own error. Ignore keys that you
// do not need, whatever they hold. Keep every string, every number and every list as it is in the
// document: a number may be less than 0, and a string may be empty or have spaces.

// MARK: - Task 1

/// Why the server cannot answer.
struct Failure: Equatable {
    let code: Int
    let message: String
}

/// What the server sends, whatever it was asked for: a payload, or a failure. Some servers send
/// both keys, and one of them is null.
///
///     { "data": { "train": "NT 40", "cars": 12 } }
///     { "error": { "code": 404, "message": "There is no such train." } }
///     { "data": { "train": "NT 40", "cars": 12 }, "error": null }
enum Reply<Payload> {
    case payload(Payload)
    case failure(Failure)
}

extension Reply: Equatable where Payload: Equatable {}

/// Task 1. Decode a reply. If there is an `error` that is not null, the reply is a failure,
/// whatever is under `data`. Otherwise the key `data` is required. The payload is of the type that
/// the caller names: a list, a string, a type of the caller's own. It is read as a plain
/// `JSONDecoder()` reads that type.
func decodeReply<Payload: Decodable>(
    _ type: Payload.Type, from document: Data
) throws -> Reply<Payload> {
    throw TODO("Task 1: decode a payload or a failure")
}

// MARK: - Task 2

/// The app's settings. Each version of the app has added one, so an old file has fewer of them:
///
///     { "language": "de", "sound": false, "reminder": 45, "favorites": ["VIE", "PRG"] }
///     { "language": "de" }
struct Settings {
    let language: String
    /// true, if the file does not say it.
    var sound: Bool
    /// In minutes before the departure; 30, if the file does not say it.
    var reminder: Int
    /// The codes of stations; none, if the file does not say it.
    var favorites: [String]
}

/// Task 2, first half. Decode the settings. The language is required. Each of the other three has
/// its default if its key is absent or null. A value of another type is still an error.
func decodeSettings(from document: Data) throws -> Settings {
    throw TODO("Task 2: decode settings with defaults")
}

/// Task 2, second half. Write the settings in the shape of the first document above. All four keys
/// are written, also where a value is the default.
func encode(_ settings: Settings) throws -> Data {
    throw TODO("Task 2: encode the settings")
}

// MARK: - Task 3

/// What should become of a value that the server has: it stays as it is, it is taken away, or it is
/// replaced by this one.
enum Change<Value> {
    case keep
    case clear
    case set(Value)
}

extension Change: Equatable where Value: Equatable {}

/// A change of a booking. A key that is absent keeps what the server has, null clears it, and a
/// value sets it. The first of these keeps the berth and clears the note; the second sets the berth
/// and keeps the note.
///
///     { "booking": "B-7041", "note": null }
///     { "booking": "B-7041", "berth": 21 }
struct Patch: Equatable {
    let booking: String
    let berth: Change<Int>
    let note: Change<String>
}

/// Task 3. Decode a patch. An empty note and berth 0 are values like any other.
func decodePatch(from document: Data) throws -> Patch {
    throw TODO("Task 3: tell keep, clear and set apart")
}

// MARK: - Task 4

/// Task 4. Write a patch in the same shape: what is kept has no key, and what is cleared is null.
func encode(_ patch: Patch) throws -> Data {
    throw TODO("Task 4: write keep, clear and set")
}

// MARK: - Task 5

/// The version in which this app writes the file of trips.
let newestVersion = 3

/// The file is from a newer app: its version, and the newest one that this app can read.
struct FutureVersion: Error, Equatable {
    let found: Int
    let newest: Int
}

/// Task 5. Say in which version a file of trips is. Look at nothing else in the file: nobody knows
/// what a version of the future has there.
///
/// - The version is under `version`, a whole number. The first app did not write it yet: a file
///   without this key is in version 1, and so is one that says `"version": 1`.
/// - If the number is greater than `newestVersion`, throw `FutureVersion` with both numbers.
/// - If it is 0 or less, that is an error (dataCorrupted) at `version`.
/// - Any other value (null, 2.5 or "2"), and any document but an object, is the decoder's own error.
func version(of document: Data) throws -> Int {
    throw TODO("Task 5: find the version")
}

// MARK: - Task 6

/// One trip that the traveler has saved. The price is in whole cents.
struct Trip: Equatable {
    let number: String
    let from: String
    let to: String
    let cents: Int
}

/// The file of trips. This is version 1:
///
///     { "user": "ada", "trips": [
///         { "train": "NT 40", "route": "Wien Hbf > Bregenz", "price": 89.9, "smoking": false } ] }
///
/// Version 2 has another name for the train, and two stations in place of the route. Nobody smokes
/// on trains any more:
///
///     { "version": 2, "user": "ada",
///       "trips": [ { "number": "NT 40", "from": "Wien Hbf", "to": "Bregenz", "price": 89.9 } ] }
///
/// Version 3 has whole cents in place of euros:
///
///     { "version": 3, "user": "ada",
///       "trips": [ { "number": "NT 40", "from": "Wien Hbf", "to": "Bregenz", "cents": 8990 } ] }
struct SavedTrips: Equatable {
    let user: String
    let trips: [Trip]
}

/// Task 6, first half. Decode a file of any of the three versions.
///
/// - The version of task 5 decides which keys count, and its errors are the errors of this task too.
///   A trip that lacks a key of its version is an error, even if it has the key of another version.
/// - A route is two names with " > " between them, and neither name is empty. Any other route is an
///   error (dataCorrupted) at that route, with the whole path: `trips[0].route`. No name begins or
///   ends with ">".
/// - A price is in euros, with at most six digits before the point and two after it.
/// - `smoking` may be absent, or anything.
func decodeSavedTrips(from document: Data) throws -> SavedTrips {
    throw TODO("Task 6: decode a file of three versions")
}

/// Task 6, second half. Write a file of the newest version, with its number.
func encode(_ saved: SavedTrips) throws -> Data {
    throw TODO("Task 6: encode the newest version")
}

// MARK: - Task 7

/// Task 7. Open a file of trips, and bring an old one up to date.
///
/// - A file of an older version is written anew in the newest version, in the same place, atomically,
///   and with the permissions of the old file. If the app is killed in the middle, the old file or
///   the new one is there, whole. If it cannot be written, the error reaches the caller.
/// - A file of the newest version is left as it is, byte for byte.
/// - A file that cannot be read (from the future, cut off in the middle, with a broken trip) is left
///   as it is too, and the error reaches the caller. If there is no file, there is none afterwards.
/// - Other files in the folder are not yours. Leave none of your own there, unless the app is killed.
func openSavedTrips(at file: URL) throws -> SavedTrips {
    throw TODO("Task 7: open the file and migrate it")
}
