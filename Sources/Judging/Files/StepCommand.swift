import Walkthrough

/// A step of a lesson to which a message sends the learner by its title.
package struct LessonStep: Equatable {
    /// `07`.
    package let lesson: String
    /// Which one it is, from 1.
    package let number: Int

    /// Reads `(lesson 07, Forgetting super)`. Nil where a message names none that there is.
    package init?(namedIn message: String, in workbook: WorkbookFolder) {
        guard let match = message.firstMatch(of: #/\(lesson (\d\d), ([^()]+)\)/#),
            let folder = workbook.lessonFolder(String(match.1)),
            let source = workbook.text("\(folder)/Lesson\(match.1).swift"),
            let index = LessonSource(source).sections.firstIndex(where: { $0.title == match.2 })
        else { return nil }
        (lesson, number) = (String(match.1), index + 1)
    }

    package var command: String { "swift run lesson-\(lesson) --step \(number)" }
}

extension WorkbookFolder {
    /// The command that shows the step that a message names, or nil where it names none.
    package func stepCommand(in message: String) -> String? {
        LessonStep(namedIn: message, in: self)?.command
    }
}
