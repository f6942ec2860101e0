import ExerciseChecks
import ExerciseSupport
import Foundation
import Testing

// By name: a learner's own type of the same name is not meant.
import struct ExerciseChecks.Misconception
import struct ExerciseSupport.TODO

@testable import Exercise15

@Suite("Exercise 15 · The control room", .serialized, .exercise)
struct Exercise15Tests: ExerciseSuite {
    // MARK: - Task 1

    private let hold = #"{ "order": "hold", "train": "NT 40", "minutes": 5 }"#
    private let reroute = #"{ "order": "reroute", "train": "NT 61", "via": ["Linz", "Passau"] }"#
    private let release = #"{ "order": "release", "train": "NT 7" }"#

    private func parts(_ order: Order) -> [String: Any?] {
        switch order {
        case .hold(let train, let minutes):
            ["order": "hold", "train": train, "minutes": minutes]
        case .reroute(let train, let via):
            ["order": "reroute", "train": train, "via": via]
        case .release(let train):
            ["order": "release", "train": train]
        }
    }

    private func readOrders(
        _ table: KeyValuePairs<String, String>, _ misconception: Misconception
    ) throws {
        try readEach(table, misconception) { try decodeOrders(from: $0).map(parts) }
    }

    @Test("Task 1 · Orders of three kinds")
    func orders() throws {
        let one: Misconception = """
            The kind of an order is a string beside its other keys: read it first, and then the keys \
            of that kind. What the compiler writes for an enum has another form \(.asAPIsSendThem)
            """
        for order in [hold, reroute, release] { try readOrders(["[\(order)]": "[\(order)]"], one) }
        try readEach(
            [
                "[\(hold), \(reroute), \(release)]", "[\(release), \(release), \(hold)]", "[]",
                #"[{ "minutes": 0, "train": "", "order": "hold" }]"#,
                #"[{ "via": [], "order": "reroute", "train": " hold \"1\" " }]"#,
                #"[{ "order": "reroute", "via": ["", "B", "B", " Ö "], "train": "B" }]"#,
                #"[{ "order": "hold", "train": "release", "minutes": -2147483649 }]"#,
            ],
            """
            Orders come in the document's order, each with all that belongs to its kind, as it is: \
            also what is empty, zero or there twice \(.asAPIsSendThem)
            """
        ) { try decodeOrders(from: $0).map(parts) }
        try readOrders(
            [
                #"[{ "order": "release", "train": "A", "minutes": "soon", "via": 7 }]"#:
                    #"[{ "order": "release", "train": "A" }]"#,
                #"[{ "order": "hold", "train": "A", "minutes": 7, "via": [1] }]"#:
                    #"[{ "order": "hold", "train": "A", "minutes": 7 }]"#,
                #"[{ "order": "reroute", "train": "A", "via": ["B"], "minutes": null }]"#:
                    #"[{ "order": "reroute", "train": "A", "via": ["B"] }]"#,
            ],
            """
            Keys of another kind say nothing here: the tag decides, and then only the keys of its \
            kind are read \(.asAPIsSendThem)
            """)
        for kind in ["cancel", "Hold", "hold ", "", "releases"] {
            try refuse(
                #"[\#(release), { "order": "\#(kind)", "train": "A", "minutes": 5, "via": ["B"] }]"#,
                .dataCorrupted, at: "[1].order",
                """
                An order of a kind that nobody knows is an error (dataCorrupted) at `order`: neither \
                left out nor taken for another kind \(.mixedElementsInOneList)
                """,
                otherError: """
                    An order of a kind that nobody knows should be dataCorrupted at `order`: an enum \
                    with raw values does that, and so does dataCorruptedError(forKey:in:) \
                    \(.anErrorOfYourOwn)
                    """, with: decodeOrders)
        }
        for order in [hold, reroute, release] {
            try probe(
                "[\(order)]",
                """
                Each order has all the keys of its kind. A try? or a default value makes up an order \
                that nobody gave \(.asAPIsSendThem)
                """, with: decodeOrders)
        }
    }

    // MARK: - Task 2

    @Test("Task 2 · Orders written back")
    func ordersWritten() throws {
        try writeEach(
            [
                [.hold(train: "NT 40", minutes: 5)]: "[\(hold)]",
                [.reroute(train: "NT 61", via: ["Linz", "Passau"])]: "[\(reroute)]",
                [.release(train: "NT 7")]: "[\(release)]",
            ],
            """
            The kind is written under `order`, beside the other keys, and each key with its value. \
            What the compiler writes has the name of the case as a key \(.asAPIsSendThem)
            """, with: encodeOrders)
        try writeEach(
            [
                []: "[]",
                [.release(train: ""), .hold(train: "hold", minutes: 0)]:
                    #"[{ "order": "release", "train": "" }, { "order": "hold", "train": "hold", "minutes": 0 }]"#,
                [.reroute(train: " \"Ö\" ", via: []), .reroute(train: "A", via: ["", "B", "B"])]:
                    #"[{ "order": "reroute", "train": " \"Ö\" ", "via": [] }, { "order": "reroute", "train": "A", "via": ["", "B", "B"] }]"#,
                [.release(train: "A\\B\tC\n")]: #"[{ "order": "release", "train": "A\\B\tC\n" }]"#,
                [.hold(train: "A", minutes: -5), .release(train: "A"), .release(train: "A")]:
                    #"[{ "order": "hold", "train": "A", "minutes": -5 }, { "order": "release", "train": "A" }, { "order": "release", "train": "A" }]"#,
            ],
            """
            Every order is written with all that belongs to its kind, as it is: also what is empty, \
            zero or there twice \(.backToJSON)
            """, with: encodeOrders)
    }

    // MARK: - Task 3

    private func closure(_ stations: [String], _ from: String, _ to: String) -> String {
        let list = stations.map { "\"\($0)\"" }.joined(separator: ", ")
        return #"{ "stations": [\#(list)], "from": \#(from), "to": \#(to) }"#
    }

    @Test("Task 3 · Places in a list")
    func places() throws {
        let three = ["Wien", "St. Pölten", "Linz"]
        try readEach(
            [
                closure(three, "0", "2"): #"{ "first": "Wien", "last": "Linz" }"#,
                closure(three, "1", "2"): #"{ "first": "St. Pölten", "last": "Linz" }"#,
                closure(three, "2", "0"): #"{ "first": "Linz", "last": "Wien" }"#,
                closure(three, "1", "1"): #"{ "first": "St. Pölten", "last": "St. Pölten" }"#,
                closure(["A"], "0", "0"): #"{ "first": "A", "last": "A" }"#,
                closure([" B ", " B ", ""], "0", "2"): #"{ "first": " B ", "last": "" }"#,
            ],
            """
            Places are counted from 0, each is looked up in the list as it is, and `to` may be before \
            `from` or the same \(.numbersThatBecomeIndexes)
            """
        ) {
            let closure = try decodeClosure(from: $0)
            return ["first": closure.first, "last": closure.last]
        }
        for place in ["3", "4", "-1", "-3", "9223372036854775807", "-9223372036854775808"] {
            for key in ["from", "to"] {
                let document =
                    key == "from" ? closure(three, place, "1") : closure(three, "1", place)
                try refuse(
                    document, .dataCorrupted, at: key,
                    """
                    There is no such place in the list: that is an error (dataCorrupted) at its key. \
                    Ask the list's `indices`, and do not bend the number \
                    \(.numbersThatBecomeIndexes)
                    """, with: decodeClosure)
            }
        }
        try refuse(
            closure([], "0", "0"), .dataCorrupted,
            """
            An empty list has no place, not even 0: ask the list's `indices` \
            \(.numbersThatBecomeIndexes)
            """, with: decodeClosure)
        try probe(
            closure(["A", "B"], "0", "1"), whole: ["from", "to"],
            """
            The stations and both places have to be there. Do not make up a place \
            \(.absentNullOrTheWrongType)
            """, with: decodeClosure)
    }

    // MARK: - Task 4

    private let allocation = #"""
        { "train": "nt-40", "origin": "wien-hbf", "tracks": { "wien-hbf": 7, "linz-hbf": 3 } }
        """#

    /// The text of an identifier, also where somebody has made it a String.
    private func text(of id: Any) -> String? {
        id as? String ?? Mirror(reflecting: id).children.first?.value as? String
    }

    private func parts(_ allocation: Allocation) -> [String: Any?] {
        var tracks: [String: Any?] = [:]
        for (station, track) in allocation.tracks { tracks[text(of: station) ?? "?"] = track }
        return [
            "train": text(of: allocation.train), "origin": text(of: allocation.origin),
            "tracks": tracks,
        ]
    }

    @Test("Task 4 · Identifiers")
    func identifiers() throws {
        let read = try read(
            allocation,
            """
            An identifier is a plain string in the document, as a value in a single-value container, \
            and as a key because it is CodingKeyRepresentable \(.genericTypesAndIdentifiers)
            """, with: decodeAllocation)
        let types = [type(of: read.train as Any), type(of: read.origin as Any)]
        try expect(
            types[0] != types[1] && ID<Train>.self as Any.Type != ID<Station>.self as Any.Type,
            """
            The identifiers of a train and of a station should be two types. If they are one, nobody \
            sees that a train was taken for a station \(.genericTypesAndIdentifiers)
            """, ["`train` is \(types[0]), and `origin` is \(types[1])."])
        try readEach(
            [
                allocation, #"{ "tracks": {}, "origin": "7", "train": "7" }"#,
                #"{ "train": " NT_40 ", "origin": "wienHbf", "tracks": { "wien_hbf": 1, "WIEN": -2, " ": 0 } }"#,
                #"{ "train": "ö \"1\"", "origin": "5", "tracks": { "5": 5, "ö \"1\"": 1, "Index 0": 2 } }"#,
            ],
            """
            Each identifier is the whole string of the document, as it is, as a value and as a key, \
            and each track belongs to its station \(.genericTypesAndIdentifiers)
            """
        ) { parts(try decodeAllocation(from: $0)) }
        try probe(
            allocation, mayBeAbsent: ["tracks.*"],
            rules: [.at("tracks", .unknownKey, expect: .notProbed)],
            """
            Train, origin and tracks have to be there, each as the document shows it \
            \(.absentNullOrTheWrongType)
            """, with: decodeAllocation)
        for document in [
            #"{ "train": "", "origin": "a", "tracks": {} }"#,
            #"{ "train": "a", "origin": "", "tracks": { "a": 1 } }"#,
        ] {
            try refuse(
                document,
                """
                An identifier is never empty: the one place where identifiers are read can say so \
                for all of them \(.anErrorOfYourOwn)
                """, with: decodeAllocation)
        }
        try refuse(
            #"{ "train": "a", "origin": "b", "tracks": { "b": 1, "": 2 } }"#,
            """
            An identifier is never empty, as a key too: init?(codingKey:) returns nil for a key that \
            is none, and the decoder throws \(.theKeysOfADictionary)
            """, with: decodeAllocation)
        try rewriteEach(
            [
                allocation, #"{ "train": "nt-40", "origin": "wien-hbf", "tracks": {} }"#,
                #"{ "train": " NT_40 ", "origin": "wienHbf", "tracks": { "wien_hbf": 1, "Ö \"7\"": -2 } }"#,
            ],
            """
            Written, an identifier is a plain string again, and the tracks are an object with the \
            identifiers as its keys \(.genericTypesAndIdentifiers)
            """, task: 4, from: decodeAllocation, with: encodeAllocation)
    }

    // MARK: - Task 5

    /// So many incidents, one inside the other, and one more beside each of them.
    private func incidents(levels: Int, title: String = "A", extra: String = "") -> String {
        let start =
            #"{ "title": "B", "effects": [] }, { "title": "\#(title)", \#(extra)"effects": ["#
        return "[" + String(repeating: start, count: levels)
            + String(repeating: "]}", count: levels) + "]"
    }

    private func parts(_ incident: Incident) -> [String: Any?] {
        ["title": incident.title, "effects": incident.effects.map(parts)]
    }

    @Test("Task 5 · Incidents inside of incidents")
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
            [incidents(levels: 7), incidents(levels: 8)],
            """
            Eight levels are right: the outermost incident is the first of them, wherever it is in \
            the document \(.aLimitOfYourOwn)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        let beside = repeatElement(#"{ "title": "A", "effects": [] }"#, count: 40)
            .joined(separator: ", ")
        try readEach(
            ["[\(beside)]", #"[{ "title": "A", "effects": [\#(beside)] }]"#],
            """
            Incidents beside each other do not count, only those one inside the other: each branch \
            has its own depth \(.aLimitOfYourOwn)
            """
        ) { try decodeIncidents(from: $0).map(parts) }
        let titles = [#"[[[[[[[[["#, "{{{{{{{{{{{{", #"\"[[[[[[[[[\\"#]
        try readEach(
            titles.map { incidents(levels: 2, title: $0) },
            """
            In a string, a bracket is a letter. Who counts brackets in the bytes has to know where \
            a string begins and ends \(.documentsFromStrangers)
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
            \(.aLimitOfYourOwn)
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
        let last = #"[{ "title": "A", "effects": [] }, "# + incidents(levels: 9).dropFirst()
        for document in [incidents(levels: 9), last, incidents(levels: 10), incidents(levels: 30)] {
            try refuse(
                document,
                """
                More than eight levels are an error, in whichever incident they are: count on the way \
                down, or in the finished value \(.aLimitOfYourOwn)
                """, with: decodeIncidents)
        }
        let endless = String(repeating: #"[{"title":"A","effects":"#, count: 100_000)
        try refuse(
            endless,
            """
            A hundred thousand levels are an error too. JSONDecoder refuses them by itself, so this \
            one was not asked, or its error was taken away \(.documentsFromStrangers)
            """, with: decodeIncidents)
    }

    // MARK: - Task 6

    private func note(_ details: String) -> String {
        #"{ "sender": "weather", "details": \#(details) }"#
    }

    private func rewriteNotes(_ details: [String], _ misconception: Misconception) throws {
        try rewriteEach(
            details.map { "[\(note($0))]" }, misconception, task: 6, from: readNotes,
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

    @Test("Task 6 · Any JSON")
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
                #"{ "": 1, "wind_speed": 2, "windSpeed": 3, "sender": 4, "Ö \"7\"": 5, "5": 6 }"#,
                #"["2026-11-23", "AQI=", " ", "1.0", "null", "\\\"", "https://a.example/b"]"#,
                #"[null, { "a": null }, [null, null]]"#,
            ],
            """
            What is inside is kept too, in each shape, at each depth, under its key and in its place: \
            nulls, empty lists and keys with `_` are no exception \(.anyJSON)
            """)
        try readEach(
            [
                "[\(note("7"))]": #"["weather"]"#, "[]": "[]",
                #"[{ "details": {}, "sender": "" }, { "details": "a", "sender": " \"Ö\" " }]"#:
                    #"["", " \"Ö\" "]"#,
            ], "The sender is the string of the document, as it is \(.keepWhatYouDoNotKnow)"
        ) { try decodeNotes(from: $0).map(\.sender) }
        try rewriteEach(
            [
                "[]", "[\(note("7")), \(note("7"))]",
                #"[{ "sender": "b", "details": 1 }, { "sender": "a", "details": 2 }, { "sender": " \"b\" ", "details": 3 }]"#,
            ],
            """
            All notes are written, in the order in which they came, each with its sender and its own \
            details \(.anyJSONWrittenBack)
            """, task: 6, from: readNotes, with: encodeNotes)
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
            A number has to be worth the same afterwards. A Double has 15 to 17 digits, an Int has no \
            fraction and 19 digits, a Decimal has 38 \(.anyJSON)
            """)
        for number in ["1e200", "-1e200", "1e-200", "1e300", "1e-400", "1e400"] {
            let document = "[\(note(number))]"
            guard let data = try written(document) else { continue }
            let written = String(decoding: data, as: UTF8.self)
            // No type that a decoder fills holds them all, and who kept the text has written it.
            let kept = written.firstMatch(of: /"details"\s*:\s*([-+.0-9eE]+)/)?.1
            try expect(
                kept.map(worth(of:)) == number,
                """
                A number that fits no type of yours is kept or is an error. Another value in its \
                place, 0 or null for example, is a lie: the last try is one without a `?` \(.anyJSON)
                """,
                ["The document:"] + excerpt(of: document) + ["It wrote:"]
                    + excerpt(of: written))
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

    /// What is written of the notes of a document, or nil where one of the halves throws.
    private func written(_ document: String) throws -> Data? {
        do {
            return try encodeNotes(decodeNotes(from: Data(document.utf8)))
        } catch let error as TODO {
            throw error
        } catch {
            return nil
        }
    }

    // MARK: - Task 7

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

    @Test("Task 7 · Events of next year")
    func events() throws {
        try endIfOpen { try decodeEvents(from: Data("[]".utf8)) }
        try endIfOpen { try encodeEvents([]) }
        try readEach(
            [
                "[\(departed), \(stopped)]", "[]",
                #"[{ "track": 0, "train": "", "event": "departed" }]"#,
                #"[{ "track": -7, "train": " \"NT\" ", "event": "departed" }]"#,
                #"[{ "event": "stopped", "reason": " \"Ö\" ", "train": "departed" }]"#,
            ],
            "The two known kinds are read with their keys, as they are \(.asAPIsSendThem)"
        ) { try decodeEvents(from: $0).map(parts) }
        try probeKnownEvents()
        let another = #"{ "event": "another" }"#
        try readEach(
            [
                "[\(coupled)]": "[\(another)]",
                "[\(departed), \(coupled), \(stopped)]": "[\(departed), \(another), \(stopped)]",
                #"[{ "event": "Departed", "train": "A", "track": 7 }]"#: "[\(another)]",
                #"[{ "event": "", "reason": 7 }, { "event": "stopped " }]"#:
                    "[\(another), \(another)]",
                #"[{ "event": "late", "train": 40, "track": "7", "reason": null }]"#:
                    "[\(another)]",
            ],
            """
            An event of another kind is kept in its place, whatever its keys hold: it is no error, is \
            not left out, and is none of the two kinds \(.aCaseThatNobodyKnows)
            """
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
                "[\(event)]", rules: [.at("[].event", expect: .notProbed)],
                """
                A mistake in an event of a known kind is the decoder's own error. A try? makes an \
                event of another kind of it, and nobody hears of the mistake \
                \(.asAPIsSendThem)
                """, with: decodeEvents)
        }
    }

    private func rewriteEvents() throws {
        try rewriteEach(
            ["[\(departed)]", "[\(stopped), \(departed), \(departed)]", "[]"],
            """
            The known kinds are written with the keys that the document shows, each as often as it \
            came \(.backToJSON)
            """, task: 7, from: readEvents, with: encodeEvents)
        try rewriteEach(
            [
                "[\(coupled)]", "[\(coupled), \(departed), \(coupled), \(coupled)]",
                #"[{ "event": "stop" }]"#,
                #"[{ "event": "", "train": null, "Track": [], "track": { "a": [0.1, null] } }]"#,
                #"[{ "event": "late", "by_minutes": 123456789012345678901234567890, "kind": "x" }]"#,
                #"[{ "event": "weather", "details": { "event": "departed" }, "reason": false }]"#,
                #"[{ "event": "doors", "open": [0, 1, true, false, "1"], "train": 1 }]"#,
            ],
            """
            An event of another kind is written back with its kind and all its keys, as it came: \
            whoever gets it next may know it \(.keepWhatYouDoNotKnow)
            """, task: 7, from: readEvents, with: encodeEvents)
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
