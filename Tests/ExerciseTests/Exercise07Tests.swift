import ExerciseChecks
import Foundation
import Testing

import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception
import struct ExerciseChecks.ProbeRule
// By name: a learner's own type of the same name is not meant.
import class Foundation.JSONSerialization
import class Swift.AnyKeyPath
import struct Swift.Array
import protocol Swift.Decodable
import enum Swift.DecodingError
import class Swift.ReferenceWritableKeyPath

@testable import Exercise07

@Suite("Exercise 07 · Rolling stock", .serialized, .exercise)
struct Exercise07Tests: ExerciseSuite {
    // MARK: - Task 1

    @Test("Task 1 · One flat object")
    func oneFlatObject() throws {
        let flat = #"{ "number": "61 81 70-91 118-7", "maxSpeed": 230, "berths": 30 }"#
        // One large number in each: an error about it may not say where it is.
        let others = [
            #"{ "berths": 0, "number": "", "maxSpeed": 0 }"#,
            #"{ "maxSpeed": -1, "berths": 5000000001, "number": " \"007\" \\ ä" }"#,
            #"{ "maxSpeed": 5000000001, "berths": -1, "number": "N" }"#,
        ]
        let withOthers = #"""
            { "number": "N", "maxSpeed": 1, "berths": 2, "seats": "none", "compartments": [],
            "tables": null }
            """#
        let car = try read(
            flat,
            """
            All three values are in one object: both classes read from the same decoder \
            \(.whatTheCompilerDemands)
            """, with: decodeSleepingCar)
        try readEach(
            [flat: "30"],
            """
            The number of berths is lost: the initializer that a subclass inherits reads only the \
            superclass \(.whatASubclassInherits)
            """
        ) { try decodeSleepingCar(from: $0).berths }
        try readEach(
            [flat],
            """
            The superclass is not read: a super.init that gets no decoder cannot read number and \
            maxSpeed \(.whatTheSuperclassDoes)
            """, parts: sleepingCar)
        try readEach(
            others,
            """
            A sleeping car has its three values as they are in the document: 0, "", numbers below \
            zero and large ones too \(.whatTheCompilerDemands)
            """, parts: sleepingCar)
        try readEach(
            [withOthers: #"{ "number": "N", "maxSpeed": 1, "berths": 2 }"#],
            """
            Here are keys that a sleeping car does not need. Pass them over, whatever they hold: a \
            key of another kind of car is not decoded \(.takeWhatYouNeed)
            """, parts: sleepingCar)
        try expectTypes(
            ("berths", car.berths, Int.self), ("number", car.number, String.self),
            ("maxSpeed", car.maxSpeed, Int.self))
        try probe(
            flat, rules: whole("maxSpeed", "berths"),
            """
            A sleeping car has berths, a number and a speed. A default value, a try? or another \
            key makes up what the document does not say \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                The number is a string, and the others are whole numbers. Do not turn another \
                value into one \(.absentNullOrTheWrongType)
                """, with: decodeSleepingCar)
        try refuse(
            #"{ "berths": 30, "super": { "number": "1", "maxSpeed": 230 } }"#,
            """
            Reservations has everything in one object. Read this shape, and no other \
            \(.underAKeyOfItsOwn)
            """, with: decodeSleepingCar)
        try writeSleepingCars(flat, others)
    }

    private func writeSleepingCars(_ flat: String, _ others: [String]) throws {
        try rewriteEach([flat], task: 1, from: decodeSleepingCar, with: encode) {
            let keys = keys(of: $0)
            let isWhole = keys.isSuperset(of: ["berths", "number", "maxSpeed"])
            let known: Swift.Set<String> = ["berths", "number", "maxSpeed", "super", "type"]
            return if !isWhole, !keys.isSubset(of: known) {
                """
                A key of the document is not written, and another one is. Write each value under \
                the key that it came from, letter by letter: a keyEncodingStrategy changes keys \
                \(.writeTheOtherHalf)
                """
            } else if !keys.contains("berths") {
                """
                The berths are not written. The compiler does not ask for an encode(to:) of the \
                subclass, but without one they are lost \(.writeTheOtherHalf)
                """
            } else if keys.contains("super") {
                """
                Flat was read and nested was written, so what you wrote cannot be read again \
                \(.underAKeyOfItsOwn)
                """
            } else if !keys.isSuperset(of: ["number", "maxSpeed"]) {
                """
                What the superclass has is missing from the document: an override that writes only \
                the berths leaves it out \(.whatTheSuperclassDoes)
                """
            } else if keys.contains("type") {
                """
                A sleeping car that is written by itself has no type: only the cars of a train \
                have one, and the train writes it \(.writeTheTag)
                """
            } else {
                """
                Written, a sleeping car has three keys, each with its value as it was read \
                \(.writeTheOtherHalf)
                """
            }
        }
        try rewriteEach(
            others + [flat],
            """
            All three values of a sleeping car are written, whatever they are, 0 and "" too \
            \(.writeTheOtherHalf)
            """, task: 1, from: decodeSleepingCar, with: encode)
    }

    private func sleepingCar(in document: Data) throws -> [String: Any?] {
        let car = try decodeSleepingCar(from: document)
        return parts(car, ["berths": car.berths])
    }

    /// What a car has, and what its class adds.
    private func parts(_ car: Car, _ others: [String: Any?]) -> [String: Any?] {
        others.merging(["number": car.number, "maxSpeed": car.maxSpeed]) { own, _ in own }
    }

    /// Numbers that may not have a fraction.
    private func whole(_ paths: String...) -> [ProbeRule] {
        paths.map { path in
            .at(
                path, .fraction,
                saying: """
                    These numbers are whole: 10.5 is not 10. Int(…) cuts a fraction off, and \
                    decode(Int.self) throws \(.absentNullOrTheWrongType)
                    """)
        }
    }

    /// The keys at the top level of a document that was written.
    private func keys(of document: Data) -> Swift.Set<String> {
        let object = try? JSONSerialization.jsonObject(with: document) as? [String: Any]
        return Swift.Set((object ?? [:]).keys)
    }

    // MARK: - Task 2

    @Test("Task 2 · Under super")
    func underSuper() throws {
        builds(on: 1)
        let nested = #"""
            { "number": "171", "compartments": 10,
            "super": { "number": "61 81 59-90 019-2", "maxSpeed": 140 } }
            """#
        let others = [
            #"{ "super": { "maxSpeed": 0, "number": "0012" }, "compartments": 0, "number": "007" }"#,
            #"""
            { "compartments": -1, "super": { "number": "", "maxSpeed": 5000000001 },
            "number": " 12 \"aB\" " }
            """#,
            #"""
            { "number": "", "compartments": 5000000001,
            "super": { "number": "\"7\" ä", "maxSpeed": -1 } }
            """#,
        ]
        let car = try read(
            nested, whatFails(withCouchetteCar: nested), with: decodeCouchetteCar)
        try readEach(
            [nested: "10"], "The compartments are lost \(.whatASubclassInherits)"
        ) { try decodeCouchetteCar(from: $0).compartments }
        try readEach(
            [nested: #""171""#],
            """
            doorNumber is the string under "number" at the top level, and the car has a number of \
            its own \(.namesThatSayWhatYouMean)
            """
        ) { try decodeCouchetteCar(from: $0).doorNumber }
        try readEach(
            [nested] + others,
            """
            The superclass reads what is under "super", and the subclass what is beside it. Each \
            value is kept as it is: "007" is not 7, and numbers below zero and large ones are right \
            \(.underAKeyOfItsOwn)
            """, parts: couchetteCar)
        // A flat key that nobody needs, beside "super".
        try readEach(
            [
                #"""
                { "number": "12", "maxSpeed": "fast", "berths": "none", "compartments": 3,
                "super": { "number": "N", "maxSpeed": 2 } }
                """#: #"""
                { "number": "12", "compartments": 3, "super": { "number": "N", "maxSpeed": 2 } }
                """#
            ],
            """
            What the superclass has is under "super". A maxSpeed beside it, and a key of another \
            kind of car, is passed over, whatever it holds \(.underAKeyOfItsOwn)
            """, parts: couchetteCar)
        try expectTypes(
            ("doorNumber", car.doorNumber, String.self),
            ("compartments", car.compartments, Int.self))
        try refuseBrokenCouchetteCars(nested)
        try writeCouchetteCars(nested, others)
    }

    /// What is wrong if a right document is not read.
    private func whatFails(withCouchetteCar document: String) -> Misconception {
        do {
            _ = try decodeCouchetteCar(from: Foundation.Data(document.utf8))
        } catch DecodingError.keyNotFound(let key, _) where key.stringValue == "doorNumber" {
            return """
                doorNumber is the name of the property, and the key of the document is "number". A \
                case of CodingKeys can have another raw value \(.namesThatSayWhatYouMean)
                """
        } catch {}
        return """
            Number and speed of the superclass are one object further down. Read flat, they are \
            not found: the superclass needs a decoder for that object \(.underAKeyOfItsOwn)
            """
    }

    private func couchetteCar(in document: Data) throws -> [String: Any?] {
        let car = try decodeCouchetteCar(from: document)
        return [
            "number": car.doorNumber, "compartments": car.compartments, "super": parts(car, [:]),
        ]
    }

    private func refuseBrokenCouchetteCars(_ nested: String) throws {
        for document in [
            #"{ "number": "1", "compartments": 10, "maxSpeed": 140 }"#,
            #"{ "number": "1", "compartments": 10 }"#,
            #"""
            { "number": "1", "compartments": 10, "car": { "number": "1", "maxSpeed": 140 } }
            """#,
        ] {
            try refuse(
                document,
                """
                Without "super" there is no car to read: none is made up, and no other shape is \
                read in its place \(.underAKeyOfItsOwn)
                """, with: decodeCouchetteCar)
        }
        try probe(
            nested, rules: whole("compartments", "super.maxSpeed"),
            """
            A couchette car has a number on the door and compartments, and a number and a speed \
            under "super". Do not make one of them up or take it from another key \
            \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                Both numbers of a couchette car are strings, compartments and speed are whole \
                numbers. Do not turn another value into one \(.absentNullOrTheWrongType)
                """, with: decodeCouchetteCar)
    }

    private func writeCouchetteCars(_ nested: String, _ others: [String]) throws {
        try rewriteEach([nested] + others, task: 2, from: decodeCouchetteCar, with: encode) {
            let keys = keys(of: $0)
            return if keys.contains("maxSpeed") {
                """
                Two numbers and one key: in one object, the class that writes last wins and the \
                other number is lost. The superclass needs an object of its own \
                \(.twoClassesOneKey)
                """
            } else if !keys.contains("super"), !keys.isSubset(of: ["number", "compartments"]) {
                """
                "super" is missing, and a key is there that the document does not have. \
                superEncoder() without a key writes the superclass under "super" \
                \(.underAKeyOfItsOwn)
                """
            } else if !keys.contains("super") {
                """
                What the superclass has is not written. It belongs in an object of its own, \
                under "super" \(.underAKeyOfItsOwn)
                """
            } else {
                """
                Written, it is the same document again, with both numbers, each in its place, as \
                it was read \(.underAKeyOfItsOwn)
                """
            }
        }
    }

    // MARK: - Task 3

    @Test("Task 3 · Two parts in one object")
    func twoPartsInOneObject() throws {
        builds(on: 1)
        let flat = #"""
            { "number": "61 85 88-90 622-9", "maxSpeed": 200, "tenant": "Nachtmahl", "tables": 14 }
            """#
        let others = [
            #"{ "tables": 0, "tenant": "", "number": "007", "maxSpeed": 0 }"#,
            #"{ "tenant": " \"N\" \\ ä", "maxSpeed": -1, "number": "", "tables": 5000000001 }"#,
            #"{ "maxSpeed": 5000000001, "number": " 1 ", "tables": -1, "tenant": "N" }"#,
        ]
        let car = try read(
            flat,
            """
            All four values are in one object, and no part has a key of its own: each part reads \
            its keys from that object \(.twoPartsInOneObject)
            """, with: decodeDiningCar)
        try readEach(
            [flat] + others,
            """
            A dining car has its four values as they are in the document: 0, "", blanks, numbers \
            below zero and large ones too \(.twoPartsInOneObject)
            """, parts: diningCar)
        try readEach(
            [
                #"""
                { "number": "N", "maxSpeed": 1, "tenant": "T", "tables": 2, "car": 3,
                "restaurant": "none", "berths": [] }
                """#: #"{ "number": "N", "maxSpeed": 1, "tenant": "T", "tables": 2 }"#
            ],
            """
            Here are keys that a dining car does not need. Pass them over, whatever they hold \
            \(.takeWhatYouNeed)
            """, parts: diningCar)
        try expectTypes(
            ("tables", car.restaurant.tables, Int.self),
            ("tenant", car.restaurant.tenant, String.self))
        try probe(
            flat, rules: whole("maxSpeed", "tables"),
            """
            A dining car has all that a car has and all that a restaurant has. None of it is made \
            up or taken from another key \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                Number and tenant are strings, speed and tables are whole numbers. Do not turn \
                another value into one \(.absentNullOrTheWrongType)
                """, with: decodeDiningCar)
        try writeDiningCars(flat, others)
    }

    private func diningCar(in document: Data) throws -> [String: Any?] {
        let car = try decodeDiningCar(from: document)
        return parts(
            car.car, ["tenant": car.restaurant.tenant, "tables": car.restaurant.tables])
    }

    private func writeDiningCars(_ flat: String, _ others: [String]) throws {
        try rewriteEach([flat] + others, task: 3, from: decodeDiningCar, with: encode) {
            let keys = keys(of: $0)
            return if keys.contains("car") || keys.contains("restaurant") {
                """
                Flat was read, and a part was written under a key of its own. The compiler's \
                encode(to:) does that. Write one by hand \(.twoPartsInOneObject)
                """
            } else if !keys.isSuperset(of: ["number", "maxSpeed", "tenant", "tables"]) {
                """
                A part of the dining car is not written: each of the two writes its own keys, into \
                one object \(.twoPartsInOneObject)
                """
            } else {
                """
                Written, a dining car has four keys, each with its value as it was read \
                \(.twoPartsInOneObject)
                """
            }
        }
    }

    // MARK: - Task 4

    @Test("Task 4 · A superclass that is not yours")
    func aSuperclassThatIsNotYours() throws {
        let document = #"{ "inventoryNumber": "W-7012", "boughtIn": 2023, "diameter": 840 }"#
        let others = [
            #"{ "diameter": 0, "boughtIn": 1978, "inventoryNumber": "007" }"#,
            #"{ "boughtIn": 2000, "inventoryNumber": "unknown", "diameter": 1250 }"#,
            #"{ "inventoryNumber": "\"W\" \\ ä", "boughtIn": 0, "diameter": 1 }"#,
            #"{ "inventoryNumber": "", "boughtIn": 5000000001, "diameter": -2 }"#,
            #"{ "inventoryNumber": " W ", "boughtIn": -1, "diameter": 5000000001 }"#,
        ]
        let axle = try read(
            document,
            """
            All three values are in one object, and all three are keys of the subclass \
            \(.aSuperclassThatIsNotCodable)
            """, with: decodeWheelset)
        try expect(
            !((Asset.self as Any) is any Decodable.Type),
            """
            Asset comes from somebody else's library, and you cannot make it Codable there \
            \(.aSuperclassThatIsNotCodable)
            """)
        let constants: [(String, AnyKeyPath)] = [
            ("inventoryNumber", \Asset.inventoryNumber), ("boughtIn", \Asset.boughtIn),
        ]
        for (name, path) in constants {
            let isVariable =
                path is ReferenceWritableKeyPath<Asset, String>
                || path is ReferenceWritableKeyPath<Asset, Int>
            try expect(
                !isVariable,
                """
                Asset comes from somebody else's library, where \(name) is a let. Hand the value \
                up to an initializer of Asset in place of setting it \(.aSuperclassThatIsNotCodable)
                """)
        }
        try readEach(
            [document],
            """
            A value is not the one of the document: super.init() reads nothing, and the compiler's \
            init(from:) calls that one \(.aSuperclassThatIsNotCodable)
            """, parts: wheelset)
        try readEach(
            others,
            """
            A wheelset has its three values as they are in the document: 0, "", numbers below zero \
            and large ones too, so each number is an Int \(.aSuperclassThatIsNotCodable)
            """, parts: wheelset)
        try expectTypes(
            ("diameter", axle.diameter, Int.self),
            ("inventoryNumber", axle.inventoryNumber, String.self),
            ("boughtIn", axle.boughtIn, Int.self))
        try refuseBrokenWheelsets(document)
        try writeWheelsets(document, others)
    }

    private func refuseBrokenWheelsets(_ document: String) throws {
        try probe(
            document, rules: whole("boughtIn", "diameter"),
            """
            A wheelset has all three values. Nothing makes up for one that is not there: neither \
            the defaults of Asset nor another key \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                The inventory number is a string, year and diameter are whole numbers. Do not turn \
                another value into one \(.absentNullOrTheWrongType)
                """, with: decodeWheelset)
    }

    private func writeWheelsets(_ document: String, _ others: [String]) throws {
        try rewriteEach(
            [document],
            """
            All three values are written, in one object, and none under a key like "super". There \
            is no super.encode(to:), so you write what the superclass has \
            \(.aSuperclassThatIsNotCodable)
            """, task: 4, from: decodeWheelset, with: encode)
        try rewriteEach(
            others + [document],
            """
            The values of a wheelset are written whatever they are, those of Asset's own init() \
            too \(.aSuperclassThatIsNotCodable)
            """, task: 4, from: decodeWheelset, with: encode)
    }

    private func wheelset(in document: Data) throws -> [String: Any?] {
        let wheelset = try decodeWheelset(from: document)
        return [
            "inventoryNumber": wheelset.inventoryNumber, "boughtIn": wheelset.boughtIn,
            "diameter": wheelset.diameter,
        ]
    }

    // MARK: - Task 5

    private let night = #"""
        { "name": "NT 61", "cars": [
        { "type": "sleeping", "number": "6", "maxSpeed": 200, "berths": 36 },
        { "type": "van", "number": "5", "maxSpeed": 160 },
        { "type": "seating", "number": "4", "maxSpeed": 200, "seats": 66 },
        { "type": "sleeping", "number": "3", "maxSpeed": 230, "berths": 30 },
        { "type": "van", "number": "2", "maxSpeed": 200 }] }
        """#
    /// One number for cars of three types, and zeros.
    private let unusual = #"""
        { "cars": [
        { "number": "1", "maxSpeed": 0, "type": "van" },
        { "seats": 0, "number": "1", "type": "seating", "maxSpeed": 160 },
        { "berths": 0, "maxSpeed": 1200, "type": "sleeping", "number": "1" },
        { "type": "seating", "number": "", "maxSpeed": 1, "seats": 66 }], "name": "" }
        """#
    private let large = [
        #"""
        { "cars": [{ "type": "seating", "number": "1", "maxSpeed": -1, "seats": 5000000001 }],
        "name": "A" }
        """#,
        #"""
        { "cars": [{ "type": "sleeping", "number": "1", "maxSpeed": 0, "berths": 5000000001 }],
        "name": "A" }
        """#,
        #"""
        { "cars": [{ "type": "seating", "number": "1", "maxSpeed": 5000000001, "seats": -1 }],
        "name": "A" }
        """#,
    ]
    private let empty = #"{ "name": " \"NT\" ä 40 ", "cars": [] }"#

    private var long: String {
        let van = #"{ "type": "van", "number": "", "maxSpeed": 160 }"#
        let vans = Array(repeating: van, count: 24)
        return "{ \"name\": \"A\", \"cars\": [\(vans.joined(separator: ",\n"))] }"
    }

    private func cars(of train: Train) -> [Car] { train.cars as Any as? [Car] ?? [] }

    private func classes(in document: Data) throws -> [String] {
        cars(of: try decodeTrain(from: document)).map { car in
            switch car {
            case is SleepingCar: "SleepingCar"
            case is SeatingCar: "SeatingCar"
            // A van may have a class of its own.
            default: "Car"
            }
        }
    }

    /// The class of each car, and what it has.
    private func parts(_ train: Train) -> [String: Any?] {
        let cars = cars(of: train).map { car in
            switch car {
            case let car as SleepingCar: parts(car, ["type": "sleeping", "berths": car.berths])
            case let car as SeatingCar: parts(car, ["type": "seating", "seats": car.seats])
            default: parts(car, ["type": "van"])
            }
        }
        return ["name": train.name, "cars": cars]
    }

    @Test("Task 5 · A mixed train")
    func aMixedTrain() throws {
        builds(on: 1)
        let train = try read(
            night,
            """
            The type is beside the other keys of a car: read it first, and then the class that it \
            names reads the same object \(.anArrayOfPeople)
            """, with: decodeTrain)
        _ = try read(
            empty, "A train without cars is not an error \(.anArrayOfPeople)",
            with: decodeTrain)
        try readEach(
            [
                night: #"["6", "5", "4", "3", "2"]"#, unusual: #"["1", "1", "1", ""]"#, empty: "[]",
            ], "Every car is in the train, in its order \(.anArrayOfPeople)"
        ) { cars(of: try decodeTrain(from: $0)).map(\.number) }
        try readEach(
            [
                night: #"["SleepingCar", "Car", "SeatingCar", "SleepingCar", "Car"]"#,
                unusual: #"["Car", "SeatingCar", "SleepingCar", "SeatingCar"]"#,
            ],
            """
            Each car is of the class that its type names. An array of Car has plain cars, and \
            nothing else \(.anArrayOfPeople)
            """, parts: classes)
        try readEach(
            [
                #"""
                { "name": "A", "cars": [
                { "type": "van", "number": "9", "maxSpeed": 160, "berths": 4, "seats": 2 }] }
                """#: #"["Car"]"#,
                #"""
                { "name": "A", "cars": [
                { "type": "seating", "number": "8", "maxSpeed": 160, "seats": 2, "berths": 4 },
                { "type": "sleeping", "number": "7", "maxSpeed": 160, "seats": 2, "berths": 4 }] }
                """#: #"["SeatingCar", "SleepingCar"]"#,
            ],
            """
            Each car is of the class that its type names, whatever other keys it has: here are \
            berths and seats in one car \(.anArrayOfPeople)
            """, parts: classes)
        try readEach(
            [
                #"""
                { "name": "A", "cars": [
                { "type": "van", "number": "9", "maxSpeed": 160, "berths": "none", "seats": [] },
                { "type": "seating", "number": "8", "maxSpeed": 160, "seats": 2, "berths": "none" },
                { "type": "sleeping", "number": "7", "maxSpeed": 160, "berths": 4, "seats": {} }] }
                """#: #"["Car", "SeatingCar", "SleepingCar"]"#
            ],
            """
            A key that belongs to another type is passed over, whatever it holds. Read the type \
            first, and then only the keys of that type \(.anArrayOfPeople)
            """, parts: classes)
        try expectCars(train)
        try refuseBrokenTrains()
        try writeTrains(train)
    }

    private func expectCars(_ train: Train) throws {
        try readEach(
            [night, unusual, empty, long],
            """
            The train has its name, and each car what all cars have and what its class adds \
            \(.whatASubclassInherits)
            """
        ) { parts(try decodeTrain(from: $0)) }
        try readEach(
            large,
            """
            A number of a car may be large or below zero: it is an Int, and of no smaller or \
            unsigned type \
            \(.absentNullOrTheWrongType)
            """
        ) { parts(try decodeTrain(from: $0)) }
        try expectTypes(("name", train.name, String.self), ("cars", train.cars, [Car].self))
        if let car = cars(of: train).lazy.compactMap({ $0 as? SeatingCar }).first {
            try expectTypes(("seats", car.seats, Int.self))
        }
    }

    private func refuseBrokenTrains() throws {
        for type in ["sauna", "couchette", "sleeper", "Sleeping", " van", "SeatingCar", ""] {
            let unknown =
                "{ \"type\": \"\(type)\", \"number\": \"1\", \"maxSpeed\": 1, \"seats\": 2, \"berths\": 3 }"
            let van = #"{ "type": "van", "number": "2", "maxSpeed": 1 }"#
            for (cars, index) in [(unknown, 0), ("\(van), \(unknown), \(van)", 1)] {
                let document = "{ \"name\": \"A\", \"cars\": [\(cars)] }"
                try refuse(
                    document, .dataCorrupted, at: "cars[\(index)].type",
                    """
                    A type that is none of the three is an error, letter by letter: it is not a \
                    van, and the car is not left out \(.anArrayOfPeople)
                    """,
                    otherError: otherError(in: document, index: index), with: decodeTrain)
            }
        }
        let broken = #"""
            { "name": "A", "cars": [{ "type": "sleeping", "number": "1", "maxSpeed": 1, "seats": 2 }] }
            """#
        let found = try? decodeTrain(from: Data(broken.utf8))
        try refuse(
            broken,
            found.map { cars(of: $0).isEmpty } == true
                ? """
                A sleeping car without berths is broken, and it was left out. Let its error reach the \
                caller: a try? loses the car in silence \(.anArrayOfPeople)
                """
                : """
                A sleeping car without berths is broken. An answer that tries one class after the \
                other makes something else of it \(.anArrayOfPeople)
                """, with: decodeTrain)
        try probe(
            #"""
            { "name": "NT 61", "cars": [
            { "type": "sleeping", "number": "6", "maxSpeed": 200, "berths": 36 },
            { "type": "seating", "number": "4", "maxSpeed": 200, "seats": 66 },
            { "type": "van", "number": "5", "maxSpeed": 160 }] }
            """#,
            rules: [
                .at(
                    "cars[].type", .absent, .null,
                    saying: """
                        Each car has a type. A car without one is not a van, and it is not left \
                        out \(.anArrayOfPeople)
                        """)
            ] + whole("cars[].maxSpeed", "cars[].berths", "cars[].seats"),
            """
            A train has a name and cars, and each car has a type, a number, a speed and what its \
            class adds. None of this is made up, passed over or taken from another key \
            \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                The cars are a list of objects, each with strings and whole numbers. Nothing else \
                is read as one of these \(.absentNullOrTheWrongType)
                """, with: decodeTrain)
    }

    private func writeTrains(_ train: Train) throws {
        try rewriteEach(
            [night, unusual, empty, long] + large, task: 5, from: decodeTrain, with: encode,
            misconception: whatIsWrong(withTrain:))

        // A type that is a property of Car is read and written everywhere.
        let flat = #"{ "number": "6", "maxSpeed": 200, "berths": 36 }"#
        let onlyInTrains: Misconception = """
            Only the cars of a train have a type. Elsewhere the key is passed over, and not \
            written: it is not a property of Car \(.writeTheTag)
            """
        _ = try fromTask(1) { try decodeSleepingCar(from: Data(flat.utf8)) }
        try readEach(
            [#"{ "type": 5, "number": "6", "maxSpeed": 200, "berths": 36 }"#: flat], onlyInTrains,
            parts: sleepingCar)
        guard let car = cars(of: train).first as? SleepingCar else { return }
        let written = try fromTask(1) { try encode(car) }
        if keys(of: written).contains("type") {
            try expectWritten(written, flat, onlyInTrains)
        }
    }

    /// What is wrong with an error about a type that nobody knows.
    private func otherError(in document: String, index: Int) -> Misconception {
        do {
            _ = try decodeTrain(from: Data(document.utf8))
        } catch let error as DecodingError {
            let isCorrupted = DecodingErrorCase(error) == .dataCorrupted
            if isCorrupted, codingPath(of: error) == "cars[\(index + 1)].type" {
                return """
                    The index is that of the next car: superDecoder() has moved the container on. \
                    Take the codingPath of that car's own container \(.anArrayOfPeople)
                    """
            }
            if isCorrupted, !codingPath(of: error).contains("[\(index)]") {
                return """
                    "cars" is an array, and the index of the car is missing from this path. Take \
                    the codingPath of that car's own container \(.anArrayOfPeople)
                    """
            }
        } catch {}
        return """
            A type that is none of the three is dataCorrupted, at the key type of that car \
            \(.anArrayOfPeople)
            """
    }

    /// The cars of a train that was written.
    private func carObjects(in document: Foundation.Data) -> [[String: Any]] {
        let train = try? JSONSerialization.jsonObject(with: document) as? [String: Any]
        return train?["cars"] as? [[String: Any]] ?? []
    }

    /// Each object as a string, in which the order of its keys does not matter.
    private func summaries(of objects: [[String: Any]]) -> [String] {
        objects.map { object in
            object.map { "\($0)=\($1)" }.sorted().joined(separator: ";")
        }
    }

    private func whatIsWrong(withTrain written: Data) -> Misconception {
        let cars = carObjects(in: written)
        let hasAllCars = [night, unusual, empty, long].contains { document in
            let expected = summaries(of: carObjects(in: Foundation.Data(document.utf8)))
            let actual = summaries(of: cars)
            return expected != actual && expected.sorted() == actual.sorted()
        }
        if hasAllCars {
            return """
                All cars are written, and not in their order: write them as they are in the train, \
                neither sorted nor by type \(.writeTheTag)
                """
        }
        if cars.contains(where: { $0["type"] == nil }) {
            return """
                A car is written without its type. The car does not know it, so write the type \
                beside what the car writes, for a van too \(.writeTheTag)
                """
        }
        let types = cars.compactMap { $0["type"] as? String }
        if !types.allSatisfy(["sleeping", "seating", "van"].contains) {
            return """
                A type of the train is one of three words. The name of a class is none of them \
                \(.writeTheTag)
                """
        }
        let added = [("sleeping", "berths"), ("seating", "seats")]
        for (type, key) in added
        where cars.contains(where: { $0[key] != nil && $0["type"] as? String != type }) {
            return """
                A car is written with a type that is not its own. Ask each car for its class, and \
                ask for Car last: a sleeping car is a Car too \(.writeTheTag)
                """
        }
        for (type, key) in added
        where cars.contains(where: { $0[key] == nil && $0["type"] as? String == type }) {
            return """
                A car is written without what its class adds: only the car itself can write that \
                \(.writeTheTag)
                """
        }
        return """
            Written, it is the same document again: each car says its type, and has all that its \
            class has \(.writeTheTag)
            """
    }
}
