extension LessonStep: CustomStringConvertible {
    /// The step as a message names it: `(lesson 07, Forgetting super)`.
    public var description: String { "(\(rawValue))" }

    /// The number of its lesson: `07`.
    public var lesson: String { String(rawValue.dropFirst("lesson ".count).prefix(2)) }

    /// Its title: `Forgetting super`.
    public var title: String { String(rawValue.dropFirst("lesson 07, ".count)) }

    /// Which one of its lesson's steps it is, from 1.
    public var number: Int {
        Self.titles(ofLesson: lesson).prefix { $0 != title }.count + 1
    }

    /// The titles of a lesson's steps, in their order; none for a lesson that there is not.
    public static func titles(ofLesson lesson: String) -> [String] {
        allCases.filter { $0.lesson == lesson }.map(\.title)
    }
}

// MARK: - Former titles

extension LessonStep {
    /// The steps whose title was another one before, by what they were called: `lesson 07, Forget super`.
    /// What a learner has answered about a step is kept under its title of that day.
    public static let former: [String: LessonStep] = [:]

    /// The step of this name, or the one that had it before.
    ///
    /// - Parameters:
    ///   - name: `lesson 07, Forgetting super`
    ///   - former: The steps that were renamed.
    public init?(named name: String, former: [String: LessonStep] = Self.former) {
        guard let step = LessonStep(rawValue: name) ?? former[name] else { return nil }
        self = step
    }
}

// MARK: - Writing the cases

extension LessonStep {
    /// The place of the cases, from the package's folder.
    public static let path = "Sources/ExerciseConventions/LessonStep.swift"

    /// Returns the line of a case: `case forgettingSuper = "lesson 07, Forgetting super"`.
    ///
    /// - Parameters:
    ///   - title: The title of the step.
    ///   - lesson: The number of its lesson.
    ///   - isShared: True where a step of another lesson has the same title. The name of the case says
    ///     then which lesson it is.
    public static func line(forStep title: String, ofLesson lesson: String, isShared: Bool)
        -> String
    {
        let words = title.split { !$0.isLetter && !$0.isNumber }
        let name = words.enumerated().map { index, word in
            index == 0 ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst()
        }
        return "case \(name.joined())\(isShared ? "InLesson\(lesson)" : "") = "
            + "\"lesson \(lesson), \(title)\""
    }
}
