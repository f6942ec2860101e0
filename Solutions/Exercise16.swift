import ExerciseSupport
import Foundation

// Exercise 16 · To be written

// MARK: - Task 1

struct Train: Equatable, Decodable {
    let name: String
}

func decodeTrain(from document: Data) throws -> Train {
    try JSONDecoder().decode(Train.self, from: document)
}
