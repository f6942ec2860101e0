import ExerciseChecks
import Foundation
import Testing

import struct ExerciseChecks.Misconception
import struct ExerciseChecks.ProbeRule
// By name: a learner's own type of the same name is not meant.
import class Foundation.JSONSerialization
import enum Swift.DecodingError
import protocol Swift.Error
import struct Swift.KeyValuePairs
import typealias Swift.Void

@testable import Exercise01

@Suite("Exercise 01 · The departure board", .serialized, .exercise)
struct Exercise01Tests: ExerciseSuite {
    private let short = #"""
        { "number": "NT 61", "destination": "Zürich HB", "cars": 7, "hasSleepingCars": false }
        """#
    private let long = #"""
        { "number": "NT 295b", "destination": "Roma", "cars": 1200, "hasSleepingCars": true }
        """#
    private let odd = #"""
        { "number": "", "destination": " \"Süd\" \\ A/B ", "cars": -1, "hasSleepingCars": false }
        """#

    private func parts(_ train: Train) -> [String: Any?] {
        [
            "number": train.number, "destination": train.destination, "cars": train.cars,
            "hasSleepingCars": train.hasSleepingCars,
        ]
    }

    @Test("Task 1 · One train")
    func oneTrain() throws {
        try readEach(
            [short, long, odd],
            "Each property of the train has the value of its key \(.decodeALaunch)"
        ) { parts(try decodeTrain(from: $0)) }
        try probe(
            short, whole: ["cars"],
            """
            A train needs each of its four keys, and nothing takes the place of one that is \
            missing \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A train's value of another type is an error and not something to convert \
                \(.absentNullOrTheWrongType)
                """,
            with: decodeTrain)
    }

    @Test("Task 2 · A list at the root")
    func listAtTheRoot() throws {
        builds(on: 1)
        try readEach(
            ["[\(long)]", "[\(short)]"],
            "A list at the root is an array, and not one train \(.arraysAndWrappersAtTheRoot)"
        ) { try decodeTrains(from: $0).map(parts) }
        try readEach(
            ["[\(short), \(long), \(odd)]", "[\(odd), \(short), \(odd)]"],
            """
            Every train of the list arrives, in the list's order. Two trains that are alike are \
            still two trains \(.arraysAndWrappersAtTheRoot)
            """
        ) { try decodeTrains(from: $0).map(parts) }
        try readEach(
            ["[]"],
            """
            A list without trains is an empty list, and no error: leave it to the decoder \
            \(.arraysAndWrappersAtTheRoot)
            """
        ) { try decodeTrains(from: $0).map(parts) }
        let broken: Misconception = """
            One train of the list is broken, and the caller should hear of it. A list that looks \
            complete hides it \(.decodeALaunch)
            """
        try probe(
            "[\(short), \(long), \(odd)]", whole: ["[].cars"],
            rules: [
                .at(
                    "", .null, .otherType,
                    saying: """
                        The document should be a list of trains, and this one is not \
                        \(.arraysAndWrappersAtTheRoot)
                        """)
            ], broken,
            wrongType: """
                A train with a value of another type is broken, and the caller should hear of it: do \
                not convert the value, and do not leave the train out \(.absentNullOrTheWrongType)
                """, with: decodeTrains)
    }

    @Test("Task 3 · The list in its wrapper")
    func listInItsWrapper() throws {
        builds(on: 1)
        func boardParts(_ document: Foundation.Data) throws -> [String: Any?] {
            let board = try decodeBoard(from: document)
            // `as Any?`, so that an optional list is a matter for the probe and not for the compiler.
            let trains = (board.trains as Any?) as? [Train]
            return ["station": board.station, "trains": trains?.map(parts)]
        }
        try readEach(
            [
                #"{ "station": "Köln Hbf", "trains": [\#(long), \#(short), \#(long)] }"#,
                #"{ "station": " Bad Bentheim ", "trains": [\#(odd)] }"#,
            ],
            """
            The root is an object with a station and a list of trains: decode that object \
            \(.arraysAndWrappersAtTheRoot)
            """, parts: boardParts)
        try readEach(
            [#"{ "station": "Hamburg-Altona", "trains": [] }"#],
            """
            A board may have no trains tonight. Its list is empty then, and this is no error \
            \(.arraysAndWrappersAtTheRoot)
            """, parts: boardParts)
        try probe(
            #"{ "station": "Köln Hbf", "trains": [\#(short), \#(long), \#(odd)] }"#,
            whole: ["trains[].cars"],
            """
            A board needs its station and its whole list. Nothing is made up and nothing is left \
            out \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A value of another type is an error, in the board and in each of its trains: it is \
                not converted and not left out, and a train alone is not a list \
                \(.absentNullOrTheWrongType)
                """,
            with: decodeBoard)
    }

    @Test("Task 4 · What may be absent or null")
    func delay() throws {
        let document = Data(#"[{ "train": "NT 40", "delay": 25 }]"#.utf8)
        try endIfOpen { try decodeDepartures(from: document) }
        if let late = try? decodeDepartures(from: document).first, !hasDelay(late) {
            try fail(
                """
                25 is in the document and did not arrive. Either the decoder looks for another key, or \
                the property is a `let` that has a value already, which is never decoded \
                \(.aDefaultValue)
                """)
        }
        let missing: KeyValuePairs<String, String> = [
            #"[{ "train": "A", "delay": null }, { "train": "B" }, { "train": "B" }]"#: #"""
            [{ "train": "A", "delay": null }, { "train": "B", "delay": null },
             { "train": "B", "delay": null }]
            """#
        ]
        try readEach(
            missing,
            """
            Absent and null are both allowed, and both are nil, without an error; the train is \
            still in the list. A number in its place says something that the operator never said \
            \(.absentNullOrTheWrongType)
            """, parts: departures)
        try readEach(
            [
                #"[{ "train": "C", "delay": 5 }, { "train": "D", "delay": -3 }]"#,
                #"[{ "train": " E ", "delay": 0 }, { "train": "", "delay": 1440 }]"#, "[]",
            ],
            """
            A delay that is given is that number of minutes, whatever the number is, 0 and negative \
            ones too
            """,
            parts: departures)
        let rules: [ProbeRule] = [
            .at(
                "[].delay", .fraction, expect: .anyError,
                saying: "A delay is in whole minutes, and nothing is cut off or rounded"),
            .at("[].delay", .otherType, expect: .anyError),
        ]
        try probe(
            #"[{ "train": "A", "delay": 25 }, { "train": "B", "delay": 5 }]"#,
            optional: ["[].delay"], rules: rules,
            "Only the delay may be missing, the train may not \(.absentNullOrTheWrongType)",
            wrongType: """
                An optional excuses a value that is absent or null, never one of the wrong type. A \
                try? hides all three, and "25" in quotes is a String \(.absentNullOrTheWrongType)
                """,
            with: decodeDepartures)
        for text in ["", "soon"] {
            try refuse(
                #"[{ "train": "A", "delay": "\#(text)" }]"#,
                """
                A String is not a number of minutes, and not a missing one either \
                \(.absentNullOrTheWrongType)
                """, with: decodeDepartures)
        }
        try checkDefaults()
    }

    private func hasDelay(_ departure: Departure) -> Bool {
        let delay: Any? = departure.delay
        return delay != nil
    }

    private func departures(_ document: Data) throws -> Any? {
        try decodeDepartures(from: document).map {
            ["train": $0.train, "delay": $0.delay] as [String: Any?]
        }
    }

    private func checkDefaults() throws {
        func parts(_ document: Foundation.Data) throws -> [[String: Any?]] {
            try decodeCompartments(from: document).map {
                ["car": $0.car, "berths": $0.berths, "breakfast": $0.breakfast]
            }
        }
        let all = #"[{ "car": 7, "berths": 3, "breakfast": false }]"#
        try readEach(
            [
                all: all,
                #"[{ "car": 0, "berths": 0, "breakfast": true }, { "car": 9, "berths": 1, "breakfast": false }]"#:
                    #"[{ "car": 0, "berths": 0, "breakfast": true }, { "car": 9, "berths": 1, "breakfast": false }]"#,
                "[]": "[]",
            ],
            """
            What a document says counts: the default is for where it says nothing \
            \(.aDefaultValue)
            """, parts: parts)
        let onlyCar = #"[{ "car": 8 }]"#
        var missesKey = false
        do {
            _ = try decodeCompartments(from: Data(onlyCar.utf8))
        } catch DecodingError.keyNotFound(_, _) {
            missesKey = true
        } catch {}
        let usual = #"{ "car": 8, "berths": 6, "breakfast": true }"#
        try readEach(
            [
                onlyCar: "[\(usual)]",
                #"[{ "car": 8, "berths": null, "breakfast": null }]"#: "[\(usual)]",
            ],
            missesKey
                ? """
                Absent means what is usual, and is no error. The decoder does not use a value that \
                the property has from the beginning \(.aDefaultValue)
                """
                : """
                Absent and null both mean what is usual, and neither is an error: six berths, and \
                breakfast is true \(.aDefaultValue)
                """, parts: parts)
        try readEach(
            [
                #"[{ "car": 7, "berths": 3 }, { "car": 8, "breakfast": false }]"#: #"""
                [{ "car": 7, "berths": 3, "breakfast": true },
                 { "car": 8, "berths": 6, "breakfast": false }]
                """#
            ],
            """
            Each of the two has a default of its own: what the document says of one counts, also where \
            it says nothing of the other \(.aDefaultValue)
            """, parts: parts)
        try probe(
            all, optional: ["[].berths", "[].breakfast"],
            whole: ["[].car", "[].berths"],
            """
            Only berths and breakfast have a default. A car has a number, or there is an error \
            \(.aDefaultValue)
            """,
            wrongType: """
                A value of another type is a mistake in the document, and a default would hide it, \
                as it does after try? \(.aDefaultValue)
                """, with: parts)
    }

    @Test("Task 5 · The status is an enum")
    func status() throws {
        let all = ["on time", "boarding", "departed", "cancelled", "on time"]
        let announced = try read(
            announcements(all),
            """
            The raw values of Status are what the documents say, letter for letter, and "on time" has \
            a space \(.typesThatComeForFree)
            """, with: decodeAnnouncements)
        try expectEqual(
            announced.first.map(statusType), "Status",
            """
            The property's type should be Status and nothing else: a String takes any text, an \
            optional takes none at all \(.typesThatComeForFree)
            """)
        try readEach(
            [
                announcements(all), announcements(["departed", "departed"]), "[]",
                announcements(["boarding"]),
                #"""
                [{ "train": " NT \"9\" ", "status": "boarding" },
                 { "train": "", "status": "departed" },
                 { "train": " NT \"9\" ", "status": "boarding" }]
                """#,
            ],
            """
            Every announcement is in the list, in the list's order, with its train and the case of \
            its status
            """, parts: announcementParts)
        try refuseEach(
            ["lost", "On Time", "BOARDING", "onTime", " boarding", "departed ", "canceled", ""]
                .map { announcements(["on time", $0, "boarding"]) },
            .dataCorrupted, at: "[1].status",
            """
            This status is none of the four. Let the enum be decoded, letter for letter, and the \
            decoder refuses it with its path \(.typesThatComeForFree)
            """,
            otherError: """
                The error should be dataCorrupted, at the key of the status. The decoder throws it \
                by itself where the enum is decoded. In an init(from:) of your own, decode the \
                Status itself, and not a String \(.typesThatComeForFree)
                """, with: decodeAnnouncements)
        try probe(
            announcements(["on time", "boarding"]),
            """
            An announcement needs its train and its status, and nobody may make one up \
            \(.absentNullOrTheWrongType)
            """, with: decodeAnnouncements)
    }

    private func announcements(_ statuses: [String]) -> String {
        var objects: [String] = []
        for (index, status) in statuses.enumerated() {
            objects.append(#"{ "train": "NT \#(index)", "status": "\#(status)" }"#)
        }
        return "[\(objects.joined(separator: ", "))]"
    }

    private func announcementParts(_ document: Data) throws -> Any? {
        try decodeAnnouncements(from: document).map { announcement -> [String: Any?] in
            ["train": announcement.train, "status": words(announcement.status)]
        }
    }

    // Of any type, so that another type is a matter for the checks and not for the compiler.
    private func statusType(_ announcement: Announcement) -> String {
        let status: Any = announcement.status
        return "\(type(of: status))"
    }

    private func words(_ status: Any) -> String? {
        switch status as? Status {
        case .onTime: "on time"
        case .boarding: "boarding"
        case .departed: "departed"
        case .cancelled: "cancelled"
        default: nil
        }
    }

    @Test("Task 6 · Back to JSON")
    func backToJSON() throws {
        // The number of the first one, and nothing else of it.
        let sameNumber =
            #"{ "number": "NT 61", "destination": "Wien Hbf", "cars": 8, "hasSleepingCars": true }"#
        let trains = try fromTask(1) {
            try [short, long, odd, sameNumber].map { try decodeTrain(from: Data($0.utf8)) }
        }
        let first = try? JSONSerialization.jsonObject(with: encode(trains[0]))
        let isList = (first as? [Any]) != nil
        let names = (first as? [String: Any])?.keys.joined(separator: " ") ?? ""
        let keys: Misconception =
            if isList {
                "One train is one object: write the train itself, and no list around it \(.backToJSON)"
            } else if names.contains("has_sleeping_cars") {
                """
                All four keys are written, each with its value. has_sleeping_cars is another key than \
                hasSleepingCars: set no strategy for keys here \(.backToJSON)
                """
            } else {
                "All four keys are written, each with its value \(.backToJSON)"
            }
        let byHand: Misconception = """
            What you wrote is not JSON. A String put together by hand breaks at the first \
            quotation mark in a name \(.backToJSON)
            """
        try writeEach(
            [trains[0]: short, trains[1]: long, trains[2]: odd, trains[3]: sameNumber], keys,
            notJSON: byHand, with: encode)
        // Twenty times, as an order that is left to chance may come out right once.
        for _ in 1...20 {
            try expectWritten(
                try encode(trains[0]),
                #"""
                { "cars": 7, "destination": "Zürich HB", "hasSleepingCars": false,
                  "number": "NT 61" }
                """#,
                """
                The keys should be in alphabetical order. An encoder that is told nothing may \
                write them in another order each time \(.backToJSON)
                """, keysInOrder: true)
        }
    }

    @Test("Task 7 · A test of a model")
    func testOfAModel() throws {
        let says: Misconception = """
            A test says true or false, also where the model throws: that is what it is there to find \
            out \(.testWhatYouDecode)
            """
        // The right model is the learner's own: the checks cannot make a train by themselves.
        _ = try fromTask(1) { try decodeTrain(from: Foundation.Data(short.utf8)) }
        var tried: [String] = []
        let isAccepted = try value(says) {
            try isRight { document in
                let text = Swift.String(decoding: document, as: Swift.UTF8.self)
                    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
                do {
                    let train = try decodeTrain(from: document)
                    tried.append("- a train: \(text)")
                    return train
                } catch {
                    tried.append("- an error: \(text)")
                    throw error
                }
            }
        }
        // An answer to task 1 that is known to be wrong is no right model.
        if !isAccepted { try waitForEarlierTasks() }
        try expect(
            isAccepted,
            """
            A model that is right does not pass your test: compare what your test asks for with what \
            comes out \(.testWhatYouDecode)
            """,
            tried.isEmpty
                ? ["Your test does not call the model."]
                : ["The model is your own decodeTrain of task 1. Of your documents, it makes"]
                    + tried)
        for (change, fault, advice) in brokenModels {
            let isAccepted = try value(says) {
                try isRight { document in
                    let json = try JSONSerialization.jsonObject(with: document)
                    guard var train = json as? [String: Any] else {
                        return try decodeTrain(from: document)
                    }
                    try change(&train)
                    return try decodeTrain(from: JSONSerialization.data(withJSONObject: train))
                }
            }
            try expect(
                !isAccepted,
                "A model that is wrong passes your test: \(advice) \(.testWhatYouDecode)",
                ["This model \(fault), and your test says that it is right."])
        }
    }

    /// What a broken model does to each document before it reads it, what is wrong with that, and how a
    /// test finds it.
    private var brokenModels:
        [(change: (inout [String: Any]) throws -> Void, fault: String, advice: String)]
    {
        struct Refusal: Error {}
        return [
            ({ _ in throw Refusal() }, "throws for every document", "try a good document"),
            (
                { train in
                    let number = train["number"]
                    train["number"] = train["destination"]
                    train["destination"] = number
                }, "mixes up the number and the destination",
                "compare both with what the document says"
            ),
            (
                { $0["hasSleepingCars"] = true }, "says of each train that it has sleeping cars",
                "try a document of a train that has none"
            ),
            (
                { $0["hasSleepingCars"] = false },
                "says of each train that it has no sleeping cars",
                "try a document of a train that has some"
            ),
            (
                { if $0["cars"] == nil { $0["cars"] = 0 } },
                "gives a train 0 cars where the key is absent",
                "try a document without the key, and want an error"
            ),
            (
                { if $0["cars"] == nil { $0["cars"] = 12 } },
                "gives a train 12 cars where the key is absent",
                "try a document without the key, and want an error"
            ),
            (
                { train in
                    if let text = train["cars"] as? String, let cars = Int(text) {
                        train["cars"] = cars
                    }
                }, "also reads a number of cars in quotes",
                "try a document with \"12\" in quotes, and want an error"
            ),
        ]
    }
}
