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
        askWhichIsWanted,
        keepWhatIsShown,
        askAgainWhereItHelps,
        sendJSON,
        aRefusalWithFields,
        aKeyForTheAPI,
        aKeyForOneServer,
        onlyWhatIsOnTheScreen,
        aTestThatCannotFail,
        recordsThatStayAtHome
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
    // Predict: The list is closed when the view is drawn. First `launches` changes, then the list
    // is opened. Which change makes the app draw it again?
    show(isDue(view) { screen.launches = ["CRS-7"] })
    show(isDue(view) { screen.isOpen = true })
    // Opening the list does. While it is closed, the view does not read `launches`, and nobody has
    // to be told. Now that the list is open, the view reads both:
    show(isDue(view) { screen.launches = ["CRS-8"] })
    show(isDue(view) { screen.launches = ["CRS-8"] })
    // The last change is none: the new value is equal to the old one (Swift 6.3 on Linux). With
    // `@MainActor`, all of this happens on the main actor, the one thread that draws.
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

/// A program can be compiled so that the main actor owns each type that does not say otherwise:
/// with `-default-isolation MainActor`. (On a Mac, that is how new app projects of Xcode 26 begin.)
/// `@concurrent` says that a function does not run on the main actor. The text in `isolated` is a
/// program, and this lesson's tests compile it with that flag.
func isolatedByDefault() throws {
    // Predict: `Note` says nothing of an actor. Which line of the program does the compiler refuse?
    show(whatTheCompilerSays)
    // It refuses the call of `decode`, line 4. `Note` belongs to the main actor, and so does its
    // `init(from:)`, which `decode` would call from somewhere else. (The words are those of Swift
    // 6.3.) One word repairs it:
    show(isolated.replacing("struct Note", with: "nonisolated struct Note"))
    // This program compiles. A document is data, and has no reason to wait for the thread that
    // draws. Write `nonisolated` before the types of documents.
}

// MARK: - Decode where nobody waits

@MainActor
final class LaunchCounter {
    var count = 0
    func decodeHere(_ file: Data) async throws {
        count = try JSONDecoder().decode([Launch].self, from: file).count
    }
    func decodeElsewhere(_ file: Data) async throws {
        count = try await numberOfLaunches(in: file)
    }
}

@concurrent
func numberOfLaunches(in file: Data) async throws -> Int {
    try JSONDecoder().decode([Launch].self, from: file).count
}

/// A big document takes a while. `taps(during:)` begins the work and taps three times; each tap
/// needs the main actor. It returns how many taps were answered before the work was done.
@MainActor
func decodeWhereNobodyWaits() async throws {
    let document = BundledRecords.launches, counter = LaunchCounter()
    // Predict: The main actor does one thing after the other. How many taps are answered while
    // `decodeHere` works?
    show(try await taps { try await counter.decodeHere(document) })
    show(try await taps { try await counter.decodeElsewhere(document) })
    // None is answered: `decodeHere` never waits for anybody, so it keeps the main actor until it
    // has finished. That it is `async` does not help. `decodeElsewhere` waits at its `await` for a
    // function that runs on another thread. The document goes there and the number comes back, so
    // both have to be `Sendable`, as numbers, texts, `Data` and structs of these are. Write
    // `@concurrent`: without it, a setting of the compiler (`NonisolatedNonsendingByDefault`)
    // decides where a `nonisolated` async function runs.
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
    // The launches of Falcon stand there: each answer replaces the one before, and the last to
    // arrive stays. The person reads CRS above them.
    let canceled = Task { await quick.search("CRS", .bundled) }
    canceled.cancel()
    await canceled.value
    show(quick.launches.map(\.mission))
    // A request over a network ends when its task is canceled. Other code goes on unless it asks
    // `Task.isCancelled`, and an answer that is there is used all the same.
}

// MARK: - Ask which search is wanted

/// The app's store counts its searches, and each search keeps its number. (`within` runs its
/// closure off the main actor.)
@MainActor
func askWhichIsWanted() async throws {
    // Code: Sources/LaunchesApp/State/LaunchesStore.swift, func search
    let slow = SlowServer(), store = LaunchesStore(slow.server)
    // Predict: The search for Falcon ends after the one for CRS, as before. What is `searches` when
    // the answer for Falcon comes?
    await slow.typing { await store.search($0) }
    show(store.state.launches.map(\.mission))
    // It is 2, and the search for Falcon has number 1. So it leaves the state alone, also where its
    // answer is an error. A search that is canceled before it has an answer brings back what was
    // shown: it has not failed.
}

// MARK: - Keep what is shown

/// The controller of lesson 11 and the store of today load a list and load it again. The second
/// time, their server is down: `Answers(200, 503)` gives status 200, then 503. (`search("")` finds
/// all launches.)
@MainActor
func keepWhatIsShown() async throws {
    // Code: Sources/LaunchesApp/State/LaunchesController.swift, enum State
    // Code: Sources/LaunchesApp/State/LaunchesStore.swift, enum State
    let one = Answers(200, 503).server, two = Answers(200, 503).server
    let controller = LaunchesController(one), store = LaunchesStore(two)
    await controller.load()
    await store.search("")
    // Predict: A window shows what the state has. After the second answer, which of the two still
    // has launches to show?
    await controller.load()
    await store.search("")
    show(await controller.state)
    show(store.state.launches.count)
    if case .failed(_, let failure) = store.state { show(failure.sentence) }
    // The store has. The controller's `failed` has room for an error and nothing else, and its
    // window loses the list. The store's list stays while it loads and when it fails, with a
    // sentence beside it.
}

// MARK: - Ask again where it helps

/// A busy server says 503, and in a header, `Retry-After`, in how many seconds to ask again.
/// `patient` sends up to 3 times in this loop, and then once more:
func askAgainWhereItHelps() async throws {
    // Code: Sources/LaunchesApp/Server/Retrying.swift, for _ in
    // Code: Sources/LaunchesApp/Server/Retrying.swift, func timeToWait
    let busy = Answers(503, 200, after: 2), gone = Answers(404, 200, after: 2)
    let posted = Answers(503, 200, after: 2)
    // Predict: `busy` and `gone` are asked for launches, and `posted` gets a POST. From which of
    // the three does the app get the second answer, 200?
    await attempt { try await busy.patient.send(.launches).count }
    await attempt { try await gone.patient.send(.launches).count }
    await attempt { try await posted.patient.post([1], to: "x", as: Int.self) }
    // From `busy` alone. What is missing is still missing in two seconds. And nobody knows whether
    // the server has done what a POST asks for: a second one might do it twice. Ask with a GET what
    // the server has.
}

// MARK: - Send JSON

func hasty(_ sent: Reminder, _ server: Server) async throws -> Reminder {
    let url = server.url.appending(path: "reminders")
    var question = URLRequest(url: url)
    question.httpMethod = "POST"
    question.httpBody = try JSONEncoder().encode(sent)
    let (data, _) = try await server.transport(question)
    return try JSONDecoder().decode(Reminder.self, from: data)
}

/// A `Reminder` asks for a message before a launch. The server has three answers: 201 with what it
/// has made, 204 without a body if it has this reminder already, and 422 with what is wrong with
/// each field.
func sendJSON() async throws {
    let reminder = Reminder(flight: 107, minutesBefore: 20)
    let known = Answers(204).server
    // Predict: `hasty` does not look at the status. What does it return or throw for the 204?
    await attempt(Data()) { try await hasty(reminder, known) }
    // It throws, and the 204 was a success: `hasty` decodes an empty body. And the server was never
    // told that the body is JSON: a header says that, `Content-Type: application/json`.
}

// MARK: - A refusal with fields

/// The app's `post` sets the header, and calls `made` with the body and the status of the answer. A
/// `Refusal` is an error with a dictionary: for each field, what is wrong with it.
func aRefusalWithFields() async throws {
    // Code: Sources/LaunchesApp/Server/Sending.swift, func made
    let reminder = Reminder(flight: 107, minutesBefore: -5)
    let errors = #"{"errors": {"minutes_before": ["is below 0"]}}"#
    let strict = Answers(422, text: errors).server
    let page = Answers(422, text: "<html>").server
    // Predict: The form on the screen has two fields, the flight and the minutes. From which of the
    // two answers can the app show a sentence beside the field that is wrong?
    await attempt { try await strict.post(reminder, to: "x") as Reminder? }
    await attempt { try await page.post(reminder, to: "x") as Reminder? }
    // From the first: a `Refusal` has the messages by the names of their fields. A 422 of another
    // form, such as a page of HTML from a machine between app and server, is a status and no more.
}

// MARK: - A key for the API

func everywhere(_ key: String, _ server: Server) -> Server {
    Server(server.url) { request in
        var request = request
        request.setValue(key, forHTTPHeaderField: "Authorization")
        return try await server.transport(request)
    }
}

/// Some servers want a key with each request. It comes from the environment, because many people
/// read source code. It goes into a header, because addresses are written into logs. And the type
/// of the key never prints its text. (`Hosts` notes which hosts get a key.)
func aKeyForTheAPI() async throws {
    // Code: Sources/LaunchesApp/Server/APIKey.swift, extension APIKey
    let environment = ["LAUNCHES_KEY": secret], hosts = Hosts()
    guard let key = APIKey(environment: environment) else { return }
    show("GET with \(key)")
    // Predict: The list is at api.example, the address of the server. A launch in it names its
    // patch, at another host. Which hosts get the key from `everywhere`?
    _ = try? await everywhere(secret, hosts.server).send(.launches)
    _ = try? await everywhere(secret, hosts.server).send(strangersPatch)
    show(hosts.withKey)
    // Both of them get it, and the second is a stranger. `everywhere` sends the key wherever the
    // document says. (An interpolation asks for `description`, and `dump` reads the mirror, which
    // has no children here.)
}

// MARK: - A key for one server

/// The app's `withKey` looks at the address first.
func aKeyForOneServer() async throws {
    // Code: Sources/LaunchesApp/Server/APIKey.swift, func withKey
    // Code: Sources/LaunchesApp/Server/APIKey.swift, func isSameServer
    let environment = ["LAUNCHES_KEY": secret], hosts = Hosts()
    guard let key = APIKey(environment: environment) else { return }
    _ = try? await hosts.server.withKey(key).send(.launches)
    _ = try? await hosts.server.withKey(key).send(strangersPatch)
    // Predict: The same two requests as before. What in the address of the patch keeps the key from
    // it?
    show(hosts.withKey)
    // Its host: the server alone gets the key. But a server may also answer with a redirect.
    // `URLSession` follows it by itself and takes the key along, to any host (Swift 6.3 on Linux).
    // So the app's session has a delegate that takes the key off where `isSameServer` says no:
    // `RedirectsWithoutKey`, in the same file.
}

// MARK: - Only what is on the screen

/// A row that appears needs its patch. A quick view loads it at once. The app's `PatchShelf` keeps
/// some of them. (`settle` waits for its tasks.)
@MainActor
func onlyWhatIsOnTheScreen() async throws {
    // Code: Sources/LaunchesApp/State/PatchShelf.swift, func appeared
    let launches = try await Server.bundled.send(.launches)
    let rows = launches.filter { [1, 3, 4].contains($0.number) }
    let quick = Answers(200, png: true), careful = Answers(200, png: true)
    let shelf = PatchShelf(careful.server)
    // Predict: Each of three rows, all with a patch, appears twice. How many requests does the
    // server of the shelf get?
    for url in (rows + rows).compactMap(\.patch) {
        _ = try await quick.server.send(.patch(at: url))
    }
    for row in rows + rows { shelf.appeared(row) }
    await shelf.settle()
    show([quick.count, careful.count])
    // It gets three, the other one six: the shelf asks for no patch that is there or on its way.
    // When a row leaves the screen, the shelf cancels its task, and keeps nothing of it.
}

// MARK: - A test that cannot fail

func quietTest(_ document: Data, _ expect: (Bool) throws -> Void) throws {
    let found = try? JSONDecoder().decode([Launch].self, from: document)
    guard let found else { return }
    try expect(found.count == 15)
}

func openTest(_ document: Data, _ expect: (Bool) throws -> Void) throws {
    let found = try JSONDecoder().decode([Launch].self, from: document)
    try expect(found.count == 15)
}

/// Two tests of the model, and a document in which a key has a new name. A test fails if it throws,
/// or if what it expects is false. (`verdict` runs one.)
func aTestThatCannotFail() throws {
    let text = String(decoding: BundledRecords.launches, as: UTF8.self)
    let broken = Data(text.replacing("rocket_name", with: "name").utf8)
    // Predict: No launch can be decoded now. Which of the two tests fails?
    show(verdict { try quietTest(broken, $0) })
    show(verdict { try openTest(broken, $0) })
    // `openTest` fails: it lets the error through, which says where. `quietTest` returns before it
    // expects anything, and passes. For an optional, Swift Testing has `try #require(x)`: where `x`
    // is nil, the test ends and fails.
}

// MARK: - Records that stay at home

let sample = """
    struct Launch { let mission: String }
    #if DEBUG
        extension Launch { static let sample = Launch(mission: "CRS-7") }
    #endif
    func preview() -> String { Launch.sample.mission }
    """

/// While you write a view, you want a launch to look at. The people who use the app do not need it.
/// `swift build` sets `DEBUG`, and `swift build -c release` does not. The text in `sample` is a
/// program, and this lesson's tests compile it both ways.
func recordsThatStayAtHome() throws {
    // Predict: In a release build, which line of the program does the compiler refuse?
    show(whatTheReleaseSays)
    // It refuses line 5: the lines between `#if` and `#endif` are not compiled, and `sample` is not
    // there. So no sample goes into the product by mistake. `preview` belongs between these two
    // lines as well. A test's documents lie beside it, in `Tests` (lesson 11 opens one at its end),
    // and no file there goes into the product. This app has its records in the product, and on
    // purpose:
    show(BundledRecords.launches.count)
    // Each copy of the app carries these bytes, and shows launches without a network.
}

// MARK: - What to take away

// | Rule                                                               | Step |
// |--------------------------------------------------------------------|------|
// | A view is drawn again for what it has read                         | 1    |
// | Documents are structs, `nonisolated` and `Sendable`                | 2–4  |
// | Decode off the main actor: `@concurrent`                           | 4    |
// | When an answer comes, ask whether its question is still the last   | 5, 6 |
// | Loading and failing keep the list that is shown                    | 7    |
// | Ask again after 503 with `Retry-After`; never after 404 or a POST  | 8    |
// | Look at the status before the body; keep a refusal's fields        | 9, 10 |
// | A key goes into a header, to its own server, and into no text      | 11, 12 |
// | Load for the rows that are there; cancel what has left             | 13   |
// | A test lets errors through                                         | 14   |
// | What only tests and previews need is not in the product            | 15   |
//
// This lesson runs without a window, and nothing of SwiftUI was compiled for it. On a Mac, these
// parts are called:
//
// | Here                                       | On a Mac, in SwiftUI     |
// |--------------------------------------------|--------------------------|
// | `withObservationTracking`                  | the `body` of a `View`   |
// | a search that a new one replaces           | `.task(id: words)`       |
// | loading again, with the list kept          | `.refreshable`           |
// | `PatchShelf`                               | `AsyncImage`, `.onAppear` |
// | the sentence beside the list               | `.alert`, an overlay     |
// | `Server.bundled`                           | what a `#Preview` shows  |
//
// Left out here: enums with values as JSON, and types that hold themselves (lesson 15).
//
// Now you: open `Exercises/Exercise14.swift`. To judge it:
//
//     swift run workbook check 14

// MARK: - Helpers

/// What the compiler says about the program of step 3.
let whatTheCompilerSays = """
    line 4: error: main actor-isolated conformance of 'Note' to 'Decodable'
    cannot be used in nonisolated context
    """

/// What the compiler says about the program of step 15 in a release build.
let whatTheReleaseSays = "line 5: error: type 'Launch' has no member 'sample'"

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
func taps(during work: @MainActor () async throws -> Void) async throws -> Int {
    var answered = 0
    for _ in 1...3 { Task { answered += 1 } }
    try await work()
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

    /// - Parameter seconds: What the header `Retry-After` says.
    init(_ statuses: Int..., after seconds: Int? = nil, text: String? = nil, png: Bool = false) {
        self.statuses = statuses
        headers = seconds.map { ["Retry-After": "\($0)"] } ?? [:]
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

let strangersPatch = Request<Int>("https://patches.example/65.png")
let apiAddress = URL(string: "https://api.example/v3") ?? URL(filePath: "/")

/// A server that cannot be reached, and the hosts that would have got a key.
final class Hosts: Sendable {
    private let hosts = Mutex<[String]>([])

    var withKey: [String] { hosts.withLock { $0 } }

    var server: Server {
        Server(apiAddress) { [self] request in
            if request.value(forHTTPHeaderField: "Authorization") != nil {
                hosts.withLock { $0.append(request.url?.host ?? "") }
            }
            throw URLError(.notConnectedToInternet)
        }
    }
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
