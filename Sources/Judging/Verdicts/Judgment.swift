/// The judgment of a ``Judge`` on an exercise's file.
package enum Judgment: Sendable {
    /// There is no file.
    case missing
    /// The answer cannot be built with the checks.
    case notCompiled(BuildFailure)
    /// There is no verdict. The value is the reason, in a line for a person to read.
    case notJudged(String)
    /// The verdict of the checks, and the compiler's warnings about the answer's lines.
    case judged(ExerciseVerdict, warnings: [Diagnostic])

    /// The verdict, or `nil` if the checks gave none.
    package var verdict: ExerciseVerdict? {
        if case .judged(let verdict, _) = self { verdict } else { nil }
    }

    /// A Boolean value that indicates whether the answer is right.
    package var isRight: Bool { verdict?.isRight == true }
}
