import ExerciseConventions
import Testing

/// The mistake of an answer that fails a check, with the step of a lesson about it, in words for
/// the learner. It is written as a string with the step as a value in it:
///
///     "Written, the operator is a plain string again \(.anObjectFromAPlainString)"
public struct Misconception: ExpressibleByStringInterpolation, Sendable {
    /// The whole message, with the step.
    let message: String
    /// The first step in the message, if there is one.
    let step: LessonStep?

    /// The message as a comment on an expectation of the testing library.
    public var comment: Testing.Comment { Testing.Comment(rawValue: message) }

    init(_ message: String, step: LessonStep? = nil) {
        self.message = message
        self.step = step
    }

    /// Returns the misconception with a sentence before it.
    func preceded(by sentence: String) -> Misconception {
        Misconception("\(sentence). \(message)", step: step)
    }

    public init(stringLiteral message: String) {
        self.init(message)
    }

    public init(stringInterpolation: Interpolation) {
        self.init(stringInterpolation.message, step: stringInterpolation.step)
    }

    /// The parts of a string with steps and values in it.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var message = ""
        fileprivate var step: LessonStep?

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            message += literal
        }

        /// Appends the step to which a learner should go back: `(lesson 07, Write the tag)`.
        public mutating func appendInterpolation(_ step: LessonStep) {
            message += step.description
            if self.step == nil { self.step = step }
        }

        public mutating func appendInterpolation(_ value: some Any) {
            message += "\(value)"
        }
    }
}

/// The reason why a check refuses an answer, for a suite that stores findings or adds to them.
public typealias CheckFinding = ExerciseConventions.CheckFinding
