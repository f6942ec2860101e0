import ExerciseSupport
import Foundation

// Exercise 04 · Fares and tickets
//
// The night-train operator sells tickets. Its API sends prices, barcodes and links as numbers and
// strings. You make values of them that a program can trust, and write some of them back. Six
// tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 04
//
// The types are here, but none of them can be decoded yet, and some properties have the wrong type.
// You may change the types and add your own. Keep the names of types, properties and functions,
// because the checks use them. A key that is absent, null or of a wrong type is an error, unless a
// task says something else. Hints for each task: `Solutions/Exercise04.md`. The lesson: swift run
// lesson-04.

// MARK: - Task 1

/// What a place in a train costs:
///
///     { "place": "couchette", "price": 69.99 }
struct Fare {
    let place: String
    let price: Double
}

/// Task 1. Decode a list of fares. Change the type of `price` to `Decimal`, and keep every digit of
/// the document, as some prices have more than two decimals. A discount is below zero.
func decodeFares(from document: Data) throws -> [Fare] {
    throw TODO("Task 1: decode prices without losing a digit")
}

// MARK: - Task 2

/// How full a car is:
///
///     [{ "number": 21, "occupancy": 0.75 }, { "number": 22, "occupancy": "NaN" }]
///
/// The operator divides the passengers of a car by its seats. Where a sensor fails, the result can
/// be NaN, infinity or minus infinity. The API writes these three as strings: "NaN", "Infinity" and
/// "-Infinity".
struct Car {
    let number: Int
    let occupancy: Double
}

/// Task 2, first half. Decode a list of cars. Each of the three strings becomes the `Double` that
/// it names. Any other string is an error (typeMismatch) at `occupancy`. A number stays as it is,
/// also above 1 and below 0.
func decodeCars(from document: Data) throws -> [Car] {
    throw TODO("Task 2: decode an occupancy that may be NaN")
}

/// Task 2, second half. Write a list of cars as the API does, with the same three strings.
func encodeCars(_ cars: [Car]) throws -> Data {
    throw TODO("Task 2: encode an occupancy that may be NaN")
}

// MARK: - Task 3

/// A ticket. The bytes of its barcode are written in base64url, which has `-` in place of `+`, `_`
/// in place of `/`, and no `=` at the end:
///
///     { "passenger": "Ada Moreau", "barcode": "TlT7_w" }
struct Ticket {
    let passenger: String
    let barcode: String
}

/// Task 3. Decode a ticket. Change the type of `barcode` to `Data`. The passenger's name stays as it
/// is. A barcode that is not good base64url is an error (dataCorrupted) at `barcode`, because nobody
/// should board with half a ticket: "TlQ0*MP__" has a character that is not in base64url, and
/// "TlT7_" ends in the middle of a byte. You may accept `+`, `/` and `=` as well.
func decodeTicket(from document: Data) throws -> Ticket {
    throw TODO("Task 3: decode a barcode in base64url")
}

// MARK: - Task 4

/// The number of a berth. Ticket machines send a number, 36, and the app sends a string, "36".
struct Berth {
    let number: Int
}

/// A berth that somebody has reserved:
///
///     { "car": 21, "berth": "36" }
struct Reservation {
    let car: Int
    let berth: Berth
}

/// Task 4. Decode a list of reservations. A berth is a whole number, or a string with the digits 0
/// to 9 and nothing else, so "036" is 36. Any other string is an error (dataCorrupted) at `berth`:
/// "upper", "36.5", "36 ", "+36" and "". So is a string with a number that `Int` cannot hold. A
/// number that is not whole, or that `Int` cannot hold, is an error of any kind. The car is always
/// a number.
func decodeReservations(from document: Data) throws -> [Reservation] {
    throw TODO("Task 4: decode a berth that may be a string")
}

// MARK: - Task 5

/// An amount of money, in whole cents.
struct Cents {
    let count: Int
}

/// What somebody paid. The API writes euros, 69.99, and the ledger counts cents, 6999.
///
///     { "train": "NT 40", "amount": 69.99 }
struct Payment {
    let train: String
    let amount: Cents
}

/// Task 5, first half. Decode a payment, its amount in cents. A refund is below zero: -4.35 is -435.
/// A ledger does not round, so an amount that is not a whole number of cents is an error
/// (dataCorrupted) at `amount`: 12.345. An amount with more cents than `Int` can hold is the same
/// error. An amount in quotation marks is an error of any kind.
func decodePayment(from document: Data) throws -> Payment {
    throw TODO("Task 5: decode an amount as whole cents")
}

/// Task 5, second half. Write a payment as the API does, its amount in euros.
func encodePayment(_ payment: Payment) throws -> Data {
    throw TODO("Task 5: encode whole cents as euros")
}

// MARK: - Task 6

/// Task 6. Find the menu of a train's dining car. Only `menu` matters here:
///
///     { "train": "NT 40", "menu": "//menus.nighttrain.example/nt40.pdf" }
///
/// - A link that begins with `//` has no scheme. It means https, and the rest of it stays as it is.
///   (`URL` makes %20 of a space.)
/// - A link with the scheme http or https stays as it is.
/// - A train without a dining car has no key `menu`, or null, or an empty string: nil.
/// - Any other string is an error (dataCorrupted) at `menu`. It has another scheme, such as
///   "ftp://files.example/nt40.pdf", or it names no host, such as "no idea", "https://" and
///   "menus.nighttrain.example/nt40.pdf".
///
/// There is no type here. Declare those that you need.
func decodeMenu(from document: Data) throws -> URL? {
    throw TODO("Task 6: decode a link that may have no scheme")
}
