import ExerciseSupport
import Foundation

// Exercise 05 · Stations
//
// The operator's API nests what belongs together, and uses keys to say something. Your types stay
// flat and carry what the keys say. Six tasks, easiest first. Do the first one, then run
//
//     swift run workbook check 05
//
// The types are here, but none of them can be decoded or encoded yet. Their properties are right:
// make the types `Decodable`, `Encodable` or both, with enums of keys, `init(from:)` and
// `encode(to:)`, and more types where you need them. Hints for each task: `Solutions/Exercise05.md`.
// The lesson: `swift run lesson-05`.
//
// Unless a task says something else, every key has to be there with a value of the right type. If
// one is absent, null or of another type, let the decoder throw its own error. Ignore keys that you
// do not need. Keep every string and every number as it is in the document.

// MARK: - Task 1

/// Where a station is. The type is flat, the document has two more levels:
///
///     {
///       "name": "Wien Hbf",
///       "address": {
///         "city": "Wien",
///         "position": { "latitude": 48.185, "longitude": 16.376 }
///       }
///     }
struct Place: Equatable {
    let name: String
    let city: String
    let latitude: Double
    let longitude: Double
}

/// Task 1. Decode the document above. `Decodable` is enough until task 2 asks for the way back. A
/// place without an address or a position is an error, and so is a position that is not an object,
/// for example `[48.185, 16.376]`.
func decodePlace(from document: Data) throws -> Place {
    throw TODO("Task 1: flatten two levels")
}

// MARK: - Task 2

/// Task 2. Write a place back in the shape that it had, with both levels. Every value is written, 0
/// too, with all its digits.
func encode(_ place: Place) throws -> Data {
    throw TODO("Task 2: write the two levels back")
}

// MARK: - Task 3

/// What is known of a station's lounge.
enum Lounge: Equatable {
    /// There is one, with so many seats.
    case open(seats: Int)
    /// There is none.
    case missing
    /// Nobody has told the operator.
    case unknown
}

/// The comfort of a station. Three documents, and each means something else:
///
///     { "station": "Wien Hbf", "lounge": { "seats": 40 } }     a lounge with 40 seats
///     { "station": "Bregenz", "lounge": null }                 there is no lounge
///     { "station": "Hamburg-Altona" }                          nobody knows
struct Comfort: Equatable {
    let station: String
    let lounge: Lounge
}

/// Task 3. Decode one of the documents above. A lounge with 0 seats is a lounge. A lounge that is
/// anything else, `"yes"` or `false` for example, is an error at `lounge`. A lounge without its seats
/// is an error too.
func decodeComfort(from document: Data) throws -> Comfort {
    throw TODO("Task 3: tell null from absent")
}

// MARK: - Task 4

/// What a station can have. The documents say "lift", "shower", "locker" and "bike stand".
enum Facility: String {
    case lift
    case shower
    case locker
    case bikeStand = "bike stand"
}

/// How many of each a station has:
///
///     { "station": "Wien Hbf", "facilities": { "lift": 4, "locker": 120, "bike stand": 600 } }
struct Equipment: Equatable {
    let station: String
    let facilities: [Facility: Int]
}

/// Task 4, first half. Decode the document above. A facility that is none of the four ("Lift", for
/// example) is an error: dataCorrupted, at the key of that facility, whatever is under it. A station
/// may have 0 of something, and `facilities` may be an empty object.
func decodeEquipment(from document: Data) throws -> Equipment {
    throw TODO("Task 4: decode a dictionary with an enum's keys")
}

/// Task 4, second half. Write it back in the same shape.
func encode(_ equipment: Equipment) throws -> Data {
    throw TODO("Task 4: encode a dictionary with an enum's keys")
}

// MARK: - Task 5

/// All stations, by their codes. There are new ones every year, so the codes are not known in
/// advance:
///
///     {
///       "VIE": { "name": "Wien Hbf", "platforms": 12 },
///       "ALT": { "name": "Hamburg-Altona", "platforms": 8 }
///     }
struct Directory: Equatable {
    let entries: [Entry]

    struct Entry: Equatable {
        let code: String
        let name: String
        let platforms: Int
    }
}

/// Task 5, first half. Decode the document above. Every entry has its code as it is in the document
/// ("vie", "007"). The entries are in the order of their codes, as `<` compares strings: "10" before
/// "9", and "Z" before "a". If one of them is broken, the error should reach the caller.
func decodeDirectory(from document: Data) throws -> Directory {
    throw TODO("Task 5: decode the stations by their codes")
}

/// Task 5, second half. Write the directory back in the same shape: each station under its code.
func encode(_ directory: Directory) throws -> Data {
    throw TODO("Task 5: encode the stations under their codes")
}

// MARK: - Task 6

/// The delay of one train.
struct Delay: Equatable {
    let train: String
    let minutes: Int
    let reason: String
}

/// The delays of tonight, by the numbers of the trains:
///
///     {
///       "NT 40": { "minutes": 25, "reason": "snow" },
///       "NT 41": { "minutes": null, "reason": "snow" }
///     }
struct DelayBoard {
    let delays: [Delay]
    let failures: [String: any Error]
}

/// Task 6. Decode the board. Here a broken train must not hide the others. `delays` has each train
/// that can be read, in the order of the numbers, as `<` compares strings. `failures` has each other
/// train: under its key is the decoder's own error, whose path begins with that key. If the
/// document is not an object, the error should reach the caller.
func decodeDelays(from document: Data) throws -> DelayBoard {
    throw TODO("Task 6: decode what can be read, and keep the errors")
}
