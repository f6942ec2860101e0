import ExerciseChecks
import Foundation
import Testing

@testable import Exercise10

@Suite("Exercise 10 · To be written", .serialized, .exercise)
struct Exercise10Tests {
    @Test("Task 1 · A train")
    func train() throws {
        let train = try decodeTrain(from: Data(#"{"name": "NT 61"}"#.utf8))
        #expect(
            train == Train(name: "NT 61"),
            """
            To be written: the misconception (lesson 10, To be written: the title of \
            step 1)
            """
        )
    }
}
