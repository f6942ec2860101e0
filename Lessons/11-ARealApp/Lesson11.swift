import Foundation
import LaunchesApp
import Walkthrough

@main
struct Lesson11: Lesson {
    static let title = "A real app"
    static let steps = Steps(
        aModelThatMirrorsTheDocument,
        theModelSaysWhatTheAppMeans,
        thePrivateDocument,
        oneRequestForEveryResource,
        theRequestLeavesTheMachine,
        whatCountsAsAnAnswer,
        oneSourceOfTruth,
        aViewIsAFunction,
        aSentenceForEachFailure,
        oneFailureSpoilsNothing,
        aRequestThatHangs,
        theAPIChanges
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document)
    }
}

// MARK: - A model that mirrors the document

struct LaunchRecord: Decodable {
    let missionName: String
    let launchSuccess: Bool
    let links: Links
    let timeline: [String: Int]

    struct Links: Decodable {
        let missionPatch: URL
    }
}

/// This lesson is about an app in your terminal: `swift run launches`. It shows launches of rockets
/// that an API sends. A first try at its model, `LaunchRecord`, has the names and the nesting of
/// one document, that of Telstar 19V.
func aModelThatMirrorsTheDocument() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let telstar = Data(
        """
        {
          "mission_name": "Telstar 19V", "launch_success": true,
          "links": { "mission_patch": "https://patches.example/65.png" },
          "timeline": { "liftoff": 0, "meco": 150 }
        }
        """.utf8)
    show(try decoder.decode(LaunchRecord.self, from: telstar).timeline)
    let turksat = Data(
        """
        {
          "mission_name": "Turksat 5A", "launch_success": null,
          "links": { "mission_patch": null },
          "timeline": null
        }
        """.utf8)
    // Predict: Turksat 5A is still to come, and three of its values are null. How many of the three
    // does the error name?
    attempt(turksat) { try decoder.decode(LaunchRecord.self, from: turksat) }
    // It names one, because decoding stops at the first. The next two wait for you, one after the
    // other: a document shows what an API has sent once, and not what it may send. Three optionals
    // would take all of them, and only move the question. Is a launch without `launchSuccess` a
    // failure? Each screen of the app would have to answer that for itself.
}

// MARK: - The model says what the app means

/// This is the app's own model. It was not written from a document, but from what the screens have
/// to know of a launch.
func theModelSaysWhatTheAppMeans() throws {
    // Code: Sources/LaunchesApp/Model/Launch.swift, struct Launch
    let launches = try JSONDecoder().decode(
        [Launch].self, from: BundledRecords.launches)
    // Predict: The app has Turksat among its records, with the same three nulls. What do the nulls
    // become in this model?
    if let turksat = launches.first(where: { $0.mission == "Turksat 5A" }) {
        show(turksat.outcome)
        show(turksat.patch)
        show(turksat.timeline)
    }
    // Each null has become what it means here. A launch that has neither succeeded nor failed is
    // still to come, and that is a case with a name. A timeline that nobody has measured has no
    // events. Only the patch, a picture, is an optional, because every screen has to think of a
    // launch that has none.
}

// MARK: - The private document

/// Somewhere the names and the nesting of the API have to be written down. In the app, that is a
/// private type with the form of the document. The `init(from:)` of `Launch` decodes a `Document`,
/// and takes each property from it.
func thePrivateDocument() throws {
    // Code: Sources/LaunchesApp/Model/Launch.swift, struct Document
    // Code: Sources/LaunchesApp/Model/Launch.swift, struct Rocket
    // Code: Sources/LaunchesApp/Model/Launch.swift, init(from decoder
    let text = String(decoding: BundledRecords.launches, as: UTF8.self)
    let changed = Data(text.replacing("rocket_name", with: "name").utf8)
    // Predict: The API has renamed a key of the rocket. At which path is the error?
    attempt { try JSONDecoder().decode([Launch].self, from: changed) }
    // It has the path in the API's document, and nothing in it speaks of `Document`, because the
    // initializer hands on the decoder that it was given. The other types of the document are
    // private too, and in the same file. So no screen can use them.
}

// MARK: - One request for every resource

/// Functions that load launches or paintings would differ in an address and in a type. So the app
/// has one type for all requests. It holds a path, the items of a query, and a closure that decodes
/// the answer. The extension writes that closure for every type that is `Decodable`.
///
/// `Server.answering` makes a server that gives the same text to everybody, without a network.
func oneRequestForEveryResource() async throws {
    // Code: Sources/LaunchesApp/Server/Request.swift, struct Request
    // Code: Sources/LaunchesApp/Server/Request.swift, extension Request where
    let server = Server.answering("[1, 2, 3]")
    show(try await server.send(Request<[Int]>("numbers")))
    // Predict: The next request goes to the same server. What comes out of it?
    show(try await server.send(Request("numbers") { $0.count }))
    // It gives the number of bytes in the text. What a request decodes is a part of the request, as
    // its address is. The compiler knows the type of each answer, and whoever sends the request
    // needs no decoder.
}

// MARK: - The request leaves the machine

/// A `Server` has a closure that sends its requests, the transport. A test gives it one with ready
/// answers, and the app gives it this one. `answer(to:)` does what `data(for:)` of a `URLSession`
/// does. On Linux, it also repairs a fault of that, and the file imports FoundationNetworking as in
/// lesson 01. The delegate belongs to lesson 14.
func theRequestLeavesTheMachine() async throws {
    // Code: Sources/LaunchesApp/Server/Network.swift, func networkTransport
    // A person looks for paintings with the words "ice & skaters". In an address, they become the
    // value of an item with the name `q`. A query is a list of such items, with an & between two of
    // them. `LoopbackServer` is the server of lesson 01: it answers once, and keeps the first line
    // that arrives.
    let words = "ice & skaters"
    let none = Data(#"{"artObjects": []}"#.utf8)
    let first = try LoopbackServer(sending: none)
    let museum = Server(first.url, transport: networkTransport())
    let address = "\(first.url)collection?q=\(words)"
    _ = try await museum.send(Request<Gallery>(address))
    // Predict: For which words does the museum search?
    show(first.requestLine)
    // It searches for "ice ". The blank was escaped, as %20. The & was not, because it has a
    // meaning in an address, and so it ends the value. What comes after it is another item. Give
    // each value to a `URLQueryItem`, which escapes the & too:
    //
    // Code: Sources/LaunchesApp/Model/Resources.swift, extension Request where Value == Gallery
    let second = try LoopbackServer(sending: none)
    let sameMuseum = Server(second.url, transport: networkTransport())
    _ = try await sameMuseum.send(.paintings(words))
    show(second.requestLine)
    //
}

// MARK: - What counts as an answer

/// A server that does not know a launch answers with the status 404, and with a document about the
/// error. The decoder looks at the document alone, and complains about something else.
func whatCountsAsAnAnswer() async throws {
    let gone = Data(#"{"error": "Not Found"}"#.utf8)
    attempt(gone) { try JSONDecoder().decode([Launch].self, from: gone) }
    // So the app looks at the status first. If decoding fails, it looks at the body once more.
    //
    // Code: Sources/LaunchesApp/Server/Request.swift, func send
    // Code: Sources/LaunchesApp/Server/Request.swift, func isJSON
    let hotel = Server.answering("<html>Welcome!</html>")
    // Predict: A hotel wants you to log in, and answers everything with a page and the status 200.
    // Which error does the app get?
    await attempt { try await hotel.send(.launches) }
    // It gets `page`. The status was right, and so the decoder was asked. For a page, it throws the
    // same as for a number that is too large (lesson 09), and only `isJSON` tells the two apart.
    // For JSON of another form, the decoder's own error goes out, with its path.
}

// MARK: - One source of truth

actor LaunchList {
    private(set) var launches: [Launch] = []

    func load(from server: Server) async {
        let answer = try? await server.send(.launches)
        launches = answer ?? []
    }
}

/// Several screens show the same launches, so one object keeps them for all. Here it is an actor,
/// whose properties only one task at a time can use. Where its code waits at an `await`, another
/// task may come in, and lesson 14 says what follows from that.
func oneSourceOfTruth() async throws {
    let servers = [Server.answering("[]"), .answering("", status: 503)]
    // Predict: The first server has no launches, and the second one is down. What is in the list
    // after each of them was asked?
    for server in servers {
        let list = LaunchList()
        await list.load(from: server)
        show(await list.launches)
    }
    // It is empty both times, and it was empty before. No screen can say which of the three it is,
    // because `try?` has thrown the error away. The app's controller keeps one value that has a
    // case for each of them:
    //
    // Code: Sources/LaunchesApp/State/LaunchesController.swift, enum State
    for server in servers {
        let controller = LaunchesController(server)
        await controller.load()
        show(await controller.state)
    }
}

// MARK: - A view is a function

func listView(of server: Server, width: Int) async throws -> String {
    let launches = try await server.send(.launches)
    let last = Array(launches.suffix(2))
    return text(of: last, on: Display(width: width))
}

/// A view is drawn whenever its window changes. This one is short: it asks the server, and shows
/// the last two launches.
func aViewIsAFunction() async throws {
    show(try await listView(of: .bundled, width: 60))
    let down = Server.answering("", status: 503)
    // Predict: The list is on the screen. The server goes down, and then somebody makes the window
    // narrower. What stands in the window now?
    await attempt { try await listView(of: down, width: 40) }
    // An error stands there, in place of launches that were on the screen a moment ago. The app's
    // views get the data, and never a server. The functions `row` and `rows` write one launch in
    // one line or in two.
    //
    // Code: Sources/LaunchesApp/Screen/LaunchListView.swift, func text(of launches
    let launches = try await Server.bundled.send(.launches)
    show(text(of: Array(launches.suffix(2)), on: Display(width: 40)))
    // Such a view can be drawn as often as you like. Its preview and its test need no server: the
    // app's records, decoded by the same code, are enough.
}

// MARK: - A sentence for each failure

func sentence(for error: any Error) -> String {
    switch error {
    case is URLError: "Are you online?"
    default: "Something went wrong."
    }
}

/// Models throw, the controller keeps the error, and the surface makes a sentence of it (lesson
/// 09). For all that goes wrong on the way to a server, `URLSession` throws a `URLError` with a
/// code.
func aSentenceForEachFailure() async throws {
    // Predict: A person opens a list, and leaves it before it is there. So the request is canceled.
    // What does this function say to that person?
    show(sentence(for: URLError(.cancelled)))
    // It asks whether the person is online, and it would ask the same where the certificate of a
    // server is out of date. A `URLError` says that something went wrong on the way, and its code
    // says what. The app's `Failure` is the one place that knows all errors. Only codes that mean
    // offline become `.offline`. `place(of:)` gives the path of an error as a text.
    //
    // Code: Sources/LaunchesApp/State/Failure.swift, init(_ error
    // Code: Sources/LaunchesApp/State/Failure.swift, func failure(for
    show(Failure(URLError(.cannotFindHost)).sentence)
    show(Failure(URLError(.serverCertificateHasBadDate)).sentence)
    let changed = Server.answering("[{}]")
    do {
        _ = try await changed.send(.launches)
    } catch {
        show(Failure(error).sentence)
    }
    // A person who has left a screen waits for no sentence at all. So the controller asks
    // `Task.isCancelled` before it keeps an error, and a canceled load ends as if nobody had asked.
}

// MARK: - One failure spoils nothing

func loadPatch(_ flight: Int) async throws -> String {
    if flight == 3 { throw AnswerError.status(404) }
    return "patch \(flight)"
}

func loadPatches(_ flights: [Int]) async throws -> [String] {
    try await withThrowingTaskGroup(of: String.self) { group in
        for flight in flights {
            group.addTask { try await loadPatch(flight) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

/// The patches of a list are loaded after it, side by side. A task group runs its tasks at the same
/// time, and gives their results as they come.
func oneFailureSpoilsNothing() async throws {
    // Predict: Flight 1 has a patch, and flight 3 has none. What does this call give?
    await attempt { try await loadPatches([1, 3]) }
    // It gives the error alone: the error leaves the group, and nobody gets patch 1. In the app,
    // each task catches its own error. And there is a limit, because some servers refuse a client
    // that asks for everything at once: before there is one task too many, the loop waits for a
    // result.
    //
    // Code: Sources/LaunchesApp/Server/Loading.swift, nonisolated(nonsending) func loadEach
    var patches: [Int: Result<String, any Error>] = [:]
    await loadEach(of: [1, 3], atMost: 2, load: loadPatch) { index, result in
        patches[index] = result
    }
    show(patches)
    // Results come in any order, and the index says whose each of them is. Keep a picture with its
    // launch, and not with the row that asked for it: lists use their rows again for other
    // launches. With `nonisolated(nonsending)`, `loadEach` runs where its caller does. So the last
    // closure may change `patches`.
}

// MARK: - A request that hangs

/// A server may take a request and never answer. So the app lets the work race against a clock.
func aRequestThatHangs() async throws {
    // Code: Sources/LaunchesApp/Server/Loading.swift, func within
    // Predict: A group ends when all of its tasks have ended. The limit is 20 milliseconds, and the
    // work sleeps for an hour. Why do we not wait for it?
    await attempt {
        try await within(.milliseconds(20)) {
            try await Task.sleep(for: .seconds(3600))
        }
    }
    // The clock throws first. `cancelAll` tells the other task to stop, and a sleep that is
    // canceled throws at once, as a request of the app does. Work that never asks whether it is
    // canceled would go on, and the group would wait for it.
}

// MARK: - The API changes

struct NewLaunch: Decodable {
    let launch: Launch

    private struct Document: Decodable {
        let flight: Int
        let name: String
        let unixTime: Double
        let status: Status
        let rocket: String
        let pad: String
        let payloads: [String]
    }

    private enum Status: String, Decodable {
        case success
        case failure
        case upcoming
    }

    init(from decoder: any Decoder) throws {
        let document = try Document(from: decoder)
        let outcome: Launch.Outcome =
            switch document.status {
            case .success: .succeeded
            case .failure: .failed
            case .upcoming: .stillToCome
            }
        launch = Launch(
            flight: document.flight, mission: document.name,
            date: Date(timeIntervalSince1970: document.unixTime),
            outcome: outcome, rocket: document.rocket, site: document.pad,
            payloads: document.payloads)
    }
}

/// Next year, the API goes from version 3 to 4. It has other names, it is flat, and it has a word
/// where there was a Bool or null. `NewLaunch` reads it, with a private document of its own.
func theAPIChanges() async throws {
    let server = Server.answering(
        """
        [{ "flight": 107, "name": "Turksat 5A", "unixTime": 1601510400,
           "status": "upcoming", "rocket": "Falcon 9", "pad": "SLC-40",
           "payloads": ["Turksat 5A"] }]
        """)
    let request = Request("v4/launches") { document in
        try JSONDecoder().decode([NewLaunch].self, from: document)
            .map(\.launch)
    }
    let launches = try await server.send(request)
    // Predict: The controller of step 7, the view of step 8 and the sentences of step 9 were
    // written for version 3. Which of their lines have to change?
    show(text(of: launches, on: Display(width: 60)))
    // None of them. They know `Launch`, and that says what the app means, whoever sends it. The
    // museum's `Painting` is made in the same way: its document has the year "1622" in one place
    // and the date "1652-08-09" in another, and its model has two years.
    //
    // In the app itself, this `Document` would take the place of the other one in `Launch.swift`.
    // Where an API changes, one private type changes with it, and no screen.
}

// MARK: - What to take away

// | Rule                                                               | Step  |
// |--------------------------------------------------------------------|-------|
// | One document never shows all that an API sends: ask for the nulls  | 1     |
// | A model says what the app means, in the app's words                | 2     |
// | A private document has the form of the API, and nobody else uses it | 3, 12 |
// | One generic request for all resources: address and decoding        | 4     |
// | The network is a closure; values of a query are `URLQueryItem`s    | 5     |
// | Look at the status, then decode, then ask whether it was JSON      | 6     |
// | A controller keeps one state; `try?` would lose the error          | 7     |
// | A view takes data and gives text                                   | 8     |
// | The code of an error counts; a canceled task is no failure         | 9     |
// | Load a few at a time, with a `Result` for each                     | 10    |
// | Let work race against a clock                                      | 11    |
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
// Left out here: files that a person keeps (lesson 10), documents that are not JSON (lesson 12),
// lists that do not fit into memory (lesson 13), windows, and requests that are sent again or need
// a key (lesson 14).
//
// The app is in `Sources/LaunchesApp`; `swift run launches --help` says what it can do. Now you:
// open `Exercises/Exercise11.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 11
