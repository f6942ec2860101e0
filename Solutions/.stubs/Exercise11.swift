import ExerciseSupport
import Foundation

// Exercise 11 · The departures app
//
// An app for travelers: the departures of a station, with something about each train. You write
// all of it but the window and the network. Seven tasks. Work from the top: do a task, then run
//
//     swift run workbook check 11
//
// The types have the properties that the app needs: leave these as they are. What you add goes into
// extensions, types and functions of your own. Your functions know the server only as the closure
// `get`, so the checks need no network: they give the answers themselves.
// Hints for each task: `Solutions/Exercise11.md`. The lesson: `swift run lesson-11`.

// MARK: - Task 1

/// One departure on the board. `train` is the id of the train, `to` is the name of the last station.
struct Departure: Equatable, Sendable {
    let train: String
    let to: String
    let time: Date
    let platform: Int?
}

/// The departures of one station. The operator's document has another form:
///
///     { "departures": [
///         { "train": { "id": "nt-40" }, "destination": { "name": "Roma" },
///           "scheduled": { "time": "2026-03-28T19:23:00+01:00", "platform": 7 } },
///         { "train": { "id": "nt-466" }, "destination": { "name": "Zürich" },
///           "scheduled": { "time": "2026-03-28T19:05:00Z", "platform": null } }
///     ] }
struct Board: Equatable, Sendable {
    var departures: [Departure]
}

/// Task 1. Decode the board: make both types `Decodable` in extensions. A private type can have the
/// form of the document, so that the rest of the app never sees it. The platform is null or absent
/// until it is known, and everything else has to be there. Ignore keys that you do not need.
///
/// Put the departures in the order of their times, the first one first: 19:23 in Vienna (+01:00) is
/// before 19:05 in London (Z). Departures at the same time stay in the order that they have in the
/// document. If one of them is broken, the decoder's own error reaches the caller, with its coding
/// path.
func decodeBoard(from document: Data) throws -> Board {
    throw TODO("Task 1: decode the board and sort it")
}

// MARK: - Task 2

/// What the app has to tell when it has no departures to show.
enum Message: Equatable, Sendable {
    case offline
    case notFound
    case tryLater
    case logIn
    case update
    case noDepartures

    var sentence: String {
        switch self {
        case .offline: "You are offline. The departures are here again when you are not."
        case .notFound: "The operator does not know this station or this train."
        case .tryLater: "Something went wrong. Please try again later."
        case .logIn: "This answer is not from the operator. Do you have to log in to the Wi-Fi?"
        case .update: "The operator sends something new. Please update the app."
        case .noDepartures: "No night train leaves from here today."
        }
    }
}

/// A train: `{ "id": "nt-40", "name": "Tiber", "cars": 12 }`.
struct Train: Decodable, Equatable, Sendable {
    let id: String
    let name: String
    let cars: Int
}

/// What the app knows about the train of a departure.
enum Details: Equatable, Sendable {
    case train(Train)
    case missing(Message)
}

/// What the screen shows: the departures, one at least, or a message in their place.
enum Screen: Equatable, Sendable {
    case lines([Line])
    case message(Message)

    struct Line: Equatable, Sendable {
        let departure: Departure
        let details: Details
    }
}

/// Task 2. A view: make the String that the traveler reads. The departures are one line each, in
/// the order of the list, with a line break (`\n`) between two lines and none after the last one:
///
///     19:23  Roma, platform 7: Tiber, 12 cars
///     20:05  Zürich: The operator does not know this station or this train.
///
/// - Two spaces come after the time, and `cars` comes after every number, 1 too.
/// - The time is that of the clock in the time zone, from 00:00 to 23:59 and without its seconds,
///   wherever the app runs.
/// - If the platform is not known, leave it out with its comma. If the details are missing, their
///   sentence is in their place. Names are shown as they are, a `%` too.
///
/// A message in place of the departures is its sentence alone. `throws` is there for the TODO only.
func text(of screen: Screen, in timeZone: TimeZone) throws -> String {
    throw TODO("Task 2: make the text of the screen")
}

// MARK: - Task 3

/// The operator's server.
struct Server: Sendable {
    /// Where every address begins: `https://api.nightline.example/v2`.
    let url: URL
    /// Asks for what is at an address, and gives the status (200, 404 …) and the body of the answer.
    /// Without a connection it throws ``Offline``. It may throw any other error too.
    let get: @Sendable (URL) async throws -> (status: Int, body: Data)
}

/// There is no connection.
struct Offline: Error, Equatable {}

/// An answer that is not worth decoding.
enum RequestError: Error, Equatable {
    /// The status is not one of 200 to 299.
    case status(Int)
    /// The status is right, and the body is not JSON at all: a web page, for example, or a document
    /// that is cut short, or nothing.
    case notJSON
}

/// A request for one value: where it is, what it is, and how it is decoded.
struct Request<Value: Decodable & Sendable>: Sendable {
    let url: URL
    var decoder = JSONDecoder()
}

/// Task 3. Ask the server for the address of the request, once, and decode the body with the
/// decoder of the request. Throw a ``RequestError`` if the status or the body is wrong; look at the
/// status first. A body that is JSON and has another shape than `Value`, such as 12.5 cars, is the
/// decoder's own error. What `get` throws is thrown on, as it is.
func load<Value>(_ request: Request<Value>, from server: Server) async throws -> Value {
    throw TODO("Task 3: load a value")
}

// MARK: - Task 4

/// Task 4. The one place where an error becomes a message:
///
/// - ``Offline``: `.offline`
/// - the status 404: `.notFound`; any other status: `.tryLater`
/// - a body that is not JSON: `.logIn`
/// - every `DecodingError`: `.update`, because the form of the document has changed
/// - every other error: `.tryLater`, a `URLError` too; only ``Offline`` is offline
///
/// `throws` is there for the TODO only.
func message(for error: any Error) throws -> Message {
    throw TODO("Task 4: choose the message")
}

// MARK: - Task 5

/// A station: `{ "code": "VIE", "name": "Wien Hbf" }`.
struct Station: Decodable, Equatable, Sendable {
    let code: String
    let name: String
}

/// Task 5. Travelers know a station by its name, the server knows its board by its code. So this
/// takes two requests:
///
///     https://api.nightline.example/v2/stations?name=Wien%20Hbf      the station
///     https://api.nightline.example/v2/stations/VIE/departures       its board, with the code
///
/// Both addresses begin with the URL of the server, whatever that is. It may end with a `/`: never
/// write two in a row. It has no query of its own.
///
/// Load both with ``load(_:from:)``, and return the board in the order of task 1. A name may have
/// any character but `+`, so `&` and `/` too, and the server gets it as it is, with all its spaces. In
/// its answer, the server may spell it in another way. A code has only A to Z. If the first request
/// fails, there is no second one. Every error reaches the caller as it is.
func loadBoard(ofStation name: String, from server: Server) async throws -> Board {
    throw TODO("Task 5: load the station and then its board")
}

// MARK: - Task 6

/// Task 6. Load the trains with these ids, side by side. The address of the train "nt-40", made as in
/// task 5, is `https://api.nightline.example/v2/trains/nt-40`.
///
/// - At most `limit` requests (1 or more) are under way at the same time. As long as enough trains
///   are left, it is exactly that many: as soon as one has ended, another one starts, whichever.
/// - The result has one element for each id, in the order of the ids, whichever answer comes
///   first. An id may be there twice, and is asked for twice. It has only a to z, 0 to 9 and `-`.
/// - A train that cannot be loaded is a `.failure` with the error, at its place, and is not asked
///   for again. The others do not notice.
/// - If the task that runs this is canceled, or was before the call, throw a `CancellationError`.
///   What is under way is canceled too, and nothing else is asked for. What `get` throws then may be
///   any error, or none.
func loadTrains(
    _ ids: [String], atMost limit: Int, from server: Server
) async throws -> [Result<Train, any Error>] {
    throw TODO("Task 6: load the trains side by side")
}

// MARK: - Task 7

/// Task 7. The controller: what the screen shows for a station. Load its board (task 5), and then
/// the trains of its departures (task 6), at most three at the same time. A train may be on the
/// board twice: ask for it once or twice.
///
/// - The lines have the order of the board. A train that cannot be loaded has the message of its
///   error (task 4) in place of its details.
/// - If the board cannot be loaded, the screen is the message of that error. Nothing is tried again.
/// - A board without departures is the message `.noDepartures`.
/// - If the task that runs this is canceled, throw a `CancellationError`: nobody looks at the screen
///   any more. What is under way is canceled too, and no other train is asked for. This function throws
///   nothing else. Where nobody has canceled it, even a `CancellationError` from `get` becomes a message.
func screen(ofStation name: String, from server: Server) async throws -> Screen {
    throw TODO("Task 7: put the screen together")
}
