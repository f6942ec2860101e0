import Foundation

/// The name of a file that clearly belongs to an exercise: `Exercise06.swift`, or a variant of this name
/// that a browser, a mail program or a file manager makes.
struct ExerciseFileName {
    /// The number of the exercise: `06`.
    let number: String
    /// A Boolean value that indicates whether it is exactly the name that the file has in the workbook.
    let isExact: Bool

    /// Reads a name, or returns nil if it does not belong to an exercise.
    ///
    /// - Parameter name: `exercise06.swift`, `Exercise06 (1).swift`, `Exercise06.swift.txt`,
    ///   `Exercise06.zip`.
    init?(_ name: String) {
        // A number in brackets is a second download, a number behind a hyphen is what Canvas adds to a
        // second hand-in, and a word behind the number is a copy.
        let shape =
            #/(?i)exercise[ _-]?([0-9]{1,2})(?:[ _-]*\([0-9]{1,3}\)|-[0-9]{1,3}|[ _-]+(?:copy|kopie)(?: [0-9]{1,2})?)?\.(?:swift(?:\.txt)?|zip)/#
        guard let match = name.wholeMatch(of: shape) else { return nil }
        number = match.1.count == 1 ? "0\(match.1)" : String(match.1)
        isExact = name == "Exercise\(number).swift"
    }
}
