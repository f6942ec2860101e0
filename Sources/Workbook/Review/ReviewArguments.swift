import Judging
import Walkthrough

/// What is typed after `workbook review`.
struct ReviewArguments {
    /// The lesson to ask about, due or not, or nil for every lesson whose exercise has begun.
    var lesson: String?
    /// How many questions, or nil for all.
    var count: Int? = 5
    /// Whether what is not due is asked about too.
    var asksEarly = false
    var isList = false
    var day: Day?

    static let options = ["--all", "--count", "--list", "--date"]

    /// - Throws: ``UsageError``.
    init(_ words: [String], in workbook: WorkbookFolder) throws {
        var rest = words[...]
        func wrong(_ words: String) -> UsageError { UsageError(description: words) }
        while let word = rest.popFirst() {
            switch word {
            case "--all": (count, asksEarly) = (nil, true)
            case "--list": isList = true
            case "--count":
                guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0, count != nil
                else { throw wrong("--count takes a number, and no --all: review --count 10") }
                count = number
            case "--date":
                day = rest.popFirst().flatMap { Day($0) }
                if day == nil { throw wrong("--date takes a day: review --date 2026-12-01") }
            case _ where word.hasPrefix("-"):
                let meant = SimilarWord.of(word, among: Self.options)
                throw wrong(
                    "review has no option \(word). "
                        + (meant.map { "Do you mean \($0)?" }
                            ?? "There are: \(Self.options.joined(separator: ", "))."))
            case _ where lesson != nil:
                throw wrong("review takes one lesson: review \(words[0]). More questions: --count 10")
            default: (lesson, asksEarly) = (try workbook.lessonNumber(word), true)
            }
        }
    }
}
