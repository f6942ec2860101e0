import ExerciseChecks
import Foundation
import Testing

// By name: a learner's own type of the same name is not meant.
import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception
import class Foundation.JSONSerialization
import struct Swift.Array
import enum Swift.DecodingError
import struct Swift.Set

@testable import Exercise05

@Suite("Exercise 05 · Stations", .serialized, .exercise)
struct Exercise05Tests: ExerciseSuite {
    // MARK: - Tasks 1 and 2

    private let zurich = #"""
        {
          "name": "Zürich HB",
          "address": { "city": "Zürich", "position": { "latitude": 47.378, "longitude": 8.54 } }
        }
        """#
    /// A name that says nothing of its city.
    private let paris =
        #"{ "name": "Gare de Lyon", "address": { "city": "Paris", "position": { "latitude": 48.8447, "longitude": 2.3739 } } }"#
    /// Names and cities with blanks, with quotes, and empty ones.
    private let names = [
        #"{ "address": { "position": { "longitude": 8.68, "latitude": 50.1 }, "city": "Frankfurt am Main" }, "name": " Süd \"F\" \\ " }"#,
        #"{ "name": "Wien Hbf", "address": { "city": " \"Wien\" ", "position": { "latitude": 48, "longitude": 16 } } }"#,
        #"{ "name": "", "address": { "city": "", "position": { "latitude": 48.2, "longitude": 16.4 } } }"#,
    ]
    /// South, west and zero, and as many digits as a Double has.
    private let numbers = [
        #"{ "name": "Scott", "address": { "city": "Antarctica", "position": { "latitude": -77.84633, "longitude": -166.76052 } } }"#,
        #"{ "name": "Greenwich", "address": { "city": "London", "position": { "latitude": 51.4780953, "longitude": 0 } } }"#,
        #"{ "name": "Equator", "address": { "city": "Macapá", "position": { "latitude": 0, "longitude": -51.0663917 } } }"#,
        #"{ "name": "Suva", "address": { "city": "Suva", "position": { "latitude": -18, "longitude": 178.44150011 } } }"#,
    ]

    private func parts(_ place: Place) -> [String: Any?] {
        let position: [String: Any?] = ["latitude": place.latitude, "longitude": place.longitude]
        let address: [String: Any?] = ["city": place.city, "position": position]
        return ["name": place.name, "address": address]
    }

    @Test("Task 1 · Two levels down")
    func twoLevelsDown() throws {
        let place = try readZurich()
        func placeDocument(at position: String) -> String {
            "{ \"name\": \"A\", \"address\": { \"city\": \"B\", \"position\": \(position) } }"
        }
        let scott = #"{ "longitude": -166.76052, "latitude": -77.84633 }"#
        let greenwich = #"{ "latitude": 51.4780953, "longitude": 0 }"#
        let taveuni = #"{ "latitude": 0, "longitude": 178.44150011 }"#
        try readEach(
            [
                placeDocument(at: scott): scott, placeDocument(at: greenwich): greenwich,
                placeDocument(at: taveuni): taveuni,
            ],
            """
            Latitude and longitude come from the position, each from its own key, as a Double: \
            with sign and all digits, 0 too \(.twoLevelsDown)
            """
        ) { document in
            let place = try decodePlace(from: document)
            return ["latitude": place.latitude, "longitude": place.longitude] as [String: Any?]
        }
        try readEach(
            [zurich, paris],
            """
            Each value comes from its own key at its own level: the city is in the address, and \
            not a part of the name \(.twoLevelsDown)
            """
        ) { parts(try decodePlace(from: $0)) }
        try readEach(
            names + numbers,
            """
            Name and city are the whole strings of the document, as they are; an empty string is a \
            string too \(.twoLevelsDown)
            """
        ) { parts(try decodePlace(from: $0)) }
        try readEach(
            [
                #"""
                { "name": "Wien Hbf", "city": "Linz", "latitude": 1, "longitude": 2,
                  "position": { "latitude": 3, "longitude": 4 },
                  "address": { "name": "Graz", "city": "Wien", "latitude": 5, "longitude": 6,
                    "position": { "latitude": 48.185, "longitude": 16.376, "city": "Enns" } } }
                """#: #"""
                { "name": "Wien Hbf", "address": { "city": "Wien",
                  "position": { "latitude": 48.185, "longitude": 16.376 } } }
                """#
            ],
            """
            Each key is read from its own level. A key of the same name at another level is one \
            that you do not need \(.twoLevelsDown)
            """
        ) { parts(try decodePlace(from: $0)) }
        try expectTypes(
            ("name", place.name, String.self), ("city", place.city, String.self),
            ("latitude", place.latitude, Double.self), ("longitude", place.longitude, Double.self))
        try refuseBrokenPlaces()
    }

    /// Reads the place in Zürich. An answer that gets to a value and takes it for something else has
    /// opened the objects.
    private func readZurich() throws -> Place {
        let values: Misconception = """
            The objects are open, but one of the values is read as something else: name and city are \
            strings, latitude and longitude are numbers with a fraction, each under its own key \
            \(.twoLevelsDown)
            """
        let levels: Misconception = """
            City and position are one and two objects further down. A key reaches into one object \
            only: each of them is opened from the one around it \(.twoLevelsDown)
            """
        // A number that does not fit its type is reported without a path.
        var isAtAValue = false
        if case .failure(let error as DecodingError) = Swift.Result(catching: {
            try decodePlace(from: Foundation.Data(zurich.utf8))
        }) {
            let path = codingPath(of: error)
            isAtAValue =
                path == "name" || path == "address.city" || path.hasPrefix("address.position")
                || path.isEmpty && DecodingErrorCase(error) == .dataCorrupted
        }
        return try read(zurich, isAtAValue ? values : levels, with: decodePlace)
    }

    private func refuseBrokenPlaces() throws {
        let objects: Misconception = """
            An address and a position are objects, a coordinate is a number. A try? or a second \
            attempt accepts something else \(.aParentThatIsNullOrAbsent)
            """
        try refuse(
            #"{ "name": "A", "address": { "city": "B", "position": [47.378, 8.54] } }"#, objects,
            with: decodePlace)
        let missing: Misconception = """
            Name, city and both numbers have to be there, and the objects around them too. A \
            default value makes up a place in the Atlantic \(.aParentThatIsNullOrAbsent)
            """
        for document in [
            #"{ "name": "A" }"#, #"{ "name": "A", "address": { "city": "B" } }"#,
            #"{ "name": "A", "address": null }"#,
        ] {
            try refuse(document, missing, with: decodePlace)
        }
        for document in [
            #"{ "name": "A", "city": "B", "position": { "latitude": 1, "longitude": 2 } }"#,
            #"{ "name": "A", "address": { "city": "B", "latitude": 1, "longitude": 2 } }"#,
            #"{ "name": "A", "address": { "city": "B" }, "latitude": 1, "longitude": 2 }"#,
            #"{ "name": "A", "address": { "city": "B" }, "position": { "latitude": 1, "longitude": 2 } }"#,
        ] {
            try refuse(
                document,
                """
                Each key is read from its own level. Do not look for it at another level too \
                \(.twoLevelsDown)
                """, with: decodePlace)
        }
        try probe(zurich, missing, wrongType: objects, with: decodePlace)
    }

    @Test("Task 2 · The way back")
    func theWayBack() throws {
        // Two equal numbers, so that this is about the shape alone.
        let equal = #"""
            { "name": "Quito", "address": { "city": "Quito",
            "position": { "latitude": -78.5, "longitude": -78.5 } } }
            """#
        try rewriteEach([equal], task: 1, from: decodePlace, with: encode) { written in
            let place = try? JSONSerialization.jsonObject(with: written) as? [String: Any]
            let address = place?["address"] as? [String: Any]
            let position = address?["position"] as? [String: Any]
            let keys = position.map { Set($0.keys) } ?? []
            return keys.count == 2 && keys != ["latitude", "longitude"]
                ? """
                The levels are right, and in the position the keys are latitude and longitude, as \
                they are read \(.writeItBackInTheSameShape)
                """
                : """
                A place is written with the levels that it was read from: city and position in the \
                address, the numbers in the position \(.writeItBackInTheSameShape)
                """
        }
        try rewriteEach(
            [zurich] + numbers + [paris] + names,
            """
            Each value is written under its own key, 0 and "" too, with all its digits and letters \
            \(.writeItBackInTheSameShape)
            """, task: 1, from: decodePlace, with: encode)
    }

    // MARK: - Task 3

    @Test("Task 3 · Null or absent")
    func nullOrAbsent() throws {
        let graz = #"{ "station": "Graz Hbf", "lounge": { "seats": 24 } }"#
        let absent = #"{ "station": "Graz Hbf" }"#
        let null = #"{ "station": "Graz Hbf", "lounge": null }"#
        _ = try read(
            absent,
            """
            A lounge that is absent is unknown, and not an error. decodeNil throws where there is \
            no key \(.aParentThatIsNullOrAbsent)
            """, with: decodeComfort)
        _ = try read(
            null,
            "A lounge that is null is missing, and not an error \(.aParentThatIsNullOrAbsent)",
            with: decodeComfort)
        try expectEach(
            [absent: Lounge.unknown, null: .missing],
            """
            Null says that there is no lounge, an absent key says nothing. An optional gives nil \
            for both, so one question is not enough \(.aParentThatIsNullOrAbsent)
            """
        ) { try decodeComfort(from: Data($0.utf8)).lounge }
        try expectEach(
            [
                graz: Lounge.open(seats: 24),
                #"{ "lounge": { "seats": 0 }, "station": "A" }"#: .open(seats: 0),
                #"{ "lounge": { "seats": 1200 }, "station": "B" }"#: .open(seats: 1200),
                #"{ "lounge": { "seats": -1 }, "station": "C" }"#: .open(seats: -1),
                absent: .unknown,
            ],
            """
            A lounge is open where there is an object, with the seats that it says, 0 too \
            \(.aParentThatIsNullOrAbsent)
            """
        ) { try decodeComfort(from: Data($0.utf8)).lounge }
        try readEach(
            [absent, #"{ "station": " Ústí \"západ\" " }"#, #"{ "station": "" }"#],
            "The station is the string under station \(.aParentThatIsNullOrAbsent)"
        ) { ["station": try decodeComfort(from: $0).station] as [String: Any?] }
        let comfort = try decodeComfort(from: Data(graz.utf8))
        try expectTypes(
            ("station", comfort.station, String.self), ("lounge", comfort.lounge, Lounge.self))
        try refuseBrokenLounges(graz)
    }

    private func refuseBrokenLounges(_ graz: String) throws {
        for value in [#""yes""#, "false", #""""#, "[]", "0", "40", #""null""#] {
            let document = #"{ "station": "Graz Hbf", "lounge": \#(value) }"#
            // The stub names the place of the error, and not its case.
            if case .failure(let error as DecodingError) = Swift.Result(catching: {
                try decodeComfort(from: Data(document.utf8))
            }), codingPath(of: error) == "lounge" {
                continue
            }
            try refuse(
                document, .typeMismatch, at: "lounge",
                """
                A lounge is an object, null or not there. A try? on the container accepts anything \
                else as one of these \(.aParentThatIsNullOrAbsent)
                """,
                otherError: """
                    It did throw, and the error belongs to the lounge: the container's own error \
                    has the path \(.aParentThatIsNullOrAbsent)
                    """, with: decodeComfort)
        }
        try probe(
            graz, optional: ["lounge"], whole: ["lounge.seats"],
            rules: [
                .at("lounge", .otherType, expect: .anyError),
                .at("lounge.seats", .absent, .null, expect: .anyError),
            ],
            """
            Only the lounge may be absent or null. A lounge without its seats is an error, and so \
            is a comfort without its station \(.aParentThatIsNullOrAbsent)
            """,
            wrongType: """
                The station is a string and the seats are a whole number. Do not turn another \
                value into one \(.absentNullOrTheWrongType)
                """, with: decodeComfort)
    }

    // MARK: - Task 4

    @Test("Task 4 · Facilities by name")
    func facilitiesByName() throws {
        let praha = #"""
            {
              "station": "Praha hl.n.",
              "facilities": { "lift": 9, "shower": 3, "locker": 210, "bike stand": 75 }
            }
            """#
        let none = #"{ "station": " Nádraží \"u lesa\"", "facilities": {} }"#
        let zero = #"{ "facilities": { "shower": 0, "lift": 1 }, "station": "" }"#
        let below = #"{ "station": "A", "facilities": { "bike stand": -2 } }"#
        let large = #"{ "station": "A", "facilities": { "locker": 100000 } }"#
        let equipment = try read(
            praha,
            """
            The facilities are an object. A dictionary whose keys are an enum is read from an \
            array, until the enum can be a key of an object \(.theKeysOfADictionary)
            """, with: decodeEquipment)
        try expectEach(
            [
                praha: [Facility.lift: 9, .shower: 3, .locker: 210, .bikeStand: 75], none: [:],
                zero: [.shower: 0, .lift: 1],
            ],
            """
            Each facility has its number, 0 too, and a station may have none of them \
            \(.theKeysOfADictionary)
            """
        ) { try decodeEquipment(from: Data($0.utf8)).facilities }
        // One number a document, so that an answer that cannot take it shows the right one.
        try expectEach(
            [below: [Facility.bikeStand: -2], large: [.locker: 100_000]],
            """
            A number stays as it is in the document, below 0 and above 255 too: the type in the \
            dictionary is Int \(.theKeysOfADictionary)
            """
        ) { try decodeEquipment(from: Data($0.utf8)).facilities }
        try readEach(
            [praha: #""Praha hl.n.""#, none: #"" Nádraží \"u lesa\"""#, zero: #""""#],
            "The station is the string under station \(.theKeysOfADictionary)"
        ) { try decodeEquipment(from: $0).station }
        try expectTypes(
            ("station", equipment.station, String.self),
            ("facilities", equipment.facilities, [Facility: Int].self))
        try refuseOtherFacilities(praha)
        try writeFacilities(praha, none, zero)
    }

    private func refuseOtherFacilities(_ praha: String) throws {
        for (name, count) in [
            ("sauna", "2"), ("sauna", "0"), ("Lift", "2"), ("bikeStand", "2"), (" lift", "2"),
            ("LOCKER", "0"), ("", "2"), ("sauna", "null"), ("sauna", "[]"),
        ] {
            try refuse(
                "{ \"station\": \"A\", \"facilities\": { \"lift\": 1, \"\(name)\": \(count) } }",
                .dataCorrupted, at: #"facilities["\#(name)"]"#,
                """
                A facility that is none of the four is refused, letter by letter. A key that is \
                passed over is lost in silence \(.theKeysOfADictionary)
                """,
                otherError: """
                    A facility that is none of the four is dataCorrupted, at its own key \
                    \(.theKeysOfADictionary)
                    """, with: decodeEquipment)
        }
        try probe(
            praha, whole: ["facilities.*"],
            rules: [
                .at("facilities.*", .absent, expect: .success),
                .at("facilities", .unknownKey, expect: .notProbed),
            ],
            """
            Station and facilities have to be there, and each facility has a number: null is not 0 \
            \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                The facilities are an object with whole numbers. Do not turn another value into \
                them \(.absentNullOrTheWrongType)
                """, with: decodeEquipment)
    }

    private func writeFacilities(_ praha: String, _ none: String, _ zero: String) throws {
        try rewriteEach(
            [praha],
            """
            Written, the facilities are an object again, with numbers under the names that the \
            documents use \(.theKeysOfADictionary)
            """, task: 4, from: decodeEquipment, with: encode)
        try rewriteEach(
            [none, zero],
            """
            Only the facilities of the dictionary are written, one with 0 too: one that it does not \
            have has no key, and without facilities there is an empty object \
            \(.writeItBackInTheSameShape)
            """, task: 4, from: decodeEquipment, with: encode)
    }

    // MARK: - Task 5

    /// Codes in no order at all, and enough of them that chance cannot sort them. Two stations have
    /// the same name, and the names sort in another order.
    private let stations = [
        "ROM": "Termini", "ALT": "Neustadt", "VIE": "Wien Hbf", "PRG": "Praha hl.n.",
        "ZRH": "Zürich HB", "BRE": "Bremen", "MUC": "Ost", "GRZ": "Graz Hbf", "KRK": "Kraków",
        "BUD": "Keleti", "LJU": "Ljubljana", "VEN": "Mestre", "XKO": "Neustadt",
    ]
    /// Codes that other orders sort otherwise, and that look like something else. In their order.
    /// A strategy for keys would change "a_b" on the way in, and "bC" on the way out.
    private let codes = [
        "", " b", "007", "10", "7", "9", "BRE", "Bre", "WIEN", "Z", "a.b", "a_b", "b", "bC", "É",
    ]

    private func directory(_ codes: [String]) -> String {
        let entries = codes.map { code in
            "\"\(code)\": { \"name\": \"\(name(of: code))\", \"platforms\": \(platforms(of: code)) }"
        }
        return "{ \(entries.joined(separator: ",\n")) }"
    }

    private func name(of code: String) -> String { stations[code] ?? #" \"\#(code)\" \\"# }

    private func platforms(of code: String) -> Int {
        code == "007" ? 0 : (code + name(of: code)).utf8.count
    }

    private func entries(of directory: Directory) -> [Directory.Entry] {
        directory.entries as Any as? [Directory.Entry] ?? []
    }

    /// The entries of a directory, with the values asked for, as a list in JSON.
    private func entries(_ codes: [String], _ value: (String) -> String) -> String {
        "[\(codes.map(value).joined(separator: ", "))]"
    }

    private func entry(_ code: String) -> String {
        "{ \"code\": \"\(code)\", \"name\": \"\(name(of: code))\", "
            + "\"platforms\": \(platforms(of: code)) }"
    }

    @Test("Task 5 · Stations by code")
    func stationsByCode() throws {
        let many = directory(Array(stations.keys))
        let sorted = stations.keys.sorted()
        let few = directory([
            "b", "10", "007", "WIEN", "Z", "", "9", "Bre", "BRE", "bC", "a.b", " b", "7", "a_b",
            "É",
        ])
        let budapest = directory(["BUD"])
        let found = try read(
            many,
            """
            The codes are keys that nobody knows in advance, and a code is in its key alone: use a \
            key type that can be any string, and take the code from there \(.keepTheKey)
            """, with: decodeDirectory)
        try expectEqual(
            entries(of: found).count, stations.count,
            """
            Every station is in the directory. An enum of keys passes over the codes that it does \
            not know, and two stations may have one name \(.keysThatAreDataInLesson05)
            """)
        try readEach(
            [
                many: entries(sorted) { "\"\($0)\"" }, few: entries(codes.sorted()) { "\"\($0)\"" },
                "{}": "[]", budapest: #"["BUD"]"#,
            ],
            """
            The code is in the key and nowhere else. Keep it, letter by letter: "007" is not 7, \
            "Bre" is not "BRE", and "a_b" is not "aB" \(.keepTheKey)
            """
        ) { entries(of: try decodeDirectory(from: $0)).map { "\($0.code as Any)" }.sorted() }
        try readEach(
            [#"{ "VIE": { "code": "XXX", "name": "Wien Hbf", "platforms": 12 } }"#: #"["VIE"]"#],
            """
            The code of a station is its key. Something in the object that is called code too is \
            not the key \(.keepTheKey)
            """
        ) { entries(of: try decodeDirectory(from: $0)).map(\.code) }
        try expectEntries(many, sorted, few, found)
        try refuseBrokenDirectories()
        try writeDirectories(many, few, budapest)
    }

    private func expectEntries(
        _ many: String, _ sorted: [String], _ few: String, _ found: Directory
    ) throws {
        try readEach(
            [many: entries(sorted) { "\"\($0)\"" }],
            """
            The entries are in the order of their codes. allKeys has an order that is left to \
            chance: sort by the code, and sort last \(.theOrderOfTheKeys)
            """
        ) { entries(of: try decodeDirectory(from: $0)).map(\.code) }
        try readEach(
            [few: entries(codes) { "\"\($0)\"" }],
            """
            The codes are sorted as < compares strings: "10" before "9", and "Z" before "a" \
            \(.theOrderOfTheKeys)
            """
        ) { entries(of: try decodeDirectory(from: $0)).map(\.code) }
        try readEach(
            [many: entries(sorted, entry), few: entries(codes, entry), "{}": "[]"],
            """
            Each station has the name and the platforms that are under its code, 0 too \
            \(.keepTheKey)
            """
        ) { document in
            entries(of: try decodeDirectory(from: document)).map {
                ["code": $0.code, "name": $0.name, "platforms": $0.platforms] as [String: Any?]
            }
        }
        // One number a document, so that an answer that cannot take it shows the right one.
        try readEach(
            [
                #"{ "VIE": { "name": "A", "platforms": -1 } }"#: "[-1]",
                #"{ "VIE": { "name": "A", "platforms": 300 } }"#: "[300]",
            ],
            """
            The number of platforms stays as it is in the document, below 0 and above 255 too: its \
            type is Int \(.keepTheKey)
            """
        ) { entries(of: try decodeDirectory(from: $0)).map(\.platforms) }
        try expectTypes(("entries", found.entries, [Directory.Entry].self))
        if let entry = entries(of: found).first {
            try expectTypes(
                ("code", entry.code, String.self), ("name", entry.name, String.self),
                ("platforms", entry.platforms, Int.self))
        }
    }

    private func refuseBrokenDirectories() throws {
        try probe(
            directory(["ALT", "VIE", "ZRH"]), whole: ["*.platforms"],
            rules: [
                .at("*", .absent, expect: .success), .at("", .unknownKey, expect: .notProbed),
            ],
            """
            A station is broken, and the caller should hear of it. A default value or a try? makes \
            a directory that looks complete \(.aParentThatIsNullOrAbsent)
            """,
            wrongType: """
                A directory is an object of objects, each with a string and a whole number. \
                Nothing else is read as one \(.aParentThatIsNullOrAbsent)
                """, with: decodeDirectory)
        try refuse(
            #"{ "stations": { "VIE": { "name": "A", "platforms": 1 } } }"#,
            """
            Every key at the top level is the code of a station, "stations" too \
            \(.keysThatAreDataInLesson05)
            """, with: decodeDirectory)
    }

    private func writeDirectories(_ many: String, _ few: String, _ budapest: String) throws {
        try rewriteEach(
            [many],
            """
            Written, each station is an object under its code, with a name and platforms, and \
            nothing else \(.keepTheKey)
            """, task: 5, from: decodeDirectory, with: encode)
        let nothing = try fromTask(5) { try decodeDirectory(from: Data("{}".utf8)) }
        _ = try value(
            """
            A directory without stations is written as {}: open the container once, before the \
            loop \(.writeItBackInTheSameShape)
            """
        ) { try encode(nothing) }
        try rewriteEach(
            [few, "{}", budapest],
            """
            Each station is written under its own code, with all that it has, 0 too \(.keepTheKey)
            """, task: 5, from: decodeDirectory, with: encode)
    }

    // MARK: - Task 6

    /// A train that can be read, and one for each way in which a train can be broken.
    private let good = #""NT 40": { "minutes": 25, "reason": "snow" }"#
    private let broken = [
        "NT 41": #"{ "minutes": null, "reason": "snow" }"#, "NT 42": #"{ "reason": "snow" }"#,
        "NT 43": #"{ "minutes": "25", "reason": "snow" }"#, "NT 44": #"{ "minutes": 25 }"#,
        "NT 45": #"{ "minutes": 25, "reason": null }"#, "NT 46": "null", "NT 47": "25",
        "NT 48": #""snow""#, "NT 49": #"[25, "snow"]"#, "NT 50": "{}",
        "NT 51": #"{ "minutes": true, "reason": "snow" }"#,
        "NT 52": #"{ "minutes": 25, "reason": 7 }"#,
    ]

    /// A board with the train that can be read, and with some of the broken ones.
    private func board(_ trains: [String]) -> String {
        let members = trains.sorted().map { train in
            "  \"\(train)\": \(broken[train] ?? "{}")"
        }
        return "{\n\((["  " + good] + members).joined(separator: ",\n"))\n}"
    }

    private func delays(_ board: DelayBoard) -> [[String: Any?]] {
        let delays = board.delays as Any as? [Delay] ?? []
        return delays.map { ["train": $0.train, "minutes": $0.minutes, "reason": $0.reason] }
    }

    private func trains(_ board: DelayBoard) -> [String] {
        (board.delays as Any as? [Delay] ?? []).map { "\($0.train as Any)" }
    }

    private func failures(_ board: DelayBoard) -> [String: any Error] {
        board.failures as Any as? [String: any Error] ?? [:]
    }

    @Test("Task 6 · A board with broken trains")
    func aBoardWithBrokenTrains() throws {
        try readDelays()
        let snow = #"[{ "train": "NT 40", "minutes": 25, "reason": "snow" }]"#
        for train in broken.keys.sorted() {
            let document = board([train])
            _ = try readBroken(document)
            try readEach(
                [document: snow],
                """
                A broken train is not among the delays, and the others are: nothing is made up \
                for it \(.oneBadPhoto)
                """
            ) { delays(try decodeDelays(from: $0)) }
            try expectFailures([train], in: document)
        }
        try expectFailures(broken.keys.sorted(), in: board(Array(broken.keys)))
        try readEach(
            [#"{ "NT 41": { "minutes": null, "reason": "snow" }, "NT 46": null }"#: "[]"],
            """
            On a board may be broken trains alone: then there are no delays, and a failure for each \
            \(.oneBadPhoto)
            """
        ) { delays(try decodeDelays(from: $0)) }
        try expectFailures([], in: "{ \(good) }")
        for document in ["[]", "null", "7", #""NT 40""#, "[{ \(good) }]"] {
            try refuse(
                document,
                """
                A document that is not an object has no trains, broken or not. Catch the errors of \
                the trains, and not that of the whole \(.oneBadPhoto)
                """, with: decodeDelays)
        }
    }

    private func readBroken(_ document: String) throws -> DelayBoard {
        try read(
            document,
            """
            One broken train ends the whole board. Decode each train by itself, and catch its error \
            there \(.oneBadPhoto)
            """, with: decodeDelays)
    }

    /// Reads boards on which nothing is broken.
    private func readDelays() throws {
        let many = (stride(from: 44, through: 2, by: -3)).map { "NT \($0)" }
        // Neither the minutes nor the reasons are in the order of the numbers.
        func document(_ trains: [String]) -> String {
            let members = trains.enumerated().map { place, train in
                "\"\(train)\": { \"minutes\": \(place * 7 % 15 + 1), \"reason\": \"\(place * 4 % 15)\" }"
            }
            return "{ \(members.joined(separator: ", ")) }"
        }
        let numbersAreKeys: Misconception = """
            The numbers of the trains are keys that nobody knows in advance, and a number is in its \
            key alone \(.anObjectWhereAnArrayBelongs)
            """
        let board = try read("{ \(good) }", numbersAreKeys, with: decodeDelays)
        try readEach(
            [
                "{ \(good) }": #"["NT 40"]"#,
                document(many): entries(many.sorted()) { "\"\($0)\"" },
            ], numbersAreKeys
        ) { trains(try decodeDelays(from: $0)).sorted() }
        try readEach(
            [document(many): entries(many.sorted()) { "\"\($0)\"" }],
            """
            The delays are in the order of the numbers, as < compares strings: "NT 11" before \
            "NT 2" \(.theOrderOfTheKeys)
            """
        ) { trains(try decodeDelays(from: $0)) }
        try readEach(
            [
                "{ \(good) }": #"[{ "train": "NT 40", "minutes": 25, "reason": "snow" }]"#,
                #"{ "": { "reason": "", "minutes": 7 } }"#:
                    #"[{ "train": "", "minutes": 7, "reason": "" }]"#,
                #"{ "a_b": { "reason": " \"ice\" ", "minutes": 12 } }"#:
                    #"[{ "train": "a_b", "minutes": 12, "reason": " \"ice\" " }]"#,
                #"{ "007": { "minutes": 140, "reason": "x", "train": "NT 9" } }"#:
                    #"[{ "train": "007", "minutes": 140, "reason": "x" }]"#,
                "{}": "[]",
            ],
            """
            A delay has the number of its key, and the minutes and the reason that are under it, \
            all as they are in the document \(.anObjectWhereAnArrayBelongs)
            """
        ) { delays(try decodeDelays(from: $0)) }
        try readEach(
            [
                #"{ "A": { "minutes": 0, "reason": "" } }"#:
                    #"[{ "train": "A", "minutes": 0, "reason": "" }]"#
            ],
            """
            A train with 0 minutes can be read too, and is among the delays: do not judge what is late \
            \(.oneBadPhoto)
            """
        ) { delays(try decodeDelays(from: $0)) }
        try readEach(
            [
                #"{ "A": { "minutes": -2, "reason": "B" } }"#: "[-2]",
                #"{ "A": { "minutes": 1440, "reason": "B" } }"#: "[1440]",
            ],
            """
            The minutes stay as they are in the document, below 0 and above 255 too: their type is \
            Int \(.anObjectWhereAnArrayBelongs)
            """
        ) { (try decodeDelays(from: $0).delays as Any as? [Delay] ?? []).map(\.minutes) }
        try expectTypes(
            ("delays", board.delays, [Delay].self),
            ("failures", board.failures, [String: any Error].self))
        if let delay = (board.delays as Any as? [Delay])?.first {
            try expectTypes(
                ("train", delay.train, String.self), ("minutes", delay.minutes, Int.self),
                ("reason", delay.reason, String.self))
        }
    }

    /// Compares the trains among the failures with the broken ones, and looks where each error is.
    private func expectFailures(_ trains: [String], in document: String) throws {
        let board = try readBroken(document)
        try readEach(
            [document: entries(trains) { "\"\($0)\"" }],
            """
            The failures have each train that cannot be read, under its number, and no other. A \
            train that is in neither list is lost in silence \(.oneBadPhoto)
            """
        ) { failures(try decodeDelays(from: $0)).keys.sorted() }
        for (train, error) in failures(board).sorted(by: { $0.key < $1.key }) {
            guard let error = error as? DecodingError,
                codingPathKeys(of: error).first?.stringValue == train
            else {
                try fail(
                    """
                    The error of a train is the decoder's own, and its path begins with the number. \
                    Keep the error that you catch, and decode from the decoder of the board \
                    \(.oneBadPhoto)
                    """,
                    ["For \(train), the failures have:"] + ["    \(error)"] + ["The document:"]
                        + excerpt(of: document))
            }
            let wanted = Self.errorCases[train] ?? [.typeMismatch, .valueNotFound, .keyNotFound]
            guard let found = DecodingErrorCase(error), wanted.contains(found) else {
                try fail(
                    """
                    The error of this train says something else than what is wrong with it: keep the \
                    error that decoding the train throws, and make none of your own \(.oneBadPhoto)
                    """,
                    [
                        "For \(train), expected was "
                            + wanted.map(\.rawValue).joined(separator: " or ") + ", and it has:",
                        "    \(DecodingErrorCase(error)?.rawValue ?? "another error")",
                        "The document:",
                    ] + excerpt(of: document))
            }
        }
    }

    /// What a decoder says of the broken trains of which it can say one thing only.
    private static let errorCases: [String: [DecodingErrorCase]] = [
        "NT 41": [.valueNotFound], "NT 42": [.keyNotFound, .valueNotFound],
        "NT 43": [.typeMismatch],
        "NT 44": [.keyNotFound, .valueNotFound], "NT 45": [.valueNotFound],
        "NT 47": [.typeMismatch], "NT 51": [.typeMismatch], "NT 52": [.typeMismatch],
    ]
}
