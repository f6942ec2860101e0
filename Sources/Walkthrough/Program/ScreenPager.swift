import DecodingExplainer
import Foundation

/// A pager that shows the pages of a lesson to a person at a terminal, and follows their keys.
///
/// The pages belong to the running program: the lesson's file was read when the program began. If the
/// file changes, `r` builds the program again and goes on in the new one.
struct ScreenPager: Sendable {
    private let lesson: LessonDescription
    private let options: LessonOptions.Pages
    private let reader: PageReader
    /// The steps, and after them the closing page.
    private let places: ClosedRange<Int>
    /// The last build that the compiler refused.
    private let refused = RefusedBuild()

    /// Shows the pages until the reader leaves them.
    ///
    /// - Returns: The exit code, which is not 0 if a step ended with an error.
    static func run(_ lesson: LessonDescription, _ options: LessonOptions.Pages) async -> Int32 {
        let keyboard = Keyboard()
        let reader = PageReader(keyboard, isLight: options.isLight)
        return await ScreenPager(lesson, options, reader).run(keyboard)
    }

    private init(
        _ lesson: LessonDescription, _ options: LessonOptions.Pages, _ reader: PageReader
    ) {
        self.lesson = lesson
        self.options = options
        self.reader = reader
        let steps = lesson.steps.functions.count
        let last = lesson.closingPage == nil ? steps : steps + 1
        places = options.step.map { $0...$0 } ?? 1...last
    }

    private func run(_ keyboard: Keyboard) async -> Int32 {
        var exitCode = ExitCode.success
        var place: Int? = options.step ?? min(options.first, places.upperBound)
        var preparation: BackgroundPreparation?
        if lesson.changedFile() != nil, RunningProgram.builtFrom == nil {
            // The file has changed since this program was built from it, so there is no right page yet.
            place = build(at: places.lowerBound, keyboard, isOnlyWay: true)
        }
        while let current = place {
            let page = await page(at: current)
            if page?.endsEarly != false { exitCode = ExitCode.failure }
            if current == places.upperBound, options.step == nil, preparation == nil {
                preparation = exercise.flatMap {
                    BackgroundPreparation(of: lesson.number, in: $0.package)
                }
            }
            place = page.flatMap { follow($0, at: current, keyboard) }
        }
        withExtendedLifetime(preparation) {}
        return exitCode
    }

    private func page(at place: Int) async -> Page? {
        guard lesson.steps.functions.indices.contains(place - 1) else { return lesson.closingPage }
        return await lesson.page(step: place) { page in
            // This program has crashed, so another one goes on in its place.
            CrashWatch.hold()
            guard let next = follow(page, at: place, Keyboard()) else { return }
            guard let program = RunningProgram.location else { return }
            RunningProgram.become(
                [program.path] + options.arguments(at: next), builtFrom: RunningProgram.builtFrom)
        }
    }

    /// Shows a page and follows the key that leads away from it.
    ///
    /// - Returns: The next place, or nil at the end.
    private func follow(_ page: Page, at place: Int, _ keyboard: Keyboard) -> Int? {
        let isLast = place == places.upperBound
        let leadsOn = isLast && options.step == nil && exercise != nil
        // In front of a class, one key too many at the end must not start the exercise.
        let goesOn = leadsOn && !options.hidesResults
        let next = place == lesson.steps.functions.count ? "the end" : "step \(place + 1)"
        let end = goesOn ? "exercise \(lesson.number)" : isLast ? quit : next
        let note = leadsOn && !goesOn ? "e: exercise \(lesson.number)" : nil
        return switch read(page, keyboard, end: end, noteAtEnd: note) {
        case .onward where goesOn: watchExercise(at: place)
        case .onward: isLast ? nil : place + 1
        case .back: max(place - 1, places.lowerBound)
        case .step(let number): self.place(ofStep: number)
        case .again: build(at: place, keyboard)
        case .exercise: watchExercise(at: place)
        case .end: nil
        }
    }

    /// The meaning of `q`.
    private var quit: String { options.goesBack ? "back" : "quit" }

    // MARK: - The exercise

    /// The build of the workbook's program, if the lesson has an exercise. It is nil if the workbook's
    /// program itself shows this lesson, and waits for its end.
    private var exercise: Rebuild? {
        options.goesBack ? nil : Rebuild(ofExerciseOf: lesson)
    }

    private func watchExercise(at place: Int) -> Int? {
        guard let exercise else { return place }
        reader.terminal.write(
            "\u{1B}[H\u{1B}[JExercise \(lesson.number): the workbook's program is built, "
                + "the first time for about a minute.\n")
        exercise.watch(exercise: lesson.number)
        return place
    }

    private func place(ofStep number: Int) -> Int {
        let step = min(max(number, 1), lesson.steps.functions.count)
        return min(max(step, places.lowerBound), places.upperBound)
    }

    // MARK: - Another source

    /// The name of the file that has changed, if there is something new to build. Files that the compiler has
    /// refused do not count until they change again.
    private var changedFile: Substring? {
        lesson.changedFile(andSince: refused.date)?.split(separator: "/").last
    }

    /// Builds the program again and goes on in it, or shows the compiler's messages.
    ///
    /// - Parameters:
    ///   - place: The place at which the new program begins.
    ///   - keyboard: The keyboard.
    ///   - isOnlyWay: True if this program has no pages to go back to.
    /// - Returns: The next place in this program, or nil at the end.
    private func build(at place: Int, _ keyboard: Keyboard, isOnlyWay: Bool = false) -> Int? {
        var place = place
        while true {
            let page = buildAgain(at: place, keyboard)
            switch read(page, keyboard, end: isOnlyWay ? "build again" : "the page as it was") {
            case .end: return nil
            case .again: continue
            case .step(let number): place = self.place(ofStep: number)
            case .onward, .back, .exercise: break
            }
            if !isOnlyWay { return place }
        }
    }

    /// Builds the program again and goes on in it. It returns only if that is not possible.
    ///
    /// - Returns: A page with the reason.
    private func buildAgain(at place: Int, _ keyboard: Keyboard) -> Page {
        guard let rebuild = Rebuild(of: lesson) else {
            return notice("There is no package", ["No Package.swift is above the lesson."])
        }
        let terminal = reader.terminal
        terminal.write(terminal.paint("   Building \(rebuild.name) …", .faint))
        RawMode.begin()
        let start = Date()
        let result = rebuild.run()
        if case .built = result { refused.date = nil } else { refused.date = start }
        RawMode.end()
        keyboard.forget()
        switch result {
        case .built(let program):
            rebuild.start(program, options.arguments(at: place))
            return notice("The program was built", ["It cannot be started."])
        case .refused(let errors):
            let paragraphs = errors.flatMap { error in
                let lines = error.excerpt.split(separator: "\n").map(DisplayText.printable)
                return [lines[0]] + (lines.count > 1 ? [block(lines.dropFirst())] : [])
            }
            return notice("The compiler refuses it", paragraphs)
        case .failed(let lines):
            let command = rebuild.command.joined(separator: " ")
            return notice("The build failed", [block(lines), "The command was `\(command)`."])
        }
    }

    private func block(_ lines: some Sequence<String>) -> String {
        lines.map { "    \($0)" }.joined(separator: "\n")
    }

    private func notice(_ title: String, _ prose: [String]) -> Page {
        Page(
            lesson: lesson.heading, position: "", step: nil, title: title, prose: prose,
            location: nil, elements: [])
    }

    // MARK: - Keys

    /// Shows a page until a key leads away from it.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - keyboard: The keyboard.
    ///   - end: The place after the page, in a word or two.
    ///   - noteAtEnd: A note of the foot line that is shown only at the end of the page.
    /// - Returns: The place to which the key leads.
    private func read(
        _ page: Page, _ keyboard: Keyboard, end: String, noteAtEnd: String? = nil
    ) -> Navigation {
        var keys = PageReading.Keys(end: end, quit: quit, noteAtEnd: noteAtEnd)
        keys.letters = ["b": .back, "r": .again]
        if exercise != nil { keys.letters["e"] = .exercise }
        return reader.read(page, keyboard, keys, changed: { changedFile })
    }
}
