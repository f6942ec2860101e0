import ExerciseConventions
import Foundation
import Judging

/// A check of one exercise, which also remembers the learner's progress.
struct Check {
    let number: String
    /// The folder of the answer: the learner's, or another one.
    var answers = AnswersFolder.learners
    let workbook: WorkbookFolder
    /// A Boolean value that indicates whether the learner sees it in `workbook watch`, which has keys and
    /// a screen to which nothing else may be written.
    var hasKeys = false

    /// Reads the file as it is now.
    func read() -> Answer { Answer(number, in: answers, of: workbook) }

    /// A sentence about a file that cannot be read, with advice that stays true after the learner has
    /// committed the file.
    var missing: String {
        if !workbook.exists("Package.swift") {
            return
                "The folder of the workbook is gone or has another name. Leave, go to it with cd, and "
                + "begin again there."
        }
        if !workbook.exists(path) { return "\(path) is not there. \(bringBack)" }
        let isFolder =
            (try? FileManager.default.contentsOfDirectory(atPath: workbook.url(path).path)) != nil
        let reason = isFolder ? "is a folder" : "cannot be read"
        return "\(path) is there, but it \(reason). Rename it; then \(bringBack)"
    }

    /// The way to get the stub again.
    var bringBack: String {
        (hasKeys ? "r" : "swift run workbook reset \(number)") + " puts the stub in its place."
    }

    /// Reads the file as it is now.
    ///
    /// - Throws: ``UsageError`` if there is no file.
    func answer() throws -> Answer {
        let answer = read()
        guard answer.contents != nil else {
            throw UsageError(
                description: answers == .learners
                    ? missing
                    : "\(path) is not there, and \(EnvironmentVariable.answers)=\(answers.path) "
                        + "asks for it.")
        }
        return answer
    }

    /// Judges the file as it was read, and remembers which task is at hand.
    func judgment(of answer: Answer) async throws -> Judgment {
        var judge = Judge(in: workbook)
        if hasKeys { judge.tell = { _ in } }
        let judgment = try await judge.judgment(of: answer, for: "check \(number)")
        if let verdict = judgment.verdict, answers == .learners {
            ExerciseMemory(number: number, workbook: workbook).keep(verdict, of: answer)
        }
        return judgment
    }

    /// Returns a Boolean value that indicates whether a build is needed to judge the file as it was read.
    func needsBuild(_ answer: Answer) -> Bool { Judge(in: workbook).builds(answer) }

    /// The path of the file that is judged, from the package's folder.
    var path: String { answers.answerPath(number) }

    /// The path of the stub, which shows how everything was declared.
    var stub: String { workbook.stubPath(number) }
}
