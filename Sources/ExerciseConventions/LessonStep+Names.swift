extension LessonStep: CustomStringConvertible {
    /// The step as a message names it: `(lesson 07, Write the tag)`.
    public var description: String { "(\(rawValue))" }

    /// The number of the step's lesson: `07`.
    public var lesson: String { String(rawValue.dropFirst("lesson ".count).prefix(2)) }

    /// The title of the step: `Write the tag`.
    public var title: String { String(rawValue.dropFirst("lesson 07, ".count)) }

    /// The position of the step among its lesson's steps, counted from 1.
    public var number: Int {
        Self.titles(ofLesson: lesson).prefix { $0 != title }.count + 1
    }

    /// Returns the titles of a lesson's steps, in their order, or an empty array if there is no
    /// such lesson.
    public static func titles(ofLesson lesson: String) -> [String] {
        allCases.filter { $0.lesson == lesson }.map(\.title)
    }
}

// MARK: - Former titles

extension LessonStep {
    /// The renamed steps by their former names: `lesson 07, Write tags`. The tool stores a
    /// learner's answers about a step under the name that the step had that day.
    public static let former: [String: LessonStep] = [
        "lesson 04, The number that is not valid JSON": .aNumberThatDoesNotFit,
        "lesson 05, Dictionaries and enums": .theKeysOfADictionary,
        "lesson 05, One document, 300 dictionaries": .theOrderOfTheKeys,
        "lesson 06, Objects without a type": .theObjectsOfAList,
        "lesson 06, Write an array back": .writeAListBack,
        "lesson 07, Forgetting super": .whatTheSuperclassDoes,
        "lesson 07, Under a name that you choose": .beingAPersonOrHavingOne,
        "lesson 07, Composition instead": .twoPartsInOneObject,
        "lesson 08, Helpers are made once": .fiveHundredDays,
        "lesson 09, A line for the log, for every error": .aLineForTheLog,
        "lesson 11, The model owns the mapping": .theModelSaysWhatTheAppMeans,
        "lesson 11, A form for decoding alone": .thePrivateDocument,
        "lesson 11, A few at a time": .oneFailureSpoilsNothing,
        "lesson 11, The second client": .theRequestLeavesTheMachine,
        "lesson 14, Keep what is shown": .loadItAgain,
        "lesson 14, The old answer arrives last": .twoSearches,
        "lesson 14, A refusal with fields": .sendJSON,
        "lesson 14, A key for the API": .aKeyForOneServer,
        "lesson 15, As APIs send them": .noTagAtAll,
        "lesson 15, A limit of your own": .typesThatHoldThemselves,
        "lesson 15, What the standard types write": .typesOfOthers,
        "lesson 15, Documents from strangers": .aGateBeforeTheDecoder,
        "lesson 15, Numbers that become indexes": .aCallForATool,
        "lesson 12, Null in a property list": .anotherFormatTheSameModel,
        "lesson 12, Names become a tree": .everyValueIsAString,
        "lesson 12, The decoder for a part": .aDecoderForEachValue,
        "lesson 12, The members of an object": .absentEmptyOrNull,
        "lesson 12, The way back": .aPlaceToWriteInto,
        "lesson 10, A skeleton for each version": .aTypeForEachVersion,
        "lesson 10, A wrapper for defaults, and its traps": .aWrapperForDefaults,
        "lesson 10, The wrapper, repaired": .aWrapperForDefaults,
        "lesson 13, A formatter for each date": .whatAFormatterCosts,
        "lesson 13, Two keys of forty": .twoValuesOfForty,
    ]

    /// Creates the step with a name, or the renamed step that had this name before. The result is
    /// `nil` if there is neither.
    ///
    /// - Parameters:
    ///   - name: The name of the step: `lesson 07, Write the tag`.
    ///   - former: The renamed steps by their former names.
    public init?(named name: String, former: [String: LessonStep] = Self.former) {
        guard let step = LessonStep(rawValue: name) ?? former[name] else { return nil }
        self = step
    }
}

// MARK: - Writing the cases

extension LessonStep {
    /// The path of the file with the cases, from the package's folder.
    public static let path = "Sources/ExerciseConventions/LessonStep.swift"

    /// Returns the line of code for a case: `case writeTheTag = "lesson 07, Write the tag"`.
    ///
    /// - Parameters:
    ///   - title: The title of the step.
    ///   - lesson: The number of the step's lesson.
    ///   - isShared: True if a step of another lesson has the same title. The name of the case then
    ///     ends with the number of the lesson.
    public static func line(
        forStep title: String, ofLesson lesson: String, isShared: Bool
    ) -> String {
        let words = title.split { !$0.isLetter && !$0.isNumber }
        let name = words.enumerated().map { index, word in
            index == 0 ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst()
        }
        return "case \(name.joined())\(isShared ? "InLesson\(lesson)" : "") = "
            + "\"lesson \(lesson), \(title)\""
    }
}
