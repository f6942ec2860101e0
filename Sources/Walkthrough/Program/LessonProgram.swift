import Foundation

/// A lesson as a program: it reads the options, shows the pages and returns the exit code.
struct LessonProgram {
    let lesson: LessonDescription
    let decode: (Data) throws -> Any

    func run(_ typed: [String]) async -> Int32 {
        if typed.contains(Usage.plain.key) { Terminal.becomePlain() }
        if Usage.asksForHelp(typed) {
            Terminal.current.write(LessonOptions.help(for: lesson))
            return ExitCode.success
        }
        do {
            let arguments = try LessonOptions.usage(ofLesson: lesson.number).parse(typed)
            let options = try LessonOptions(arguments, steps: lesson.steps.functions.count)
            return await run(arguments, options)
        } catch {
            Terminal.complain("lesson-\(lesson.number): \(error)")
            return ExitCode.usage
        }
    }

    private func run(_ arguments: Arguments, _ options: LessonOptions) async -> Int32 {
        if let path = arguments["--decode"] {
            return DecodeCommand(lesson: lesson, terminal: .current, decode: decode).run(path)
        }
        if arguments.has("--markdown") { return await writeMarkdown() }
        complainAboutMissingSource()
        if arguments.has("--list") {
            for (number, title) in zip(1..., lesson.stepTitles) {
                Terminal.current.write("\(number)  \(title)\n")
            }
            return ExitCode.success
        }
        if Terminal.current.hasScreen, !options.isWhole {
            return await ScreenPager.run(lesson, options)
        }
        var pager = LinePager(lesson, options)
        return await pager.run()
    }

    /// Writes the lesson as Markdown, unless a step ends early: such a record would be mistaken for the
    /// whole lesson.
    ///
    /// - Returns: The exit code.
    private func writeMarkdown() async -> Int32 {
        guard lesson.isCurrent(["--markdown"]) else { return ExitCode.failure }
        let lesson = lesson
        var pages: [Page] = []
        for step in lesson.steps.functions.indices {
            let complain = { @Sendable (page: Page) in
                Terminal.complain(
                    "lesson-\(lesson.number): step \(step + 1), \(page.title), ended early. "
                        + "Run swift run lesson-\(lesson.number) --step \(step + 1) to see why.")
            }
            let page = await lesson.page(step: step + 1, onCrash: complain)
            if page.endsEarly {
                complain(page)
                return ExitCode.failure
            }
            pages.append(page)
        }
        pages += [lesson.closingPage].compactMap(\.self)
        Terminal.current.write(MarkdownRenderer().text(of: lesson, pages: pages))
        return ExitCode.success
    }

    private func complainAboutMissingSource() {
        guard lesson.source == nil else { return }
        Terminal.complain(
            "lesson-\(lesson.number): no code is shown, because \(lesson.steps.filePath) "
                + "is not there any more. Run swift run lesson-\(lesson.number) in the package.")
    }
}
