import Foundation
import LaunchesApp
import Synchronization
import Testing
import Walkthrough

@testable import Lesson11

@Suite("Lesson 11 · A real app")
struct Lesson11Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson11.self)
    }

    @Test("A model that mirrors one document refuses each of the three nulls of another")
    func aModelThatMirrorsTheDocument() {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        for null in ["launch_success", "links", "timeline"] {
            var values = [
                "launch_success": "true", "timeline": "{}",
                "links": #"{"mission_patch": "https://patches.example/1.png"}"#,
            ]
            values[null] = null == "links" ? #"{"mission_patch": null}"# : "null"
            let json = values.map { "\"\($0)\": \($1)" }.joined(separator: ", ")
            let document = Data("{\"mission_name\": \"A\", \(json)}".utf8)
            #expect(throws: DecodingError.self) {
                try decoder.decode(LaunchRecord.self, from: document)
            }
        }
    }

    @Test("The names of the API's keys are in one file of the app")
    func thePrivateDocument() throws {
        let folder = packageFolder.appending(path: "Sources/LaunchesApp")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let named = try files.filter { $0.hasSuffix(".swift") }.filter {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
                .contains("rocket_name")
        }
        #expect(named == ["Model/Launch.swift"])
    }

    @Test("What is not JSON is told from a number that does not fit its type")
    func whatCountsAsAnAnswer() async {
        for text in ["", "[{", "Bad Gateway"] {
            await #expect(throws: AnswerError.notJSON) {
                try await Server.answering(text).send(.launches)
            }
        }
        // Decoders call both "not valid JSON".
        for text in ["[300]", "[1.5]"] {
            await #expect(throws: DecodingError.self) {
                try await Server.answering(text).send(Request<[Int8]>("numbers"))
            }
        }
    }

    @Test("A view that loads asks the server each time it is drawn")
    func aViewIsAFunction() async throws {
        let asked = Mutex(0)
        let server = Server(Server.bundled.url) { request in
            asked.withLock { $0 += 1 }
            return try await Server.bundled.transport(request)
        }
        for width in [80, 60, 40] { _ = try await listView(of: server, width: width) }
        #expect(asked.withLock { $0 } == 3)
    }

    @Test("Each failure has a sentence of its own")
    func aSentenceForEachFailure() {
        let failures: [Failure] = [
            .offline, .tookTooLong, .nothingThere, .answer(.status(404)), .answer(.status(500)),
            .answer(.page), .answer(.notJSON), .answer(.notAPicture), .changed("[0]"), .unknown,
        ]
        #expect(Set(failures.map(\.sentence)).count == failures.count)
        #expect(failures.allSatisfy { $0.sentence.hasSuffix(".") || $0.sentence.hasSuffix("?") })
    }

    @Test("A group that throws has everything where nothing fails")
    func oneFailureSpoilsNothing() async throws {
        #expect(try await loadPatches([1, 65]).sorted() == ["patch 1", "patch 65"])
    }

    @Test("Work that never asks whether it is canceled goes on, and the group waits for it")
    func aRequestThatHangs() async throws {
        let isDone = Mutex(false)
        await #expect(throws: TookTooLong.self) {
            try await within(.milliseconds(1)) {
                while !Task.isCancelled { await Task.yield() }
                for _ in 0..<1_000 { await Task.yield() }
                isDone.withLock { $0 = true }
            }
        }
        #expect(isDone.withLock { $0 })
    }

    @Test("The test on the last page compiles")
    func testOfAModel() throws {
        let lesson = packageFolder.appending(path: "Lessons/11-ARealApp/Lesson11.swift")
        let lines = try String(contentsOf: lesson, encoding: .utf8).split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("//     @Test") })
        let test = lines[start...].prefix { $0.hasPrefix("//     ") }.map { $0.dropFirst(7) }
        let program = try SwiftProgram(
            """
            import Foundation
            import Testing
            struct Launch: Decodable {}
            struct Tests {
            \(test.joined(separator: "\n"))
            }
            """)
        #expect(test.count > 4)
        #expect(program.errors == 0 && program.warnings == 0)
    }

    // MARK: - The finished model

    @Test("--decode takes the list of launches that is in the app")
    func decode() throws {
        let launches = try #require(Lesson11.decode(BundledRecords.launches) as? [Launch])
        #expect(launches.count == 15)
    }
}
