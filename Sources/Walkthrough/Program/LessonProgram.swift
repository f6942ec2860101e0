import Foundation

/// A lesson as a program: it reads the options, shows the pages and returns the exit code.
struct LessonProgram {
    let lesson: LessonDescription
    let decode: (Data) throws -> Any

    func run(_ arguments: [String]) async -> Int32 {
        do {
            let steps = lesson.steps.functions.count
            switch try LessonOptions(arguments, ofLesson: lesson.number, steps: steps) {
            case .help:
                Terminal.current.write(LessonOptions.help(for: lesson))
            case .list:
                complainAboutMissingSource()
                for (index, title) in lesson.stepTitles.enumerated() {
                    Terminal.current.write("\(index + 1)  \(title)\n")
                }
            case .markdown:
                return await writeMarkdown()
            case .decode(let path):
                return DecodeCommand(lesson: lesson, terminal: .current, decode: decode).run(path)
            case .pages(let pages):
                complainAboutMissingSource()
                if Terminal.current.hasScreen, !pages.isWhole {
                    return await ScreenPager.run(lesson, pages)
                }
                var pager = LinePager(lesson, pages)
                return await pager.run()
            }
            return ExitCode.success
        } catch {
            Terminal.complain("lesson-\(lesson.number): \(error)")
            return ExitCode.usage
        }
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
