import ExerciseSupport
import Foundation

// Exercise 07 · Rolling stock
//
// Every car of the operator has a number and a maximum speed, and most kinds of cars have something
// else too. The program is an old one, so most of its types are classes, and several systems write
// them in several shapes. Five tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 07
//
// The types are here, but none of them can be decoded or encoded yet. Add conformances, enums of
// keys, `init(from:)` and `encode(to:)`. You may turn a `var` with a default value into a `let`
// without one: the checks do not set it. Keep the names of types, properties and functions, the
// types of properties, and which class inherits from which, as the checks use them. Hints for each
// task: `Solutions/Exercise07.md`. The lesson: `swift run lesson-07`.
//
// In all five tasks, every key of the document has to be there with a value of the right type. If
// one is absent, null or of another type, let the decoder throw its own error. Ignore keys that you
// do not need, whatever they hold. Keep every string and every number as it is in the document.

/// What all cars have in common:
///
///     { "number": "61 81 19-90 401-2", "maxSpeed": 200 }
class Car {
    let number: String
    let maxSpeed: Int

    init(number: String, maxSpeed: Int) {
        self.number = number
        self.maxSpeed = maxSpeed
    }
}

// MARK: - Task 1

/// A car with berths. Reservations has everything in one object:
///
///     { "number": "61 81 70-91 104-7", "maxSpeed": 200, "berths": 36 }
final class SleepingCar: Car {
    var berths = 0
}

/// Task 1, first half. Decode the document above.
func decodeSleepingCar(from document: Data) throws -> SleepingCar {
    throw TODO("Task 1: decode a sleeping car from one flat object")
}

/// Task 1, second half. Write it back in the same shape.
func encode(_ car: SleepingCar) throws -> Data {
    throw TODO("Task 1: encode a sleeping car as one flat object")
}

// MARK: - Task 2

/// A car with compartments. The depot has a number of its own for it, which is the one on the door.
/// So what all cars have in common is one object further down, under "super":
///
///     { "number": "263", "compartments": 9,
///       "super": { "number": "61 81 59-90 002-8", "maxSpeed": 160 } }
final class CouchetteCar: Car {
    /// The first "number" of the document.
    var doorNumber = ""
    var compartments = 0
}

/// Task 2, first half. Decode the document above. A document without "super" is an error.
func decodeCouchetteCar(from document: Data) throws -> CouchetteCar {
    throw TODO("Task 2: decode a couchette car, its superclass under \"super\"")
}

/// Task 2, second half. Write it back in the same shape, with both numbers.
func encode(_ car: CouchetteCar) throws -> Data {
    throw TODO("Task 2: encode a couchette car, its superclass under \"super\"")
}

// MARK: - Task 3

/// What a restaurant has, on wheels or not.
struct Restaurant {
    let tenant: String
    let tables: Int
}

/// A dining car is a car and a restaurant. A class has only one superclass, so this is a struct
/// with two parts. Catering writes both into one object:
///
///     { "number": "61 85 88-90 601-3", "maxSpeed": 230, "tenant": "Speisewagen AG", "tables": 12 }
struct DiningCar {
    let car: Car
    let restaurant: Restaurant
}

/// Task 3, first half. Decode the document above.
func decodeDiningCar(from document: Data) throws -> DiningCar {
    throw TODO("Task 3: decode a dining car, two parts from one flat object")
}

/// Task 3, second half. Write it back in the same shape.
func encode(_ car: DiningCar) throws -> Data {
    throw TODO("Task 3: encode a dining car as one flat object")
}

// MARK: - Task 4

/// Something that the operator owns. It is from the bookkeeper's library: leave the class as it is.
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

/// Two wheels and an axle:
///
///     { "inventoryNumber": "W-4471", "boughtIn": 2019, "diameter": 920 }
final class Wheelset: Asset {
    var diameter = 0
}

/// Task 4, first half. Decode the document above.
func decodeWheelset(from document: Data) throws -> Wheelset {
    throw TODO("Task 4: decode a wheelset, whose superclass is not yours")
}

/// Task 4, second half. Write it back in the same shape.
func encode(_ wheelset: Wheelset) throws -> Data {
    throw TODO("Task 4: encode a wheelset, whose superclass is not yours")
}

// MARK: - Task 5

/// A car with seats, in one flat object like a sleeping car.
final class SeatingCar: Car {
    var seats = 0
}

/// A train with its cars in their order. Each car has a type: "sleeping", "seating", or "van" for a
/// car that has only what all cars have. A key of another type is one that you do not need.
///
///     {
///       "name": "NT 40",
///       "cars": [
///         { "type": "van", "number": "61 81 92-90 001-1", "maxSpeed": 200 },
///         { "type": "seating", "number": "61 81 29-90 013-6", "maxSpeed": 200, "seats": 66 },
///         { "type": "sleeping", "number": "61 81 70-91 104-7", "maxSpeed": 200, "berths": 36 }
///       ]
///     }
struct Train {
    let name: String
    let cars: [Car]
}

/// Task 5, first half. Decode the document above. A sleeping car becomes a `SleepingCar`, a seating
/// car a `SeatingCar`, and a van a `Car` that is neither. A type that is none of the three
/// ("Sleeping", for example) is an error (dataCorrupted) at that `type`. A train may have no cars.
func decodeTrain(from document: Data) throws -> Train {
    throw TODO("Task 5: decode a mixed train by type tag")
}

/// Task 5, second half. Write it back in the same shape, in the same order, with the types. A car
/// that is written by itself has no "type", as in task 1.
func encode(_ train: Train) throws -> Data {
    throw TODO("Task 5: encode a mixed train with its type tags")
}
