import Foundation

/// The pages of a lesson that a person is shown, in their order, and what comes after them.
struct LessonTour: Sendable {
    let lesson: LessonDescription
    let options: LessonOptions
    /// The steps, and after them the closing page.
    let places: ClosedRange<Int>

    init(_ lesson: LessonDescription, _ options: LessonOptions) {
        self.lesson = lesson
        self.options = options
        let steps = lesson.steps.functions.count
        places = options.step.map { $0...$0 } ?? 1...(lesson.closingPage == nil ? steps : steps + 1)
    }

    /// The place at which the tour begins.
    var start: Int { options.step ?? min(options.first, places.upperBound) }

    /// Returns the place of a step, or the nearest one.
    func place(ofStep number: Int) -> Int {
        let last = options.step ?? lesson.steps.functions.count
        return min(max(number, places.lowerBound), last)
    }

    /// Returns what comes after a place, in a word or two.
    func next(after place: Int) -> String {
        place < lesson.steps.functions.count ? "step \(place + 1)" : "the end"
    }

    /// Returns the line for a reader who leaves in the middle: how to come back to a place. It is nil where
    /// that is the beginning, or where another program shows the lesson.
    func farewell(at place: Int) -> String? {
        let isInMiddle =
            place > places.lowerBound && lesson.steps.functions.indices.contains(place - 1)
        guard isInMiddle, options.step == nil, !options.goesBack else { return nil }
        let words = options.arguments(at: place).filter { $0 != Usage.plain.key }
        let program = (["lesson-\(lesson.number)"] + words).joined(separator: " ")
        return "Go on with: \(Terminal.current.command(program))"
    }

    /// The meaning of `q`.
    var quit: String { options.goesBack ? "back" : "quit" }

    /// The build of the workbook's program, if the lesson has an exercise. It is nil if the workbook's
    /// program itself shows this lesson, and waits for its end.
    var exercise: Rebuild? {
        options.goesBack ? nil : Rebuild(ofExerciseOf: lesson)
    }

    /// Returns a process that prepares the exercise if a place is the last one of the whole lesson, or nil
    /// if there is nothing to prepare.
    func preparation(at place: Int) -> BackgroundPreparation? {
        guard place == places.upperBound, options.step == nil else { return nil }
        return exercise.flatMap { BackgroundPreparation(of: lesson.number, in: $0.package) }
    }

    /// Makes the page of a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - lesson: The lesson, with its file as it is now.
    ///   - follow: A closure that takes the page if the program crashes, and returns the place at which
    ///     another program goes on, or nil at the end.
    /// - Returns: The page, or nil if there is none at this place.
    func page(
        at place: Int, of lesson: LessonDescription,
        followingCrash follow: @escaping @Sendable (Page) -> Int?
    ) async -> Page? {
        guard lesson.steps.functions.indices.contains(place - 1) else { return lesson.closingPage }
        return await lesson.page(step: place) { page in
            guard let next = follow(page), let program = RunningProgram.location else { return }
            RunningProgram.become(
                [program.path] + options.arguments(at: next), builtFrom: RunningProgram.builtFrom)
        }
    }
}
