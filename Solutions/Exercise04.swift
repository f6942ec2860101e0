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

struct Berth: Decodable {
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
}

struct Reservation: Decodable {
    let car: Int
    let berth: Berth
}

func decodeReservations(from document: Data) throws -> [Reservation] {
    try JSONDecoder().decode([Reservation].self, from: document)
}

// MARK: - Task 5

struct Cents: Codable {
    let count: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let euros = try container.decode(Decimal.self)
        guard let count = Int((euros * 100).description) else {
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
    let url: URL

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let address = text.hasPrefix("//") ? "https:" + text : text
        guard let url = URL(string: address),
            ["http", "https"].contains(url.scheme?.lowercased()),
            let host = url.host(), !host.isEmpty
        else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a link: \(text)")
        }
        self.url = url
    }
}

struct DiningCar: Decodable {
    let menu: Link?

    enum CodingKeys: CodingKey {
        case menu
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decodeIfPresent(String.self, forKey: .menu) ?? ""
        menu = text.isEmpty ? nil : try container.decode(Link.self, forKey: .menu)
    }
}

func decodeMenu(from document: Data) throws -> URL? {
    try JSONDecoder().decode(DiningCar.self, from: document).menu?.url
}
