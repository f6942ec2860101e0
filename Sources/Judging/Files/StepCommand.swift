import ExerciseConventions

extension LessonStep {
    /// The command that shows the step.
    package var command: String { "swift run lesson-\(lesson) --step \(number)" }
}
