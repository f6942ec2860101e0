import Foundation
import LaunchesApp
import Observation
import Synchronization
import Walkthrough

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@main
struct Lesson14: Lesson {
    static let title = "An app of today"
    static let steps = Steps(
        stateThatSomebodyWatches,
        observableAndCodable,
        isolatedByDefault,
        decodeWhereNobodyWaits,
        theOldAnswerArrivesLast,
        keepWhatIsShown,
        askAgainWhereItHelps,
        sendJSON,
        aKeyForTheAPI,
        onlyWhatIsOnTheScreen,
        aTestThatCannotFail
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document)
    }
}

// MARK: - State that somebody watches

@MainActor @Observable
final class Screen {
    var launches = ["Telstar 19V"]
    var isOpen = false
}

/// The app of lesson 11 gets a window. A view reads an `@Observable` class and is drawn again when
/// something changes. `withObservationTracking` does that in any program: it runs a closure, notes
/// each property that the closure reads, and calls another closure before one of them changes.
/// (`isDue`, at the end of the file, says whether it was called.)
@MainActor
func stateThatSomebodyWatches() throws {
    let screen = Screen()
    let view = { if screen.isOpen { _ = screen.launches } }
    // Predict: The list is closed when the view is drawn. Which of the two changes has the view
    // drawn again?
    show(isDue(view) { screen.launches = ["CRS-7"] })
    show(isDue(view) { screen.isOpen = true })
    // The second has it drawn again. While the list is closed, the view does not read `launches`,
    // and nobody has to be told. Now that the list is open, the view reads both:
    show(isDue(view) { screen.launches = ["CRS-8"] })
    show(isDue(view) { screen.launches = ["CRS-8"] })
    // The last change is none: the value is equal to the old one (Swift 6.3; older versions say
    // true). `@MainActor` has all of this happen on the thread that draws.
}

// MARK: - Observable and Codable in one class

@Observable
final class WatchedSettings: Encodable {
    var words = "CRS"
}

struct Settings: Codable { var words = "CRS" }

@MainActor @Observable
final class SettingsStore { var settings = Settings() }

/// What a person has typed is to be kept in a file. The macro `@Observable` makes `words` a
/// computed property. The text moves into a new property, `_words`, and another new one,
/// `_$observationRegistrar`, keeps the list of who watches. Both are stored.
@MainActor
func observableAndCodable() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Predict: The compiler writes `encode(to:)` for the class (lesson 02). Which keys does it
    // write into the document?
    show(try encoder.encode(WatchedSettings()))
    show(try encoder.encode(SettingsStore().settings))
    // It writes the stored properties, and after the macro these have other names. A file of the
    // app with the key `words` would not open. So the document's type stays a struct, and the class
    // that is watched has a property of that type.
}

// MARK: - Isolated by default

let isolated = """
    import Foundation
    struct Note: Decodable { let text: String }
    @concurrent func read(_ file: Data) async throws -> Note {
        try JSONDecoder().decode(Note.self, from: file)
    }
    """

let message = """
    error: main actor-isolated conformance of 'Note' to 'Decodable' \
    cannot be used in nonisolated context
    """

/// An app can be compiled so that the main actor owns each type that does not say otherwise: with
/// `-default-isolation MainActor`, which new app projects of Xcode 26 have. `@concurrent` says that
/// a function does not run on the main actor. The text above is a program that this lesson's
/// tests compile with that flag.
func isolatedByDefault() throws {
    // Predict: `Note` says nothing of an actor. Which line of the program does the compiler refuse,
    // and why that one?
    show("line 4: " + message)
    // The call of `decode` is refused. `Note` belongs to the main actor, and so does its
    // `init(from:)`, which `decode` would call from somewhere else. Two types of one program:
    let free = "nonisolated struct Note: Decodable { let text: String }"
    show(isolated.replacing("struct Note: Decodable { let text: String }", with: free))
    // This program compiles. A document is data: it has no reason to wait for the thread that
    // draws. Write `nonisolated` before the types of documents.
}

// MARK: - Decode where nobody waits

@MainActor
func decodeHere(_ document: Data) async throws -> Int {
    try JSONDecoder().decode([Launch].self, from: document).count
}

@concurrent
func decodeElsewhere(_ document: Data) async throws -> Int {
    try JSONDecoder().decode([Launch].self, from: document).count
}

/// A big document takes a while. Three taps of a finger wait for the main actor when `taps(during:)`
/// begins the work. It gives how many of them were answered before the work was done.
@MainActor
func decodeWhereNobodyWaits() async throws {
    let document = BundledRecords.launches
    // Predict: The main actor does one thing after the other. How many taps are answered while
    // `decodeHere` works?
    show(try await taps { try await decodeHere(document) })
    show(try await taps { try await decodeElsewhere(document) })
    // None is answered: `decodeHere` never waits for anybody, so it keeps the main actor until it
    // has finished. That it is `async` does not help. `decodeElsewhere` runs on another thread, and
    // the main actor has time. The document goes there and the number comes back, so both have to
    // be `Sendable`. A struct of `Sendable` properties is; a class that changes is not.
}

// MARK: - The old answer arrives last

@MainActor
final class QuickStore {
    var launches: [Launch] = []
    func search(_ words: String, _ server: Server) async {
        let found = try? await server.send(.launches(matching: words))
        launches = found ?? []
    }
}

/// Somebody types Falcon, and then CRS. `typing` does both searches at a server that
/// is slow with Falcon: that answer comes after the one to CRS has been shown.
@MainActor
func theOldAnswerArrivesLast() async throws {
    let slow = SlowServer(), quick = QuickStore()
    // Predict: CRS is in the search field at the end. Which launches stand below it?
    await slow.typing { await quick.search($0, slow.server) }
    show(quick.launches.map(\.mission))
    // The launches of Falcon: each answer replaces what is there, and the last to arrive stays. The
    // app's store counts its searches:
    // Code: Sources/LaunchesApp/LaunchesStore.swift, public func search
    let slowAgain = SlowServer(), store = LaunchesStore(slowAgain.server)
    await slowAgain.typing { await store.search($0) }
    show(store.state.launches.map(\.mission))
    // Cancel the old search too: that saves a request. But an answer that has come already cannot
    // be canceled, so ask which search is wanted.
}

// MARK: - Keep what is shown

/// The controller of lesson 11 and the store of today load a list and load it again. The second
/// time, their server is down.
@MainActor
func keepWhatIsShown() async throws {
    // Code: Sources/LaunchesApp/LaunchesStore.swift, public enum State
    let one = Answers(200, 503).server, two = Answers(200, 503).server
    let controller = LaunchesController(one), store = LaunchesStore(two)
    await controller.load()
    await store.search("")
    show(store.state.launches.count)
    // Predict: A window shows what the state has. What can it show for each of the two after the
    // second answer?
    await controller.load()
    await store.search("")
    show(await controller.state)
    show(store.state.launches.count)
    if case .failed(_, let failure) = store.state { show(failure.sentence) }
    // The controller's window is empty but for the error: its `failed` has room for nothing else.
    // The store's list stays, with a sentence beside it. While it loads, the list stays too.
}

// MARK: - Ask again where it helps

/// A server that has too much to do says 503, and in a header, `Retry-After`, after how many
/// seconds to ask again. The app asks again by itself if this is not nil:
func askAgainWhereItHelps() async throws {
    // Code: Sources/LaunchesApp/Retrying.swift, func timeToWait
    // Predict: Each of these servers has two answers, and the second is 200. From which of them
    // does the app get the second?
    let busy = Answers(503, 200, retryAfter: "2"), gone = Answers(404, 200)
    await attempt { try await busy.patient.send(.launches).count }
    await attempt { try await gone.patient.send(.launches).count }
    let asked = Answers(503, 200, retryAfter: "2")
    await attempt { try await asked.patient.post([1], to: "x", as: Int.self) }
    show([busy, gone, asked].map(\.count))
    // From the first alone. What is not there today is not there in two seconds. And for a POST,
    // nobody knows: perhaps the server has done what it was sent before it failed, and a second
    // POST would do it twice. Ask first what the server has. (The pauses of this page are short.)
}

// MARK: - Send JSON

func hasty(_ reminder: Reminder, _ server: Server) async throws -> Reminder {
    let url = server.url.appending(path: "reminders")
    var question = URLRequest(url: url)
    question.httpMethod = "POST"
    question.httpBody = try JSONEncoder().encode(reminder)
    let (data, _) = try await server.transport(question)
    return try JSONDecoder().decode(Reminder.self, from: data)
}

/// Somebody wants to be told of a launch. The server has three good answers: 201 with what it has
/// made, 204 without a body if that is there already, and 422 with what is wrong in which field.
func sendJSON() async throws {
    let reminder = Reminder(flight: 107, minutesBefore: -5)
    let known = Answers(204).server
    let strict = Answers(
        422, text: #"{"errors": {"minutes_before": ["is below 0"]}}"#
    ).server
    // Predict: `hasty` does not look at the status. What does it make of the 204?
    await attempt(Data()) { try await hasty(reminder, known) }
    // It decodes an empty body, and a success becomes an error. The app looks at the status first:
    // Code: Sources/LaunchesApp/Sending.swift, switch
    show(try await known.post(reminder, to: "reminders", as: Reminder.self))
    await attempt {
        try await strict.post(reminder, to: "reminders", as: Reminder.self)
    }
    // `Refusal` keeps the fields apart, so that each sentence can stand beside its field. `post`
    // also sets a header that `hasty` forgets, `Content-Type: application/json`.
}

// MARK: - A key for the API

/// Some servers want a key with each request. It comes from the environment, because a source is
/// read by many. It goes into a header, because addresses are written into logs. `withKey` makes a
/// server that sends it.
func aKeyForTheAPI() async throws {
    // Code: Sources/LaunchesApp/APIKey.swift, public func withKey
    let key = APIKey(environment: ["LAUNCHES_KEY": secret])
    guard let key, let api = URL(string: "https://api.example/v3") else { return }
    let patch = "https://patches.example/65.png"
    // Predict: The list is at api.example, and a launch's patch is at patches.example. What would
    // happen without the `guard`?
    let log = Mutex<[String]>([])
    let server = Server(api) { request in
        let header = request.value(forHTTPHeaderField: "Authorization")
        let host = request.url?.host ?? ""
        log.withLock { $0.append("\(host): \(header == nil ? "no key" : "key")") }
        throw URLError(.notConnectedToInternet)
    }
    _ = try? await server.withKey(key).send(.launches)
    _ = try? await server.withKey(key).send(Request<Int>(patch))
    show(log.withLock { $0 })
    // Without it, a stranger would get the key: an address in a document can lead anywhere. And
    // whoever prints the key by mistake prints this:
    show("\(key)")
    show(String(reflecting: key).contains(secret))
    // `APIKey` is a type of its own so that its text is private, also for `dump` and for errors.
}

// MARK: - Only what is on the screen

/// The list has room for three rows. `PatchShelf` loads a patch when its row appears, and gives the
/// request up when the row leaves. What it has loaded stays in memory, up to a limit.
@MainActor
func onlyWhatIsOnTheScreen() async throws {
    // Code: Sources/LaunchesApp/PatchShelf.swift, public func appeared
    // Code: Sources/LaunchesApp/PatchShelf.swift, public func disappeared
    let launches = try await Server.bundled.send(.launches)
    let shelf = PatchShelf(Answers(200, png: true).server)
    let rows = Array(launches.filter { $0.patch != nil }.prefix(3))
    show(rows.map(\.number))
    for row in rows { shelf.appeared(row) }
    shelf.disappeared(rows[1])
    // Predict: The second row has left before its patch has come. Of which flights does the shelf
    // have patches when nothing is on its way any more?
    await shelf.settle()
    show(shelf.patches.keys.sorted())
    // It has those of the other two. Lesson 11 loads the patches of the whole list, 14 requests for
    // three rows.
}

// MARK: - A test that cannot fail

func quietTest(_ document: Data, _ expect: (Bool) throws -> Void) throws {
    guard let found = try? JSONDecoder().decode([Launch].self, from: document)
    else { return }
    try expect(found.count == 15)
}

func openTest(_ document: Data, _ expect: (Bool) throws -> Void) throws {
    let found = try JSONDecoder().decode([Launch].self, from: document)
    try expect(found.count == 15)
}

/// Two tests of the model, and a document in which a key has a new name. A test passes if it
/// neither throws nor expects what is not so. (`verdict` runs one.)
func aTestThatCannotFail() throws {
    let text = String(decoding: BundledRecords.launches, as: UTF8.self)
    let broken = Data(text.replacing("rocket_name", with: "name").utf8)
    // Predict: No launch can be decoded now. What does `quietTest` say of that?
    show(verdict { try quietTest(broken, $0) })
    show(verdict { try openTest(broken, $0) })
    // It passes: nothing is left to expect, and a test without expectations is a good one. The
    // other lets the error through, and the error says where. In Swift Testing, `try #require(x)`
    // does that for an optional: the test ends there, red.
}

// MARK: - What to take away

// | Rule                                                               | Step |
// |--------------------------------------------------------------------|------|
// | A view is drawn again for what it has read                         | 1    |
// | Documents are structs, `nonisolated` and `Sendable`                | 2–4  |
// | Decode off the main actor: `@concurrent`                           | 4    |
// | When an answer comes, ask whether its question is still the last   | 5    |
// | Loading and failing keep the list that is shown                    | 6    |
// | Ask again after 503 with `Retry-After`; never after 404 or a POST  | 7    |
// | Look at the status before the body; keep a refusal's fields        | 8    |
// | A key goes into a header, to its own server, and into no text      | 9    |
// | Load for the rows that are there; cancel what has left             | 10   |
// | A test lets errors through                                         | 11   |
//
// This lesson runs without a window. In SwiftUI, the parts are called:
//
// | Here                                       | In SwiftUI               |
// |--------------------------------------------|--------------------------|
// | `withObservationTracking`                  | the `body` of a `View`   |
// | a search that is canceled by the next one  | `.task(id: words)`       |
// | loading again, with the list kept          | `.refreshable`           |
// | `PatchShelf`                               | `AsyncImage`, `.onAppear` |
// | the sentence beside the list               | `.alert`, an overlay     |
// | `Server.bundled`                           | what a `#Preview` shows  |
//
// Left out here: enums with values and types that hold themselves (lesson 15).
//
// Now you: open `Exercises/Exercise14.swift`. To judge it:
//
//     swift run workbook check 14

// MARK: - Helpers

/// Whether a view that has been drawn is to be drawn again after a change.
@MainActor
func isDue(_ view: () -> Void, after change: () -> Void) -> Bool {
    let isDue = Mutex(false)
    withObservationTracking(view) { isDue.withLock { $0 = true } }
    change()
    return isDue.withLock { $0 }
}

/// Has three taps wait for the main actor, and works.
///
/// - Returns: How many taps were answered when the work was done.
@MainActor
func taps(during work: @MainActor () async throws -> Int) async throws -> Int {
    var answered = 0
    for _ in 1...3 { Task { answered += 1 } }
    _ = try await work()
    return answered
}

/// A server that keeps its answer to Falcon back until the one to CRS has been shown.
@MainActor
final class SlowServer {
    let server: Server
    private let asked: AsyncStream<Void>, isShown: AsyncStream<Void>.Continuation

    init() {
        let (asked, isAsked) = AsyncStream.makeStream(of: Void.self)
        let (shown, isShown) = AsyncStream.makeStream(of: Void.self)
        (self.asked, self.isShown) = (asked, isShown)
        server = Server(Server.bundled.url) { request in
            if request.url?.query?.contains("Falcon") == true {
                isAsked.finish()
                for await _ in shown {}
            }
            return try await Server.bundled.transport(request)
        }
    }

    /// Searches for Falcon and, when the server has been asked for that, for CRS.
    func typing(_ search: @escaping @MainActor (String) async -> Void) async {
        let first = Task { await search("Falcon") }
        for await _ in asked {}
        await search("CRS")
        isShown.finish()
        await first.value
    }
}

/// A server that gives one status after the other, and then the last one again and again.
final class Answers: Sendable {
    private let statuses: [Int], headers: [String: String], body: Data
    private let asked = Mutex(0)

    init(_ statuses: Int..., retryAfter: String? = nil, text: String? = nil, png: Bool = false) {
        self.statuses = statuses
        headers = retryAfter.map { ["Retry-After": $0] } ?? [:]
        body = png ? Self.picture : text.map { Data($0.utf8) } ?? BundledRecords.launches
    }

    /// How many requests have come.
    var count: Int { asked.withLock { $0 } }

    var server: Server {
        Server(Server.bundled.url) { [self] request in
            let number = asked.withLock {
                $0 += 1
                return $0
            }
            let status = statuses[min(number, statuses.count) - 1]
            guard let url = request.url,
                let response = HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: nil, headerFields: headers)
            else { throw URLError(.badServerResponse) }
            return (status == 204 ? Data() : body, response)
        }
    }

    /// The same, asked again where that helps.
    var patient: Server { server.askingAgain(atMost: 3) { _ in } }

    /// The head of a picture of 512 by 512.
    private static let picture = Data(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            + Array("IHDR".utf8) + [0, 0, 2, 0, 0, 0, 2, 0, 8, 6, 0, 0, 0])
}

/// What nobody may read.
let secret = UUID().uuidString

/// Runs a test.
func verdict(_ test: ((Bool) throws -> Void) throws -> Void) -> String {
    struct NotSo: Error {}
    do {
        try test { if !$0 { throw NotSo() } }
        return "passes"
    } catch is NotSo {
        return "fails: something is not so"
    } catch {
        return "fails: \(Failure(error).sentence)"
    }
}
