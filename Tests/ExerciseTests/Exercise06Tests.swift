import ExerciseChecks
import Foundation
import Testing

@testable import Exercise06

@Suite("Exercise 06 · The route", .serialized, .exercise)
struct Exercise06Tests: ExerciseSuite {
    @Test("Task 1 · Names from nested objects")
    func namesFromNestedObjects() throws {
        let night = route(
            "NT 61", #"{"platform":"3","station":{"name":"Zürich HB"}}"#,
            #"{"platform":"1","station":{"name":"Buchs SG"}}"#,
            #"{"platform":"2","station":{"name":"Sargans"}}"#,
            #"{"platform":"5","station":{"name":"Buchs SG"}}"#)
        let odd = route(
            #"\"Ö\" 7"#, #"{"station":{"name":"Brig, Bahnhof"}}"#, #"{"station":{"name":""}}"#,
            #"{"station":{"name":" A \"B\" "}}"#)
        _ = try read(
            night,
            """
            The stops are objects, and their stations too: decode each as what it is, and take the \
            name out of it (lesson 06, An array in a nested object)
            """, with: decodeRoute)
        let none = route("NT 40")
        _ = try read(
            none,
            """
            An empty list of stops is not an error: the route has no stations (lesson 06, One \
            element after another)
            """, with: decodeRoute)
        try readEach(
            [night: ["Zürich HB", "Buchs SG", "Sargans", "Buchs SG"], none: []],
            """
            Every stop of the list, in the list's order, a station as often as the train calls \
            there (lesson 06, Objects without a type)
            """
        ) { try decodeRoute(from: $0).stations }
        try readEach(
            [odd: ["Brig, Bahnhof", "", #" A "B" "#]],
            """
            Three stops, and each name is kept as it is, with its comma or its blanks. Names that \
            are joined and cut again come out in pieces (lesson 06, An array in a nested object)
            """
        ) { try decodeRoute(from: $0).stations }
        try readEach(
            [night: "NT 61", none: "NT 40", odd: #""Ö" 7"#],
            "The train is the string under train (lesson 06, An array in a nested object)"
        ) { try decodeRoute(from: $0).train }
        try probe(
            night, rules: [.at("stops[].platform", expect: .success)],
            """
            A train, its list of stops, and of each stop a station with a name: all of them have to \
            be there. A default value or a try? makes a route that looks complete (lesson 05, A \
            parent that is null or absent)
            """,
            wrongType: """
                The stops are a list of objects, and the names are strings. Do not take another \
                value for them (lesson 06, Objects without a type)
                """,
            refused: """
                You need the name of each station and nothing else of a stop. Let the other keys \
                have any value (lesson 01, Take what you need)
                """, with: decodeRoute)
    }

    @Test("Task 2 · A stop without keys")
    func stopWithoutKeys() throws {
        let basel = #"["basel-sbb","5:52"]"#
        let quoted = #"["a \"b\" \\","ü"]"#
        _ = try read(
            basel,
            """
            A stop is a list and not an object: read its elements one after another in an unkeyed \
            container (lesson 06, Places instead of keys)
            """, with: decodeStop)
        let order: Comment = """
            First the station, then the time, each string as it is: the order is the document's, \
            and not that of the properties (lesson 06, Places instead of keys)
            """
        try readEach(
            [
                basel: "basel-sbb", quoted: #"a "b" \"#, #"["",""]"#: "", #"["21:10","wien"]"#:
                    "21:10", #"[" B ","7"]"#: " B ",
            ], order
        ) { try decodeStop(from: $0).station }
        try readEach(
            [basel: "5:52", quoted: "ü", #"["",""]"#: "", #"["21:10","wien"]"#: "wien"], order
        ) { try decodeStop(from: $0).time }
        for document in [#"["basel-sbb"]"#, "[]"] {
            try refuseLength(
                document, [.valueNotFound, .dataCorrupted], at: ["[0]", "[1]", ""],
                """
                A stop without a time is an error: after the end of the list, decode throws by \
                itself (lesson 06, Places instead of keys)
                """,
                other: """
                    A list that is too short is valueNotFound or dataCorrupted, at the list or at \
                    the missing element (lesson 06, Places instead of keys)
                    """, with: decodeStop)
        }
        for rest in [#""6:07""#, #""6:07","6:31""#, "null", "7", "[]", "null,null"] {
            try refuseLength(
                #"["basel-sbb","5:52",\#(rest)]"#, [.dataCorrupted], at: ["[2]", ""],
                """
                A list of more than two is not a stop. The rest may be of any type, null too, and \
                of any length: only isAtEnd knows (lesson 06, Places instead of keys)
                """,
                other: """
                    A list that is too long is dataCorrupted, at the list or at the first element \
                    too many (lesson 06, Places instead of keys)
                    """, with: decodeStop)
        }
        try probe(
            basel,
            """
            Both elements have to be there, and null is not a string. Do not make a value up \
            (lesson 06, Places instead of keys)
            """,
            wrongType: """
                A stop is a list, and both elements are strings. Do not turn another value into one \
                (lesson 06, Places instead of keys)
                """, with: decodeStop)
    }

    @Test("Task 3 · Longitude first")
    func longitudeFirst() throws {
        let praha = marker("praha-hl-n", "14.436, 50.083")
        _ = try read(
            praha,
            """
            The root has keys, the coordinates have none: open an unkeyed container under their key \
            (lesson 06, Places instead of keys)
            """, with: decodeMarker)
        try readEach(
            [praha: 14.436],
            """
            In the document the longitude comes first. The other way round, Praha is in Arabia \
            (lesson 06, Places instead of keys)
            """
        ) { try decodeMarker(from: $0).longitude }
        let numbers: Comment = """
            Each coordinate is the number at its place, with its sign and all its digits, 0 too \
            (lesson 06, Places instead of keys)
            """
        let suva = marker("suva", "178.4415001,-18.14161")
        let greenwich = marker("", "0,51.4780953")
        let macapa = marker(#"\"macapá\""#, "-51.0663917,0.0")
        try readEach(
            [praha: 14.436, suva: 178.4415001, greenwich: 0, macapa: -51.0663917], numbers
        ) { try decodeMarker(from: $0).longitude }
        try readEach(
            [praha: 50.083, suva: -18.14161, greenwich: 51.4780953, macapa: 0], numbers
        ) { try decodeMarker(from: $0).latitude }
        try readEach(
            [praha: "praha-hl-n", greenwich: "", macapa: #""macapá""#],
            "The station is the string under station (lesson 06, Places instead of keys)"
        ) { try decodeMarker(from: $0).station }
        for coordinates in ["14.436", ""] {
            try refuseLength(
                marker("A", coordinates), [.valueNotFound, .dataCorrupted],
                at: ["coordinates[1]", "coordinates[0]", "coordinates"],
                "One coordinate is not a place on a map (lesson 06, Places instead of keys)",
                other: """
                    Too few coordinates are valueNotFound or dataCorrupted, under coordinates \
                    (lesson 06, Places instead of keys)
                    """, with: decodeMarker)
        }
        for rest in ["235", "null", #""235""#, "null,null", "235,1", "[]"] {
            try refuseLength(
                marker("A", "14.436,50.083,\(rest)"), [.dataCorrupted],
                at: ["coordinates[2]", "coordinates"],
                """
                More than two coordinates are too many, of whatever type the rest is: ask isAtEnd \
                of the container that you read them from (lesson 06, Places instead of keys)
                """,
                other: """
                    Too many coordinates are dataCorrupted, with a path that begins with coordinates \
                    (lesson 06, Places instead of keys)
                    """, with: decodeMarker)
        }
        try probe(
            praha,
            """
            A marker has a station and two numbers. A coordinate that is null is an error: left out \
            or 0, it is another place (lesson 06, Places instead of keys)
            """,
            wrongType: """
                The station is a string, and the coordinates are a list of numbers. Do not turn \
                another value into one (lesson 06, Places instead of keys)
                """, with: decodeMarker)
        try refuseLength(
            marker("A", "14.436,null,50.083"), [.valueNotFound, .dataCorrupted],
            at: ["coordinates[1]", "coordinates[2]", "coordinates"],
            """
            Null between two numbers is an error. Passed over, it moves the numbers to other places \
            (lesson 06, Places instead of keys)
            """,
            other: """
                Null among the coordinates is an error under coordinates (lesson 06, Places instead \
                of keys)
                """, with: decodeMarker)
    }

    @Test("Task 4 · The way back")
    func wayBack() throws {
        try expectBack(
            [#"["basel-sbb","5:52"]"#],
            """
            A stop is written as a list of two strings again, first the station. What the compiler \
            writes is an object (lesson 06, Places instead of keys)
            """, task: 2, decodeStop, encode)
        try expectBack(
            [#"["a \"b\" \\","ü"]"#, #"["",""]"#, #"["21:10","wien"]"#],
            """
            The shape is right, and a string is not: both are written as they were read. Leave \
            quotes to JSONEncoder (lesson 01, Back to JSON)
            """, task: 2, decodeStop, encode)
        try expectBack(
            [marker("praha-hl-n", "14.436,50.083")],
            """
            A marker is written as an object with a station and a list of two numbers, the \
            longitude first (lesson 06, Places instead of keys)
            """, task: 3, decodeMarker, encode)
        try expectBack(
            [
                marker("suva", "178.4415001,-18.1416123"), marker("", "0,51.4780953"),
                marker(#"\"macapá\""#, "-51.0663917,0"),
            ],
            """
            The shape is right, and a value is not: each coordinate is written with its sign and \
            all its digits, 0 too (lesson 06, Places instead of keys)
            """, task: 3, decodeMarker, encode)
    }

    @Test("Task 5 · Mixed announcements")
    func mixedAnnouncements() throws {
        let mixed = #"""
            [{"type":"platform","platform":"9B"}, {"minutes":25,"type":"delay"},
            {"type":"message","text":"delay"}, {"type":"delay","minutes":10}]
            """#
        let odd = #"""
            [{"type":"delay","minutes":-3}, {"type":"delay","minutes":0},
            {"type":"delay","minutes":1440}, {"type":"message","text":""},
            {"type":"platform","platform":""}, {"type":"platform","platform":"9B"},
            {"type":"platform","platform":"9B"}, {"type":"message","text":" \"Grüezi\" \\ 7 "}]
            """#
        _ = try read(
            mixed,
            """
            The key type says which case it is. The compiler's own Codable knows no type: read it \
            first, then the value that belongs to it (lesson 06, Mixed elements in one list)
            """, with: decodeAnnouncements)
        try readEach(
            [
                mixed: [
                    Announcement.platform("9B"), .delay(minutes: 25), .message("delay"),
                    .delay(minutes: 10),
                ], "[]": [],
                odd: [
                    .delay(minutes: -3), .delay(minutes: 0), .delay(minutes: 1440), .message(""),
                    .platform(""), .platform("9B"), .platform("9B"),
                    .message(#" "Grüezi" \ 7 "#),
                ],
                #"[{"type":"delay","minutes":3,"text":"soon","platform":9}]"#: [.delay(minutes: 3)],
            ],
            """
            Every announcement in its place, with the value that belongs to its type, be it 0, below \
            0 or "" (lesson 06, Mixed elements in one list)
            """, with: decodeAnnouncements)
        let delay = #"{"type":"delay","minutes":3}"#
        for type in ["song", "Delay", " message", "", "platforms"] {
            let unknown = #"{"type":"\#(type)","text":"la","minutes":1,"platform":"2"}"#
            for (document, index) in [
                ("[\(unknown)]", 0), ("[\(delay),\(unknown),\(delay)]", 1),
                ("[\(delay),\(unknown)]", 1),
            ] {
                try refuse(
                    document, .dataCorrupted, at: "[\(index)].type",
                    """
                    "\(type)" is none of the three. Make the type an enum with raw values, and the \
                    decoder refuses it: a stand-in says what nobody said (lesson 06, Mixed elements \
                    in one list)
                    """,
                    otherError: """
                        A type that is none of the three is dataCorrupted, at the key type (lesson \
                        06, Mixed elements in one list)
                        """, with: decodeAnnouncements)
            }
        }
        try probe(
            mixed, rules: [.at("[].minutes", .fraction, expect: .anyDecodingError)],
            """
            An announcement has a type and its own value. Without one it is an error, and not an \
            announcement of nothing (lesson 06, Mixed elements in one list)
            """,
            wrongType: """
                Minutes are a whole number, and the rest are strings. Guessing, or a row of try?, \
                turns a mistake into another announcement (lesson 06, A value with three shapes)
                """, with: decodeAnnouncements)
        try refuseAny(
            #"[{"type":"delay","minutes":2.9}]"#,
            "2.9 is not a whole number of minutes (lesson 04, The number that is not valid JSON)")

        try expectBack(
            [mixed],
            """
            Written, each announcement has its type under the key type, its value under the key that \
            it came from, and nothing else (lesson 06, Mixed elements in one list)
            """, task: 5, decodeAnnouncements, encode)
        try expectBack(
            [odd, "[]", "[\(delay)]"],
            """
            Every announcement is written, in its place, with its value as it was read, be it 0, \
            below 0 or "". Without announcements it is an empty list (lesson 06, Mixed elements in \
            one list)
            """, task: 5, decodeAnnouncements, encode)
    }

    @Test("Task 6 · What was dropped")
    func whatWasDropped() throws {
        let good = #"[["a","1:00"],["b","2:00"],["a","1:00"]]"#
        // Two broken elements side by side, and one at each end.
        let broken = #"""
            ["closed", ["a","1:00"], null, 7, {"station":"x"}, ["b","2:00"], ["y"], ["z",3],
            [], ["c","4:00","5:00"], ["c","4:00"], []]
            """#
        let spoiled = #"[["a"], null]"#
        _ = try read(
            good, "A list without a mistake decodes (lesson 06, Keep what you drop)",
            with: decodeTimetable)
        let timetable = try read(
            broken,
            """
            Broken elements should not spoil the list. [Stop?] accepts null, and no other broken \
            element: go through the elements, each with a decoder of its own (lesson 06, Keep what \
            you drop)
            """, with: decodeTimetable)
        // The type first: a list of optionals would pass for a list of stops where none is nil.
        guard type(of: timetable.stops as Any) == [Stop].self else {
            return fail(
                """
                stops should stay [Stop]. A nil in the list is a stop that nobody can use, and does \
                not say why (lesson 06, Keep what you drop)
                """)
        }
        func stops(in document: Data, _ part: (Stop) -> String) throws -> [String]? {
            (try decodeTimetable(from: document).stops as Any as? [Stop])?.map(part)
        }
        try readEach(
            [good: ["a", "b", "a"], broken: ["a", "b", "c"], spoiled: [], "[]": []],
            """
            All good stops, in their order, also those after a broken one, and no others (lesson \
            06, A loop that never ends)
            """
        ) { try stops(in: $0, \.station) }
        try readEach(
            [good: ["1:00", "2:00", "1:00"], broken: ["1:00", "2:00", "4:00"]],
            "Each stop has its time, as in task 2 (lesson 06, Places instead of keys)"
        ) { try stops(in: $0, \.time) }
        try readEach(
            [broken: 9, good: 0, spoiled: 2, "[]": 0],
            """
            One entry in dropped for each broken element, and for no other. A list that gets \
            shorter in silence tells nobody what is missing (lesson 06, Keep what you drop)
            """
        ) { try decodeTimetable(from: $0).dropped.count }
        try readEach(
            [broken: [0, 2, 3, 4, 6, 7, 8, 9, 11], good: [], spoiled: [0, 1]],
            """
            The index is the place in the document, counted from 0: ask currentIndex before you \
            move on (lesson 06, Keep what you drop)
            """
        ) { try decodeTimetable(from: $0).dropped.map(\.index) }
        expectErrors(timetable.dropped)
        for document in [#"{"stops":[]}"#, #""closed""#, "7"] {
            try refuse(
                document, .typeMismatch, at: "",
                """
                A document that is not a list has no elements to drop: that is an error (lesson \
                06, Keep what you drop)
                """, with: decodeTimetable)
        }
    }

    /// Wants of each broken element of task 6 what the decoder says of it.
    private func expectErrors(_ dropped: [Dropped]) {
        let short: [DecodingErrorCase] = [.valueNotFound, .dataCorrupted]
        let expected: [Int: [DecodingErrorCase]] = [
            0: [.typeMismatch], 2: [.valueNotFound], 3: [.typeMismatch], 4: [.typeMismatch],
            6: short, 7: [.typeMismatch], 8: short, 9: [.dataCorrupted], 11: short,
        ]
        for entry in dropped {
            let decodingError = entry.error as? DecodingError
            let errorCase = decodingError.flatMap(DecodingErrorCase.init)
            let cases = expected[entry.index] ?? []
            guard let decodingError, let errorCase, cases.contains(errorCase) else {
                let names = cases.map(\.rawValue).joined(separator: " or ")
                return fail(
                    """
                    Each entry has the error that the decoder threw for this element: keep it, and \
                    do not make another one (lesson 06, Keep what you drop)
                    """,
                    [
                        "At the index \(entry.index), expected was \(names). It has:",
                        "  " + String("\(entry.error)".prefix(200)),
                    ])
            }
            let path = codingPath(of: decodingError)
            guard path.hasPrefix("[\(entry.index)]") else {
                return fail(
                    """
                    The path of each error begins with the index of its element. A document of its \
                    own for each element loses that (lesson 06, Keep what you drop)
                    """,
                    [
                        "At the index \(entry.index) the error is \(errorCase.rawValue) at "
                            + (path.isEmpty ? "the top level" : path)
                    ])
            }
        }
    }

    /// Wants an error about a list of the wrong length, at one of several places.
    private func refuseLength<Value>(
        _ document: String, _ cases: [DecodingErrorCase], at places: [String], _ comment: Comment,
        other: Comment, sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Data) throws -> Value
    ) throws {
        let data = Data(document.utf8)
        do {
            _ = try answer(data)
        } catch let error as DecodingError {
            let isCase = DecodingErrorCase(error).map(cases.contains) ?? false
            if isCase && places.contains(codingPath(of: error)) { return }
        } catch {}
        try expect(
            cases[0], at: places[0], comment, otherError: other, in: data,
            sourceLocation: sourceLocation
        ) { try answer(data) }
    }

    /// Wants an error of the decoder, whichever it is and wherever it points.
    private func refuseAny(
        _ document: String, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        do {
            let found = try decodeAnnouncements(from: Data(document.utf8))
            fail(comment, ["It returned \(found)."], sourceLocation: sourceLocation)
        } catch is DecodingError {}
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

private func marker(_ station: String, _ coordinates: String) -> String {
    #"{"station":"\#(station)","coordinates":[\#(coordinates)]}"#
}

private func route(_ train: String, _ stops: String...) -> String {
    #"{"train":"\#(train)","stops":[\#(stops.joined(separator: ",\n"))]}"#
}
