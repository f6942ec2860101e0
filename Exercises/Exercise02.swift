import ExerciseSupport
import Foundation

// Exercise 02 · The booking desk
//
// The booking desk of the night trains talks to two systems that name things in their own way, and
// the desk has names of its own. Seven tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 02
//
// You may change the types. Keep the names of types, properties and functions, as the checks use
// them. A key that is absent, null or of a wrong type is an error, unless a task says something
// else. Hints for each task: `Solutions/Exercise02.md`. The lesson: `swift run lesson-02`.

// MARK: - Task 1

/// A booking, as the operator sends it:
///
///     {
///       "booking_number": "B-7041",
///       "passenger_name": "Ada Brandt",
///       "ticket_url": "https://nighttrain.example/tickets/B-7041"
///     }
struct Booking {
    let bookingNumber: String
    let passengerName: String
    let ticketURL: URL
}

/// Task 1. Decode the document above. All three keys are required. The decoder makes a `URL` of a
/// string by itself: what it makes stays as it is, and what it refuses is an error.
func decodeBooking(from document: Data) throws -> Booking {
    throw TODO("Task 1: decode a booking")
}

// MARK: - Task 2

/// A reservation. At the desk, one says "if the reservation is paid"; the API has other words for it:
///
///     { "berth": 21, "payment_received": true, "window_side": false, "remark": "lower berth" }
///
/// The remark may be absent or null. Anything else is an error: one of the other keys absent or null,
/// or a value of a wrong type under any key.
struct Reservation {
    let berth: Int
    let isPaid: Bool
    let isAtWindow: Bool
    var remark: String?
}

/// Task 2. Decode a reservation: `payment_received` is `isPaid`, `window_side` is `isAtWindow`.
func decodeReservation(from document: Data) throws -> Reservation {
    throw TODO("Task 2: decode a reservation under other names")
}

// MARK: - Task 3

/// A passenger:
///
///     { "name": "Ada Brandt", "language": "de" }
///
/// Only the desk knows whether she is checked in. A passenger who comes out of a document is not,
/// whatever somebody has put under `isCheckedIn`: true, null or a string. That key is never read.
struct Passenger {
    let name: String
    let language: String
    var isCheckedIn: Bool
}

/// The desk checks a passenger in. This function is ready, and it should compile when you are done.
/// It changes a copy, so `Passenger` stays a struct.
func checkIn(_ passenger: Passenger) -> Passenger {
    var passenger = passenger
    passenger.isCheckedIn = true
    return passenger
}

/// Task 3. Decode a passenger, with a property that is not part of the document. The name and the
/// language are required.
func decodePassenger(from document: Data) throws -> Passenger {
    throw TODO("Task 3: decode a passenger, who is not checked in")
}

// MARK: - Task 4

/// Task 4, first half. Turn a booking back into JSON, with the keys that the operator uses.
func encode(_ booking: Booking) throws -> Data {
    throw TODO("Task 4: encode a booking with the operator's keys")
}

/// Task 4, second half. Turn a passenger back into JSON, with her name and her language and nothing
/// else.
func encode(_ passenger: Passenger) throws -> Data {
    throw TODO("Task 4: encode a passenger without isCheckedIn")
}

// MARK: - Task 5

/// Free berths, from a partner who writes keys with hyphens in every document:
///
///     {
///       "train-number": "NT 40",
///       "free-berths": [ { "car-number": 262, "price-in-cents": 8990 } ]
///     }
///
/// These types are ready. There will be many more like them, and none should need `CodingKeys`.
struct Offer: Codable {
    let trainNumber: String
    let freeBerths: [FreeBerth]

    struct FreeBerth: Codable {
        let carNumber: Int
        let priceInCents: Int
    }
}

/// A key of any name, for strategies to give back: `AnyKey(stringValue: "trainNumber")`.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Task 5. Return a decoder that reads `train-number` into `trainNumber`, and any other key in the
/// same way, at every level of a document.
///
/// Each hyphen is left out, and a letter after it becomes a capital. Nothing else changes:
/// `price-in-EUR` is `priceInEUR`, `deck-2nd_class` is `deck2nd_class`, and a key without hyphens
/// stays as it is, even the empty key `""`. No key begins or ends with a hyphen, or has two side by
/// side.
func partnerDecoder() throws -> JSONDecoder {
    throw TODO("Task 5: a decoder for keys with hyphens")
}

// MARK: - Task 6

/// Task 6. Return an encoder that writes `trainNumber` as `train-number`, and any other property in
/// the same way, at every level of a document: each capital becomes a hyphen and the small letter,
/// and nothing else changes. `imageURL` is `image-u-r-l`, unlike with `.convertToSnakeCase`, and a
/// name `ID` is `-i-d`. `Ö` is a capital too. Values stay as they are.
func partnerEncoder() throws -> JSONEncoder {
    throw TODO("Task 6: an encoder for keys with hyphens")
}

// MARK: - Task 7

/// Who sleeps where. The API renames a key this year, so there are three kinds of entries:
///
///     [
///       { "passenger": "Ada Brandt", "bed": 21 },
///       { "passenger": "Ilja Sommer", "berth": 22 },
///       { "passenger": "Noor Haas", "bed": 4, "berth": 23 }
///     ]
///
/// `berth` is the new name. Where an entry has both, only `berth` counts and `bed` is not read: a
/// `berth` that is null or of a wrong type is an error at `berth` of its entry, such as `[1].berth`,
/// even beside a good `bed`. Where an entry has neither, that is an error.
struct Assignment {
    let passenger: String
    let berth: Int
}

/// The desk makes assignments too. This function is ready, and it should compile when you are done.
func assign(_ passenger: String, to berth: Int) -> Assignment {
    Assignment(passenger: passenger, berth: berth)
}

/// Task 7, first half. Decode a list of assignments with the old name, the new one or both, in the
/// order of the document.
func decodeAssignments(from document: Data) throws -> [Assignment] {
    throw TODO("Task 7: decode a berth under its old name and its new one")
}

/// Task 7, second half. Turn an assignment into JSON, with the new name only.
func encode(_ assignment: Assignment) throws -> Data {
    throw TODO("Task 7: encode an assignment with the new name")
}
