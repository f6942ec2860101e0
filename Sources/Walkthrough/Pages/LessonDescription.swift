/// The number, the title, the steps and the source of a lesson, for pages and lists.
package struct LessonDescription: Sendable {
    /// Two digits, as in the names of the lesson's files.
    package let number: String
    /// The subject of the lesson, in a word or two.
    package let title: String
    /// The steps and their file.
    package let steps: Steps
    /// The file, cut at its marks; nil if the file is no longer where it was when the lesson was built.
    package let source: LessonSource?

    /// Describes a lesson.
    package init<L: Lesson>(_ lesson: L.Type) {
        self.init(title: lesson.title, steps: lesson.steps)
    }

    init(title: String, steps: Steps) {
        self.title = title
        self.steps = steps
        let file = steps.filePath.split(separator: "/").last ?? ""
        number = String(file.filter(\.isNumber))
        source = LessonSource(filePath: steps.filePath)
    }

    /// The same lesson, with its file read again.
    var reread: LessonDescription {
        LessonDescription(title: title, steps: steps)
    }

    /// The lesson's number and title: `Lesson 02 · Coding keys`.
    package var heading: String { "Lesson \(number) · \(title)" }

    /// The path of the lesson's file from the package's folder.
    package var relativePath: String {
        steps.filePath.split(separator: "/").suffix(3).joined(separator: "/")
    }

    /// The titles of the steps, as the marks of the file have them.
    package var stepTitles: [String] {
        steps.functions.indices.map { index in
            section(index)?.title ?? "Step \(index + 1)"
        }
    }

    /// Runs a step and makes its page, without the step's printed output.
    ///
    /// - Parameter step: The number of the step, from 1 to the number of steps.
    package func page(step: Int) async -> Page {
        page(step: step, with: await StepResult.all(of: steps.functions[step - 1]))
    }

    /// Runs a step and makes its page, with the step's printed output. Meanwhile nothing else of the
    /// program may write to standard output.
    ///
    /// - Parameters:
    ///   - step: The number of the step, from 1 to the number of steps.
    ///   - onCrash: A closure that takes the page if the program crashes. The program ends after it.
    func page(step: Int, onCrash: @escaping @Sendable (Page) -> Void) async -> Page {
        let progress = ProgressLine("Step \(step) of \(steps.functions.count)")
        let results = await StepResult.all(of: steps.functions[step - 1]) { results in
            progress?.end()
            onCrash(page(step: step, with: results))
        }
        progress?.end()
        return page(step: step, with: results)
    }

    private func page(step: Int, with results: [StepResult]) -> Page {
        Page(
            of: section(step - 1), lesson: heading, step: step,
            position: "step \(step) of \(steps.functions.count)", results: results,
            file: source == nil ? nil : relativePath)
    }

    /// The page that closes the lesson, if its file has one.
    package var closingPage: Page? {
        guard let section = source?.closing else { return nil }
        return Page(
            lesson: heading, position: "the end", step: nil, title: section.title,
            prose: section.prose, location: nil, elements: [])
    }

    /// Runs every step and makes all pages, the closing one last, without the steps' printed output.
    package func pages() async -> [Page] {
        var pages: [Page] = []
        for step in steps.functions.indices {
            pages.append(await page(step: step + 1))
        }
        return pages + [closingPage].compactMap(\.self)
    }

    private func section(_ index: Int) -> LessonSource.Section? {
        source?.sections.dropFirst(index).first
    }
}
