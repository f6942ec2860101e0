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

    /// A picture and its place.
    struct Picture: Equatable {
        /// The path of the picture, from the package's folder.
        let path: String
        let svg: String
    }

    /// Returns the pictures of a lesson whose pages have been recorded.
    ///
    /// - Returns: The pictures, or an empty array if README.md shows none of this lesson.
    /// - Throws: ``CommandFailure`` if there is no such page, or if the verdict is another one.
    func drawn(ofLesson number: String) async throws -> [Picture] {
        guard number == Self.step.lesson, let folder = workbook.lessonFolder(number) else {
            return []
        }
        return [
            Picture(path: "\(folder)/page.svg", svg: try page().svg),
            Picture(path: "\(folder)/watch.svg", svg: try await watch().svg),
        ]
    }

    /// Returns the picture of the page, as a terminal shows it.
    ///
    /// - Throws: ``CommandFailure`` if there is no recorded page.
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

    /// The lines of exercise 01 that the learner of the picture has changed. Task 2 hides the error
    /// that its caller should get.
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

    /// Returns the picture of the screen after a learner at task 2 of exercise 01 has saved the
    /// file.
    ///
    /// - Throws: ``CommandFailure`` if task 2 no longer refuses the answer.
    func watch() async throws -> TerminalPicture {
        let number = Self.step.lesson
        let stub = workbook.text(workbook.stubPath(number)) ?? ""
        let answer = Data(Self.changes.reduce(stub) { $0.replacing($1.0, with: $1.1) }.utf8)
        let path = workbook.exercisePath(number)
        let judgment = try await Judge(in: workbook).judgment(
            of: Answer(number, answer, path: path), for: "record \(number)")
        guard judgment.verdict?.finding?.task?.number == 2 else {
            throw CommandFailure(
                description:
                    "The stub of exercise \(number) with the changes in Pictures.swift is no longer "
                    + "refused in task 2, so watch.svg is as it was.")
        }
        // The screen reads the learner's file, so the answer of the picture is written into another
        // folder.
        return try await TemporaryFolder.use { folder in
            let learners = WorkbookFolder(root: folder)
            try learners.write(answer, to: path)
            let screen = await Watch.screen(
                for: judgment, of: number, on: TerminalPicture.terminal, in: learners)
            return TerminalPicture(
                "What swift run workbook watch \(number) shows: task 1 is right, task 2 is wrong and "
                    + "why, the others are open", of: screen)
        }
    }
}
