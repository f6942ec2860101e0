import ExerciseChecks
import Foundation
import Testing

@testable import Exercise07

@Suite("Exercise 07 · Rolling stock", .serialized, .exercise)
struct Exercise07Tests: ExerciseSuite {
    @Test("Task 1 · One flat object")
    func oneFlatObject() throws {
        let flat = #"{"number":"61 81 70-91 118-7","maxSpeed":230,"berths":30}"#
        let zero = #"{"berths":0,"number":"","maxSpeed":0}"#
        let quoted = #"{"maxSpeed":1200,"berths":1,"number":" \"007\" \\ ä"}"#
        let car = try read(
            flat,
            """
            All three values are in one object: both classes read from the same decoder (lesson 07, \
            Read and write by hand)
            """, with: decodeSleepingCar)
        try readEach(
            [flat: 30, zero: 0, quoted: 1],
            """
            The number of berths is lost or changed: the initializer that a subclass inherits reads \
            only the superclass (lesson 07, Lost without a word)
            """
        ) { try decodeSleepingCar(from: $0).berths }
        let superclass: Comment = """
            The superclass is not read: super.init(from:) reads number and maxSpeed, and no other \
            super.init does (lesson 07, Forgetting super)
            """
        try readEach(
            [flat: "61 81 70-91 118-7", zero: "", quoted: #" "007" \ ä"#], superclass
        ) { try decodeSleepingCar(from: $0).number }
        try readEach([flat: 230, zero: 0, quoted: 1200], superclass) {
            try decodeSleepingCar(from: $0).maxSpeed
        }
        expectTypes([
            ("berths", car.berths as Any, Int.self), ("number", car.number as Any, String.self),
            ("maxSpeed", car.maxSpeed as Any, Int.self),
        ])
        try probe(
            flat, rules: wholeNumbers,
            """
            A sleeping car has berths, a number and a speed. A default value or a try? makes up \
            what the document does not say (lesson 01, Absent, null or the wrong type)
            """,
            wrongType: """
                The number is a string, and the others are whole numbers. Do not turn another value \
                into one (lesson 01, Absent, null or the wrong type)
                """, with: decodeSleepingCar)

        try expectBack([flat, zero, quoted], task: 1, decodeSleepingCar, encode) { keys in
            if !keys.contains("berths") {
                """
                The berths are not written. The compiler does not ask for an encode(to:) of the \
                subclass, but without one they are lost (lesson 07, Read and write by hand)
                """
            } else if keys.contains("super") {
                """
                Flat was read and nested was written, so what you wrote cannot be read again \
                (lesson 07, Four shapes side by side)
                """
            } else if !keys.isSuperset(of: ["number", "maxSpeed"]) {
                """
                What the superclass has is missing from the document: encode(to:) should call \
                super.encode(to: encoder) (lesson 07, Forgetting super)
                """
            } else {
                """
                Written, a sleeping car has three keys, each with its value as it was read (lesson \
                07, Read and write by hand)
                """
            }
        }
    }

    @Test("Task 2 · Under super")
    func underSuper() throws {
        let nested = #"{"compartments":10,"super":{"number":"61 81 59-90 019-2","maxSpeed":140}}"#
        let zero = #"{"super":{"maxSpeed":0,"number":""},"compartments":0}"#
        let quoted = #"{"compartments":1,"super":{"number":"\"7\" ä","maxSpeed":1200}}"#
        // Flat keys that nobody needs, beside "super".
        let both =
            #"{"number":"0","maxSpeed":1,"super":{"number":"N","maxSpeed":2},"compartments":3}"#
        let car = try read(
            nested,
            """
            Number and speed are one object further down. Read flat, they are not found: take the \
            superDecoder() of the container (lesson 07, Under a key of its own)
            """, with: decodeCouchetteCar)
        try readEach(
            [nested: 10, zero: 0, quoted: 1, both: 3],
            "The compartments are lost or changed (lesson 07, Lost without a word)"
        ) { try decodeCouchetteCar(from: $0).compartments }
        let superclass: Comment = """
            The superclass reads what is under "super", and nothing beside it (lesson 07, Under a \
            key of its own)
            """
        try readEach(
            [nested: "61 81 59-90 019-2", zero: "", quoted: #""7" ä"#, both: "N"], superclass
        ) { try decodeCouchetteCar(from: $0).number }
        try readEach([nested: 140, zero: 0, quoted: 1200, both: 2], superclass) {
            try decodeCouchetteCar(from: $0).maxSpeed
        }
        expectTypes([("compartments", car.compartments as Any, Int.self)])
        let without: Comment = """
            Without "super" there is no car to read, also if its keys are beside the compartments. \
            Read one shape, and no other (lesson 07, Under a key of its own)
            """
        let error: Comment = """
            Without "super" the error is valueNotFound, at super: superDecoder() holds null there, \
            and its error should reach the caller (lesson 07, Under a key of its own)
            """
        for document in [
            #"{"compartments":10,"number":"1","maxSpeed":140}"#, #"{"compartments":10}"#,
        ] {
            try refuse(
                document, .valueNotFound, at: "super", without, otherError: error,
                with: decodeCouchetteCar)
        }
        try probe(
            nested,
            rules: [.at("super", .absent, expect: .error(.valueNotFound, at: "super"))]
                + wholeNumbers,
            """
            A couchette car has compartments, and a number and a speed under "super". Do not make \
            one of them up (lesson 01, Absent, null or the wrong type)
            """,
            wrongType: """
                "super" is an object with a string and a whole number. Do not take another value \
                for it (lesson 01, Absent, null or the wrong type)
                """, with: decodeCouchetteCar)

        try expectBack([nested, zero, quoted], task: 2, decodeCouchetteCar, encode) { _ in
            """
            Written, compartments and "super" are side by side again, and nothing else: what \
            superDecoder() reads, superEncoder() writes (lesson 07, Under a key of its own)
            """
        }
    }

    @Test("Task 3 · Under a key of your own")
    func underAKeyOfYourOwn() throws {
        let named =
            #"{"number":"171","tables":14,"car":{"number":"61 85 88-90 622-9","maxSpeed":200}}"#
        let zeros = #"{"car":{"number":"0012","maxSpeed":0},"tables":0,"number":"007"}"#
        let letters = #"{"tables":1,"car":{"maxSpeed":160,"number":""},"number":"12 \"a\""}"#
        let empty = #"{"number":"","tables":2,"car":{"number":"N","maxSpeed":1}}"#
        let car = try read(
            named,
            """
            What all cars have is under "car": superDecoder(forKey:) opens it (lesson 07, Under a \
            key of its own)
            """, with: decodeDiningCar)
        try readEach(
            [named: "171", zeros: "007", letters: #"12 "a""#, empty: ""],
            """
            doorNumber is the string under "number" at the top level, as it is: "007" is not 7, and \
            the car has its own number (lesson 02, Names that say what you mean)
            """
        ) { try decodeDiningCar(from: $0).doorNumber }
        try readEach(
            [named: 14, zeros: 0, letters: 1],
            "The tables are at the top level (lesson 07, Under a key of its own)"
        ) { try decodeDiningCar(from: $0).tables }
        let superclass: Comment =
            "The superclass reads what is under \"car\" (lesson 07, Under a key of its own)"
        try readEach(
            [named: "61 85 88-90 622-9", zeros: "0012", letters: "", empty: "N"], superclass
        ) { try decodeDiningCar(from: $0).number }
        try readEach([named: 200, zeros: 0, letters: 160], superclass) {
            try decodeDiningCar(from: $0).maxSpeed
        }
        expectTypes([
            ("doorNumber", car.doorNumber as Any, String.self),
            ("tables", car.tables as Any, Int.self),
        ])
        for document in [
            #"{"number":"171","tables":14}"#, #"{"number":"171","tables":14,"maxSpeed":200}"#,
        ] {
            try refuse(
                document, .valueNotFound, at: "car",
                "A dining car without \"car\" is an error (lesson 07, Under a key of its own)",
                otherError: """
                    Without "car" the error is valueNotFound, at car: superDecoder(forKey:) holds \
                    null there, and its error should reach the caller (lesson 07, Under a key of \
                    its own)
                    """, with: decodeDiningCar)
        }
        try probe(
            named,
            rules: [.at("car", .absent, expect: .error(.valueNotFound, at: "car"))] + wholeNumbers,
            """
            A dining car has two numbers, tables and a speed. None of them is made up or taken from \
            another one (lesson 01, Absent, null or the wrong type)
            """,
            wrongType: """
                Both numbers of a dining car are strings, tables and speed are whole numbers. Do not \
                turn another value into one (lesson 01, Absent, null or the wrong type)
                """, with: decodeDiningCar)

        try expectBack([named, zeros, letters, empty], task: 3, decodeDiningCar, encode) { keys in
            if keys.contains("super") {
                """
                The key is "car" in this document, and superEncoder() without a key says "super" \
                (lesson 07, Under a key of its own)
                """
            } else if keys.contains("maxSpeed") {
                """
                Two numbers and one key: in one object, the class that writes last wins and the \
                other number is lost (lesson 07, Two classes, one key)
                """
            } else {
                """
                Written, it is the same document again, with both numbers, each in its place \
                (lesson 07, Four shapes side by side)
                """
            }
        }
    }

    @Test("Task 4 · A superclass that is not yours")
    func aSuperclassThatIsNotYours() throws {
        let document = #"{"inventoryNumber":"W-7012","boughtIn":2023,"diameter":840}"#
        let old = #"{"diameter":0,"boughtIn":1978,"inventoryNumber":"007"}"#
        let defaults = #"{"boughtIn":2000,"inventoryNumber":"unknown","diameter":1250}"#
        let quoted = #"{"inventoryNumber":"\"W\" \\ ä","boughtIn":0,"diameter":1}"#
        let wheelset = try read(
            document,
            """
            All three values are in one object, and all three are keys of the subclass (lesson 07, \
            A superclass that is not Codable)
            """, with: decodeWheelset)
        guard !((Asset.self as Any) is any Decodable.Type) else {
            return fail(
                """
                Asset comes from somebody else's library, and you cannot make it Codable there \
                (lesson 07, A superclass that is not Codable)
                """)
        }
        try readEach(
            [document: 840, old: 0, defaults: 1250],
            "The diameter is lost or changed (lesson 07, Lost without a word)"
        ) { try decodeWheelset(from: $0).diameter }
        let superclass: Comment = """
            What the asset has is not what the document says: super.init() reads nothing, so hand \
            up both values that you read (lesson 07, A superclass that is not Codable)
            """
        try readEach(
            [document: "W-7012", old: "007", defaults: "unknown", quoted: #""W" \ ä"#], superclass
        ) { try decodeWheelset(from: $0).inventoryNumber }
        try readEach([document: 2023, old: 1978, defaults: 2000, quoted: 0], superclass) {
            try decodeWheelset(from: $0).boughtIn
        }
        expectTypes([("diameter", wheelset.diameter as Any, Int.self)])
        try probe(
            document, rules: wholeNumbers,
            """
            A wheelset has all three values. The defaults of Asset are not a stand-in for what the \
            document does not say (lesson 01, Absent, null or the wrong type)
            """,
            wrongType: """
                The inventory number is a string, year and diameter are whole numbers. Do not turn \
                another value into one (lesson 01, Absent, null or the wrong type)
                """, with: decodeWheelset)

        try expectBack([document, old, defaults, quoted], task: 4, decodeWheelset, encode) { _ in
            """
            All three values are written, in one object. There is no super.encode(to:), so you \
            write what the superclass has (lesson 07, A superclass that is not Codable)
            """
        }
    }

    @Test("Task 5 · A mixed train")
    func aMixedTrain() throws {
        let long = train(
            "NT 61", sleeping("6", 200, 36), van("5", 160), seating("4", 200, 66),
            sleeping("3", 230, 30), van("2", 200))
        // The same number, another type; a van that has berths, too.
        let odd = train(
            "", van("1", 0), seating("1", 160, 0), sleeping("1", 1200, 0), seating("", 1, 66))
        let none = train(#"\"NT\" ä 40"#)
        let extra = train(
            "NT 7", #"{"type":"van","number":"9","maxSpeed":160,"berths":4,"seats":2}"#,
            #"{"type":"seating","number":"8","maxSpeed":160,"berths":4,"seats":2}"#)
        let mixed = try read(
            long,
            """
            Read the type, then hand the same decoder to the class that it names (lesson 07, An \
            array of people)
            """, with: decodeTrain)
        _ = try read(
            none, "A train without cars is not an error (lesson 07, An array of people)",
            with: decodeTrain)
        try readEach(
            [long: "NT 61", odd: "", none: #""NT" ä 40"#],
            "The name of the train is the string under name (lesson 07, An array of people)"
        ) { try decodeTrain(from: $0).name }
        try readEach(
            [long: ["6", "5", "4", "3", "2"], odd: ["1", "1", "1", ""], none: []],
            "Every car is in the train, in its order (lesson 07, An array of people)"
        ) { try decodeTrain(from: $0).cars.map(\.number) }
        try readEach(
            [
                long: ["SleepingCar", "Car", "SeatingCar", "SleepingCar", "Car"],
                odd: ["Car", "SeatingCar", "SleepingCar", "SeatingCar"],
                extra: ["Car", "SeatingCar"],
            ],
            """
            Each car should be of the class that its type names, whatever other keys it has. An \
            array of Car has plain cars, and nothing else (lesson 07, An array of people)
            """
        ) { try decodeTrain(from: $0).cars.map { String(describing: type(of: $0)) } }
        try readEach(
            [long: [36, 30], odd: [0], extra: []],
            "Each sleeping car has its berths (lesson 07, Lost without a word)"
        ) { try decodeTrain(from: $0).cars.compactMap { ($0 as? SleepingCar)?.berths } }
        try readEach(
            [long: [66], odd: [0, 66], extra: [2]],
            "Each seating car has its seats (lesson 07, Lost without a word)"
        ) { try decodeTrain(from: $0).cars.compactMap { ($0 as? SeatingCar)?.seats } }
        try readEach(
            [long: [200, 160, 200, 230, 200], odd: [0, 160, 1200, 1]],
            "Each car has its own speed (lesson 07, Lost without a word)"
        ) { try decodeTrain(from: $0).cars.map(\.maxSpeed) }
        expectTypes([
            ("name", mixed.name as Any, String.self), ("cars", mixed.cars as Any, [Car].self),
        ])
        for type in ["sauna", "Sleeping", " van", "SeatingCar", ""] {
            let unknown = #"{"type":"\#(type)","number":"1","maxSpeed":1,"seats":2,"berths":3}"#
            for (document, index) in [
                (train("A", unknown), 0),
                (train("A", van("2", 1), unknown, van("3", 1)), 1),
                (train("A", van("2", 1), van("3", 1), unknown), 2),
            ] {
                try refuse(
                    document, .dataCorrupted, at: "cars[\(index)].type",
                    """
                    "\(type)" is none of the three types: that is an error, and not a van (lesson \
                    07, An array of people)
                    """,
                    otherError: """
                        A type that is none of the three is dataCorrupted, at the key type of that \
                        car (lesson 07, An array of people)
                        """, with: decodeTrain)
            }
        }
        try refuse(
            train(
                "A", #"{"type":"sleeping","number":"1","maxSpeed":1,"seats":2}"#),
            .keyNotFound, at: "cars[0]",
            """
            A sleeping car without berths is broken. An answer that tries one class after the other \
            makes something else of it (lesson 07, An array of people)
            """, with: decodeTrain)
        try probe(
            train(
                "NT 61", sleeping("6", 200, 36), seating("4", 200, 66), van("5", 160)),
            rules: wholeNumbers,
            """
            A train has a name and cars, and each car has a type, a number, a speed and what its \
            class adds. None of this is made up or passed over (lesson 01, Absent, null or the \
            wrong type)
            """,
            wrongType: """
                The cars are a list of objects, each with strings and whole numbers. Do not take \
                another value for one of these (lesson 01, Absent, null or the wrong type)
                """, with: decodeTrain)

        try expectBack([long, odd, none], task: 5, decodeTrain, encode) { _ in
            """
            Written, it is the same document again: each car says its type, and has all that its \
            class has. A sleeping car is a Car too, so ask for Car last (lesson 07, An array of \
            people)
            """
        }
    }

    /// Foundation does not say where a number is that has a fraction and should have none.
    private let wholeNumbers: [ProbeRule] = [.everywhere(.fraction, expect: .anyDecodingError)]

    /// Wants the properties to have the types of the stub, and no optionals.
    private func expectTypes(
        _ properties: [(name: String, value: Any, type: Any.Type)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for property in properties where type(of: property.value) != property.type {
            fail(
                """
                \(property.name) should stay \(property.type): the document always has it, and an \
                optional says that it may be missing (lesson 01, Absent, null or the wrong type)
                """, ["It is \(type(of: property.value))."], sourceLocation: sourceLocation)
        }
    }

    /// Reads documents and writes what was read: the same documents should come out, also where the
    /// others were read in between. The comment is chosen by the keys that were written.
    private func expectBack<Value>(
        _ documents: [String], task: Int, sourceLocation: SourceLocation = #_sourceLocation,
        _ decode: (Data) throws -> Value, _ encode: (Value) throws -> Data,
        comment: (Set<String>) -> Comment
    ) throws {
        func write(_ read: Value, _ document: String, again: Bool) throws -> Bool {
            let written = try value(
                "What was read can be written (lesson 01, Back to JSON)",
                sourceLocation: sourceLocation
            ) { try encode(read) }
            let object = try? JSONSerialization.jsonObject(with: written) as? [String: Any]
            let comment: Comment =
                again
                ? """
                Read, then another document read, then written: something else came out. Write what \
                the value has, and keep nothing from the last call
                """ : comment(Set((object ?? [:]).keys))
            return expectWritten(written, document, comment, sourceLocation: sourceLocation)
        }
        var values: [Value] = []
        for document in documents {
            let read = try fromTask(task) { try decode(Data(document.utf8)) }
            guard try write(read, document, again: false) else { return }
            values.append(read)
        }
        for (read, document) in zip(values, documents) {
            guard try write(read, document, again: true) else { return }
        }
    }
}

private func train(_ name: String, _ cars: String...) -> String {
    #"{"name":"\#(name)","cars":[\#(cars.joined(separator: ",\n"))]}"#
}

private func van(_ number: String, _ maxSpeed: Int) -> String {
    #"{"type":"van","number":"\#(number)","maxSpeed":\#(maxSpeed)}"#
}

private func seating(_ number: String, _ maxSpeed: Int, _ seats: Int) -> String {
    #"{"type":"seating","number":"\#(number)","maxSpeed":\#(maxSpeed),"seats":\#(seats)}"#
}

private func sleeping(_ number: String, _ maxSpeed: Int, _ berths: Int) -> String {
    #"{"type":"sleeping","number":"\#(number)","maxSpeed":\#(maxSpeed),"berths":\#(berths)}"#
}
