import ExerciseChecks
import Foundation
import Synchronization
import Testing

import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception
import class ExerciseChecks.ScriptedServer
import struct Foundation.CocoaError
import class Foundation.NSError
import typealias Foundation.TimeInterval
import struct Foundation.URLError
import struct Swift.Array
import struct Swift.Bool
import protocol Swift.CaseIterable
import protocol Swift.CodingKey
import protocol Swift.CustomStringConvertible
import struct Swift.Double
import enum Swift.EncodingError
import struct Swift.Int
import struct Swift.KeyValuePairs
import struct Synchronization.Mutex
import struct Testing.SourceLocation
import struct _Concurrency.CancellationError

@testable import Exercise11

// By name: a learner's own type of the same name is not meant.

@Suite("Exercise 11 · The departures app", .serialized, .exercise)
struct Exercise11Tests: ExerciseSuite {
    // MARK: - What the tasks share

    private func departure(
        _ train: String, to: String = "Roma", at seconds: TimeInterval, platform: Int? = nil
    ) -> Departure {
        Departure(
            train: train, to: to, time: Date(timeIntervalSince1970: seconds), platform: platform)
    }

    /// A board of trains and the times at which they leave.
    private func board(_ departures: KeyValuePairs<String, String>) -> String {
        let list = departures.map { train, time in document(train, at: time, platform: "7") }
        return #"{ "departures": [\#(list.joined(separator: ", "))] }"#
    }

    /// A departure in the form of the operator. The platform is JSON; without it, there is no key for it.
    private func document(
        _ train: String, to: String = "Roma", at time: String, platform: String? = nil
    ) -> String {
        let platform = platform.map { #", "platform": \#($0)"# } ?? ""
        return """
            { "train": { "id": "\(train)" }, "destination": { "name": "\(to)" }, \
            "scheduled": { "time": "\(time)"\(platform) } }
            """
    }

    /// A string, whatever type the answer gives to a property.
    private func string(_ value: Any) -> String { value as? String ?? "\(value)" }

    private func server(_ server: ScriptedServer) -> Server {
        Server(url: server.url) { try await server.get($0) }
    }

    /// The server with an address that ends with a slash. It means the same.
    private func serverWithSlash(_ server: ScriptedServer) -> Server {
        Server(url: URL(string: "\(server.url)/") ?? server.url) { try await server.get($0) }
    }

    /// What `get` does when the task that waits for it is canceled.
    private enum Canceled: CaseIterable {
        case throwsCancellationError
        /// As `URLSession` does, with an error of its own.
        case throwsAnother
        case goesOn
    }

    private func server(_ server: ScriptedServer, whenCanceled: Canceled) -> Server {
        Server(url: server.url) { url in
            switch whenCanceled {
            case .throwsCancellationError: return try await server.get(url)
            case .throwsAnother:
                do { return try await server.get(url) } catch is CancellationError { throw Storm() }
            case .goesOn: return try await Task { try await server.get(url) }.value
            }
        }
    }

    /// What `get` may throw that nobody has heard of.
    private struct Storm: Error, Equatable {}

    private let webPage = "<!DOCTYPE html><html><body>Welcome to Hotel Post</body></html>"

    // MARK: - Task 1

    @Test("Task 1 · The board in its order")
    func boardInOrder() throws {
        let vienna = #"""
            { "departures": [
              { "train": { "id": "nt-40" }, "destination": { "name": "Roma" },
                "scheduled": { "time": "2026-03-28T19:23:00+01:00", "platform": 7 } },
              { "train": { "id": "nt-466" }, "destination": { "name": "Zürich" },
                "scheduled": { "time": "2026-03-28T20:05:00Z", "platform": null } },
              { "train": { "id": "nt-9" }, "destination": { "name": "" },
                "scheduled": { "time": "2026-03-28T23:59:59-05:00" } } ] }
            """#
        try readTheOperatorsForm()
        _ = try read(
            vienna,
            isAboutThePlatform(Swift.Result { try decodeBoard(from: Data(vienna.utf8)) })
                ? """
                Until it is known, a platform may be null or absent, and neither is an error: for \
                both, an optional property is nil, and decodeIfPresent gives nil \
                \(.absentNullOrTheWrongType)
                """
                : """
                The times are ISO 8601, so the decoder needs the strategy for them; a platform may \
                be null or absent \(.iso8601InOneWord)
                """, with: decodeBoard)
        func trains(_ document: String) throws -> [String] {
            try decodeBoard(from: Data(document.utf8)).departures.map { string($0.train) }
        }
        try expectEach(
            [
                board([
                    "b": "2026-03-29T00:10:00Z", "a": "2026-03-28T22:00:00Z",
                    "d": "2026-03-28T23:50:00Z", "c": "2026-03-28T21:00:00Z",
                ]): ["c", "a", "d", "b"],
                board(["z": "2027-01-01T00:00:00Z", "y": "2026-12-31T23:59:59Z"]): ["y", "z"],
            ],
            """
            The departures are not in the order of their times, the first one first, midnight or \
            not: sort what was decoded \(.theModelSaysWhatTheAppMeans)
            """, of: trains)
        try expectEach(
            [
                board(["a": "2026-03-28T19:05:00Z", "b": "2026-03-28T19:23:00+01:00"]): ["b", "a"],
                board(["a": "2026-03-29T00:30:00+02:00", "b": "2026-03-28T22:00:00Z"]): ["b", "a"],
                board(["a": "2026-03-28T20:00:00-05:00", "b": "2026-03-28T23:00:00Z"]): ["b", "a"],
                board(["a": "2026-03-28T20:00:50Z", "b": "2026-03-28T20:00:10Z"]): ["b", "a"],
            ],
            """
            Times are compared as Date, to the second. As strings, or by the hour on the clock, \
            those with another offset get a wrong place \(.jsonHasNoDates)
            """, of: trains)
        try expectEveryDeparture(of: vienna, trains: trains)
        try refuseBrokenDepartures()
    }

    /// Whether the decoder misses the platform, or finds it null.
    private func isAboutThePlatform(_ found: Swift.Result<Board, any Error>) -> Bool {
        guard case .failure(let error as DecodingError) = found else { return false }
        if case .keyNotFound(let key, _) = error { return key.stringValue == "platform" }
        return codingPathKeys(of: error).last?.stringValue == "platform"
    }

    /// Decodes one departure. An error that is not at its time is one of the form.
    private func readTheOperatorsForm() throws {
        let form: Misconception = """
            The document has an object for the train, one for the destination and one for what is \
            scheduled. A private type with that form decodes it, and init(from:) takes the four \
            properties from it \(.thePrivateDocument)
            """
        let single = board(["nt-40": "1970-01-01T00:00:00Z"])
        let found = Swift.Result { try decodeBoard(from: Data(single.utf8)) }
        try endIfOpen { try found.get() }
        guard case .failure(let error as DecodingError) = found,
            codingPathKeys(of: error).last?.stringValue != "time"
        else { return }
        _ = try read(single, form) { _ in try found.get() }
    }

    private func expectEveryDeparture(
        of vienna: String, trains: (String) throws -> [String]
    ) throws {
        let same = "2026-03-28T19:00:00Z"
        let codes = (0..<40).map { "nt-\($0 * 17 % 40)" }
        let many = codes.enumerated().map { index, code in
            document(
                code, to: code, at: same,
                platform: index.isMultiple(of: 3) ? "null" : "\(index * 7 % 11)")
        }
        try expectEach(
            [
                #"""
                { "next": 2, "departures": [
                  { "train": { "id": "nt-40", "name": 40, "cars": "many" }, "platform": "9",
                    "to": null, "destination": { "name": "Roma", "code": 7 }, "time": 19,
                    "scheduled": { "time": "1970-01-01T00:00:00Z", "platform": 7, "to": [] } } ] }
                """#: [departure("nt-40", at: 0, platform: 7)]
            ],
            """
            A key that the app does not need may have a value of any type, in each object: the \
            private type has the keys that you need, and no other \(.thePrivateDocument)
            """
        ) { try decodeBoard(from: Data($0.utf8)).departures }
        try expectEach(
            [
                vienna: [
                    departure("nt-40", at: 1_774_722_180, platform: 7),
                    departure("nt-466", to: "Zürich", at: 1_774_728_300),
                    departure("nt-9", to: "", at: 1_774_760_399),
                ],
                #"{ "departures": [] }"#: [],
                """
                { "departures": [\(document(
                    #" \"7\" "#, to: #"Ústí\n"#, at: "1969-12-31T23:00:00Z", platform: "0"))] }
                """:
                    [departure(" \"7\" ", to: "Ústí\n", at: -3_600, platform: 0)],
                board(["a": same, "a": same]): [
                    departure("a", at: 1_774_724_400, platform: 7),
                    departure("a", at: 1_774_724_400, platform: 7),
                ],
            ],
            """
            Every departure of the document is on the board, each with the values that it has \
            there \(.theModelSaysWhatTheAppMeans)
            """
        ) { try decodeBoard(from: Data($0.utf8)).departures }
        try expectEach(
            [
                board([
                    "b": same, "c": "2026-03-28T20:00:00+01:00", "a": same,
                    "d": "2026-03-28T18:00:00Z",
                ]): ["d", "b", "c", "a"],
                #"{ "departures": [\#(many.joined(separator: ","))] }"#: codes,
            ],
            """
            Departures at the same time stay in the order of the document: compare the times and \
            nothing else. sorted(by:) does the rest by itself, with < and not <= \
            \(.theModelSaysWhatTheAppMeans)
            """, of: trains)
    }

    private func refuseBrokenDepartures() throws {
        try probe(
            #"""
            { "departures": [
              { "train": { "id": "nt-40" }, "destination": { "name": "Roma" },
                "scheduled": { "time": "2026-03-28T19:23:00+01:00", "platform": 7 } },
              { "train": { "id": "nt-466" }, "destination": { "name": "Zürich" },
                "scheduled": { "time": "2026-03-28T20:05:00Z", "platform": 9 } } ] }
            """#,
            optional: ["departures[].scheduled.platform"],
            whole: ["departures[].scheduled.platform"],
            rules: [
                .at(
                    "departures[].scheduled.platform", .otherType, .fraction,
                    saying: """
                        A platform that is there has to be a whole number. Only null and an absent \
                        key are nil: try? makes nil of every other value too, and nobody hears of \
                        the error \(.absentNullOrTheWrongType)
                        """)
            ],
            """
            Only the platform may be missing. A departure that is broken is an error and does not \
            disappear \(.absentNullOrTheWrongType)
            """, with: decodeBoard)
        // The path of this error depends on the strategy.
        for time in ["2026-03-28", "19:23", "soon", ""] {
            let document = board(["nt-40": time])
            let found = Swift.Result { try decodeBoard(from: Data(document.utf8)) }
            var thrown: DecodingError?
            if case .failure(let error as DecodingError) = found { thrown = error }
            let error = try require(
                thrown,
                """
                A time that is a string and not a date is a DecodingError too, like every value \
                that is broken \(.iso8601InOneWord)
                """, ["With this document it gave \(found):"] + excerpt(of: document))
            try expect(
                codingPathKeys(of: error).first?.stringValue == "departures",
                """
                The error of a time says at which departure it is. One that you make yourself, in \
                a .custom strategy, needs decoder.codingPath for that \
                \(.aStrategyOfYourOwnInLesson03)
                """, ["Its path is empty. The document:"] + excerpt(of: document))
        }
    }

    // MARK: - Task 2

    private func line(
        _ seconds: TimeInterval, to: String, platform: Int? = nil, _ details: Details
    ) -> Screen.Line {
        Screen.Line(
            departure: departure("nt-1", to: to, at: seconds, platform: platform), details: details)
    }

    private func named(_ name: String, cars: Int = 12) -> Details {
        .train(Train(id: "nt-40", name: name, cars: cars))
    }

    /// The lines with a word in place of the first five characters: the clock is asked about apart,
    /// because the wrong zone looks right on some machines.
    private func withoutClock(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { "(time)" + $0.dropFirst(5) }.joined(separator: "\n")
    }

    private let evening: TimeInterval = 1_774_722_180

    @Test("Task 2 · A view")
    func view() throws {
        let tiber = line(evening, to: "Roma", platform: 7, named("Tiber"))
        func found(_ screen: Screen) throws -> Any? { withoutClock(try text(of: screen, in: .gmt)) }
        let single = try text(of: .lines([tiber]), in: .gmt)
        try expect(
            !single.hasSuffix("\n"),
            """
            There is a line break between two lines and none after the last one \
            \(.aViewIsAFunction)
            """, ["It gave: \(single.debugDescription)"])
        let two = try text(of: .lines([tiber, tiber]), in: .gmt)
        try expect(
            !two.unicodeScalars.contains("\r"),
            """
            A line break is "\\n" and nothing else. For Swift, "\\r\\n" is another character, \
            though it looks the same \(.aViewIsAFunction)
            """, ["It gave: \(two.debugDescription)"])
        try expectEach(
            [
                Screen.lines([tiber]): "(time)  Roma, platform 7: Tiber, 12 cars",
                Screen.lines([
                    line(
                        evening, to: "Köln \"Süd\"", platform: 12, named("Nacht, \\ Rhein", cars: 9)
                    )
                ]): "(time)  Köln \"Süd\", platform 12: Nacht, \\ Rhein, 9 cars",
            ],
            """
            A line is the time in five characters, two blanks, where to, the platform, and the \
            train with its cars, as the task shows it \(.aViewIsAFunction)
            """, of: found)
        try expectEach(
            [
                Screen.lines([line(evening, to: "Linz", platform: 1, named("Donau", cars: 1))]):
                    "(time)  Linz, platform 1: Donau, 1 cars"
            ],
            """
            A train with one car has "1 cars": the word is the same after every number \
            \(.aViewIsAFunction)
            """, of: found)
        try expectEach(
            [
                Screen.lines([line(evening, to: "Zürich", named("Alpin"))]):
                    "(time)  Zürich: Alpin, 12 cars",
                Screen.lines([line(evening, to: "Bern", platform: 0, named("Aare", cars: 0))]):
                    "(time)  Bern, platform 0: Aare, 0 cars",
                Screen.lines([line(evening, to: "Bern", platform: 1, named("Aare", cars: 2))]):
                    "(time)  Bern, platform 1: Aare, 2 cars",
            ],
            """
            A platform that is not known leaves nothing behind, not even its comma; every platform \
            that is known is there \(.aViewIsAFunction)
            """, of: found)
        try expectEach(
            [
                Screen.lines([
                    line(evening, to: "50 %d", platform: 1, named("100% Nacht", cars: 7))
                ]): "(time)  50 %d, platform 1: 100% Nacht, 7 cars",
                Screen.lines([line(evening, to: " wien  Hbf ", platform: 1, named(" ana "))]):
                    "(time)   wien  Hbf , platform 1:  ana , 12 cars",
            ],
            """
            A name is shown as it is, with its blanks. For String(format:), a % in a name is a \
            part of the format: give it the numbers, and no name in its first argument \
            \(.aViewIsAFunction)
            """, of: found)
        try showSentences(found)
        try showTimes()
        try showLines(beside: tiber)
    }

    private func showSentences(_ found: (Screen) throws -> Any?) throws {
        let messages: [Message] = [.offline, .notFound, .tryLater, .logIn, .update, .noDepartures]
        for message in messages {
            let missing = Screen.lines([
                line(evening, to: "Linz", platform: 3, .missing(message)),
                line(evening, to: "Graz", .missing(message)),
            ])
            try expectEach(
                [
                    missing: """
                    (time)  Linz, platform 3: \(message.sentence)
                    (time)  Graz: \(message.sentence)
                    """
                ],
                """
                Where details are missing, the line has their sentence in place of the train. All \
                that is before the colon stays, the platform too \(.oneFailureSpoilsNothing)
                """, of: found)
        }
        try expectEach(
            [
                Screen.message(.offline):
                    "You are offline. The departures are here again when you are not.",
                .message(.notFound): "The operator does not know this station or this train.",
                .message(.tryLater): "Something went wrong. Please try again later.",
                .message(.logIn):
                    "This answer is not from the operator. Do you have to log in to the Wi-Fi?",
                .message(.update): "The operator sends something new. Please update the app.",
                .message(.noDepartures): "No night train leaves from here today.",
            ],
            """
            A message is its own sentence, the one that the type has, and nothing else \
            \(.aSentenceForEachFailure)
            """
        ) { try text(of: $0, in: .gmt) }
    }

    /// Says what is wrong with the times of one zone, if some of them are right. If none is, it may be
    /// the zone.
    private func mistake(
        ofClocks found: [String], _ expected: [String], otherwise: Misconception
    ) -> Misconception {
        if found.contains(where: { $0.count != 5 }) {
            return """
                An hour and a minute have two digits each: 01:05, and not 1:05 \(.aViewIsAFunction)
                """
        }
        let late = zip(found, expected).map { minutes($0) - minutes($1) }
        if !late.contains(0) { return otherwise }
        if late.contains(where: { $0 == 1_440 || $0 == 720 || $0 == -720 }) {
            return """
                The hours are those on a clock from 00:00 to 23:59: none is 24, and there is no \
                second round from 1 to 12. In a pattern that is HH \(.aViewIsAFunction)
                """
        }
        if late.contains(1) {
            return """
                The seconds are cut off, and the minute is not rounded: 13:59:59 is 13:59 \
                \(.aViewIsAFunction)
                """
        }
        if late.contains(60) || late.contains(-60) {
            return """
                A departure has the time of its zone and its offset on that date (summer time): \
                ask the zone for the offset of the departure, and not for that of today \
                \(.theMachineMustNotMatter)
                """
        }
        return otherwise
    }

    /// The minutes since midnight of a time such as 19:23.
    private func minutes(_ clock: String) -> Int {
        let parts = clock.split(separator: ":").map { Int($0) ?? 0 }
        return parts.count == 2 ? parts[0] * 60 + parts[1] : 0
    }

    private func showTimes() throws {
        let times: [TimeInterval] = [evening, 1_774_656_300, 1_774_785_599, 1_774_699_200]
        func clocks(_ zone: TimeZone) throws -> [String] {
            try times.map {
                let shown = try text(of: .lines([line($0, to: "R", named("T"))]), in: zone)
                return shown.replacing("  R: T, 12 cars", with: "")
            }
        }
        let table: KeyValuePairs<String, [String]> = [
            "Europe/Vienna": ["19:23", "01:05", "13:59", "13:00"],
            "Asia/Kathmandu": ["00:08", "05:50", "17:44", "17:45"],
            "America/New_York": ["14:23", "20:05", "07:59", "08:00"],
        ]
        var misconception: Misconception = """
            The time is that of the time zone which the view gets in this call and its offset on \
            that date (summer time), on a clock from 00:00 to 23:59, with its seconds cut off and \
            not rounded, wherever the app runs \(.theMachineMustNotMatter)
            """
        for (identifier, expected) in table {
            guard let zone = TimeZone(identifier: identifier), let found = try? clocks(zone),
                found != expected
            else { continue }
            misconception = mistake(ofClocks: found, expected, otherwise: misconception)
            break
        }
        try expectEach(table, misconception) { identifier in
            guard let zone = TimeZone(identifier: identifier) else { return nil }
            return try clocks(zone)
        }
        try expectEach(
            ["Europe/Vienna": "01:30 03:30 03:45", "America/New_York": "20:30 21:30 21:45"],
            """
            Each line has the offset of its own time. In the night in which summer time begins, it \
            changes on one board \(.theMachineMustNotMatter)
            """
        ) { identifier in
            guard let zone = TimeZone(identifier: identifier) else { return nil }
            let night: [TimeInterval] = [1_774_744_200, 1_774_747_800, 1_774_748_700]
            let lines = night.map { line($0, to: "R", named("T")) }
            return try text(of: .lines(lines), in: zone).replacing("  R: T, 12 cars", with: "")
                .replacing("\n", with: " ")
        }
    }

    private func showLines(beside tiber: Screen.Line) throws {
        try expectEach(
            [
                Screen.lines([
                    line(evening + 7_200, to: "B", named("2")), tiber,
                    line(evening, to: "A", platform: 1, .missing(.update)), tiber, tiber,
                ]): """
                20:23  B: 2, 12 cars
                18:23  Roma, platform 7: Tiber, 12 cars
                18:23  A, platform 1: \(Message.update.sentence)
                18:23  Roma, platform 7: Tiber, 12 cars
                18:23  Roma, platform 7: Tiber, 12 cars
                """
            ],
            """
            A view shows the lines that it gets, all of them and in their order, with a line break \
            between two and none at the end \(.aViewIsAFunction)
            """
        ) { try text(of: $0, in: .gmt) }
    }

    // MARK: - Task 3

    private let tiber = #"{ "id": "nt-40", "name": "Tiber", "cars": 12 }"#

    /// A server that replies to everything that task 3 asks for in the same way.
    private func replying(_ body: String, status: Int = 200) -> ScriptedServer {
        ScriptedServer(["trains/nt-40": .body(body, status: status)])
    }

    private func loadTrain(from scripted: ScriptedServer) async throws -> Train {
        let url = scripted.url.appending(path: "trains/nt-40")
        return try await load(Request<Train>(url: url), from: server(scripted))
    }

    private struct Depot: Decodable, Equatable, Sendable {
        let openedAt: Date
    }

    @Test("Task 3 · One request for every value")
    func oneRequest() async throws {
        let first = replying(tiber)
        let right: Misconception = """
            A status of 200 and a body that is right give the value in it: ask the server, then \
            decode what it gave \(.oneRequestForEveryResource)
            """
        let train = try await value(right) { try await loadTrain(from: first) }
        try expectEqual(train, Train(id: "nt-40", name: "Tiber", cars: 12), right)
        try expectAsked(first, for: ["trains/nt-40"], "With a body that is right")
        let nothingKept: Misconception = """
            The second time the server said something else: ask it each time, and keep nothing \
            from the last call \(.oneSourceOfTruth)
            """
        let other = try await value(nothingKept) {
            try await loadTrain(from: replying(#"{ "id": "nt-40", "name": "Arno", "cars": 9 }"#))
        }
        try expectEqual(other, Train(id: "nt-40", name: "Arno", cars: 9), nothingKept)
        try await expectDecoderOfTheRequest(first)
        try await expectErrorsOfTheStatus(otherwise: train)
        try await expectErrorsOfTheBody(first)
        try await expectErrorsOfGet()
    }

    private func expectDecoderOfTheRequest(_ first: ScriptedServer) async throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let depot = Request<Depot>(url: first.url.appending(path: "trains/nt-40"), decoder: decoder)
        let ownDecoder: Misconception = """
            A request brings its own decoder, with the strategies that its value needs: use that \
            one and no other, and leave it as it is: a decoder is a class, so you change the \
            caller's \(.oneRequestForEveryResource)
            """
        let opened = try await value(ownDecoder) {
            try await load(depot, from: server(replying(#"{ "opened_at": 86400 }"#)))
        }
        try expectEqual(
            opened, Depot(openedAt: Date(timeIntervalSince1970: 86_400)), ownDecoder)
        let word = Request<String>(url: first.url.appending(path: "trains/nt-40"))
        let alone: Misconception = """
            A string or a number alone is JSON too: a value need not be an object \
            \(.whatCountsAsAnAnswer)
            """
        let single = try await value(alone) {
            try await load(word, from: server(replying(#""closed""#)))
        }
        try expectEqual(single, "closed", alone)
    }

    private func expectErrorsOfTheStatus(otherwise train: Train) async throws {
        let status: Misconception = """
            A status that is not one of 200 to 299 is a RequestError with that status, whatever \
            the body says: look at the status before you decode \(.whatCountsAsAnAnswer)
            """
        let again: Misconception = """
            Ask once. A status that is wrong is thrown, not asked for again \(.whatCountsAsAnAnswer)
            """
        for code in [404, 300, 199, 100, 0, -200] + Array(301..<600) {
            for body in [tiber, webPage, #"{ "error": "closed" }"#, ""] {
                let scripted = replying(body, status: code)
                try await expectError(
                    RequestError.status(code), status, "With the status \(code)"
                ) { try await loadTrain(from: scripted) }
                try expect(
                    scripted.asked.count <= 1, again,
                    ["With the status \(code) it asked \(scripted.asked.count) times."])
                try expectAsked(scripted, for: ["trains/nt-40"], "With the status \(code)")
            }
        }
        for code in [201, 203, 299] {
            let good: Misconception =
                "Every status from 200 to 299 is a good one \(.whatCountsAsAnAnswer)"
            let found = try await value(good) {
                try await loadTrain(from: replying(tiber, status: code))
            }
            try expectEqual(found, train, good)
        }
    }

    private func expectErrorsOfTheBody(_ first: ScriptedServer) async throws {
        let bodies: KeyValuePairs<String, String> = [
            "a web page": webPage, "a web page after a blank line": "\n \(webPage)",
            "a document that is cut short": #"{ "id": "nt-40", "name": "Tib"#,
            "an object that is not closed": #"{ "id": "nt-40", "name": "Tiber", "cars": 12"#,
            "nothing in the body": "", "a blank in the body": " ",
            "plain text": "Closed for tonight",
            "text after the document": tiber + " and so on",
        ]
        for (words, body) in bodies {
            let scripted = replying(body)
            try await expectError(
                RequestError.notJSON,
                """
                A body that is not JSON at all, be it a web page or a document that is cut short, \
                is RequestError.notJSON \(.whatCountsAsAnAnswer)
                """, "With \(words)"
            ) { try await loadTrain(from: scripted) }
            try expectAsked(scripted, for: ["trains/nt-40"], "With \(words)")
        }

        try await expectDecodersOwnErrors()
        let url = first.url.appending(path: "trains/nt-40")
        let answer = await answers(toProbesOf: tiber) { document in
            let get = Server(url: url) { _ in (200, document) }
            return try await load(Request<Train>(url: url), from: get)
        }
        try probe(
            tiber, whole: ["cars"],
            """
            JSON that has another shape is the decoder's own error, and no value is made up for it \
            \(.whatCountsAsAnAnswer)
            """, with: answer)
    }

    private func expectErrorsOfGet() async throws {
        let errors: [any Error] = [
            Offline(), Storm(), CancellationError(), RequestError.notJSON,
            URLError(.notConnectedToInternet), URLError(.cancelled), URLError(.timedOut),
        ]
        for error in errors {
            let scripted = ScriptedServer(["trains/nt-40": .failure(error)])
            try await expectError(
                error,
                """
                What get throws is for the caller to see, as it is: do not catch it, and do not \
                try again \(.wordsForPeople)
                """, "Where get throws \(error)"
            ) { try await loadTrain(from: scripted) }
            try expectAsked(scripted, for: ["trains/nt-40"], "Where get throws \(error)")
        }
    }

    /// The error of a body that is JSON is the decoder's.
    private func expectDecodersOwnErrors() async throws {
        let bodies: KeyValuePairs<String, Misconception> = [
            #"{ "id": "nt-40", "train": "Tiber" }"#: """
            JSON that has another shape is JSON: the error is the decoder's own, because the API \
            has changed \(.whatCountsAsAnAnswer)
            """,
            #"{ "id": "nt-40", "name": "Tiber", "cars": 12.5 }"#: """
            Of 12.5 cars the decoder says "not valid JSON" too, with an empty path. The document \
            is JSON all the same, so the error is its own \(.goodJSONRefused)
            """,
            #""<closed>""#: """
            A string, a number or null alone is JSON too, whatever is in it: the error is the \
            decoder's own \(.whatCountsAsAnAnswer)
            """,
            "null": """
            A string, a number or null alone is JSON too, whatever is in it: the error is the \
            decoder's own \(.whatCountsAsAnAnswer)
            """,
            "[]": """
            JSON that has another shape is JSON: the error is the decoder's own, because the API \
            has changed \(.whatCountsAsAnAnswer)
            """,
        ]
        for (body, comment) in bodies {
            let found = await result { try await loadTrain(from: replying(body)) }
            try endIfOpen { try found.get() }
            if case .failure(let error) = found, error is DecodingError { continue }
            try fail(comment, ["With this body it gave \(found):"] + excerpt(of: body))
        }
    }

    /// Wants the server to have been asked for these addresses, in this order.
    private func expectAsked(
        _ server: ScriptedServer, for addresses: [String], _ situation: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let asked = server.asked
        // For ==, a letter with its dots is the same letter, whether it is one scalar or two.
        if asked.map({ Array($0.utf8) }) == addresses.map({ Array($0.utf8) }) { return }
        try fail(
            reason(asked, addresses, server),
            ["\(situation) the addresses were, before anything is escaped:"] + whole(asked, server)
                + ["Expected:"] + whole(addresses, server), sourceLocation: sourceLocation)
    }

    /// Why the server was not asked for the addresses that were expected.
    private func reason(
        _ asked: [String], _ addresses: [String], _ server: ScriptedServer
    ) -> Misconception {
        if asked.contains(where: { $0.hasPrefix("/") }) { return slashed }
        if asked.contains(where: { $0.contains("://") && !$0.hasPrefix("\(server.url)") }) {
            return """
                The server is asked for another address than the task says: all of them begin with \
                the URL of this server and its whole path. Add to that URL, and make no new one \
                \(.oneRequestForEveryResource)
                """
        }
        // The second item has no value.
        if let first = addresses.first, first.contains("&"), asked.first == first + "=" {
            return """
                An & in the name ends its value, and what comes after it is another item: in a \
                query, a name has to be escaped \(.theRequestLeavesTheMachine)
                """
        }
        if asked == addresses {
            return """
                The name keeps the scalars that it has: "ü" may be one scalar, or a "u" and two \
                dots, and stays so \(.oneRequestForEveryResource)
                """
        }
        if asked.count > addresses.count, asked.starts(with: addresses) {
            return """
                The server is asked more often than necessary: one request, one question \
                \(.oneRequestForEveryResource)
                """
        }
        if asked.count < addresses.count, asked == addresses.suffix(asked.count) {
            return """
                A request is missing: ask every time, and keep nothing from one call to the next. \
                Another server may give another answer \(.oneSourceOfTruth)
                """
        }
        let first = asked.first ?? ""
        let expected = addresses.first ?? ""
        if first != expected, first.removingPercentEncoding == expected {
            return """
                The name is escaped twice: give it to URLQueryItem as it is, and nothing else has \
                to escape it \(.oneRequestForEveryResource)
                """
        }
        if first != expected, letters(first) == letters(expected) {
            return """
                The server gets the name as it is: blanks and small letters stay, the blanks at \
                the start and at the end too \(.oneRequestForEveryResource)
                """
        }
        return """
            The server is asked for another address than the task says: its path or its query is \
            another one \(.oneRequestForEveryResource)
            """
    }

    /// What is left of a name after somebody has tidied it.
    private func letters(_ address: String) -> String {
        address.lowercased().filter { !$0.isWhitespace }
    }

    /// Addresses as a learner sees them: whole, so that two slashes in a row can be seen.
    private func whole(_ addresses: [String], _ server: ScriptedServer) -> [String] {
        addresses.map { address in
            let isWhole = address.contains("://")
            return "    "
                + (isWhole
                    ? address.removingPercentEncoding ?? address : "\(server.url)/\(address)")
        }
    }

    // MARK: - Task 4

    @Test("Task 4 · A message for each error")
    func messages() throws {
        func found(_ error: any Error) throws -> Any? { try message(for: error) }
        try expectEach(
            [Offline(): Message.offline],
            """
            Without a connection the traveler can do something about it: say that they are offline \
            \(.aSentenceForEachFailure)
            """, of: found)
        try expectEach(
            [RequestError.status(404): Message.notFound],
            """
            The status 404 says that the server does not know what was asked for \
            \(.aSentenceForEachFailure)
            """, of: found)
        for code in [400, 401, 0, 40, 4040, -404, 304] + Array(405..<600) {
            try expectEach(
                [RequestError.status(code): Message.tryLater],
                """
                Any other status than 404 is .tryLater: it does not say that the station is \
                unknown, that the app is too old or that you have to log in \
                \(.aSentenceForEachFailure)
                """, of: found)
        }
        try expectEach(
            [RequestError.notJSON: Message.logIn],
            """
            A body that is not JSON at all comes from somebody else, the hotel's Wi-Fi for \
            example: .logIn \(.aSentenceForEachFailure)
            """, of: found)
        for error in [Storm(), CancellationError(), URLError(.timedOut)] as [any Error] {
            let chosen = Swift.Result { try message(for: error) }
            try endIfOpen { try chosen.get() }
            guard case .failure(let thrown) = chosen else { continue }
            try fail(
                """
                Every error has a message, and this function throws none of them on: one that is \
                not in the list is .tryLater \(.aSentenceForEachFailure)
                """, ["For \(error) it threw \(thrown)."])
        }
        for code in [URLError.Code.notConnectedToInternet, .timedOut, .cannotFindHost] {
            try expectEach(
                [URLError(code): Message.tryLater],
                """
                Only Offline is .offline. A URLError is one of the other errors: this server does \
                not throw it for a missing connection \(.aSentenceForEachFailure)
                """
            ) { error -> Any? in try message(for: error) }
        }
        try expectMessagesOfOthers(found)
    }

    private func expectMessagesOfOthers(_ found: (any Error) throws -> Any?) throws {
        let others: [any Error] = [
            Impostor(), Storm(), CancellationError(), CocoaError(.fileNoSuchFile),
            CocoaError(.coderInvalidValue), NSError(domain: "Offline", code: 404),
            EncodingError.invalidValue(
                1, EncodingError.Context(codingPath: [], debugDescription: "DecodingError")),
        ]
        for error in others {
            try expectEach(
                [error: Message.tryLater],
                """
                An error that nobody has thought of has a message too: .tryLater. Match types and \
                cases, and never texts \(.matchCasesAndNeverTexts)
                """, of: found)
        }
        let path: [any CodingKey] = [Key(stringValue: "departures"), Key(stringValue: "time")]
        for context in [
            DecodingError.Context(codingPath: path, debugDescription: "404"),
            DecodingError.Context(codingPath: [], debugDescription: "Not valid JSON. Offline()"),
            DecodingError.Context(
                codingPath: [], debugDescription: "", underlyingError: RequestError.notJSON),
        ] {
            let changed: [any Error] = [
                DecodingError.keyNotFound(Key(stringValue: "id"), context),
                DecodingError.valueNotFound(Int.self, context),
                DecodingError.typeMismatch(Int.self, context), DecodingError.dataCorrupted(context),
            ]
            for error in changed {
                try expectEach(
                    [error: Message.update],
                    """
                    Every DecodingError says that the API has changed, whichever case and path it \
                    has: .update \(.aSentenceForEachFailure)
                    """, of: found)
            }
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// An error that looks like others.
    private struct Impostor: Error, CustomStringConvertible {
        var description: String { "Offline() status(404) notJSON DecodingError" }
    }

    // MARK: - Task 5

    private let vienna = #"{ "code": "VIE", "name": "Wien Hbf" }"#
    /// Its trains are nt-1, nt-2 and nt-3, and the first of them leaves last.
    private var viennaBoard: String {
        board([
            "nt-1": "2026-03-28T23:00:00Z", "nt-2": "2026-03-28T19:00:00Z",
            "nt-3": "2026-03-28T21:30:00+01:00",
        ])
    }

    private func expectBoard(_ board: Board, _ document: String) throws {
        let expected = try fromTask(1) { try decodeBoard(from: Data(document.utf8)) }
        try expectEqual(
            board, expected,
            """
            The board is that of the station, in the order of task 1, whoever loads it \
            \(.theModelSaysWhatTheAppMeans)
            """)
    }

    /// Whatever can go wrong with one request: what the server replies, and what it should lead to.
    private struct Trouble {
        let words: String
        let reply: ScriptedServer.Reply
        /// What reaches the caller; nil for an error of the decoder.
        let error: (any Error)?
        let message: Message
    }

    private var troubles: [Trouble] {
        [
            Trouble(
                words: "offline", reply: .failure(Offline()), error: Offline(), message: .offline),
            Trouble(
                words: "unknown to the server", reply: .body("{}", status: 404),
                error: RequestError.status(404), message: .notFound),
            Trouble(
                words: "answered with the status 503", reply: .body(webPage, status: 503),
                error: RequestError.status(503), message: .tryLater),
            Trouble(
                words: "answered with a web page", reply: .body(webPage),
                error: RequestError.notJSON, message: .logIn),
            Trouble(
                words: "answered in another shape", reply: .body(#"{ "data": [] }"#), error: nil,
                message: .update),
            Trouble(
                words: "lost in a storm", reply: .failure(Storm()), error: Storm(),
                message: .tryLater),
        ]
    }

    private let slashed: Misconception = """
        Two slashes in a row: the server's URL may end with one, and whoever puts strings together \
        writes a second one \(.oneRequestForEveryResource)
        """

    @Test("Task 5 · Two requests in a chain")
    func chain() async throws {
        builds(on: 1, 3)
        try await endIfOpen {
            try await loadBoard(ofStation: "Wien Hbf", from: server(ScriptedServer([:])))
        }
        try probe(
            vienna,
            """
            A station has a code and a name, and neither is optional: leave the type as it is \
            \(.absentNullOrTheWrongType)
            """
        ) { try JSONDecoder().decode(Station.self, from: $0) }
        let names: KeyValuePairs<String, String> = [
            "Wien Hbf": "VIE", "Brno & okolí": "BRQ", "Köln Messe/Deutz": "A",
            "50% = Halb?": "ZZZZ", "Wien #2": "W", "VIE": "HBF", "  Sankt  pölten ": "POE",
            "wels\n": "WEL", "Zu\u{308}rich HB": "ZUE",
        ]
        for base in [
            "https://api.nightline.example/v2", "http://localhost:8080/a/b", "https://x.example",
        ] {
            for (name, code) in names {
                let scripted = ScriptedServer(
                    [
                        "stations?name=\(name)": .body(#"{ "code": "\#(code)", "name": "?" }"#),
                        "stations/\(code)/departures": .body(viennaBoard),
                    ], at: base)
                let found = await result {
                    try await loadBoard(ofStation: name, from: server(scripted))
                }
                try endIfOpen { try found.get() }
                let asked = ["stations?name=\(name)", "stations/\(code)/departures"]
                var thrown: (any Error)?
                if case .failure(let error) = found { thrown = error }
                try expect(
                    thrown == nil || scripted.asked != [asked[0]],
                    """
                    The station is there, and its board was not asked for. Only the code of the \
                    station counts: the server may spell the name in another way \
                    \(.theRequestLeavesTheMachine)
                    """,
                    [
                        "For \"\(name)\" it threw \(thrown.map { "\($0)" } ?? "nothing"), and asked for:"
                    ]
                        + self.whole(scripted.asked, scripted))
                try expectAsked(scripted, for: asked, "For \"\(name)\"")
                let board = try value(
                    """
                    Both requests have their answer, so there is a board: each request needs its \
                    own decoder \(.oneRequestForEveryResource)
                    """, in: Data(viennaBoard.utf8)
                ) { try found.get() }
                try expectBoard(board, viennaBoard)
            }
        }
        try await expectOtherBoards()
    }

    private func expectOtherBoards() async throws {
        let slash = ScriptedServer([
            "stations?name=Enns": .body(vienna), "stations/VIE/departures": .body(viennaBoard),
        ])
        let behindSlash = await result {
            try await loadBoard(ofStation: "Enns", from: serverWithSlash(slash))
        }
        let addresses = ["stations?name=Enns", "stations/VIE/departures"]
        try expectAsked(slash, for: addresses, "With a server's URL that ends with a slash")
        try expectBoard(value(slashed) { try behindSlash.get() }, viennaBoard)

        let empty = ScriptedServer([
            "stations?name=Enns": .body(vienna),
            "stations/VIE/departures": .body(#"{ "departures": [] }"#),
        ])
        let noDepartures = try await value(
            "A board without departures is a board, and not an error \(.theModelSaysWhatTheAppMeans)"
        ) { try await loadBoard(ofStation: "Enns", from: server(empty)) }
        try expectBoard(noDepartures, #"{ "departures": [] }"#)

        // The last two look like codes.
        for name in ["Wien Hbf", "VIE", "Vie"] {
            try await expectErrorsPassedOn(for: name)
        }
    }

    /// The error of each request reaches the caller, and ends the chain.
    private func expectErrorsPassedOn(for name: String) async throws {
        for trouble in troubles {
            let first = "stations?name=\(name)"
            let second = "stations/VIE/departures"
            for (number, replies) in [
                (1, [first: trouble.reply, second: .body(viennaBoard)]),
                (2, [first: .body(vienna), second: trouble.reply]),
            ] {
                let situation = "For \(name), where request \(number) is \(trouble.words),"
                let scripted = ScriptedServer(replies)
                let found = await result {
                    try await loadBoard(ofStation: name, from: server(scripted))
                }
                let comment: Misconception = """
                    Whichever of the two requests fails, its error reaches the caller as it is: \
                    load(_:from:) throws the right one for both of them \(.wordsForPeople)
                    """
                if let error = trouble.error {
                    try await expectError(error, comment, situation) { try found.get() }
                } else {
                    try expect(.keyNotFound, at: "", comment) { try found.get() }
                }
                let asked = number == 1 ? [first] : [first, second]
                try expect(
                    scripted.asked.count <= asked.count,
                    """
                    After a request that failed there is nothing more to ask for: one that \
                    builds on it comes after it \(.theRequestLeavesTheMachine)
                    """, ["\(situation) it asked for:"] + whole(scripted.asked, scripted))
            }
        }
    }

    // MARK: - Task 6

    private func reply(_ id: String) -> ScriptedServer.Reply {
        .body(#"{ "id": "\#(id)", "name": "Name of \#(id)", "cars": \#(id.count) }"#)
    }

    /// A server that knows these trains, and has another reply for some of them.
    private func trains(
        _ ids: [String], but others: [String: ScriptedServer.Reply] = [:]
    ) -> ScriptedServer {
        var replies: [String: ScriptedServer.Reply] = [:]
        for id in ids { replies["trains/\(id)"] = others[id] ?? reply(id) }
        return ScriptedServer(replies)
    }

    private func ids(_ count: Int) -> [String] { (0..<count).map { "nt-\($0 * 7 % 31)" } }

    /// What was loaded, and of errors their name, so that both can be compared.
    private func names(_ results: [Swift.Result<Train, any Error>]) throws -> [String] {
        try results.map { result in
            switch result {
            case .success(let train): return "\(string(train.name)), \(string(train.cars)) cars"
            case .failure(let error as DecodingError):
                return DecodingErrorCase(error).map(\.rawValue) ?? "\(error)"
            case .failure(let error):
                // An earlier task is open.
                try endIfOpen { throw error }
                return "\(error)"
            }
        }
    }

    private func names(_ ids: [String]) -> [String] {
        ids.map { "Name of \($0), \($0.count) cars" }
    }

    @Test("Task 6 · Side by side")
    func sideBySide() async throws {
        builds(on: 3)
        let none = trains([])
        let nothing = try await value(oneForEach) {
            try await loadTrains([], atMost: 3, from: server(none))
        }
        try expectEqual(try names(nothing), [] as [String], oneForEach)
        try expectAsked(none, for: [], "Without ids")

        for list in [["nt-7"], ids(2), ids(9)] {
            let scripted = trains(list)
            let found = try await value(oneForEach) {
                try await loadTrains(list, atMost: 4, from: server(scripted))
            }
            try expectEachAskedOnce(scripted, list)
            try expectEqual(try names(found).sorted(), names(list).sorted(), oneForEach)
        }
        let slash = trains(["nt-7"])
        let behindSlash = try await value(slashed) {
            try await loadTrains(["nt-7"], atMost: 1, from: serverWithSlash(slash))
        }
        try expectEachAskedOnce(slash, ["nt-7"])
        try expectEqual(try names(behindSlash), names(["nt-7"]), slashed)
        for limit in [3, 1, 2, 5, 8, 9, 20] {
            try await expectLoaded(ids(9), atMost: limit)
        }
        try await expectLoaded(["nt-7"], atMost: 2)
        try await expectLoaded(ids(3), atMost: 3)

        let twice = ["nt-1", "nt-2", "nt-1", "nt-1"]
        let both = trains(["nt-1", "nt-2"])
        let twoElements: Misconception =
            "An id that is there twice has two elements \(.oneFailureSpoilsNothing)"
        let found = try await value(twoElements) {
            try await loadTrains(twice, atMost: 2, from: server(both))
        }
        try expectEqual(try names(found), names(twice), twoElements)
        try expectEachAskedOnce(
            both, twice, "An id that is there twice is asked for twice \(.oneFailureSpoilsNothing)")
        try await expectFailuresKept()
        try await expectTwinsHaveTheirOwn()
        try await expectLoaded(ids(9), atMost: 3, failing: [1, 2, 4])
        try await expectLoaded(ids(6), atMost: 2, failing: [0, 1, 2, 3, 4, 5])
        try await expectCancellation()
    }

    private let oneForEach: Misconception = """
        There is one element for each id: all of them have an answer here, and without ids there is \
        none \(.oneFailureSpoilsNothing)
        """

    private func expectEachAskedOnce(
        _ scripted: ScriptedServer, _ ids: [String], _ comment: Misconception? = nil
    ) throws {
        let addresses = ids.map { "trains/\($0)" }.sorted()
        let asked = scripted.asked.sorted()
        let byItsId: Misconception = """
            Each train of the list is asked for once, by its id after trains/ \
            \(.oneRequestForEveryResource)
            """
        try expect(
            asked == addresses,
            asked.contains { $0.hasPrefix("/") } ? slashed : comment ?? byItsId,
            ["The addresses were:"] + whole(asked, scripted) + ["Expected:"]
                + whole(addresses, scripted))
    }

    /// How many answers there were, as words.
    private func answers(_ count: Int) -> String { count == 1 ? "1 answer" : "\(count) answers" }

    /// Wants trains to be loaded as they should be, where the reply to the last request comes first.
    private func expectLoaded(
        _ ids: [String], atMost limit: Int, failing: [Int] = []
    ) async throws {
        var others: [String: ScriptedServer.Reply] = [:]
        var expected = names(ids)
        for index in failing {
            others[ids[index]] = .body("{}", status: 404)
            expected[index] = "status(404)"
        }
        let scripted = trains(ids, but: others)
        let server = server(scripted)
        let situation = "\(ids.count) trains with the limit \(limit)"
        let run = await scripted.replyingLastFirst(
            expecting: { min(limit, ids.count - $0) },
            answering: {
                try await result(for: situation) {
                    try await loadTrains(ids, atMost: limit, from: server)
                }.get()
            })
        let results = try value(oneForEach) { try run.result.get() }
        try expect(
            scripted.mostUnderWay <= limit,
            """
            More requests are under way at the same time than the limit allows: wait for one \
            before you start the next \(.oneFailureSpoilsNothing)
            """, ["\(situation): \(scripted.mostUnderWay) at the same time."])
        if let idleness = run.idleness {
            try fail(
                idleness.answered == 0
                    ? """
                    Fewer requests are under way at the same time than the limit allows: start so \
                    many before you wait for the first \(.oneFailureSpoilsNothing)
                    """
                    : """
                    As soon as one request has ended, well or with a failure, the next one starts. \
                    Do not wait for a whole group of them, nor for the oldest one, and do not share them \
                    out beforehand \(.oneFailureSpoilsNothing)
                    """,
                [
                    "\(situation): after \(answers(idleness.answered)), \(idleness.underWay) under way.",
                    "Expected were \(idleness.expected).",
                ])
        }
        if !failing.isEmpty {
            try expectEqual(try names(results).sorted(), expected.sorted(), othersAreThere)
        }
        try expectEqual(
            try names(results), expected,
            """
            The result has the order of the ids, and the answers come in any order: remember which \
            answer belongs to which id \(.oneFailureSpoilsNothing)
            """)
    }

    /// An id that is there three times has three answers. Which was asked for first, nobody knows.
    private func expectTwinsHaveTheirOwn() async throws {
        let asked = Mutex(0)
        let names = ["Tiber", "Arno", "Dora"]
        let server = Server(url: ScriptedServer([:]).url) { _ in
            let name = asked.withLock { number in
                defer { number += 1 }
                return names[min(number, 2)]
            }
            return (200, Data(#"{ "id": "nt-40", "name": "\#(name)", "cars": 9 }"#.utf8))
        }
        let comment: Misconception = """
            An id that is there twice may have two different answers, and each of them counts: \
            remember answers by their index and not by the id \(.oneFailureSpoilsNothing)
            """
        let found = try await value(comment) {
            try await loadTrains(["nt-40", "nt-40", "nt-40"], atMost: 1, from: server)
        }
        try expectEqual(
            try self.names(found).sorted(), names.map { "\($0), 9 cars" }.sorted(), comment)
    }

    private func expectFailuresKept() async throws {
        let list = ids(5)
        let wrong: [(String, ScriptedServer.Reply)] = [
            ("Offline()", .failure(Offline())), ("status(404)", .body("{}", status: 404)),
            ("status(500)", .body(tiber, status: 500)), ("notJSON", .body(webPage)),
            ("keyNotFound", .body(#"{ "id": "nt-0", "cars": 3 }"#)), ("Storm()", .failure(Storm())),
        ]
        for (place, failing) in [[0], [2], [4], [1, 3], [0, 1, 2, 3, 4]].enumerated() {
            for offset in wrong.indices where place < 3 || offset == 0 {
                var others: [String: ScriptedServer.Reply] = [:]
                var expected = names(list)
                for (step, index) in failing.enumerated() {
                    let (name, reply) = wrong[(offset + step) % wrong.count]
                    others[list[index]] = reply
                    expected[index] = name
                }
                let scripted = trains(list, but: others)
                let server = server(scripted)
                let found = try await value(
                    """
                    A train that cannot be loaded is a failure in the list, and the list is \
                    returned: catch the error where that train is loaded \(.oneFailureSpoilsNothing)
                    """
                ) { try await loadTrains(list, atMost: 2, from: server) }
                try expectEqual(try names(found), expected, othersAreThere)
                try expectEachAskedOnce(scripted, list, askedAgain)
            }
        }
    }

    private let othersAreThere: Misconception = """
        A failure is at the place of its train with the error that was thrown, and the other trains \
        are there \(.oneFailureSpoilsNothing)
        """

    private let askedAgain: Misconception = """
        A train that cannot be loaded is not asked for again: its failure is what there is to show \
        \(.oneFailureSpoilsNothing)
        """

    private func expectCancellation() async throws {
        // With all of them under way, in the middle, and with the last ones.
        for (count, answered) in [(3, 0), (9, 0), (9, 4), (9, 7), (9, 8)] {
            let list = ids(count)
            let scripted = trains(list)
            let server = server(scripted)
            let run = await scripted.replyingLastFirst(
                expecting: { min(3, count - $0) }, cancelAfter: answered,
                answering: {
                    try await loadTrains(list, atMost: 3, from: server)
                })
            guard let cancellation = run.cancellation else { return }
            try expect(
                cancellation.notReached == 0,
                """
                The task was canceled, and its requests went on: a Task { } of its own does \
                not notice, a child task of a group does \(.oneFailureSpoilsNothing)
                """, ["Requests that went on: \(cancellation.notReached)"])
            // On a slow machine, the requests of before the cancellation may come after it.
            let late = run.idleness == nil ? scripted.asked.count - cancellation.asked : 0
            try expect(
                late <= 0,
                """
                The task was canceled, and something else was asked for: look at the cancellation \
                before you start a request \(.oneFailureSpoilsNothing)
                """, ["Requests that came after it: \(late)"])
            try await expectError(
                CancellationError(),
                """
                A task that is canceled throws a CancellationError: its trains are not failures, \
                and nobody waits for the list. Ask whether it is canceled, at the end too \
                \(.oneFailureSpoilsNothing)
                """, "Canceled after \(answered) of \(count) answers,"
            ) { try run.result.get() }
        }
        try await expectCancellationAsked()
        try await expectCancellationBeforehand()
    }

    /// The task is asked, and not what get throws.
    private func expectCancellationAsked() async throws {
        for (whenCanceled, words) in gets {
            for (count, answered) in [(3, 0), (9, 4), (9, 8)] {
                let list = ids(count)
                let scripted = trains(list)
                let server = server(scripted, whenCanceled: whenCanceled)
                let run = await scripted.replyingLastFirst(
                    expecting: { min(3, count - $0) }, cancelAfter: answered,
                    answering: {
                        try await loadTrains(list, atMost: 3, from: server)
                    })
                try await expectError(
                    CancellationError(), askTheTask,
                    "Canceled after \(answered) of \(count) answers, where get \(words),"
                ) { try run.result.get() }
            }
        }
    }

    private func expectCancellationBeforehand() async throws {
        let beforehand = trains(ids(4))
        let unasked = server(beforehand)
        for list in [ids(4), []] {
            let late = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await result { try await loadTrains(list, atMost: 2, from: unasked) }
            }.value
            try await expectError(
                CancellationError(),
                """
                A task may be canceled before it calls this, also without ids: nobody waits for a \
                list then. Ask whether it is canceled before anything else \
                \(.oneFailureSpoilsNothing)
                """, "Canceled before the call with \(list.count) ids,"
            ) { try late.get() }
        }
        try expect(
            beforehand.asked.isEmpty,
            """
            The task was canceled before the call, and something was asked for: look at the \
            cancellation before each request, the first one too \(.oneFailureSpoilsNothing)
            """, ["Requests: \(beforehand.asked.count)"])
        let list = ids(3)
        let other = trains(list, but: [list[1]: .failure(CancellationError())])
        let found = try await value(notCanceled) {
            try await loadTrains(list, atMost: 2, from: server(other))
        }
        var expected = names(list)
        expected[1] = "CancellationError()"
        try expectEqual(try names(found), expected, notCanceled)
    }

    private let gets: KeyValuePairs<Canceled, String> = [
        .throwsAnother: "then throws another error", .goesOn: "does not notice it",
    ]

    private let askTheTask: Misconception = """
        What get throws does not tell whether you are canceled: URLSession throws an error of its \
        own then, and others go on. Ask the task itself \(.oneFailureSpoilsNothing)
        """

    private let notCanceled: Misconception = """
        Where get throws a CancellationError and nobody has canceled this task, it is an error \
        like any other. Ask the task, and not the error \(.oneFailureSpoilsNothing)
        """

    // MARK: - Task 7

    private func station(
        _ board: String, _ ids: [String], but others: [String: ScriptedServer.Reply] = [:]
    ) -> ScriptedServer {
        var replies: [String: ScriptedServer.Reply] = [
            "stations?name=Wien Hbf": .body(vienna), "stations/VIE/departures": .body(board),
        ]
        for id in ids { replies["trains/\(id)"] = reply(id) }
        return ScriptedServer(replies.merging(others) { $1 })
    }

    private func details(_ id: String) -> Details {
        .train(Train(id: id, name: "Name of \(id)", cars: id.count))
    }

    @Test("Task 7 · The screen")
    func screenOfStation() async throws {
        builds(on: 1, 3, 4, 5, 6)
        let list = ["nt-1", "nt-2", "nt-3"]
        let whole = station(viennaBoard, list)
        let found = await result { try await screen(ofStation: "Wien Hbf", from: server(whole)) }
        try endIfOpen { try found.get() }
        // The screen is judged with what these make.
        let board = try await fromTask(5) {
            try await loadBoard(ofStation: "Wien Hbf", from: server(station(viennaBoard, list)))
        }
        _ = try await fromTask(6) {
            try names(await loadTrains(list, atMost: 3, from: server(station(viennaBoard, list))))
        }
        _ = try fromTask(4) { try message(for: Offline()) }

        let lines = board.departures.map {
            Screen.Line(departure: $0, details: details(string($0.train)))
        }
        let inOrder: Misconception = """
            The screen has a line for each departure, in the order of the board, with the train of \
            that departure \(.oneSourceOfTruth)
            """
        let shown = try value(inOrder) { try found.get() }
        try expectEqual(shown, Screen.lines(lines), inOrder)
        let addresses = ["stations?name=Wien Hbf", "stations/VIE/departures"]
        let trains = list.map { "trains/\($0)" }
        try expect(
            Array(whole.asked.prefix(2)) == addresses
                && whole.asked.dropFirst(2).sorted() == trains,
            """
            The screen needs the station, its board and each train once, and nothing else \
            \(.oneSourceOfTruth)
            """, ["It asked for:"] + whole.asked.map { "    \($0)" })

        let nothingKept: Misconception = """
            The second time the server said something else: the screen keeps nothing from the last \
            call \(.oneSourceOfTruth)
            """
        let second = try await value(nothingKept) {
            try await screen(
                ofStation: "Wien Hbf",
                from: server(station(self.board(["nt-5": "2026-03-28T19:00:00Z"]), ["nt-5"])))
        }
        let later = departure("nt-5", at: 1_774_724_400, platform: 7)
        try expectEqual(
            second, Screen.lines([Screen.Line(departure: later, details: details("nt-5"))]),
            nothingKept)
        try await expectFailuresInTheirLines(board, list)
        try await expectAFewAtATime()
        try await expectMessages(list)
        try await expectCancellation(ofScreenWith: list)
    }

    private func expectFailuresInTheirLines(_ board: Board, _ list: [String]) async throws {
        for trouble in troubles {
            for failing in list.map({ [$0] }) + [list] {
                var others: [String: ScriptedServer.Reply] = [:]
                for id in failing { others["trains/\(id)"] = trouble.reply }
                let partial = station(viennaBoard, list, but: others)
                let found = try await value(inItsLine) {
                    try await screen(ofStation: "Wien Hbf", from: server(partial))
                }
                let expected = board.departures.map { departure in
                    Screen.Line(
                        departure: departure,
                        details: failing.contains(string(departure.train))
                            ? .missing(trouble.message) : details(string(departure.train)))
                }
                try expectEqual(found, Screen.lines(expected), inItsLine)
                try expect(
                    partial.asked.count == 2 + list.count, triedAgain,
                    ["It asked for:"] + whole(partial.asked, partial))
            }
        }
    }

    private let inItsLine: Misconception = """
        A train that cannot be loaded has the message of its own error in its line, and the other \
        lines do not notice \(.oneFailureSpoilsNothing)
        """

    private let triedAgain: Misconception = """
        Nothing is tried again: a request that failed has a message, and no second request \
        \(.aSentenceForEachFailure)
        """

    /// A station from which these trains leave, one a minute, and what its screen shows.
    private func busyStation(_ trains: [String]) -> (server: ScriptedServer, screen: Screen) {
        let departures = trains.enumerated().map { minute, train in
            departure(train, to: "R", at: 1_774_724_400 + Double(minute) * 60)
        }
        let documents = trains.enumerated().map { minute, train in
            document(train, to: "R", at: "2026-03-28T19:0\(minute):00Z")
        }
        let lines = departures.map {
            Screen.Line(departure: $0, details: details(string($0.train)))
        }
        let board = #"{ "departures": [\#(documents.joined(separator: ", "))] }"#
        return (station(board, trains), .lines(lines))
    }

    private func expectAFewAtATime() async throws {
        let trains = ids(7)
        let busy = busyStation(trains)
        let server = server(busy.server)
        let run = await busy.server.replyingLastFirst(
            expecting: { $0 < 2 ? 1 : min(3, trains.count + 2 - $0) },
            answering: { try await screen(ofStation: "Wien Hbf", from: server) })
        let own: Misconception = """
            Each departure of the board has its line with its own train, however many there are \
            and whichever answer comes first \(.oneFailureSpoilsNothing)
            """
        let found = try value(own) { try run.result.get() }
        try expect(
            busy.server.mostUnderWay == 3,
            """
            The trains of a screen are loaded side by side, three at the same time and no \
            more: that is the limit to give to loadTrains \(.oneFailureSpoilsNothing)
            """, ["At the same time there were at most \(busy.server.mostUnderWay)."])
        try expectEqual(found, busy.screen, own)
        let twice = busyStation(["nt-2", "nt-1", "nt-2"])
        let foundTwice = try await value(own) {
            try await screen(ofStation: "Wien Hbf", from: self.server(twice.server))
        }
        try expectEqual(foundTwice, twice.screen, own)
        let same = "2026-03-28T19:00:00Z"
        let equal = station(self.board(["nt-5": same, "nt-5": same]), ["nt-5"])
        let foundEqual = try await value(own) {
            try await screen(ofStation: "Wien Hbf", from: self.server(equal))
        }
        let line = Screen.Line(
            departure: departure("nt-5", at: 1_774_724_400, platform: 7), details: details("nt-5"))
        try expectEqual(foundEqual, Screen.lines([line, line]), own)
    }

    private func expectMessages(_ list: [String]) async throws {
        for trouble in troubles {
            for address in ["stations?name=Wien Hbf", "stations/VIE/departures"] {
                let broken = station(viennaBoard, list, but: [address: trouble.reply])
                let found = try await value(
                    """
                    The screen shows an error and does not throw it: this is the place where it \
                    becomes a message \(.aSentenceForEachFailure)
                    """
                ) { try await screen(ofStation: "Wien Hbf", from: server(broken)) }
                try expectEqual(
                    found, Screen.message(trouble.message),
                    """
                    Where the board cannot be loaded, the screen is the message of that error, \
                    whichever request it was \(.aSentenceForEachFailure)
                    """)
                try expect(
                    broken.asked.count == (address == "stations?name=Wien Hbf" ? 1 : 2), triedAgain,
                    ["It asked for:"] + whole(broken.asked, broken))
            }
        }
        let empty = station(#"{ "departures": [] }"#, [])
        let noDepartures: Misconception = """
            A board without departures is not an error, and the screen is not empty: it says \
            .noDepartures \(.aSentenceForEachFailure)
            """
        let found = try await value(noDepartures) {
            try await screen(ofStation: "Wien Hbf", from: server(empty))
        }
        try expectEqual(found, Screen.message(.noDepartures), noDepartures)
    }

    private func expectCancellation(ofScreenWith list: [String]) async throws {
        // In the first request, in the second one, with all trains under way, with the last one.
        for answered in [0, 1, 2, 4] {
            let canceled = station(viennaBoard, list)
            let server = server(canceled)
            let run = await canceled.replyingLastFirst(
                expecting: { $0 < 2 ? 1 : min(3, list.count + 2 - $0) }, cancelAfter: answered,
                answering: { try await screen(ofStation: "Wien Hbf", from: server) })
            let notReached = run.cancellation?.notReached ?? 0
            try expect(
                notReached == 0,
                """
                The screen was canceled, and its requests went on: a Task { } of its own does not \
                notice. Call the functions of tasks 5 and 6 with await \(.oneFailureSpoilsNothing)
                """,
                ["Canceled after \(answers(answered)). Requests that went on: \(notReached)"])
            try await expectError(
                CancellationError(),
                """
                A screen that is canceled throws a CancellationError, and is not a message: in the \
                catch, ask first whether it is canceled \(.oneFailureSpoilsNothing)
                """, "Canceled after \(answers(answered)),"
            ) { try run.result.get() }
            // On a slow machine, the requests of before the cancellation may come after it.
            let known = run.idleness == nil ? run.cancellation?.asked : nil
            let late = canceled.asked.dropFirst(known ?? canceled.asked.count)
            try expect(
                late.isEmpty,
                """
                The screen was canceled, and something else was asked for: an error ends it, as \
                the cancellation is one \(.oneFailureSpoilsNothing)
                """,
                ["Canceled after \(answers(answered)), it asked for:"]
                    + whole(Array(late), canceled))
        }
        try await expectCancellationAsked(forScreenWith: list)
    }

    private func expectCancellationAsked(forScreenWith list: [String]) async throws {
        let noDepartures = #"{ "departures": [] }"#
        for (whenCanceled, words) in gets {
            for (answered, board) in [
                (0, viennaBoard), (1, viennaBoard), (2, viennaBoard), (4, viennaBoard),
                (1, noDepartures),
            ] {
                let canceled = station(board, list)
                let server = server(canceled, whenCanceled: whenCanceled)
                let run = await canceled.replyingLastFirst(cancelAfter: answered) {
                    try await screen(ofStation: "Wien Hbf", from: server)
                }
                let isEmpty = board == noDepartures
                try await expectError(
                    CancellationError(),
                    isEmpty && whenCanceled == .goesOn
                        ? """
                        A canceled screen is not a message, .noDepartures neither: ask whether it \
                        is canceled when the board is there, too \(.oneFailureSpoilsNothing)
                        """ : askTheTask,
                    "Canceled after \(answers(answered)), where get \(words),"
                ) { try run.result.get() }
            }
        }
        for address in ["stations?name=Wien Hbf", "stations/VIE/departures"] {
            let other = station(viennaBoard, list, but: [address: .failure(CancellationError())])
            let found = try await value(notCanceled) {
                try await screen(ofStation: "Wien Hbf", from: server(other))
            }
            try expectEqual(found, Screen.message(.tryLater), notCanceled)
        }
    }
}
