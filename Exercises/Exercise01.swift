import ExerciseSupport
import Foundation

// Exercise 01 · The departure board
//
// A night-train operator publishes what leaves tonight. You turn its JSON into Swift values and one of
// them back. Seven tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 01
//
// The types are here, but none of them can be decoded yet, and in task 4 a property has the wrong
// type. You may add to them; keep names, and whether a property is a number, a string or a Bool, as
// the checks use them. Hints for each task: `Solutions/Exercise01.md`. The lesson: `swift run lesson-01`.
//
// Unless a task says something else, a key that is absent, null or of another type is an error: let the
// decoder say so. Keys that no property asks for are passed over.

// MARK: - Task 1

/// One train:
///
///     { "number": "NT 40", "destination": "Wien Hbf", "cars": 12, "hasSleepingCars": true }
struct Train: Equatable {
    let number: String
    let destination: String
    let cars: Int
    let hasSleepingCars: Bool
}

/// Task 1. Decode the document above.
func decodeTrain(from document: Data) throws -> Train {
    throw TODO("Task 1: decode one train")
}

// MARK: - Task 2

/// Task 2. Tonight's trains, as a list at the root of the document:
///
///     [
///       { "number": "NT 40", "destination": "Wien Hbf", "cars": 12, "hasSleepingCars": true },
///       { "number": "NT 295", "destination": "Roma Termini", "cars": 9, "hasSleepingCars": true }
///     ]
///
/// If one of them is broken, the decoder's error should reach the caller. A list without trains is
/// an empty list.
func decodeTrains(from document: Data) throws -> [Train] {
    throw TODO("Task 2: decode a list of trains")
}

// MARK: - Task 3

/// A station's board: the same list, wrapped in an object.
///
///     {
///       "station": "Hamburg-Altona",
///       "trains": [
///         { "number": "NT 40", "destination": "Wien Hbf", "cars": 12, "hasSleepingCars": true }
///       ]
///     }
struct Board {
    let station: String
    let trains: [Train]
}

/// Task 3. Decode the board of a station. Its list may be empty, but it has to be there.
func decodeBoard(from document: Data) throws -> Board {
    throw TODO("Task 3: decode a list in its wrapper")
}

// MARK: - Task 4

/// How late a train is, in whole minutes; a train that is early has a negative delay:
///
///     [
///       { "train": "NT 40", "delay": 25 },
///       { "train": "NT 295", "delay": null },
///       { "train": "NT 61" }
///     ]
struct Departure {
    let train: String
    let delay: Int
}

/// Task 4, first half. Decode the departures. Where the delay is absent or null, `delay` should be
/// nil; change its type to allow that. Anything else that is no whole number is an error: "25", 25.5.
func decodeDepartures(from document: Data) throws -> [Departure] {
    throw TODO("Task 4: decode a delay that may be absent or null")
}

/// A sleeping compartment. The documents leave out what is usual: six berths, and breakfast.
///
///     [ { "car": 7, "berths": 3, "breakfast": false }, { "car": 8 } ]
struct Compartment: Equatable {
    let car: Int
    let berths: Int
    let breakfast: Bool
}

/// Task 4, second half. Decode the compartments. Where `berths` or `breakfast` is absent or null, the
/// compartment has what is usual. A value of another type is still an error.
func decodeCompartments(from document: Data) throws -> [Compartment] {
    throw TODO("Task 4: decode values that have a default")
}

// MARK: - Task 5

/// What a train is doing. The documents say "on time", "boarding", "departed" and "cancelled".
enum Status {
    case onTime
    case boarding
    case departed
    case cancelled
}

/// What the loudspeaker says of a train:
///
///     { "train": "NT 40", "status": "on time" }
struct Announcement {
    let train: String
    let status: Status
}

/// Task 5. Decode a list of announcements, each status as a `Status`. A string that is not one of
/// the four, letter for letter, is an error: dataCorrupted at its key.
func decodeAnnouncements(from document: Data) throws -> [Announcement] {
    throw TODO("Task 5: decode the status as an enum")
}

// MARK: - Task 6

/// Task 6. Turn a train back into JSON: all four keys, in alphabetical order, so that the same train
/// always gives the same bytes. With or without line breaks is up to you.
func encode(_ train: Train) throws -> Data {
    throw TODO("Task 6: encode a train with sorted keys")
}

// MARK: - Task 7

/// Task 7. Test a model of somebody else: a function that should do the same as `decodeTrain`. Call
/// it with documents that you choose. Return true if it does what task 1 asks for. Return false if it
/// - throws for a good document,
/// - mixes up the number and the destination,
/// - gives a `hasSleepingCars` that is always true, or always false,
/// - makes up the cars where the key is absent,
/// - also reads "12", in quotes, as 12 cars.
func isRight(_ model: (Data) throws -> Train) throws -> Bool {
    throw TODO("Task 7: test a model")
}
