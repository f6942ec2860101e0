import DecodingExplainer

/// A pager that writes the pages of a lesson one below the other. If it is to ask, it waits for a line of
/// input before each answer, and after each page.
struct LinePager {
    private let lesson: LessonDescription
    private let options: LessonOptions.Pages
    /// The steps, and after them the closing page.
    private let places: ClosedRange<Int>
    /// A Boolean value that indicates whether the pager waits for input. After the end of standard input, it
    /// no longer waits, and nothing is hidden.
    private var isAsking: Bool
    private var exitCode = ExitCode.success
    private var preparation: BackgroundPreparation?

    init(_ lesson: LessonDescription, _ options: LessonOptions.Pages) {
        self.lesson = lesson
        self.options = options
        let steps = lesson.steps.functions.count
        places = options.step.map { $0...$0 } ?? 1...(lesson.closingPage == nil ? steps : steps + 1)
        let terminal = Terminal.current
        let asksByItself = terminal.isPlain && terminal.isInteractive && !options.isWhole
        isAsking = options.hidesResults || asksByItself
    }

    /// Writes the pages.
    ///
    /// - Returns: The exit code, which is not 0 if a step ended with an error.
    mutating func run() async -> Int32 {
        var place: Int? = options.step ?? min(options.first, places.upperBound)
        while let current = place {
            // Between two pages, a file may change.
            let lesson = lesson.reread
            guard lesson.isCurrent(options.arguments(at: current)) else { return ExitCode.failure }
            guard let page = await page(at: current, of: lesson) else { break }
            if page.endsEarly { exitCode = ExitCode.failure }
            place = follow(page, at: current)
        }
        withExtendedLifetime(preparation) {}
        return exitCode
    }

    private func page(at place: Int, of lesson: LessonDescription) async -> Page? {
        guard lesson.steps.functions.indices.contains(place - 1) else { return lesson.closingPage }
        let pager = self
        return await lesson.page(step: place) { page in
            // This program has crashed, so another one goes on in its place.
            if pager.isAsking { CrashWatch.hold() }
            var pager = pager
            guard let next = pager.follow(page, at: place), pager.isAsking,
                let program = RunningProgram.location
            else { return }
            RunningProgram.become(
                [program.path] + options.arguments(at: next), builtFrom: RunningProgram.builtFrom)
        }
    }

    private var terminal: Terminal {
        var terminal = Terminal.current
        if options.isLight { terminal.palette = .light }
        return terminal
    }

    /// Writes a page and follows the answers of the person who reads it.
    ///
    /// - Returns: The next place, or nil at the end.
    private mutating func follow(_ page: Page, at place: Int) -> Int? {
        let isLast = place == places.upperBound
        let exercise = isAsking ? exercise : nil
        if isLast, options.step == nil, preparation == nil {
            preparation = exercise.flatMap {
                BackgroundPreparation(of: lesson.number, in: $0.package)
            }
        }
        switch show(page, at: place) {
        case .onward where isLast && leadsOn, .exercise:
            exercise?.watch(exercise: lesson.number)
            return nil
        case .onward:
            if !isLast { terminal.write("\n") }
            return isLast ? nil : place + 1
        case .back: return max(place - 1, places.lowerBound)
        case .again: return place
        case .step(let number):
            return min(max(number, places.lowerBound), min(places.upperBound, lastStep))
        case .end: return nil
        }
    }

    /// The meaning of `q`.
    private var quit: String { options.goesBack ? "back" : "quit" }

    private var lastStep: Int { options.step ?? lesson.steps.functions.count }

    private var exercise: Rebuild? {
        terminal.isInteractive && !options.goesBack ? Rebuild(ofExerciseOf: lesson) : nil
    }

    /// A Boolean value that indicates whether Return on the last page leads to the exercise. In front of a
    /// class, one key too many must not start it.
    private var leadsOn: Bool {
        isAsking && options.step == nil && !options.hidesResults && exercise != nil
    }

    private mutating func show(_ page: Page, at place: Int) -> Navigation {
        LinePrompt.forgetInput()
        for (index, part) in page.parts(on: terminal).enumerated() {
            let answer = index == 0 ? .onward : ask("what comes out", at: place)
            guard answer == .onward else { return answer }
            terminal.write(part)
        }
        if options.step != nil { return .onward }
        let isLast = place == places.upperBound
        let next = place < lastStep ? "step \(place + 1)" : "the end"
        return ask(
            !isLast ? next : leadsOn ? "exercise \(lesson.number)" : quit, at: place, atEnd: true)
    }

    /// Asks until the answer has a meaning.
    ///
    /// - Parameters:
    ///   - onward: What Return leads to.
    ///   - place: The place of the page.
    ///   - atEnd: True after the last answer of the page.
    private mutating func ask(_ onward: String, at place: Int, atEnd: Bool = false) -> Navigation {
        let isPart = options.step != nil
        let isExercise = place == places.upperBound && leadsOn
        let prompt = [
            "Return: \(onward).",
            isPart ? nil : "A number and Return: that step.",
            isPart || !atEnd || place == places.lowerBound ? nil : "b: back.",
            !atEnd || exercise == nil || isExercise ? nil : "e: exercise.",
            atEnd && !isPart ? "q: \(quit)." : "q and Return: \(quit).",
        ].compactMap(\.self).joined(separator: " ")
        while isAsking {
            guard let answer = LinePrompt.answer(to: prompt) else {
                isAsking = false
                return terminal.isInteractive ? .end : .onward
            }
            switch answer {
            case "": return .onward
            case "q", "quit": return .end
            case "b", "back": return .back
            case "r", "again": return .again
            case "e" where exercise != nil: return .exercise
            default: if let number = Int(answer) { return .step(number) }
            }
        }
        return .onward
    }
}
