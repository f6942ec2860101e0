import Foundation
import Walkthrough

@main
struct Lesson15: Lesson {
    static let title = "Types of every shape"
    static let steps = Steps(step1, step2, step3, step4, step5, step6)

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Train.self, from: document)
    }
}

// MARK: - To be written: the title of step 1

/// To be written: what there is to find out in step 1.
func step1() throws {
    let document = Data(#"{"name": "NT 1"}"#.utf8)
    // Predict: To be written: a question that asks why, which or what follows.
    show(try JSONDecoder().decode(Train.self, from: document))
    // To be written: the explanation of what came out.
}

// MARK: - To be written: the title of step 2

/// To be written: what there is to find out in step 2.
func step2() throws {
    let document = Data(#"{"name": "NT 2"}"#.utf8)
    // Predict: To be written: a question that asks why, which or what follows.
    show(try JSONDecoder().decode(Train.self, from: document))
    // To be written: the explanation of what came out.
}

// MARK: - To be written: the title of step 3

/// To be written: what there is to find out in step 3.
func step3() throws {
    let document = Data(#"{"name": "NT 3"}"#.utf8)
    // Predict: To be written: a question that asks why, which or what follows.
    show(try JSONDecoder().decode(Train.self, from: document))
    // To be written: the explanation of what came out.
}

// MARK: - To be written: the title of step 4

/// To be written: what there is to find out in step 4.
func step4() throws {
    let document = Data(#"{"name": "NT 4"}"#.utf8)
    // Predict: To be written: a question that asks why, which or what follows.
    show(try JSONDecoder().decode(Train.self, from: document))
    // To be written: the explanation of what came out.
}

// MARK: - To be written: the title of step 5

/// To be written: what there is to find out in step 5.
func step5() throws {
    let document = Data(#"{"name": "NT 5"}"#.utf8)
    // Predict: To be written: a question that asks why, which or what follows.
    show(try JSONDecoder().decode(Train.self, from: document))
    // To be written: the explanation of what came out.
}

// MARK: - To be written: the title of step 6

/// To be written: what there is to find out in step 6.
func step6() throws {
    let document = Data(#"{"name": "NT 6"}"#.utf8)
    // Predict: To be written: a question that asks why, which or what follows.
    show(try JSONDecoder().decode(Train.self, from: document))
    // To be written: the explanation of what came out.
}

// MARK: - What to take away

// | Rule                               | Step |
// |------------------------------------|------|
// | To be written: a rule in a few words | 1    |
//
// To be written: what is left out here, and which lesson has it.
//
// Now you: open `Exercises/Exercise15.swift`. To judge it:
//
//     swift run workbook check 15

// MARK: - The finished model

/// To be written: what `swift run lesson-15 --decode FILE` decodes.
struct Train: Codable, Equatable {
    let name: String
}
