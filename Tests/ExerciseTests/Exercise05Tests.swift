import ExerciseChecks
import Foundation
import Testing

// By name: a learner's own type of the same name is not meant.
import struct ExerciseChecks.Misconception

@testable import Exercise05

@Suite("Exercise 05 · Stations", .serialized, .exercise)
struct Exercise05Tests: ExerciseSuite {
    // MARK: - Task 1

    private let basel = #"{ "name": "Basel SBB", "operatedBy": "SBB Infrastruktur" }"#

    /// `as Any`, so that a property of another type is refused with a sentence.
    private func company(of station: Station) -> Operator? {
        station.operatedBy as Any as? Operator
    }

    private func parts(_ station: Station) -> [String: Any?] {
        ["name": station.name, "operatedBy": company(of: station)?.name]
    }

    @Test("Task 1 · An operator from a string")
    func operatorFromAString() throws {
        let station = try read(
            basel,
            """
            The operator is a string in the document and a type in the model: read it in a \
            single-value container \(.anObjectFromAPlainString)
            """, with: decodeStation)
        let company = try require(
            company(of: station),
            """
            operatedBy should stay an Operator, with the name from the document \
            \(.anObjectFromAPlainString)
            """)
        try readEach(
            [
                basel, #"{ "operatedBy": "ÖBB-Infrastruktur", "name": "Wien Hbf" }"#,
                #"{ "name": " Köln \"Messe\" ", "operatedBy": " DB, InfraGO \\ \"DB\" " }"#,
                #"{ "name": "", "operatedBy": "" }"#, #"{ "name": "7", "operatedBy": "2024" }"#,
            ],
            """
            Both names are the whole strings of the document, as they are; an empty string is a \
            string too \(.anObjectFromAPlainString)
            """
        ) { parts(try decodeStation(from: $0)) }
        try expectTypes(("Station.name", station.name, String.self))
        try expectTypes(("Operator.name", company.name, String.self))
        try refuse(
            #"{ "name": "A", "operatedBy": { "name": "B" } }"#,
            """
            The operator is a string and nothing else: do not try an object too \
            \(.anObjectFromAPlainString)
            """, with: decodeStation)
        try probe(
            basel,
            """
            A station has a name and an operator. A default value or a try? makes up what nobody \
            wrote \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A name is a string. Do not turn another value into one \(.absentNullOrTheWrongType)
                """, with: decodeStation)
        try writeOperators()
    }

    private func writeOperators() throws {
        try rewriteEach(
            [basel],
            """
            Written, the operator is a plain string again: an init(from:) of your own calls for an \
            encode(to:) of your own \(.anObjectFromAPlainString)
            """, task: 1, from: decodeStation, with: encode)
        try rewriteEach(
            [
                #"{ "name": "Wien Hbf", "operatedBy": "ÖBB-Infrastruktur" }"#,
                #"{ "name": "Praha \"hl.n.\"", "operatedBy": "Správa \\ \"železnic\"" }"#,
                #"{ "name": "", "operatedBy": "" }"#,
            ],
            """
            Both names are written as they were read, every letter of them: leave quotes and \
            umlauts to JSONEncoder \(.backToJSON)
            """, task: 1, from: decodeStation, with: encode)
    }

    // MARK: - Tasks 2 and 3

    private let zurich = #"""
        {
          "name": "Zürich HB",
          "address": { "city": "Zürich", "position": { "latitude": 47.378, "longitude": 8.54 } }
        }
        """#
    /// Names and cities that have nothing in common, or everything, or nothing at all.
    private let names = [
        #"{ "name": "Gare de Lyon", "address": { "city": "Paris", "position": { "latitude": 48.8447, "longitude": 2.3739 } } }"#,
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

    @Test("Task 2 · Two levels down")
    func twoLevelsDown() throws {
        let place = try read(
            zurich,
            """
            City and position are one and two objects further down: open these with nested \
            containers, each from the one around it \(.twoLevelsDown)
            """, with: decodePlace)
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
            [zurich] + names + numbers,
            """
            Each value comes from its own key at its own level: the city is in the address, and \
            not a part of the name \(.twoLevelsDown)
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

    private func refuseBrokenPlaces() throws {
        let objects: Misconception = """
            An address and a position are objects, a coordinate is a number. A try? or a second \
            attempt accepts something else \(.aParentThatIsNullOrAbsent)
            """
        try refuse(
            #"{ "name": "A", "address": { "city": "B", "position": [47.378, 8.54] } }"#, objects,
            with: decodePlace)
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
        try probe(
            zurich,
            """
            Name, city and both numbers have to be there, and the objects around them too. A \
            default value makes up a place in the Atlantic \(.aParentThatIsNullOrAbsent)
            """, wrongType: objects, with: decodePlace)
    }

    @Test("Task 3 · The way back")
    func theWayBack() throws {
        try rewriteEach(
            [zurich],
            """
            A place is written with the levels that it was read from: city and position in the \
            address, the numbers in the position \(.writeItBackInTheSameShape)
            """, task: 2, from: decodePlace, with: encode)
        try rewriteEach(
            numbers + names,
            """
            The shape is right, and a value is not: each is written under its own key, 0 and "" \
            too, with all its digits and letters \(.writeItBackInTheSameShape)
            """, task: 2, from: decodePlace, with: encode)
    }

    // MARK: - Task 4

    @Test("Task 4 · Null or absent")
    func nullOrAbsent() throws {
        let graz = #"{ "station": "Graz Hbf", "lounge": { "seats": 24 } }"#
        let absent = #"{ "station": "Graz Hbf" }"#
        let null = #"{ "station": "Graz Hbf", "lounge": null }"#
        _ = try read(
            absent,
            """
            A lounge that is absent is unknown, and not an error. Ask contains first: decodeNil \
            throws where there is no key \(.aParentThatIsNullOrAbsent)
            """, with: decodeComfort)
        _ = try read(
            null,
            "A lounge that is null is missing, and not an error \(.aParentThatIsNullOrAbsent)",
            with: decodeComfort)
        try expectEach(
            [absent: Lounge.unknown, null: .missing],
            """
            Null says that there is no lounge, an absent key says nothing. An optional gives nil \
            for both: ask contains, then decodeNil \(.aParentThatIsNullOrAbsent)
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

    // MARK: - Task 5

    @Test("Task 5 · Facilities by name")
    func facilitiesByName() throws {
        let praha = #"""
            {
              "station": "Praha hl.n.",
              "facilities": { "lift": 9, "shower": 3, "locker": 210, "bike stand": 75 }
            }
            """#
        let none = #"{ "station": " Nádraží \"u lesa\"", "facilities": {} }"#
        let zero = #"""
            {
              "facilities": { "shower": 0, "lift": 1, "locker": 100000, "bike stand": -2 },
              "station": ""
            }
            """#
        let equipment = try read(
            praha,
            """
            The facilities are an object. A dictionary whose keys are an enum is read from an \
            array, until the enum is CodingKeyRepresentable \(.dictionariesAndEnums)
            """, with: decodeEquipment)
        try expectEach(
            [
                praha: [Facility.lift: 9, .shower: 3, .locker: 210, .bikeStand: 75], none: [:],
                zero: [.shower: 0, .lift: 1, .locker: 100_000, .bikeStand: -2],
            ],
            """
            Each facility has its number, 0 too, and a station may have none of them \
            \(.dictionariesAndEnums)
            """
        ) { try decodeEquipment(from: Data($0.utf8)).facilities }
        try readEach(
            [praha: #""Praha hl.n.""#, none: #"" Nádraží \"u lesa\"""#, zero: #""""#],
            "The station is the string under station \(.dictionariesAndEnums)"
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
                passed over is lost in silence \(.dictionariesAndEnums)
                """,
                otherError: """
                    A facility that is none of the four is dataCorrupted, at its own key \
                    \(.dictionariesAndEnums)
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
            documents use \(.dictionariesAndEnums)
            """, task: 5, from: decodeEquipment, with: encode)
        try rewriteEach(
            [none, zero],
            """
            A facility with 0 is written too, and without facilities there is an empty object \
            \(.writeItBackInTheSameShape)
            """, task: 5, from: decodeEquipment, with: encode)
    }

    // MARK: - Task 6

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
        switch code {
        case "007": 0
        case "a.b": -1
        case "Bre": 300
        default: (code + name(of: code)).utf8.count
        }
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

    @Test("Task 6 · Stations by code")
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
            chance: sort by the code, and sort last \(.keepTheKey)
            """
        ) { entries(of: try decodeDirectory(from: $0)).map(\.code) }
        try readEach(
            [few: entries(codes) { "\"\($0)\"" }],
            """
            The codes are sorted as < compares strings: "10" before "9", and "Z" before "a" \
            \(.keepTheKey)
            """
        ) { entries(of: try decodeDirectory(from: $0)).map(\.code) }
        try readEach(
            [many: entries(sorted, entry), few: entries(codes, entry), "{}": "[]"],
            """
            Each station has the name and the platforms that are under its code, be it 0 or 300 \
            platforms \(.keepTheKey)
            """
        ) { document in
            entries(of: try decodeDirectory(from: document)).map {
                ["code": $0.code, "name": $0.name, "platforms": $0.platforms] as [String: Any?]
            }
        }
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
            """, task: 6, from: decodeDirectory, with: encode)
        let nothing = try fromTask(6) { try decodeDirectory(from: Data("{}".utf8)) }
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
            """, task: 6, from: decodeDirectory, with: encode)
    }
}
