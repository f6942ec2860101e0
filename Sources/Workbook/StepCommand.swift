import Walkthrough

extension WorkbookFolder {
    /// A message may send the learner to a step by its title, `(lesson 07, Forgetting super)`. This is
    /// the command that shows the step, or nil where the message names none.
    func stepCommand(in message: String) -> String? {
        guard let match = message.firstMatch(of: #/\(lesson (\d\d), ([^()]+)\)/#),
            let folder = lessonFolder(String(match.1)),
            let source = text("\(folder)/Lesson\(match.1).swift"),
            let index = LessonSource(source).sections.firstIndex(where: { $0.title == match.2 })
        else { return nil }
        return "swift run lesson-\(match.1) --step \(index + 1)"
    }
}
