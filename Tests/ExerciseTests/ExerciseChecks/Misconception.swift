import ExerciseConventions
import Testing

/// What an answer that fails a check got wrong, and the step of a lesson that has it: the words that a
/// learner reads. It is written as a string, and the step is a value in it:
///
///     "Written, the operator is a plain string again \(.anObjectFromAPlainString)"
public struct Misconception: ExpressibleByStringInterpolation, Sendable {
    /// The words, the step's among them.
    let text: String
    /// The first step that the words name, if they name one.
    let step: LessonStep?

    /// The words for an expectation of the testing library.
    public var comment: Testing.Comment { Testing.Comment(rawValue: text) }

    init(_ text: String, step: LessonStep? = nil) {
        self.text = text
        self.step = step
    }

    public init(stringLiteral text: String) {
        self.init(text)
    }

    public init(stringInterpolation: Interpolation) {
        self.init(stringInterpolation.text, step: stringInterpolation.step)
    }

    /// What is put together of a string with steps and values in it.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var step: LessonStep?

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// The step to which a learner should go back: `(lesson 07, Forgetting super)`.
        public mutating func appendInterpolation(_ step: LessonStep) {
            text += step.description
            if self.step == nil { self.step = step }
        }

        public mutating func appendInterpolation(_ value: some Any) {
            text += "\(value)"
        }
    }
}

/// Why a check refuses an answer: what a suite gets that keeps findings or adds to them.
public typealias CheckFinding = ExerciseConventions.CheckFinding
