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

    @Test("A class that is watched does not open a file with the names of its properties")
    func observableAndCodable() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            import Observation
            @Observable final class Settings: Codable { var words = "CRS"; init() {} }
            let file = Data(#"{"words": "CRS"}"#.utf8)
            do {
                _ = try JSONDecoder().decode(Settings.self, from: file)
            } catch DecodingError.keyNotFound(let key, _) {
                print(key.stringValue)
            }
            """)
        #expect(try program.run() == "_words\n")
    }

    @Test("The program of step 3 is refused as the page says, and nonisolated repairs it")
    func isolatedByDefault() throws {
        let flag = ["-default-isolation", "MainActor"]
        let refused = try SwiftProgram.messages(about: isolated, flag)
        #expect(refused.count { $0.message.hasPrefix("error: ") } == 1)
        let error = try #require(refused.first { $0.message.hasPrefix("error: ") })
        let words = whatTheCompilerSays.replacing("\n", with: " ")
        #expect("line \(error.line): \(error.message)".hasPrefix(words))
        let repaired = isolated.replacing("struct Note", with: "nonisolated struct Note")
        #expect(try SwiftProgram.messages(about: repaired, flag).isEmpty)
        #expect(try SwiftProgram.messages(about: isolated, []).isEmpty)
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

    @Test("Taps are answered while a document is decoded elsewhere, and not on the main actor")
    @MainActor
    func decodeWhereNobodyWaits() async throws {
        let document = BundledRecords.launches
        for _ in 1...20 {
            let counter = LaunchCounter()
            #expect(try await taps { try await counter.decodeHere(document) } == 0)
            #expect(try await taps { try await counter.decodeElsewhere(document) } == 3)
            #expect(counter.count == 15)
        }
    }

    @Test("The store is right whichever answer comes last")
    @MainActor
    func theOldAnswerArrivesLast() async {
        for _ in 1...20 {
            let slow = SlowServer()
            let store = LaunchesStore(slow.server)
            await slow.typing { await store.search($0) }
            #expect(store.state.launches.map(\.mission) == ["CRS-1", "CRS-7", "CRS-8"])
        }
    }

    @Test("Each of the three answers to a POST, and one of another form")
    func sendJSON() async throws {
        let reminder = Reminder(flight: 107, minutesBefore: 20)
        let made = #"{"flight_number": 107, "minutes_before": 20}"#
        let created = Answers(201, text: made).server
        #expect(try await created.post(reminder, to: "reminders") == reminder)
        #expect(try await Answers(204).server.post(reminder, to: "r", as: Reminder.self) == nil)
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

    @Test("A test that returns when decoding fails passes, whatever the document")
    func aTestThatCannotFail() {
        for document in ["", "{}", "[{}]", "null"].map({ Data($0.utf8) }) {
            #expect(verdict { try quietTest(document, $0) } == "passes")
            #expect(verdict { try openTest(document, $0) } != "passes")
        }
        #expect(verdict { try quietTest(Data("[]".utf8), $0) } != "passes")
    }

    @Test("A sample is in the build for debugging, and the compiler misses it in a release")
    func recordsThatStayAtHome() throws {
        #expect(try SwiftProgram.messages(about: sample, ["-D", "DEBUG"]).isEmpty)
        let refused = try SwiftProgram.messages(about: sample, [])
        #expect(refused.map { "line \($0.line): \($0.message)" } == [whatTheReleaseSays])
    }

    // MARK: - The finished model

    @Test("--decode takes the list of launches that is in the app")
    func decode() throws {
        let launches = try #require(Lesson14.decode(BundledRecords.launches) as? [Launch])
        #expect(launches.count == 15)
    }
}
