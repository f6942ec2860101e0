import ExerciseSupport
import Foundation

// Exercise 03 · The timetable
//
// The night trains' timetable comes from several systems, and each of them writes dates in its own
// way. Six tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 03
//
// The checks run your code in several time zones: an answer has to be right wherever the computer
// stands. You may make types `Decodable` or `Encodable`, and add what you need; keep what is here. In
// every task, a key that is absent, null or of another type is an error, and a key that its
// document does not show is passed over, whatever is under it.
// Hints for each task: `Solutions/Exercise03.md`. The lesson: `swift run lesson-03`.

// MARK: - Task 1

/// When a train leaves. The timetable counts seconds since 1970, and the boxes on board count
/// milliseconds. The numbers may have a fraction, and before 1970 they are negative:
///
///     { "train": "NT 40", "departs": 1743278400 }
///     { "train": "NT 40", "departs": 1743278400500 }
struct Departure: Decodable {
    let train: String
    let departs: Date
}

/// Task 1, first half. Decode a departure of the timetable, in seconds.
func decodeDeparture(from document: Data) throws -> Departure {
    throw TODO("Task 1: decode seconds since 1970")
}

/// Task 1, second half. Decode a departure of the boxes, in milliseconds.
func decodeDeparture(inMilliseconds document: Data) throws -> Departure {
    throw TODO("Task 1: decode milliseconds since 1970")
}

// MARK: - Task 2

/// When trains arrive abroad, in whole seconds. Each time has its zone at the end: hours and minutes
/// like `+02:00`, or `Z`. These two trains arrive at the same moment:
///
///     [{ "train": "NT 40", "arrives": "2025-03-30T09:22:00+02:00" },
///      { "train": "NT 295", "arrives": "2025-03-30T07:22:00Z" }]
struct Arrival: Decodable {
    let train: String
    let arrives: Date
}

/// Task 2. Decode the arrivals. A time without a zone is an error, and so is a day without a time.
func decodeArrivals(from document: Data) throws -> [Arrival] {
    throw TODO("Task 2: decode ISO 8601")
}

// MARK: - Task 3

/// When a train passed a signal. The times are in GMT, so each of them ends in `Z`. They have three
/// digits after the second, or none if these would be zeros:
///
///     [{ "signal": "Z 7", "passed": "2025-03-29T22:12:00.007Z" },
///      { "signal": "Z 8", "passed": "2025-03-29T22:12:41Z" }]
struct Passage: Equatable {
    let signal: String
    let passed: Date
}

/// Task 3, first half. Decode the passages, to the millisecond.
func decodePassages(from document: Data) throws -> [Passage] {
    throw TODO("Task 3: decode fractions of a second")
}

/// Task 3, second half. Write passages that were decoded, and lose no millisecond. All times have
/// three digits after the second now: "2025-03-29T22:12:00.007Z", "2025-03-29T22:12:41.000Z".
func encode(_ passages: [Passage]) throws -> Data {
    throw TODO("Task 3: write fractions of a second")
}

// MARK: - Task 4

/// When a ticket was sold. The machine prints what its clock in Vienna shows, from 00:00 to 23:59:
///
///     { "ticket": "7431", "sold": "05-Mar-2025 21:05" }
struct Ticket: Decodable {
    let ticket: String
    let sold: Date
}

/// Task 4, first half. Make a formatter that reads and writes strings like "05-Mar-2025 21:05". Its
/// locale is en_US_POSIX, and its zone Europe/Vienna: neither is left to the computer.
func ticketFormatter() throws -> DateFormatter {
    throw TODO("Task 4: make the formatter of the ticket machines")
}

/// Task 4, second half. Decode the ticket with your formatter. A string that it cannot read, such as
/// "yesterday", is an error (dataCorrupted) at `sold`.
func decodeTicket(from document: Data) throws -> Ticket {
    throw TODO("Task 4: decode a ticket")
}

// MARK: - Task 5

/// The day that a train belongs to. This is a day of the calendar, and no moment:
///
///     { "train": "NT 40", "serviceDay": "29.03.2025" }
struct Service: Equatable {
    let train: String
    let serviceDay: ServiceDay
}

struct ServiceDay: Equatable {
    let year: Int
    let month: Int
    let day: Int
}

/// Task 5, first half. Decode the service. A service day has two digits, two and four, with a full
/// stop between them: first the day, then the month. The calendar has this day. Every other string is
/// an error (dataCorrupted) at `serviceDay`: "29.3.2025", "29-03-2025", " 29.03.2025", "30.02.2025".
func decodeService(from document: Data) throws -> Service {
    throw TODO("Task 5: decode a service day")
}

/// Task 5, second half. Write the service as it came.
func encode(_ service: Service) throws -> Data {
    throw TODO("Task 5: write a service day")
}

// MARK: - Task 6

/// When a disruption ends: at a moment, as in task 2, or with a service day, as in task 5:
///
///     [{ "line": "NT 40", "until": "2025-03-30T04:30:00+02:00" },
///      { "line": "NT 295", "until": "12.04.2025" }]
struct Disruption {
    let line: String
    let until: End
}

enum End: Equatable {
    case moment(Date)
    case day(ServiceDay)
}

/// Task 6. Decode the disruptions. A string that your task 2 and your task 5 both refuse is an error
/// (dataCorrupted): "until further notice", "30.02.2025", "2025-03-30", a time without a zone.
func decodeDisruptions(from document: Data) throws -> [Disruption] {
    throw TODO("Task 6: decode two formats in one field")
}
