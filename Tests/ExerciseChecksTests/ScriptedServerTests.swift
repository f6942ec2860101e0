import ExerciseSupport
import Foundation
import Testing

@testable import ExerciseChecks

@Suite("A server without a network tells how an answer loads")
struct ScriptedServerTests {
    private let replies: [String: ScriptedServer.Reply] = [
        "0": .body("zero"), "1": .body("one"), "2": .failure(Offline()), "3": .body("three"),
        "4": .body("four", status: 201), "5": .body("five"),
    ]

    /// Loads the first six numbers side by side, in the order in which the replies come.
    @Sendable private static func load(
        atMost limit: Int, inBatches: Bool = false, from server: ScriptedServer
    ) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            var order: [Int] = []
            for number in 0..<6 {
                if inBatches {
                    if number > 0, number.isMultiple(of: limit) {
                        for try await ended in group { order.append(ended) }
                    }
                } else if number >= limit, let ended = try await group.next() {
                    order.append(ended)
                }
                try Task.checkCancellation()
                group.addTask {
                    _ = try? await server.get(server.url.appending(path: "\(number)"))
                    return number
                }
            }
            for try await ended in group { order.append(ended) }
            return order
        }
    }

    @Test("It replies what it should, and writes down what it was asked for")
    func replies() async throws {
        let server = ScriptedServer(replies)
        #expect(try await server.get(server.url.appending(path: "4")) == (201, Data("four".utf8)))
        await #expect(throws: Offline()) { try await server.get(server.url.appending(path: "2")) }
        let query = [URLQueryItem(name: "name", value: "A & B/ü")]
        #expect(try await server.get(server.url.appending(queryItems: query)).status == 404)
        _ = try await server.get(server.url.appending(path: "a b").appending(queryItems: query))
        let other = try #require(URL(string: "https://other.example/v2/4"))
        #expect(try await server.get(other).status == 404)
        #expect(
            server.asked == [
                "4", "2", "https://api.nightline.example/v2?name=A%20%26%20B/%C3%BC",
                "a b?name=A & B/ü", "https://other.example/v2/4",
            ])
        #expect(server.mostUnderWay == 1)
    }

    @Test("The request that came last gets the first reply", arguments: 1...6)
    func order(limit: Int) async throws {
        let server = ScriptedServer(replies)
        let run = await server.replyingLastFirst(
            expecting: { min(limit, 6 - $0) },
            answering: {
                try await Self.load(atMost: limit, from: server)
            })
        // Tasks that run side by side ask in any order.
        let asked = server.asked.compactMap { Int($0) }
        let first = asked.prefix(limit - 1)
        #expect(try run.result.get() == asked.dropFirst(limit - 1) + first.reversed())
        #expect(server.mostUnderWay == limit)
        #expect(run.idleness == nil)
        #expect(run.cancellation == nil)
    }

    @Test("Requests that come one by one or in batches, where they should be several all the time")
    func idleness() async throws {
        let oneByOne = ScriptedServer(replies)
        let run = await oneByOne.replyingLastFirst(
            expecting: { min(3, 6 - $0) },
            answering: {
                try await Self.load(atMost: 1, from: oneByOne)
            })
        #expect(run.idleness == .init(answered: 0, underWay: 1, expected: 3))
        #expect(try run.result.get().count == 6)

        let batches = ScriptedServer(replies)
        let batchRun = await batches.replyingLastFirst(
            expecting: { min(3, 6 - $0) },
            answering: {
                try await Self.load(atMost: 3, inBatches: true, from: batches)
            })
        #expect(batchRun.idleness == .init(answered: 1, underWay: 2, expected: 3))
    }

    @Test("A cancellation reaches what is under way, and nothing is asked for after it")
    func cancellation() async throws {
        let server = ScriptedServer(replies)
        let run = await server.replyingLastFirst(
            expecting: { min(3, 6 - $0) }, cancelAfter: 1,
            answering: {
                try await Self.load(atMost: 3, from: server)
            })
        #expect(throws: CancellationError.self) { try run.result.get() }
        #expect(run.cancellation == .init(asked: 4, notReached: 0))
        #expect(server.asked.count == 4)
    }

    @Test("An answer that does not pass a cancellation on is found, and ends all the same")
    func cancellationIgnored() async throws {
        let server = ScriptedServer(replies)
        let run = await server.replyingLastFirst(
            expecting: { min(3, 6 - $0) }, cancelAfter: 0,
            answering: {
                await Task { try? await Self.load(atMost: 3, from: server) }.value
            })
        #expect(try run.result.get()?.count == 6)
        #expect(run.cancellation == .init(asked: 3, notReached: 3))
    }

    private struct Offline: Error, Equatable {}
}

@Suite("An async answer is judged like any other")
struct AsyncAnswersTests {
    private struct Offline: Error, Equatable {}

    private func later<Value: Sendable>(_ value: Value) async -> Value {
        await Task.yield()
        return value
    }

    @Test("An error ends the test and is a finding; a task that is open stays open")
    func value() async throws {
        let findings = Findings()
        #expect(try await findings.value("The comment") { await later(3) } == 3)
        await #expect(throws: AlreadyReported.self) {
            try await findings.value("The comment") { () async throws -> Int in throw Offline() }
        }
        #expect(findings.texts.count == 1)
        #expect(findings.texts.first?.hasPrefix("The comment\nIt threw an error:") == true)
        await #expect(throws: TODO.self) {
            try await findings.value("The comment") { () async throws -> Int in throw TODO("1") }
        }
        await #expect(throws: EarlierTaskFailed.self) {
            try await findings.fromTask(1) { () async throws -> Int in throw Offline() }
        }
        await #expect(throws: TODO.self) {
            try await findings.endIfOpen { () async throws -> Int in throw TODO("1") }
        }
        try await findings.endIfOpen { () async throws -> Int in throw Offline() }
        #expect(findings.texts.count == 1)
    }

    @Test("An error that should be thrown: this one, another one, none")
    func expectError() async throws {
        let findings = Findings()
        try await findings.expectError(Offline(), "The comment", "With no connection") {
            () async throws -> Int in throw Offline()
        }
        #expect(findings.texts == [])
        await #expect(throws: AlreadyReported.self) {
            try await findings.expectError(Offline(), "The comment", "With no connection") {
                await later(3)
            }
        }
        #expect(
            findings.texts.first
                == """
                The comment
                With no connection it returned 3.
                Expected was the error Offline().
                """)
        await #expect(throws: AlreadyReported.self) {
            try await findings.expectError(Offline(), "The comment", "With no connection") {
                () async throws -> Int in throw CancellationError()
            }
        }
        #expect(
            findings.texts.last?.hasPrefix("The comment\nWith no connection it threw:\n") == true)
        #expect(findings.texts.last?.hasSuffix("\nExpected was the error Offline().") == true)
        await #expect(throws: TODO.self) {
            try await findings.expectError(Offline(), "The comment", "With no connection") {
                () async throws -> Int in throw TODO("1")
            }
        }
    }

    @Test("A probe judges what an async answer made of each document")
    func probe() async throws {
        struct Train: Decodable { let name: String? }
        let document = #"{ "name": "NT 40" }"#
        let answer = await Findings().answers(toProbesOf: document) { data in
            await Task.yield()
            return try JSONDecoder().decode(Train.self, from: data)
        }
        let texts = try findings { try $0.probe(document, "The comment", with: answer) }
        #expect(texts.first?.hasPrefix("The comment\nWithout `name`, your code still") == true)
    }
}
