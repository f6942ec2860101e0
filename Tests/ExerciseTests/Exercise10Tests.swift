import ExerciseChecks
import Foundation
import Synchronization
import Testing

// By name: a learner's own type of the same name is not meant.
import class Dispatch.DispatchSemaphore
import struct ExerciseChecks.Misconception
import struct ExerciseChecks.ProbeRule
import struct Foundation.Date
import class Foundation.JSONSerialization
import class Foundation.NSNull
import class Foundation.Thread
import protocol Swift.CustomStringConvertible
import struct Swift.Int32
import struct Swift.KeyValuePairs
import enum Swift.Never
import protocol Swift.Sendable
import struct Swift.UInt32
import struct Swift.UInt8
import struct Synchronization.Atomic

@testable import Exercise10

#if !canImport(Darwin)
    import Glibc
#endif

@Suite("Exercise 10 · The old cache", .serialized, .exercise)
struct Exercise10Tests: ExerciseSuite {
    // MARK: - Task 1

    /// A payload that the answer has never seen.
    private struct CountedTrain: Decodable, Equatable {
        let train: String
        let cars: Int
    }

    /// A payload that a setting of the decoder would change.
    private struct FreeSeats: Decodable, Equatable {
        let seatCount: Int
        let departure: Date

        enum CodingKeys: String, CodingKey {
            case seatCount = "seat_count"
            case departure
        }
    }

    private func decodeTrainReply(from document: Data) throws -> Reply<CountedTrain> {
        try decodeReply(CountedTrain.self, from: document)
    }

    private func parts(_ reply: Reply<CountedTrain>) -> [String: Any?] {
        if case .payload(let found) = reply {
            let data: [String: Any?] = ["train": found.train, "cars": found.cars]
            return ["data": data]
        }
        guard case .failure(let found) = reply else { return [:] }
        let error: [String: Any?] = ["code": found.code, "message": found.message]
        return ["error": error]
    }

    @Test("Task 1 · An envelope")
    func envelope() throws {
        let train = #"{ "data": { "train": "NT 61", "cars": 9 } }"#
        let failure = #"""
            { "error": { "code": -5000000001, "message": " The \"Night\" is over. " } }
            """#
        let zero = #"{ "error": { "code": 0, "message": "" } }"#
        _ = try read(
            train,
            """
            What is under data is the payload, of the type that the caller names; there is no \
            error key then \(.anEnvelopeForEveryReply)
            """, with: decodeTrainReply)
        _ = try read(
            failure,
            """
            Where there is an error, there is no payload, and nothing is wrong with the document \
            \(.anEnvelopeForEveryReply)
            """, with: decodeTrainReply)
        try readEach(
            [train, failure, zero, #"{ "data": { "train": "", "cars": -1 } }"#],
            """
            A payload and a failure have what the document says, code 0 and an empty message too \
            \(.anEnvelopeForEveryReply)
            """
        ) { parts(try decodeTrainReply(from: $0)) }
        try readEach(
            [
                #"{ "data": { "train": "NT 61", "cars": 9 }, "error": null }"#: train,
                #"{ "error": { "code": 0, "message": "" }, "data": null }"#: zero,
            ],
            """
            Both keys may be there, and one of them is null: null says that there is none \
            \(.anEnvelopeForEveryReply)
            """
        ) { parts(try decodeTrainReply(from: $0)) }
        try readEach(
            [
                #"{ "data": { "train": "NT 61", "cars": 9 }, "error": { "code": 0, "message": "" } }"#:
                    zero,
                #"{ "data": { "train": 61 }, "error": { "code": 0, "message": "" } }"#: zero,
                #"{ "data": [], "error": { "code": 0, "message": "" } }"#: zero,
            ],
            """
            An error counts, whatever is under data: ask for the error first \
            \(.anEnvelopeForEveryReply)
            """
        ) { parts(try decodeTrainReply(from: $0)) }
        try expectAnyPayload()
        try refuseBrokenEnvelopes(train, failure)
    }

    private func expectAnyPayload() throws {
        let generic: Misconception = """
            The payload has the type that the caller names, and this may be a list, a number or a \
            dictionary \(.anEnvelopeForEveryReply)
            """
        try expectEach(
            [
                #"{ "data": ["VIE", "PRG"] }"#: Reply<[String]>.payload(["VIE", "PRG"]),
                #"{ "data": [] }"#: .payload([]),
            ], generic
        ) { try decodeReply([String].self, from: Data($0.utf8)) }
        try expectEach(
            [
                #"{ "data": { "error": 1, "data": 2 } }"#:
                    Reply<[String: Int]>.payload(["error": 1, "data": 2])
            ], generic
        ) { try decodeReply([String: Int].self, from: Data($0.utf8)) }
        try expectEach([#"{ "data": 0 }"#: Reply<Int>.payload(0)], generic) {
            try decodeReply(Int.self, from: Data($0.utf8))
        }
        let decoders: Misconception = """
            The decoder reads this type in a way of its own, and an initializer that you call yourself \
            knows nothing of it. Decode the payload with the container \(.anEnvelopeForEveryReply)
            """
        try expectEach(
            [#"{ "data": "aGk=" }"#: Reply<Foundation.Data>.payload(Data("hi".utf8))], decoders
        ) { try decodeReply(Foundation.Data.self, from: Data($0.utf8)) }
        try expectEach([#"{ "data": 12.5 }"#: Reply<Foundation.Decimal>.payload(12.5)], decoders) {
            try decodeReply(Foundation.Decimal.self, from: Data($0.utf8))
        }
        let departure = Date(timeIntervalSinceReferenceDate: 786_000_000)
        try expectEach(
            [
                #"{ "data": { "seat_count": 84, "departure": 786000000 } }"#:
                    Reply<FreeSeats>.payload(FreeSeats(seatCount: 84, departure: departure))
            ],
            """
            The payload's own type says which keys and dates it has. A strategy of the decoder \
            changes them for every payload: use a plain JSONDecoder() \(.anEnvelopeForEveryReply)
            """
        ) { try decodeReply(FreeSeats.self, from: Data($0.utf8)) }
    }

    private func refuseBrokenEnvelopes(_ train: String, _ failure: String) throws {
        try refuseEach(
            [
                #"{ "data": { "train": "NT 61", "cars": 9 }, "error": "closed" }"#,
                #"{ "data": { "train": "NT 61", "cars": 9 }, "error": false }"#,
                #"{ "error": "closed" }"#,
            ], .typeMismatch, at: "error",
            """
            A broken error is an error of the decoder. With try? it looks like none at all \
            \(.anEnvelopeForEveryReply)
            """, with: decodeTrainReply)
        let required: Misconception = """
            Without an error, the payload is required, with all that its type needs. A try? makes \
            something else of a broken payload \(.anEnvelopeForEveryReply)
            """
        // First, as a try? for the payload throws an error all the same, about the key error.
        try refuse(
            #"{ "data": { "cars": 9 } }"#, .keyNotFound, at: "data", required,
            otherError: """
                The payload is broken here, and the decoder's own error says where: in data. A try? \
                for the payload loses that error, and to decode the payload on its own loses the \
                place \(.anEnvelopeForEveryReply)
                """, with: decodeTrainReply)
        try probe(train, whole: ["data.cars"], required, with: decodeTrainReply)
        try probe(
            failure, whole: ["error.code"],
            rules: [.at("error", .null, expect: .anyDecodingError)],
            """
            A failure has a code and a message. A try? or a default value hides that one is \
            missing \(.anEnvelopeForEveryReply)
            """,
            wrongType: """
                The code is an Int and the message is a String: "404" in quotation marks is no \
                number \(.anEnvelopeForEveryReply)
                """, with: decodeTrainReply)
    }

    // MARK: - Task 2

    private let settings = [
        #"{ "language": "cs", "sound": false, "reminder": 45, "favorites": ["VIE", "PRG"] }"#,
        #"{ "language": "", "sound": true, "reminder": 0, "favorites": [] }"#,
        #"{ "language": " \"De\" ", "sound": false, "reminder": -5, "favorites": ["", " vIe", "VIE", "VIE"] }"#,
        #"{ "language": "x", "sound": true, "reminder": 5000000001, "favorites": ["PRG"] }"#,
    ]
    private let allDefaults =
        #"{ "language": "de", "sound": true, "reminder": 30, "favorites": [] }"#

    private func parts(_ settings: Settings) -> [String: Any?] {
        [
            "language": settings.language, "sound": settings.sound, "reminder": settings.reminder,
            "favorites": settings.favorites,
        ]
    }

    @Test("Task 2 · Values with a default")
    func valuesWithADefault() throws {
        let full = try read(
            settings[0],
            "Each setting is a plain value in the document \(.aWrapperForDefaults)",
            with: decodeSettings)
        _ = try read(
            #"{ "language": "de" }"#,
            """
            A setting that is absent has its default. The compiler's init(from:) asks for every \
            key, also for a property with a wrapper or a default value \(.aWrapperForDefaults)
            """, with: decodeSettings)
        try readEach(
            [settings[0], settings[1]],
            """
            What the file says goes before the default: false, 0 and an empty list too \
            \(.aWrapperForDefaults)
            """
        ) { parts(try decodeSettings(from: $0)) }
        try readEach(
            settings,
            """
            Keep every string, every number and every element as it is in the document: spaces \
            and capitals stay, a reminder may be less than 0, and a list may have the same code twice
            """
        ) { parts(try decodeSettings(from: $0)) }
        try readEach(
            [
                #"{ "language": "de" }"#: allDefaults,
                #"{ "language": "de", "sound": false }"#:
                    #"{ "language": "de", "sound": false, "reminder": 30, "favorites": [] }"#,
                #"{ "language": "de", "reminder": 5 }"#:
                    #"{ "language": "de", "sound": true, "reminder": 5, "favorites": [] }"#,
                #"{ "language": "de", "favorites": ["VIE"] }"#:
                    #"{ "language": "de", "sound": true, "reminder": 30, "favorites": ["VIE"] }"#,
            ],
            """
            Each setting has a default of its own, whatever was decoded before: sound is on, the \
            reminder comes after 30 minutes, and there are no favorites \(.aWrapperForDefaults)
            """
        ) { parts(try decodeSettings(from: $0)) }
        try readEach(
            [
                #"{ "language": "de", "sound": null, "reminder": null, "favorites": null }"#:
                    allDefaults
            ],
            "A setting that is null has its default too, and not another value \(.aWrapperForDefaults)"
        ) { parts(try decodeSettings(from: $0)) }
        try expectTypes(
            ("language", full.language, String.self), ("sound", full.sound, Bool.self),
            ("reminder", full.reminder, Int.self), ("favorites", full.favorites, [String].self))
        try refuseBrokenSettings()
        try writeSettings()
    }

    private func refuseBrokenSettings() throws {
        let broken: Misconception = """
            A default is for a value that is absent or null. A try? uses it for a broken one too, \
            and nobody hears of it \(.aWrapperForDefaults)
            """
        // First, as a try? eats the null among the favorites too.
        try refuse(
            #"{ "language": "de", "favorites": "VIE" }"#, broken, with: decodeSettings)
        try probe(
            settings[0], optional: ["sound", "reminder", "favorites"], whole: ["reminder"],
            rules: [
                .at("reminder", .fraction, saying: notWhole("reminder")),
                .at(
                    "favorites[]", .null,
                    saying: """
                        Null inside the list is not a code, so such a list is broken: do not pass \
                        over the null \(.aWrapperForDefaults)
                        """),
            ],
            """
            The language has no default, and neither has an element of the favorites \
            \(.aWrapperForDefaults)
            """,
            wrongType: broken, with: decodeSettings)
    }

    private func writeSettings() throws {
        try rewriteEach(settings, task: 2, from: decodeSettings, with: encode) { written in
            String(decoding: written, as: UTF8.self).contains("wrappedValue")
                ? """
                A setting is written as a plain value, and not as an object with the key \
                wrappedValue, as the compiler writes a wrapper \(.aWrapperForDefaults)
                """
                : """
                Write each setting as it is, as a plain value under its key, and every code of the \
                list, in its order \(.backToJSON)
                """
        }
        let defaults = try fromTask(2) {
            try decodeSettings(from: Data(#"{ "language": "de" }"#.utf8))
        }
        try writeEach(
            [defaults: allDefaults],
            """
            All four keys are written, also where a value is the default: the next app may have \
            another default \(.aWrapperForDefaults)
            """, with: encode)
    }

    /// What an answer got wrong that makes a whole number of 45.5.
    private func notWhole(_ property: String) -> Misconception {
        """
        A number with a fraction is not a whole number: do not round it and do not cut it off. \
        Decode \(property) as an Int \(.aNumberThatDoesNotFit)
        """
    }

    // MARK: - Tasks 3 and 4

    private let patches = [
        #"{ "booking": "B-7", "berth": 12, "note": "upper berth" }"#,
        #"{ "booking": "B-8" }"#,
        #"{ "booking": "B-9", "berth": null, "note": null }"#,
        #"{ "booking": "", "berth": 0, "note": "" }"#,
        #"{ "booking": "B-10", "berth": null }"#,
        #"{ "note": null, "booking": "B-11" }"#,
        #"{ "booking": "B-12", "berth": -3, "note": null }"#,
        #"{ "booking": "B-13", "berth": null, "note": "null" }"#,
        #"{ "booking": "\"B\"", "note": " Käse, \"no\" ham \\" }"#,
        #"{ "booking": " Be ", "berth": 5000000001, "note": "  " }"#,
    ]

    @Test("Task 3 · Keep, clear, set")
    func keepClearSet() throws {
        let told: Misconception = """
            Absent is keep and null is clear. decodeIfPresent gives nil for both of them, so one \
            question is not enough \(.nullOrLeftOut)
            """
        let set: Misconception = """
            A value sets, exactly as it is: an empty note, and spaces anywhere in a note \
            \(.nullOrLeftOut)
            """
        _ = try read(
            patches[0],
            """
            A value sets, and each is under its own key: an Int under berth, a String under note \
            \(.nullOrLeftOut)
            """, with: decodePatch)
        let patch = try read(
            patches[1],
            """
            What is absent is kept, and this is not an error. decodeNil throws where there is no \
            key \(.nullOrLeftOut)
            """, with: decodePatch)
        _ = try read(patches[2], told, with: decodePatch)
        for document in [patches[4], patches[5]] {
            _ = try read(
                document,
                """
                The berth and the note are asked apart, each under its own key: one may be there \
                without the other \(.nullOrLeftOut)
                """, with: decodePatch)
        }
        try expectEach(
            [
                patches[1]: Change<String>.keep, patches[2]: .clear, patches[4]: .keep,
                patches[5]: .clear,
            ], told
        ) { try decodePatch(from: Data($0.utf8)).note }
        try expectEach(
            [patches[1]: Change<Int>.keep, patches[2]: .clear, patches[5]: .keep], told
        ) { try decodePatch(from: Data($0.utf8)).berth }
        try expectEach(
            [
                patches[0]: Change<Int>.set(12), patches[3]: .set(0), patches[6]: .set(-3),
                patches[7]: .clear, patches[9]: .set(5_000_000_001),
            ],
            """
            A berth is an Int as it is: 0, -3 and 5000000001 are set too. A smaller type, or one \
            without a sign, does not hold them all \(.aNumberThatDoesNotFit)
            """
        ) { try decodePatch(from: Data($0.utf8)).berth }
        let bare = #"{ "booking": "" }"#
        try expectEach(
            [patches[0]: "B-7", bare: "", patches[8]: #""B""#, patches[9]: " Be "],
            """
            The booking is the string under booking, as it is: also an empty one, and spaces in it \
            \(.nullOrLeftOut)
            """
        ) { try decodePatch(from: Data($0.utf8)).booking }
        try expectEach(
            [
                patches[0]: Change<String>.set("upper berth"), patches[3]: .set(""),
                patches[7]: .set("null"), patches[8]: .set(#" Käse, "no" ham \"#),
                patches[6]: .clear, patches[9]: .set("  "),
            ], set
        ) { try decodePatch(from: Data($0.utf8)).note }
        try expectTypes(
            ("booking", patch.booking, String.self), ("berth", patch.berth, Change<Int>.self),
            ("note", patch.note, Change<String>.self))
        try refuseBrokenPatches()
    }

    private func refuseBrokenPatches() throws {
        try probe(
            patches[0], optional: ["berth", "note"], whole: ["berth"],
            rules: [.at("berth", .fraction, saying: notWhole("berth"))],
            """
            Only berth and note may be absent or null. A patch without its booking changes nobody \
            knows what \(.nullOrLeftOut)
            """,
            wrongType: """
                A value of a wrong type is an error at its key. A try? makes keep or clear of it, \
                and an NSNumber makes 1 of true: let JSONDecoder decode it as it should be \
                \(.nullOrLeftOut)
                """, with: decodePatch)
    }

    @Test("Task 4 · Write the three states")
    func writeTheThreeStates() throws {
        try rewriteEach(
            [patches[1], patches[4], patches[5], patches[2]], task: 3, from: decodePatch,
            with: encode, misconception: whatIsWrong(withStates:))
        try rewriteEach(
            patches,
            """
            Each value is written under its own key as a plain value, 0 and "" too \
            \(.threeStatesOnTheWayOut)
            """, task: 3, from: decodePatch, with: encode)
    }

    private func whatIsWrong(withStates written: Data) -> Misconception {
        let members = try? JSONSerialization.jsonObject(with: written) as? [String: Any]
        guard members?["booking"] is String else {
            return
                "The booking is written in every patch, as it was read \(.threeStatesOnTheWayOut)"
        }
        if members?["berth"] is NSNull != (members?["note"] is NSNull) {
            return """
                Null is written under the key of the value that is cleared, and what is kept has no \
                key \(.threeStatesOnTheWayOut)
                """
        }
        if members?.count == 1 {
            return """
                What is kept has no key, and what is cleared is null, also where the other value is \
                kept: encodeIfPresent writes no null, and a return for what is kept ends the \
                writing too early \(.threeStatesOnTheWayOut)
                """
        }
        return """
            What is kept has no key, and what is cleared is null: encodeIfPresent writes neither, \
            and the compiler's encode(to:) writes an object for each case \(.threeStatesOnTheWayOut)
            """
    }

    // MARK: - Task 5

    private let future = #"{ "version": 4, "user": { "id": 7 }, "journeys": [["NT 40", 89.9]] }"#

    /// Wants a document of the future to be refused with both versions.
    private func refuseFuture<Value>(
        _ document: String, version found: Int, _ comment: Misconception,
        otherError other: Misconception? = nil, with answer: (Data) throws -> Value
    ) throws {
        let data = Data(document.utf8)
        let result = Swift.Result { try answer(data) }
        if case .failure(let error as FutureVersion) = result {
            try expectTypes(("found", error.found, Int.self), ("newest", error.newest, Int.self))
            return try expectEqual(
                [error.found, error.newest], [found, 3],
                """
                FutureVersion names both versions: first the one that was found in the file, then \
                the newest one that this app can read \(.theVersionComesFirst)
                """)
        }
        let usual: Misconception = """
            A file from the future is refused with FutureVersion and with no other error: read \
            the version before anything else \(.theVersionComesFirst)
            """
        let returned = result.map { "\($0)" }
        if case .success(let value) = returned {
            try fail(comment, ["It returned \(value), of this document:"] + excerpt(of: document))
        }
        _ = try value(other ?? usual, in: data) { try returned.get() }
    }

    @Test("Task 5 · The version")
    func theVersion() throws {
        let first = #"{ "user": "ada", "trips": [] }"#
        let onlyTheNumber: Misconception = """
            The number under `version` decides, or 1 without it, and not what the trips look like: \
            look at nothing else \(.theVersionComesFirst)
            """
        _ = try read(
            #"{ "version": 2, "user": "ada", "trips": [] }"#, onlyTheNumber, with: version)
        _ = try read(
            first,
            "A file without a version is in version 1, and not broken \(.theVersionComesFirst)",
            with: version)
        for document in ["{}", #"{ "version": 2 }"#] {
            _ = try read(
                document,
                """
                version(of:) looks at `version` and nothing else: a file without any other key has \
                a version too \(.theVersionComesFirst)
                """, with: version)
        }
        _ = try read(
            #"{ "version": 3, "user": "ada", "trips": [] }"#,
            """
            Version 3 is the newest one, and this app reads it. Only a greater number is of the \
            future \(.theVersionComesFirst)
            """, with: version)
        try expectEach(
            [
                first: 1, "{}": 1, #"{ "version": 1, "user": "ada", "trips": [] }"#: 1,
                #"{ "version": 2, "user": "ada", "trips": [] }"#: 2,
                #"{ "user": "ada", "trips": [], "version": 3 }"#: 3,
            ], onlyTheNumber
        ) { try version(of: Data($0.utf8)) }
        try expectEach(
            [
                #"{ "version": 3, "trips": [{ "train": "NT 40", "route": "A > B" }] }"#: 3,
                #"{ "trips": [{ "version": 3, "number": "NT 40", "from": "A", "to": "B" }] }"#: 1,
                #"{ "version": 2, "user": 7, "trips": "lost" }"#: 2,
                #"{ "version": 2, "user": null, "trips": null }"#: 2,
            ], onlyTheNumber
        ) { try version(of: Data($0.utf8)) }
        try refuseOtherVersions()
        try refuseBrokenVersions()
    }

    private func refuseOtherVersions() throws {
        for (found, document) in [
            (4, #"{ "version": 4 }"#), (99, #"{ "version": 99, "user": "ada", "trips": [] }"#),
            (4, future),
        ] {
            try refuseFuture(
                document, version: found,
                """
                This file is from the future, and this app cannot read it: throw FutureVersion \
                \(.theVersionComesFirst)
                """, with: version)
        }
        let notWhole: [(String, Misconception)] = [
            (
                #"{ "version": "2" }"#,
                """
                A version in quotation marks is a string, and not a number: it is an error of the \
                decoder \(.theVersionComesFirst)
                """
            ),
            (
                #"{ "version": 2.5 }"#,
                """
                2.5 is not a version. Do not make a whole number of it: decode an Int, and the \
                decoder refuses it \(.theVersionComesFirst)
                """
            ),
        ]
        for (document, comment) in notWhole {
            // What is 1 here is 1 for whatever is not a number: the probe says so.
            guard let made = try? version(of: Data(document.utf8)), made != 1 else { continue }
            try fail(comment, ["It returned \(made), of this document:"] + excerpt(of: document))
        }
        let large: Misconception = """
            A large number is a version of the future too. This one does not fit the type that it \
            was read as: decode an Int \(.theVersionComesFirst)
            """
        try refuseFuture(
            #"{ "version": 9223372036854775807 }"#, version: Int.max, large, otherError: large,
            with: version)
    }

    private func refuseBrokenVersions() throws {
        try refuseEach(
            [#"{ "version": 0 }"#, #"{ "version": -1 }"#, #"{ "version": -99, "trips": [] }"#],
            .dataCorrupted, at: "version",
            """
            There never was a version 0 or less: such a number is an error at version \
            \(.theVersionComesFirst)
            """,
            otherError: """
                The error of a version 0 or less is dataCorrupted, and its place is the key version: \
                dataCorruptedError(forKey:in:debugDescription:) makes that error \
                \(.theVersionComesFirst)
                """, with: version)
        let whatever: Misconception = """
            A version is a whole number, and the file is an object, whole. A try? makes version 1 \
            of whatever is there \(.theVersionComesFirst)
            """
        for document in ["null", "[]", "3"] {
            try refuse(
                document,
                """
                A file is an object. Another document, null too, has no version, and is an error \
                \(.theVersionComesFirst)
                """, with: version)
        }
        // Who takes everything takes null too, and would read that null alone is wrong.
        try refuse(#"{ "version": true }"#, whatever, with: version)
        try probe(
            #"{ "version": 2 }"#, mayBeAbsent: ["version"], whole: ["version"],
            """
            A version that is null is broken. Only a file without the key is in version 1, and \
            decodeIfPresent treats both alike \(.nullOrLeftOut)
            """,
            wrongType: whatever, with: version)
        for document in ["", #"{ "version": 3, "user": "ada", "trips": [ { "num"#] {
            try refuse(document, whatever, with: version)
        }
    }

    // MARK: - Task 6

    private let fileV1 = #"""
        {
          "user": "ada \"the first\"",
          "trips": [
            { "train": "NT 61", "route": "Hamburg-Altona > Praha hl.n.", "price": 19.99, "smoking": true },
            { "train": "", "route": "Wien Hbf > Wien Hbf", "price": 0, "smoking": false },
            { "train": "nt 61", "route": "a>b > c -> d", "price": -4.35, "smoking": false }
          ]
        }
        """#
    private let fileV2 = #"""
        {
          "trips": [
            { "number": "NT 61", "from": "Hamburg-Altona", "to": "Praha hl.n.", "price": 19.99 },
            { "number": "", "from": "Wien Hbf", "to": "Wien Hbf", "price": 0 },
            { "number": "nt 61", "from": "a>b", "to": "c -> d", "price": -4.35 }
          ],
          "user": "ada \"the first\"", "version": 2
        }
        """#
    private let fileV3 = #"""
        {
          "user": "ada \"the first\"", "version": 3,
          "trips": [
            { "number": "NT 61", "from": "Hamburg-Altona", "to": "Praha hl.n.", "cents": 1999 },
            { "number": "", "from": "Wien Hbf", "to": "Wien Hbf", "cents": 0 },
            { "number": "nt 61", "from": "a>b", "to": "c -> d", "cents": -435 }
          ]
        }
        """#
    private let noTrips = #"{ "version": 3, "user": " Eva ", "trips": [] }"#

    /// A number that a Double does not have, and names that somebody might repair.
    private let large = #"""
        { "version": 3, "user": "", "trips": [{ "number": " NT 1 ", "from": "", "to": " b > c ", "cents": 9007199254740993 }] }
        """#

    /// The parts of a file in the shape of version 3, so that a document can say what was expected.
    private func parts(_ saved: SavedTrips) -> [String: Any?] {
        let trips = (saved.trips as Any as? [Trip] ?? []).map {
            ["number": $0.number, "from": $0.from, "to": $0.to, "cents": $0.cents]
                as [String: Any?]
        }
        return ["version": 3, "user": saved.user, "trips": trips]
    }

    /// What task 6 makes of a price in euros.
    private func cents(ofPrice price: String, version: Int) throws -> Int? {
        let trip: String = (trips[version] ?? "").replacing(
            #""price": 1"#, with: #""price": "# + price)
        let number = version == 1 ? "" : #""version": 2, "#
        let file = #"{ \#(number)"user": "D", "trips": [\#(trip)] }"#
        let trips = try decodeSavedTrips(from: Data(file.utf8)).trips
        return (trips as Any as? [Trip])?.first?.cents
    }

    /// A trip in the shape of each version.
    private let trips = [
        1: #"{ "train": "A", "route": "B > C", "price": 1, "smoking": true }"#,
        2: #"{ "number": "A", "from": "B", "to": "C", "price": 1 }"#,
        3: #"{ "number": "A", "from": "B", "to": "C", "cents": 100 }"#,
    ]

    /// A file in which one trip is there twice.
    private func twins(in version: Int) -> String {
        let trip = trips[version] ?? ""
        return #"{ "version": \#(version), "user": "D", "trips": [\#(trip), \#(trip)] }"#
    }

    @Test("Task 6 · Three versions of one file")
    func threeVersions() throws {
        builds(on: 5)
        let asItIs: Misconception = "Version 3 is read as it is \(.aTypeForEachVersion)"
        let saved = try read(fileV3, asItIs, with: decodeSavedTrips)
        _ = try read(
            #"{ "version": 2, "user": "D", "trips": [{ "number": "A", "from": "B", "to": "C", "price": 1 }] }"#,
            """
            Version 2 has euros under price and no cents: give it a type of its own \
            \(.aTypeForEachVersion)
            """, with: decodeSavedTrips)
        _ = try read(
            #"{ "user": "D", "trips": [{ "train": "A", "route": "B > C", "price": 1, "smoking": true }] }"#,
            """
            Version 1 has no version, a train in place of the number, and a route: give it a type \
            of its own \(.aTypeForEachVersion)
            """, with: decodeSavedTrips)
        try readEach(
            [fileV3, noTrips, large, twins(in: 3)], asItIs
        ) { parts(try decodeSavedTrips(from: $0)) }
        try expectCents()
        try expectSameTrips(as: saved)
        try expectVersionToDecide()
        try passOverSmoking()
        try refuseRoutes()
        try refuseKeysInPlaceOfOthers()
        try refuseBrokenFiles()
        try refuseKeysOfOtherVersions()
        try writeNewestVersion()
    }

    private func expectCents() throws {
        let prices: KeyValuePairs = [
            "89.9": 8990, "89": 8900, "0.01": 1, "0.29": 29, "1.15": 115, "4.35": 435, "64.1": 6410,
            "1234.56": 123_456, "1e2": 10_000,
        ]
        for number in [2, 1] {
            try expectEach(
                prices,
                """
                100 times the euros is the cents. A Double is a hair off, so cutting the digits \
                loses a cent \(.moneyIsNotADouble)
                """
            ) { try cents(ofPrice: $0, version: number) }
            try expectEach(
                ["-0.29": -29, "-1.15": -115, "-89": -8900],
                """
                A price may be less than 0, and then its cents are too, also between -1 and 0. A \
                half that is added before Int(…) goes the wrong way, and Int("-0") has no sign \
                \(.moneyIsNotADouble)
                """
            ) { try cents(ofPrice: $0, version: number) }
            try expectEach(
                ["131072.01": 13_107_201, "999999.99": 99_999_999],
                """
                A Float has seven digits, and a price may have eight: decode a Double or a \
                Decimal, in each version \(.moneyIsNotADouble)
                """
            ) { try cents(ofPrice: $0, version: number) }
        }
    }

    private func expectSameTrips(as saved: SavedTrips) throws {
        try readEach(
            [
                twins(in: 2): twins(in: 3), twins(in: 1): twins(in: 3),
                fileV2: fileV3, #"{ "version": 2, "user": " Eva ", "trips": [] }"#: noTrips,
                fileV1: fileV3, #"{ "user": " Eva ", "trips": [] }"#: noTrips,
                #"{ "version": 1, "user": " Eva ", "trips": [] }"#: noTrips,
            ],
            """
            A file of any version comes out as the same value, with all its trips in their order. Only \
            " > " with both its blanks divides a route \(.aChainOfMigrations)
            """
        ) { parts(try decodeSavedTrips(from: $0)) }
        let spaces = #"""
            { "version": 3, "user": "D",
              "trips": [{ "number": " A ", "from": " Wien Hbf ", "to": "Bregenz ", "cents": 100 }] }
            """#
        try readEach(
            [
                #"""
                { "user": "D", "trips": [{ "train": " A ", "route": " Wien Hbf  > Bregenz ", "price": 1,
                  "smoking": true }] }
                """#: spaces,
                #"""
                { "version": 2, "user": "D",
                  "trips": [{ "number": " A ", "from": " Wien Hbf ", "to": "Bregenz ", "price": 1 }] }
                """#: spaces,
            ],
            """
            Only " > " is between the names. Every other space is a part of a name and stays there \
            \(.aChainOfMigrations)
            """
        ) { parts(try decodeSavedTrips(from: $0)) }
        try expectTypes(
            ("user", saved.user, String.self), ("trips", saved.trips, [Trip].self))
        if let trip = (saved.trips as Any as? [Trip])?.first {
            try expectTypes(
                ("number", trip.number, String.self), ("from", trip.from, String.self),
                ("to", trip.to, String.self), ("cents", trip.cents, Int.self))
        }
    }

    private func expectVersionToDecide() throws {
        let onlyTrip = #"[{ "number": "A", "from": "B", "to": "C", "cents": 1250 }]"#
        try readEach(
            [
                #"""
                { "version": 2, "user": "D", "trips": [{ "number": "A", "train": "X", "from": "B",
                  "to": "C", "route": "X > Y", "price": 12.5, "cents": 7 }] }
                """#: onlyTrip,
                #"""
                { "version": 3, "user": "D", "trips": [{ "number": "A", "train": "X", "from": "B",
                  "to": "C", "route": "X > Y", "price": 7, "cents": 1250 }] }
                """#: onlyTrip,
                #"""
                { "user": "D", "trips": [{ "train": "A", "number": "X", "route": "B > C",
                  "from": "X", "to": "Y", "price": 12.5, "cents": 7, "smoking": true }] }
                """#: onlyTrip,
            ],
            """
            The version decides which keys count. Do not guess it from the keys that are there \
            \(.theVersionComesFirst)
            """
        ) { parts(try decodeSavedTrips(from: $0))["trips"] ?? nil }
        try readEach(
            [
                #"""
                { "version": 2, "user": "D", "trips": [{ "number": "A", "train": 7, "from": "B",
                  "to": "C", "route": null, "price": 12.5, "cents": "free", "smoking": [] }] }
                """#: onlyTrip,
                #"""
                { "version": 3, "user": "D", "trips": [{ "number": "A", "train": false, "from": "B",
                  "to": "C", "route": 7, "price": "free", "cents": 1250 }] }
                """#: onlyTrip,
                #"""
                { "user": "D", "trips": [{ "train": "A", "number": 7, "route": "B > C",
                  "from": null, "to": [], "price": 12.5, "cents": 0.5, "smoking": true }] }
                """#: onlyTrip,
            ],
            """
            A key of another version may hold anything, and it does not matter what. A type with \
            the keys of all versions reads it: give each version a type of its own \
            \(.aTypeForEachVersion)
            """
        ) { parts(try decodeSavedTrips(from: $0))["trips"] ?? nil }
        for (found, document) in [
            (99, #"{ "version": 99, "user": "ada", "trips": [] }"#), (4, future),
        ] {
            try refuseFuture(
                document, version: found,
                """
                A file from the future is not read as far as it goes: what is new in it would be \
                lost \(.theVersionComesFirst)
                """, with: decodeSavedTrips)
        }
    }

    private let smokingIsRetired: Misconception = """
        Nobody needs smoking any more: it may be absent, or anything \(.renamedAndRetiredKeys)
        """

    /// Before the routes, whose files have no smoking.
    private func passOverSmoking() throws {
        let onlyTrip = #"[{ "number": "A", "from": "B", "to": "C", "cents": 100 }]"#
        try readEach(
            [
                #"{ "user": "D", "trips": [{ "train": "A", "route": "B > C", "price": 1 }] }"#:
                    onlyTrip,
                #"{ "user": "D", "trips": [{ "train": "A", "route": "B > C", "price": 1, "smoking": null }] }"#:
                    onlyTrip,
                #"{ "user": "D", "trips": [{ "train": "A", "route": "B > C", "price": 1, "smoking": "no" }] }"#:
                    onlyTrip,
            ], smokingIsRetired
        ) { parts(try decodeSavedTrips(from: $0))["trips"] ?? nil }
    }

    /// A trip that lacks a key of its version does not take the value of another key.
    private func refuseKeysInPlaceOfOthers() throws {
        for (number, trip) in [
            (1, #"{ "number": "Zug 7", "route": "B > C", "price": 1 }"#),
            (1, #"{ "train": "A", "from": "Zug 7", "to": "C", "price": 1 }"#),
            (1, #"{ "train": "A", "route": "B > C", "cents": 7777 }"#),
            (2, #"{ "train": "Zug 7", "from": "B", "to": "C", "price": 1 }"#),
            (2, #"{ "number": "A", "route": "Zug 7 > C", "price": 1 }"#),
            (2, #"{ "number": "A", "from": "B", "to": "C", "cents": 7777 }"#),
            (3, #"{ "train": "Zug 7", "from": "B", "to": "C", "cents": 100 }"#),
            (3, #"{ "number": "A", "route": "Zug 7 > C", "cents": 100 }"#),
            (3, #"{ "number": "A", "from": "B", "to": "C", "price": 77.77 }"#),
        ] {
            let file = #"{ "version": \#(number), "user": "D", "trips": [\#(trip)] }"#
            // A value that is made up, or another error, is another mistake: the probe says so.
            guard let saved = try? decodeSavedTrips(from: Data(file.utf8)) else { continue }
            let values = "\(parts(saved))"
            try expect(
                !values.contains("Zug 7") && !values.contains("7777"),
                """
                A trip that lacks a key of its version is an error, even if it has the key of \
                another version: do not take that one in its place \(.theVersionComesFirst)
                """, ["It returned \(saved), of this document:"] + excerpt(of: file))
        }
    }

    private func refuseRoutes() throws {
        try refuseEach(
            [
                "Wien Hbf", "Wien Hbf > ", " > Wien Hbf", " > ", "", "A>B", "A >B", "A> B", "A - B",
                "A > B > C", "A > B > ", " > A > B",
            ].map {
                #"{ "user": "D", "trips": [{ "train": "A", "route": "\#($0)", "price": 1 }] }"#
            }, .dataCorrupted, at: "trips[0].route",
            """
            A route is two names with " > " between them. Anything else is an error: do not make \
            up a station, and do not leave the trip out \(.aChainOfMigrations)
            """,
            otherError: """
                A route that cannot be split is dataCorrupted, at the route itself \
                \(.aChainOfMigrations)
                """, with: decodeSavedTrips)
    }

    private func refuseBrokenFiles() throws {
        let required: Misconception = """
            Each version needs its keys, every one of them. A default value or a try? makes up a \
            trip that nobody saved \(.aTypeForEachVersion)
            """
        let plain: Misconception = """
            A value of another type is an error in each version. Do not turn it into another one \
            \(.aTypeForEachVersion)
            """
        let header: [ProbeRule] = [.at("version", expect: .notProbed)]
        try probe(
            fileV3, whole: ["trips[].cents"], rules: header, required, wrongType: plain,
            with: decodeSavedTrips)
        try probe(
            fileV2, rules: header, required, wrongType: plain, with: decodeSavedTrips)
        try probe(
            fileV1, notEmpty: ["trips[].route"],
            rules: [
                .at(
                    "trips[].smoking", .absent, .null, .otherType, expect: .success,
                    saying: smokingIsRetired)
            ], required, wrongType: plain, with: decodeSavedTrips)
    }

    private func refuseKeysOfOtherVersions() throws {
        for (number, trip) in trips.sorted(by: { $0.key < $1.key }) {
            try refuseAll(
                [1, 2, 3].filter { $0 != number }.map {
                    #"{ "version": \#($0), "user": "D", "trips": [\#(trip)] }"#
                } + (number == 1 ? [] : [#"{ "user": "D", "trips": [\#(trip)] }"#]),
                """
                The trips have the keys of another version than the number says: that is an error. \
                Choose the type by the number alone \(.theVersionComesFirst)
                """)
        }
        try refuseAll(
            [
                #"{ "version": 0, "user": "D", "trips": [] }"#,
                #"{ "version": null, "user": "D", "trips": [] }"#,
            ],
            "A version that task 5 refuses is refused here too \(.theVersionComesFirst)")
    }

    private func refuseAll(_ documents: [String], _ misconception: Misconception) throws {
        for document in documents {
            try refuse(document, misconception, with: decodeSavedTrips)
        }
    }

    private func writeNewestVersion() throws {
        try rewriteEach(
            [fileV3, noTrips, large, twins(in: 3)],
            """
            A file is written in version 3, with the number 3 in it, with the keys of version 3 \
            and no others, and with the trips in their order \(.aChainOfMigrations)
            """, task: 6, from: decodeSavedTrips, with: encode)
        let old = try [fileV1, fileV2].map { document in
            try fromTask(6) { try decodeSavedTrips(from: Data(document.utf8)) }
        }
        for value in old {
            let comment: Misconception = """
                What was read from an old file is written in the newest version \
                \(.aChainOfMigrations)
                """
            let written = try self.value(comment) { try encode(value) }
            try expectWritten(written, fileV3, comment)
        }
    }

    // MARK: - Task 7

    /// What a file is: its bytes, and when they were written.
    private struct Snapshot: Equatable {
        let bytes: Data?
        let modified: Date?

        init(_ file: URL) {
            bytes = try? Data(contentsOf: file)
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            modified = attributes?[.modificationDate] as? Date
        }
    }

    /// A folder for the time of some checks, in the current folder, which is one of its own.
    private func inFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let files = FileManager.default
        let folder = URL(fileURLWithPath: files.currentDirectoryPath)
            .appendingPathComponent("cache-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        return try body(folder)
    }

    /// A file of long ago.
    private func put(_ document: String, at file: URL) throws {
        try Data(document.utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_500_000_000)],
            ofItemAtPath: file.path)
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// What tasks 5 and 6 make of a file of the future, if it is not what they should.
    private struct ReadAllTheSame: Error, CustomStringConvertible {
        let description = "no FutureVersion for a file of the future"
    }

    /// The documents in old versions, and what task 6 makes of each: the value and the new file.
    private func oldFiles() throws -> [(document: String, saved: SavedTrips, newFile: String)] {
        let numbered = #"{ "version": 1, "user": "eva", "trips": [\#(trips[1] ?? "")] }"#
        return try [fileV1, fileV2, numbered].map { document in
            try fromTask(6) {
                let saved = try decodeSavedTrips(from: Data(document.utf8))
                return (document, saved, String(decoding: try encode(saved), as: UTF8.self))
            }
        }
    }

    /// The files that tasks 5 and 6 refuse.
    private func brokenFiles() -> [String] {
        func torn(_ document: String) -> String { String(document.prefix(document.count / 2)) }
        let price: String = fileV1.replacing("-4.35", with: "null")
        let route: String = fileV1.replacing("a>b > c -> d", with: "nowhere")
        let second: String = fileV2.replacing("-4.35", with: "\"free\"")
        let zero = #"{ "version": 0, "user": "", "trips": [] }"#
        return [torn(fileV1), torn(fileV2), torn(fileV3), price, route, second, zero, ""]
    }

    @Test("Task 7 · Open the file")
    func openTheFile() throws {
        builds(on: 5, 6)
        try inFolder { folder in
            let file = folder.appendingPathComponent("trips.json")
            try put(fileV3, at: file)
            try endIfOpen { try openSavedTrips(at: file) }
        }
        let old = try oldFiles()
        try fromTask(6) {
            do { _ = try decodeSavedTrips(from: Data(future.utf8)) } catch is FutureVersion {
                return
            }
            throw ReadAllTheSame()
        }
        try inFolder { try expectMigration(of: old, in: $0) }
        try inFolder { try expectNoMigration(in: $0) }
        try inFolder { try expectNothingElseChanged(by: old[0].document, in: $0) }
        try inFolder { try expectAtomicWrite(of: old[0].document, in: $0) }
        try inFolder { try expectNeverMissing(old[0].document, in: $0) }
        try inFolder { try expectFailureIsHeard(of: old[0], in: $0) }
        try inFolder { try expectPermissionsKept(by: old[0].document, in: $0) }
    }

    private let opens: Misconception = """
        A file that can be read opens, an old one and a new one \(.theFileThatMustStillOpen)
        """

    private func open(_ file: URL, _ comment: Misconception) throws -> SavedTrips {
        try value(comment, in: try? Data(contentsOf: file)) { try openSavedTrips(at: file) }
    }

    /// Old files are opened, and are new files then, each under its own name.
    private func expectMigration(
        of old: [(document: String, saved: SavedTrips, newFile: String)], in folder: URL
    ) throws {
        let files = ["trips.json", "Meine Fahrten.json", "tríps"].map {
            folder.appendingPathComponent($0)
        }
        var migrated: [URL] = []
        for file in files {
            try put(old[0].document, at: file)
            do { _ = try openSavedTrips(at: file) } catch {
                try expect(
                    Snapshot(file).bytes != nil,
                    """
                    There is no file of this name any more, neither the old one nor the new one. \
                    (replaceItemAt does this on Linux with Swift 6.3.) Write atomically \
                    \(.theOldFileOrTheNewOne)
                    """, ["It threw: \(error.localizedDescription)"])
            }
            _ = try open(
                file,
                file == files[0]
                    ? opens
                    : """
                    trips.json opens, and the same file under the name \(file.lastPathComponent) \
                    does not. Use the URL itself, or path(percentEncoded: false) \
                    \(.theFileThatMustStillOpen)
                    """)
            if Snapshot(file).bytes != Data(old[0].document.utf8) { migrated.append(file) }
        }
        try expectEachInItsPlace(old, files, migrated: migrated, in: folder)
    }

    /// Each file is in the newest version after it was opened, and is not written again after that.
    private func expectEachInItsPlace(
        _ old: [(document: String, saved: SavedTrips, newFile: String)], _ files: [URL],
        migrated: [URL], in folder: URL
    ) throws {
        for (file, old) in zip(files, old) { try put(old.document, at: file) }
        for round in 1...2 {
            for (file, old) in zip(files, old) {
                let before = Snapshot(file)
                let opened = try open(file, opens)
                try expectEqual(
                    opened, old.saved,
                    "Opening a file gives the trips of that file \(.theFileThatMustStillOpen)")
                try expect(
                    round == 1 || Snapshot(file) == before,
                    """
                    The file is in the newest version after it was opened once. Opened again, it \
                    is left as it is: its version says so, and not a comparison of bytes \
                    \(.theFileThatMustStillOpen)
                    """)
                if round == 1, Snapshot(file).bytes == before.bytes {
                    try failAsStillOld(
                        file, old.document, wasMigratedBefore: migrated.contains(file),
                        among: files, in: folder)
                }
                try expectWritten(
                    before.bytes.flatMap { round == 2 ? $0 : try? Data(contentsOf: file) }
                        ?? Data(),
                    old.newFile,
                    """
                    An old file is in the newest version after it was opened: written anew, in its \
                    place \(.theFileThatMustStillOpen)
                    """)
            }
        }
    }

    /// The file that was opened has its old bytes: why.
    private func failAsStillOld(
        _ file: URL, _ document: String, wasMigratedBefore: Bool, among files: [URL],
        in folder: URL
    ) throws -> Never {
        let known = files.map(\.lastPathComponent)
        let strange = try names(in: folder).filter { !known.contains($0) }
        // The same file under a name that is new to the answer tells what the name has to do with it.
        let fresh = folder.appendingPathComponent("fresh.json")
        try put(document, at: fresh)
        _ = try? openSavedTrips(at: fresh)
        let isWrittenElsewhere = Snapshot(fresh).bytes != Data(document.utf8)
        try FileManager.default.removeItem(at: fresh)
        try expect(
            !wasMigratedBefore || !isWrittenElsewhere,
            """
            This name was opened before, with another content. Now an old file has it, and it \
            is still the old one: read the file at each call, and keep nothing from the last \
            call \(.theFileThatMustStillOpen)
            """)
        try expect(
            strange.isEmpty,
            """
            The file is still the old one, and a file of another name is beside it: write to \
            the URL itself \(.theFileThatMustStillOpen)
            """,
            [
                "It was opened: \(file.lastPathComponent)",
                "This is new beside it: \(strange[0])",
                strange[0].contains("%") ? "In what file.path() gives, a space is %20." : "",
            ])
        // Under this very name, a file of version 1 without its number was written anew.
        try expect(
            !wasMigratedBefore || document == fileV1,
            """
            An old file is in the newest version after it was opened, whatever old version it is of. \
            This one was left as it is, and one of another old version was written anew \
            \(.theFileThatMustStillOpen)
            """, ["It is still this file, byte for byte:"] + excerpt(of: document))
        try fail(
            """
            An old file is in the newest version after it was opened: written anew, in its place \
            \(.theFileThatMustStillOpen)
            """, ["\(file.lastPathComponent) is still the old file, byte for byte."])
    }

    /// What is new, of the future or broken is not written.
    private func expectNoMigration(in folder: URL) throws {
        let file = folder.appendingPathComponent("trips.json")
        try put(fileV3, at: file)
        var before = Snapshot(file)
        _ = try open(file, opens)
        try expect(
            Snapshot(file) == before,
            """
            A file of the newest version is not written at all: there is nothing to migrate \
            \(.theFileThatMustStillOpen)
            """)
        func refusal(of document: String, _ comment: Misconception) throws -> any Error {
            try put(document, at: file)
            before = Snapshot(file)
            let thrown: any Error
            switch Swift.Result(catching: { try openSavedTrips(at: file) }) {
            case .failure(let error): thrown = error
            case .success(let opened):
                try fail(comment, ["It returned \(opened), of this file:"] + excerpt(of: document))
            }
            let now = Snapshot(file)
            let bytes = now.bytes.map { String(decoding: $0, as: UTF8.self) }
            try expect(
                now == before,
                """
                A file that cannot be read is left as it was, byte for byte: somebody may still be \
                able to read it \(.theFileThatMustStillOpen)
                """,
                ["It was:"] + excerpt(of: document) + ["And now:"]
                    + (bytes.map { excerpt(of: $0) } ?? ["    (no file)"]))
            return thrown
        }
        let refused = try refusal(
            of: future,
            """
            A file from the future is refused: an app that begins anew loses all trips \
            \(.theFileThatMustStillOpen)
            """)
        try expectEqual(
            (refused as? FutureVersion).map { [$0.found, $0.newest] }, [4, 3],
            """
            The error of a file from the future is FutureVersion with both versions: let it \
            reach the caller \(.theFileThatMustStillOpen)
            """)
        for document in brokenFiles() {
            let refused = try refusal(
                of: document,
                """
                A file that is cut off or broken is an error. An empty list in its place is saved \
                the next time, and all trips are lost \(.theFileThatMustStillOpen)
                """)
            try expect(
                refused is DecodingError,
                """
                The error of a broken file is the decoder's own: let it reach the caller \
                \(.theFileThatMustStillOpen)
                """, ["It threw \(refused) for this file:"] + excerpt(of: document))
        }
        try expectNoFileIsMade(file, in: folder)
    }

    private func expectNoFileIsMade(_ file: URL, in folder: URL) throws {
        try FileManager.default.removeItem(at: file)
        let opened = try? openSavedTrips(at: file)
        try expect(
            opened == nil,
            """
            There was no file, and it returned trips all the same. Let the error of the file \
            system reach the caller \(.theFileThatMustStillOpen)
            """, ["It returned \(opened.map { "\($0)" } ?? "")."])
        try expectEqual(
            try names(in: folder), [String](),
            "There was no file, so there is none afterwards \(.theFileThatMustStillOpen)")
    }

    /// Nothing else in the folder is changed, and nothing is left over.
    private func expectNothingElseChanged(by document: String, in folder: URL) throws {
        let others = [
            "trips", "trips.tmp", "trips.json.tmp", "trips.temp", "trips.json.temp", "trips.bak",
            "trips.json.bak", "trips.old", "trips.json.old", "trips.new", "trips.json.new",
            "trips2.json", "trips-new.json", "trips.json~", ".trips.json", "tmp", "temp",
            "temp.json", "tmp.json", "backup.json", "new.json", "new_trips.json",
        ]
        for name in others { try put("of \(name)", at: folder.appendingPathComponent(name)) }
        let before = others.map { Snapshot(folder.appendingPathComponent($0)) }
        let file = folder.appendingPathComponent("trips.json")
        for document in [document, fileV3, future, "{"] {
            try put(document, at: file)
            _ = try? openSavedTrips(at: file)
            for (name, before) in zip(others, before) {
                try expect(
                    Snapshot(folder.appendingPathComponent(name)) == before,
                    """
                    Another file in the folder is not yours. A temporary file needs a name that \
                    nobody has: an atomic write finds one by itself \(.theOldFileOrTheNewOne)
                    """, ["\(name) was there before, and it was changed or removed."])
            }
            try expectEqual(
                try names(in: folder), (others + ["trips.json"]).sorted(),
                """
                After the file was opened, the folder has the files that it had before, and no \
                others \(.theOldFileOrTheNewOne)
                """)
        }
    }

    /// A second name of the old file shows whether its bytes were overwritten.
    private func expectAtomicWrite(of document: String, in folder: URL) throws {
        let file = folder.appendingPathComponent("trips.json")
        let secondName = folder.appendingPathComponent("second name")
        try put(document, at: file)
        try FileManager.default.linkItem(at: file, to: secondName)
        _ = try open(file, opens)
        try expect(
            try Data(contentsOf: secondName) == Data(document.utf8),
            """
            The old file was overwritten where it was. If the app is killed in the middle, neither \
            the old file nor the new one is left: write atomically \(.theOldFileOrTheNewOne)
            """,
            [
                "The check gave the old file a second name before, and the bytes under that",
                "name have changed. An atomic write makes another file and gives it the name of",
                "the old one in the end. The old bytes are never touched.",
            ])
    }

    #if !canImport(Darwin)
        /// Hears from the system when the name of a file is taken from it, or given to another one.
        private struct Watch {
            static let rounds = 1
            private let name: String
            private let queue = inotify_init1(Int32(IN_NONBLOCK))

            init(_ file: URL) {
                name = file.lastPathComponent
                let folder = file.deletingLastPathComponent().path
                let kinds = IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
                _ = inotify_add_watch(queue, folder, UInt32(kinds))
            }

            /// Whether there was a moment without a file of this name, and how many files got it.
            func end() -> (wasMissing: Bool, replacements: Int) {
                defer { close(queue) }
                var result = (wasMissing: false, replacements: 0)
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                let count = Glibc.read(queue, &buffer, buffer.count)
                var events = buffer.prefix(max(0, count))
                // Of each event (inotify(7)): 4 bytes, its kind, 4 bytes, the length of the name,
                // the name.
                while events.count >= 16 {
                    func number(at offset: Int) -> Int {
                        events.dropFirst(offset).prefix(4).reversed().reduce(0) {
                            $0 << 8 | Int($1)
                        }
                    }
                    let length = number(at: 12)
                    let changed = events.dropFirst(16).prefix(length).prefix { $0 != 0 }
                    if String(decoding: changed, as: UTF8.self) == name {
                        if number(at: 4) & Int(IN_MOVED_TO) != 0 {
                            result.replacements += 1
                        } else {
                            result.wasMissing = true
                        }
                    }
                    events = events.dropFirst(16 + length)
                }
                return result
            }
        }
    #else
        /// Looks at a file again and again, on a thread of its own.
        private final class Watch: Sendable {
            /// It may look away at the wrong moment.
            static let rounds = 200
            private let path: String
            private let isOver = Atomic(false)
            private let gaps = Atomic(0)
            private let hasBegun = DispatchSemaphore(value: 0)
            private let hasEnded = DispatchSemaphore(value: 0)

            init(_ file: URL) {
                path = file.path
                Thread.detachNewThread { [self] in
                    hasBegun.signal()
                    while !isOver.load(ordering: .acquiring) {
                        guard isMissing else { continue }
                        gaps.wrappingAdd(1, ordering: .releasing)
                        while isMissing, !isOver.load(ordering: .acquiring) {}
                    }
                    hasEnded.signal()
                }
                hasBegun.wait()
            }

            private var isMissing: Bool { access(path, F_OK) != 0 && errno == ENOENT }

            /// Whether there were moments without a file of this name. A single one does not count: a
            /// look in the middle of a rename may miss a file that is there. How many files got the name,
            /// nobody tells on this system.
            func end() -> (wasMissing: Bool, replacements: Int) {
                isOver.store(true, ordering: .releasing)
                hasEnded.wait()
                return (gaps.load(ordering: .acquiring) > 1, 0)
            }
        }
    #endif

    /// There is a file under the name at every moment of a migration.
    private func expectNeverMissing(_ document: String, in folder: URL) throws {
        let file = folder.appendingPathComponent("trips.json")
        try Data(document.utf8).write(to: file)
        let watch = Watch(file)
        for _ in 1...Watch.rounds {
            try Data(document.utf8).write(to: file, options: .atomic)
            _ = try? openSavedTrips(at: file)
        }
        let (wasMissing, replacements) = watch.end()
        try expect(
            !wasMissing,
            """
            For a moment there was no file under the name: the old one was gone, and the new one \
            not yet there. If the app is killed then, all trips are lost: write atomically \
            \(.theOldFileOrTheNewOne)
            """)
        // Half of them are the check's own.
        try expect(
            replacements <= 2 * Watch.rounds,
            """
            Between the old file and the new one there was a third one under the name. If the app \
            is killed then, it stays: write once, when the newest version is made \
            \(.theOldFileOrTheNewOne)
            """)
    }

    /// The new file has the permissions that the old one had.
    private func expectPermissionsKept(by document: String, in folder: URL) throws {
        let file = folder.appendingPathComponent("trips.json")
        for permissions in [0o600, 0o640, 0o664] {
            try put(document, at: file)
            try FileManager.default.setAttributes(
                [.posixPermissions: permissions], ofItemAtPath: file.path)
            _ = try open(file, opens)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            let found = attributes[.posixPermissions] as? Int ?? 0
            try expect(
                found == permissions,
                found == 0o600
                    ? """
                    The new file has other permissions than the old one: 600, and others may not \
                    read any more what they could read before. Ask the old file for its \
                    permissions, and give them to the new one \(.aPrivateFile)
                    """
                    : """
                    The new file has other permissions than the old one. On Linux, .atomic gives it \
                    those of any new file, and the umask takes some from what open() is given. Ask the \
                    old file for its permissions, and set them on the new one when it is there \
                    \(.aPrivateFile)
                    """,
                [
                    "The old file had \(String(permissions, radix: 8)).",
                    "The new file has \(String(found, radix: 8)).",
                ])
        }
    }

    /// A migration that cannot be written is an error, and the old file stays.
    ///
    /// The path of the file is as long as a path may be, so that it can be read, and no temporary
    /// file with a longer name fits beside it. An answer that writes without one is refused before.
    private func expectFailureIsHeard(
        of old: (document: String, saved: SavedTrips, newFile: String), in folder: URL
    ) throws {
        let longest = Int(PATH_MAX) - 1
        var path = folder.path
        while path.utf8.count < longest - 2 {
            let left = longest - 2 - path.utf8.count
            // A name has a slash before it, and there is room for one more name or for none.
            let length = left > 202 ? 200 : left > 201 ? 100 : left - 1
            guard length > 0 else { break }
            path += "/" + String(repeating: "d", count: length)
        }
        let file = URL(fileURLWithPath: path + "/t")
        guard
            (try? FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)) != nil,
            (try? put(old.document, at: file)) != nil
        else { return }
        let before = Snapshot(file)
        let isHeard = (try? openSavedTrips(at: file)) == nil
        try expect(
            isHeard || Snapshot(file) != before,
            """
            The new file could not be written, and nobody heard of it. Write with a plain try: \
            the error reaches the caller \(.theOldFileOrTheNewOne)
            """, ["The check opened an old file in a place where no other file can be made."])
    }
}
