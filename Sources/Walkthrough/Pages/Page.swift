/// One step of a lesson as a reader sees it: its prose, the code that ran and its results.
/// Renderers turn it into text for a terminal or into Markdown.
package struct Page: Sendable {
    /// A line of the page's code, or something between two such lines.
    package enum Element: Sendable {
        /// A line of the source.
        case code(String)
        /// The file and the line of the code below it, which the page needs after code of another file.
        case place(String)
        /// A line of the source that was not run, because the step had ended before.
        case notRun(String)
        /// A question that stands before the line it asks about.
        case prediction(String)
        /// The result of the code above it.
        case result(StepResult)
        /// Paragraphs about the results.
        case explanation([String])
        /// A sentence that is not in the lesson's file, about a step that ended early.
        case remark(String)
        /// A change of the code above it: lines that begin with a blank, `-`, `+` or `@@`.
        case change([String])
    }

    /// The lesson's number and title: `Lesson 02 · Coding keys`.
    package let lesson: String
    /// The place of the page in the lesson: `step 2 of 9`.
    package var position: String
    /// The number of the step, counted from 1; nil for the page that closes the lesson.
    package let step: Int?
    /// The title of the step.
    package let title: String
    /// Paragraphs, items of lists, tables, blocks of code and pictures.
    package let prose: [String]
    /// The place of the code: `Lessons/02-CodingKeys/Lesson02.swift:41`; nil without code.
    package let location: String?
    /// The code with its questions and results.
    package var elements: [Element]

    /// A Boolean value that indicates whether the step threw an error or the program crashed.
    package var endsEarly: Bool {
        elements.contains { if case .result(let result) = $0 { result.endsStep } else { false } }
    }
}

extension Page.Element {
    /// The question of a prediction, or nil for anything else.
    package var question: String? {
        if case .prediction(let question) = self { question } else { nil }
    }

    var isPlace: Bool { if case .place = self { true } else { false } }
    package var isResult: Bool { if case .result = self { true } else { false } }
    package var isExplanation: Bool { if case .explanation = self { true } else { false } }

    /// A Boolean value that indicates whether the element is code or the place of code.
    package var isCode: Bool {
        switch self {
        case .code, .place, .notRun: true
        default: false
        }
    }
}

extension Page {
    /// Creates the page of a step.
    ///
    /// - Parameters:
    ///   - section: The section of the lesson's file for this step, if there is one.
    ///   - lesson: The lesson's number and title.
    ///   - step: The number of the step, counted from 1.
    ///   - position: The place of the page in the lesson.
    ///   - results: The results of the step.
    ///   - file: The path of the lesson's file. Without it, no line gives the place of the code.
    package init(
        of section: LessonSource.Section?, lesson: String, step: Int, position: String,
        results: [StepResult] = [], file: String?
    ) {
        let passages = section?.passages ?? []
        var elements = PageLayout(passages: passages, results: results, file: file).elements
        var location: String?
        let first = elements.firstIndex(where: \.isPlace)
        if let first, case .place(let place) = elements.remove(at: first) { location = place }
        self.init(
            lesson: lesson, position: position, step: step,
            title: section?.title ?? "Step \(step)", prose: section?.prose ?? [],
            location: location, elements: elements)
    }
}
