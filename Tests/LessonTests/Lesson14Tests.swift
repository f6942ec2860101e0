import Foundation
import LaunchesApp
import Testing
import Walkthrough

@testable import Lesson14

@Suite("Lesson 14 · An app of today", .serialized)
struct Lesson14Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson14.self)
    }

    @Test("Observations gives the value now, and again after each change", .swift63OnLinux)
    func observations() throws {
        let program = try SwiftProgram(
            """
            import Observation
            @MainActor @Observable final class Screen { var launches = ["CRS-7"] }
            let screen = Screen()
            for await launches in Observations({ screen.launches }) {
                print(launches.count)
                if launches.count == 3 { break }
                screen.launches.append("CRS-8")
            }
            """)
        #expect(try program.run() == "1\n2\n3\n")
    }

    // MARK: - Isolation

    private let mainActorByDefault = ["-default-isolation", "MainActor"]

    /// The block of step 4, as the page has it.
    private let note = """
        import Foundation
        struct Note: Decodable {
            let text: String
        }

        @concurrent func readNote(from file: Data) async throws -> Note {
            try JSONDecoder().decode(Note.self, from: file)
        }
        """

    @Test("The lines of step 4 are on its page, and so is what the compiler says of them")
    func linesOnThePage() throws {
        let file = URL(fileURLWithPath: Lesson14.steps.filePath)
        let page = try String(contentsOf: file, encoding: .utf8)
        for line in note.split(separator: "\n").dropFirst() {
            #expect(page.contains("///     \(line)\n"), "\(line)")
        }
        #expect(page.contains("///     main actor-isolated conformance of 'Note' to 'Decodable'"))
    }

    @Test(
        "Without nonisolated, it is a warning in Swift 5 mode and an error in Swift 6 mode",
        .swift63OnLinux, arguments: [("5", "warning: "), ("6", "error: ")])
    func isolatedByDefault(mode: String, severity: String) throws {
        let options = mainActorByDefault + ["-swift-version", mode]
        let found = try SwiftProgram.messages(about: note, options)
        #expect(found.count == 1)
        let words = """
            main actor-isolated conformance of 'Note' to 'Decodable' cannot be used in nonisolated \
            context
            """
        #expect(found.first?.message.hasPrefix(severity + words) == true)
        let repaired = note.replacing("struct Note", with: "nonisolated struct Note")
        #expect(try SwiftProgram.messages(about: repaired, options).isEmpty)
    }

    @Test("A type inside of a nonisolated one is nonisolated too, and an extension is not")
    func insideAndOutside() throws {
        let inside = """
            import Foundation
            nonisolated struct Note: Decodable {
                struct Author: Decodable { let name: String }
                let author: Author
            }
            @concurrent func read(_ file: Data) async throws -> Note.Author {
                try JSONDecoder().decode(Note.Author.self, from: file)
            }
            """
        #expect(try SwiftProgram.messages(about: inside, mainActorByDefault).isEmpty)
        let outside = """
            nonisolated struct Note { let text: String }
            extension Note { var words: Int { text.split(separator: " ").count } }
            @concurrent func count(_ note: Note) async -> Int { note.words }
            """
        #expect(try !SwiftProgram.messages(about: outside, mainActorByDefault).isEmpty)
        let repaired = outside.replacing("extension Note", with: "nonisolated extension Note")
        #expect(try SwiftProgram.messages(about: repaired, mainActorByDefault).isEmpty)
    }

    @Test("Without @concurrent, a setting decides where a nonisolated function runs")
    func concurrent() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            func isMain() -> Bool { Thread.isMainThread }
            nonisolated func plain() async -> Bool { isMain() }
            @concurrent func elsewhere() async -> Bool { isMain() }
            print(await plain(), await elsewhere())
            """)
        #expect(try program.run() == "false false\n")
        let option = ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]
        #expect(try program.run(option) == "true false\n")
    }

    @Test("An object that is not Sendable crosses, unless somebody keeps it where it comes from")
    func objectsThatCross() throws {
        let program = """
            final class Note { var text = "" }
            @concurrent func make() async -> Note { Note() }
            @concurrent func fill(_ note: Note) async { note.text = "Go" }
            @MainActor final class Store {
                var note = Note()
                func one() async -> String {
                    let note = await make()
                    await fill(note)
                    return note.text
                }
            }
            """
        #expect(try racesAndErrors(in: program).isEmpty)
        let kept = program + "\nextension Store { func two() async { await fill(note) } }"
        #expect(try racesAndErrors(in: kept).contains("risks causing data races"))
    }

    /// What the compiler says of a program. It looks for races only after it has checked the types.
    private func racesAndErrors(in program: String) throws -> String {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("Crossing-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(program.utf8).write(to: file)
        let command = ["swiftc", "-swift-version", "6", "-parse-as-library", "-emit-sil"]
        return try SwiftProgram.output(of: command + ["-o", "/dev/null", file.path])
    }

    @Test("Taps are answered while a document is decoded elsewhere, and not on the main actor")
    @MainActor
    func decodeWhereNobodyWaits() async throws {
        let document = BundledRecords.launches
        for _ in 1...20 {
            let counter = LaunchCounter()
            #expect(try await answeredTaps { try await counter.open(document) } == 0)
            #expect(try await answeredTaps { try await counter.openElsewhere(document) } == 3)
            #expect(counter.count == 15)
        }
    }

    // MARK: - Answers

    @Test("The store is right whichever answer comes last, and SearchStore is not")
    @MainActor
    func twoSearches() async {
        for _ in 1...20 {
            let slow = SlowServer()
            let store = LaunchesStore(slow.server)
            let simpleStore = SearchStore(slow.server)
            let falcon = Task {
                async let simple: Void = simpleStore.search("Falcon")
                await store.search("Falcon")
                await simple
            }
            await Task {
                await store.search("CRS")
                await simpleStore.search("CRS")
            }.value
            slow.answerFalcon()
            await falcon.value
            #expect(store.state.launches.map(\.mission) == ["CRS-1", "CRS-7", "CRS-8"])
            #expect(simpleStore.launches.first?.mission == "FalconSat")
        }
    }

    @Test("A 201 has the reminder, a 204 has none, and a page of HTML is a status")
    func sendJSON() async throws {
        let reminder = Reminder(flight: 107, minutesBefore: 20)
        let body = #"{"flight_number": 107, "minutes_before": 20}"#
        let created = replies(201, body: body)
        #expect(try await created.post(reminder, to: "reminders") == reminder)
        #expect(try await replies(204).post(reminder, to: "r", as: Reminder.self) == nil)
        await #expect(throws: AnswerError.status(422)) {
            try await replies(422, body: "<html>").post(reminder, to: "r", as: Reminder.self)
        }
    }

    @Test("No page shows the key")
    func key() async throws {
        let description = LessonDescription(Lesson14.self)
        let pages = await description.pages()
        let text = MarkdownRenderer().text(of: description, pages: pages)
        #expect(!text.contains(secret))
        let key = try #require(APIKey(environment: ["LAUNCHES_KEY": secret]))
        var dumped = ""
        dump([key], to: &dumped)
        #expect(!(dumped + String(reflecting: key) + "\(key)").contains(secret))
    }

    // MARK: - The finished model

    @Test("--decode takes the list of launches that is in the app")
    func decode() throws {
        let launches = try #require(Lesson14.decode(BundledRecords.launches) as? [Launch])
        #expect(launches.count == 15)
    }
}
