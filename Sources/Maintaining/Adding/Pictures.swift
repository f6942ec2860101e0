import ExerciseConventions
import Foundation
import Judging
import LessonChecks
import Walkthrough
import Workbook

/// The pictures that README.md shows: a page of a lesson, and the screen of `watch`.
struct Pictures {
    let workbook: WorkbookFolder

    /// The step on the picture. It has a question, an error and its explanation.
    static let step = LessonStep.decodeALaunch

    /// A picture, and where it belongs.
    struct Picture: Equatable {
        /// From the package's folder.
        let path: String
        let svg: String
    }

    /// Draws the pictures of a lesson, once its pages are recorded.
    ///
    /// - Returns: None but for the lesson that README.md shows.
    /// - Throws: ``CommandFailure`` where there is no such page or no such verdict.
    func drawn(ofLesson number: String) throws -> [Picture] {
        guard number == Self.step.lesson, let folder = workbook.lessonFolder(number) else {
            return []
        }
        return [
            Picture(path: "\(folder)/page.svg", svg: try page().svg),
            Picture(path: "\(folder)/watch.svg", svg: try watch().svg),
        ]
    }

    /// The page as a terminal shows it.
    func page() throws -> TerminalPicture {
        let (lesson, step) = (Self.step.lesson, Self.step.number)
        guard let page = RecordedLesson(lesson, in: workbook).page(step: step) else {
            throw CommandFailure(
                description: "Step \(step) of lesson \(lesson) is not as its README.md has it, so "
                    + "page.svg is as it was.")
        }
        return TerminalPicture(of: page)
    }

    // MARK: - The screen of watch

    /// The lines that somebody has changed in exercise 01 by then. Task 2 hides the error that its caller
    /// should hear of.
    private static let changes = [
        ("struct Train: Equatable {", "struct Train: Codable, Equatable {"),
        (
            "throw TODO(\"Task 1: decode one train\")",
            "try JSONDecoder().decode(Train.self, from: document)"
        ),
        (
            "throw TODO(\"Task 2: decode a list of trains\")",
            "(try? JSONDecoder().decode([Train].self, from: document)) ?? []"
        ),
    ]

    /// The screen after somebody who is at task 2 of exercise 01 has saved the file.
    func watch() throws -> TerminalPicture {
        let number = Self.step.lesson
        let answer = Data(try answer(to: number).utf8)
        let path = workbook.exercisePath(number)
        let judgment = try Judge(in: workbook).judgment(
            of: Answer(number, answer, path: path), for: "record \(number)")
        guard judgment.verdict?.finding?.task?.number == 2 else {
            throw CommandFailure(
                description:
                    "The answer on the picture of watch is no longer refused in task 2, so "
                    + "watch.svg is as it was.")
        }
        // What the screen says of the file, it reads there, and the learner's own is another one.
        return try TemporaryFolder.use { folder in
            let learners = WorkbookFolder(root: folder)
            let file = learners.url(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try answer.write(to: file)
            let screen = Watch.screen(
                for: judgment, of: number, on: TerminalPicture.terminal, in: learners)
            return TerminalPicture(
                "What swift run workbook watch \(number) shows: task 1 is right, task 2 is wrong and "
                    + "why, the others are open", of: screen)
        }
    }

    private func answer(to number: String) throws -> String {
        let stub = workbook.text(workbook.stubPath(number)) ?? ""
        return try Self.changes.reduce(stub) { text, change in
            guard text.contains(change.0) else {
                throw CommandFailure(
                    description: "The picture of watch needs a line that the stub of exercise "
                        + "\(number) no longer has: \(change.0)")
            }
            return text.replacing(change.0, with: change.1)
        }
    }
}
