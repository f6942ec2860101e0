import ExerciseChecks
import Foundation
import Testing

import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception
import struct Foundation.CocoaError
import struct Foundation.Date
import protocol Foundation.LocalizedError
// By name: a learner's own type of the same name is not meant.
import class Foundation.NSError
import struct Swift.Array
import protocol Swift.CustomStringConvertible
import struct Swift.Double
import struct Swift.KeyValuePairs
import struct Swift.Substring
import enum Swift.Unicode
import struct _Concurrency.CancellationError

@testable import Exercise09

@Suite("Exercise 09 · Disruptions", .serialized, .exercise)
struct Exercise09Tests: ExerciseSuite {
    // MARK: - Task 1

    @Test("Task 1 · Name the error")
    func nameTheError() throws {
        // What is asked for first has the plainest message.
        try missingKeys()
        try noValue()
        try wrongTypesAndValues()
        try unwritable()
        try errorsInside()
        try nothingWrong()
        try errorsOfOthers()
        try goodAndBadJSON()
    }

    private func goodAndBadJSON() throws {
        let plainList = #"[{ "minutes": 25 }]"#
        let documents: KeyValuePairs = [
            #"{ "train": "NT 40", "minutes": 25.5, "link": "https://a.example" }"#: true,
            plainList: true,
            #"[{ "minutes": 99999999999999999999 }]"#: true,
            #"{ "Ö": [null, true, "<html>", { "a": [] }] }"#: true, "{}": true, "[]": true,
            " \n[-1.5e3]\n ": true,
            "<html><body>The service is closed.</body></html>": false, "": false, " \n": false,
            #"{ "train": "NT 40", "minutes":"#: false, #"{ "minutes": 25.5"#: false,
            #"[{ "minutes": 25 } { "minutes": 5 }]"#: false, "{ 'minutes': 25 }": false,
            "{ minutes: 25 }": false, #"{ "minutes": 25 } or later"#: false, "train: NT 40": false,
            "25": false, #""late""#: false, "null": false,
            "[01]": false, #"{ "train": "\x" }"#: false, "[1.]": false,
        ]
        for (document, isRight) in documents {
            let found = try value("Say whether it is JSON: do not throw \(.goodJSONRefused)") {
                try isJSON(Foundation.Data(document.utf8))
            }
            let shown = ["For the document"] + excerpt(of: document) + ["it gave \(found)."]
            try expect(
                found == isRight || document != plainList,
                """
                A list is JSON too: the document is an object or a list, and here it is a list \
                \(.goodJSONRefused)
                """, shown)
            try expect(
                found == isRight,
                isRight
                    ? """
                    This document is JSON. A number that does not fit your type, a key or a value \
                    that you did not expect make it no other format: ask something that has no type \
                    in mind \(.goodJSONRefused)
                    """
                    : """
                    This document is no JSON, or it is no object and no list. Something has to read \
                    all that is in it, and to ask whether a value such as 25 or null stands alone \
                    \(.notJSONAtAll)
                    """, shown)
        }
    }

    private func missingKeys() throws {
        let named: Misconception = """
            A missing key is named by its own case, and the key by its stringValue. If another case \
            came out: the first catch that fits is used, so the general ones come last \
            \(.theFirstCaseThatFits)
            """
        let fromTheError: Misconception = """
            Here another key is missing: its name comes with the error, in the case keyNotFound \
            \(.matchCasesAndNeverTexts)
            """
        let alone: Misconception = """
            The key should be named alone. The path of a missing key ends at the object around it, \
            and the key comes with the error \(.missingOrNull)
            """
        try expectFault(
            .missingKey("train"), named, Message.self,
            #"{ "minutes": 5, "link": "https://a.example" }"#)
        try expectFault(
            .missingKey("minutes"), fromTheError, Message.self,
            #"{ "train": "A", "link": "https://a.example" }"#)
        try expectFault(
            .missingKey("link"), alone, [Message].self,
            #"[{ "train": "A", "minutes": 5 }]"#)
        try expectFault(
            .missingKey("minutes"), alone, [String: Messages].self,
            #"{ "train": { "disruptions": [{ "minutes": 1 }, {}] } }"#)
        try expectFault(
            .missingKey("disruptions"), alone, [String: Messages].self, #"{ "train": {} }"#)
        for key in [#"d'or "No 7""#, "", " Übergang ", "Index 2"] {
            try expectFault(
                .missingKey(key),
                """
                The key is a value that comes with the error. Words that are cut out of its text \
                may be others \(.matchCasesAndNeverTexts)
                """, "keyNotFound with the key \(key)"
            ) {
                throw keyNotFound(key, context(#"'train' is missing, "train" is missing"#))
            }
        }
        try expectFault(
            .missingKey("minutes"),
            """
            A key may have a number too, and the document has its name: the key is its \
            stringValue \(.missingOrNull)
            """, Numbered.self, "{}")
    }

    private func noValue() throws {
        let documents: [(any Decodable.Type, String)] = [
            (Message.self, #"{ "train": "A", "minutes": null, "link": "https://a.example" }"#),
            (Message.self, #"{ "train": null, "minutes": 5, "link": "https://a.example" }"#),
            ([Message].self, #"[{ "train": "A", "minutes": 5, "link": null }]"#),
            ([Int].self, "[1, null]"), (Int.self, "null"), (Pair.self, "[1]"),
        ]
        try expectFaults(
            .null,
            """
            A null is not an absent key and not a wrong type: there is no value, as at the end of \
            a list \(.missingOrNull)
            """,
            ifCorrupted: """
                A null is not a corrupted value: there is none at all, and that is valueNotFound. If \
                you have a case for it, a more general one stands above it and takes the error \
                first: the general ones come last \(.theFirstCaseThatFits)
                """, documents)
    }

    private func wrongTypesAndValues() throws {
        let misleading = DecodingError.typeMismatch(
            Int.self, context("keyNotFound null valueNotFound dataCorrupted"))
        try expectFaults(
            .wrongType,
            """
            A String in place of a number is a wrong type, and so is a number in place of a String \
            \(.wrongTypeOrWrongValue)
            """,
            [
                (Message.self, #"{ "train": "A", "minutes": "5", "link": "https://a.example" }"#),
                (Message.self, #"{ "train": 40, "minutes": 5, "link": "https://a.example" }"#),
                (Message.self, "[]"), ([[Int]].self, "[[1], [true]]"),
            ])
        try expectFault(
            .wrongType,
            """
            The text of this error speaks of other cases, and its own case is typeMismatch. An \
            error's text may hold any word: match its case \(.matchCasesAndNeverTexts)
            """, "typeMismatch"
        ) { throw misleading }
        try expectFaults(
            .corrupted,
            """
            This link is a String, as it should be, but not a link: dataCorrupted \
            \(.wrongTypeOrWrongValue)
            """,
            [
                (Message.self, #"{ "train": "A", "minutes": 5, "link": "" }"#),
                ([String: URL].self, #"{ "train": "" }"#),
            ])
        try expectFaults(
            .corrupted,
            "A document that is not JSON is dataCorrupted \(.notJSONAtAll)",
            [
                (Message.self, "<html><body>keyNotFound</body></html>"), (Message.self, ""),
                (Message.self, #"{ "train":"#),
            ])
    }

    private func unwritable() throws {
        let lists: [[String: Double]] = [["speed": .nan], ["speed": -.infinity]]
        for list in lists {
            try expectFault(
                .unwritable,
                """
                JSON cannot write NaN or infinity: that is an error of encoding, and not one of \
                decoding \(.wrongTypeOrWrongValue)
                """, "invalidValue"
            ) { _ = try JSONEncoder().encode(list) }
        }
    }

    private func errorsInside() throws {
        let insides: [any Error] = [
            URLError(.timedOut), CocoaError(.coderReadCorrupt),
            DecodingError.valueNotFound(Int.self, context("null")),
            DecodingError.typeMismatch(Int.self, context("a string")), invalidValue(nil),
        ]
        for inside in insides {
            let within = context("It carries another error", inside)
            let carriers: [(String, Fault, any Error)] = [
                ("keyNotFound", .missingKey("minutes"), keyNotFound("minutes", within)),
                ("valueNotFound", .null, DecodingError.valueNotFound(Int.self, within)),
                ("typeMismatch", .wrongType, DecodingError.typeMismatch(Int.self, within)),
                ("dataCorrupted", .corrupted, DecodingError.dataCorrupted(within)),
                ("invalidValue", .unwritable, invalidValue(inside)),
                ("an NSError", .other, carrier(of: inside)),
            ]
            for (name, expected, error) in carriers {
                try expectFault(
                    expected,
                    """
                    This error carries another one inside, and is named by its own case all the \
                    same. Its text has the text of the other one in it, so match the case \
                    \(.matchCasesAndNeverTexts)
                    """, "\(name) with a \(type(of: inside)) inside"
                ) { throw error }
            }
        }
    }

    private func nothingWrong() throws {
        let noFault: Misconception = "Work that throws nothing has no fault: nil"
        try expectFault(nil, noFault, "nothing") {}
        try expectFault(
            nil, noFault, Message.self,
            #"{ "train": "A", "minutes": 5, "link": "https://a.example" }"#)
    }

    private func errorsOfOthers() throws {
        for text in pretenses {
            try expectFault(
                .other,
                """
                This error is not a DecodingError, whatever its text says. Match its case \
                \(.matchCasesAndNeverTexts)
                """, "an error that calls itself \(text)"
            ) { throw Pretender(description: text) }
        }
        let others: [any Error] = [
            URLError(.cannotDecodeContentData), CancellationError(), CocoaError(.coderReadCorrupt),
            CocoaError(.coderValueNotFound), CocoaError(.fileReadNoSuchFile),
            CocoaError(.fileReadCorruptFile), CocoaError(.propertyListReadCorrupt),
            Pretender(description: "The data isn’t in the correct format."),
            Impostor.keyNotFound("train"), Impostor.dataCorrupted,
        ]
        for error in others {
            try expectFault(
                .other,
                """
                An error of the network, of a file or of another library is neither a \
                DecodingError nor an EncodingError: .other, whatever its code and its text \
                \(.matchCasesAndNeverTexts)
                """, "\(type(of: error))"
            ) { throw error }
        }
    }

    // MARK: - Task 2

    @Test("Task 2 · The place of the error")
    func placeOfTheError() throws {
        try placesOfValues()
        try placesOfNames()
    }

    private func placesOfValues() throws {
        let indexes: [(any Decodable.Type, String, String)] = [
            (
                Messages.self,
                #"{ "disruptions": [{ "minutes": 1 }, { "minutes": 2 }, { "minutes": "x" }] }"#,
                "disruptions[2].minutes"
            ),
            (Messages.self, #"{ "disruptions": [null] }"#, "disruptions[0]"),
            ([[Int]].self, #"[[1], [2, "x"]]"#, "[1][1]"),
            ([String: [[[String: Int]]]].self, #"{ "a": [[], [{ "b": null }]] }"#, "a[1][0].b"),
            ([Int].self, "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, null]", "[10]"),
            (
                [String: [String: [[[String: [Int]]]]]].self,
                #"{ "a": { "b": [[], [{}, { "c": [1, 2, "x"] }]] } }"#, "a.b[1][1].c[2]"
            ),
        ]
        try expectPlaces(
            indexes,
            """
            Names are joined by dots, and the index of an element is a number in brackets: \
            disruptions[2].minutes. An index counts from 0 and is in intValue; its stringValue is \
            "Index 2" \(.aLineForTheLog)
            """)
        let missing: [(any Decodable.Type, String, String)] = [
            (
                Messages.self, #"{ "disruptions": [{ "minutes": 1 }, {}] }"#,
                "disruptions[1].minutes"
            ),
            (Messages.self, "{}", "disruptions"),
            ([[Message]].self, "[[{}]]", "[0][0].train"),
        ]
        try expectPlaces(
            missing,
            """
            The path of a missing key ends at the object around it, at the root it is empty. \
            Add the key \(.missingOrNull)
            """)
        let values: [(any Decodable.Type, String, String)] = [
            ([Message].self, #"[{ "train": "A", "minutes": 1, "link": "" }]"#, "[0].link"),
            ([String: Date].self, #"{ "departs": "x" }"#, "departs"),
        ]
        try expectPlaces(
            values,
            """
            This value is not allowed, and its error has a path like the others: dataCorrupted \
            is not always about the whole document \(.wrongTypeOrWrongValue)
            """)
        let whole: [(any Decodable.Type, String, String)] = [
            (Messages.self, "<html>", "the whole document"),
            (Message.self, "", "the whole document"),
            (Message.self, "7", "the whole document"), (Int.self, "null", "the whole document"),
        ]
        try expectPlaces(
            whole,
            """
            This error has an empty path and no key, so the place is the whole document \
            \(.notJSONAtAll)
            """)
    }

    private func placesOfNames() throws {
        let names: [(any Decodable.Type, String, String)] = [
            (
                [String: [String: [String: Int]]].self,
                #"{ "stops": { "5": { "Index 2": "x" } } }"#, "stops.5.Index 2"
            ),
            ([String: [Int]].self, #"{ "05": [7, "x"] }"#, "05[1]"),
            ([Int: [Int: Int]].self, #"{ "40": { "7": "x" } }"#, "40.7"),
            (Numbered.self, #"{ "minutes": "x" }"#, "minutes"),
            ([String: [String: URL]].self, #"{ "Zürich HB": { "a.b": "" } }"#, "Zürich HB.a.b"),
        ]
        try expectPlaces(
            names,
            """
            A name may look like a number or like an index, and is written as the document has \
            it, without brackets. A key is an index only if it has an intValue and the name \
            "Index 5" too \(.aLineForTheLog)
            """)
        let signs: [(any Decodable.Type, String, String)] = [
            ([String: [String: Int]].self, #"{ "stops": { "[5]": "x" } }"#, "stops.[5]"),
            ([String: [Int]].self, #"{ "stops.": [7, "x"] }"#, "stops.[1]"),
            ([String: [String: Int]].self, #"{ ".a": { "b.": "x" } }"#, ".a.b."),
            ([[String: Int]].self, #"[{ "]": "x" }]"#, "[0].]"),
            ([String: [String: Int]].self, #"{ " a": { "b ": "x" } }"#, " a.b "),
        ]
        try expectPlaces(
            signs,
            """
            A name may have dots, brackets and spaces of its own, and is written as the document has \
            it. What is cut or replaced in the finished path changes names too \
            \(.aLineForTheLog)
            """)
        let empty: [(any Decodable.Type, String, String)] = [
            ([String: [String: Int]].self, #"{ "": { "stops": "x" } }"#, ".stops"),
            ([String: [String: Int]].self, #"{ "stops": { "": "x" } }"#, "stops."),
            ([String: Int].self, #"{ "": "x" }"#, ""),
        ]
        try expectPlaces(
            empty,
            """
            A name may be empty, and its dot stays: only the first key has no dot before its name, \
            and a path of one empty name is not the whole document \
            \(.aLineForTheLog)
            """)
    }

    // MARK: - Task 3

    @Test("Task 3 · A status that nobody knows")
    func unknownStatus() throws {
        let plain = list("status", [#""delayed""#, #""sheep on the line""#, #""cancelled""#])
        let odd = list(
            "status",
            [
                #""diverted""#, #""unknown""#, #""Cancelled""#, #"" delayed""#, #""canceled""#,
                #""diverted via \"Linz\" \\ Ö""#, #""""#, #""delayed ""#, #""diverted""#,
                #""null""#, #""snow\n""#,
            ])
        let oddStatuses: [Status] = [
            .diverted, .unknown("unknown"), .unknown("Cancelled"), .unknown(" delayed"),
            .unknown("canceled"), .unknown(#"diverted via "Linz" \ Ö"#), .unknown(""),
            .unknown("delayed "), .diverted, .unknown("null"), .unknown("snow\n"),
        ]
        let reports = try read(
            plain,
            """
            A status that nobody knows is kept and not refused: one new word should not spoil the \
            whole list \(.aCaseThatNobodyKnows)
            """, with: decodeReports)
        try expectEqual(
            reports.map(\.status),
            [Status.delayed, .unknown("sheep on the line"), .cancelled],
            """
            Each report is in the list, each known status is its case, and an unknown one \
            keeps its String: a person may be able to read it \(.aCaseThatNobodyKnows)
            """)
        let others = try read(odd, everyString, with: decodeReports)
        try expectEqual(
            others.map(\.status), oddStatuses,
            """
            A known status is exactly one of the three Strings. Every other one is unknown, \
            and kept as it is: with its spaces, line breaks and capitals, and "" too \
            \(.aCaseThatNobodyKnows)
            """)
        let trains = [#"Ö "99" "#, #"Ö "98" "#, #"Ö "97" "#]
        try expectEqual(
            reports.map(\.train), trains,
            "Each report has its train as it is written, in the order of the list")
        try refuse(
            list("status", [#""delayed""#, "7", #""cancelled""#]), .typeMismatch, at: "[1].status",
            """
            A status that is a number is an error. A try? hides it, and a report that is left out \
            is lost \(.aCaseThatNobodyKnows)
            """, with: decodeReports)
        try probe(
            plain, rules: [.everywhere(.emptyString, expect: .success)],
            """
            A report needs its train and its status. What is absent or null is not a status that \
            nobody knows \(.missingOrNull)
            """,
            wrongType: """
                Train and status are Strings. A value of another type is an error, and not an \
                unknown status \(.aCaseThatNobodyKnows)
                """, with: decodeReports)
        try writeReports(plain, odd)
    }

    private let everyString: Misconception = """
        Every String is a status, known or not, and "" too \(.aCaseThatNobodyKnows)
        """

    private func writeReports(_ plain: String, _ odd: String) throws {
        let twice = #"{ "train": "A", "status": "delayed" }"#
        let documents = [plain, odd, "[]", "[\(twice), \(twice)]"]
        let reports = try documents.map { document in
            try read(document, everyString, with: decodeReports)
        }
        for (list, document) in Array(zip(reports, documents)) + zip(reports, documents).reversed()
        {
            let written = try value(
                "Every report can be written, whatever its status \(.aCaseThatNobodyKnows)"
            ) { try encodeReports(list) }
            let areStrings =
                (try? JSONDecoder().decode([[String: String]].self, from: written)) != nil
            try expectWritten(
                written, document,
                areStrings
                    ? """
                    Written, each report is as it was read: its train, and a status that nobody \
                    knows as the same String \(.aCaseThatNobodyKnows)
                    """
                    : """
                    Written, a status is a String again. Without an encode(to:) of its own, an \
                    enum with values inside is an object \(.aCaseThatNobodyKnows)
                    """,
                notJSON: """
                    What was written is not JSON: a status may have quotes and backslashes. The \
                    encoder escapes them, and a String that you put together does not \(.backToJSON)
                    """)
        }
    }

    // MARK: - Task 4

    @Test("Task 4 · A value that changed")
    func valueThatChanged() throws {
        try readDelays(
            [
                #"{ "minutes": 25 }, { "minutes": "17" }, { "delay": 90 }"#: [25, 17, 90],
                "": [], #"{ "minutes": 1 }"#: [1],
            ],
            """
            Minutes come as a number, as a String, or under the old key. Ask for the other form \
            only after the error that calls for it \(.anotherKeyOrAnotherType)
            """)
        try readDelays(
            [
                #"{ "minutes": 0, "delay": 40 }, { "minutes": "3", "delay": 40 }"#: [0, 3],
                #"{ "minutes": 5, "delay": null }, { "minutes": "4", "delay": "x" }"#: [5, 4],
            ],
            """
            If there are minutes, they count, and the old key does not: do not even look at it \
            \(.anotherKeyOrAnotherType)
            """)
        try readDelays(
            [#"{ "minutes": -7 }, { "minutes": "-5" }, { "delay": -3 }"#: [-7, -5, -3]],
            """
            A number may be negative, as a train may be early: keep its sign \
            \(.anotherKeyOrAnotherType)
            """)
        try readDelays(
            [#"{ "minutes": "+5" }, { "minutes": "+0" }"#: [5, 0]],
            """
            A number in a String may have a sign, a minus or a plus: Int("+5") is 5 \
            \(.anotherKeyOrAnotherType)
            """)
        try probeMinutes()
        let twice = #"[{ "train": "A", "minutes": 1 }, { "train": "A", "minutes": 1 }]"#
        let two: Misconception = "Two delays of one train are two delays"
        let found = try read(twice, two, with: decodeDelays)
        try expectEqual(found.map(\.minutes), [1, 1], two)
        if let delay = found.first {
            try expectTypes(
                ("train", delay.train, String.self), ("minutes", delay.minutes, Int.self))
        }
        try refuseDelays()
        try readDelays(
            [
                #"{ "minutes": 9007199254740993 }, { "minutes": "9007199254740993" }"#: [
                    9_007_199_254_740_993, 9_007_199_254_740_993,
                ],
                #"{ "delay": 100000 }, { "delay": 0 }, { "minutes": "0" }"#: [100_000, 0, 0],
            ],
            """
            A whole number may be large: a Double, a smaller Int or a limit on the digits does not \
            let all of them through \(.floatDoubleOrDecimal)
            """)
    }

    private func probeMinutes() throws {
        try probe(
            #"[{ "train": "A", "minutes": 5 }, { "train": "B", "minutes": 7 }]"#,
            whole: ["[].minutes"],
            rules: [
                .at("[].minutes", .absent, expect: .notProbed),
                .at("[].minutes", .null, expect: .notProbed),
                .at("[].minutes", .otherType, expect: .notProbed),
                .everywhere(.emptyString, expect: .success),
            ],
            """
            A delay needs its train, and a fraction of a minute is an error: do not make up what \
            is missing, and do not cut what is there \(.anotherKeyOrAnotherType)
            """, with: decodeDelays)
    }

    private func refuseDelays() throws {
        for fields in [#""minutes": null, "delay": 40"#, #""minutes": null"#] {
            try refuse(
                delays(fields), .valueNotFound, at: "[1].minutes",
                """
                A null is not an absent key: it withdraws the old number. decodeIfPresent treats \
                both alike \(.anotherKeyOrAnotherType)
                """,
                otherError: """
                    If minutes is null, that is valueNotFound at minutes, and the old key is not \
                    asked \(.anotherKeyOrAnotherType)
                    """, with: decodeDelays)
        }
        for text in [
            "soon", "", " 25 ", "25 min", "25.9", "1e2", "10-15", "- 5", "1,000", "0x10",
            "99999999999999999999",
        ] {
            try refuse(
                delays(#""minutes": "\#(text)", "delay": 40"#), .dataCorrupted, at: "[1].minutes",
                """
                This String is not a whole number. To take a part of it, or another number in its \
                place, swallows the error, and the traveler misses the train \
                \(.anotherKeyOrAnotherType)
                """,
                otherError: """
                    A String that is not a whole number is dataCorrupted at minutes, with the \
                    whole path: the container knows that path \(.anErrorOfYourOwn)
                    """, with: decodeDelays)
        }
        for other in ["true", "[25]", #"{ "minutes": 25 }"#] {
            try refuse(
                delays(#""minutes": \#(other), "delay": 40"#), .typeMismatch, at: "[1].minutes",
                """
                This is neither a number nor a String. Recover from what you understand, and let \
                all other errors pass \(.anotherKeyOrAnotherType)
                """, with: decodeDelays)
        }
        try refuse(
            delays(#""unknown": 1"#),
            """
            Without minutes and delay, nobody knows how late the train is. That is an error, and \
            not a train on time \(.missingOrNull)
            """, with: decodeDelays)
        let probed: Misconception = """
            A delay needs its train and its number. The old key always has a number: null, a \
            String or nothing at all is an error there \(.anotherKeyOrAnotherType)
            """
        try probe(
            #"[{ "train": "A", "delay": 5 }, { "train": "B", "delay": 7 }]"#, whole: ["[].delay"],
            rules: [.everywhere(.emptyString, expect: .success)], probed, with: decodeDelays)
    }

    // MARK: - Task 5

    @Test("Task 5 · An error of your own")
    func errorOfYourOwn() throws {
        let inOrder: Misconception = """
            A closure has its line and its two kilometers as they are written, and the list keeps \
            its order \(.anErrorOfYourOwn)
            """
        try readClosures([(12, 34), (3, 8), (3, 8)], inOrder)
        try readClosures([], inOrder)
        try readClosures(
            [(5, 5), (0, 0)],
            "One kilometer may be first and last \(.anErrorOfYourOwn)")
        try readClosures(
            [(-5, 3), (-7, -2), (-2, -2), (.min, .max)],
            """
            Kilometers may be negative and large, and the last one is not less than the first one \
            here: this document is right \(.anErrorOfYourOwn)
            """)
        for (index, kilometers) in [(8, 7), (2, -7), (-3, -5), (1, 0)].enumerated() {
            var list = [(3, 8), (0, 1), (-4, 4), (2, 2)]
            list[index] = kilometers
            try refuse(
                closures(list), .dataCorrupted, at: "[\(index)].lastKilometer",
                """
                A closure that ends before it begins is refused: not left out, and not put in \
                another order \(.anErrorOfYourOwn)
                """,
                otherError: """
                    The error of a closure that ends before it begins is dataCorrupted at \
                    lastKilometer, with the whole path from the root: the container knows that \
                    path \(.anErrorOfYourOwn)
                    """, with: decodeClosures)
        }
        if let closure = try decodeClosures(from: Data(closures([(3, 8)]).utf8)).first {
            try expectTypes(
                ("line", closure.line, String.self),
                ("firstKilometer", closure.firstKilometer, Int.self),
                ("lastKilometer", closure.lastKilometer, Int.self))
        }
        try probe(
            closures([(3, 8), (12, 34)]), whole: ["[].firstKilometer", "[].lastKilometer"],
            rules: [.everywhere(.emptyString, expect: .success)],
            """
            A closure needs its line and both kilometers. The decoder's own errors still pass \
            \(.wordsForPeople)
            """, with: decodeClosures)
    }

    // MARK: - Task 6

    @Test("Task 6 · A sentence and a line")
    func sentenceAndLine() throws {
        let broken: [(any Decodable.Type, String, String, String)] = [
            // No word of these keys is one of a language: a sentence may speak of a train.
            (Order.self, "{}", "keyNotFound", "carOrder"),
            ([Order].self, #"[{ "carOrder": 1 }, {}]"#, "keyNotFound", "[1].carOrder"),
            (
                [String: Order].self, #"{ "trainRef": { "carOrder": null } }"#, "valueNotFound",
                "trainRef.carOrder"
            ),
            ([String: [Int]].self, #"{ "trackRefs": [7, "x"] }"#, "typeMismatch", "trackRefs[1]"),
            (
                [String: [String: URL]].self, #"{ "trainRef": { "5": "" } }"#, "dataCorrupted",
                "trainRef.5"
            ),
            ([Order].self, "<html>", "dataCorrupted", "the whole document"),
        ]
        let errors = try broken.map { type, document, _, _ in
            try thrown { _ = try JSONDecoder().decode(type, from: Data(document.utf8)) }
        }
        let offline: [(String, any Error)] = [
            ("notConnectedToInternet", URLError(.notConnectedToInternet)),
            ("timedOut", URLError(.timedOut)), ("cannotFindHost", URLError(.cannotFindHost)),
            ("badServerResponse", URLError(.badServerResponse)),
        ]
        let others: [any Error] = [
            Pretender(description: "The signal box does not answer"), CocoaError(.fileNoSuchFile),
            invalidValue(nil),
        ]
        let apologies = try sentences(about: errors)
        let advice = try sentences(about: offline.map(\.1))
        _ = try sentences(about: others)
        let shared = advice.indices.filter { apologies.contains(advice[$0]) }
        if let first = shared.first, let document = apologies.firstIndex(of: advice[first]) {
            try fail(
                shared.count == advice.count
                    ? """
                    A traveler can do something about the network and nothing about a document: \
                    the two need different sentences \(.wordsForPeople)
                    """
                    : """
                    Every URLError gets the other sentence, whatever its code: a traveler can do \
                    something about the network and nothing about a document \(.wordsForPeople)
                    """,
                [
                    "For URLError(.\(offline[first].0)) and for \(said(errors[document])) it gave",
                    "the same text:", "  \(advice[first].debugDescription)",
                ])
        }
        // These have no place, so they do not build on task 2.
        try linesAboutOthers(offline.map(\.1) + others)
        try linesAboutTexts()
        for (error, row) in zip(errors, broken) {
            try expectLine(about: error, name: row.2, place: row.3)
        }
        try linesAboutKeys()
    }

    /// One line each. Where one of them is not for a traveler, that ends the task.
    private func sentences(about errors: [any Error]) throws -> [String] {
        var sentences: [String] = []
        for error in errors {
            let sentence = try value(
                "Every error needs a sentence, whatever it is, and this one got none \(.wordsForPeople)"
            ) { try sentenceForTraveler(about: error) }
            if let problem = problem(with: sentence, about: error) {
                try fail(
                    problem, ["About \(said(error)) it gave:", "  \(sentence.debugDescription)"])
            }
            sentences.append(sentence)
        }
        return sentences
    }

    /// Why a sentence is not for a traveler, or nil.
    private func problem(with sentence: String, about error: any Error) -> Misconception? {
        let words = sentence.lowercased().split { !$0.isLetter }.map(String.init)
        let keys = (error as? DecodingError).map {
            codingPath(of: $0) + " " + (missingKey($0) ?? "")
        }
        let names = (keys ?? "").lowercased().split { !$0.isLetter }.map(String.init)
        if sentence.contains("\(error)") || sentence.contains("\(type(of: error))") {
            return """
                The name and the text of an error are for the log. A traveler reads about the trip \
                \(.wordsForPeople)
                """
        }
        if sentence.contains(error.localizedDescription) {
            return """
                This is localizedDescription, and it says nothing that a traveler can use \
                \(.wordsForPeople)
                """
        }
        if words.contains(where: names.contains) {
            return """
                A key or a path is of no use to a traveler, who has never seen the document \
                \(.wordsForPeople)
                """
        }
        if words.contains(where: isProgrammersWord) {
            return """
                This is a programmer's word, and the traveler does not program: no decoding, no \
                JSON, no case of an error \(.wordsForPeople)
                """
        }
        let isDigit = { (scalar: Unicode.Scalar) in
            scalar.properties.generalCategory == .decimalNumber
        }
        if sentence.unicodeScalars.contains(where: isDigit) {
            return """
                A number or a code means nothing to a traveler: no digits in the sentence \
                \(.wordsForPeople)
                """
        }
        return sentence.contains(where: \.isLetter)
            ? nil : "A traveler without a word is left alone: write a sentence \(.wordsForPeople)"
    }

    private func isProgrammersWord(_ word: String) -> Bool {
        let beginnings = [
            "decod", "encod", "json", "codable", "codingkey", "codingpath", "keynotfound",
            "valuenotfound", "typemismatch", "datacorrupt", "invalidvalue", "urlerror", "nserror",
            "html", "http",
        ]
        return ["nil", "null", "int", "url"].contains(word)
            || beginnings.contains { word.hasPrefix($0) }
    }

    private func expectLine(about error: any Error, name: String, place: String) throws {
        builds(on: 2)
        let line = try line(about: error)
        let shown = ["About \(said(error)) it gave:", "  \(line.debugDescription)"]
        let cases = ["keyNotFound", "valueNotFound", "typeMismatch", "dataCorrupted"]
        let words = line.split { !$0.isLetter }
        try expect(
            cases.filter { words.contains(Substring($0)) } == [name],
            "The log needs the name of the case, and of no other one \(.aLineForTheLog)",
            shown)
        try expect(
            line.contains(place),
            """
            The log needs the place of the error, as task 2 writes it \
            \(.aLineForTheLog)
            """, shown + ["The place is \(place)."])
        try expectOneLine(line, shown)
    }

    private func linesAboutOthers(_ errors: [any Error]) throws {
        for error in errors {
            let line = try line(about: error)
            let shown = ["About \(said(error)) it gave:", "  \(line.debugDescription)"]
            try expect(
                line.contains("\(error)") || !(error is EncodingError),
                """
                An EncodingError is one of the other errors: the log needs its whole text, \
                "\\(error)", in place of a case and a place \(.aLineForTheLog)
                """, shown)
            try expect(
                line.contains("\(error)"),
                """
                The log needs other errors too, each with its whole text, "\\(error)": \
                localizedDescription is another text \(.aLineForTheLog)
                """, shown)
        }
    }

    private func linesAboutTexts() throws {
        let whole: Misconception = """
            The whole text of the error belongs into the line, with a space for each line break \
            \(.aLineForTheLog)
            """
        let pair: Misconception = """
            One space for `\\r\\n`: it is one line break, and in Swift one Character \
            \(.aLineForTheLog)
            """
        let emptyLine: Misconception = """
            One space for each line break, also where two of them follow each other: here is an \
            empty line \(.aLineForTheLog)
            """
        let rows: [(String, String, Misconception)] = [
            ("\n", " ", whole), ("\r\n", " ", pair), ("\r", " ", whole),
            ("\n\n", "  ", emptyLine), ("\r\n\r\n", "  ", emptyLine),
        ]
        let parts = [
            " Signal box 4:", "no answer,",
            "twice, so the line is closed between Attnang-Puchheim and Salzburg until the morning ",
        ]
        for (lineBreak, spaces, comment) in rows {
            let error = Pretender(description: parts.joined(separator: lineBreak))
            let line = try line(about: error)
            let shown = [
                "About an error with the text \(error.description.debugDescription) it gave:",
                "  \(line.debugDescription)",
            ]
            try expectOneLine(line, shown)
            try expect(line.contains(parts.joined(separator: spaces)), comment, shown)
        }
    }

    private func linesAboutKeys() throws {
        for (lineBreak, spaces) in [("\n", " "), ("\r\n", " "), ("\r", " "), ("\n\n", "  ")] {
            let key = "train" + lineBreak + "number"
            let errors = [
                keyNotFound(key, context("no key")),
                DecodingError.typeMismatch(
                    Int.self, .init(codingPath: [NamedKey(key)], debugDescription: "a string")),
            ]
            for error in errors {
                let line = try line(about: error)
                let place = "train" + spaces + "number"
                try expect(
                    !line.contains(where: \.isNewline) && line.contains(place),
                    """
                    A key may have a line break too, and the place has the key: in the line, one \
                    space is in its place, as in a text \(.aLineForTheLog)
                    """,
                    [
                        "About an error at the key \(key.debugDescription) it gave:",
                        "  \(line.debugDescription)",
                    ])
            }
        }
    }

    private func line(about error: any Error) throws -> String {
        try value(
            """
            Every error needs a line in the log, whatever it is, and this one got none \
            \(.aLineForTheLog)
            """
        ) { try lineForLog(about: error) }
    }

    private func expectOneLine(_ line: String, _ shown: [String]) throws {
        try expect(
            !line.contains(where: \.isNewline),
            """
            The log has one line for each error. A line break in the text makes two of it \
            \(.aLineForTheLog)
            """, shown)
    }
}

// MARK: - Errors and documents

extension Exercise09Tests {
    /// An error that has nothing to do with JSON, whatever it says.
    private struct Pretender: LocalizedError, CustomStringConvertible {
        let description: String
        var errorDescription: String? { description }
    }

    /// Cases that are called as those of other errors.
    private enum Impostor: Error {
        case keyNotFound(String)
        case dataCorrupted
    }

    private var pretenses: [String] {
        [
            "DecodingError.keyNotFound: Key 'train' not found in keyed decoding container.",
            "DecodingError.valueNotFound: Expected value of type Int but found null instead.",
            "DecodingError.typeMismatch: expected value of type Int.",
            "DecodingError.dataCorrupted: Data was corrupted. The given data was not valid JSON.",
            "EncodingError.invalidValue: nan (Double).",
        ]
    }

    private struct Message: Decodable {
        let train: String
        let minutes: Int
        let link: URL
    }

    private struct Messages: Decodable {
        let disruptions: [Disruption]
        struct Disruption: Decodable { let minutes: Int }
    }

    private struct Order: Decodable { let carOrder: Int }

    /// Two numbers of a list.
    private struct Pair: Decodable {
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            _ = try list.decode(Int.self)
            _ = try list.decode(Int.self)
        }
    }

    /// A key with a number of its own, which no document shows.
    private struct Numbered: Decodable {
        let minutes: Int
        enum CodingKeys: Int, CodingKey { case minutes = 7 }
    }

    private struct NamedKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// A context below `lines[…]`, with a text of its own.
    private func context(
        _ text: String, _ inside: (any Error)? = nil
    ) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: [NamedKey("lines"), NamedKey("train")], debugDescription: text,
            underlyingError: inside)
    }

    private func keyNotFound(_ key: String, _ context: DecodingError.Context) -> DecodingError {
        .keyNotFound(NamedKey(key), context)
    }

    private func invalidValue(_ inside: (any Error)?) -> EncodingError {
        .invalidValue(
            Double.nan, .init(codingPath: [], debugDescription: "nan", underlyingError: inside))
    }

    /// An error of another library that has one inside.
    private func carrier(of inside: any Error) -> any Error {
        NSError(domain: "Signal box", code: 4, userInfo: [NSUnderlyingErrorKey: inside])
    }

    private func thrown(by work: () throws -> Void) throws -> any Error {
        do { try work() } catch { return error }
        return Pretender(description: "The check itself is wrong: this document decodes")
    }

    private func missingKey(_ error: DecodingError) -> String? {
        if case .keyNotFound(let key, _) = error { key.stringValue } else { nil }
    }

    /// An error in a few words.
    private func said(_ error: (any Error)?) -> String {
        guard let error else { return "nothing" }
        guard let decoding = error as? DecodingError, let name = DecodingErrorCase(decoding) else {
            return "\(type(of: error)): \(error)"
        }
        let path = codingPath(of: decoding)
        let key = missingKey(decoding).map { ", key \($0.debugDescription)" } ?? ""
        return "\(name) at \(path.isEmpty ? "the top level" : path)\(key)"
    }

    // MARK: - Answers

    private func expectFaults(
        _ expected: Fault, _ comment: Misconception, ifCorrupted corrupted: Misconception? = nil,
        _ documents: [(any Decodable.Type, String)]
    ) throws {
        for (type, document) in documents {
            try expectFault(expected, comment, ifCorrupted: corrupted, type, document)
        }
    }

    private func expectFault(
        _ expected: Fault?, _ comment: Misconception, ifCorrupted corrupted: Misconception? = nil,
        _ type: any Decodable.Type, _ document: String
    ) throws {
        let what = "an error in \(document.isEmpty ? "no data" : document)"
        try expectFault(expected, comment, ifCorrupted: corrupted, what) {
            _ = try JSONDecoder().decode(type, from: Data(document.utf8))
        }
    }

    private func expectFault(
        _ expected: Fault?, _ comment: Misconception, ifCorrupted corrupted: Misconception? = nil,
        _ what: String, of work: () throws -> Void
    ) throws {
        var runs = 0
        let found = try value(
            "The error is caught and named, and goes no further \(.matchCasesAndNeverTexts)"
        ) {
            try fault {
                runs += 1
                try work()
            }
        }
        try expect(
            found == expected, found == .corrupted ? corrupted ?? comment : comment,
            [
                "For \(what)", "it gave \(found.map { "\($0)" } ?? "nil"),",
                "expected was \(expected.map { "\($0)" } ?? "nil").",
            ])
        try expect(
            runs == 1,
            """
            The work should run once, and the error of that run be named. A second run may do \
            its work twice, or end in another way \(.matchCasesAndNeverTexts)
            """, ["It ran \(runs) times."])
    }

    private func expectPlaces(
        _ rows: [(any Decodable.Type, String, String)], _ comment: Misconception
    ) throws {
        for (type, document, expected) in rows + rows.reversed() {
            let data = Data(document.utf8)
            let error = try thrown { _ = try JSONDecoder().decode(type, from: data) }
            guard let error = error as? DecodingError else { throw error }
            let found = try value(comment, in: data) { try place(of: error) }
            try expect(
                found == expected, comment,
                [
                    "For an error in \(document.isEmpty ? "no data" : document)",
                    "it gave \(found.debugDescription),",
                    "expected was \(expected.debugDescription).",
                ])
        }
    }

    /// A list of objects with a train and one other key.
    private func list(_ key: String, _ values: [String]) -> String {
        let objects = values.enumerated().map { index, value in
            #"{ "train": "Ö \"\#(99 - index)\" ", "\#(key)": \#(value) }"#
        }
        return lines(objects)
    }

    /// A list with a line for each element, so that a finding can show the whole element.
    private func lines(_ elements: [String]) -> String {
        "[\n" + elements.joined(separator: ",\n") + "\n]"
    }

    /// A right delay, a delay with some fields, and a right one.
    private func delays(_ fields: String) -> String {
        lines([
            #"{ "train": "A", "minutes": 1 }"#, #"{ "train": "B", \#(fields) }"#,
            #"{ "train": "C", "delay": 2 }"#,
        ])
    }

    private func readDelays(
        _ table: KeyValuePairs<String, [Int]>, _ comment: Misconception
    ) throws {
        for (objects, minutes) in table {
            let parts = objects.split(separator: "{ ").enumerated().map { index, fields in
                #"{ "train": "ö \"0\#(9 - index)\" ", \#(fields)"#
            }
            let wanted = minutes.enumerated().map { index, minutes in
                #"{ "train": "ö \"0\#(9 - index)\" ", "minutes": \#(minutes) }"#
            }
            let document = "[\n" + parts.joined(separator: "\n") + "\n]"
            try readEach([document: lines(wanted)], comment) {
                try decodeDelays(from: $0).map { delay -> [String: Any?] in
                    ["train": delay.train, "minutes": delay.minutes]
                }
            }
        }
    }

    private func closures(_ kilometers: [(Int, Int)]) -> String {
        let objects = kilometers.map { first, last in
            #"{ "line": " Jura Süd ", "firstKilometer": \#(first), "lastKilometer": \#(last) }"#
        }
        return lines(objects)
    }

    private func readClosures(_ kilometers: [(Int, Int)], _ comment: Misconception) throws {
        let document = closures(kilometers)
        try readEach([document: document], comment) {
            try decodeClosures(from: $0).map { closure -> [String: Any?] in
                [
                    "line": closure.line, "firstKilometer": closure.firstKilometer,
                    "lastKilometer": closure.lastKilometer,
                ]
            }
        }
    }
}
