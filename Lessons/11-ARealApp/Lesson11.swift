import Foundation
import LaunchesApp
import Synchronization
import Walkthrough

@main
struct Lesson11: Lesson {
    static let title = "A real app"
    static let steps = Steps(
        mirrorOfTheDocument,
        modelOwnsTheMapping,
        formForDecoding,
        oneRequest,
        whatCountsAsAnAnswer,
        oneSourceOfTruth,
        viewIsAFunction,
        aSentenceForEachFailure,
        aFewAtATime,
        oneFailureSpoilsNothing,
        aRequestThatHangs,
        theSecondClient
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document)
    }
}

// MARK: - A model that mirrors the document

struct Mirror: Decodable {
    let mission_name: String, launch_success: Bool
    let links: Links, timeline: [String: Int]
    struct Links: Decodable { let mission_patch: URL }
}

/// This lesson is about an app in your terminal: `swift run launches`. A first try at its model,
/// `Mirror`, has the shape and the names of one document, Telstar's.
func mirrorOfTheDocument() throws {
    let telstar = Data(
        #"""
        {"mission_name": "Telstar 19V", "launch_success": true,
         "links": {"mission_patch": "https://patches.example/65.png"},
         "timeline": {"liftoff": 0, "meco": 150}}
        """#.utf8)
    show(try JSONDecoder().decode(Mirror.self, from: telstar).timeline)
    let turksat = Data(
        #"""
        {"mission_name": "Turksat 5A", "launch_success": null,
         "links": {"mission_patch": null}, "timeline": null}
        """#.utf8)
    // Predict: Turksat is still to come, and `Mirror` takes none of its three nulls. How many of
    // them does the error tell of?
    attempt(turksat) { try JSONDecoder().decode(Mirror.self, from: turksat) }
    // The error tells of one, the first (with Swift 6.3 on Linux, null for a `Bool` is a
    // typeMismatch). One document never shows what a real API sends. And three optionals would only
    // move the question: is a launch without `launch_success` a failure? Every screen would have to
    // decide that.
}

// MARK: - The model owns the mapping

/// The app's model says what the app means, in the app's words. It was written from the questions
/// that its screens have.
func modelOwnsTheMapping() async throws {
    // Code: Sources/LaunchesApp/Model/Launch.swift, struct Launch
    let launches = try JSONDecoder().decode(
        [Launch].self, from: BundledRecords.launches)
    // Predict: Turksat's document has null for `launch_success`, `mission_patch` and `timeline`.
    // Which of them is still nil in the model?
    for turksat in launches where turksat.mission == "Turksat 5A" {
        show(turksat.outcome)
        show(turksat.patch)
        show(turksat.timeline)
    }
    // `Bool?` has become three cases with names, and no timeline is an empty one. Only the patch is
    // an optional: there may be none, and every screen has to think of that.
}

// MARK: - A form for decoding alone

/// Somewhere the names of the API have to be written down. They are in a private type inside of the
/// model. `init(from:)` makes a `Document` and takes each property from it, for example with
/// `rocket = document.rocket.rocket_name`.
func formForDecoding() throws {
    // Code: Sources/LaunchesApp/Model/Launch.swift, private struct Document
    let text = String(decoding: BundledRecords.launches, as: UTF8.self)
    let renamed = Data(text.replacing("rocket_name", with: "name").utf8)
    // Predict: The API has renamed `rocket_name`, and nobody has told the app. At which place in
    // the document does the error miss that key?
    attempt { try JSONDecoder().decode([Launch].self, from: renamed) }
    // It is missing in the rocket of the first launch: `Document(from: decoder)` decodes with the
    // decoder that `init(from:)` was given, so the path has no `Document`. Now one line of
    // `Document` changes, and the line that reads it. Screens and tests cannot see a `Document`.
    // (An event's time may be null.)
}

// MARK: - One request for every resource

/// Functions that load launches or paintings differ in a path and in a type, so the app has one
/// type for all. `Server.answering` makes a server that gives everybody the same text, without a
/// network.
func oneRequest() async throws {
    // Code: Sources/LaunchesApp/Server/Request.swift, struct Request
    // Code: Sources/LaunchesApp/Server/Request.swift, extension Request where
    let server = Server.answering("[1, 2, 3]")
    // Predict: The answer is only text. Who decides which type it becomes?
    show(try await server.send(Request<[Int]>("numbers")))
    show(try await server.send(Request("numbers") { $0.count }))
    // Whoever makes the request decides. The second does not decode: it counts bytes.
}

// MARK: - What counts as an answer

/// A server sent an error as JSON, and the decoder complains about the wrong thing. So the app
/// looks at the status first, and at the body if decoding fails. (`transport` is a closure that
/// sends; `.launches` asks for all launches.)
func whatCountsAsAnAnswer() async throws {
    let gone = Data(#"{"error": "Not Found"}"#.utf8)
    attempt { try JSONDecoder().decode([Launch].self, from: gone) }
    // Code: Sources/LaunchesApp/Server/Request.swift, func send
    let missing = Server.answering("{}", status: 404)
    await attempt { try await missing.send(.launches) }
    let page = Server.answering("<html>")
    // Predict: `page` asks a person to log in, with status 200. Which error does `send` throw?
    await attempt { try await page.send(.launches) }
    // It throws `page`. Decoders have the same error for a page and for a number that is too large
    // (lesson 09): `isJSON` asks `JSONSerialization` which it is.
}

// MARK: - One source of truth

actor QuickController {
    var launches: [Launch] = []
    func load(from server: Server) async {
        launches = (try? await server.send(.launches)) ?? []
    }
}

/// An actor lets one task at a time use its properties: here launches, in the app's controller a
/// `State`. One server has no launches, and one has a page of HTML.
func oneSourceOfTruth() async throws {
    // Code: Sources/LaunchesApp/State/LaunchesController.swift, enum State
    let servers = [Server.answering("[]"), .answering("<html>")]
    // Predict: Which of the two controllers can tell the two servers apart?
    for server in servers {
        let quick = QuickController(), careful = LaunchesController(server)
        await quick.load(from: server)
        await careful.load()
        show(await quick.launches)
        show(await careful.state)
    }
    // The app's controller can. `try?` makes an empty list of a failure, and the list is empty
    // before `load` too. A `State` has a case for each of these.
}

// MARK: - A view is a function

func fetchingView(_ server: Server, width: Int) async throws -> String {
    text(of: try await server.send(.launches), on: Display(width: width))
}

/// A view that loads what it shows is short. The app's view takes data. (How it counts the width
/// does not matter here.)
func viewIsAFunction() async throws {
    // Code: Sources/LaunchesApp/Screen/LaunchListView.swift, func text(of launches
    let launches = try await Server.bundled.send(.launches).suffix(2)
    let down = Server.answering("", status: 503)
    // Predict: The list is on the screen. The server goes down, and then somebody makes the window
    // narrower. Which of the two views can draw the list again?
    await attempt { try await fetchingView(down, width: 40) }
    show(text(of: Array(launches), on: Display(width: 40)))
    // The view that has the data can. A view that fetches asks the server each time it is drawn. A
    // function from data to text needs no server at all: the bundled records, decoded by the same
    // code, are its preview and its test.
}

// MARK: - A sentence for each failure

/// Models throw, the controller keeps the error, and the surface makes a sentence of it (lesson
/// 09). Each error has one too, its `localizedDescription`. (`tooShort` is a body that is cut off;
/// `TookTooLong` comes in step 11.)
func aSentenceForEachFailure() async throws {
    // Code: Sources/LaunchesApp/State/Failure.swift, init(_ error
    let server = Server.answering("[{}]")
    // Predict: The server's status is 200. Which case of `Failure` does the error become?
    do { _ = try await server.send(.launches) } catch {
        show(error.localizedDescription)
        show(Failure(error))
        show(Failure(error).sentence)
    }
    // It becomes `changed`: a launch without its keys is a `DecodingError`. The last sentence says
    // what a person can do now: only the app knows that. (The words of the first are those of Swift
    // 6.3 on Linux.) `Failure` is the one place that knows every error.
}

// MARK: - A few at a time

/// Fourteen launches have a patch, a picture. `mostAtOnce` loads 14 things and gives the largest
/// number of loads at the same time. (`Result { … }` with `await` in it is the app's own. It keeps
/// what its closure returns or throws.)
func aFewAtATime() async throws {
    // Code: Sources/LaunchesApp/Server/Loading.swift, func loadEach
    // Predict: For which limit, 1, 14 or 3, does the first loop never wait for a result?
    show(await mostAtOnce(limit: 1))
    show(await mostAtOnce(limit: 14))
    show(await mostAtOnce(limit: 3))
    // With 14 it never waits. One by one is slow, and all at once is rude: servers refuse that.
    // With 3, the fourth waits. A canceled task starts no more requests, but `loadEach` does not
    // throw: call `try Task.checkCancellation()` after it.
}

// MARK: - One failure spoils nothing

func patch(_ flight: Int) throws -> String {
    if flight == 3 { throw AnswerError.status(404) }
    return "patch \(flight)"
}

func loadPatches(_ flights: [Int]) async throws -> [String] {
    try await withThrowingTaskGroup(of: String.self) { group in
        for flight in flights { group.addTask { try patch(flight) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

/// A task group runs its tasks side by side and gives their results. One that throws is the short
/// way to load two patches.
func oneFailureSpoilsNothing() async throws {
    // Predict: Flight 1 has a patch, and flight 3 has none. What does `loadPatches([1, 3])` give?
    await attempt { try await loadPatches([1, 3]) }
    // It gives the error and nothing else: the error leaves the group, and patch 1 is thrown away.
    // `loadEach` makes a `Result` of each call, so its group never throws.
    let album = Mutex<[Int: Result<String, any Error>]>([:])
    await loadEach(of: [1, 3], atMost: 2) {
        try patch($0)
    } whenDone: { index, result in
        album.withLock { $0[index] = result }
    }
    show(album.withLock { $0 })
    // Results may come in any order, and a `Mutex` lets one at a time change the album. The index
    // says which one it is.
}

// MARK: - A request that hangs

/// A server may take a request and never answer. So the work races against a clock.
func aRequestThatHangs() async throws {
    // Code: Sources/LaunchesApp/Server/Loading.swift, func within
    let (soon, late) = (Duration.milliseconds(20), Duration.seconds(3600))
    // Predict: A group ends when all of its tasks have ended, and one of these sleeps for an hour.
    // Why do you not wait an hour for the result?
    await attempt { try await within(soon) { try await Task.sleep(for: late) } }
    let isDone = Mutex(false)
    try? await within(soon) {
        while !Task.isCancelled { await Task.yield() }
        isDone.withLock { $0 = true }
    }
    show(isDone.withLock { $0 })
    // `cancelAll` cancels the other task, and a canceled `Task.sleep` throws at once. So does
    // `URLSession`, unless it hangs (Swift 6.3 on Linux: see `Network.swift`). Other work has to
    // ask, as here: the group waits for its end.
}

// MARK: - The second client

/// A museum has another API, and the same `Request` and `Server` serve it. A search gives numbers,
/// and a second request asks for the painting with a number, with its colors.
func theSecondClient() async throws {
    // Code: Sources/LaunchesApp/Model/Resources.swift, extension Request where Value == Gallery
    let words = "ice & skaters"
    let pasted = URLComponents(string: "https://museum.example?q=\(words)")
    // Predict: Somebody pastes the words into an address. A query is a list of names and values,
    // with & between them. What will a server read in this one?
    show(pasted?.queryItems?.map { [$0.name, $0.value] })
    show(Request.paintings(words).query.map { [$0.name, $0.value] })
    // The server reads two items, and the search is cut off at the &. In an address made of query
    // items, the & is %26. (A + stays as it is, and many servers read it as a space.) Now the two
    // requests, one after the other:
    let museum = Server.bundled
    for hit in try await museum.send(.paintings("ice skaters")).hits {
        let painting = try await museum.send(.painting(hit.number))
        show(painting.colors.map(\.color))
    }
    // The second needs what the first gave, so they cannot go side by side.
}

// MARK: - What to take away

// | Rule                                                              | Step  |
// |-------------------------------------------------------------------|-------|
// | One document never shows all that an API sends: ask for the nulls | 1     |
// | A model says what the app means; a private type has the API's form | 2, 3  |
// | One generic request for all resources; the network is a closure    | 4, 5  |
// | Look at the status, then decode, then ask whether it was JSON      | 5     |
// | A controller keeps one state; `try?` would lose the error          | 6     |
// | A view takes data and gives text                                   | 7     |
// | An error becomes a sentence at the surface, in one place           | 8     |
// | Load a few at a time, with a `Result` for each, and a time limit   | 9–11  |
// | Make the query of an address of `URLQueryItem`s                    | 12    |
//
// A test of a model opens a document that is beside it, and lets errors through:
//
//     @Test func launches() throws {
//         let folder = URL(filePath: #filePath).deletingLastPathComponent()
//         let file = folder.appending(path: "launches.json")
//         let document = try Data(contentsOf: file)
//         let launches = try JSONDecoder().decode([Launch].self, from: document)
//         #expect(launches.count == 15)
//     }
//
// Left out here: a cache on disk (lesson 10), documents that are not JSON (lesson 12), lists that
// do not fit into memory (lesson 13).
//
// The app is in `Sources/LaunchesApp`; `swift run launches --help` says what it can do. Now you:
// open `Exercises/Exercise11.swift`. To judge it:
//
//     swift run workbook check 11

// MARK: - Helpers

/// The pages set a patch of the color before it.
extension Color: Swatch {}

/// Counts how many it serves at the same time.
actor Desk {
    private var now = 0
    private(set) var most = 0

    func serve() async throws {
        now += 1
        most = max(most, now)
        try await Task.sleep(for: .milliseconds(20))
        now -= 1
    }
}

/// Loads 14 things with `loadEach`.
///
/// - Returns: How many were on their way at the same time.
func mostAtOnce(limit: Int) async -> Int {
    let desk = Desk()
    await loadEach(of: Array(1...14), atMost: limit) { _ in
        try await desk.serve()
    } whenDone: { _, _ in
    }
    return await desk.most
}
