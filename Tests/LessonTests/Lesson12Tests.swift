import Testing
import Walkthrough

@testable import Lesson12

@Suite("Lesson 12 · Beyond JSON")
struct Lesson12Tests {
    @Test("The pages are in order, fit a screen and are recorded")
    func pages() async throws {
        try await checkPages(of: Lesson12.self)
    }

    @Test("To be written: what step 1 claims")
    func step1() async {
        let outcomes = await LessonDescription(Lesson12.self).outcomes(ofStep: 1)
        #expect(outcomes.map(\.value) == [#"Train(name: "NT 1")"#])
    }
}
