/// What came of an exercise's file. Everybody who asks a ``Judge`` gets one of these.
package enum Judgment: Sendable {
    /// There is no file.
    case missing
    /// The answer cannot be built with the checks.
    case notCompiled(BuildFailure)
    /// There is no verdict, and why: in a line, for a person to read.
    case notJudged(String)
    /// What the checks say, and what the compiler said about the answer's lines.
    case judged(ExerciseVerdict, warnings: [Diagnostic])

    /// Nil where the checks could not say.
    package var verdict: ExerciseVerdict? {
        if case .judged(let verdict, _) = self { verdict } else { nil }
    }

    package var isRight: Bool { verdict?.isRight == true }
}
