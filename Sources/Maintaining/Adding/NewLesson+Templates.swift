import Judging
import Walkthrough

// The contents of the files that `maintain new` writes. They have the form of every lesson, with
// the smallest code that runs.
extension NewLesson {
    private var numbers: ClosedRange<Int> { 1...6 }

    private func titleOfStep(_ step: Int) -> String { "To be written: the title of step \(step)" }

    var lesson: String {
        let steps = numbers.map { "step\($0)" }.joined(separator: ", ")
        return """
            import Foundation
            import Walkthrough

            @main
            struct Lesson\(number): Lesson {
                static let title = "\(title)"
                static let steps = Steps(\(steps))

                static func decode(_ document: Data) throws -> Any {
                    try decodeOneOrMany(Train.self, from: document)
                }
            }

            \(numbers.map(step).joined(separator: "\n\n"))

            // MARK: - What to take away

            // | Rule                               | Step |
            // |------------------------------------|------|
            // | To be written: a rule in a few words | 1    |
            //
            // To be written: what is left out here, and which lesson has it.
            //
            // Now you: open `Exercises/Exercise\(number).swift`. To have it judged each time you save it:
            //
            //     swift run workbook watch \(number)

            // MARK: - The finished model

            /// To be written: what `swift run lesson-\(number) --decode FILE` decodes.
            struct Train: Codable, Equatable {
                let name: String
            }

            """
    }

    private func step(_ step: Int) -> String {
        """
        // MARK: - \(titleOfStep(step))

        /// To be written: what there is to find out in step \(step).
        func step\(step)() throws {
            let document = Data(#"{"name": "NT \(step)"}"#.utf8)
            // Predict: To be written: a question that asks why, which or what follows.
            show(try JSONDecoder().decode(Train.self, from: document))
            // To be written: the explanation of what came out.
        }
        """
    }

    var guide: String {
        let minutes = TeacherGuide.minutesOfNewStep
        let titles = numbers.map { titleOfStep($0) } + [LessonSource.closingTitle]
        let sections = titles.map { title in
            """
            ## \(title)

            \(minutes) minutes.

            Ask: To be written.

            Good answer: To be written.

            Pupils say:

            - To be written: what they answer, and what to do with it.


            """
        }
        return """
            # Teaching lesson \(number) · \(title)

            \(minutes * sections.count) minutes, and 40 for the exercise.

            Goal: To be written: what the class can do afterwards.

            To be written: what the class needs before, what to prepare.

            If time is short: To be written: which steps and demos to leave out, and the minutes that are left.

            Start the lesson with `swift run lesson-\(number) --pause`, and have `\(folder)/Lesson\(number).swift`
            open in an editor. For a demo, change that file, save, press `r` in the lesson, and Return; then undo the
            change, save, and press `r` again. `Lessons/README.md` says more about it.

            \(sections.joined())## \(TeacherGuide.exerciseTitle)

            40 minutes.

            - To be written: three to five headings of the catalogue, like this:
              "The list is empty": an empty list and a broken one look alike. Back to "\(titleOfStep(1))".

            """
    }

    var exercise: String {
        """
        import ExerciseSupport
        import Foundation

        // Exercise \(number) · To be written
        //
        // To be written: what the exercise is about. Work from the top: do a task, then run
        //
        //     swift run workbook check \(number)
        //
        // Hints for each task: Solutions/Exercise\(number).md. The lesson: swift run lesson-\(number).

        // MARK: - Task 1

        /// To be written: what this is. The document:
        ///
        ///     { "name": "NT 40" }
        struct Train: Equatable {
            let name: String
        }

        /// Task 1. To be written: what is wanted, and when it is an error.
        func decodeTrain(from document: Data) throws -> Train {
            throw TODO("Task 1: decode a train")
        }

        """
    }

    var solution: String {
        """
        import ExerciseSupport
        import Foundation

        // Exercise \(number) · To be written

        // MARK: - Task 1

        struct Train: Equatable, Decodable {
            let name: String
        }

        func decodeTrain(from document: Data) throws -> Train {
            try JSONDecoder().decode(Train.self, from: document)
        }

        """
    }

    var hints: String {
        """
        # Exercise \(number) · To be written

        Hints for each task, from a nudge to almost the answer. Read one, try again, and only then read the
        next. The whole answer is `Solutions/Exercise\(number).swift`.

        ## Task 1 · A train

        1. To be written: a nudge.
        2. To be written: almost the answer.

        ## What to take away

        To be written: two or three sentences.

        """
    }

    var otherWays: String {
        """
        # Other ways to solve exercise \(number) · To be written

        To be written: three to five other ideas, each with the lines of the solution that it changes.

        """
    }

    var checks: String {
        #"""
        import ExerciseChecks
        import Foundation
        import Testing

        @testable import Exercise\#(number)

        @Suite("Exercise \#(number) · To be written", .serialized, .exercise)
        struct Exercise\#(number)Tests: ExerciseSuite {
            @Test("Task 1 · A train")
            func train() throws {
                let train = try decodeTrain(from: Data(#"{"name": "NT 61"}"#.utf8))
                try expectEqual(
                    train, Train(name: "NT 61"),
                    "To be written: the misconception, and a step as in \(.decodeALaunch)")
            }
        }

        """#
    }

    var lessonTests: String {
        """
        import Testing

        @testable import Lesson\(number)

        @Suite("Lesson \(number) · \(title)")
        struct Lesson\(number)Tests {
            @Test("The pages are in order, not too long, and recorded")
            func pages() async throws {
                try await checkPages(of: Lesson\(number).self)
            }

            @Test("To be written: what the lesson claims and no page shows")
            func otherKeys() throws {
                let train = try decode(Train.self, #"{"name": "NT 1", "cars": 9}"#)
                #expect(train == Train(name: "NT 1"))
            }
        }

        """
    }
}
