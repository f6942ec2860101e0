import ExerciseConventions

extension LessonStep {
    /// The program that shows the step, with its options.
    package var program: String { "lesson-\(lesson) --step \(number)" }

    /// The command that shows the step.
    package var command: String { "swift run \(program)" }
}
