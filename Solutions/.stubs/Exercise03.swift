import ExerciseSupport
import Foundation

// Exercise 03 · The timetable
//
// The night trains' timetable comes from several systems, and each of them writes dates in its own
// way. Six tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 03
//
// The checks run your code in several time zones, as if the computer stood in other places of the
// world. An answer is right when it is right there too. They cannot change the machine's locale, but
// set that of each formatter too. A key that is absent, null or of a wrong type is an error, in
// every task.
//
// Some types cannot be decoded yet. You may make them `Decodable` or `Encodable`, and add
// initializers, methods, types and functions of your own; keep the names and the types of what is
// here, as the checks use them.
// Hints for each task: Solutions/Exercise03.md. The lesson: swift run lesson-03.

// MARK: - Task 1

/// When a train leaves, in seconds since 1970. The number may have a fraction, and before 1970 it is
/// negative:
///
///     { "train": "NT 40", "departs": 1743278400 }
struct Departure: Decodable {
    let train: String
    let departs: Date
}

/// Task 1. Decode the departure. This one is in the evening of 29 March 2025.
func decodeDeparture(from document: Data) throws -> Departure {
    throw TODO("Task 1: decode seconds since 1970")
}

// MARK: - Task 2

/// Where a train was seen last. The boxes on board count milliseconds since 1970:
///
///     { "train": "NT 40", "station": "Linz Hbf", "seen": 1743285120500 }
struct Sighting: Decodable {
    let train: String
    let station: String
    let seen: Date
}

/// Task 2. Decode the sighting, with its half second. Before 1970, the number is negative.
func decodeSighting(from document: Data) throws -> Sighting {
    throw TODO("Task 2: decode milliseconds since 1970")
}

// MARK: - Task 3

/// When trains arrive abroad, in whole seconds. Each time has its zone at the end: hours and minutes
/// like `+02:00`, or `Z`:
///
///     [
///       { "train": "NT 40", "arrives": "2025-03-30T09:22:00+02:00" },
///       { "train": "NT 295", "arrives": "2025-03-30T07:22:00Z" }
///     ]
///
/// These two trains arrive at the same moment.
struct Arrival: Decodable {
    let train: String
    let arrives: Date
}

/// Task 3. Decode the arrivals. A time without a zone is an error (dataCorrupted), and so is a day
/// without a time.
func decodeArrivals(from document: Data) throws -> [Arrival] {
    throw TODO("Task 3: decode ISO 8601")
}

// MARK: - Task 4

/// The day that a train belongs to. The operator is at home in Vienna, so a service day begins when
/// it is midnight there, in the zone "Europe/Vienna":
///
///     { "train": "NT 40", "serviceDay": "2025-03-29" }
struct Service: Decodable {
    let train: String
    let serviceDay: Date
}

/// Task 4, first half. Make a formatter for service days. It reads and writes strings like
/// "2025-03-29". Set its format, locale and zone: none of them is left to the machine. Its locale is
/// en_US_POSIX. Its zone is named Europe/Vienna: Europe/Berlin has the same clock today, but did not
/// always have it. 30 February is not a day: nil. (The checks have no day that began at 01:00.)
func serviceDayFormatter() throws -> DateFormatter {
    throw TODO("Task 4: make a formatter for service days")
}

/// Task 4, second half. Decode the service with your formatter. A string that it cannot read is an
/// error (dataCorrupted) at `serviceDay`.
func decodeService(from document: Data) throws -> Service {
    throw TODO("Task 4: decode a service day")
}

// MARK: - Task 5

/// When a disruption ends. Some entries have a time, with its zone, and some have a service day and
/// mean its beginning:
///
///     [
///       { "line": "NT 40", "until": "2025-03-30T04:30:00+02:00" },
///       { "line": "NT 295", "until": "2025-04-12" }
///     ]
struct Disruption: Decodable {
    let line: String
    let until: Date
}

/// Task 5. Decode the disruptions. Everything else is a third format, and an error (dataCorrupted)
/// at `until`: "until further notice", a day or a time that does not exist ("2025-02-30", hour 25),
/// a day or a time with words or a new line behind it ("2025-03-30T04:30:00+02:00 or later").
func decodeDisruptions(from document: Data) throws -> [Disruption] {
    throw TODO("Task 5: decode two formats in one field")
}

// MARK: - Task 6

/// A trip has a service day and a time in one document:
///
///     { "train": "NT 40", "serviceDay": "2025-03-29", "departs": "2025-03-29T20:00:00Z" }
struct Trip: Equatable {
    let train: String
    let serviceDay: ServiceDay
    let departs: Date
}

/// A service day, as the moment when it begins in Vienna. In a document it is a string like
/// "2025-03-29".
struct ServiceDay: Equatable {
    let date: Date
}

/// Task 6, first half. Decode a trip. A service day that your formatter of task 4 cannot read is an
/// error (dataCorrupted) at `serviceDay`. A departure without a time or a zone is an error
/// (dataCorrupted), too.
func decodeTrip(from document: Data) throws -> Trip {
    throw TODO("Task 6: decode a trip")
}

/// Task 6, second half. Write a trip as it came: the same day, and the same moment to the second (a
/// trip has whole seconds). The next system expects strings like those above. The time may have
/// another zone than it came with: "2025-03-29T20:00:00Z" and "2025-03-29T21:00:00+01:00" are the same
/// moment.
func encode(_ trip: Trip) throws -> Data {
    throw TODO("Task 6: write a trip")
}
