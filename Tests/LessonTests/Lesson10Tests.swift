import Testing
import Walkthrough

@testable import Lesson10

@Suite("Lesson 10 · Versions and migrations")
struct Lesson10Tests {
    @Test("The pages are in order, fit a screen and are recorded")
    func pages() async throws {
        try await checkPages(of: Lesson10.self)
    }

    @Test("To be written: what step 1 claims")
    func step1() async {
        let outcomes = await LessonDescription(Lesson10.self).outcomes(ofStep: 1)
        #expect(outcomes.map(\.value) == [#"Train(name: "NT 1")"#])
    }
}
