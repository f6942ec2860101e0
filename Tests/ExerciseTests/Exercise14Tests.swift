import Dispatch
import ExerciseChecks
import Foundation
import Observation
import Synchronization
import Testing

import class Dispatch.DispatchQueue
import class Dispatch.DispatchSemaphore
import class Dispatch.DispatchSpecificKey
import struct ExerciseChecks.Misconception
import struct Foundation.URLError
import struct Swift.AnyHashable
import enum Swift.DecodingError
import struct Swift.Double
import enum Swift.Never
import typealias Swift.Void
import struct Synchronization.Mutex
import struct Testing.SourceLocation
import struct _Concurrency.AsyncStream
import struct _Concurrency.CancellationError

@testable import Exercise14

// By name: a learner's own type of the same name is not meant.

@Suite("Exercise 14 · The ticket office", .serialized, .exercise)
struct Exercise14Tests: ExerciseSuite {
    // MARK: - What the tasks share

    private let office = URL(string: "https://office.example:8443/v1") ?? URL(filePath: "/")
    private let ticketText = #"{ "number": "B7", "train": "nt-40" }"#

    /// What a server or a decoder may throw that nobody has heard of.
    private struct Storm: Error, Equatable {}

    private func reply(_ status: Int, _ body: String = "", _ retryAfter: String? = nil) -> Reply {
        let headers = retryAfter.map { ["Retry-After": $0] } ?? [:]
        return Reply(status: status, headers: headers, body: Foundation.Data(body.utf8))
    }

    // MARK: - Task 1

    @Test("Task 1 · The rows of a list")
    func rowsOfAList() throws {
        let list = #"""
            [{ "car": 5, "berth": 12, "passenger": "Ada" },
             { "car": 6, "berth": 12, "passenger": "" }]
            """#
        try readEach(
            [
                list, "[]",
                #"""
                [{ "car": 6, "berth": 7, "passenger": " Max \"M.\" Löwe" },
                 { "car": 1, "berth": 9, "passenger": "B" }, { "car": 6, "berth": 2, "passenger": "A" },
                 { "car": 1, "berth": 9, "passenger": "B" }]
                """#,
            ],
            """
            The list has each reservation of the document, in its order and with its three values \
            \(.arraysAndWrappersAtTheRoot)
            """
        ) { document in
            try reservations(in: document).map {
                ["car": $0.car, "berth": $0.berth, "passenger": $0.passenger] as [String: Any]
            }
        }
        try probe(
            list,
            """
            Each reservation has all of its three values, and a broken one is an error of the whole \
            list: nothing is made up for it, and it is not left out \(.absentNullOrTheWrongType)
            """,
            with: reservations)
        try expectIdentities()
    }

    private func expectIdentities() throws {
        let isIdentifiable: Misconception = """
            The window finds its rows again by their id: make Reservation Identifiable \
            \(.whatAListNeeds)
            """
        func lastIdentity(in document: String) throws -> AnyHashable {
            let rows = try read(document, isIdentifiable, with: reservations)
            let row = try require(rows.last, isIdentifiable)
            return try require(identity(of: row), isIdentifiable)
        }
        let ada = #"[{ "car": 5, "berth": 12, "passenger": "Ada" }]"#
        let first = try lastIdentity(in: ada)
        let again: Misconception = """
            The same document was decoded twice, and its row has another id now. An identity comes \
            from the document, and nothing new is made for it \(.whatAListNeeds)
            """
        let second = try lastIdentity(in: ada)
        try expect(second == first, again, ["First the id was \(first), and then \(second)."])
        try expect(
            try lastIdentity(in: ada.replacing("Ada", with: "Max")) == first,
            """
            The berth has another passenger now, and the row is still the same: car and berth are its \
            identity, and nothing else \(.whatAListNeeds)
            """)
        let moved = ada.replacing("[", with: #"[{ "car": 1, "berth": 1, "passenger": "B" }, "#)
        try expect(
            try lastIdentity(in: moved) == first,
            """
            The row stands at another place of the list now, and it is still the same: car and berth \
            are its identity \(.whatAListNeeds)
            """)
        var seen: [AnyHashable: (Int, Int)] = [:]
        let places =
            (1...40).flatMap { car in (1...130).map { (car, $0) } }
            + [3, 4, 5, 6, 7].flatMap { digits in
                let power = Int(pow(10, Double(digits)))
                return [(1, power + 12), (1, power), (0, power + 12), (2, 0), (0, 0)]
            }
            + (8...20).map { (0, 1 << $0) }
        let document = places.map { #"{ "car": \#($0), "berth": \#($1), "passenger": "A" }"# }
            .joined(separator: ",")
        let all = try read("[\(document)]", isIdentifiable, with: reservations)
        for row in all {
            let id = try require(identity(of: row), isIdentifiable)
            if let (car, berth) = seen[id], (car, berth) != (row.car, row.berth) {
                try fail(
                    """
                    Two rows have the same id, and they are different berths. Two values that are \
                    joined or calculated to one may give the same: the id has to keep them apart \
                    \(.whatAListNeeds)
                    """,
                    ["Car \(car), berth \(berth) and car \(row.car), berth \(row.berth): \(id)"])
            }
            seen[id] = (row.car, row.berth)
        }
    }

    private func identity(of row: Any) -> AnyHashable? {
        func id(of row: some Identifiable) -> AnyHashable { AnyHashable(row.id) }
        return (row as? any Identifiable).map { id(of: $0) }
    }

    // MARK: - Task 2

    @Test("Task 2 · The query of a booking")
    func queryOfABooking() throws {
        let bookings = [
            Booking(train: "nt-40", berth: 12, passenger: "Ada"),
            Booking(train: "nt-466", berth: 1, passenger: "Ada \"L.\" Löwe\n"),
            Booking(train: "", berth: 0, passenger: ""),
        ]
        for (index, booking) in bookings.enumerated() {
            let url = index == 1 ? office : office.appending(path: "bookings/\(index)")
            let body: Misconception = """
                The body is the booking as JSON: the encoder makes it \(.sendJSON)
                """
            let sent = try value(body) { try query(sending: booking, to: url) }
            try expectEqual(
                sent.method, "POST", "A booking is sent with the method POST \(.sendJSON)")
            try expectEqual(
                sent.url, url, "The query goes to the address that the function gets \(.sendJSON)")
            try expectEqual(
                sent.headers, ["Content-Type": "application/json"],
                """
                One header says that the body is JSON, Content-Type: application/json, and there \
                is no other \(.sendJSON)
                """)
            let document = try require(sent.body, body, ["The body is nil."])
            let read = try value(body, in: document) {
                try JSONDecoder().decode(Booking.self, from: document)
            }
            try expectEqual(read, booking, body)
        }
    }

    // MARK: - Task 3

    @Test("Task 3 · The reply to a booking")
    func replyToABooking() throws {
        let created: Misconception = "With 201, the body is the ticket \(.sendJSON)"
        for (body, wanted) in [
            ticketText: Ticket(number: "B7", train: "nt-40"),
            #"{ "train": "", "number": "\"8\"" }"#: Ticket(number: "\"8\"", train: ""),
        ] {
            let found = try value(created) { try ticket(in: reply(201, body)) }
            try expectEqual(found as Any, wanted, created)
        }
        let notATicket: Misconception = """
            With 201, a body that is no ticket is the decoder's own error \
            \(.absentNullOrTheWrongType)
            """
        try probe(ticketText, notATicket) { try ticket(in: Reply(status: 201, body: $0)) }
        for body in ["", "<html>"] {
            try refuse(body, .dataCorrupted, notATicket) {
                try ticket(in: Reply(status: 201, body: $0))
            }
        }
        let known: Misconception = """
            With 204 there is no body, and nothing to decode: the result is nil \(.sendJSON)
            """
        let nothing = try value(known) { try ticket(in: reply(204)) }
        try expect(nothing == nil, known, ["It returned \(String(describing: nothing))."])
        try expectRefusals()
        try expectOfficeErrors()
    }

    private func expectRefusals() throws {
        let fields: [(String, [String: [String]])] = [
            (#"{ "errors": { "berth": ["is taken", "is 0"] } }"#, ["berth": ["is taken", "is 0"]]),
            (
                #"{ "code": 7, "errors": { "train": [], "a \"b\"": [""] } }"#,
                ["train": [], "a \"b\"": [""]]
            ),
            (#"{ "errors": {} }"#, [:]),
        ]
        for (body, errors) in fields + fields.reversed() {
            try expectThrown(
                Refusal(errors: errors), 422, body,
                "The body of a 422 says which fields are wrong: throw that Refusal \(.sendJSON)")
        }
        let others = [
            "", "<html>", "null", "[]", "{}", ticketText, #"{ "errors": null }"#,
            #"{ "errors": [] }"#, #"{ "errors": "no" }"#, #"{ "errors": { "berth": "is taken" } }"#,
            #"{ "errors": { "berth": null } }"#, #"{ "errors": { "berth": ["is taken", 7] } }"#,
            #"{ "errors": { "berth": ["is taken"], "train": 7 } }"#,
            #"{ "Errors": { "berth": ["is taken"] } }"#,
        ]
        for body in others {
            try expectThrown(
                OfficeError(status: 422), 422, body,
                """
                A 422 whose body is no Refusal is an OfficeError: somebody between app and server \
                may have sent it \(.sendJSON)
                """)
        }
    }

    private func expectOfficeErrors() throws {
        let statuses = [
            200, 202, 203, 205, 206, 299, 301, 304, 400, 401, 404, 409, 421, 423, 429, 500, 503,
        ]
        for status in statuses {
            for body in [ticketText, "", #"{ "errors": { "berth": ["is taken"] } }"#, "<html>"] {
                try expectThrown(
                    OfficeError(status: status), status, body,
                    """
                    Any status but 201, 204 and 422 is an OfficeError with it: look at the status \
                    before the body \(.sendJSON)
                    """)
            }
        }
    }

    private func expectThrown<Wanted: Error & Equatable>(
        _ wanted: Wanted, _ status: Int, _ body: String, _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let answer = { try ticket(in: reply(status, body)) }
        try endIfOpen(answer)
        let outcome: String
        switch Swift.Result(catching: answer) {
        case .success(let ticket):
            outcome = "It returned \(ticket.map { "\($0)" } ?? "nil")."
        case .failure(let error as Wanted) where error == wanted:
            return
        case .failure(let error):
            outcome = "It threw \(error)."
        }
        try fail(
            misconception,
            [
                "The status is \(status), and the body is \(body.isEmpty ? "empty" : body)",
                outcome, "Expected was the error \(wanted).",
            ], sourceLocation: sourceLocation)
    }

    // MARK: - Task 4

    @Test("Task 4 · Settings that are watched")
    @MainActor
    func settingsThatAreWatched() throws {
        let written: Misconception = """
            The document has the two keys home and berthsOnly, with the values of now \
            \(.observableAndCodableInOneClass)
            """
        let underscored: Misconception = """
            @Observable stores the properties under other names, so a class that is written by the \
            compiler has other keys: the class cannot be the document \
            \(.observableAndCodableInOneClass)
            """
        let read: Misconception = """
            Both properties have the values of the document that was read last \
            \(.observableAndCodableInOneClass)
            """
        let settings = Settings()
        let documents = [
            #"{ "home": "Wien Hbf", "berthsOnly": true }"#,
            #"{ "home": " Zürich \"HB\" ", "berthsOnly": false }"#,
            #"{ "home": "", "berthsOnly": true }"#,
        ]
        let values = [("Wien Hbf", true), (" Zürich \"HB\" ", false), ("", true)]
        for (document, (home, berthsOnly)) in zip(documents, values) {
            let other = Settings()
            other.home = home
            other.berthsOnly = berthsOnly
            let data = try value(written) { try other.document() }
            let isUnderscored = String(decoding: data, as: UTF8.self).contains("_home")
            try expectWritten(data, document, isUnderscored ? underscored : written)
        }
        for (document, (home, berthsOnly)) in zip(documents, values) {
            let data = Foundation.Data(document.utf8)
            try value(read, in: data) { try settings.read(data) }
            try expectEqual(settings.home, home, read)
            try expectEqual(settings.berthsOnly, berthsOnly, read)
            try expectWritten(try value(written) { try settings.document() }, document, written)
        }
        try probe(
            documents[0],
            """
            A document in which one of the values is absent, null or of another type is an error \
            \(.absentNullOrTheWrongType)
            """
        ) { try Settings().read($0) }
        try expectUnchanged()
        try expectTold()
    }

    @MainActor
    private func expectUnchanged() throws {
        let documents = [
            #"{ "home": "Linz Hbf", "berthsOnly": "yes" }"#, #"{ "home": 7, "berthsOnly": true }"#,
            #"{ "home": "Linz Hbf" }"#, #"{ "berthsOnly": true }"#, "{", "[]",
            #"{ "home": null, "berthsOnly": true }"#,
            #"{ "home": "Linz Hbf", "berthsOnly": null }"#,
        ]
        for document in documents {
            let settings = Settings()
            settings.home = "Wien Hbf"
            try? settings.read(Foundation.Data(document.utf8))
            try expect(
                settings.home == "Wien Hbf" && !settings.berthsOnly,
                """
                The document is broken, and one of the settings has changed all the same. Decode \
                all of it first, and then set the properties \(.observableAndCodableInOneClass)
                """,
                [
                    "Before: Wien Hbf, false. The document: \(document)",
                    "After: \(settings.home), \(settings.berthsOnly).",
                ])
        }
    }

    @MainActor
    private func expectTold() throws {
        let other = Foundation.Data(#"{ "home": "Linz Hbf", "berthsOnly": true }"#.utf8)
        func isTold(
            of view: (Settings) -> Void, _ change: (Settings) throws -> Void
        ) rethrows -> Bool {
            let settings = Settings()
            let isTold = Mutex(false)
            withObservationTracking {
                view(settings)
            } onChange: {
                isTold.withLock { $0 = true }
            }
            try change(settings)
            return isTold.withLock { $0 }
        }
        let views: [(String, (Settings) -> Void, (Settings) -> Void)] = [
            ("home", { _ = $0.home }, { $0.home = "Linz Hbf" }),
            ("berthsOnly", { _ = $0.berthsOnly }, { $0.berthsOnly = true }),
        ]
        for (name, view, change) in views {
            try expect(
                isTold(of: view, change) && isTold(of: view) { try $0.read(other) },
                """
                The window watches \(name), and it is not told of a change: both properties belong \
                to the @Observable class \(.stateThatSomebodyWatches)
                """)
        }
    }

    // MARK: - Task 5

    @Test("Task 5 · Again, where it helps")
    func again() throws {
        for _ in 1...2 {
            for status in [429, 503] {
                for seconds in [0, 1, 7, 30, 59, 60] {
                    try expectWait(
                        seconds, "GET", status, "\(seconds)",
                        """
                        A GET with 429 or 503 and a number from 0 to 60 in Retry-After may be sent \
                        again after so many seconds \(.askAgainWhereItHelps)
                        """)
                }
            }
            for method in ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] {
                for status in [429, 503] {
                    try expectWait(
                        nil, method, status, "7",
                        "Only a GET is sent again by itself \(.askAgainWhereItHelps)")
                }
            }
            for status in [
                200, 201, 204, 304, 400, 401, 404, 408, 409, 421, 422, 425, 428, 430, 431, 500, 501,
                502, 504, 505,
            ] {
                try expectWait(
                    nil, "GET", status, "7",
                    """
                    Only 429 and 503 say that it helps to come again: any other reply is final \
                    \(.askAgainWhereItHelps)
                    """)
            }
            for header in [
                nil, "", "soon", "61", "600", "-1", "-7", "1.5", "7.0", "7 s",
                "Fri, 31 Dec 2027 23:59:59 GMT", "99999999999999999999",
            ] {
                try expectWait(
                    nil, "GET", 503, header,
                    """
                    Without a whole number from 0 to 60 in Retry-After, nobody knows when to come \
                    again \(.askAgainWhereItHelps)
                    """)
            }
        }
        let other = Reply(status: 503, headers: ["Content-Length": "7", "Age": "8"])
        let found = try secondsToWait(after: other, to: Query(method: "GET", url: office))
        try expect(
            found == nil,
            "The seconds are in the header Retry-After, and in no other \(.askAgainWhereItHelps)",
            ["Without that header it returned \(found ?? 0)."])
    }

    private func expectWait(
        _ wanted: Int?, _ method: String, _ status: Int, _ header: String?,
        _ misconception: Misconception, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let query = Query(method: method, url: office, headers: ["Accept": "text/html"])
        let situation = """
            For \(method), the status \(status) and \
            \(header.map { "Retry-After: \($0)" } ?? "no Retry-After")
            """
        let found = try value(misconception, sourceLocation: sourceLocation) {
            try secondsToWait(after: reply(status, "x", header), to: query)
        }
        func text(_ seconds: Int?) -> String { seconds.map(String.init) ?? "nil" }
        try expect(
            found == wanted, misconception,
            ["\(situation) it returned \(text(found)), in place of \(text(wanted))."],
            sourceLocation: sourceLocation)
    }

    // MARK: - Task 6

    @Test("Task 6 · A token for one server")
    func tokenForOneServer() throws {
        // None of these letters is in a word that somebody would print in its place.
        let secret = String((0..<24).map { _ in "ϞϠϢϤϦϨϪ".randomElement() ?? "Ϟ" })
        let token = Token(text: secret)
        try expectSent(token, secret)
        try expectNotSent(token, secret)
        try expectHidden(token, secret)
    }

    /// The servers with addresses of the same server.
    private let sameServers = [
        "https://office.example:8443/v1": [
            "https://office.example:8443/v1", "https://office.example:8443/v1/trains?to=roma#2",
            "https://office.example:8443/v2/trains", "https://office.example:8443",
            "https://office.example:8443/other.example",
        ],
        "https://office.example/v1": [
            "https://office.example/v1/trains", "https://office.example/", "https://office.example",
        ],
        "http://localhost:8080": ["http://localhost:8080/", "http://localhost:8080/v1"],
    ]

    /// The servers with addresses of others.
    private let otherServers = [
        "https://office.example:8443/v1": [
            "https://other.example:8443/v1", "http://office.example:8443/v1",
            "https://office.example/v1", "https://office.example:8444/v1",
            "https://office.example:84430/v1", "https://office.example:844/v1",
            "https://evil-office.example:8443/v1", "https://sub.office.example:8443/v1",
            "https://office.example.evil.example:8443/v1", "https://office.exampl:8443/v1",
            "https://example:8443/v1", "https://office.example:8443@evil.example/v1",
            "https://evil.example/office.example:8443/v1",
            "https://evil.example/?to=https://office.example:8443/v1",
            "https://evil.example:8443/v1/office.example",
        ],
        "https://office.example/v1": [
            "https://office.example:8443/v1", "http://office.example/v1",
            "https://office.example.evil.example/v1", "https://evil-office.example/v1",
            "https://office.example@evil.example/v1",
        ],
        "http://localhost:8080": [
            "http://localhost/", "https://localhost:8080/", "http://localhost:808/",
        ],
    ]

    private func sent(_ method: String, to url: String, _ headers: [String: String]) -> Query {
        Query(
            method: method, url: URL(string: url) ?? office, headers: headers,
            body: method == "GET" ? nil : Foundation.Data("a".utf8))
    }

    private func expectSent(_ token: Token, _ secret: String) throws {
        let misconception: Misconception = """
            A query to the server has the header Authorization with Bearer, a space and the token, \
            whatever its path, and nothing else of it changes \(.aKeyForOneServer)
            """
        for (server, addresses) in sameServers {
            for (address, method) in addresses.flatMap({ [($0, "GET"), ($0, "POST")] }) {
                for headers in [[:], ["Accept": "text/html"], ["Authorization": "Bearer old"]] {
                    let sent = sent(method, to: address, headers)
                    let home = URL(string: server) ?? office
                    let found = try value(misconception) {
                        try query(sent, with: token, for: home)
                    }
                    var wanted = sent
                    wanted.headers["Authorization"] = "Bearer \(secret)"
                    try expect(
                        found == wanted, misconception,
                        lines(server, sent, found, secret)
                            + ["Expected: \(text(wanted, secret))"])
                }
            }
        }
    }

    private func expectNotSent(_ token: Token, _ secret: String) throws {
        for (server, addresses) in otherServers {
            for address in addresses {
                for headers in [[:], ["Authorization": "Bearer of a stranger", "Accept": "a"]] {
                    let sent = sent("POST", to: address, headers)
                    let home = URL(string: server) ?? office
                    let found = try query(sent, with: token, for: home)
                    try expect(
                        found == sent,
                        """
                        A query to another scheme, host or port stays as it is: the token is for \
                        the server alone \(.aKeyForOneServer)
                        """, lines(server, sent, found, secret))
                }
            }
        }
    }

    /// What went in and what came out, without the token.
    private func lines(
        _ server: String, _ sent: Query, _ found: Query, _ secret: String
    ) -> [String] {
        [
            "The server is \(server)", "The query: \(text(sent, secret))",
            "It gave: \(text(found, secret))",
        ]
    }

    private func text(_ query: Query, _ secret: String) -> String {
        let headers = query.headers.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
        let body = query.body.map { "a body of \($0.count) bytes" } ?? "no body"
        let parts = ["\(query.method) \(query.url)"] + headers + [body]
        return parts.joined(separator: ", ").replacing(secret, with: "⟨the token⟩")
    }

    private func expectHidden(_ token: Token, _ secret: String) throws {
        struct Session {
            let token: Token
        }
        func dumped(_ value: Any) -> String {
            var text = ""
            dump(value, to: &text)
            return text
        }
        let letters = Swift.Set(secret)
        for (call, printed) in [
            ("\"\\(token)\"", "\(token)"), ("String(describing: token)", String(describing: token)),
            ("String(reflecting: token)", String(reflecting: token)),
            ("\"\\([token])\"", "\([token])"),
            ("String(reflecting: [token])", String(reflecting: [token])),
            ("dump(token)", dumped(token)), ("dump([token])", dumped([token])),
            ("dump of a struct with a token", dumped(Session(token: token))),
            ("\"\\(session)\" of a struct with a token", "\(Session(token: token))"),
        ] {
            let shown = printed.map { letters.contains($0) ? "•" : "\($0)" }.joined()
            try expect(
                letters.isDisjoint(with: printed),
                """
                Whatever prints the token prints nothing of its text, not a single character. A \
                description is not all: dump reads the mirror \(.aKeyForOneServer)
                """, ["\(call) printed, with • for each character of the token: \(shown)"])
        }
    }

    // MARK: - Task 7

    @Test("Task 7 · The search that is wanted")
    @MainActor
    func wantedSearch() async throws {
        do {
            try await Store().search(find: { Foundation.Data() }, decode: { _ in [] })
        } catch {
            try endIfOpen { throw error }
        }
        try await expectLoadedAndFailed()
        try await expectCanceled()
        try await expectDecodedElsewhere()
        try await expectOlderIgnored()
        try await expectOldDocumentIgnored()
        try await expectTwoStores()
    }

    @MainActor
    private func expectLoadedAndFailed() async throws {
        try await follow([
            (.begins(1), .loading([])), (.finds(1, "b a b"), .loaded(["b", "a", "b"])),
            (.begins(2), .loading(["b", "a", "b"])), (.finds(2, "c"), .loaded(["c"])),
            (.begins(3), .loading(["c"])), (.finds(3, ""), .loaded([])),
        ])
        try await follow([
            (.begins(1), .loading([])), (.fails(1, Storm()), .failed([])),
            (.begins(2), .loading([])), (.finds(2, "a"), .loaded(["a"])),
            (.begins(3), .loading(["a"])), (.fails(3, Storm()), .failed(["a"])),
            (.begins(4), .loading(["a"])), (.cannotDecode(4), .failed(["a"])),
            (.begins(5), .loading(["a"])), (.fails(5, CancellationError()), .failed(["a"])),
            (.begins(6), .loading(["a"])), (.fails(6, URLError(.cancelled)), .failed(["a"])),
            (.begins(7), .loading(["a"])), (.finds(7, "b"), .loaded(["b"])),
        ])
    }

    @MainActor
    private func expectCanceled() async throws {
        for error in [CancellationError(), Storm()] as [any Error] {
            try await follow([
                (.begins(1), .loading([])), (.isCanceled(1, error), .loaded([])),
                (.begins(2), .loading([])), (.finds(2, "a"), .loaded(["a"])),
                (.begins(3), .loading(["a"])), (.isCanceled(3, error), .loaded(["a"])),
                (.begins(4), .loading(["a"])), (.fails(4, Storm()), .failed(["a"])),
                (.begins(5), .loading(["a"])), (.isCanceled(5, error), .loaded(["a"])),
                (.beginsCanceled(6), .loaded(["a"])), (.begins(7), .loading(["a"])),
                (.fails(7, Storm()), .failed(["a"])), (.beginsCanceled(8), .loaded(["a"])),
            ])
        }
    }

    @MainActor
    private func expectOlderIgnored() async throws {
        let ends: [Event] = [
            .finds(2, "old"), .finds(2, ""), .fails(2, Storm()), .cannotDecode(2),
            .isCanceled(2, CancellationError()), .isCanceled(2, Storm()),
        ]
        let start: [(Event, Screen)] = [
            (.begins(1), .loading([])), (.finds(1, "a"), .loaded(["a"])),
            (.begins(2), .loading(["a"])), (.begins(3), .loading(["a"])),
        ]
        for end in ends {
            try await follow(
                start + [(end, .loading(["a"])), (.finds(3, "new"), .loaded(["new"]))])
            try await follow(
                start + [(.finds(3, "new"), .loaded(["new"])), (end, .loaded(["new"]))])
            try await follow(
                start + [(.fails(3, Storm()), .failed(["a"])), (end, .failed(["a"]))])
            try await follow(
                start + [
                    (.isCanceled(3, CancellationError()), .loaded(["a"])), (end, .loaded(["a"])),
                ])
            try await follow(
                start + [
                    (.begins(4), .loading(["a"])), (.finds(3, "middle"), .loading(["a"])),
                    (end, .loading(["a"])), (.finds(4, "new"), .loaded(["new"])),
                ])
            try await follow(
                start + [
                    (.finds(3, "middle"), .loaded(["middle"])), (.begins(4), .loading(["middle"])),
                    (end, .loading(["middle"])), (.finds(4, "new"), .loaded(["new"])),
                ])
        }
    }

    /// What happens to a search. The searches have numbers, in the order in which they begin.
    private enum Event {
        case begins(Int)
        case beginsCanceled(Int)
        case finds(Int, String)
        case fails(Int, any Error)
        case cannotDecode(Int)
        case isCanceled(Int, any Error)

        var number: Int {
            switch self {
            case .begins(let number), .beginsCanceled(let number), .finds(let number, _),
                .fails(let number, _), .cannotDecode(let number), .isCanceled(let number, _):
                number
            }
        }

        /// The event as a sentence of a finding.
        var sentence: String {
            switch self {
            case .begins(let number): "Search \(number) begins."
            case .beginsCanceled(let number): "Search \(number) begins in a task that is canceled."
            case .finds(let number, let names):
                "Search \(number) finds \(names.split(separator: " "))."
            case .fails(let number, let error): "Search \(number): find throws \(error)."
            case .cannotDecode(let number): "Search \(number): decode throws an error."
            case .isCanceled(let number, let error):
                "The task of search \(number) is canceled, and find throws \(error)."
            }
        }

        var isEnd: Bool {
            if case .begins = self { false } else { true }
        }

        var isCanceledBefore: Bool {
            if case .beginsCanceled = self { true } else { false }
        }
    }

    /// A search that waits until it is told how to end.
    private final class Search: Sendable {
        let isAsked = Gate()
        private let mayGo = Gate()
        private let count = Mutex(0)
        private let answer = Mutex<Swift.Result<Foundation.Data, any Error>>(.failure(Storm()))

        /// How often `find` was called.
        var calls: Int { count.withLock { $0 } }

        func find() async throws -> Foundation.Data {
            count.withLock { $0 += 1 }
            isAsked.open()
            await mayGo.wait()
            return try answer.withLock { $0 }.get()
        }

        func end(_ answer: Swift.Result<Foundation.Data, any Error>) {
            self.answer.withLock { $0 = answer }
            mayGo.open()
        }
    }

    /// Something that others wait for, whether they are canceled or not.
    private final class Gate: Sendable {
        private let stream: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

        func open() { continuation.finish() }

        func wait() async {
            let stream = stream
            await Task.detached { for await _ in stream {} }.value
        }
    }

    private nonisolated static func names(_ document: Foundation.Data) throws -> [String] {
        let text = String(decoding: document, as: UTF8.self)
        if text == "broken" {
            let context = DecodingError.Context(codingPath: [], debugDescription: "It is broken.")
            throw DecodingError.dataCorrupted(context)
        }
        return text.split(separator: " ").map(String.init)
    }

    /// Lets searches of a new store begin and end, and compares the screen after each event.
    @MainActor
    private func follow(
        _ history: [(Event, Screen)], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let store = Store()
        var searches: [Int: (Search, Task<Void, Never>)] = [:]
        var newest = 0
        for (index, (event, wanted)) in history.enumerated() {
            newest = max(newest, event.number)
            switch event {
            case .begins(let number):
                let search = Search()
                searches[number] = (search, begin(search, in: store))
                await search.isAsked.wait()
            case .beginsCanceled(let number):
                let search = Search()
                search.end(.failure(CancellationError()))
                let task = begin(search, in: store)
                task.cancel()
                searches[number] = (search, task)
            case .finds(let number, let names):
                searches[number]?.0.end(.success(Foundation.Data(names.utf8)))
            case .fails(let number, let error):
                searches[number]?.0.end(.failure(error))
            case .cannotDecode(let number):
                searches[number]?.0.end(.success(Foundation.Data("broken".utf8)))
            case .isCanceled(let number, let error):
                searches[number]?.1.cancel()
                searches[number]?.0.end(.failure(error))
            }
            if event.isEnd { await searches[event.number]?.1.value }
            let calls = searches[event.number]?.0.calls ?? 0
            let isCalled = calls == 1 || calls == 0 && event.isCanceledBefore
            let found = store.screen
            if isCalled, found == wanted { continue }
            // Nothing is left waiting.
            for (search, task) in searches.values {
                search.end(.failure(Storm()))
                await task.value
            }
            let sentences = history[...index].map(\.0.sentence)
            try expect(
                isCalled,
                """
                Each search calls find once, also while another one is under way \
                \(.askWhichSearchIsWanted)
                """, sentences + ["It called find \(calls) times."], sourceLocation: sourceLocation)
            try fail(
                misconception(of: event, isOld: event.number < newest),
                sentences + ["The screen is \(found), in place of \(wanted)."],
                sourceLocation: sourceLocation)
        }
    }

    @MainActor
    private func begin(_ search: Search, in store: Store) -> Task<Void, Never> {
        Task { @MainActor in
            try? await store.search(find: { try await search.find() }, decode: Self.names)
            search.isAsked.open()
        }
    }

    private func misconception(of event: Event, isOld: Bool) -> Misconception {
        if isOld {
            return """
                An older search has ended, and it has changed the screen. After the last await, ask \
                which search began last, however this one ends \(.askWhichSearchIsWanted)
                """
        }
        switch event {
        case .begins:
            return """
                While a search waits, the screen is loading with the trains that are on it: the \
                list is not emptied \(.loadItAgain)
                """
        case .finds:
            return """
                When find and decode have succeeded, the screen is loaded with what was found, and \
                with nothing else \(.loadItAgain)
                """
        case .fails(_, is CancellationError):
            return """
                Nobody has canceled the task that called search, so this CancellationError is an \
                error like any other: ask the task, and not the error \(.askWhichSearchIsWanted)
                """
        case .fails, .cannotDecode:
            return """
                A search that fails leaves the trains on the screen, and says failed \(.loadItAgain)
                """
        case .isCanceled, .beginsCanceled:
            return """
                The task that called search was canceled, so the search has not failed, whatever \
                was thrown: the screen is loaded with the trains that are on it \
                \(.askWhichSearchIsWanted)
                """
        }
    }

    @MainActor
    private func expectDecodedElsewhere() async throws {
        let wasOnMain = Mutex(false)
        let store = Store()
        for names in [["a"], ["b"]] {
            let decode: @Sendable (Foundation.Data) -> [String] = { _ in
                let isOnMain = Self.isOnMainActor
                wasOnMain.withLock { $0 = $0 || isOnMain }
                return names
            }
            try? await store.search(find: { Foundation.Data() }, decode: decode)
        }
        try expect(
            !wasOnMain.withLock { $0 },
            """
            decode was called on the main actor: the window answers nothing meanwhile. It has to \
            run elsewhere \(.decodeWhereNobodyWaits)
            """)
    }

    #if !canImport(Darwin)
        private static let mainQueue: DispatchSpecificKey<Bool> = {
            let key = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: key, value: true)
            return key
        }()
    #endif

    private nonisolated static var isOnMainActor: Bool {
        #if canImport(Darwin)
            Foundation.Thread.isMainThread
        #else
            // The main actor runs on the main queue, which need not have the main thread.
            DispatchQueue.getSpecific(key: mainQueue) == true
        #endif
    }

    /// The older search has its document, and decodes it while the newer one begins.
    @MainActor
    private func expectOldDocumentIgnored() async throws {
        let store = Store()
        let isDecoding = Gate()
        let newHasBegun = DispatchSemaphore(value: 0)
        let isInTime = Mutex(false)
        let old = Task { @MainActor in
            let decode: @Sendable (Foundation.Data) throws -> [String] = { document in
                isDecoding.open()
                // Where only one thread is there, the newer one cannot begin meanwhile. Then the
                // wait ends by itself, and this says nothing about the answer.
                let end = newHasBegun.wait(timeout: .now() + 2)
                isInTime.withLock { $0 = end == .success }
                return try Self.names(document)
            }
            try? await store.search(find: { Foundation.Data("old".utf8) }, decode: decode)
            isDecoding.open()
        }
        await isDecoding.wait()
        let mayGo = Gate()
        let new = Task { @MainActor in
            try? await store.search(
                find: {
                    newHasBegun.signal()
                    await mayGo.wait()
                    return Foundation.Data("new".utf8)
                }, decode: Self.names)
        }
        await old.value
        let screen = store.screen
        mayGo.open()
        await new.value
        guard isInTime.withLock({ $0 }) else { return }
        try expect(
            screen == .loading([]),
            """
            A newer search began while the older one decoded, and the older one has changed the \
            screen: ask which search began last after the last await, and not before it \
            \(.askWhichSearchIsWanted)
            """, ["The screen is \(screen), in place of \(Screen.loading([]))."])
    }

    /// A search of another store is not newer or older: it is none of this store's.
    @MainActor
    private func expectTwoStores() async throws {
        let stores = [Store(), Store()]
        let searches = [Search(), Search()]
        var tasks: [Task<Void, Never>] = []
        for (store, search) in zip(stores, searches) {
            tasks.append(begin(search, in: store))
            await search.isAsked.wait()
        }
        for (index, search) in searches.enumerated() {
            search.end(.success(Foundation.Data("train-\(index)".utf8)))
            await tasks[index].value
        }
        for (index, store) in stores.enumerated() {
            try expectEqual(
                store.screen, Screen.loaded(["train-\(index)"]),
                """
                There are two stores, and a search of one has changed what the other one does: each \
                store counts its own searches \(.askWhichSearchIsWanted)
                """)
        }
    }
}
