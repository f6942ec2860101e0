import Judging

/// The pages of an exercise that the tool reads: its known answers, the learner's page of other
/// ways, and the teacher's guide.
struct ExercisePages {
    let number: String
    let guide: TeacherGuide
    /// The known answers of both pages, those of the learner's page first.
    let answers: [KnownAnswer]
    /// The problems of the pages, a line for each.
    let problems: [String]

    init(_ number: String, in workbook: WorkbookFolder) {
        self.number = number
        let ways = KnownAnswers(workbook.text(workbook.path(.otherWays, number)) ?? "")
        let knownAnswers = KnownAnswers(workbook.text(workbook.knownAnswersPath(number)) ?? "")
        guide = TeacherGuide(
            workbook.text(workbook.path(.guide, number)) ?? "", of: number,
            steps: workbook.lesson(number).titlesOfSteps,
            wrongAnswers: knownAnswers.answers.filter { $0.refusal != nil }.map(\.heading))
        answers = ways.answers + knownAnswers.answers
        let files = [
            (LessonFile.otherWays, ways.problems + Self.problems(ofWays: ways)),
            (.knownAnswers, knownAnswers.problems + Self.problems(of: knownAnswers)),
            (.guide, guide.problems),
        ]
        problems = files.flatMap { file, problems in
            problems.map { "\(workbook.path(file, number)): \($0)" }
        }
    }

    private static func problems(ofWays ways: KnownAnswers) -> [String] {
        let missingNotes = ways.answers.filter(\.note.isEmpty).map {
            "\"\($0.heading)\" does not say what it gains and what it costs. Write it above its block."
        }
        if (3...5).contains(ways.answers.count) { return missingNotes }
        return missingNotes + [
            "It has \(ways.answers.count) ideas. Learners read a page with three to five."
        ]
    }

    /// Returns the problems of the known answers. Without a wrong answer, the checks may accept
    /// everything.
    private static func problems(of knownAnswers: KnownAnswers) -> [String] {
        if knownAnswers.answers.contains(where: { $0.refusal != nil }) { return [] }
        return [
            "It has no wrong answer. Write one into the exercise's file, as a learner would, and add it "
                + "with swift run maintain refuse."
        ]
    }
}
