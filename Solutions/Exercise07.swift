import ExerciseSupport
import Foundation

// Exercise 07 · Rolling stock, solved. The hints and what to take away: Exercise07.md.

class Car: Codable {
    let number: String
    let maxSpeed: Int

    init(number: String, maxSpeed: Int) {
        self.number = number
        self.maxSpeed = maxSpeed
    }
}

// MARK: - Task 1

final class SleepingCar: Car {
    let berths: Int

    enum CodingKeys: CodingKey { case berths }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        berths = try container.decode(Int.self, forKey: .berths)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(berths, forKey: .berths)
    }
}

func decodeSleepingCar(from document: Data) throws -> SleepingCar {
    try JSONDecoder().decode(SleepingCar.self, from: document)
}

func encode(_ car: SleepingCar) throws -> Data {
    try JSONEncoder().encode(car)
}

// MARK: - Task 2

final class CouchetteCar: Car {
    let doorNumber: String
    let compartments: Int

    enum CodingKeys: String, CodingKey {
        case doorNumber = "number"
        case compartments
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        doorNumber = try container.decode(String.self, forKey: .doorNumber)
        compartments = try container.decode(Int.self, forKey: .compartments)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(doorNumber, forKey: .doorNumber)
        try container.encode(compartments, forKey: .compartments)
        try super.encode(to: container.superEncoder())
    }
}

func decodeCouchetteCar(from document: Data) throws -> CouchetteCar {
    try JSONDecoder().decode(CouchetteCar.self, from: document)
}

func encode(_ car: CouchetteCar) throws -> Data {
    try JSONEncoder().encode(car)
}

// MARK: - Task 3

struct Restaurant: Codable {
    let tenant: String
    let tables: Int
}

struct DiningCar: Codable {
    let car: Car
    let restaurant: Restaurant

    init(from decoder: any Decoder) throws {
        car = try Car(from: decoder)
        restaurant = try Restaurant(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try car.encode(to: encoder)
        try restaurant.encode(to: encoder)
    }
}

func decodeDiningCar(from document: Data) throws -> DiningCar {
    try JSONDecoder().decode(DiningCar.self, from: document)
}

func encode(_ car: DiningCar) throws -> Data {
    try JSONEncoder().encode(car)
}

// MARK: - Task 4

class Asset {
    let inventoryNumber: String
    let boughtIn: Int

    init() {
        inventoryNumber = "unknown"
        boughtIn = 2000
    }

    init(inventoryNumber: String, boughtIn: Int) {
        self.inventoryNumber = inventoryNumber
        self.boughtIn = boughtIn
    }
}

final class Wheelset: Asset, Codable {
    let diameter: Int

    enum CodingKeys: CodingKey { case inventoryNumber, boughtIn, diameter }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        diameter = try container.decode(Int.self, forKey: .diameter)
        super.init(
            inventoryNumber: try container.decode(String.self, forKey: .inventoryNumber),
            boughtIn: try container.decode(Int.self, forKey: .boughtIn))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(inventoryNumber, forKey: .inventoryNumber)
        try container.encode(boughtIn, forKey: .boughtIn)
        try container.encode(diameter, forKey: .diameter)
    }
}

func decodeWheelset(from document: Data) throws -> Wheelset {
    try JSONDecoder().decode(Wheelset.self, from: document)
}

func encode(_ wheelset: Wheelset) throws -> Data {
    try JSONEncoder().encode(wheelset)
}

// MARK: - Task 5

final class SeatingCar: Car {
    let seats: Int

    enum CodingKeys: CodingKey { case seats }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        seats = try container.decode(Int.self, forKey: .seats)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seats, forKey: .seats)
    }
}

struct Train: Codable {
    let name: String
    let cars: [Car]

    enum CodingKeys: CodingKey { case name, cars }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        cars = try container.decode([TaggedCar].self, forKey: .cars).map(\.car)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(cars.map(TaggedCar.init(car:)), forKey: .cars)
    }
}

/// A car and its type, in one object.
struct TaggedCar {
    let car: Car

    enum CodingKeys: CodingKey { case type }

    enum Kind: String, Codable { case van, seating, sleeping }

    var kind: Kind {
        // A sleeping car is a car too, so the van comes last.
        switch car {
        case is SleepingCar: .sleeping
        case is SeatingCar: .seating
        default: .van
        }
    }
}

extension TaggedCar: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .type) {
        case .van: car = try Car(from: decoder)
        case .seating: car = try SeatingCar(from: decoder)
        case .sleeping: car = try SleepingCar(from: decoder)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .type)
        try car.encode(to: encoder)
    }
}

func decodeTrain(from document: Data) throws -> Train {
    try JSONDecoder().decode(Train.self, from: document)
}

func encode(_ train: Train) throws -> Data {
    try JSONEncoder().encode(train)
}
