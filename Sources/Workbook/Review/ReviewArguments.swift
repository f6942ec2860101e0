import Judging
import Walkthrough

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

    private static let options = ["--all", "--count", "--list", "--date"]

    /// - Throws: ``UsageError``.
    init(_ words: [String], in workbook: WorkbookFolder) throws {
        if words.contains("--all") { (count, asksEarly) = (.max, true) }
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--all": break
            case "--list": isList = true
            case "--count":
                guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else {
                    throw UsageError(description: "--count takes a number: review --count 10")
                }
                count = number
            case "--date":
                day = rest.popFirst().flatMap { Day($0) }
                if day != nil { continue }
                throw UsageError(description: "--date takes a day: review --date 2026-12-01")
            case _ where word.hasPrefix("-") || lesson != nil:
                let meant = SimilarWord.of(word, among: Self.options)
                throw UsageError(
                    description: "review takes one lesson, and options. "
                        + (meant.map { "Do you mean \($0)?" }
                            ?? "There are: \(Self.options.joined(separator: ", "))."))
            default: (lesson, asksEarly) = (try workbook.lessonNumber(word), true)
            }
        }
    }
}
