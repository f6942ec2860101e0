import ExerciseChecks
import Foundation
import Testing

@testable import Exercise15

@Suite("Exercise 15 · To be written", .serialized, .exercise)
struct Exercise15Tests: ExerciseSuite {
    @Test("Task 1 · A train")
    func train() throws {
        let train = try decodeTrain(from: Data(#"{"name": "NT 61"}"#.utf8))
        try expectEqual(
            train, Train(name: "NT 61"),
            "To be written: the misconception, and a step as in \(.decodeALaunch)")
    }
}
