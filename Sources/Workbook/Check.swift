import ExerciseConventions
import Foundation
import Judging

/// Judges one exercise, and remembers how it is doing.
struct Check {
    let number: String
    let workbook: WorkbookFolder
    /// Whose answers, where it is not the learner's.
    let answers: AnswersFolder
    /// Whether a screen is shown meanwhile, on which nothing else may be written.
    var hasScreen = false

    init(_ number: String, of answers: AnswersFolder = .learners, in workbook: WorkbookFolder) {
        self.number = number
        self.answers = answers
        self.workbook = workbook
    }

    /// The file as it is now.
    ///
    /// - Throws: ``UsageError`` where there is none.
    func answer() throws -> Answer {
        let answer = Answer(number, in: answers, of: workbook)
        guard answer.contents != nil else {
            throw UsageError(
                description: answers == .learners
                    ? "\(path) is not there. \(Advice.bringBack(path))"
                    : "\(path) is not there, and \(EnvironmentVariable.answers)=\(answers.path) "
                        + "asks for it.")
        }
        return answer
    }

    /// Judges the file as it was read, and remembers which task is at hand.
    func judgment(of answer: Answer) throws -> Judgment {
        var judge = Judge(in: workbook)
        if hasScreen { judge.tell = { _ in } }
        let judgment = try judge.judgment(of: answer, for: "check \(number)")
        if let verdict = judgment.verdict, answers == .learners {
            ExerciseMemory(number: number, workbook: workbook).keep(verdict, of: answer)
        }
        return judgment
    }

    /// Whether something has to be built to judge the file as it was read.
    func needsBuild(_ answer: Answer) -> Bool { Judge(in: workbook).builds(answer) }

    /// The file that is judged, from the package's folder.
    var path: String { answers.answerPath(number) }
}
