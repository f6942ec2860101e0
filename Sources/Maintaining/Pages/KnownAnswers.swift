import Judging

/// A page of known answers. An exercise has two of them: `Tests/KnownAnswers/Exercise07.md`, for
/// the maintainer of its checks, and `Solutions/OtherWays/Exercise07.md`, with three to five right
/// answers for learners. Below the page's own heading, there is a section for each answer:
///
///     ## The broken list is empty
///     Task 3: "A try? makes an empty list of a broken one"
///     Breaks: "A list that is broken is an error"
///     An empty list and a broken one look alike to the caller.
///     ```diff
///     …
///     ```
///
/// A wrong answer has the first two lines. They name the task that refuses it, a part of the task's
/// message, and the sentence of the stub that it breaks, or a part of one. An answer without these
/// lines is right. The block shows how the answer differs from the solution (``WrittenChange``).
struct KnownAnswers: Sendable {
    /// The answers without an error, in the order of the page.
    let answers: [KnownAnswer]
    /// The problems of the page, a line for each, with the heading that it is about.
    let problems: [String]

    /// Reads a page.
    init(_ page: String) {
        var answers: [KnownAnswer] = []
        var problems: [String] = []
        for section in MarkdownPage(page).sections where section.level > 1 {
            do {
                let answer = try KnownAnswer(section)
                if answers.contains(where: { $0.heading == answer.heading }) {
                    problems.append("\"\(answer.heading)\" is there twice. Rename one of the two.")
                }
                answers.append(answer)
            } catch {
                problems.append("\"\(section.heading)\" \(error.description)")
            }
        }
        self.answers = answers
        self.problems = problems
    }

    /// Returns a maintainer's page without answers.
    ///
    /// - Parameters:
    ///   - number: The number of the exercise.
    ///   - title: The topic of the exercise: `Rolling stock`.
    static func emptyPage(_ number: String, title: String) -> String {
        """
        # Known answers to exercise \(number) · \(title)

        Small changes of the solution, by which `swift run maintain verify \(number)` tries the checks. One that
        names a task is wrong: the task refuses it with these words, and it breaks these words of the stub.
        Each other one is right.

        """
    }
}
