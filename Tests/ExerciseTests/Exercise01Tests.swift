import ExerciseChecks
import Foundation
import Testing

@testable import Exercise01

@Suite("Exercise 01 · The departure board", .serialized, .exercise)
struct Exercise01Tests {
    @Test("Task 1 · One train")
    func oneTrain() throws {
        let train = try value("Train should decode from its document (lesson 01, Decode a launch)")
        {
            try decodeTrain(from: document("NT 61", to: "Zürich HB", cars: 7, sleeping: false))
        }
        #expect(train.number == "NT 61")
        #expect(train.destination == "Zürich HB")
        #expect(train.cars == 7)
        #expect(train.hasSleepingCars == false)

        try expect(
            .keyNotFound, at: "",
            """
            A train without a destination is an error. A property that is optional, or has a \
            stand-in value, hides it (lesson 01, Absent, null or the wrong type)
            """
        ) {
            try decodeTrain(from: Data(#"{"number":"NT 61","cars":7,"hasSleepingCars":true}"#.utf8))
        }
        try expect(
            .valueNotFound, at: "number",
            """
            A number that is null is an error. Only what may really be absent is optional \
            (lesson 01, Absent, null or the wrong type)
            """
        ) {
            try decodeTrain(
                from: Data(
                    #"{"number":null,"destination":"Bonn","cars":7,"hasSleepingCars":true}"#.utf8))
        }
    }

    @Test("Task 2 · A list at the root")
    func listAtTheRoot() throws {
        let trains = try value(
            """
            A list at the root is decoded as an array, [Train].self (lesson 01, Arrays and \
            wrappers at the root)
            """
        ) {
            try decodeTrains(
                from: list(of: document("NT 61"), document("NT 7"), document("NT 456")))
        }
        #expect(
            trains.map(\.number) == ["NT 61", "NT 7", "NT 456"],
            "Every train of the list, in the list's order"
        )
        let none = try value("A night without trains is an empty list and no error") {
            try decodeTrains(from: Data("[]".utf8))
        }
        #expect(none.isEmpty, "A night without trains is an empty list")

        try expect(
            .typeMismatch, at: "1.cars",
            """
            The second train's cars are no number, and the caller should hear of it. A try? turns \
            a broken list into a list that looks complete (lesson 01, Decode a launch)
            """
        ) {
            try decodeTrains(
                from: list(
                    of: document("NT 61"),
                    Data(
                        #"{"number":"NT 7","destination":"Wien Hbf","cars":"x","hasSleepingCars":true}"#
                            .utf8)))
        }
    }

    @Test("Task 3 · The list in its wrapper")
    func listInItsWrapper() throws {
        let trains = list(of: document("NT 61"), document("NT 7"))
        let board = try value(
            """
            The root is an object that has the list under a key: decode the object \
            (lesson 01, Arrays and wrappers at the root)
            """
        ) {
            try decodeBoard(
                from: Data(#"{"station":"Köln Hbf","trains":"#.utf8) + trains + Data("}".utf8))
        }
        #expect(board.station == "Köln Hbf", "The station's name comes from the document")
        #expect(board.trains.map(\.number) == ["NT 61", "NT 7"])

        try expect(
            .keyNotFound, at: "",
            """
            A board without its list is an error and not a quiet night (lesson 01, Absent, null \
            or the wrong type)
            """
        ) {
            try decodeBoard(from: Data(#"{"station":"Köln Hbf"}"#.utf8))
        }
    }

    @Test("Task 4 · A delay that may be absent or null")
    func delay() throws {
        let departures = try value(
            """
            A delay may be absent or null: its type has to allow nil (lesson 01, Absent, null or \
            the wrong type)
            """
        ) {
            try decodeDepartures(
                from: Data(
                    #"[{"train":"A","delay":25},{"train":"B","delay":null},{"train":"C"}]"#.utf8))
        }
        let delays = departures.map { departure in
            let minutes: Int? = departure.delay
            return minutes
        }
        #expect(delays.count == 3, "A departure without a delay is still a departure")
        #expect(
            delays.first == .some(25),
            """
            25 is in the document and did not arrive. A `let` with a value is never decoded \
            (lesson 01, Absent, null or the wrong type)
            """
        )
        #expect(
            delays.dropFirst().allSatisfy { $0 == nil },
            """
            No delay given is nil. A number in its place says something that the operator never \
            said (lesson 01, Absent, null or the wrong type)
            """
        )
        try expect(
            .typeMismatch, at: "0.delay",
            """
            "soon" is no number of minutes. An optional excuses a value that is absent, never one \
            of the wrong type; a try? hides both (lesson 01, Absent, null or the wrong type)
            """
        ) {
            try decodeDepartures(from: Data(#"[{"train":"A","delay":"soon"}]"#.utf8))
        }
        try expect(
            .keyNotFound, at: "0",
            "Only the delay may be absent, the train may not (lesson 01, Absent, null or the wrong type)"
        ) {
            try decodeDepartures(from: Data(#"[{"delay":3}]"#.utf8))
        }
    }

    @Test("Task 5 · The status is an enum")
    func status() throws {
        let announcements = try value(
            """
            The raw values of Status are what the documents say, letter for letter: Status needs \
            `: String`, and "on time" has a blank (lesson 01, Types that come for free)
            """
        ) {
            try decodeAnnouncements(
                from: Data(
                    #"""
                    [
                      {"train":"A","status":"on time"}, {"train":"B","status":"boarding"},
                      {"train":"C","status":"departed"}, {"train":"D","status":"cancelled"}
                    ]
                    """#.utf8))
        }
        // `as Any`, so that a status of another type is refused here, with a sentence, and not by
        // the compiler in a file that is not the learner's.
        let statuses = announcements.map { ($0.status as Any) as? Status }
        #expect(
            statuses == [.onTime, .boarding, .departed, .cancelled],
            """
            The property's type should be Status: a String takes any text, and the compiler cannot \
            tell you about a status you forgot (lesson 01, Types that come for free)
            """
        )
        try expect(
            .dataCorrupted, at: "0.status",
            """
            "lost" is none of the four. Let the enum be decoded, and the decoder refuses it with \
            its path; a stand-in status tells travellers something untrue (lesson 01, Types that \
            come for free)
            """
        ) {
            try decodeAnnouncements(from: Data(#"[{"train":"A","status":"lost"}]"#.utf8))
        }
    }

    @Test("Task 6 · Back to JSON")
    func backToJSON() throws {
        let train = try decodeTrain(from: document("NT 61", to: #"Zürich \"HB\" \\ Post"#))
        let written = try value("Train should be encodable too (lesson 01, Back to JSON)") {
            try encode(train)
        }
        let read = try value(
            """
            What you wrote should be JSON that can be read again. Text put together by hand breaks \
            at the first quotation mark in a name (lesson 01, Back to JSON)
            """
        ) {
            try decodeTrain(from: written)
        }
        #expect(read == train, "Written and read again, it should be the same train")

        // Twenty times, as an order that is left to chance may come out right once.
        let keys = ["cars", "destination", "hasSleepingCars", "number"]
        let orders = try (1...20).map { _ in
            let text = String(decoding: try encode(train), as: UTF8.self)
            return keys.sorted { first, second in
                let places = [first, second].map { text.firstRange(of: "\"\($0)\"")?.lowerBound }
                return (places[0] ?? text.endIndex) < (places[1] ?? text.endIndex)
            }
        }
        #expect(
            orders.allSatisfy { $0 == keys },
            """
            The keys should stand in alphabetical order: without .sortedKeys their order changes \
            from one encode to the next (lesson 01, Back to JSON)
            """
        )

        let otherwise = Data(
            """
            {
              "hasSleepingCars": true, "cars": 12,
              "number": "NT 61", "destination": "Wien Hbf"
            }
            """.utf8)
        let same = try value("Two documents of one train can be compared") {
            try describeTheSameTrain(document("NT 61"), otherwise)
        }
        #expect(
            same,
            """
            The same train, its keys in another order: compare the values that you decode, not the \
            texts (lesson 01, Test what you decode)
            """
        )
        let different = try value("Two documents of two trains can be compared") {
            try describeTheSameTrain(document("NT 61"), document("NT 61", cars: 11))
        }
        #expect(
            !different,
            "A train of 12 cars is not the same as a train of 11: compare every property")
    }

    @Test("Task 7 · Predict the error")
    func prediction() throws {
        struct Cars: Decodable { let cars: Int }
        let prediction = try predictError()
        let wanted: (errorCase: ErrorCase, codingPath: String)
        do {
            _ = try JSONDecoder().decode(Cars.self, from: Data(#"{"cars":"12"}"#.utf8))
            Issue.record("This toolchain decodes \"12\" as an Int: the task no longer holds")
            return
        } catch let error as DecodingError {
            let errorCase: ErrorCase =
                switch error {
                case .typeMismatch: .typeMismatch
                case .valueNotFound: .valueNotFound
                case .keyNotFound: .keyNotFound
                default: .dataCorrupted
                }
            wanted = (errorCase, readablePath(of: error))
        }
        // Not #expect, which would print the answer.
        if prediction.errorCase != wanted.errorCase {
            Issue.record(
                """
                The document is good JSON, the key is there and it is not null. Its value has \
                another type than the property (lesson 01, Absent, null or the wrong type)
                """
            )
        } else if prediction.codingPath != wanted.codingPath {
            Issue.record(
                """
                The path of a wrong type ends at the key of the value, and has no names of types \
                in it (lesson 01, Absent, null or the wrong type)
                """
            )
        }
    }
}

private func document(
    _ number: String, to destination: String = "Wien Hbf", cars: Int = 12, sleeping: Bool = true
) -> Data {
    Data(
        """
        {"number":"\(number)","destination":"\(destination)","cars":\(cars),\
        "hasSleepingCars":\(sleeping)}
        """.utf8)
}

private func list(of documents: Data...) -> Data {
    Data("[".utf8) + documents.joined(separator: Data(",".utf8)) + Data("]".utf8)
}
