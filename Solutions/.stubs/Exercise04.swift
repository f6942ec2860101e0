import ExerciseSupport
import Foundation

// Exercise 04 · Fares and tickets
//
// The night-train operator sells tickets. Its API sends prices, barcodes, links and colors, each as
// a number or a string that says less than it means. You make values of them that a program can
// trust, and write some of them back. Seven tasks, easiest first. Work from the top: do a task,
// then run
//
//     swift run workbook check 04
//
// The types are here, but none of them can be decoded yet, and some properties have the wrong type.
// You may change the types and add your own; keep the names of types, properties and functions, as
// the checks use them. A key that is absent, null or of a wrong type is an error, unless a task says
// something else. Hints for each task: Solutions/Exercise04.md. The lesson: swift run lesson-04.

// MARK: - Task 1

/// What a place in a train costs:
///
///     { "place": "couchette", "price": 69.99 }
struct Fare {
    let place: String
    let price: Double
}

/// Task 1. Decode a list of fares. A price should be exactly what the document says, down to the
/// last digit; a discount is below zero. Change the type of `price` to the one of Foundation's that
/// can do it.
func decodeFares(from document: Data) throws -> [Fare] {
    throw TODO("Task 1: decode prices without losing a digit")
}

// MARK: - Task 2

/// How full a car is, from 0 to 1:
///
///     [{ "number": 21, "occupancy": 0.75 }, { "number": 22, "occupancy": "NaN" }]
///
/// The operator divides passengers by seats. The second car has no sensor: 0 by 0 is NaN. A car
/// with passengers and no seats is at infinity, and a sensor that counts below zero can make that
/// minus infinity. JSON cannot write these values, so there are three words: "NaN", "Infinity" and
/// "-Infinity".
struct Car {
    let number: Int
    let occupancy: Double
}

/// Task 2, first half. Decode the cars: the three words are the three values of `Double`, and a
/// number stays as it is, also above 1. Any other string is an error (typeMismatch) at `occupancy`,
/// and null is an error.
func decodeCars(from document: Data) throws -> [Car] {
    throw TODO("Task 2: decode an occupancy that may be NaN")
}

/// Task 2, second half. Write cars as the operator does, with the same three words.
func encodeCars(_ cars: [Car]) throws -> Data {
    throw TODO("Task 2: encode an occupancy that may be NaN")
}

// MARK: - Task 3

/// A ticket. The bytes of its barcode are written in base64:
///
///     { "passenger": "Ada Moreau", "barcode": "TlQ0MP//" }
struct Ticket {
    let passenger: String
    let barcode: String
}

/// Task 3, first half. Decode a ticket, its barcode as `Data`. A barcode that is not good base64 is
/// an error (dataCorrupted) at `barcode`: nobody should board with half a ticket. Good base64 has no
/// spaces, no line breaks, and no `=` missing at the end. (Foundation accepts more `=` than needed:
/// you may too.) An empty barcode is not asked for.
func decodeTicket(from document: Data) throws -> Ticket {
    throw TODO("Task 3: decode a barcode in base64")
}

/// Task 3, second half. The operator's app puts tickets into addresses, so it writes the same bytes
/// in base64url: `-` in place of `+`, `_` in place of `/`, and no `=` at the end.
///
///     { "passenger": "Ada Moreau", "barcode": "TlQ0MP__" }
///
/// Decode such a ticket. A barcode that is not good base64url is the same error at the same place,
/// also where only one character is wrong: "TlQ0*MP__". Whether you let `+`, `/` and `=` pass as well
/// is up to you. The passenger's name stays as it is.
func decodeAppTicket(from document: Data) throws -> Ticket {
    throw TODO("Task 3: decode a barcode in base64url")
}

// MARK: - Task 4

/// The number of a berth. The ticket machines send it as a number, the app as a string: 36 and "36".
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

/// Task 4, first half. Decode a list of reservations. The berth is a whole number, or a string of
/// the digits 0 to 9 and nothing else: "036" is 36. Another string is an error (dataCorrupted) at
/// `berth`: "upper", "36.5", "36 ", "+36", "", and digits that `Int` cannot hold. A number with a
/// fraction, or one that `Int` cannot hold, is an error too, and so is null. The car is always a
/// number.
func decodeReservations(from document: Data) throws -> [Reservation] {
    throw TODO("Task 4: decode a berth that may be a string")
}

/// Task 4, second half. Write reservations, the berth always as a number:
/// { "car": 21, "berth": 36 }
func encodeReservations(_ reservations: [Reservation]) throws -> Data {
    throw TODO("Task 4: encode a berth as a number")
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
/// An amount that is not a whole number of cents, such as 12.345, or more cents than `Int` can hold,
/// is an error (dataCorrupted) at `amount`: a ledger does not round. A string is an error too. (What
/// `Decimal` itself cannot hold is not asked for.)
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
/// - A link without a scheme begins with `//`, and means https. The rest stays as it is (as far
///   as `URL` lets it: a space becomes %20).
/// - A link with the scheme http or https stays as it is. Nobody opens a menu with another scheme:
///   that is an error (dataCorrupted) at `menu`: "ftp://files.example/nt40.pdf".
/// - A train without a dining car has no key `menu`, or null, or an empty string: nil.
/// - A string that names no host is the same error: "no idea", "https://", and
///   "menus.nighttrain.example/nt40.pdf", which has no `//`.
///
/// There is no type here. Declare those that you need.
func decodeMenu(from document: Data) throws -> URL? {
    throw TODO("Task 6: decode a link that may have no scheme")
}

// MARK: - Task 7

/// The color of a line on the map.
struct Color {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
}

/// A line of the network:
///
///     { "name": "Nordstern", "color": "#1D3557" }
///
/// The color is two hexadecimal digits each, 0 to 9 and A to F, for red, green and blue. The API
/// writes it with a `#` or without, in capitals or small letters, and sometimes with spaces before
/// and after it: " 1d3557".
struct Line {
    let name: String
    let color: Color
}

/// Task 7, first half. Decode a line. A string with anything but six hexadecimal digits is an error
/// (dataCorrupted) at `color`: "+1D355", "0x1D35", "# 1D3557", "#FFF".
func decodeLine(from document: Data) throws -> Line {
    throw TODO("Task 7: decode a color")
}

/// Task 7, second half. Write a line, its color always as "#1D3557": with a `#` and in capitals.
func encodeLine(_ line: Line) throws -> Data {
    throw TODO("Task 7: encode a color")
}
