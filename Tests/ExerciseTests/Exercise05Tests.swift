import ExerciseChecks
import Foundation
import Testing

@testable import Exercise05

@Suite("Exercise 05 · Stations", .serialized, .exercise)
struct Exercise05Tests: ExerciseSuite {
    @Test("Task 1 · An operator from a string")
    func operatorFromAString() throws {
        let document = Data(#"{"name":"Basel SBB","operatedBy":"SBB Infrastruktur"}"#.utf8)
        let station = try value(
            """
            The operator is a string in the document and a type in the model: read it in a \
            single-value container (lesson 05, An object from a plain string)
            """
        ) {
            try decodeStation(from: document)
        }
        #expect(station.name == "Basel SBB")
        // `as Any`, so that a property of another type is refused here, with a sentence.
        let company = (station.operatedBy as Any) as? Operator
        #expect(
            company?.name == "SBB Infrastruktur",
            """
            operatedBy should stay an Operator, with the name from the document (lesson 05, An \
            object from a plain string)
            """
        )
        try expect(
            .keyNotFound, at: "",
            """
            A station without an operator is an error, and no operator is made up (lesson 01, \
            Absent, null or the wrong type)
            """
        ) {
            try decodeStation(from: Data(#"{"name":"Basel SBB"}"#.utf8))
        }

        let written = try value("A station should be encodable too (lesson 01, Back to JSON)") {
            try encode(station)
        }
        #expect(
            texts(in: written) == ["name": "Basel SBB", "operatedBy": "SBB Infrastruktur"],
            """
            Written, the operator is a plain string again: an init(from:) of your own calls for an \
            encode(to:) of your own (lesson 05, An object from a plain string)
            """
        )
    }

    @Test("Task 2 · Two levels down")
    func twoLevelsDown() throws {
        let place = try value(
            """
            City and position are one and two objects further down: open these with nested \
            containers, each from the one around it (lesson 05, Two levels down)
            """
        ) {
            try decodePlace(from: placeDocument)
        }
        #expect(place.name == "Zürich HB")
        #expect(place.city == "Zürich")
        #expect(
            place.latitude == 47.378 && place.longitude == 8.54,
            "Latitude and longitude come from the position (lesson 05, Two levels down)"
        )
        try expect(
            .typeMismatch, at: "address.position",
            """
            A position that is a string is an error. try? on a container takes it for no position \
            at all (lesson 05, A parent that is null or absent)
            """
        ) {
            try decodePlace(
                from: Data(
                    #"{"name":"A","address":{"city":"B","position":"47.378, 8.54"}}"#.utf8))
        }
        try expect(
            .valueNotFound, at: "address.position",
            """
            A position that is null is an error, and not a place in the Atlantic (lesson 05, Two \
            levels down)
            """
        ) {
            try decodePlace(
                from: Data(#"{"name":"A","address":{"city":"B","position":null}}"#.utf8))
        }
        try expect(
            .keyNotFound, at: "address.position",
            "A position without its longitude is an error (lesson 05, Two levels down)"
        ) {
            try decodePlace(
                from: Data(
                    #"{"name":"A","address":{"city":"B","position":{"latitude":1}}}"#.utf8))
        }
        try expect(
            .keyNotFound, at: "",
            "A place without an address is an error (lesson 05, A parent that is null or absent)"
        ) {
            try decodePlace(from: Data(#"{"name":"A"}"#.utf8))
        }
    }

    @Test("Task 3 · The way back")
    func theWayBack() throws {
        let place = try decodePlace(from: placeDocument)
        let written = try value("A place should be encodable (lesson 01, Back to JSON)") {
            try encode(place)
        }
        #expect(
            isShaped(written, like: placeDocument),
            """
            A place is written with the levels that it was read from: the city in the address, and \
            the position in the address too (lesson 05, Write it back in the same shape)
            """
        )
        let read = try value(
            """
            What you wrote should be read again as a place (lesson 05, Write it back in the same \
            shape)
            """
        ) {
            try decodePlace(from: written)
        }
        #expect(
            read == place,
            """
            Written and read again, it should be the same place, latitude and longitude each under \
            its own key (lesson 05, Write it back in the same shape)
            """
        )
    }

    @Test("Task 4 · Null or absent")
    func nullOrAbsent() throws {
        let open = try value(
            "A lounge that is an object has seats (lesson 05, A parent that is null or absent)"
        ) {
            try decodeComfort(from: Data(#"{"station":"Graz Hbf","lounge":{"seats":24}}"#.utf8))
        }
        #expect(open.station == "Graz Hbf")
        #expect(
            open.lounge == .open(seats: 24),
            "The seats come from the lounge (lesson 05, A parent that is null or absent)"
        )

        let absent = try value(
            """
            A lounge that is absent is unknown, and no error. Ask contains first: decodeNil throws \
            where there is no key (lesson 05, A parent that is null or absent)
            """
        ) {
            try decodeComfort(from: Data(#"{"station":"Graz Hbf"}"#.utf8))
        }
        let null = try value(
            """
            A lounge that is null is missing, and no error (lesson 05, A parent that is null or \
            absent)
            """
        ) {
            try decodeComfort(from: Data(#"{"station":"Graz Hbf","lounge":null}"#.utf8))
        }
        #expect(
            absent.lounge == .unknown && null.lounge == .missing,
            """
            Null says that there is no lounge, an absent key says nothing. An optional makes one \
            nil of both: ask contains, then decodeNil (lesson 05, A parent that is null or absent)
            """
        )
        try expect(
            .typeMismatch, at: "lounge",
            """
            "yes" is no lounge and no answer either. try? on the container takes it for one \
            (lesson 05, A parent that is null or absent)
            """
        ) {
            try decodeComfort(from: Data(#"{"station":"Graz Hbf","lounge":"yes"}"#.utf8))
        }
        try expect(
            .keyNotFound, at: "lounge",
            """
            A lounge without its seats is an error. Nobody said that it has none (lesson 05, A \
            parent that is null or absent)
            """
        ) {
            try decodeComfort(from: Data(#"{"station":"Graz Hbf","lounge":{}}"#.utf8))
        }
    }

    @Test("Task 5 · Facilities by name")
    func facilitiesByName() throws {
        let document = Data(
            """
            {"station":"Praha hl.n.",
             "facilities":{"lift":9,"shower":3,"locker":210,"bike stand":75}}
            """.utf8)
        let equipment = try value(
            """
            The facilities are an object. A dictionary whose keys are an enum wants an array, until \
            the enum is CodingKeyRepresentable (lesson 05, Dictionaries and enums)
            """
        ) {
            try decodeEquipment(from: document)
        }
        #expect(equipment.station == "Praha hl.n.")
        #expect(
            equipment.facilities == [.lift: 9, .shower: 3, .locker: 210, .bikeStand: 75],
            "Each facility has its number (lesson 05, Dictionaries and enums)"
        )
        try expect(
            .dataCorrupted, at: "facilities.sauna",
            """
            A sauna is none of the four, and should be refused at its key. A key that is passed \
            over is lost without a word (lesson 05, Dictionaries and enums)
            """
        ) {
            try decodeEquipment(
                from: Data(#"{"station":"A","facilities":{"lift":1,"sauna":2}}"#.utf8))
        }

        let written = try value("Equipment should be encodable too (lesson 01, Back to JSON)") {
            try encode(equipment)
        }
        #expect(
            isShaped(written, like: document),
            """
            Written, the facilities are an object again, with the names that the documents use \
            (lesson 05, Dictionaries and enums)
            """
        )
        let read = try value(
            "What you wrote should be read again (lesson 05, Dictionaries and enums)"
        ) {
            try decodeEquipment(from: written)
        }
        #expect(read == equipment, "Written and read again, it should be the same equipment")
    }

    @Test("Task 6 · Stations by code")
    func stationsByCode() throws {
        let document = directoryDocument(codes)
        let directory = try value(
            """
            The keys are codes that nobody knows in advance: use a key that takes any text \
            (lesson 05, Keys that are data)
            """
        ) {
            try decodeDirectory(from: document)
        }
        #expect(
            directory.entries.count == codes.count,
            """
            Every station is in the directory. An enum of keys passes over the codes that it does \
            not know, and two stations may have one name (lesson 05, Keys that are data)
            """
        )
        let hasEveryCode = Set(directory.entries.map(\.code)) == Set(codes)
        #expect(
            hasEveryCode,
            """
            The code is in the key and nowhere else: it is lost if you do not keep it (lesson 05, \
            Keep the key)
            """
        )
        // Twenty times: an order that is left to chance is another one each time.
        let sorted = codes.sorted()
        for _ in 1...20 {
            let again = try decodeDirectory(from: document)
            guard again.entries.map(\.code) == sorted else {
                Issue.record(
                    """
                    The entries should be in the order of their codes. The order of allKeys is left \
                    to chance: sort (lesson 05, Keep the key)
                    """)
                break
            }
        }
        #expect(
            directory.entries.allSatisfy { entry in
                entry.name == name(of: entry.code) && entry.platforms == platforms(of: entry.code)
            },
            "Name and platforms are those that stand under the code (lesson 05, Keep the key)"
        )
        let none = try value("A directory without stations is no error") {
            try decodeDirectory(from: Data("{}".utf8))
        }
        #expect(none.entries.isEmpty)
        try expect(
            .typeMismatch, at: "ZRH.platforms",
            """
            A station is broken, and the caller should hear of it. A try? makes a directory that \
            looks complete (lesson 05, A parent that is null or absent)
            """
        ) {
            try decodeDirectory(
                from: Data(
                    #"{"ALT":{"name":"A","platforms":8},"ZRH":{"name":"Z","platforms":"x"}}"#
                        .utf8))
        }

        let written = try value("A directory should be encodable too (lesson 01, Back to JSON)") {
            try encode(directory)
        }
        #expect(
            isShaped(written, like: document),
            """
            Written, each station is an object under its code, with a name and platforms, and \
            nothing else (lesson 05, Keep the key)
            """
        )
        let read = try value("What you wrote should be read again (lesson 05, Keep the key)") {
            try decodeDirectory(from: written)
        }
        let isSame = read == directory
        #expect(isSame, "Written and read again, it should be the same directory")
    }
}

private let placeDocument = Data(
    """
    {
      "name": "Zürich HB",
      "address": {
        "city": "Zürich",
        "position": { "latitude": 47.378, "longitude": 8.54 }
      }
    }
    """.utf8)

/// Codes in no order at all, and enough of them that chance cannot sort them.
private let codes = [
    "ROM", "ALT", "VIE", "PRG", "ZRH", "BRE", "MUC", "GRZ", "KRK", "BUD", "LJU", "VEN", "XKO",
]

/// Names that sort in another order than the codes. Two stations have the same one.
private func name(of code: String) -> String {
    code == "XKO" || code == "ALT" ? "Neustadt" : "Station \(String(code.reversed()))"
}

private func platforms(of code: String) -> Int {
    (codes.firstIndex(of: code) ?? 0) + 2
}

private func directoryDocument(_ codes: [String]) -> Data {
    let entries = codes.map { code in
        #""\#(code)":{"name":"\#(name(of: code))","platforms":\#(platforms(of: code))}"#
    }
    return Data("{\(entries.joined(separator: ","))}".utf8)
}

/// The document as an object of strings, or nil if it is anything else.
private func texts(in document: Data) -> [String: String]? {
    try? JSONDecoder().decode([String: String].self, from: document)
}

/// Whether a document has the same keys as another one, level by level.
private func isShaped(_ document: Data, like other: Data) -> Bool {
    paths(in: document) == paths(in: other)
}

/// The way to each value of a document: `address.position.latitude`.
private func paths(in document: Data) -> [String] {
    func paths(of value: Any, at path: String) -> [String] {
        switch value {
        case let object as [String: Any]:
            object.isEmpty
                ? ["\(path){}"] : object.flatMap { paths(of: $0.value, at: "\(path).\($0.key)") }
        case let array as [Any]:
            ["\(path)[]"] + array.flatMap { paths(of: $0, at: "\(path)[]") }
        default:
            [path]
        }
    }
    guard let root = try? JSONSerialization.jsonObject(with: document) else { return [] }
    return paths(of: root, at: "").sorted()
}
