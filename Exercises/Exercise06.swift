import ExerciseSupport
import Foundation

// Exercise 06 · The route
//
// The operator's routes are lists whose elements have no keys, and some of them are broken. You lose
// nothing in silence. Six tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 06
//
// The properties and cases of the types are right: make them `Decodable`, `Encodable` or both, with
// enums of keys, `init(from:)` and `encode(to:)`, and more types where you need them.
// Hints for each task: `Solutions/Exercise06.md`. The lesson: `swift run lesson-06`.
//
// Unless a task says something else, everything that a document shows has to be there and of the
// right type. If something is absent, null or of another type, let the decoder throw its own error.
// Ignore keys that you do not need. Keep every string and every number as it is in the document.

// MARK: - Task 1

/// Where a train calls. The document has an object for each stop, and an object in that:
///
///     {
///       "train": "NT 40",
///       "stops": [
///         { "platform": "4", "station": { "name": "Hamburg-Altona" } },
///         { "platform": "9B", "station": { "name": "Wien Hbf" } }
///       ]
///     }
struct Route: Equatable {
    let train: String
    let stations: [String]
}

/// Task 1. Decode the document above. Of each stop you need only the name of its station; the
/// platform does not matter, and may be absent. A stop without a station is an error, and so is a
/// station without a name: let the decoder say so. An empty list of stops is not an error.
func decodeRoute(from document: Data) throws -> Route {
    throw TODO("Task 1: pull the names out of the list of stops")
}

// MARK: - Task 2

/// A stop. The document has a list of exactly two strings for it, first the station and then the
/// time:
///
///     ["wien-hbf", "21:10"]
struct Stop: Equatable {
    let time: String
    let station: String
}

/// Task 2. Decode the document above. If the list is too short, the decoder's own valueNotFound is
/// right; dataCorrupted at the list or at the missing element is accepted too. If it is too long,
/// throw dataCorrupted, at the list or at its third element, whatever the type of that is.
func decodeStop(from document: Data) throws -> Stop {
    throw TODO("Task 2: decode a stop without keys")
}

// MARK: - Task 3

/// Where a station is, on a map. The document has exactly two numbers: first the longitude (how far
/// east), then the latitude (how far north).
///
///     { "station": "wien-hbf", "coordinates": [16.376, 48.185] }
struct Marker: Equatable {
    let station: String
    let latitude: Double
    let longitude: Double
}

/// Task 3. Decode the document above. Too few or too many coordinates are the same errors as in
/// task 2, now under `coordinates`.
func decodeMarker(from document: Data) throws -> Marker {
    throw TODO("Task 3: decode two coordinates without keys")
}

// MARK: - Task 4

/// Task 4, first half. Write a stop in the shape that it had.
func encode(_ stop: Stop) throws -> Data {
    throw TODO("Task 4: write a stop without keys")
}

/// Task 4, second half. Write a marker in the shape that it had.
func encode(_ marker: Marker) throws -> Data {
    throw TODO("Task 4: write two coordinates without keys")
}

// MARK: - Task 5

/// What the loudspeaker says. The documents mix three types in one list:
///
///     [
///       { "type": "delay", "minutes": 10 }, { "type": "platform", "platform": "9B" },
///       { "type": "platform", "platform": ["10", "11"] }, { "type": "message", "text": "Hi" }
///     ]
enum Announcement: Equatable {
    case delay(minutes: Int)
    case platforms([String])
    case message(String)
}

/// Task 5, first half. Decode a list of announcements. A type that is none of the three ("Delay",
/// for example) is dataCorrupted, at `type`. One platform is a string, and several are a list of
/// strings. If an element of that list is no string, let the decoder say so, at that element. An
/// announcement without its value is an error. Minutes are whole numbers, 2.0 too, and may be below
/// zero; 2.9 is an error.
func decodeAnnouncements(from document: Data) throws -> [Announcement] {
    throw TODO("Task 5: decode a list of mixed elements")
}

/// Task 5, second half. Write the announcements as they came, each with its type under `type` and its
/// value under the key it came from, and nothing else. One platform is written as a string, and any
/// other number of platforms as a list.
func encode(_ announcements: [Announcement]) throws -> Data {
    throw TODO("Task 5: write a list of mixed elements")
}

// MARK: - Task 6

/// The stops of a night. The list should have stops as in task 2, but some elements are broken:
///
///     [ ["wien-hbf", "21:10"], ["linz-hbf"], null, ["salzburg-hbf", "0:28"] ]
///
/// `stops` has the good ones in their order, and `dropped` one entry for each of the others.
struct Timetable {
    let stops: [Stop]
    let dropped: [Dropped]
}

/// An element that could not be decoded: its index in the document, and the decoder's error.
struct Dropped {
    let index: Int
    let error: any Error
}

/// Task 6. Decode the stops of a night. Broken elements do not spoil the list, and none of them
/// gets lost: the second and the third element of the document above are dropped, at the indices 1
/// and 2. The path of each error begins with that index. An empty list is a night without stops. A
/// document that is not a list is an error.
func decodeTimetable(from document: Data) throws -> Timetable {
    throw TODO("Task 6: decode what is good and report the rest")
}
