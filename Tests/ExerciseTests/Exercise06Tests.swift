import ExerciseChecks
import Foundation
import Testing

import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.ExerciseTrait
import struct ExerciseChecks.Misconception
import class Foundation.JSONSerialization
import struct Swift.KeyValuePairs
import struct Testing.SourceLocation

@testable import Exercise06

// By name: a learner's own type of the same name is not meant.

@Suite("Exercise 06 · The route", .serialized, .exercise)
struct Exercise06Tests: ExerciseSuite {
    // MARK: - Task 1

    @Test("Task 1 · Names from nested objects")
    func namesFromNestedObjects() throws {
        let night = #"""
            { "train": "NT 61", "stops": [
            { "platform": "3", "station": { "name": "Zürich HB" } },
            { "platform": "1", "station": { "name": "Buchs SG" } },
            { "platform": "2", "station": { "name": "Sargans" } },
            { "platform": "5", "station": { "name": "Buchs SG" } }] }
            """#
        let commas = #"""
            { "stops": [{ "station": { "name": "Brig, Bahnhof" } }, { "station": { "name": "" } },
            { "station": { "name": " A \"B\" " } }], "train": "" }
            """#
        let none = #"{ "train": "\"Ö\" 7", "stops": [] }"#
        let one = #"{ "train": " NT ", "stops": [{ "station": { "name": "Bern" } }] }"#
        let route = try read(
            night,
            """
            The stops are objects, and their stations too: decode each as what it is, and take the \
            name out of it \(.anArrayInANestedObject)
            """, with: decodeRoute)
        _ = try read(
            none,
            """
            An empty list of stops is not an error: the route has no stations \
            \(.oneElementAfterAnother)
            """, with: decodeRoute)
        _ = try read(
            #"{ "train": "", "stops": [{ "station": { "name": "" } }, { "station": { "name": "" } }] }"#,
            """
            These stops have no platform, and the document is right. You do not need that key: do \
            not decode it \(.takeWhatYouNeed)
            """, with: decodeRoute)
        let isEverySecond = (route.stations as Any as? [String]) == ["Buchs SG", "Buchs SG"]
        try readEach(
            [
                night: #"["Zürich HB", "Buchs SG", "Sargans", "Buchs SG"]"#, none: "[]",
                one: #"["Bern"]"#,
            ],
            isEverySecond
                ? """
                Every second stop is skipped: each nestedContainer or decode moves on to the next \
                element. Open one container for each stop, and ask it for all that you need \
                \(.oneElementAfterAnother)
                """
                : """
                Every stop of the list, in the list's order, a station as often as the train calls \
                there \(.theObjectsOfAList)
                """
        ) { try decodeRoute(from: $0).stations }
        try readEach(
            [commas: #"["Brig, Bahnhof", "", " A \"B\" "]"#],
            """
            Three stops, and each name is kept as it is, with its comma or its blanks. Names that \
            are joined and cut again come out in pieces \(.anArrayInANestedObject)
            """
        ) { try decodeRoute(from: $0).stations }
        try readEach(
            [night: #""NT 61""#, none: #""\"Ö\" 7""#, commas: #""""#, one: #"" NT ""#],
            "The train is the string under train \(.anArrayInANestedObject)"
        ) { try decodeRoute(from: $0).train }
        try expectTypes(
            ("train", route.train, String.self), ("stations", route.stations, [String].self))
        try refuseBrokenRoutes(night)
    }

    private func refuseBrokenRoutes(_ night: String) throws {
        try probe(
            night, rules: [.at("stops[].platform", expect: .success)],
            """
            A train, its list of stops, and of each stop a station with a name: all of them have \
            to be there. A default value or a try? makes a route that looks complete \
            \(.aParentThatIsNullOrAbsent)
            """,
            wrongType: """
                The stops are a list of objects, and the names are strings. Nothing else is read \
                as one of these \(.theObjectsOfAList)
                """,
            refused: """
                You need the name of each station and nothing else of a stop. Its other keys may \
                have any value \(.takeWhatYouNeed)
                """, with: decodeRoute)
    }

    // MARK: - Task 2

    private let basel = #"["basel-sbb", "5:52"]"#
    private let oddStops = [
        #"["a \"b\" \\", "ü"]"#, #"["", ""]"#, #"["21:10", "wien"]"#, #"[" B ", "7"]"#,
        #"["A", "0:05"]"#, #"["bern", "bern"]"#,
    ]

    @Test("Task 2 · A stop without keys")
    func stopWithoutKeys() throws {
        let stop = try read(
            basel,
            """
            A stop is a list and not an object: it has no keys, and its elements are read one \
            after another \(.placesInsteadOfKeys)
            """, with: decodeStop)
        try readEach(
            [basel],
            "\(stop.time)".hasPrefix("basel")
                ? """
                First the station, then the time: the order is the document's, and not that of the \
                properties \(.placesInsteadOfKeys)
                """
                : """
                Each string is kept as it is in the document, with nothing added or taken away: \
                "5:52" is not "05:52" \(.placesInsteadOfKeys)
                """
        ) { parts(try decodeStop(from: $0)) }
        try readEach(
            oddStops,
            "Both strings are kept as they are, whatever they say \(.placesInsteadOfKeys)"
        ) { parts(try decodeStop(from: $0)) }
        try expectTypes(("station", stop.station, String.self), ("time", stop.time, String.self))
        let short: Misconception = """
            A stop without a time is an error: after the end of the list, decode throws by itself \
            \(.tooFewAndTooMany)
            """
        let shortError: Misconception = """
            A list that is too short is valueNotFound or dataCorrupted, at the list or at the \
            missing element. dataCorruptedError(in:) is at the element that comes next: before \
            anything is read, that is the first one \(.tooFewAndTooMany)
            """
        for (document, place) in [(#"["basel-sbb"]"#, "[1]"), ("[]", "[0]")] {
            try refuseLength(
                document, [.valueNotFound, .dataCorrupted], at: [place, ""], short,
                other: shortError, with: decodeStop)
        }
        for rest in [#""6:07""#, #""6:07", "6:31""#, "null", "7", "[]", "null, null"] {
            try refuseLength(
                "[\"basel-sbb\", \"5:52\", \(rest)]", [.dataCorrupted], at: ["[2]", ""],
                """
                A list of more than two is not a stop. The rest may be of any type, null too, and \
                of any length: do not read it to find out, but ask whether there is one \
                \(.tooFewAndTooMany)
                """,
                other: """
                    A list that is too long is dataCorrupted, at the list or at the first element \
                    too many. dataCorruptedError(in:) is at the element that comes next: make it \
                    after the two strings, and before you decode a third \(.tooFewAndTooMany)
                    """, with: decodeStop)
        }
        try refuseOtherStops()
    }

    private func refuseOtherStops() throws {
        for document in [
            #"{ "station": "basel-sbb", "time": "5:52" }"#, #""basel-sbb 5:52""#,
        ] {
            try refuse(
                document,
                """
                A stop is a list. An object or a string with the same two parts is an error \
                \(.placesInsteadOfKeys)
                """, with: decodeStop)
        }
        try probe(
            basel,
            """
            Both elements have to be there, and null is not a string. Do not make a value up \
            \(.placesInsteadOfKeys)
            """,
            wrongType: """
                A stop is a list, and both elements are strings. Do not turn another value into \
                one \(.placesInsteadOfKeys)
                """, with: decodeStop)
    }

    private func parts(_ stop: Stop) -> [Any?] { [stop.station, stop.time] }

    // MARK: - Task 3

    private let praha = #"{ "station": "praha-hl-n", "coordinates": [14.436, 50.083] }"#
    /// South, west and zero, as many digits as a Double has, and a longitude that is the larger one.
    private let oddMarkers = [
        #"{ "station": "suva", "coordinates": [178.44150011, -18.1416123] }"#,
        #"{ "coordinates": [0, 51.4780953], "station": "" }"#,
        #"{ "station": " \"Macapá\" ", "coordinates": [-51.0663917, 0] }"#,
        #"{ "station": "Fiji (east)", "coordinates": [182.5, -90.25] }"#,
    ]

    private func parts(_ marker: Marker) -> [String: Any?] {
        ["station": marker.station, "coordinates": [marker.longitude, marker.latitude] as [Any?]]
    }

    @Test("Task 3 · Longitude first")
    func longitudeFirst() throws {
        let marker = try read(
            praha,
            """
            The root has keys, the coordinates have none: open an unkeyed container under their \
            key \(.placesInsteadOfKeys)
            """, with: decodeMarker)
        try readEach(
            [praha: "14.436"],
            "\(marker.longitude)".hasPrefix("50.08")
                ? """
                In the document the longitude comes first. The other way round, Praha is in Arabia \
                \(.placesInsteadOfKeys)
                """
                : """
                The place is right, and the number is not. Decode a Double, which keeps all the \
                digits: a Float has about seven \(.floatDoubleOrDecimal)
                """
        ) { try decodeMarker(from: $0).longitude }
        try readEach(
            [praha] + oddMarkers,
            """
            Each coordinate is the number at its place, with its sign and all its digits, 0 too, \
            and the station is the string \(.placesInsteadOfKeys)
            """
        ) { parts(try decodeMarker(from: $0)) }
        try expectTypes(
            ("station", marker.station, String.self),
            ("longitude", marker.longitude, Double.self),
            ("latitude", marker.latitude, Double.self))
        try refuseOtherCoordinates()
    }

    private func refuseOtherCoordinates() throws {
        for (coordinates, place) in [("14.436", "coordinates[1]"), ("", "coordinates[0]")] {
            try refuseLength(
                "{ \"station\": \"A\", \"coordinates\": [\(coordinates)] }",
                [.valueNotFound, .dataCorrupted], at: [place, "coordinates"],
                "One coordinate is not a place on a map \(.tooFewAndTooMany)",
                other: """
                    Too few coordinates are valueNotFound or dataCorrupted, at coordinates or at \
                    the missing one \(.tooFewAndTooMany)
                    """, with: decodeMarker)
        }
        try refuse(
            #"{ "station": "A", "coordinates": [14.436, null, 50.083] }"#,
            """
            Null between two numbers is an error. Passed over, it moves the numbers to other \
            places \(.placesInsteadOfKeys)
            """, with: decodeMarker)
        for rest in ["235", "null", #""235""#, "null, null", "235, 1", "[]"] {
            try refuseLength(
                "{ \"station\": \"A\", \"coordinates\": [14.436, 50.083, \(rest)] }",
                [.dataCorrupted], at: ["coordinates[2]", "coordinates"],
                """
                More than two coordinates are too many, of whatever type the rest is: ask isAtEnd \
                of the container that you read them from \(.tooFewAndTooMany)
                """,
                other: """
                    Too many coordinates are dataCorrupted, at coordinates or at the first one \
                    too many. dataCorruptedError(in:) has the path of the container that you give \
                    it: give it the one that you read the coordinates from \(.tooFewAndTooMany)
                    """, with: decodeMarker)
        }
        try probe(
            praha,
            """
            A marker has a station and two numbers. None of them is made up \(.placesInsteadOfKeys)
            """,
            wrongType: """
                The station is a string, and the coordinates are a list of numbers. Do not turn \
                another value into one \(.placesInsteadOfKeys)
                """, with: decodeMarker)
    }

    // MARK: - Task 4

    @Test("Task 4 · The way back")
    func wayBack() throws {
        try rewriteEach(
            [basel],
            """
            A stop is written as a list of two strings again, first the station. An object, which \
            the compiler writes, is no stop, nor is a list in a list or one string for both \
            \(.placesInsteadOfKeys)
            """, task: 2, from: decodeStop, with: encode)
        try rewriteEach(
            oddStops,
            """
            The shape is right, and a string is not: both are written as they were read. Leave \
            quotes to JSONEncoder \(.backToJSON)
            """, task: 2, from: decodeStop, with: encode)
        try rewriteEach(
            [#"{ "station": "graz", "coordinates": [15, 47] }"#],
            """
            A marker is written as an object with a station and a list of two numbers, the \
            longitude first \(.placesInsteadOfKeys)
            """, task: 3, from: decodeMarker, with: encode)
        try rewriteEach(
            [praha] + oddMarkers,
            """
            The shape is right, and a value is not: each coordinate is written with its sign and \
            all its digits, 0 too \(.writeAListBack)
            """, task: 3, from: decodeMarker, with: encode)
    }

    // MARK: - Task 5

    private let mixed = #"""
        [{ "type": "platform", "platform": "9B" }, { "minutes": 25, "type": "delay" },
        { "type": "message", "text": "delay" }, { "type": "delay", "minutes": 10 },
        { "type": "platform", "platform": ["10", "11"] }]
        """#
    private let unusual = #"""
        [{ "type": "delay", "minutes": -3 }, { "type": "delay", "minutes": 0 },
        { "type": "delay", "minutes": 100000 }, { "type": "message", "text": "" },
        { "type": "platform", "platform": " 9b" }, { "type": "platform", "platform": "9B" },
        { "type": "platform", "platform": ["2", "", "1", "2"] },
        { "type": "platform", "platform": [] },
        { "type": "platform", "platform": "9B" }, { "type": "message", "text": " \"Grüezi\" \\ 7 " }]
        """#

    @Test("Task 5 · Mixed announcements")
    func mixedAnnouncements() throws {
        _ = try read(
            mixed,
            """
            The key type says which case it is. The compiler's own Codable knows no type: read it \
            first, then the value that belongs to it \(.mixedElementsInOneList)
            """, with: decodeAnnouncements)
        let usual: [Announcement] = [
            .platforms(["9B"]), .delay(minutes: 25), .message("delay"), .delay(minutes: 10),
            .platforms(["10", "11"]),
        ]
        let odd: [Announcement] = [
            .delay(minutes: -3), .delay(minutes: 0), .delay(minutes: 100_000), .message(""),
            .platforms([" 9b"]), .platforms(["9B"]), .platforms(["2", "", "1", "2"]),
            .platforms([]), .platforms(["9B"]), .message(#" "Grüezi" \ 7 "#),
        ]
        try expectEach(
            [mixed: usual, "[]": [], unusual: odd],
            """
            Every announcement in its place, with the value that belongs to its type, be it 0, \
            below 0 or "" \(.mixedElementsInOneList)
            """
        ) { try decodeAnnouncements(from: Data($0.utf8)) }
        try expectEach(
            [#"[{ "type": "platform", "platform": ["9B"] }]"#: [Announcement.platforms(["9B"])]],
            """
            A list of one platform is a list too: ask which of the two shapes it has, and then \
            read it \(.aValueWithThreeShapes)
            """
        ) { try decodeAnnouncements(from: Data($0.utf8)) }
        try expectEach(
            [
                #"[{ "type": "platform", "platform": "9B", "minutes": 5, "text": "!" }]"#: [
                    Announcement.platforms(["9B"])
                ],
                #"[{ "platform": "2", "minutes": 5, "type": "message", "text": "Hi" }]"#: [
                    Announcement.message("Hi")
                ],
                #"[{ "type": "platform", "platform": "9B", "minutes": "soon", "text": 7 }]"#: [
                    Announcement.platforms(["9B"])
                ],
                #"[{ "platform": { "a": 1 }, "minutes": 2.5, "type": "message", "text": "Hi" }]"#: [
                    Announcement.message("Hi")
                ],
                #"[{ "text": ["soon"], "platform": [2], "type": "delay", "minutes": 3 }]"#: [
                    Announcement.delay(minutes: 3)
                ],
            ],
            """
            The type says which key to read, whatever the other keys hold: switch on the type, and \
            decode the value that belongs to it, and no other \(.mixedElementsInOneList)
            """
        ) { try decodeAnnouncements(from: Data($0.utf8)) }
        try refuseOtherAnnouncements()
        try expectEach(
            [
                #"[{ "type": "delay", "minutes": 9007199254740993 }]"#: [
                    Announcement.delay(minutes: 9_007_199_254_740_993)
                ]
            ],
            """
            This number has more digits than a Double keeps: decode the whole number as an Int \
            \(.mixedElementsInOneList)
            """
        ) { try decodeAnnouncements(from: Data($0.utf8)) }
        try writeAnnouncements()
    }

    private func refuseOtherAnnouncements() throws {
        for type in ["song", "Delay", " message", "", "platforms"] {
            let unknown =
                "{ \"type\": \"\(type)\", \"text\": \"la\", \"minutes\": 1, \"platform\": \"2\" }"
            for (index, others) in [(0, ""), (1, #", { "type": "delay", "minutes": 3 }"#)] {
                let first = index == 0 ? "" : #"{ "type": "delay", "minutes": 3 }, "#
                try refuse(
                    "[\(first)\(unknown)\(others)]", .dataCorrupted, at: "[\(index)].type",
                    """
                    A type that is none of the three is refused, letter by letter. A stand-in says \
                    what nobody said, and a list without it looks complete \
                    \(.mixedElementsInOneList)
                    """,
                    otherError: """
                        A type that is none of the three is dataCorrupted, at the key type \
                        \(.mixedElementsInOneList)
                        """, with: decodeAnnouncements)
            }
        }
        try refuse(
            #"[{ "type": "delay", "minutes": "ten", "text": "soon" }]"#,
            """
            "ten" is not a number of minutes. An answer that tries one case after the other turns \
            this mistake into another announcement \(.aValueWithThreeShapes)
            """, with: decodeAnnouncements)
        try refuse(
            #"[{ "text": "soon" }]"#,
            """
            An announcement without a type is an error, and not a message \(.mixedElementsInOneList)
            """, with: decodeAnnouncements)
        for platform in ["7", "true", "{}", #"{ "platform": "9B" }"#] {
            try refuse(
                "[{ \"type\": \"platform\", \"platform\": \(platform) }]",
                """
                A platform is a string or a list of strings. Do not turn another value into one \
                \(.aValueWithThreeShapes)
                """, with: decodeAnnouncements)
        }
        for (platforms, errorCase, path) in [
            (#"["10", 11]"#, DecodingErrorCase.typeMismatch, "[0].platform[1]"),
            (#"[["10"], "11"]"#, .typeMismatch, "[0].platform[0]"),
            (#"["10", null, "11"]"#, .valueNotFound, "[0].platform[1]"),
        ] {
            try refuse(
                "[{ \"type\": \"platform\", \"platform\": \(platforms) }]", errorCase, at: path,
                """
                An element of the list is no string, and that is an error. Platforms that are \
                passed over look complete \(.aValueWithThreeShapes)
                """,
                otherError: """
                    The list is the right shape, and one of its elements is wrong: let the decoder \
                    say so, at that element. try? asks for the shape, try reads what is in it \
                    \(.aValueWithThreeShapes)
                    """, with: decodeAnnouncements)
        }
        try probe(
            mixed,
            rules: [
                .at("[].minutes", .absent, .fraction, expect: .anyError),
                .at("[].platform", .otherType, expect: .notProbed),
                .at("[].platform", .absent, expect: .anyError),
                .at("[].text", .absent, expect: .anyError),
            ],
            """
            An announcement has a type and its own value. Without one it is an error, and not an \
            announcement of nothing \(.mixedElementsInOneList)
            """,
            wrongType: """
                Minutes are a whole number, and the rest are strings. Do not turn another value \
                into one \(.mixedElementsInOneList)
                """, with: decodeAnnouncements)
    }

    private func writeAnnouncements() throws {
        try rewriteEach(
            [mixed], task: 5, from: decodeAnnouncements, with: encode,
            misconception: whatIsWrong(withAnnouncements:))
        try rewriteEach(
            [unusual, "[]"],
            """
            Every announcement is written, in its place, with its value as it was read, be it 0, \
            below 0 or "". One platform is a string, and none or several are a list \
            \(.mixedElementsInOneList)
            """, task: 5, from: decodeAnnouncements, with: encode)
    }

    private func whatIsWrong(withAnnouncements written: Foundation.Data) -> Misconception {
        let list = try? JSONSerialization.jsonObject(with: written) as? [[String: Any]]
        let announcements = list ?? []
        if announcements.contains(where: { ($0["platform"] as? [Any])?.count == 1 }) {
            return """
                One platform is written as a string, and any other number of platforms as a list: \
                a list of one is not what came \(.aValueWithThreeShapes)
                """
        }
        if announcements.contains(where: { $0["type"] == nil }) {
            return """
                An announcement is written without its type. Write it under the key type, beside \
                the value: the compiler's encode(to:) does not \(.mixedElementsInOneList)
                """
        }
        return """
            Written, each announcement has its type under the key type, its value under the key \
            that it came from, and nothing else \(.mixedElementsInOneList)
            """
    }

    // MARK: - Task 6

    @Test(
        "Task 6 · What was dropped",
        .neverEnds(
            """
            It did not come to an end: a decode that fails does not move on, so the loop meets the \
            same element again and again. Find a way past it \(.elementsThatFail)
            """))
    func whatWasDropped() throws {
        builds(on: 2)
        let good = #"[["a", "1:00"], ["b", "2:00"], ["a", "1:00"], ["a", "1:00"], ["", " "]]"#
        // Two broken elements side by side, and one at each end.
        let broken = #"""
            ["closed", ["a", "1:00"], null, 7, { "station": "x", "time": "1:00" }, ["b", "2:00"],
            ["y"], ["z", 3], [], ["c", "4:00", "5:00"], ["c", "4:00"], [true, "5:00"], []]
            """#
        let spoiled = #"[["a"], null]"#
        _ = try read(
            good, "A list without a mistake decodes \(.keepWhatYouDrop)",
            with: decodeTimetable)
        _ = try read(
            "[]", "A night without stops is not an error \(.keepWhatYouDrop)",
            with: decodeTimetable)
        let timetable = try read(
            broken,
            """
            Broken elements should not spoil the list, and the error of one has left your code. \
            Catch every error of an element, and pass by elements of any type \(.keepWhatYouDrop)
            """, with: decodeTimetable)
        try expect(
            type(of: timetable.stops as Any) == [Stop].self,
            """
            stops should stay [Stop]. A nil in the list is a stop that nobody can use, and \
            does not say why \(.keepWhatYouDrop)
            """)
        try readEach(
            [spoiled: "[]"],
            """
            Both elements of this list are broken, so there is no good stop. A broken element \
            leaves nothing in stops, no empty stop either \(.keepWhatYouDrop)
            """
        ) { (try decodeTimetable(from: $0).stops as Any as? [Stop])?.map(parts) }
        try readEach(
            [#"[["c", "4:00", "5:00"]]"#: "[]"],
            """
            A list of three strings is no stop here either: it is dropped. Decode each element \
            as in task 2, which asks isAtEnd after the time \(.tooFewAndTooMany)
            """
        ) { (try decodeTimetable(from: $0).stops as Any as? [Stop])?.map(parts) }
        try readEach(
            [
                good: good, broken: #"[["a", "1:00"], ["b", "2:00"], ["c", "4:00"]]"#,
                spoiled: "[]", "[]": "[]",
            ],
            """
            All good stops, in their order, also those after a broken one, and no others \
            \(.elementsThatFail)
            """
        ) { (try decodeTimetable(from: $0).stops as Any as? [Stop])?.map(parts) }
        try expectDroppedElements(good, broken, spoiled, timetable)
    }

    private func expectDroppedElements(
        _ good: String, _ broken: String, _ spoiled: String, _ timetable: Timetable
    ) throws {
        let oneForEach: Misconception = """
            One entry in dropped for each broken element, and for no other. A list that gets \
            shorter in silence tells nobody what is missing \(.keepWhatYouDrop)
            """
        if let lost = lostElement(of: dropped(of: timetable)) { try fail(oneForEach, lost) }
        try readEach([broken: "10", good: "0", spoiled: "2", "[]": "0"], oneForEach) {
            dropped(of: try decodeTimetable(from: $0)).count
        }
        try readEach(
            [broken: "[0, 2, 3, 4, 6, 7, 8, 9, 11, 12]", good: "[]", spoiled: "[0, 1]"],
            """
            The index is the place in the document, counted from 0: ask for it before you move on \
            \(.keepWhatYouDrop)
            """
        ) { dropped(of: try decodeTimetable(from: $0)).map(\.index) }
        try expectTypes(("dropped", timetable.dropped, [Dropped].self))
        let short: [DecodingErrorCase] = [.valueNotFound, .dataCorrupted]
        try expectErrors(
            of: dropped(of: timetable),
            [
                0: [.typeMismatch], 2: [.valueNotFound, .typeMismatch], 3: [.typeMismatch],
                4: [.typeMismatch],
                6: short, 7: [.typeMismatch], 8: short, 9: [.dataCorrupted], 11: [.typeMismatch],
                12: short,
            ])
        for document in [
            #"{ "stops": [["a", "1:00"]] }"#, #"{ "0": ["a", "1:00"] }"#, "{}", #""closed""#, "7",
            "null",
        ] {
            try refuse(
                document,
                """
                A document that is not a list has no elements to drop: that is an error \
                \(.keepWhatYouDrop)
                """, with: decodeTimetable)
        }
    }

    private func dropped(of timetable: Timetable) -> [Dropped] {
        timetable.dropped as Any as? [Dropped] ?? []
    }

    /// The broken elements of the night, to show the one that a finding is about.
    private let brokenElements: KeyValuePairs = [
        0: #""closed""#, 2: "null", 3: "7", 4: #"{ "station": "x", "time": "1:00" }"#,
        6: #"["y"]"#, 7: #"["z", 3]"#, 8: "[]", 9: #"["c", "4:00", "5:00"]"#,
        11: #"[true, "5:00"]"#, 12: "[]",
    ]

    private func element(at index: Int) -> [String] {
        ["The element:"] + brokenElements.filter { $0.key == index }.map { "    \($0.value)" }
    }

    /// The first broken element that is in no entry, where there are too few entries.
    private func lostElement(of dropped: [Dropped]) -> [String]? {
        let indices = dropped.map { $0.index as Any as? Int }
        let lost = brokenElements.first { !indices.contains($0.key) }
        guard dropped.count < brokenElements.count, let lost else { return nil }
        let counts = "\(dropped.count) entries, expected \(brokenElements.count)"
        return ["It has \(counts). It has none for the index \(lost.key)."] + element(at: lost.key)
    }

    /// Wants of each broken element what the decoder says of it.
    private func expectErrors(
        of dropped: [Dropped], _ expected: [Int: [DecodingErrorCase]]
    ) throws {
        for entry in dropped {
            guard let index = entry.index as Any as? Int, type(of: entry.index as Any) == Int.self
            else { return try expectTypes(("index", entry.index, Int.self)) }
            let cases = expected[index] ?? []
            let names = cases.map(\.rawValue).joined(separator: " or ")
            let error = try require(
                entry.error as? DecodingError,
                """
                Each entry has the error that the decoder threw for this element: keep it, and do \
                not make another one \(.keepWhatYouDrop)
                """,
                ["At the index \(index), expected was \(names). It has:"]
                    + ["    \(type(of: entry.error))"] + element(at: index))
            let errorCase = DecodingErrorCase(error)?.rawValue ?? "another error"
            try expect(
                cases.map(\.rawValue).contains(errorCase),
                """
                The error of an entry says what is wrong with this very element, and this one says \
                something else: it is the error that decoding the element throws \
                \(.keepWhatYouDrop)
                """,
                ["At the index \(index), expected was \(names). It has:"]
                    + ["    \(errorCase)"] + element(at: index))
            let path = path(of: error)
            try expect(
                path.hasPrefix("[\(index)]"),
                """
                The path of each error begins with the index of its element. A document of its \
                own for each element loses that, and so does an error that you make by hand \
                without the path: use decoder.codingPath, or dataCorruptedError(in:) \
                \(.keepWhatYouDrop)
                """,
                [
                    "At the index \(index) the error is \(errorCase) at "
                        + (path.isEmpty ? "the top level" : path)
                ] + element(at: index))
        }
    }

    /// The path of an error, with `[1]` for every key that has an index, whoever made it.
    private func path(of error: DecodingError) -> String {
        codingPathKeys(of: error).reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
        }
    }

    /// Wants an error about a list of the wrong length, at one of several places.
    private func refuseLength<Value>(
        _ document: String, _ cases: [DecodingErrorCase], at places: [String],
        _ comment: Misconception,
        other: Misconception, sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Data) throws -> Value
    ) throws {
        let data = Data(document.utf8)
        var other = other
        do {
            _ = try answer(data)
        } catch let error as DecodingError {
            let isCase = DecodingErrorCase(error).map(cases.contains) ?? false
            let isPlace = places.contains(path(of: error))
            if isCase && isPlace { return }
            if isPlace && path(of: error).hasSuffix("]") && cases == [.dataCorrupted] {
                other = """
                    The element too many is too many whatever its type. You decoded it, so the \
                    error is about its type: ask first whether it is there \(.tooFewAndTooMany)
                    """
            }
        } catch {}
        try expect(
            cases[0], at: places[0], comment, otherError: other, in: data,
            sourceLocation: sourceLocation
        ) { try answer(data) }
    }
}
