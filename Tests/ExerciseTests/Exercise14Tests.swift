import Dispatch
import ExerciseChecks
import Foundation
import Observation
import Synchronization
import Testing

// By name: a learner's own type of the same name is not meant.
import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception

@testable import Exercise14

@Suite("Exercise 14 · The ticket office", .serialized, .exercise)
struct Exercise14Tests: ExerciseSuite {
    // MARK: - What the tasks share

    private let office = URL(string: "https://office.example:8443/v1") ?? URL(filePath: "/")
    private let booking = Booking(train: "nt-40", berth: 12, passenger: "Ada \"L.\" Löwe")
    private let ticketB7 = Ticket(number: "B7", train: "nt-40")
    private let ticketText = #"{ "number": "B7", "train": "nt-40" }"#

    private func reply(_ status: Int, _ body: String = "", _ retryAfter: String? = nil) -> Reply {
        let headers = retryAfter.map { ["Retry-After": $0] } ?? [:]
        return Reply(status: status, headers: headers, body: Data(body.utf8))
    }

    /// A server that gives one reply or error after the other, and the last one again and again.
    private final class Script: Sendable {
        private let replies: [Result<Reply, any Error>]
        private let state = Mutex<[Query]>([])

        init(_ replies: [Result<Reply, any Error>]) { self.replies = replies }

        var sent: [Query] { state.withLock { $0 } }

        func server(at url: URL) -> Server {
            Server(url: url) { [self] query in
                let count = state.withLock {
                    $0.append(query)
                    return $0.count
                }
                return try replies[min(count, replies.count) - 1].get()
            }
        }
    }

    /// What a server or a pause may throw that nobody has heard of.
    private struct Storm: Error, Equatable {}

    // MARK: - Task 1

    @Test("Task 1 · The query of a booking")
    func queryOfABooking() throws {
        for passenger in ["Ada", "Ada \"L.\" Löwe", ""] {
            let booking = Booking(train: "nt-40", berth: 12, passenger: passenger)
            let url = office.appending(path: "bookings/7")
            let body: Misconception = """
                The body is the booking as JSON: the encoder makes it \(.backToJSON)
                """
            let made = try value(body) { try query(sending: booking, to: url) }
            try expectEqual(
                made.method, "POST", "A booking is sent with the method POST \(.sendJSON)")
            try expectEqual(
                made.url, url, "The query goes to the address that the function gets \(.sendJSON)")
            try expectEqual(
                made.headers, ["Content-Type": "application/json"],
                """
                One header says that the body is JSON, Content-Type: application/json, and there \
                is no other \(.sendJSON)
                """)
            let sent = try require(made.body, body)
            let read = try value(body, in: sent) {
                try JSONDecoder().decode(Booking.self, from: sent)
            }
            try expectEqual(read, booking, body)
        }
    }

    // MARK: - Task 2

    @Test("Task 2 · The reply to a booking")
    func replyToABooking() throws {
        let made: Misconception = "With 201, the body is the ticket \(.aRefusalWithFields)"
        let found = try value(made) { try ticket(in: reply(201, ticketText)) }
        try expectEqual(found as Any, ticketB7, made)
        try probe(
            ticketText,
            "With 201, a body that is no ticket is the decoder's own error \(.wordsForPeople)"
        ) { try ticket(in: Reply(status: 201, body: $0)) }
        let known: Misconception = """
            With 204 there is no body, and nothing to decode: the result is nil \(.sendJSON)
            """
        let nothing = try value(known) { try ticket(in: reply(204)) }
        try expect(nothing == nil, known)
        try expectErrors(
            of: [
                reply(422, #"{ "errors": { "berth": ["is taken", "is 0"], "train": [] } }"#):
                    Refusal(errors: ["berth": ["is taken", "is 0"], "train": []]),
                reply(422, #"{ "errors": {} }"#): Refusal(errors: [:]),
            ],
            "The body of 422 says which fields are wrong: throw that Refusal \(.aRefusalWithFields)"
        )
        try expectErrors(
            of: [
                reply(422, "<html>"): OfficeError(status: 422),
                reply(422): OfficeError(status: 422),
                reply(422, ticketText): OfficeError(status: 422),
            ],
            """
            A 422 whose body is no Refusal is an OfficeError: somebody between app and server may \
            have sent it \(.aRefusalWithFields)
            """)
        for status in [200, 202, 400, 401, 404, 409, 500, 503] {
            for body in [ticketText, "", #"{ "errors": {} }"#] {
                try expectErrors(
                    of: [reply(status, body): OfficeError(status: status)],
                    """
                    Any other status is an OfficeError with it: look at the status before the \
                    body \(.whatCountsAsAnAnswer)
                    """)
            }
        }
    }

    private func expectErrors<Wanted: Error & Equatable>(
        of replies: KeyValuePairs<Reply, Wanted>, _ misconception: Misconception
    ) throws {
        for (reply, wanted) in replies {
            try endIfOpen { try ticket(in: reply) }
            let found = Result { try ticket(in: reply) }
            if case .failure(let error as Wanted) = found, error == wanted { continue }
            try fail(misconception, ["With the status \(reply.status) it gave \(found)."])
        }
    }

    // MARK: - Task 3

    @Test("Task 3 · The lines of a form")
    func linesOfAForm() throws {
        let refusal = Refusal(errors: [
            "berth": ["is taken", "is not in car 5"], "passenger": ["is missing"], "train": [],
        ])
        let fields = ["train", "passenger", "berth"]
        let each: Misconception = """
            Each field of the form has one line, in the order of the form \(.aRefusalWithFields)
            """
        let found = try value(each) { try lines(of: fields, after: refusal) }
        try expectEqual(found.map(\.field), fields, each)
        try expectEqual(
            found.map { $0.problem ?? "nil" },
            ["nil", "passenger is missing", "berth is taken, is not in car 5"],
            """
            A problem is the field and all that is wrong with it; where nothing is wrong, it is \
            nil \(.aRefusalWithFields)
            """)
        let unknown = Refusal(errors: [
            "voucher": ["is over"], "car": ["is full"], "age": [], "berth": ["is taken"],
            "car 10": ["is full"], "car 9": ["is closed"], "Zone": ["is unknown"],
        ])
        let others: Misconception = """
            What is wrong with a field that the form does not have comes after the others, in the \
            order of the names (<), and none of it is lost \(.aRefusalWithFields)
            """
        let more = try value(others) { try lines(of: ["berth", "train"], after: unknown) }
        try expectEqual(
            more,
            [
                Line(field: "berth", problem: "berth is taken"), Line(field: "train", problem: nil),
                Line(field: "Zone", problem: "Zone is unknown"),
                Line(field: "car", problem: "car is full"),
                Line(field: "car 10", problem: "car 10 is full"),
                Line(field: "car 9", problem: "car 9 is closed"),
                Line(field: "voucher", problem: "voucher is over"),
            ], others)
    }

    // MARK: - Task 4

    @Test("Task 4 · A key for one server")
    func keyForOneServer() throws {
        let secret = String((0..<24).map { _ in "QXZJ".randomElement() ?? "Q" })
        let key = Key(text: secret)
        let server = Script([.success(reply(200))]).server(at: office)
        let plain = Query(
            method: "GET", url: office.appending(path: "trains"), headers: ["Accept": "text/html"],
            body: Data("a".utf8))
        let header: Misconception = """
            A query to the server has the header Authorization with Bearer and the key, and \
            nothing else of it changes \(.aKeyForOneServer)
            """
        var wanted = plain
        wanted.headers["Authorization"] = "Bearer \(secret)"
        let found = try value(header) { try query(plain, with: key, for: server) }
        // A finding shows what it got, and the key must not be in it.
        try expect(found == wanted, header)
        var signed = plain
        signed.headers["Authorization"] = "Bearer old"
        try expect(
            try query(signed, with: key, for: server) == wanted,
            """
            A query that has the header Authorization already has the new one in its place, and \
            nothing else of it changes \(.aKeyForOneServer)
            """)
        let withoutPort = URL(string: "https://office.example") ?? office
        for (home, address) in [
            (office, "https://other.example:8443/v1/trains"),
            (office, "http://office.example:8443/v1/trains"),
            (office, "https://office.example/v1/trains"),
            (office, "https://office.example:84430/v1/trains"),
            (office, "https://office.example.evil.example:8443/v1"),
            (office, "https://office.example:8443@evil.example/v1"),
            (withoutPort, "https://office.example.evil.example"),
            (withoutPort, "https://office.example:8443"),
        ] {
            let server = Script([.success(reply(200))]).server(at: home)
            for headers in [["Accept": "text/html"], ["Authorization": "Bearer of a stranger"]] {
                var stranger = plain
                stranger.url = URL(string: address) ?? office
                stranger.headers = headers
                let sent = try query(stranger, with: key, for: server)
                try expect(
                    sent == stranger,
                    """
                    A query to another scheme, host or port stays as it is: the key is for the \
                    server alone \(.aKeyForOneServer)
                    """, ["The server is \(home), and the query went to \(address)."])
            }
        }
        var dumped = ""
        dump([key], to: &dumped)
        let texts = [
            "\(key)", "\([key])", String(reflecting: key), String(describing: [1: key]), dumped,
        ]
        let parts = zip(secret, secret.dropFirst()).map { "\($0)\($1)" }
        try expect(
            texts.allSatisfy { text in parts.allSatisfy { !text.contains($0) } },
            """
            Whatever prints the key prints nothing of its text, not even a part. A description is not all: dump \
            reads the mirror \(.aKeyForTheAPI)
            """)
    }

    // MARK: - Task 5

    @Test("Task 5 · Again, where it helps")
    func again() async throws {
        let get = Query(method: "GET", url: office, headers: ["Accept": "a"])
        let post = Query(method: "POST", url: office, body: Data("{}".utf8))
        let busy = reply(503, "", "7")
        let good = reply(200, "x")
        try await expectSent(
            get, [busy, busy, good], times: 3, count: 3, pauses: [7, 7],
            """
            A GET that gets 503 with Retry-After is sent again, after a pause of so many seconds \
            \(.askAgainWhereItHelps)
            """)
        try await expectSent(
            get, [busy, reply(503, "", "0"), reply(503, "", "60"), good], times: 5, count: 4,
            pauses: [7, 0, 60],
            """
            Each reply says anew how long the pause is, and a pause may be one of 0 seconds \
            \(.askAgainWhereItHelps)
            """)
        try await expectSent(
            get, [busy, reply(503), good], times: 3, count: 2, pauses: [7],
            """
            Without a whole number from 0 to 60 in Retry-After, the reply is returned \
            \(.askAgainWhereItHelps)
            """)
        try await expectSent(
            get, [busy, busy, busy, good], times: 3, count: 3, pauses: [7, 7],
            """
            It is sent so many times at most, and after the last time there is no pause \
            \(.askAgainWhereItHelps)
            """)
        try await expectSent(
            get, [busy, good], times: 1, count: 1, pauses: [],
            """
            It is sent so many times at most, and after the last time there is no pause \
            \(.askAgainWhereItHelps)
            """)
        try await expectSent(
            post, [busy, good], times: 3, count: 1, pauses: [],
            """
            Nobody knows whether a POST has been done: it is never sent again by itself \
            \(.askAgainWhereItHelps)
            """)
        for status in [200, 404, 429, 500, 502] {
            try await expectSent(
                get, [reply(status, "", "7"), good], times: 3, count: 1, pauses: [],
                """
                Only 503 says that the server has too much to do now: any other reply is returned \
                \(.askAgainWhereItHelps)
                """)
        }
        for header in [nil, "", "soon", "61", "-1", "1.5"] {
            try await expectSent(
                get, [reply(503, "", header), good], times: 3, count: 1, pauses: [],
                """
                Without a whole number from 0 to 60 in Retry-After, the reply is returned \
                \(.askAgainWhereItHelps)
                """)
        }
        let thrown = Script([.failure(Storm())])
        try await expectError(
            Storm(),
            "What send throws is for the caller, and is not tried again \(.wordsForPeople)",
            "Where send throws"
        ) { try await send(get, to: thrown.server(at: office), atMost: 3) { _ in } }
        try expect(
            thrown.sent.count == 1,
            "What send throws is for the caller, and is not tried again \(.wordsForPeople)")
        let paused = Script([.success(busy)])
        try await expectError(
            Storm(), "What pause throws ends the waiting \(.wordsForPeople)", "Where pause throws"
        ) { try await send(get, to: paused.server(at: office), atMost: 3) { _ in throw Storm() } }
    }

    private func expectSent(
        _ query: Query, _ replies: [Reply], times: Int, count: Int, pauses: [Int],
        _ misconception: Misconception
    ) async throws {
        let script = Script(replies.map { .success($0) })
        let paused = Mutex<[Int]>([])
        let reply = try await value(misconception) {
            try await send(query, to: script.server(at: office), atMost: times) { seconds in
                paused.withLock { $0.append(seconds) }
            }
        }
        try expectEqual(script.sent, Array(repeating: query, count: count), misconception)
        try expectEqual(paused.withLock { $0 }, pauses, misconception)
        try expectEqual(reply, replies[count - 1], misconception)
    }

    // MARK: - Task 6

    @Test("Task 6 · Booked once")
    func bookedOnce() async throws {
        let sent = try fromTask(1) {
            try query(sending: booking, to: office.appending(path: "bookings/7"))
        }
        _ = try fromTask(2) { try ticket(in: reply(204)) }
        let asked = Query(method: "GET", url: office.appending(path: "bookings/7"))
        let made: Misconception = """
            A booking is sent once, to bookings/ and its number, and 201 has the ticket \(.sendJSON)
            """
        try await expectBooked([.success(reply(201, ticketText))], [sent], made)
        let unknown: Misconception = """
            After a 204 or a TimedOut nobody knows the ticket: ask with a GET what has been \
            booked, and never send the POST again \(.askAgainWhereItHelps)
            """
        let firsts: [Result<Reply, any Error>] = [.success(reply(204)), .failure(TimedOut())]
        for first in firsts {
            let second = reply(200, ticketText)
            try await expectBooked([first, .success(second)], [sent, asked], unknown)
            try await expectNotBooked(
                [first, .failure(TimedOut())], [sent, asked], TimedOut(),
                "What the GET throws reaches the caller \(.wordsForPeople)")
            for status in [404, 201, 204, 503] {
                try await expectNotBooked(
                    [first, .success(reply(status, ticketText, "0"))], [sent, asked],
                    OfficeError(status: status),
                    """
                    A reply to the GET that is not 200 is an OfficeError with its status: the app \
                    does not book again by itself \(.askAgainWhereItHelps)
                    """)
            }
        }
        let rises: Misconception = """
            Every other error reaches the caller as it is, and nothing else is sent \(.wordsForPeople)
            """
        try await expectNotBooked([.failure(Storm())], [sent], Storm(), rises)
        try await expectNotBooked([.success(reply(503))], [sent], OfficeError(status: 503), rises)
        try await expectNotBooked(
            [.success(reply(422, #"{ "errors": { "berth": ["is taken"] } }"#))], [sent],
            Refusal(errors: ["berth": ["is taken"]]), rises)
    }

    /// The queries without the bytes of a booking, whose keys may come in any order.
    private func withoutBody(_ queries: [Query]) -> [String] {
        queries.map { "\($0.method) \($0.url) \($0.headers) \($0.body == nil ? "" : "and a body")" }
    }

    private func expectBooked(
        _ replies: [Result<Reply, any Error>], _ queries: [Query], _ misconception: Misconception
    ) async throws {
        let script = Script(replies)
        let ticket = try await value(misconception) {
            try await book(booking, number: "7", at: script.server(at: office))
        }
        try expectEqual(withoutBody(script.sent), withoutBody(queries), misconception)
        try expectEqual(ticket, ticketB7, misconception)
    }

    private func expectNotBooked(
        _ replies: [Result<Reply, any Error>], _ queries: [Query], _ error: any Error,
        _ misconception: Misconception
    ) async throws {
        let script = Script(replies)
        try await expectError(error, misconception, "With these replies") {
            try await book(booking, number: "7", at: script.server(at: office))
        }
        try expectEqual(withoutBody(script.sent), withoutBody(queries), misconception)
    }

    // MARK: - Task 7

    @Test("Task 7 · The search that is wanted")
    @MainActor
    func wantedSearch() async throws {
        let store = Store()
        let loaded: Misconception = """
            When a search has ended, the screen is loaded with what was decoded \(.keepWhatIsShown)
            """
        try await expectShown(store, loaded, .loaded(["a", "b"])) {
            try await store.search(find: { Data("a b".utf8) }, decode: Self.names)
        }
        let shown: Misconception = """
            While it waits, the screen is loading with the trains that are shown: the list is not \
            emptied \(.keepWhatIsShown)
            """
        let (during, isDone) = AsyncStream.makeStream(of: Screen.self)
        try await expectShown(store, loaded, .loaded(["c"])) {
            try await store.search(
                find: {
                    isDone.yield(await store.screen)
                    isDone.finish()
                    return Data("c".utf8)
                }, decode: Self.names)
        }
        for await screen in during { try expectEqual(screen, Screen.loading(["a", "b"]), shown) }
        let failed: Misconception = """
            A search that fails leaves the trains on the screen, and says failed \(.keepWhatIsShown)
            """
        try await expectShown(store, failed, .failed(["c"])) {
            try await store.search(find: { throw Storm() }, decode: Self.names)
        }
        try await expectShown(store, failed, .failed(["c"])) {
            try await store.search(find: { Data("d".utf8) }, decode: { _ in throw Storm() })
        }
        try await expectShown(store, loaded, .loaded(["c"])) {
            try await store.search(find: { Data("c".utf8) }, decode: Self.names)
        }
        try await expectShown(store, failed, .failed(["c"])) {
            try await store.search(find: { throw CancellationError() }, decode: Self.names)
        }
        let wasOnMain = Mutex(false)
        // The main actor runs on the main queue, which need not have the main thread (Linux).
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        defer { DispatchQueue.main.setSpecific(key: mark, value: nil) }
        try await expectShown(store, loaded, .loaded(["e"])) {
            try await store.search(find: { Data() }) { _ in
                wasOnMain.withLock { $0 = DispatchQueue.getSpecific(key: mark) == true }
                return ["e"]
            }
        }
        try expect(
            !wasOnMain.withLock { $0 },
            """
            decode was called on the main actor: the window answers nothing meanwhile. A \
            @concurrent function runs elsewhere \(.decodeWhereNobodyWaits)
            """)
        try await expectOldSearchesIgnored()
        try await expectOldDocumentIgnored()
    }

    private nonisolated static func names(_ document: Data) throws -> [String] {
        String(decoding: document, as: UTF8.self).split(separator: " ").map(String.init)
    }

    @MainActor
    private func expectShown(
        _ store: Store, _ misconception: Misconception, _ screen: Screen,
        after search: @MainActor () async throws -> Void
    ) async throws {
        let found: Result<Void, any Error>
        do { found = .success(try await search()) } catch { found = .failure(error) }
        try value(misconception) { try found.get() }
        try expectEqual(store.screen, screen, misconception)
    }

    /// The older search ends while the newer one is under way, and after it.
    @MainActor
    private func expectOldSearchesIgnored() async throws {
        for oldFails in [false, true] {
            for endsLast in [true, false] {
                let store = Store()
                let (oldGo, letOldGo) = AsyncStream.makeStream(of: Void.self)
                let (newGo, letNewGo) = AsyncStream.makeStream(of: Void.self)
                let (oldAsked, oldIsAsked) = AsyncStream.makeStream(of: Void.self)
                let (newAsked, newIsAsked) = AsyncStream.makeStream(of: Void.self)
                let old = Task {
                    try? await store.search(
                        find: {
                            oldIsAsked.finish()
                            await Task { for await _ in oldGo {} }.value
                            if oldFails { throw Storm() }
                            return Data("old".utf8)
                        }, decode: Self.names)
                    oldIsAsked.finish()
                }
                for await _ in oldAsked {}
                let new = Task {
                    try? await store.search(
                        find: {
                            newIsAsked.finish()
                            await Task { for await _ in newGo {} }.value
                            return Data("new".utf8)
                        }, decode: Self.names)
                    newIsAsked.finish()
                }
                for await _ in newAsked {}
                if endsLast {
                    letNewGo.finish()
                    await new.value
                    letOldGo.finish()
                    await old.value
                } else {
                    letOldGo.finish()
                    await old.value
                    try expectEqual(
                        store.screen, Screen.loading([]),
                        """
                        An older search has ended while the newer one waits: the screen still \
                        waits for that one \(.askWhichSearchIsWanted)
                        """)
                    letNewGo.finish()
                    await new.value
                }
                try expectEqual(
                    store.screen, Screen.loaded(["new"]),
                    """
                    The old answer came last, and it is on the screen: ask which search began last \
                    before you show anything \(.theOldAnswerArrivesLast)
                    """)
            }
        }
    }

    /// The older search has its document, and decodes it while the newer one begins.
    @MainActor
    private func expectOldDocumentIgnored() async throws {
        let store = Store()
        let (decoding, isDecoding) = AsyncStream.makeStream(of: Void.self)
        let (newGo, letNewGo) = AsyncStream.makeStream(of: Void.self)
        let newHasBegun = DispatchSemaphore(value: 0)
        let isInTime = Mutex(false)
        let old = Task {
            try? await store.search(find: { Data("old".utf8) }) { document in
                isDecoding.finish()
                // Where only one thread is there, the newer one cannot begin meanwhile. Then the
                // wait ends by itself, and this says nothing about the answer.
                let end = newHasBegun.wait(timeout: .now() + 2)
                isInTime.withLock { $0 = end == .success }
                return try Self.names(document)
            }
            isDecoding.finish()
        }
        for await _ in decoding {}
        let new = Task {
            try? await store.search(
                find: {
                    newHasBegun.signal()
                    await Task { for await _ in newGo {} }.value
                    return Data("new".utf8)
                }, decode: Self.names)
        }
        await old.value
        let screen = store.screen
        letNewGo.finish()
        await new.value
        guard isInTime.withLock({ $0 }) else { return }
        try expectEqual(
            screen, Screen.loading([]),
            """
            A newer search began while the older one decoded, and the old trains are on the screen: \
            ask which search began last after the last await, and not before it \
            \(.askWhichSearchIsWanted)
            """)
    }
}
