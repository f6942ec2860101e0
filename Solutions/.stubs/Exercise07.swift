import ExerciseSupport
import Foundation

// Exercise 07 · Rolling stock
//
// Every car of the operator has a number and a maximum speed, and most kinds of cars have something
// else too. The types are classes, and three systems write them in three shapes. Five tasks, easiest
// first. Work from the top: do a task, then run
//
//     swift run workbook check 07
//
// The types are here, but none of them can be decoded or encoded yet. Add conformances, enums of
// keys, `init(from:)` and `encode(to:)`. You may turn a `var` with a default value into a `let`
// without one: the checks do not set it. Keep the names of types, properties and functions, the
// types of properties, and which class inherits from which, as the checks use them. Hints for each
// task: Solutions/Exercise07.md. The lesson: swift run lesson-07.
//
// In all five tasks, every key has to be there with a value of the right type. If one is absent,
// null or of another type, let the decoder throw its own error. Ignore keys that you do not need.
// Keep every string and every number as it is in the document.

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

/// Task 1, first half. Decode the document above. If one of the three keys is absent, that is an
/// error.
func decodeSleepingCar(from document: Data) throws -> SleepingCar {
    throw TODO("Task 1: decode a sleeping car from one flat object")
}

/// Task 1, second half. Write it back in the same shape.
func encode(_ car: SleepingCar) throws -> Data {
    throw TODO("Task 1: encode a sleeping car as one flat object")
}

// MARK: - Task 2

/// A car with compartments. The depot has what all cars have in common under the key "super":
///
///     { "compartments": 9, "super": { "number": "61 81 59-90 002-8", "maxSpeed": 160 } }
final class CouchetteCar: Car {
    var compartments = 0
}

/// Task 2, first half. Decode the document above. If there is no "super", that is an error
/// (valueNotFound) at `super`.
func decodeCouchetteCar(from document: Data) throws -> CouchetteCar {
    throw TODO("Task 2: decode a couchette car, its superclass under \"super\"")
}

/// Task 2, second half. Write it back in the same shape.
func encode(_ car: CouchetteCar) throws -> Data {
    throw TODO("Task 2: encode a couchette car, its superclass under \"super\"")
}

// MARK: - Task 3

/// A car with tables. Catering has a number of its own, which is the one on the door. So the number
/// that all cars have is one object further down:
///
///     {
///       "number": "263",
///       "tables": 12,
///       "car": { "number": "61 85 88-90 601-3", "maxSpeed": 230 }
///     }
final class DiningCar: Car {
    /// The first "number" of the document.
    var doorNumber = ""
    var tables = 0
}

/// Task 3, first half. Decode the document above. If there is no "car", that is an error
/// (valueNotFound) at `car`.
func decodeDiningCar(from document: Data) throws -> DiningCar {
    throw TODO("Task 3: decode a dining car, its superclass under \"car\"")
}

/// Task 3, second half. Write it back in the same shape, with both numbers.
func encode(_ car: DiningCar) throws -> Data {
    throw TODO("Task 3: encode a dining car, its superclass under \"car\"")
}

// MARK: - Task 4

/// Something that the operator owns. The class comes from the bookkeeper's library: leave it as it
/// is.
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

/// Task 4, first half. Decode the document above. If one of the three keys is absent, that is an
/// error.
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

/// A train with all its cars, in their order. Each car has a type: "sleeping", "seating", or "van"
/// for a car that has only what all cars have.
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

/// Task 5, first half. Decode the document above. Each car is of the class that its type names. A
/// type that is none of the three ("Sleeping", for example) is an error (dataCorrupted) at that
/// `type`. A sleeping car without berths is an error too. A train may have no cars: `[]`.
func decodeTrain(from document: Data) throws -> Train {
    throw TODO("Task 5: decode a mixed train by type tag")
}

/// Task 5, second half. Write it back in the same shape, with the types. A car is one of the three:
/// there are no others in a train. A car that is written by itself has no "type", as in task 1.
func encode(_ train: Train) throws -> Data {
    throw TODO("Task 5: encode a mixed train with its type tags")
}
