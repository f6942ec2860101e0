import DecodingExplainer
import Foundation
import Synchronization

/// A pager that shows the pages of a lesson to a person at a terminal, and follows their keys.
///
/// The pages belong to the running program: the lesson's file was read when the program began. If the
/// file changes, `r` builds the program again and goes on in the new one.
final class ScreenPager: Sendable {
    private let tour: LessonTour
    private let reader: PageReader
    /// The time when the last build began, if the compiler refused it. Files that have not changed since then
    /// need no other build, because the compiler would refuse them again.
    private let refused = Mutex<Date?>(nil)

    /// Shows the pages until the reader leaves them.
    ///
    /// - Returns: The exit code, which is not 0 if a step ended with an error.
    static func run(_ lesson: LessonDescription, _ options: LessonOptions) async -> Int32 {
        let keyboard = Keyboard()
        let reader = PageReader(keyboard, isLight: options.isLight)
        return await ScreenPager(LessonTour(lesson, options), reader).run(keyboard)
    }

    private init(_ tour: LessonTour, _ reader: PageReader) {
        self.tour = tour
        self.reader = reader
    }

    private var lesson: LessonDescription { tour.lesson }

    private func run(_ keyboard: Keyboard) async -> Int32 {
        var exitCode = ExitCode.success
        var place: Int? = tour.start
        var preparation: BackgroundPreparation?
        if lesson.changedFile() != nil, RunningProgram.builtFrom == nil {
            // The file has changed since this program was built from it, so there is no right page yet.
            place = build(at: tour.places.lowerBound, keyboard, isOnlyWay: true)
        }
        while let current = place {
            let page = await page(at: current)
            if page?.endsEarly != false { exitCode = ExitCode.failure }
            preparation = preparation ?? tour.preparation(at: current)
            place = page.flatMap { follow($0, at: current, keyboard) }
        }
        withExtendedLifetime(preparation) {}
        return exitCode
    }

    private func page(at place: Int) async -> Page? {
        await tour.page(at: place, of: lesson) { [self] page in
            CrashWatch.hold()
            return follow(page, at: place, Keyboard())
        }
    }

    /// Shows a page and follows the key that leads away from it.
    ///
    /// - Returns: The next place, or nil at the end.
    private func follow(_ page: Page, at place: Int, _ keyboard: Keyboard) -> Int? {
        let isLast = place == tour.places.upperBound
        let leadsOn = isLast && tour.options.step == nil && tour.exercise != nil
        // In front of a class, one key too many at the end must not start the exercise.
        let goesOn = leadsOn && !tour.options.hidesResults
        let next = tour.next(after: place)
        let end = goesOn ? "exercise \(lesson.number)" : isLast ? tour.quit : next
        let note = leadsOn && !goesOn ? "e: exercise \(lesson.number)" : nil
        var reading: PageReading?
        while true {
            switch read(page, keyboard, goingOnIn: &reading, end: end, noteAtEnd: note) {
            case .onward where goesOn: return watchExercise(at: place)
            case .onward: return isLast ? nil : place + 1
            case .back: return max(place - 1, tour.places.lowerBound)
            case .step(let number): return tour.place(ofStep: number)
            case .again:
                let next = build(at: place, keyboard)
                if next != place { return next }
            case .exercise: return watchExercise(at: place)
            case .end:
                tour.farewell(at: place).map { reader.terminal.write($0 + "\n") }
                return nil
            }
        }
    }

    private func watchExercise(at place: Int) -> Int? {
        guard let exercise = tour.exercise else { return place }
        reader.terminal.write(
            "\u{1B}[H\u{1B}[JExercise \(lesson.number): the workbook's program is built, "
                + "the first time for about a minute.\n")
        exercise.watch(exercise: lesson.number)
        return place
    }

    // MARK: - Another source

    /// The name of the file that has changed, if there is something new to build. Files that the compiler has
    /// refused do not count until they change again.
    private var changedFile: Substring? {
        lesson.changedFile(andSince: refused.withLock(\.self))?.split(separator: "/").last
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
            var reading: PageReading?
            switch read(
                page, keyboard, goingOnIn: &reading,
                end: isOnlyWay ? "build again" : "the page as it was")
            {
            case .end: return nil
            case .again: continue
            case .step(let number): place = tour.place(ofStep: number)
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
        let isBuilt = if case .built = result { true } else { false }
        refused.withLock { $0 = isBuilt ? nil : start }
        RawMode.end()
        keyboard.forget()
        switch result {
        case .built(let program):
            rebuild.start(program, tour.options.arguments(at: place))
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
    ///   - reading: The place in the page where the person left it, or nil for its beginning.
    ///   - end: The place after the page, in a word or two.
    ///   - noteAtEnd: A note of the foot line that is shown only at the end of the page.
    /// - Returns: The place to which the key leads.
    private func read(
        _ page: Page, _ keyboard: Keyboard, goingOnIn reading: inout PageReading?, end: String,
        noteAtEnd: String? = nil
    ) -> Navigation {
        var keys = PageReading.Keys(end: end, quit: tour.quit, noteAtEnd: noteAtEnd)
        keys.letters = ["b": .back, "r": .again]
        keys.lastStep = tour.options.step == nil ? lesson.steps.functions.count : 0
        if tour.exercise != nil { keys.letters["e"] = .exercise }
        return reader.read(
            page, keyboard, keys, goingOnIn: &reading, changed: { [self] in changedFile })
    }
}
