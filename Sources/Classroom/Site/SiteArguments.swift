import Judging

/// What was typed after `site`.
struct SiteArguments: Equatable {
    /// Where the pages go; nil for `.build/site`.
    var folder: String?
    /// Whether the teacher's notes are on the pages.
    var isForTeacher = false
    /// Whether what comes out is open, and printed where it belongs.
    var showsAnswers = false
    /// Whether there is a sheet of questions for the first minutes of an hour.
    var hasReview = false
    /// The lesson up to which the sheet asks: `07`.
    var last = "99"
    /// Which of many sheets it is.
    var seed: UInt64 = 1

    /// - Throws: ``UsageError``.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--teacher": isForTeacher = true
            case "--answers": showsAnswers = true
            case "--review": hasReview = true
            case "--seed", "--until":
                guard let text = rest.popFirst(), let number = UInt64(text),
                    number > 0 || argument == "--seed"
                else {
                    throw UsageError(description: "\(argument) takes a number: \(argument) 7")
                }
                hasReview = true
                if argument == "--seed" { seed = number } else { last = Self.twoDigits(text) }
            case _ where argument.hasPrefix("-") || folder != nil || argument.isEmpty:
                throw UsageError(
                    description: "site takes a folder and options: classroom site [FOLDER] "
                        + "[--teacher] [--answers] [--review [--seed 7] [--until 05]]")
            default: folder = argument
            }
        }
    }

    private static func twoDigits(_ text: String) -> String { text.count == 1 ? "0\(text)" : text }
}
