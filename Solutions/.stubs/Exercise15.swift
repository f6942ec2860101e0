import ExerciseSupport
import Foundation

// Exercise 15 · To be written
//
// To be written: what the exercise is about. Work from the top: do a task, then run
//
//     swift run workbook check 15
//
// Hints for each task: Solutions/Exercise15.md. The lesson: swift run lesson-15.

// MARK: - Task 1

/// To be written: what this is. The document:
///
///     { "name": "NT 40" }
struct Train: Equatable {
    let name: String
}

/// Task 1. To be written: what is wanted, and when it is an error.
func decodeTrain(from document: Data) throws -> Train {
    throw TODO("Task 1: decode a train")
}
