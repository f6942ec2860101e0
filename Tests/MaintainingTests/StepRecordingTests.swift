import ExerciseConventions
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

@Suite("The recorded names of the steps")
struct StepRecordingTests {
    @Test("The steps of the workbook are those of its lessons, so that nothing is written")
    func ownSteps() throws {
        #expect(try StepRecording(workbook: WorkbookFolder.find()).run().isEmpty)
    }

    @Test("A renamed step gets a case of its own, and each hint still names its step")
    func renamed() async throws {
        try await MaintainedWorkbook.withTemporary { workbook in
            try workbook.write(
                "// Written by a program.\npublic enum LessonStep: String {\n}\n",
                to: LessonStep.path)
            let before = (1...6).map { "Written: the title of step \($0)" }
            var recording = StepRecording(workbook: workbook.folder)
            recording.recordedTitles = { _ in before.reversed() }
            try workbook.replace(
                "- Written: the title of step 3\n", with: "- Keys, and JSON\n",
                in: "Lessons/01-Trains/Lesson01.swift")
            let hints = workbook.folder.hintsPath("01")
            try workbook.replace(
                "(lesson 01, step 2)", with: "(lesson 01, step 1) (lesson 01, step 4)", in: hints)
            #expect(try recording.run() == [LessonStep.path, hints])
            let source = try #require(workbook.folder.text(LessonStep.path))
            #expect(
                source.hasPrefix("// Written by a program.\npublic enum LessonStep: String {\n"))
            #expect(source.contains("    case keysAndJSON = \"lesson 01, Keys, and JSON\"\n"))
            #expect(source.contains("    case writtenTheTitleOfStep6 = "))
            let page = try #require(workbook.folder.text(hints))
            // The first step is now the last one, and the fourth one no longer exists.
            #expect(page.contains("(lesson 01, step 6) (lesson 01, step ?)"))
            #expect(
                workbook.files.problems.contains {
                    $0.contains("sends the learner to (lesson 01, step ?)")
                })
        }
    }
}
