/// One step of a lesson as a reader sees it: what it says, the code that ran and what came out.
/// Renderers turn it into text for a terminal or into Markdown.
package struct Page: Sendable {
    /// One line of the page's code, or what stands between two of them.
    package enum Element: Sendable {
        /// A line of the source.
        case code(String)
        /// Where the code below it stands: the page has shown another file above.
        case place(String)
        /// A line of the source that was not run, because the step had ended before.
        case notRun(String)
        /// A question that stands before the line it asks about.
        case prediction(String)
        /// What the code above it gave.
        case result(StepResult)
        /// Paragraphs about what came out.
        case explanation([String])
        /// A word of the page's own, about a step that ended early.
        case remark(String)
        /// A change of the code above it: lines that begin with a blank, `-`, `+` or `@@`.
        case change([String])
    }

    /// The lesson's number and title: `Lesson 02 · Coding keys`.
    package let lesson: String
    /// Where the page stands: `step 2 of 9`.
    package var position: String
    /// The number of the step, counted from 1; nil for the page that closes the lesson.
    package let step: Int?
    /// What the step is about.
    package let title: String
    /// Paragraphs, items of lists, tables and blocks of code.
    package let prose: [String]
    /// Where the code stands: `Lessons/02-CodingKeys/Lesson02.swift:41`; nil without code.
    package let location: String?
    /// The code with its questions and results.
    package var elements: [Element]

    /// Whether an error left the step, or the program crashed.
    package var endsEarly: Bool {
        elements.contains { if case .result(let result) = $0 { result.endsStep } else { false } }
    }
}

extension Page.Element {
    /// The words of a question.
    package var question: String? {
        if case .prediction(let words) = self { words } else { nil }
    }

    package var isResult: Bool { if case .result = self { true } else { false } }
    package var isExplanation: Bool { if case .explanation = self { true } else { false } }

    /// Whether it is code, or says where code stands.
    package var isCode: Bool {
        switch self {
        case .code, .place, .notRun: true
        default: false
        }
    }
}

extension Page {
    /// The page of a step.
    ///
    /// - Parameters:
    ///   - section: What the lesson's file has of it.
    ///   - step: Its number, counted from 1.
    ///   - results: What came out.
    ///   - file: The path of the lesson's file. Without it, no line says where the code stands.
    package init(
        of section: LessonSource.Section?, lesson: String, step: Int, position: String,
        results: [StepResult] = [], file: String?
    ) {
        var elements = PageLayout(section?.passages ?? [], results, file: file).elements
        var location: String?
        let first = elements.firstIndex { if case .place = $0 { true } else { false } }
        if let first, case .place(let place) = elements.remove(at: first) { location = place }
        self.init(
            lesson: lesson, position: position, step: step,
            title: section?.title ?? "Step \(step)", prose: section?.prose ?? [],
            location: location, elements: elements)
    }
}
