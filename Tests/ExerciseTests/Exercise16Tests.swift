import ExerciseChecks
import Foundation
import Testing

@testable import Exercise16

@Suite("Exercise 16 · To be written", .serialized, .exercise)
struct Exercise16Tests: ExerciseSuite {
    @Test("Task 1 · A train")
    func train() throws {
        let train = try decodeTrain(from: Data(#"{"name": "NT 61"}"#.utf8))
        try expectEqual(
            train, Train(name: "NT 61"),
            "To be written: the misconception, and a step as in \(.decodeALaunch)")
    }
}
