import Foundation

/// The name of a file that is plainly meant as an exercise's: `Exercise06.swift`, and what browsers,
/// mail programs and file managers make of it.
struct ExerciseFileName {
    /// The exercise: `06`.
    let number: String
    let isArchive: Bool
    /// Whether it is the very name that the workbook gives the file.
    let isExact: Bool

    /// - Parameter name: `exercise06.swift`, `Exercise06 (1).swift`, `Exercise06.swift.txt`,
    ///   `Exercise06.zip`.
    init?(_ name: String) {
        // A number in brackets or a word behind the number: a second download, a copy.
        let shape =
            #/(?i)exercise[ _-]?([0-9]{1,2})(?:[ _-]*\([0-9]{1,3}\)|[ _-]+(?:copy|kopie)(?: [0-9]{1,2})?)?\.(swift(?:\.txt)?|zip)/#
        guard let match = name.wholeMatch(of: shape) else { return nil }
        number = match.1.count == 1 ? "0\(match.1)" : String(match.1)
        isArchive = match.2.lowercased() == "zip"
        isExact = name == "Exercise\(number).swift"
    }
}
