import Foundation

/// One step of a lesson as a reader sees it: what it says, the code that ran and what came out.
/// Renderers turn it into text for a terminal or into Markdown.
package struct Page: Sendable {
    /// One line of the page's code, a question, or what came out.
    package enum Line: Sendable {
        /// A line of the source.
        case code(String)
        /// A question that stands before the line it asks about.
        case prediction(String)
        /// What the code above it gave.
        case outcome(Outcome)
    }

    /// The lesson's number and title: `Lesson 02 · Coding keys`.
    package let lesson: String
    /// Where the page stands: `step 2 of 9`.
    package let position: String
    /// The number of the step, counted from 1; nil for the page that closes the lesson.
    package let step: Int?
    /// What the step is about.
    package let title: String
    /// Paragraphs, items of lists, tables and blocks of code.
    package let prose: [String]
    /// What a teacher may ask or demonstrate.
    package let teacherNotes: [String]
    /// Where the code stands: `Lessons/02-CodingKeys/Lesson02.swift:41`; nil without code.
    package let location: String?
    /// The code with its questions and results.
    package let lines: [Line]
}

/// What a lesson's type says of it, for pages and lists.
package struct LessonDescription: Sendable {
    /// Two digits, as in the names of the lesson's files.
    package let number: String
    /// What the lesson is about.
    package let title: String
    /// The steps and their file.
    package let steps: Steps
    /// The file, cut at its marks; nil where it is not where the lesson was built.
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

    /// Runs a step and makes its page.
    ///
    /// - Parameter step: The number of the step, from 1 to the number of steps.
    package func page(step: Int) async -> Page {
        let section = section(step - 1)
        let outcomes = await Outcome.all(of: steps.functions[step - 1])
        return Page(
            lesson: heading,
            position: "step \(step) of \(steps.functions.count)",
            step: step,
            title: section?.title ?? "Step \(step)",
            prose: section?.prose ?? [],
            teacherNotes: section?.teacherNotes ?? [],
            location: section?.code.first.map { "\(relativePath):\($0.line)" },
            lines: Page.lines(of: section?.code ?? [], with: outcomes)
        )
    }

    /// The page that closes the lesson, if its file has one.
    package var closingPage: Page? {
        guard let section = source?.closing else { return nil }
        return Page(
            lesson: heading, position: "the end", step: nil, title: section.title,
            prose: section.prose, teacherNotes: section.teacherNotes, location: nil, lines: [])
    }

    /// Runs every step and makes all pages, the closing one last.
    package func pages() async -> [Page] {
        var pages: [Page] = []
        for step in steps.functions.indices {
            pages.append(await page(step: step + 1))
        }
        return pages + [closingPage].compactMap(\.self)
    }

    private func section(_ index: Int) -> LessonSource.Section? {
        guard let sections = source?.sections, sections.indices.contains(index) else { return nil }
        return sections[index]
    }
}

extension Page {
    /// Sets each outcome under the statement that made it. One that belongs to no line of the code
    /// comes last.
    fileprivate static func lines(
        of code: [(line: Int, text: String)], with outcomes: [Outcome]
    ) -> [Line] {
        let indices = Dictionary(
            code.enumerated().map { ($0.element.line, $0.offset) }, uniquingKeysWith: { $1 })
        var due: [Int: [Outcome]] = [:]
        var placeless: [Outcome] = []
        for outcome in outcomes {
            if let line = outcome.line, let index = indices[line] {
                due[endOfStatement(at: index, in: code), default: []].append(outcome)
            } else {
                placeless.append(outcome)
            }
        }

        var lines: [Line] = []
        for (line, text) in code {
            let trimmed = text.drop { $0 == " " }
            if trimmed.hasPrefix("// Predict: ") {
                lines.append(.prediction(String(trimmed.dropFirst("// Predict: ".count))))
            } else if trimmed.hasPrefix("// "), case .prediction(let question) = lines.last {
                lines[lines.count - 1] = .prediction(question + " " + trimmed.dropFirst(3))
            } else {
                lines.append(.code(text))
            }
            lines += due[line, default: []].map(Line.outcome)
        }
        return lines + placeless.map(Line.outcome)
    }

    /// The line on which the brackets that a line opens are closed again.
    private static func endOfStatement(
        at start: Int, in code: [(line: Int, text: String)]
    ) -> Int {
        var depth = 0
        for (line, text) in code[start...] {
            var isInString = false
            var previous: Character = " "
            for character in text {
                switch character {
                case "\"" where previous != "\\": isInString.toggle()
                case "(", "[", "{": depth += isInString ? 0 : 1
                case ")", "]", "}": depth -= isInString ? 0 : 1
                default: break
                }
                previous = character
            }
            if depth <= 0 { return line }
        }
        return code[start].line
    }
}
