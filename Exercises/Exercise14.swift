import ExerciseSupport
import Foundation
import Observation

// Exercise 14 · The ticket office
//
// An app in which people look for night trains and book a berth. The window and the network are not
// yours to write. What decodes, sends and remembers is. Seven tasks, easiest first. Work from the
// top: do a task, then run
//
//     swift run workbook check 14
//
// Leave the names and types of what is here as they are. What you add goes into these types, into
// extensions, and into types and functions of your own.
// Hints for each task: `Solutions/Exercise14.md`. The lesson: `swift run lesson-14`.
//
// "The decoder's own error" is what the decoder throws by itself where something is absent, null or
// of another type. Ignore keys that you do not need.

// MARK: - Task 1

/// A reservation. The window has a list of them, and loads it again each minute:
///
///     [
///       { "car": 5, "berth": 12, "passenger": "Ada" },
///       { "car": 6, "berth": 12, "passenger": "Max" }
///     ]
struct Reservation: Decodable, Equatable, Sendable {
    let car: Int
    let berth: Int
    let passenger: String
}

/// Task 1. Decode the list above, in its order. Make a reservation `Identifiable` too, so that the
/// window finds its rows again: wherever two reservations have the same car and the same berth, their
/// `id` is the same, in other documents too, and whoever the passenger is. Wherever the car or the
/// berth differs, the `id` differs, whatever numbers these are. A broken reservation is the decoder's
/// own error.
func reservations(in document: Data) throws -> [Reservation] {
    throw TODO("Task 1: decode the rows, and make them Identifiable")
}

// MARK: - Task 2

/// What goes to the server. The names of headers are always written as in this file.
struct Query: Equatable, Sendable {
    var method: String
    var url: URL
    var headers: [String: String] = [:]
    var body: Data?
}

/// A berth that somebody wants. As JSON: `{ "train": "nt-40", "berth": 12, "passenger": "Ada" }`.
struct Booking: Codable, Equatable, Sendable {
    let train: String
    let berth: Int
    let passenger: String
}

/// Task 2. Make the query that sends a booking to this address: the method `POST`, the header
/// `Content-Type` with the value `application/json` and no other header, and the booking as JSON in
/// the body.
func query(sending booking: Booking, to url: URL) throws -> Query {
    throw TODO("Task 2: make the query")
}

// MARK: - Task 3

/// What comes back from the server.
struct Reply: Equatable, Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body = Data()
}

/// What the server has made of a booking: `{ "number": "B7", "train": "nt-40" }`.
struct Ticket: Codable, Equatable, Sendable {
    let number: String
    let train: String
}

/// The server does not take a booking. For each field, it says what is wrong with it:
///
///     { "errors": { "berth": ["is taken", "is not in car 5"], "passenger": ["is missing"] } }
struct Refusal: Error, Equatable, Decodable {
    let errors: [String: [String]]
}

struct OfficeError: Error, Equatable {
    let status: Int
}

/// Task 3. Read the reply to a booking by its status:
///
/// - 201: The body is the ticket. If it is not one, throw the decoder's own error.
/// - 204: The same booking was there already. There is no body: return nil.
/// - 422: Throw the ``Refusal`` that is in the body. If the body is not one, throw an ``OfficeError``
///   with 422.
/// - Any other status: Throw an ``OfficeError`` with it, whatever the body is.
func ticket(in reply: Reply) throws -> Ticket? {
    throw TODO("Task 3: read the reply")
}

// MARK: - Task 4

/// What a traveler has set. The window watches both properties, and has to be told of each change of
/// them, so this class stays `@Observable`. Between two starts of the app, they are in a file:
///
///     { "home": "Wien Hbf", "berthsOnly": true }
@MainActor @Observable
final class Settings {
    var home = ""
    var berthsOnly = false

    /// Task 4, first half. Write the document above, with these two keys and no others.
    func document() throws -> Data {
        throw TODO("Task 4: write the settings")
    }

    /// Task 4, second half. Read the document above, and set both properties. If one of the values is
    /// absent, null or of another type, throw the decoder's own error, and leave both properties as
    /// they were.
    func read(_ document: Data) throws {
        throw TODO("Task 4: read the settings")
    }
}

// MARK: - Task 5

/// Task 5. After how many seconds does it help to send the query again? It helps if the method is
/// `GET`, the status is 429 or 503, and the reply has the header `Retry-After` with a whole number from
/// 0 to 60. Return this number. In every other case return nil: also for a number that is below 0 or
/// above 60, for 1.5, and for a date or another text. Your code need not throw.
func secondsToWait(after reply: Reply, to query: Query) throws -> Int? {
    throw TODO("Task 5: decide whether it helps to send it again")
}

// MARK: - Task 6

/// The token of a traveler who has logged in. Task 6 changes this type: whatever prints a token, such
/// as `"\(token)"`, `String(reflecting: token)` or `dump(token)`, prints nothing of its text, not a
/// single character, also where the token is in an array.
struct Token: Sendable {
    let text: String
}

/// Task 6. The token goes to the server with this address, and to no other. If the query goes to
/// that server, add the header `Authorization` with the value `Bearer`, a space and the text of the
/// token. If the query has this header already, the new one takes its place. All else of the query
/// stays as it is.
///
/// It is the same server if scheme, host and port of the two addresses are the same, whatever comes
/// after these. A query to another server stays as it is. (Addresses are always in small letters, and
/// have a port only where it is not the usual one of the scheme.) Your code need not throw.
func query(_ query: Query, with token: Token, for server: URL) throws -> Query {
    throw TODO("Task 6: add the token")
}

// MARK: - Task 7

/// What the window shows. Each case has the names of the trains that are on the screen.
enum Screen: Equatable, Sendable {
    case loading([String])
    case loaded([String])
    case failed([String])
}

/// Task 7. The store that the window watches. `search` looks for trains: `find` gives a document, and
/// `decode` makes the names of trains of it. Both come from the caller. Each search calls `find` once,
/// also while another one is under way. In a task that is canceled already, it need not do so.
/// `search` returns when it is over.
///
/// - While it waits, the screen is `.loading` with the trains that are on it.
/// - If both succeed, the screen is `.loaded` with what was found. If the task that has called
///   `search` was canceled by then, it may also be `.loaded` with the trains that are on it.
/// - If one of them throws, whatever the error, the screen is `.failed` with the trains that are on it.
///   But if the task was canceled by then, the search has not failed: the screen is `.loaded` with the
///   trains that are on it.
/// - A document may be big: `decode` is never called on the main actor.
/// - Searches may be under way at the same time, and end in any order. The screen is about the search
///   that began last: an older one changes nothing any more, however it ends.
///
/// Your code need not throw.
@MainActor @Observable
final class Store {
    private(set) var screen = Screen.loaded([])

    func search(
        find: @escaping @Sendable () async throws -> Data,
        decode: @escaping @Sendable (Data) throws -> [String]
    ) async throws {
        throw TODO("Task 7: search")
    }
}
