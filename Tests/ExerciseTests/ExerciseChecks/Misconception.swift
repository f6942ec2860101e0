import ExerciseConventions
import Foundation
import Synchronization
import Testing

/// What an answer that fails a check got wrong, and the step of a lesson that has it: the words that a
/// learner reads. It is written as a string, and the step is a value in it:
///
///     "Written, the operator is a plain string again \(.anObjectFromAPlainString)"
public struct Misconception: ExpressibleByStringInterpolation, Sendable {
    /// The words.
    let text: String

    /// The words for an expectation of the testing library.
    public var comment: Testing.Comment { Testing.Comment(rawValue: text) }

    public init(stringLiteral text: String) {
        self.text = text
        MadeMessages.note(MadeMessage(form: text, text: text))
    }

    public init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
        MadeMessages.note(MadeMessage(form: stringInterpolation.form, text: text))
    }

    /// Words that the library has for every exercise: no catalogue has to meet them.
    init(ofEveryExercise text: String) { self.text = text }

    /// What is put together of a string with steps and values in it.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var form = ""

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            text += literal
            form += literal
        }

        /// The step to which a learner should go back: `(lesson 07, Forgetting super)`.
        public mutating func appendInterpolation(_ step: LessonStep) {
            appendLiteral(step.description)
        }

        public mutating func appendInterpolation(_ value: some Any) {
            text += "\(value)"
            form += "…"
        }
    }
}

/// The messages that were made in this process, for the tool's `verify`. Without
/// ``EnvironmentVariable/messages`` in the environment, nobody asks for them.
private enum MadeMessages {
    private static let file = ProcessInfo.processInfo.environment[EnvironmentVariable.messages]
        .map { URL(fileURLWithPath: $0) }
    private static let noted = Mutex<Set<MadeMessage>>([])

    static func note(_ message: @autoclosure () -> MadeMessage) {
        guard let file else { return }
        let message = message()
        noted.withLock { noted in
            if noted.insert(message).inserted { try? message.write(to: file) }
        }
    }
}
