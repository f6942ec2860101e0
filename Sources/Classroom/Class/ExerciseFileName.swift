import Foundation

/// The name of a file that clearly belongs to an exercise: `Exercise06.swift`, or a variant of this name
/// that a browser, a mail program or a file manager makes.
struct ExerciseFileName {
    /// The number of the exercise: `06`.
    let number: String
    /// A Boolean value that indicates whether it is the name that the file has in the workbook. A number of a
    /// copy does not count.
    let isUsual: Bool
    /// The number of the copy: 2 of `Exercise06 (2).swift`, and 0 without one.
    let copy: Int

    /// Reads a name, or returns nil if it does not belong to an exercise.
    ///
    /// - Parameter name: `exercise06.swift`, `Exercise06 (1).swift`, `Exercise06.swift.txt`,
    ///   `Exercise06.zip`.
    init?(_ name: String) {
        // A number in brackets is a second download, a number behind a hyphen is what Canvas adds to a
        // second hand-in, and a word behind the number is a copy.
        let shape =
            #/(?i)(exercise[ _-]?([0-9]{1,2}))(?:[ _-]*\(([0-9]{1,3})\)|-([0-9]{1,3})|[ _-]+(?:copy|kopie)(?: [0-9]{1,2})?)?\.(swift(?:\.txt)?|zip)/#
        guard let match = name.wholeMatch(of: shape) else { return nil }
        number = match.2.count == 1 ? "0\(match.2)" : String(match.2)
        copy = (match.3 ?? match.4).flatMap { Int($0) } ?? 0
        isUsual =
            match.1 == "Exercise\(number)" && match.5 == "swift"
            && (copy > 0 || name == "Exercise\(number).swift")
    }
}
