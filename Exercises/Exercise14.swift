import ExerciseSupport
import Foundation
import Observation

// Exercise 14 · The ticket office
//
// An app that searches night trains and books a place at a server. The window and the network are
// not yours to write; the rest is. Seven tasks, easiest first. Work from the top: do a task, then
// run
//
//     swift run workbook check 14
//
// The types are complete, unless a task says otherwise: leave them as they are. What you add goes
// into extensions, types and functions of your own.
// Hints for each task: Solutions/Exercise14.md. The lesson: swift run lesson-14.

// MARK: - What goes to the server and comes back

/// What is sent. The names of headers are always written as in this file.
struct Query: Equatable, Sendable {
    var method: String
    var url: URL
    var headers: [String: String] = [:]
    var body: Data?
}

/// What comes back.
struct Reply: Equatable, Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body = Data()
}

/// The operator's server. It throws ``TimedOut`` if no reply comes in time, and may throw any other
/// error too.
struct Server: Sendable {
    let url: URL
    let send: @Sendable (Query) async throws -> Reply
}

struct TimedOut: Error, Equatable {}

/// A place that somebody wants. As JSON: `{ "train": "nt-40", "berth": 12, "passenger": "Ada" }`.
struct Booking: Codable, Equatable, Sendable {
    let train: String
    let berth: Int
    let passenger: String
}

/// What the server has made of a booking: `{ "number": "B7", "train": "nt-40" }`.
struct Ticket: Codable, Equatable, Sendable {
    let number: String
    let train: String
}

// MARK: - Task 1

/// Task 1. Make the query that sends a booking to this address: the method `POST`, the header
/// `Content-Type` with the value `application/json` and no other header, and the booking as JSON in
/// the body.
func query(sending booking: Booking, to url: URL) throws -> Query {
    throw TODO("Task 1: make the query")
}

// MARK: - Task 2

/// The server does not take a booking: for each field, what is wrong with it.
///
///     { "errors": { "berth": ["is taken", "is not in car 5"], "passenger": ["is missing"] } }
struct Refusal: Error, Equatable, Decodable {
    let errors: [String: [String]]
}

struct OfficeError: Error, Equatable {
    let status: Int
}

/// Task 2. Read the reply to a booking by its status:
///
/// - 201: the body is the ticket. If it is not one, throw the decoder's own error.
/// - 204: the same booking was there already. There is no body: return nil.
/// - 422: throw the ``Refusal`` that is in the body. If the body is not one, throw an ``OfficeError``
///   with 422.
/// - Any other status: throw an ``OfficeError`` with it, whatever the body says.
func ticket(in reply: Reply) throws -> Ticket? {
    throw TODO("Task 2: read the reply")
}

// MARK: - Task 3

/// A line of the form on the screen. Where nothing is wrong, `problem` is nil.
struct Line: Equatable, Sendable {
    let field: String
    let problem: String?
}

/// Task 3. Make the lines of a form after a refusal: one for each of `fields`, in this order. A
/// problem is the field, a space, and what is wrong with it, with `, ` between two of these: `berth
/// is taken, is not in car 5`. A field with an empty list has no problem. A field that the refusal
/// does not name has none either.
///
/// The refusal may name fields that the form does not have. Nothing of that may be lost: add a line
/// for each of these that has a problem, after the others, sorted by their names with `<`. Your
/// code need not throw.
func lines(of fields: [String], after refusal: Refusal) throws -> [Line] {
    throw TODO("Task 3: make the lines")
}

// MARK: - Task 4

/// A key for the server. Task 4 changes this type: whatever prints a key, `"\(key)"`,
/// `String(reflecting: key)` or `dump(key)`, prints nothing of its text, also where the key is in an
/// array.
struct Key: Sendable {
    let text: String
}

/// Task 4. Add the header `Authorization` with the value `Bearer`, a space and the text of the key.
/// If the query has this header already, put the new one in its place. All else of the query stays as
/// it is.
///
/// The key is for the server alone: a query whose URL has another scheme, host or port than the
/// server's stays as it is. Your code need not throw.
func query(_ query: Query, with key: Key, for server: Server) throws -> Query {
    throw TODO("Task 4: add the key")
}

// MARK: - Task 5

/// Task 5. Send a query and return the reply. Send it again only where that helps: its method is
/// `GET`, the status is 503, and the reply has the header `Retry-After` with a whole number of
/// seconds from 0 to 60. Each time, before you send it again, call `pause` with this number. Send
/// it at most `times` times in all (`times` is 1 or more), and return the last reply, whatever it
/// is. What the server's `send` or `pause` throws is thrown on, as it is.
func send(
    _ query: Query, to server: Server, atMost times: Int,
    pause: @Sendable (Int) async throws -> Void
) async throws -> Reply {
    throw TODO("Task 5: send it again where that helps")
}

// MARK: - Task 6

/// Task 6. The app has made a number for the booking. The address is the server's URL with
/// `/bookings/` and the number after it: `https://office.example/v1/bookings/4711`. Send the query
/// of task 1 to this address, without a key, and read the reply as in task 2. If its status is 204,
/// or `send` throws ``TimedOut``, the app does not know the ticket yet: send one `GET` to the same
/// address, without headers or a body. What to do with its reply:
///
/// - 200: the body is the ticket, and the booking was made. If it is not one, throw the decoder's own
///   error.
/// - Any other status: throw an ``OfficeError`` with it.
///
/// Never send the `POST` a second time. Every other error reaches the caller as it is, and so does what
/// the `GET` throws.
func book(
    _ booking: Booking, number: String, at server: Server
) async throws -> Ticket {
    throw TODO("Task 6: book, and ask what has been booked")
}

// MARK: - Task 7

/// What the window shows. Each case has the trains that are on the screen.
enum Screen: Equatable, Sendable {
    case loading([String])
    case loaded([String])
    case failed([String])
}

/// Task 7. The store that the window watches. `search` finds trains: `find` gives a document, and
/// `decode` makes the names of trains of it. Both come from the caller.
///
/// - While it waits, the screen is `.loading` with the trains that are shown.
/// - If both succeed, it is `.loaded` with what was found. If one of them throws, whatever the error, a
///   `CancellationError` too, it is `.failed` with the trains that were shown.
/// - A document may be big: `decode` is never called on the main actor.
/// - Searches may be under way at the same time, and end in any order. The screen is about the search
///   that began last: an older one changes nothing any more, neither with its result nor with its error.
///
/// Add to the class what you need. Your code need not throw.
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
