import Testing

@testable import Lesson15

@Suite("Lesson 15 · Types of every shape")
struct Lesson15Tests {
    @Test("The pages are in order, fit a screen and are recorded")
    func pages() async throws {
        try await checkPages(of: Lesson15.self)
    }

    @Test("To be written: what the lesson claims and no page shows")
    func otherKeys() throws {
        let train = try decode(Train.self, #"{"name": "NT 1", "cars": 9}"#)
        #expect(train == Train(name: "NT 1"))
    }
}
