import ExerciseSupport
import Foundation

// Exercise 16 · To be written
//
// To be written: what the exercise is about. Work from the top: do a task, then run
//
//     swift run workbook check 16
//
// Hints for each task: Solutions/Exercise16.md. The lesson: swift run lesson-16.

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
