import Judging

/// What is typed after `workbook review`.
struct ReviewArguments {
    /// The lesson to ask about; nil for each one whose exercise has begun.
    var lesson: String?
    /// How many questions are asked at most.
    var count = 5
    /// Whether what is not due is asked about too.
    var asksEarly = false
    var isList = false
    var day: Day?

    /// - Throws: ``UsageError``.
    init(_ words: [String], in workbook: WorkbookFolder) throws {
        let refusal = UsageError(
            description: "review takes a lesson and options: workbook review [04] [--count 10] "
                + "[--all] [--list] [--date 2026-12-01]")
        if words.contains("--all") { (count, asksEarly) = (.max, true) }
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--all": break
            case "--list": isList = true
            case "--count":
                guard let number = Int(rest.popFirst() ?? ""), number > 0 else { throw refusal }
                count = number
            case "--date":
                guard let typed = Day(rest.popFirst() ?? "") else { throw refusal }
                day = typed
            case _ where word.hasPrefix("-") || lesson != nil: throw refusal
            default: (lesson, asksEarly) = (try workbook.lessonNumber(word), true)
            }
        }
    }
}
