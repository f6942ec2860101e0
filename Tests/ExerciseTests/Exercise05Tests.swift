import ExerciseChecks
import Foundation
import Testing

@testable import Exercise05

@Suite("Exercise 05 · Stations", .serialized, .exercise)
struct Exercise05Tests: ExerciseSuite {
    @Test("Task 1 · An operator from a string")
    func operatorFromAString() throws {
        let basel = #"{"name":"Basel SBB","operatedBy":"SBB Infrastruktur"}"#
        let station = try read(
            basel,
            """
            The operator is a string in the document and a type in the model: read it in a \
            single-value container (lesson 05, An object from a plain string)
            """, with: decodeStation)
        // `as Any`, so that a property of another type is refused here, with a sentence.
        guard (station.operatedBy as Any) is Operator else {
            return fail(
                """
                operatedBy should stay an Operator, with the name from the document (lesson 05, An \
                object from a plain string)
                """)
        }
        try readEach(
            [
                basel: "SBB Infrastruktur",
                #"{"operatedBy":"ÖBB-Infrastruktur","name":"Wien Hbf"}"#: "ÖBB-Infrastruktur",
                #"{"name":"A","operatedBy":"Správa \"železnic\" \\ SŽ"}"#:
                    #"Správa "železnic" \ SŽ"#,
                #"{"name":"B","operatedBy":" DB, InfraGO "}"#: " DB, InfraGO ",
                #"{"name":"C","operatedBy":""}"#: "",
                #"{"name":"D","operatedBy":"2024"}"#: "2024",
            ],
            """
            The name of the operator is the whole string of the document, as it is (lesson 05, An \
            object from a plain string)
            """
        ) { (try decodeStation(from: $0).operatedBy as Any as? Operator)?.name }
        try readEach(
            [
                basel: "Basel SBB", #"{"operatedBy":"","name":" Köln \"Messe\" "}"#:
                    #" Köln "Messe" "#, #"{"name":"","operatedBy":"DB"}"#: "",
            ],
            "The name of the station is the string under name (lesson 01, Decode a launch)"
        ) { try decodeStation(from: $0).name }
        try probe(
            basel,
            """
            A station has a name and an operator. A default value or a try? makes up what nobody \
            wrote (lesson 01, Absent, null or the wrong type)
            """,
            wrongType: """
                A name is a string. Do not turn another value into one (lesson 01, Absent, null or \
                the wrong type)
                """, with: decodeStation)

        try expectBack(
            [basel],
            """
            Written, the operator is a plain string again: an init(from:) of your own calls for an \
            encode(to:) of your own (lesson 05, An object from a plain string)
            """, task: 1, decodeStation, encode)
        try expectBack(
            [
                #"{"name":"Wien Hbf","operatedBy":"ÖBB-Infrastruktur"}"#,
                #"{"name":"Praha \"hl.n.\"","operatedBy":"Správa \\ \"železnic\""}"#,
                #"{"name":"","operatedBy":""}"#,
            ],
            """
            Both names are written as they were read, every letter of them: leave quotes and \
            umlauts to JSONEncoder (lesson 01, Back to JSON)
            """, task: 1, decodeStation, encode)
    }

    @Test("Task 2 · Two levels down")
    func twoLevelsDown() throws {
        let zurich = place("Zürich HB", in: "Zürich", 47.378, 8.54)
        _ = try read(
            zurich,
            """
            City and position are one and two objects further down: open these with nested \
            containers, each from the one around it (lesson 05, Two levels down)
            """, with: decodePlace)
        try readEach(
            [
                zurich: "Zürich HB", place("Gare de Lyon", in: "Paris", 48.8447, 2.3739):
                    "Gare de Lyon", place("", in: "Wien", 48, 16): "",
            ], "The name of a place is at the top level (lesson 05, Two levels down)"
        ) { try decodePlace(from: $0).name }
        try readEach(
            [
                zurich: "Zürich", place("Gare de Lyon", in: "Paris", 48.8447, 2.3739): "Paris",
                place("Frankfurt (M) Süd", in: "Frankfurt am Main", 50.1, 8.7): "Frankfurt am Main",
                place("Wien Hbf", in: "", 48, 16): "",
            ],
            """
            The city is in the address. It is not a part of the name, and the name is not a stand-in \
            for it (lesson 05, Two levels down)
            """
        ) { try decodePlace(from: $0).city }
        let coordinates: Comment = """
            Latitude and longitude come from the position, each from its own key, with sign and \
            digits, also where one is 0 (lesson 05, Two levels down)
            """
        try readEach(
            [
                zurich: 47.378, place("Retiro", in: "Buenos Aires", -34.59136, -58.37489): -34.59136,
                place("Equator", in: "Macapá", 0, -51.06639): 0,
            ], coordinates
        ) { try decodePlace(from: $0).latitude }
        try readEach(
            [
                zurich: 8.54, place("Retiro", in: "Buenos Aires", -34.59136, -58.37489): -58.37489,
                place("Greenwich", in: "London", 51.4780953, 0): 0,
                place("Suva", in: "Suva", -18, 178.4415001): 178.4415001,
            ], coordinates
        ) { try decodePlace(from: $0).longitude }
        let objects: Comment = """
            An address and a position are objects, a coordinate is a number. A try? or a second \
            attempt takes something else for them (lesson 05, A parent that is null or absent)
            """
        try refuse(
            #"{"name":"A","address":{"city":"B","position":[47.378,8.54]}}"#, .typeMismatch,
            at: "address.position", objects, with: decodePlace)
        try probe(
            zurich,
            """
            Name, city and both numbers have to be there, and the objects around them too. A \
            default value makes up a place in the Atlantic (lesson 05, A parent that is null or \
            absent)
            """,
            wrongType: objects, with: decodePlace)
    }

    @Test("Task 3 · The way back")
    func theWayBack() throws {
        try expectBack(
            [place("Zürich HB", in: "Zürich", 47.378, 8.54)],
            """
            A place is written with the levels that it was read from: city and position in the \
            address, the numbers in the position (lesson 05, Write it back in the same shape)
            """, task: 2, decodePlace, encode)
        try expectBack(
            [
                place("Retiro", in: "Buenos Aires", -34.59136, -58.37489),
                place("Greenwich", in: "London", 51.4780953, 0),
                place("Equator", in: "Macapá", 0, -51.0663917),
                place(#"Gare \"du Nord\""#, in: #"\\Paris\\"#, 48.88096, 2.35531),
                place("", in: "", 0, 0),
            ],
            """
            The shape is right, and a value is not: each is written under its own key, 0 and "" too, \
            with all its digits and letters (lesson 05, Write it back in the same shape)
            """, task: 2, decodePlace, encode)
    }

    @Test("Task 4 · Null or absent")
    func nullOrAbsent() throws {
        let graz = #"{"station":"Graz Hbf","lounge":{"seats":24}}"#
        let absent = #"{"station":"Graz Hbf"}"#
        let null = #"{"station":"Graz Hbf","lounge":null}"#
        _ = try read(
            graz, "A lounge that is an object has seats (lesson 05, A parent that is null or absent)",
            with: decodeComfort)
        _ = try read(
            absent,
            """
            A lounge that is absent is unknown, and not an error. Ask contains first: decodeNil \
            throws where there is no key (lesson 05, A parent that is null or absent)
            """, with: decodeComfort)
        _ = try read(
            null,
            """
            A lounge that is null is missing, and not an error (lesson 05, A parent that is null or \
            absent)
            """, with: decodeComfort)
        try readEach(
            [absent: Lounge.unknown, null: .missing],
            """
            Null says that there is no lounge, an absent key says nothing. An optional gives nil for \
            both: ask contains, then decodeNil (lesson 05, A parent that is null or absent)
            """
        ) { try decodeComfort(from: $0).lounge }
        try readEach(
            [
                graz: Lounge.open(seats: 24), #"{"lounge":{"seats":0},"station":"A"}"#:
                    .open(seats: 0), #"{"lounge":{"seats":1200},"station":"B"}"#:
                    .open(seats: 1200), absent: .unknown,
            ],
            """
            A lounge is open where there is an object, with the seats that it says, 0 too (lesson \
            05, A parent that is null or absent)
            """
        ) { try decodeComfort(from: $0).lounge }
        try readEach(
            [
                graz: "Graz Hbf", #"{"lounge":null,"station":"Bregenz"}"#: "Bregenz",
                #"{"station":"Ústí \"západ\""}"#: #"Ústí "západ""#,
            ], "The station is the string under station (lesson 05, A parent that is null or absent)"
        ) { try decodeComfort(from: $0).station }
        let odd: Comment = """
            A lounge is an object, null or not there. A try? on the container takes anything else \
            for one of these (lesson 05, A parent that is null or absent)
            """
        for lounge in [#""yes""#, "false", #""""#, "[]", "0", #""null""#] {
            try refuse(
                #"{"station":"Graz Hbf","lounge":\#(lounge)}"#, .typeMismatch, at: "lounge", odd,
                with: decodeComfort)
        }
        try probe(
            graz, optional: ["lounge"],
            rules: [.at("lounge.seats", .fraction, expect: .anyDecodingError)],
            """
            Only the lounge may be absent or null. A lounge without its seats is an error, and so is \
            a comfort without its station (lesson 05, A parent that is null or absent)
            """,
            wrongType: """
                The station is a string and the seats are a whole number. Do not turn another value \
                into one (lesson 01, Absent, null or the wrong type)
                """,
            refused: """
                A key that nobody asked for does no harm. A dictionary of numbers reads all keys: \
                read the seats alone (lesson 01, Take what you need)
                """, with: decodeComfort)
    }

    @Test("Task 5 · Facilities by name")
    func facilitiesByName() throws {
        let praha = """
            {"station":"Praha hl.n.","facilities":{"lift":9,"shower":3,"locker":210,"bike stand":75}}
            """
        let none = #"{"station":"Nádraží \"u lesa\"","facilities":{}}"#
        let zero = #"{"facilities":{"shower":0,"lift":1,"locker":100000},"station":""}"#
        _ = try read(
            praha,
            """
            The facilities are an object. A dictionary whose keys are an enum is read from an array, \
            until the enum is CodingKeyRepresentable (lesson 05, Dictionaries and enums)
            """, with: decodeEquipment)
        try readEach(
            [
                praha: [Facility.lift: 9, .shower: 3, .locker: 210, .bikeStand: 75], none: [:],
                zero: [.shower: 0, .lift: 1, .locker: 100_000],
            ],
            """
            Each facility has its number, 0 too, and a station may have none of them (lesson 05, \
            Dictionaries and enums)
            """
        ) { try decodeEquipment(from: $0).facilities }
        try readEach(
            [praha: "Praha hl.n.", none: #"Nádraží "u lesa""#, zero: ""],
            "The station is the string under station (lesson 05, Dictionaries and enums)"
        ) { try decodeEquipment(from: $0).station }
        for name in ["sauna", "Lift", "bikeStand", " lift", "LOCKER", ""] {
            try refuse(
                #"{"station":"A","facilities":{"lift":1,"\#(name)":2}}"#, .dataCorrupted,
                at: #"facilities["\#(name)"]"#,
                """
                A facility that is none of the four is refused, letter by letter. A key that is \
                passed over is lost in silence (lesson 05, Dictionaries and enums)
                """,
                otherError: """
                    A facility that is none of the four is dataCorrupted, at its own key \
                    (lesson 05, Dictionaries and enums)
                    """, with: decodeEquipment)
        }
        try probe(
            praha,
            rules: [
                .at("facilities.*", .absent, expect: .success),
                .at("facilities", .unknownKey, expect: .notProbed),
                .at("facilities.*", .fraction, expect: .anyDecodingError),
            ],
            """
            Station and facilities have to be there, and each facility has a number: null is not 0 \
            (lesson 01, Absent, null or the wrong type)
            """,
            wrongType: """
                The facilities are an object with whole numbers. Do not turn another value into them \
                (lesson 01, Absent, null or the wrong type)
                """, with: decodeEquipment)

        try expectBack(
            [praha],
            """
            Written, the facilities are an object again, with numbers under the names that the \
            documents use (lesson 05, Dictionaries and enums)
            """, task: 5, decodeEquipment, encode)
        try expectBack(
            [none, zero],
            """
            A facility with 0 is written too, and without facilities there is an empty object \
            (lesson 05, Write it back in the same shape)
            """, task: 5, decodeEquipment, encode)
    }

    @Test("Task 6 · Stations by code")
    func stationsByCode() throws {
        let document = directory(codes)
        let sorted = codes.sorted()
        let few = directory(["b", "10", "007", "Z", "9", "Bre", "BRE", "a.b", "7", "É"])
        let fewSorted = ["007", "10", "7", "9", "BRE", "Bre", "Z", "a.b", "b", "É"]
        let read = try read(
            document,
            """
            The keys are codes that nobody knows in advance: use a key that can have any name \
            (lesson 05, Keys that are data)
            """, with: decodeDirectory)
        expectEqual(
            read.entries.count, codes.count,
            """
            Every station is in the directory. An enum of keys passes over the codes that it does \
            not know, and two stations may have one name (lesson 05, Keys that are data)
            """)
        try readEach(
            [document: sorted, "{}": [], few: fewSorted.sorted(), directory(["QDU"]): ["QDU"]],
            """
            The code is in the key and nowhere else. Keep it, letter by letter: "007" is not 7, and \
            "Bre" is not "BRE" (lesson 05, Keep the key)
            """
        ) { try decodeDirectory(from: $0).entries.map(\.code).sorted() }
        try readEach(
            [document: sorted],
            """
            The entries are in the order of their codes. allKeys has an order that is left to \
            chance: sort by the code, and sort last (lesson 05, Keep the key)
            """
        ) { try decodeDirectory(from: $0).entries.map(\.code) }
        try readEach(
            [few: fewSorted],
            """
            The codes are sorted as < compares strings: "10" before "9", and "Z" before "a" \
            (lesson 05, Keep the key)
            """
        ) { try decodeDirectory(from: $0).entries.map(\.code) }
        try readEach(
            [document: sorted.map(name), "{}": [], few: fewSorted.map(name)],
            "Each station has the name that stands under its code (lesson 05, Keep the key)"
        ) { try decodeDirectory(from: $0).entries.map(\.name) }
        try readEach(
            [document: sorted.map(platforms), "{}": [], few: fewSorted.map(platforms)],
            """
            Each station has the platforms that stand under its code, be it 0 or 300 (lesson 05, \
            Keep the key)
            """
        ) { try decodeDirectory(from: $0).entries.map(\.platforms) }
        try probe(
            directory(["ALT", "VIE", "ZRH"]),
            rules: [
                .at("*", .absent, expect: .success),
                .at("", .unknownKey, expect: .notProbed),
                .at("*.platforms", .fraction, expect: .anyDecodingError),
            ],
            """
            A station is broken, and the caller should hear of it. A default value or a try? makes a \
            directory that looks complete (lesson 05, A parent that is null or absent)
            """,
            wrongType: """
                A station is an object with a string and a whole number. Do not take another value \
                for it (lesson 05, A parent that is null or absent)
                """, with: decodeDirectory)

        try expectBack(
            [document],
            """
            Written, each station is an object under its code, with a name and platforms, and \
            nothing else (lesson 05, Keep the key)
            """, task: 6, decodeDirectory, encode)
        try expectBack(
            [few, "{}", directory(["BUD"])],
            """
            Each station is written under its own code, with all that it has, 0 too (lesson 05, \
            Keep the key)
            """, task: 6, decodeDirectory, encode)
    }

    /// Reads documents and writes what was read: the same documents should come out, also where the
    /// others were read in between.
    private func expectBack<Value>(
        _ documents: [String], _ comment: Comment, task: Int,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ decode: (Data) throws -> Value, _ encode: (Value) throws -> Data
    ) throws {
        func write(_ read: Value, _ document: String, _ comment: Comment) throws -> Bool {
            let written = try value(
                "What was read can be written (lesson 01, Back to JSON)",
                sourceLocation: sourceLocation
            ) { try encode(read) }
            return expectWritten(written, document, comment, sourceLocation: sourceLocation)
        }
        var values: [Value] = []
        for document in documents {
            let read = try fromTask(task) { try decode(Data(document.utf8)) }
            guard try write(read, document, comment) else { return }
            values.append(read)
        }
        for (read, document) in zip(values, documents) {
            let again: Comment = """
                Read, then another document read, then written: something else came out. Write what \
                the value has, and keep nothing from the last call
                """
            guard try write(read, document, again) else { return }
        }
    }
}

private func place(
    _ name: String, in city: String, _ latitude: Double, _ longitude: Double
) -> String {
    """
    {"name":"\(name)","address":{"city":"\(city)",
    "position":{"latitude":\(latitude),"longitude":\(longitude)}}}
    """
}

/// Codes in no order at all, and enough of them that chance cannot sort them.
private let codes = [
    "ROM", "ALT", "VIE", "PRG", "ZRH", "BRE", "MUC", "GRZ", "KRK", "BUD", "LJU", "VEN", "XKO",
]

/// Names that sort in another order than the codes. Two stations have the same one.
private func name(of code: String) -> String {
    code == "XKO" || code == "ALT" ? "Neustadt" : "Station \(String(code.reversed()))"
}

private func platforms(of code: String) -> Int {
    switch code {
    case "007": 0
    case "Bre": 300
    default: 2 + (code.unicodeScalars.first.map { Int($0.value) } ?? 0) % 20
    }
}

private func directory(_ codes: [String]) -> String {
    let entries = codes.map { code in
        #""\#(code)":{"name":"\#(name(of: code))","platforms":\#(platforms(of: code))}"#
    }
    return "{\(entries.joined(separator: ",\n"))}"
}
