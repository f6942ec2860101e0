import Dispatch
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
        whatAListNeeds,
        observableAndCodable,
        isolatedByDefault,
        decodeWhereNobodyWaits,
        loadItAgain,
        twoSearches,
        askWhichSearchIsWanted,
        sendJSON,
        askAgainWhereItHelps,
        aKeyForOneServer,
        onlyWhatIsOnTheScreen
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

@MainActor
func drawsAgain(_ screen: Screen, after change: () -> Void) -> Bool {
    let isToldOfChange = Mutex(false)
    withObservationTracking {
        if screen.isOpen {
            _ = screen.launches
        }
    } onChange: {
        isToldOfChange.withLock { $0 = true }
    }
    change()
    return isToldOfChange.withLock { $0 }
}

/// The app of lesson 11 gets a window. In SwiftUI, a view reads an object of an `@Observable`
/// class, and it is drawn again when something that it has read changes. `withObservationTracking`
/// does the same in any program. It runs its first closure, which stands for the view, and notes
/// each property that the closure reads. Before one of them changes, it calls the second closure.
@MainActor
func stateThatSomebodyWatches() throws {
    let screen = Screen()
    // Predict: The list is closed when the view is drawn. First `launches` changes, and then the
    // list is opened. Which of the two changes makes the app draw the view again?
    show(drawsAgain(screen) { screen.launches = ["CRS-7"] })
    show(drawsAgain(screen) { screen.isOpen = true })
    // Opening the list does. While it is closed, the view does not read `launches`, so nobody has
    // to be told. Now the list is open, and the view reads both:
    show(drawsAgain(screen) { screen.launches = ["CRS-8"] })
    // `@MainActor` says that all of this happens on the main actor, which also draws. To watch from
    // a loop, there is `for await launches in Observations({ screen.launches })` since Swift 6.2.
}

// MARK: - What a list needs

struct Row: Decodable, Identifiable {
    let id = UUID()
    let mission: String

    enum CodingKeys: CodingKey {
        case mission
    }
}

/// When a list is loaded again, the screen keeps the rows that are still in it, with what is
/// selected and how far a person has scrolled. To find these rows, it compares their `id`, which
/// the protocol `Identifiable` asks for. There is no `id` in this document, so the type makes one.
func whatAListNeeds() throws {
    let answer = Data(
        """
        [{ "number": 65, "mission": "Telstar 19V" },
         { "number": 24, "mission": "CRS-7" }]
        """.utf8)
    let shown = try JSONDecoder().decode([Row].self, from: answer)
    let again = try JSONDecoder().decode([Row].self, from: answer)
    // Predict: The app has loaded the list twice, and both answers were the same. How many of its
    // rows does the list keep?
    show(Set(shown.map(\.id)).intersection(again.map(\.id)).count)
    // It keeps none. Each decoding makes new identifiers, so the list takes two rows away and puts
    // two others in their place. An identity has to come from the document:
    struct LaunchRow: Decodable, Identifiable {
        let number: Int
        let mission: String

        var id: Int { number }
    }
    let rows = try JSONDecoder().decode([LaunchRow].self, from: answer)
    let newRows = try JSONDecoder().decode([LaunchRow].self, from: answer)
    show(Set(rows.map(\.id)).intersection(newRows.map(\.id)).count)
    // If it takes two values to tell rows apart, make the `id` a struct of both that is `Hashable`.
    // Two strings that are joined are not enough: "1" and "12" give the same as "11" and "2".
}

// MARK: - Observable and Codable in one class

struct Settings: Codable {
    var words: String
}

@Observable
final class WatchedSettings: Encodable {
    var words: String

    init(words: String) {
        self.words = words
    }
}

@MainActor @Observable
final class SettingsStore {
    var settings = Settings(words: "")
}

/// What a person has typed goes into a file, and onto a view. `WatchedSettings` is for both. The
/// macro `@Observable` turns `words` into a computed property, because it has to notice each
/// change. And for `encode(to:)`, the compiler goes by the stored properties, as it always does.
@MainActor
func observableAndCodable() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let file = try encoder.encode(WatchedSettings(words: "CRS"))
    // Predict: The class has written this file, and the next version of the app reads it with the
    // struct `Settings`. What does the decoder say?
    attempt(file) { try JSONDecoder().decode(Settings.self, from: file) }
    // It misses `words`. The text is in a stored property with another name, which the macro has
    // added, and the other key is the macro's list of watchers. Neither belongs in a file. So the
    // type of the document stays a struct, and the class that is watched has a property of that
    // type:
    let store = SettingsStore()
    store.settings.words = "CRS"
    let document = try encoder.encode(store.settings)
    show(document)
    store.settings = try JSONDecoder().decode(Settings.self, from: document)
    show(store.settings.words)
}

// MARK: - Isolated by default

nonisolated struct Note: Decodable {
    let text: String
    let isReadByMainActor: Bool

    enum CodingKeys: CodingKey {
        case text
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        isReadByMainActor = isOnMainActor()
    }
}

@concurrent func readNote(from file: Data) async throws -> Note {
    try JSONDecoder().decode(Note.self, from: file)
}

/// New app projects of Xcode 26 are compiled with `-default-isolation MainActor`: the main actor
/// owns each type that does not say otherwise. Suppose that such a project has these lines:
///
///     struct Note: Decodable {
///         let text: String
///     }
///
///     @concurrent func readNote(from file: Data) async throws -> Note {
///         try JSONDecoder().decode(Note.self, from: file)
///     }
///
/// `@concurrent` says that the function does not run on the main actor. The `init(from:)` of `Note`
/// belongs to the main actor, and `decode` would call it from elsewhere. So the compiler says:
///
///     main actor-isolated conformance of 'Note' to 'Decodable' cannot be
///     used in nonisolated context
///
/// In Swift 5 mode, in which these projects begin, this is a warning. In Swift 6 mode it is an
/// error. (The words are those of Swift 6.3.) The word `nonisolated` before the type repairs it:
/// the type belongs to no actor then. The note below has the word. It also notes whether the main
/// actor has read it: `isOnMainActor()` is true there, and false elsewhere.
@MainActor
func isolatedByDefault() async throws {
    let file = Data(#"{ "text": "Go" }"#.utf8)
    let note = try JSONDecoder().decode(Note.self, from: file)
    let otherNote = try await readNote(from: file)
    // Predict: These lines run on the main actor. Which of the two notes has the main actor read?
    show(note.isReadByMainActor)
    show(otherNote.isReadByMainActor)
    // It has read the first one. A type that belongs to no actor may be decoded anywhere, and it is
    // decoded where `decode` is called. A document is data, so write `nonisolated` before its type.
    // The types inside of such a type need no word of their own. Its extensions do: what you add in
    // an extension without the word belongs to the main actor again.
}

// MARK: - Decode where nobody waits

@MainActor
func answeredTaps(
    during work: @MainActor () async throws -> Void
) async throws -> Int {
    var answered = 0
    for _ in 1...3 {
        Task { answered += 1 }
    }
    try await work()
    return answered
}

@MainActor
final class LaunchCounter {
    var count = 0

    func open(_ document: Data) async throws {
        let decoder = JSONDecoder()
        count = try decoder.decode([Launch].self, from: document).count
    }

    func openElsewhere(_ document: Data) async throws {
        count = try await launches(in: document).count
    }
}

@concurrent
func launches(in document: Data) async throws -> [Launch] {
    try JSONDecoder().decode([Launch].self, from: document)
}

/// A big document takes a while, and meanwhile a person taps. `answeredTaps` begins with three
/// taps, each of which has to wait for the main actor. Then it does the work, and returns how many
/// taps were answered by then.
@MainActor
func decodeWhereNobodyWaits() async throws {
    let document = BundledRecords.launches
    let counter = LaunchCounter()
    // Predict: `open` is an async function. How many of the three taps are answered while it works?
    show(try await answeredTaps { try await counter.open(document) })
    // None is answered. `async` says that a function may wait, and this one never waits for
    // anybody: there is no `await` in it. So it keeps the main actor until it has finished.
    show(try await answeredTaps { try await counter.openElsewhere(document) })
    // At its `await`, `openElsewhere` leaves the main actor to others, and another thread decodes.
    // Write `@concurrent` before such a function, because without it a setting of the compiler
    // decides where it runs. The launches come back as values that are `Sendable`, which a struct
    // of strings and numbers is by itself. An object that is not `Sendable` may cross too, if
    // nobody keeps it on the side that it comes from. The compiler checks this, so you never need
    // `@unchecked Sendable` for it.
}

// MARK: - Load it again

@MainActor
final class ListStore {
    enum State {
        case loading
        case loaded([Launch])
        case failed(any Error)
    }

    private(set) var state = State.loading
    private let server: Server

    init(_ server: Server) {
        self.server = server
    }

    func load() async {
        state = .loading
        do {
            state = .loaded(try await server.send(.launches))
        } catch {
            state = .failed(error)
        }
    }
}

/// A person has a list on the screen, and pulls it down to load it again. `ListStore` has the
/// states of the controller in lesson 11. `replies(200, 503)` makes a server that answers with
/// these statuses in turn, and its 200 has the launches of the app.
@MainActor
func loadItAgain() async throws {
    let store = ListStore(replies(200, 503))
    await store.load()
    await store.load()
    // Predict: The first answer had 15 launches. What can the window show now?
    show(store.state)
    // It can show an error and nothing else, because the case `failed` has no room for launches.
    // While the store was loading, there was no list either. Nobody wants to lose a list because a
    // newer one does not come. In the app's `LaunchesStore`, each case has the launches that are on
    // the screen:
    // Code: Sources/LaunchesApp/State/LaunchesStore.swift, enum State
    let appStore = LaunchesStore(replies(200, 503))
    await appStore.search("")
    await appStore.search("")
    show(appStore.state.launches.count)
    if case .failed(_, let failure) = appStore.state {
        show(failure.sentence)
    }
    // The search for no words finds all launches. The list stays, and the sentence of lesson 11
    // stands beside it.
}

// MARK: - Two searches

@MainActor
final class SearchStore {
    private(set) var launches: [Launch] = []
    private let server: Server

    init(_ server: Server) {
        self.server = server
    }

    func search(_ words: String) async {
        let found = try? await server.send(.launches(matching: words))
        launches = found ?? []
    }
}

/// Somebody types Falcon into the search field, and then CRS. `SlowServer` answers each search at
/// once, but not the one for Falcon: that answer waits until `answerFalcon()` is called.
@MainActor
func twoSearches() async throws {
    let slow = SlowServer()
    let store = SearchStore(slow.server)
    let falcon = Task { await store.search("Falcon") }
    let crs = Task { await store.search("CRS") }
    await crs.value
    show(store.launches.map(\.mission))
    slow.answerFalcon()
    await falcon.value
    // Predict: Both searches have ended, and CRS is still in the search field. Which launches stand
    // below it?
    show(store.launches.map(\.mission))
    // The launches of Falcon stand there, because each answer replaces the one before. The main
    // actor protects `launches` from two threads at the same time. But at an `await`, it is free
    // for other work, and so the second search began and ended in the middle of the first. This is
    // called reentrancy. What you knew before an `await` need not be so after it.
    let canceled = Task { await store.search("CRS") }
    canceled.cancel()
    await canceled.value
    show(store.launches.map(\.mission))
    // To cancel the older search is good, because a request over a network then ends early. It is
    // not enough: this search was canceled before it began, its answer came all the same, and
    // `search` did not look.
}

// MARK: - Ask which search is wanted

/// This is the search of the app's store, which has the states of step 6. It counts the searches.
/// `within` gives up after a time, as in lesson 11, and `Failure` makes a sentence of an error.
@MainActor
func askWhichSearchIsWanted() async throws {
    // Code: Sources/LaunchesApp/State/LaunchesStore.swift, func search
    let slow = SlowServer()
    let store = LaunchesStore(slow.server)
    let falcon = Task { await store.search("Falcon") }
    let crs = Task { await store.search("CRS") }
    await crs.value
    slow.answerFalcon()
    await falcon.value
    // Predict: The answer to Falcon came last again. Which launches does the store have now, and
    // which two numbers did the `guard` compare?
    show(store.state.launches.map(\.mission))
    // It compared 1 and 2. `number` is a constant of this one call, and `searches` belongs to the
    // store. So the search for Falcon changes nothing any more, and it would not do so with an
    // error either. Now the newest search is canceled before it has an answer:
    let next = SlowServer()
    let nextStore = LaunchesStore(next.server)
    await nextStore.search("CRS")
    let canceled = Task { await nextStore.search("Falcon") }
    canceled.cancel()
    await canceled.value
    if case .loaded(let launches) = nextStore.state {
        show(launches.map(\.mission))
    }
    // It has not failed: nobody wants its answer any more. So the store goes back to the launches
    // that are shown, and says nothing of an error.
}

// MARK: - Send JSON

func send(
    _ reminder: Reminder, to server: Server
) async throws -> Reminder {
    var request = URLRequest(url: server.url.appending(path: "reminders"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(reminder)
    let (data, _) = try await server.transport(request)
    return try JSONDecoder().decode(Reminder.self, from: data)
}

/// A `Reminder` asks for a message some minutes before a launch. It is sent as the body of a POST,
/// and a header says that the body is JSON. The server has three answers: 201 with the reminder
/// that it has made, 204 without a body if it has this reminder already, and 422 with what is wrong
/// in each field.
func sendJSON() async throws {
    let reminder = Reminder(flight: 107, minutesBefore: 20)
    let emptyBody = Data()
    // Predict: The server has this reminder already. What does `send` return or throw?
    await attempt(emptyBody) { try await send(reminder, to: replies(204)) }
    // It throws an error, although nothing has gone wrong: an empty body is not JSON. So look at
    // the status before you decode. This is what the app does with an answer:
    // Code: Sources/LaunchesApp/Server/Sending.swift, func answer
    let refusal = #"{ "errors": { "minutes_before": ["is above 15"] } }"#
    let server = replies(422, body: refusal)
    await attempt {
        try await server.post(reminder, to: "reminders", as: Reminder.self)
    }
    // The app's `post` sends a request like the one above, and calls this function. The `Refusal`
    // is an error with a dictionary, so a form can show each message beside its field. Here `try?`
    // loses nothing: a 422 of another form, such as a page of HTML, is still an error with its
    // status.
}

// MARK: - Ask again where it helps

/// A busy server answers 503, and one that you ask too often answers 429. Both may say in the
/// header `Retry-After` how many seconds to wait, and `after: 2` stands for it below. (It may also
/// be a date. Then the app does not ask again.) In the app, `askingAgain` sends a request again as
/// long as this function gives it a number, and calls a closure in between, which waits. On this
/// page, the closure does nothing.
func askAgainWhereItHelps() async throws {
    // Code: Sources/LaunchesApp/Server/Retrying.swift, func secondsToWait
    let often = replies(429, 200, after: 2).askingAgain(atMost: 3) { _ in }
    let gone = replies(404, 200, after: 2).askingAgain(atMost: 3) { _ in }
    let busy = replies(503, 200, after: 2).askingAgain(atMost: 3) { _ in }
    // Predict: The first two servers are asked for launches, and the last one gets a POST. From
    // which of the three does the app get its second answer, 200?
    await attempt { try await often.send(.launches).count }
    await attempt { try await gone.send(.launches).count }
    await attempt {
        let reminder = Reminder(flight: 107, minutesBefore: 20)
        return try await busy.post(reminder, to: "reminders", as: Reminder.self)
    }
    // It comes from the first alone. What is missing is still missing in two seconds. And nobody
    // knows whether a server has already done what a POST asks for, so a second one might do it
    // twice. Ask with a GET what is there. Some servers take a header `Idempotency-Key`, and act
    // only once on several requests with the same key. To these you may send a POST again.
}

// MARK: - A key for one server

/// Many APIs want a key in a header of each request. An app on a phone cannot keep a secret:
/// whoever has the app can read what is in it. So the key of an API belongs to a server of yours,
/// and your app asks that one. What the app has is the token of a person who has logged in, and it
/// keeps this in the Keychain. The token is for your server alone, and documents are full of other
/// addresses.
func aKeyForOneServer() throws {
    let server = URL(string: "https://api.example")
    let addresses = [
        "https://api.example/v3/launches",
        "https://api.example.evil.example/65.png",
        "https://api.example@evil.example/65.png",
        "http://api.example/v3/launches",
    ]
    // Predict: To three of these addresses, the token must not go. How many of the three does
    // `hasPrefix` let through?
    show(addresses.filter { $0.hasPrefix("https://api.example") })
    // It lets two of them through, and both belong to a stranger. (What stands before the @ is the
    // name of a user.) An address that begins like another one need not be on the same server. So
    // take it apart, and compare the parts:
    // Code: Sources/LaunchesApp/Server/APIKey.swift, func isSameServer
    show(addresses.filter { isSameServer(URL(string: $0), server) })
    // A server may also send you on to another address. `URLSession` goes there by itself, and with
    // Swift 6.3 on Linux it takes the header along. So the app's session has a delegate that asks
    // the same question. And a key must not get into a log, so its type prints something else:
    // Code: Sources/LaunchesApp/Server/APIKey.swift, extension APIKey
    if let key = APIKey(environment: ["LAUNCHES_KEY": secret]) {
        show("GET with \(key)")
    }
    // `print` asks for the description, and `dump` for the mirror. The app of this lesson is a
    // command-line program, so its key comes from the environment.
}

// MARK: - Only what is on the screen

/// A row that comes onto the screen needs its patch. The app's `PatchShelf` keeps the patches, and
/// a task for each one that is on its way. `PictureServer` has a picture for each address, and
/// counts the requests.
@MainActor
func onlyWhatIsOnTheScreen() async throws {
    // Code: Sources/LaunchesApp/State/PatchShelf.swift, func appeared
    let pictures = PictureServer()
    let shelf = PatchShelf(pictures.server)
    let launches = try await Server.bundled.send(.launches)
    let rows = launches.filter { [1, 3, 4].contains($0.number) }
    for row in rows + rows {
        shelf.appeared(row)
    }
    await shelf.settle()
    // Predict: Each of three rows has come onto the screen twice, and all of them have a patch.
    // `settle` has waited for the tasks. How many requests has the server got?
    show(pictures.count)
    // It has got three. The shelf asks for no patch that is there, and for none that is on its way.
    // It notes the task before the first `await`, so no other call can come in between. When a row
    // leaves the screen, the shelf cancels its task, and keeps nothing of what may still come.
}

// MARK: - What to take away

// | Rule                                                               | Step |
// |--------------------------------------------------------------------|------|
// | A view is drawn again for what it has read                         | 1    |
// | The identity of a row comes from the document                      | 2    |
// | The type of a document is a struct, and `nonisolated`              | 3, 4 |
// | Decode off the main actor: `@concurrent`                           | 5    |
// | Loading and failing keep the list that is shown                    | 6    |
// | After an `await`, ask whether the answer is still wanted           | 7, 8 |
// | A search that was canceled has not failed                          | 8    |
// | Look at the status before the body                                 | 9    |
// | Ask again after 429 or 503, and never a POST by itself             | 10   |
// | A key goes to its own server, and into no text                     | 11   |
// | Note what is on its way before the first `await`                   | 12   |
//
// This lesson runs without a window, and nothing of SwiftUI or UIKit was compiled for it. These are
// the names there, and what you find in older code:
//
// | Here                     | In SwiftUI             | In older code                            |
// |--------------------------|------------------------|------------------------------------------|
// | an `@Observable` store   | `@State`               | `ObservableObject`, `@Published`; a view model (MVVM) |
// | `withObservationTracking` | the `body` of a view  | `reloadData()` by hand (UIKit)           |
// | `await`                  | the same               | a completion handler, and `DispatchQueue.main.async` |
// | `id`                     | `List`, `ForEach`      | the index of a row, or a diffable data source |
// | a newer search           | `.task(id: words)`     | `cancel()` of the last `URLSessionTask`  |
// | loading again            | `.refreshable`         | `UIRefreshControl`                       |
// | the sentence             | `.alert`, an overlay   | `UIAlertController`                      |
// | `PatchShelf`             | `AsyncImage`           | a cell, which may be in use for another row when the picture comes |
// | `Server.bundled`         | a `#Preview`           | the running app                          |
//
// What an app on a phone or a Mac keeps, and where:
//
// | What                     | Where                                                       |
// |--------------------------|-------------------------------------------------------------|
// | settings, drafts         | a file with a version (lesson 10)                           |
// | answers, pictures        | `URLCache`, which `URLSession` uses by itself. With an `ETag` of the server, it asks whether the answer has changed. 304 says no, and has no body |
// | the token of a person    | the Keychain                                                |
//
// Left out here: tests of what you decode (lesson 01), answers that arrive in pieces (lesson 16).
//
// Now you: open `Exercises/Exercise14.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 14

// MARK: - Helpers

/// Makes a server that gives one status after the other, and then the last one again and again.
///
/// - Parameters:
///   - statuses: The statuses.
///   - seconds: The value of the header `Retry-After`, if there is one.
///   - body: The body of each answer. By default, it has the launches of the app. A 204 has none.
func replies(_ statuses: Int..., after seconds: Int? = nil, body: String? = nil) -> Server {
    let count = Mutex(0)
    let data = body.map { Data($0.utf8) } ?? BundledRecords.launches
    return Server(Server.bundled.url) { request in
        let index = count.withLock { count in
            defer { count += 1 }
            return min(count, statuses.count - 1)
        }
        let status = statuses[index]
        let headers = seconds.map { ["Retry-After": "\($0)"] }
        return (status == 204 ? Data() : data, try response(status, headers, to: request))
    }
}

private func response(
    _ status: Int, _ headers: [String: String]? = nil, to request: URLRequest
) throws -> URLResponse {
    guard let url = request.url,
        let response = HTTPURLResponse(
            url: url, statusCode: status, httpVersion: nil, headerFields: headers)
    else { throw URLError(.badServerResponse) }
    return response
}

#if !canImport(Darwin)
    private let mainQueue: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
#endif

/// Whether the caller runs on the main actor.
func isOnMainActor() -> Bool {
    #if canImport(Darwin)
        Thread.isMainThread
    #else
        // The main actor has the main queue, which need not have the main thread.
        DispatchQueue.getSpecific(key: mainQueue) == true
    #endif
}

/// A server that keeps its answer to Falcon back.
struct SlowServer {
    let server: Server
    private let isReady: AsyncStream<Void>.Continuation

    init() {
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        self.isReady = isReady
        server = Server(Server.bundled.url) { request in
            if request.url?.query()?.contains("Falcon") == true {
                for await _ in ready {}
                try Task.checkCancellation()
            }
            return try await Server.bundled.transport(request)
        }
    }

    func answerFalcon() {
        isReady.finish()
    }
}

/// A server that has the same picture at each address.
final class PictureServer: Sendable {
    private let requests = Mutex(0)

    /// How many requests have come.
    var count: Int { requests.withLock { $0 } }

    var server: Server {
        Server(Server.bundled.url) { [self] request in
            requests.withLock { $0 += 1 }
            return (Self.picture, try response(200, to: request))
        }
    }

    /// The head of a picture of 512 by 512.
    private static let picture = Data(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            + Array("IHDR".utf8) + [0, 0, 2, 0, 0, 0, 2, 0, 8, 6, 0, 0, 0])
}

/// What nobody may read.
let secret = UUID().uuidString
