import ExerciseChecks
import Foundation
import Testing

@testable import Exercise07

@Suite("Exercise 07 · Rolling stock", .serialized, .exercise)
struct Exercise07Tests: ExerciseSuite {
    @Test("Task 1 · One flat object")
    func oneFlatObject() throws {
        let document = #"{"number":"61 81 70-91 118-7","maxSpeed":230,"berths":30}"#
        let car = try value(
            """
            All three values are in one object: both classes read from the same decoder (lesson 07, \
            Read and write by hand)
            """
        ) {
            try decodeSleepingCar(from: Data(document.utf8))
        }
        #expect(
            car.berths == 30,
            """
            The number of berths is lost: the initializer that the subclass inherits reads the \
            superclass only (lesson 07, Lost without a word)
            """
        )
        #expect(
            car.number == "61 81 70-91 118-7" && car.maxSpeed == 230,
            """
            The superclass is not read: super.init(from:) reads number and maxSpeed, and no other \
            super.init does (lesson 07, Forgetting super)
            """
        )
        try expect(
            .keyNotFound, at: "",
            """
            A sleeping car without its berths is an error: a default value or an optional hides it \
            (lesson 01, Absent, null or the wrong type)
            """
        ) {
            try decodeSleepingCar(from: Data(#"{"number":"1","maxSpeed":230}"#.utf8))
        }
        try expect(
            .keyNotFound, at: "",
            "A car without its number is an error (lesson 07, Forgetting super)"
        ) {
            try decodeSleepingCar(from: Data(#"{"maxSpeed":230,"berths":30}"#.utf8))
        }

        let written = object(
            try value("A sleeping car should be encodable too (lesson 01, Back to JSON)") {
                try encode(car)
            })
        #expect(
            written["berths"] == .number(30),
            """
            The berths are not written. Nobody demands an encode(to:) of the subclass, but without \
            one they are lost (lesson 07, Read and write by hand)
            """
        )
        #expect(
            written["super"] == nil,
            """
            Flat was read and nested was written, so what you wrote cannot be read again (lesson \
            07, Four shapes side by side)
            """
        )
        #expect(
            written == object(Data(document.utf8)),
            """
            What the superclass has is missing from the document, or something else is in it: \
            encode(to:) should call super.encode(to: encoder) (lesson 07, Forgetting super)
            """
        )
    }

    @Test("Task 2 · Under super")
    func underSuper() throws {
        let document = #"{"compartments":10,"super":{"number":"61 81 59-90 019-2","maxSpeed":140}}"#
        let car = try value(
            """
            Number and speed are one object further down. Read flat, they are not found: take the \
            superDecoder() of the container (lesson 07, Under a key of its own)
            """
        ) {
            try decodeCouchetteCar(from: Data(document.utf8))
        }
        #expect(
            car.compartments == 10,
            "The compartments are lost (lesson 07, Lost without a word)"
        )
        #expect(
            car.number == "61 81 59-90 019-2" && car.maxSpeed == 140,
            "The superclass is not read (lesson 07, Forgetting super)"
        )
        try expect(
            .keyNotFound, at: "",
            """
            A couchette car without its compartments is an error (lesson 01, Absent, null or the \
            wrong type)
            """
        ) {
            try decodeCouchetteCar(from: Data(#"{"super":{"number":"1","maxSpeed":140}}"#.utf8))
        }
        try expect(
            .valueNotFound, at: "super",
            """
            Without "super" there is no car to read, also if its keys stand beside the \
            compartments. Read one shape, and no other (lesson 07, Under a key of its own)
            """
        ) {
            try decodeCouchetteCar(
                from: Data(#"{"compartments":10,"number":"1","maxSpeed":140}"#.utf8))
        }

        let written = object(
            try value("A couchette car should be encodable too (lesson 01, Back to JSON)") {
                try encode(car)
            })
        #expect(
            written == object(Data(document.utf8)),
            """
            Written, the superclass is under "super" again: what superDecoder() reads, \
            superEncoder() writes (lesson 07, Under a key of its own)
            """
        )
    }

    @Test("Task 3 · Under a key of your own")
    func underAKeyOfYourOwn() throws {
        let document =
            #"{"number":"171","tables":14,"car":{"number":"61 85 88-90 622-9","maxSpeed":200}}"#
        let car = try value(
            """
            What all cars have is under "car": superDecoder(forKey:) opens it (lesson 07, Under a \
            key of its own)
            """
        ) {
            try decodeDiningCar(from: Data(document.utf8))
        }
        #expect(
            car.doorNumber == "171" && car.tables == 14,
            """
            doorNumber and tables are those at the top level. The number on the door has the key \
            "number" (lesson 02, Names that say what you mean)
            """
        )
        #expect(
            car.number == "61 85 88-90 622-9" && car.maxSpeed == 200,
            "The superclass reads what is under \"car\" (lesson 07, Under a key of its own)"
        )
        try expect(
            .valueNotFound, at: "car",
            "A dining car without \"car\" is an error (lesson 07, Under a key of its own)"
        ) {
            try decodeDiningCar(from: Data(#"{"number":"171","tables":14}"#.utf8))
        }

        let written = object(
            try value("A dining car should be encodable too (lesson 01, Back to JSON)") {
                try encode(car)
            })
        #expect(
            written["super"] == nil,
            """
            The key is "car" in this document, and superEncoder() without a key says "super" \
            (lesson 07, Under a key of its own)
            """
        )
        #expect(
            written["maxSpeed"] == nil,
            """
            Two numbers and one key: in one object, the class that writes last wins and the other \
            number is lost (lesson 07, Two classes, one key)
            """
        )
        #expect(
            written == object(Data(document.utf8)),
            """
            Written, it is the same document again, with both numbers (lesson 07, Four shapes side \
            by side)
            """
        )
    }

    @Test("Task 4 · A superclass that is not yours")
    func aSuperclassThatIsNotYours() throws {
        let document = #"{"inventoryNumber":"W-7012","boughtIn":2023,"diameter":840}"#
        let wheelset = try value(
            """
            All three values are in one object, and all three are keys of the subclass (lesson 07, \
            A superclass that is not Codable)
            """
        ) {
            try decodeWheelset(from: Data(document.utf8))
        }
        #expect(
            !((Asset.self as Any) is any Decodable.Type),
            """
            Asset comes from somebody else's library, and you cannot make it Codable there (lesson \
            07, A superclass that is not Codable)
            """
        )
        #expect(
            wheelset.diameter == 840, "The diameter is lost (lesson 07, Lost without a word)")
        #expect(
            wheelset.inventoryNumber == "W-7012" && wheelset.boughtIn == 2023,
            """
            The asset is made up and not read: super.init() takes nothing from the document \
            (lesson 07, A superclass that is not Codable)
            """
        )
        for key in ["inventoryNumber", "boughtIn", "diameter"] {
            var incomplete = object(Data(document.utf8))
            incomplete[key] = nil
            let rest = try JSONEncoder().encode(incomplete)
            try expect(
                .keyNotFound, at: "",
                """
                A wheelset without its \(key) is an error, and no value is made up (lesson 01, \
                Absent, null or the wrong type)
                """
            ) {
                try decodeWheelset(from: rest)
            }
        }

        let written = object(
            try value("A wheelset should be encodable too (lesson 01, Back to JSON)") {
                try encode(wheelset)
            })
        #expect(
            written == object(Data(document.utf8)),
            """
            All three values are written. What the superclass has nobody writes but you (lesson \
            07, A superclass that is not Codable)
            """
        )
    }

    @Test("Task 5 · A mixed train")
    func aMixedTrain() throws {
        let train = try value(
            """
            Read the type, then hand the same decoder to the class that it names (lesson 07, An \
            array of people)
            """
        ) {
            try decodeTrain(from: Data(trainDocument.utf8))
        }
        #expect(train.name == "NT 61")
        #expect(
            train.cars.map(\.number) == ["6", "5", "4", "3", "2"],
            "Every car is in the train, in its order (lesson 07, An array of people)"
        )
        let kinds = train.cars.map { String(describing: type(of: $0)) }
        #expect(
            kinds == ["SleepingCar", "Car", "SeatingCar", "SleepingCar", "Car"],
            """
            Each car should be of the class that its type says. An array of Car has plain cars, and \
            nothing else (lesson 07, An array of people)
            """
        )
        #expect(
            train.cars.compactMap { ($0 as? SleepingCar)?.berths } == [36, 30]
                && train.cars.compactMap { ($0 as? SeatingCar)?.seats } == [66],
            "Each car has what its class adds (lesson 07, Lost without a word)"
        )
        try expect(
            .dataCorrupted, at: "cars.1.type",
            """
            A type that is none of the three is an error, and not a van: dataCorrupted, at the type \
            (lesson 07, An array of people)
            """
        ) {
            try decodeTrain(
                from: Data(
                    """
                    {"name":"A","cars":[{"type":"van","number":"1","maxSpeed":1},
                     {"type":"sauna","number":"2","maxSpeed":1}]}
                    """.utf8))
        }
        try expect(
            .keyNotFound, at: "cars.0",
            """
            A sleeping car without berths is broken. Whoever tries one class after the other takes \
            it for something else (lesson 07, An array of people)
            """
        ) {
            try decodeTrain(
                from: Data(
                    """
                    {"name":"A","cars":[{"type":"sleeping","number":"1","maxSpeed":1,"seats":2}]}
                    """.utf8))
        }
        try expect(
            .keyNotFound, at: "cars.0",
            "A car that does not say its type is an error (lesson 07, An array of people)"
        ) {
            try decodeTrain(
                from: Data(#"{"name":"A","cars":[{"number":"1","maxSpeed":1}]}"#.utf8))
        }

        let written = object(
            try value("A train should be encodable too (lesson 01, Back to JSON)") {
                try encode(train)
            })
        let original = object(Data(trainDocument.utf8))
        let areTypesWritten = types(in: written) == types(in: original)
        #expect(
            areTypesWritten,
            """
            Written, each car says its type again. The class writes its own properties, and the \
            type is not among them. A sleeping car is a Car too, so ask for Car last (lesson 07, An \
            array of people)
            """
        )
        let isSame = written == original
        #expect(
            isSame,
            """
            Written, it is the same document again, with all that each car has (lesson 07, An array \
            of people)
            """
        )
    }
}

private let trainDocument = """
    {
      "name": "NT 61",
      "cars": [
        { "type": "sleeping", "number": "6", "maxSpeed": 200, "berths": 36 },
        { "type": "van", "number": "5", "maxSpeed": 160 },
        { "type": "seating", "number": "4", "maxSpeed": 200, "seats": 66 },
        { "type": "sleeping", "number": "3", "maxSpeed": 230, "berths": 30 },
        { "type": "van", "number": "2", "maxSpeed": 200 }
      ]
    }
    """

/// A JSON value that can be compared, whatever the order of its keys.
private enum JSON: Codable, Equatable, CustomStringConvertible, CustomTestStringConvertible {
    case number(Int)
    case text(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let array = try? container.decode([JSON].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    var testDescription: String { description }

    var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        case .array(let array): "[\(array.map(\.description).joined(separator: ", "))]"
        case .object(let object):
            "{\(object.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ", "))}"
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }
}

/// The keys and values of a document, or none if it is anything but an object.
private func object(_ document: Data) -> [String: JSON] {
    (try? JSONDecoder().decode([String: JSON].self, from: document)) ?? [:]
}

/// The types of a train's cars, nil for a car without one.
private func types(in train: [String: JSON]) -> [JSON?] {
    guard case .array(let cars) = train["cars"] else { return [] }
    return cars.map { car in
        if case .object(let object) = car { object["type"] } else { nil }
    }
}
