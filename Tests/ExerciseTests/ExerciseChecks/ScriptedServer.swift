import Foundation
import Synchronization

/// A server without a network, for answers that load: it replies what a check wants and when the
/// check wants it, and knows what it was asked for.
///
///     let server = ScriptedServer(["trains/nt-40": .body(#"{ "id": "nt-40" }"#)])
///     let run = await server.replyingLastFirst { try await loadTrains(…, from: server) }
///     server.asked          // ["trains/nt-40"]
///
/// An answer that is right never waits for a clock, and is judged in the same way on a slow machine.
/// A clock only says when to stop hoping for requests that do not come.
public final class ScriptedServer: Sendable {
    /// What the server replies to one address.
    public enum Reply: Sendable {
        case body(String, status: Int = 200)
        case failure(any Error)
    }

    /// What came of an answer for which replies were held back.
    public struct Run<Value: Sendable>: Sendable {
        /// What the answer returned or threw.
        public let result: Result<Value, any Error>
        /// The first moment at which fewer requests were under way than should be.
        public let idleness: Idleness?
        /// What the cancellation met, where there was one before the answer was over.
        public let cancellation: Cancellation?
    }

    /// A moment at which fewer requests were under way than should be.
    public struct Idleness: Equatable, Sendable {
        /// How many requests had their reply by then.
        public let answered: Int
        public let underWay: Int
        public let expected: Int
    }

    /// The moment at which an answer was canceled.
    public struct Cancellation: Equatable, Sendable {
        /// How many requests had been made by then.
        public let asked: Int
        /// How many of those under way did not get to know it.
        public let notReached: Int
    }

    /// Where every address begins.
    public let url: URL
    private let replies: [String: Reply]
    private let state = Mutex(State())

    private struct State {
        var asked: [String] = []
        var answered = 0
        var underWay = 0
        var mostUnderWay = 0
        /// Whether requests wait until they get their reply.
        var holdsReplies = false
        var held: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    /// - Parameters:
    ///   - replies: The reply to each address, written as in ``asked``. Any other gets a 404.
    ///   - url: Where every address begins.
    public init(_ replies: [String: Reply], at url: String = "https://api.nightline.example/v2") {
        self.replies = replies
        self.url = URL(string: url) ?? URL(filePath: url)
    }

    /// The addresses in the order in which they were asked for: without the beginning, and with the
    /// query as it is meant: `stations?name=Wien Hbf`. An address with another beginning is whole.
    public var asked: [String] { state.withLock(\.asked) }

    /// How many requests were under way at the same time, at most.
    public var mostUnderWay: Int { state.withLock(\.mostUnderWay) }

    /// Asks the server, as the answer under test does.
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
    /// request that came last gets its reply, and so on.
    ///
    /// - Parameters:
    ///   - expected: How many requests should be under way when so many have been answered.
    ///   - cancelAfter: After so many replies, when the answer waits again, it is canceled. All that it
    ///     asks for from then on gets its reply at once.
    ///   - answer: The answer under test.
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
            let wanted = expected(now.answered)
            if now.held < wanted, idleness == nil {
                idleness = Idleness(
                    answered: now.answered, underWay: now.held, expected: wanted)
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

    /// The request that came last. It need not be the last that began to wait.
    private func takeLastHeld() -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            let last = state.held.indices.max { state.held[$0].number < state.held[$1].number }
            return last.map { state.held.remove(at: $0).continuation }
        }
    }

    /// A cancellation may take its way through other tasks of the answer: that is a matter of milliseconds.
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

    /// Waits for the reply, and no longer than until the task is canceled.
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

    /// Waits until the answer is over (false), or waits for replies and does nothing else (true).
    ///
    /// Nothing tells from outside that a task waits. So this lets all others go first, many times,
    /// and sees whether anything happens. Where requests are missing it hopes for them for a second
    /// more: what ends this wait too early would blame an answer that is right.
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
            // An answer that hangs is ended by the trait, which needs no company until then.
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
