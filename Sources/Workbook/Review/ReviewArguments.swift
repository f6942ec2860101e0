import Judging
import Walkthrough

/// What is typed after `workbook review`.
struct ReviewArguments {
    /// The lesson to ask about; nil for each one whose exercise has begun.
    var lesson: String?
    /// How many questions; nil for all.
    var count: Int? = 5
    /// Whether what is not due is asked about too.
    var asksEarly = false
    var isList = false
    var day: Day?

    /// - Throws: ``UsageError``.
    init(_ words: [String], in workbook: WorkbookFolder) throws {
        func wrong(_ words: String) -> UsageError { UsageError(description: words) }
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--all": (count, asksEarly) = (nil, true)
            case "--list": isList = true
            case "--count":
                count = rest.popFirst().flatMap { Int($0) }
                guard count ?? 0 > 0, !words.contains("--all") else {
                    throw wrong("--count takes a number, and no --all: review --count 10")
                }
            case "--date":
                day = rest.popFirst().flatMap { Day($0) }
                if day == nil { throw wrong("--date takes a day: review --date 2026-12-01") }
            case _ where word.hasPrefix("-"):
                let known = ["--all", "--count", "--list", "--date"]
                let advice = SimilarWord.of(word, among: known).map { "Do you mean \($0)?" }
                throw wrong(
                    "review has no option \(word). "
                        + (advice ?? "There are: \(known.joined(separator: ", "))."))
            case _ where lesson != nil:
                throw wrong("review takes one lesson. For more questions: review --count 10")
            default: (lesson, asksEarly) = (try workbook.lessonNumber(word), true)
            }
        }
    }
}
