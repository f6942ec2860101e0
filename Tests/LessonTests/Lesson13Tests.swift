import Testing
import Walkthrough

@testable import Lesson13

@Suite("Lesson 13 · Big documents")
struct Lesson13Tests {
    @Test("The pages are in order, fit a screen and are recorded")
    func pages() async throws {
        try await checkPages(of: Lesson13.self)
    }

    @Test("To be written: what step 1 claims")
    func step1() async {
        let outcomes = await LessonDescription(Lesson13.self).outcomes(ofStep: 1)
        #expect(outcomes.map(\.value) == [#"Train(name: "NT 1")"#])
    }
}
