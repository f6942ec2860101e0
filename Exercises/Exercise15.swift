import ExerciseSupport
import Foundation

// Exercise 15 · The control room
//
// Everything that happens on the line arrives in the control room, in documents of every shape, and
// not all of them come from friends. Seven tasks, easiest first. Work from the top: do a task, then
// run
//
//     swift run workbook check 15
//
// The types are here, but they cannot be decoded or encoded yet. Add conformances, enums of keys,
// `init(from:)` and `encode(to:)`, and types and functions of your own. Keep the names of types,
// properties, cases and functions, and the types of properties, as the checks use them. Hints for
// each task: Solutions/Exercise15.md. The lesson: swift run lesson-15.
//
// In all seven tasks, if the task says nothing else: every key that a document shows has to be
// there with a value of the right type. If one is absent, null or of another type, let the decoder
// throw its own error. Pass over keys that the task does not show. Keep every string, every number
// and every list as it is in the document, empty ones too.

// MARK: - Task 1

/// What the control room tells a train to do. The key `order` says which kind of order it is:
///
///     [
///       { "order": "hold", "train": "NT 40", "minutes": 5 },
///       { "order": "reroute", "train": "NT 61", "via": ["Linz Hbf", "Passau Hbf"] },
///       { "order": "release", "train": "NT 7" }
///     ]
enum Order: Equatable {
    case hold(train: String, minutes: Int)
    case reroute(train: String, via: [String])
    case release(train: String)
}

/// Task 1. Decode the orders. Each kind has the keys that the document shows for it; pass over keys
/// of the other kinds too. Nobody may carry out an order that they do not understand: any other
/// string under `order` is an error (dataCorrupted) at `order`.
func decodeOrders(from document: Data) throws -> [Order] {
    throw TODO("Task 1: decode orders of three kinds")
}

// MARK: - Task 2

/// Task 2. Write orders in the shape of task 1: one object for each, with the kind under `order`
/// beside the other keys.
func encodeOrders(_ orders: [Order]) throws -> Data {
    throw TODO("Task 2: encode orders of three kinds")
}

// MARK: - Task 3

/// A part of the line that is closed. `from` and `to` are places in the list of stations, counted
/// from 0:
///
///     { "stations": ["Wien Hbf", "St. Pölten", "Linz Hbf"], "from": 0, "to": 2 }
struct Closure: Equatable {
    /// The name of the station at `from`: here "Wien Hbf".
    let first: String
    /// The name of the station at `to`: here "Linz Hbf".
    let last: String
}

/// Task 3. Decode the document above. An `Int` that is not a place in the list is an error
/// (dataCorrupted) at its key, `from` or `to`, and never a crash. `to` may be before `from`, or
/// equal to it.
func decodeClosure(from document: Data) throws -> Closure {
    throw TODO("Task 3: decode places in a list")
}

// MARK: - Task 4

/// The identifier of something. In documents it is a string, and never an empty one.
struct ID<Owner>: Hashable {
    let text: String
}

/// What identifiers are for. `ID<Train>` and `ID<Station>` are two types, and have to stay two, so
/// that nobody can take one for the other.
enum Train {}
enum Station {}

/// Where a train may stop, and at which track:
///
///     { "train": "nt-40", "origin": "wien-hbf", "tracks": { "wien-hbf": 7, "linz-hbf": 3 } }
struct Allocation: Equatable {
    let train: ID<Train>
    let origin: ID<Station>
    let tracks: [ID<Station>: Int]
}

/// Task 4, first half. Decode the document above. An identifier is a plain string, as a value and
/// as a key. If one is empty, that is an error.
func decodeAllocation(from document: Data) throws -> Allocation {
    throw TODO("Task 4: decode identifiers with types of their own")
}

/// Task 4, second half. Write it back in the same shape. You need not look for empty ones here.
func encodeAllocation(_ allocation: Allocation) throws -> Data {
    throw TODO("Task 4: encode identifiers as plain strings")
}

// MARK: - Task 5

/// Something that happened, and what it has caused:
///
///     [
///       { "title": "Storm", "effects": [
///         { "title": "Tree on the line", "effects": [] },
///         { "title": "Power failure", "effects": [ { "title": "Signal is dark", "effects": [] } ] }
///       ] }
///     ]
struct Incident: Equatable {
    let title: String
    /// What it has caused.
    let effects: [Incident]
}

/// Task 5. Decode the incidents. At most eight levels are allowed: the storm above has three, the
/// storm, the power failure and the signal. There is no limit on how many incidents are beside each
/// other. More than eight levels are an error, and never a crash, even if there are a hundred
/// thousand. A title may have any letters, brackets too, and other keys any JSON that the decoder
/// reads.
func decodeIncidents(from document: Data) throws -> [Incident] {
    throw TODO("Task 5: decode incidents to a depth that is bounded")
}

// MARK: - Task 6

/// What another system has to say. Nobody here knows what is under `details`. It may be any JSON:
/// an object, a list, a string, a number, true, false or null.
///
///     [
///       { "sender": "weather", "details": { "wind": 31.5, "gusts": [40, 52.25], "snow": null } },
///       { "sender": "signal box 7", "details": 9007199254740993 }
///     ]
struct Note {
    let sender: String
    // Add a property for the details.
}

/// Task 6, first half. Decode the notes. `details` has to be there, and may be null.
func decodeNotes(from document: Data) throws -> [Note] {
    throw TODO("Task 6: decode any JSON")
}

/// Task 6, second half. Write the notes back as they came, details too: each string as it was, each
/// key as it was, each number with the same value. No number has more than 38 digits. Keep 0, and
/// every number whose size is from 1e-90 to 1e90, negative ones too. If one is smaller or larger
/// than that, throw an error in one of the halves, or keep it: a changed value is wrong.
func encodeNotes(_ notes: [Note]) throws -> Data {
    throw TODO("Task 6: encode any JSON")
}

// MARK: - Task 7

/// What trains report. Two kinds are known today:
///
///     [
///       { "event": "departed", "train": "NT 40", "track": 7 },
///       { "event": "stopped", "train": "NT 61", "reason": "signal" },
///       { "event": "coupled", "cars": [4, 5], "by": { "name": "Ada", "badge": 9007199254740993 } }
///     ]
///
/// The third is one of next year's. Other kinds may have any keys, also `train`, `track` or
/// `reason`, with any values.
enum Event {
    case departed(train: String, track: Int)
    case stopped(train: String, reason: String)
    // Add a case for all other kinds.
}

/// Task 7, first half. Decode the events. `event` is a string. An event of another kind than the
/// two is kept, with its kind and all its keys. A mistake in an event of the two kinds is the
/// decoder's own error: do not keep it as another kind.
func decodeEvents(from document: Data) throws -> [Event] {
    throw TODO("Task 7: decode events, also those of next year")
}

/// Task 7, second half. Write the events back: those of the two kinds with the keys that the
/// document shows, all others as they came, like the details of task 6.
func encodeEvents(_ events: [Event]) throws -> Data {
    throw TODO("Task 7: encode events, also those of next year")
}
