import Foundation
import Synchronization

/// A server without a network, for answers that load data. A check decides which replies it gives
/// and when, and the server records the requests.
///
///     let server = ScriptedServer(["trains/nt-40": .body(#"{ "id": "nt-40" }"#)])
///     let run = await server.replyingLastFirst { try await loadTrains(…, from: server) }
///     server.asked          // ["trains/nt-40"]
///
/// A right answer never waits for a clock, so it is judged in the same way on a slow machine. The
/// server uses a clock only to decide when it stops waiting for requests that do not come.
public final class ScriptedServer: Sendable {
    /// The reply to one address.
    public enum Reply: Sendable {
        case body(String, status: Int = 200)
        case failure(any Error)
    }

    /// The result of an answer whose replies were held back.
    public struct Run<Value: Sendable>: Sendable {
        /// The value that the answer returned, or the error that it threw.
        public let result: Result<Value, any Error>
        /// The first moment with fewer requests under way than there should be.
        public let idleness: Idleness?
        /// The state of the requests at the cancellation, if the answer was canceled before it
        /// ended.
        public let cancellation: Cancellation?
    }

    /// A moment with fewer requests under way than there should be.
    public struct Idleness: Equatable, Sendable {
        /// The number of requests that had their reply at that moment.
        public let answered: Int
        /// The number of requests under way at that moment.
        public let underWay: Int
        /// The number of requests that should have been under way.
        public let expected: Int
    }

    /// The moment at which an answer was canceled.
    public struct Cancellation: Equatable, Sendable {
        /// The number of requests at that moment.
        public let asked: Int
        /// The number of requests under way that were not canceled.
        public let notReached: Int
    }

    /// The beginning of every address.
    public let url: URL
    private let replies: [String: Reply]
    private let state = Mutex(State())

    private struct State {
        var asked: [String] = []
        var answered = 0
        var underWay = 0
        var mostUnderWay = 0
        /// A Boolean value that indicates whether requests wait for their reply.
        var holdsReplies = false
        var held: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - replies: The reply to each address, written as in ``asked``. Other addresses get a 404.
    ///   - url: The beginning of every address.
    public init(_ replies: [String: Reply], at url: String = "https://api.nightline.example/v2") {
        self.replies = replies
        self.url = URL(string: url) ?? URL(filePath: url)
    }

    /// The addresses in the order of the requests, without the beginning, and with the query
    /// without percent encoding: `stations?name=Wien Hbf`. An address with another beginning is
    /// complete.
    public var asked: [String] { state.withLock(\.asked) }

    /// The largest number of requests that were under way at the same time.
    public var mostUnderWay: Int { state.withLock(\.mostUnderWay) }

    /// Sends a request to the server, as the answer under test does.
    public func get(_ url: URL) async throws -> (status: Int, body: Data) {
        let address = address(of: url)
        let number = state.withLock { state in
            state.asked.append(address)
            state.underWay += 1
            state.mostUnderWay = max(state.mostUnderWay, state.underWay)
            return state.asked.count
        }
        defer {
            state.withLock { state in
                state.underWay -= 1
                state.answered += 1
            }
        }
        try await waitForReply(number)
        switch replies[address] ?? .body("{}", status: 404) {
        case .body(let body, let status): return (status, Data(body.utf8))
        case .failure(let error): throw error
        }
    }

    private func address(of url: URL) -> String {
        guard let address = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let base = URLComponents(url: self.url, resolvingAgainstBaseURL: true),
            (address.scheme, address.host, address.port) == (base.scheme, base.host, base.port),
            address.path.hasPrefix(base.path + "/"), address.fragment == nil
        else { return url.absoluteString }
        let items = address.queryItems?.map { "\($0.name)=\($0.value ?? "")" }
        let query = items.map { "?" + $0.joined(separator: "&") } ?? ""
        return address.path.dropFirst(base.path.count + 1) + query
    }

    // MARK: - Replies that are held back

    /// Runs an answer and holds every reply back until the answer does nothing but wait. Then the
    /// newest request gets its reply, and so on.
    ///
    /// - Parameters:
    ///   - expected: A function that returns the expected number of requests under way after a
    ///     number of replies.
    ///   - cancelAfter: The number of replies after which the answer is canceled, as soon as it
    ///     waits again. All later requests get their reply at once.
    ///   - answer: The answer under test.
    /// - Returns: The result of the answer.
    public func replyingLastFirst<Value: Sendable>(
        expecting expected: @Sendable (_ answered: Int) -> Int = { _ in 1 },
        cancelAfter: Int? = nil,
        answering answer: @escaping @Sendable () async throws -> Value
    ) async -> Run<Value> {
        state.withLock { $0.holdsReplies = true }
        let isOver = Flag()
        let task = Task {
            defer { isOver.raise() }
            return try await answer()
        }
        var idleness: Idleness?
        var cancellation: Cancellation?
        while await isWaiting(isOver, expecting: expected, isPatient: idleness == nil) {
            let now = snapshot
            let expectedCount = expected(now.answered)
            if now.held < expectedCount, idleness == nil {
                idleness = Idleness(
                    answered: now.answered, underWay: now.held, expected: expectedCount)
            }
            if let cancelAfter, now.answered >= cancelAfter {
                task.cancel()
                await waitUntilNoneIsHeld()
                cancellation = Cancellation(asked: now.asked, notReached: snapshot.held)
                break
            }
            takeLastHeld()?.resume()
            while snapshot.answered == now.answered { await Task.yield() }
        }
        replyToAll()
        return Run(result: await task.result, idleness: idleness, cancellation: cancellation)
    }

    /// Removes and returns the newest request. It need not be the last one that began to wait.
    private func takeLastHeld() -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            let last = state.held.indices.max { state.held[$0].number < state.held[$1].number }
            return last.map { state.held.remove(at: $0).continuation }
        }
    }

    /// Waits until no request is held, at most 50 milliseconds, because a cancellation may have to
    /// pass through other tasks of the answer.
    private func waitUntilNoneIsHeld() async {
        let start = ContinuousClock.now
        while snapshot.held > 0, start.duration(to: .now) < .milliseconds(50) {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    private func replyToAll() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.holdsReplies = false
            return state.held
        }
        for request in held { request.continuation.resume() }
    }

    /// Waits for the reply, or until the task is canceled.
    private func waitForReply(_ number: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || !state.holdsReplies { return true }
                    state.held.append((number, continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let held = state.withLock { state in
                let index = state.held.firstIndex { $0.number == number }
                return index.map { state.held.remove(at: $0) }
            }
            held?.continuation.resume()
        }
        try Task.checkCancellation()
    }

    private struct Snapshot: Equatable {
        let asked, answered, held: Int
    }

    private var snapshot: Snapshot {
        state.withLock {
            Snapshot(asked: $0.asked.count, answered: $0.answered, held: $0.held.count)
        }
    }

    /// Waits until the answer has ended, or until it waits for replies and does nothing else.
    ///
    /// A task does not tell others that it waits. So this function lets all other tasks run first,
    /// many times, and looks whether anything changes. If requests are missing, it waits for them
    /// up to one more second, because an end that comes too early would blame a right answer.
    ///
    /// - Returns: False if the answer has ended, true if it waits.
    private func isWaiting(
        _ isOver: Flag, expecting expected: (Int) -> Int, isPatient: Bool
    ) async -> Bool {
        let clock = ContinuousClock()
        let begin = clock.now
        var last = snapshot
        var quietRounds = 0
        while !isOver.isRaised {
            let now = snapshot
            quietRounds = now == last ? quietRounds + 1 : 0
            last = now
            if quietRounds >= 200, now.held > 0 {
                let isEnough = now.held >= expected(now.answered) || !isPatient
                if isEnough || begin.duration(to: clock.now) > .seconds(1) { return true }
            }
            // If an answer hangs, the trait ends it. Until then, this loop should not keep a
            // processor busy.
            if quietRounds > 10_000 {
                try? await Task.sleep(for: .milliseconds(1))
            } else {
                await Task.yield()
            }
        }
        return false
    }
}

private final class Flag: Sendable {
    private let state = Mutex(false)

    var isRaised: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
}
