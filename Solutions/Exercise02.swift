import ExerciseSupport
import Foundation

// Exercise 02 · The booking desk, solved. The hints and what to take away: Exercise02.md.

// MARK: - Task 1

struct Booking: Codable {
    let bookingNumber: String
    let passengerName: String
    let ticketURL: URL

    enum CodingKeys: String, CodingKey {
        case bookingNumber
        case passengerName
        // What the strategy makes of ticket_url.
        case ticketURL = "ticketUrl"
    }
}

func decodeBooking(from document: Data) throws -> Booking {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Booking.self, from: document)
}

// MARK: - Task 2

struct Reservation: Decodable {
    let berth: Int
    let isPaid: Bool
    let isAtWindow: Bool
    var remark: String?

    enum CodingKeys: String, CodingKey {
        case berth
        case isPaid = "payment_received"
        case isAtWindow = "window_side"
        case remark
    }
}

func decodeReservation(from document: Data) throws -> Reservation {
    try JSONDecoder().decode(Reservation.self, from: document)
}

// MARK: - Task 3

struct Passenger: Codable {
    let name: String
    let language: String
    var isCheckedIn = false

    enum CodingKeys: CodingKey {
        case name, language
    }
}

func checkIn(_ passenger: Passenger) -> Passenger {
    var passenger = passenger
    passenger.isCheckedIn = true
    return passenger
}

func decodePassenger(from document: Data) throws -> Passenger {
    try JSONDecoder().decode(Passenger.self, from: document)
}

// MARK: - Task 4

func encode(_ booking: Booking) throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return try encoder.encode(booking)
}

func encode(_ passenger: Passenger) throws -> Data {
    try JSONEncoder().encode(passenger)
}

// MARK: - Task 5

struct Offer: Codable {
    let trainNumber: String
    let freeBerths: [FreeBerth]

    struct FreeBerth: Codable {
        let carNumber: Int
        let priceInCents: Int
    }
}

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

func partnerDecoder() throws -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
        let words = path[path.count - 1].stringValue.split(separator: "-")
        let laterWords = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return AnyKey(stringValue: words.prefix(1).joined() + laterWords.joined())
    }
    return decoder
}

// MARK: - Task 6

func partnerEncoder() throws -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .custom { path in
        let pieces = path[path.count - 1].stringValue.map { character in
            character.isUppercase ? "-\(character.lowercased())" : "\(character)"
        }
        return AnyKey(stringValue: pieces.joined())
    }
    return encoder
}

// MARK: - Task 7

struct Assignment {
    let passenger: String
    let berth: Int
}

// In an extension, so that `assign` still has the memberwise initializer.
extension Assignment: Codable {
    enum CodingKeys: CodingKey {
        case passenger, berth
    }

    enum OldKeys: String, CodingKey {
        case berth = "bed"
    }

    init(from decoder: any Decoder) throws {
        let new = try decoder.container(keyedBy: CodingKeys.self)
        let old = try decoder.container(keyedBy: OldKeys.self)
        passenger = try new.decode(String.self, forKey: .passenger)
        berth =
            old.contains(.berth) && !new.contains(.berth)
            ? try old.decode(Int.self, forKey: .berth)
            : try new.decode(Int.self, forKey: .berth)
    }
}

func assign(_ passenger: String, to berth: Int) -> Assignment {
    Assignment(passenger: passenger, berth: berth)
}

func decodeAssignments(from document: Data) throws -> [Assignment] {
    try JSONDecoder().decode([Assignment].self, from: document)
}

func encode(_ assignment: Assignment) throws -> Data {
    try JSONEncoder().encode(assignment)
}
