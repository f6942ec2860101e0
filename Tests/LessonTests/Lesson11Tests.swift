import Testing
import Walkthrough

@testable import Lesson11

@Suite("Lesson 11 · A real app")
struct Lesson11Tests {
    @Test("The pages are in order, fit a screen and are recorded")
    func pages() async throws {
        try await checkPages(of: Lesson11.self)
    }

    @Test("To be written: what step 1 claims")
    func step1() async {
        let outcomes = await LessonDescription(Lesson11.self).outcomes(ofStep: 1)
        #expect(outcomes.map(\.value) == [#"Train(name: "NT 1")"#])
    }
}
