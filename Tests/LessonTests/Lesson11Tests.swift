import Foundation
import LaunchesApp
import Synchronization
import Testing
import Walkthrough

@testable import Lesson11

@Suite("Lesson 11 · A real app")
struct Lesson11Tests {
    @Test("The pages are in order, fit a screen and are recorded")
    func pages() async throws {
        try await checkPages(of: Lesson11.self)
    }

    @Test("Every page shows code of the app that is in its files")
    func codeOfTheApp() throws {
        let source = try #require(LessonDescription(Lesson11.self).source)
        let shown = source.sections.prefix(12).map(\.quotations)
        #expect(shown.count { $0.isEmpty } == 2, "Steps 1 and 10 have code of their own alone")
        #expect(shown.joined().allSatisfy { $0.problem == nil && !$0.lines.isEmpty })
    }

    // MARK: - The pages

    @Test("A mirror of one document refuses three things of another, and says one")
    func mirrorOfTheDocument() async {
        let outcomes = await outcomes(ofStep: 1)
        #expect(outcomes[0].value == #"["liftoff": 0, "meco": 150]"#)
        #expect(outcomes[1].failure?.codingPath == "launch_success")
        for key in ["launch_success", "links", "timeline"] {
            let good = [
                "launch_success": "true", "timeline": "{}",
                "links": #"{"mission_patch": "https://patches.example/1.png"}"#,
            ].merging([key: key == "links" ? #"{"mission_patch": null}"# : "null"]) { $1 }
            let json = good.map { "\"\($0)\": \($1)" }.joined(separator: ", ")
            let document = Data("{\"mission_name\": \"A\", \(json)}".utf8)
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Mirror.self, from: document)
            }
        }
    }

    @Test("The model has an answer to each null")
    func modelOwnsTheMapping() async {
        let outcomes = await outcomes(ofStep: 2)
        #expect(outcomes.map(\.value) == [".stillToCome", "nil", "[]"])
    }

    @Test("A renamed key is reported with its whole path, and the names are in one type")
    func formForDecoding() async throws {
        let failure = await outcomes(ofStep: 3).first?.failure
        #expect(failure?.kind == .keyNotFound && failure?.codingPath == "[0].rocket")
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/LaunchesApp")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let named = try files.filter { $0.hasSuffix(".swift") }.filter {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
                .contains("rocket_name")
        }
        #expect(named == ["Launch.swift"])
    }

    @Test("The request decides what an answer becomes")
    func oneRequest() async {
        #expect(await outcomes(ofStep: 4).map(\.value) == ["[1, 2, 3]", "9"])
    }

    @Test("A 404 and a page are refused before and after the decoder; a large number is JSON")
    func whatCountsAsAnAnswer() async throws {
        let outcomes = await outcomes(ofStep: 5)
        #expect(outcomes.first?.failure?.kind == .typeMismatch)
        await #expect(throws: AnswerError.status(404)) {
            try await Server.answering("{}", status: 404).send(.launches)
        }
        await #expect(throws: AnswerError.page) {
            try await Server.answering("<html>").send(.launches)
        }
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

    @Test("An empty list and a failure look alike with try?, and not in the app's state")
    func oneSourceOfTruth() async {
        let outcomes = await outcomes(ofStep: 6)
        #expect(outcomes.map(\.value) == ["[]", ".loaded([])", "[]", ".failed(.page)"])
        let launches = await HastyController().launches
        #expect(launches.isEmpty, "Before it loads, too")
    }

    @Test("A view that fetches fails with the server; one that takes data draws again")
    func viewIsAFunction() async throws {
        let outcomes = await outcomes(ofStep: 7)
        #expect(outcomes.first?.failure != nil)
        #expect(outcomes.last?.value?.contains("65 Telstar 19V\n") == true)
        let asked = Mutex(0)
        let server = Server(Server.bundled.url) { request in
            asked.withLock { $0 += 1 }
            return try await Server.bundled.transport(request)
        }
        for width in [80, 60, 40] { _ = try await fetchingView(server, width: width) }
        #expect(asked.withLock { $0 } == 3)
    }

    @Test(
        "The system's words for two errors name neither",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func localizedDescriptions() async {
        let outcomes = await outcomes(ofStep: 8).map(\.value)
        #expect(
            outcomes[0]
                == "The operation could not be completed. (LaunchesApp.AnswerError error 0.)")
        #expect(outcomes[2] == "The operation could not be completed. The data is missing.")
    }

    @Test("Each failure has a sentence of its own")
    func aSentenceForEachFailure() {
        let failures: [Failure] = [
            .offline, .tookTooLong, .nothingThere, .answer(.status(404)), .answer(.status(500)),
            .answer(.page), .answer(.notJSON), .answer(.notAPicture), .changed("[0]"), .unknown,
        ]
        #expect(Set(failures.map(\.sentence)).count == failures.count)
        #expect(failures.allSatisfy { $0.sentence.hasSuffix(".") || $0.sentence.hasSuffix("?") })
        #expect(Failure(URLError(.cannotFindHost)) == .offline)
        #expect(Failure(URLError(.timedOut)) == .tookTooLong)
        #expect(Failure(URLError(.networkConnectionLost)) == .answer(.notJSON))
    }

    @Test("One at a time, all at once, and three")
    func aFewAtATime() async {
        #expect(await outcomes(ofStep: 9).map(\.value) == ["1", "14", "3"])
    }

    @Test("A group that throws has nothing left; a result for each keeps the rest")
    func oneFailureSpoilsNothing() async throws {
        let outcomes = await outcomes(ofStep: 10)
        #expect(outcomes.first?.failure != nil)
        #expect(outcomes.last?.value == #"[0: .success("patch 1"), 1: .failure(.status(404))]"#)
        #expect(try await allOrNothing([1, 65]).sorted() == ["patch 1", "patch 65"])
    }

    @Test("A loser that listens is canceled; one that goes on is waited for")
    func aRequestThatHangs() async {
        let outcomes = await outcomes(ofStep: 11)
        #expect(outcomes.count == 2 && outcomes[0].failure != nil)
        #expect(outcomes[1].value == "true")
    }

    @Test("Words pasted into an address are cut at an ampersand, a query item is not")
    func theSecondClient() async {
        let outcomes = await outcomes(ofStep: 12)
        #expect(
            outcomes.prefix(2).map(\.value) == [
                #"[["q", "ice "], [" skaters", nil]]"#, #"[["q", "ice & skaters"]]"#,
            ])
        #expect(outcomes.last?.value == "[#D2B48C, #696969, #F5F5DC]")
        let page = await LessonDescription(Lesson11.self).page(step: 12)
        let terminal = Terminal(width: 80, isColored: true, hasTrueColor: true)
        let text = TerminalRenderer(for: terminal).text(of: page)
        #expect(text.contains("\u{1B}[48;2;210;180;140m"), "A terminal sets a patch before a color")
    }

    // MARK: - The finished model

    @Test("--decode takes a launch, or a list of them")
    func decode() throws {
        let launches = try #require(Lesson11.decode(BundledRecords.launches) as? [Launch])
        #expect(launches.count == 15)
    }

    private func outcomes(ofStep step: Int) async -> [StepResult] {
        await LessonDescription(Lesson11.self).outcomes(ofStep: step)
    }
}
