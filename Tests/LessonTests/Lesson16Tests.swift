import Testing

@testable import Lesson16

@Suite("Lesson 16 · Answers in pieces")
struct Lesson16Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson16.self)
    }

    @Test("To be written: what the lesson claims and no page shows")
    func otherKeys() throws {
        let train = try decode(Train.self, #"{"name": "NT 1", "cars": 9}"#)
        #expect(train == Train(name: "NT 1"))
    }
}
