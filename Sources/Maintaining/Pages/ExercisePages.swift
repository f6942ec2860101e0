import Judging
import Walkthrough

/// The pages of an exercise that the tool reads: its known answers, the learner's page of other ways and
/// the teacher's guide.
struct ExercisePages {
    let number: String
    let guide: TeacherGuide
    /// The known answers of both pages, those of the learner's page first.
    let answers: [KnownAnswer]
    /// What is wrong with the pages, a line each.
    let problems: [String]

    /// How many ideas a learner's page has.
    private static let ideas = 3...5

    init(_ number: String, in workbook: WorkbookFolder) {
        self.number = number
        let ways = KnownAnswers(workbook.text(workbook.path(.otherWays, number)) ?? "")
        let known = KnownAnswers(workbook.text(workbook.knownAnswersPath(number)) ?? "")
        let sections = LessonSource(workbook.text(workbook.path(.lesson, number)) ?? "").sections
        guide = TeacherGuide(
            workbook.text(workbook.path(.guide, number)) ?? "", of: number,
            steps: sections.prefix { $0.title != LessonSource.closingTitle }.map(\.title),
            wrongAnswers: known.answers.filter { $0.refusal != nil }.map(\.heading))
        answers = ways.answers + known.answers
        let files = [
            (LessonFile.otherWays, ways.problems + Self.problems(ofWays: ways)),
            (.knownAnswers, known.problems + Self.problems(ofKnown: known)),
            (.guide, guide.problems),
        ]
        problems = files.flatMap { file, problems in
            problems.map { "\(workbook.path(file, number)): \($0)" }
        }
    }

    private static func problems(ofWays ways: KnownAnswers) -> [String] {
        let silent = ways.answers.filter(\.note.isEmpty).map {
            "\"\($0.heading)\" does not say what it gains and what it costs. Write it above its block."
        }
        if ideas.contains(ways.answers.count) { return silent }
        return silent + [
            "It has \(ways.answers.count) ideas. A page that is read has three to five."
        ]
    }

    /// Without a wrong answer, nobody knows whether the checks refuse any.
    private static func problems(ofKnown known: KnownAnswers) -> [String] {
        if known.answers.contains(where: { $0.refusal != nil }) { return [] }
        return [
            "It has no wrong answer. Write one into the exercise's file, as a learner would, and add it "
                + "with swift run maintain refuse."
        ]
    }
}
