import ExerciseSupport
import Foundation

// Exercise 15 · The control room
//
// Everything that happens on the line arrives in the control room, in documents of every shape. Six
// tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 15
//
// The types are here, but they cannot be decoded or encoded yet. Add conformances, enums of keys,
// `init(from:)` and `encode(to:)` where you need them, and types and functions of your own. Keep the
// names of types, properties, cases and functions, the labels, and the types of properties. Hints for
// each task: `Solutions/Exercise15.md`. The lesson: `swift run lesson-15`.
//
// Unless a task says something else, every key that a document shows has to be there with a value of
// the right type. If one is absent, null or of another type, let the decoder throw its own error; a
// number like 5.5 is no `Int`. Pass over all other keys, whatever is under them: it may be a number
// that fits no type of Swift. Keep every string, number and list as it is in the document, empty ones
// too.

// MARK: - Task 1

/// What a signal shows. The program that writes these documents is written in Swift too, and its form
/// is the one that the compiler chooses:
///
///     [
///       { "clear": {} },
///       { "slow": { "kilometersPerHour": 40 } },
///       { "blocked": { "_0": "Linz Hbf", "until": "21:40" } }
///     ]
enum Signal: Equatable {
    case clear
    case slow(kilometersPerHour: Int)
    case blocked(String, until: String)
}

/// Task 1, first half. Decode the document above. An object with the names of two signals, or of
/// none, is an error.
func decodeSignals(from document: Data) throws -> [Signal] {
    throw TODO("Task 1: decode signals in the compiler's form")
}

/// Task 1, second half. Write signals in the same form.
func encodeSignals(_ signals: [Signal]) throws -> Data {
    throw TODO("Task 1: encode signals in the compiler's form")
}

// MARK: - Task 2

/// How a train runs. Last year, some of these names were others, and `minutes` had no label. The
/// documents, and other programs that read them, still have the form of last year:
///
///     [
///       { "onTime": {} },
///       { "late": { "_0": 12, "reason": "signal" } },
///       { "canceled": { "by": "control room" } }
///     ]
enum TrainState: Equatable {
    /// Was `onTime`.
    case punctual
    /// Was `late(_:reason:)`.
    case delayed(minutes: Int, cause: String)
    case canceled(by: String)
}

/// Task 2, first half. Decode the document above. An object with the names of two states, or of none,
/// is an error. The names of this year are no names here.
func decodeStates(from document: Data) throws -> [TrainState] {
    throw TODO("Task 2: decode states in the form of last year")
}

/// Task 2, second half. Write states in the form of last year.
func encodeStates(_ states: [TrainState]) throws -> Data {
    throw TODO("Task 2: encode states in the form of last year")
}

// MARK: - Task 3

/// The identifier of something. In documents it is a string, and never an empty one.
struct ID<Owner>: Hashable {
    let text: String
}

/// What identifiers are for. `ID<Train>` and `ID<Station>` are two types, and have to stay two, so
/// that nobody can take one for the other.
enum Train {}
enum Station {}

/// The identifier of a message. In documents it is a string: a UUID, whose letters may be capital or
/// small ones.
struct MessageID: Hashable {
    let uuid: UUID
}

/// Where a train may stop, and at which track:
///
///     {
///       "message": "6e2d5a3c-8f0b-4c1d-9a7e-2b3c4d5e6f70",
///       "train": "nt-40",
///       "origin": "wien-hbf",
///       "tracks": { "wien-hbf": 7, "linz-hbf": 3 }
///     }
struct Allocation: Equatable {
    let message: MessageID
    let train: ID<Train>
    let origin: ID<Station>
    let tracks: [ID<Station>: Int]
}

/// Task 3, first half. Decode the document above. An identifier is a plain string, as a value and as
/// a key. An empty one is an error, and so is a message that is no UUID.
func decodeAllocation(from document: Data) throws -> Allocation {
    throw TODO("Task 3: decode identifiers with types of their own")
}

/// Task 3, second half. Write it back in the same form. Write the letters of the UUID as small ones,
/// because other systems compare it letter by letter. You need not look for empty identifiers here.
func encodeAllocation(_ allocation: Allocation) throws -> Data {
    throw TODO("Task 3: encode identifiers as plain strings")
}

// MARK: - Task 4

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

/// Task 4. Decode the incidents. At most eight levels are allowed: the storm above has three, the
/// storm, the power failure and the signal. There is no limit on how many incidents are beside each
/// other. More than eight levels are an error, even if there are a hundred thousand. A title may have
/// any letters, brackets too, and other keys may hold brackets of their own.
func decodeIncidents(from document: Data) throws -> [Incident] {
    throw TODO("Task 4: decode incidents to a depth that is bounded")
}

// MARK: - Task 5

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

/// Task 5, first half. Decode the notes. `details` has to be there, and may be null.
func decodeNotes(from document: Data) throws -> [Note] {
    throw TODO("Task 5: decode any JSON")
}

/// Task 5, second half. Write the notes back as they came, the details too: each key and each string
/// as it was, and each number with the same value. No number has more than 38 digits. Keep 0, and
/// every number between 1e-90 and 1e90, with a minus too. Any other number, such as 1e200 or 1e-400,
/// may be an error in one of the two halves. It may not become another number.
func encodeNotes(_ notes: [Note]) throws -> Data {
    throw TODO("Task 5: encode any JSON")
}

// MARK: - Task 6

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

/// Task 6, first half. Decode the events. `event` is a string. An event of another kind than the
/// two is kept, with its kind and all its keys. A mistake in an event of the two kinds is the
/// decoder's own error: do not keep it as another kind.
func decodeEvents(from document: Data) throws -> [Event] {
    throw TODO("Task 6: decode events, also those of next year")
}

/// Task 6, second half. Write the events back: those of the two kinds with the keys that the
/// document shows, all others as they came, like the details of task 5.
func encodeEvents(_ events: [Event]) throws -> Data {
    throw TODO("Task 6: encode events, also those of next year")
}
