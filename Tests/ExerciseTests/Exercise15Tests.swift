import ExerciseChecks
import ExerciseSupport
import Foundation
import Testing

import struct ExerciseChecks.Misconception
import struct ExerciseSupport.TODO
import struct Swift.KeyValuePairs
// By name: a learner's own type of the same name is not meant.
import protocol Swift.StringProtocol

@testable import Exercise15

@Suite("Exercise 15 · The control room", .serialized, .exercise)
struct Exercise15Tests: ExerciseSuite {
    // MARK: - Task 1

    private let clear = #"{ "clear": {} }"#
    private let slow = #"{ "slow": { "kilometersPerHour": 40 } }"#
    private let blocked = #"{ "blocked": { "_0": "Linz", "until": "21:40" } }"#

    private func parts(_ signal: Signal) -> [String: Any?] {
        switch signal {
        case .clear:
            ["clear": [String: Any?]()]
        case .slow(let kilometersPerHour):
            ["slow": ["kilometersPerHour": kilometersPerHour] as [String: Any?]]
        case .blocked(let station, let until):
            ["blocked": ["_0": station, "until": until] as [String: Any?]]
        }
    }

    @Test("Task 1 · Signals in the compiler's form")
    func signals() throws {
        try endIfOpen { try decodeSignals(from: Data("[]".utf8)) }
        try endIfOpen { try encodeSignals([]) }
        for signal in [clear, slow, blocked] {
            try readEach(
                ["[\(signal)]"],
                """
                In the compiler's form, the name of the case is a key, and the values are in an \
                object under it, by their labels, or as `_0` without one. What the compiler has \
                written, it can read \(.enumsWithValues)
                """
            ) { try decodeSignals(from: $0).map(parts) }
        }
        try readEach(
            [
                "[\(blocked), \(slow), \(clear), \(slow)]", "[]",
                #"[{ "slow": { "kilometersPerHour": 0 } }, { "blocked": { "until": "", "_0": "clear" } }]"#,
            ],
            """
            Signals come in the document's order, each with its values as they are: also what is \
            empty, zero or there twice \(.enumsWithValues)
            """
        ) { try decodeSignals(from: $0).map(parts) }
        try readEach(
            [#"[{ "slow": { "kilometersPerHour": -9007199254740993 } }]"#],
            """
            A speed is an `Int`, and each digit counts. A Double loses some of them, and takes 5.5 too: \
            decode an `Int` \(.enumsWithValues)
            """
        ) { try decodeSignals(from: $0).map(parts) }
        try readEach(
            [#"[{ "blocked": { "_0": " \"Ö\" ", "until": " B " } }]"#],
            """
            Strings stay as they are, with the spaces and the quotation marks that they have: do not \
            tidy them \(.enumsWithValues)
            """
        ) { try decodeSignals(from: $0).map(parts) }
        try readEach(
            [
                #"[{ "clear": { "kilometersPerHour": 1e400 }, "note": 1e400 }]"#: "[\(clear)]"
            ], "Pass over keys that are not shown, whatever is under them \(.takeWhatYouNeed)"
        ) { try decodeSignals(from: $0).map(parts) }
        for document in [
            #"[{ "clear": {}, "slow": { "kilometersPerHour": 40 } }]"#, "[{}]",
            #"[{ "stop": {} }]"#,
            #"[{ "Clear": {} }]"#,
        ] {
            try refuse(
                document,
                """
                An object has the name of one signal. With two of them, or with none, nobody knows \
                what the signal shows: that is an error \(.enumsWithValues)
                """, with: decodeSignals)
        }
        for signal in [clear, slow, blocked] {
            try probe(
                "[\(signal)]", whole: ["[].slow.kilometersPerHour"],
                rules: ["[].clear", "[].slow", "[].blocked"].map {
                    .at($0, .absent, expect: .anyError)
                },
                """
                Each signal has an object under its name, and in it all of its values, each of its \
                type. A try? or a default value makes up a signal that nobody has set \
                \(.enumsWithValues)
                """, with: decodeSignals)
        }
        try writeEach(
            [
                [.clear]: "[\(clear)]", [.slow(kilometersPerHour: 40)]: "[\(slow)]",
                [.blocked("Linz", until: "21:40")]: "[\(blocked)]",
            ],
            """
            Written, a signal has the form in which it came: the name of the case as a key, and its \
            values in an object, which is empty for a case without values \(.enumsWithValues)
            """, with: encodeSignals)
        try writeEach(
            [
                []: "[]",
                [.clear, .slow(kilometersPerHour: 0), .clear]:
                    #"[{ "clear": {} }, { "slow": { "kilometersPerHour": 0 } }, { "clear": {} }]"#,
                [
                    .blocked("", until: " \"Ö\"\\ "),
                    .slow(kilometersPerHour: -9_007_199_254_740_993),
                ]:
                    #"[{ "blocked": { "_0": "", "until": " \"Ö\"\\ " } }, { "slow": { "kilometersPerHour": -9007199254740993 } }]"#,
            ],
            """
            Every signal is written, in its order and with its values as they are: also what is \
            empty, zero or there twice \(.backToJSON)
            """, with: encodeSignals)
    }

    // MARK: - Task 2

    private let onTime = #"{ "onTime": {} }"#
    private let late = #"{ "late": { "_0": 12, "reason": "signal" } }"#
    private let canceled = #"{ "canceled": { "by": "control room" } }"#

    private func parts(_ state: TrainState) -> [String: Any?] {
        switch state {
        case .punctual:
            ["onTime": [String: Any?]()]
        case .delayed(let minutes, let cause):
            ["late": ["_0": minutes, "reason": cause] as [String: Any?]]
        case .canceled(let by):
            ["canceled": ["by": by] as [String: Any?]]
        }
    }

    /// The mistakes of an answer that reads or writes one of the three states in another form.
    private var stateMistakes: KeyValuePairs<String, Misconception> {
        [
            onTime: """
            Names of the source are keys of the document, each with an object under it, empty or not. \
            Where a case has another name there, give its `CodingKeys` case that name as a raw value \
            \(.newNamesOldDocuments)
            """,
            canceled: """
            `CodingKeys` has all cases that occur in documents, also those that keep their name. The \
            value of `canceled` keeps its key too: `by` \(.newNamesOldDocuments)
            """,
            late: """
            The values have keys too: `minutes` is `_0` here, and `cause` is `reason`. The enum \
            that says so is named after the case in Swift, not after that in the document, and one \
            with another name is not looked at \(.newNamesOldDocuments)
            """,
        ]
    }

    @Test("Task 2 · States in the form of last year")
    func states() throws {
        try endIfOpen { try decodeStates(from: Data("[]".utf8)) }
        try endIfOpen { try encodeStates([]) }
        for (state, mistake) in stateMistakes {
            try readEach(["[\(state)]"], mistake) { try decodeStates(from: $0).map(parts) }
        }
        try readEach(
            [
                "[\(late), \(onTime), \(canceled), \(onTime)]", "[]",
                #"[{ "late": { "reason": "", "_0": 0 } }, { "canceled": { "by": "" } }]"#,
                #"[{ "canceled": { "by": "onTime" } }]"#,
            ],
            """
            States come in the document's order, each with its values as they are: also what is \
            empty, zero or there twice \(.newNamesOldDocuments)
            """
        ) { try decodeStates(from: $0).map(parts) }
        try readEach(
            [#"[{ "late": { "_0": -9007199254740993, "reason": "A" } }]"#],
            """
            The minutes are an `Int`, and each digit counts. A Double loses some of them, and takes 5.5 \
            too: decode an `Int` \(.newNamesOldDocuments)
            """
        ) { try decodeStates(from: $0).map(parts) }
        try readEach(
            [
                #"[{ "late": { "_0": 1, "reason": " \"Ö\" " } }]"#,
                #"[{ "canceled": { "by": " \"Ö\" " } }]"#,
            ],
            """
            Strings stay as they are, with the spaces and the quotation marks that they have: do not \
            tidy them \(.newNamesOldDocuments)
            """
        ) { try decodeStates(from: $0).map(parts) }
        try readEach(
            [#"[{ "onTime": {}, "note": 1 }]"#: "[\(onTime)]"],
            """
            Pass over the keys that are not shown: one of the names is enough \
            \(.newNamesOldDocuments)
            """
        ) { try decodeStates(from: $0).map(parts) }
        try readEach(
            [#"[{ "onTime": {}, "punctual": 1e400 }]"#: "[\(onTime)]"],
            """
            The names of this year are no names in a document: they are keys that are not shown, and \
            passed over \(.newNamesOldDocuments)
            """
        ) { try decodeStates(from: $0).map(parts) }
        for document in [
            #"[{ "onTime": {}, "canceled": { "by": "A" } }]"#, "[{}]", #"[{ "parked": {} }]"#,
            #"[{ "punctual": {} }]"#,
            #"[{ "delayed": { "minutes": 1, "cause": "A" } }]"#,
            #"[{ "delayed": { "_0": 1, "reason": "A" } }]"#,
        ] {
            try refuse(
                document,
                """
                An object has the name of one state, as the document shows it. With two of them, or \
                with none, it is an error \(.newNamesOldDocuments)
                """, with: decodeStates)
        }
        for document in [
            #"[{ "late": { "minutes": 1, "reason": "A" } }]"#,
            #"[{ "late": { "_0": null, "minutes": 1, "reason": "A" } }]"#,
        ] {
            try refuse(
                document,
                """
                The labels of this year are no keys of a document: the minutes are under `_0`, and \
                have to be there \(.newNamesOldDocuments)
                """, with: decodeStates)
        }
        for state in [onTime, late, canceled] {
            try probe(
                "[\(state)]", whole: ["[].late._0"],
                // With a strategy for keys, the path of an error has the names of this year.
                rules: ["[].onTime", "[].late", "[].canceled"].map {
                    .at($0, .absent, expect: .anyError)
                } + [
                    .everywhere(
                        .absent, .null, .otherType, .fraction, expect: .anyDecodingError)
                ],
                """
                Each state has an object under its name, and in it all of its values, each of its \
                type, under the key that the document shows \(.newNamesOldDocuments)
                """, with: decodeStates)
        }
        let states: [[TrainState]] = [
            [.punctual], [.canceled(by: "control room")],
            [.delayed(minutes: 12, cause: "signal")],
        ]
        for (state, (document, mistake)) in zip(states, stateMistakes) {
            try writeEach([state: "[\(document)]"], mistake, with: encodeStates)
        }
        try writeEach(
            [
                []: "[]",
                [.punctual, .delayed(minutes: 0, cause: ""), .punctual]:
                    #"[{ "onTime": {} }, { "late": { "_0": 0, "reason": "" } }, { "onTime": {} }]"#,
                [
                    .canceled(by: " \"Ö\"\\ "),
                    .delayed(minutes: -9_007_199_254_740_993, cause: "A"),
                ]:
                    #"[{ "canceled": { "by": " \"Ö\"\\ " } }, { "late": { "_0": -9007199254740993, "reason": "A" } }]"#,
            ],
            """
            Every state is written, in its order and with its values as they are: also what is empty, \
            zero or there twice \(.backToJSON)
            """, with: encodeStates)
    }

    // MARK: - Task 3

    private let allocation = #"""
        { "message": "6e2d5a3c-8f0b-4c1d-9a7e-2b3c4d5e6f70", "train": "nt-40", "origin": "wien-hbf",
          "tracks": { "wien-hbf": 7, "linz-hbf": 3 } }
        """#

    private func allocation(
        message: String = "6e2d5a3c-8f0b-4c1d-9a7e-2b3c4d5e6f70", train: String = "a",
        origin: String = "b", tracks: String = "{}"
    ) -> String {
        #"{ "message": "\#(message)", "train": "\#(train)", "origin": "\#(origin)", "tracks": \#(tracks) }"#
    }

    /// What an identifier has stored, also where somebody has made it a plain value.
    private func stored(in id: Any) -> Any {
        Swift.Mirror(reflecting: id).children.first?.value ?? id
    }

    /// The text of an identifier.
    private func text(of id: Any) -> String? { id as? String ?? stored(in: id) as? String }

    private func parts(_ allocation: Allocation) -> [String: Any?] {
        var tracks: [String: Any?] = [:]
        for (station, track) in allocation.tracks { tracks[text(of: station) ?? "?"] = track }
        let uuid =
            allocation.message as Any as? Foundation.UUID
            ?? stored(in: allocation.message) as? Foundation.UUID
        return [
            "message": uuid?.uuidString.lowercased(), "train": text(of: allocation.train),
            "origin": text(of: allocation.origin), "tracks": tracks,
        ]
    }

    @Test("Task 3 · Identifiers")
    func identifiers() throws {
        try endIfOpen { try decodeAllocation(from: Data(allocation.utf8)) }
        let read = try read(
            allocation,
            """
            An identifier is a plain string in the document, as a value and as a key. The compiler \
            makes an object of a type with a property, and an array of a dictionary with such \
            keys. A raw value that is a UUID is not written alone by itself \
            \(.identifiersOfTheirOwnType)
            """, with: decodeAllocation)
        try endIfOpen { try encodeAllocation(read) }
        let types = [type(of: read.train as Any), type(of: read.origin as Any)]
        try expect(
            types[0] != types[1] && ID<Train>.self as Any.Type != ID<Station>.self as Any.Type,
            """
            The identifiers of a train and of a station should be two types. If they are one, nobody \
            sees that a train was taken for a station \(.identifiersOfTheirOwnType)
            """, ["`train` is \(types[0]), and `origin` is \(types[1])."])
        try readEach(
            [
                allocation, allocation(train: "7", origin: "7"),
                allocation(
                    train: " NT_40 ", origin: "wienHbf",
                    tracks: #"{ "wien_hbf": 1, "WIEN": -2, " ": 0, "a": 9007199254740993 }"#),
                allocation(
                    train: #"ö \"1\""#, origin: "5",
                    tracks: #"{ "5": 5, "ö \"1\"": 1, "Index 0": 2 }"#),
            ],
            """
            Each identifier is the whole string of the document, as it is, as a value and as a key, \
            and each track belongs to its station \(.identifiersAsKeys)
            """
        ) { parts(try decodeAllocation(from: $0)) }
        try readEach(
            [
                allocation(message: "0F9E8D7C-6B5A-4F3E-8D2C-1B0A9F8E7D6C"):
                    allocation(message: "0f9e8d7c-6b5a-4f3e-8d2c-1b0a9f8e7d6c"),
                allocation(message: "0f9e8d7c-6B5A-4f3e-8d2c-1b0a9f8e7d6c"):
                    allocation(message: "0f9e8d7c-6b5a-4f3e-8d2c-1b0a9f8e7d6c"),
            ],
            """
            Capital and small letters are the same UUID: decode a UUID, and not only one of the two \
            spellings \(.identifiersAsKeys)
            """
        ) { parts(try decodeAllocation(from: $0)) }
        try probe(
            allocation, mayBeAbsent: ["tracks.*"], whole: ["tracks.*"],
            rules: [.at("tracks", .unknownKey, expect: .notProbed)],
            """
            Message, train, origin and tracks have to be there, each as the document shows it \
            \(.absentNullOrTheWrongType)
            """, with: decodeAllocation)
        try refuseEmptyIdentifiers()
        try rewriteIdentifiers()
    }

    private func refuseEmptyIdentifiers() throws {
        for message in ["", "nt-40", "6e2d5a3c-8f0b-4c1d-9a7e-2b3c4d5e6f7"] {
            try refuse(
                allocation(message: message),
                """
                A message that is no UUID is an error. Do not make up another one \
                \(.identifiersOfTheirOwnType)
                """, with: decodeAllocation)
        }
        for document in [
            allocation(train: ""), allocation(origin: "", tracks: #"{ "a": 1 }"#),
        ] {
            try refuse(
                document,
                """
                An identifier is never empty: the one place where identifiers are read can say so \
                for all of them \(.anErrorOfYourOwn)
                """, with: decodeAllocation)
        }
        try refuse(
            allocation(tracks: #"{ "b": 1, "": 2 }"#),
            """
            An identifier is never empty, as a key too: init?(codingKey:) returns nil for a key that \
            is none, and the decoder throws \(.identifiersAsKeys)
            """, with: decodeAllocation)
    }

    private func rewriteIdentifiers() throws {
        let capitals = allocation(message: "0F9E8D7C-6B5A-4F3E-8D2C-1B0A9F8E7D6C", train: "A")
        for (document, expected) in [
            (allocation(train: "A"), allocation(train: "A")),
            (capitals, allocation(message: "0f9e8d7c-6b5a-4f3e-8d2c-1b0a9f8e7d6c", train: "A")),
        ] {
            let value = try fromTask(3) { try decodeAllocation(from: Data(document.utf8)) }
            let written = try self.value("What was read can be written \(.backToJSON)") {
                try encodeAllocation(value)
            }
            let text = String(decoding: written, as: UTF8.self)
            try expectWritten(
                written, expected,
                text.contains(#/6E2D5A3C|0F9E8D7C/#)
                    ? """
                    Swift writes a UUID in capital letters, and here small ones are asked for \
                    \(.identifiersAsKeys)
                    """
                    : """
                    Written, an identifier is a plain string again, with the letters that it had \
                    \(.identifiersOfTheirOwnType)
                    """)
        }
        try rewriteEach(
            [
                allocation, allocation(),
                allocation(
                    train: " NT_40 ", origin: "wienHbf",
                    tracks: #"{ "wien_hbf": 1, "Ö \"7\"": -2, "a": 9007199254740993 }"#),
            ],
            """
            Written, an identifier is a plain string again, and the tracks are an object with the \
            identifiers as its keys \(.identifiersAsKeys)
            """, task: 3, from: decodeAllocation, with: encodeAllocation)
    }

    // MARK: - Task 4

    /// So many incidents, one inside the other, and one more beside each of them.
    private func incidents(levels: Int, title: String = "A", extra: String = "") -> String {
        let start =
            #"{ "title": "B", "effects": [] }, { "title": "\#(title)", \#(extra)"effects": ["#
        return "[" + String(repeating: start, count: levels)
            + String(repeating: "]}", count: levels) + "]"
    }

    /// So many incidents, one inside the other, and nothing beside them.
    private func chain(levels: Int) -> String {
        "[" + String(repeating: #"{ "title": "A", "effects": ["#, count: levels)
            + String(repeating: "]}", count: levels) + "]"
    }

    private func parts(_ incident: Incident) -> [String: Any?] {
        ["title": incident.title, "effects": incident.effects.map(parts)]
    }

    @Test("Task 4 · Incidents inside of incidents")
    func incidentsInside() throws {
        let storm = #"""
            [{ "title": "Storm", "effects": [
              { "title": "Tree", "effects": [] },
              { "title": "Power", "effects": [{ "title": "Signal", "effects": [] }] }] }]
            """#
        try readEach(
            [
                storm, "[]", #"[{ "effects": [], "title": "" }]"#,
                #"[{ "title": "A", "effects": [] }, { "title": "A", "effects": [{ "title": " Ö \"1\" ", "effects": [] }] }]"#,
            ],
            """
            An incident has a title and a list of incidents of the same type, as many as there are \
            \(.typesThatHoldThemselves)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        try readEach(
            [chain(levels: 4), chain(levels: 5)],
            """
            Here are fewer than eight levels. On the path, each level has two steps, `effects` and a \
            place in the list, and in the document two brackets: count incidents, and not these \
            \(.typesThatHoldThemselves)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        let beside = repeatElement(#"{ "title": "A", "effects": [] }"#, count: 40)
            .joined(separator: ", ")
        try readEach(
            ["[\(beside)]", #"[{ "title": "A", "effects": [\#(beside)] }]"#],
            """
            Incidents beside each other do not count, only those one inside the other: each branch \
            has its own depth \(.typesThatHoldThemselves)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        try readEach(
            [incidents(levels: 7), incidents(levels: 8)],
            """
            Eight levels are right: the outermost incident is the first of them, wherever it is in \
            the document, and an empty list of effects is no level \(.typesThatHoldThemselves)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        let brackets = String(repeating: "[", count: 600)
        try readEach(
            ["[[[[[[[[[", "{{{{{{{{{{{{", brackets].map { incidents(levels: 2, title: $0) },
            """
            In a string, a bracket is a letter. Who counts brackets in the bytes has to know where \
            a string begins and ends \(.typesThatHoldThemselves)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        try readEach(
            [#"\"[[[[[[[[[\\"#, #"\""# + brackets].map { incidents(levels: 2, title: $0) },
            """
            A quote after a backslash does not end a string: here, it and the brackets after it are \
            letters of the title \(.typesThatHoldThemselves)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        try readEach(
            [
                incidents(levels: 8, extra: #""map": [[[[[[1]]]]]], "#): incidents(levels: 8),
                incidents(levels: 8, extra: #""log": { "effects": [{ "effects": [null] }] }, "#):
                    incidents(levels: 8),
            ],
            """
            Other keys may hold brackets too, and are passed over: it is incidents that are counted \
            \(.typesThatHoldThemselves)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        try readEach(
            [incidents(levels: 2, extra: #""cost": 1e400, "#): incidents(levels: 2)],
            """
            Pass over other keys, whatever is under them: 1e400 fits no type, and nobody asked for it. \
            So do not read the whole document as any JSON \(.takeWhatYouNeed)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        if let incident = try decodeIncidents(from: Data(storm.utf8)).first {
            try expectTypes(
                ("title", incident.title, String.self),
                ("effects", incident.effects, [Incident].self))
        }
        for _ in 1...9 {
            let broken = #"[{ "title": "A", "effects": [{ "title": 7, "effects": [] }] }]"#
            _ = try? decodeIncidents(from: Data(broken.utf8))
        }
        try readEach(
            [storm],
            """
            Before this document, others were refused, and it is read as if it were inside of them: \
            begin to count anew in each call \(.typesThatHoldThemselves)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        try probe(
            #"[{ "title": "A", "effects": [{ "title": "B", "effects": [] }] }]"#,
            """
            Each incident has a title and a list, also one that is inside of another: a try? or a \
            default value hides what is broken \(.absentNullOrTheWrongType)
            """, with: decodeIncidents)
        try refuseTooDeep()
    }

    private func refuseTooDeep() throws {
        try refuse(
            chain(levels: 9),
            """
            These are nine levels, one more than there may be, and that is an error: nothing is left \
            out. The first incident is level 1 \(.typesThatHoldThemselves)
            """, with: decodeIncidents)
        let last = #"[{ "title": "A", "effects": [] }, "# + incidents(levels: 9).dropFirst()
        for document in [incidents(levels: 9), last, incidents(levels: 10), incidents(levels: 30)] {
            try refuse(
                document,
                """
                More than eight levels are an error, in whichever incident they are: count on the way \
                down, or in the finished value \(.typesThatHoldThemselves)
                """, with: decodeIncidents)
        }
        let deepest =
            String(repeating: #"[{"title":"A","effects":"#, count: 100_000) + "[]"
            + String(repeating: "}]", count: 100_000)
        try refuse(
            deepest,
            """
            A hundred thousand levels are an error too. JSONDecoder refuses them by itself, so this \
            one was not asked, or its error was taken away \(.typesThatHoldThemselves)
            """, with: decodeIncidents)
    }

    // MARK: - Task 5

    private func note(_ details: String) -> String {
        #"{ "sender": "weather", "details": \#(details) }"#
    }

    private func rewriteNotes(_ details: [String], _ misconception: Misconception) throws {
        try rewriteEach(
            details.map { "[\(note($0))]" }, misconception, task: 5, from: readNotes,
            with: encodeNotes)
    }

    /// What throws in this task is this task's own fault.
    private func readNotes(_ document: Data) throws -> [Note] {
        try value(
            """
            These details are JSON like all others, and have to be read: try the shapes one after the \
            other \(.anyJSON)
            """, in: document
        ) { try decodeNotes(from: document) }
    }

    @Test("Task 5 · Any JSON")
    func anyJSON() throws {
        try endIfOpen { try decodeNotes(from: Data("[]".utf8)) }
        try endIfOpen { try encodeNotes([]) }
        try rewriteNotes(
            [
                #""snow""#, "7", "true", "false", "[1, 2]", #"{ "a": 1 }"#, "null", #""""#, "0",
                "[]", "{}",
            ],
            """
            Details may be of every kind that JSON has, and are written as they came: null stays null, \
            and true is neither 1 nor "true" \(.anyJSON)
            """)
        try rewriteNotes(
            [
                #"{ "a": [1, "1", true, null, [], {}, { "b": [null] }] }"#,
                #"[[[[[{ "c": { "d": { "e": [false, 0, ""] } } }]]]]]"#,
                #"["2026-11-23", "AQI=", " ", "1.0", "null", "\\\"", "https://a.example/b"]"#,
                #"[null, { "a": null }, [null, null]]"#,
            ],
            """
            What is inside is kept too, in each shape, at each depth, under its key and in its place: \
            nulls, empty lists and strings that look like something else are no exception \(.anyJSON)
            """)
        try rewriteNotes(
            [
                #"{ "windSpeed": 3 }"#, #"{ "wind_speed": 2 }"#,
                #"{ "": 1, "wind_speed": 2, "windSpeed": 3, "sender": 4, "Ö \"7\"": 5, "5": 6 }"#,
            ],
            """
            A key inside of the details is data, and keeps each of its letters, capitals and `_` too: \
            no strategy for keys may change it \(.anyJSON)
            """)
        try readEach(
            [
                "[\(note("7"))]": #"["weather"]"#, "[]": "[]",
                #"[{ "details": {}, "sender": "" }, { "details": "a", "sender": " \"Ö\" " }]"#:
                    #"["", " \"Ö\" "]"#,
            ], "The sender is the string of the document, as it is \(.keepWhatYouDoNotKnow)"
        ) { try decodeNotes(from: $0).map(\.sender) }
        try readEach(
            [#"[{ "sender": "a", "details": 1, "cost": [1e400] }]"#: #"["a"]"#],
            """
            Of a note, only its two keys are read. What is under all others does not matter, and may \
            fit no type: so do not read the whole object as any JSON \(.takeWhatYouNeed)
            """
        ) { try decodeNotes(from: $0).map(\.sender) }
        try rewriteEach(
            [
                "[]", "[\(note("7")), \(note("7"))]",
                #"[{ "sender": "b", "details": 1 }, { "sender": "a", "details": 2 }, { "sender": " \"b\" ", "details": 3 }]"#,
            ],
            """
            All notes are written, in the order in which they came, each with its sender and its own \
            details \(.anyJSONWrittenBack)
            """, task: 5, from: readNotes, with: encodeNotes)
        try rewriteNumbers()
        try probe(
            "[\(note("7"))]", mayBeNull: ["[].details"],
            rules: [.at("[].details", .otherType, expect: .success)],
            """
            The sender is a string, and the details have to be there: an absent key is not a null \
            \(.absentNullOrTheWrongType)
            """, with: decodeNotes)
    }

    private func rewriteNumbers() throws {
        try rewriteNotes(
            [
                "9007199254740993", "[-9007199254740993, 0.1, -0.25, 52.25, 1.5e3]",
                "18446744073709551615", "123456789012345678901234567890",
                "[0.1234567890123456789, 12345678901234567890.12345678]",
                "-99999999999999999999999999999999999999", "[1e20, 1e90, -1e90, 1e-90, 1.5e-30]",
                #"{ "a": [9223372036854775808, 4611686018427387905] }"#,
            ],
            """
            A number has to be worth the same afterwards. A Double has 15 to 17 digits, an Int has \
            no fraction and 19 digits: which type has room for 38? \(.anyJSON)
            """)
        for number in [
            "1e200", "-1e200", "1e-200", "1e300", "1e-400", "1e400", "1.234567890123456789e200",
            "-1.234567890123456789e-200",
        ] {
            try expectWorth(number, in: "[\(note(number))]") {
                try encodeNotes(decodeNotes(from: $0))
            }
        }
    }

    /// Wants a number to be worth the same after reading and writing, or one of the two to throw.
    private func expectWorth(
        _ number: String, in document: String, rewrite: (Data) throws -> Data
    ) throws {
        let data: Data
        do {
            data = try rewrite(Data(document.utf8))
        } catch let error as TODO {
            throw error
        } catch {
            return
        }
        let written = String(decoding: data, as: UTF8.self)
        // No type that a decoder fills holds them all, and who kept the text has written it.
        let kept = written.firstMatch(of: /"details"\s*:\s*([-+.0-9eE]+)/)?.1
        try expect(
            kept.map(worth(of:)) == worth(of: number), misconception(kept.map { String($0) }),
            ["The document:"] + excerpt(of: document) + ["It wrote:"] + excerpt(of: written))
    }

    /// What has happened to a number that fits no usual type, by what was written of it.
    private func misconception(_ written: String?) -> Misconception {
        switch written.map(worth(of:)) {
        case nil:
            """
            A number that fits no type of yours is kept or is an error. Something else in its place, \
            null for example, is a lie: the last shape is tried without a `?` \(.anyJSON)
            """
        case worth(of: "0"):
            """
            This number is not 0. JSONDecoder makes the Int 0 of a number that is so near to it, \
            without an error (Swift 6.3 on Linux), and so it is with other whole numbers: try Decimal \
            before them, or do not try them \(.anyJSON)
            """
        default:
            """
            A number that fits no Decimal is kept or is an error. Where a Double is tried after the \
            Decimal, it takes such a number, and keeps 15 to 17 of its digits \(.anyJSON)
            """
        }
    }

    /// A number in one form, however it is written: `-1e400` also for `-0.10E+401`.
    private func worth(of number: some StringProtocol) -> String {
        let parts = number.lowercased().split(separator: "e")
        guard let mantissa = parts.first else { return "" }
        let fraction = mantissa.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
        var digits = mantissa.filter(\.isNumber).drop { $0 == "0" }
        var exponent = (parts.dropFirst().first.flatMap { Int($0) } ?? 0) - fraction.joined().count
        while digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        return "\(mantissa.hasPrefix("-") ? "-" : "")\(digits)e\(exponent)"
    }

    // MARK: - Task 6

    private let departed = #"{ "event": "departed", "train": "NT 40", "track": 7 }"#
    private let stopped = #"{ "event": "stopped", "train": "NT 61", "reason": "signal" }"#
    private let coupled =
        #"{ "event": "coupled", "cars": [4, 5], "by": { "name": "Ada", "badge": 9007199254740993 } }"#

    private func parts(_ event: Event) -> [String: Any?] {
        if case .departed(let train, let track) = event {
            return ["event": "departed", "train": train, "track": track]
        }
        if case .stopped(let train, let reason) = event {
            return ["event": "stopped", "train": train, "reason": reason]
        }
        return ["event": "another"]
    }

    @Test("Task 6 · Events of next year")
    func events() throws {
        builds(on: 5)
        try endIfOpen { try decodeEvents(from: Data("[]".utf8)) }
        try endIfOpen { try encodeEvents([]) }
        try readEach(
            [
                "[\(departed), \(stopped)]", "[]",
                #"[{ "track": 0, "train": "", "event": "departed" }]"#,
                #"[{ "track": -9007199254740993, "train": " \"NT\" ", "event": "departed" }]"#,
                #"[{ "event": "stopped", "reason": " \"Ö\" ", "train": "departed" }]"#,
            ],
            "The two known kinds are read with their keys, as they are \(.aTagBesideTheData)"
        ) { try decodeEvents(from: $0).map(parts) }
        try readEach(
            [
                #"[{ "event": "departed", "train": "A", "track": 7, "reason": null }]"#:
                    #"[{ "event": "departed", "train": "A", "track": 7 }]"#,
                #"[{ "event": "stopped", "train": "A", "reason": "B", "track": "7" }]"#:
                    #"[{ "event": "stopped", "train": "A", "reason": "B" }]"#,
                #"[{ "event": "departed", "train": "A", "track": 7, "speed": 1e400 }]"#:
                    #"[{ "event": "departed", "train": "A", "track": 7 }]"#,
                #"[{ "event": "stopped", "train": "A", "reason": "B", "by": { "speed": [1e400] } }]"#:
                    #"[{ "event": "stopped", "train": "A", "reason": "B" }]"#,
            ],
            """
            Of an event of a known kind, only its own keys are read. What is under all others does not \
            matter, and may fit no type: so do not read the whole object before you know the kind \
            \(.aTagBesideTheData)
            """
        ) { try decodeEvents(from: $0).map(parts) }
        try probeKnownEvents()
        let another = #"{ "event": "another" }"#
        let kept: Misconception = """
            An event of another kind is kept in its place, whatever its keys hold: it is no error, is \
            not left out, and is none of the two kinds \(.aCaseThatNobodyKnows)
            """
        try readEach(
            [
                "[\(coupled)]": "[\(another)]",
                "[\(departed), \(coupled), \(stopped)]": "[\(departed), \(another), \(stopped)]",
            ], kept
        ) { try decodeEvents(from: $0).map(parts) }
        try readEach(
            [
                #"[{ "event": "arrived", "train": "A", "track": 7 }]"#: "[\(another)]",
                #"[{ "event": "held", "train": "A", "reason": "B" }]"#: "[\(another)]",
            ],
            """
            The string of `event` alone says which kind it is: another kind may have the keys of a \
            known one, and stays another kind \(.aTagBesideTheData)
            """
        ) { try decodeEvents(from: $0).map(parts) }
        try readEach(
            [
                #"[{ "event": "Departed", "train": "A", "track": 7 }]"#: "[\(another)]",
                #"[{ "event": "", "reason": 7 }, { "event": "stopped " }]"#:
                    "[\(another), \(another)]",
                #"[{ "event": "late", "train": 40, "track": "7", "reason": null }]"#:
                    "[\(another)]",
            ], kept
        ) { try decodeEvents(from: $0).map(parts) }
        try rewriteEvents()
        try probe(
            #"[{ "event": "coupled", "cars": 7 }]"#,
            rules: [.at("[].cars", expect: .notProbed)],
            """
            `event` is a string and has to be there. Only a string can be a kind that nobody knows \
            \(.aCaseThatNobodyKnows)
            """, with: decodeEvents)
    }

    private func probeKnownEvents() throws {
        for event in [departed, stopped] {
            try probe(
                "[\(event)]", whole: ["[].track"], rules: [.at("[].event", expect: .notProbed)],
                """
                A mistake in an event of a known kind is the decoder's own error. A try? makes an \
                event of another kind of it, and nobody hears of the mistake \
                \(.aTagBesideTheData)
                """, with: decodeEvents)
        }
    }

    private func rewriteEvents() throws {
        try rewriteEach(
            ["[\(departed)]", "[\(stopped), \(departed), \(departed)]", "[]"],
            """
            The known kinds are written with the keys that the document shows, each as often as it \
            came \(.backToJSON)
            """, task: 6, from: readEvents, with: encodeEvents)
        let other = #"{ "event": "coupled", "cars": [4, 5], "by": { "name": "Ada", "badge": 7 } }"#
        try rewriteEach(
            [
                "[\(other)]", "[\(other), \(departed), \(other), \(other)]",
                #"[{ "event": "stop" }]"#,
                #"[{ "event": "", "train": null, "Track": [], "track": { "a": [0.1, null] } }]"#,
                #"[{ "event": "late", "by_minutes": 12, "kind": "x" }]"#,
                #"[{ "event": "weather", "details": { "event": "departed" }, "reason": false }]"#,
                #"[{ "event": "doors", "open": [0, 1, true, false, "1"], "train": 1 }]"#,
            ],
            """
            An event of another kind is written back with its kind and all its keys, as it came: \
            whoever gets it next may know it \(.keepWhatYouDoNotKnow)
            """, task: 6, from: readEvents, with: encodeEvents)
        try rewriteEach(
            [
                "[\(coupled)]",
                #"[{ "event": "late", "by": 123456789012345678901234567890, "of": [0.1234567890123456789] }]"#,
            ],
            """
            A number of an event of another kind has to be worth the same afterwards, as in task 5. A \
            Double has 15 to 17 digits, a Decimal has 38 \(.anyJSON)
            """, task: 6, from: readEvents, with: encodeEvents)
        for number in ["1e-400", "1e400", "1.234567890123456789e200"] {
            let document = #"[{ "event": "weather", "details": \#(number) }]"#
            try expectWorth(number, in: document) { try encodeEvents(decodeEvents(from: $0)) }
        }
    }

    private func readEvents(_ document: Data) throws -> [Event] {
        try value(
            """
            The keys of an event of another kind may hold any JSON, and all of it is kept \
            \(.keepWhatYouDoNotKnow)
            """, in: document
        ) { try decodeEvents(from: document) }
    }
}
