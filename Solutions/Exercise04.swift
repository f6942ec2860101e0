import ExerciseSupport
import Foundation

// Exercise 04 · Fares and tickets, solved. The hints and what to take away: Exercise04.md.

// MARK: - Task 1

struct Fare: Decodable {
    let place: String
    let price: Decimal
}

func decodeFares(from document: Data) throws -> [Fare] {
    try JSONDecoder().decode([Fare].self, from: document)
}

// MARK: - Task 2

struct Car: Codable {
    let number: Int
    let occupancy: Double
}

func decodeCars(from document: Data) throws -> [Car] {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try decoder.decode([Car].self, from: document)
}

func encodeCars(_ cars: [Car]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try encoder.encode(cars)
}

// MARK: - Task 3

struct Ticket: Decodable {
    let passenger: String
    let barcode: Data
}

func decodeTicket(from document: Data) throws -> Ticket {
    try JSONDecoder().decode(Ticket.self, from: document)
}

func decodeAppTicket(from document: Data) throws -> Ticket {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let missing = (4 - standard.count % 4) % 4
        let padded = standard + String(repeating: "=", count: missing)
        guard let data = Data(base64Encoded: padded) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not base64url: \(text)")
        }
        return data
    }
    return try decoder.decode(Ticket.self, from: document)
}

// MARK: - Task 4

struct Berth: Codable {
    let number: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            number = try container.decode(Int.self)
        } catch DecodingError.typeMismatch {
            let text = try container.decode(String.self)
            // Int would read a sign before the digits.
            guard text.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "not a berth: \(text)")
            }
            self.number = number
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

struct Reservation: Codable {
    let car: Int
    let berth: Berth
}

func decodeReservations(from document: Data) throws -> [Reservation] {
    try JSONDecoder().decode([Reservation].self, from: document)
}

func encodeReservations(_ reservations: [Reservation]) throws -> Data {
    try JSONEncoder().encode(reservations)
}

// MARK: - Task 5

struct Cents: Codable {
    let count: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let euros = try container.decode(Decimal.self)
        guard let count = Int("\(euros * 100)") else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not whole cents: \(euros)")
        }
        self.count = count
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Decimal(count) / 100)
    }
}

struct Payment: Codable {
    let train: String
    let amount: Cents
}

func decodePayment(from document: Data) throws -> Payment {
    try JSONDecoder().decode(Payment.self, from: document)
}

func encodePayment(_ payment: Payment) throws -> Data {
    try JSONEncoder().encode(payment)
}

// MARK: - Task 6

struct Link: Decodable {
    let url: URL?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        var parts = URLComponents(string: text)
        if parts?.scheme == nil { parts?.scheme = "https" }
        url = text.isEmpty ? nil : parts?.url
        let isWeb = ["http", "https"].contains(url?.scheme)
        guard text.isEmpty || isWeb && url?.host()?.isEmpty == false else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a link: \(text)")
        }
    }
}

struct DiningCar: Decodable {
    let menu: Link?
}

func decodeMenu(from document: Data) throws -> URL? {
    try JSONDecoder().decode(DiningCar.self, from: document).menu?.url
}

// MARK: - Task 7

struct Color: Codable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        var digits = text.trimmingCharacters(in: .whitespaces)[...]
        if digits.hasPrefix("#") { digits = digits.dropFirst() }
        // Int would read a sign before the digits.
        guard digits.count == 6, digits.allSatisfy(\.isHexDigit),
            let number = Int(digits, radix: 16)
        else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a color: \(text)")
        }
        red = UInt8(number >> 16)
        green = UInt8(number >> 8 & 255)
        blue = UInt8(number & 255)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let code = String(format: "#%02X%02X%02X", Int(red), Int(green), Int(blue))
        try container.encode(code)
    }
}

struct Line: Codable {
    let name: String
    let color: Color
}

func decodeLine(from document: Data) throws -> Line {
    try JSONDecoder().decode(Line.self, from: document)
}

func encodeLine(_ line: Line) throws -> Data {
    try JSONEncoder().encode(line)
}
