import Judging

/// What was typed after `site`.
struct SiteArguments: Equatable {
    /// Where the pages go; nil for `.build/site`.
    var folder: String?
    /// Whether the teacher's notes are on the pages.
    var isForTeacher = false
    /// Whether what comes out is open, and printed where it belongs.
    var showsAnswers = false

    /// - Throws: ``UsageError``.
    init(_ arguments: [String]) throws {
        for argument in arguments {
            switch argument {
            case "--teacher": isForTeacher = true
            case "--answers": showsAnswers = true
            case _ where argument.hasPrefix("-") || folder != nil || argument.isEmpty:
                throw UsageError(
                    description: "site takes a folder, --teacher and --answers: "
                        + "classroom site [FOLDER] [--teacher] [--answers]")
            default: folder = argument
            }
        }
    }
}
