/// The time that a lesson and its exercise take with a class: `45 minutes, and 40 for the
/// exercise.`
package struct LessonTime: Equatable, Sendable {
    package let minutes: Int
    package let minutesOfExercise: Int

    /// Reads the time in one of the paragraphs of a teacher's guide. The result is `nil` if no
    /// paragraph has this form.
    package init?(_ paragraphs: [String]) {
        let form = #/(\d+) minutes, and (\d+) for the exercise\./#
        guard let match = paragraphs.compactMap({ $0.wholeMatch(of: form) }).first,
            let minutes = Int(match.1), let minutesOfExercise = Int(match.2)
        else { return nil }
        (self.minutes, self.minutesOfExercise) = (minutes, minutesOfExercise)
    }
}
