import DecodingExplainer

/// A result of a step: a value that a line shows, an error, or printed output.
package struct StepResult: Sendable {
    /// The line of the lesson's file that asked for the result, counted from 1. It is nil for printed
    /// output, and for the error or the crash that ended the step.
    package let line: Int?

    /// The value, the error, or the output.
    package let content: Content

    /// The colors in the value, by the texts that stand for them in its description.
    let swatches: [String: any Swatch]

    package init(line: Int?, content: Content, swatches: [String: any Swatch] = [:]) {
        self.line = line
        self.content = content
        self.swatches = swatches
    }

    /// The kinds of results.
    package enum Content: Sendable {
        /// A value, described by ``ValueDescription``.
        case value(String)
        /// A number that may differ in another run or on another machine, and its unit.
        case measurement(String, of: String)
        /// An error that was thrown, with its explanation.
        case failure(Explanation)
        /// The text that the step wrote to standard output, without the line break at its end.
        case printed(String)
        /// A crash of the program.
        case crash(Crash)
        /// The results of another run, as a page of Markdown quotes them: its lines with their marks.
        case recorded([String])
    }

    /// The place and the reason of a crash, as far as they are known.
    package struct Crash: Sendable {
        /// The line of the lesson's file, counted from 1, if the runtime named it.
        let line: Int?
        /// The runtime's reason; it may be empty.
        let reason: String
        /// The place of the crash, as the end of a sentence: ` in line 41`. It may be empty.
        var place: String

        init(line: Int?, reason: String) {
            self.line = line
            self.reason = reason
            place = line.map { " in line \($0)" } ?? ""
        }

        /// The place and the reason in one line.
        package var headline: String {
            "The program crashed\(place)" + (reason.isEmpty ? "." : ": \(reason)")
        }
    }

    /// The kinds of lines that a page has for results, with their words for somebody who hears the page.
    enum Form: String {
        case value = "Result"
        case error = "Error"
        case printed = "Printed"
    }

    /// Returns the lines of the result for a page.
    ///
    /// - Parameter widthOfErrors: The number of columns that a line of an error may have.
    func lines(widthOfErrors: Int) -> [(form: Form, lines: [String])] {
        switch content {
        case .value(let value): [(.value, DisplayText.lines(of: value))]
        case .measurement(let number, let unit): [(.value, ["\(number) \(unit)"])]
        case .printed(let output): [(.printed, DisplayText.lines(of: output))]
        case .failure(let explanation): [(.error, explanation.lines(width: widthOfErrors))]
        case .crash(let crash):
            [(.error, DisplayText.wrapped(crash.headline, width: widthOfErrors))]
        case .recorded(let lines): MarkdownRenderer.results(in: lines)
        }
    }

    /// The described value, or nil for anything else.
    package var value: String? {
        if case .value(let description) = content { description } else { nil }
    }

    /// The unit of a measurement, or nil for anything else.
    package var unit: String? {
        if case .measurement(_, let unit) = content { unit } else { nil }
    }

    /// The explained error, or nil for anything else.
    package var failure: Explanation? {
        if case .failure(let explanation) = content { explanation } else { nil }
    }

    /// A Boolean value that indicates whether the step ended here: it threw an error, or the program
    /// crashed.
    package var endsStep: Bool {
        switch content {
        case .value, .measurement, .printed, .recorded: false
        case .failure: line == nil
        case .crash: true
        }
    }
}
