import DecodingExplainer

/// What came out of one line of a step.
package struct StepResult: Sendable {
    /// The line of the lesson's file that asked for it, counted from 1; nil for what the step
    /// printed, and for what ended it.
    package let line: Int?

    /// What came out.
    package let content: Content

    /// The colors in the value, by the texts that stand for them in its description.
    let swatches: [String: any Swatch]

    package init(line: Int?, content: Content, swatches: [String: any Swatch] = [:]) {
        self.line = line
        self.content = content
        self.swatches = swatches
    }

    /// A value, an error, or what else a step can leave on a page.
    package enum Content: Sendable {
        /// A value, described by ``ValueDescription``.
        case value(String)
        /// A number that another run, or another machine, has another one for, and what it counts.
        case measurement(String, of: String)
        /// An error that was thrown, and what there is to say about it.
        case failure(Explanation)
        /// What the step wrote to standard output by itself.
        case printed(String)
        /// The program crashed.
        case crash(Crash)
        /// What came out of another run, as a page of Markdown quotes it: its lines with their marks.
        case recorded([String])
    }

    /// What is known of a crash.
    package struct Crash: Sendable {
        /// The line of the lesson's file, counted from 1, if the runtime named it.
        let line: Int?
        /// The runtime's reason; it may be empty.
        let reason: String
        /// Where it was, in words.
        var place: String

        init(line: Int?, reason: String) {
            self.line = line
            self.reason = reason
            place = line.map { " in line \($0)" } ?? ""
        }

        /// What happened, in one line.
        package var headline: String {
            "The program crashed\(place)" + (reason.isEmpty ? "." : ": \(reason)")
        }
    }

    /// The described value, or nil for anything else.
    package var value: String? {
        if case .value(let text) = content { text } else { nil }
    }

    /// What the number of a measurement counts, or nil for anything else.
    package var measured: String? {
        if case .measurement(_, let words) = content { words } else { nil }
    }

    /// The explained error, or nil for anything else.
    package var failure: Explanation? {
        if case .failure(let explanation) = content { explanation } else { nil }
    }

    /// Whether the step went no further: an error left it, or the program crashed.
    package var endsStep: Bool {
        switch content {
        case .value, .measurement, .printed, .recorded: false
        case .failure: line == nil
        case .crash: true
        }
    }
}
