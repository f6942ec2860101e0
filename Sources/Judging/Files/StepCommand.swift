import ExerciseConventions

extension LessonStep {
    /// Shows the step.
    package var command: String { "swift run lesson-\(lesson) --step \(number)" }
}
