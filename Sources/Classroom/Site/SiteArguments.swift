import Walkthrough

/// The arguments of the command `site`.
struct SiteArguments {
    private let arguments: Arguments
    /// The folder of the pages; nil for `.build/site`.
    var folder: String? { arguments.words.first }
    /// A Boolean value that indicates whether the teacher's notes are on the pages.
    var isForTeacher: Bool { arguments.has("--teacher") }
    /// A Boolean value that indicates whether results are open, and printed below their questions.
    var showsAnswers: Bool { arguments.has("--answers") }
    /// A Boolean value that indicates whether lessons are printed with what comes out below the questions, in
    /// place of a worksheet.
    var printsAnswers: Bool { showsAnswers || isForTeacher }
    /// A Boolean value that indicates whether there is a sheet of questions for the first minutes of an
    /// hour.
    var hasReview: Bool {
        ["--review", "--count", "--seed", "--until"].contains(where: arguments.has)
    }
    /// The number of the last lesson about which the sheet asks.
    let last: Int
    /// The number of questions on the sheet, however many pages they take; nil for as many as fit on one
    /// sheet of paper.
    let count: Int?
    /// The number that chooses one of many sheets.
    let seed: UInt64

    /// The declaration of `site`.
    static let usage = Usage(
        "classroom site", "[FOLDER]",
        help: """
            write lessons and exercises as pages for a
            browser and for paper, in .build/site or in
            another folder
            """,
        options: [
            "--teacher": """
            with the notes for the teacher, and what comes
            out on paper
            """,
            "--answers": "with what comes out, open and on paper",
            "--review": """
            and a sheet of mixed questions for the first
            minutes of an hour
            """,
            "--count 12": "as many questions, on more sheets",
            "--seed 7": "another sheet for each number",
            "--until 05": "a sheet of lessons up to 05",
        ])

    /// Reads the arguments.
    ///
    /// - Throws: ``UsageError`` for a value that is not a number.
    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        count = try arguments.number("--count", in: 1...100)
        last = try arguments.number("--until", in: 1...Int.max) ?? .max
        seed = try arguments.value(of: "--seed", "a number", UInt64.init) ?? 1
    }
}
