import ExerciseChecks
import Foundation
import Testing

@testable import Exercise11

@Suite("Exercise 11 · To be written", .serialized, .exercise)
struct Exercise11Tests {
    @Test("Task 1 · A train")
    func train() throws {
        let train = try decodeTrain(from: Data(#"{"name": "NT 61"}"#.utf8))
        #expect(
            train == Train(name: "NT 61"),
            """
            To be written: the misconception (lesson 11, To be written: the title of \
            step 1)
            """
        )
    }
}
