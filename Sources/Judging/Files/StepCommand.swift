import ExerciseConventions

extension LessonStep {
    /// The first step that a message names, or nil where it names none that there is.
    package init?(namedIn message: String) {
        guard let step = Self.mentions(in: message).first?.step else { return nil }
        self = step
    }

    /// Shows the step.
    package var command: String { "swift run lesson-\(lesson) --step \(number)" }
}
