import ExerciseChecks
import Foundation
import Testing

// By name: a learner's own type of the same name is not meant.
import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception
import struct ExerciseChecks.ProbeRule

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
            The superclass is not read: super.init(from:) reads number and maxSpeed, and no other \
            super.init does \(.forgettingSuper)
            """, parts: sleepingCar)
        try readEach(
            others,
            """
            A sleeping car has its three values as they are in the document: 0, "" and large \
            numbers too \(.whatTheCompilerDemands)
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
            \(.fourShapesSideBySide)
            """, with: decodeSleepingCar)
        try writeSleepingCars(flat, others)
    }

    private func writeSleepingCars(_ flat: String, _ others: [String]) throws {
        try rewriteEach([flat], task: 1, from: decodeSleepingCar, with: encode) {
            let keys = keys(of: $0)
            return if !keys.contains("berths") {
                """
                The berths are not written. The compiler does not ask for an encode(to:) of the \
                subclass, but without one they are lost \(.writeTheOtherHalf)
                """
            } else if keys.contains("super") {
                """
                Flat was read and nested was written, so what you wrote cannot be read again \
                \(.fourShapesSideBySide)
                """
            } else if !keys.isSuperset(of: ["number", "maxSpeed"]) {
                """
                What the superclass has is missing from the document: encode(to:) should call \
                super.encode(to: encoder) \(.forgettingSuper)
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
    private func keys(of document: Data) -> Set<String> {
        let object = try? JSONSerialization.jsonObject(with: document) as? [String: Any]
        return Set((object ?? [:]).keys)
    }

    // MARK: - Task 2

    @Test("Task 2 · Under super")
    func underSuper() throws {
        let nested = #"""
            { "compartments": 10, "super": { "number": "61 81 59-90 019-2", "maxSpeed": 140 } }
            """#
        let zero = #"{ "super": { "maxSpeed": 0, "number": "" }, "compartments": 0 }"#
        let many = #"{ "compartments": 5000000001, "super": { "number": "7", "maxSpeed": -1 } }"#
        let fast = #"""
            { "compartments": -1, "super": { "number": "\"7\" ä", "maxSpeed": 5000000001 } }
            """#
        // Flat keys that nobody needs, beside "super".
        let both = #"""
            { "number": "0", "maxSpeed": 1, "super": { "number": "N", "maxSpeed": 2 },
            "compartments": 3 }
            """#
        let car = try read(
            nested,
            """
            Number and speed are one object further down. Read flat, they are not found: take the \
            superDecoder() of the container \(.underAKeyOfItsOwn)
            """, with: decodeCouchetteCar)
        try readEach(
            [nested: "10"], "The compartments are lost \(.whatASubclassInherits)"
        ) { try decodeCouchetteCar(from: $0).compartments }
        try readEach(
            [
                nested: nested, zero: zero, many: many, fast: fast,
                both: #"{ "compartments": 3, "super": { "number": "N", "maxSpeed": 2 } }"#,
            ],
            """
            The superclass reads what is under "super", and nothing beside it. All values are kept \
            as they are: 0, "" and large numbers too \(.underAKeyOfItsOwn)
            """
        ) {
            let car = try decodeCouchetteCar(from: $0)
            return ["compartments": car.compartments, "super": parts(car, [:])] as [String: Any?]
        }
        try expectTypes(("compartments", car.compartments, Int.self))
        try refuseBrokenCouchetteCars(nested, zero, many, fast)
    }

    private func refuseBrokenCouchetteCars(
        _ nested: String, _ zero: String, _ many: String, _ fast: String
    ) throws {
        for document in [
            #"{ "compartments": 10, "number": "1", "maxSpeed": 140 }"#, #"{ "compartments": 10 }"#,
            #"{ "compartments": 10, "car": { "number": "1", "maxSpeed": 140 } }"#,
        ] {
            try refuse(
                document, .valueNotFound, at: "super",
                """
                Without "super" there is no car to read: none is made up, and no other shape is \
                read in its place \(.underAKeyOfItsOwn)
                """,
                otherError: """
                    Without "super" the error is valueNotFound, at super: superDecoder() holds \
                    null there, and its error should reach the caller \(.underAKeyOfItsOwn)
                    """, with: decodeCouchetteCar)
        }
        try probe(
            nested,
            rules: [.at("super", .absent, expect: .error(.valueNotFound, at: "super"))]
                + whole("compartments", "super.maxSpeed"),
            """
            A couchette car has compartments, and a number and a speed under "super". Do not make \
            one of them up or take it from another key \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                "super" is an object with a string and a whole number, and the compartments are a \
                whole number. Nothing else is read as one of these \(.absentNullOrTheWrongType)
                """, with: decodeCouchetteCar)

        try rewriteEach(
            [nested, zero, many, fast],
            """
            Written, compartments and "super" are side by side again, and nothing else: what \
            superDecoder() reads, superEncoder() writes \(.underAKeyOfItsOwn)
            """, task: 2, from: decodeCouchetteCar, with: encode)
    }

    // MARK: - Task 3

    @Test("Task 3 · Under a key of your own")
    func underAKeyOfYourOwn() throws {
        let named = #"""
            { "number": "171", "tables": 14,
            "car": { "number": "61 85 88-90 622-9", "maxSpeed": 200 } }
            """#
        let others = [
            #"{ "car": { "number": "0012", "maxSpeed": 0 }, "tables": 0, "number": "007" }"#,
            #"{ "tables": -1, "car": { "maxSpeed": 5000000001, "number": "" }, "number": " 12 \"aB\" " }"#,
            #"{ "number": "", "tables": 5000000001, "car": { "number": "N", "maxSpeed": -1 } }"#,
        ]
        let car = try read(
            named,
            """
            What all cars have is under "car": superDecoder(forKey:) opens it \(.underAKeyOfItsOwn)
            """, with: decodeDiningCar)
        try readEach(
            [named: #""171""#],
            """
            doorNumber is the string under "number" at the top level, and the car has a number of \
            its own \(.namesThatSayWhatYouMean)
            """
        ) { try decodeDiningCar(from: $0).doorNumber }
        try readEach(
            [named] + others,
            """
            Number and tables are at the top level, and the superclass reads what is under "car". \
            Each is kept as it is: "007" is not 7, and large numbers are right \(.underAKeyOfItsOwn)
            """
        ) {
            let car = try decodeDiningCar(from: $0)
            return ["number": car.doorNumber, "tables": car.tables, "car": parts(car, [:])]
                as [String: Any?]
        }
        try expectTypes(
            ("doorNumber", car.doorNumber, String.self), ("tables", car.tables, Int.self))
        try refuseBrokenDiningCars(named)
        try writeDiningCars(named, others)
    }

    private func refuseBrokenDiningCars(_ named: String) throws {
        for document in [
            #"{ "number": "171", "tables": 14 }"#,
            #"{ "number": "171", "tables": 14, "maxSpeed": 200 }"#,
            #"{ "number": "171", "tables": 14, "super": { "number": "1", "maxSpeed": 200 } }"#,
        ] {
            try refuse(
                document, .valueNotFound, at: "car",
                """
                Without "car" the error is valueNotFound, at car: superDecoder(forKey:) holds null \
                there, and its error should reach the caller \(.underAKeyOfItsOwn)
                """, with: decodeDiningCar)
        }
        try probe(
            named,
            rules: [.at("car", .absent, expect: .error(.valueNotFound, at: "car"))]
                + whole("tables", "car.maxSpeed"),
            """
            A dining car has two numbers, tables and a speed. None of them is made up or taken \
            from another key \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                Both numbers of a dining car are strings, tables and speed are whole numbers. Do \
                not turn another value into one \(.absentNullOrTheWrongType)
                """, with: decodeDiningCar)
    }

    private func writeDiningCars(_ named: String, _ others: [String]) throws {
        try rewriteEach([named] + others, task: 3, from: decodeDiningCar, with: encode) {
            let keys = keys(of: $0)
            return if keys.contains("super") {
                """
                The key is "car" in this document, and superEncoder() without a key says "super" \
                \(.underAKeyOfItsOwn)
                """
            } else if keys.contains("maxSpeed") {
                """
                Two numbers and one key: in one object, the class that writes last wins and the \
                other number is lost \(.twoClassesOneKey)
                """
            } else {
                """
                Written, it is the same document again, with both numbers, each in its place \
                \(.fourShapesSideBySide)
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
        try readEach(
            [document],
            """
            A value is not the one of the document: super.init() reads nothing, so read all three \
            and hand two of them up \(.aSuperclassThatIsNotCodable)
            """, parts: wheelset)
        try readEach(
            others,
            """
            A wheelset has its three values as they are in the document: 0, "" and large numbers \
            too \(.aSuperclassThatIsNotCodable)
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
            All three values are written, in one object. There is no super.encode(to:), so you \
            write what the superclass has \(.aSuperclassThatIsNotCodable)
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
        cars(of: try decodeTrain(from: document)).map { "\(type(of: $0))" }
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
        let train = try read(
            night,
            """
            Read the type, then hand the same decoder to the class that it names \(.anArrayOfPeople)
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
            A number of a car may be large or below zero: it is an Int, and of no smaller type \
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
        try refuse(
            #"""
            { "name": "A", "cars": [{ "type": "sleeping", "number": "1", "maxSpeed": 1, "seats": 2 }] }
            """#,
            """
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

    private func whatIsWrong(withTrain written: Data) -> Misconception {
        let train = try? JSONSerialization.jsonObject(with: written) as? [String: Any]
        let cars = train?["cars"] as? [[String: Any]] ?? []
        if cars.contains(where: { $0["type"] == nil }) {
            return """
                A car is written without its type. The car does not know it, so write the type \
                beside what the car writes, for a van too \(.writeTheTag)
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
                A car is written without what its class adds: call encode(to:) of the car itself \
                \(.writeTheTag)
                """
        }
        return """
            Written, it is the same document again: each car says its type, and has all that its \
            class has \(.writeTheTag)
            """
    }
}
