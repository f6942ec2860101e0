import Foundation

/// A pager that writes the pages of a lesson one below the other. If it is to ask, it waits for a line of
/// input before each answer, and after each page.
struct LinePager {
    private let tour: LessonTour
    /// A Boolean value that indicates whether the pager waits for input. After the end of standard input, it
    /// no longer waits, and nothing is hidden.
    private var isAsking: Bool
    /// A Boolean value that indicates whether a prompt has said that each key needs Return.
    private var knowsKeys = false
    private var exitCode = ExitCode.success
    private var preparation: BackgroundPreparation?
    /// The time when the compiler refused the lesson's file. Until it changes again, the lesson goes on as it
    /// was.
    private var refused: Date?

    init(_ lesson: LessonDescription, _ options: LessonOptions) {
        tour = LessonTour(lesson, options)
        let terminal = Terminal.current
        let asksByItself = terminal.isPlain && terminal.isInteractive && !options.isWhole
        isAsking = options.hidesResults || asksByItself
    }

    /// Writes the pages.
    ///
    /// - Returns: The exit code, which is not 0 if a step ended with an error.
    mutating func run() async -> Int32 {
        var place: Int? = tour.start
        while let current = place {
            // Between two pages, a file may change.
            let isRefused = refused != nil && tour.lesson.changedFile(andSince: refused) == nil
            let lesson = isRefused ? tour.lesson : tour.lesson.reread
            guard isRefused || lesson.isCurrent(tour.options.arguments(at: current)) else {
                return ExitCode.failure
            }
            guard let page = await page(at: current, of: lesson) else { break }
            if page.endsEarly { exitCode = ExitCode.failure }
            place = follow(page, at: current)
        }
        withExtendedLifetime(preparation) {}
        return exitCode
    }

    private func page(at place: Int, of lesson: LessonDescription) async -> Page? {
        let pager = self
        return await tour.page(at: place, of: lesson) { page in
            if pager.isAsking { CrashWatch.hold() }
            var pager = pager
            let next = pager.follow(page, at: place)
            return pager.isAsking ? next : nil
        }
    }

    private var terminal: Terminal {
        var terminal = Terminal.current
        if tour.options.isLight { terminal.palette = .light }
        return terminal
    }

    /// Writes a page and follows the answers of the person who reads it.
    ///
    /// - Returns: The next place, or nil at the end.
    private mutating func follow(_ page: Page, at place: Int) -> Int? {
        let isLast = isLast(place)
        let exercise = isAsking ? exercise : nil
        if exercise != nil { preparation = preparation ?? tour.preparation(at: place) }
        switch show(page, at: place) {
        case .onward where isLast && leadsOn, .exercise:
            exercise?.watch(exercise: tour.lesson.number)
            return nil
        case .onward:
            if !isLast, !terminal.isPlain { terminal.write("\n") }
            return isLast ? nil : place + 1
        case .back: return max(place - 1, tour.places.lowerBound)
        case .again: return place
        case .step(let number): return tour.place(ofStep: number)
        case .end:
            if terminal.isInteractive { tour.farewell(at: place).map { terminal.write($0 + "\n") } }
            return nil
        }
    }

    private func isLast(_ place: Int) -> Bool { place == tour.places.upperBound }

    private var exercise: Rebuild? { terminal.isInteractive ? tour.exercise : nil }

    /// A Boolean value that indicates whether Return on the last page leads to the exercise. In front of a
    /// class, one key too many must not start it.
    private var leadsOn: Bool {
        isAsking && tour.options.step == nil && !tour.options.hidesResults && exercise != nil
    }

    private mutating func show(_ page: Page, at place: Int) -> Navigation {
        LinePrompt.forgetInput()
        for (index, part) in page.parts(on: terminal).enumerated() {
            let answer = index == 0 ? .onward : ask(at: place)
            guard answer == .onward else { return answer }
            terminal.write(part)
        }
        if tour.options.step != nil, !tour.options.goesBack || !terminal.isPlain { return .onward }
        let end = leadsOn ? "exercise \(tour.lesson.number)" : tour.quit
        return ask(isLast(place) ? end : tour.next(after: place), at: place)
    }

    /// Asks until the answer has a meaning.
    ///
    /// - Parameters:
    ///   - next: What comes after the page, or nil if a question is open. Then any text but a key is a guess,
    ///     and the answer comes after it.
    ///   - place: The place of the page.
    private mutating func ask(_ next: String? = nil, at place: Int) -> Navigation {
        let isPart = tour.options.step != nil
        let isExercise = isLast(place) && leadsOn
        let onward = next ?? "what comes out"
        let rule = knowsKeys ? nil : LinePrompt.rule
        knowsKeys = true
        let prompt = [
            rule,
            next == nil
                ? "Your guess and Return, or Return alone: \(onward)." : "Return: \(onward).",
            isPart || next == nil || place == tour.places.lowerBound ? nil : "b: back.",
            next == nil || exercise == nil || isExercise ? nil : "e: exercise.",
            onward == tour.quit ? nil : "q: \(tour.quit).", isPart ? nil : "?: more keys.",
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
            case "r", "again":
                let start = Date()
                guard let problem = tour.lesson.problemOfBuild() else { return .again }
                refused = start
                terminal.write(problem.map { $0 + "\n" }.joined())
            case "?", "help":
                let typed =
                    next == nil
                    ? "Another text: your guess, which nobody judges." : "A number: that step."
                terminal.write(
                    """
                    Return: \(onward). \(typed)
                    b: back a step. r: this step again; if you have changed the lesson's file and saved it, \
                    as it is now.
                    \(exercise == nil ? "" : "e: the lesson's exercise. ")q: \(tour.quit).

                    """)
            case "e" where exercise != nil: return .exercise
            case _ where next == nil && answer != "h" && !answer.contains("\u{1B}"): return .onward
            default:
                let steps = 1...tour.lesson.steps.functions.count
                if let number = Int(answer), steps.contains(number) { return .step(number) }
                terminal.write(
                    Int(answer) == nil
                        ? "There is no such key. ?: all keys.\n"
                        : "There are the steps 1 to \(steps.upperBound).\n")
            }
        }
        return .onward
    }
}
